#!/bin/sh
# clang-tidy finds nothing in app/, the host program and the native board. $1: the build folder with compile_commands.json
#
#   sh tests/lint/tidy.sh BUILD          as in ctest: every check, on every file
#   sh tests/lint/tidy.sh BUILD deep     the analyzer follows nine times as many states of each function: some minutes
set -eu
. tests/lint/written_for
written_for clang-tidy 14
# Nearly all the time goes into the path-sensitive analyzer, and of that into the functions where it runs until its bound.
case "${2:-}" in deep) states=225000 ;; *) states=25000 ;; esac
git ls-files -co --exclude-standard 'app/*.c' 'tools/*.c' ':!tools/dictgen.c' 'boards/native/*.c' |
    xargs -r -P "$(nproc)" -n 8 "$tool" -p "$1" --quiet --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang \
        --extra-arg="max-nodes=$states" 2>"$1/tidy.log" || { cat "$1/tidy.log" >&2; exit 1; }
