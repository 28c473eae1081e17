"""No text of the console exists twice: a command, its usage and its help stand in one table, and a sentence that image and program both
say stands in app/. So nobody can change one and forget the other.

Looks at the usages and helps of the console's tables, which must stand nowhere else in the sources; and at sentences in the code of the
console (three words or more), of which none may stand in two files.
"""
import collections
import re
import subprocess
import sys

TABLES = ("app/ui/console/commands.def", "app/ui/console/machine_commands.def", "firmware/console/commands.def")
CONSOLE = ("app/ui/console/", "firmware/console/", "tools/crawlbox/appliance/")
SOURCES = ("app/", "boards/", "drivers/", "firmware/", "tools/crawlbox/", "tools/common/")
LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
COMMAND = re.compile(r'^COMMAND\((\w+), ("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*")\)', re.MULTILINE)
WORDS_MIN = 3


def sources():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.c", "*.h", "*.def"], check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\n") if name.startswith(SOURCES)]


def literals(name):
    """The texts of a file, each with its parts put together."""
    with open(name, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.DOTALL)
    text = re.sub(r"^\s*#\s*include.*", "", text, flags=re.MULTILINE)
    return [re.sub(r'"\s*"', "", found)[1:-1] for found in LITERALS.findall(text)]


def main():
    places, problems, commands = collections.defaultdict(list), [], []
    for name in sources():
        for text in literals(name):
            places[text].append(name)
    for table in TABLES:
        with open(table, encoding="utf-8") as file:
            commands += [(found[1], found[2][1:-1], found[3][1:-1]) for found in COMMAND.finditer(file.read())]
    names = [name for name, _, _ in commands]
    problems += [f"the command '{name}' is in two tables" for name in set(names) if names.count(name) > 1]
    for name, usage, text in commands:
        for one in (usage, text):
            elsewhere = [place for place in places[one] if place not in TABLES]
            if len(one.split()) > 1 and (elsewhere or len(places[one]) > 1):
                problems.append(f"'{one}' (of the command '{name}') stands in {', '.join(sorted(places[one]))}")
    for text, found in sorted(places.items()):
        said = sorted({place for place in found if place.startswith(CONSOLE)})
        if len(said) > 1 and len(text.split()) >= WORDS_MIN:
            problems.append(f"'{text}' stands in {', '.join(said)}")
    if len(commands) < 20:
        problems.append("the tables of the console's commands are not understood")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
