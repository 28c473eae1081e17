"""Software that we did not write reads what we write: npm's warcio, and ReplayWeb.page in a headless browser.

Without npm, node or a browser (or a network to get them) the tests that need them are skipped with a notice.
"""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import browser
from cardfolder import journal, journal_sector, lay_out, name, warc_file
from warcfile import CRAWLBOX, crawlbox

HERE = pathlib.Path(__file__).parent / "replay"
NPM = HERE.parents[2] / "build" / "npm"
THAI = "สวัสดีชาวโลก ห้องสมุดเก็บหน้านี้ไว้"
PAGES = [(f"http://www.example{i % 3}.in.th/page/{i}?b=2&a=1",
          f"<!doctype html><meta charset=utf-8><title>หน้า {i}</title><h1>{THAI} {i}</h1>".encode()) for i in range(9)]


class Replay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not shutil.which("node"):
            raise unittest.SkipTest("NOTICE: node is not installed: nobody else read our files")
        result = subprocess.run(["sh", HERE / "install.sh", NPM], capture_output=True)
        if result.returncode != 0:
            raise unittest.SkipTest("NOTICE: npm packages could not be had: nobody else read our files\n"
                                    + result.stderr.decode())
        cls.top = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.top)
        card, cls.out = cls.top / "card", cls.top / "out"
        lay_out(card, {name(1): warc_file(PAGES[:5]),
                       name(2) + ".open": (open_file := warc_file(PAGES[5:], first=1000, chunked=True)) + b"\0" * 5000},
                journal(journal_sector(3, 2, len(open_file), 9)))
        cls.closed = card / "WARC" / name(1)
        result = crawlbox("card", "collect", card, cls.out)
        assert result.returncode == 0, result

    def run_node(self, script, *arguments):
        result = subprocess.run(["node", HERE / script, NPM, *map(str, arguments)], capture_output=True)
        self.assertEqual(result.returncode, 0, result.stderr.decode())
        return result.stdout.decode()

    def test_warcio_reads_the_cards_own_file(self):
        records = [json.loads(line) for line in self.run_node("read_warc.mjs", self.closed).splitlines()]
        self.assertEqual([one["type"] for one in records], ["warcinfo"] + ["response", "request", "metadata"] * 5)
        self.check_responses(records, PAGES[:5])

    def test_warcio_reads_what_the_boxs_own_store_wrote(self):
        make_card = pathlib.Path(CRAWLBOX).resolve().parents[1] / "tests" / "make_card"
        image, out = self.top / "card.img", self.top / "store"
        stored = subprocess.run([make_card, image, "0", "60", "pull"], capture_output=True, check=True,
                                env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"})
        self.assertEqual(crawlbox("card", "collect", image, out).returncode, 0)
        records = [json.loads(line) for line in
                   self.run_node("read_warc.mjs", *sorted((out / "archive").iterdir())).splitlines()]
        kinds = [one["type"] for one in records]
        self.assertEqual(kinds.count("response") + kinds.count("revisit"), int(stored.stdout))
        self.assertGreater(kinds.count("revisit"), 0)
        self.assertTrue(all(one["digest"] for one in records if one["type"] == "response"))

    def test_warcio_reads_collected_files(self):
        files = sorted((self.out / "archive").iterdir())
        records = [json.loads(line) for line in self.run_node("read_warc.mjs", *files).splitlines()]
        self.assertEqual(len(records), 2 + 3 * len(PAGES))
        self.check_responses(records, PAGES)

    def check_responses(self, records, pages):
        responses = [one for one in records if one["type"] == "response"]
        self.assertEqual([(one["uri"], one["status"], one["size"], one["digest"]) for one in responses],
                         [(uri, 200, len(body), True) for uri, body in pages])

    def test_warcio_makes_the_same_index(self):
        files = sorted((self.out / "archive").iterdir())
        script = NPM / "node_modules" / "warcio" / "dist" / "cli.js"
        theirs = subprocess.run(["node", script, "cdx-index", *files], capture_output=True, check=True)
        lines = [line for line in theirs.stdout.decode().splitlines() if '"mime":"application/warc-fields"' not in line]
        self.assertEqual((self.out / "indexes" / "index.cdxj").read_text().splitlines(), sorted(lines))

    @unittest.skipUnless(browser.path(), "NOTICE: no Chromium is installed: the WACZ was not opened in ReplayWeb.page")
    def test_replayweb_page_shows_a_thai_page(self):
        pictures = pathlib.Path(os.environ.get("CRAWLBOX_PICTURES", NPM.parent / "pictures"))
        pictures.mkdir(parents=True, exist_ok=True)
        for number in (3, 7):  # one of each file; the second one is chunked
            picture = pictures / f"replay-{pathlib.Path(CRAWLBOX).parts[-3]}-{number}.png"
            shown = self.run_node("show_wacz.mjs", browser.path(), self.out / "harvest.wacz", PAGES[number][0],
                                  f"{THAI} {number}", picture)
            self.assertEqual(shown.strip(), f"{THAI} {number}")
            self.assertEqual(picture.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")


if __name__ == "__main__":
    unittest.main()
