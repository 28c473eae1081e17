"""crawlbox card on image files: made and read by FatFs, looked at by dosfstools and mtools."""

import gzip
import pathlib
import random
import shutil
import subprocess
import tempfile
import unittest

import reportpage
from cardfolder import journal, journal_sector, lay_out, name, warc_file
from fatimage import FatImage
from warcfile import crawlbox

PAGES = [(f"http://example.in.th/{i}", f"<title>{i}</title>สวัสดี".encode() * (50 * i + 1)) for i in range(8)]
FIRST, SECOND = warc_file(PAGES[:4]), warc_file(PAGES[4:], first=500)


class WithImage(unittest.TestCase):
    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)
        self.image = self.top / "card.img"

    def run_card(self, status, *arguments):
        result = crawlbox("card", *arguments)
        text = (result.stdout + result.stderr).decode(errors="replace")
        self.assertEqual(result.returncode, status, text)
        return text

    def tool(self, *arguments):
        return subprocess.run(arguments, capture_output=True, check=True).stdout

    def assert_file_system_is_clean(self):
        result = subprocess.run(["/usr/sbin/fsck.fat", "-n", self.image], capture_output=True)
        self.assertEqual(result.returncode, 0, result.stdout)

    def fill(self):
        """Puts a harvest on the image with mtools, that is: not with our own code."""
        folder = self.top / "card"
        lay_out(folder, {name(1): FIRST, name(2) + ".open": SECOND + FIRST},
                journal(journal_sector(9, 2, len(SECOND), 8)), {"crawl.log": b"a line\n"})
        self.tool("mcopy", "-i", self.image, "-s", "-D", "o", folder / "WARC", folder / "LOG", folder / "STATE", "::")

    def make(self):
        self.run_card(0, "init", "--size", 64, self.image)


class Image(WithImage):
    def test_init_makes_a_clean_fat32(self):
        self.make()
        self.assertEqual(self.image.stat().st_size, 64 << 20)
        self.assert_file_system_is_clean()
        self.assertEqual(self.image.read_bytes()[82:90], b"FAT32   ")
        self.assertIn(b"\r\noperator = \r\n", self.tool("mtype", "-i", self.image, "::CRAWLBOX.INI"))
        self.assertEqual(len(self.tool("mtype", "-i", self.image, "::ENTROPY.BIN")), 512)

    def test_init_does_not_make_an_image_anew_unasked(self):
        self.make()
        self.fill()
        before = self.image.read_bytes()
        self.assertIn("--force", self.run_card(2, "init", "--size", 64, self.image))
        self.assertIn("holds a harvest", self.run_card(2, "init", self.image))
        self.assertEqual(self.image.read_bytes(), before)
        self.run_card(0, "init", "--size", 128, "--force", self.image)
        self.assertEqual(self.image.stat().st_size, 128 << 20)
        self.assertIn("0 WARC files", self.run_card(0, "check", self.image))

    def test_a_slip_leaves_no_half_image_and_costs_no_old_one(self):
        slips = (["--set", "nokey=1"], ["--seeds", self.top / "missing"], ["--settings", self.top])
        for slip in slips:
            self.run_card(2, "init", "--size", 64, *slip, self.image)
            self.assertEqual(list(self.top.iterdir()), [])
        self.make()
        before = self.image.read_bytes()
        for slip in slips:
            self.run_card(2, "init", "--size", 64, "--force", *slip, self.image)
            self.assertEqual(list(self.top.iterdir()), [self.image])
        self.assertEqual(self.image.read_bytes(), before)

    def test_check_and_collect_do_not_write_to_the_card(self):
        self.make()
        self.fill()
        before = self.image.read_bytes()
        self.image.chmod(0o444)
        self.assertIn("8 pages", self.run_card(0, "check", self.image))
        self.run_card(0, "collect", self.image, self.top / "out")
        self.assertEqual(self.image.read_bytes(), before)

    def test_collect_gives_the_same_as_from_a_folder(self):
        self.make()
        self.fill()
        self.run_card(0, "collect", self.image, self.top / "a")
        self.run_card(0, "collect", self.top / "card", self.top / "b")
        for part in ("archive/" + name(1) + ".gz", "archive/" + name(2) + ".gz", "indexes/index.cdxj", "pages/pages.jsonl"):
            self.assertEqual((self.top / "a" / part).read_bytes(), (self.top / "b" / part).read_bytes(), part)

    def test_erase_leaves_a_clean_file_system(self):
        self.make()
        self.fill()
        self.assertIn("2 files erased", self.run_card(0, "collect", "--erase", self.image, self.top / "out"))
        self.assert_file_system_is_clean()
        self.assertNotIn(b"warc", self.tool("mdir", "-b", "-i", self.image, "::WARC").lower().replace(b"::/warc", b""))
        self.assertIn("no damage", self.run_card(0, "check", self.image))

    def test_a_card_with_a_partition_table(self):
        self.make()
        self.fill()
        start = 2048
        table = bytearray(512)
        table[446:462] = bytes([0x80, 0, 2, 0, 0x0c, 0, 0, 0]) + start.to_bytes(4, "little") + \
            (self.image.stat().st_size // 512).to_bytes(4, "little")
        table[510:] = b"\x55\xaa"
        self.image.write_bytes(bytes(table).ljust(start * 512, b"\0") + self.image.read_bytes())
        self.assertIn("8 pages", self.run_card(0, "check", self.image))

    def test_a_card_of_garbage_is_refused_with_a_sentence(self):
        chance = random.Random(1)
        for data in (b"", b"\0" * 100, b"\0" * (1 << 20), chance.randbytes(1 << 20)):
            self.image.write_bytes(data)
            for arguments in (("check", self.image), ("collect", self.image, self.top / "out"), ("init", self.image)):
                self.assertIn("no FAT file system", self.run_card(2, *arguments))
            self.assertEqual(self.image.read_bytes(), data)

    def test_a_name_that_leads_out_of_the_folder_is_not_followed(self):
        self.make()
        (self.top / "ab-ab-evil.log").write_bytes(b"evil\n")
        self.tool("mcopy", "-i", self.image, self.top / "ab-ab-evil.log", "::LOG/")
        self.tool("mcopy", "-i", self.image, self.top / "ab-ab-evil.log", "::LOG/good.log")
        data = self.image.read_bytes()
        for plain, evil in (("ab-ab", "../.."), ("-evil.", "/evil.")):
            self.assertEqual(data.count(plain.encode("utf-16-le")), 1)
            data = data.replace(plain.encode("utf-16-le"), evil.encode("utf-16-le"))
        self.image.write_bytes(data)
        self.run_card(0, "collect", self.image, self.top / "out")
        self.assertEqual([path.name for path in self.top.rglob("*.log") if path.parent != self.top], ["good.log"])

    def test_a_damaged_file_system_never_crashes_us(self):
        self.make()
        self.fill()
        chance = random.Random(2)
        with open(self.image, "r+b") as file:
            whole = file.read(4 << 20)  # its tables and the first files; the rest stays as it is
            for _ in range(40):
                data = bytearray(whole)
                for _ in range(chance.randint(1, 200)):
                    data[chance.randrange(len(data))] = chance.randrange(256)
                file.seek(0)
                file.write(data)
                file.flush()
                result = crawlbox("card", "check", self.image)
                self.assertIn(result.returncode, (0, 1, 2), result)


END, HUGE = 0x0fffffff, 0xffffffff


class Chains(WithImage):
    """Whoever follows clusters comes to an end, and says where they do not: a chain is never longer than its volume."""

    CIRCLE = "lead in a circle; try fsck.fat on a copy"

    @classmethod
    def setUpClass(cls):
        cls.made = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.made)
        card = cls("fill")
        card.top, card.image = cls.made, cls.made / "card.img"
        card.make()
        card.fill()

    def setUp(self):
        super().setUp()
        shutil.copy(self.made / "card.img", self.image)
        self.fat = FatImage(self.image)

    def collect(self, status):
        return self.run_card(status, "collect", self.image, self.top / "out")

    def collected(self):
        return sum(path.stat().st_size for path in (self.top / "out").rglob("*") if path.is_file())

    def assert_told(self, text, sentence, places=1):
        self.assertEqual(text.count(sentence), places, text[:3000])
        self.assertIn(f"DAMAGED in {places} places", text)

    def test_a_folder_of_the_harvest_that_leads_into_itself(self):
        first, _ = self.fat.find("WARC")
        last = list(self.fat.chain(first))[-1]
        self.fat.link(last, first)
        self.fat.save()
        self.assert_told(self.run_card(1, "check", self.image), self.CIRCLE)
        self.assertIn(f"WARC: its clusters {self.CIRCLE}", self.collect(2))
        self.assertLess(self.collected(), 100000)
        result = crawlbox("report", "-o", self.top / "report.html", self.image)
        if result.returncode == 0:  # it counts nothing twice
            page = reportpage.read((self.top / "report.html").read_text(encoding="utf-8"))
            self.assertLessEqual(int(page.figures["Pages stored"]), 8)

    def test_a_top_folder_that_leads_into_itself(self):
        self.fat.link(self.fat.root, self.fat.root)
        self.fat.save()
        for arguments in (("check", self.image), ("collect", self.image, self.top / "out"), ("hosts", self.image)):
            self.assertIn(f"its top folder: its clusters {self.CIRCLE}", self.run_card(2, *arguments))

    def test_a_file_whose_clusters_lead_in_a_circle_keeps_nobody_from_the_others(self):
        first, _ = self.fat.find("WARC/" + name(1))
        self.fat.link(list(self.fat.chain(first))[1], first)
        self.fat.resize("WARC/" + name(1), HUGE)
        self.fat.save()
        text = self.run_card(1, "check", self.image)
        self.assertIn(f"{name(1)}: offset 0: the file system cannot give it: its clusters lead in a circle", text)
        self.assertIn("DAMAGED in 1 places", text)
        self.assertIn("4 pages", text)
        text = self.collect(1)
        self.assertIn(f"{name(1)} was not collected: the file system cannot give it", text)
        self.assertIn("1 files with 13 records collected and verified", text)
        self.assertLess(self.collected(), 1000000)
        self.assertIn(f"{name(1)} was not erased", self.run_card(1, "collect", "--erase", self.image, self.top / "out"))

    def test_of_a_chain_that_is_too_short_or_leaves_the_volume_what_lies_before_is_kept(self):
        first, _ = self.fat.find("WARC/" + name(1))
        last = list(self.fat.chain(first))[-2]
        before = bytes(self.fat.data)
        for to in (END, self.fat.clusters + 100, 0, 1):
            with self.subTest(to=to):
                self.fat.data = bytearray(before)
                self.fat.link(last, to)
                self.fat.save()
                text = self.run_card(1, "check", self.image)
                self.assertIn(f"{name(1)}: offset", text)
                self.assertIn("8 pages", text)
                self.assertIn(f"{name(1)} is damaged in", self.collect(1))
                archived = gzip.decompress((self.top / "out" / "archive" / (name(1) + ".gz")).read_bytes())
                self.assertTrue(FIRST.startswith(archived) and len(archived) > len(FIRST) / 3)
                shutil.rmtree(self.top / "out")

    def test_a_file_that_begins_outside_of_the_volume(self):
        for cluster in (1, self.fat.clusters + 2, END):
            with self.subTest(cluster=cluster):
                self.fat.begin_at("WARC/" + name(1), cluster)
                self.fat.save()
                text = self.run_card(1, "check", self.image)
                self.assertIn(f"{name(1)}: offset", text)
                self.assertIn("4 pages", text)

    def test_two_files_with_the_same_clusters(self):
        self.fat.begin_at("WARC/" + name(1), self.fat.find("WARC/" + name(2) + ".open")[0])
        self.fat.save()
        self.assertIn(f"{name(1)}: offset", self.run_card(1, "check", self.image))

    def test_many_files_that_claim_the_whole_card_each(self):
        first, _ = self.fat.find("WARC/" + name(1))
        clusters = self.fat.clusters - 2000
        for cluster in range(2000, clusters):
            self.fat.link(cluster, cluster + 1)
        self.fat.link(clusters, END)
        for file in (name(1), name(2) + ".open"):
            self.fat.begin_at("WARC/" + file, 2000)
            self.fat.resize("WARC/" + file, (clusters - 2000) * self.fat.cluster_bytes)
        self.fat.save()
        sentence = "its files claim more than the card holds, so they share clusters"
        self.assert_told(self.run_card(1, "check", self.image), sentence)
        self.assertIn(sentence, self.collect(2))
        self.assertLess(self.collected(), 100000)
        self.assertNotEqual(first, 2000)

    def test_a_folder_in_a_folder_that_is_itself(self):
        """Nobody looks into it."""
        before = self.run_card(0, "check", self.image)
        self.tool("mmd", "-i", self.image, "::WARC/INSIDE")
        fat = FatImage(self.image)
        fat.begin_at("WARC/INSIDE", fat.find("WARC")[0])
        fat.save()
        self.assertEqual(self.run_card(0, "check", self.image), before)

    def test_logs_journal_and_seeds_in_a_circle(self):
        seeds = self.top / "seeds"
        seeds.write_bytes(b"www.a.ac.th\r\n" * 2000)
        self.tool("mcopy", "-i", self.image, "-D", "o", seeds, "::SEEDS.TXT")
        for path in ("LOG", "STATE/JOURNAL.BIN", "SEEDS.TXT"):
            with self.subTest(path=path):
                shutil.copy(self.image, self.top / "circle.img")
                fat = FatImage(self.top / "circle.img")
                first, size = fat.find(path)
                fat.link(list(fat.chain(first))[-1], first)
                if size:
                    fat.resize(path, HUGE)
                fat.save()
                self.run_card(1 if path.startswith("STATE") else 0, "check", fat.path)
                text = self.run_card(2 if path == "LOG" else 0, "collect", fat.path, self.top / "out")
                if path == "LOG":
                    self.assertIn(f"LOG: its clusters {self.CIRCLE}", text)
                self.assertLess(self.collected(), 1000000)


if __name__ == "__main__":
    unittest.main()
