#!/bin/sh
# cppcheck finds nothing in our code. (comparePointers: the linker script's symbols mark the ends of one memory.)
set -eu
. tests/lint/written_for
written_for cppcheck 2.10
"$tool" --quiet --std=c11 --enable=warning,portability,performance --inline-suppr --error-exitcode=1 \
    --suppress=missingIncludeSystem --suppress=unknownMacro --suppress=comparePointers -j "$(nproc)" \
    -Iapp -Itools/common -Itools/crawlbox -Itools/lab -Idrivers -Ifirmware -Iboards/lm3s6965evb -Iboards/native app tools drivers firmware boards
