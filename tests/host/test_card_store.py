"""Cards written by the box's own store, read by crawlbox card: what the one reports as stored the other finds."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from warcfile import CRAWLBOX, crawlbox

MAKE_CARD = pathlib.Path(CRAWLBOX).resolve().parents[1] / "tests" / "make_card"
TOOLS = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"}


class Store(unittest.TestCase):
    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)
        self.image, self.out = self.top / "card.img", self.top / "out"

    def store(self, first, count, end):
        result = subprocess.run([MAKE_CARD, self.image, str(first), str(count), end], capture_output=True, env=TOOLS,
                                timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)
        return int(result.stdout)

    def run_card(self, *arguments):
        result = crawlbox("card", *arguments)
        text = (result.stdout + result.stderr).decode()
        self.assertEqual(result.returncode, 0, text)
        return text

    def indexed(self):
        return len((self.out / "indexes" / "index.cdxj").read_text().splitlines())

    def check_finds(self, stored):
        text = self.run_card("check", self.image)
        self.assertIn(f"journal: {stored} pages stored", text)
        self.run_card("collect", self.image, self.out)
        self.assertEqual(self.indexed(), stored)

    def test_an_ejected_card(self):
        self.check_finds(self.store(0, 60, "eject"))
        self.assertIn(", ejected", self.run_card("check", self.image))

    def test_a_card_pulled_in_the_middle_of_a_page(self):
        self.check_finds(self.store(0, 60, "pull"))
        self.assertIn("pulled without eject", self.run_card("check", self.image))

    def test_every_page_has_a_line_in_the_log(self):
        stored = self.store(0, 25, "pull")
        self.run_card("collect", self.image, self.out)
        lines = [line for log in self.out.glob("logs/*/cra*.log") for line in log.read_text().splitlines()]
        self.assertEqual(len(lines), 25)
        self.assertTrue(all(len(line.split()) == 12 for line in lines), lines)
        self.assertGreater(stored, 15)

    def test_a_box_goes_on_with_a_card_that_was_emptied(self):
        for end in ("pull", "eject"):
            with self.subTest(end):
                before = self.store(0, 20, end)
                self.run_card("collect", "--erase", self.image, self.out)
                self.assertIn("0 WARC files", self.run_card("check", self.image))
                more = self.store(100, 20, end)
                self.assertIn("no damage found", self.run_card("check", self.image))
                self.run_card("collect", "--erase", self.image, self.out)
                self.assertEqual(self.indexed(), before + more)
                fsck = subprocess.run(["fsck.fat", "-n", self.image], capture_output=True, env=TOOLS, timeout=60)
                self.assertEqual(fsck.returncode, 0, fsck.stdout)
                self.image.unlink()
                shutil.rmtree(self.out)


if __name__ == "__main__":
    unittest.main()
