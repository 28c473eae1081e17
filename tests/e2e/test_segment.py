"""The real image crawls foreign sites by segment, with a topic pack on the card: it brings home the sections about Thailand and
little else, asks no host too fast, and goes on after its plug was pulled.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

import crawl_lab
import lab
from box import Box

SITES, SEED = 10, 4
LESSON_SITES, LESSON_SEED = 40, 9
SETTINGS = {"mode": "segment", "page_cap": "60", "site_hops": "3"}


class Crawl(crawl_lab.Crawl):
    """A web of segments, and a pack that was learned from another one."""

    def make_world(self):
        crawl_lab.laboratory("world", "make", "--preset", "topic-tourism", "--hosts", SITES, "--seed", self.seed, "-o",
                               self.world)
        lesson, pages, tables = self.folder / "lesson", self.folder / "pages", self.folder / "tables"
        tables.mkdir()
        crawl_lab.laboratory("world", "make", "--preset", "topic-tourism", "--hosts", LESSON_SITES, "--seed", LESSON_SEED, "-o",
                               lesson)
        crawl_lab.laboratory("world", "pages", "-o", pages, lesson)
        crawl_lab.laboratory("topic", "train", "--positive", pages / "relevant", "--negative", pages / "other", "--name",
                               "tourism", "-o", tables / "TOPIC.PAK")

    def segments(self):
        """{name: row} of all segments of the web."""
        text = crawl_lab.laboratory("world", "hosts", self.world).stdout.decode()
        return {row["name"]: row for row in csv.DictReader(text.splitlines(), delimiter="\t")}


def crawl_in(folder):
    return Crawl(folder, seed=SEED, **SETTINGS)


def segment_of(host, target):
    """Its name, as the box has it."""
    path = urllib.parse.urlsplit(target).path
    directory = path[:path.rindex("/") + 1]
    return host + (directory if directory != "/" else "")


def inside(crawl):
    crawl.make_card()
    with Box(card=crawl.card, snapshot=False, net=lab.TAP) as box:
        said = box.wait_for("begins").string
        said += box.listen(8)
    with Box(card=crawl.card, snapshot=False, net=lab.TAP) as box:  # its plug was pulled
        said += crawl.finish(box)
        (crawl.folder / "said.txt").write_text(said, encoding="utf-8")
        print(box.command("eject"))


class Segments(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        crawl = cls.crawl = crawl_in(temporary.name)
        crawl.make_world()
        result = subprocess.run(lab.command(crawl.world, temporary.name, log=crawl.log), stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, check=False)
        assert result.returncode == 0, f"it ended with {result.returncode}: {result.stdout}"
        cls.segments = crawl.segments()
        cls.asked = [one for one in crawl.requests() if one["target"] != "/robots.txt"]
        cls.stored = crawl.pages()

    def count(self, urls):
        """{segment: how many of its pages}."""
        counts = {}
        for host, target in urls:
            name = segment_of(host, target)
            counts[name] = counts.get(name, 0) + 1
        return counts

    def test_the_pack_is_used(self):
        self.assertIn("TOPIC.PAK: tourism", (self.crawl.folder / "said.txt").read_text())

    def test_what_is_brought_home_are_sections_about_the_topic(self):
        stored = self.count((urllib.parse.urlsplit(url).netloc, url) for url in self.stored)
        self.assertGreater(len(self.stored), 50)
        relevant = sum(count for name, count in stored.items() if self.segments[name]["relevant"] == "1")
        self.assertGreaterEqual(relevant / len(self.stored), 0.95)

    def test_every_stored_page_is_what_the_lab_served(self):
        for url, message in list(self.stored.items())[:40]:
            served = crawl_lab.laboratory("world", "page", self.crawl.world, url).stdout
            self.assertEqual(crawl_lab.body(message), served, url)

    def test_other_sections_are_given_up_soon(self):
        asked = self.count((one["host"], one["target"]) for one in self.asked)
        others = [count for name, count in asked.items() if self.segments[name]["degree"] == "0"]
        self.assertGreater(len(others), 3)
        self.assertLessEqual(sum(others) / len(others), 2.2)

    def test_relevant_sections_are_fetched_whole(self):
        stored = self.count((urllib.parse.urlsplit(url).netloc, url) for url in self.stored)
        whole = [name for name, count in stored.items() if count == int(self.segments[name]["pages"])]
        self.assertGreaterEqual(len(whole), 5, stored)

    def test_a_host_is_asked_politely_whatever_its_segments(self):
        log = self.crawl.log_lines()
        self.assertGreaterEqual(len(log), len(self.stored))
        self.assertEqual(crawl_lab.asked_too_fast(log), [])

    def test_the_segments_of_a_card_can_be_listed(self):
        text = crawl_lab.host_program("card", "hosts", self.crawl.card).stdout.decode()
        rows = {row["host"]: row for row in csv.DictReader(text.splitlines(), delimiter="\t")}
        done = [name for name, row in rows.items() if row["state"] == "done" and row["label"] == "thai"]
        self.assertGreaterEqual(len(done), 5, text)
        self.assertGreaterEqual(sum(self.segments[name]["relevant"] == "1" for name in done) / len(done), 0.9)

    def test_https_sites_are_read_along_too(self):
        self.assertTrue(any(url.startswith("https://") for url in self.stored))

    def test_the_card_is_sound(self):
        crawl_lab.host_program("card", "check", self.crawl.card)


if __name__ == "__main__":
    if lab.is_inside():
        inside(crawl_in(sys.argv[1]))
        sys.exit(0)
    unittest.main(verbosity=2)
