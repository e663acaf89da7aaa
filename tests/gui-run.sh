#!/bin/bash
# A private display, session bus and window manager; runs "$@" in it and ends them all.
# The exit status is the command's. KEEP=1 keeps the scratch folder, SCREEN=1920x1080x24
# chooses the size, NOWM=1 leaves the window manager out.
set -u
T=$(mktemp -d "${TMPDIR:-/tmp}/gui.XXXXXX")
PIDS=()
cleanup () {
  for p in "${PIDS[@]}"; do kill "$p" 2>/dev/null; done
  wait "${PIDS[@]}" 2>/dev/null
  if [ -n "${KEEP-}" ]; then echo "# kept $T"; else rm -rf "$T"; fi
}
trap cleanup EXIT
trap 'exit 143' TERM INT

# A missing program is no failure of what is tested: 77 is "skipped" for meson.
for program in Xvfb dbus-daemon; do
  command -v "$program" >/dev/null || { echo "1..0 # SKIP $program is not installed"; exit 77; }
done

export SCRATCH=$T HOME=$T/home XDG_RUNTIME_DIR=$T/run XDG_CONFIG_HOME=$T/home/.config \
       XDG_DATA_HOME=$T/home/.local/share XDG_CACHE_HOME=$T/home/.cache
mkdir -p "$XDG_CONFIG_HOME/gtk-3.0" "$XDG_DATA_HOME" "$XDG_CACHE_HOME" "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
export LANG=C.UTF-8 LC_ALL=${GUI_LOCALE-C.UTF-8} TZ=UTC GDK_BACKEND=x11 GDK_SCALE=${GDK_SCALE-1} \
       GTK_THEME=${GTK_THEME-Adwaita} GTK_CSD=${GTK_CSD-0} GTK_USE_PORTAL=0 GIO_USE_VFS=local \
       GSETTINGS_BACKEND=memory GTK_OVERLAY_SCROLLING=0 GTK_IM_MODULE=gtk-im-context-simple \
       NO_AT_BRIDGE=${NO_AT_BRIDGE-0}
unset GTK_MODULES AT_SPI_BUS_ADDRESS WAYLAND_DISPLAY XAUTHORITY
printf '%s\n' '[Settings]' 'gtk-font-name=Cantarell 11' 'gtk-icon-theme-name=Adwaita' \
  'gtk-enable-animations=0' 'gtk-cursor-blink=0' 'gtk-print-backends=file' \
  > "$XDG_CONFIG_HOME/gtk-3.0/settings.ini"

until_file () {
  for _ in $(seq 200); do [ -s "$1" ] && return; sleep 0.02; done
  echo "Bail out! $1"
  exit 99
}
Xvfb -displayfd 3 -screen 0 "${SCREEN-1280x900x24}" -dpi 96 -nolisten tcp -noreset \
  3>"$T/dpy" >"$T/xvfb.log" 2>&1 & PIDS+=($!)
dbus-daemon --session --nofork --nopidfile --print-address=3 \
  3>"$T/bus" >"$T/bus.log" 2>&1 & PIDS+=($!)
until_file "$T/dpy"
until_file "$T/bus"
DISPLAY=:$(cat "$T/dpy")
DBUS_SESSION_BUS_ADDRESS=$(cat "$T/bus")
export DISPLAY DBUS_SESSION_BUS_ADDRESS
if [ -z "${NOWM-}" ] && command -v openbox >/dev/null; then
  openbox --sm-disable >"$T/wm.log" 2>&1 & PIDS+=($!)
  for _ in $(seq 200); do
    xprop -root _NET_SUPPORTING_WM_CHECK 2>/dev/null | grep -q 'window id' && break
    sleep 0.02
  done
fi
"$@"
exit $?
