"""No line is wider than .editorconfig declares. In Markdown, rows of tables and what stands between ``` may be: they cannot be wrapped."""
import fnmatch
import os
import re
import subprocess
import sys


def sections():
    """[(pattern, width)] in the order of the file; a width of None: no limit."""
    found, pattern = [], None
    with open(".editorconfig", encoding="utf-8") as file:
        for line in file:
            head = re.match(r"\[(.*)\]", line)
            width = re.match(r"max_line_length\s*=\s*(\w+)", line)
            if head:
                pattern = head[1]
            elif width and pattern:
                found.append((pattern, None if width[1] == "off" else int(width[1])))
    return found


def alternatives(pattern):
    """*.{c,h} as *.c and *.h."""
    braces = re.search(r"\{([^}]*)\}", pattern)
    return [pattern[:braces.start()] + word + pattern[braces.end():] for word in braces[1].split(",")] if braces else [pattern]


def width_of(name, rules):
    width = None
    for pattern, declared in rules:
        if any(fnmatch.fnmatch(name if "/" in one else os.path.basename(name), one) for one in alternatives(pattern)):
            width = declared
    return width


def wide_lines(name, text, width):
    is_code = False
    for number, line in enumerate(text.split("\n"), 1):
        if name.endswith(".md"):
            is_code ^= line.startswith("```")
            if is_code or line.startswith("|") or re.match(r"\s*\S+$", line):
                continue
        if len(line) > width:
            yield f"{name}:{number}: {len(line)} characters, and {width} are declared"


def main():
    rules = sections()
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], check=True, capture_output=True, text=True).stdout
    found = []
    for name in filter(os.path.isfile, listed.split("\n")):
        width = width_of(name, rules)
        if width is None:
            continue
        with open(name, "rb") as file:
            data = file.read()
        if b"\0" not in data:
            found += wide_lines(name, data.decode("utf-8", "replace"), width)
    print("\n".join(found) or "no line is wider than declared", file=sys.stderr if found else sys.stdout)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
