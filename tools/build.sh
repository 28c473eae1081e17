#!/bin/sh
# Configures and builds one preset, or the host program and the image if none is named:
#
#   sh tools/build.sh [host | host-sanitize | fuzz | native | lm3s6965evb]
#   sh tools/build.sh PRESET:TARGET        one thing of it, such as host:crawlbox
#
# Needs what tools/setup.sh gets. Quiet unless something goes wrong.
set -eu
cd "$(dirname "$0")/.."

run_quietly() {
    log=$1
    shift
    "$@" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
}

case "${1:-}" in -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
mkdir -p build/log
for wanted in ${*:-host lm3s6965evb}; do
    preset=${wanted%%:*} target=all
    [ "$preset" = "$wanted" ] || target=${wanted#*:}
    run_quietly "build/log/configure-$preset.log" cmake --preset "$preset"
    run_quietly "build/log/build-$preset.log" cmake --build --preset "$preset" --target "$target"
done
