"""crawlbox card check and collect on a card that is a folder, whole and damaged; and card init."""

import gzip
import hashlib
import json
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile
import struct
import unittest
import zipfile
import zlib

from cardfolder import COPY_B, journal, journal_sector, lay_out, name, pending_line, warc_file
from warcfile import CRAWLBOX, crawlbox, sha1

PAGES = [(f"http://www.example{i % 3}.in.th/p/{i}?b=2&a=1",
          f"<html><title>หน้า  {i} &amp; ทดสอบ</title><body>สวัสดีชาวโลก {i}</body></html>".encode() * (i + 1))
         for i in range(12)]
FIRST = warc_file(PAGES[:6])
SECOND = warc_file(PAGES[6:], first=1000, chunked=True)
OLD = warc_file(PAGES[:2], first=2000)


def fill_disk_after(size):
    """In a child: no file can grow beyond this size; writing fails as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


class CardTest(unittest.TestCase):
    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)
        self.card, self.out = self.top / "card", self.top / "out"
        self.card.mkdir()

    def lay_out(self, *arguments, **named):
        lay_out(self.card, *arguments, **named)

    def run_card(self, status, *arguments):
        result = crawlbox("card", *arguments)
        text = (result.stdout + result.stderr).decode(errors="replace")
        self.assertEqual(result.returncode, status, text)
        return text

    def check(self, status=0):
        return self.run_card(status, "check", self.card)

    def collect(self, *options, status=0):
        return self.run_card(status, "collect", *options, self.card, self.out)

    def archived(self, serial):
        """All records of a collected file, uncompressed."""
        return gzip.decompress((self.out / "archive" / (name(serial) + ".gz")).read_bytes())


class Check(CardTest):
    def test_an_ejected_card(self):
        self.lay_out({name(1): FIRST, name(2): SECOND}, journal(journal_sector(9, 2, 0, 12, flags=1)))
        text = self.check()
        self.assertIn("2 WARC files, 38 records: 12 pages", text)
        self.assertIn("ejected", text)
        self.assertIn("no damage found", text)

    def test_what_lies_behind_the_committed_end_is_not_data(self):
        for behind in (b"", OLD, FIRST[512:], b"\0" * 4096, b"garbage" * 200):
            self.lay_out({name(2) + ".open": SECOND + behind}, journal(journal_sector(9, 2, len(SECOND), 6)))
            text = self.check()
            self.assertIn("pulled without eject", text)
            self.assertIn("6 pages", text)

    def test_the_newer_copy_of_the_journal_counts_and_a_torn_one_does_not(self):
        short, long = len(warc_file(PAGES[6:9], first=1000, chunked=True)), len(SECOND)
        old, new = journal_sector(0xffffffff, 2, short), journal_sector(0, 2, long)
        torn = new[:200] + old[200:]
        for a, b, count in ((old, new, 6), (new, old, 6), (old, torn, 3), (torn, old, 3), (b"", new, 6), (old, b"", 3)):
            self.lay_out({name(2) + ".open": SECOND}, journal(a, b))
            self.assertIn(f"{count} pages", self.check())

    def test_without_a_valid_journal_groups_that_verify_count(self):
        torn = bytearray(SECOND)
        torn[-600] ^= 1
        for data, count in ((SECOND + OLD, 6), (SECOND + SECOND[:700], 6), (bytes(torn), 5), (SECOND[:-512], 5)):
            self.lay_out({name(2) + ".open": data}, journal(b"x" * 512, b"y" * 512))
            text = self.check(1)
            self.assertIn("both copies of the journal", text)
            self.assertIn(f"{count} pages", text)

    def test_a_card_of_another_version_is_refused_with_a_sentence(self):
        sector = b"CBJ4" + journal_sector(9, 2, 0, 12, flags=1)[4:508]
        self.lay_out({name(1): FIRST}, journal(sector + struct.pack("<I", zlib.crc32(sector))))
        for text in (self.check(2), self.collect("--erase", status=2)):
            self.assertIn("is of version 4, and this program knows version 3", text)
            self.assertIn("use the program of the version that the card was written with", text)
        self.assertTrue((self.card / "WARC" / name(1)).exists())

    def test_a_file_that_was_being_created_holds_nothing(self):
        self.lay_out({name(1): FIRST, name(2) + ".open": OLD}, journal(journal_sector(5, 1, 0, 6)))
        self.assertIn("it holds nothing", self.check())

    def test_a_file_shorter_than_the_journal_says_is_damage(self):
        self.lay_out({name(2) + ".open": SECOND[:-512]}, journal(journal_sector(9, 2, len(SECOND))))
        self.assertIn("the journal says", self.check(1))
        self.lay_out({}, journal(journal_sector(9, 3, 1024)))
        self.assertIn("it is not there", self.check(1))

    def test_every_byte_of_a_block_matters(self):
        start = 0
        while (start := FIRST.find(b"HTTP/1.1 200", start + 1)) > 0:
            end = FIRST.index(b"\r\n\r\nWARC/1.1", start)
            for at in (start, (start + end) // 2, end - 1):
                broken = bytearray(FIRST)
                broken[at] ^= 1
                self.lay_out({name(1): bytes(broken)}, journal(journal_sector(9, 1, 0, flags=1)))
                self.assertIn("block digest is wrong", self.check(1))

    def test_truncated_tail_and_missing_records(self):
        for data, sentence in ((FIRST[:-100], "cut off"), (FIRST[:-1], "cut off"),
                               (FIRST + SECOND[512:], "belongs to another file"), (FIRST[512:], "where a warcinfo belongs")):
            self.lay_out({name(1): data}, journal(journal_sector(9, 1, 0, flags=1)))
            self.assertIn(sentence, self.check(1))

    def test_order_and_alignment(self):
        cut = FIRST.index(b"WARC/1.1\r\nWARC-Type: request")
        after = FIRST.index(b"WARC/1.1\r\nWARC-Type: metadata")
        self.lay_out({name(1): FIRST[:cut] + FIRST[after:]}, journal(journal_sector(9, 1, 0, flags=1)))
        text = self.check(1)  # a request may be missing, but what is aligned without it stays so
        self.assertNotIn("stands where", text)
        self.assertIn("multiple of 512", text)
        self.lay_out({name(1): FIRST[:after] + FIRST[cut:]}, journal(journal_sector(9, 1, 0, flags=1)))
        self.assertIn("a request record stands where a metadata belongs", self.check(1))

    def test_a_card_without_anything(self):
        text = self.check()
        self.assertIn("there is no journal", text)
        self.assertIn("put into CRAWLBOX.INI: operator contact email\nPut your sites into SEEDS.TXT.\nWithout CA.BIN", text)
        self.assertIn("Without GEO.BIN", text)

    def test_a_fresh_card_is_told_ready_when_it_has_settings_and_seeds(self):
        settings = ["--set", "operator=L", "--set", "contact=http://a.th/", "--set", "email=a@a.th"]
        self.assertIn("Put your sites into SEEDS.TXT", self.run_card(0, "init", *settings, self.card))
        self.assertNotIn("ready", self.check())
        (self.card / "SEEDS.TXT").write_text("# ours\nwww.a.th\nhttp://b.th/x\n", encoding="ascii")
        self.assertIn("ready for a box: it begins with 2 sites\n", self.check())
        self.assertNotIn("SEEDS.TXT", self.run_card(0, "init", self.card))

    def test_a_card_that_is_missing(self):
        self.run_card(2, "check", self.top / "missing")


class Collect(CardTest):
    def lay_out_pulled(self):
        pending = pending_line(0, b"third line\n") + pending_line(1, b"1\t2\n")
        self.lay_out({name(1): FIRST, name(2) + ".open": SECOND + OLD},
                     journal(journal_sector(9, 2, len(SECOND), 12, (512, 0, 0, 0), 2, pending)),
                     {"crawl.log": (b"first line   \n\n\nsecond  line".ljust(511) + b"\n") + b"not data\n" * 50,
                      "craw0001.log": b"old line  \n\n"})

    def test_records_are_copied_byte_by_byte_one_member_each(self):
        self.lay_out_pulled()
        self.collect()
        self.assertEqual(self.archived(1), FIRST)
        self.assertEqual(self.archived(2), SECOND)
        for serial in (1, 2):
            path = self.out / "archive" / (name(serial) + ".gz")
            text = crawlbox("warc", "check", path).stdout.decode()
            self.assertIn("no damage found", text)
            self.assertNotIn("shares its gzip member", text)

    def test_the_index_is_sorted_and_leads_to_the_records(self):
        self.lay_out_pulled()
        self.collect()
        lines = (self.out / "indexes" / "index.cdxj").read_bytes().splitlines()
        self.assertEqual(len(lines), len(PAGES))
        self.assertEqual(lines, sorted(lines))
        for line in lines:
            key, timestamp, fields = line.decode().split(" ", 2)
            fields = json.loads(fields)
            self.assertTrue(key.startswith("th,in,example") and key.endswith("?a=1&b=2"), key)
            self.assertEqual((timestamp, fields["status"], fields["mime"]), ("20240229120000", "200", "text/html"))
            data = (self.out / "archive" / fields["filename"]).read_bytes()
            start, size = int(fields["offset"]), int(fields["length"])
            record = gzip.decompress(data[start:start + size])
            self.assertIn(f"WARC-Target-URI: {fields['url']}\r\n".encode(), record)
            self.assertEqual("sha1:" + fields["digest"], sha1(dict(PAGES)[fields["url"]]))

    def test_pages_have_titles(self):
        self.lay_out_pulled()
        self.collect()
        lines = (self.out / "pages" / "pages.jsonl").read_text().splitlines()
        self.assertEqual(json.loads(lines[0])["format"], "json-pages-1.0")
        pages = {page["url"]: page for page in map(json.loads, lines[1:])}
        self.assertEqual(len(pages), len(PAGES))
        for i, (uri, _) in enumerate(PAGES):
            self.assertEqual(pages[uri]["title"], f"หน้า {i} & ทดสอบ")
            self.assertEqual(pages[uri]["ts"], "2024-02-29T12:00:00Z")

    def test_the_package_is_a_sound_zip_with_right_hashes(self):
        self.lay_out_pulled()
        self.collect("--title", 'A "title"')
        with zipfile.ZipFile(self.out / "harvest.wacz") as package:
            self.assertIsNone(package.testzip())
            self.assertTrue(all(entry.compress_type == zipfile.ZIP_STORED for entry in package.infolist()))
            listed = package.read("datapackage.json")
            self.assertEqual(json.loads(package.read("datapackage-digest.json"))["hash"],
                             "sha256:" + hashlib.sha256(listed).hexdigest())
            listed = json.loads(listed)
            self.assertEqual((listed["title"], listed["profile"]), ('A "title"', "data-package"))
            self.assertEqual({one["path"] for one in listed["resources"]},
                             set(package.namelist()) - {"datapackage.json", "datapackage-digest.json"})
            for one in listed["resources"]:
                data = package.read(one["path"])
                self.assertEqual((one["bytes"], one["hash"]), (len(data), "sha256:" + hashlib.sha256(data).hexdigest()))

    def test_logs_come_as_plain_text_with_what_was_pending(self):
        self.lay_out_pulled()
        self.collect()
        logs = self.out / "logs" / name(2).removesuffix(".warc")
        self.assertEqual((logs / "crawl.log").read_bytes(), b"first line\nsecond  line\nthird line\n")
        self.assertEqual((logs / "craw0001.log").read_bytes(), b"old line\n")

    def test_an_interrupted_collection_goes_on(self):
        self.lay_out_pulled()
        self.collect()
        ledger = self.out / "collect.tsv"
        ledger.write_text("".join(ledger.read_text().splitlines(keepends=True)[:2]))  # its head and one file
        (self.out / "archive" / (name(2) + ".gz")).rename(self.out / "archive" / (name(2) + ".gz.part"))
        (self.out / "harvest.wacz").unlink()
        text = self.collect()
        self.assertIn("1 files with 19 records collected and verified, 1 were already there", text)
        self.assertEqual(self.archived(2), SECOND)
        with zipfile.ZipFile(self.out / "harvest.wacz") as package:
            self.assertEqual(sum(entry.startswith("archive/") for entry in package.namelist()), 2)

    def test_a_ledger_has_a_version(self):
        self.lay_out_pulled()
        self.collect()
        ledger = self.out / "collect.tsv"
        head, *lines = ledger.read_text().splitlines(keepends=True)
        self.assertEqual(head, "#collect.tsv\t1\n")
        ledger.write_text("".join(lines))  # as the first version wrote it
        self.assertIn("2 were already there", self.collect())
        ledger.write_text("#collect.tsv\t2\n" + "".join(lines))
        self.assertIn("it was written by another version of crawlbox", self.collect(status=2))

    def test_a_file_that_grew_is_collected_again(self):
        short = warc_file(PAGES[6:9], first=1000, chunked=True)
        self.lay_out({name(2) + ".open": SECOND}, journal(journal_sector(9, 2, len(short))))
        self.collect()
        self.assertEqual(self.archived(2), short)
        self.lay_out({name(2) + ".open": SECOND}, journal(journal_sector(10, 2, len(SECOND))))
        self.collect()
        self.assertEqual(self.archived(2), SECOND)
        self.assertEqual(len((self.out / "indexes" / "index.cdxj").read_bytes().splitlines()), 6)

    def test_two_cards_make_one_collection(self):
        self.lay_out({name(1): FIRST}, journal(journal_sector(9, 1, 0, flags=1)))
        self.collect()
        shutil.rmtree(self.card)
        self.lay_out({name(1, box="box2"): SECOND}, journal(journal_sector(9, 1, 0, flags=1)))
        self.collect()
        self.assertEqual(len((self.out / "indexes" / "index.cdxj").read_bytes().splitlines()), 12)

    def collect_a_card_of_the_same_name(self, content):
        shutil.rmtree(self.card)
        self.lay_out({name(1): content}, journal(journal_sector(9, 1, 0, flags=1)), {"crawl.log": b"of the second\n"})
        self.collect("--erase")
        return gzip.decompress((self.out / "archive" / name(1).replace(".warc", "+2.warc.gz")).read_bytes())

    def test_another_card_with_a_file_of_the_same_name_replaces_nothing(self):
        """Without a time server and with box_id = box1 that is the usual case: the first card's original is erased by now."""
        for other in (SECOND, warc_file([(uri, body[::-1]) for uri, body in PAGES[:6]], first=500)):
            with self.subTest(len(other)):
                shutil.rmtree(self.out, ignore_errors=True)
                self.lay_out({name(1): FIRST}, journal(journal_sector(9, 1, 0, flags=1)), {"crawl.log": b"of the first\n"})
                self.collect("--erase")
                self.assertEqual(self.collect_a_card_of_the_same_name(other), other)
                self.assertEqual(self.archived(1), FIRST)
                self.assertEqual(len((self.out / "indexes" / "index.cdxj").read_bytes().splitlines()), 12)
                self.assertEqual({log.read_text() for log in self.out.glob("logs/*/crawl.log")},
                                 {"of the first\n", "of the second\n"})
                with zipfile.ZipFile(self.out / "harvest.wacz") as package:
                    self.assertEqual(sum(entry.startswith("archive/") for entry in package.namelist()), 2)
                text = crawlbox("card", "collect", self.card, self.out).stdout.decode()
                self.assertNotIn("+3", " ".join(path.name for path in (self.out / "archive").iterdir()), text)

    def test_a_namesake_is_known_when_it_is_collected_again(self):
        self.lay_out({name(1): FIRST}, journal(journal_sector(9, 1, 0, flags=1)))
        self.collect()
        self.collect_a_card_of_the_same_name(SECOND)
        self.lay_out({name(1): SECOND}, journal(journal_sector(9, 1, 0, flags=1)))
        self.assertIn("1 were already there", self.collect())
        self.assertEqual(len(list((self.out / "archive").iterdir())), 2)

    def test_erase_empties_the_card_and_only_when_all_is_verified(self):
        self.lay_out_pulled()
        text = self.collect("--erase")
        self.assertIn("2 files erased", text)
        self.assertEqual(list((self.card / "WARC").iterdir()), [])
        self.assertEqual([path.name for path in (self.card / "LOG").iterdir()], ["crawl.log"])
        self.assertIn("no damage found", self.check())
        state = (self.card / "STATE" / "JOURNAL.BIN").read_bytes()
        self.assertEqual(state[COPY_B:COPY_B + 4], b"CBJ3", "the older copy is the one that is written")
        self.assertEqual(state[:4], b"CBJ3", "and the other one stays")

    def test_erase_of_what_an_earlier_run_collected_compares_it_first(self):
        """All of it: without --erase it is known by its length and its first 64 KB."""
        long = [(PAGES[0][0], PAGES[0][1] * 1000), PAGES[1]]
        first, other = (warc_file([long[0], (long[1][0], body)]) for body in (long[1][1], long[1][1][::-1]))
        self.assertEqual(len(other), len(first))
        self.assertEqual(first[:65536], other[:65536])
        self.lay_out({name(1): first}, journal(journal_sector(9, 1, 0, flags=1)))
        self.collect()
        self.lay_out({name(1): other}, journal(journal_sector(9, 1, 0, flags=1)))
        self.assertIn("was not erased", self.collect("--erase"))
        self.assertTrue((self.card / "WARC" / name(1)).exists())
        self.assertEqual(self.archived(1), first)
        self.lay_out({name(1): first}, journal(journal_sector(9, 1, 0, flags=1)))
        self.assertIn("1 files erased", self.collect("--erase"))

    def test_damage_is_told_kept_apart_and_never_erased(self):
        broken = bytearray(FIRST)
        broken[FIRST.index(b"\xe0", len(FIRST) // 2)] ^= 1
        self.lay_out({name(1): bytes(broken), name(2): SECOND}, journal(journal_sector(9, 2, 0, flags=1)))
        text = self.collect("--erase", status=1)
        self.assertIn("damaged in 1 places", text)
        self.assertEqual((self.out / "damaged" / name(1)).read_bytes(), bytes(broken))
        self.assertEqual([path.name for path in (self.card / "WARC").iterdir()], [name(1)])
        self.assertEqual(crawlbox("warc", "check", self.out / "archive" / (name(1) + ".gz")).returncode, 0)
        self.assertEqual(len((self.out / "indexes" / "index.cdxj").read_bytes().splitlines()), 11)

    def test_a_run_that_ends_before_damage_is_kept_apart_does_all_of_it_again(self):
        long = warc_file([(PAGES[0][0], PAGES[0][1] * 1000), PAGES[1]])  # a file that was collected is known by its first 64 KB
        broken = bytearray(long)
        broken[long.rindex(b"\xe0")] ^= 1
        self.lay_out({name(1): bytes(broken)}, journal(journal_sector(9, 1, 0, flags=1)))
        self.out.mkdir()
        (self.out / "damaged").write_bytes(b"no folder can be made here")
        self.collect("--erase", status=2)
        (self.out / "damaged").unlink()
        self.assertIn("damaged in 1 places", self.collect("--erase", status=1))
        self.assertEqual((self.out / "damaged" / name(1)).read_bytes(), bytes(broken))

    def test_a_disk_that_fills_up_erases_nothing_and_the_next_run_goes_on(self):
        self.lay_out_pulled()
        for limit in (1, 1000, 3000, 9000):
            shutil.rmtree(self.out, ignore_errors=True)
            result = subprocess.run([CRAWLBOX, "card", "collect", "--erase", self.card, self.out], capture_output=True,
                                    preexec_fn=lambda: fill_disk_after(limit))
            self.assertEqual(result.returncode, 2, result)
            self.assertIn(b"cannot write", result.stderr)
            self.assertEqual(len(list((self.card / "WARC").iterdir())), 2)
        self.assertIn("2 files erased", self.collect("--erase"))
        self.assertEqual((self.archived(1), self.archived(2)), (FIRST, SECOND))

    def test_an_empty_card_and_a_disk_that_cannot_be_written(self):
        self.assertIn("no harvest", self.collect())
        self.lay_out({name(1): FIRST}, journal(journal_sector(9, 1, 0, flags=1)))
        (self.top / "file").write_bytes(b"")
        self.assertIn("cannot make the folder", self.run_card(2, "collect", self.card, self.top / "file" / "out"))
        self.assertTrue((self.card / "WARC" / name(1)).exists())


class Init(CardTest):
    def test_what_is_wrong_is_found_before_anything_is_written(self):
        (self.top / "seeds").write_text("www.example.ac.th\nftp://example.org/\n")
        (self.top / "mine.ini").write_text("tau = 256\n")
        (self.top / "GEO.BIN").mkdir()
        for wish in (("--set", "tau=256"), ("--seeds", self.top / "seeds"), ("--settings", self.top / "mine.ini"), ("--tables", self.top)):
            with self.subTest(wish=wish[0]):
                self.run_card(2, "init", *wish, self.card)
                self.assertEqual(list(self.card.iterdir()), [])

    def test_lays_out_a_folder(self):
        self.run_card(0, "init", self.card)
        tables = {"CA.BIN", "GEO.BIN", "DESK.HTM"}  # if this machine has the data for them, or the desk
        self.assertEqual(sorted({path.name for path in self.card.iterdir()} - tables),
                         ["CRAWLBOX.INI", "ENTROPY.BIN", "EXCHANGE", "LOG", "SEEDS.TXT", "STATE", "WARC"])
        for name, command in (("CA.BIN", "ca"), ("GEO.BIN", "geo")):
            if (self.card / name).exists():
                subprocess.run([CRAWLBOX, command, "info", self.card / name], check=True, stdout=subprocess.DEVNULL)
        settings = (self.card / "CRAWLBOX.INI").read_text()
        self.assertIn("\noperator = \n", settings)
        self.assertIn("\ntau = 0\n", settings)
        entropy = (self.card / "ENTROPY.BIN").read_bytes()
        self.assertEqual(len(entropy), 512)
        self.run_card(0, "init", self.card)
        self.assertNotEqual((self.card / "ENTROPY.BIN").read_bytes(), entropy)

    def test_takes_files_of_the_user_and_keeps_what_is_there(self):
        (self.top / "CA.BIN").write_bytes(b"roots")
        (self.top / "DICT.BIN").write_bytes(b"words that no box would read")
        (self.top / "seeds").write_bytes(b"www.example.ac.th\n")
        self.run_card(0, "init", "--seeds", self.top / "seeds", "--tables", self.top, self.card)
        self.assertEqual((self.card / "SEEDS.TXT").read_bytes(), b"www.example.ac.th\n")
        self.assertEqual((self.card / "CA.BIN").read_bytes(), b"roots")
        self.assertFalse((self.card / "DICT.BIN").exists())
        (self.card / "CRAWLBOX.INI").write_bytes(b"mine\n")
        self.run_card(0, "init", self.card)
        self.assertEqual((self.card / "CRAWLBOX.INI").read_bytes(), b"mine\n")
        self.run_card(0, "init", "--force", self.card)
        self.assertNotEqual((self.card / "CRAWLBOX.INI").read_bytes(), b"mine\n")
        self.assertIn("cannot open", self.run_card(2, "init", "--seeds", self.top / "none", "--force", self.card))

    def test_settings_are_set_and_checked(self):
        said = self.run_card(0, "init", "--set", "tau=7", "--set", "operator = A Library", self.card)
        self.assertIn("put into CRAWLBOX.INI: contact email", said)
        settings = (self.card / "CRAWLBOX.INI").read_text()
        self.assertIn("\ntau = 7\n", settings)
        self.assertIn("\noperator = A Library\n", settings)
        self.run_card(0, "init", "--set", "tau=8", self.card)
        self.assertEqual((self.card / "CRAWLBOX.INI").read_text(), settings.replace("tau = 7", "tau = 8"))
        self.assertIn("tau must be 0 to 255 pages", self.run_card(2, "init", "--set", "tau=256", self.card))
        self.assertIn("is not KEY=VALUE", self.run_card(2, "init", "--set", "colour=red", self.card))
        self.assertIn("is not KEY=VALUE", self.run_card(2, "init", "--set", "tau", self.card))
        (self.top / "mine.ini").write_text("# x\ntau = 1000\n")
        said = self.run_card(2, "init", "--force", "--settings", self.top / "mine.ini", self.card)
        self.assertIn("mine.ini, line 2: tau must be 0 to 255 pages", said)
        (self.top / "mine.ini").write_text("# x\ncolour = red\ntau = 9\n")
        self.run_card(0, "init", "--force", "--settings", self.top / "mine.ini", "--set", "d=2", self.card)
        self.assertEqual((self.card / "CRAWLBOX.INI").read_text(), "# x\ncolour = red\ntau = 9\nd = 2\n")

    def test_wrong_seeds_are_told_and_not_taken(self):
        (self.top / "seeds").write_text("www.example.ac.th\nftp://x.th/\n")
        said = self.run_card(2, "init", "--seeds", self.top / "seeds", self.card)
        self.assertIn("seeds, line 2: ftp://x.th/: not an http or https address", said)
        self.assertFalse((self.card / "SEEDS.TXT").exists())

    def test_of_many_wrong_lines_the_first_are_told_and_all_are_counted(self):
        (self.top / "seeds").write_text("ftp://x.th/\n" * 3000)
        said = self.run_card(2, "init", "--seeds", self.top / "seeds", self.card)
        self.assertEqual(said.count("not an http or https address"), 20)
        self.assertIn("wrong lines in it: 3000", said)
        (self.top / "mine.ini").write_text("tau = 1000\n" * 3000)
        said = self.run_card(2, "init", "--settings", self.top / "mine.ini", self.card)
        self.assertEqual(said.count("tau must be 0 to 255 pages"), 20)
        self.assertIn("mine.ini: 2980 more lines like these", said)

    def test_never_touches_a_harvest_unasked(self):
        self.lay_out({name(1): FIRST})
        self.assertIn("card collect --erase", self.run_card(2, "init", self.card))
        self.assertFalse((self.card / "CRAWLBOX.INI").exists())
        self.run_card(0, "init", "--force", self.card)
        self.assertEqual((self.card / "WARC" / name(1)).read_bytes(), FIRST)

    def test_usage(self):
        for arguments in ((), ("init",), ("collect", self.card), ("frob", self.card), ("init", "--size", "1", "x")):
            self.run_card(2, *arguments)
        self.run_card(0, "--help")


if __name__ == "__main__":
    unittest.main()
