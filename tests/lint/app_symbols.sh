#!/bin/sh
# app/ calls nothing but itself, string.h and what its ports declare (app/port): no heap, no stdio, no system. $1: the build folder
set -eu
library=$1/app/libapp.a
allowed='^(mem(cpy|move|set|cmp|chr)|str(len|nlen|cmp|ncmp|chr|rchr|cspn|spn)|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_'
allowed="$allowed|__(memcpy|memset|memmove)_chk)\$"
# Declarations begin at the left edge: "int net_resolve(const char *host," or "extern const struct fetch_port network;".
ports=$(sed -nE 's/^[a-z][a-z0-9_ ]*[ *]([a-z][a-z0-9_]*)\(.*/\1/p
    s/^extern [a-z][a-z0-9_ ]*[ *]([a-z][a-z0-9_]*);.*/\1/p' app/port/*.h | sort -u)
[ -n "$ports" ] || { echo "app/port declares nothing that could be read" >&2; exit 1; }
defined=$(nm --defined-only -g "$library" | awk 'NF == 3 { print $3 }' | sort -u)
foreign=$(nm -u "$library" | awk 'NF == 2 { print $2 }' | sort -u | grep -vxF "$defined" | grep -vxF "$ports" | grep -Ev "$allowed" || true)
[ -z "$foreign" ] || { echo "app/ must not call: $foreign" | tr '\n' ' ' >&2; exit 1; }
headers=$(grep -rnE '^ *# *include *[<"]' app |
    grep -vE '<(stdint|stddef|stdbool|string|limits|stdarg|stdalign|stdnoreturn)\.h>|"[a-z0-9_]+(/[a-z0-9_]+)+\.(h|def|inc)"' || true)
[ -z "$headers" ] || { echo "app/ must not include: $headers" >&2; exit 1; }
# .data.rel.ro is constant: pointers that the host's loader fills in
state=$(objdump -t "$library" | awk '/ O (\.data|\.bss|\*COM\*)/ && !/ O \.data\.rel\.ro/ { print $NF }')
[ -z "$state" ] || { echo "app/ must keep no state of its own: $state" >&2; exit 1; }
