#!/bin/sh
# The offsets in the descriptions of formats are those of the code.
set -eu
PYTHONDONTWRITEBYTECODE=1 python3 tests/lint/formats.py
