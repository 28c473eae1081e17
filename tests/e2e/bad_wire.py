"""A bad cable between the box and the namespace: loses, doubles and swaps frames, both ways, by a seeded generator.

    namespace.enter()
    with bad_wire.Wire(loss=0.05, duplicate=0.02, reorder=0.05) as wire, Box(net=wire.net) as box: ...

It stands where the kernel's netem would, which not every kernel has. Use it before anything else opens tap0.
"""
import fcntl
import os
import random
import select
import socket
import struct
import threading

TUNSETIFF = 0x400454ca
IFF_TAP, IFF_NO_PI = 0x0002, 0x1000
FRAME_MAX = 2048
HELD_SECONDS = 0.02  # how long a frame waits for another one to overtake it


class Wire:
    def __init__(self, loss=0.0, duplicate=0.0, reorder=0.0, seed=1):
        self.loss, self.duplicate, self.reorder = loss, duplicate, reorder
        self.random = random.Random(seed)
        self.frames = self.lost = self.doubled = self.swapped = 0
        self.tap = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(self.tap, TUNSETIFF, struct.pack("16sH", b"tap0", IFF_TAP | IFF_NO_PI))
        self.box = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.box.bind(("127.0.0.1", 0))
        reserved = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        reserved.bind(("127.0.0.1", 0))
        self.port = reserved.getsockname()[1]
        reserved.close()
        self.net = ("dgram,local.type=inet,local.host=127.0.0.1,local.port=%d,"
                    "remote.type=inet,remote.host=127.0.0.1,remote.port=%d" % (self.port, self.box.getsockname()[1]))
        self.stopping = False
        self.thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopping = True
        self.thread.join()
        self.box.close()
        os.close(self.tap)

    def _pass(self, frame, send, held):
        """One frame; at most one waits in `held` for the next to overtake it."""
        self.frames += 1
        if self.random.random() < self.loss:
            self.lost += 1
            return
        if not held and self.random.random() < self.reorder:
            self.swapped += 1
            held.append(frame)
            return
        send(frame)
        if self.random.random() < self.duplicate:
            self.doubled += 1
            send(frame)
        while held:
            send(held.pop())

    def _run(self):
        to_box, to_tap = [], []

        def send_box(frame):
            self.box.sendto(frame, ("127.0.0.1", self.port))

        def send_tap(frame):
            os.write(self.tap, frame)

        while not self.stopping:
            ready = select.select([self.tap, self.box], [], [], HELD_SECONDS)[0]
            if self.tap in ready:
                self._pass(os.read(self.tap, FRAME_MAX), send_box, to_box)
            if self.box in ready:
                self._pass(self.box.recv(FRAME_MAX), send_tap, to_tap)
            if not ready:  # nobody came: no more waiting
                while to_box:
                    send_box(to_box.pop())
                while to_tap:
                    send_tap(to_tap.pop())
