"""A small web on this machine: named hosts with pages, a name server, and a list of what was asked for. Needs a network namespace of
its own (tests/e2e/namespace.py), for ports 80, 443 and 53.

    with SmallWeb({"www.example.th": {"/": b"<p>..."}}) as web:
        ...
        web.requests                   [("www.example.th", "/"), ...]
        web.received                   [b"GET / HTTP/1.1\\r\\nHost: ...", ...]: the same as bytes
"""
import contextlib
import http.server
import math
import socket
import struct
import threading
import zlib

NETWORK = "198.18.1"  # routed to this machine
NAME_SERVER = "127.0.0.1"
THAI = "การเดินทางท่องเที่ยวในประเทศไทยเป็นที่นิยมของนักท่องเที่ยวจากทั่วโลก "
ENGLISH = "There is nothing to be seen here but some English words and a few links. "


def page(*links, text=THAI, salt=""):
    anchors = "".join(f"<li><a href='{link}'>{link}</a>" for link in links)
    return f"<!DOCTYPE html><meta charset=utf-8><title>{salt}</title><ul>{anchors}</ul><p>{salt} {text * 20}".encode()


class Noted:
    """What comes in, with a copy of the lines since the last look."""

    def __init__(self, file):
        self.file = file
        self.lines = []

    def readline(self, *arguments):
        self.lines.append(self.file.readline(*arguments))
        return self.lines[-1]

    def take(self):
        lines, self.lines = self.lines, []
        return b"".join(lines)

    def __getattr__(self, name):
        return getattr(self.file, name)


class SmallWeb:
    """hosts: {name: {path: bytes, or (status, {header: value}, bytes)}}; what is not in it is a 404. Every page has an ETag, and is
    answered with 304 if the client has it. After so many answers (hold_after) nobody gets another one until go_on().
    secure: an ssl.SSLContext, with which the same hosts answer on https, too; hosts["https://NAME"] is what NAME has there instead."""

    def __init__(self, hosts, hold_after=math.inf, secure=None):
        self.hosts = hosts
        self.secure = secure
        self.hold_after = hold_after
        self.addresses = {name: f"{NETWORK}.{number}" for number, name in enumerate(hosts, 1)}
        self.requests = []
        self.received = []
        self.unchanged = []  # of these, those that were answered with 304
        self.answered = threading.Condition()

    def __enter__(self):
        self.stack = contextlib.ExitStack()
        self.stack.enter_context(self._serve_pages(80, None))
        if self.secure:
            self.stack.enter_context(self._serve_pages(443, self.secure))
        self.stack.enter_context(self._serve_names())
        return self

    def __exit__(self, *_):
        self.stack.close()

    def wait_for(self, count):
        """Until so many requests were answered."""
        with self.answered:
            self.answered.wait_for(lambda: len(self.requests) >= count)

    def go_on(self):
        with self.answered:
            self.hold_after = math.inf
            self.answered.notify_all()

    @contextlib.contextmanager
    def _serve_pages(self, port, secure):
        web = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                self.rfile = Noted(self.rfile)

            def do_GET(self):  # noqa: N802
                with web.answered:
                    web.answered.wait_for(lambda: len(web.requests) < web.hold_after)
                name = self.headers["Host"]
                pages = web.hosts.get(f"https://{name}" if secure else name, web.hosts.get(name, {}))
                answer = pages.get(self.path, (404, {}, b"<p>no such page"))
                status, headers, body = answer if isinstance(answer, tuple) else (200, {}, answer)
                tag = f'"{zlib.crc32(body):08x}"'
                if status == 200 and self.headers["If-None-Match"] == tag:
                    web.unchanged.append((name, self.path))
                    status, body = 304, b""
                self.send_response(status)
                kind = "text/plain" if self.path == "/robots.txt" else "text/html"
                for field, value in {"Content-Type": kind, "Content-Length": str(len(body)), "ETag": tag, **headers}.items():
                    self.send_header(field, value)
                self.end_headers()
                self.wfile.write(body)
                with web.answered:
                    web.requests.append((name, self.path))
                    web.received.append(self.rfile.take())
                    web.answered.notify_all()

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("0.0.0.0", port), Handler)
        if secure:
            server.socket = secure.wrap_socket(server.socket, server_side=True)
        server.handle_error = lambda *_: None
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    @contextlib.contextmanager
    def _serve_names(self):
        udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        udp.bind((NAME_SERVER, 53))

        def run():
            while True:
                question, sender = udp.recvfrom(1500)
                if not question:
                    return
                udp.sendto(self._answer(question), sender)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            yield
        finally:
            udp.sendto(b"", (NAME_SERVER, 53))
            thread.join()
            udp.close()

    def _answer(self, question):
        labels, at = [], 12
        while question[at]:
            labels.append(question[at + 1:at + 1 + question[at]].decode("ascii"))
            at += 1 + question[at]
        address = self.addresses.get(".".join(labels).lower())
        head = question[:2] + struct.pack(">HHHHH", 0x8180 if address else 0x8183, 1, 1 if address else 0, 0, 0) + question[12:]
        return head + b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 60, 4) + socket.inet_aton(address) if address else head
