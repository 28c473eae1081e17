"""Settings in the real image: set, show, save, the PIN, what a card says, power cuts while they are saved."""
import pathlib
import random
import struct
import tempfile
import unittest
import zlib

import card_image
from box import Box

CUTS = 8
OLD = "# our own remark\r\ntau = 9\r\ncolour = red\r\n"


def write(card, name, data):
    """Puts a file on a card image."""
    card_image.put(card, {name: data.encode() if isinstance(data, str) else data})


def geo_table(*ranges):
    """GEO.BIN with these (first address, country): app/graph/geo.h."""
    data = b"".join(struct.pack("<IB", *entry) for entry in ranges).ljust(512, b"\0")
    rest = struct.pack("<II", 20260704, 0).ljust(512 - 20, b"\0") + struct.pack("<I", 0).ljust(512, b"\0") + data
    return struct.pack("<4sHHIII", b"CBGE", 1, 1, len(ranges), 1536, zlib.crc32(rest)) + rest


def text(card, name):
    data = card_image.read(card, name)
    return None if data is None else data.decode()


class Settings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crawlbox-settings-")
        self.addCleanup(folder.cleanup)
        self.card = str(pathlib.Path(folder.name) / "card.img")
        self.other = str(pathlib.Path(folder.name) / "other.img")
        card_image.make(self.card)

    def ready_box(self, **options):
        box = Box(card=self.card, snapshot=False, **options)
        self.addCleanup(box.stop)
        box.wait_for("Card ready")
        return box

    def test_what_the_box_waits_for_is_told(self):
        """A network without a time server: for half a minute the crawl waits, and its commands work."""
        write(self.card, "CRAWLBOX.INI", "operator = L\r\ncontact = http://a.th/\r\nemail = a@a.th\r\n")
        write(self.card, "SEEDS.TXT", "www.a.th\r\n")
        box = self.ready_box(net="user,restrict=on")
        box.wait_until(lambda: box.facts("status")["crawl"] == "Waiting for the time.", "waiting for the time")
        self.assertEqual(box.command("site www.b.th"), "www.b.th: no such site is known.")
        self.assertEqual([box.command("stop"), box.command("start")], ["Done.", "Done."])

    def test_what_is_set_is_shown_saved_and_there_after_a_restart(self):
        write(self.card, "CRAWLBOX.INI", OLD)
        box = self.ready_box()
        self.assertEqual(box.facts("show tau"), {"tau": "9"})
        self.assertEqual(box.facts("set tau 12"), {"tau": "12"})
        self.assertEqual(box.facts("set operator National Library, Digital"), {"operator": "National Library, Digital"})
        self.assertIn("Not saved yet", box.command("show"))
        self.assertEqual(box.command("save"), "Saved.")
        self.assertNotIn("Not saved yet", box.command("show"))
        box.stop()
        self.assertEqual(text(self.card, "CRAWLBOX.INI"),
                         "# our own remark\r\ntau = 12\r\ncolour = red\r\noperator = National Library, Digital\r\n")
        facts = self.ready_box().facts("show")
        self.assertEqual((facts["tau"], facts["operator"], facts["d"]), ("12", "National Library, Digital", "3"))

    def test_wrong_values_are_refused_with_the_range(self):
        box = self.ready_box()
        self.assertEqual(box.command("set tau 256"), "tau must be 0 to 255 pages.")
        self.assertEqual(box.command("set strategy best"), "strategy must be ls2|ls1|lswc|bfs|hard|soft.")
        self.assertEqual(box.command("set language de"), "language must be th|fa|ms.")
        self.assertIn("There is no setting 'tao'", box.command("set tao 1"))
        self.assertEqual(box.facts("show tau"), {"tau": "0"})

    def test_every_setting_has_help(self):
        with Box() as box:
            for key in box.facts("show"):
                self.assertRegex(box.command(f"help {key}"), rf"^{key}: .+\n  .+(unless set|not set)")

    def test_a_card_with_mistakes_is_told_line_by_line(self):
        write(self.card, "CRAWLBOX.INI", "tau = 5000\r\ncolour = red\r\nd = 4\r\n")
        with Box(card=self.card) as box:
            box.wait_for("CRAWLBOX.INI, line 1: tau must be 0 to 255 pages")
            box.wait_for("CRAWLBOX.INI, line 2: colour is no setting: ignored")
            box.wait_for("not ready to crawl: 'operator' is not set")
            box.wait_for("Card ready")
            self.assertEqual(box.facts("show d"), {"d": "4"})
            self.assertEqual(box.facts("show tau"), {"tau": "0"})

    def test_the_pin_locks_what_changes_something(self):
        box = self.ready_box()
        box.command("set console_pin 4711")
        self.assertEqual(box.facts("show console_pin"), {"console_pin": "****"})
        self.assertIn("locked", box.command("set tau 7"))
        self.assertIn("locked", box.command("save"))
        self.assertIn("is locked", box.command("pin 4712"))
        self.assertIn("unlocked", box.command("pin 4711"))
        self.assertEqual(box.facts("set tau 7"), {"tau": "7"})
        self.assertEqual(box.command("save"), "Saved.")
        self.assertIn("is locked", box.command("pin"))
        for command in ("card format yes", "card selftest", "card mount", "fetch http://a.example/", "net test a.example", "model receive",
                        "model rollback", "crash clear", "reboot", "test hang", "seed add a.example", "skip a.example", "start", "stop",
                        "pause", "resume", "new", "log debug"):
            self.assertIn("The console is locked", box.command(command), command)
        for command in ("help", "version", "status", "net", "card", "card list", "seed list", "model", "crash", "show tau", "log"):
            self.assertNotIn("is locked", box.command(command), command)
        self.assertIn("safe to remove", box.command("eject"), "as the button does")

    def test_wrong_pins_take_longer_and_longer(self):
        box = self.ready_box()
        box.command("set console_pin 4711")
        before = box.facts("status")["uptime"]
        for _ in range(3):
            self.assertIn("is locked", box.command("pin 1234"))
        self.assertGreaterEqual(int(box.facts("status")["uptime"]) - int(before), 2 + 4 + 8)
        self.assertIn("unlocked", box.command("pin 4711"))

    def test_a_fresh_card_gets_the_settings_of_the_last_one(self):
        write(self.card, "CRAWLBOX.INI", "tau = 9\r\ncontact = http://library.example/crawl\r\n")
        write(self.card, "SEEDS.TXT", "".join(f"site{number}.ac.th\r\n" for number in range(40)))
        card_image.make(self.other)
        box = self.ready_box()
        box.command("eject")
        box.eject()
        box.insert(self.other)
        box.wait_for("The card had no settings: it got those of the box")
        box.wait_for("The card had no seeds: it got those of the last one, but not all")
        box.wait_for("Card ready")
        self.assertEqual(box.facts("show tau"), {"tau": "9"})
        box.command("eject")
        box.stop()
        seeds = text(self.other, "SEEDS.TXT").split()
        self.assertEqual(seeds, [f"site{number}.ac.th" for number in range(len(seeds))])
        self.assertGreater(len(seeds), 12)
        self.assertEqual(text(self.other, "CRAWLBOX.INI"), "contact = http://library.example/crawl\r\ntau = 9\r\n")

    def test_warc_files_are_named_as_the_settings_say(self):
        write(self.card, "CRAWLBOX.INI", "prefix = thai-2026\r\nbox_id = tower\r\nfile_mb = 1\r\n")
        box = self.ready_box()
        box.command("card selftest 2")
        box.command("eject")
        box.stop()
        name, = card_image.names(self.card, "WARC")
        self.assertRegex(name, r"^thai-2026-\d{14}-\d+-tower\.\d{8}\.warc$")

    def test_seeds_are_listed_added_and_removed(self):
        write(self.card, "SEEDS.TXT", "# ours\r\nwww.a.th\r\nhttp://b.th/x # news\r\n")
        box = self.ready_box()
        self.assertEqual(box.command("seed list"), "# ours\nwww.a.th\nhttp://b.th/x # news")
        self.assertIn("Added", box.command("seed add c.ac.th"))
        self.assertIn("Added", box.command("seed add a.th"))
        self.assertIn("Removed", box.command("seed remove HTTP://B.th/x"))
        self.assertIn("no such seed", box.command("seed remove d.th"))
        self.assertIn("is no site or URL", box.command("seed add ftp://d.th/"))
        self.assertIn("Usage: seed", box.command("seed more"))
        self.assertEqual(box.command("seed list").split(), ["#", "ours", "c.ac.th", "a.th"])
        box.stop()
        self.assertEqual(text(self.card, "SEEDS.TXT").split(), ["#", "ours", "c.ac.th", "a.th"])

    def test_sites_are_told_about(self):
        write(self.card, "CRAWLBOX.INI", "operator = A\r\ncontact = http://a.th/\r\nemail = a@a.th\r\n")
        write(self.card, "SEEDS.TXT", "www.a.th\r\n")
        box = self.ready_box()
        box.wait_for("Waiting for the network")
        facts = box.facts("site www.a.th")
        self.assertEqual((facts["state"], facts["country"], facts["sites_from_seed"]), ("known", "OTHER", "0"))
        self.assertIn("no such site is known", box.command("site b.th"))
        box.command("seed add b.th")
        self.assertEqual(box.facts("site b.th")["state"], "known")
        for which in ("", " active", " queue", " done", " thai"):
            self.assertEqual(box.command("sites" + which), "0 sites")
        self.assertIn("Usage: sites", box.command("sites all"))

    def test_the_table_of_countries_is_checked(self):
        table = geo_table((0, 5), (0x0a000000, 0))
        write(self.card, "GEO.BIN", table)
        with Box(card=self.card) as box:
            box.wait_for("GEO.BIN: 2 ranges of addresses")
        write(self.card, "GEO.BIN", table[:-1] + b"x")
        with Box(card=self.card) as box:
            box.wait_for("GEO.BIN: .*damaged.*: no country is known")

    def test_a_power_cut_while_saving_leaves_the_old_settings_or_the_new_ones(self):
        choice = random.Random(20261116)
        write(self.card, "CRAWLBOX.INI", OLD)
        expected = {9}
        for number in range(CUTS):
            with Box(card=self.card, snapshot=False) as box:
                box.wait_for("Card ready")
                found = int(box.facts("show tau")["tau"])
                self.assertIn(found, expected)
                box.command(f"set tau {20 + number}")
                box.send("save\r")
                box.rest(choice.uniform(0, 0.12))
            expected = {found, 20 + number}
            card_image.fsck(self.card)
        with Box(card=self.card, snapshot=False) as box:
            box.wait_for("Card ready")
            self.assertIn(int(box.facts("show tau")["tau"]), expected)
        self.assertIn("# our own remark\r\n", text(self.card, "CRAWLBOX.INI"))
        self.assertIn("colour = red\r\n", text(self.card, "CRAWLBOX.INI"))


if __name__ == "__main__":
    unittest.main()
