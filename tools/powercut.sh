#!/bin/sh
# Cuts power after every sector write of a crawl on an emulated card, in all the ways a card can fail: clean, writes since
# the last sync dropped, torn, reordered; with fsck.fat at every point that changes FAT or folders and every 10th
# other. Takes some minutes; the tests run a short form of it (fault_powercut).
#
#   sh tools/powercut.sh
set -eu
cd "$(dirname "$0")/.."
case "${1:-}" in
    -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit 0 ;;
    '') ;;
    *) echo "powercut: takes no arguments (see sh tools/powercut.sh --help)" >&2; exit 2 ;;
esac
sh tools/setup.sh
sh tools/build.sh host
folder=$([ -d /dev/shm ] && echo /dev/shm || echo build)
exec build/host/tests/powercut --variants --fsck 10 "$folder/crawlbox-powercut-$$.img"
