"""crawlbox dict: what a dictionary is made of, and what it says."""

import hashlib
import os
import pathlib
import subprocess
import tempfile
import unittest

import lists

CRAWLBOX = os.environ["CRAWLBOX"]
LIBTHAI = lists.path("libthai/thbrk.tri")
HUNSPELL = lists.path("hunspell/th_TH.dic")
PINNED = pathlib.Path(__file__).parents[2] / "app/read/dict/builtin.sha256"


def run(*arguments):
    return subprocess.run([CRAWLBOX, "dict", *arguments], capture_output=True, text=True, encoding="utf-8")


def libthai_words():
    listed = subprocess.run(["trietool", "-p", os.path.dirname(LIBTHAI), "thbrk", "list"], capture_output=True,
                            text=True, encoding="utf-8", env={**os.environ, "LC_ALL": "C.UTF-8"}, check=True)
    return [line.split("\t")[0] for line in listed.stdout.splitlines()]


class Build(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name, text=None):
        path = os.path.join(self.folder.name, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
        return path

    def test_keeps_only_what_is_not_read_as_shorter_words(self):
        result = run("build", "--must", self.path("list.txt", "ตา\nกลม\nตากลม\nตาก\n"), self.path("a.bin"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(sorted(run("list", self.path("a.bin")).stdout.split()), ["กลม", "ตา", "ตาก", "ตากลม"])
        run("build", "--must", self.path("list.txt", "ตา\nกลม\nตากลม\n"), self.path("a.bin"))
        self.assertEqual(sorted(run("list", self.path("a.bin")).stdout.split()), ["กลม", "ตา"])

    def test_all_kinds_of_lists_are_read(self):
        run("build", "--must", self.path("a.dic", "2\nกา/AB\nนา\n"), self.path("a.bin"))
        self.assertEqual(sorted(run("list", self.path("a.bin")).stdout.split()), ["กา", "นา"])
        run("build", "--must", self.path("a.txt", "กา\t-1\r\nฃวด\r\n"), self.path("a.bin"))
        self.assertEqual(sorted(run("list", self.path("a.bin")).stdout.split()), ["กา", "ฃวด"])

    def test_every_letter_survives(self):
        words = [chr(0x0e01 + i) + "า" for i in range(0x2e) if i != 0x2e] + ["กฺก", "กํก", "กๅก", "กๆ", "ฯก"]
        words = [word for word in words if "ฯ" not in word and "ๆ" not in word]
        run("build", "--must", self.path("a.txt", "\n".join(words) + "\n"), self.path("a.bin"))
        self.assertEqual(sorted(run("list", self.path("a.bin")).stdout.split()), sorted(words))

    def test_a_limit_drops_optional_words_and_says_so(self):
        result = run("build", "--must", LIBTHAI, "--also", HUNSPELL, "--limit", "58000", self.path("a.bin"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("thbrk: 25110 words, 25110 read", result.stdout)
        self.assertIn("dropped: no room", result.stdout)
        self.assertLessEqual(os.path.getsize(self.path("a.bin")), 58000)
        self.assertEqual(run("info", self.path("a.bin")).returncode, 0)

    def test_required_words_are_never_dropped(self):
        result = run("build", "--must", LIBTHAI, "--limit", "20000", self.path("a.bin"))
        self.assertEqual(result.returncode, 2)
        self.assertIn("more than 20000 bytes", result.stderr)
        self.assertFalse(os.path.exists(self.path("a.bin")))

    def test_dropped_words_are_named_on_request(self):
        result = run("build", "--dropped", "--must", self.path("a.txt", "กา\nก\n"), self.path("a.bin"))
        self.assertIn("line 2\thas a single letter", result.stdout)

    def test_bad_lists_are_refused(self):
        self.assertIn("no word list", run("build", "--must", self.path("none"), self.path("a.bin")).stderr)
        result = run("build", "--must", self.path("a.txt", "english\n"), self.path("a.bin"))
        self.assertEqual(result.returncode, 2)
        self.assertIn("has no Thai words", result.stderr)


class BuiltIn(unittest.TestCase):
    def unread(self, words):
        found = []
        for start in range(0, len(words), 5000):
            found += [line for line in run("lookup", *words[start:start + 5000]).stdout.splitlines() if "[" in line]
        return len(found)

    @staticmethod
    def facts():
        return dict(line.split("\t", 1) for line in run("info").stdout.splitlines())

    def test_is_the_same_wherever_it_is_built(self):
        lists.reference("libthai/thbrk.tri", "hunspell/th_TH.dic")
        self.assertEqual(self.facts()["sha256"], PINNED.read_text().strip(),
                         "another dictionary than the one that is noted; if that is meant: sh tools/renew.sh dictionary")

    def test_its_sha256_is_that_of_its_file(self):
        with tempfile.NamedTemporaryFile() as file:
            run("build", "--must", LIBTHAI, file.name)
            made = dict(line.split("\t", 1) for line in run("info", file.name).stdout.splitlines())
            self.assertEqual(made["sha256"], hashlib.sha256(pathlib.Path(file.name).read_bytes()).hexdigest())

    def test_reads_most_words(self):
        lists.reference("libthai/thbrk.tri", "hunspell/th_TH.dic")
        with open(HUNSPELL, encoding="utf-8") as lines:
            hunspell = [line.strip().split("/")[0] for line in lines][1:]
        for words, least_read in (libthai_words(), 0.45), (hunspell, 0.6):
            self.assertGreaterEqual(len(words), 25000)
            self.assertGreater(1 - self.unread(words) / len(words), least_read)

    def test_fits_the_image(self):
        self.assertLessEqual(int(self.facts()["bytes"]), 7000)

    def test_lists_as_many_entries_as_it_says(self):
        info = self.facts()
        words = run("list").stdout.split("\n")[:-1]
        self.assertEqual(len(words), int(info["entries"]))
        self.assertEqual(len(set(words)), len(words))

    def test_shows_how_text_is_read(self):
        result = run("lookup", "ภาษาไทย")
        self.assertEqual((result.stdout, result.returncode), ("ภาษา|ไทย\n", 0))
        result = run("lookup", "ฟฟไทย 2009")
        self.assertEqual((result.stdout, result.returncode), ("[ฟฟ]|ไทย 2009\n", 1))

    def test_damaged_files_are_refused(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"CBXD" + bytes(1000))
            file.flush()
            result = run("info", file.name)
        self.assertEqual(result.returncode, 2)
        self.assertIn("not a usable dictionary", result.stderr)

    def test_help(self):
        for arguments in (["--help"], ["build", "--help"], ["lookup", "--help"], ["info", "--help"]):
            self.assertEqual(run(*arguments).returncode, 0)
        self.assertEqual(run().returncode, 2)


if __name__ == "__main__":
    unittest.main()
