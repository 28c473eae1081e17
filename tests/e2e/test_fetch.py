"""A page over http and https, from a server to the card, byte by byte; and what the box says where it cannot be."""
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
from namespace import dnsmasq
from test_net import serve_time, wait_for_fact

THAI = "ประเทศไทยมีหน่วยงานราชการและมหาวิทยาลัยหลายแห่ง นักเรียนอ่านหนังสือทุกวัน "
RECORD = 16384
SITE = "11.0.0.2"  # an address that looks public, in a network that nobody leaves: the guard knows those for laboratories
AS_SITE = f"--address=/www.example.th/{SITE}"


def answer_for_site():
    subprocess.run(["ip", "route", "replace", "local", SITE, "dev", "lo"], check=True)



def message(body, *headers, status="200 OK", content_type="text/html; charset=utf-8"):
    body = body if isinstance(body, bytes) else body.encode()
    fields = [f"HTTP/1.1 {status}", f"Content-Type: {content_type}", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join(fields).encode() + b"\r\n\r\n" + body


def chunked(body):
    body = body.encode()
    parts = b"".join(b"%x\r\n%s\r\n" % (len(body[i:i + 1000]), body[i:i + 1000]) for i in range(0, len(body), 1000))
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n" + parts + b"0\r\n\r\n"


PAGES = {
    "/": message(f"<html lang=th><title>{THAI}</title><p>{THAI * 30}<a href=/english>en</a><a href=http://x.th/>x</a>"),
    "/large": message("<p>" + THAI * 600 + "\n"),  # more than two records of TLS
    "/secure": message(f"<p>{THAI * 20}over https"),
    "/plain-large": message("<p>" + THAI * 600 + "over http"),
    "/chunked": chunked("<p>" + THAI * 100),
    "/english": message("<p>" + "A page in another language altogether, of several words. " * 20),
    "/picture": message(b"\x89PNG", content_type="image/png"),
    "/moved": message("", "Location: /elsewhere", status="301 Moved"),
    "/until-close": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<p>" + THAI.encode(),
}


def answer(path):
    return PAGES.get(path, message("<p>nothing here", status="404 Not Found"))


def blocks(path, kind):
    """Target URI and block of each record of this kind on the card."""
    found = []
    used = card_image.journal(path)[1]
    for name in card_image.names(path, "WARC"):
        data = card_image.read(path, "WARC/" + name)
        data = data[:used] if name.endswith(".open") else data
        list(card_image.records(data))  # every digest
        at = 0
        while at < len(data):
            end = data.index(b"\r\n\r\n", at)
            header = dict(line.split(": ", 1) for line in data[at:end].decode().split("\r\n")[1:])
            length = int(header["Content-Length"])
            if header["WARC-Type"] == kind:
                found.append((header["WARC-Target-URI"], data[end + 4:end + 4 + length]))
            at = end + 4 + length + 4
    return found


class Fetching(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.things = contextlib.ExitStack()
        cls.folder = pathlib.Path(cls.things.enter_context(tempfile.TemporaryDirectory()))
        cls.card = str(cls.folder / "card.img")
        root = tls_world.Authority(cls.folder, "ec:P-256")
        stranger = tls_world.Authority(cls.folder, "ec:P-256", "Stranger")
        site = root.issue("www.example.th", "ec:P-256")
        expired = root.issue("www.example.th", "ec:P-256", days=-1)
        other = root.issue("other.example.th", "ec:P-256")
        unknown = stranger.issue("www.example.th", "ec:P-256")
        card_image.prepare(cls.card, files={"CA.BIN": tls_world.ca_bin([root]), "ENTROPY.BIN": os.urandom(32)})
        serve_time(0)
        answer_for_site()
        cls.server = {port: cls.things.enter_context(tls_world.serve(answer, SITE, port, certificate)) for port, certificate
                      in ((80, None), (443, site), (444, expired), (445, other), (446, unknown))}
        cls.asked_for = []  # the name that each handshake with the last of them told
        wildcard = root.issue("*.wild.th", "ec:P-256")
        cls.things.enter_context(tls_world.serve(answer, SITE, 447, wildcard, cls.note_names))
        cls.things.enter_context(dnsmasq(AS_SITE, f"--address=/wild.th/{SITE}", "--address=/private.th/10.1.2.3"))
        cls.box = cls.things.enter_context(Box(card=cls.card, snapshot=False, net=namespace.TAP))
        wait_for_fact(cls.box, "net", "utc", lambda utc: utc not in (None, "0"))

    @classmethod
    def tearDownClass(cls):
        cls.things.close()

    @classmethod
    def note_names(cls, context):
        context.sni_callback = lambda socket, name, context: cls.asked_for.append(name)

    def fetch(self, url):
        return self.box.facts("fetch " + url)

    def stored(self, url):
        return [block for uri, block in blocks(self.card, "response") if uri == url]

    def check_identical(self, url, path):
        facts = self.fetch(url)
        self.assertEqual(facts["status"], "200", facts)
        self.assertIn("yes, WARC file 1", facts["stored"])
        self.assertEqual(self.stored(url), [PAGES[path]])
        return facts

    def test_a_page_over_http_is_on_the_card_as_it_was_sent(self):
        facts = self.check_identical("http://www.example.th/", "/")
        self.assertIn("thai", facts["language"])
        self.assertEqual(facts["charset"], "utf-8")
        self.assertEqual(facts["links"], "2")

    def test_a_page_over_https_is_on_the_card_as_it_was_sent(self):
        facts = self.check_identical("https://www.example.th/secure", "/secure")
        self.assertIn("thai", facts["language"])

    def test_a_page_of_many_records(self):
        self.assertGreater(len(PAGES["/large"]), 4 * RECORD)
        self.check_identical("https://www.example.th/large", "/large")
        self.check_identical("http://www.example.th/plain-large", "/plain-large")

    def test_chunks_are_kept_and_read_through(self):
        facts = self.check_identical("https://www.example.th/chunked", "/chunked")
        self.assertIn("thai", facts["language"])

    def test_a_page_that_ends_with_the_connection(self):
        self.check_identical("https://www.example.th/until-close", "/until-close")

    def test_another_language_another_type_and_another_place(self):
        facts = self.fetch("http://www.example.th/english")
        self.assertIn("other", facts["language"])
        self.assertEqual(self.fetch("http://www.example.th/picture")["status"], "200")
        facts = self.fetch("http://www.example.th/moved")
        self.assertEqual((facts["status"], facts["links"]), ("301", "1"))
        self.assertEqual(self.fetch("http://www.example.th/nosuch")["status"], "404")

    def test_the_header_is_shown(self):
        self.assertIn("Content-Type: text/html; charset=utf-8\n", self.box.command("fetch https://www.example.th/"))

    def test_certificates_that_do_not_hold_are_refused(self):
        for port, status in ((444, "-21"), (445, "-22"), (446, "-23")):
            self.assertEqual(self.fetch(f"https://www.example.th:{port}/")["status"], status, port)
        self.assertEqual(self.fetch("https://www.example.th/")["status"], "200", "the next fetch works")

    def test_the_next_connection_takes_up_the_session_of_the_last(self):
        for _ in range(3):
            self.assertEqual(self.fetch("https://www.example.th/until-close")["status"], "200")
        self.assertEqual(self.server[443].resumed[-2:], [True, True])

    def test_flaws_of_certificates_are_only_recorded_if_the_operator_says_so(self):
        self.box.command("set tls record-only")
        for _ in range(2):  # a full handshake, then a resumed one
            facts = self.fetch("https://www.example.th:446/until-close")
            self.assertEqual(facts["status"], "200")
            self.assertIn("issuer is not known", facts["certificate"])
        self.assertTrue(self.server[446].resumed[-1])
        metadata = dict(blocks(self.card, "metadata"))["https://www.example.th:446/until-close"].decode()
        self.assertIn("tlsFlaw: the certificate's issuer is not known", metadata)
        self.box.command("set tls verify")
        self.assertEqual(self.fetch("https://www.example.th:446/until-close")["status"], "-23", "not by the session either")
        self.box.command("set tls off")
        self.assertEqual(self.fetch("https://www.example.th/")["status"], "-5001")
        self.box.command("set tls verify")

    def test_a_wildcard_stands_for_one_label_and_the_server_is_told_the_name(self):
        hosts = {"www.wild.th": "200", "other.wild.th": "200", "dot.wild.th.": "200", "a.b.wild.th": "-22", "wild.th": "-22"}
        found = {host: self.fetch(f"https://{host}:447/")["status"] for host in hosts}
        self.assertEqual(found, hosts)
        self.assertEqual(self.asked_for, [host.rstrip(".") for host in hosts])

    def test_hosts_that_cannot_be_visited(self):
        for url, status in (("http://nosuch.th/", "-1"), ("http://www.example.th:81/", "-2"),
                            ("http://private.th/", "-5010"), ("https://private.th/", "-5010")):
            self.assertEqual(self.fetch(url)["status"], status, url)

    def test_what_is_no_url_is_explained(self):
        self.assertIn("ftp://www.example.th/", self.box.command("fetch ftp://www.example.th/"))

    def test_everything_is_in_crawl_log(self):
        self.fetch("http://nosuch.th/in-log")
        self.fetch("https://www.example.th/in-log")
        self.box.command("eject")
        log = card_image.read(self.card, "LOG/crawl.log").decode()
        self.box.command("card mount")
        lines = {line.split()[3]: line.split() for line in log.split("\n") if "in-log" in line}
        self.assertEqual(lines["http://nosuch.th/in-log"][1], "-1")
        self.assertEqual(lines["https://www.example.th/in-log"][1], "404")

    def test_the_metadata_says_what_was_found_out(self):
        self.fetch("http://www.example.th/chunked")
        metadata = dict(blocks(self.card, "metadata"))["http://www.example.th/chunked"].decode()
        self.assertIn("verdict: thai\r\n", metadata)
        self.assertRegex(metadata, r"languageRatio: [01]\.\d{3}\r\n")
        self.assertRegex(metadata, r"fetchTimeMs: \d+\r\n")

    def test_the_arena_has_held_all_of_it(self):
        self.fetch("https://www.example.th/large")
        self.assertEqual(self.box.facts("status")["last_crash"], "none")


class WithoutSeedOrRoots(unittest.TestCase):
    def test_https_waits_for_a_seed_and_says_so(self):
        with tempfile.TemporaryDirectory() as folder, dnsmasq(AS_SITE):
            card = f"{folder}/card.img"
            card_image.prepare(card)
            answer_for_site()
            with tls_world.serve(answer, SITE, 80), Box(card=card, net=namespace.TAP) as box:
                wait_for_fact(box, "net", "network", lambda state: state == "ready")
                said = box.command("log")
                self.assertIn("No ENTROPY.BIN on the card", said)
                self.assertIn("No CA.BIN on the card", said)
                self.assertEqual(box.facts("fetch https://www.example.th:80/")["status"], "-25")
                self.assertEqual(box.facts("fetch http://www.example.th/")["status"], "200")

    def test_without_a_time_server_dates_are_ignored_if_the_operator_says_so(self):
        gateway = namespace.GATEWAY
        settings = (f"address = 198.18.0.50\ngateway = {gateway}\ndns = {gateway}\nntp = nosuch.th\n"
                    "no_time = ignore-dates\n")
        with tempfile.TemporaryDirectory() as folder, dnsmasq(AS_SITE, dhcp=False):
            card = f"{folder}/card.img"
            root = tls_world.Authority(folder, "ec:P-256")
            site, other = (root.issue(host, "ec:P-256") for host in ("www.example.th", "other.example.th"))
            card_image.prepare(card, settings, {"CA.BIN": tls_world.ca_bin([root]), "ENTROPY.BIN": os.urandom(32)})
            answer_for_site()
            with tls_world.serve(answer, SITE, 453, site), tls_world.serve(answer, SITE, 455, other), \
                    Box(card=card, net=namespace.TAP) as box:
                wait_for_fact(box, "net", "address", lambda address: address == "198.18.0.50")
                self.assertEqual(box.facts("net")["utc"], "0")
                self.assertEqual(box.facts("fetch https://www.example.th:453/until-close")["status"], "200")
                self.assertEqual(box.facts("fetch https://www.example.th:455/")["status"], "-22", "but nothing else is")
                box.command("set no_time wait")
                self.assertEqual(box.facts("fetch https://www.example.th:453/")["status"], "-25")

    def test_the_seed_is_renewed_at_each_start(self):
        with tempfile.TemporaryDirectory() as folder:
            card, seeds = f"{folder}/card.img", [os.urandom(32)]
            card_image.prepare(card, files={"ENTROPY.BIN": seeds[0]})
            for _ in range(2):
                with Box(card=card, snapshot=False) as box:
                    box.command("card")  # answered when the card has been looked at
                seeds.append(card_image.read(card, "ENTROPY.BIN"))
            self.assertEqual([len(seed) for seed in seeds], [32, 32, 32])
            self.assertEqual(len(set(seeds)), 3)


if __name__ == "__main__":
    namespace.enter()
    unittest.main(verbosity=2)
