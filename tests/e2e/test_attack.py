"""Attacks on the box, by what the attacker wants; beside each an honest site, which must not pay for the defence.

The box runs by instructions (31 MIPS, QEMU's shift=5), so that what is slow on a board is slow here.
"""
import contextlib
import re
import socket
import subprocess
import tempfile
import time
import unittest
import zlib

import attack
import card_image
import crawl_lab
import hostile
import namespace
import tls_world
from attack import Attack
from box import Box
from test_net import serve_time, wait_for_fact

YEAR = 31556952  # seconds
MAC = bytes.fromhex("525400123456")  # that QEMU gives the box
VISIT_MS = 60000  # of the box's time that a hostile host may take


class Restarts(Attack):
    """A chain of certificates that takes seconds to check starves the other tasks: the watchdog bites, and again."""
    HOSTS = {"twelve.th": "expired-authorities", "long.th": "endless-chain", "good.th": "honest-tls",
             "four.th": "honest-tls", "cross.th": "honest-tls", "rsa.th": "honest-tls", "p384.th": "honest-tls"}

    @classmethod
    def add_hosts(cls):
        web = cls.web
        by_hand = {}

        def below(signer, kind, name):
            return tls_world.Authority(web.folder, kind, name, signer)
        root = tls_world.Authority(web.folder, "rsa:4096", "Root of four")
        by_hand["four.th"] = below(below(below(root, "rsa:4096", "Four A"), "ec:P-384", "Four B"), "ec:P-256", "Four C").issue(
            "four.th", "ec:P-256")
        rsa = tls_world.Authority(web.folder, "rsa:4096", "Root of rsa")
        by_hand["rsa.th"] = below(rsa, "rsa:4096", "Middle of rsa").issue("rsa.th", "rsa:4096")
        p384 = tls_world.Authority(web.folder, "ec:P-384", "Root of p384")
        by_hand["p384.th"] = below(p384, "ec:P-384", "Middle of p384").issue("p384.th", "ec:P-384")
        # An authority that an old root has signed, expired, and a new one: the first of its name does not hold.
        crossed = below(web.root, "ec:P-384", "Crossed")
        old = tls_world.Authority(web.folder, "ec:P-384", "Old root")
        site = crossed.issue("cross.th", "ec:P-256")
        leaf, rest = site.certificate.read_text().split("-----END CERTIFICATE-----\n", 1)
        site.certificate.write_text(leaf + "-----END CERTIFICATE-----\n" + crossed.again(-1, 1, old) + rest)
        by_hand["cross.th"] = site
        web.roots += [root, rsa, p384]
        for host, certificate in by_hand.items():
            web.certificates["honest", host] = certificate

    def test_twelve_expired_authorities_of_one_name(self):
        facts = self.fetch("twelve.th")
        self.assertEqual(facts.get("status"), "-26", facts)
        self.assertLess(int(facts["took"]), VISIT_MS)
        self.assertIn("twelve.th: its certificates take more work to check than one host is given", self.box.command("log"))
        self.check_honest("good.th")
        self.check_not_restarted()

    def test_a_chain_without_end(self):
        facts = self.fetch("long.th")
        self.assertIn(facts.get("status"), ("-23", "-26"), facts)  # nobody's, or given up before that was clear
        self.assertLess(int(facts["took"]), VISIT_MS)
        self.check_honest("good.th")
        self.check_not_restarted()

    def test_honest_chains_that_take_work_hold(self):
        for host in ("four.th", "cross.th", "rsa.th", "p384.th"):
            facts = self.fetch(host)
            self.assertEqual((facts.get("status"), facts.get("certificate")), ("200", None), (host, facts))
        self.check_not_restarted()


class ForgesFromAfar(Attack):
    """Who cannot see the box's frames would have to guess its ports and numbers to answer in another's place."""
    HOSTS = {f"host{number}.th": "honest" for number in range(12)}

    def frames(self, act):
        """IPv4 packets that the box sends while act() runs."""
        seen = []
        with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0003)) as sniffer:
            sniffer.bind(("tap0", 0))
            act()
            sniffer.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while True:
                    frame = sniffer.recv(2000)
                    if frame[12:14] == b"\x08\x00" and frame[6:12] == MAC:
                        seen.append(frame[14:])
        return seen

    def check_unguessable(self, numbers, what):
        """No two are alike, and nothing in how they follow each other repeats."""
        steps = [(after - before) % 65536 for before, after in zip(numbers, numbers[1:])]
        self.assertGreaterEqual(len(numbers), len(self.HOSTS), (what, numbers))
        self.assertGreaterEqual(len(set(numbers)), len(numbers) - 1, (what, numbers))
        self.assertGreaterEqual(len(set(steps)), len(steps) - 1, (what, numbers))
        self.assertGreater(max(numbers) - min(numbers), 4096, (what, numbers))

    def test_ports_and_numbers_of_connections_and_questions(self):
        packets = self.frames(lambda: self.check_honest(*self.HOSTS))
        syns = [packet for packet in packets if packet[9] == 6 and packet[33] & 0x12 == 0x02]
        questions = [packet for packet in packets if packet[9] == 17 and packet[22:24] == b"\x00\x35"]
        for what, chosen, at in (("ports of connections", syns, 20), ("low halves of first sequence numbers", syns, 26),
                                 ("high halves of them", syns, 24), ("ports of questions", questions, 20),
                                 ("numbers of questions", questions, 28)):
            self.check_unguessable([int.from_bytes(packet[at:at + 2], "big") for packet in chosen], what)


class WalksIn(Attack):
    """A name that leads to the router or to a machine beside the box: with public addresses nothing but the netmask tells."""
    HOSTS = {"good.th": "honest", "router.th": "honest", "staff.th": "honest"}
    BESIDE = "11.0.0.99"
    SETTINGS = "address = 11.0.0.50\nnetmask = 255.255.255.128\ngateway = 11.0.0.100\ndns = 11.0.0.100\nntp = 198.18.0.1\n"

    @classmethod
    def add_hosts(cls):
        for command in ("ip address add 11.0.0.100/25 dev tap0",):
            subprocess.run(command.split(), check=True)
        cls.web.sites["good.th"].move("11.0.0.200")
        cls.web.sites["router.th"].move("11.0.0.100")
        cls.web.sites["staff.th"].move(cls.BESIDE)

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        subprocess.run("ip address del 11.0.0.100/25 dev tap0".split(), check=True)

    def test_the_router_and_a_machine_beside_the_box_unless_the_operator_allows_it(self):
        for host in ("router.th", "staff.th"):
            facts = self.fetch(host)
            self.assertEqual(facts["status"], "-5010", host)
            self.assertEqual(self.web.sites[host].visits, 0)
        self.check_honest("good.th")
        self.assertIn("the network that the box is in", self.box.command(f"fetch {self.web.sites['staff.th'].url()}"))
        self.box.command(f"set allow {self.BESIDE}/32")
        self.check_honest("staff.th")
        self.assertEqual(self.fetch("router.th")["status"], "-5010")


class OutlivesItsDate(Attack):
    """A certificate that has expired passes while the box has no time, if the operator wants it so; its session must not pass later."""
    HOSTS = {"expired.th": "honest-tls", "good.th": "honest-tls"}
    ADDRESS = "198.18.0.50"
    SETTINGS = f"address = {ADDRESS}\ngateway = 198.18.0.1\ndns = 198.18.0.1\nntp = nosuch.th\nno_time = ignore-dates\n"

    @classmethod
    def add_hosts(cls):
        cls.web.certificates["honest", "expired.th"] = cls.web.root.issue("expired.th", "ec:P-256", days=-1)

    @classmethod
    def wait_for_network(cls):
        wait_for_fact(cls.box, "net", "address", lambda address: address == cls.ADDRESS)

    def test_a_session_from_before_the_time_was_known(self):
        self.check_honest("expired.th", "good.th", "expired.th")
        self.assertEqual(self.box.facts("net")["utc"], "0")
        self.box.command("set ntp 198.18.0.1")
        wait_for_fact(self.box, "net", "utc", lambda utc: utc not in (None, "0"))
        self.assertEqual(self.fetch("expired.th")["status"], "-21")
        self.check_honest("good.th")
        self.assertEqual(self.fetch("expired.th")["status"], "-21")


class TurnsBackTheClock(Attack):
    """A time server that lies by decades makes expired certificates good, or all of them bad."""
    HOSTS = {"good.th": "honest-tls"}
    LIARS = {"11.0.0.250": -20 * YEAR, "11.0.0.251": 30 * YEAR}
    ADDRESS = "198.18.0.50"
    SETTINGS = f"address = {ADDRESS}\ngateway = 198.18.0.1\ndns = 198.18.0.1\nntp = 11.0.0.250\n"

    @classmethod
    def add_hosts(cls):
        for address, lie in cls.LIARS.items():
            subprocess.run(f"ip route replace local {address} dev lo".split(), check=True)
            serve_time(lie, address)

    @classmethod
    def wait_for_network(cls):
        pass

    def test_dates_that_cannot_be(self):
        year = time.gmtime().tm_year
        self.box.wait_for(f"the time server says {year - 20}-.*which cannot be")
        self.box.command("set ntp 11.0.0.251")
        self.box.wait_for(f"the time server says {year + 30}-.*which cannot be")
        self.assertEqual(self.box.facts("net")["utc"], "0")
        self.box.command("set ntp 198.18.0.1")
        wait_for_fact(self.box, "net", "utc", lambda utc: utc not in (None, "0"))
        self.check_honest("good.th")


class ForgesAPage(unittest.TestCase):
    """A host with the checksum of its victim's name keeps its connection and answers for anybody: whoever knew connections by that sum would
    send it the requests for the victim, and store its answers under the victim's name, https or not."""
    VICTIMS = {"www.victim.go.th": ("honest", "forger"), "www.secure.go.th": ("honest-tls", "forger-tls")}

    def setUp(self):
        things = contextlib.ExitStack()
        self.addCleanup(things.close)
        self.web = things.enter_context(hostile.Web(things.enter_context(tempfile.TemporaryDirectory())))
        self.forgers = {victim: hostile.name_with_checksum(victim, ".evil.th") for victim in self.VICTIMS}
        for victim, (honest, forger) in self.VICTIMS.items():
            self.assertEqual(zlib.crc32(victim.encode()), zlib.crc32(self.forgers[victim].encode()))
            self.web.add(victim, honest)
            self.web.add(self.forgers[victim], forger)
        things.enter_context(self.web.names())
        self.things = things

    def crawl(self, victim):
        """Of a victim and its forger, a page of each in turn; the card."""
        sites = [self.web.sites[host] for host in (self.forgers[victim], victim)]
        card = self.web.card(attack.CRAWLS + "active_sites = 2\nkeep = all\n", [site.url() for site in sites])
        with Box(card=card, snapshot=False, net=namespace.TAP, icount=attack.ICOUNT) as box:
            box.wait_for("nothing left to crawl")
            self.assertIn("safe to remove", box.command("eject"))
        return card

    def check(self, victim):
        card = self.crawl(victim)
        forger = self.web.sites[self.forgers[victim]]
        stored = dict(crawl_lab.stored(card))
        self.assertEqual({self.web.sites[victim].url(path) for path in hostile.HONEST_PAGES} - set(stored), set())
        for url, answer in stored.items():
            self.assertEqual(hostile.FORGED.encode() in answer, victim not in url, url)
        self.assertEqual(set(forger.asked), {forger.host}, "requests that it was sent")
        asked = [re.split("/+", line.split()[3])[1] for line in card_image.read(card, "LOG/crawl.log").decode().splitlines() if line]
        self.assertIn((forger.host, victim), list(zip(asked, asked[1:])), "the victim's turn came while the forger's connection was kept")

    def test_by_http(self):
        self.check("www.victim.go.th")

    def test_by_https(self):
        self.check("www.secure.go.th")


if __name__ == "__main__":
    attack.main()
