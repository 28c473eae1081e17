"""What a box that does not harvest says on its display, and on its console: the real program, walked from one state to the next."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE.parent / "e2e"), str(TOP / "tools")]
import card_image  # noqa: E402
import namespace  # noqa: E402
import screenshot  # noqa: E402
from program_box import ProgramBox  # noqa: E402
from small_web import NAME_SERVER, SmallWeb, page  # noqa: E402

GOLDEN = TOP / "tests/panel/golden"
HEADLINE, ALL = slice(11, 28), slice(11, 64)  # lines of the display; those above have the time since the start
SETTINGS = {"operator": "A Library", "contact": "http://library.example/crawl", "email": "crawl@library.example",
            "allow": "198.18.0.0/15", "delay_min_ms": "0", "delay_factor": "0", "delay_max_ms": "0", "file_mb": "4"}
SITES = ["one.example.th", "two.example.th", "three.example.th", "four.example.th"]
CARD_MB = 128


class Notices(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def card(self, name, seeds="", **settings):
        card = self.folder / name
        card_image.make(card, CARD_MB)
        lines = "".join(f"{key} = {value}\r\n" for key, value in (SETTINGS | settings).items())
        card_image.put(card, {"CRAWLBOX.INI": lines.encode(), **({"SEEDS.TXT": seeds.encode()} if seeds else {})})
        return card

    def formatted(self, name, by, partition=None):
        """A card that begins, or whose first partition begins, as a file system of others does."""
        boot = bytes(3) + by + bytes(499) + b"\x55\xaa"
        table = bytes(446) + bytes([0, 0, 0, 0, 7, 0, 0, 0]) + (partition or 0).to_bytes(4, "little") + bytes(52) + b"\x55\xaa"
        with open(self.folder / name, "wb") as card:
            card.truncate(CARD_MB << 20)
            card.write(table if partition else boot)
            card.seek((partition or 0) * 512)
            card.write(boot)
        return self.folder / name

    def box(self, card=None):
        picture = pathlib.Path(tempfile.mkdtemp(dir=self.folder)) / "panel.png"
        box = ProgramBox(card=card, snapshot=False, options=["--dns", NAME_SERVER, "--picture", picture])
        box.picture = picture
        self.addCleanup(box.stop)
        return box

    def await_notice(self, box, name, lines=ALL):
        expected = screenshot.read_picture(GOLDEN / f"{name}.png").rows[lines]
        box.wait_until(lambda: screenshot.read_picture(box.picture).rows[lines] == expected, f"the notice {name} on the display")

    def await_crawl(self, box, sentence):
        box.wait_until(lambda: sentence in box.facts("status")["crawl"], f"'{sentence}' in status")

    def test_a_box_that_does_not_harvest_says_what_to_do(self):
        with SmallWeb({SITES[0]: {"/": page(salt="one")}}):
            box = self.box()
            self.await_notice(box, "no_card")
            box.insert(self.card("card.img", operator=""))
            self.await_notice(box, "not_set_up")
            box.command("set operator A Library")
            self.await_notice(box, "no_seeds")
            self.await_crawl(box, "there is nothing to start from")
            box.command(f"seed add {SITES[0]}")
            self.await_notice(box, "all_done")
            self.await_crawl(box, "nothing left to crawl")
            box.command("panel next")  # read, and put away
            box.wait_until(lambda: screenshot.read_picture(box.picture).rows[HEADLINE] !=
                           screenshot.read_picture(GOLDEN / "all_done.png").rows[HEADLINE], "a page")
            for order, notice in (("pause", "paused"), ("stop", "stopped"), ("set language fa", "other_language")):
                box.command(order)
                self.await_notice(box, notice)
            box.command("set language th")
            self.await_notice(box, "stopped")
            box.command("eject")
            self.await_notice(box, "safe_to_remove")

    def test_a_card_with_another_file_system_is_called_what_it_is(self):
        cards = {"exFAT": self.formatted("exfat.img", b"EXFAT   "), "NTFS": self.formatted("ntfs.img", b"NTFS    ", partition=2048),
                 "not formatted": self.formatted("blank.img", b""), "a file system other than FAT32": self.formatted("hpfs.img", b"HPFS4.50")}
        with open(cards["not formatted"], "r+b") as card:
            card.write(bytes(512))
        box = self.box()
        for what, card in cards.items():
            with self.subTest(what):
                before = card.read_bytes()
                box.insert(card)
                box.wait_until(lambda what=what: what in box.facts("card")["card"], f"'{what}' in the answer to 'card'")
                self.assertIn("type 'card format' (this erases it), or put in another", box.facts("card")["card"])
                self.await_notice(box, "not_fat32", ALL if what == "exFAT" else slice(11, 55))
                self.assertEqual(card.read_bytes(), before)
                box.eject()
                self.await_notice(box, "no_card")

    def test_a_box_of_a_fleet_without_a_seed_of_its_own_says_so_and_takes_what_others_send(self):
        with SmallWeb({SITES[0]: {"/": page(salt="one")}}):
            cards = [self.card(f"box{i}.img", f"{SITES[0]}\r\n", shard=f"{i}/2") for i in (1, 2)]
            boxes = [self.box(card) for card in cards]
            said = [box.wait_until(lambda box=box: (sentence := box.facts("status")["crawl"]).startswith(("nothing left", "other boxes own"))
                                   and sentence, "what became of the crawl") for box in boxes]
            idle = 0 if said[0].startswith("other") else 1
            self.assertIn("other boxes own the seeds here", said[idle])
            self.assertIn("nothing left to crawl", said[1 - idle])
            self.assertIn(SITES[0], boxes[idle].command("seed list"))
            for box in boxes:
                box.command("eject")
                box.stop()
            box = self.box(cards[idle])
            self.await_notice(box, "foreign_seeds")
            for site in SITES[1:]:  # some of them are its own
                box.command(f"seed add {site}")
            self.await_crawl(box, "nothing left to crawl")

    def test_a_network_that_is_away_is_told(self):
        address = f"{namespace.GATEWAY}/24 dev tap0".split()
        subprocess.run(["ip", "address", "delete", *address], check=True)
        self.addCleanup(subprocess.run, ["ip", "address", "add", *address], check=True)
        box = self.box(self.card("card.img", f"{SITES[0]}\r\n"))
        self.await_crawl(box, "Waiting for the network")
        self.await_notice(box, "no_network", HEADLINE)  # after half a minute


if __name__ == "__main__":
    namespace.enter()
    unittest.main()
