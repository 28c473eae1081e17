#!/bin/sh
# Makes anew what this repository keeps of the data in the image. To be run after a change that is meant to change them:
#
#   sh tools/renew.sh model          learns the built-in model again: app/graph/predict/model_builtin.inc
#   sh tools/renew.sh dictionary     notes the SHA-256 of the built-in dictionary: app/read/dict/builtin.sha256
#   sh tools/renew.sh                both
#
# Needs what tools/setup.sh gets. What has changed is then to be seen with git diff.
set -eu
cd "$(dirname "$0")/.."

renew_model() {
    made=build/model_builtin.bin
    build/host/tools/crawlbox-lab train --brief --world closed-2009 --abroad 20 --cdn 10 --limit 1000 \
        --date 1970-01-01 -o "$made" >/dev/null
    od -An -v -tu1 -w24 "$made" | sed 's/  *\([0-9][0-9]*\)/\1,/g' >app/graph/predict/model_builtin.inc
    build/host/tools/crawlbox model check "$made"
}

renew_dictionary() {
    build/host/tools/crawlbox dict info | awk '$1 == "sha256" { print $2 }' >app/read/dict/builtin.sha256
    build/host/tools/crawlbox dict info
}

case "${1:-}" in
    -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0"; exit 0 ;;
    '') wanted='model dictionary' ;;
    model | dictionary) wanted=$1 ;;
    *) echo "renew: there is no '$1' (see sh tools/renew.sh --help)" >&2; exit 2 ;;
esac
sh tools/build.sh host:crawlbox host:crawlbox-lab
for part in $wanted; do
    "renew_$part"
done
# The program has the model in it, too.
sh tools/build.sh host:crawlbox host:crawlbox-lab
