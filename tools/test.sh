#!/bin/sh
# Sets everything up, builds everything, runs every test, and closes with one count of all of them.
#
#   sh tools/test.sh           all of it
#   sh tools/test.sh PRESET    one build only: host, host-sanitize, fuzz, native or lm3s6965evb
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
    -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit 0 ;;
    '') presets='host host-sanitize fuzz native lm3s6965evb' ;;
    host | host-sanitize | fuzz | native | lm3s6965evb) presets=$1 ;;
    *) echo "test: there is no preset '$1' (see sh tools/test.sh --help)" >&2; exit 2 ;;
esac

sh tools/setup.sh --test
mkdir -p build/log
passed=0 failed=0
for preset in $presets; do
    echo "== $preset: build"
    sh tools/build.sh "$preset"
    echo "== $preset: tests"
    ctest --preset "$preset" -j "$(nproc)" --no-tests=error 2>&1 | tee "build/log/test-$preset.log" || true
    result=$(sed -n 's/.*tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\1 \2/p' "build/log/test-$preset.log")
    [ -n "$result" ] || { echo "test: ctest of $preset gave no result" >&2; exit 1; }
    failed=$((failed + ${result% *}))
    passed=$((passed + ${result#* } - ${result% *}))
done
echo
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
