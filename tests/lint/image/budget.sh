#!/bin/sh
# No component is over its budget, no stack can overflow, the image fits its board. $1: the build folder
# `sh tools/size.sh` shows the figures; tests/budget.txt holds the limits.
set -eu
PYTHONDONTWRITEBYTECODE=1 python3 tools/memory.py "$1/firmware/crawlbox.elf" --build "$1" --check
