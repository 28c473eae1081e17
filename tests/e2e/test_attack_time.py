"""Attacks on the box's time; beside each an honest site, which must not pay for the defence. All is measured by the box's own clock."""
import pathlib
import socket
import tempfile
import threading
import urllib.parse

import attack
import box as box_module
import card_image
import crawl_lab
import debugger
import hostile


class WaitsForEver(attack.Attack):
    """A server that sends something now and then is never silent: only an end of all waiting, however much comes, ends it."""
    TOTAL_MS = 6000
    HOSTS = {"drip.handshake.th": "drip-handshake", "drip.alerts.th": "drip-alerts", "flood.alerts.th": "alert-flood",
             "silent.tls.th": "silent-tls", "plain.th": "plain-on-443", "drip.record.th": "drip-record",
             "drip.tls.th": "drip-body-tls", "drip.body.th": "drip-body", "drip.header.th": "drip-header",
             "drip.continue.th": "drip-continue", "endless.header.th": "endless-header", "endless.th": "endless-body",
             "crumbs.th": "crumbs", "good.th": "honest", "good.tls.th": "honest-tls"}
    SETTINGS = "timeout_connect = 4\ntimeout_answer = 4\ntimeout_idle = 3\ntimeout_total = 6\n"
    SILENT_NAMES = "11.0.200.54"  # a name server that never answers
    NAMES = (f"--server=/silent.th/{SILENT_NAMES}",)

    @classmethod
    def add_hosts(cls):
        hostile.take_address(cls.SILENT_NAMES)
        cls.names = cls.things.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        cls.names.bind((cls.SILENT_NAMES, 53))  # nobody reads what comes

    def check_ends(self, statuses):
        for host, expected in statuses.items():
            facts = self.fetch(host)
            self.assertIn(facts.get("status"), expected, (host, facts))
            self.assertLess(int(facts["took"]), self.TOTAL_MS + 2000, host)
            self.check_honest("good.th", "good.tls.th")
        self.check_not_restarted()

    def test_names_that_nobody_tells(self):
        """More of them than the box can ask for at a time, and each given up before it is forgotten."""
        for number in range(4):
            said = self.box.command(f"fetch http://host{number}.silent.th/ -k")
            self.assertIn("status=-1\n", said + "\n")
        self.check_honest("good.th", "good.tls.th")

    def test_a_handshake_that_does_not_come_to_an_end(self):
        self.check_ends({"drip.handshake.th": ("-40",), "drip.alerts.th": ("-40",), "flood.alerts.th": ("-20",),
                         "silent.tls.th": ("-40",), "plain.th": ("-34",)})

    def test_an_answer_by_https_that_does_not_come_to_an_end(self):
        self.check_ends({"drip.record.th": ("-4",), "drip.tls.th": ("200",)})

    def test_an_answer_by_http_that_does_not_come_to_an_end(self):
        self.check_ends({"drip.body.th": ("200",), "drip.header.th": ("-42",), "drip.continue.th": ("-42",),
                         "endless.header.th": ("-31",), "endless.th": ("200",), "crumbs.th": ("200",)})


class CostsAVisit(attack.Attack):
    """A site may have any number of pages that drip, each up to the limit of a page: all of them together cost what one may."""
    TOTAL_S = 20
    ANSWER_S = 5  # what any answer may take
    HOSTS = {"drip.pages.th": "drip-pages", "good.th": "honest"}

    def test_a_site_of_many_pages_that_drip(self):
        self.box.command("eject")
        self.box.eject()
        card = self.web.card(attack.CRAWLS + f"timeout_total = {self.TOTAL_S}\nretries = 0\n",
                             [site.url() for site in self.web.sites.values()])
        self.box.insert(card)
        self.box.wait_for("drip.pages.th: its server kept the box waiting for longer than a visit may cost")
        self.box.wait_for("nothing left to crawl")
        self.box.command("eject")
        self.box.eject()
        rows = [line.split() for line in card_image.read(card, "LOG/crawl.log").decode().splitlines() if line]
        took = [int(row[8].split("+")[1]) for row in rows if urllib.parse.urlsplit(row[3]).hostname == "drip.pages.th"]
        self.assertLess(sum(took), 1000 * (self.TOTAL_S + self.ANSWER_S * len(took)) + 2000, took)
        self.assertLess(len(took), 6)
        stored = {url for url, _ in crawl_lab.stored(card)}
        self.assertEqual({self.web.sites["good.th"].url(path) for path in hostile.HONEST_PAGES} - stored, set())
        self.check_not_restarted()


class HoldsTheBox(attack.Attack):
    """A server that keeps a page from ending must not keep the operator from the box, nor from the card. What it keeps waiting would go on for
    a minute at least; it is called off within two seconds. The debugger stops the box when it gets to what was asked for. Files on the card are
    small: to begin a large one takes seconds of its own."""
    HOSTS = {"good.th": "honest", "handshake.th": "drip-handshake", "header.th": "drip-header", "body.th": "drip-body",
             "body.tls.th": "drip-body-tls", "stop.th": "drip-body", "pull.th": "drip-body"}
    LIMIT_MS = 2000
    SETTINGS = attack.CRAWLS + "file_mb = 1\ntimeout_total = 3600\ntimeout_connect = 120\ntimeout_answer = 120\ntimeout_idle = 120\n"
    SILENT_NAMES, NOWHERE = "11.0.200.53", "11.0.250.1"  # a name server, and an address that nobody has
    NAMES = (f"--server=/silent.th/{SILENT_NAMES}", f"--address=/nowhere.th/{NOWHERE}")

    @classmethod
    def setUpClass(cls):
        cls.door = pathlib.Path(tempfile.mkdtemp()) / "gdb"
        cls.QEMU = debugger.arguments(cls.door)
        super().setUpClass()
        cls.box.command("eject")
        cls.box.eject()
        cls.card = cls.web.card(cls.SETTINGS, [cls.web.sites["good.th"].url()], "crawl.img")
        cls.box.insert(cls.card)
        cls.box.wait_for("nothing left to crawl")

    @classmethod
    def add_hosts(cls):
        cls.asked = threading.Event()  # for a name that nobody tells
        cls.connecting = threading.Event()  # to an address that nobody has
        hostile.take_address(cls.SILENT_NAMES)
        names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        names.bind((cls.SILENT_NAMES, 53))
        frames = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0800))
        frames.bind(("tap0", 0))

        def hear_names():
            while names.recv(2000):
                cls.asked.set()

        def hear_connections():
            while frame := frames.recv(2000):
                if frame[30:34] == socket.inet_aton(cls.NOWHERE):
                    cls.connecting.set()
        for hear in (hear_names, hear_connections):
            threading.Thread(target=hear, daemon=True).start()

    def hang(self, host, event, secure=False):
        """The crawl hangs on a host."""
        event.clear()
        self.box.command(f"seed add {'https' if secure else 'http'}://{host}/")
        self.box.wait_until(event.is_set, "wait that does not end")

    def leave(self, host):
        """The card is out. The crawl goes on, without the host."""
        self.box.insert(self.card)
        self.box.wait_for("Card ready")
        self.box.wait_for("The crawl goes on")
        self.box.command(f"skip {host}")
        self.box.wait_for("nothing left to crawl")

    def ms_until(self, function, act):
        """How long it takes the box after act() to get to a function."""
        ticks = int(box_module.tick_address(box_module.IMAGE), 16)
        arrived = []
        stop = debugger.Debugger(self.door, box_module.IMAGE, function, lambda _: arrived.append(stop.word(ticks)))
        self.box.qmp("stop")
        before = self.box.clock()
        act()
        with stop:  # which lets it go on
            self.box.wait_until(lambda: arrived, function)
        return arrived[0] - before * 1000

    def check_eject(self, host, event, secure=False):
        self.hang(host, event, secure)
        took = self.ms_until("card_job_eject", lambda: self.box.send("eject\r"))
        self.box.wait_for("safe to remove")
        self.box.eject()
        self.leave(host)
        print(f"{took:.0f} ms", flush=True)
        self.assertLess(took, self.LIMIT_MS)

    def test_eject_during_a_handshake(self):
        self.check_eject("handshake.th", self.web.sites["handshake.th"].dripping, secure=True)

    def test_eject_during_a_header(self):
        self.check_eject("header.th", self.web.sites["header.th"].dripping)

    def test_eject_during_a_body(self):
        self.check_eject("body.th", self.web.sites["body.th"].dripping)

    def test_eject_during_a_body_by_https(self):
        self.check_eject("body.tls.th", self.web.sites["body.tls.th"].dripping, secure=True)

    def test_eject_while_a_name_is_asked_for(self):
        self.check_eject("www.silent.th", self.asked)

    def test_eject_while_a_connection_is_made(self):
        self.check_eject("www.nowhere.th", self.connecting)

    def test_stop(self):
        self.hang("stop.th", self.web.sites["stop.th"].dripping)
        took = self.ms_until("crawl_halt", lambda: self.box.send("stop\r"))
        self.box.wait_for("Done")
        self.box.command("skip stop.th")
        self.box.command("start")
        self.box.wait_for("nothing left to crawl")
        self.assertLess(took, self.LIMIT_MS)

    def test_a_pulled_card(self):
        self.hang("pull.th", self.web.sites["pull.th"].dripping)
        with self.box.held():
            before = self.box.clock()
            self.box.eject()
        found = self.box.wait_for(r"\[ *(\d+\.\d+)\] warning: .*pulled without 'eject'")
        self.leave("pull.th")
        self.assertLess(1000 * (float(found[1]) - before), self.LIMIT_MS)


if __name__ == "__main__":
    attack.main()
