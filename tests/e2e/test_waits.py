"""Servers that want to be left alone for long, beside honest sites: who owns 24 names must not have the box for himself. Days pass in
seconds: what a program would sleep is added to its clock, and QEMU skips the time in which the box sleeps.

CRAWLBOX_WAITS=all tries every mix with every number of domains, and prints the table; the suite has the mixes that need most.
"""
import contextlib
import datetime
import os
import subprocess
import tempfile
import unittest
import urllib.parse

import attack
import card_image
import hostile
import lab
import namespace
from box import Box
from test_net import serve_time

ALL = os.environ.get("CRAWLBOX_WAITS") == "all"
DAYS = 2
LOOK_SECONDS = 1  # between two looks at the box's clock
HOSTILE = 24
ATTACKS = ("waits-robots", "waits-pages", "waits-delay", "waits-sitemaps")
HONEST = ("honest", "honest", "honest", "once-robots", "honest", "once-page")
PAGES = set(hostile.HONEST_PAGES)
# For how long a kind of server wants to be left alone, in seconds, after what.
WISHES = {"waits-robots": (90000, lambda path: path == "/robots.txt"),
          "waits-pages": (3600, lambda path: path != "/robots.txt"),
          "waits-delay": (300, lambda path: path != "/robots.txt"),
          "waits-sitemaps": (7200, lambda path: path.endswith(".xml") and path != "/sitemap.xml")}
SETTINGS = ("operator = Test\ncontact = http://www.example.org/\nemail = crawlbox@example.org\nsitemaps = yes\nexplore = no\n")
MIXES = {"robots": ATTACKS[:1], "pages": ATTACKS[1:2], "delay": ATTACKS[2:3], "sitemaps": ATTACKS[3:], "all": ATTACKS}
DOMAINS = (1, 2, 4, 24)


def rows_of(card):
    """Of crawl.log: when, status, host and path."""
    logs = [name for name in card_image.names(card, "LOG") if name.startswith("cra")]
    for line in b"".join(card_image.read(card, f"LOG/{name}") for name in logs).decode().splitlines():
        fields = line.split()
        if len(fields) > 8:
            parts = urllib.parse.urlsplit(fields[3])
            yield fields[0], int(fields[1]), parts.hostname, parts.path


class Waits(unittest.TestCase):
    def setUp(self):
        self.things = contextlib.ExitStack()
        self.addCleanup(self.things.close)

    def web(self, mix, domains):
        web = self.things.enter_context(hostile.Web(self.things.enter_context(tempfile.TemporaryDirectory())))
        for number, kind in enumerate(HONEST):
            web.add(f"good{number}.th", kind)
        for number in range(HOSTILE):
            web.add(f"h{number}.evil{number % domains}.th", MIXES[mix][number % len(MIXES[mix])])
        self.things.enter_context(web.names())
        return web

    def card(self, web):
        return web.card(SETTINGS, [site.url() for site in web.sites.values()])

    def check_wishes(self, web, card):
        """Nobody was asked earlier than he has said."""
        until = {}
        for when, status, host, path in sorted(rows_of(card)):
            when = datetime.datetime.fromisoformat(when.replace("Z", "+00:00")).timestamp()
            self.assertGreaterEqual(when, until.get(host, 0) - 1, (host, path))
            kind = next((name for name, (_, port, wants) in hostile.KINDS.items() if wants == web.sites[host].wants), None)
            seconds, after = WISHES.get(kind, (0, bool))
            if seconds and after(path) and status == 200:
                until[host] = when + seconds

    def check_honest(self, card, what):
        """Returns when the last page of an honest site came."""
        stored, last = {}, ""
        for when, status, host, path in rows_of(card):
            if host.startswith("good") and status == 200 and path in PAGES:
                stored.setdefault(host, set()).add(path)
                last = max(last, when)
        for number in range(len(HONEST)):
            self.assertEqual(stored.get(f"good{number}.th"), PAGES, (what, number))
        return last


class Program(Waits):
    def crawl(self, mix, domains):
        web = self.web(mix, domains)
        card = self.card(web)
        subprocess.run([lab.CRAWLBOX, "run", "--days", str(DAYS), "--quiet", "--dns", namespace.GATEWAY, card], check=True,
                       stdout=subprocess.DEVNULL, timeout=1800)
        first = min(row[0] for row in rows_of(card))
        self.check_wishes(web, card)
        return first, self.check_honest(card, (mix, domains)), sum(site.visits for site in web.sites.values())

    def test_honest_sites_are_whole_within_two_days(self):
        for mix in MIXES:
            for domains in DOMAINS if ALL or mix == "all" else (1,):
                with self.subTest(mix=mix, domains=domains):
                    first, last, visits = self.crawl(mix, domains)
                    print(f"program, {mix}, {domains} domains: from {first} to {last}, {visits} connections", flush=True)
                self.things.close()


class Image(Waits):
    """The real image: it lives until its clock says that the days are over."""

    def crawl(self, mix, domains):
        web = self.web(mix, domains)
        card = self.card(web)
        serve_time(0, once=True)  # by our clock, which goes slower than the box's from then on
        box = self.things.enter_context(Box(card=card, snapshot=False, net=namespace.TAP, skips_idle=True))
        while box.clock() < DAYS * 86400:
            box.listen(LOOK_SECONDS)
        box.command("eject")
        box.eject()
        box.stop()
        first = min(row[0] for row in rows_of(card))
        self.check_wishes(web, card)
        return first, self.check_honest(card, (mix, domains)), sum(site.visits for site in web.sites.values())

    def test_honest_sites_are_whole_within_two_days(self):
        for mix in MIXES if ALL else ("all",):
            for domains in DOMAINS if ALL else (1,):
                with self.subTest(mix=mix, domains=domains):
                    first, last, visits = self.crawl(mix, domains)
                    print(f"image, {mix}, {domains} domains: from {first} to {last}, {visits} connections", flush=True)
                self.things.close()


if __name__ == "__main__":
    namespace.enter()
    unittest.main(verbosity=2)
