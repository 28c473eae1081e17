"""Cards and collections are folders that others may have filled. Whatever lies there (links, FIFOs, sockets, devices, folders in the place
of files), no program reads or writes anything outside of them, none waits for ever, and each says by name what is wrong."""
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import unittest

from cardfolder import journal, journal_sector, lay_out, name, warc_file
from warcfile import CRAWLBOX

PREPARED = ("--set", "operator=Library", "--set", "contact=http://www.example.org/bot", "--set", "email=bot@example.org")
PAGES = [(f"http://www.example.in.th/{i}", b"<html><title>page</title><body>text</body></html>") for i in range(3)]
HANGS_S = 60  # far longer than any of it takes: then it waits for a FIFO


def everything(folder):
    """All that is in a folder: links for themselves, files with their bytes and dates."""
    about = {}
    for path in sorted(folder.rglob("*")):
        state = path.lstat()
        about[path.relative_to(folder)] = (state.st_mode, state.st_mtime_ns, path.read_bytes() if path.is_file() and not path.is_symlink() else None)
    return about


def crawlbox(*words):
    """Its exit status and what it said."""
    done = subprocess.run([CRAWLBOX, *map(str, words)], capture_output=True, check=False, timeout=HANGS_S)
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


class Attacked(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.card, self.out, self.outside = self.top / "card", self.top / "out", self.top / "outside"
        self.make_outside()

    def make_outside(self):
        shutil.rmtree(self.outside, ignore_errors=True)
        for part in ("WARC", "LOG", "one"):
            (self.outside / part).mkdir(parents=True)
        (self.outside / "letter").write_text("operator = mine\n")
        (self.outside / "WARC" / name(1)).write_bytes(warc_file(PAGES))
        (self.outside / "LOG" / "crawl.log").write_text("secret of the machine\n")
        (self.outside / "one" / "crawl.log").write_text("secret of the machine\n")

    def make_card(self):
        shutil.rmtree(self.card, ignore_errors=True)
        shutil.rmtree(self.out, ignore_errors=True)
        lay_out(self.card, {name(2): warc_file(PAGES), name(3) + ".open": warc_file(PAGES, first=90)},
                journal(journal_sector(1, serial=3, committed=len(warc_file(PAGES, first=90)), pages=6)), {"crawl.log": b"a line\n"})
        (self.card / "CRAWLBOX.INI").write_text("operator = Library\r\nshard = 1/2\r\n")
        (self.card / "SEEDS.TXT").write_text("www.example.in.th\r\n")

    def put(self, path, kind, target):
        """Something in the place of what is there."""
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
        if kind == "a symbolic link":
            path.symlink_to(target)
        elif kind == "a FIFO":
            os.mkfifo(path)
        elif kind == "a socket":
            here = os.getcwd()
            os.chdir(path.parent)  # its address has to be short
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(path.name)
            os.chdir(here)
        else:
            path.mkdir()

    def assert_refused(self, odd, kind, *words):
        before = everything(self.outside)
        status, said = crawlbox(*words)
        self.assertEqual(status, 2, f"{words}: {said}")
        self.assertIn(f"{odd} is {kind}", said, words)
        self.assertEqual(everything(self.outside), before, words)
        self.assertNotIn("secret", said)


class Card(Attacked):
    def programs(self):
        """Whatever reads or writes a card that is a folder."""
        return [("card", "check", self.card), ("card", "init", self.card), ("card", "init", "--force", *PREPARED, self.card),
                ("card", "collect", self.card, self.out), ("card", "collect", "--erase", self.card, self.out), ("card", "hosts", self.card),
                ("card", "merge", self.card, self.card), ("report", "-o", self.top / "page.html", self.card)]

    def attack(self, odd, target, kinds):
        for kind in kinds:
            for program in self.programs():
                with self.subTest(odd=odd, kind=kind, program=program[:3]):
                    self.make_card()
                    self.put(self.card / odd, kind, target)
                    before = everything(self.card)
                    self.assert_refused(odd, kind, *program)
                    self.assertEqual(everything(self.card), before)
                    self.assertFalse((self.out / "archive" / (name(1) + ".gz")).exists())

    def test_files_that_are_none_are_told_by_every_program_and_nothing_is_touched(self):
        for odd in ("CRAWLBOX.INI", "SEEDS.TXT", "STATE/JOURNAL.BIN", "LOG/crawl.log", f"WARC/{name(2)}"):
            self.attack(odd, self.outside / "letter", ["a symbolic link", "a FIFO", "a socket"])

    def test_folders_that_are_none_are_told_by_every_program_and_nothing_is_touched(self):
        self.attack("WARC", self.outside / "WARC", ["a symbolic link", "a FIFO"])
        for odd in ("LOG", "STATE", "EXCHANGE"):
            self.attack(odd, self.outside / "LOG", ["a symbolic link"])

    def test_a_folder_in_the_place_of_settings_is_told(self):
        self.attack("CRAWLBOX.INI", None, ["a folder"])

    def test_a_device_in_the_place_of_a_file_is_told(self):
        self.make_card()
        (self.card / "SEEDS.TXT").unlink()
        try:
            os.mknod(self.card / "SEEDS.TXT", 0o020666, os.makedev(1, 5))
        except PermissionError:
            self.skipTest("NOTICE: this user may not make devices: none was put on a card")
        self.assert_refused("SEEDS.TXT", "a device", "card", "check", self.card)

    def test_links_that_have_nothing_to_do_with_the_card_are_left_alone(self):
        self.make_card()
        (self.card / "my notes").symlink_to(self.outside / "letter")
        (self.card / "console").symlink_to("/nowhere")
        self.assertEqual(crawlbox("card", "check", self.card)[0], 0)
        self.assertEqual(crawlbox("card", "collect", "--erase", self.card, self.out)[0], 0)
        self.assertTrue((self.card / "my notes").is_symlink())

    def test_the_operator_may_name_card_and_collection_by_links(self):
        self.make_card()
        self.out.mkdir()
        (self.top / "slot").symlink_to(self.card)
        (self.top / "shelf").symlink_to(self.out)
        self.assertEqual(crawlbox("card", "check", self.top / "slot")[0], 0)
        self.assertEqual(crawlbox("card", "collect", "--erase", self.top / "slot", self.top / "shelf")[0], 0)
        self.assertEqual(list((self.card / "WARC").iterdir()), [])
        self.assertTrue((self.out / "archive" / (name(2) + ".gz")).exists())

    def test_settings_that_are_a_hard_link_become_a_file_of_the_card(self):
        self.make_card()
        (self.card / "CRAWLBOX.INI").unlink()
        (self.card / "CRAWLBOX.INI").hardlink_to(self.outside / "letter")
        self.assertEqual(crawlbox("card", "init", "--force", *PREPARED, self.card)[0], 0)
        self.assertEqual((self.outside / "letter").read_text(), "operator = mine\n")
        self.assertIn("Library", (self.card / "CRAWLBOX.INI").read_text())

    def test_a_card_that_shares_its_files_with_a_copy_leaves_the_copy_as_it_was(self):
        self.make_card()
        subprocess.run(["cp", "-al", self.card, self.top / "copy"], check=True)
        before = everything(self.top / "copy")
        status, said = crawlbox("card", "collect", "--erase", self.card, self.out)
        self.assertEqual(status, 0, said)
        self.assertEqual(list((self.card / "WARC").iterdir()), [])
        self.assertEqual(everything(self.top / "copy"), before)
        self.assertNotEqual((self.card / "STATE" / "JOURNAL.BIN").read_bytes(), (self.top / "copy" / "STATE" / "JOURNAL.BIN").read_bytes())
        self.assertEqual(crawlbox("card", "check", self.card)[0], 0)


class Collection(Attacked):
    def collect(self):
        return ("card", "collect", "--erase", self.card, self.out)

    def test_folders_of_a_collection_that_lead_elsewhere_are_told(self):
        for odd in ("archive", "indexes", "pages", "parts", "logs"):
            for kind in ("a symbolic link", "a FIFO"):
                with self.subTest(odd=odd, kind=kind):
                    self.make_card()
                    self.out.mkdir()
                    self.put(self.out / odd, kind, self.outside / "one")
                    before = everything(self.card)
                    self.assert_refused(odd, kind, *self.collect())
                    self.assertEqual(everything(self.card), before)

    def test_files_of_a_collection_that_are_none_are_told(self):
        archived = name(2) + ".gz"
        for odd in ("collect.tsv", "harvest.wacz.part", f"archive/{archived}.part", f"parts/{archived}.cdxj", "indexes/index.cdxj.part",
                    f"logs/{name(3)[:-len('.warc')]}/crawl.log", f"logs/{name(3)[:-len('.warc')]}/crawl.tsv"):
            for kind in ("a symbolic link", "a FIFO"):
                with self.subTest(odd=odd, kind=kind):
                    self.make_card()
                    (self.out / odd).parent.mkdir(parents=True)
                    self.put(self.out / odd, kind, self.outside / "letter")
                    before = everything(self.card)
                    self.assert_refused(odd, kind, *self.collect())
                    self.assertEqual(everything(self.card), before)

    def test_an_archive_of_which_a_file_is_a_link_is_not_gone_on_with(self):
        self.make_card()
        self.assertEqual(crawlbox("card", "collect", self.card, self.out)[0], 0)
        archived = self.out / "archive" / (name(2) + ".gz")
        shutil.copy(archived, self.outside / "archived")
        self.put(archived, "a symbolic link", self.outside / "archived")
        before = everything(self.outside)
        status, said = crawlbox(*self.collect())
        self.assertEqual(status, 0, said)
        self.assertEqual(everything(self.outside), before)
        self.assertTrue(archived.with_name(name(2).replace(".warc", "+2.warc.gz")).is_file())

    def test_a_damaged_file_is_not_kept_elsewhere(self):
        self.make_card()
        whole = (self.card / "WARC" / name(2)).read_bytes()
        (self.card / "WARC" / name(2)).write_bytes(whole.replace(b"<body>text", b"<body>TEXT", 1))
        self.out.mkdir()
        (self.out / "damaged").symlink_to(self.outside / "one")
        self.assert_refused("damaged", "a symbolic link", *self.collect())

    def test_a_ledger_that_is_shared_with_a_copy_leaves_the_copy_as_it_was(self):
        self.make_card()
        self.assertEqual(crawlbox("card", "collect", self.card, self.out)[0], 0)
        subprocess.run(["cp", "-al", self.out, self.top / "copy"], check=True)
        before = everything(self.top / "copy")
        (self.card / "WARC" / name(4)).write_bytes(warc_file(PAGES, first=700))
        self.assertEqual(crawlbox("card", "collect", self.card, self.out)[0], 0)
        self.assertEqual(everything(self.top / "copy"), before)
        self.assertIn(name(4), (self.out / "collect.tsv").read_text())

    def test_a_report_reads_nothing_outside_of_the_collection(self):
        for odd in ("collect.tsv", "logs", "logs/one", "logs/one/crawl.log", "logs/one/hosts.tsv", "logs/one/crawl.tsv", "damaged"):
            for kind in ("a symbolic link", "a FIFO"):
                with self.subTest(odd=odd, kind=kind):
                    shutil.rmtree(self.out, ignore_errors=True)
                    (self.out / "logs" / "one").mkdir(parents=True)
                    (self.out / "collect.tsv").write_text("")
                    self.put(self.out / odd, kind, self.outside / "one")
                    self.assert_refused(odd, kind, "report", "-o", self.top / "page.html", self.out)

    def test_a_report_reads_no_piece_of_an_index_outside_of_the_collection(self):
        for kind in ("a symbolic link", "a FIFO"):
            with self.subTest(kind=kind):
                self.make_card()
                self.assertEqual(crawlbox("card", "collect", self.card, self.out)[0], 0)
                self.put(self.out / "parts" / (name(2) + ".gz.cdxj"), kind, self.outside / "letter")
                self.assert_refused(f"parts/{name(2)}.gz.cdxj", kind, "report", "-o", self.top / "page.html", self.out)


if __name__ == "__main__":
    unittest.main()
