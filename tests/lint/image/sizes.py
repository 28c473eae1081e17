"""The sizes that headers quote are those of the target: "struct NAME, N bytes", or "struct NAME, about N bytes", within a tenth.

A cost that is quoted without the structure cannot be checked, and fails. Stack is not looked at here: memory.md has it.
"""
import os
import re
import subprocess
import sys
import tempfile

COMPILER = ["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-std=c11", "-fno-common", "-Iapp", "-Idrivers", "-c"]
CLAIM = re.compile(r"struct (\w+),? \(?(about |at most )?(\d[\d,]*)(?: bytes)?\b")
BARE = re.compile(r"(?:RAM:|Costs|^) ?(?:about )?\d[\d,]* bytes(?! of (?:flash|the stack|stack))(?!.* for struct)")
PLACES = ("app/*.h", "drivers/parts/*.h")


def git_files(*patterns):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *patterns], check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\n") if name and os.path.exists(name)]


def sentences(text):
    """(line, text) of the comments of a header, with their lines joined: a claim may go over the end of one."""
    for comment in re.finditer(r"/\*.*?\*/", text, re.DOTALL):
        line = text.count("\n", 0, comment.start()) + 1
        for paragraph in re.split(r"\n \*\n", comment.group()):
            yield line, re.sub(r"\s*\n \* ?", " ", paragraph)
            line += paragraph.count("\n") + 2


def claims(headers):
    """(header, line, struct, about, bytes), and complaints about what names no structure."""
    found, bare = [], []
    for name in headers:
        with open(name, encoding="utf-8") as file:
            text = file.read()
        for line, sentence in sentences(text):
            if "    " in sentence and ";" in sentence.split("    ", 1)[1]:
                continue  # an example
            found += [(name, line, struct, about.strip(), int(size.replace(",", ""))) for struct, about, size in CLAIM.findall(sentence)]
            bare += [f"{name}:{line}: a size without the name of its structure: '{match.group().strip()}'" for match in BARE.finditer(sentence)]
    return found, bare


def sizes(wanted):
    """{struct: bytes on the target}; `wanted` are (header, struct)."""
    with tempfile.TemporaryDirectory() as folder:
        source, result = os.path.join(folder, "sizes.c"), os.path.join(folder, "sizes.o")
        with open(source, "w", encoding="utf-8") as file:
            file.write("".join(f'#include "{header}"\n' for header in sorted({where for where, _ in wanted})))
            file.write("".join(f"char size_{struct}[sizeof(struct {struct})];\n" for struct in sorted({struct for _, struct in wanted})))
        subprocess.run([*COMPILER, "-I.", "-o", result, source], check=True)
        lines = subprocess.run(["arm-none-eabi-nm", "-S", "-t", "d", result], check=True, capture_output=True, text=True).stdout
    return {words[3].removeprefix("size_"): int(words[1]) for words in map(str.split, lines.split("\n")) if len(words) == 4}


def home_of(struct, headers):
    """The header that defines a structure."""
    for name in headers:
        with open(name, encoding="utf-8") as file:
            if re.search(rf"^struct (?:__attribute__\(\(\w+\)\) )?{struct} \{{", file.read(), re.MULTILINE):
                return name
    return None


def is_right(about, said, size):
    if about == "at most":
        return size <= said
    return abs(said - size) <= size / 10 if about == "about" else said == size


def main():
    headers = git_files(*PLACES)
    found, complaints = claims(headers)
    homes = {struct: home_of(struct, headers) for _, _, struct, _, _ in found}
    complaints += [f"{name}:{line}: there is no struct {struct}" for name, line, struct, _, _ in found if not homes[struct]]
    size = sizes([(home, struct) for struct, home in homes.items() if home])
    complaints += [f"{name}:{line}: struct {struct} is said to take {about + ' ' if about else ''}{said:,} bytes, and takes {size[struct]:,}"
                   for name, line, struct, about, said in found if struct in size and not is_right(about, said, size[struct])]
    print("\n".join(complaints) or f"{len(found)} sizes are as the target has them", file=sys.stderr if complaints else sys.stdout)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
