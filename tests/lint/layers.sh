#!/bin/sh
# Includes go from the upper layers to the lower ones, no folders include each other, and the picture in docs/ARCHITECTURE.md is this
# tree's. To mend the picture: sh tools/map.sh --write
set -eu
sh tools/map.sh --check
