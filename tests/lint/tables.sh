#!/bin/sh
# Every entry of a .def table comes about: something gives the code, defines the function, reads the setting.
set -eu
PYTHONDONTWRITEBYTECODE=1 python3 tests/lint/tables.py
