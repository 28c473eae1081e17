#!/bin/sh
# clang-tidy finds nothing in app/, the host programs, the desk and the native board. $1: the build folder with compile_commands.json
#
#   sh tests/lint/tidy.sh BUILD          as in ctest: every check, on every file
#   sh tests/lint/tidy.sh BUILD deep     the analyzer follows 45 times as many states of each function: some minutes
set -eu
. tests/lint/written_for
written_for clang-tidy 14
# Nearly all the time goes into the path-sensitive analyzer, and of that into the functions where it runs until its bound.
case "${2:-}" in deep) states=225000 ;; *) states=5000 ;; esac
look_at() { # the build folder that knows how they are compiled, then what git calls them
    database=$1
    shift
    git ls-files -co --exclude-standard "$@" |
        xargs -r -P "$(nproc)" -n 8 "$tool" -p "$database" --quiet --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang \
            --extra-arg="max-nodes=$states" 2>"$build/tidy.log" || { cat "$build/tidy.log" >&2; exit 1; }
}
build=$1
look_at "$build" 'app/*.c' 'tools/*.c' ':!tools/dictgen.c' ':!tools/desktables.c' ':!tools/desk/*' 'boards/native/*.c'
if [ -f "$build/../desk/compile_commands.json" ]; then
    look_at "$build/../desk" 'tools/desk/*.c'
else
    echo "NOTICE: the desk is not built: clang-tidy did not look at it"
fi
