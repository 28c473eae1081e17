#!/bin/sh
# clang-tidy finds nothing in app/, the host program and the native board. $1: the build folder with compile_commands.json
set -eu
. tests/lint/written_for
written_for clang-tidy 14
git ls-files -co --exclude-standard 'app/*.c' 'tools/host/*.c' 'boards/native/*.c' |
    xargs -r -P "$(nproc)" -n 8 "$tool" -p "$1" --quiet 2>"$1/tidy.log" || { cat "$1/tidy.log" >&2; exit 1; }
