"""crawlbox box with a folder as its card: the same promises as with an image, and a sentence for everything that keeps a folder from being
one. (fault_folder cuts it after every change; e2e_box crawls with one, in turns with the image.)"""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import test_box  # noqa: E402
import card_image  # noqa: E402

CRAWLBOX = os.environ["CRAWLBOX"]
PREPARED = ("--set", "operator=Library", "--set", "contact=http://www.example.org/bot", "--set", "email=bot@example.org")
NOTICE = "NOTICE: this machine forbids `unshare -Urm`: "


def crawlbox(*words):
    return subprocess.run([CRAWLBOX, *map(str, words)], capture_output=True, text=True, check=False)


def everything(folder):
    """Names and bytes of all that is in a folder."""
    return {path.relative_to(folder): path.read_bytes() if path.is_file() else None for path in sorted(folder.rglob("*"))}


class WithFolder(test_box.WithBox):
    def setUp(self):
        super().setUp()
        self.card = self.folder / "card"

    def prepare(self, card=None):
        card = card or self.card
        card.mkdir(exist_ok=True)
        made = crawlbox("card", "init", *PREPARED, card)
        self.assertEqual(made.returncode, 0, made.stderr)
        return card

    def store(self, box, pages):
        """Stores pages, as a crawl would; how many are on the card."""
        self.assertIn("pages", box.command(f"card selftest {pages}"))
        return int(box.facts("card")["pages"])

    def checked_pages(self, card):
        """How many pages our own check finds, which must find nothing else."""
        checked = crawlbox("card", "check", card)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        return sum(path.read_bytes().count(b"\r\nWARC-Type: response\r\n") for path in card.glob("WARC/*.warc"))


class Folder(WithFolder):
    def test_a_folder_that_was_prepared_is_a_card(self):
        box = self.box(card=self.prepare())
        box.wait_for("Card ready")
        pages = self.store(box, 30)
        self.assertIn("safe to remove", box.command("eject"))
        self.assertEqual(self.checked_pages(self.card), pages)
        self.assertFalse(list(self.card.glob("**/*.open")))

    def test_a_kill_at_any_moment_loses_nothing(self):
        moments, reported = random.Random(7), 0
        self.prepare()
        for _ in range(5):
            with self.box(card=self.card) as box:
                box.wait_for("Card ready")
                self.assertGreaterEqual(int(box.facts("card")["pages"]), reported)
                box.send("card selftest 400\r")
                box.rest(moments.uniform(0.05, 0.6))
                box._hear(0)
                reported = max([reported, *map(int, re.findall(r"stored (\d+)", box.heard))])
        box = self.box(card=self.card)
        box.wait_for("Card ready")
        self.assertGreaterEqual(int(box.facts("card")["pages"]), reported)
        self.assertEqual(box.facts("card check")["damaged_files"], "0")
        box.command("eject")
        self.assertGreaterEqual(self.checked_pages(self.card), reported)

    def test_a_card_goes_from_a_folder_to_an_image_and_back(self):
        box = self.box(card=self.prepare())
        box.wait_for("Card ready")
        first = self.store(box, 10)
        box.command("eject")
        box.stop()
        image = self.folder / "card.img"
        card_image.make(str(image), 512)
        subprocess.run(["mcopy", "-s", "-i", image, *self.card.iterdir(), "::/"], check=True)
        box = self.box(card=image)
        box.wait_for("Card ready")
        self.assertEqual(int(box.facts("card")["pages"]), first)
        second = self.store(box, 10)
        box.command("eject")
        box.stop()
        back = self.folder / "back"
        back.mkdir()
        subprocess.run(["mcopy", "-s", "-i", image, "::/*", back], check=True)
        box = self.box(card=back)
        box.wait_for("Card ready")
        self.assertEqual(int(box.facts("card")["pages"]), second)
        third = self.store(box, 10)
        box.command("eject")
        self.assertEqual(self.checked_pages(back), third)

    def test_names_in_small_letters_are_the_same_names(self):
        self.prepare()
        (self.card / "CRAWLBOX.INI").rename(self.card / "crawlbox.ini")
        box = self.box(card=self.card)
        box.wait_for("Card ready")
        self.assertIn("Library", box.command("show operator"))
        box.command("set operator Archive")
        self.assertIn("Saved", box.command("save"))
        box.stop()
        self.assertEqual([path.name for path in self.card.glob("[cC]*.[iI][nN][iI]")], ["CRAWLBOX.INI"])
        self.assertIn("Archive", (self.card / "CRAWLBOX.INI").read_text())

    def test_run_crawls_with_a_folder_and_says_why_it_cannot(self):
        self.prepare()
        done = crawlbox("run", "--quiet", self.card)
        self.assertIn("ended", done.stdout, done.stderr)
        (self.card / "CRAWLBOX.INI").unlink()
        self.assertIn("a folder without CRAWLBOX.INI", crawlbox("run", self.card).stderr)


class NoCard(WithFolder):
    def test_a_folder_that_was_not_prepared_is_told_and_not_touched(self):
        self.card.mkdir()
        (self.card / "letter.txt").write_text("mine")
        before = everything(self.card)
        box = self.box(card=self.card)
        box.wait_for("is a folder without CRAWLBOX.INI: 'crawlbox card init' prepares")
        self.assertIn("without CRAWLBOX.INI", box.facts("card")["problem"])
        self.assertEqual(everything(self.card), before)
        self.prepare()
        box.wait_for("Card ready")

    def test_a_folder_that_may_not_be_written_is_told_and_not_touched(self):
        before = everything(self.prepare())
        self.card.chmod(0o555)
        with self.as_somebody() as somebody:
            box = self.box(card=self.card, prefix=somebody)
            box.wait_for("not to be written by this user")
            self.assertIn("write-protected", box.facts("card")["card"])
            self.assertEqual(everything(self.card), before)
            self.card.chmod(0o755)
            box.wait_for("Card ready")

    def test_a_folder_that_may_not_even_be_read_is_told(self):
        self.prepare().chmod(0)
        with self.as_somebody() as somebody:
            box = self.box(card=self.card, prefix=somebody)
            box.wait_for("not to be opened by this user")
        self.card.chmod(0o755)

    def test_two_programs_on_one_folder_are_told_and_the_second_waits(self):
        first = self.box(card=self.prepare())
        first.wait_for("Card ready")
        second = self.box(card=self.card)
        second.wait_for("in use by another program")
        self.assertIn("in use by another program", second.facts("card")["problem"])
        self.assertIn("in use by another program", crawlbox("run", self.card).stderr)
        pages = self.store(first, 5)
        first.stop()
        second.wait_for("Card ready")
        self.assertEqual(int(second.facts("card")["pages"]), pages)

    def test_a_folder_is_not_formatted(self):
        box = self.box(card=self.prepare())
        box.wait_for("Card ready")
        pages = self.store(box, 5)
        box.send("card format yes\r")
        box.wait_for("A folder is not formatted")
        box.wait_for("Card ready")
        self.assertEqual(int(box.facts("card")["pages"]), pages)


class Attacked(WithFolder):
    """What lies in the place of the card's files leads out of the folder, or would keep whoever opens it waiting."""

    def setUp(self):
        super().setUp()
        self.outside = self.folder / "outside"
        (self.outside / "LOG").mkdir(parents=True)
        (self.outside / "letter").write_text("operator = mine\n")

    def put(self, odd, kind):
        path = self.card / odd
        target = self.outside / ("LOG" if path.is_dir() else "letter")
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
        if kind == "a symbolic link":
            path.symlink_to(target)
        elif kind == "a hard link":
            path.hardlink_to(target)
        elif kind == "a FIFO":
            os.mkfifo(path)
        else:
            path.mkdir()

    def test_what_is_no_plain_file_is_told_by_name_and_nothing_outside_is_touched(self):
        for odd, kind in (("CRAWLBOX.INI", "a symbolic link"), ("CRAWLBOX.INI", "a FIFO"), ("SEEDS.TXT", "a FIFO"), ("GEO.BIN", "a folder"),
                          ("LOG", "a symbolic link"), ("WARC", "a FIFO"), ("STATE/JOURNAL.BIN", "a symbolic link"),
                          ("STATE/JOURNAL.BIN", "a FIFO"), ("LOG/crawl.log", "a symbolic link")):
            with self.subTest(odd=odd, kind=kind):
                shutil.rmtree(self.card, ignore_errors=True)
                self.prepare()
                with self.box(card=self.card) as box:
                    box.wait_for("Card ready")
                    self.store(box, 3)
                    box.command("eject")
                self.put(odd, kind)
                before = everything(self.outside)
                with self.box(card=self.card) as box:
                    box.wait_for(f"is a folder in which {odd} is {kind}")
                    self.assertIn(f"{odd} is {kind}: put a plain one there", box.facts("card")["problem"])
                self.assertIn(f"{odd} is {kind}", crawlbox("run", self.card).stderr)
                self.assertEqual(everything(self.outside), before)

    def test_a_card_that_shares_its_files_with_a_copy_is_told_and_the_copy_stays_as_it_was(self):
        with self.box(card=self.prepare()) as box:
            box.wait_for("Card ready")
            self.store(box, 3)
            box.command("eject")
        subprocess.run(["cp", "-al", self.card, self.folder / "copy"], check=True)
        before = everything(self.folder / "copy")
        with self.box(card=self.card) as box:
            box.wait_for("in which STATE/JOURNAL.BIN is a hard link")
        self.assertIn("hard link", crawlbox("run", self.card).stderr)
        self.assertEqual(everything(self.folder / "copy"), before)

    def test_archives_that_somebody_keeps_by_hard_links_are_no_problem(self):
        with self.box(card=self.prepare()) as box:
            box.wait_for("Card ready")
            self.store(box, 3)
            box.command("eject")
        for path in self.card.glob("WARC/*.warc"):
            (self.outside / path.name).hardlink_to(path)
        before = everything(self.outside)
        box = self.box(card=self.card)
        box.wait_for("Card ready")
        self.store(box, 3)
        self.assertEqual(box.facts("card check")["damaged_files"], "0")
        box.command("eject")
        self.assertEqual(everything(self.outside), before)

    def test_the_folder_itself_may_be_named_by_a_link(self):
        (self.folder / "slot").symlink_to(self.prepare())
        box = self.box(card=self.folder / "slot")
        box.wait_for("Card ready")
        pages = self.store(box, 3)
        box.command("eject")
        self.assertEqual(self.checked_pages(self.card), pages)


class Mounted(WithFolder):
    """What is mounted in the folder comes, goes and gets full: in a namespace of the test's own, which a shell keeps for us."""

    def setUp(self):
        super().setUp()
        if subprocess.run(["unshare", "-Urm", "true"], check=False, stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest(NOTICE + "nothing was mounted")
        self.card.mkdir()

    def box_on_disk(self, megabytes, before=""):
        """A box in whose world a disk of that size is mounted at the card's place."""
        init = " ".join([CRAWLBOX, "card", "init", *PREPARED, str(self.card)])
        script = f"mount -t tmpfs -o size={megabytes}m none {self.card} && {init} >/dev/null && {before or 'true'} && exec \"$@\""
        return self.box(card=self.card, prefix=["unshare", "-Urm", "sh", "-c", script, "sh"])

    def inside(self, box, *command):
        enter = ["nsenter", "-U", "-m", "--preserve-credentials", "-t", str(box.process.pid)]
        return subprocess.run([*enter, *map(str, command)], check=True, capture_output=True, text=True).stdout

    def test_a_folder_on_a_read_only_disk_is_told_and_used_when_it_can_be_written_again(self):
        box = self.box_on_disk(40, before=f"mount -o remount,ro {self.card}")
        box.wait_for("write-protected")
        box.wait_for("The box tries the card again by itself")
        self.inside(box, "mount", "-o", "remount,rw", self.card)
        box.wait_for("Card ready")

    def test_a_full_disk_on_which_somebody_makes_room_is_gone_on_with(self):
        box = self.box_on_disk(40)
        box.wait_for("Card ready")
        box.send("card selftest 20000\r")
        box.wait_for(r"stored 20\r")
        self.inside(box, "sh", "-c", f"cat /dev/zero > {self.card}/other 2>/dev/null; true")
        box.wait_for("no room left")
        stored = max(map(int, re.findall(r"stored (\d+)", box.heard)))
        self.inside(box, "rm", f"{self.card}/other")
        box.wait_for("Card ready")
        self.assertGreaterEqual(int(box.facts("card")["pages"]), stored)
        self.assertGreater(self.store(box, 5), stored)

    def test_a_full_disk_is_told_and_nothing_that_was_stored_is_lost(self):
        box = self.box_on_disk(40)
        box.wait_for("Card ready")
        box.send("card selftest 20000\r")
        box.wait_for(r"stored 20\r")
        self.inside(box, "sh", "-c", f"cat /dev/zero > {self.card}/other 2>/dev/null; true")
        box.wait_for("no room left")
        self.assertIn("The card is full", box.facts("card")["card"])
        stored = max(map(int, re.findall(r"stored (\d+)", box.heard)))
        self.inside(box, "rm", f"{self.card}/other")
        box.command("eject")
        box.command("card mount")
        self.assertGreaterEqual(int(box.facts("card")["pages"]), stored)
        self.assertEqual(box.facts("card check")["damaged_files"], "0")
        self.assertGreater(self.store(box, 5), stored)

    def test_a_card_that_is_unmounted_after_eject_is_safe_and_the_empty_place_stays_empty(self):
        box = self.box_on_disk(200)
        box.wait_for("Card ready")
        pages = self.store(box, 10)
        box.command("eject")
        self.inside(box, "mount", "--move", self.card, "/mnt")  # nobody holds it: it may go
        box.wait_for("is a folder without CRAWLBOX.INI")
        self.assertEqual(self.inside(box, "ls", "-A", self.card), "")
        self.inside(box, "mount", "--move", "/mnt", self.card)
        box.wait_for("Card ready")
        self.assertEqual(int(box.facts("card")["pages"]), pages)

    def test_a_card_that_vanishes_is_told_and_what_was_stored_is_on_it(self):
        box = self.box_on_disk(200)
        box.wait_for("Card ready")
        pages = self.store(box, 10)
        self.inside(box, "mount", "--move", self.card, "/mnt")
        box.wait_for("The card was pulled without 'eject': nothing is lost")
        self.assertEqual(self.inside(box, "ls", "-A", self.card), "")
        self.inside(box, "mount", "--move", "/mnt", self.card)
        box.wait_for("Not ejected before: repaired")
        self.assertEqual(int(box.facts("card")["pages"]), pages)

    def test_nothing_but_the_card_is_written_to(self):
        read_only = "mount -o remount,bind,ro /"
        if subprocess.run(["unshare", "-Urm", *read_only.split()], check=False, stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("NOTICE: this machine does not let its root be read-only for a test: it was not")
        box = self.box_on_disk(200, before=f"{read_only} && ! touch /crawlbox-wrote 2>/dev/null")
        box.wait_for("Card ready")
        box.command("set operator Archive")
        self.assertIn("Saved", box.command("save"))
        self.assertGreater(self.store(box, 10), 0)
        writable = [os.readlink(f"/proc/{box.process.pid}/fd/{fd.name}") for fd in pathlib.Path(f"/proc/{box.process.pid}/fd").iterdir()
                    if fd.lstat().st_mode & 0o200]
        files = [path for path in writable if path.startswith("/") and not path.startswith(str(self.card)) and not path.endswith("/log")]
        self.assertEqual(files, [])


if __name__ == "__main__":
    unittest.main()
