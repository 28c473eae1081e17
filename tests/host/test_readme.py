"""The books are true: what they say can be typed can be typed, what they name exists, and their links lead somewhere.

Commands that stand on lines of their own run as they stand there, in their order; those that need a box, a real card or a network, and
those within a sentence, name programs, actions and options that there are. Every *.md of the tree is a book."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from warcfile import gzip_members, warcinfo

CRAWLBOX = pathlib.Path(os.environ["CRAWLBOX"]).resolve()
TOP = pathlib.Path(__file__).resolve().parents[2]
COMMAND = re.compile(r"^ {4,}(crawlbox(?:-lab)? .*?)(?: +#.*)?$", re.M)
SPOKEN = re.compile(r"`(crawlbox(?:-lab)?\s[^`]+)`")
SCRIPT = re.compile(r"(?:^ {4,}|`|&& )((?:sh|python3) (?:tools|tests)/[^`\n#]+)", re.M)
PRESET = re.compile(r"--preset (\w[\w-]*)")
LINK = re.compile(r"(?<!!)\[[^]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.M | re.S)
PATH = re.compile(r"(?<![\w./-])((?:\.\./|app/|boards/|docs/|drivers/|firmware/|tests/|tools/)[\w./*-]*)")
PLACEHOLDER = re.compile(r"NAME|ROOM|CHIP|BOARD|\*|/SOURCE$")
NEEDS_MORE_THAN_THIS = re.compile(r"/dev/|/media/|^crawlbox(?:-lab)? (?:box|run|fetch|internet|world record|flash|console) ")
TABLES_OF_COMMANDS = re.compile(r"^\| command \| what it does \|\n\|---\|---\|\n((?:\|.*\n)+)", re.M)
NO_FOLDERS = {"build", "__pycache__"}
NO_COMMANDS = {"crawlbox end", "crawlbox lab"}  # what stands in the last sector of a card; a command of long ago
TESTS = {"unit": "tests/unit/*/test_{}.c", "target": "tests/unit/*/test_{}.c", "host": "tests/host/test_{}.*", "e2e": "tests/e2e/test_{}.py",
         "fuzz": "tests/fuzz/fuzz_{}.c", "fault": "tests/fault/*.*", "lint": "tests/lint/**/{}.sh"}


def folders():
    """Every folder of the tree that holds files."""
    for place, below, files in os.walk(TOP):
        below[:] = [name for name in below if name not in NO_FOLDERS and (not name.startswith(".") or name == ".ci")]
        if files and pathlib.Path(place) != TOP:
            yield pathlib.Path(place).relative_to(TOP).as_posix()


def books():
    return sorted([*TOP.glob("*.md"), *(book for folder in folders() for book in (TOP / folder).glob("*.md"))])


BOOKS = {book.relative_to(TOP).as_posix(): book.read_text(encoding="utf-8") for book in books()}
MANUALS = [name for name in BOOKS if "/" not in name or name.startswith("docs/")]  # whose commands people type from the top of the tree


def program(name):
    return CRAWLBOX.parent / name


def anchors(text):
    """Headings as GitHub and others make anchors of them."""
    for heading in re.findall(r"^#+ +(.*?)\s*$", FENCED.sub("", text), re.M):
        yield re.sub(r" ", "-", re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)).lower())


def is_placeholder(word):
    return re.search(r"[A-Z]{2,}|\.\.\.|[*<>{}]", word) is not None


class Books(unittest.TestCase):
    def each(self, pattern, check, names=None):
        """Calls check(book, found) for everything that the pattern finds in the books, in a subtest each."""
        found = [(name, match) for name in names or BOOKS for match in pattern.findall(BOOKS[name])]
        self.assertGreater(len(found), 2)
        for name, match in found:
            with self.subTest(f"{name}: {match}"):
                check(name, match)

    def help_of(self, words):
        shown = subprocess.run([program(words[0]), *words[1:2], "--help"], capture_output=True, text=True, check=False)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        return shown.stdout

    def check_words(self, line):
        """A command line that cannot be run here: are there such a program, command, action and options?"""
        words = line.replace("\n", " ").split(" -- ")[0].split()
        if is_placeholder(words[1]) or words[1].startswith("-"):
            self.assertTrue(program(words[0]).exists())
            return
        shown = self.help_of(words)
        actions = re.findall(rf"{words[0]} {words[1]} ([a-z]+)\b", shown.partition("\n\n")[0])
        if actions and re.fullmatch("[a-z]+", " ".join(words[2:3])):
            self.assertIn(words[2], actions, line)
        for option in (word.split("=")[0].rstrip(",;.)") for word in words[2:] if re.match(r"--?\w", word)):
            self.assertRegex(shown, rf"(?<![\w-]){option}\b", line)

    def check_script(self, line):
        """A script of ours: it is there, explains itself, and knows these options and names."""
        words = [word.strip("[],;.)") for word in line.split()]
        self.assertTrue((TOP / words[1]).is_file(), words[1])
        if not (words[1].startswith("tools/") and words[1].endswith(".sh")):
            return
        shown = subprocess.run(["sh", TOP / words[1], "--help"], capture_output=True, text=True, check=False)
        self.assertEqual(shown.returncode, 0)
        self.assertIn(f"sh {words[1]}", shown.stdout)
        for option in (word for word in words[2:] if word.startswith("--")):
            self.assertRegex(shown.stdout, rf"{option}\b")
        if words[1] in ("tools/bench.sh", "tools/fuzz.sh") and len(words) > 2 and re.fullmatch(r"[a-z_]+", words[2]):
            kind = pathlib.Path(words[1]).stem
            self.assertEqual(len([*(TOP / "tests" / kind).glob(f"{kind}_{words[2]}.*")]), 1, words[2])

    def test_commands_on_lines_of_their_own_work(self):
        for name in MANUALS:
            with tempfile.TemporaryDirectory() as folder:
                files = pathlib.Path(folder)
                (files / "docs").mkdir()
                (files / "page.html").write_text("<title>ไทย</title><a href=/x>สวัสดีชาวโลก</a>", encoding="utf-8")
                (files / "urls.txt").write_text("http://EXAMPLE.th/\n")
                (files / "robots.txt").write_text("User-agent: *\nDisallow: /private\n")
                (files / "harvest.warc.gz").write_bytes(gzip_members([warcinfo()]))
                environment = {**os.environ, "PATH": f"{CRAWLBOX.parent}:{os.environ['PATH']}"}
                for command in COMMAND.findall(BOOKS[name]):
                    with self.subTest(f"{name}: {command}"):
                        if NEEDS_MORE_THAN_THIS.search(command):
                            self.check_words(command)
                            continue
                        result = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False)
                        self.assertEqual(result.returncode, 0, result.stderr + result.stdout)

    def test_commands_elsewhere_exist(self):
        self.each(COMMAND, lambda _, line: self.check_words(line), [name for name in BOOKS if name not in MANUALS])

    def test_commands_within_sentences_exist(self):
        self.each(SPOKEN, lambda _, line: line in NO_COMMANDS or self.check_words(line))

    def test_benchmarks_explain_themselves_before_they_measure(self):
        for script in sorted((TOP / "tests/bench").glob("bench_*.py")):
            self.assertIn("\nfrom bench import ", script.read_text(encoding="utf-8"), script)
        shown = subprocess.run(["sh", TOP / "tools/bench.sh", "latency", "--help"], capture_output=True, text=True, check=False)
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        self.assertIn("[--quick | --polite | --campaign]", shown.stdout)
        refused = subprocess.run(["python3", TOP / "tests/bench/bench_latency.py", "/dev/null", "--quik"], capture_output=True, text=True,
                                 check=False)
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("there is no option '--quik'", refused.stderr)

    def test_scripts_explain_themselves(self):
        scripts = {line for text in BOOKS.values() for line in SCRIPT.findall(text) if not is_placeholder(line.split()[1])}
        self.assertGreater(len(scripts), 10)
        for line in sorted(scripts):
            with self.subTest(line):
                self.check_script(line)

    def test_the_two_commands_stand_in_the_readme(self):
        for command in ("sh tools/demo.sh", "sh tools/test.sh"):
            self.assertRegex(BOOKS["README.md"], rf"(?m)^    {command} ")

    def test_presets_exist(self):
        presets = {preset["name"] for preset in json.loads((TOP / "CMakePresets.json").read_text())["buildPresets"]}
        webs = "".join(source.read_text(encoding="utf-8") for source in (TOP / "tools/lab").glob("**/*preset*.c"))
        self.each(PRESET, lambda _, name: self.assertTrue(name in presets or f'"{name}"' in webs, name))

    def check_link(self, name, link):
        if re.match(r"https?:|mailto:", link):
            return
        path, _, anchor = link.partition("#")
        target = (TOP / name).parent / path if path else TOP / name
        self.assertTrue(target.exists(), link)
        if anchor:
            self.assertIn(anchor, [*anchors(target.read_text(encoding="utf-8"))])

    def test_links_lead_somewhere(self):
        self.each(LINK, self.check_link)

    def check_path(self, name, path):
        path = path.rstrip(".")
        if not PLACEHOLDER.search(path):
            self.assertTrue((TOP / path).exists() or ((TOP / name).parent / path).exists(), path)

    def test_paths_exist(self):
        self.each(PATH, self.check_path)

    def check_tests(self, _, row):
        """`unit_fetch` is there, and so is the function that is named behind it: `unit_fetch`: nobody_answers_for_a_host."""
        for kind, test, what in re.findall(r"`(unit|target|host|e2e|fuzz|fault|lint)_([a-z0-9_]+)`(?:: ([A-Za-z0-9_]{6,}))?", row):
            sources = [source.read_text(encoding="utf-8") for source in TOP.glob(TESTS[kind].format(test))]
            self.assertTrue(sources, f"{kind}_{test}")
            if kind == "fault":
                self.assertTrue(any(f"fault_{test}" in source for source in sources))
            if re.search("_|[A-Z]", what):
                self.assertTrue(any(re.search(rf"\b{what}\b", source) for source in sources), what)

    def test_tests_that_are_named_exist(self):
        self.each(re.compile(r"^.*`(?:unit|target|host|e2e|fuzz|fault|lint)_\w+`.*$", re.M), self.check_tests)

    def test_settings_that_are_named_exist(self):
        there = set(re.findall(r"^(?:TEXT|NUMBER|CHOICE|VALUE)\((\w+),", (TOP / "app/settings/settings.def").read_text(encoding="utf-8"), re.M))
        self.each(re.compile(r"`([a-z_]+) = [^`]*`"), lambda _, key: self.assertIn(key, there | {"key"}), [*MANUALS, "app/crawl/DESIGN.md"])

    def test_commands_of_the_box_exist_and_are_told(self):
        names = ("app/ui/console/commands.def", "app/ui/console/machine_commands.def", "firmware/console/commands.def")
        tables = [(TOP / name).read_text(encoding="utf-8") for name in names]
        there = {name for table in tables for name in re.findall(r"^COMMAND\((\w+),", table, re.M)}
        rows = [row for table in TABLES_OF_COMMANDS.findall(BOOKS["docs/OPERATING.md"]) for row in table.splitlines()]
        words = [words for row in rows for words in re.findall(r"`([^`]+)`", row.replace("\\|", "/").split("|")[1])]
        self.assertEqual({word.split()[0] for word in words}, there)

    def test_every_fetch_code_is_told(self):
        table = (TOP / "app/fetch/http/fetch_status.def").read_text(encoding="utf-8")
        there = re.findall(r'^FETCH_STATUS\((-\d+), \w+, ([01]), "(.*)"\)$', table, re.M)
        told = re.findall(r"^\| (-\d+) \| (.*) \| (yes|no) \|$", BOOKS["docs/OPERATING.md"], re.M)
        self.assertEqual(told, [(code, sentence, "yes" if passing == "1" else "no") for code, passing, sentence in there])

    def test_the_map_has_every_folder(self):
        table = BOOKS["docs/ARCHITECTURE.md"].partition("## Map of the tree")[2].partition("\n## ")[0]
        told = re.findall(r"^\| `([^`]+)` \|", table, re.M)
        parents = {parent.as_posix() for folder in folders() for parent in pathlib.Path(folder).parents} - {"."}
        self.assertEqual(sorted(told), sorted({*folders(), *parents}))

    def test_every_figure_has_a_kind_and_a_command(self):
        measured, _, estimates = BOOKS["docs/MEASURED.md"].partition("## Estimates")
        rows = re.findall(r"^\| (?!what|---)(.*) \|$", measured, re.M)
        self.assertGreater(len(rows), 10)
        for row in rows:
            with self.subTest(row):
                self.assertRegex(row, r" \| (measured|simulated) \| `[^`]+`$")
        for row in re.findall(r"^\| (?!what|---)(.*) \|$", estimates, re.M):
            with self.subTest(row):
                self.assertRegex(row.split(" | ")[2], r"\d")

    def test_the_readme_stays_short(self):
        self.assertLess(len(BOOKS["README.md"].splitlines()), 160)


if __name__ == "__main__":
    unittest.main()
