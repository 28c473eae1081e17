"""Servers that we did not write, a cable that loses frames, and a thousand pages in a row.

    python3 tests/e2e/test_servers.py --pages 1000       the whole campaign; the tests take a short one
"""
import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import card_image
import namespace
import tls_world
from bad_wire import Wire
from box import Box
from namespace import dnsmasq
from test_fetch import PAGES, answer, blocks
from test_net import serve_time, wait_for_fact

ADDRESSES = {"rsa.example.th": "11.0.0.2", "ec.example.th": "11.0.0.3"}
CAMPAIGN_PAGES = 20
STACKS = ("interrupts", "supervisor", "net", "console", "crawler", "panel", "idle")
# What an interrupt puts on a task's stack if it comes in the deepest call this time (68), behind what was never written of that call's frame.
INTERRUPT_BYTES = 96
CHAINS = {"rsa.example.th": ("rsa:2048", "rsa:2048", "rsa:4096"), "ec.example.th": ("ec:P-256", "ec:P-256", "ec:P-384")}


class World(unittest.TestCase):
    """A card that trusts two roots, and the certificates of a site below each."""

    def setUp(self):
        self.things = contextlib.ExitStack()
        self.addCleanup(self.things.close)
        self.folder = pathlib.Path(self.things.enter_context(tempfile.TemporaryDirectory()))
        self.card = str(self.folder / "card.img")
        roots, self.sites = [], {}
        for host, (leaf, middle, root) in CHAINS.items():
            subprocess.run(["ip", "route", "replace", "local", ADDRESSES[host], "dev", "lo"], check=True)
            roots.append(tls_world.Authority(self.folder, root, f"Root of {host}"))
            signer = tls_world.Authority(self.folder, middle, f"Middle of {host}", roots[-1])
            self.sites[host] = signer.issue(host, leaf)
        card_image.prepare(self.card, files={"CA.BIN": tls_world.ca_bin(roots), "ENTROPY.BIN": os.urandom(32)})

    def start(self, net=namespace.TAP):
        self.things.enter_context(dnsmasq(*(f"--address=/{host}/{address}" for host, address in ADDRESSES.items())))
        self.box = self.things.enter_context(Box(card=self.card, snapshot=False, net=net))
        wait_for_fact(self.box, "net", "utc", lambda utc: utc not in (None, "0"))

    def run_server(self, addresses, *command, cwd=None):
        """Runs it until the end of the test; returns when it listens at all of these addresses."""
        process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        self.things.callback(process.wait)
        self.things.callback(process.kill)
        for address in addresses:
            namespace.wait_for_port(process, address, 443)

    def check_payload(self, url, payload):
        facts = self.box.facts("fetch " + url)
        self.assertEqual(facts["status"], "200", facts)
        stored = dict(blocks(self.card, "response"))[url]
        self.assertEqual(stored.split(b"\r\n\r\n", 1)[1], payload)


class Servers(World):
    def setUp(self):
        super().setUp()
        serve_time_once()
        self.pages = {}
        for host in self.sites:
            self.pages[host] = f"<p>{host} ".encode() + PAGES["/large"].split(b"\r\n\r\n", 1)[1]
            (self.folder / host).mkdir()
            (self.folder / host / "page.html").write_bytes(self.pages[host])

    def check_all(self):
        self.start()
        for host, page in self.pages.items():
            self.check_payload(f"https://{host}/page.html", page)
            self.assertEqual(self.box.facts(f"fetch https://{host}/page.html")["status"], "200", "resumed")

    def test_openssl(self):
        for host, site in self.sites.items():
            self.run_server([ADDRESSES[host]], "openssl", "s_server", "-accept", f"{ADDRESSES[host]}:443", "-cert",
                            str(site.certificate), "-cert_chain", str(site.certificate), "-key", str(site.key), "-WWW",
                            "-tls1_2", cwd=self.folder / host)
        self.check_all()

    @unittest.skipUnless(shutil.which("nginx") or os.path.exists("/usr/sbin/nginx"), "NOTICE: nginx is not installed: nothing was fetched from it")
    def test_nginx(self):
        servers = "".join(
            f"server {{ listen {ADDRESSES[host]}:443 ssl; ssl_certificate {site.certificate}; ssl_certificate_key {site.key}; "
            f"root {self.folder / host}; types {{ text/html html; }} }}\n" for host, site in self.sites.items())
        config = self.folder / "nginx.conf"
        config.write_text(f"user root root; daemon off; master_process off; pid {self.folder}/nginx.pid; error_log /dev/null;\n"
                          f"events {{}}\nhttp {{ access_log off; ssl_session_cache builtin; client_body_temp_path {self.folder}/a;\n"
                          f"proxy_temp_path {self.folder}/b; fastcgi_temp_path {self.folder}/c; uwsgi_temp_path {self.folder}/d;\n"
                          f"scgi_temp_path {self.folder}/e;\n{servers} }}\n")
        self.run_server(ADDRESSES.values(), shutil.which("nginx") or "/usr/sbin/nginx", "-c", str(config), "-p", str(self.folder))
        self.check_all()


class BadCable(World):
    def test_pages_come_whole_over_a_cable_that_loses_doubles_and_swaps(self):
        wire = self.things.enter_context(Wire(loss=0.05, duplicate=0.02, reorder=0.05))
        serve_time_once()
        host = "ec.example.th"
        self.things.enter_context(tls_world.serve(answer, ADDRESSES[host], 80))
        self.things.enter_context(tls_world.serve(answer, ADDRESSES[host], 443, self.sites[host]))
        self.start(wire.net)
        for key in ("timeout_connect", "timeout_answer", "timeout_idle"):  # what is lost comes, sooner or later
            self.box.command(f"set {key} 120")
        for url in (f"http://{host}/", f"https://{host}/chunked", f"https://{host}/secure"):
            self.check_payload(url, PAGES[url.split(host)[1]].split(b"\r\n\r\n", 1)[1])
        self.assertGreater(wire.lost, 0)
        self.assertGreater(wire.doubled + wire.swapped, 0)
        self.assertEqual(self.box.facts("status")["last_crash"], "none")


class Campaign(World):
    pages = CAMPAIGN_PAGES

    def in_use(self):
        """What is taken of every pool once the last connection has said goodbye."""
        self.box.listen(6)
        facts = self.box.facts("net")
        return {name: facts[name] for name in ("buffers", "heap", "connections", "pieces")}

    def marks(self):
        """How far the arena and every stack were ever used, and what the image claims."""
        facts = self.box.facts("mem")
        return {name: int(facts[name].split("/")[0]) for name in (*STACKS, "page_arena", "claimed")}

    def check_marks(self, before):
        for name, mark in self.marks().items():
            self.assertLessEqual(mark - before[name], INTERRUPT_BYTES if name in STACKS else 0, f"{name} has grown")

    def test_many_https_pages_in_a_row_take_nothing_for_good(self):
        serve_time_once()
        for host, site in self.sites.items():
            self.things.enter_context(tls_world.serve(answer, ADDRESSES[host], 443, site))
        self.start()
        for host in [*self.sites] * 2:  # full handshakes, then resumed ones
            self.box.facts(f"fetch https://{host}/until-close")
        before, marks = self.in_use(), self.marks()
        for number in range(self.pages):
            host = list(self.sites)[number % 2]
            said = self.box.command(f"fetch https://{host}/until-close -k")  # log lines may stand between the facts
            self.assertRegex(said, "status=200", f"page {number}: {self.box.heard[-1500:]} {self.box.command('log')}")
        self.assertEqual(self.in_use(), before)
        self.check_marks(marks)
        self.assertEqual(self.box.facts("status")["last_crash"], "none")


def serve_time_once(started=[]):
    if not started:
        serve_time(0)
        started.append(True)


if __name__ == "__main__":
    if "--pages" in sys.argv:
        at = sys.argv.index("--pages")
        Campaign.pages = int(sys.argv[at + 1])
        if os.environ.get("CRAWLBOX_NAMESPACE") == "1":
            del sys.argv[at:at + 2]
    namespace.enter()
    unittest.main(verbosity=2)
