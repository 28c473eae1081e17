"""crawlbox console: the host program talks with the real image, through a UNIX socket, a TCP socket and a serial line (a pty)."""
import contextlib
import os
import pathlib
import pty
import re
import select
import shutil
import socket
import struct
import fcntl
import subprocess
import tempfile
import termios
import threading
import time
import unittest

import card_image
import small_model
from box import ESCAPES, HANG_SECONDS, Box
from test_model import CRAWLBOX, facts_of

ROWS, COLUMNS = 30, 100
CTRL_RIGHT_BRACKET = b"\x1d"


class Relay:
    """Joins the box's serial line to a file descriptor until it is closed: what QEMU does with -serial unix:...,server=on."""

    def __init__(self, box, fd):
        self.box, self.fd = box, fd
        self.end = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        serial = self.box._serial  # pylint: disable=protected-access
        while not self.end.is_set():
            for ready in select.select([serial, self.fd], [], [], 0.1)[0]:
                try:
                    data = serial.recv(4096) if ready is serial else os.read(self.fd, 4096)
                    if not data:
                        return
                    if ready is serial:
                        os.write(self.fd, data)
                    else:
                        serial.sendall(data)
                except OSError:
                    return

    def stop(self):
        self.end.set()
        self.thread.join()


@contextlib.contextmanager
def unix_port(box, folder):
    path = folder / "port"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(1)
        yield from served(box, listener, str(path))
    path.unlink()


@contextlib.contextmanager
def tcp_port(box, _folder):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield from served(box, listener, f"127.0.0.1:{listener.getsockname()[1]}")


def served(box, listener, name):
    """One connection after another, as they come."""
    end = threading.Event()

    def accept():
        while not end.is_set():
            if select.select([listener], [], [], 0.1)[0]:
                connection = listener.accept()[0]
                relay = Relay(box, connection.fileno())
                while relay.thread.is_alive() and not end.is_set():
                    time.sleep(0.05)
                relay.stop()
                connection.close()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield name
    finally:
        end.set()
        thread.join()


@contextlib.contextmanager
def serial_port(box, _folder):
    master, slave = pty.openpty()
    relay = Relay(box, master)
    try:
        yield os.ttyname(slave)
    finally:
        relay.stop()
        os.close(master)
        os.close(slave)


def console(port, *arguments, text=None):
    """The box lives by a slower clock than ours when the machine is busy: its silence means nothing."""
    command = [CRAWLBOX, "console", "--patience", str(HANG_SECONDS), *map(str, arguments), port]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


class Companion(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="crawlbox-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        card = cls.folder / "card.img"
        card_image.make(str(card))
        cls.box = Box(card=str(card))
        cls.addClassCleanup(cls.box.stop)
        cls.box.wait_for("Card ready")

    def test_lines_from_a_pipe_are_answered_one_by_one(self):
        for port_of in (unix_port, tcp_port, serial_port):
            with self.subTest(port_of.__name__), port_of(self.box, self.folder) as port:
                result = console(port, text="version -k\nset tau 7 -k\nnonsense\n")
                self.assertEqual(result.returncode, 0, result.stderr)
                lines = result.stdout.splitlines()
                self.assertTrue(lines[0].startswith("version="), lines)
                self.assertIn("tau=7", lines)
                self.assertIn("There is no command 'nonsense'", lines[-1])
                self.assertNotIn("\x1b", result.stdout)

    def test_commands_as_options(self):
        with unix_port(self.box, self.folder) as port:
            result = console(port, "-c", "show tau", "--command", "show d -k")
        self.assertEqual(result.stdout.splitlines()[-1], "d=3")

    def test_a_half_typed_line_is_not_run(self):
        self.box.send("reboo")
        with unix_port(self.box, self.folder) as port:
            result = console(port, "-c", "status -k")
        self.assertIn("uptime=", result.stdout)

    def test_a_model_is_sent_and_used(self):
        model = small_model.train(self.folder)
        with unix_port(self.box, self.folder) as port:
            result = console(port, "--send-model", model)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn(f"id={facts_of(str(model))['id']}", console(port, "-c", "model -k").stdout)
            (self.folder / "wrong.bin").write_bytes(b"no model")
            self.assertEqual(console(port, "-m", self.folder / "wrong.bin").returncode, 2)

    def test_settings_go_there_and_back(self):
        first, second, sent = (self.folder / name for name in ("first.ini", "second.ini", "sent.ini"))
        sent.write_text("operator = The Library of a Town with a Long Name\ntau = 9\nallow = 10.1.0.0/16\ngateway =\n")
        with unix_port(self.box, self.folder) as port:
            self.assertEqual(console(port, "--send-settings", sent).returncode, 0)
            result = console(port, "-s", sent, "-S", first)
            self.assertIn("0 settings of the box were changed", result.stdout)
            text = first.read_text()
            for line in ("operator=The Library of a Town with a Long Name", "tau=9", "allow=10.1.0.0/16"):
                self.assertIn(line + "\n", text)
            self.assertIn("1 settings", console(port, "-c", "set tau 3", "-s", first).stdout)
            self.assertEqual(console(port, "-S", second).returncode, 0)
        self.assertEqual(first.read_text(), second.read_text())
        wrong = self.folder / "wrong.ini"
        wrong.write_text("tau = many\n")
        with unix_port(self.box, self.folder) as port:
            self.assertEqual(console(port, "-s", wrong).returncode, 2)

    def test_seeds_go_there_and_back(self):
        seeds = self.folder / "seeds.txt"
        seeds.write_text("# libraries\nwww.example.ac.th\nhttp://www.example.go.th/news/\nftp://no\n")
        with unix_port(self.box, self.folder) as port:
            result = console(port, "--send-seeds", seeds)
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertIn("2 seeds sent, 1 lines left out", result.stdout)
            back = console(port, "--get-seeds", "-").stdout
        self.assertIn("www.example.ac.th", back)
        self.assertIn("http://www.example.go.th/news/", back)

    def test_mistakes_are_explained(self):
        self.assertIn("ls /dev/tty", console("/dev/nothing").stderr)
        self.assertIn("is QEMU running", console("127.0.0.1:1").stderr)
        self.assertEqual(console("127.0.0.1:1").returncode, 2)


class Screen(unittest.TestCase):
    """On a terminal."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="crawlbox-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.box = Box()
        self.addCleanup(self.box.stop)
        self.port = self.enterContext(unix_port(self.box, self.folder))
        self.terminal, slave = pty.openpty()
        self.addCleanup(os.close, self.terminal)
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.process = subprocess.Popen([CRAWLBOX, "console", self.port], stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)
        self.seen = ""

    def wait_for(self, pattern):
        while not (match := re.search(pattern, self.seen)):
            self.assertTrue(select.select([self.terminal], [], [], HANG_SECONDS)[0], f"{pattern}: {self.seen[-1500:]!r}")
            self.seen += os.read(self.terminal, 4096).decode(errors="replace")
        self.seen = self.seen[match.end():]
        return match

    def test_status_above_and_commands_below(self):
        self.wait_for(r"uptime +\d+")
        os.write(self.terminal, b"show ta")
        self.wait_for(r"uptime +\d+")  # asked again while half a line stands there
        self.wait_for(r"uptime +\d+")
        os.write(self.terminal, b"u\r")
        self.wait_for(r"tau +0")
        self.assertNotIn("crawlbox> status", ESCAPES.sub("", self.seen))
        os.write(self.terminal, b"set tau 8\rshow tau\r")
        self.wait_for(r"tau +8")
        os.write(self.terminal, CTRL_RIGHT_BRACKET)
        self.assertEqual(self.process.wait(), 0)

    def test_a_box_that_restarts_is_found_again(self):
        self.wait_for(r"uptime +\d+")
        self.box.reset()
        self.wait_for(r"starts +2")  # not its greeting: that may come in the middle of an answer, which is not shown
        os.write(self.terminal, CTRL_RIGHT_BRACKET)
        self.assertEqual(self.process.wait(), 0)

    def test_the_end_of_the_line_is_told(self):
        self.wait_for(r"uptime +\d+")
        self.box.process.kill()
        self.wait_for("was closed")
        self.assertEqual(self.process.wait(), 2)


if __name__ == "__main__":
    unittest.main()
