"""Every entry of a .def table comes about: something gives the code, defines the function, reads the setting.

A table that has no rule here fails, too: whoever adds one says who produces its entries. What ends a fetch is expected by a test besides;
its line in OPERATING.md is looked up by host_readme.
"""
import collections
import functools
import os
import re
import subprocess
import sys

OURS = ("app/", "boards/", "drivers/", "firmware/", "tools/")
BOX = ("app/", "boards/", "drivers/", "firmware/")
READERS = tuple(f"app/{room}/" for room in ("box", "crawl", "fetch", "graph", "topic", "ui")) + ("firmware/", "boards/", "tools/crawlbox/")

# file name: [(macro, which argument is the id, what the id becomes, how it comes about, where)]
RULES = {
    "fetch_status.def": [("FETCH_STATUS", 1, "FETCH_{}", "given", BOX)],
    "stops.def": [("SITE_STOP", 1, "SITE_STOP_{}", "given", BOX), ("CRAWL_STOP", 1, "CRAWL_STOP_{}", "given", BOX)],
    "rejects.def": [("REJECT", 0, "REJECT_{}", "given", BOX)],
    "notices.def": [("NOTICE", 0, "PANEL_{}", "given", BOX)],
    "settings.def": [(macro, 0, "{}", "read", READERS) for macro in ("TEXT", "NUMBER", "CHOICE", "VALUE")],
    "commands.def": [("COMMAND", 0, "command_{}|cmd_{}", "defined", OURS)],
    "machine_commands.def": [("COMMAND", 0, "command_{}", "defined", OURS)],
    "status.def": [("STATUS", 0, "{}", "defined", OURS)],
    "ram.def": [("OBJECT", 0, "ram_{}", "given", ("firmware/",)), ("TASK", 0, "task_{}", "defined", ("firmware/",))],
    "roles.def": [("ROLE", 0, "ROLE_{}|task_{}", "given", ("tools/", "firmware/"))],
    "packs.def": [("LANG_PACK", 0, "lang_pack_{}", "initialised", ("app/",))],
    "kinds.def": [("KIND", 2, "WORD_{}", "served", ("app/",))],
    "faults.def": [("FAULT", 0, "SITE_FAULT_{}", "served", ("tools/",))],
    "certificates.def": [("CERTIFICATE", 0, "SITE_CERTIFICATE_{}", "served", ("tools/",))],
    "words.def": [("WORD", 0, "WORD_{}", "given", ("tools/",))],
}
# Lists of words and characters: data that one function reads from end to end, or texts for the ids of another table, which do
# not compile if one is missing.
DATA = re.compile(r"(pack_\w+_words|map|thai|examples|names|cdn|geo|home|settings_th)\.def$")
STATUSES = "app/fetch/http/fetch_status.def"
SETTINGS, SETTINGS_THAI = "app/settings/settings.def", "tools/common/settings_th.def"

SENTENCES = {
    "given": "nothing gives {}",
    "served": "no code asks for {}",
    "read": "nobody reads the setting '{}'",
    "defined": "there is no function {}()",
    "initialised": "there is no {}",
}


def git_files(*patterns):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *patterns], check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\n") if name and os.path.exists(name)]


def without_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)


def read(name):
    with open(name, encoding="utf-8") as file:
        return without_comments(file.read())


def facts(text):
    """What a part of the sources says, by how an entry may come about: {kind: names}."""
    names, compared = (collections.Counter(re.findall(pattern, text)) for pattern in (r"\b[A-Za-z]\w+", r"(?:[!=]= |case )(\w+)"))
    return {
        # returned, assigned, chosen, handed on or in a table; being compared with is not enough
        "given": names - compared,
        "served": names,
        "read": set(re.findall(r"(?:->|\.)(\w+)", text)),
        "defined": set(re.findall(r"^[a-z][\w *]*?\b(\w+)\([^;{}()]*\)\s*\{", text, re.MULTILINE)),
        "initialised": set(re.findall(r"\b(\w+)\s*=", text)),
    }


def check(table, rules, facts_of):
    with open(table, encoding="utf-8") as file:
        entries = without_comments(file.read())
    count = 0
    for macro, which, patterns, kind, where in rules:
        for entry in re.findall(rf"^{macro}\(([^\"\n)]*)", entries, re.MULTILINE):
            count += 1
            names = [pattern.format(entry.split(",")[which].strip()) for pattern in patterns.split("|")]
            if not any(name in facts_of(where)[kind] for name in names):
                yield f"{table}: " + SENTENCES[kind].format(" or ".join(names))
    if count == 0:
        yield f"{table}: the rule in tests/lint/tables.py finds no entry in it"


def check_seen():
    """Each way in which a fetch can end is expected by a test, by its name, or by its code in quotes or where a row begins."""
    tests = "\n".join(read(name) for name in git_files("tests/*.c", "tests/*.h", "tests/*.py"))
    for code, name in re.findall(r"^FETCH_STATUS\((-?\d+), (\w+),", read(STATUSES), re.M):
        if not re.search(rf"\bFETCH_{name}\b|[\"(]{code}[\",]", tests):
            yield f"{STATUSES}: no test expects FETCH_{name} ({code})"


def check_thai():
    """Every setting is explained in Thai, too, and nothing else is."""
    keys, thai = ({entry.split(",")[0] for entry in re.findall(r"^(?:TEXT|NUMBER|CHOICE|VALUE|THAI)\(([^\n]*)", read(name), re.MULTILINE)}
                  for name in (SETTINGS, SETTINGS_THAI))
    for key in sorted(keys - thai):
        yield f"{SETTINGS_THAI}: the setting '{key}' of {SETTINGS} is not explained in Thai: add a line THAI({key}, \"...\")"
    for key in sorted(thai - keys):
        yield f"{SETTINGS_THAI}: {SETTINGS} has no setting '{key}': take its line out"


def main():
    sources = {name: read(name) for name in git_files("*.c", "*.h", "*.inc") if name.startswith(OURS)}
    failures = []

    @functools.cache
    def facts_of(where):
        return facts("\n".join(text for name, text in sources.items() if name.startswith(where)))

    for table in git_files("*.def"):
        rules = RULES.get(os.path.basename(table))
        if rules:
            failures += check(table, rules, facts_of)
        elif not DATA.search(table):
            failures.append(f"{table}: tests/lint/tables.py has no rule that says who produces its entries")
    failures += check_seen()
    failures += check_thai()
    print("\n".join(failures), end="\n" if failures else "", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
