#!/bin/sh
# Fuzzes one parser for a while: sh tools/fuzz.sh NAME SECONDS
# Or all of them, one on each core at a time, and sums up: sh tools/fuzz.sh --all SECONDS
# (a campaign of four hours of computing: sh tools/fuzz.sh --all 450)
#
# SECONDS are of computing, not of the clock: on a busy machine it takes longer, and no less is tried.
# Without a name it lists the fuzzers. What is found is kept in build/fuzz/corpus/NAME and read again by the next run;
# an input that breaks something, leaks, or keeps a parser busy for HANG seconds is left there as crash-*, leak-* or timeout-*.
set -eu
cd "$(dirname "$0")/.."

list() { for file in tests/fuzz/fuzz_*.c; do [ -e "$file" ] && basename "$file" .c | sed 's/^fuzz_//'; done; }

case "${1:-}" in
    '') echo "fuzzers (sh tools/fuzz.sh NAME SECONDS):"; list | sed 's/^/  /'; exit 0 ;;
    -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit 0 ;;
esac
# --one NAME SECONDS is what --all calls for each of them.
[ "$1" = --all ] || [ "$1" = --one ] || [ -f "tests/fuzz/fuzz_$1.c" ] ||
    { echo "fuzz: there is no fuzzer '$1'; known: $(list | tr '\n' ' ')" >&2; exit 2; }
[ "$1" = --one ] || case "${2:-}" in '' | *[!0-9]*) echo "fuzz: say for how many seconds: sh tools/fuzz.sh $1 60" >&2; exit 2 ;; esac
if [ "$1" != --one ]; then
    sh tools/setup.sh
    sh tools/build.sh fuzz
fi

HANG=300 # by the clock: a machine that is busy with ten other things is no hang

# Sets $computed to the seconds that children of this shell have computed. (A pipe or $(times) would ask a shell that has none.)
count_computing() {
    times >"$corpus.times"
    computed=$(awk -F '[ms ]+' 'NR == 2 { printf "%d", 60 * $1 + $2 + 60 * $3 + $4 }' "$corpus.times")
}

# fuzz NAME SECONDS: in one go on an idle machine, in several on a busy one, as libFuzzer itself looks at the clock only.
fuzz() {
    corpus=build/fuzz/corpus/$1
    mkdir -p "$corpus"
    count_computing
    end=$((computed + $2))
    while left=$((end - computed)) && [ "$left" -gt 0 ]; do
        "build/fuzz/tests/fuzz_$1" -max_total_time="$left" -max_len=65536 -timeout="$HANG" -print_final_stats=1 \
            -artifact_prefix="$corpus/" "$corpus" || return
        count_computing
    done
}

if [ "$1" != --all ] && [ "$1" != --one ]; then
    fuzz "$1" "$2"
    exit
fi
# One line each: how many inputs were tried in how much computing, how long the slowest took, and whether one of them broke something,
# leaked or took too long.
fuzz_and_tell() {
    log=build/log/fuzz-$1.log result=sound
    fuzz "$1" "$2" >"$log" 2>&1 || result="BROKEN: see $log"
    count_computing
    tried=$(awk '/^stat::number_of_executed_units:/ { sum += $2 } END { printf "%d", sum }' "$log")
    slowest=$(awk '/^stat::slowest_unit_time_sec:/ && $2 > most { most = $2 } END { printf "%d", most }' "$log")
    printf '%-12s %12s inputs %6s s, slowest %s s  %s\n' "$1" "$tried" "$computed" "$slowest" "$result"
}

if [ "$1" = --one ]; then
    fuzz_and_tell "$2" "$3"
    exit
fi
rows=build/log/fuzz-all.txt
list | xargs -P "$(nproc)" -I NAME sh tools/fuzz.sh --one NAME "$2" | tee "$rows"
broken=$(grep -c BROKEN "$rows" || true)
awk -v seconds="$2" -v broken="$broken" '{ sum += $4 }
    END { printf "%d fuzzers, %s s each, %.2f hours of computing: %d broken\n", NR, seconds, sum / 3600, broken }' "$rows"
[ "$broken" = 0 ] && [ "$(wc -l <"$rows")" -eq "$(list | wc -l)" ]
