#!/bin/sh
# The graph of folders: which includes which. A test keeps the rules and the picture in docs/ARCHITECTURE.md.
#
#   sh tools/map.sh                  every folder with the folders that it includes, the highest first
#   sh tools/map.sh --picture        the layers
#   sh tools/map.sh --write [FILE]   puts the picture into the document (docs/ARCHITECTURE.md)
#   sh tools/map.sh --check [FILE]   says which include breaks a rule, and whether the document's picture is old
set -eu
cd "$(dirname "$0")/.."
export PYTHONDONTWRITEBYTECODE=1
case "${1:-}" in
    -h | --help) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0" ;;
    --write | --check) exec python3 tools/map.py "$1" "${2:-docs/ARCHITECTURE.md}" ;;
    *) exec python3 tools/map.py "$@" ;;
esac
