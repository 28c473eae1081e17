"""Stops a box in QEMU at a function, to look at its card in that very moment.

    with Box(card=card, snapshot=False, extra=debugger.arguments(socket_path)) as box:
        with Debugger(socket_path, box_image, "log_crawl_event", look):
            ...                     look(registers) is called each time the box gets there; it stands still meanwhile

Speaks the little of GDB's remote protocol that this takes. The function must exist in the image under its name, or one that the
linker has made of it ("log_crawl_event.lto_priv.0").
"""
import re
import socket
import struct
import subprocess
import threading

INTERRUPT = b"\x03"


def arguments(path):
    return ["-gdb", f"unix:{path},server=on,wait=off"]


def address_of(image, function):
    names = subprocess.run(["arm-none-eabi-nm", str(image)], capture_output=True, text=True, check=True).stdout
    found = re.findall(rf"^([0-9a-f]+) [tT] {function}(?:\.\S+)?$", names, re.MULTILINE)
    assert len(found) == 1, f"{function}: {len(found)} of them in {image}"
    return int(found[0], 16) & ~1


class Debugger:
    def __init__(self, path, image, function, look):
        self.at = address_of(image, function)
        self.look = look
        self.failure = None
        self.leaving = False
        self.buffer = b""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        """Lets the box go; what went wrong on the way comes up here."""
        self.leaving = True
        self.socket.sendall(INTERRUPT)
        self.thread.join()
        self.socket.close()
        if self.failure:
            raise self.failure

    def _run(self):
        try:
            self._send("qC")
            while not self._receive().startswith("QC"):
                pass  # it has stopped because somebody came: older versions of QEMU tell that unasked
            self._ask(f"Z0,{self.at:x},2")
            while not self.leaving:
                self._send("c")
                self._receive()
                registers = self._registers()
                if registers[15] == self.at:
                    self.look(registers)
                    self._step_over()
            self._ask(f"z0,{self.at:x},2")
            self._ask("D")
        except Exception as failure:  # pylint: disable=broad-except
            self.failure = failure

    def _step_over(self):
        self._ask(f"z0,{self.at:x},2")
        self._ask("s")
        self._ask(f"Z0,{self.at:x},2")

    def word(self, address):
        """Of the box's memory, for look()."""
        return struct.unpack("<I", bytes.fromhex(self._ask(f"m{address:x},4")))[0]

    def _registers(self):
        """r0 to r15."""
        return struct.unpack("<16I", bytes.fromhex(self._ask("g")[:128]))

    def _ask(self, text):
        self._send(text)
        return self._receive()

    def _send(self, text):
        self.socket.sendall(f"${text}#{sum(text.encode()) & 255:02x}".encode())

    def _receive(self):
        """The next packet's text; acknowledges it."""
        while not (found := re.search(rb"\$([^#]*)#..", self.buffer)):
            data = self.socket.recv(4096)
            if not data:
                raise ConnectionError("QEMU ended")
            self.buffer += data
        self.buffer = self.buffer[found.end():]
        self.socket.sendall(b"+")
        return found.group(1).decode()
