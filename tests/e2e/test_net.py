"""The box on a network: an address by DHCP, names, time, connections; no port of its own. The other side is dnsmasq."""
import contextlib
import socket
import struct
import threading
import time
import unittest

import namespace
from box import Box
from namespace import SITE, dnsmasq

EPOCH_1900 = 2208988800


def serve_time(offset_seconds, address=namespace.GATEWAY, once=False):
    """An SNTP server, on the gateway unless told, whose clock is off by so much; the times that it has told, as they are told. With
    `once` it answers nobody again."""
    told = []
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind((address, 123))

    def answer():
        while not (once and told):
            request, sender = server.recvfrom(512)
            told.append(time.time() + offset_seconds)
            now = told[-1] + EPOCH_1900
            stamp = struct.pack(">II", int(now) & 0xFFFFFFFF, int(now % 1 * 2**32))
            server.sendto(bytes([0x24, 2, 4, 0xEC]) + bytes(12) + stamp + request[40:48] + stamp + stamp, sender)
        server.close()

    threading.Thread(target=answer, daemon=True).start()
    return told


def wait_for_fact(box, command, fact, wanted):
    """Asks until a fact is as wanted; all facts that were told then."""
    def look():
        facts = box.facts(command)
        return facts if wanted(facts.get(fact)) else None
    return box.wait_until(look, f"such {fact} in the answers to '{command}'")


class Network(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.told = serve_time(offset_seconds=-1000)
        cls.site = socket.create_server((SITE, 80))
        cls.servers = contextlib.ExitStack()
        cls.servers.enter_context(dnsmasq())
        cls.box = cls.servers.enter_context(Box(net=namespace.TAP))
        cls.facts = wait_for_fact(cls.box, "net", "utc", lambda utc: utc not in (None, "0"))

    @classmethod
    def tearDownClass(cls):
        cls.servers.close()
        cls.site.close()

    def test_gets_its_address_by_dhcp(self):
        self.assertEqual(self.facts["network"], "ready")
        self.assertRegex(self.facts["address"], r"^198\.18\.0\.(5\d|60)$")
        self.assertEqual(self.facts["gateway"], namespace.GATEWAY)
        self.assertEqual(self.facts["name_server"], namespace.GATEWAY)

    def test_takes_the_time_from_the_server_that_dhcp_names(self):
        after = int(self.box.facts("net")["utc"]) - self.told[0]
        self.assertTrue(-1 < after < self.box.clock() + 1, after)

    def test_finds_a_host_and_connects(self):
        facts = self.box.facts("net test www.example.th")
        self.assertEqual(facts["address"], SITE)
        self.assertIn("connected_after", facts)
        connection, sender = self.site.accept()
        connection.close()
        self.assertEqual(sender[0], self.facts["address"])

    def test_says_that_a_host_does_not_exist(self):
        self.assertIn("nosuch.th: not found", self.box.command("net test nosuch.th"))

    def test_says_that_nobody_listens(self):
        self.assertIn("refused", self.box.command("net test www.example.th:81"))

    def test_refuses_a_port_that_is_none(self):
        self.assertIn("net [test HOST[:PORT]]", self.box.command("net test www.example.th:99999"))

    def test_refuses_tls_without_entropy(self):
        with socket.create_server((SITE, 443)):
            self.assertIn("ENTROPY.BIN", self.box.command("net test www.example.th:443"))

    def test_listens_on_no_port(self):
        for port in (*range(1, 1025), 8080, 49152, 65535):
            with socket.socket() as probe, self.assertRaises(ConnectionRefusedError, msg=port):
                probe.connect((self.facts["address"], port))

    def test_servers_that_never_close_do_not_use_up_its_connections(self):
        before = self.box.facts("mem")
        for _ in range(20):
            self.assertIn("connected_after", self.box.facts("net test www.example.th"))
        after = self.box.facts("mem")
        self.assertEqual(before["claimed"], after["claimed"])
        self.assertEqual(self.box.facts("status")["last_crash"], "none")


class LostNetwork(unittest.TestCase):
    def test_the_box_waits_for_a_dhcp_server_and_goes_on_when_it_comes(self):
        with Box(net=namespace.TAP) as box:
            self.assertIn("waiting", box.facts("net")["network"])
            with dnsmasq():
                facts = wait_for_fact(box, "net", "network", lambda state: state == "ready")
                self.assertEqual(facts["network"], "ready")


class FixedAddress(unittest.TestCase):
    def test_the_operator_may_give_the_box_an_address_and_take_it_back(self):
        with dnsmasq(), Box(net=namespace.TAP) as box:
            for line in ("set netmask 255.255.255.0", f"set gateway {namespace.GATEWAY}", f"set dns {namespace.GATEWAY}",
                         "set address 198.18.0.77"):
                box.command(line)
            facts = wait_for_fact(box, "net", "address", lambda address: address == "198.18.0.77")
            self.assertEqual((facts["address"], facts["name_server"]), ("198.18.0.77", namespace.GATEWAY))
            self.assertEqual(box.facts("net test www.example.th")["address"], SITE)
            box.command("set address -")
            box.command('set address ""')
            facts = wait_for_fact(box, "net", "address", lambda address: address.startswith(("198.18.0.5", "198.18.0.60")))
            self.assertRegex(facts["address"], r"^198\.18\.0\.(5\d|60)$")


if __name__ == "__main__":
    namespace.enter()
    unittest.main(verbosity=2)
