#!/bin/sh
# Sets everything up, builds everything, runs every test, and closes with one count of all of them.
#
#   sh tools/test.sh           all of it
#   sh tools/test.sh PRESET    one build only: host, host-sanitize, fuzz, native or lm3s6965evb
#   sh tools/test.sh --kernel PATH
#                              the image with another FreeRTOS kernel, V9.0.0 to V11: what it takes of flash, RAM and stacks, and how
#                              it runs in QEMU. It is built in build/lm3s6965evb-kernel, apart from the one with Debian's kernel
#
# Most builds have tests that need a private network, so that a plain container has no place for them: then nothing is begun but fuzz.
# Tests of the host program with sanitizers have the same names as those without, behind 'sanitized_'.
set -eu
from=$(pwd)
cd "$(dirname "$0")/.."

kernel=''
case "${1:-}" in
    -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit 0 ;;
    '') presets='lm3s6965evb host-sanitize fuzz native desk host' ;;
    host) presets='desk host' ;; # a page, which its tests open
    host-sanitize | fuzz | native | lm3s6965evb) presets=$1 ;;
    --kernel)
        kernel=$(cd "$from" && realpath "${2:-.}")
        [ -f "$kernel/tasks.c" ] || { echo "test: there is no FreeRTOS kernel in '$kernel' (no tasks.c)" >&2; exit 2; }
        presets=lm3s6965evb-kernel ;;
    *) echo "test: there is no preset '$1' (see sh tools/test.sh --help)" >&2; exit 2 ;;
esac

. tools/own_network
[ "$presets" = fuzz ] || find_own_network || {
    echo "test: $why_not (what needs no network can be tried without: sh tools/setup.sh && sh tools/build.sh host &&" \
        "ctest --test-dir build/host -R '^(unit|fault|lint)_')" >&2
    exit 2
}

# What setup.sh gets from Debian goes before programs of the same name that somebody else has installed: tests were written with Debian's, and a
# Python behind a chooser of versions takes eight times as long to start.
PATH=/usr/sbin:/usr/bin:/sbin:/bin:$PATH
export PATH
sh tools/setup.sh --test
mkdir -p build/log

# Two at a time: each has stretches that keep only one core busy.
echo "== build: $presets"
if [ -n "$kernel" ]; then
    sh tools/build.sh desk host:crawlbox host:crawlbox-lab # which tests of the box use
    sh tools/build.sh --werror --kernel "$kernel" lm3s6965evb:crawlbox.elf lm3s6965evb:memory
    selection='--tests-regex ^(e2e|image|lint_image)_ --exclude-regex ^(e2e_predict|lint_image_tidy)$' # the others see no kernel
else
    printf '%s\n' $presets | CMAKE_BUILD_PARALLEL_LEVEL=$(nproc) xargs -n 1 -P 2 sh tools/build.sh --werror
    selection=
fi

# All in one run, three times as many at a time as there are cores: tests of the box wait more than they compute. The time-out is for a
# test that hangs: no test depends on how fast the machine is.
echo "== tests"
printf 'subdirs(%s)\n' $presets >build/CTestTestfile.cmake
# shellcheck disable=SC2086 # options are to be split
ctest --test-dir build $selection -j "$((3 * $(nproc)))" --timeout 1800 --output-on-failure --no-tests=error 2>&1 | tee build/log/test.log || true
result=$(sed -n 's/.*tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\1 \2/p' build/log/test.log)
[ -n "$result" ] || { echo "test: ctest gave no result" >&2; exit 1; }
failed=${result% *}
echo
# What was left out for want of a program.
grep -o 'NOTICE: .*' build/Testing/Temporary/LastTest.log | cut -c 1-150 | sort | uniq -c || true
left_out=$(grep -c '\*\*\*Skipped' build/log/test.log || true)
echo "$((${result#* } - failed - left_out)) passed, $failed failed$([ "$left_out" -eq 0 ] || echo ", $left_out skipped")"
[ "$failed" -eq 0 ]
