#!/bin/sh
# No text of the console exists twice: image and program say the same because they say it by the same line.
set -eu
PYTHONDONTWRITEBYTECODE=1 python3 tests/lint/texts.py
