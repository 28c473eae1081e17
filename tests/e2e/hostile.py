"""Web servers that mean harm, by what they do to whoever connects; honest ones beside them.

    with hostile.Web(folder) as web:                       in a network namespace (namespace.py)
        web.add("drip.th", "drip-handshake")               a kind of KINDS
        web.add("good.th", "honest")
        with web.names(), Box(card=web.card(), ...) as box: ...

A kind is a function that serves one connection: `kind(socket, site)`, decorated with @kind(name, port, what it wants). It runs in a
thread of its own until it returns or the connection ends, and sees nothing but the socket: TLS, if any, is its own affair
(site.secure() makes an honest handshake). To add one, write the function; test_attack.py's crawl visits all of them.
"""
import contextlib
import os
import pathlib
import re
import socket
import ssl
import subprocess
import threading
import time
import zlib

import card_image
import namespace
import tls_world

HTTP, HTTPS = 80, 443
THAI = "ประเทศไทยมีหน่วยงานราชการและมหาวิทยาลัยหลายแห่ง นักเรียนอ่านหนังสือทุกวัน "
DRIP_SECONDS = 1.0  # between two bytes: always in time for a limit of silence
NETWORK = "11.0.{}.{}"  # addresses that look public, in a network that nobody leaves
KINDS = {}


def kind(name, port, wants):
    """Makes a kind of server of a function; `wants` is what the attacker is after, for people."""
    def note(function):
        KINDS[name] = (function, port, wants)
        return function
    return note


# What honest servers do

def read_head(connection):
    """All of a request; None at the end of the connection."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(4096)
        if not more:
            return None
        data += more
    return data.decode()


def read_request(connection):
    """The path that is asked for; None at the end of the connection."""
    head = read_head(connection)
    return head and head.split(" ", 2)[1]


def message(body, *headers, status="200 OK", content_type="text/html; charset=utf-8"):
    body = body if isinstance(body, bytes) else body.encode()
    fields = [f"HTTP/1.1 {status}", f"Content-Type: {content_type}", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join(fields).encode() + b"\r\n\r\n" + body


def thai_page(text="", links=()):
    anchors = "".join(f'<a href="{link}">{THAI[:30]}</a>' for link in links)
    return message(f"<html lang=th><title>{THAI}</title><p>{text}{THAI * 10}{anchors}")


NO_RULES = message("nothing", status="404 Not Found", content_type="text/plain")
HONEST_PAGES = {"/": ("/a", "/b", "/c"), "/a": ("/",), "/b": ("/",), "/c": ("/",)}


def answer_honestly(connection, site):
    while (path := read_request(connection)) is not None:
        known = path in HONEST_PAGES
        connection.sendall(thai_page(site.host + path, HONEST_PAGES[path]) if known else NO_RULES)
        site.served |= {path} & set(HONEST_PAGES)


def serve_pages(page):
    """A kind that has no rules for robots, and on whose pages page(connection, site, path) does something."""
    def serve(connection, site):
        while (path := read_request(connection)) is not None:
            if path == "/robots.txt":
                connection.sendall(NO_RULES)
            elif page(connection, site, path) is False:
                return
    return serve


def drip(connection, data, seconds=DRIP_SECONDS):
    for at in range(len(data)):
        connection.sendall(data[at:at + 1])
        time.sleep(seconds)


def drip_for_ever(connection, byte, seconds=DRIP_SECONDS):
    while True:
        drip(connection, byte, seconds)


@kind("honest", HTTP, "nothing: an honest site")
def honest(connection, site):
    answer_honestly(connection, site)


@kind("honest-tls", HTTPS, "nothing: an honest site by https")
def honest_tls(connection, site):
    with site.secure(connection) as wrapped:
        answer_honestly(wrapped, site)


# Pages of others

FORGED = "FORGED"


def forge(connection, site):
    """Answers for whomever is asked for, and keeps the connection."""
    while (head := read_head(connection)) is not None:
        site.asked.append(re.search(r"\r\nhost: *([^\r]*)", head, re.IGNORECASE)[1])
        path = head.split(" ", 2)[1]
        connection.sendall(NO_RULES if path == "/robots.txt" else thai_page(f"{FORGED} {path}", HONEST_PAGES["/"]))


@kind("forger", HTTP, "pages in another's name: keeps its connection, and answers for any host")
def forger(connection, site):
    forge(connection, site)


@kind("forger-tls", HTTPS, "pages in another's name, by https")
def forger_tls(connection, site):
    with site.secure(connection) as wrapped:
        forge(wrapped, site)


def name_with_checksum(wanted, end):
    """A host name that ends so and has the CRC-32 of another: each of 48 letters is an a or a b, and the sum is linear in these choices."""
    def crc(bits):
        return zlib.crc32("".join("ab"[bits >> at & 1] for at in range(48)).encode() + end.encode())
    rows, nothing = {}, crc(0)  # highest bit: (sum, choices) of a combination that has it
    for at in range(48):
        value, choice = crc(1 << at) ^ nothing, 1 << at
        while value and value.bit_length() in rows:
            other = rows[value.bit_length()]
            value, choice = value ^ other[0], choice ^ other[1]
        if value:
            rows[value.bit_length()] = (value, choice)
    left, bits = zlib.crc32(wanted.encode()) ^ nothing, 0
    while left:
        value, choice = rows[left.bit_length()]
        left, bits = left ^ value, bits ^ choice
    return "".join("ab"[bits >> at & 1] for at in range(48)) + end


# TLS: time, and work

@kind("expired-authorities", HTTPS, "restarts: many expired authorities of one name, whose signatures cost a second each")
def expired_authorities(connection, site):
    site.secure(connection, site.web.certificate_of("expired-authorities", site.host)).close()


@kind("endless-chain", HTTPS, "work: a chain of nine P-384 certificates that ends in nobody's")
def endless_chain(connection, site):
    site.secure(connection, site.web.certificate_of("endless-chain", site.host)).close()


RECORD_HANDSHAKE, RECORD_ALERT = b"\x16\x03\x03", b"\x15\x03\x03"
WARNING = RECORD_ALERT + b"\x00\x02\x01\x5a"  # "the user cancelled": to be taken note of, and no more


@kind("drip-handshake", HTTPS, "a box that waits for ever: a handshake of a byte a second")
def drip_handshake(connection, site):
    connection.recv(4096)
    site.dripping.set()
    connection.sendall(RECORD_HANDSHAKE + b"\x3f\x00\x02\x00\x3e\xfc\x03\x03")
    drip_for_ever(connection, b"\x00")


@kind("drip-alerts", HTTPS, "a box that waits for ever: a warning a second")
def drip_alerts(connection, site):
    connection.recv(4096)
    while True:
        connection.sendall(WARNING)
        time.sleep(DRIP_SECONDS)


@kind("alert-flood", HTTPS, "a box that does nothing else: warnings as fast as the line takes them")
def alert_flood(connection, site):
    connection.recv(4096)
    while True:
        connection.sendall(WARNING * 200)


@kind("silent-tls", HTTPS, "a box that waits for ever: not a word")
def silent_tls(connection, site):
    while connection.recv(4096):
        pass


@kind("plain-on-443", HTTPS, "confusion: http where TLS belongs")
def plain_on_443(connection, site):
    connection.recv(4096)
    connection.sendall(thai_page("no TLS"))


@kind("drip-record", HTTPS, "a box that waits for ever: an answer whose record comes a byte a second")
def drip_record(connection, site):
    tunnel = site.tunnel(connection)
    if read_request(tunnel) == "/robots.txt":
        tunnel.sendall(NO_RULES)
        read_request(tunnel)
    drip(connection, tunnel.seal(thai_page("drips" * 2000)))


@kind("drip-body-tls", HTTPS, "a box that waits for ever: a page by https, a byte a record, a record a second")
def drip_body_tls(connection, site):
    with site.secure(connection) as wrapped:
        serve_pages(drip_body_of)(wrapped, site)


# http

def drip_body_of(connection, site, path):
    site.dripping.set()
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>")
    drip_for_ever(connection, b"a")


@kind("drip-body", HTTP, "a box that waits for ever: a page of a byte a second")
def drip_body(connection, site):
    serve_pages(drip_body_of)(connection, site)


@kind("drip-header", HTTP, "a box that waits for ever: a header of a byte a second")
def drip_header(connection, site):
    def page(connection, site, path):
        site.dripping.set()
        connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
        drip_for_ever(connection, b"a")
    serve_pages(page)(connection, site)


@kind("drip-pages", HTTP, "a box that waits for ever: any number of pages, of a byte a second each")
def drip_pages(connection, site):
    def page(connection, site, path):
        links = "".join(f'<a href="{path}{letter}">{THAI[:20]}</a>' for letter in "abcdefgh")
        connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>{THAI * 3}{links}".encode())
        drip_for_ever(connection, b"a")
    serve_pages(page)(connection, site)


@kind("drip-robots", HTTP, "a box that waits for ever: robots.txt of a byte a second")
def drip_robots(connection, site):
    read_request(connection)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
    drip_for_ever(connection, b"#")


@kind("drip-continue", HTTP, "a box that waits for ever: 100 Continue, once a second")
def drip_continue(connection, site):
    read_request(connection)
    while True:
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        time.sleep(DRIP_SECONDS)


@kind("silent", HTTP, "a box that waits for ever: accepts, and not a word")
def silent(connection, site):
    while connection.recv(4096):
        pass


@kind("endless-header", HTTP, "a box that reads for ever: header lines without end")
def endless_header(connection, site):
    def page(connection, site, path):
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            connection.sendall(b"X-Field: of no use to anybody\r\n" * 100)
    serve_pages(page)(connection, site)


@kind("endless-body", HTTP, "a full card: a page without end")
def endless_body(connection, site):
    def page(connection, site, path):
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        while True:
            connection.sendall(f"<p>{THAI}".encode() * 20)
    serve_pages(page)(connection, site)


@kind("endless-robots", HTTP, "a box that reads for ever: robots.txt without end")
def endless_robots(connection, site):
    read_request(connection)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
    while True:
        connection.sendall(b"User-agent: *\nDisallow: /nothing\n" * 50)


@kind("crumbs", HTTP, "a box that computes: a page in chunks of one byte with long extensions")
def crumbs(connection, site):
    def page(connection, site, path):
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(20000):
            connection.sendall(b"1;" + b"e" * 60 + b"\r\na\r\n")
        connection.sendall(b"0\r\n\r\n")
    serve_pages(page)(connection, site)


@kind("redirect-for-ever", HTTP, "a crawl that never ends: each page sends on to the next")
def redirect_for_ever(connection, site):
    def page(connection, site, path):
        number = int(re.sub(r"\D", "", path) or 0)
        connection.sendall(message("", f"Location: /{number + 1}", status="302 Found"))
    serve_pages(page)(connection, site)


@kind("maze", HTTP, "a crawl that never ends: pages that only lead deeper, in no language that is looked for")
def maze(connection, site):
    def page(connection, site, path):
        links = "".join(f'<a href="{path}{letter}/">{letter}</a>' for letter in "abcdefghij")
        connection.sendall(message("<p>" + "nothing that anybody wants to read here. " * 20 + links))
    serve_pages(page)(connection, site)


@kind("reset", HTTP, "a crawl that stumbles: each answer is cut by a reset")
def reset(connection, site):
    read_request(connection)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n<p>")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


@kind("noise", HTTP, "a parser that falls: random bytes")
def noise(connection, site):
    read_request(connection)
    connection.sendall(os.urandom(20000))


# Waits

def wait(seconds):
    return f"Retry-After: {seconds}"


@kind("waits-robots", HTTP, "a box that does nothing else: robots.txt that wants it to come back tomorrow")
def waits_robots(connection, site):
    while (path := read_request(connection)) is not None:
        connection.sendall(message("User-agent: *\n", wait(90000), content_type="text/plain") if path == "/robots.txt"
                           else thai_page(path, HONEST_PAGES["/"]))


@kind("waits-pages", HTTP, "a slot for a year: each page wants to be left alone for an hour")
def waits_pages(connection, site):
    def page(connection, site, path):
        number = int(re.sub(r"\D", "", path) or 0)
        connection.sendall(message(f"<p>{path} {THAI * 5}" + "".join(f"<a href=/{number * 3 + more}>x</a>" for more in (1, 2, 3)),
                                   wait(3600)))
    serve_pages(page)(connection, site)


@kind("waits-delay", HTTP, "a slot for months: Crawl-delay: 300, and any number of pages")
def waits_delay(connection, site):
    while (path := read_request(connection)) is not None:
        number = int(re.sub(r"\D", "", path) or 0)
        connection.sendall(message("User-agent: *\nCrawl-delay: 300\n", content_type="text/plain") if path == "/robots.txt"
                           else thai_page(path, [f"/{number * 3 + more}" for more in (1, 2, 3)]))


@kind("waits-sitemaps", HTTP, "a slot for months: sitemaps that name others, each of which wants to be left alone")
def waits_sitemaps(connection, site):
    while (path := read_request(connection)) is not None:
        number = int(re.sub(r"\D", "", path) or 0)
        more = "".join(f"<sitemap><loc>http://{site.host}/{number * 3 + more}.xml</loc></sitemap>" for more in (1, 2, 3))
        if path == "/robots.txt":
            connection.sendall(message(f"Sitemap: http://{site.host}/0.xml\n", content_type="text/plain"))
        elif path.endswith(".xml"):
            connection.sendall(message(f"<sitemapindex>{more}</sitemapindex>", wait(7200), content_type="application/xml"))
        else:
            connection.sendall(thai_page(path))


def answer_but_once(connection, site, where, seconds, status="200 OK"):
    """Honestly; but at the first request for one path it wants to be left alone."""
    while (path := read_request(connection)) is not None:
        first = path == where and not site.asked
        site.asked += [path] if first else []
        if path == "/robots.txt":
            connection.sendall(message("User-agent: *\n", *[wait(seconds)] * first, content_type="text/plain"))
        elif path in HONEST_PAGES:
            said = thai_page(site.host + path, HONEST_PAGES[path])
            connection.sendall(message("busy", wait(seconds), status=status) if first else said)
            site.served |= set() if first else {path}
        else:
            connection.sendall(NO_RULES)


@kind("once-robots", HTTP, "nothing: an honest site that is busy once")
def once_robots(connection, site):
    answer_but_once(connection, site, "/robots.txt", 7200)


@kind("once-busy", HTTP, "nothing: an honest site that is busy once, for two hours")
def once_busy(connection, site):
    answer_but_once(connection, site, "/b", 7200, "503 Service Unavailable")


@kind("once-short", HTTP, "nothing: an honest site that is busy once, for ten minutes")
def once_short(connection, site):
    answer_but_once(connection, site, "/b", 600, "503 Service Unavailable")


@kind("once-page", HTTP, "nothing: an honest site that is busy once, for a day")
def once_page(connection, site):
    answer_but_once(connection, site, "/b", 90000, "503 Service Unavailable")


# The servers

class _Tunnel:
    """TLS over a socket whose bytes are in our hands: what is sealed is sent by whoever wants, and how."""

    def __init__(self, connection, context):
        self.connection = connection
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.incoming, self.outgoing, server_side=True)
        self._until(self.tls.do_handshake)

    def _until(self, act):
        while True:
            try:
                result = act()
                self.flush()
                return result
            except ssl.SSLWantReadError:
                self.flush()
                more = self.connection.recv(16384)
                if not more:
                    raise OSError("ended") from None
                self.incoming.write(more)

    def flush(self):
        if self.outgoing.pending:
            self.connection.sendall(self.outgoing.read())

    def recv(self, size):
        return self._until(lambda: self.tls.read(size))

    def seal(self, data):
        self.tls.write(data)
        return self.outgoing.read()

    def sendall(self, data):
        self.connection.sendall(self.seal(data))


def take_address(address):
    """From now on this machine answers for it."""
    subprocess.run(["ip", "route", "replace", "local", address, "dev", "lo"], check=True)


class Site:
    def __init__(self, web, host, address, name):
        self.web, self.host, self.address = web, host, address
        self.kind, self.port, self.wants = KINDS[name]
        self.visits = 0
        self.asked = []  # for which hosts, by a forger
        self.served = set()  # pages of an honest site that it has sent
        self.dripping = threading.Event()  # somebody waits for a page that never ends
        self._listen()

    def _listen(self):
        self.listener = None
        if (self.address, self.port) in self.web.shared:
            return
        self.web.shared.add((self.address, self.port))
        take_address(self.address)
        self.listener = socket.create_server((self.address, self.port))
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        if self.listener is None:
            return
        self.web.shared.discard((self.address, self.port))
        self.listener.shutdown(socket.SHUT_RDWR)  # whoever waits in accept() holds it open
        self.listener.close()

    def move(self, address):
        """To another address; before names() tells the first."""
        self.close()
        self.address = address
        self._listen()

    def url(self, path="/"):
        return f"{'https' if self.port == HTTPS else 'http'}://{self.host}{path}"

    def _serve(self):
        while True:
            try:
                connection = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self._serve_one, args=(connection,), daemon=True).start()

    def _asked_for(self, connection):
        """Which site of our address the connection is for."""
        if sum(site.address == self.address for site in self.web.sites.values()) < 2:
            return self
        while b"\r\n\r\n" not in (head := connection.recv(4096, socket.MSG_PEEK)):
            if not head:
                raise OSError("ended")
        return self.web.sites[re.search(rb"\r\nhost: *([^\r:]*)", head, re.IGNORECASE)[1].decode()]

    def _serve_one(self, connection):
        with contextlib.suppress(OSError, ssl.SSLError, ValueError, IndexError, KeyError, TypeError), connection:
            site = self._asked_for(connection)
            site.visits += 1
            site.kind(connection, site)

    def context(self, certificate=None):
        certificate = certificate or self.web.certificate_of("honest", self.host)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate.certificate, certificate.key)
        return context

    def secure(self, connection, certificate=None):
        """The connection after an honest handshake."""
        return self.context(certificate).wrap_socket(connection, server_side=True)

    def tunnel(self, connection):
        return _Tunnel(connection, self.context())


class Web:
    """Hosts of many kinds in this network namespace; their names, and a card for a box that visits them."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.sites, self.certificates, self.roots = {}, {}, []
        self.shared = set()  # (address, port) of which a site serves all that are there
        self.root = tls_world.Authority(folder, "ec:P-256")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for site in self.sites.values():
            site.close()

    def add(self, host, name, address=None):
        """At an address of its own, or by http at one that it shares."""
        number = len(self.sites) + 2
        address = address or NETWORK.format(number // 250, number % 250 + 1)
        if KINDS[name][1] == HTTPS:
            self.certificate_of(name if name in CERTIFICATES else "honest", host)  # made before anybody waits for it
        self.sites[host] = Site(self, host, address, name)
        return self.sites[host]

    def names(self, *extra):
        return namespace.dnsmasq(*(f"--address=/{site.host}/{site.address}" for site in self.sites.values()), *extra)

    def certificate_of(self, name, host):
        if (name, host) not in self.certificates:
            self.certificates[name, host] = CERTIFICATES[name](self, host)
        return self.certificates[name, host]

    def card(self, settings="", seeds=(), name="card.img"):
        """A fresh card that trusts our root; its path."""
        card = str(self.folder / name)
        files = {"CA.BIN": tls_world.ca_bin([self.root, *self.roots]), "ENTROPY.BIN": os.urandom(32)}
        if seeds:
            files["SEEDS.TXT"] = "\n".join(seeds).encode()
        card_image.prepare(card, settings, files)
        return card


def _expired_authorities(web, host):
    """A leaf, and twelve expired authorities that have the name of its issuer, each with a key of its own: each may have signed it."""
    name = f"Expired of {host}"
    certificates = []
    for number in range(12):
        folder = pathlib.Path(web.folder, f"{host}-{number}")
        folder.mkdir()
        certificates.append(tls_world.Authority(folder, "ec:P-384", name).again(days=-1))
    leaf = tls_world.Authority(web.folder, "ec:P-384", name).issue(host, "ec:P-256")
    leaf.certificate.write_text(leaf.certificate.read_text() + "".join(certificates))
    return leaf


def _endless_chain(web, host):
    authority = None
    for number in range(9):
        authority = tls_world.Authority(web.folder, "ec:P-384", f"Link {number} of {host}", authority)
    return authority.issue(host, "ec:P-256")


CERTIFICATES = {
    "honest": lambda web, host: web.root.issue(host, "ec:P-256"),
    "expired-authorities": _expired_authorities,
    "endless-chain": _endless_chain,
}
