"""crawlbox fetch: pages over http and https from servers of the test's own, names from a name server of its own."""
import contextlib
import http.server
import os
import pathlib
import select
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from certificates import Authority  # noqa: E402

CRAWLBOX = os.environ["CRAWLBOX"]
FETCHER = os.environ.get("CRAWLBOX_NATIVE", CRAWLBOX)  # the preset native has a program of its own
HOST = "www.example.th"
UNHURRIED_SECONDS = 20  # how long the program waits unless it is told otherwise
TEXT = "การเดินทางท่องเที่ยวในประเทศไทยเป็นที่นิยมของนักท่องเที่ยวจากทั่วโลก "
PAGE = ("<!DOCTYPE html><html lang=th><meta charset=utf-8><title>หน้าแรก</title>"
        f"<p><a href='/two'>สอง</a> <a href='http://other.example/'>อื่น</a> {TEXT * 40}</p></html>").encode()
ENGLISH = b"<html><title>Home</title><p>" + b"There is nothing to be seen here but some English words. " * 20 + b"</html>"


class Pages(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):  # noqa: N802
        answer = {"/": self.page, "/english": self.english, "/chunked": self.chunked, "/moved": self.moved, "/large": self.large,
                  "/evil": self.evil, "/slow": self.slow}
        answer.get(self.path, self.missing)()

    def send(self, status, body, *headers):
        self.send_response(status)
        for name, value in headers or [("Content-Type", "text/html")]:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def page(self):
        self.send(200, PAGE)

    def english(self):
        self.send(200, ENGLISH)

    def large(self):
        self.send(200, PAGE * 60)

    def missing(self):
        self.send(404, b"<p>no such page")

    def moved(self):
        self.send(301, b"", ("Location", "/elsewhere"))

    def evil(self):
        self.send(200, b"<p>", ("Content-Type", "text/html"), ("X-Evil", "\x1b[2J"))

    def slow(self):
        """Answers just before the program would give up by itself, unless it is gone by then."""
        if not select.select([self.connection], [], [], UNHURRIED_SECONDS - 2)[0]:
            self.send(200, PAGE)

    def chunked(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for at in range(0, len(PAGE), 700):
            piece = PAGE[at:at + 700]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serve(context=None):
    """Serves the pages, encrypted if there is a context; gives the port."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    server.handle_error = lambda *_: None  # clients that hang up are what is tested
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextlib.contextmanager
def name_server(reply):
    """A DNS server: `reply` makes a list of answers of a question; gives ADDRESS:PORT."""
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind(("127.0.0.1", 0))

    def run():
        while True:
            question, sender = udp.recvfrom(1500)
            if not question:
                return
            for answer in reply(question):
                udp.sendto(answer, sender)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{udp.getsockname()[1]}"
    finally:
        udp.sendto(b"", udp.getsockname())
        thread.join()
        udp.close()


def dns_answer(question, address="127.0.0.1", code=0, alias=False):
    records = []
    if alias:  # www.example.th is another name of something else
        records.append(b"\xc0\x0c" + struct.pack(">HHIH", 5, 1, 60, 6) + b"\x03web\xc0\x10")
    if code == 0:
        records.append(b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 60, 4) + socket.inet_aton(address))
    return question[:2] + struct.pack(">HHHHH", 0x8180 | code, 1, len(records), 0, 0) + question[12:] + b"".join(records)


def fetch(*arguments):
    """Runs crawlbox fetch: its exit status, the header of the answer, and the facts."""
    result = subprocess.run([FETCHER, "fetch", *map(str, arguments)], capture_output=True, text=True, check=False)
    if result.returncode > 1:
        return result.returncode, result.stderr, {}
    header, _, facts = result.stdout.rpartition("\n\n")
    return result.returncode, header, dict(line.split("\t", 1) for line in facts.splitlines())


def fetch_here(url, *arguments):
    return fetch("--allow", "127.0.0.0/8", *arguments, url)


class Http(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stack = contextlib.ExitStack()
        cls.site = f"http://127.0.0.1:{cls.stack.enter_context(serve())}"

    @classmethod
    def tearDownClass(cls):
        cls.stack.close()

    def test_a_page_is_read_and_judged(self):
        code, header, facts = fetch_here(f"{self.site}/")
        self.assertEqual(code, 0)
        self.assertIn("HTTP/1.1 200 OK\n", header)
        self.assertIn(f"Content-Length: {len(PAGE)}", header)
        self.assertEqual((facts["status"], facts["bytes"], facts["verdict"], facts["links"], facts["charset"]),
                         ("200", str(len(PAGE)), "thai", "2", "utf-8"))

    def test_a_page_in_another_language_is_told_apart(self):
        self.assertEqual(fetch_here(f"{self.site}/english")[2]["verdict"], "other")

    def test_chunks_are_put_together(self):
        facts = fetch_here(f"{self.site}/chunked")[2]
        self.assertEqual((facts["bytes"], facts["verdict"]), (str(len(PAGE)), "thai"))

    def test_a_redirect_is_shown_and_not_followed(self):
        code, _, facts = fetch_here(f"{self.site}/moved")
        self.assertEqual((code, facts["status"], facts["redirect"]), (0, "301", f"{self.site}/elsewhere"))

    def test_a_page_that_is_not_there_is_a_no(self):
        code, _, facts = fetch_here(f"{self.site}/nothing")
        self.assertEqual((code, facts["status"]), (1, "404"))

    def test_private_addresses_are_refused(self):
        code, _, facts = fetch(f"{self.site}/")
        self.assertEqual((code, facts["status"]), (1, "-5010"))
        self.assertIn("loopback", facts["refused"])

    def test_nobody_listens(self):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        self.assertEqual(fetch_here(f"http://127.0.0.1:{port}/")[2]["status"], "-2")

    def test_a_server_that_does_not_answer_is_given_up(self):
        self.assertEqual(fetch_here(f"{self.site}/slow", "--timeout", "1")[2]["status"], "-4")

    def test_headers_cannot_drive_the_terminal(self):
        self.assertIn("X-Evil: ?[2J", fetch_here(f"{self.site}/evil")[1])

    def test_mistakes_are_explained(self):
        for arguments, reason in ((["ftp://example.th/"], "cannot be fetched"), ([], "exactly one URL"),
                                  (["--tls", "maybe", self.site], "verify, record-only or off"),
                                  (["--allow", "10.1/16", self.site], "no range"), (["--dns", "name", self.site], "no address"),
                                  (["--card", "/nonexistent", self.site], "No such file")):
            code, message, _ = fetch(*arguments)
            self.assertEqual(code, 2, arguments)
            self.assertIn(reason, message)


class Names(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stack = contextlib.ExitStack()
        cls.port = cls.stack.enter_context(serve())

    @classmethod
    def tearDownClass(cls):
        cls.stack.close()

    def fetch(self, reply, *arguments):
        with name_server(reply) as server:
            return fetch_here(f"http://{HOST}:{self.port}/", "--dns", server, *arguments)[2]

    def test_a_name_is_looked_up(self):
        facts = self.fetch(lambda question: [dns_answer(question)])
        self.assertEqual((facts["status"], facts["address"]), ("200", "127.0.0.1"))

    def test_an_alias_is_followed(self):
        self.assertEqual(self.fetch(lambda question: [dns_answer(question, alias=True)])["status"], "200")

    def test_a_name_that_nobody_has(self):
        self.assertEqual(self.fetch(lambda question: [dns_answer(question, code=3)])["status"], "-1")

    def test_a_name_without_an_address(self):
        def no_address(question, alias=False, cut=0):
            whole = dns_answer(question, alias=alias)
            return whole[:2] + struct.pack(">HHH", 0x8180 | cut, 1, int(alias)) + whole[8:-16]  # the last record was the address

        self.assertEqual(self.fetch(lambda question: [no_address(question)])["status"], "-44")
        self.assertEqual(self.fetch(lambda question: [no_address(question, alias=True)])["status"], "-44")
        self.assertEqual(self.fetch(lambda question: [no_address(question, cut=0x0200)])["status"], "-1", "it may be in what did not fit")

    def test_a_name_server_that_refuses(self):
        self.assertEqual(self.fetch(lambda question: [dns_answer(question, code=5)])["status"], "-1")

    def test_a_name_server_that_is_silent_is_given_up_in_time(self):
        questions = []
        self.assertEqual(self.fetch(lambda question: questions.append(question) or [], "--timeout", "1")["status"], "-1")
        self.assertEqual(len(questions), 1, "it asks again every two seconds")

    def test_answers_to_other_questions_are_not_taken(self):
        def reply(question):
            good = dns_answer(question)
            other_id = bytes([question[0] ^ 1]) + dns_answer(question, "198.51.100.1")[1:]
            other_name = dns_answer(question.replace(b"example", b"exarnpl"), "198.51.100.1")
            return [b"", b"\0", question, other_id, other_name, good[:11], good]

        self.assertEqual(self.fetch(reply)["address"], "127.0.0.1")

    def test_broken_answers_harm_nobody(self):
        def cut(size):
            return lambda question: [dns_answer(question)[:size]]

        whole = len(dns_answer(bytes(12) + b"\x03www\x07example\x02th\0\0\1\0\1"))
        for size in (*range(32, whole, 5), whole - 1):
            self.assertEqual(self.fetch(cut(size), "--timeout", "1")["status"], "-1", size)

    def test_a_name_that_leads_into_a_private_network_is_refused(self):
        facts = self.fetch(lambda question: [dns_answer(question, "192.168.1.1")])
        self.assertEqual(facts["status"], "-5010")


class Https(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stack = contextlib.ExitStack()
        cls.folder = cls.stack.enter_context(tempfile.TemporaryDirectory())
        cls.authority = Authority(cls.folder)
        cls.dns = cls.stack.enter_context(name_server(lambda question: [dns_answer(question)]))

    @classmethod
    def tearDownClass(cls):
        cls.stack.close()

    def fetch(self, context, *arguments, path="/", ca=None):
        with serve(context) as port:
            return fetch_here(f"https://{HOST}:{port}{path}", "--dns", self.dns, "--ca", ca or self.authority.ca_bin, *arguments)

    def test_a_page_with_each_kind_of_key(self):
        for key in ("ec:P-256", "ec:P-384", "rsa:2048", "rsa:4096"):
            code, _, facts = self.fetch(self.authority.server(HOST, key))
            self.assertEqual((code, facts["status"], facts["verdict"]), (0, "200", "thai"), key)
            self.assertNotIn("certificate", facts)

    def test_a_page_with_each_cipher(self):
        for key, name in (("ec:P-256", "ECDSA"), ("rsa:2048", "RSA")):
            for cipher in ("CHACHA20-POLY1305", "AES128-GCM-SHA256", "AES256-GCM-SHA384"):
                server = self.authority.server(HOST, key, ciphers=f"ECDHE-{name}-{cipher}")
                self.assertEqual(self.fetch(server, path="/large")[2]["status"], "200", (name, cipher))

    def test_chains_of_the_largest_keys_fit_the_arena(self):
        root = Authority(self.folder, "RSA Root", "rsa:4096")
        through = root.intermediate("RSA Intermediate", "rsa:4096")
        facts = self.fetch(root.server(HOST, "rsa:4096", through), ca=root.ca_bin, path="/large")[2]
        self.assertEqual((facts["status"], facts["verdict"]), ("200", "thai"))

    def test_an_unknown_issuer_is_refused_or_noted(self):
        stranger = Authority(self.folder, "Stranger").server(HOST)
        code, _, facts = self.fetch(stranger)
        self.assertEqual((code, facts["status"]), (1, "-23"))
        code, _, facts = self.fetch(stranger, "--tls", "record-only")
        self.assertEqual((code, facts["status"]), (0, "200"))
        self.assertIn("issuer is not known", facts["certificate"])

    def test_a_certificate_of_another_host(self):
        self.assertEqual(self.fetch(self.authority.server("www.other.th"))[2]["status"], "-22")

    def test_an_expired_certificate(self):
        expired = self.authority.server(HOST, days=-1)
        self.assertEqual(self.fetch(expired)[2]["status"], "-21")

    def test_a_certificate_for_something_else(self):
        other = self.authority.server(HOST, extensions=["extendedKeyUsage=clientAuth"])
        self.assertEqual(self.fetch(other)[2]["status"], "-29")
        facts = self.fetch(other, "--tls", "record-only")[2]
        self.assertIn("may not be used like this", facts["certificate"])

    def test_an_issuer_that_is_no_authority(self):
        through = self.authority.intermediate("www.innocent.th", constraints="CA:FALSE")
        self.assertEqual(self.fetch(self.authority.server(HOST, through=through))[2]["status"], "-23")

    def test_an_issuer_that_is_an_authority_for_something_else(self):
        for limit in ("extendedKeyUsage=emailProtection", "nameConstraints=permitted;DNS:innocent.th"):
            through = self.authority.intermediate(f"Only {limit}", extensions=[limit])
            self.assertEqual(self.fetch(self.authority.server(HOST, through=through))[2]["status"], "-23", limit)

    def test_an_authority_that_bears_the_name_of_another(self):
        folder = pathlib.Path(self.folder, "forger")
        folder.mkdir()
        forger = Authority(folder)  # as trusted by its name, but with a key of its own
        self.assertEqual(self.fetch(forger.server(HOST))[2]["status"], "-23")
        through = forger.intermediate("Forged")
        self.assertEqual(self.fetch(forger.server(HOST, through=through, sent=[through, forger.root]))[2]["status"], "-23")

    def test_an_authority_that_may_have_none_below_it(self):
        upper = self.authority.intermediate("Upper", constraints="CA:TRUE,pathlen:0")
        lower = self.authority.intermediate("Lower", issuer=upper)
        self.assertEqual(self.fetch(self.authority.server(HOST, through=upper))[2]["status"], "200")
        self.assertEqual(self.fetch(self.authority.server(HOST, through=lower, sent=[lower, upper]))[2]["status"], "-23")

    def test_a_chain_with_certificates_that_do_not_belong_there(self):
        stranger = Authority(self.folder, "Passer-by", "rsa:2048")
        upper = self.authority.intermediate("High", "ec:P-384")
        lower = self.authority.intermediate("Low", "rsa:2048", issuer=upper)
        chain = self.authority.server(HOST, through=lower, sent=[stranger.root, lower, stranger.root, upper, self.authority.root])
        self.assertEqual(self.fetch(chain)[2]["status"], "200")

    def test_a_key_that_is_too_weak(self):
        weak = self.authority.intermediate("Weak", "rsa:1024")
        server = self.authority.server(HOST, through=weak, ciphers="DEFAULT@SECLEVEL=0")
        self.assertEqual(self.fetch(server)[2]["status"], "-29")
        self.assertIn("key is too weak", self.fetch(server, "--tls", "record-only")[2]["certificate"])

    def test_a_server_that_only_speaks_tls_1_3(self):
        modern = self.authority.server(HOST)
        modern.minimum_version = ssl.TLSVersion.TLSv1_3
        self.assertEqual(self.fetch(modern)[2]["status"], "-24")

    def test_a_server_that_does_not_speak_tls_at_all(self):
        self.assertEqual(self.fetch(None)[2]["status"], "-34")

    def test_off_is_off(self):
        code, message, _ = fetch("--tls", "off", "https://www.example.th/")
        self.assertEqual(code, 2)
        self.assertIn("--tls is off", message)

    def test_a_file_that_is_no_ca_bin(self):
        code, message, _ = fetch("--ca", __file__, "https://www.example.th/")
        self.assertEqual(code, 2)
        self.assertIn("crawlbox ca build", message)


class Card(unittest.TestCase):
    def test_the_page_is_on_the_card_byte_by_byte(self):
        with tempfile.TemporaryDirectory() as folder, serve() as port:
            card = pathlib.Path(folder, "card.img")
            with card.open("wb") as image:
                image.truncate(64 << 20)
            subprocess.run(["mkfs.fat", "-F", "32", "-s", "1", card], check=True, capture_output=True)
            for path in ("/", "/chunked", "/nothing"):
                facts = fetch_here(f"http://127.0.0.1:{port}{path}", "--card", card)[2]
                self.assertRegex(facts["stored_in"], r"^crawlbox-\d{14}-\d{5}-native\.\d{8}\.warc$")
            check = subprocess.run([CRAWLBOX, "card", "check", card], capture_output=True, text=True, check=False)
            self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
            self.assertIn("3 pages stored", check.stdout)
            files = subprocess.run(["mdir", "-b", "-i", card, "::WARC"], capture_output=True, text=True, check=True).stdout.split()
            self.assertEqual(len(files), 3)
            harvest = [subprocess.run(["mtype", "-i", card, file], capture_output=True, check=True).stdout for file in sorted(files)]
            self.assertIn(b"\r\n\r\n" + PAGE + b"\r\n\r\n", harvest[0])
            self.assertIn(b"\r\n\r\n2bc\r\n" + PAGE[:700] + b"\r\n2bc\r\n" + PAGE[700:1400] + b"\r\n", harvest[1])
            self.assertIn(b"HTTP/1.1 404", harvest[2])


if __name__ == "__main__":
    unittest.main()
