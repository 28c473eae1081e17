"""crawlbox card merge: what one box of a fleet has noted for the others becomes seeds on their cards."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from cardfolder import journal, journal_sector, pending_line  # noqa: E402

CRAWLBOX = os.environ["CRAWLBOX"]
SITES = [f"http://site{i}.example.th/" for i in range(40)]
HOSTS_LOG = 3
HOSTS_OPEN = 16


class Merge(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def card(self, name, shard, notes=(), seeds="", older=(), journal_bytes=None):
        card = self.folder / name
        for part in ("EXCHANGE", "STATE"):
            (card / part).mkdir(parents=True)
        (card / "CRAWLBOX.INI").write_text(f"shard = {shard}\r\n", encoding="ascii")
        (card / "SEEDS.TXT").write_text(seeds, encoding="ascii", newline="")
        (card / "EXCHANGE/hosts.txt").write_text("".join(f"{site}\n" for site in notes), encoding="ascii")
        if older:
            (card / "EXCHANGE/host0001.txt").write_text("".join(f"{site}  \n\n" for site in older), encoding="ascii")
        if journal_bytes:
            (card / "STATE/JOURNAL.BIN").write_bytes(journal_bytes)
        return card

    def merge(self, *cards, code=0):
        result = subprocess.run([CRAWLBOX, "card", "merge", *cards], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result.stdout + result.stderr

    @staticmethod
    def seeds(card):
        return (card / "SEEDS.TXT").read_bytes().decode("ascii").split()

    def test_every_site_comes_to_one_card(self):
        cards = [self.card(f"box{i}", f"{i}/3", notes=SITES) for i in (1, 2, 3)]
        report = self.merge(*cards)
        seeds = [self.seeds(card) for card in cards]
        self.assertEqual(sorted(sum(seeds, [])), sorted(SITES))
        self.assertTrue(all(seeds), "each box gets some")
        for card, mine in zip(cards, seeds):
            self.assertIn(f"{card.name}: box", report)
            self.assertIn(f"{len(mine)} from others are new", report)

    def test_a_second_time_changes_nothing(self):
        cards = [self.card(f"box{i}", f"{i}/2", notes=SITES) for i in (1, 2)]
        self.merge(*cards)
        before = [self.seeds(card) for card in cards]
        report = self.merge(*cards)
        self.assertEqual(report.count(" 0 from others are new"), 2)
        self.assertEqual(before, [self.seeds(card) for card in cards])

    def test_seeds_that_are_there_stay_as_they_are(self):
        old = "# mine\r\nwww.site1.example.th\r\nhttps://site2.example.th/x"
        cards = [self.card(f"box{i}", f"{i}/2", notes=SITES[:5], seeds=old) for i in (1, 2)]
        self.merge(*cards)
        for card in cards:
            text = (card / "SEEDS.TXT").read_bytes().decode("ascii")
            self.assertTrue(text.startswith(old + "\r\n"))
            self.assertNotIn("http://site1.", text)
            self.assertNotIn("http://site2.", text)

    def test_no_name_can_be_invented_that_hides_another(self):
        twins = ["http://a1411.example.com/", "http://a120286.example.com/"]  # one hash in the host table, so of one box, too
        cards = [self.card(f"box{i}", f"{i}/2", notes=twins) for i in (1, 2)]
        self.merge(*cards)
        self.assertEqual(sorted(sum((self.seeds(card) for card in cards), [])), sorted(twins))

    def test_notes_of_older_files_and_of_the_journal_count(self):
        pending = pending_line(HOSTS_LOG, f"{SITES[0]}\n".encode())
        committed = f"{SITES[1]}\n".ljust(512).encode()  # the rest of the open file is what was there before
        sector = journal_sector(5, log_bytes=(0, 0, 0, 512), flags=HOSTS_OPEN, pending=pending)
        first = self.card("box1", "1/2", older=SITES[2:4], journal_bytes=journal(sector))
        (first / "EXCHANGE/hosts.txt").write_bytes(committed[:-1] + b"\n" + b"http://old.example.th/\n".ljust(512))
        second = self.card("box2", "2/2")
        self.merge(first, second)
        self.assertEqual(sorted(self.seeds(first) + self.seeds(second)), SITES[:4])

    def test_a_box_whose_card_is_missing_is_told_of(self):
        cards = [self.card(f"box{i}", f"{i}/3", notes=SITES) for i in (1, 2)]
        self.assertRegex(self.merge(*cards), r"\d+ sites are for box 3 of 3, whose card is not here")

    def test_of_two_cards_of_a_box_the_first_gets_the_seeds(self):
        cards = [self.card("new", "1/2"), self.card("full", "1/2", notes=SITES), self.card("box2", "2/2", notes=SITES)]
        self.assertIn("named first", self.merge(*cards))
        self.assertTrue(self.seeds(cards[0]))
        self.assertEqual(self.seeds(cards[1]), [])

    def test_what_cannot_be_merged_is_explained_and_nothing_is_written(self):
        fleet, other, alone = self.card("fleet", "1/2", SITES), self.card("other", "2/3", SITES), self.card("alone", "1/1", SITES)
        self.assertIn("of a fleet of 3 boxes", self.merge(fleet, other, code=2))
        self.assertIn("its box works alone", self.merge(fleet, alone, code=2))
        self.assertIn("nowhere", self.merge(fleet, self.folder / "nowhere", code=2))
        self.assertEqual(self.seeds(fleet), [])
        self.assertIn("merge CARD CARD", self.merge(fleet, code=2))


if __name__ == "__main__":
    unittest.main()
