#!/bin/sh
# Runs a benchmark: sh tools/bench.sh NAME [ARGUMENT...]
#
# Without a name it lists the benchmarks; NAME --help says what one does and which arguments it knows. Each writes build/bench/NAME.tsv
# with the columns metric, value, unit, goal, met (yes/no) and prints it as a table. They count instructions or compare within one run,
# never against a clock.
# 'find' shows whether its goals are met; with --full it also makes tables of every simulated web, which takes three times as long.
set -eu
cd "$(dirname "$0")/.."

list() { for file in tests/bench/bench_*.py; do [ -e "$file" ] && basename "$file" .py | sed 's/^bench_//'; done; }

case "${1:-}" in
    '') echo "benchmarks (sh tools/bench.sh NAME):"; list | sed 's/^/  /'; exit 0 ;;
    -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit 0 ;;
esac
[ -f "tests/bench/bench_$1.py" ] || { echo "bench: there is no benchmark '$1'; known: $(list | tr '\n' ' ')" >&2; exit 2; }
case " $* " in *' --help '* | *' -h '*) exec python3 "tests/bench/bench_$1.py" --help ;; esac
. tools/own_network
! grep -qE '^import (lab|namespace)( |$)' "tests/bench/bench_$1.py" || find_own_network || { echo "bench: $why_not" >&2; exit 2; }
sh tools/setup.sh --bench
sh tools/build.sh
mkdir -p build/bench
name=$1
shift
exec python3 "tests/bench/bench_$name.py" "build/bench/$name.tsv" "$@"
