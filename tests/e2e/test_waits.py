"""Servers that want to be left alone for long, beside honest sites: who owns 24 names must not have the box for himself. Days pass in
seconds: what a program would sleep is added to its clock, and QEMU skips the time in which the box sleeps.

CRAWLBOX_WAITS=all tries every mix with every number of domains, on one address and on many, and prints the table of
docs/MEASURED.md; the suite has the mixes that need most. CRAWLBOX_WAITS=program and =image do one half of that.
"""
import contextlib
import datetime
import os
import subprocess
import tempfile
import unittest
import urllib.parse

import card_image
import hostile
import lab
import namespace
from box import Box
from test_net import serve_time

WANTED = os.environ.get("CRAWLBOX_WAITS", "")
DAYS = 2
LOOK_SECONDS = 5  # between two looks at what has come
HOSTILE = 24
ONE_ADDRESS = hostile.NETWORK.format(9, 9)
ATTACKS = ("waits-robots", "waits-pages", "waits-delay", "waits-sitemaps")
PATIENT = ("honest", "honest", "honest", "once-robots", "honest", "once-page")  # one of them wants a day
QUICKER = ("honest", "honest", "honest", "once-robots", "honest", "once-busy")  # two hours
QUICKEST = ("honest", "honest", "once-short")  # ten minutes
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
            yield datetime.datetime.fromisoformat(fields[0].replace("Z", "+00:00")).timestamp(), int(fields[1]), parts.hostname, parts.path


class Waits(unittest.TestCase):
    def setUp(self):
        self.things = contextlib.ExitStack()
        self.addCleanup(self.things.close)

    def web(self, mix, domains, honest, on_one=False):
        web = self.things.enter_context(hostile.Web(self.things.enter_context(tempfile.TemporaryDirectory())))
        for number, kind in enumerate(honest):
            web.add(f"good{number}.th", kind)
        for number in range(HOSTILE):
            web.add(f"h{number}.evil{number % domains}.th", MIXES[mix][number % len(MIXES[mix])], ONE_ADDRESS if on_one else None)
        self.things.enter_context(web.names())
        return web

    def card(self, web, **options):
        return web.card(SETTINGS, [site.url() for site in web.sites.values()], **options)

    def check_wishes(self, web, card):
        """Nobody was asked earlier than he has said."""
        until = {}
        for when, status, host, path in sorted(rows_of(card)):
            self.assertGreaterEqual(when, until.get(host, 0) - 1, (host, path))
            kind = next((name for name, (_, port, wants) in hostile.KINDS.items() if wants == web.sites[host].wants), None)
            seconds, after = WISHES.get(kind, (0, bool))
            if seconds and after(path) and status == 200:
                until[host] = when + seconds

    def check_honest(self, web, card, what):
        """Tells when the last page of an honest site came."""
        stored, rows = {}, list(rows_of(card))
        honest = [host for host in web.sites if host.startswith("good")]
        came = [(when, host, path) for when, status, host, path in rows if host in honest and status == 200 and path in PAGES]
        for _, host, path in came:
            stored.setdefault(host, set()).add(path)
        self.assertEqual(stored, {host: PAGES for host in honest}, what)
        hours = (max(came)[0] - min(rows)[0]) / 3600
        print(f"| {' | '.join(str(part) for part in what)} | {hours:.1f} | {len(rows)} |", flush=True)


class Program(Waits):
    def crawl(self, mix, domains, on_one=False, sites=None):
        web = self.web(mix, domains, PATIENT, on_one)
        card = self.card(web)
        more = ["--active-sites", str(sites)] if sites else []
        subprocess.run([lab.CRAWLBOX, "run", "--days", str(DAYS), "--quiet", "--dns", namespace.GATEWAY, *more, card], check=True,
                       stdout=subprocess.DEVNULL, timeout=1800)
        self.check_wishes(web, card)
        address = "one" if on_one else "many"
        self.check_honest(web, card, (f"program, {sites} sites at a time" if sites else "program", mix, domains, address))

    def each(self, cases):
        for case in cases:
            with self.subTest(case=case):
                self.crawl(*case)
            self.things.close()

    @unittest.skipIf(WANTED == "image", "NOTICE: the program's half was not asked for")
    def test_honest_sites_are_whole_within_two_days(self):
        every = [(mix, domains, on_one) for mix in MIXES for domains in DOMAINS for on_one in (False, True)]
        few = [(mix, 2) for mix in MIXES] + [("all", 24, True)]
        self.each((every if WANTED else few) + [("all", domains, False, 64) for domains in (DOMAINS if WANTED else (4,))])


class Image(Waits):
    """The real image: until the honest sites have sent all that they have."""

    def crawl(self, mix, domains, honest, hours):
        web = self.web(mix, domains, honest)
        card = self.card(web)
        serve_time(0, once=True)  # by our clock, which goes slower than the box's from then on
        box = self.things.enter_context(Box(card=card, snapshot=False, net=namespace.TAP, skips_idle=True))
        good = [site for site in web.sites.values() if site.host.startswith("good")]
        while box.clock() < hours * 3600 and any(site.served != PAGES for site in good):
            box.listen(LOOK_SECONDS)
        box.command("eject")
        box.eject()
        box.stop()
        self.check_wishes(web, card)
        self.check_honest(web, card, ("image", mix, domains, "many"))

    @unittest.skipIf(WANTED == "program", "NOTICE: the image's half was not asked for")
    def test_honest_sites_are_whole_soon(self):
        every = [(mix, domains, QUICKER, 24 * DAYS) for mix in MIXES for domains in (DOMAINS if mix == "all" else (2,))]
        for case in every if WANTED else [("all", 4, QUICKEST, 2)]:
            with self.subTest(case=case):
                self.crawl(*case)
            self.things.close()


if __name__ == "__main__":
    namespace.enter()
    unittest.main(verbosity=2)
