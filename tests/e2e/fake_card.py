"""A card that has less than it claims, for a box in QEMU: it is on the other side of a socket (the protocol of network block devices).

    with fake_card.FakeCard(contents, claimed=64 << 20, wraps=True) as fake, Box(card=fake.name, snapshot=False) as box: ...

Beyond the end of its contents it writes the first ones again (wraps), or keeps nothing and reads as zeros.
"""
import pathlib
import socket
import struct
import tempfile
import threading

OPTION_MAGIC, REPLY_MAGIC = b"IHAVEOPT", 0x3e889045565a9
OPTION_EXPORT_NAME, OPTION_GO = 1, 7
REPLY_ACK, REPLY_INFO, REPLY_UNSUPPORTED = 1, 3, (1 << 31) + 1
FIXED_NEWSTYLE, HAS_FLAGS, SEND_FLUSH = 1, 1, 4
READ, WRITE, DISCONNECT = 0, 1, 2


class FakeCard:
    def __init__(self, contents, claimed, wraps):
        self.contents, self.claimed, self.wraps = bytearray(contents), claimed, wraps
        self.folder = tempfile.TemporaryDirectory(prefix="crawlbox-fake-")
        path = str(pathlib.Path(self.folder.name) / "card")
        self.name = f"nbd:unix:{path}"  # as QEMU calls it
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(1)
        self.thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)  # wakes who waits for it
        self.listener.close()
        self.thread.join()
        self.folder.cleanup()

    def _serve(self):
        while True:
            try:
                connection = self.listener.accept()[0]
            except OSError:
                return
            with connection, connection.makefile("rwb") as stream:
                try:
                    if self._agree(stream):
                        self._answer(stream)
                except (OSError, struct.error):
                    pass  # QEMU was ended

    def _agree(self, stream):
        """What comes before the first request; False: the other side thought better of it."""
        size = struct.pack(">QH", self.claimed, HAS_FLAGS | SEND_FLUSH)
        stream.write(b"NBDMAGIC" + OPTION_MAGIC + struct.pack(">H", FIXED_NEWSTYLE))
        stream.flush()
        stream.read(4)
        while True:
            magic, option, length = struct.unpack(">8sII", stream.read(16))
            stream.read(length)
            if magic != OPTION_MAGIC:
                return False
            if option == OPTION_EXPORT_NAME:
                stream.write(size + bytes(124))
                stream.flush()
                return True
            replies = [(REPLY_INFO, b"\0\0" + size), (REPLY_ACK, b"")] if option == OPTION_GO else [(REPLY_UNSUPPORTED, b"")]
            for kind, data in replies:
                stream.write(struct.pack(">QIII", REPLY_MAGIC, option, kind, len(data)) + data)
            stream.flush()
            if option == OPTION_GO:
                return True

    def _answer(self, stream):
        while True:
            _, _, kind, handle, offset, length = struct.unpack(">IHHQQI", stream.read(28))
            if kind == DISCONNECT:
                return
            if kind == WRITE:
                self._write(offset, stream.read(length))
            stream.write(struct.pack(">IIQ", 0x67446698, 0, handle) + (self._read(offset, length) if kind == READ else b""))
            stream.flush()

    def _pieces(self, offset, length):
        """(place in the contents or None, bytes) of a stretch of the card."""
        while length > 0:
            at = offset % len(self.contents)
            part = min(length, len(self.contents) - at)
            yield (at if self.wraps or offset < len(self.contents) else None), part
            offset, length = offset + part, length - part

    def _read(self, offset, length):
        return b"".join(bytes(part) if at is None else bytes(self.contents[at:at + part]) for at, part in self._pieces(offset, length))

    def _write(self, offset, data):
        for at, part in self._pieces(offset, len(data)):
            if at is not None:
                self.contents[at:at + part] = data[:part]
            data = data[part:]
