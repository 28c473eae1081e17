#!/usr/bin/env python3
"""Packs the texts of an image (app/base/packed.h): the build runs it between two links.

    pack_texts.py IMAGE.elf --objcopy OBJCOPY SOURCE.c      makes SOURCE.c of the texts that the image has
    pack_texts.py IMAGE.elf --objcopy OBJCOPY --check SOURCE.c
                                                            fails unless SOURCE.c was made of just these texts

The first link is made without packed texts, to see which texts there are and in which order; the second, with what was made of
them, must give the same ones: references to texts are their places in the row.
"""
import argparse
import collections
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile

SECTION = ".packed_texts"
HEADER = pathlib.Path(__file__).resolve().parents[1] / "app/base/packed.h"
RAREST = 3  # pairs that are met less often save nothing: a pair takes two codes itself


def constant(name):
    return int(re.search(rf"\b{name} = (\d+)", HEADER.read_text(encoding="utf-8"))[1])


STRIDE, DEPTH = constant("PACKED_STRIDE"), constant("PACKED_DEPTH")
BLANK, FIRST_PAIR = constant("PACKED_BLANK"), constant("PACKED_FIRST_PAIR")
CODE_BITS = constant("PACKED_CODE_BITS")


def texts_of(image, objcopy):
    """The row of texts, each with its zero byte."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "texts")
        subprocess.run([objcopy, "-O", "binary", f"--only-section={SECTION}", f"--set-section-flags={SECTION}=alloc,load,contents",
                        image, file], check=True)
        return file.read_bytes()


def codes_of(texts):
    codes = {0: 0, ord("\n"): 1, **{letter: letter - ord(" ") + BLANK for letter in range(ord(" "), ord("~") + 1)}}
    foreign = sorted({chr(letter) for letter in texts if letter not in codes})
    if foreign:
        sys.exit(f"pack_texts: texts may have ASCII's letters and '\\n', not {foreign}")
    return [codes[letter] for letter in texts]


class Pairs:
    """The pairs found so far: the nth is written as the code FIRST_PAIR + n."""

    def __init__(self):
        self.pairs = []
        self.depth = collections.defaultdict(int)  # of pairs within pairs, by code
        self.ends = {0}  # codes at whose end a text ends

    def depth_of(self, pair):
        return 1 + max(self.depth[code] for code in pair)

    def is_possible(self, pair):
        """Nothing goes on behind the end of a text."""
        return pair[0] not in self.ends and self.depth_of(pair) <= DEPTH

    def most_frequent(self, strides):
        """The pair that is met most often, the first in the order of codes among equals; None: none is worth it."""
        counts = collections.Counter(pair for stride in strides for pair in zip(stride, stride[1:]) if self.is_possible(pair))
        pair, count = min(counts.items(), key=lambda item: (-item[1], item[0]), default=(None, 0))
        return pair if count >= RAREST else None

    def add(self, pair):
        code = FIRST_PAIR + len(self.pairs)
        self.pairs.append(pair)
        self.depth[code] = self.depth_of(pair)
        if pair[1] in self.ends:
            self.ends.add(code)
        return code


def replace(stride, pair, code):
    packed, at = [], 0
    while at < len(stride):
        found = tuple(stride[at:at + 2]) == pair
        packed.append(code if found else stride[at])
        at += 2 if found else 1
    return packed


def pack(texts):
    """The pairs, and the codes of each stride."""
    codes = codes_of(texts)
    strides = [codes[at:at + STRIDE] for at in range(0, len(codes), STRIDE)]
    found = Pairs()
    while FIRST_PAIR + len(found.pairs) < 1 << CODE_BITS and (pair := found.most_frequent(strides)):
        code = found.add(pair)
        strides = [replace(stride, pair, code) for stride in strides]
    return found.pairs, strides


def bytes_of(codes):
    """Codes one behind the other, the lowest bit first; and a byte more, since the reader always takes two."""
    row = sum(code << CODE_BITS * at for at, code in enumerate(codes))
    return row.to_bytes((CODE_BITS * len(codes) + 7) // 8 + 1, "little")


def mark_of(texts):
    """The first line of what is made of them."""
    return f"/* Made by tools/pack_texts.py of texts with the SHA-256 {hashlib.sha256(texts).hexdigest()}. */"


def source_of(texts):
    pairs, strides = pack(texts)
    starts = [len(pairs) * 2 + sum(map(len, strides[:number])) for number in range(len(strides))]
    packed = bytes_of([code for codes in (*pairs, *strides) for code in codes])

    def rows(values):
        return "".join("    " + ", ".join(map(str, values[at:at + 16])) + ",\n" for at in range(0, len(values), 16)) or "    0\n"
    return (f"{mark_of(texts)}\n/* {len(texts)} bytes of texts in {2 * len(starts) + len(packed)}. */\n"
            '#include "base/packed.h"\n\n'
            f"static const uint16_t starts[] = {{\n{rows(starts)}}};\n\n"
            f"static const uint8_t codes[] = {{\n{rows(packed)}}};\n\n"
            "extern const struct packed_book packed_texts;\n"
            "const struct packed_book packed_texts = {starts, codes};\n")


def main():
    parser = argparse.ArgumentParser(description="Packs the texts of an image.")
    parser.add_argument("image")
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--objcopy", required=True)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    texts = texts_of(arguments.image, arguments.objcopy)
    if not arguments.check:
        arguments.source.write_text(source_of(texts), encoding="ascii")
    elif arguments.source.read_text(encoding="ascii").splitlines()[0] != mark_of(texts):
        sys.exit("pack_texts: the second link has other texts than the first")


if __name__ == "__main__":
    main()
