#!/bin/bash
# Looks at what ./dev run made: "picture FILE" or, on a display of its own, "window".
set -euo pipefail

# Axes, grid and curves: neither white nor one colour, and of a size to read.
picture ()
{
  local width height colours

  read -r width height colours < <(identify -format '%w %h %k\n' "$1")
  echo "$1: $width x $height, $colours colours"
  [ "$width" -ge 400 ] && [ "$height" -ge 300 ] && [ "$colours" -ge 20 ]
}

window ()
{
  local id shot tries display
  shot=$(mktemp --suffix=.png)

  coproc SCREEN { exec Xvfb -displayfd 1 -screen 0 1280x900x24 -nolisten tcp 2>/dev/null; }
  server=$!
  program=
  trap 'kill $program $server 2>/dev/null || true; rm -f "$shot"' RETURN
  read -r -t 60 display <&"${SCREEN[0]}"
  export DISPLAY=:$display
  ./dev run & program=$!
  for tries in $(seq 180); do
    sleep 1
    kill -0 "$program" || return 1
    id=$(xdotool search --onlyvisible --class lockstep-workbench 2>/dev/null | head -n 1) || true
    if [ -n "$id" ] && import -window "$id" "$shot" 2>/dev/null && picture "$shot"; then
      echo "first frame after $tries s"
      return 0
    fi
  done
  return 1
}

"$@"
