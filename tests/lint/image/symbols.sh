#!/bin/sh
# The image has no heap and no stdio: nothing of libc that would bring them is linked. $1: the build folder
set -eu
symbols=$(arm-none-eabi-nm "$1/firmware/crawlbox.elf" | awk '{ print $NF }')
found=$(printf '%s\n' "$symbols" |
    grep -E '^_*(malloc|calloc|realloc|free|sbrk|v?s?n?printf|v?sn?i?printf|strtok|strtod|impure_ptr|exit)(_r)?$' || true)
[ -z "$found" ] || { echo "the image must not contain: $found" | tr '\n' ' ' >&2; exit 1; }
printf '%s\n' "$symbols" | grep -qx reset_handler || { echo "nm shows no reset_handler(): is this the image?" >&2; exit 1; }
[ -s "$1/firmware/crawlbox.bin" ] || { echo "there is no crawlbox.bin" >&2; exit 1; }
