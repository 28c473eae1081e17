#!/bin/sh
# docs/LEDGER.md knows every file of the image, and its figures are right.
set -eu
PYTHONDONTWRITEBYTECODE=1 python3 tools/memory_ledger.py --build "$1" docs/LEDGER.md
