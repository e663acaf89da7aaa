# shellcheck shell=bash disable=SC2016 # formats of apt, and what is expanded later
# Minimal roots of Debian 12 to try things in as on a new machine; sourced.
#
#   make_root DIR            packs out a root in DIR, making it first where there is none yet
#   enter_root DIR COMMAND…  runs COMMAND there as root, with file systems of its own that go with it
#   drop_root DIR            removes it
#
# All return non-zero, with a line on standard error, where that cannot be done.

root_suite=bookworm

root_cache ()
{
  printf '%s/lockstep/%s-%s.tar\n' "${XDG_CACHE_HOME:-${HOME:-/root}/.cache}" "$root_suite" "$(dpkg --print-architecture)"
}

# Where this machine has its Debian packages from: what apt is set to, whatever that is.
root_source ()
{
  apt-get indextargets --format '$(REPO_URI) $(COMPONENT) $(ORIGIN) $(CODENAME)' 'Created-By: Packages' 2>/dev/null \
    | awk -v suite="$root_suite" '$2 == "main" && $3 == "Debian" && $4 == suite { print $1; exit }'
}

make_root ()
{
  local directory=$1 tar

  if ! command -v apt-get >/dev/null || ! command -v unshare >/dev/null; then
    echo "there is no apt-get or no unshare" >&2
    return 1
  fi
  tar=$(root_cache)
  # Security updates pile up on an old one.
  [ -n "$(find "$tar" -mtime -30 2>/dev/null)" ] || make_root_tar "$tar" || return 1
  mkdir -p "$directory"
  as_root_here tar -xpf "$tar" -C "$directory" --numeric-owner || return 1
  copy_apt_settings "$directory"
}

make_root_tar ()
{
  local source work

  if [ "$(id -u)" -eq 0 ] && ! command -v debootstrap >/dev/null; then
    { apt-get update -q; DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends debootstrap; } >&2
  fi
  source=$(root_source)
  if [ -z "$source" ] && [ "$(id -u)" -eq 0 ]; then
    apt-get update -q >&2
    source=$(root_source)
  fi
  [ -n "$source" ] || { echo "apt's lists here hold no $root_suite" >&2; return 1; }
  mkdir -p "$(dirname "$1")"
  work=$(mktemp -d) && chmod 755 "$work" || return 1
  # What somebody has who fetches the sources as the README says.
  if [ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null; then
    debootstrap --variant=minbase --include=git,ca-certificates,sudo "$root_suite" "$work" "$source" >&2 \
      && tar -cf "$1.new" -C "$work" --numeric-owner --one-file-system . && mv "$1.new" "$1"
  elif command -v mmdebstrap >/dev/null; then
    mmdebstrap --variant=minbase --include=git,ca-certificates,sudo "$root_suite" "$1.new" "$source" >&2 \
      && mv "$1.new" "$1"
  else
    echo "there is neither root with debootstrap nor mmdebstrap" >&2
  fi
  rm -rf --one-file-system "$work"
  [ -f "$1" ]
}

# COMMAND as root, in a user namespace where one is not.
as_root_here ()
{
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    unshare --user --map-root-user --map-auto "$@"
  fi
}

# Sources, proxies and certificates of this machine, by which packages are had here.
copy_apt_settings ()
{
  local root=$1 settings=etc/apt/apt.conf.d/90machine

  as_root_here cp -L /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
  apt-config dump Acquire | as_root_here tee "$root/$settings" >/dev/null
  as_root_here rm -f "$root/etc/apt/sources.list"
  grep -qs "^VERSION_CODENAME=$root_suite" /etc/os-release || {
    printf 'deb %s %s main\n' "$(root_source)" "$root_suite" | as_root_here tee "$root/etc/apt/sources.list" >/dev/null
    return
  }
  (
    cd /
    find etc/apt/sources.list etc/apt/sources.list.d etc/apt/keyrings etc/apt/trusted.gpg etc/apt/trusted.gpg.d \
      usr/local/share/ca-certificates etc/ssl/certs/ca-certificates.crt -type f ! -name '*.disabled*' -print0 2>/dev/null || true
  ) | tar -c -C / --null -T - | as_root_here tar -x -C "$root" --no-same-owner
  # Keys that sources name by their path.
  grep -rhoiE '(Signed-By: *|signed-by=)/[^] ]+' /etc/apt/sources.list* 2>/dev/null | grep -o '/.*' | sort -u \
    | while read -r key; do
      [ -e "$root$key" ] || [ ! -e "$key" ] || as_root_here install -D -m 644 "$key" "$root$key"
    done
  # A key may be one of a source that is not used.
  return 0
}

# The environment is that of a new machine, but for the way to the packages. Mounts are made in a name space
# and processes belong to one too: when the command ends, or is killed, all of them are gone.
enter_root ()
{
  local root=$1 name kept=() spaces=(--mount --pid --ipc --fork --kill-child)
  shift

  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ${ROOT_KEEPS:-}; do
    [ -z "${!name:-}" ] || kept+=("$name=${!name}")
  done
  [ "$(id -u)" -eq 0 ] || spaces+=(--user --map-root-user --map-auto)
  unshare "${spaces[@]}" bash -c '
    root=$1
    shift
    mount -t proc proc "$root/proc" && mount --rbind /sys "$root/sys" && mount --rbind /dev "$root/dev" \
      && mount -t tmpfs tmpfs "$root/dev/shm" && exec chroot "$root" env -i "$@"' enter "$root" \
    HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb LANG=C.UTF-8 \
    "${kept[@]}" "$@"
}

drop_root ()
{
  as_root_here rm -rf --one-file-system "$1"
}
