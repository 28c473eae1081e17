#!/bin/sh
# Configures and builds one preset, or the host program and the image if none is named:
#
#   sh tools/build.sh [--werror] [host | host-sanitize | fuzz | native | lm3s6965evb]
#   sh tools/build.sh PRESET:TARGET        one thing of it, such as host:crawlbox
#
# Needs what tools/setup.sh gets. Quiet unless something goes wrong, or a compiler warns. With --werror a warning of a compiler
# that the code was written with (gcc 12 and 14, clang 14 and 19) ends the build; the preset's folder remembers it.
set -eu
cd "$(dirname "$0")/.."

run_quietly() {
    log=$1
    shift
    "$@" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
}

show_warnings() {
    grep -A 3 -E '(^|: )warning: ' "$1" >&2 || true
}

case "${1:-}" in -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
options=
if [ "${1:-}" = --werror ]; then
    options=-DCRAWLBOX_WERROR=ON
    shift
fi
mkdir -p build/log
for wanted in ${*:-host lm3s6965evb}; do
    preset=${wanted%%:*} target=all
    [ "$preset" = "$wanted" ] || target=${wanted#*:}
    # shellcheck disable=SC2086 # no option is no word
    run_quietly "build/log/configure-$preset.log" cmake --preset "$preset" $options
    run_quietly "build/log/build-$preset.log" cmake --build --preset "$preset" --target "$target"
    show_warnings "build/log/build-$preset.log"
done
