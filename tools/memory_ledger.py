#!/usr/bin/env python3
"""The ledger: which feature costs what on the small board. docs/LEDGER.md has the table, with the files of each feature.

  tools/memory_ledger.py --build FOLDER LEDGER.md            exit status 1 and a list of what is wrong, if anything is
  tools/memory_ledger.py --build FOLDER LEDGER.md --write    renews the figures in the page

Figures are those of the image linked without optimising across files (memory_map.py says why). One is wrong if it is off by more than an eighth
and 128 bytes. Everything that is linked belongs to the feature whose pattern fits best, and what fits none is wrong, too: a new file is entered
when it is made.
"""

import argparse
import collections
import fnmatch
import os
import re
import sys

import memory
import memory_map

OUR_FOLDERS = tuple(folder + "/" for folder in memory_map.OUR_FOLDERS)
ROW = re.compile(r"^\| ([^|]+?) *\| (`[^|]+?`) *\| *([\d,]+) *\| *([\d,]+) *\|(.*)$")


def place_of(piece, components, owners):
    """Where a piece comes from: 'app/read/url/parse.c', 'lwip', or the name of an object of ram.def."""
    if not piece.source:
        return "alignment"
    name = memory_map.plain_name(piece.section)
    component = components.of_piece(piece)
    member = memory_map.split_member(piece.source)
    object_name = member[2] if member else os.path.basename(piece.source)
    if object_name == "storage.c.obj":
        return name
    if component.split("/")[0] not in memory_map.OUR_FOLDERS:
        return component
    paths = sorted(re.sub(r"^(.*\.dir/)?(__/)*", "", path) for path in owners.get(name, ())
                   if os.path.basename(path) == object_name)
    path = re.sub(r"\.obj$", "", paths[0] if paths else object_name)
    top = component.split("/")[0]
    if not paths and "/" in component:
        path = component.split("/")[1] + "/" + path
    return path if path.startswith(OUR_FOLDERS) else f"{top}/{path}"


def measure(build):
    """{place: [flash, RAM]} of all that is linked."""
    owners = memory.parse_owners(memory.run_tool("arm-none-eabi-objdump", "-t", *memory.image_objects(build), cwd=build))
    linker_map = memory_map.Map(memory.read_text(os.path.join(build, "firmware/parts.elf.map")))
    components = memory_map.Components(build, owners)
    found = collections.defaultdict(lambda: [0, 0])
    for piece in linker_map.pieces:
        region = linker_map.region_of(piece.output)
        if region:
            place = place_of(piece, components, owners)
            found[place][0] += piece.size if region == memory.FLASH or memory_map.is_initialised(piece.output) else 0
            found[place][1] += piece.size if region == memory.RAM else 0
    return found


def rows_of(page):
    """{line number: (feature, patterns, flash, RAM)} of the table."""
    rows = {}
    for number, line in enumerate(page.splitlines()):
        if match := ROW.match(line):
            rows[number] = (match[1], match[2].replace("`", "").split(), *(int(match[i].replace(",", "")) for i in (3, 4)))
    return rows


def charge(rows, found):
    """What each row takes, and the places that no row has."""
    sums, nobodys = {number: [0, 0] for number in rows}, []
    for place, use in sorted(found.items()):
        fitting = [(len(pattern), number) for number, row in rows.items() for pattern in row[1] if fnmatch.fnmatchcase(place, pattern)]
        if not fitting:
            nobodys.append(place)
            continue
        for i in (0, 1):
            sums[max(fitting)[1]][i] += use[i]
    return sums, nobodys


def is_off(written, measured):
    return abs(written - measured) > max(written, measured) // 8 + 128


def problems_of(page, found):
    rows = rows_of(page)
    sums, nobodys = charge(rows, found)
    problems = [f"{place} belongs to no feature" for place in nobodys]
    for number, (feature, _, *written) in rows.items():
        problems += [f"{feature}: {kind} is {sums[number][i]:,}, and the page says {written[i]:,}"
                     for i, kind in enumerate(("flash", "RAM")) if is_off(written[i], sums[number][i])]
    return problems


def renewed(page, found):
    rows = rows_of(page)
    sums, _ = charge(rows, found)
    lines = page.splitlines()
    for number in rows:
        match = ROW.match(lines[number])
        lines[number] = f"| {match[1]} | {match[2]} | {sums[number][0]:,} | {sums[number][1]:,} |{match[5]}"
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", metavar="LEDGER.md")
    parser.add_argument("--build", required=True, metavar="FOLDER", help="the folder that the image was built in")
    parser.add_argument("--write", action="store_true", help="renew the figures in the page")
    arguments = parser.parse_args()
    page, found = memory.read_text(arguments.page), measure(arguments.build)
    if arguments.write:
        page = renewed(page, found)
        with open(arguments.page, "w", encoding="utf-8") as file:
            file.write(page)
    problems = problems_of(page, found)
    for problem in problems:
        print(f"ledger: {problem}", file=sys.stderr)
    if problems:
        print("ledger: 'python3 tools/memory_ledger.py --build build/lm3s6965evb docs/LEDGER.md --write' renews figures", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
