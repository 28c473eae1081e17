"""What tests of attacks share: a box on a web of hostile and honest hosts.

The box runs by instructions (31 MIPS, QEMU's shift=5), so that what is slow on a board is slow here.
"""
import contextlib
import re
import tempfile
import unittest

import hostile
import namespace
from box import Box
from test_net import serve_time, wait_for_fact

ICOUNT = "shift=5"
CRAWLS = ("operator = Test\ncontact = http://www.example.org/\nemail = crawlbox@example.org\n"
          "delay_min_ms = 0\ndelay_max_ms = 100\n")


class Attack(unittest.TestCase):
    """A box on a web of hostile and honest hosts; each test has its own hosts in HOSTS: {host: kind}."""
    HOSTS = {}
    SETTINGS = ""
    NAMES = ()  # more for dnsmasq
    QEMU = ()  # more for QEMU
    ADDRESS = None  # of the box, which SETTINGS have; None: it has one from DHCP, which names a time server, too

    @classmethod
    def setUpClass(cls):
        cls.things = contextlib.ExitStack()
        cls.web = cls.things.enter_context(hostile.Web(cls.things.enter_context(tempfile.TemporaryDirectory())))
        for host, kind in cls.HOSTS.items():
            cls.web.add(host, kind)
        cls.add_hosts()
        cls.things.enter_context(cls.web.names(*cls.NAMES))
        cls.box = cls.things.enter_context(Box(card=cls.web.card(cls.SETTINGS), net=namespace.TAP, icount=ICOUNT,
                                                 extra=[*cls.QEMU, *(["-S"] if cls.ADDRESS else [])], boot=not cls.ADDRESS))
        if cls.ADDRESS:
            cls.boot_before_the_network()
        cls.wait_for_network()

    @classmethod
    def boot_before_the_network(cls):
        """Puts the cable in when the settings are in force: a box whose card takes long would ask DHCP for an address and the time before."""
        cls.box.monitor("set_link n0 off")
        cls.box.qmp("cont")
        cls.box.wait_for_boot()
        cls.box.wait_until(lambda: cls.ADDRESS in cls.box.command("show address"), "the settings of the card")
        cls.box.monitor("set_link n0 on")

    @classmethod
    def wait_for_network(cls):
        wait_for_fact(cls.box, "net", "utc", lambda utc: utc not in (None, "0"))

    @classmethod
    def add_hosts(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        cls.things.close()

    def fetch(self, host, path="/"):
        """Facts of `fetch`: a header that broke off may stand before the first of them, in its line."""
        said = self.box.command(f"fetch {self.web.sites[host].url(path)} -k")
        return dict(re.findall(r"(status|took|certificate|stored)=(.*)", said))

    def check_honest(self, *hosts):
        for host in hosts:
            facts = self.fetch(host)
            self.assertEqual(facts.get("status"), "200", (host, facts))

    def check_not_restarted(self):
        self.assertEqual(self.box.facts("status")["last_crash"], "none")


def main():
    namespace.enter()
    serve_time(0)
    unittest.main(verbosity=2)
