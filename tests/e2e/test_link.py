"""The network changes under the box: its cable, its lease, its address, its gateway. It goes on, without a restart."""
import contextlib
import pathlib
import subprocess
import tempfile
import unittest

import dhcp
import namespace
import tls_world
from box import Box
from test_fetch import SITE, answer_for_site, message
from test_net import wait_for_fact

HOST = "link.example.th"
OTHER_GATEWAY = "198.18.0.2"
LEASE_SECONDS = 20  # the box looks at its lease every 10 s
NAME_SECONDS = 8  # how long a name may be remembered


class Link(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.things = contextlib.ExitStack()
        cls.addClassCleanup(cls.things.close)
        cls.questions = pathlib.Path(cls.things.enter_context(tempfile.TemporaryDirectory()), "questions")
        subprocess.run(["ip", "address", "add", f"{OTHER_GATEWAY}/24", "dev", "tap0"], check=True)
        answer_for_site()
        cls.things.enter_context(tls_world.serve(lambda path: message("<p>here"), SITE, 80))
        cls.things.enter_context(namespace.dnsmasq(f"--address=/{HOST}/{SITE}", "--local-ttl", str(NAME_SECONDS), "--log-queries",
                                                   f"--log-facility={cls.questions}", dhcp=False))
        cls.server = cls.things.enter_context(dhcp.Server(lease=LEASE_SECONDS))
        cls.box = cls.things.enter_context(Box(net=namespace.TAP))

    def setUp(self):
        self.wait_for("network", "ready")
        self.up_seconds = int(self.box.facts("status")["uptime"])

    def tearDown(self):
        facts = self.box.facts("status")
        self.assertEqual(facts["last_crash"], "none")
        self.assertGreaterEqual(int(facts["uptime"]), self.up_seconds, "not started again")

    def wait_for(self, fact, wanted):
        facts = wait_for_fact(self.box, "net", fact, lambda value: value == wanted)
        self.assertEqual(facts[fact], wanted, self.server.log[-10:])

    def check_reaches_the_site(self):
        self.assertIn("connected_after", self.box.facts(f"net test {HOST}"), self.box.heard[-500:])

    def test_a_cable_that_was_out(self):
        self.check_reaches_the_site()
        self.box.qmp("set_link", name="n0", up=False)
        self.assertRegex(self.box.command(f"net test {HOST}"), HOST + ": (not found|timed out)")
        self.box.qmp("set_link", name="n0", up=True)
        self.check_reaches_the_site()

    def test_a_lease_that_nobody_renews(self):
        self.server.silent = True
        facts = wait_for_fact(self.box, "net", "network", lambda state: state != "ready")
        self.assertIn("waiting for an address", facts["network"])
        self.assertIn("no address any more", self.box.command("log"))
        self.assertNotIn("connected_after", self.box.facts(f"net test {HOST}"))
        self.server.address, self.server.silent = "198.18.0.51", False
        self.wait_for("address", "198.18.0.51")
        self.check_reaches_the_site()

    def test_a_lease_that_is_taken_back(self):
        self.server.address, self.server.refuse = "198.18.0.52", True
        self.wait_for("address", "198.18.0.52")
        self.assertIn(("REQUEST", "NAK"), self.server.log)
        self.check_reaches_the_site()

    def test_another_gateway_and_name_server(self):
        self.server.gateway = OTHER_GATEWAY
        self.wait_for("gateway", OTHER_GATEWAY)
        self.assertEqual(self.box.facts("net")["name_server"], OTHER_GATEWAY)
        self.check_reaches_the_site()
        self.server.gateway = namespace.GATEWAY
        self.wait_for("gateway", namespace.GATEWAY)
        self.check_reaches_the_site()

    def times_asked(self):
        return self.questions.read_text().count(f"query[A] {HOST} ")

    def reach_until_asked(self):
        """Connects until the name had to be asked for once more."""
        before, end = self.times_asked(), self.box.clock() + 5 * NAME_SECONDS
        while self.times_asked() == before:
            self.assertLess(self.box.clock(), end, "the name is never forgotten")
            self.box.listen(1)
            self.check_reaches_the_site()
        self.assertEqual(self.times_asked(), before + 1)

    def test_a_name_is_remembered_as_long_as_its_server_says(self):
        self.reach_until_asked()
        asked = self.times_asked()
        self.check_reaches_the_site()
        self.assertEqual(self.times_asked(), asked, "known already")
        self.reach_until_asked()


if __name__ == "__main__":
    namespace.enter()
    unittest.main(verbosity=2)
