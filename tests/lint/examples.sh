#!/bin/sh
# The examples in the headers' comments name functions that exist, with as many arguments as these take.
set -eu
PYTHONDONTWRITEBYTECODE=1 python3 tests/lint/examples.py
