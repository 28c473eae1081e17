#!/bin/sh
# Fuzzes one parser for a while: sh tools/fuzz.sh NAME SECONDS
# Or all of them, one after another, and sums up: sh tools/fuzz.sh --all SECONDS
#
# Without a name it lists the fuzzers. What is found is kept in build/fuzz/corpus/NAME and read again by the next run;
# an input that breaks something is left there as crash-*.
set -eu
cd "$(dirname "$0")/.."

list() { for file in tests/fuzz/fuzz_*.c; do [ -e "$file" ] && basename "$file" .c | sed 's/^fuzz_//'; done; }

case "${1:-}" in
    '') echo "fuzzers (sh tools/fuzz.sh NAME SECONDS):"; list | sed 's/^/  /'; exit 0 ;;
    -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit 0 ;;
esac
[ "$1" = --all ] || [ -f "tests/fuzz/fuzz_$1.c" ] || { echo "fuzz: there is no fuzzer '$1'; known: $(list | tr '\n' ' ')" >&2; exit 2; }
case "${2:-}" in '' | *[!0-9]*) echo "fuzz: say for how many seconds: sh tools/fuzz.sh $1 60" >&2; exit 2 ;; esac
sh tools/setup.sh
sh tools/build.sh fuzz

fuzz() {
    corpus=build/fuzz/corpus/$1
    mkdir -p "$corpus"
    "build/fuzz/tests/fuzz_$1" -max_total_time="$2" -max_len=65536 -timeout=20 -print_final_stats=1 \
        -artifact_prefix="$corpus/" "$corpus"
}

if [ "$1" != --all ]; then
    fuzz "$1" "$2"
    exit
fi
# One line each: how many inputs were tried, and whether one of them broke something, leaked or took too long.
broken=0 targets=0
for name in $(list); do
    log=build/log/fuzz-$name.log result=sound
    fuzz "$name" "$2" >"$log" 2>&1 || { result="BROKEN: see $log" broken=$((broken + 1)); }
    targets=$((targets + 1))
    tried=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -1)
    printf '%-12s %12s inputs  %s\n' "$name" "${tried:-?}" "$result"
done
echo "$targets fuzzers, $2 s each: $broken broken"
[ "$broken" = 0 ]
