#!/bin/sh
# The image has the model that is kept and the dictionary whose SHA-256 is noted: one commit, one image's data. $1: the build folder
set -eu

# What lies at a symbol of the image; the flash begins at address 0.
data_of() {
    arm-none-eabi-nm -S "$1/firmware/crawlbox.elf" | awk -v name="$2" '$4 == name { print $1, $2 }' | {
        read -r address size || { echo "the image has no $2" >&2; exit 1; }
        tail -c +$((0x$address + 1)) "$1/firmware/crawlbox.bin" | head -c $((0x$size))
    }
}

data_of "$1" model_builtin | od -An -v -tu1 | tr -s ' \n' ',,' | sed 's/^,//' >"$1/model_in_image"
tr -d '\n' <app/graph/predict/model_builtin.inc | cmp - "$1/model_in_image"

# The dictionary is made from lists: if Debian has only newer ones by now, it cannot be the one that is noted.
if ! awk '/^(libthai-data|hunspell-th) / { print $3 "  build/third_party/share/" $2 }' tools/lists.txt | sha256sum --check --quiet; then
    echo "NOTICE: not run: the Thai word lists are not those of tools/lists.txt"
    exit 0
fi
found=$(data_of "$1" dict_builtin | sha256sum | cut -d' ' -f1)
[ "$found" = "$(cat app/read/dict/builtin.sha256)" ] || { echo "the dictionary in the image is another: $found" >&2; exit 1; }
