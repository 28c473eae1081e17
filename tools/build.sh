#!/bin/sh
# Configures and builds one preset, or the host programs, the desk and the image if none is named:
#
#   sh tools/build.sh [OPTION...] [host | host-sanitize | fuzz | native | desk | lm3s6965evb]
#   sh tools/build.sh [OPTION...] PRESET:TARGET        one thing of it, such as host:crawlbox
#
#   --werror         a warning of a compiler that the code was written with (gcc 12 and 14, clang 14 and 19) ends the build
#   --kernel PATH    with another FreeRTOS kernel, V9.0.0 to V11: into build/PRESET-kernel instead of build/PRESET
#
# Needs what tools/setup.sh gets. Quiet unless something goes wrong, or a compiler warns.
set -eu
from=$(pwd)
cd "$(dirname "$0")/.."

run_quietly() {
    log=$1
    shift
    "$@" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
}

show_warnings() {
    grep -A 3 -E '(^|: )warning: ' "$1" >&2 || true
}

options='' ending=''
while :; do
    case "${1:-}" in
        -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --werror) options="$options -DCRAWLBOX_WERROR=ON" ;;
        --kernel)
            kernel=$(cd "$from" && realpath "${2:-.}") ending=-kernel
            [ -f "$kernel/tasks.c" ] || { echo "build: there is no FreeRTOS kernel in '$kernel' (no tasks.c)" >&2; exit 2; }
            shift ;;
        *) break ;;
    esac
    shift
done
mkdir -p build/log
for wanted in ${*:-host desk lm3s6965evb}; do
    preset=${wanted%%:*} target=all
    [ "$preset" = "$wanted" ] || target=${wanted#*:}
    name=$preset$ending
    # shellcheck disable=SC2086 # options are to be split
    run_quietly "build/log/configure-$name.log" cmake --preset "$preset" -B "build/$name" $options ${kernel:+"-DFREERTOS_KERNEL_PATH=$kernel"}
    run_quietly "build/log/build-$name.log" cmake --build "build/$name" --target "$target"
    show_warnings "build/log/build-$name.log"
done
