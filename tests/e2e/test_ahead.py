"""Sites by turns, with the real image: while a page of one arrives, the names of the others are asked for and the connection to the next is
opened. The servers see to it by what they wait for, not by a clock. A third site ends at once, and the names that it links to are asked for
while the first two are visited."""
import contextlib
import pathlib
import re
import socket
import tempfile
import threading
import time
import unittest

import card_image
import hostile
import namespace
from box import Box
from test_fetch import THAI, message
from test_net import serve_time

SETTINGS = ("operator = Test\ncontact = http://www.example.org/\nemail = crawlbox@example.org\nallow = 198.18.0.0/15\n"
            "delay_min_ms = 1000\ndelay_factor = 0\nmode = continuous\n")
LEFT, RIGHT, BRIEF = "left.ahead.th", "right.ahead.th", "brief.ahead.th"
ADDRESSES = {LEFT: "198.18.1.20", RIGHT: "198.18.1.21", BRIEF: "198.18.1.22"}
PAGES = {LEFT: 5, RIGHT: 9, BRIEF: 1}
OTHERS = [f"n{number}.inside.th" for number in range(8)]  # that BRIEF links to: more than the box remembers, and where it may not go
HELD = ("/2", "/3", "/4")  # pages of LEFT whose second half waits for the connection to RIGHT
TRICKS = ("ends", "speaks")  # what RIGHT does first thing with connections that came while a page of LEFT was held, one after the other


def page(host, path):
    number = 0 if path == "/" else int(path[1:])
    links = [f"/{number + 1}"] if number + 1 < PAGES[host] else []
    links += [f"http://{other}/" for other in OTHERS] if host == BRIEF else []
    return message(f"<html><title>{host}{path}</title><p>{THAI * 40}" + "".join(f"<a href={link}>{THAI}</a>" for link in links))


def peek(connection):
    """What has come and was not read: b"" if the box has ended it, although nobody may have looked yet, None if nothing has come."""
    try:
        return b"" if connection.fileno() < 0 else connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return None
    except OSError:
        return b""


class Names:
    """Which names the box has asked for, one after the other: what dnsmasq notes of it."""

    def __init__(self, folder):
        self.log = pathlib.Path(folder) / "names"
        self.options = ("--log-queries", f"--log-facility={self.log}", "--local-ttl=3600", "--address=/inside.th/10.9.8.7",
                        *(f"--address=/{host}/{address}" for host, address in ADDRESSES.items()))

    def asked(self):
        return re.findall(r"query\[A\] (\S+)", self.log.read_text())

    def wait_for_all(self):
        """Each is asked for to know its country, which is not remembered, and then to be visited."""
        while min(self.asked().count(host) for host in ADDRESSES) < 2:
            time.sleep(0.01)


class Server:
    """`most` connections were open at a time. `lost`: those that ended before anything was asked on them; `lost_before`: by the time of the
    last request."""

    def __init__(self, host, change, names):
        self.host, self.change, self.names = host, change, names
        self.accepted = self.most = self.lost = self.lost_before = 0
        self.tricks = list(TRICKS) if host == RIGHT else []
        self.holds = False  # a page is held: whatever the box connects to meanwhile, it asks nothing there yet
        self.open = []
        self.asked = []
        self.listener = socket.create_server((ADDRESSES[host], 80))
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            connection = self.listener.accept()[0]
            if self.tricks and self.is_ahead(connection):
                self.play(connection, self.tricks.pop(0))
            with self.change:
                self.accepted += 1
                self.open = [other for other in self.open if peek(other) != b""] + [connection]
                self.most = max(self.most, len(self.open))
                self.change.notify_all()
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def is_ahead(self, connection):
        """Waits until the other server holds a page or something is asked here, whichever comes first."""
        while peek(connection) is None:
            if self.other.holds:
                return True
            time.sleep(0.01)
        return False

    def play(self, connection, trick):
        """What is done here is on its way to the box before the held page goes on: it sees it before it can ask."""
        self.lost += 1
        if trick == "ends":
            connection.close()
        else:
            connection.sendall(b"220 what do you want?\r\n")

    def has_one_ahead(self):
        """A connection for the next request is there, or was: each request has had one of its own."""
        return self.accepted > len(self.asked) + self.lost_before

    def serve(self, connection):
        with contextlib.suppress(OSError):
            self.talk(connection)
        connection.close()

    def talk(self, connection):
        while request := connection.recv(2048):
            self.answer(connection, request.split()[1].decode())

    def answer(self, connection, path):
        said = message("", status="404 Not Found") if path == "/robots.txt" else page(self.host, path)
        with self.change:
            self.asked.append(path)
            self.lost_before = self.lost
            self.holds = self.host == LEFT and path in HELD
        connection.sendall(said[:len(said) // 2])
        self.names.wait_for_all()
        if self.holds:
            with self.change:
                self.change.wait_for(self.other.has_one_ahead)
                self.holds = False
        connection.sendall(said[len(said) // 2:])


class Ahead(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with contextlib.ExitStack() as things:
            folder = things.enter_context(tempfile.TemporaryDirectory())
            change = threading.Condition()
            names = Names(folder)
            cls.left, cls.right, cls.brief = (Server(host, change, names) for host in ADDRESSES)
            cls.left.other, cls.right.other = cls.right, cls.left
            things.enter_context(namespace.dnsmasq(*names.options))
            card = hostile.Web(folder).card(SETTINGS, [f"http://{host}/" for host in ADDRESSES])
            with Box(card=card, snapshot=False, net=namespace.TAP) as box:
                box.wait_for("nothing left to crawl")
                cls.status, cls.net = box.facts("status"), box.facts("net")
                box.command("eject")
            cls.names = names.asked()
            cls.log = [line.split() for line in card_image.read(card, "LOG/crawl.log").decode().splitlines()]

    def test_the_next_connection_is_there_before_the_page_has_ended(self):
        """Else the page would never have gone on: its server waits for that connection."""
        held = [line for line in self.log if line[3] in (f"http://{LEFT}{path}" for path in HELD)]
        self.assertEqual([(line[1], line[11]) for line in held], [("200", "target")] * len(HELD))

    def test_names_are_asked_for_before_the_first_answer_has_ended(self):
        """Else it would never have gone on: its server waits for that. It came whole, so nothing had to be asked for twice."""
        self.assertEqual([server.asked.count("/robots.txt") for server in (self.left, self.right, self.brief)], [1, 1, 1])

    def test_names_of_active_sites_are_kept_whatever_others_are_asked_for(self):
        """The others are asked for while two sites are visited, and are more than the box has room for."""
        first = next(at for at, name in enumerate(self.names) if name in OTHERS)
        self.assertEqual(set(self.names[first:]), set(OTHERS))

    def test_every_page_is_asked_for_once_whatever_became_of_the_connection(self):
        for server in (self.left, self.right):
            pages = ["/", *(f"/{number}" for number in range(1, PAGES[server.host]))]
            self.assertEqual([path for path in server.asked if path != "/robots.txt"], pages)
        self.assertEqual({line[1] for line in self.log if "robots.txt" not in line[3]}, {"200"})
        self.assertEqual((self.right.tricks, self.right.lost), ([], len(TRICKS)))

    def test_no_server_has_two_connections_at_a_time(self):
        self.assertEqual((self.left.most, self.right.most), (1, 1))


if __name__ == "__main__":
    namespace.enter()
    serve_time(0)
    unittest.main(verbosity=2)
