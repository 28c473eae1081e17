"""Servers with which no https is made, each for a reason of its own, as real peers give it.

    for host, (status, serve) in tls_peers.PEERS.items():
        things.enter_context(serve(tls_world.Authority(...), host, address))        at port 443 of the address
"""
import contextlib
import socketserver
import ssl
import subprocess
import threading

import namespace
import tls_world

PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>"
MANY_NAMES = [f"name-number-{number}.example.th" for number in range(700)]  # of a certificate of more than 16 KB
SPARE_CERTIFICATES = 60  # of half a KB each, behind a certificate
STEPS = 9  # which make one more, with the server's own, than the box goes
P256_BASE = bytes.fromhex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                          "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
HANDSHAKE = 22
SERVER_HELLO, CERTIFICATE, SERVER_KEY_EXCHANGE = 2, 11, 12
ECDHE_ECDSA_AES128_GCM, RSA_AES128_CBC = 0xC02B, 0x002F
X25519, P256 = b"\3\0\x1d\x20" + bytes(32), b"\3\0\x17\x41\4" + P256_BASE  # curve and point, as a server names them
RSA_PSS = b"\x08\x04"


def openssl(*options, kind="ec:P-256"):
    """`openssl s_server` with these options."""
    @contextlib.contextmanager
    def serve(authority, host, address):
        site = authority.issue(host, kind)
        process = subprocess.Popen(["openssl", "s_server", "-accept", f"{address}:443", "-cert", site.certificate, "-key", site.key, "-WWW",
                                    *options], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            namespace.wait_for_port(process, address, 443)
            yield
        finally:
            process.kill()
            process.wait()
    return serve


def python(options=lambda context: None, spare=0, steps=0, encrypts=True, **certificate):
    """A server of Python's, which answers any path; `spare`: how many certificates it sends that nobody needs; `steps`: how many
    authorities lie between it and the root."""
    def serve(authority, host, address):
        site = None
        for step in range(steps):
            authority = tls_world.Authority(authority.folder, "ec:P-256", f"Step {step}", authority)
        if encrypts:
            site = authority.issue(host, "ec:P-256", **certificate)
            with open(site.certificate, "a", encoding="ascii") as file:
                file.write(authority.certificate.read_text() * spare)
        return tls_world.serve(lambda path: PAGE, address, 443, site, options)
    return serve


def refuses_the_name(alert):
    def set_callback(context):
        context.sni_callback = lambda *_: alert
    return python(set_callback)


def message(kind, body):
    content = bytes([kind]) + len(body).to_bytes(3, "big") + body
    return bytes([HANDSHAKE, 3, 3]) + len(content).to_bytes(2, "big") + content


def scripted(cipher=ECDHE_ECDSA_AES128_GCM, exchange=None, answers=True):
    """A server that sends the beginning of a handshake whatever it is asked for, and then waits for the end; or only hangs up."""
    @contextlib.contextmanager
    def serve(authority, host, address):
        hello = message(SERVER_HELLO, b"\3\3" + bytes(32) + b"\0" + cipher.to_bytes(2, "big") + b"\0")
        der = ssl.PEM_cert_to_DER_cert(authority.issue(host, "ec:P-256").certificate.read_text())
        chain = len(der).to_bytes(3, "big") + der
        sent = hello + message(CERTIFICATE, len(chain).to_bytes(3, "big") + chain)
        if exchange:
            sent += message(SERVER_KEY_EXCHANGE, exchange + RSA_PSS + b"\0\x08" + bytes(8))

        class Handler(socketserver.BaseRequestHandler):
            def handle(self):
                self.request.recv(4096)
                if answers:
                    self.request.sendall(sent)
                    self.request.recv(4096)  # an alert

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = daemon_threads = True

            def handle_error(self, request, client_address):
                pass

        with Server((address, 443), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield
            server.shutdown()
    return serve


PEERS = {
    "no-group.th": (-27, openssl("-tls1_2", "-groups", "X25519")),
    "no-signature.th": (-27, openssl("-tls1_2", "-sigalgs", "rsa_pss_rsae_sha256", kind="rsa:2048")),
    "no-cipher.th": (-27, openssl("-tls1_2", "-cipher", "AES128-SHA256", kind="rsa:2048")),
    "too-new.th": (-24, openssl("-tls1_3")),
    "too-old.th": (-27, openssl("-tls1_1", "-cipher", "DEFAULT:@SECLEVEL=0")),  # it looks for a cipher of its time first
    "large-certificate.th": (-26, python(names=MANY_NAMES)),
    "long-chain.th": (-26, python(spare=SPARE_CERTIFICATES)),
    "high-chain.th": (-26, python(steps=STEPS)),
    "wrong-date.th": (-21, python(days=-1)),
    "wrong-kind.th": (-29, python(extensions="extendedKeyUsage=clientAuth\n")),
    "no-such-host.th": (-35, refuses_the_name(ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME)),
    "fails.th": (-20, refuses_the_name(ssl.ALERT_DESCRIPTION_INTERNAL_ERROR)),
    "plain.th": (-34, python(encrypts=False)),
    "odd-cipher.th": (-28, scripted(RSA_AES128_CBC)),
    "odd-group.th": (-28, scripted(exchange=X25519)),
    "odd-signature.th": (-28, scripted(exchange=P256)),
    "hangs-up.th": (-20, scripted(answers=False)),
}
