#!/bin/bash
# resident.sh PROGRAM MODEL: megabytes of PROGRAM that are in memory once it has opened MODEL and
# come to rest: when three looks, half a second apart, see the same.
set -u
"$1" "$2" >/dev/null 2>&1 &
program=$!
trap 'kill $program 2>/dev/null' EXIT
same=0
before=0
for _ in $(seq 120); do
  sleep 0.5
  now=$(awk '/^VmRSS/ { print $2 }' "/proc/$program/status" 2>/dev/null) || exit 1
  [ -n "$now" ] || exit 1
  # The window is there, and not only what the program loads before it.
  xdotool search --pid "$program" --onlyvisible --name . >/dev/null 2>&1 || continue
  if [ "$now" = "$before" ]; then same=$((same + 1)); else same=0; fi
  before=$now
  if [ "$same" -ge 2 ]; then
    awk -v kilobytes="$now" 'BEGIN { printf "%.1f\n", kilobytes / 1024 }'
    exit 0
  fi
done
exit 1
