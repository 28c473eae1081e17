"""`crawlbox run` and `crawlbox box` are the box: one web is crawled with the image in QEMU and with each of these programs, on cards of
their own with the same settings and seeds. What came of it must be the same: the sites in their order, what is known of each host (its
score with it), the pages, and the three logs.

Left aside is what cannot be the same: moments and durations, and what follows from them. Sites are served in turns, four at a time, so
that the answer of one may come before or after that of another; within a site everything has its order. progress.tsv has a line a
minute: its last one, which tells how it ended, is compared, but for its time, its speeds and the box's free RAM.
"""
import csv
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import card_image
import crawl_lab
import lab
from box import Box, REPOSITORY
from program_box import ProgramBox

# Programs for other computers, if they were built (sh tools/setup.sh --cross; sh tools/build.sh arm64 armhf), and what runs them here.
ELSEWHERE = {"arm64": "qemu-aarch64", "armhf": "qemu-arm"}
KINDS = ("image", "run", "box", *ELSEWHERE)
SETTINGS = {"page_cap": "5"}  # so that it takes a minute
runs = {}  # kind: what will be its crawl


def inside_image(crawl):
    with Box(card=crawl.card, snapshot=False, net=lab.TAP) as box:
        said = crawl.finish(box)
        box.command("eject")
    return re.findall(r"info: (\S+) begins", said)


def inside_run(crawl):
    said = crawl_lab.host_program("run", crawl.card, text=True).stdout
    return re.findall(r"^(\S+) begins$", said, re.MULTILINE)


def program_for(kind):
    return REPOSITORY / "build" / kind / "tools/crawlbox"


def is_there(kind):
    return kind not in ELSEWHERE or (program_for(kind).exists() and shutil.which(ELSEWHERE[kind]))


def inside_box(crawl, **how):
    with ProgramBox(card=crawl.card, snapshot=False, **how) as box:
        crawl.finish(box)
        box.command("eject")
        said = box.log()
    return re.findall(r"^crawlbox: (\S+) begins$", said, re.MULTILINE)


def inside_elsewhere(kind):
    return lambda crawl: inside_box(crawl, prefix=[ELSEWHERE[kind]], program=program_for(kind))


def crawl_inside(kind, folder):
    crawl = crawl_lab.Crawl(folder, **SETTINGS)
    crawl.make_card()
    inside = {"image": inside_image, "run": inside_run, "box": inside_box, **{name: inside_elsewhere(name) for name in ELSEWHERE}}
    begun = inside[kind](crawl)
    (crawl.folder / "begun.txt").write_text("\n".join(begun), encoding="utf-8")


def setUpModule():
    kinds = [kind for kind in KINDS if is_there(kind)]
    runs.update(crawl_lab.begin_all(kinds, lambda kind, folder: crawl_lab.Crawl(folder, **SETTINGS)))


def hosts(crawl):
    """{host: what is known of it}, but for when it was crawled."""
    table = crawl_lab.host_program("card", "hosts", crawl.card, text=True).stdout
    rows = {row.pop("host"): row for row in csv.DictReader(table.splitlines(), delimiter="\t")}
    for row in rows.values():
        row.pop("crawled")
    return rows


def pages(crawl):
    """{site: [(URL, digest of what was served)]}, in the order in which they were stored."""
    found = {}
    for url, message in crawl_lab.stored(crawl.card):
        found.setdefault(crawl_lab.site_of(url), []).append((url, hashlib.sha256(crawl_lab.body(message)).hexdigest()))
    return found


def log(crawl, name):
    """The lines of a log, of all its files."""
    numbered = sorted(one for one in card_image.names(crawl.card, "LOG") if re.fullmatch(rf"{name[:4]}\d+\.{name[-3:]}", one))
    return b"".join(card_image.read(crawl.card, "LOG/" + one) for one in (*numbered, name)).decode().splitlines()


def crawl_log(crawl):
    """{site: its lines, in order}, each without its moments (fields 0 and 8) and without the slot that the site had (7)."""
    found = {}
    for line in log(crawl, "crawl.log"):
        fields = line.split()
        found.setdefault(crawl_lab.site_of(fields[3]), []).append(fields[1:7] + fields[9:])
    return found


def last_progress(crawl):
    """The last line of progress.tsv as a dictionary, without what follows from the time or the machine."""
    last = list(csv.DictReader(log(crawl, "progress.tsv"), delimiter="\t"))[-1]
    return {key: value for key, value in last.items() if not re.search("time|hour|second|ram", key)}


def events(crawl):
    """The sentences of events.log."""
    return [line.partition(" ")[2] for line in log(crawl, "events.log")]


class Same:
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        if not is_there(cls.kind):
            raise unittest.SkipTest(f"NOTICE: there is no program for {cls.kind}, or no {ELSEWHERE[cls.kind]}: it was not compared")
        cls.image, cls.other = runs["image"].result(), runs[cls.kind].result()

    def same(self, look):
        ours, theirs = look(self.image), look(self.other)
        self.assertTrue(ours, "there is nothing to compare")
        self.assertEqual(theirs, ours)
        return ours

    def test_sites_begin_in_the_same_order(self):
        begun = self.same(lambda crawl: (crawl.folder / "begun.txt").read_text(encoding="utf-8").split())
        self.assertGreater(len(begun), 10)

    def test_the_same_is_known_of_each_host(self):
        table = self.same(hosts)
        self.assertGreater(len({row["score"] for row in table.values()}), 2, "no host was told from another")

    def test_the_same_pages_are_stored(self):
        self.assertGreater(sum(map(len, self.same(pages).values())), 50)

    def test_the_crawl_log_tells_the_same_of_each_site(self):
        self.same(crawl_log)

    def test_progress_ends_with_the_same_figures(self):
        figures = self.same(last_progress)
        self.assertGreater(len(figures), 4)

    def test_the_same_events_are_told(self):
        self.assertEqual(len(self.same(events)), 1)


class SameInRun(Same, unittest.TestCase):
    kind = "run"


class SameInBox(Same, unittest.TestCase):
    kind = "box"


class Elsewhere(Same):
    def test_a_card_may_be_longer_than_a_number_of_31_bits(self):
        with tempfile.TemporaryDirectory() as folder:
            for words in (["card", "init", *self.image.setting_options(), "--size", "4096"], ["card", "check"]):
                said = subprocess.run([ELSEWHERE[self.kind], program_for(self.kind), *words, f"{folder}/card.img"], capture_output=True,
                                      text=True, check=False)
                self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
            with ProgramBox(card=f"{folder}/card.img", snapshot=False, prefix=[ELSEWHERE[self.kind]], program=program_for(self.kind)) as box:
                box.wait_for(r"Card ready: \d+ MB free of 40\d\d MB")


class SameOnArm64(Elsewhere, unittest.TestCase):
    kind = "arm64"


class SameOnArmhf(Elsewhere, unittest.TestCase):
    kind = "armhf"


if __name__ == "__main__":
    if lab.is_inside():
        crawl_inside(*sys.argv[1:3])
        sys.exit(0)
    unittest.main(verbosity=2)
