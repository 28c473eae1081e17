"""A crawl box in QEMU, for end-to-end tests: starts the real image, talks to its console, works its hardware. (program_box.py has one
that is a program of this machine.)

    import unittest
    from box import Box

    class Card(unittest.TestCase):
        def test_is_mounted(self):
            with Box(card="card.img") as box:
                self.assertEqual(box.facts("status")["card"], "mounted")

The box lives by a time of its own, whatever else this machine has to do: while it works, QEMU counts its instructions
(-icount); while it sleeps, its clock goes at most as fast as ours, and hardly at all while QEMU cannot run (steady_clock.c).
Everything here waits for what the box says or shows. The limits only end a test that hangs: WAIT_SECONDS by the box's clock, and
HANG_SECONDS by ours for a box whose clock has stopped.

Environment: CRAWLBOX_IMAGE names the ELF file (ctest sets it), CRAWLBOX_TRACE=1 copies the serial line to stderr. Needs nothing
but Python 3, qemu-system-arm, a C compiler and arm-none-eabi-nm.
"""
import atexit
import contextlib
import functools
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
TRACE = os.environ.get("CRAWLBOX_TRACE") == "1"
PROMPT = "crawlbox> "
GREETING = "Type 'help' for the commands."

ICOUNT = "shift=4"  # 16 ns an instruction: about what the board's chip takes
WAIT_SECONDS = 1200
HANG_SECONDS = 1200
LOOK_SECONDS = 1  # between two looks at the box's clock

ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
LOG_LINE = re.compile(r"\[ *\d+\.\d+\] (error|warning|info|debug): ")


class BoxError(AssertionError):
    """The box did not do what was asked; the message holds the end of what it said."""


@functools.cache
def steady_clock():
    """The library that makes QEMU's clock steady; it is built when it is missing or old."""
    source = pathlib.Path(__file__).with_name("steady_clock.c")
    library = REPOSITORY / "build/steady_clock.so"
    if not library.exists() or library.stat().st_mtime < source.stat().st_mtime:
        library.parent.mkdir(exist_ok=True)
        fresh = library.with_suffix(f".{os.getpid()}")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", fresh, source], check=True)
        fresh.rename(library)  # at once, whoever else is building it
    return str(library)


@functools.cache
def tick_address(image):
    """Where the image's kernel counts its ticks, which are milliseconds."""
    names = subprocess.run(["arm-none-eabi-nm", str(image)], capture_output=True, text=True, check=True).stdout
    return re.search(r"^([0-9a-f]+) \w xTickCount\b", names, re.MULTILINE)[1]


class Limit:
    """Ends the wait for something that does not come."""

    def __init__(self, box, what):
        self.box, self.what = box, what
        self.began = None  # by the box's clock
        self.last = self.moved = 0  # the box's clock when it was last looked at, and when by ours it was last seen to move

    def check(self):
        clock, now = self.box.clock(), time.monotonic()
        if self.began is None:
            self.began = clock
        if clock != self.last or self.moved == 0:
            self.last, self.moved = clock, now
        if clock - self.began > WAIT_SECONDS:
            self.box.fail(f"no {self.what} within {WAIT_SECONDS} s of its time")
        if now - self.moved > HANG_SECONDS:
            self.box.fail(f"no {self.what}: its clock has stood still for {HANG_SECONDS} s")


class Line:
    """The console of a box, whatever it runs on. Who inherits it has a socket to the console (_serial), a clock() and a log()."""

    def __init__(self):
        self.text = ""  # what came over the serial line and has not been looked at yet
        self.heard = ""  # the end of all that came, for error messages
        self._serial = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def fail(self, why):
        raise BoxError(f"{why}; last words: {self.heard[-2000:]!r}")

    def send(self, text):
        """Types text as it is; a carriage return is "\\r"."""
        self._serial.sendall(text.encode())

    def serial_to(self, command):
        """Runs a program whose input and output are the serial line, such as `sx FILE`."""
        subprocess.run(command, stdin=self._serial, stdout=self._serial, stderr=subprocess.DEVNULL, check=False)

    def _hear(self, seconds):
        """Takes in what comes within that time (None: ever), by our clock; False if nothing did."""
        if not select.select([self._serial], [], [], None if seconds is None else max(0, seconds))[0]:
            return False
        data = self._serial.recv(65536).decode(errors="replace")
        if not data:
            raise BoxError(f"it ended: {self.log()}\nLast words: {self.heard[-2000:]}")
        if TRACE:
            sys.stderr.write(data)
        self.text += data
        self.heard = (self.heard + data)[-8000:]
        return True

    def wait_for(self, pattern):
        """Waits until the box has said something that the regular expression matches; the match. What came before it is
        in match.string[:match.start()]; the next call looks at what comes behind it."""
        compiled = re.compile(pattern)
        limit = Limit(self, repr(pattern))
        while not (match := compiled.search(self.text)):
            if not self._hear(LOOK_SECONDS):
                limit.check()
        self.text = self.text[match.end():]
        return match

    def listen(self, seconds):
        """Everything that the box says in the next seconds of its own time."""
        self.rest(seconds)
        heard, self.text = self.text, ""
        return heard

    def rest(self, seconds):
        """Lets so much of the box's time pass. What it says meanwhile is kept for whoever looks next."""
        end, limit = self.clock() + seconds, Limit(self, f"end of {seconds} s")
        while (left := end - self.clock()) > 0:
            look = time.monotonic() + min(left, LOOK_SECONDS)
            while (now := time.monotonic()) < look:
                self._hear(look - now)
            limit.check()

    def wait_until(self, check, what):
        """Calls check() again and again, with a moment of the box's time between, until it returns something true; that."""
        limit = Limit(self, what)
        while not (found := check()):
            limit.check()
            self.rest(0.2)
        return found

    def wait_for_boot(self):
        """Waits for the greeting and the first prompt; what was said from the start of the greeting."""
        said = self.wait_for(re.escape(GREETING))
        self.wait_for(r"\n" + re.escape(PROMPT))
        return ESCAPES.sub("", said.string[:said.end()]).replace("\r", "")

    def command(self, line):
        """Types a command and gives back its answer, without the echo and the prompt."""
        self.send(line + "\r")
        # Log lines may come while the line is typed: it is then drawn again, so its echo is always found whole.
        self.wait_for(re.escape(line) + r"\r\n")
        match = self.wait_for(r"(^|\n)" + re.escape(PROMPT))
        return ESCAPES.sub("", match.string[:match.start()]).replace("\r", "").strip("\n")

    def facts(self, line):
        """The key=value lines of a command, as a dictionary of strings."""
        answer = self.command(line + " -k")
        return dict(fact.split("=", 1) for fact in answer.split("\n") if "=" in fact and not LOG_LINE.match(fact))


class Box(Line):
    """One QEMU with the image. Use it with `with`, or call stop().

    card      path of a raw SD card image (its size a power of two); None: no card in the slot
    snapshot  True: what the box writes to the card is thrown away when QEMU ends; False: it stays in the file
    net       value of -netdev without its id, such as "user" or "tap,ifname=tap0,script=no"; None: no network
    icount    value of -icount: how long an instruction takes; "shift=5" is a core of half the speed
    extra     further arguments of QEMU
    boot      True: wait for the first prompt
    skips_idle  True: time in which the box sleeps passes at once
    """

    def __init__(self, image=IMAGE, card=None, snapshot=True, net=None, icount=ICOUNT, extra=(), boot=True, skips_idle=False):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="crawlbox-"))
        super().__init__()
        self._qmp = None
        self._qmp_bytes = b""
        self._tick_address, self._ticks, self._clock_ms = tick_address(image), 0, 0
        listeners = [self._listen("serial"), self._listen("qmp")]
        command = [
            os.environ.get("QEMU_ARM", "qemu-system-arm"), "-M", "lm3s6965evb", "-display", "none", "-monitor", "none",
            "-chardev", f"socket,id=serial,path={self.folder}/serial", "-serial", "chardev:serial",
            "-chardev", f"socket,id=qmp,path={self.folder}/qmp", "-mon", "chardev=qmp,mode=control",
            "-icount", icount, "-kernel", str(image)]
        if card is not None:
            command += ["-drive", f"if=sd,format=raw,file={card},snapshot={'on' if snapshot else 'off'}"]
        if net is not None:
            command += ["-netdev", f"{net},id=n0", "-net", "nic,netdev=n0"]
        else:
            command += ["-net", "none"]
        with open(self.folder / "qemu.log", "wb") as log:
            self.process = subprocess.Popen(command + list(extra), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            env={**os.environ, "LD_PRELOAD": steady_clock(), **({"CRAWLBOX_SKIPS_IDLE": "1"} if skips_idle else {})})
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
        return listener

    def _accept(self, listener):
        """QEMU connects to us, not we to it: nothing that the box says is lost."""
        while not select.select([listener], [], [], LOOK_SECONDS)[0]:
            if self.process.poll() is not None:
                raise BoxError("QEMU did not start: " + self.log())
        return listener.accept()[0]

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

    def log(self):
        return (self.folder / "qemu.log").read_text(errors="replace")

    # Its time

    def clock(self):
        """The seconds that the box has counted by its own tick since it was switched on, over all its restarts."""
        ticks = int(self.monitor(f"xp /1dw 0x{self._tick_address}").split(":")[1]) & 0xffffffff
        self._clock_ms += ticks - self._ticks if ticks >= self._ticks else ticks
        self._ticks = ticks
        return self._clock_ms / 1000

    @contextlib.contextmanager
    def held(self):
        """Holds the box's time: whatever is done to it inside happens in one moment of it."""
        self.qmp("stop")
        yield
        self.qmp("cont")

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
        deadline = time.monotonic() + HANG_SECONDS
        while b"\n" not in self._qmp_bytes:
            ready = select.select([self._qmp, self._serial], [], [], max(0, deadline - time.monotonic()))[0]
            if self._serial in ready:
                self._hear(0)
            if self._qmp in ready:
                data = self._qmp.recv(65536)
                if not data:
                    raise BoxError("QEMU ended: " + self.log())
                self._qmp_bytes += data
            if not ready and time.monotonic() >= deadline:
                self.fail("QEMU's monitor does not answer")
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
        """Presses the Select button (or another key of the board: up, down, left, right) for so long in the box's time."""
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
