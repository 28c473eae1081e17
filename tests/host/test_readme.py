"""What the README says can be typed can be typed: its commands run as they stand there, in their order; those that need a box or a
real card, and those within a sentence, name commands and options that there are."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from warcfile import gzip_members, warcinfo

CRAWLBOX = pathlib.Path(os.environ["CRAWLBOX"]).resolve()
TOP = pathlib.Path(__file__).resolve().parents[2]
README = (TOP / "README.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"^ {4,}(crawlbox .*?)(?: +#.*)?$", re.M)
SCRIPT = re.compile(r"(?:^ {4,}|`)(?:sh|python3) ((?:tools|tests)/[\w/.]+)", re.M)
SPOKEN = re.compile(r"`crawlbox\s([^`]+)`")
NEEDS_HARDWARE = re.compile(r"/dev/|/media/")
TABLES_OF_COMMANDS = re.compile(r"^\| command \| what it does \|\n\|---\|---\|\n((?:\|.*\n)+)", re.M)


def run(command, folder):
    return subprocess.run("./" + command, shell=True, cwd=folder, capture_output=True, text=True, check=False)


class Readme(unittest.TestCase):
    def check_words(self, words):
        """A command line that cannot be run here: is there such a command, and are there such options?"""
        name, *rest = words.split()
        shown = subprocess.run([CRAWLBOX, name, "--help"], capture_output=True, text=True, check=False)
        self.assertEqual(shown.returncode, 0, words)
        for option in (word.split("=")[0].rstrip(",;.)") for word in rest if word.startswith("--") and len(word) > 2):
            self.assertRegex(shown.stdout, rf"{option}\b", words)

    def test_its_commands_work(self):
        commands = COMMAND.findall(README)
        self.assertGreater(len(commands), 8)
        with tempfile.TemporaryDirectory() as folder:
            files = pathlib.Path(folder)
            (files / "page.html").write_text("<title>ไทย</title><a href=/x>สวัสดีชาวโลก</a>", encoding="utf-8")
            (files / "urls.txt").write_text("http://EXAMPLE.th/\n")
            (files / "seeds.txt").write_text("www.example.ac.th\n")
            (files / "robots.txt").write_text("User-agent: *\nDisallow: /private\n")
            (files / "harvest.warc.gz").write_bytes(gzip_members([warcinfo()]))
            os.symlink(CRAWLBOX, files / "crawlbox")
            for command in commands:
                with self.subTest(command):
                    if NEEDS_HARDWARE.search(command):
                        self.check_words(command.removeprefix("crawlbox "))
                        continue
                    result = run(command, folder)
                    self.assertEqual(result.returncode, 0, result.stderr + result.stdout)

    def test_commands_within_sentences_exist(self):
        spoken = [words for words in SPOKEN.findall(README) if words.split()[0].isalpha() and words.split()[0].islower()]
        self.assertGreater(len(spoken), 4)
        for words in spoken:
            with self.subTest(words):
                self.check_words(words)

    def test_scripts_explain_themselves(self):
        scripts = set(SCRIPT.findall(README))
        self.assertGreater(len(scripts), 4)
        for script in scripts:
            with self.subTest(script):
                self.assertTrue((TOP / script).is_file())
                if script.startswith("tools/") and script.endswith(".sh"):
                    shown = subprocess.run(["sh", TOP / script, "--help"], capture_output=True, text=True, check=False)
                    self.assertEqual(shown.returncode, 0)
                    self.assertIn(f"sh {script}", shown.stdout)

    def test_commands_of_the_box_exist(self):
        there = set(re.findall(r"^COMMAND\((\w+),", (TOP / "firmware/commands.def").read_text(encoding="utf-8"), re.M))
        rows = [row for table in TABLES_OF_COMMANDS.findall(README) for row in table.splitlines()]
        words = [words for row in rows for words in re.findall(r"`([^`]+)`", row.replace("\\|", "/").split("|")[1])]
        told = {word.split()[0] for word in words if not word.startswith(("sh ", "python3 ", "crawlbox "))}
        self.assertGreater(len(told), 10)
        self.assertEqual(told - there, set())


if __name__ == "__main__":
    unittest.main()
