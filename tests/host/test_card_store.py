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
        result = subprocess.run([MAKE_CARD, self.image, str(first), str(count), end], capture_output=True, env=TOOLS)
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
                fsck = subprocess.run(["fsck.fat", "-n", self.image], capture_output=True, env=TOOLS)
                self.assertEqual(fsck.returncode, 0, fsck.stdout)
                self.image.unlink()
                shutil.rmtree(self.out)

    def damage(self, *texts):
        """Changes the first byte of these texts, wherever they stand on the card."""
        image = bytearray(self.image.read_bytes())
        for text in texts:
            self.assertIn(text, image)
            at = -1
            while (at := image.find(text, at + 1)) >= 0:
                image[at] ^= 1
        self.image.write_bytes(image)

    def hosts(self, *options):
        return crawlbox("card", "hosts", *options, self.image).stdout.decode().splitlines()

    def test_the_crawl_is_counted(self):
        self.store(0, 12, "pull")
        self.assertIn("crawl: round 0, 12 hosts known, 11 crawled, 8 of them Thai, 11 links",
                      self.run_card("check", self.image))

    def test_hosts_as_a_table(self):
        self.store(0, 12, "eject")
        head, *rows = [line.split("\t") for line in self.hosts()]
        self.assertEqual(head[:6], ["host", "state", "label", "degree", "pages", "thai_pages"])
        self.assertEqual([row[0] for row in rows], [f"www.page{i}.example.co.th" for i in range(12)])
        self.assertEqual(rows[4][1:6], ["done", "thai", "50.0", "10", "5"])
        self.assertEqual(rows[11][1:6], ["known", "-", "0.0", "0", "0"])
        self.assertTrue(all(len(row) == len(head) for row in rows))

    def test_features_can_be_trained_on(self):
        self.store(0, 40, "eject")
        head, *rows = [line.split("\t") for line in self.hosts("--features")]
        self.assertEqual(len(rows), 40)
        self.assertEqual((head[0], head[-1], rows[4][-1], rows[0][-1]), ("host", "class", "thai", "other"))
        arff = self.hosts("--format", "arff")
        self.assertIn("@relation 'crawlbox-card'", arff)
        self.assertEqual(sum(line.startswith("@attribute") for line in arff), 34)
        self.assertIn("is one of", crawlbox("card", "hosts", "--format", "xml", self.image).stderr.decode())

    def test_damaged_hosts_are_told_and_left_out(self):
        self.store(0, 12, "eject")
        self.damage(b"www.page4.example.co.th")  # shares its sector with page5
        text = self.run_card("check", self.image)
        self.assertIn("note: 2 records of hosts are damaged", text)
        self.assertIn("no damage found", text)
        before = self.image.read_bytes()
        result = crawlbox("card", "hosts", self.image)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(len(result.stdout.splitlines()), 11)
        self.assertIn(b"2 damaged records left out", result.stderr)
        self.assertEqual(self.image.read_bytes(), before, "only looked at")

    def test_a_damaged_state_does_not_touch_the_harvest(self):
        stored = self.store(0, 12, "eject")
        self.damage(b"CRW3")
        self.assertIn("note: the state of the crawl cannot be used", self.run_card("check", self.image))
        self.check_finds(stored)
        result = crawlbox("card", "hosts", self.image)
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertIn(b"CRAWL.BIN", result.stderr)

    def test_a_card_without_a_crawl_has_no_hosts(self):
        self.run_card("init", "--size", "64", self.image)
        result = crawlbox("card", "hosts", self.image)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"no crawl was begun", result.stderr)


if __name__ == "__main__":
    unittest.main()
