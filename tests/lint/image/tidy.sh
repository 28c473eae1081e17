#!/bin/sh
# clang-tidy finds nothing in drivers/, firmware/ and boards/. Called like tests/lint/tidy.sh, with or without 'deep'.
set -eu
. tests/lint/written_for
written_for clang-tidy 14
case "${2:-}" in deep) states=225000 ;; *) states=5000 ;; esac
# The commands are those of arm-none-eabi-gcc: tell clang the target and where its C library is.
include=$(arm-none-eabi-gcc -xc -E -v /dev/null 2>&1 | sed -n 's/^ \(.*arm-none-eabi\/include\)$/\1/p' | tail -1)
# clang does not know all options of gcc.
mkdir -p "$1/tidy"
sed -E 's/ -(fcallgraph-info=su|f(no-)?lto|ffat-lto-objects|fipa-pta|fno-[a-z]+[a-z0-9-]*)//g' \
    "$1/compile_commands.json" >"$1/tidy/compile_commands.json"
git ls-files -co --exclude-standard 'drivers/*.c' 'firmware/*.c' 'boards/lm3s6965evb/*.c' |
    xargs -r -P "$(nproc)" -n 8 "$tool" -p "$1/tidy" --quiet --extra-arg=--target=arm-none-eabi \
        --extra-arg=-isystem"$include" --extra-arg=-Wno-unknown-warning-option --extra-arg=-Xclang --extra-arg=-analyzer-config \
        --extra-arg=-Xclang --extra-arg=max-nodes="$states" 2>"$1/tidy.log" || { cat "$1/tidy.log" >&2; exit 1; }
