"""The real image collects Persian and Malay: a web of each is crawled, with the language set on the card and on the console, and what
the box has stored is held against what the simulator finds in the same web.
"""
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile
import unittest

import card_image
import crawl_lab
import lab
from box import Box

SHORT = {"page_cap": "6", "explore": "no"}
KINDS = ("fa", "ms")
runs = {}  # language: its crawl, or what will be it


def crawl_for(language, folder):
    return crawl_lab.Crawl(folder, language=language, **SHORT)


def inside_by_card(crawl):
    crawl.make_card()
    with Box(card=crawl.card, snapshot=False, net=lab.TAP) as box:
        crawl.finish(box)
        print(box.command("eject"))


def inside_by_console(crawl):
    """The card says nothing of a language, so that the box begins to look for Thai; then somebody sets another."""
    crawl.make_card(without=("language",))
    with Box(card=crawl.card, snapshot=False, net=lab.TAP) as box:
        box.wait_for("begins")
        language = crawl.settings["language"]
        box.command(f"set language {language}")
        box.wait_for("of another language")
        assert "of another language" in box.command("status"), box.command("status")
        box.command("set language th")
        box.wait_for("goes on")
        box.command(f"set language {language}")
        box.wait_for("of another language")
        box.command("new")
        box.command("save")
        crawl.finish(box)
        print(box.command("eject"))


def run(language, folder):
    """In a lab: what was said; fails with that."""
    crawl = crawl_for(language, folder)
    crawl.make_world()
    command = lab.command(crawl.world, language, str(folder), log=crawl.log)
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert result.returncode == 0, f"it ended with {result.returncode}: {result.stdout}"
    return crawl


def setUpModule():
    """Both crawls at the same time, each in a lab of its own: most of a crawl is waiting."""
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    pool = concurrent.futures.ThreadPoolExecutor(len(KINDS))
    unittest.addModuleCleanup(pool.shutdown)
    for kind in KINDS:
        place = pathlib.Path(folder.name, kind)
        place.mkdir()
        runs[kind] = pool.submit(run, kind, place)


class Language:
    @classmethod
    def setUpClass(cls):
        cls.crawl = runs[cls.language].result()
        cls.pages = set(cls.crawl.pages())
        cls.crawl.simulate()
        lines = [line.split("\t") for line in (cls.crawl.folder / "trace.tsv").read_text(encoding="utf-8").splitlines()]
        cls.simulated = [line for line in lines if line[0] == "page" and line[1] == "200" and line[3] != "-"]
        cls.wanted = {line[2] for line in cls.simulated if line[3] == "thai"}

    def test_it_stores_what_the_simulator_harvests(self):
        """The same pages: so harvest rate and coverage are the simulator's, too."""
        self.assertGreater(len(self.wanted), 100)
        self.assertEqual(self.pages, self.wanted)

    def test_most_of_what_it_fetches_is_wanted(self):
        fetched = {line[3] for line in self.crawl.log_lines() if line[1] == "200"}
        self.assertGreater(len(self.pages) / len(fetched), 0.6)

    def test_pages_are_stored_as_of_this_language(self):
        self.assertIn(b"language: " + self.language.encode(), card_image_warc(self.crawl.card))

    def test_the_host_table_knows_its_home(self):
        self.crawl.save_hosts(99)
        hosts = self.crawl.saved_hosts(99)
        at_home = {name for name, row in hosts.items() if row["tld"] == self.place}
        self.assertEqual(at_home, {name for name in hosts if name.endswith(self.domain)})
        self.assertTrue(any(row["country"] == self.place for row in hosts.values()))
        scores = [int(hosts[name]["score"]) for name in at_home if hosts[name]["state"] == "done"]
        self.assertGreater(sum(score >= 128 for score in scores), len(scores) // 2)

    def test_the_report_names_language_and_home(self):
        page = crawl_lab.host_program("report", "-o", "-", self.crawl.card).stdout.decode()
        self.assertIn(self.name, page)
        self.assertIn(self.country, page)

    def test_the_card_says_so(self):
        self.assertIn(f"language = {self.language}".encode(), card_image.read(self.crawl.card, "CRAWLBOX.INI"))


def card_image_warc(card):
    return b"".join(card_image.read(card, "WARC/" + name) for name in card_image.names(card, "WARC"))


class PersianByCard(Language, unittest.TestCase):
    language, place, domain, name, country = "fa", "IR", ".ir", "Persian", "Iran"


class MalayByConsole(Language, unittest.TestCase):
    language, place, domain, name, country = "ms", "MY", ".my", "Malay", "Malaysia"


if __name__ == "__main__":
    if lab.is_inside():
        chosen, place = sys.argv[1:3]
        (inside_by_card if chosen == "fa" else inside_by_console)(crawl_for(chosen, place))
        sys.exit(0)
    unittest.main(verbosity=2)
