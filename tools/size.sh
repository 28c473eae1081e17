#!/bin/sh
# Builds the image and prints where its flash and RAM go: sh tools/size.sh
#
# The report is build/lm3s6965evb/memory.md, made by every build of the image. Needs what tools/setup.sh gets.
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
    -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit 0 ;;
    '') ;;
    *) echo "size: takes no arguments (see sh tools/size.sh --help)" >&2; exit 2 ;;
esac
sh tools/setup.sh
sh tools/build.sh lm3s6965evb
cat build/lm3s6965evb/memory.md
echo
echo "with $(arm-none-eabi-gcc --version | head -n 1):"
grep -E '^(flash free|RAM unclaimed): ' build/lm3s6965evb/memory.md
