"""crawlbox-lab internet: a private Internet in a namespace. The script runs again inside a lab; there Python is the client."""
import contextlib
import gzip
import os
import pathlib
import re
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time
import unittest

from warcfile import http as message
from warcfile import record
sys.path.append(str(pathlib.Path(__file__).parent.parent / "e2e"))  # behind: both folders have tests of the same names
import namespace  # noqa: E402

LABORATORY = os.environ["CRAWLBOX"] + "-lab"
INSIDE = "CRAWLBOX_LAB" in os.environ
GATEWAY = "198.18.0.1"
TEXT = "hello from the lab, which is as long as it needs to be to be cut in halves"

DESCRIPTION = f"""
# what the tests below talk to
lab clock=-1000 lease=77
host www.lab.th address=198.18.1.2 ttl=42
  /              text="{TEXT}"
  /slow          text=late delay=300
  /paced         fill=2000 rate=4000
  /gone          status=410
  /busy          status=429 retry-after=7
  /twice         times=2 status=503
  /twice         text=recovered
  /moved         location=http://other.lab.th/
  /head          text=x type=text/plain charset=tis-620 header="X-One: 1" header="X-Two: 2"
  /file          file=page.html
  /chunked       fill=2500 transfer=chunked
  /until-close   text=body transfer=close
  /nothing       status=204
  /robots.txt    status=500
  /under/*       text=anything
  /fault/reset         fault=reset
  /fault/reset-body    fault=reset-body text="{TEXT}"
  /fault/close         fault=close
  /fault/close-head    fault=close-head
  /fault/close-body    fault=close-body text="{TEXT}"
  /fault/stall         fault=stall
  /fault/stall-head    fault=stall-head
  /fault/stall-body    fault=stall-body text="{TEXT}"
  /fault/drip          fault=drip
  /fault/length-short  fault=length-short text="{TEXT}"
  /fault/length-long   fault=length-long text="{TEXT}"
  /fault/length-twice  fault=length-twice text="{TEXT}"
  /fault/length-chunked fault=length-chunked text="{TEXT}"
  /fault/endless-head  fault=endless-head
  /fault/endless-body  fault=endless-body text=again
  /fault/long-line     fault=long-line text="{TEXT}"
  /fault/loop          fault=loop
  /fault/bad-chunks    fault=bad-chunks text="{TEXT}"
  /fault/cut-chunks    fault=cut-chunks text="{TEXT}"
  /fault/gzip          fault=gzip text="{TEXT}"
  /fault/garbage       fault=garbage
  /fault/continue      fault=continue text="{TEXT}"
  /fault/bare-lf       fault=bare-lf text="{TEXT}"
  /fault/stale         fault=stale text="{TEXT}"
host other.lab.th address=198.18.1.3 delay=200
  / text=other
host files.lab.th files=mirror/www.old.th
host nxdomain.lab.th dns=nxdomain
host servfail.lab.th dns=servfail
host silent.lab.th dns=silent
host empty.lab.th dns=empty
host rebind.lab.th address=198.18.1.9 rebind=192.168.1.1 ttl=0
host dead.lab.th dead=yes
host p384.lab.th certificate=p384
  / text=ok
host rsa2048.lab.th certificate=rsa2048
  / text=ok
host rsa4096.lab.th certificate=rsa4096
  / text=ok
host long.lab.th certificate=long
  / text=ok
host names.lab.th certificate=names
  / text=ok
host expired.lab.th certificate=expired
host future.lab.th certificate=future
host wronghost.lab.th certificate=wrong-host
host unknownroot.lab.th certificate=unknown-root
host selfsigned.lab.th certificate=self-signed
host nochain.lab.th certificate=no-chain
host new.lab.th tls=1.3
  / text=ok
host old.lab.th tls=1.2
  / text=ok
  /paced fill=2000 rate=4000
host closed.lab.th tls=closed
host slowtls.lab.th tls=stall
host byid.lab.th tls=1.2 resume=id
  / text=ok
host never.lab.th tls=1.2 resume=never
  / text=ok
host records.lab.th records=16k
  / fill=70000
"""


SILENCE_SECONDS = 0.5  # how long nothing comes from whoever has nothing to say; everything else is waited for


def connect(host, port=80):
    return socket.create_connection((host, port))


def context(**versions):
    tls = ssl.create_default_context(cafile=os.environ["CRAWLBOX_LAB_ROOTS"])
    tls.options &= ~getattr(ssl, "OP_IGNORE_UNEXPECTED_EOF", 0)  # Python with OpenSSL 3 would not tell a cut from a goodbye
    for name, version in versions.items():
        setattr(tls, name, version)
    return tls


def request(connection, path, host="www.lab.th", extra=""):
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{extra}\r\n".encode())


def receive(connection, silence=None, limit=None):
    """Everything until the connection ends, and how it did: closed, reset or (nothing came for so many seconds) open."""
    data = b""
    connection.settimeout(silence)
    try:
        while limit is None or len(data) < limit:
            more = connection.recv(65536)
            if not more:
                return data, "closed"
            data += more
    except ConnectionResetError:
        return data, "reset"
    except TimeoutError:
        return data, "open"
    return data, "enough"


def receive_until(connection, done):
    """Everything until done(everything)."""
    data = b""
    connection.settimeout(None)
    while not done(data):
        more = connection.recv(65536)
        assert more, data
        data += more
    return data


def is_whole(answer):
    """Whether the bytes have a header and as much of a body as it promises."""
    head, end, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"\r\nContent-Length: (\d+)", head)
    return end and len(body) >= (int(length[1]) if length else 0)


def get(path, host="www.lab.th", extra="Connection: close\r\n", limit=None):
    with connect(host) as connection:
        request(connection, path, host, extra)
        data, end = receive(connection, limit=limit)
    head, _, body = data.partition(b"\r\n\r\n")
    return head.decode("latin-1"), body, end


@contextlib.contextmanager
def secure(host, tls=None, session=None):
    tls = tls or context()
    with connect(host, 443) as plain, tls.wrap_socket(
            plain, server_hostname=host, session=session, suppress_ragged_eofs=False) as connection:
        yield connection


def ask_dns(name, kind=1, silence=None):
    """The answer of the lab's name server: its code, and its records as (ttl, address)."""
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    query = struct.pack(">HHHHHH", 4711, 0x0100, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">HH", kind, 1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.settimeout(silence)
        udp.sendto(query, (GATEWAY, 53))
        answer = udp.recv(1024)
    number, flags, _, count = struct.unpack(">HHHH", answer[:8])
    assert number == 4711 and flags & 0x8000
    records = []
    at = len(query)
    for _ in range(count):
        ttl, length = struct.unpack(">IH", answer[at + 6:at + 12])
        records.append((ttl, socket.inet_ntoa(answer[at + 12:at + 12 + length])))
        at += 12 + length
    return flags & 15, records


class Services(unittest.TestCase):
    def test_names(self):
        self.assertEqual(ask_dns("www.lab.th"), (0, [(42, "198.18.1.2")]))
        self.assertEqual(ask_dns("WWW.Lab.TH"), (0, [(42, "198.18.1.2")]))
        self.assertEqual(ask_dns("nosuch.lab.th"), (3, []))
        self.assertEqual(ask_dns("www.lab.th", kind=28), (0, []))

    def test_names_that_fail(self):
        self.assertEqual(ask_dns("nxdomain.lab.th"), (3, []))
        self.assertEqual(ask_dns("servfail.lab.th"), (2, []))
        self.assertEqual(ask_dns("empty.lab.th"), (0, []))
        with self.assertRaises(TimeoutError):
            ask_dns("silent.lab.th", silence=SILENCE_SECONDS)

    def test_rebinding(self):
        self.assertEqual(ask_dns("rebind.lab.th")[1], [(0, "198.18.1.9")])
        self.assertEqual(ask_dns("rebind.lab.th")[1], [(0, "192.168.1.1")])

    def test_malformed_questions_are_not_answered(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
            udp.settimeout(0.2)
            for packet in (b"", b"x", bytes(12), struct.pack(">HHHHHH", 1, 0x100, 1, 0, 0, 0) + b"\x3fabc",
                           struct.pack(">HHHHHH", 1, 0x100, 1, 0, 0, 0) + b"\xc0\x0c\0\1\0\1"):
                udp.sendto(packet, (GATEWAY, 53))
                with self.assertRaises(TimeoutError):
                    udp.recv(512)
        self.assertEqual(ask_dns("www.lab.th")[0], 0)

    def test_time(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
            before = time.time()
            udp.sendto(b"\x23" + bytes(39) + b"original", (GATEWAY, 123))
            answer = udp.recv(512)
            after = time.time()
        self.assertEqual(answer[0] & 7, 4)
        self.assertEqual(answer[24:32], b"original")
        seconds = struct.unpack(">I", answer[40:44])[0] - 2208988800
        self.assertTrue(before - 1 <= seconds + 1000 <= after, (before, seconds, after))

    def test_nothing_leaves(self):
        with self.assertRaises(ConnectionRefusedError):  # by the lab itself, whatever the address
            socket.create_connection(("9.9.9.9", 53))
        with connect("192.168.1.1") as connection:
            request(connection, "/", extra="Connection: close\r\n")
            self.assertTrue(receive(connection)[0].endswith(TEXT.encode()))

    def test_a_dead_host(self):
        address = ask_dns("dead.lab.th")[1][0][1]
        with self.assertRaises(OSError), socket.create_connection((address, 80), timeout=SILENCE_SECONDS):
            pass

    def test_a_port_that_nobody_listens_on(self):
        with self.assertRaises(ConnectionRefusedError):
            connect("www.lab.th", 81)


class Pages(unittest.TestCase):
    def test_a_page(self):
        head, body, end = get("/")
        self.assertTrue(head.startswith("HTTP/1.1 200 OK\r\n"))
        self.assertIn(f"Content-Length: {len(TEXT)}", head)
        self.assertEqual((body.decode(), end), (TEXT, "closed"))

    def test_keep_alive(self):
        with connect("www.lab.th") as connection:
            for path in ("/", "/head", "/nothing", "/"):
                request(connection, path)
                data = receive_until(connection, is_whole)
            self.assertEqual(receive(connection, SILENCE_SECONDS), (b"", "open"))
            self.assertTrue(data.endswith(TEXT.encode()))

    def test_two_requests_at_once(self):
        with connect("www.lab.th") as connection:
            request(connection, "/head")
            request(connection, "/", extra="Connection: close\r\n")
            data, _ = receive(connection)
        self.assertEqual(data.count(b"HTTP/1.1 200 OK"), 2)

    def test_status_and_retry_after(self):
        self.assertTrue(get("/gone")[0].startswith("HTTP/1.1 410 Gone"))
        self.assertIn("Retry-After: 7", get("/busy")[0])
        self.assertTrue(get("/robots.txt")[0].startswith("HTTP/1.1 500"))
        self.assertTrue(get("/no/such/page")[0].startswith("HTTP/1.1 404"))

    def test_a_line_for_so_many_times(self):
        heads = [get("/twice")[0].split("\r\n")[0] for _ in range(3)]
        self.assertEqual(heads, ["HTTP/1.1 503 Service Unavailable"] * 2 + ["HTTP/1.1 200 OK"])

    def test_redirect(self):
        head = get("/moved")[0]
        self.assertTrue(head.startswith("HTTP/1.1 302"))
        self.assertIn("Location: http://other.lab.th/", head)

    def test_headers(self):
        head = get("/head")[0]
        for line in ("X-One: 1", "X-Two: 2", "Content-Type: text/plain; charset=tis-620"):
            self.assertIn(line, head)

    def test_chunks(self):
        head, body, _ = get("/chunked")
        self.assertIn("Transfer-Encoding: chunked", head)
        self.assertNotIn("Content-Length", head)
        self.assertTrue(body.startswith(b"3e8;part=yes\r\n"))
        self.assertTrue(body.endswith(b"0\r\nX-Trailer: the end\r\n\r\n"))

    def test_until_close(self):
        head, body, end = get("/until-close", extra="")
        self.assertNotIn("Content-Length", head)
        self.assertEqual((body, end), (b"body", "closed"))

    def test_any_path_below(self):
        self.assertEqual(get("/under/a/b?c")[1], b"anything")

    def test_delays(self):
        started = time.monotonic()
        self.assertEqual(get("/slow")[1], b"late")
        self.assertGreaterEqual(time.monotonic() - started, 0.3)
        started = time.monotonic()
        self.assertEqual(get("/", host="other.lab.th")[1], b"other")
        self.assertGreaterEqual(time.monotonic() - started, 0.2)

    def test_bandwidth(self):
        started = time.monotonic()
        self.assertEqual(len(get("/paced")[1]), 2000)
        self.assertGreaterEqual(time.monotonic() - started, 0.5)

    def test_file_of_a_description(self):
        self.assertEqual(get("/file")[1], b"<p>a file</p>")

    def test_mirror(self):
        cases = {"/": b"<p>index</p>", "/a/b.html": b"<p>b</p>", "/s.php?x=1": b"<p>script</p>", "/a/b.html?y": b"<p>b</p>",
                 "/%E0%B8%81.html": "ก".encode()}
        for path, wanted in cases.items():
            self.assertEqual(get(path, host="files.lab.th")[1], wanted, path)
        self.assertIn("Location: /a/\r\n", get("/a", host="files.lab.th")[0])
        for path in ("/nosuch", "/../secret.txt", "/%2e%2e/secret.txt", "/a/../../secret.txt"):
            self.assertTrue(get(path, host="files.lab.th")[0].startswith("HTTP/1.1 404"), path)

    def test_requests_that_are_none(self):
        for line in (b"\r\n\r\n", b"GET\r\n\r\n", b"GET / FTP/1\r\n\r\n", b"\0\0\r\n\r\n"):
            with connect("www.lab.th") as connection:
                connection.sendall(line)
                self.assertTrue(receive(connection)[0].startswith(b"HTTP/1.1 400"), line)
        self.assertTrue(get("/", host="www.lab.th", extra="Host: a\r\nConnection: close\r\n")[0])
        with connect("www.lab.th") as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nX: " + bytes(20000).replace(b"\0", b"x"))
            self.assertIn(receive(connection)[1], ("closed", "reset"))

    def test_many_connections(self):
        with contextlib.ExitStack() as stack:
            connections = [stack.enter_context(connect("www.lab.th")) for _ in range(300)]
            for connection in connections:
                request(connection, "/", extra="Connection: close\r\n")
            for connection in connections:
                self.assertTrue(receive(connection)[0].endswith(TEXT.encode()))


class Faults(unittest.TestCase):
    def fault(self, name, **options):
        return get("/fault/" + name, **options)

    def tearDown(self):
        self.assertEqual(get("/")[1].decode(), TEXT)  # whatever happened, the next request is answered

    def test_reset(self):
        self.assertEqual(self.fault("reset"), ("", b"", "reset"))
        head, body, end = self.fault("reset-body")
        self.assertEqual((body.decode(), end), (TEXT[:len(TEXT) // 2], "reset"))
        self.assertIn(f"Content-Length: {len(TEXT)}", head)

    def test_close(self):
        self.assertEqual(self.fault("close"), ("", b"", "closed"))
        head, body, end = self.fault("close-head")
        self.assertTrue(head.startswith("HTTP/1.1 200 OK"))
        self.assertEqual((body, end), (b"", "closed"))
        head, body, end = self.fault("close-body")
        self.assertEqual((body.decode(), end), (TEXT[:len(TEXT) // 2], "closed"))

    def test_stall(self):
        half = b"\r\n\r\n" + TEXT[:len(TEXT) // 2].encode()
        for name, done in (("stall", lambda data: True), ("stall-head", bool), ("stall-body", lambda data: data.endswith(half))):
            with connect("www.lab.th") as connection:
                request(connection, f"/fault/{name}")
                data = receive_until(connection, done)
                self.assertEqual(receive(connection, SILENCE_SECONDS)[1], "open", name)
                self.assertEqual(b"\r\n\r\n" in data, name == "stall-body")

    def test_drip(self):
        started = time.monotonic()
        self.assertLess(len(self.fault("drip", limit=5)[0]), 12)
        self.assertGreaterEqual(time.monotonic() - started, 0.8)

    def test_lying_lengths(self):
        for name, length in (("length-short", len(TEXT) // 2), ("length-long", len(TEXT) + 1000)):
            head, body, end = self.fault(name)
            self.assertIn(f"Content-Length: {length}\r\n", head)
            self.assertEqual((body.decode(), end), (TEXT, "closed"))
        head = self.fault("length-twice")[0]
        self.assertIn(f"Content-Length: {len(TEXT)}\r\n", head)
        self.assertIn(f"Content-Length: {len(TEXT) + 1000}\r\n", head)
        head = self.fault("length-chunked")[0]
        self.assertIn(f"Content-Length: {len(TEXT) * 2}\r\n", head)
        self.assertIn("Transfer-Encoding: chunked\r\n", head)

    def test_endless(self):
        head, body, end = self.fault("endless-head", limit=2000000)
        self.assertEqual((body, end), (b"", "enough"))
        self.assertEqual(len(set(head.split("\r\n")[1:-1])), 1)
        head, body, end = self.fault("endless-body", limit=2000000)
        self.assertEqual((body[:15], end), (b"againagainagain", "enough"))

    def test_long_line(self):
        self.assertGreater(max(map(len, self.fault("long-line")[0].split("\r\n"))), 20000)

    def test_loop(self):
        head = self.fault("loop")[0]
        self.assertTrue(head.startswith("HTTP/1.1 302"))
        self.assertIn("Location: /fault/loop\r\n", head)

    def test_chunks(self):
        self.assertIn(b"\r\nno number\r\n", self.fault("bad-chunks")[1])
        body, end = self.fault("cut-chunks")[1:]
        self.assertEqual(end, "closed")
        self.assertFalse(body.endswith(b"\r\n\r\n"))

    def test_gzip(self):
        head, body, _ = self.fault("gzip")
        self.assertIn("Content-Encoding: gzip", head)
        self.assertEqual(gzip.decompress(body).decode(), TEXT)

    def test_not_http(self):
        self.assertTrue(self.fault("garbage")[0].startswith("SSH-2.0"))

    def test_continue(self):
        head, rest, _ = self.fault("continue")
        self.assertEqual(head, "HTTP/1.1 100 Continue")
        self.assertIn(b"HTTP/1.1 103 Early Hints\r\n", rest)
        self.assertTrue(rest.endswith(TEXT.encode()))

    def test_bare_line_feeds(self):
        head = self.fault("bare-lf")[0]
        self.assertTrue(head.startswith("HTTP/1.1 200\nX-Folded: one\n two\n"))
        self.assertNotIn("\r", head)

    def test_stale(self):
        head, body, end = self.fault("stale", extra="")
        self.assertIn("Connection: keep-alive", head)
        self.assertEqual((body.decode(), end), (TEXT, "closed"))


class Secure(unittest.TestCase):
    def page(self, host, tls=None):
        with secure(host, tls) as connection:
            request(connection, "/", host, "Connection: close\r\n")
            return receive(connection)[0].partition(b"\r\n\r\n")[2]

    def test_good_certificates(self):
        for host in ("p384", "rsa2048", "rsa4096", "long", "names", "new", "old"):
            self.assertEqual(self.page(host + ".lab.th"), b"ok", host)
        self.assertEqual(self.page("www.lab.th").decode(), TEXT)

    def test_bad_certificates(self):
        cases = {"expired": "expired", "future": "not yet valid", "wronghost": "Hostname mismatch",
                 "unknownroot": "unable to get local issuer|self.signed", "selfsigned": "self.signed",
                 "nochain": "unable to get local issuer"}
        for host, problem in cases.items():
            with self.assertRaisesRegex(ssl.SSLCertVerificationError, problem, msg=host), secure(host + ".lab.th"):
                pass

    def test_versions(self):
        only_2 = context(maximum_version=ssl.TLSVersion.TLSv1_2)
        with self.assertRaisesRegex(ssl.SSLError, "(?i)protocol version"), secure("new.lab.th", only_2):
            pass
        with secure("old.lab.th") as connection:
            self.assertEqual(connection.version(), "TLSv1.2")

    def test_doors_that_stay_shut(self):
        with self.assertRaises(ConnectionResetError), secure("closed.lab.th"):
            pass
        with connect("slowtls.lab.th", 443) as plain, self.assertRaises(TimeoutError):
            plain.settimeout(SILENCE_SECONDS)
            context().wrap_socket(plain, server_hostname="slowtls.lab.th")

    def test_a_host_that_nobody_knows(self):
        with connect("www.lab.th", 443) as plain, self.assertRaisesRegex(ssl.SSLError, "(?i)unrecognized.name"):
            context().wrap_socket(plain, server_hostname="nosuch.lab.th")

    def test_resumption(self):
        tls = context(maximum_version=ssl.TLSVersion.TLSv1_2)
        for host, wanted, ticket in (("www", True, True), ("byid", True, False), ("never", False, False)):
            with secure(host + ".lab.th", tls) as connection:
                session = connection.session
            self.assertEqual(session.has_ticket, ticket, host)
            with secure(host + ".lab.th", tls, session) as connection:
                self.assertEqual(connection.session_reused, wanted, host)

    def test_long_chain(self):
        size = subprocess.run(["openssl", "s_client", "-connect", "long.lab.th:443", "-servername", "long.lab.th", "-tls1_2",
                               "-msg"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False).stdout
        lengths = [int(line.split("length ")[1].split("]")[0], 16) for line in size.splitlines()
                   if line.startswith("<<<") and "Certificate" in line and "length" in line]
        self.assertGreaterEqual(max(lengths), 10240)

    def test_record_sizes(self):
        for host, path, wanted in (("records", "/", 16384), ("www", "/chunked", 4096)):
            with connect(host + ".lab.th", 443) as plain:
                incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
                tls = context(maximum_version=ssl.TLSVersion.TLSv1_2).wrap_bio(
                    incoming, outgoing, server_hostname=host + ".lab.th")
                sizes = talk(plain, tls, incoming, outgoing,
                             f"GET {path} HTTP/1.1\r\nHost: {host}.lab.th\r\nConnection: close\r\n\r\n".encode())
            self.assertGreater(max(sizes), wanted // 2)
            self.assertLess(max(sizes), wanted + 100)

    def test_faults_work_over_tls_too(self):
        # Python before 3.12 calls a reset under TLS an end of file, too
        for path, wanted in (("/fault/reset", ("eof", "reset")), ("/fault/close-body", ("eof",)), ("/fault/stall", ("open",))):
            with secure("www.lab.th") as connection:
                request(connection, path)
                try:
                    end = receive(connection, SILENCE_SECONDS if "open" in wanted else None)[1]
                except ssl.SSLError as error:  # of which kind depends on the version of Python
                    self.assertIn("EOF", str(error))
                    end = "eof"
                self.assertIn(end, wanted, path)

    def test_clients_that_leave_in_the_middle(self):
        """What the lab sends to somebody who has gone finds nobody there; that must not end the lab."""
        for host, path in (("www.lab.th", "/paced"), ("old.lab.th", "/paced"), ("records.lab.th", "/")):
            for _ in range(10):
                with secure(host) as connection:
                    request(connection, path, host)
                    connection.recv(100)
            self.assertTrue(self.page("www.lab.th"), host)


def talk(plain, tls, incoming, outgoing, data):
    """Sends a request over TLS held in memory; the sizes of the application records that come back."""
    sizes, buffer, done = [], b"", False
    while not done:
        try:
            if data:
                tls.do_handshake()
                tls.write(data)
                data = b""
            done = not tls.read(65536)
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLError:
            done = True
        plain.sendall(outgoing.read())
        more = b"" if done else plain.recv(65536)
        incoming.write(more)
        done = done or not more
        buffer += more
        while len(buffer) >= 5 and len(buffer) >= 5 + int.from_bytes(buffer[3:5], "big"):
            size = int.from_bytes(buffer[3:5], "big")
            if buffer[0] == 23:
                sizes.append(size)
            buffer = buffer[5 + size:]
    return sizes


class Command(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def lab(self, *arguments):
        return subprocess.run([LABORATORY, "internet", *map(str, arguments)], capture_output=True, text=True, check=False)

    def describe(self, text):
        path = self.folder / "web.lab"
        path.write_text(text)
        return path

    def test_ends_with_the_status_of_its_command(self):
        web = self.describe("host a.th\n / text=x\n")
        self.assertEqual(self.lab("run", web, "--", "sh", "-c", "exit 7").returncode, 7)
        self.assertEqual(self.lab("run", web, "--", "sh", "-c", "kill -9 $$").returncode, 128 + 9)
        self.assertEqual(self.lab("run", web, "--", "/no/such/program").returncode, 127)

    def test_logs_requests(self):
        web = self.describe("host a.th address=198.18.5.6\n / text=x delay=50\n /r fault=reset\n")
        log = self.folder / "log.tsv"
        client = ("import socket\n"
                  "for path in '/?q', '/', '/r':\n"
                  "  c = socket.create_connection(('a.th', 80))\n"
                  "  c.sendall(f'GET {path} HTTP/1.1\\r\\nHost: a.th\\r\\nConnection: close\\r\\n\\r\\n'.encode())\n"
                  "  try: c.recv(1 << 20)\n"
                  "  except OSError: pass\n")
        before = time.time()
        self.assertEqual(self.lab("run", web, "--log", log, "--", sys.executable, "-c", client).returncode, 0)
        head, *rows = [line.split("\t") for line in log.read_text().splitlines()]
        rows = [dict(zip(head, row)) for row in rows]
        self.assertEqual([row["target"] for row in rows], ["/?q", "/", "/r"])
        self.assertEqual([row["status"] for row in rows], ["404", "200", "0"])
        self.assertEqual([row["end"] for row in rows], ["closed", "closed", "reset"])
        self.assertEqual([row["connection"] for row in rows], ["1", "2", "3"])
        self.assertEqual(rows[1]["address"], "198.18.5.6")
        self.assertGreaterEqual(int(rows[1]["ms"]), 50)
        self.assertRegex(rows[1]["time"], r"^\d+\.\d{3}$")
        self.assertTrue(before - 1 <= float(rows[1]["time"]) <= time.time() + 1)

    def test_serves_a_folder(self):
        page = self.folder / "www.a.th" / "index.html"
        page.parent.mkdir()
        page.write_text("<p>from a folder</p>")
        client = "import urllib.request as u; print(u.urlopen('http://www.a.th/').read().decode())"
        answer = self.lab("run", self.folder, "--", sys.executable, "-c", client)
        self.assertEqual(answer.stdout, "<p>from a folder</p>\n", answer.stderr)

    def test_pages_of_another_web_with_faults_on_top(self):
        page = self.folder / "mirror" / "www.a.th" / "index.html"
        page.parent.mkdir(parents=True)
        page.write_text("<p>mirrored</p>")
        web = self.describe("pages mirror\nhost www.b.th\n / text=described\n")
        client = ("import urllib.request as u\n"
                  "for host in 'www.a.th', 'www.b.th': print(u.urlopen(f'http://{host}/').read().decode())\n")
        answer = self.lab("run", web, "--", sys.executable, "-c", client)
        self.assertEqual(answer.stdout, "<p>mirrored</p>\ndescribed\n", answer.stderr)

    def replay(self, path, urls):
        """Status, type, body and milliseconds of each URL when the WARC files are replayed."""
        client = ("import sys, time, urllib.request as u\n"
                  "class Keep(u.HTTPErrorProcessor):\n"
                  "  def http_response(self, request, response): return response\n"
                  "for url in sys.argv[1:]:\n"
                  "  started = time.monotonic()\n"
                  "  r = u.build_opener(Keep).open(url)\n"
                  "  body = r.read().decode()\n"
                  "  print(r.status, r.headers.get('Content-Type'), r.headers.get('Location'), body,\n"
                  "        int((time.monotonic() - started) * 1000), sep='\\t')\n")
        answer = self.lab("run", path, "--", sys.executable, "-c", client, *urls)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        return [line.split("\t") for line in answer.stdout.splitlines()]

    def test_replays_warc_files(self):
        kind = "application/http;msgtype=response"
        records = [
            record("warcinfo", 0, b"software: test\r\n", content_type="application/warc-fields"),
            record("response", 1, message(b"<p>old</p>"), uri="http://www.A.th", content_type=kind),
            record("response", 2, message(b"<p>new</p>", mime="text/html; charset=tis-620"), uri="http://www.a.th/",
                   content_type=kind),
            record("metadata", 3, b"fetchTimeMs: 300\r\n", uri="http://www.a.th/", content_type="application/warc-fields"),
            record("response", 4, message(b"in chunks", chunked=True), uri="https://www.a.th/c?d=1", content_type=kind),
            record("request", 5, b"GET /e HTTP/1.1\r\n\r\n", uri="http://www.a.th/e",
                   content_type="application/http;msgtype=request"),
            record("response", 6, message(b"", status="301 Moved", more="Location: /c?d=1\r\n"), uri="http://b.th/m",
                   content_type=kind),
        ]
        urls = ["http://www.a.th/", "http://www.a.th/c?d=1", "http://b.th/m", "http://www.a.th/e"]
        packed = b"".join(map(gzip.compress, records))
        for name, content in (("web.warc", b"".join(records)), ("web.warc.gz", packed)):
            folder = self.folder / name.replace(".", "-")
            folder.mkdir()
            (folder / name).write_bytes(content)
            for path in (folder, folder / name):
                rows = self.replay(path, urls)
                self.assertEqual([row[:4] for row in rows], [
                    ["200", "text/html; charset=tis-620", "None", "<p>new</p>"],
                    ["200", "text/html; charset=utf-8", "None", "in chunks"],
                    ["301", "text/html; charset=utf-8", "/c?d=1", ""],
                    ["404", "None", "None", ""]], path)
                self.assertGreaterEqual(int(rows[0][4]), 300)

    def test_replays_what_is_whole_of_a_damaged_file(self):
        good = record("response", 1, message(b"good"), uri="http://a.th/", content_type="application/http;msgtype=response")
        file = self.folder / "web.warc"
        file.write_bytes(good.replace(b"WARC/1.1", b"WORK/1.1").replace(b"a.th/", b"a.th/x") + good)
        self.assertEqual(self.replay(file, ["http://a.th/"])[0][3], "good")
        file.write_bytes(b"")
        self.assertIn("no answers that can be served", self.lab("run", file, "--", "true").stderr)

    def test_serves_a_world(self):
        world = self.folder / "world"
        subprocess.run([LABORATORY, "world", "make", "--preset", "lab", "--hosts", "100", "-o", world], check=True,
                       capture_output=True)
        hosts = subprocess.run([LABORATORY, "world", "hosts", world], check=True, capture_output=True, text=True).stdout
        rows = [dict(zip(hosts.splitlines()[0].split("\t"), line.split("\t"))) for line in hosts.splitlines()[1:]]
        client = ("import socket, sys\n"
                  "for name, address in zip(sys.argv[1::2], sys.argv[2::2]):\n"
                  "  try: assert socket.gethostbyname(name) == address, name\n"
                  "  except socket.gaierror: continue\n"
                  "  with socket.create_connection((name, 80)) as c:\n"
                  "    c.sendall(f'GET / HTTP/1.1\\r\\nHost: {name}\\r\\nConnection: close\\r\\n\\r\\n'.encode())\n"
                  "    try: print(name, c.recv(100).decode('latin-1').split(' ')[1])\n"
                  "    except (OSError, IndexError): print(name, 'dead')\n")
        pairs = [cell for row in rows for cell in (row["name"], row["address"])]
        answer = self.lab("run", world, "--", sys.executable, "-c", client, *pairs)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        pages = [line.split() for line in answer.stdout.splitlines()]
        self.assertGreater(len(pages), len(rows) * 0.8)
        self.assertGreater(sum(status == "200" for _, status in pages), len(rows) / 2)

    def test_serve_says_how_to_join_and_ends_when_told(self):
        web = self.describe("host a.th\n / text=x\n")
        roots = self.folder / "roots.pem"
        with subprocess.Popen([LABORATORY, "internet", "serve", web, "--roots", roots], stdout=subprocess.PIPE, text=True) as process:
            self.assertIn("The lab is open", process.stdout.readline())
            self.assertIn(f"-t {process.pid} ", process.stdout.readline())
            self.assertEqual(roots.read_text().count("BEGIN CERTIFICATE"), 2)
            process.terminate()
            self.assertEqual(process.wait(10), 0)

    def test_leaves_nothing_behind(self):
        web = self.describe("host a.th\n / text=x\n")
        scratch = self.folder / "t"
        scratch.mkdir()
        environment = dict(os.environ, TMPDIR=str(scratch))
        subprocess.run([LABORATORY, "internet", "run", web, "--", "true"], check=True, env=environment)
        self.assertEqual(list(scratch.iterdir()), [])

    def test_says_where_a_description_is_wrong(self):
        cases = {
            "host a.th\nhots b.th": "web.lab:2: a line begins with host, lab, pages or a path, not 'hots'",
            "/ text=x": "web.lab:1: a page needs a host line above it",
            "host": "web.lab:1: a host needs a name",
            "host a.th delay=soon": "web.lab:1: delay=soon: should be a number",
            "host a.th\n/ fault=none\n/x fault=fire": "web.lab:3: fault=fire: should be one of: none reset",
            "host a.th\n/ text=\"x": "web.lab:2: a quote is not closed",
            "host a.th nonsense": "'nonsense' is not of the form key=value",
            "host a.th color=red": "there is no key 'color' here",
            "host a.th address=1.2.3": "should be an address such as",
            "host a.th loss=5": "should be a percentage such as 5%",
            "pages nowhere": "cannot serve",
        }
        for text, wanted in cases.items():
            answer = self.lab("run", self.describe(text), "--", "true")
            self.assertEqual(answer.returncode, 2, text)
            self.assertIn(wanted, answer.stderr, text)

    def test_says_what_it_needs(self):
        self.assertIn("say what to do", self.lab().stderr)
        self.assertIn("it is: crawlbox-lab internet run WEB", self.lab("run", "x").stderr)
        self.assertIn("cannot serve", self.lab("run", self.folder / "nosuch", "true").stderr)
        answer = self.lab("run", self.describe(""), "--set", "colour=red", "--", "true")
        self.assertIn("there is no key 'colour' here", answer.stderr)

    def test_lists_its_words(self):
        words = self.lab("words").stdout
        for word in ("endless-head", "stall-body", "unknown-root", "rsa4096"):
            self.assertIn(f"  {word} ", words)

    def test_the_manual_names_every_word(self):
        manual = (pathlib.Path(__file__).parents[2] / "tools/lab/internet/LAB.md").read_text()
        for line in self.lab("words").stdout.splitlines():
            if line.startswith("  "):
                self.assertIn(f"`{line.split()[0]}`", manual)

    def test_everything_inside(self):
        (self.folder / "page.html").write_text("<p>a file</p>")
        mirror = self.folder / "mirror" / "www.old.th"
        (mirror / "a").mkdir(parents=True)
        (self.folder / "mirror" / "secret.txt").write_text("secret")
        for name, text in {"index.html": "<p>index</p>", "a/b.html": "<p>b</p>", "s.php?x=1": "<p>script</p>",
                           "ก.html": "ก"}.items():
            (mirror / name).write_text(text)
        result = subprocess.run([LABORATORY, "internet", "run", self.describe(DESCRIPTION), "--", sys.executable, __file__],
                                check=False)
        self.assertEqual(result.returncode, 0)


if __name__ == "__main__":
    if not INSIDE:
        namespace.require()
    here = [Services, Pages, Faults, Secure] if INSIDE else [Command]
    suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(case) for case in here)
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
