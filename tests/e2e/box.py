"""A crawl box in QEMU, for end-to-end tests: starts the real image, talks to its console, works its hardware.

    import unittest
    from box import Box

    class Card(unittest.TestCase):
        def test_is_mounted(self):
            with Box(card="card.img") as box:
                self.assertEqual(box.facts("status")["card"], "mounted")

Environment: CRAWLBOX_IMAGE names the ELF file (ctest sets it), CRAWLBOX_PATIENCE multiplies every timeout (1 unless set),
CRAWLBOX_TRACE=1 copies the serial line to stderr. Needs nothing but Python 3 and qemu-system-arm.
"""
import atexit
import json
import os
import pathlib
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
IMAGE = os.environ.get("CRAWLBOX_IMAGE", str(REPOSITORY / "build/lm3s6965evb/firmware/crawlbox.elf"))
PATIENCE = float(os.environ.get("CRAWLBOX_PATIENCE", "1"))
TRACE = os.environ.get("CRAWLBOX_TRACE") == "1"
PROMPT = "crawlbox> "
GREETING = "Type 'help' for the commands."

# Generous: the machine that runs the tests may be busy with others. A test never waits longer than it must.
BOOT_SECONDS = 60
COMMAND_SECONDS = 60

ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
LOG_LINE = re.compile(r"\[ *\d+\.\d+\] (error|warning|info|debug): ")


class BoxError(AssertionError):
    """The box did not do what was asked in time; the message holds the end of what it said."""


class Box:
    """One QEMU with the image. Use it with `with`, or call stop().

    card      path of a raw SD card image (its size a power of two); None: no card in the slot
    snapshot  True: what the box writes to the card is thrown away when QEMU ends; False: it stays in the file
    net       value of -netdev without its id, such as "user" or "tap,ifname=tap0,script=no"; None: no network
    icount    value of -icount, such as "shift=4": virtual time by instructions, for measurements that repeat
    extra     further arguments of QEMU
    boot      True: wait for the first prompt
    """

    def __init__(self, image=IMAGE, card=None, snapshot=True, net=None, icount=None, extra=(), boot=True):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="crawlbox-"))
        self.text = ""  # what came over the serial line and has not been looked at yet
        self.heard = ""  # the end of all that came, for error messages
        self._serial = self._qmp = None
        self._qmp_bytes = b""
        listeners = [self._listen("serial"), self._listen("qmp")]
        command = [
            os.environ.get("QEMU_ARM", "qemu-system-arm"), "-M", "lm3s6965evb", "-display", "none", "-monitor", "none",
            "-chardev", f"socket,id=serial,path={self.folder}/serial", "-serial", "chardev:serial",
            "-chardev", f"socket,id=qmp,path={self.folder}/qmp", "-mon", "chardev=qmp,mode=control",
            "-kernel", str(image)]
        if card is not None:
            command += ["-drive", f"if=sd,format=raw,file={card},snapshot={'on' if snapshot else 'off'}"]
        if net is not None:
            command += ["-netdev", f"{net},id=n0", "-net", "nic,netdev=n0"]
        else:
            command += ["-net", "none"]
        if icount is not None:
            command += ["-icount", icount]
        with open(self.folder / "qemu.log", "wb") as log:
            self.process = subprocess.Popen(command + list(extra), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        atexit.register(self.stop)
        try:
            self._serial, self._qmp = (self._accept(listener) for listener in listeners)
            self._qmp_line()  # its greeting
            self.qmp("qmp_capabilities")
            if boot:
                self.wait_for_boot()
        except BaseException:
            self.stop()
            raise
        finally:
            for listener in listeners:
                listener.close()

    def _listen(self, name):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(self.folder / name))
        listener.listen(1)
        listener.settimeout(BOOT_SECONDS * PATIENCE)
        return listener

    def _accept(self, listener):
        """QEMU connects to us, not we to it: nothing that the box says is lost."""
        deadline = time.monotonic() + BOOT_SECONDS * PATIENCE
        while not select.select([listener], [], [], 0.2)[0]:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise BoxError("QEMU did not start: " + self.qemu_log())
        connection = listener.accept()[0]
        connection.settimeout(COMMAND_SECONDS * PATIENCE)
        return connection

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Ends QEMU (by its process id) and removes its folder. Does nothing the second time."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for connection in (self._serial, self._qmp):
            if connection is not None:
                connection.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        atexit.unregister(self.stop)

    def qemu_log(self):
        return (self.folder / "qemu.log").read_text(errors="replace")

    # The serial line

    def send(self, text):
        """Types text as it is; a carriage return is "\\r"."""
        self._serial.sendall(text.encode())

    def serial_to(self, command, seconds=COMMAND_SECONDS):
        """Runs a program whose input and output are the serial line, such as `sx FILE`."""
        self._serial.setblocking(True)
        try:
            subprocess.run(command, stdin=self._serial, stdout=self._serial, stderr=subprocess.DEVNULL,
                           timeout=seconds * PATIENCE, check=False)
        finally:
            self._serial.settimeout(COMMAND_SECONDS * PATIENCE)

    def _hear(self, seconds):
        """Takes in what comes within that time; False if nothing did."""
        if not select.select([self._serial], [], [], max(0, seconds))[0]:
            return False
        data = self._serial.recv(65536).decode(errors="replace")
        if not data:
            raise BoxError(f"QEMU ended: {self.qemu_log()}\nLast words: {self.heard[-2000:]}")
        if TRACE:
            sys.stderr.write(data)
        self.text += data
        self.heard = (self.heard + data)[-8000:]
        return True

    def wait_for(self, pattern, seconds=COMMAND_SECONDS):
        """Waits until the box has said something that the regular expression matches; the match. What came before it is
        in match.string[:match.start()]; the next call looks at what comes behind it."""
        compiled = re.compile(pattern)
        deadline = time.monotonic() + seconds * PATIENCE
        while True:
            match = compiled.search(self.text)
            if match:
                self.text = self.text[match.end():]
                return match
            if not self._hear(deadline - time.monotonic()) and time.monotonic() >= deadline:
                raise BoxError(f"no {pattern!r} within {seconds * PATIENCE:.0f} s; last words: {self.heard[-2000:]!r}")

    def listen(self, seconds):
        """Everything that the box says in the next seconds."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self._hear(deadline - time.monotonic())
        heard, self.text = self.text, ""
        return heard

    def wait_for_boot(self, seconds=BOOT_SECONDS):
        """Waits for the greeting and the first prompt; what was said from the start of the greeting."""
        said = self.wait_for(re.escape(GREETING), seconds)
        self.wait_for(r"\n" + re.escape(PROMPT), seconds)
        return ESCAPES.sub("", said.string[:said.end()]).replace("\r", "")

    def command(self, line, seconds=COMMAND_SECONDS):
        """Types a command and gives back its answer, without the echo and the prompt."""
        self.send(line + "\r")
        # Log lines may come while the line is typed: it is then drawn again, so its echo is always found whole.
        self.wait_for(re.escape(line) + r"\r\n", seconds)
        match = self.wait_for(r"(^|\n)" + re.escape(PROMPT), seconds)
        return ESCAPES.sub("", match.string[:match.start()]).replace("\r", "").strip("\n")

    def facts(self, line, seconds=COMMAND_SECONDS):
        """The key=value lines of a command, as a dictionary of strings."""
        answer = self.command(line + " -k", seconds)
        return dict(fact.split("=", 1) for fact in answer.split("\n") if "=" in fact and not LOG_LINE.match(fact))

    # The hardware, through QEMU's monitor

    def qmp(self, execute, **arguments):
        """One command of QEMU's machine protocol; its return value."""
        self._qmp.sendall(json.dumps({"execute": execute, "arguments": arguments}).encode() + b"\n")
        while True:
            answer = json.loads(self._qmp_line())
            if "error" in answer:
                raise BoxError(f"{execute}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def _qmp_line(self):
        """The next line of the machine protocol. The serial line is heard meanwhile: while nobody takes what the box says,
        QEMU answers nothing at all."""
        deadline = time.monotonic() + COMMAND_SECONDS * PATIENCE
        while b"\n" not in self._qmp_bytes:
            ready = select.select([self._qmp, self._serial], [], [], max(0, deadline - time.monotonic()))[0]
            if self._serial in ready:
                self._hear(0)
            if self._qmp in ready:
                data = self._qmp.recv(65536)
                if not data:
                    raise BoxError("QEMU ended: " + self.qemu_log())
                self._qmp_bytes += data
            if not ready and time.monotonic() >= deadline:
                raise BoxError(f"QEMU's monitor does not answer; last words of the box: {self.heard[-2000:]!r}")
        line, self._qmp_bytes = self._qmp_bytes.split(b"\n", 1)
        return line

    def monitor(self, line):
        """One command of QEMU's human monitor, such as "info registers"; its text."""
        answer = self.qmp("human-monitor-command", **{"command-line": line})
        if answer.startswith("Error"):
            raise BoxError(answer.strip())
        return answer

    def reset(self):
        """Presses the reset button."""
        self.qmp("system_reset")

    def press(self, ms=300, key="ctrl"):
        """Presses the Select button (or another key of the board: up, down, left, right). On a busy machine the box may have
        no time to see it."""
        self.monitor(f"sendkey {key} {ms}")

    def eject(self):
        """Pulls the card out."""
        self.monitor("eject -f sd0")

    def insert(self, card):
        """Puts a card in (a raw image; what the box writes stays in the file)."""
        self.monitor(f"change sd0 {card} raw")

    def screendump(self, path):
        """The display as a PPM picture."""
        self.qmp("screendump", filename=str(path))
        return pathlib.Path(path)
