"""Every failure has its own word: the image and the program say the same of the same peer, and what cannot pass is tried once."""
import collections
import contextlib
import os
import pathlib
import subprocess
import tempfile
import unittest

import card_image
import namespace
import tls_world
from box import Box
from lab import CRAWLBOX
from test_net import serve_time, wait_for_fact
from tls_peers import PEERS

RETRIES = 1
LITERAL, LITERAL_REFUSED = "http://[2001:db8::1]/", "an IPv6 address, which the box cannot reach"
NOBODY = "-2"  # listens at port 80
PASSING = ("-20", "-1")  # what another try may mend
CERTIFICATES = ("-21", "-22", "-23", "-26", "-29")  # somebody answers with https, whom the box does not trust
# name, what dnsmasq knows of it, what the box says
NAMES = (
    ("only-ipv6.th", ["--local=/only-ipv6.th/", "--host-record=only-ipv6.th,2001:db8::1"], "-44"),
    ("alias-of-ipv6.th", ["--cname=alias-of-ipv6.th,only-ipv6.th"], "-44"),
    ("only-text.th", ["--local=/only-text.th/", "--txt-record=only-text.th,words"], "-44"),
    ("nosuch.th", [], "-1"),
)


class Statuses(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.things = contextlib.ExitStack()
        cls.addClassCleanup(cls.things.close)
        cls.folder = pathlib.Path(cls.things.enter_context(tempfile.TemporaryDirectory()))
        root = tls_world.Authority(cls.folder, "ec:P-256")
        known = [word for _, words, _ in NAMES for word in words]
        for number, (host, (_, serve)) in enumerate(PEERS.items()):
            address = f"11.0.2.{number + 1}"
            subprocess.run(["ip", "route", "replace", "local", address, "dev", "lo"], check=True)
            cls.things.enter_context(serve(root, host, address))
            known.append(f"--address=/{host}/{address}")
        cls.things.enter_context(namespace.dnsmasq(*known))
        serve_time(0)
        (cls.folder / "CA.BIN").write_bytes(tls_world.ca_bin([root]))
        cls.wanted = {f"https://{host}/": str(status) for host, (status, _) in PEERS.items()}
        cls.wanted |= {f"http://{host}/": status for host, _, status in NAMES}

    def test_the_image(self):
        card = str(self.folder / "card.img")
        card_image.prepare(card, files={"CA.BIN": (self.folder / "CA.BIN").read_bytes(), "ENTROPY.BIN": os.urandom(32)})
        with Box(card=card, net=namespace.TAP) as box:
            wait_for_fact(box, "net", "utc", lambda utc: utc not in (None, "0"))
            self.assertEqual({url: box.facts(f"fetch {url}")["status"] for url in self.wanted}, self.wanted)
            self.assertIn(LITERAL_REFUSED, box.command(f"fetch {LITERAL}"))

    def test_the_program(self):
        def status_of(url):
            said = subprocess.run([CRAWLBOX, "fetch", "--dns", namespace.GATEWAY, "--ca", self.folder / "CA.BIN", url], check=False,
                                  capture_output=True, text=True)
            self.assertEqual(said.returncode, 1, said.stderr)
            return dict(line.split("\t", 1) for line in said.stdout.splitlines() if "\t" in line)["status"]

        self.assertEqual({url: status_of(url) for url in self.wanted}, self.wanted)
        self.assertIn(LITERAL_REFUSED, subprocess.run([CRAWLBOX, "fetch", LITERAL], check=False, capture_output=True, text=True).stderr)

    def test_a_crawl_logs_why_robots_txt_did_not_come_and_that_the_page_was_left_out_for_that(self):
        card, seeds = self.folder / "crawl.img", self.folder / "seeds.txt"
        seeds.write_text("\n".join(self.wanted) + "\n")
        settings = [word for setting in ("operator=Test", "contact=http://www.example.org/crawlbox", "email=a@b.org", f"retries={RETRIES}",
                                         "delay_min_ms=0", "delay_max_ms=0", "delay_factor=0") for word in ("--set", setting)]
        tables = self.folder / "tables"
        tables.mkdir()
        (tables / "CA.BIN").write_bytes((self.folder / "CA.BIN").read_bytes())
        subprocess.run([CRAWLBOX, "card", "init", "--size", "64", *settings, "--seeds", seeds, "--tables", tables, card], check=True,
                       capture_output=True)
        subprocess.run([CRAWLBOX, "run", "--quiet", "--dns", namespace.GATEWAY, card], check=True, stdout=subprocess.DEVNULL)
        lines = [line.split() for line in card_image.read(str(card), "LOG/crawl.log").decode().splitlines()]
        logged = collections.defaultdict(list)
        for line in lines:
            logged[line[3]].append((line[1], line[11]))
        for url, status in self.wanted.items():
            tries = 1 + (RETRIES if status in PASSING else 0)
            self.assertEqual(logged.pop(url + "robots.txt"), [(status, "robots:unreachable")] * tries, url)
            if url.startswith("https") and status not in CERTIFICATES:  # whether there is a page without TLS is tried, once
                url = url.replace("https", "http")
                self.assertEqual(logged.pop(url + "robots.txt"), [(NOBODY, "robots:unreachable")], url)
            self.assertEqual(logged.pop(url), [("-61", "-")], url)
        self.assertEqual(logged, {})


if __name__ == "__main__":
    namespace.enter()
    unittest.main(verbosity=2)
