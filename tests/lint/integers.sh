#!/bin/sh
# The image, and the program that makes its dictionary while it is built, compute with integers: the same sources give the same image on
# every machine. The model, which was learned with floating point, is kept as bytes (host_model learns it again and compares).
set -eu
found=$(git ls-files 'app/*.[ch]' 'firmware/*.[ch]' 'drivers/*.[ch]' 'boards/lm3s6965evb/*.[ch]' 'tools/crawlbox/dict/*.[ch]' tools/dictgen.c \
    tools/common/cli.c tools/common/output.c tools/common/share.c | xargs perl -0777 -ne '
    s{/\*.*?\*/|//[^\n]*|"(\\.|[^"\\\n])*"}{}gs; # comments and texts may say double
    print "$ARGV: $&\n" while /[^\n]*\b(float|double|math\.h)\b[^\n]*/g')
[ -z "$found" ] || { printf 'what makes the image must compute with integers:\n%s\n' "$found" >&2; exit 1; }
