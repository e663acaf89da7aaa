#!/bin/bash
# try.sh DIRECTORY: the package in DIRECTORY tried where nothing else was built: installed by apt, opened by
# its type and run (opened.py), removed without a trace. Speaks TAP. For the root of a fresh Debian: it
# installs what the journey needs, and the package, on the system that it runs on. Steps are called by name.
# shellcheck disable=SC2317
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
package=$(ls "${1:?}"/lockstep_*.deb)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tools=(xvfb xauth dbus at-spi2-core gir1.2-atspi-2.0 gir1.2-gtk-3.0 python3-gi xdotool openbox
  imagemagick x11-utils libglib2.0-bin procps)
number=0 failed=0

step ()
{
  local title=$1 log=$work/log
  shift

  number=$((number + 1))
  if "$@" >"$log" 2>&1; then
    echo "ok $number - $title"
  else
    echo "not ok $number - $title"
    sed 's/^/# /' "$log" | tail -n 40
    failed=1
  fi
}

install ()
{
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

# What a package may leave: caches of others' triggers, lists and logs of apt and dpkg.
list_files ()
{
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /run -o -path /var/cache \
    -o -path /var/log -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path "$(readlink -f "$here/../..")" \
    -o -path /root \) -prune -o -print | grep -v '__pycache__' | sort
}

removed ()
{
  DEBIAN_FRONTEND=noninteractive apt-get purge -y --autoremove -o APT::AutoRemove::RecommendsImportant=false lockstep
  list_files >"$work/after"
  ! grep -i lockstep "$work/after" && ! grep -rlsi lockstep /usr/share/mime /usr/share/applications \
    /usr/share/glib-2.0/schemas /etc && diff "$work/before" "$work/after"
}

journey ()
{
  "$here/../gui-run.sh" "$here/opened.py" "$work" >"$work/journey"
  local status=$?

  cat "$work/journey"
  return "$status"
}

echo "1..4"
step "the tools of the journey are installed" install "${tools[@]}"
list_files >"$work/before"
step "apt installs the package" install "$package"
step "it is opened by its type, runs, is left" journey
step "it is removed without a trace" removed
exit "$failed"
