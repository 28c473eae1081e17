"""What pages need, by the real image: stylesheets, fonts, pictures, scripts, documents. Exactly what the settings say is stored, and the
pages are the same as without; and a replay from the emptied card looks like the site."""
import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

import card_image
import hostile
import lab
import looks_web
import namespace
from box import REPOSITORY, Box
from looks_web import BAD, DOCUMENTS, MISSING, PAGES, PICTURES, SITE, STYLES
from test_fetch import SITE as ADDRESS, answer_for_site, blocks
from test_net import serve_time

sys.path.insert(0, str(REPOSITORY / "tests" / "host"))

import browser  # noqa: E402 pylint: disable=wrong-import-position

SETTINGS = ("operator = Test\ncontact = http://www.example.org/\nemail = crawlbox@example.org\ndelay_min_ms = 0\ndelay_max_ms = 100\n"
            "file_mb = 8\n"  # what is stored has at most half of a file, and one of the pictures is large
            "explore = no\nsite_hops = 0\n")
CRAWL_SECONDS = 3600  # by the box's clock, to end a crawl that does not end
EQUAL_PERCENT = 98
NPM, REPLAY = REPOSITORY / "build" / "npm", REPOSITORY / "tests" / "host" / "replay"


class Crawled:
    """A crawl of the lab's sites with some settings, and what came of it."""

    def __init__(self, folder, name, settings, *seeds):
        self.folder, self.name = pathlib.Path(folder), name
        with looks_web.Web((ADDRESS, 80)) as self.web:
            threading.Thread(target=self.web.serve_forever, daemon=True).start()
            self.card = hostile.Web(folder).card(SETTINGS + settings, [f"http://{seed}/" for seed in seeds], name + ".img")
            self.crawl()
            self.web.shutdown()
        self.stored = sorted(uri for kind in ("response", "revisit") for uri, _ in blocks(self.card, kind))
        self.log = [line.split() for line in card_image.read(self.card, "LOG/crawl.log").decode().splitlines()]

    def crawl(self):
        with Box(card=self.card, snapshot=False, net=namespace.TAP) as box:
            said, end = "", box.clock() + CRAWL_SECONDS
            while not re.search(r"nothing left to crawl|had to restart", said):
                assert box.clock() < end, said[-3000:]
                said += box.listen(1)
            self.status = box.facts("status")
            box.command("eject")
        assert self.status["last_crash"] == "none", said[-3000:]

    def pages_asked_for(self):
        """Status and address of each page, in the order in which they were asked for."""
        return [(line[1], line[3]) for line in self.log if "embed" not in line[11] and line[4] != "P" and not line[4].endswith("E")]

    def embeds(self):
        """{address: (status, annotations)} of what was asked for since a page needs it."""
        return {line[3]: (line[1], line[11]) for line in self.log if line[4].endswith("E")}


class Looks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.things = contextlib.ExitStack()
        cls.addClassCleanup(cls.things.close)
        folder = cls.things.enter_context(tempfile.TemporaryDirectory())
        answer_for_site()
        cls.things.enter_context(namespace.dnsmasq(*(f"--address=/{host}/{ADDRESS}" for host in (SITE, looks_web.OTHER, BAD))))
        cls.none = Crawled(folder, "none", "", SITE)
        cls.styles = Crawled(folder, "styles", "embeds = styles\ndocuments = pdf\n", SITE)
        cls.all = Crawled(folder, "all", "embeds = all\ndocuments = all\n", SITE)

    def test_without_the_setting_only_pages_are_stored(self):
        self.assertEqual(self.none.stored, sorted(PAGES))
        self.assertNotIn("embeds", self.none.status)

    def test_styles_are_stylesheets_in_two_levels_and_fonts(self):
        self.assertEqual(self.styles.stored, sorted(PAGES + STYLES + DOCUMENTS[:1]))

    def test_all_is_everything_that_there_is(self):
        self.assertEqual(self.all.stored, sorted(PAGES + STYLES + PICTURES + DOCUMENTS))
        big = dict(blocks(self.all.card, "response"))[f"http://{SITE}/big.png"]
        self.assertEqual(big, looks_web.ANSWERS[SITE, "/big.png"])

    def test_what_is_missing_is_told(self):
        embeds = self.all.embeds()
        self.assertEqual({uri for uri, (status, notes) in embeds.items() if uri not in self.all.stored}, MISSING)
        self.assertEqual(embeds[f"http://{SITE}/gone.png"], ("404", "embed,notKept"))
        self.assertEqual(embeds[f"http://{SITE}/claims.png"], ("200", "embed,notKept"))
        self.assertEqual(embeds[f"http://{SITE}/forbidden/no.png"], ("-9998", "embed"))
        self.assertEqual(embeds[f"http://{SITE}/not.pdf"], ("200", "embed,notKept"))
        had, asked = len(STYLES + PICTURES + DOCUMENTS), len(STYLES + PICTURES + DOCUMENTS) + len(MISSING)
        self.assertRegex(self.all.status["embeds"], rf"^{had} of {asked}, \d+ KB$")

    def test_each_is_asked_for_once_and_nothing_that_is_forbidden(self):
        asked = [(host, path) for host, path in self.all.web.asked if path != "/robots.txt"]
        self.assertEqual(sorted(asked), sorted(set(asked)))
        self.assertFalse([path for host, path in asked if "forbidden" in path or "english" in path])
        self.assertIn((looks_web.OTHER, "/robots.txt"), self.all.web.asked)

    def test_the_same_bytes_under_another_address_are_a_reference(self):
        self.assertIn(f"http://{SITE}/one.png", [uri for uri, _ in blocks(self.all.card, "revisit")])

    def test_pages_and_their_order_and_the_harvest_rate_are_the_same(self):
        for crawl in (self.styles, self.all):
            self.assertEqual(crawl.pages_asked_for(), self.none.pages_asked_for())
            for fact in ("pages", "harvest_rate", "failures"):
                self.assertEqual(crawl.status[fact], self.none.status[fact])

    def collect(self):
        out = self.all.folder / "collection"
        if not out.exists():
            subprocess.run([lab.CRAWLBOX, "card", "collect", self.all.card, out], check=True, capture_output=True)
        return out

    def test_a_package_lists_pages_as_pages_and_everything_in_its_index(self):
        out = self.collect()
        pages = [json.loads(line) for line in (out / "pages" / "pages.jsonl").read_text().splitlines()]
        self.assertEqual(sorted(one["url"] for one in pages if "url" in one), sorted(PAGES))
        index = [json.loads(line.split(" ", 2)[2]) for line in (out / "indexes" / "index.cdxj").read_text().splitlines()]
        self.assertEqual(sorted(one["url"] for one in index), self.all.stored)

    def test_a_replay_looks_like_the_site(self):
        if not browser.path() or not shutil.which("node"):
            self.skipTest("NOTICE: no browser or no node (sh tools/setup.sh --test): nobody compared the replay with the site")
        installed = subprocess.run(["sh", REPLAY / "install.sh", NPM], capture_output=True, check=False)
        if installed.returncode != 0:
            self.skipTest("NOTICE: the player could not be had: nobody compared the replay with the site\n" + installed.stderr.decode())
        pictures = NPM.parent / "pictures"
        pictures.mkdir(parents=True, exist_ok=True)
        with looks_web.Web((ADDRESS, 80)) as web:
            threading.Thread(target=web.serve_forever, daemon=True).start()
            result = subprocess.run(["node", REPLAY / "compare_looks.mjs", NPM, browser.path(), self.collect() / "harvest.wacz", PAGES[0], ADDRESS,
                                     pictures], capture_output=True, check=False)
            web.shutdown()
        self.assertEqual(result.returncode, 0, result.stderr.decode())
        found = json.loads(result.stdout)
        print(found, file=sys.stderr)
        self.assertGreaterEqual(found["equal"], EQUAL_PERCENT, found)
        self.assertLess(found["bare"], EQUAL_PERCENT, "a page without what it needs must not pass for the same")


class BadInput(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        answer_for_site()
        with namespace.dnsmasq(f"--address=/{BAD}/{ADDRESS}"):
            cls.crawl = Crawled(folder.name, "bad", "embeds = all\nembeds_kb = 1024\nlinks_per_page = 40\n", BAD)

    def test_pages_are_stored_whatever_they_need(self):
        pages = [uri for uri in self.crawl.stored if uri in (f"http://{BAD}/", f"http://{BAD}/second")]
        self.assertEqual(len(pages), 2)
        self.assertIn(f"http://{BAD}/second.png", self.crawl.stored)

    def test_a_stylesheet_without_an_end_is_cut_and_not_stored(self):
        self.assertNotIn(f"http://{BAD}/endless.css", self.crawl.stored)
        self.assertLess(self.crawl.web.sent[BAD, "/endless.css"], 5 * 2**20)

    def test_a_circle_of_imports_ends(self):
        loops = [path for host, path in self.crawl.web.asked if path.startswith("/loop")]
        self.assertEqual(len(loops), len(set(loops)))
        self.assertLessEqual(len(loops), 1024 // 8)

    def test_an_endless_srcset_gives_as_many_as_a_page_may_have(self):
        asked = [path for host, path in self.crawl.web.asked if path.startswith("/set")]
        self.assertLessEqual(len(asked), 40)
        self.assertIn((BAD, "/first.png"), self.crawl.web.asked)

    def test_the_box_did_not_restart(self):
        self.assertEqual(self.crawl.status["last_crash"], "none")


def main():
    namespace.enter()
    serve_time(0)
    unittest.main(verbosity=2)


if __name__ == "__main__":
    main()
