#!/usr/bin/env python3
"""Makes the table by which the image knows words (app/read/lang/kinds.h):

    pack_words.py FOLDER OUTPUT.c        FOLDER has kinds.def, kinds.h and the lists, pack_LANGUAGE_words.def

A word of the lists has a place in each third of a table. The table is filled so that what stands in the three places of a
word, added without carry, is its kind and bits of its hash: words are put aside one by one, each time one that has a place to itself;
then, in the reverse order, this place is given what the word needs. If no order is found the table gets a little larger. The same lists give the same
table on every machine.
"""
import pathlib
import re
import sys

WORD = 0xFFFFFFFF


def hash_word(language, word):
    value = 0x811C9DC5 ^ language + 1
    for byte in word:
        value = (value ^ byte) * 0x01000193 & WORD
    value = (value ^ value >> 15) * 0x2C1B3C6D & WORD
    value = (value ^ value >> 12) * 0x297A2D39 & WORD
    return value ^ value >> 15


def places(value, third):
    found = []
    for part in range(3):
        found.append(part * third + (value * third >> 32))
        value = (value << 11 | value >> 21) & WORD
    return found


def read_words(folder):
    """((language, word, kind), ...) of all lists."""
    kinds = re.findall(r"^KIND\((\w+), (\w+), \w+\)", (folder / "kinds.def").read_text(encoding="utf-8"), re.M)
    languages = re.findall(r"WORD_LANGUAGE_(\w+)", re.search(r"enum word_language \{(.*?)\}",
                                                             (folder / "kinds.h").read_text(encoding="utf-8"), re.S).group(1))
    words = []
    for kind, (language, wanted) in enumerate(kinds, 1):
        text = (folder / f"pack_{language}_words.def").read_text(encoding="utf-8")
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        for name, letters, body in re.findall(r'(\w+)\((\d+),\s*((?:"[^"]*"\s*)+)\)', text):
            joined = "".join(re.findall(r'"([^"]*)"', body))
            if name == wanted:
                words += [(languages.index(language), joined[at:at + int(letters)].encode(), kind)
                          for at in range(0, len(joined), int(letters))]
    return words


def order_of(at, size):
    """Indexes of words with the place that each has to itself when all before it are put aside, or None."""
    inside = [set() for _ in range(size)]
    for index, found in enumerate(at):
        for place in found:
            inside[place].add(index)
    free = [place for place in range(size) if len(inside[place]) == 1]
    order = []
    while free:
        place = free.pop()
        if len(inside[place]) != 1:
            continue
        index = inside[place].pop()
        order.append((index, place))
        for other in at[index]:
            inside[other].discard(index)
            if len(inside[other]) == 1:
                free.append(other)
    return order if len(order) == len(at) else None


def make_table(words, bits):
    hashes = [hash_word(language, word) for language, word, _ in words]
    if len(set(hashes)) < len(hashes):
        raise SystemExit("pack_words: a word stands in two lists of a language, or two words have one hash")
    third = len(words) * 39 // 100
    while True:
        third += 1
        at = [places(value, third) for value in hashes]
        order = order_of(at, 3 * third)
        if order:
            break
    table = [0] * (3 * third)
    for index, own in reversed(order):
        needs = words[index][2] ^ (hashes[index] * 0x9E3779B1 & WORD) >> 16
        for place in at[index]:
            if place != own:
                needs ^= table[place]
        table[own] = needs & (1 << bits) - 1
    return third, table


def main():
    folder, output = map(pathlib.Path, sys.argv[1:])
    bits = int(re.search(r"WORD_TABLE_BITS = (\d+)", (folder / "kinds.h").read_text(encoding="utf-8")).group(1))
    words = read_words(folder)
    third, table = make_table(words, bits)
    packed = sum(value << index * bits for index, value in enumerate(table))
    data = packed.to_bytes(len(table) * bits // 8 + 3, "little")
    rows = ["    " + ", ".join(f"{byte:#04x}" for byte in data[at:at + 16]) + "," for at in range(0, len(data), 16)]
    output.write_text(f"/* Made by tools/pack_words.py of {len(words)} words. */\n#include \"read/lang/kinds.h\"\n\n"
                      f"const uint16_t word_table_third = {third};\nconst uint8_t word_table[] = {{\n" + "\n".join(rows) + "\n};\n",
                      encoding="utf-8")


if __name__ == "__main__":
    main()
