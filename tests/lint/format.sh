#!/bin/sh
# Every C file is laid out as .clang-format says. To mend: clang-format -i FILE
set -eu
git ls-files -co --exclude-standard '*.c' '*.h' | xargs -r clang-format --dry-run --Werror
