#!/bin/sh
# Every C file is laid out as .clang-format says. To mend: clang-format -i FILE
set -eu
. tests/lint/written_for
written_for clang-format 14
git ls-files -co --exclude-standard '*.c' '*.h' | xargs -r "$tool" --dry-run --Werror
