"""The real image crawls a web of its own, unattended, from `card init` to "nothing left to crawl"; its plug is pulled; and what it
did is held against what the lab saw and what the simulator says.

CRAWLBOX_CRAWL_CUTS=20 makes a campaign of the power cuts; without it there are a few.
"""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.robotparser

import card_image
import crawl_lab
import lab
from box import Box

SHORT = {"page_cap": "6", "site_hops": "1"}  # a crawl of a minute, to be interrupted
CUTS = int(os.environ.get("CRAWLBOX_CRAWL_CUTS", "3"))
AGENT = "crawlbox"


def crawl_for(kind, folder):
    return crawl_lab.Crawl(folder, **({} if kind == "whole" else SHORT))


def inside_whole(crawl):
    crawl.make_card()
    with Box(card=crawl.card, snapshot=False, net=lab.TAP) as box:
        (crawl.folder / "said.txt").write_text(crawl.finish(box), encoding="utf-8")
        assert "last crash none" in re.sub(r" +", " ", box.command("status")), box.command("crash")
        print(box.command("eject"))


def inside_cuts(crawl):
    """Pulls the plug a few times, at moments that nobody chose; the box must go on by itself."""
    crawl.make_card()
    moments = random.Random(7)
    for _ in range(CUTS):
        with Box(card=crawl.card, snapshot=False, net=lab.TAP) as box:
            box.wait_for("(begins|goes on|nothing left)", 120)
            box.listen(moments.uniform(0.5, 6))
    with Box(card=crawl.card, snapshot=False, net=lab.TAP) as box:
        crawl.finish(box)
        print(box.command("eject"))


def run(kind, folder):
    """In a lab: what was said; fails with that."""
    crawl = crawl_for(kind, folder)
    crawl.make_world()
    command = lab.command(crawl.world, kind, str(folder), log=crawl.log)
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert result.returncode == 0, result.stdout
    return crawl


class Whole(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.crawl = run("whole", pathlib.Path(temporary.name))
        cls.asked = [one for one in cls.crawl.requests() if one["target"] != "/robots.txt"]
        cls.pages = cls.crawl.pages()
        cls.begun, cls.fetched = cls.crawl.simulate()

    def test_every_page_is_what_the_lab_served(self):
        self.assertGreater(len(self.pages), 100)
        for url, message in self.pages.items():
            served = crawl_lab.host_program("world", "page", self.crawl.world, url).stdout
            self.assertEqual(crawl_lab.body(message), served, url)

    def test_the_card_is_sound(self):
        crawl_lab.host_program("card", "check", self.crawl.card)

    def test_no_page_is_asked_for_twice(self):
        urls = [(one["scheme"], one["host"], one["target"]) for one in self.asked if one["status"] == "200"]
        self.assertEqual(len(urls), len(set(urls)))

    def test_robots_are_obeyed(self):
        rules = {}
        for host in {one["host"] for one in self.asked}:
            text = subprocess.run([lab.CRAWLBOX, "world", "page", self.crawl.world, f"http://{host}/robots.txt"],
                                  capture_output=True, check=False).stdout.decode(errors="replace")
            rules[host] = urllib.robotparser.RobotFileParser()
            rules[host].parse(text.splitlines())
        self.assertTrue(any(one.entries or one.default_entry for one in rules.values()), "no host has rules")
        denied = [one for one in self.asked if not rules[one["host"]].can_fetch(AGENT, one["target"])]
        self.assertEqual(denied, [])

    def test_no_host_is_asked_too_fast(self):
        least = int(crawl_lab.SETTINGS["delay_min_ms"]) / 1000
        before = {}
        for one in self.asked:
            now = float(one["time"])
            if one["host"] in before:
                # the lab notes the end of an answer, the box waits from there; the clocks tick in milliseconds
                self.assertGreaterEqual(now - before[one["host"]], least * 0.9, one)
            before[one["host"]] = now

    def test_pages_come_in_the_simulators_order(self):
        seen = {}
        for one in self.asked:
            url = f"{one['scheme']}://{one['host']}{one['target']}"
            order = seen.setdefault(crawl_lab.site_of(url), [])
            if url not in order:
                order.append(url)
        self.assertEqual({site: urls for site, urls in self.fetched.items() if site in seen}, seen)

    def test_sites_come_in_the_simulators_order(self):
        said = (self.crawl.folder / "said.txt").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r"info: (\S+) begins", said), self.begun)


class Cuts(unittest.TestCase):
    def test_the_same_pages_are_stored(self):
        with tempfile.TemporaryDirectory() as folder:
            crawl = run("cuts", pathlib.Path(folder))
            urls = [url for url, _ in crawl_lab.responses(all_warc(crawl))]
            self.assertEqual(len(urls), len(set(urls)), "a page is stored twice")
            with tempfile.TemporaryDirectory() as other:
                straight = run("straight", pathlib.Path(other))
                self.assertEqual(set(urls), set(straight.pages()))


def all_warc(crawl):
    return b"".join(card_image.read(crawl.card, "WARC/" + name) for name in card_image.names(crawl.card, "WARC"))


if __name__ == "__main__":
    if lab.is_inside():
        kind, folder = sys.argv[1:3]
        what = crawl_for(kind, folder)
        (inside_cuts if kind == "cuts" else inside_whole)(what)
        sys.exit(0)
    unittest.main(verbosity=2)
