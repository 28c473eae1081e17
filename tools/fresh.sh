#!/bin/sh
# Tries the two commands of README.md as a newcomer would: on a bare Debian, from a fresh clone of HEAD, with nothing downloaded before.
#
#   sh tools/fresh.sh [OPTION...] [SUITE...]      bookworm (Debian 12) and trixie (Debian 13) unless named
#
#   --demo     only sh tools/demo.sh
#   --test     only sh tools/test.sh
#   --reuse    begin with the bare Debian that an earlier run made, if there is one in the cache
#   --keep     leave the root in ${TMPDIR:-/var/tmp}, to look at
#
# apt uses the proxies there that it uses here, and npm trusts the certificates that NODE_EXTRA_CA_CERTS names here.
# Needs root, a network, debootstrap (which is installed if it is missing) and 8 GB in ${TMPDIR:-/var/tmp}.
# What the commands said is in build/fresh/SUITE/, with the logs of the clone's own build. Exit status 1: something failed.
# Mounts and processes are in namespaces of their own: when this ends, however it ends, none of them is left. No part of tools/test.sh.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cache=${CRAWLBOX_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crawlbox}/fresh

say() { printf 'fresh: %s\n' "$*"; }
die() { printf 'fresh: %s\n' "$*" >&2; exit 2; }

# Runs a command in namespaces of its own for mounts and processes. They end with it, and it with us; a signal is heard meanwhile.
isolated() {
    setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child --mount-proc "$@" </dev/null &
    child=$!
    status=0
    wait "$child" || status=$?
    child=
    return "$status"
}

# make_device NAME MAJOR MINOR
make_device() { mknod -m 666 "$root/dev/$1" c "$2" "$3"; }

# In the new namespaces, as their first process: $1 becomes the root of everything, and the rest is run there. A real root, not
# chroot: in a chroot nobody may make a namespace of one's own users, as the tests do.
enter_root() {
    root=$1
    shift
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount -t sysfs sysfs "$root/sys"
    mount -t tmpfs -o mode=755 dev "$root/dev"
    mkdir "$root/dev/net" "$root/dev/pts" "$root/dev/shm"
    make_device null 1 3
    make_device zero 1 5
    make_device full 1 7
    make_device random 1 8
    make_device urandom 1 9
    make_device tty 5 0
    make_device net/tun 10 200
    mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5 devpts "$root/dev/pts"
    mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    mkdir -p "$root/old"
    cd "$root"
    pivot_root . old
    # The shell stays: a first process has to collect those that lost their parents.
    exec chroot . sh -c 'umount -l /old && rmdir /old && cd /opt/crawlbox && "$@"; exit $?' enter "$@"
}

# A bare Debian in $root, with the mirror and the keys of this machine.
make_root() {
    base=$cache/$suite.tar
    if [ -n "$reuse" ] && [ -f "$base" ]; then
        say "$suite: unpacking the bare Debian of $(date -r "$base" +%F)"
        tar -xf "$base" -C "$root"
    else
        say "$suite: making a bare Debian"
        isolated debootstrap --variant=minbase --keyring="$keyring" "$suite" "$root" "$mirror" >"$logs/debootstrap.log" 2>&1 || {
            tail -n 5 "$logs/debootstrap.log" >&2
            return 1
        }
        mkdir -p "$cache"
        tar -cf "$base.new" -C "$root" .
        mv "$base.new" "$base"
    fi
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    # How this machine's apt and npm get out, if not directly: through a proxy, and one that npm has to be told to trust.
    apt-config dump | grep -E '^Acquire::https?::Proxy' >"$root/etc/apt/apt.conf.d/90proxy" || true
    certificates=''
    [ ! -f "${NODE_EXTRA_CA_CERTS:-}" ] || {
        certificates=/etc/this-network.pem
        cp -L "$NODE_EXTRA_CA_CERTS" "$root$certificates"
    }
    git clone -q --no-hardlinks "$top" "$root/opt/crawlbox"
}

# run_command NAME: sh tools/NAME.sh in $root; what it says goes to NAME.log, its last line to us.
run_command() {
    say "$suite: sh tools/$1.sh (see $logs/$1.log)"
    began=$(date +%s)
    isolated sh "$top/tools/fresh.sh" --enter "$root" env -i HOME=/root LANG=C.UTF-8 TERM=dumb \
        ${certificates:+NODE_EXTRA_CA_CERTS=$certificates} \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh "tools/$1.sh" >"$logs/$1.log" 2>&1 || true
    minutes=$((($(date +%s) - began + 59) / 60))
    if [ "$status" -eq 0 ]; then
        say "$suite: $1 passed in $minutes min: $(tail -n 1 "$logs/$1.log")"
    else
        say "$suite: $1 FAILED (status $status) after $minutes min; its last lines:"
        tail -n 15 "$logs/$1.log" | sed 's/^/    /'
        failed="$failed $suite/$1"
    fi
}

# When this ends: the command under way ends, and the root goes. Nothing is mounted below it here; should something be, it is left alone.
clean_up() {
    if [ -n "${child:-}" ]; then
        kill -KILL "$child" 2>/dev/null || true
        wait "$child" 2>/dev/null || true
        child=
    fi
    [ -n "${root:-}" ] && [ -z "$keep" ] && [ -d "$root" ] || return 0
    if grep -qF " $root/" /proc/mounts; then say "something is mounted below $root: left there"; return 0; fi
    rm -rf --one-file-system "$root"
}

try_suite() {
    logs=$top/build/fresh/$suite
    rm -rf "$logs"
    mkdir -p "$logs"
    root=$(mktemp -d "${TMPDIR:-/var/tmp}/crawlbox-fresh-$suite.XXXXXX")
    chmod 755 "$root"
    if make_root; then
        for command in $commands; do run_command "$command"; done
        cp -r "$root/opt/crawlbox/build/log" "$logs/" 2>/dev/null || true
        [ -z "$keep" ] || say "$suite: its root is $root"
    else
        failed="$failed $suite/debootstrap"
    fi
    clean_up
}

if [ "${1:-}" = --enter ]; then
    shift
    enter_root "$@"
fi

commands='demo test' reuse='' keep='' suites=''
for argument; do
    case "$argument" in
        -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --demo) commands=demo ;;
        --test) commands=test ;;
        --reuse) reuse=yes ;;
        --keep) keep=yes ;;
        -*) die "unknown option $argument (see sh tools/fresh.sh --help)" ;;
        *) suites="$suites $argument" ;;
    esac
done

[ "$(id -u)" -eq 0 ] || die "this makes a root of its own and mounts into it: run it as root"
unshare --mount --pid --fork true 2>/dev/null || die "this mounts, which nobody may here: run it outside a container"
. "$top/tools/own_network"
find_own_network || die "$why_not"
. "$top/tools/debian_mirror"
find_debian_mirror || exit 2
if ! command -v debootstrap >/dev/null 2>&1; then
    say "installing debootstrap"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends debootstrap >/dev/null ||
        die "debootstrap is not installed, and apt-get could not install it"
fi
# This runs as root; the sources may be somebody else's, which git wants to be told.
mkdir -p "$top/build/fresh"
printf '[safe]\n\tdirectory = *\n' >"$top/build/fresh/gitconfig"
export GIT_CONFIG_GLOBAL="$top/build/fresh/gitconfig"
[ -z "$(git -C "$top" status --porcelain)" ] || say "what is not committed is not tried: the clone has HEAD, $(git -C "$top" log -1 --format='%h %s')"

failed=''
trap clean_up EXIT
trap 'exit 130' INT TERM HUP
for suite in ${suites:-bookworm trixie}; do try_suite; done
[ -z "$failed" ] || { say "failed:$failed"; exit 1; }
say "all passed"
