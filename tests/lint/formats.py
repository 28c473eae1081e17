"""The offsets in the descriptions of formats are those of the code, and their rows leave no gaps.

Each table of offsets in a description is compared with the constants or with the structure that the code reads and writes by. A C
program, made here, says what these are.
"""
import os
import re
import subprocess
import sys
import tempfile

FORMAT = "app/store/FORMAT.md"
# document, heading, where its table begins, what the code has, offsets that only the document tells, what ends it
TABLES = [
    (FORMAT, "## Journal", 1, ("enum", "app/store/journal.h", r"JOURNAL_\w+", "journal_field"), {0, 77}, "STORE_SECTOR_BYTES"),
    (FORMAT, "## State of the crawl", 1, ("names", "app/store/state.h", ["STATE_PAYLOAD_BYTES"]), {0, 508}, "STATE_SECTOR_BYTES"),
    (FORMAT, "### State block", 1, ("text", "app/store/state_files.c", r"BLOCK_\w+_AT|BLOCK_HEADER"), set(), None),
    (FORMAT, "### Host table", 1, ("struct", "app/graph/hosts/hosts.h", "host"), set(), "sizeof(struct host)"),
    (FORMAT, "### Host table", 2, ("inside", "app/graph/segment.h", "segment", "offsetof(struct host, segment)"), set(),
     "offsetof(struct host, segment) + sizeof(struct segment)"),
    (FORMAT, "### Pages that need", 1, ("inside", "app/store/valid.h", "valid", "8"), {0}, "8 + sizeof(struct valid)"),
    ("app/graph/predict/MODEL.md", "## Header", 1, ("enum", "app/graph/predict/layout.h", r"MODEL_AT_\w+", None), {19}, "MODEL_HEADER_BYTES"),
    ("app/graph/predict/MODEL.md", "## Member", 1, ("enum", "app/graph/predict/layout.h", r"MEMBER_AT_\w+", None), {10}, "MEMBER_BYTES"),
    ("app/topic/TOPIC.md", "## The bytes", 1, ("enum", "app/topic/layout.h", r"PACK_AT_\w+", None), {2560, 3584}, None),
    ("app/read/dict/FORMAT.md", "## Header", 1, ("enum", "app/read/dict/automaton.h", r"DICT_AT_\w+", None), {34, 304}, None),
    ("app/read/robots/FORMAT.md", "# The store", 1, ("enum", "app/read/robots/store.h", r"STORE_\w+_AT", None), {0, 20}, None),
]
# Fields in the code that lie within a row, and structure members that only group others.
WITHIN_A_ROW = {"JOURNAL_LOG_BYTES"}
WIDTHS = {"u8": 1, "u16": 2, "i16": 2, "u32": 4, "i32": 4}
# the document's sentence that lists values: document, text before the list, enum in header, prefix
LISTS = [
    (FORMAT, "flags: ", r"0x([0-9a-f]{2}) ", 16, "app/graph/hosts/hosts.h", "host_flag"),
    (FORMAT, "state: ", r"(?:^|, )(\d) ", 10, "app/graph/hosts/hosts.h", "host_state"),
    (FORMAT, "label: ", r"(?:^|, )(\d) ", 10, "app/graph/hosts/hosts.h", "host_label"),
]
SENTENCES = [(FORMAT, r"`struct hosts_mark`, (\d+) bytes", "app/graph/hosts/hosts.h", "sizeof(struct hosts_mark)"),
             (FORMAT, r"Two records of (\d+) bytes a sector", "app/graph/hosts/hosts.h", "HOST_RECORD_BYTES"),
             (FORMAT, r"size of the block, at most ([\d,]+)", "app/store/state_port.h", "STATE_BLOCK_BYTES"),
             (FORMAT, r"JOURNAL.BIN +([\d,]+) bytes", "app/store/journal.h", "JOURNAL_FILE_BYTES"),
             (FORMAT, r"copy B at offset ([\d,]+)", "app/store/journal.h", "JOURNAL_COPY_DISTANCE_SECTORS * STORE_SECTOR_BYTES"),
             (FORMAT, r"\| `CBJ(\d)` \|", "app/store/journal.h", "JOURNAL_VERSION - '0'"),
             (FORMAT, r"begins with `CRW(\d)`", "app/crawl/crawl.h", "(CRAWL_MAGIC >> 24) - '0'"),
             (FORMAT, r"or with `CRS(\d)`", "app/crawl/crawl.h", "(CRAWL_MAGIC_SEGMENTS >> 24) - '0'"),
             ("app/graph/predict/MODEL.md", r"version of this format: (\d+)", "app/graph/predict/model.h", "MODEL_VERSION"),
             ("app/topic/TOPIC.md", r"version, (\d+)", "app/topic/topic.h", "TOPIC_VERSION"),
             ("app/read/dict/FORMAT.md", r"version, (\d+)", "app/read/dict/dict.h", "DICT_VERSION")]


def read(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def without_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)


# ---- The documents ----

def tables(document, heading):
    """Tables of offsets of a section: lists of (offsets, size, line)."""
    found, inside, rows = [], False, None
    for line in read(document).split("\n"):
        if line.startswith("#"):
            inside = line.startswith(heading)
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else None
        if inside and cells and cells[0] in ("offset", "at"):
            rows = []
            found.append(rows)
        elif not cells:
            rows = None
        elif rows is not None and re.match(r"\d", cells[0]):
            rows.append(([int(word) for word in cells[0].split(", ")], cells[1], line))
    return found


def pieces(offsets, size):
    """(offset, bytes) of each field of a row; bytes None: up to the end."""
    if len(offsets) > 1:
        return [(offset, WIDTHS.get(size) or int(size)) for offset in offsets]
    if not size or re.search("each|k", size):
        return [(offsets[0], None)]
    if size in WIDTHS:
        return [(offsets[0], WIDTHS[size])]
    size = size.removesuffix(" bytes")
    if "x" in size:
        bytes_ = 1
        for word in size.split("x"):
            bytes_ *= int(word)
        return [(offsets[0], bytes_)]
    found, at = [], offsets[0]
    for word in re.split(r"[ +]+", size):
        found.append((at, int(word)))
        at += int(word)
    return found


# ---- The code ----

def names_in_enum(header, pattern, enum):
    text = without_comments(read(header))
    if enum:
        text = re.search(rf"enum {enum} \{{(.*?)\}}", text, re.DOTALL)[1]
    return sorted(set(re.findall(rf"\b({pattern})\s*=", text)))


def members(header, struct):
    body = re.search(rf"^struct (?:__attribute__\(\(\w+\)\) )?{struct} \{{(.*?)^\}};", without_comments(read(header)), re.DOTALL | re.MULTILINE)[1]
    body = re.sub(r"\[[^\]]*\]", "", body)
    return sorted(set(re.findall(r"\b(\w+)\s*[,;]", body)))


def expressions(source):
    kind, header = source[:2]
    if kind == "enum":
        return {name: name for name in names_in_enum(header, *source[2:])}
    if kind == "names":
        return {name: name for name in source[2]}
    if kind == "text":
        return {name: value for name, value in re.findall(rf"\b({source[2]}) = (\d+)", read(header))}
    base = source[3] if kind == "inside" else "0"
    return {f"{source[2]}.{name}": f"{base} + offsetof(struct {source[2]}, {name})" for name in members(header, source[2])}


def ask_compiler(wanted):
    """{(header, expression): value}"""
    lines = ["#include <stddef.h>", "#include <stdio.h>"] + sorted({f'#include "{header.removeprefix("app/")}"' for header, _ in wanted if
                                                                   header.endswith(".h")})
    lines += ["int main(void)", "{"] + [f'    printf("%ld\\n", (long)({expression}));' for _, expression in wanted] + ["    return 0;", "}"]
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "ask.c"), os.path.join(folder, "ask")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        subprocess.run(["cc", "-std=c11", "-Iapp", "-o", program, source], check=True)
        said = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
    return dict(zip(wanted, map(int, said)))


# ---- Both ----

def compare(title, rows, code, only_told, end):
    fields = [piece for offsets, size, _ in rows for piece in pieces(offsets, size)]
    told = {offset for offset, _ in fields}
    for name, value in code.items():
        if value not in told and name not in WITHIN_A_ROW:
            yield f"{title}: no row begins at {value}, where the code has {name}"
    known = set(code.values())
    for offset in sorted(told - known - only_told):
        yield f"{title}: the code has nothing at {offset}"
    for (offset, size), (following, _) in zip(fields, fields[1:]):
        if size is not None and offset + size != following and not is_padding(title, offset + size, following):
            yield f"{title}: {size} bytes at {offset} end at {offset + size}, and the next row begins at {following}"
    last, size = fields[-1]
    if end is not None and size is not None and last + size != end:
        yield f"{title}: the last row ends at {last + size}, the code's structure at {end}"


def is_padding(title, end, following):
    """TOPIC.md says that what is not used is zero: such bytes have no row."""
    return "TOPIC.md" in title and end < following


def check_tables():
    plans, wanted = [], []
    for document, heading, nth, source, only_told, end in TABLES:
        title = f"{document}, {heading.strip('# ')}"
        found = tables(document, heading)
        if len(found) < nth:
            yield f"{title}: there is no such table"
            continue
        code = expressions(source)
        header = source[1]
        wanted += [(header, expression) for expression in code.values()] + ([(header, end)] if end else [])
        plans.append((title, found[nth - 1], code, header, only_told, end))
    values = ask_compiler(list(dict.fromkeys(wanted)))
    for title, rows, code, header, only_told, end in plans:
        yield from compare(title, rows, {name: values[header, expression] for name, expression in code.items()}, only_told,
                           values[header, end] if end else None)


def check_lists():
    for document, before, pattern, base, header, enum in LISTS:
        names = re.search(rf"enum {enum} \{{(.*?)\}}", without_comments(read(header)), re.DOTALL)[1]
        names = [name for name in re.findall(r"\b([A-Z]\w+)", names) if not name.endswith("S") or name == "HOST_HTTPS" or "LINKED" in name]
        values = ask_compiler([(header, name) for name in names])
        row = next(line for line in read(document).split("\n") if f"| {before}" in line and re.search(pattern, line.split(before)[1]))
        told = {int(word, base) for word in re.findall(pattern, row.split(before)[1])}
        if told != set(values.values()):
            yield f"{document}: '{before}' tells of {sorted(told)}, enum {enum} has {sorted(set(values.values()))}"


def check_sentences():
    values = ask_compiler([(header, expression) for _, _, header, expression in SENTENCES])
    for document, pattern, header, expression in SENTENCES:
        said = re.search(pattern, read(document))
        if not said:
            yield f"{document}: nothing in it is '{pattern}'"
        elif int(said[1].replace(",", "")) != values[header, expression]:
            yield f"{document}: '{said[0]}', but {expression} is {values[header, expression]}"


def main():
    found = [*check_tables(), *check_lists(), *check_sentences()]
    print("\n".join(found) or f"{len(TABLES)} tables of offsets are as the code has them", file=sys.stderr if found else sys.stdout)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
