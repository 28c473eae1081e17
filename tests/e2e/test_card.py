"""The card in the real image and in `crawlbox box`: power cuts, swapping, cards that cannot be used.

    python3 tests/e2e/test_card.py             the tests
    python3 tests/e2e/test_card.py cuts 200    the long form: QEMU is killed at 200 random moments
    python3 tests/e2e/test_card.py kills 200   the same with the program
"""
import os
import pathlib
import random
import sys
import tempfile
import unittest

import card_image
import fake_card
from box import Box, TRACE
from program_box import ProgramBox

CUTS = 4
SEED = 20261116
MOMENT = {Box: 0.3, ProgramBox: 0.02}  # seconds in which some pages are stored


def cut_power(make_box, card, choice):
    """Lets a box store pages on the card and kills it in the middle: pages that were reported as stored. Some cuts come while
    the first file is being made, most of them between or inside pages."""
    with make_box(card=card, snapshot=False) as box:
        box.wait_for("Card ready")
        box.send("card selftest 1000\r")
        wait_for_pages = choice.choice((0, 10, 20, 30))
        if wait_for_pages:
            box.wait_for(f"stored {wait_for_pages}\r")
        box.rest(choice.uniform(0, MOMENT[make_box]))
        reported = [int(word.split()[0]) for word in box.heard.split("stored ")[1:]]
    return reported[-1] if reported else 0


def cuts(make_box, count, seed=SEED):
    """Kills a box at random moments, one after another, on the same card: all that was stored must be there each time. The
    number of pages that were reported as stored in all."""
    choice = random.Random(seed)
    folder = tempfile.mkdtemp(prefix="crawlbox-cuts-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    card = str(pathlib.Path(folder) / "card.img")
    pages = stored = 0
    try:
        for number in range(count):
            if number % 20 == 0:
                card_image.prepare(card)
                pages = 0
            reported = cut_power(make_box, card, choice)
            now = card_image.check(card)
            if now < pages + reported:
                raise card_image.CardError(f"cut {number}: {now} pages, but {pages} + {reported} were stored")
            pages = now
            stored += reported
            if TRACE:
                print(f"cut {number}: {reported} reported, {now} on the card", flush=True)
    finally:
        os.unlink(card)
        os.rmdir(folder)
    return stored


class Shared:
    """What holds for every box."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crawlbox-card-")
        self.addCleanup(folder.cleanup)
        self.card = str(pathlib.Path(folder.name) / "card.img")
        self.other = str(pathlib.Path(folder.name) / "other.img")

    def test_stores_and_ejects(self):
        card_image.make(self.card)
        with self.make_box(card=self.card, snapshot=False) as box:
            box.wait_for("Card ready")
            self.assertEqual(box.facts("card selftest 5")["pages"], "5")
            self.assertEqual(box.facts("card check")["damaged_files"], "0")
            self.assertIn("safe to remove", box.command("eject"))
        self.assertEqual(card_image.check(self.card), 5)
        self.assertTrue(all(name.endswith(".warc") for name in card_image.names(self.card, "WARC")))

    def test_power_cuts(self):
        self.assertGreater(cuts(self.make_box, CUTS), 0, "no cut came after a page was stored: nothing was shown")

    def test_swapped_after_eject(self):
        card_image.prepare(self.card)
        card_image.prepare(self.other)
        with self.make_box(card=self.card, snapshot=False) as box:
            box.wait_for("Card ready")
            box.command("card selftest 3")
            box.command("eject")
            box.eject()
            box.insert(self.other)
            box.wait_for("Card ready")
            box.command("card selftest 4")
            box.command("eject")
        self.assertEqual(card_image.check(self.card), 3)
        self.assertEqual(card_image.check(self.other), 4)

    def test_pulled_without_eject(self):
        card_image.prepare(self.card)
        card_image.prepare(self.other)
        with self.make_box(card=self.card, snapshot=False) as box:
            box.wait_for("Card ready")
            box.command("card selftest 3")
            box.eject()
            box.wait_for("pulled without 'eject'")
            box.insert(self.other)
            box.wait_for("Card ready")
            box.command("card selftest 4")
            box.command("eject")
        self.assertEqual(card_image.check(self.card), 3)
        self.assertEqual(card_image.check(self.other), 4)

    def test_garbage_is_told_and_not_touched_until_formatted(self):
        garbage = random.Random(1).randbytes(1 << 20) * 64
        pathlib.Path(self.card).write_bytes(garbage)
        with self.make_box(card=self.card, snapshot=False) as box:
            box.wait_for("is not formatted")
            self.assertIn("type: card format yes", box.command("card format"))
            self.assertEqual(pathlib.Path(self.card).read_bytes(), garbage)
            self.assertIn("ready", box.command("card format yes"))
            self.assertEqual(box.facts("card selftest 2")["pages"], "2")

    def test_an_empty_slot_is_told(self):
        with self.make_box() as box:
            self.assertIn("no card", box.facts("card")["card"])


class OfTheImage(Shared, unittest.TestCase):
    make_box = Box

    def test_its_size_is_told(self):
        card_image.make(self.card)
        with Box(card=self.card) as box:
            box.wait_for("Card ready")
            facts = box.facts("card")  # the cards of some versions of QEMU refuse CMD9 and CMD13, those of others do not
            self.assertIn(facts["capacity"], ("512 MB, as the card says", "512 MB, found by reading"))
            self.assertIn(facts["writes"], ("confirmed by the card", "read back"))

    def check_is_refused(self, box):
        box.wait_for("The card holds less than")
        self.assertIn("holds less than", box.facts("card")["card"])
        self.assertEqual(box.facts("card selftest 2")["pages"], "0")

    def test_a_card_with_half_of_what_it_claims_is_refused_and_not_changed(self):
        card_image.make(self.card, 64)
        whole = pathlib.Path(self.card).read_bytes()
        kept = whole[:16 << 20] + random.Random(2).randbytes(16 << 20)  # files lie where it would be written again
        for wraps in (True, False):
            with self.subTest(wraps=wraps), fake_card.FakeCard(kept, len(whole), wraps) as fake:
                with Box(card=fake.name, snapshot=False) as box:
                    self.check_is_refused(box)
                    self.assertEqual(bytes(fake.contents), kept)
                    self.assertIn("holds less than", box.command("card format yes"))

    def test_a_file_system_longer_than_its_card_is_refused_and_not_changed(self):
        card_image.make(self.card, 128)
        os.truncate(self.card, 64 << 20)
        before = pathlib.Path(self.card).read_bytes()
        with Box(card=self.card, snapshot=False) as box:
            self.check_is_refused(box)
            self.assertEqual(pathlib.Path(self.card).read_bytes(), before)
            self.assertIn("The card is ready.", box.command("card format yes"))


class OfTheProgram(Shared, unittest.TestCase):
    make_box = ProgramBox

    def test_ending_the_program_ejects(self):
        card_image.make(self.card)
        with ProgramBox(card=self.card, snapshot=False) as box:
            box.wait_for("Card ready")
            box.command("card selftest 3")
            self.assertEqual(box.end(), 0)
        self.assertEqual(card_image.check(self.card), 3)
        self.assertTrue(all(name.endswith(".warc") for name in card_image.names(self.card, "WARC")))

    def test_a_file_system_longer_than_its_card_is_refused_and_not_changed(self):
        card_image.make(self.card, 128)
        os.truncate(self.card, 64 << 20)
        before = pathlib.Path(self.card).read_bytes()
        with ProgramBox(card=self.card, snapshot=False) as box:
            box.wait_for("The card holds less than")
            self.assertEqual(pathlib.Path(self.card).read_bytes(), before)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] in ("cuts", "kills"):
        pages = cuts(Box if sys.argv[1] == "cuts" else ProgramBox, int(sys.argv[2]))
        print(f"{pages} pages reported as stored, none lost in {sys.argv[2]} {sys.argv[1]}")
    else:
        unittest.main()
