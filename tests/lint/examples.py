"""The examples in the comments of headers compile, as far as an example can: every function of ours that one calls exists and takes
that many arguments, every constant of ours exists, every member exists, and the rest is C.

An example is a stretch of lines of a comment that are indented by four blanks or more and of which one ends a statement. What an
example need not declare: its own variables, and functions whose first word begins no function of ours (say, show, send).
Behind two blanks or more, or //, a line says what it means in plain words; ... stands for what everybody knows.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

PARTS = ("app", "boards/native", "drivers", "firmware")
COMPILER = ["cc", "-fsyntax-only", "-std=gnu11", "-Werror=implicit-function-declaration", "-fmax-errors=0", "-x", "c", "-D_GNU_SOURCE",
            "-fdiagnostics-plain-output"]
COUNTS = re.compile(r"error: (expected|stray|unterminated|too (few|many) arguments|.* has no member named|implicit declaration|"
                    r"'[A-Z][A-Z0-9_]+' undeclared|variable '.*' has initializer but incomplete type|storage size of)")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def git_headers():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *(f"{part}/*.h" for part in PARTS)], check=True,
                            capture_output=True, text=True).stdout.split("\n")
    return [name for name in listed if name and os.path.exists(name)]


def blocks(comment):
    """(line of the comment, its code lines) for each stretch of indented lines."""
    found, start = [], 0
    for number, line in enumerate([*comment.split("\n"), ""]):
        code = re.match(r" \* {4,}(\S.*)", line)
        if code:
            start = start if found else number
            found.append(code.group(1))
        elif found:
            yield start, found
            found = []


def without_words(line):
    """A line of an example without what it says in plain words."""
    pieces = re.split(r"\s{2,}(?=\S)", line)
    code = pieces[0] if re.search(r"(;|[{}(),&|]|\.\.\.|:|[\"\\])$", pieces[0]) else line
    code = re.sub(r"\b(\w+)\(\.\.\.\)", r"(void)\1", code)
    code = re.sub(r"=\s*\.\.\.", "= 0", code)
    code = re.sub(r",?\s*\.\.\.\s*\}", "}", code)
    code = re.sub(r"^\.\.\.\s.*", ";", code)
    return re.sub(r"\.\.\.", ";", code)


def is_code(lines):
    return any(re.search(r"[;{]\s*(//.*)?$", line) for line in lines) and not any(re.match(r"[#\d<]", line) and not line.startswith("#define")
                                                                              for line in lines)


def examples(header, text):
    """(first line in the header, code)"""
    for comment in COMMENT.finditer(text):
        first = text.count("\n", 0, comment.start()) + 1
        for start, lines in blocks(comment.group()):
            plain = [without_words(line) for line in lines]
            if is_code(plain):
                yield first + start, close_braces("\n".join(plain))


def close_braces(code):
    return code + "}" * (code.count("{") - code.count("}")) if code.count("{") > code.count("}") else code


def declared(headers):
    """{name of a function, a structure or a constant of ours: the header that has it}"""
    found = {}
    for header, text in headers.items():
        code = COMMENT.sub("", text)
        for name in re.findall(r"^(?:static inline )?[a-z][\w *]*?\b(\w+)\(", code, re.MULTILINE):
            found.setdefault(name, header)
        for name in re.findall(r"\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b(?!\()", "\n".join(re.findall(r"enum[^{;]*\{.*?\}", code, re.DOTALL))):
            found.setdefault(name, header)
        for name in re.findall(r"^struct (?:__\w+\(\(\w+\)\) )?(\w+) \{", code, re.MULTILINE):
            found.setdefault(f"struct {name}", header)
        for name in re.findall(r"^#define ([A-Za-z]\w+)", code, re.MULTILINE):
            found.setdefault(name, header)
    return found


def include_path(header):
    own = next(part for part in PARTS if header.startswith(part + "/"))
    third_party = "build/third_party"
    return [f"-I{path}" for path in (os.path.dirname(header), own, "app", "drivers", "firmware", "boards/native", "boards/lm3s6965evb",
                                     "drivers/tls", "drivers/fat/config", "build/host/fatfs", "build/host/version",
                                     f"{third_party}/mbedtls/include", f"{third_party}/lwip/src/include")]


def is_ours(name, names):
    """A function of an example that must exist: one whose first word is that of functions of ours."""
    return any(other.startswith(name.split("_")[0] + "_") for other in names) if "_" in name else False


def complaints(header, line, code, names):
    used = set(re.findall(r"\b(?:struct )?[A-Za-z_]\w+\b", code))
    names = {name: where for name, where in names.items() if where.startswith(("app/", os.path.dirname(header).split("/")[0]))}
    others = sorted({names[name] for name in used if name in names} - {header})
    program = "".join(f'#include "{os.path.abspath(name)}"\n' for name in [header, *others])
    program += f'void example(void)\n{{\n#line {line} "{header}"\n{code}\n;}}\n'
    with tempfile.NamedTemporaryFile("w", suffix=".c", encoding="utf-8") as file:
        file.write(program)
        file.flush()
        done = subprocess.run([*COMPILER, *include_path(header), file.name], capture_output=True, text=True, check=False,
                              env={**os.environ, "LC_ALL": "C"})
    if "fatal error" in done.stderr and others:  # a header that wants an RTOS: what it declares is known by name
        return complaints(header, line, code, {name: where for name, where in names.items() if where == header})
    for message in done.stderr.split("\n"):
        if not message.startswith(header) or not COUNTS.search(message):
            continue
        missing = re.search(r"implicit declaration of function '(\w+)'", message)
        constant = re.search(r"'([A-Z][A-Z0-9_]+)' undeclared", message)
        name = (missing or constant or [None, None])[1]
        if name and (name in names or not is_ours(name, names) and missing):
            continue
        if constant and not any(other.startswith(name.split("_")[0] + "_") for other in names):
            continue
        yield re.sub(r"\[-W.*", "", message)


def main():
    headers = {}
    for name in git_headers():
        with open(name, encoding="utf-8") as file:
            headers[name] = file.read()
    names = declared(headers)
    work = [(name, line, code) for name, text in headers.items() for line, code in examples(name, text)]
    if "--show" in sys.argv:
        for name, line, code in work:
            print(f"== {name}:{line}\n{code}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [line for lines in pool.map(lambda one: list(complaints(*one, names)), work) for line in lines]
    print("\n".join(found) or f"{len(work)} examples", file=sys.stderr if found else sys.stdout)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
