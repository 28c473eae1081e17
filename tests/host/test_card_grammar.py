"""Cards drawn from what app/store/FORMAT.md allows (cardgrammar.py), in the hands of all that read cards: check finds no fault, collect loses
nothing, the report counts the same of a card and of its collection, and so does the desk. With one thing damaged, each is told by name.

CRAWLBOX_CARDS=2000 draws more of them than the suite does.
"""
import gzip
import os
import pathlib
import re
import shutil
import tempfile
import unittest

import cardgrammar
import desknode
import reportpage
from cardgrammar import SECTOR, draw
from warcfile import crawlbox, sha1

CARDS = int(os.environ.get("CRAWLBOX_CARDS", "40"))


class WithCards(unittest.TestCase):
    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
        self.addCleanup(shutil.rmtree, self.top)

    def run_tool(self, status, *arguments):
        result = crawlbox(*arguments)
        text = (result.stdout + result.stderr).decode(errors="replace")
        self.assertEqual(result.returncode, status, text)
        return text

    def card(self, seed, tree=None):
        folder = self.top / f"card{seed}"
        card = draw(seed)
        card.lay_out(folder, tree)
        return card, folder

    def with_each(self, look):
        """look(card, folder, out) for every card of the suite."""
        for seed in range(CARDS):
            with self.subTest(seed=seed):
                look(*self.card(seed), self.top / "out")
            shutil.rmtree(self.top / f"card{seed}", ignore_errors=True)
            shutil.rmtree(self.top / "out", ignore_errors=True)


def findings(text):
    """The notes of `card check`, and what is damage."""
    told = [line.rpartition(": note: ") for line in text.splitlines() if ": note: " in line]
    return sorted(note for _, _, note in told), [line for line in text.splitlines() if ": offset " in line and ": note: " not in line]


def collected(out, file):
    path = out / "archive" / (file.name.removesuffix(".open") + ".gz")
    return gzip.decompress(path.read_bytes()) if path.exists() else b""


class Sound(WithCards):
    def test_check_finds_no_fault_and_counts_what_is_there(self):
        def look(card, folder, _):
            text = self.run_tool(0, "card", "check", folder)
            self.assertIn(f"{len(card.counted)} WARC files, {card.records} records: {card.pages} pages, {card.revisits} revisits, "
                          f"{card.bytes} bytes", text)
            self.assertIn("no damage found", text)
            notes, damage = findings(text)
            self.assertEqual(damage, [])
            notes = [note for note in notes if "has no complete header" not in note]  # of an answer that was cut off in it
            self.assertEqual(len(notes), len(card.notes), notes)
            for note, begin in zip(notes, card.notes):
                self.assertTrue(note.startswith(begin), (note, begin))
        self.with_each(look)

    def test_collect_verifies_all_and_loses_nothing(self):
        def look(card, folder, out):
            text = self.run_tool(0, "card", "collect", folder, out)
            files = [file for file in card.counted if file.data]
            self.assertIn(f"{len(files)} files with {card.records} records collected and verified, 0 were already there", text)
            for file in files:
                self.assertEqual(collected(out, file), file.data, file.name)
            pages = card.pages + card.revisits
            index = (out / "indexes" / "index.cdxj").read_text().splitlines() if files else []
            self.assertEqual(len(index), pages)
            self.assertEqual(self.logs(out), {kind: texts for kind, texts in card.texts.items() if kind != "hosts"})
            self.assertIn(f"{len(files)} were already there", self.run_tool(0, "card", "collect", folder, out))
        self.with_each(look)

    @staticmethod
    def logs(out):
        """{kind: lines} of a collection's logs, the oldest first."""
        found = {}
        for kind, (_, live, stem, ending) in cardgrammar.LOGS.items():
            older = sorted(out.glob(f"logs/*/{stem}[0-9]*{ending}"))
            files = older + list(out.glob(f"logs/*/{live}"))
            found[kind] = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
        del found["hosts"]
        return found

    def test_the_report_counts_the_same_of_a_card_and_of_its_collection(self):
        def look(card, folder, out):
            self.run_tool(0, "card", "collect", folder, out)
            embeds = sum(" embed " not in text and text.endswith(" embed") for text in card.texts["crawl"])
            for source in (folder, out):
                self.run_tool(0, "report", "-o", self.top / "report.html", source)
                page = reportpage.read((self.top / "report.html").read_text(encoding="utf-8"))
                self.assertEqual(page.wrong, [])
                stored = int(page.figures["Pages stored"].replace(",", ""))
                self.assertEqual(stored, max(0, card.pages + card.revisits - embeds), source)
        self.with_each(look)

    def test_erasing_takes_what_was_collected_and_a_second_card_is_no_part_of_the_first(self):
        def look(card, folder, out):
            text = self.run_tool(0, "card", "collect", "--erase", folder, out)
            self.assertIn(f"{len(card.counted)} files erased", text)
            left = {path.name for path in (folder / "WARC").iterdir()}
            self.assertEqual(left, {file.name for file in card.files if not file.counts})
            self.run_tool(0, "card", "check", folder)
        self.with_each(look)


class OnTheDesk(WithCards):
    def test_the_desk_finds_and_collects_the_same(self):
        desk = desknode.Desk()
        self.addCleanup(desk.close)
        def look(card, folder, out):
            counts, = [said for said in desk.run("look", folder) if said["kind"] == "checked"]
            self.assertEqual({key: counts[key] for key in ("files", "records", "pages", "revisits", "bytes", "damage")},
                             {"files": len(card.counted), "records": card.records, "pages": card.pages, "revisits": card.revisits,
                              "bytes": card.bytes, "damage": 0})
            emptied, = [said for said in desk.run("empty", folder, out) if said["kind"] == "emptied"]
            self.assertEqual((emptied["records"], emptied["damaged"]), (card.records, 0))
            for file in card.counted:
                self.assertEqual(collected(out, file), file.data, file.name)
            self.assertEqual(Sound.logs(out), {kind: texts for kind, texts in card.texts.items() if kind != "hosts"})
        self.with_each(look)


# ---- One thing is damaged ----

def pages_of(card, least=1):
    """(file, page, where it begins in the file) of a card's pages that have so many records."""
    found = []
    for file in card.counted:
        at = len(file.head)
        for page in file.pages:
            if page.records >= least and len(page.data) > 0:
                found.append((file, page, at))
            at += len(page.data)
    return found


def block_of(page):
    """Where the block of the response lies in its group."""
    start = page.data.index(b"\r\n\r\n") + 4
    end = page.starts[1] - 4
    return start, end


def put(tree, file, data):
    tree[f"WARC/{file.name}"] = data + file.behind


def flip(data, at):
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


def without(data, start, end):
    return data[:start] + data[end:]


class Damaged(WithCards):
    def setUp(self):
        super().setUp()
        self.seeds = [seed for seed in range(400) if self.fits(draw(seed))][:6]
        self.assertEqual(len(self.seeds), 6)

    @staticmethod
    def fits(card):
        """A card with a closed file whose first page is stored itself, with a request, and a journal."""
        return (card.journal_kind != "none" and card.files and card.files[0].state == "closed" and not card.files[0].name.endswith(".open") and
                card.files[0].pages and card.files[0].pages[0].kind == "response" and card.files[0].pages[0].records == 3 and
                block_of(card.files[0].pages[0])[0] < block_of(card.files[0].pages[0])[1])

    def told(self, change, *sentences):
        """The damage that change(tree, file, page, at) does is told, by the file's name and these sentences, and only once or twice."""
        for seed in self.seeds:
            with self.subTest(seed=seed):
                card = draw(seed)
                tree, file = card.tree(), card.files[0]
                change(tree, file, file.pages[0], len(file.head))
                folder = self.top / f"damaged{seed}"
                card.lay_out(folder, tree)
                text = self.run_tool(1, "card", "check", folder)
                damage = [line for line in findings(text)[1] if file.name in line]
                self.assertTrue(damage, text)
                for sentence in sentences:
                    self.assertTrue(any(sentence in line for line in damage), (sentence, text))
                self.assertIn("DAMAGED in", text)
                shutil.rmtree(folder)

    def test_a_changed_block(self):
        self.told(lambda tree, file, page, at: put(tree, file, flip(file.data, at + block_of(page)[0])), "its block digest is wrong")

    def test_a_changed_request(self):
        self.told(lambda tree, file, page, at: put(tree, file, flip(file.data, at + page.starts[2] - 6)), "its block digest is wrong")

    def test_a_wrong_payload_digest(self):
        def change(tree, file, page, at):
            digest = re.search(rb"WARC-Payload-Digest: (sha1:\w+)", page.data)
            put(tree, file, file.data.replace(digest[1], sha1(b"something else").encode(), 1))
        self.told(change, "its payload digest is wrong")

    def test_a_page_of_another_file(self):
        def change(tree, file, page, at):
            other = b"<urn:uuid:00000000-0000-4000-8000-000000000000>"
            named = re.search(rb"WARC-Warcinfo-ID: (<[^>]*>)", page.data)
            put(tree, file, file.data[:at] + page.data.replace(named[1], other, 1) + file.data[at + len(page.data):])
        self.told(change, "the record belongs to another file")

    def test_metadata_that_are_missing(self):
        def change(tree, file, page, at):
            put(tree, file, without(file.data, at + page.starts[2], at + len(page.data)) if len(file.pages) > 1 else
                file.data[:at + page.starts[2]])
        self.told(change)

    def test_records_in_another_order(self):
        def change(tree, file, page, at):
            first, second, third = page.starts
            turned = page.data[second:third] + page.data[first:second] + page.data[third:]
            put(tree, file, file.data[:at] + turned + file.data[at + len(page.data):])
        self.told(change, "a request record stands where a response or revisit belongs")

    def test_two_requests(self):
        def change(tree, file, page, at):
            _, second, third = page.starts
            put(tree, file, file.data[:at + third] + page.data[second:third] + file.data[at + third:])
        self.told(change, "a request record stands where a metadata belongs", "its WARC-Record-ID is also that of the record at offset")

    def test_two_responses(self):
        def change(tree, file, page, at):
            put(tree, file, file.data[:at] + page.data[:page.starts[1]] + file.data[at:])
        self.told(change, "a response record stands where a request or metadata belongs")

    def test_a_group_that_is_not_aligned(self):
        def change(tree, file, page, at):
            info = file.head.replace(b"Content-Length: ", b"Content-Length:", 1)
            put(tree, file, info + file.data[at:])
        self.told(change, "a page does not begin at a multiple of 512 bytes", "a group of records does not end at a multiple of 512 bytes")

    def test_a_file_that_ends_in_the_middle(self):
        self.told(lambda tree, file, page, at: put(tree, file, file.data[:-SECTOR]), "cut off")

    def test_a_date_that_is_none(self):
        def change(tree, file, page, at):
            wrong = re.sub(rb"WARC-Date: ....-..", b"WARC-Date: 2026-13", page.data, count=1)
            put(tree, file, file.data[:at] + wrong + file.data[at + len(page.data):])
        self.told(change, "its WARC-Date is not a date")

    def test_bytes_between_two_groups(self):
        self.told(lambda tree, file, page, at: put(tree, file, file.data[:at] + b"\0" * SECTOR + file.data[at:]))

    def test_a_file_without_its_beginning(self):
        self.told(lambda tree, file, page, at: put(tree, file, file.data[at:]), "a response record stands where a warcinfo belongs")

    def test_collect_keeps_what_is_damaged_apart_and_says_so(self):
        for seed in self.seeds:
            with self.subTest(seed=seed):
                card, out, folder = draw(seed), self.top / "out", self.top / f"kept{seed}"
                tree, file = card.tree(), card.files[0]
                at = len(file.head) + block_of(file.pages[0])[0]
                put(tree, file, flip(file.data, at))
                card.lay_out(folder, tree)
                text = self.run_tool(1, "card", "collect", "--erase", folder, out)
                self.assertIn(f"{file.name} is damaged in 1 places: its {sum(page.records for page in file.pages)} sound records", text)
                self.assertEqual((out / "damaged" / file.name).read_bytes(), flip(file.data, at))
                self.assertIn(file.name, {path.name for path in (folder / "WARC").iterdir()})
                for other in card.counted[1:]:
                    self.assertEqual(collected(out, other), other.data)
                shutil.rmtree(out)

    def test_the_journal(self):
        for seed in range(400):
            card = draw(seed)
            if card.state != "open" or card.journal_kind == "none" or card.files[-1].state != "open":
                continue
            file, folder = card.files[-1], self.top / f"journal{seed}"
            changes = {"both copies of the journal": {"STATE/JOURNAL.BIN": b"x" * 131072},
                       "but the journal says that": {f"WARC/{file.name}": file.data[:-SECTOR]},
                       "but it is not there": {f"WARC/{file.name}": None}}
            for sentence, change in changes.items():
                with self.subTest(seed=seed, sentence=sentence):
                    card.lay_out(folder, {path: data for path, data in {**draw(seed).tree(), **change}.items() if data is not None})
                    self.assertIn(sentence, self.run_tool(1, "card", "check", folder))
                    shutil.rmtree(folder)
            if seed > 60:
                return


if __name__ == "__main__":
    unittest.main()
