"""Certificates and TLS servers for tests: chains made by openssl, served by Python's ssl or by `openssl s_server`.

    ca = tls_world.Authority(folder, "rsa:4096")
    site = ca.issue("www.example.th", "rsa:2048")                 # site.certificate, site.key: PEM files with the chain
    with tls_world.serve(site, "198.18.1.2", 443, page) as server: ...
    tls_world.ca_bin([ca])                                        # the bytes of CA.BIN, as app/fetch/roots.h describes it
"""
import contextlib
import hashlib
import http.server
import pathlib
import ssl
import struct
import subprocess
import sys
import threading
import zlib

sys.path.append(str(pathlib.Path(__file__).parent.parent / "host"))  # behind: both folders have a test_fetch.py
from certificates import dates, make_key  # noqa: E402


AUTHORITY_EXTENSIONS = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n"


def _openssl(*arguments, text=None):
    return subprocess.run(["openssl", *arguments], check=True, capture_output=True, input=text).stdout


class Site:
    def __init__(self, certificate, key):
        self.certificate, self.key = certificate, key


class Authority:
    """A certificate authority, below another one or a root of its own."""

    def __init__(self, folder, kind, name="Test Root", parent=None):
        self.folder, self.name, self.parent = pathlib.Path(folder), name, parent
        stem = name.replace(" ", "-")
        self.key = self.folder / f"{stem}.key"
        self.certificate = self.folder / f"{stem}.pem"
        make_key(self.key, kind)
        self._sign(self.key, self.certificate, f"/O=Crawlbox Test/CN={name}", AUTHORITY_EXTENSIONS, parent or self)

    def _sign(self, key, certificate, subject, extensions, signer, days=30):
        request = self.folder / (key.stem + ".csr")
        config = self.folder / (key.stem + ".cnf")
        config.write_text(extensions)
        _openssl("req", "-new", "-key", str(key), "-subj", subject, "-out", str(request))
        by = ["-signkey", str(key)] if signer is self and key == self.key else \
            ["-CA", str(signer.certificate), "-CAkey", str(signer.key), "-CAcreateserial"]
        _openssl("x509", "-req", "-in", str(request), "-out", str(certificate), *dates(days), "-sha256",
                 "-extfile", str(config), *by)

    def again(self, days=30, number=0, signer=None):
        """The same authority, key and name, in another certificate; PEM."""
        certificate = self.folder / f"{self.key.stem}-{number}.pem"
        self._sign(self.key, certificate, f"/O=Crawlbox Test/CN={self.name}", AUTHORITY_EXTENSIONS, signer or self, days)
        return certificate.read_text()

    def chain(self):
        """The certificates between a site and the root, PEM."""
        return "" if self.parent is None else self.certificate.read_text() + self.parent.chain()

    def issue(self, host, kind, days=30, names=(), extensions=""):
        stem = f"{host}-{kind}-{days}-{self.name}".replace(":", "-").replace(" ", "-")
        key, leaf, whole = (self.folder / (stem + ending) for ending in (".key", ".leaf", ".pem"))
        make_key(key, kind)
        hosts = ",".join(f"DNS:{name}" for name in (host, *names))
        self._sign(key, leaf, f"/CN={host}", f"subjectAltName={hosts}\n{extensions}", self, days)
        whole.write_text(leaf.read_text() + self.chain())
        return Site(whole, key)


def _der(pem):
    return _openssl("x509", "-in", str(pem), "-outform", "DER")


def _subject(der):
    """The subject's DER: the sixth part of the part that is signed (the fifth if it has no version)."""
    def part(at):
        length = der[at + 1]
        head = 2
        if length & 0x80:
            head += length & 0x7f
            length = int.from_bytes(der[at + 2:at + head], "big")
        return at, at + head, at + head + length
    at = part(part(0)[1])[1]
    parts = []
    while len(parts) < 7:
        parts.append(part(at))
        at = parts[-1][2]
    start, _, end = parts[5 if der[parts[0][0]] == 0xa0 else 4]
    return der[start:end]


def ca_bin(authorities):
    certificates = []
    for authority in authorities:
        der = _der(authority.certificate)
        certificates.append((hashlib.sha1(_subject(der)).digest()[:8], der))
    certificates.sort(key=lambda entry: entry[0])
    index, body, at = b"", b"", 16 + 16 * len(certificates)
    for key, der in certificates:
        index += key + struct.pack("<II", at + len(body), len(der))
        body += der
    data = index + body
    head = b"CBCA" + struct.pack("<HHII", 1, len(certificates), 16 + len(data), zlib.crc32(data))
    return head + data


def handler(answer):
    """A request handler that sends what answer(path) returns: the bytes of a whole HTTP message."""
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            message = answer(self.path)
            self.wfile.write(message)
            self.close_connection = b"connection: close" in message.split(b"\r\n\r\n", 1)[0].lower() or \
                b"content-length" not in message.lower() and b"chunked" not in message.lower()

        def log_message(self, *_):
            pass
    return Handler


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    tls = None

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.resumed = []  # for each handshake: whether an earlier session was taken up

    def finish_request(self, request, client_address):
        if self.tls is None:
            return super().finish_request(request, client_address)
        try:
            with self.tls.wrap_socket(request, server_side=True) as wrapped:
                self.resumed.append(wrapped.session_reused)
                return super().finish_request(wrapped, client_address)
        except (OSError, ssl.SSLError):
            return None  # the client did not like our certificate

    def handle_error(self, request, client_address):
        pass


@contextlib.contextmanager
def serve(answer, address, port, site=None, options=lambda context: None):
    """HTTP, or HTTPS with the certificate of `site`, in threads of this process."""
    server = _Server((address, port), handler(answer))
    if site is not None:
        server.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.tls.load_cert_chain(site.certificate, site.key)
        options(server.tls)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
