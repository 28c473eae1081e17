"""The receive window, against a TCP of the test's own: how many flights a page takes, what a lost segment costs, and senders who keep to
no rule. What is counted are segments and flights, not time."""
import pathlib
import random
import subprocess
import tempfile
import unittest

import card_image
import tcp_peer
from box import Box
from tcp_peer import MSS, SITE
from test_fetch import blocks

BODY_BYTES = 30_000
PLACES = random.Random(1)


def lose_one(connection):
    connection.deliver(lose=(3 * MSS,))


def lose_some(connection):
    connection.deliver(lose=(MSS, 4 * MSS, 6 * MSS))


def ignore_window(connection):
    """All at once, whatever the box has room for."""
    for offset in range(0, len(connection.data), MSS):
        connection.send(offset)
    connection.repair()


def send_backwards(connection):
    for offset in reversed(range(0, len(connection.data), MSS)):
        connection.send(offset)
    connection.repair()


def send_crumbs(connection):
    """Single bytes here and there, more than anybody can remember; then all of it."""
    for _ in range(200):
        offset = PLACES.randrange(1, 8000)
        connection.send(offset, connection.data[offset:offset + 1])
    connection.repair()


def change_what_was_sent(connection):
    """What the box has acknowledged comes again with another content, and so does what lies around it."""
    connection.send(0)
    connection.send(MSS)
    connection.wait_for_ack(2 * MSS)
    for offset in (0, MSS // 2, MSS, MSS + MSS // 2 + 1):
        connection.send(offset, b"X" * min(MSS, 2 * MSS - offset))
    connection.repair()


def guess(connection):
    """Somebody who knows the sequence number, but not what the box has sent."""
    for error in (1, 5000, -70000, 1 << 31):
        for offset in (0, MSS, 3 * MSS):
            connection.send(offset, b"X" * MSS, ack_error=error)
    connection.repair()


PAGES = {**dict.fromkeys(("/plain", "/long", "/kept"), tcp_peer.Connection.deliver), "/one": lose_one, "/some": lose_some,
         "/ignores": ignore_window, "/backwards": send_backwards, "/crumbs": send_crumbs, "/changes": change_what_was_sent,
         "/guesses": guess}
BODIES = {path: f"<p>{path} ".encode() + PLACES.randbytes(BODY_BYTES // 2).hex().encode() for path in PAGES}
BODIES["/long"] *= 5


class Window(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            card = str(pathlib.Path(folder, "card.img"))
            card_image.make(card)
            pathlib.Path(folder, "CRAWLBOX.INI").write_text(tcp_peer.SETTINGS)
            subprocess.run(["mcopy", "-i", card, f"{folder}/CRAWLBOX.INI", "::/"], check=True)
            with tcp_peer.Peer(PAGES, BODIES) as peer, Box(card=card, snapshot=False, net=peer.net) as box:
                box.wait_until(lambda: box.facts("net").get("address") == tcp_peer.BOX, "address of the settings")
                cls.facts = {path: box.facts(f"fetch http://{SITE}{path}") for path in PAGES}
                box.command("eject")
            cls.stored = {uri: block.split(b"\r\n\r\n", 1)[1] for uri, block in blocks(card, "response")}
            cls.served = peer.served

    def test_every_page_is_whole_and_unchanged(self):
        for path, body in BODIES.items():
            with self.subTest(path):
                self.assertEqual(self.facts[path]["status"], "200", self.facts[path])
                self.assertEqual(self.stored[f"http://{SITE}{path}"], body)

    def test_a_page_takes_at_most_three_flights(self):
        for path in ("/plain", "/kept"):
            with self.subTest(path):
                self.assertLessEqual(self.served[path]["flights"], 3)
                self.assertEqual(self.served[path]["again"], 0)

    def test_what_the_window_promises_is_kept(self):
        """A sender who fills the window to its last byte has to send nothing twice."""
        self.assertIn("/long", self.served)

    def test_what_comes_behind_a_lost_segment_is_kept(self):
        self.assertEqual(self.served["/one"]["again"], 1)
        self.assertEqual(self.served["/some"]["again"], 3)


if __name__ == "__main__":
    unittest.main(verbosity=2)
