#!/bin/sh
# The whole storage path (SD driver, FatFs, journal, WARC records, logs) takes at most 4,096 bytes of RAM, stacks apart.
# $1: the build folder
set -eu
image=$1/firmware/crawlbox.elf
bytes=$(arm-none-eabi-nm -S "$image" | awk '
    $3 ~ /^[bBdD]$/ && $4 ~ /^(ram_card|disk|FatFs|Fsid|LfnBuf)$/ { print "0x" $2 }' | {
    sum=0
    while read -r size; do sum=$((sum + size)); done
    echo "$sum"
})
[ "$bytes" -gt 512 ] || { echo "the storage path was not found in $image" >&2; exit 1; }
[ "$bytes" -le 4096 ] || { echo "the storage path takes $bytes bytes of RAM, more than 4096" >&2; exit 1; }
