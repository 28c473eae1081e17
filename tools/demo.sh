#!/bin/sh
# Shows the box working, from nothing: installs what is needed, builds, makes a small web and a card, boots the real image in QEMU
# in a private network, lets it crawl, cuts its power, lets it go on to the end, ejects and empties the card, and reports what was harvested.
#
#   sh tools/demo.sh
#
# Leaves build/demo/report.html, card.img, collection/, display.png, console.txt and access.tsv.
# Needs a Debian machine that allows a private network (a plain container does not), and root or sudo the first time.
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
    -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit 0 ;;
    '') ;;
    *) echo "demo: takes no arguments (see sh tools/demo.sh --help)" >&2; exit 2 ;;
esac

. tools/own_network
find_own_network || { echo "demo: $why_not" >&2; exit 2; }
echo "== Setting up (the first time this takes a few minutes)"
sh tools/setup.sh
echo "== Building the host programs and the image"
sh tools/build.sh host:crawlbox host:crawlbox-lab lm3s6965evb:crawlbox.elf
mkdir -p build/demo
PYTHONDONTWRITEBYTECODE=1 exec python3 tests/e2e/demo.py build/demo
