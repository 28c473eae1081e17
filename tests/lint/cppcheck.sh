#!/bin/sh
# cppcheck finds nothing in our code.
set -eu
cppcheck --quiet --std=c11 --enable=warning,portability,performance --inline-suppr --error-exitcode=1 \
    --suppress=missingIncludeSystem --suppress=unknownMacro -j "$(nproc)" \
    -Iapp -Itools/host -Idrivers app tools/host drivers
