"""crawlbox box: the appliance as a program. Its lines to people, its slot, its service, and what it says to bad input. What it crawls is
the matter of e2e_same and e2e_box."""
import contextlib
import ctypes
import os
import pathlib
import re
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import threading
import tty
import unittest
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "e2e"))
import card_image  # noqa: E402
import program_box  # noqa: E402
from box import Line  # noqa: E402

PROGRAM = program_box.PROGRAM
CARD_MB = 64
LINES = 16  # that a box has, its standard input among them


class OverSocket(Line):
    """A second line to a box."""

    def __init__(self, path, box):
        super().__init__()
        self._serial, self.box = socket.socket(socket.AF_UNIX), box
        box.wait_until(lambda: self._serial.connect_ex(str(path)) == 0, f"a console at {path}")

    def clock(self):
        return self.box.clock()

    def log(self):
        return self.box.log()

    def stop(self):
        self._serial.close()


class OverTerminal(OverSocket):
    def __init__(self, descriptor, box):  # pylint: disable=super-init-not-called
        Line.__init__(self)
        self._serial, self.box = os.fdopen(descriptor, "r+b", buffering=0), box
        self._serial.recv = lambda count: os.read(descriptor, count)
        self._serial.sendall = self._serial.write


class WithBox(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.card = self.folder / "card.img"

    def make_card(self, name="card.img"):
        card_image.make(str(self.folder / name), CARD_MB)
        return self.folder / name

    @contextlib.contextmanager
    def as_somebody(self):
        """What runs the program without root's right to open everything."""
        if os.getuid() != 0:
            yield []
            return
        self.folder.chmod(0o755)
        yield ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search", "--"]

    def box(self, card=None, **options):
        box = program_box.ProgramBox(card=card, snapshot=False, **options)
        self.addCleanup(box.stop)
        return box


class Lines(WithBox):
    def test_a_socket_serves_several_people_each_with_a_line_of_his_own(self):
        box = self.box(options=["--console", self.folder / "console"])
        with OverSocket(self.folder / "console", box) as one, OverSocket(self.folder / "console", box) as other:
            one.wait_for_boot()
            other.wait_for_boot()
            one.send("vers")
            self.assertIn("Usage: version", other.command("version x"))
            one.send("ion\r")
            one.wait_for("board +native")

    def test_the_socket_is_for_its_owner_and_group_and_goes_with_the_box(self):
        path = self.folder / "console"
        box = self.box(options=["--console", path])
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o660)
        self.assertEqual(box.end(), 0)
        self.assertFalse(path.exists())

    def test_a_socket_that_a_killed_box_left_is_used_again(self):
        path = self.folder / "console"
        self.box(options=["--console", path]).stop()
        self.assertTrue(path.exists())
        box = self.box(options=["--console", path])
        with OverSocket(path, box) as line:
            line.wait_for_boot()

    def test_a_serial_line_is_a_console(self):
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        box = self.box(options=["--console", os.ttyname(theirs)])
        with OverTerminal(ours, box) as line:
            line.wait_for_boot()
            self.assertIn("native", line.command("version"))
        os.close(theirs)

    def test_crawlbox_console_talks_with_it(self):
        path = self.folder / "console"
        box = self.box(card=self.make_card(), options=["--console", path])
        box.wait_for("Card ready")
        said = subprocess.run([os.environ["CRAWLBOX"], "console", "-c", "set operator A Library", "-c", "save", "-c", "show operator", path],
                              capture_output=True, text=True, check=False)
        self.assertIn("A Library", said.stdout, said.stderr)
        self.assertIn(b"A Library", card_image.read(self.card, "CRAWLBOX.INI"))

    def test_a_client_that_does_not_read_keeps_nobody_waiting_for_ever(self):
        path = self.folder / "console"
        box = self.box(options=["--console", path])
        with OverSocket(path, box) as deaf:
            deaf.wait_for_boot()
            deaf.send("help\r" * 2000)
            self.assertIn("native", box.command("version"))

    def test_who_comes_and_does_not_read_keeps_nobody_waiting_and_his_line(self):
        path = self.folder / "console"
        box = self.box(options=["--console", path])
        silent = [OverSocket(path, box) for _ in range(5)]
        for line in silent:
            self.addCleanup(line.stop)
        box.insert(self.make_card())  # the log tells of it, to each of them, more than a line holds that nobody reads
        box.wait_for("Card ready")
        with OverSocket(path, box) as other:
            other.wait_for_boot()
            self.assertIn("native", other.command("version"))
        for line in silent:
            self.assertIn("native", line.command("version"))

    def test_the_pin_is_asked_of_each_line(self):
        path = self.folder / "console"
        box = self.box(card=self.make_card(), options=["--console", path])
        box.wait_for("Card ready")
        box.command("set console_pin 1234")
        box.command("pin 1234")
        with OverSocket(path, box) as line:
            line.wait_for_boot()
            self.assertIn("locked", line.command("set operator x"))
        self.assertNotIn("locked", box.command("set operator x"))

    def test_a_wrong_pin_makes_its_own_line_wait_and_no_other(self):
        path = self.folder / "console"
        box = self.box(card=self.make_card(), options=["--console", path])
        box.wait_for("Card ready")
        box.command("set console_pin 1234")
        with OverSocket(path, box) as wrong, OverSocket(path, box) as other:
            wrong.wait_for_boot()
            other.wait_for_boot()
            wrong.send("pin 1\rversion\r" * 4)  # it waits 2, 4, 8 and 16 seconds
            for line in (other, box):
                self.assertIn("native", line.command("version"))
            self.assertIn("unlocked", other.command("pin 1234"))
            self.assertLess(wrong.listen(0).count("The console is locked"), 4, "others were served when all had been tried")
            wrong.wait_for("board +native")

    def visitors(self, path, box, count):
        """So many who come and say nothing."""
        came = [OverSocket(path, box) for _ in range(count)]
        for line in came:
            self.addCleanup(line.stop)
            line.wait_for_boot()
        return came

    def test_who_is_idle_for_longest_gives_way_to_who_comes(self):
        path = self.folder / "console"
        box = self.box(options=["--console", path])
        idle = self.visitors(path, box, LINES - 1)
        with OverSocket(path, box) as newcomer:
            newcomer.wait_for_boot()
            self.assertIn("native", newcomer.command("version"))
            idle[0].wait_for("Somebody else has come, and all lines are in use")
            idle[0].wait_for("this line is closed")
            for line in (idle[1], idle[-1], box):
                self.assertIn("native", line.command("version"))
            self.visitors(path, box, 1)  # the third of them goes now: the second has said something
            idle[2].wait_for("this line is closed")
            self.assertIn("native", idle[1].command("version"))

    def test_whose_command_is_under_way_is_not_sent_away(self):
        path = self.folder / "console"
        box = self.box(card=self.make_card(), options=["--console", path])
        box.wait_for("Card ready")
        box.command("set console_pin 1234")
        with OverSocket(path, box) as busy:
            busy.wait_for_boot()
            busy.send("pin 1\rversion\r" * 2)  # it waits 2 and 4 seconds
            self.visitors(path, box, 3 * LINES)
            busy.wait_for("board +native")
            busy.wait_for("board +native")

    def test_whose_file_is_under_way_is_not_sent_away_and_others_wait(self):
        path = self.folder / "console"
        box = self.box(card=self.make_card(), options=["--console", path])
        box.wait_for("Card ready")
        with OverSocket(path, box) as sender:
            sender.wait_for_boot()
            sender.send("model receive\r")
            sender.wait_for("XMODEM")
            others = [socket.socket(socket.AF_UNIX) for _ in range(2 * LINES)]
            for other in others:
                self.addCleanup(other.close)
                other.setblocking(False)
                self.assertEqual(other.connect_ex(str(path)), 0)
            sender.send("\x18" * 8)
            sender.wait_for("crawlbox> ")
            others[-1].setblocking(True)
            self.assertTrue(others[-1].recv(1))

    def test_it_listens_on_no_port(self):
        box = self.box()
        inodes = {os.readlink(f"/proc/{box.process.pid}/fd/{fd}") for fd in os.listdir(f"/proc/{box.process.pid}/fd")}
        for table in ("tcp", "tcp6", "udp", "udp6"):
            rows = pathlib.Path(f"/proc/{box.process.pid}/net/{table}").read_text().splitlines()[1:]
            self.assertFalse([row for row in rows if f"socket:[{row.split()[9]}]" in inodes])

    def test_reboot_starts_it_anew_in_its_own_place(self):
        path = self.folder / "console"
        box = self.box(card=self.make_card(), options=["--console", path])
        box.wait_for("Card ready")
        box.send("reboot\r")
        box.wait_for("Restarting")
        self.assertIn("It had to restart: somebody typed 'reboot'", box.wait_for_boot())
        box.wait_for("Card ready")
        self.assertNotIn("Not ejected", box.log())


class Slot(WithBox):
    def test_a_card_that_comes_later_is_used(self):
        box = self.box()
        self.assertIn("There is no card", box.facts("card")["card"])
        box.insert(self.make_card())
        box.wait_for("Card ready")

    def test_a_card_that_was_ejected_belongs_to_others_until_it_is_mounted(self):
        box = self.box(card=self.make_card())
        box.wait_for("Card ready")
        box.command("eject")
        other = self.box(card=self.card)
        other.wait_for("Card ready")
        other.command("eject")
        box.command("card mount")
        self.assertIn("ready", box.facts("card")["card"])

    def test_two_boxes_on_one_card_are_told_and_the_second_waits(self):
        first = self.box(card=self.make_card())
        first.wait_for("Card ready")
        second = self.box(card=self.card)
        second.wait_for("in use by another program")
        self.assertIn("in use by another program", second.facts("card")["problem"])
        first.stop()
        second.wait_for("Card ready")

    def test_a_card_that_may_not_be_written_is_told_and_not_touched(self):
        before = self.make_card().read_bytes()
        self.card.chmod(0o444)
        with self.as_somebody() as somebody:
            box = self.box(card=self.card, prefix=somebody)
            box.wait_for("write-protected")
            self.assertEqual(self.card.read_bytes(), before)
            self.card.chmod(0o644)
            box.wait_for("Card ready")

    def test_a_card_most_of_which_is_gone_for_a_while_is_tried_again_until_it_is_back(self):
        whole = self.make_card().read_bytes()
        box = self.box(card=self.card)
        box.wait_for("Card ready")
        box.command("eject")
        os.truncate(self.card, 4096)
        self.assertNotIn("is ready", box.command("card mount"))
        box.wait_for("The box tries the card again by itself")
        with open(self.card, "r+b") as card:
            card.write(whole)
        box.wait_for("Card ready")
        self.assertIn("is ready", box.facts("card")["card"])

    def test_a_card_that_cannot_be_used_is_left_alone_once_it_was_ejected(self):
        self.make_card().chmod(0o444)
        with self.as_somebody() as somebody:
            box = self.box(card=self.card, prefix=somebody)
            box.wait_for("write-protected")
            self.assertIn("safe to remove", box.command("eject"))
            self.card.chmod(0o644)
            other = self.box(card=self.card)
            other.wait_for("Card ready")
            other.command("eject")
            self.assertIn("safe to remove", box.facts("card")["card"])
            box.command("card mount")
            self.assertIn("is ready", box.facts("card")["card"])

    def test_a_card_that_may_not_even_be_read_is_told(self):
        self.make_card().chmod(0)
        with self.as_somebody() as somebody:
            box = self.box(card=self.card, prefix=somebody)
            box.wait_for("not to be opened by this user")

    def test_a_full_disk_is_told_and_nothing_that_was_stored_is_lost(self):
        box, stored, grow = self.box_on_full_disk("cp --sparse=always {folder}/small.img {disk}/card.img", "card.img")
        grow()
        box.wait_for("Card ready")
        self.assertGreaterEqual(int(box.facts("card")["pages"]), stored)
        self.assertEqual(box.facts("card check")["damaged_files"], "0")

    def test_a_card_on_a_full_disk_is_let_go_and_nothing_that_was_stored_is_lost(self):
        for name, make in (("card.img", "cp --sparse=always {folder}/small.img {disk}/card.img"),
                           ("card", "mkdir {disk}/card && echo operator = x > {disk}/card/CRAWLBOX.INI")):
            with self.subTest(name):
                box, stored, grow = self.box_on_full_disk(make, name)
                self.assertIn("safe to remove", box.command("eject"))
                self.assertNotIn("no room left", box.command("status"))
                grow()
                box.command("card mount")
                self.assertGreaterEqual(int(box.facts("card")["pages"]), stored)
                self.assertEqual(box.facts("card check")["damaged_files"], "0")
                box.stop()

    def box_on_full_disk(self, make, name):
        """A box whose card, which `make` makes, has filled its disk of 6 MB: the box, how many pages it reported as stored, and what
        gives the disk more room. An image has 64 MB, most of it holes."""
        if subprocess.run(["unshare", "-Urm", "true"], check=False, stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("NOTICE: this machine forbids `unshare -Urm`: no full disk was tried")
        disk = self.folder / "disk"
        disk.mkdir(exist_ok=True)
        self.make_card("small.img")
        script = f"mount -t tmpfs -o size=6m none {disk} && {make.format(folder=self.folder, disk=disk)} && exec \"$@\""
        box = self.box(prefix=["unshare", "-Urm", "sh", "-c", script, "sh"])
        box.insert(disk / name)
        box.wait_for("Card ready")
        enter = ["nsenter", "-U", "-m", "--preserve-credentials", "-t", str(box.process.pid)]
        stored = int(box.facts("card selftest 20")["pages"])
        subprocess.run([*enter, "dd", "if=/dev/zero", f"of={disk}/others"], check=False, stderr=subprocess.DEVNULL)
        stored += int(re.search(r"pages +(\d+)", box.command("card selftest 400"))[1])
        return box, stored, lambda: subprocess.run([*enter, "mount", "-o", "remount,size=80m", disk], check=True)


class Service(WithBox):
    def test_it_tells_when_it_is_ready_how_it_is_doing_and_that_it_lives(self):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
            notify.bind(str(self.folder / "notify"))
            box = self.box(environment={"NOTIFY_SOCKET": str(self.folder / "notify")})
            said = [notify.recv(1000).decode() for _ in range(4)]
            self.assertIn("READY=1", said)
            self.assertIn("WATCHDOG=1\nSTATUS=There is no card: put one in.", said)
            box.process.send_signal(signal.SIGTERM)
            while "STOPPING=1" not in said:
                said.append(notify.recv(1000).decode())

    def test_a_thread_that_hangs_is_not_covered_up_and_the_box_starts_anew(self):
        box = self.box()
        thread = self.thread_of(box, "console")
        libc = ctypes.CDLL(None, use_errno=True)
        libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
        attach = 16
        if libc.ptrace(attach, thread, None, None) != 0:
            self.skipTest("NOTICE: this machine lets nobody hold a thread of another program (ptrace): nothing was made to hang")
        wait_all = 0x40000000
        os.waitpid(thread, wait_all)
        reaper = threading.Thread(target=os.waitpid, args=(thread, wait_all))  # its end is ours to take, too
        reaper.start()
        self.assertRegex(box.wait_for_boot(), r"It had to restart: task console has not answered for \d+ ms")
        reaper.join()

    @staticmethod
    def thread_of(box, name):
        """The number of a thread of the box; threads have no names, but an order: supervisor, console."""
        threads = sorted(map(int, os.listdir(f"/proc/{box.process.pid}/task")))
        return threads[{"supervisor": 1, "console": 2}[name]]

    def test_options_may_come_from_a_file(self):
        conf = self.folder / "box.conf"
        conf.write_text(f"# the machine's\n\n  picture = {self.folder}/panel.png  # the display\nconsole={self.folder}/console\n")
        box = self.box(options=["--config", conf])
        self.assertTrue((self.folder / "panel.png").exists())
        with OverSocket(self.folder / "console", box) as line:
            line.wait_for_boot()

    def refused(self, *options):
        result = subprocess.run([PROGRAM, "box", *map(str, options)], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        return result.stderr

    def test_a_file_of_options_that_is_not_understood_is_told_with_its_line(self):
        conf = self.folder / "box.conf"
        conf.write_text("\ncards = /dev/sda\n")
        self.assertIn("box.conf, line 2: 'cards' is no option", self.refused("--config", conf))

    def test_what_cannot_be_used_is_told(self):
        self.assertIn("needs --card PATH", self.refused())
        self.assertIn("cannot make the console's socket", self.refused("--card", self.card, "--console", self.folder / "no/such"))
        self.card.write_bytes(b"")
        self.assertIn("is there already", self.refused("--card", self.card, "--console", self.card))
        self.assertIn("picture", self.refused("--card", self.card, "--picture", self.folder / "no/such.png"))
        self.assertIn("light", self.refused("--card", self.card, "--light", self.folder / "no"))
        self.assertIn("button", self.refused("--card", self.card, "--button", self.folder / "no"))


class Front(WithBox):
    def picture(self):
        """Rows of grey levels of the PNG file, by a reader of our own."""
        data, at, chunks = (self.folder / "panel.png").read_bytes(), 8, {}
        while at < len(data):
            length, = struct.unpack(">I", data[at:at + 4])
            kind, body = data[at + 4:at + 8], data[at + 8:at + 8 + length]
            self.assertEqual(zlib.crc32(kind + body), struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0])
            chunks[kind] = body
            at += 12 + length
        width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
        raw = zlib.decompress(chunks[b"IDAT"])
        self.assertEqual((width, height, len(raw)), (128, 64, 64 * 129))
        return [raw[y * 129 + 1:(y + 1) * 129] for y in range(64)]

    def test_the_picture_is_the_display_and_always_whole(self):
        box = self.box(options=["--picture", self.folder / "panel.png"])
        blank = [bytes(128)] * 64
        notice = box.wait_until(lambda: (found := self.picture()) != blank and found, "a picture")
        box.command("panel test")
        test = box.wait_until(lambda: (found := self.picture()) != notice and found, "another picture")
        self.assertEqual(sorted(set(b"".join(test)))[-1], 255)

    def test_the_light_flashes_and_the_button_ejects(self):
        light, button = self.folder / "led", self.folder / "button"
        light.mkdir()
        (light / "brightness").write_text("0")
        (light / "trigger").write_text("mmc0")
        button.write_text("0")
        box = self.box(card=self.make_card(), options=["--light", light, "--button", button])
        box.wait_for("Card ready")
        self.assertEqual((light / "trigger").read_text(), "none")
        for level in "10":
            box.wait_until(lambda level=level: (light / "brightness").read_text()[0] == level, "flash")
        button.write_text("1")
        box.wait_for("Select was held")
        box.wait_for("safe to remove")


if __name__ == "__main__":
    unittest.main()
