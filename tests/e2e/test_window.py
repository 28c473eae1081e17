"""The windows of both sides, against a TCP of the test's own: how many flights a page takes, what a lost segment costs, senders who keep
to no rule, and servers who let the box send its request byte by byte. What is counted are segments and flights, not time."""
import pathlib
import random
import tempfile
import threading
import unittest

import card_image
import tcp_peer
from box import PROMPT, Box
from tcp_peer import MSS, SITE
from test_fetch import blocks

BODY_BYTES = 30_000
PLACES = random.Random(1)


def lose_one(connection):
    connection.deliver(lose=(3 * MSS,))


def lose_some(connection):
    connection.deliver(lose=(MSS, 4 * MSS, 6 * MSS))


def lose_some_and_listen(connection):
    connection.deliver_selectively((MSS, 4 * MSS, 6 * MSS))


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


def overlap(connection):
    """What has not been acknowledged comes twice, with another content the first time: it lies behind a hole."""
    for offset in (2 * MSS, 3 * MSS + 7, 4 * MSS - 7):
        connection.send(offset, b"X" * MSS)
    for offset in (2 * MSS, 3 * MSS, 4 * MSS, 5 * MSS):
        connection.send(offset)
    connection.repair()


PAGES = {**dict.fromkeys(("/plain", "/long", "/kept"), tcp_peer.Connection.deliver), "/one": lose_one, "/some": lose_some,
         "/selective": lose_some_and_listen, "/unasked": lose_some,
         "/ignores": ignore_window, "/backwards": send_backwards, "/crumbs": send_crumbs, "/changes": change_what_was_sent,
         "/guesses": guess, "/overlaps": overlap}
BODIES = {path: f"<p>{path} ".encode() + PLACES.randbytes(BODY_BYTES // 2).hex().encode() for path in PAGES}
BODIES["/long"] *= 5


OLD = "198.18.1.3"  # a server that has not heard of selective acknowledgements
URLS = {path: f"http://{OLD if path == '/unasked' else SITE}{path}" for path in PAGES}


def set_old(connection):
    connection.selective = False


class Window(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            card = str(pathlib.Path(folder, "card.img"))
            card_image.prepare(card, tcp_peer.SETTINGS)
            with tcp_peer.Peer(PAGES, BODIES, {OLD: set_old}) as peer, Box(card=card, snapshot=False, net=peer.net) as box:
                box.wait_until(lambda: box.facts("net").get("address") == tcp_peer.BOX, "address of the settings")
                cls.facts = {path: box.facts(f"fetch {url}") for path, url in URLS.items()}
                box.command("eject")
            cls.stored = {uri: block.split(b"\r\n\r\n", 1)[1] for uri, block in blocks(card, "response")}
            cls.served, cls.permits = peer.served, peer.permits

    def test_every_page_is_whole_and_unchanged(self):
        for path, body in BODIES.items():
            with self.subTest(path):
                self.assertEqual(self.facts[path]["status"], "200", self.facts[path])
                self.assertEqual(self.stored[URLS[path]], body)

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

    def test_the_sender_hears_of_all_that_came_behind_lost_segments(self):
        """So it can send all of them again in one flight. The page would hang if the box did not tell exactly what it has."""
        self.assertTrue(self.permits)
        self.assertTrue(self.served["/selective"]["told"])

    def test_a_sender_that_did_not_ask_hears_nothing_of_it(self):
        self.assertFalse(self.served["/unasked"]["told"])
        self.assertFalse(self.served["/plain"]["told"])


# Servers that open their own window, by their addresses.
LAST, DRIPS, NEVER, CRUMBS, ANNOYS = (f"198.18.1.{number}" for number in range(10, 15))
HELLO = bytes.fromhex("160303002a" "02000026" "0301" + 32 * "00" + "00" "0000" "00")  # of a server that speaks TLS 1.0: the box objects


def leave_the_last(connection):
    """The window is open for all of the request but its last byte, and then shut; whoever asks whether it is open has that byte taken."""
    connection.window = max(0, connection.peer.request_bytes - 1 - len(connection.request))


def drip(connection):
    """A byte, and no more until that has come: a request would take minutes."""
    connection.window = 1


def never_open(connection):
    connection.window = 0


def take_crumbs(connection):
    connection.mss = 1


def grow_and_annoy(connection):
    """A window of one byte at first, so that all of the greeting waits; then one of two bytes, and a reason to say more."""
    connection.window = 1
    if connection.request:
        connection.window = 2
        connection.data = HELLO
        connection.send(0)


def hold(connection):
    """The request has come; the answer waits until the timers of the box have run."""
    connection.peer.released.wait()
    connection.deliver()


class ServersWindow(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            card = str(pathlib.Path(folder, "card.img"))
            card_image.prepare(card, tcp_peer.SETTINGS + "no_time = ignore-dates\n", {"ENTROPY.BIN": PLACES.randbytes(32)})
            sites = {LAST: leave_the_last, DRIPS: drip, NEVER: never_open, CRUMBS: take_crumbs, ANNOYS: grow_and_annoy}
            pages, bodies = {"/plain": tcp_peer.Connection.deliver, "/final": hold}, {"/plain": BODIES["/plain"], "/final": b"<p>"}
            with tcp_peer.Peer(pages, bodies, sites) as peer, Box(card=card, snapshot=False, net=peer.net) as box:
                box.wait_until(lambda: box.facts("net").get("address") == tcp_peer.BOX, "address of the settings")
                cls.facts = {CRUMBS: box.facts(f"fetch http://{CRUMBS}/plain")}
                cls.before = box.facts("net")
                peer.request_bytes, peer.released = len(peer.requests[-1]), threading.Event()
                box.send(f"fetch http://{LAST}/final\r")
                while len(peer.requests) < 2:
                    box.rest(1)
                box.rest(1)  # lwIP's timer runs every half second
                peer.released.set()
                cls.last = box.wait_for(r"\n" + PROMPT).string
                for site in (DRIPS, NEVER, ANNOYS):
                    cls.facts[site] = box.facts(f"fetch http{'s' if site == ANNOYS else ''}://{site}/plain")
                # The last one takes the box's goodbye as slowly as all the rest.
                box.wait_until(lambda: box.facts("net")["connections"] == "0", "end of all connections")
                cls.after, cls.status = box.facts("net"), box.facts("status")
                box.command("eject")
            cls.requests = peer.requests

    def test_a_request_may_go_in_any_pieces(self):
        self.assertEqual(self.facts[CRUMBS]["status"], "200", self.facts[CRUMBS])
        self.assertRegex(self.last, "(?m)^HTTP/1.1 200|status +200", self.last)
        self.assertEqual([len(request) for request in self.requests], [len(self.requests[0])] * 2)

    def test_a_server_that_takes_nothing_costs_no_more_than_its_time(self):
        for site in (DRIPS, NEVER, ANNOYS):
            self.assertLess(int(self.facts[site]["status"]), 0, self.facts[site])

    def test_nothing_is_kept_of_it(self):
        for what in ("heap", "pieces"):
            self.assertLessEqual(int(self.after[what]), int(self.before[what]), self.after)

    def test_the_box_did_not_restart(self):
        self.assertEqual((self.status["starts"], self.status["last_crash"]), ("1", "none"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
