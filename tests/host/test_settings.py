"""crawlbox settings: the table in its forms, a check of CRAWLBOX.INI, and docs/SETTINGS.md."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]
PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/SETTINGS.md"


def run(*arguments):
    return subprocess.run([CRAWLBOX, "settings", *map(str, arguments)], capture_output=True, check=False)


class Settings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "x.ini"

    def rows(self):
        lines = run("--format", "tsv").stdout.decode().splitlines()
        self.assertEqual(lines[0], "key\tdefault\trange\thelp")
        return [line.split("\t") for line in lines[1:]]

    def check(self, text):
        self.file.write_bytes(text.encode())
        result = run("--check", self.file)
        return result.returncode, (result.stdout + result.stderr).decode()

    def test_every_form_lists_every_setting(self):
        keys = [row[0] for row in self.rows()]
        self.assertGreater(len(keys), 40)
        self.assertEqual(len(keys), len(set(keys)))
        text = run().stdout.decode()
        markdown = run("--format", "markdown").stdout.decode()
        ini = run("--format", "ini").stdout.decode()
        for key in keys:
            self.assertRegex(text, rf"(?m)^  {key} ")
            self.assertRegex(markdown, rf"(?m)^\| `{key}` \| ")
            self.assertRegex(ini, rf"(?m)^{key} = ")
        for line in re.findall(r"(?m)^\|.*", markdown):
            self.assertEqual(len(re.findall(r"(?<!\\)\|", line)), 5, line)

    def test_the_default_file_has_nothing_wrong_but_what_must_be_filled_in(self):
        code, said = self.check(run("--format", "ini").stdout.decode())
        self.assertEqual(code, 1)
        self.assertEqual(re.findall(r"before '(\w+)' is set", said), ["operator", "contact", "email"])
        self.assertNotIn("line", said)

    def test_a_complete_file_is_right(self):
        code, said = self.check("operator = A\ncontact = http://a.th/\nemail = a@a.th\n")
        self.assertEqual((code, said.split(": ")[1]), (0, "complete, nothing wrong\n"))

    def test_mistakes_are_told_with_their_lines(self):
        code, said = self.check("operator = A\ncontact = a.th\nemail = a@a.th\nnonsense\ncolour = red\n")
        self.assertEqual(code, 1)
        self.assertIn("x.ini, line 2: contact must be an http:// or https:// address", said)
        self.assertIn("x.ini, line 4: nonsense is neither", said)
        self.assertIn("x.ini, line 5: colour is no setting: ignored", said)

    def test_usage(self):
        self.assertEqual(run("--format", "yaml").returncode, 2)
        self.assertEqual(run("more").returncode, 2)
        self.assertEqual(run("--check", "/nowhere/x.ini").returncode, 2)

    def test_the_page_in_docs_is_this_one(self):
        made = run("--format", "markdown").stdout.decode()
        self.assertEqual(PAGE.read_text(encoding="utf-8"), made, "docs/SETTINGS.md is stale: its head says how to make it again")


if __name__ == "__main__":
    unittest.main()
