"""A web server that is its own TCP, frame by frame, at the other end of the box's cable: it sends what a test wants in the order that
a test wants, and counts. No kernel has a say in it, so it can break every rule.

    with tcp_peer.Peer(pages) as peer, Box(card=card, net=peer.net) as box: ...

`pages` has a function for each path: function(connection) sends the answer by connection.send(), and returns when all of it is
acknowledged. `served` says how many flights an answer took, how many segments were sent again, and whether the box told
what it had behind a hole. The box needs the fixed address SETTINGS.

`sites` has a function for other addresses than SITE: function(connection) may set its `window` before anything of the box is
acknowledged, the first time its opening, when `mss` may be set, too. So a server lets the box send its request in what pieces it likes.
"""
import queue
import socket
import struct
import threading

BOX, GATEWAY, SITE = "198.18.0.2", "198.18.0.1", "198.18.1.2"
SETTINGS = f"address = {BOX}\ngateway = {GATEWAY}\ndns = {GATEWAY}\nallow = 198.18.0.0/15\nkeep = all\n"
MAC = bytes.fromhex("020000000001")
MSS = 1460
FIRST_WINDOW = 10  # segments, RFC 6928
FIRST_NUMBER = 0xffffe000  # so that the numbers wrap around within a page
FIN, SYN, RST, ACK = 1, 2, 4, 16
SELECTIVE_PERMITTED, SELECTIVE = 4, 5  # options
PATIENCE_S = 1  # then repair() sends again what was not acknowledged


def checksum(data):
    total = sum(struct.unpack(f"!{len(data) // 2}H", data[:len(data) & ~1])) + (data[-1] << 8 if len(data) % 2 else 0)
    while total > 0xffff:
        total = (total & 0xffff) + (total >> 16)
    return ~total & 0xffff


def option(options, wanted):
    """The value of a TCP option; None: it is not there."""
    while options and options[0]:
        length = 1 if options[0] == 1 else options[1]
        if options[0] == wanted:
            return options[2:length]
        options = options[length:]
    return None


class Connection:
    """One of the box's. `acked` and `edge` are offsets in the answer under way: what the box has, and where its window ends; `early` has
    what the box said last that it has behind a hole, as pairs of offsets, or None if it says nothing of that kind. `flights` and `again`
    count how often acknowledgements were waited for, and segments that were sent twice. `selective` may be set to False before the
    opening is answered: a server that does not understand selective acknowledgements."""

    def __init__(self, peer, site, port, server_port, number):
        self.peer, self.site, self.port, self.server_port, self.mss = peer, site, port, server_port, MSS
        self.next_in, self.base = number + 1, FIRST_NUMBER + 1
        self.frames, self.request = queue.Queue(), b""
        self.window, self.steer = 0xffff, peer.sites.get(site, lambda _: None)
        self.edge = self.acked = self.widest = 0
        self.selective, self.early, self.told = True, None, False
        self.data = b""
        self.again = self.flights = 0

    def send(self, offset, payload=None, ack_error=0, flags=ACK):
        """A segment of the answer, or of something else in its place."""
        if payload is None:
            payload = self.data[offset:offset + MSS]
        self.peer.send_tcp(self, self.base + offset, self.next_in + ack_error, flags, payload)

    def _take(self, timeout=None):
        """What the box says next; False if it says nothing."""
        try:
            number, ack, flags, window, options, payload = self.frames.get(timeout=timeout)
        except queue.Empty:
            return False
        if payload and number == self.next_in & 0xffffffff:
            self.request += payload
            self.next_in += len(payload)
            self.steer(self)
            self.send(self.acked, b"")
        acked = (ack - self.base) & 0xffffffff
        blocks = option(options, SELECTIVE)
        self.early = blocks and [tuple((edge - self.base) & 0xffffffff for edge in pair) for pair in struct.iter_unpack("!II", blocks)]
        self.told |= blocks is not None
        if acked <= len(self.data):
            self.acked, self.edge = max(self.acked, acked), max(self.edge, acked + window)
            self.widest = max(self.widest, window)
        return True

    def wait_for_ack(self, offset):
        """Until the box has that much."""
        while self.acked < offset:
            self._take()

    def _wait_for_window(self, wanted):
        """Until the window is open for as many bytes, or for most of what it ever was: the box does not announce every byte that it has
        read, and what it reads takes no time beside a round trip."""
        while self.edge - self.acked < min(wanted, 0.7 * self.widest):
            self._take()

    def deliver(self, lose=()):
        """All of it as a sender does that keeps to the rules: FIRST_WINDOW segments, then twice as many, as far as the window goes. The
        segments at the offsets in `lose` do not arrive the first time; nothing else is ever sent again."""
        may = FIRST_WINDOW * MSS
        while self.acked < len(self.data):
            self._wait_for_window(min(may, len(self.data) - self.acked))
            begin, end = self.acked, min(self.acked + may, self.edge, len(self.data))
            self.flights += 1
            for offset in range(begin, end, MSS):
                if offset not in lose:
                    self.send(offset, self.data[offset:min(offset + MSS, end)])
            for offset in (offset for offset in lose if begin <= offset < end):
                self.wait_for_ack(offset)
                self.again += 1
                self.send(offset, self.data[offset:min(offset + MSS, end)])
            self.wait_for_ack(end)
            may *= 2

    def deliver_selectively(self, lose):
        """A first flight without the segments at the offsets in `lose`. They follow all at once, when the box has said that it has the
        others; then the rest of the answer."""
        end = FIRST_WINDOW * MSS
        self._wait_for_window(end)
        ends = [*lose, end]
        others = {(lost + MSS, before) for lost, before in zip(ends, ends[1:])}
        for offset in range(0, end, MSS):
            if offset not in lose:
                self.send(offset)
        while set(self.early or ()) != others:
            self._take()
        for offset in lose:
            self.send(offset)
        self.wait_for_ack(end)
        self.deliver()

    def repair(self):
        """The rest, whatever has arrived so far."""
        while self.acked < len(self.data):
            for offset in range(self.acked, min(self.edge, self.acked + FIRST_WINDOW * MSS, len(self.data)), MSS):
                self.send(offset)
            before = self.acked
            while self.acked == before and self._take(PATIENCE_S):
                pass

    def serve(self):
        while True:
            while b"\r\n\r\n" not in self.request:
                if not self._take():
                    return
            self.peer.requests.append(self.request)
            path = self.request.split()[1].decode()
            self.request = b""
            self.base = (self.base + len(self.data)) & 0xffffffff
            self.edge -= len(self.data)
            self.acked = 0
            body = self.peer.bodies[path]
            self.data = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body) + body
            self.again = self.flights = 0
            self.told = False
            self.peer.pages[path](self)
            self.peer.served[path] = {"flights": self.flights, "again": self.again, "told": self.told}


class Peer:
    def __init__(self, pages, bodies, sites=None):
        self.pages, self.bodies, self.sites, self.served, self.requests = pages, bodies, sites or {}, {}, []
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        reserved = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        reserved.bind(("127.0.0.1", 0))
        self.box = reserved.getsockname()
        reserved.close()
        self.net = ("dgram,local.type=inet,local.host=127.0.0.1,local.port=%d,remote.type=inet,remote.host=127.0.0.1,remote.port=%d"
                    % (self.box[1], self.socket.getsockname()[1]))
        self.box_mac = bytes(6)
        self.connections = {}
        self.thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        stop = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        stop.sendto(b"", self.socket.getsockname())
        stop.close()
        self.thread.join()
        self.socket.close()

    def _send(self, ethertype, payload):
        self.socket.sendto(self.box_mac + MAC + struct.pack("!H", ethertype) + payload, self.box)

    def send_tcp(self, connection, number, ack, flags, payload):
        source, target = socket.inet_aton(connection.site), socket.inet_aton(BOX)
        options = struct.pack("!BBH", 2, 4, connection.mss) if flags & SYN else b""
        if flags & SYN and connection.selective:
            options += bytes((1, 1, SELECTIVE_PERMITTED, 2))
        head = struct.pack("!HHIIBBHHH", connection.server_port, connection.port, number & 0xffffffff, ack & 0xffffffff,
                           (20 + len(options)) << 2, flags, connection.window, 0, 0)
        length = len(head) + len(options) + len(payload)
        sum_ = checksum(source + target + struct.pack("!HH", 6, length) + head + options + payload)
        head = head[:16] + struct.pack("!H", sum_) + head[18:]
        ip = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 20 + length, 0, 0, 64, 6, 0, source, target)
        ip = ip[:10] + struct.pack("!H", checksum(ip)) + ip[12:]
        self._send(0x0800, ip + head + options + payload)

    def _take_tcp(self, packet):
        size = (packet[0] & 15) * 4
        segment = packet[size:struct.unpack("!H", packet[2:4])[0]]
        port, server_port, number, ack, offset, flags, window = struct.unpack("!HHIIBBH", segment[:16])
        options = segment[20:(offset >> 4) * 4]
        if flags & SYN:
            self.permits = option(options, SELECTIVE_PERMITTED) is not None
            connection = self.connections[port] = Connection(self, socket.inet_ntoa(packet[16:20]), port, server_port, number)
            connection.steer(connection)
            threading.Thread(target=connection.serve, daemon=True).start()
            self.send_tcp(connection, FIRST_NUMBER, number + 1, SYN | ACK, b"")
        elif flags & FIN and port in self.connections:
            self.send_tcp(self.connections[port], ack, number + 1, FIN | ACK, b"")
        elif port in self.connections:
            self.connections[port].frames.put((number, ack, flags, window, options, segment[(offset >> 4) * 4:]))

    def _run(self):
        while frame := self.socket.recv(2048):
            self.box_mac = frame[6:12]
            if frame[12:14] == b"\x08\x06" and frame[21] == 1:  # whoever is asked for: here
                self._send(0x0806, frame[14:20] + b"\0\2" + MAC + frame[38:42] + frame[22:32])
            elif frame[12:14] == b"\x08\x00" and frame[23] == 6:
                self._take_tcp(frame[14:])
