#!/bin/sh
# The image leaves free what it has to, no stack can overflow, no component is over its budget. $1: the build folder
# `sh tools/size.sh` shows the figures; tests/budget.txt holds the limits.
set -eu
kernel=$(sed -n 's/^FREERTOS_KERNEL_PATH:[A-Z]*=//p' "$1/CMakeCache.txt")
[ "$kernel" = "$PWD/build/third_party/freertos" ] && other='' || other=--other-kernel
PYTHONDONTWRITEBYTECODE=1 python3 tools/memory.py "$1/firmware/crawlbox.elf" --parts "$1/firmware/parts.elf.map" --build "$1" --check $other
