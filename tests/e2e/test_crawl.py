"""The real image crawls a web of its own, unattended, from `card init` to "nothing left to crawl"; its plug is pulled; and what it
did is held against what the lab saw and what the simulator says.

CRAWLBOX_CRAWL_CUTS=20 makes a campaign of the power cuts, CRAWLBOX_CRAWL_SWAPS=5 one of card swaps with cuts between them,
CRAWLBOX_CRAWL_PAGES=1000 crawls all of the web; without them there are a few cuts and swaps, and the crawl takes 12 pages of a site at
most, from sites that are two hops away from those that it wants.
"""
import collections
import os
import random
import re
import subprocess
import sys
import unittest
import urllib.robotparser

import card_image
import crawl_lab
import debugger
import lab
from box import IMAGE, Box

SHORT = {"page_cap": "6", "site_hops": "1", "delay_min_ms": "300", "delay_max_ms": "400"}  # some seconds, to be interrupted
WHOLE = {"page_cap": os.environ["CRAWLBOX_CRAWL_PAGES"]} if "CRAWLBOX_CRAWL_PAGES" in os.environ else {"page_cap": "12", "site_hops": "2"}
CUTS = int(os.environ.get("CRAWLBOX_CRAWL_CUTS", "3"))
SWAPS = int(os.environ.get("CRAWLBOX_CRAWL_SWAPS", "2"))
AGENT = "crawlbox"


def crawl_for(kind, folder):
    more = {"offline": {"retries": "3"}}.get(kind, {})  # the default: the others do not wait as long
    return crawl_lab.Crawl(folder, **(WHOLE if kind == "whole" else SHORT), **more)


def inside_whole(crawl):
    """Looks at the host table on the card whenever a round has ended: the box stands still meanwhile."""
    crawl.make_card()
    door = crawl.folder / "gdb"
    tables = RoundTables(crawl)
    with Box(card=crawl.card, snapshot=False, net=lab.TAP, extra=debugger.arguments(door)) as box:
        with debugger.Debugger(door, IMAGE, "log_crawl_event", tables.look):
            said = crawl.finish(box)
        (crawl.folder / "said.txt").write_text(said, encoding="utf-8")
        assert "last crash none" in re.sub(r" +", " ", box.command("status")), box.command("crash")
        print(box.command("eject"))


class RoundTables:
    """Saves the card's host table when the first site of a round begins: what is on the card then is what the round began with.
    The function it looks at is (context, event, host, number): event is in r1."""
    ROUND, SITE_BEGINS = 0, 2  # enum crawl_event

    def __init__(self, crawl):
        self.crawl, self.rounds, self.fresh = crawl, 0, False

    def look(self, registers):
        event = registers[1]
        if event == self.ROUND:
            self.rounds, self.fresh = registers[3], True
        elif event == self.SITE_BEGINS and self.fresh:
            self.fresh = False
            self.crawl.save_hosts(self.rounds - 1)


def inside_cuts(crawl):
    """Pulls the plug a few times, at moments that nobody chose; the box must go on by itself."""
    crawl.make_card()
    moments = random.Random(7)
    for _ in range(CUTS):
        with Box(card=crawl.card, snapshot=False, net=lab.TAP) as box:
            box.wait_for("(begins|goes on|nothing left)")
            box.listen(moments.uniform(0.5, 6))
    with boot_before_the_network(crawl.card) as box:
        crawl.finish(box)
        print(box.command("eject"))


def boot_before_the_network(card):
    """A box that knows neither the network nor the time when it opens its card, as wherever a time server is not next door."""
    box = Box(card=card, snapshot=False, net=lab.TAP, extra=["-S"], boot=False)
    box.monitor("set_link n0 off")
    box.qmp("cont")
    box.wait_for("goes on")
    box.monitor("set_link n0 on")
    return box


def hear(box, pattern):
    """Waits for it; everything that was said up to its end."""
    match = box.wait_for(pattern)
    return match.string[:match.end()]


def image_in_lab(card):
    return Box(card=card, snapshot=False, net=lab.TAP)


def inside_swaps(crawl, make_box=image_in_lab, swaps=SWAPS, with_cuts=CUTS > 3):
    """Changes the card a few times: now with eject, now without. Fresh cards have nothing on them but a file system. At the end the
    box gets the first card back. In a campaign the plug is pulled as well, between swaps."""
    crawl.make_card()
    moments = random.Random(11)
    cards = [crawl.card] + [crawl.folder / f"swap{number}.img" for number in range(swaps - 1)] + [crawl.card]
    said = ""
    for card in cards[1:-1]:
        card_image.make(card, crawl_lab.CARD_MB)
    box = make_box(cards[0])
    try:
        for number, card in enumerate(cards[1:]):
            said += hear(box, "(begins|goes on|nothing left)")
            said += box.listen(moments.uniform(2, 8))
            if number % 2 == 0:
                assert "safe to remove" in box.command("eject")
                box.eject()
            else:
                box.eject()
                said += hear(box, r"pulled without 'eject': .* lost\.")
            box.insert(card)
            said += hear(box, "Card ready")
            if with_cuts:
                said += hear(box, "(begins|goes on|nothing left)")
                said += box.listen(moments.uniform(0.5, 4))
                box.stop()
                box = make_box(card)
        said += crawl.finish(box)
        for card in reversed(cards[1:-1]):  # fresh ones have a crawl of their own to finish
            box.command("eject")
            box.eject()
            box.insert(card)
            said += crawl.finish(box)
        print(box.command("eject"))
    finally:
        (crawl.folder / "said.txt").write_text(said, encoding="utf-8")
        box.stop()


def inside_offline(crawl):
    """Pulls the cable in the middle of the crawl, and later cuts the line behind the router, so that names are still found, but no server
    answers. Both times the box waits, and blames nobody."""
    hole = ["blackhole", "198.18.0.0/15"]  # the box and the lab itself are in a smaller network, which goes before
    crawl.make_card()
    with Box(card=crawl.card, snapshot=False, net=lab.TAP) as box:
        box.wait_for("begins")
        box.listen(1)
        box.monitor("set_link n0 off")
        box.wait_for("there is no network")
        box.listen(5)
        box.monitor("set_link n0 on")
        box.wait_for("network is back")
        box.listen(3)
        subprocess.run(["ip", "route", "add", *hole], check=True)
        box.wait_for("there is no network")
        subprocess.run(["ip", "route", "del", *hole], check=True)
        box.wait_for("network is back")
        crawl.finish(box)
        print(box.command("eject"))


KINDS = ("whole", "straight", "cuts", "swaps", "offline")
runs = {}  # kind: its crawl, or what will be it


def setUpModule():
    runs.update(crawl_lab.begin_all(KINDS, crawl_for))


class Whole(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.crawl = runs["whole"].result()
        cls.asked = [one for one in cls.crawl.requests() if one["target"] != "/robots.txt"]
        cls.pages = cls.crawl.pages()
        cls.begun, cls.fetched = cls.crawl.simulate()

    def test_every_page_is_what_the_lab_served(self):
        self.assertGreater(len(self.pages), 100)
        for url, message in self.pages.items():
            served = crawl_lab.laboratory("world", "page", self.crawl.world, url).stdout
            self.assertEqual(crawl_lab.body(message), served, url)

    def test_the_card_is_sound(self):
        crawl_lab.host_program("card", "check", self.crawl.card)

    def test_no_page_is_asked_for_twice_though_sites_are_gone_back_to(self):
        begun = collections.Counter(crawl_lab.site_of(f"http://{site}") for site in self.begun)
        urls = collections.Counter(f"{one['scheme']}://{one['host']}{one['target']}" for one in self.asked if one["status"] == "200")
        self.assertEqual({url: times for url, times in urls.items() if times > 1}, {})
        self.assertIn(2, begun.values(), "no site was left early and gone back to")

    def test_robots_are_obeyed(self):
        rules = {}
        for host in {one["host"] for one in self.asked}:
            text = subprocess.run([lab.LABORATORY, "world", "page", self.crawl.world, f"http://{host}/robots.txt"],
                                  capture_output=True, check=False).stdout.decode(errors="replace")
            rules[host] = urllib.robotparser.RobotFileParser()
            rules[host].parse(text.splitlines())
        self.assertTrue(any(one.entries or one.default_entry for one in rules.values()), "no host has rules")
        denied = [one for one in self.asked if not rules[one["host"]].can_fetch(AGENT, one["target"])]
        self.assertEqual(denied, [])

    def test_no_host_is_asked_too_fast(self):
        log = self.crawl.log_lines()
        self.assertGreaterEqual(len(log), len(self.pages))
        self.assertEqual(crawl_lab.asked_too_fast(log), [])

    def test_pages_come_in_the_simulators_order(self):
        seen = {}
        for one in self.asked:
            url = f"{one['scheme']}://{one['host']}{one['target']}"
            order = seen.setdefault(crawl_lab.site_of(url), [])
            if url not in order:
                order.append(url)
        # What a second visit to a site fetches once more is left out on both sides.
        self.assertEqual({site: list(dict.fromkeys(urls)) for site, urls in self.fetched.items() if site in seen}, seen)

    def test_sites_come_in_the_simulators_order(self):
        said = (self.crawl.folder / "said.txt").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r"info: (\S+) begins", said), self.begun)

    def test_the_host_table_is_the_simulators_at_the_end_of_each_round(self):
        simulated = self.crawl.simulated_hosts()
        self.assertGreater(len(simulated), 3)
        self.crawl.save_hosts(max(simulated))
        for number, hosts in simulated.items():
            found = self.crawl.saved_hosts(number)
            self.assertGreater(len(found), 1)
            self.assertEqual(found, hosts, f"after round {number}")


class Interrupted(unittest.TestCase):
    """What is stored by a crawl that was disturbed is what an undisturbed one stores."""

    def setUp(self):
        self.straight = set(runs["straight"].result().pages())

    def urls(self, card):
        """Of all pages on a card that was ejected."""
        crawl_lab.host_program("card", "check", card)
        urls = [url for url, _ in crawl_lab.responses(all_warc(card))]
        self.assertEqual(len(urls), len(set(urls)), "a page is stored twice")
        return set(urls)


class Cuts(Interrupted):
    def test_the_same_pages_are_stored(self):
        crawl = runs["cuts"].result()
        self.assertEqual(self.urls(crawl.card), self.straight)


class Offline(Interrupted):
    def test_no_site_is_blamed_for_a_network_that_is_down(self):
        crawl = runs["offline"].result()
        self.assertEqual(self.urls(crawl.card), self.straight)


class Swaps(Interrupted):
    def test_the_crawl_goes_on_on_each_card_by_itself(self):
        crawl = runs["swaps"].result()
        cards = [crawl.card, *sorted(crawl.folder.glob("swap*.img"))]
        stored = [self.urls(card) for card in cards]
        said = (crawl.folder / "said.txt").read_text(encoding="utf-8")
        self.assertEqual(set().union(*stored), self.straight)
        self.assertTrue(all(stored), "nothing was stored on a fresh card")
        self.assertRegex(said, "pulled without 'eject': (nothing|1 page) is lost")
        self.assertIn("go on here", said, "no site was carried over")
        for card in cards[1:]:
            self.assertIn(b"crawlbox@example.org", card_image.read(card, "CRAWLBOX.INI"))
            self.assertTrue(card_image.read(card, "SEEDS.TXT"))


def all_warc(card):
    return b"".join(card_image.read(card, "WARC/" + name) for name in card_image.names(card, "WARC"))


if __name__ == "__main__":
    if lab.is_inside():
        kind, folder = sys.argv[1:3]
        what = crawl_for(kind, folder)
        {"cuts": inside_cuts, "swaps": inside_swaps, "offline": inside_offline}.get(kind, inside_whole)(what)
        sys.exit(0)
    unittest.main(verbosity=2)
