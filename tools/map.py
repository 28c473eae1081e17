"""The map of the sources: which folder includes which, in layers, and whether that is as it should be.

    python3 tools/map.py                 the graph of folders: every folder with the folders that it includes
    python3 tools/map.py --picture       the layers as a plain-text picture
    python3 tools/map.py --write FILE    puts that picture between the markers of a document
    python3 tools/map.py --check [FILE]  says what breaks a rule, and whether FILE has an old picture; exit status 1 then

What is looked at are the lines #include "..." of the C sources that git knows. A folder is a room: app/read, drivers/fat,
tools/crawlbox/card; what lies deeper belongs to its room, and cycles between such deeper folders are looked for as well.
"""
import collections
import os
import re
import subprocess
import sys

# The rooms of app/, from the ground up: a room includes only rooms before it.
APP_ROOMS = "base crypto port read fetch store settings graph crawl topic box ui appliance".split()

# What each part of the tree may include, besides itself. The most specific part counts.
MAY_INCLUDE = {
    "app": [],
    "drivers": ["app"],
    "boards": ["app", "drivers"],
    "boards/native": ["app", "drivers"],
    "firmware": ["app", "drivers", "boards/lm3s6965evb"],
    "tools/common": ["app", "drivers"],
    "tools/crawlbox": ["app", "drivers", "boards/native", "tools/common"],
    "tools/lab": ["app", "drivers", "tools/common"],
    "tools/desk": ["app", "drivers", "tools/common", "tools/crawlbox"],
    "tools": ["app", "tools/common", "tools/crawlbox", "tools/lab"],
}

# Where a part looks for a file that is not beside the one that includes it.
LIBRARIES = ["drivers", "app"]
INCLUDE_PATHS = {
    "app": ["app"],
    "drivers": LIBRARIES,
    "boards/native": ["boards/native", *LIBRARIES],
    "boards": LIBRARIES,
    "firmware": ["firmware", "boards/lm3s6965evb", *LIBRARIES],
    "tools/common": ["tools/common", *LIBRARIES],
    "tools/crawlbox": ["tools/crawlbox", "tools/common", "boards/native", *LIBRARIES],
    "tools/lab": ["tools/lab", "tools/common", *LIBRARIES],
    "tools/desk": ["tools/desk", "tools/crawlbox", "tools/common", *LIBRARIES],
    "tools": ["tools/crawlbox", "tools/common", "app"],
}
# A folder that lies on no path of the part is found nevertheless, so that a wrong include is seen and not taken for a library's.
EVERYWHERE = ["app", "drivers", "firmware", "boards/native", "boards/lm3s6965evb", "tools/common", "tools/crawlbox", "tools/lab"]

BANDS = ["tools/lab", "tools/desk", "tools/crawlbox", "tools/common", "tools", "firmware", "boards", "drivers", "app"]
BEGIN, END = "<!-- map: begin (sh tools/map.sh --write makes it) -->", "<!-- map: end -->"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def sources():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *(f"{part}/" for part in ("app", "boards", "drivers", "firmware",
                                                                                                     "tools"))],
                            check=True, capture_output=True, text=True).stdout.split("\n")
    return [name for name in listed if name.endswith((".c", ".h", ".def", ".inc")) and os.path.exists(name)]


def most_specific(path, table):
    """The entry of the table for the part of the tree that the path lies in."""
    parts = path.split("/")
    for length in range(len(parts), 0, -1):
        if "/".join(parts[:length]) in table:
            return table["/".join(parts[:length])]
    return None


def room(path):
    parts = path.split("/")[:-1]
    return "/".join(parts[:3 if parts[:1] == ["tools"] else 2])


def find_included(source, name, files):
    """The file that an #include means, or None if it is not one of ours."""
    for base in [os.path.dirname(source), *(most_specific(source, INCLUDE_PATHS) or []), *EVERYWHERE]:
        path = os.path.normpath(os.path.join(base, name))
        if path in files:
            return path
    return None


def includes():
    """(source, included file) of all includes of our own files."""
    names = sources()
    files, found = set(names), []
    for source in names:
        with open(source, encoding="utf-8") as file:
            for name in INCLUDE.findall(file.read()):
                path = find_included(source, name, files)
                if path:
                    found.append((source, path))
    return found


def graph_of(edges, place):
    """{folder: {folder: [(source, included)]}}; `place` says in which folder a file counts."""
    graph = collections.defaultdict(lambda: collections.defaultdict(list))
    for source, path in edges:
        graph[place(source)]  # pylint: disable=pointless-statement # it is there, whatever it includes
        graph[place(path)]  # pylint: disable=pointless-statement
        if place(source) != place(path):
            graph[place(source)][place(path)].append((source, path))
    return graph


def components(graph):
    """Folders that reach each other, as lists, those that are included before those that include them (Tarjan's algorithm)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in sorted(graph[node]):
            if target not in index:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in stack:
                low[node] = min(low[node], index[target])
        if low[node] == index[node]:
            found.append(sorted(stack[stack.index(node):]))
            del stack[stack.index(node):]

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def levels(graph):
    """{folder: how many folders lie below it at most}; folders of a cycle lie on one level."""
    level = {}
    for part in components(graph):
        below = [level[target] for node in part for target in graph[node] if target not in part]
        level.update((node, 1 + max(below, default=-1)) for node in part)
    return level


# ---- What breaks a rule ----

def lies_in(path, part):
    return path == part or path.startswith(part + "/")


def app_room_of(path):
    return path.split("/")[1]


def broken_layer(source, path):
    """Why the one may not include the other, or None."""
    part = next(part for part in sorted(MAY_INCLUDE, key=len, reverse=True) if lies_in(source, part))
    if lies_in(source, "app") and lies_in(path, "app"):
        ours, theirs = app_room_of(source), app_room_of(path)
        for name in (ours, theirs):
            if name not in APP_ROOMS:
                return f"app/{name} has no place among the rooms: APP_ROOMS in tools/map.py"
        return f"app/{ours} lies below app/{theirs}" if APP_ROOMS.index(ours) < APP_ROOMS.index(theirs) else None
    if lies_in(path, part) and not (part == "boards" and room(source) != room(path)):
        return None
    if any(lies_in(path, allowed) for allowed in MAY_INCLUDE[part]):
        return None
    return f"{part} may include {', '.join(MAY_INCLUDE[part]) or 'nothing else'}, and not {room(path)}"


def cycles(edges):
    found = {}
    for place in (room, os.path.dirname):
        graph = graph_of(edges, place)
        for part in components(graph):
            if len(part) > 1:
                found[tuple(part)] = [(node, target, graph[node][target][0]) for node in part for target in part
                                      if graph[node].get(target)]
    return found


def problems(edges):
    """Sentences about what breaks a rule."""
    for source, path in edges:
        why = broken_layer(source, path)
        if why:
            yield f"{source} includes {path}: {why}"
    for part, links in cycles(edges).items():
        yield f"a cycle of includes: {' '.join(part)}"
        yield from (f"    {node} -> {target}, as {source} includes {path}" for node, target, (source, path) in links)


# ---- For people ----

def print_graph(edges):
    graph = graph_of(edges, room)
    level = levels(graph)
    width = max(map(len, graph))
    for node in sorted(graph, key=lambda node: (-level[node], node)):
        print(f"{node:{width}}  {' '.join(sorted(graph[node]))}".rstrip())


def picture(edges):
    """A band for each part of the tree, the highest first; in it a line for each level, and what is on one line does not include
    each other."""
    graph = graph_of(edges, room)
    lines = []
    for band in BANDS:
        inside = {node for node in graph if next(part for part in BANDS if lies_in(node, part)) == band}
        level = levels(collections.defaultdict(dict, {node: {to: 1 for to in graph[node] if to in inside} for node in inside}))
        for number in sorted(set(level.values()), reverse=True):
            names = sorted(node.removeprefix(band + "/") if node != band else "(commands)" for node in inside if level[node] == number)
            head = band if number == max(level.values()) else ""
            lines += wrap(f"{head:16}", names)
        lines.append("-" * 64)
    return lines[:-1]


def wrap(head, names, width=100):
    lines, line = [], head
    for name in names:
        if len(line) + 2 + len(name) > width:
            lines.append(line.rstrip())
            line = " " * len(head)
        line += f"{name}   "
    return [*lines, line.rstrip()]


def with_picture(text, edges):
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        sys.exit("map: the document has no markers for the picture: " + BEGIN + " and " + END)
    return "\n".join([head + BEGIN, "```", *picture(edges), "```", END + tail])


def write(path, edges):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(with_picture(text, edges))


def check(path, edges):
    found = list(problems(edges))
    if path:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if with_picture(text, edges) != text:
            found.append(f"{path}: the picture of the layers is old: sh tools/map.sh --write {path}")
    print("\n".join(found) or "the layers are in order, and no folders include each other")
    return 1 if found else 0


def main(words):
    edges = includes()
    match words:
        case []: print_graph(edges)
        case ["--picture"]: print("\n".join(picture(edges)))
        case ["--write", path]: write(path, edges)
        case ["--check"]: return check(None, edges)
        case ["--check", path]: return check(path, edges)
        case _: sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
