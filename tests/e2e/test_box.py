"""`crawlbox box` crawls a web of its own, unattended: it is killed at any moment, its cards are swapped, and a card goes from the image to
the program and back. What is stored in the end is what an undisturbed crawl stores. (e2e_same holds that one against the image's.)

CRAWLBOX_BOX_KILLS=50 makes a campaign of kill -9, CRAWLBOX_BOX_SWAPS=10 one of swaps with kills between them; without them there are a
few.
"""
import collections
import os
import random
import re
import subprocess
import sys
import unittest

import card_image
import crawl_lab
import lab
import test_crawl
from program_box import ProgramBox

KILLS = int(os.environ.get("CRAWLBOX_BOX_KILLS", "4"))
SWAPS = int(os.environ.get("CRAWLBOX_BOX_SWAPS", "2"))
KINDS = ("straight", "kills", "swaps", "both", "folder", "larger")
SETTINGS = test_crawl.SHORT if KILLS < 10 else {"page_cap": "40"}  # a campaign needs a crawl that is long enough
PROGRESS = "(begins|goes on|nothing left)"
SITES = 4  # that are visited in turn
LARGER = ("--active-sites", "12", "--known-sites", "40000", "--window", "256")
REST_SECONDS = 0.1 if KILLS < 10 else 1  # within which a box is killed
runs = {}  # kind: its crawl, or what will be it


def program_in_lab(card):
    return ProgramBox(card=card, snapshot=False)


def inside_straight(crawl):
    crawl.make_card()
    with program_in_lab(crawl.card) as box:
        crawl.finish(box)
        assert box.end() == 0


def kill_at_any_moment(card, moments):
    """Lets a box crawl for a while and kills it: all pages that it had reported as stored must be on the card. Every site has had a turn
    by then: a page at which a box was ended twice in a row counts as one that ends boxes, and is given up."""
    with program_in_lab(card) as box:
        box.wait_for(PROGRESS)
        before = int(box.facts("card")["pages"])
        box.wait_until(lambda: int(box.facts("card")["pages"]) > before + SITES or crawl_lab.DONE in box.facts("status")["crawl"], "pages")
        box.rest(moments.uniform(0, REST_SECONDS))
        reported = int(box.facts("card")["pages"])
        box.rest(moments.uniform(0, REST_SECONDS / 2))
    found = card_image.check(str(card))
    assert found >= reported, f"{reported} pages were reported as stored, {found} are there"
    return reported


def inside_kills(crawl):
    crawl.make_card()
    moments = random.Random(7)
    reported = [kill_at_any_moment(crawl.card, moments) for _ in range(KILLS)]
    assert reported[-1] > reported[0], f"the crawl did not go on: {reported}"
    with program_in_lab(crawl.card) as box:
        crawl.finish(box)
        assert box.end() == 0
    (crawl.folder / "reported.txt").write_text(" ".join(map(str, reported)), encoding="utf-8")


def inside_swaps(crawl):
    test_crawl.inside_swaps(crawl, program_in_lab, SWAPS, with_cuts=SWAPS > 2)


def inside_both(crawl):
    """The image begins, the program goes on and is killed, the image goes on and is cut off, the program ends it."""
    crawl.make_card()
    said = ""
    for make_box, is_ejected in ((test_crawl.image_in_lab, True), (program_in_lab, False), (test_crawl.image_in_lab, False)):
        with make_box(crawl.card) as box:
            said += test_crawl.hear(box, PROGRESS)
            said += box.listen(3)
            if is_ejected:
                assert "safe to remove" in box.command("eject")
    with program_in_lab(crawl.card) as box:
        said += crawl.finish(box)
        assert box.end() == 0
    (crawl.folder / "said.txt").write_text(said, encoding="utf-8")


def wait_for_more_sites(box):
    """Until more sites are active than a board has."""
    counts = []

    def has_more_or_ends():
        counts.append(box.command("sites").count(" active"))
        return counts[-1] > SITES or crawl_lab.DONE in box.facts("status")["crawl"]

    box.wait_until(has_more_or_ends, "more active sites than a board has")
    assert counts[-1] > SITES, f"at most {max(counts)} sites were active"


def inside_larger(crawl):
    """The program begins with larger limits than a board has, is killed and goes on; the image goes on and is cut off; the program with
    larger limits ends it. Pauses are long enough to look at sites while they are active, from the first page on."""
    crawl.settings["delay_min_ms"] = "1000"
    crawl.make_card()
    said = ""
    for _ in range(2):
        with ProgramBox(card=crawl.card, snapshot=False, options=LARGER) as box:
            said += test_crawl.hear(box, PROGRESS)
            wait_for_more_sites(box)
            reported = int(box.facts("card")["pages"])
            said += box.heard
        found = card_image.check(str(crawl.card))
        assert found >= reported, f"{reported} pages were reported as stored, {found} are there"
    with test_crawl.image_in_lab(crawl.card) as box:
        said += test_crawl.hear(box, PROGRESS)
        said += box.listen(3)
    with ProgramBox(card=crawl.card, snapshot=False, options=LARGER) as box:
        said += crawl.finish(box)
        assert box.end() == 0
    (crawl.folder / "said.txt").write_text(said, encoding="utf-8")


def copy_to_folder(image, folder):
    folder.mkdir()
    subprocess.run(["mcopy", "-s", "-i", image, "::/*", folder], check=True)


def copy_to_image(folder, image):
    card_image.make(str(image), crawl_lab.CARD_MB)
    subprocess.run(["mcopy", "-s", "-i", image, *folder.iterdir(), "::/"], check=True)


def inside_folder(crawl):
    """The image begins, the program goes on with the same card as a folder and is killed there, and the image ends it."""
    crawl.make_card()
    folder, said = crawl.folder / "card", ""
    with test_crawl.image_in_lab(crawl.card) as box:
        said += test_crawl.hear(box, PROGRESS)
        said += box.listen(3)
        assert "safe to remove" in box.command("eject")
    copy_to_folder(crawl.card, folder)
    for is_ejected in (False, True):
        with program_in_lab(folder) as box:
            said += test_crawl.hear(box, PROGRESS)
            said += box.listen(2)
            reported = int(box.facts("card")["pages"])
            if is_ejected:
                assert "safe to remove" in box.command("eject")
        stored = sum(path.read_bytes().count(b"\r\nWARC-Type: response\r\n") for path in folder.glob("WARC/*"))
        assert stored >= reported > 0, f"{reported} pages were reported as stored, {stored} are there"
    copy_to_image(folder, crawl.card)
    with test_crawl.image_in_lab(crawl.card) as box:
        said += crawl.finish(box)
        assert "safe to remove" in box.command("eject")
    (crawl.folder / "said.txt").write_text(said, encoding="utf-8")


def crawl_for(_, folder):
    return crawl_lab.Crawl(folder, **SETTINGS)


def setUpModule():
    runs.update(crawl_lab.begin_all(KINDS, crawl_for))


class Interrupted(unittest.TestCase):
    def urls(self, card):
        """How often each page is on a card that was ejected: once, unless its site was left early and gone back to."""
        crawl_lab.host_program("card", "check", card)
        return collections.Counter(url for url, _ in crawl_lab.responses(test_crawl.all_warc(card)))

    def straight(self):
        urls = self.urls(runs["straight"].result().card)
        self.assertGreater(len(urls), 20)
        return urls

    def test_kills_lose_nothing_and_the_crawl_goes_on_by_itself(self):
        crawl = runs["kills"].result()
        self.assertEqual(self.urls(crawl.card), self.straight())
        print("pages reported before each kill:", (crawl.folder / "reported.txt").read_text(), file=sys.stderr)

    def test_a_card_goes_from_the_image_to_the_program_and_back(self):
        crawl = runs["both"].result()
        self.assertEqual(self.urls(crawl.card), self.straight())
        said = (crawl.folder / "said.txt").read_text(encoding="utf-8")
        self.assertEqual(len(re.findall("The crawl goes on", said)), 3)
        self.assertIn("Not ejected before", said)

    def test_a_card_goes_from_the_image_to_a_folder_and_back(self):
        crawl = runs["folder"].result()
        self.assertEqual(self.urls(crawl.card), self.straight())
        said = (crawl.folder / "said.txt").read_text(encoding="utf-8")
        self.assertEqual(len(re.findall("The crawl goes on", said)), 3)
        self.assertIn("Not ejected before", said)

    def test_a_card_goes_from_a_larger_machine_to_the_image_and_back(self):
        """Sites that were under way beyond the image's four begin anew there, so that some pages are on the card twice."""
        crawl = runs["larger"].result()
        self.assertEqual(set(self.urls(crawl.card)), set(self.straight()))
        said = (crawl.folder / "said.txt").read_text(encoding="utf-8")
        self.assertGreaterEqual(len(re.findall("The crawl goes on", said)), 3)
        self.assertIn("Limits: 12 active sites, a window of 256 KB, one page at a time.", said)
        self.assertIn("SITE11.BIN", card_image.names(crawl.card, "STATE"))
        self.assertEqual(len(card_image.read(crawl.card, "STATE/HOSTS.BIN")), 40000 // 512 * 512 // 2 * 512)

    def test_swapped_cards_go_on_each_by_itself(self):
        crawl = runs["swaps"].result()
        cards = [crawl.card, *sorted(crawl.folder.glob("swap*.img"))]
        stored = [set(self.urls(card)) for card in cards]
        said = (crawl.folder / "said.txt").read_text(encoding="utf-8")
        self.assertEqual(set().union(*stored), set(self.straight()))
        self.assertTrue(all(stored), "nothing was stored on a fresh card")
        self.assertRegex(said, "pulled without 'eject': (nothing|1 page) is lost")
        self.assertIn("go on here", said, "no site was carried over")
        for card in cards[1:]:
            self.assertIn(b"crawlbox@example.org", card_image.read(card, "CRAWLBOX.INI"))


if __name__ == "__main__":
    if lab.is_inside():
        name, place = sys.argv[1:3]
        {"straight": inside_straight, "kills": inside_kills, "swaps": inside_swaps, "both": inside_both,
         "folder": inside_folder, "larger": inside_larger}[name](crawl_for(name, place))
        sys.exit(0)
    unittest.main(verbosity=2)
