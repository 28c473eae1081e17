"""A DHCP server that the test plays with: short leases, other addresses, refusals, silence.

    with dhcp.Server(lease=20) as server, Box(net=namespace.TAP) as box:
        server.gateway = "198.18.0.2"       # from the next answer on
        server.refuse = True                # the next request for an address is answered by a NAK
        server.silent = True                # no answer at all

`server.log` has what was asked and answered: ("DISCOVER", "OFFER"), ("REQUEST", "NAK"), ("REQUEST", None), ...
"""
import socket
import struct
import threading

import namespace

SERVER_PORT, CLIENT_PORT = 67, 68
MAGIC = b"\x63\x82\x53\x63"
DISCOVER, OFFER, REQUEST, ACK, NAK, RELEASE = 1, 2, 3, 5, 6, 7
NAMES = {DISCOVER: "DISCOVER", OFFER: "OFFER", REQUEST: "REQUEST", ACK: "ACK", NAK: "NAK", RELEASE: "RELEASE"}
OPTION_MASK, OPTION_ROUTER, OPTION_DNS, OPTION_TIME = 1, 3, 6, 42
OPTION_LEASE, OPTION_TYPE, OPTION_SERVER, OPTION_END = 51, 53, 54, 255


def _options(packet):
    found, at = {}, 240
    while at < len(packet) and packet[at] != OPTION_END:
        if packet[at] == 0:
            at += 1
            continue
        found[packet[at]] = packet[at + 2:at + 2 + packet[at + 1]]
        at += 2 + packet[at + 1]
    return found


class Server:
    def __init__(self, address="198.18.0.50", gateway=namespace.GATEWAY, lease=20):
        self.address, self.gateway, self.lease = address, gateway, lease
        self.refuse = self.silent = False
        self.log = []
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b"tap0")
        self.socket.bind(("", SERVER_PORT))
        self.stopping = False
        self.thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopping = True
        self.thread.join()
        self.socket.close()

    def _choose(self, kind):
        if self.silent or kind not in (DISCOVER, REQUEST):
            return None
        if kind == DISCOVER:
            return OFFER
        refused, self.refuse = self.refuse, False
        return NAK if refused else ACK

    def _answer(self, request, kind):
        def option(code, value):
            return bytes([code, len(value)]) + value

        mine = b"\0\0\0\0" if kind == NAK else socket.inet_aton(self.address)
        answer = struct.pack("!BBBBIHH", 2, 1, 6, 0, struct.unpack("!I", request[4:8])[0], 0, 0x8000)
        answer += b"\0" * 4 + mine + socket.inet_aton(namespace.GATEWAY) + b"\0" * 4 + request[28:44] + b"\0" * 192 + MAGIC
        answer += option(OPTION_TYPE, bytes([kind])) + option(OPTION_SERVER, socket.inet_aton(namespace.GATEWAY))
        if kind != NAK:
            answer += option(OPTION_LEASE, struct.pack("!I", self.lease)) + option(OPTION_MASK, b"\xff\xff\xff\0")
            answer += option(OPTION_ROUTER, socket.inet_aton(self.gateway))
            answer += option(OPTION_DNS, socket.inet_aton(self.gateway)) + option(OPTION_TIME, socket.inet_aton(self.gateway))
        return (answer + bytes([OPTION_END])).ljust(300, b"\0")

    def _serve(self):
        self.socket.settimeout(0.2)
        while not self.stopping:
            try:
                request = self.socket.recv(2048)
            except TimeoutError:
                continue
            kind = _options(request).get(OPTION_TYPE, b"\0")[0]
            chosen = self._choose(kind)
            self.log.append((NAMES.get(kind, str(kind)), NAMES.get(chosen)))
            if chosen is not None:
                self.socket.sendto(self._answer(request, chosen), ("255.255.255.255", CLIENT_PORT))
