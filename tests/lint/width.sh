#!/bin/sh
# No line is wider than .editorconfig declares.
set -eu
PYTHONDONTWRITEBYTECODE=1 python3 tests/lint/width.py
