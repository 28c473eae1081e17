#!/bin/sh
# The sizes of structures that headers quote are those of the target.
set -eu
PYTHONDONTWRITEBYTECODE=1 python3 tests/lint/image/sizes.py
