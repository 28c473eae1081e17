"""A crawl box that is a program of this machine, `crawlbox box`, with the same hands as box.Box: its console is a socket, its slot a
name that stands for a card or for none.

    with ProgramBox(card="card.img") as box:
        box.wait_for("Card ready")
        box.eject()                            pulled
        box.insert("other.img")

It lives by the machine's time. Environment: CRAWLBOX_NATIVE names the program (that of CRAWLBOX unless set).
"""
import atexit
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import lab
from box import BoxError, Line

PROGRAM = os.environ.get("CRAWLBOX_NATIVE", lab.CRAWLBOX)


class ProgramBox(Line):
    """One process. Use it with `with`, or call stop().

    card      path of a card image; None: the slot is empty
    snapshot  True: the box gets a copy of the card, which is thrown away; False: what it writes stays in the file
    options   further options of `crawlbox box`
    prefix    what the program is run by, such as ["unshare", "-n"]
    program   the program, if it is not PROGRAM
    boot      True: wait for the first prompt
    """

    def __init__(self, card=None, snapshot=True, options=(), prefix=(), program=PROGRAM, boot=True, environment=None):
        super().__init__()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="crawlbox-"))
        self.slot = self.folder / "slot"
        if card is not None and snapshot:
            whole, card = card, self.folder / "copy.img"
            subprocess.run(["cp", "--sparse=always", whole, card], check=True)
        if card is not None:
            self.insert(card)
        self._began = time.monotonic()
        self._serial, theirs = socket.socketpair()
        with theirs, open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen([*prefix, program, "box", "--card", self.slot, "--console", "-", *options], stdin=theirs,
                                            stdout=theirs, stderr=log, env={**os.environ, **(environment or {})})
        atexit.register(self.stop)
        try:
            if boot:
                self.wait_for_boot()
        except BaseException:
            self.stop()
            raise

    def log(self):
        return (self.folder / "log").read_text(errors="replace")

    def clock(self):
        return time.monotonic() - self._began

    def stop(self):
        """Kills it, as a power cut would. Does nothing the second time."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._serial.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        atexit.unregister(self.stop)

    def end(self):
        """Asks it to end, as the machine does when it is shut down; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            while self._hear(None):
                pass
        except BoxError:
            pass  # it has ended
        return self.process.wait()

    def eject(self):
        """Pulls the card out."""
        self.slot.unlink()

    def insert(self, card):
        """Puts a card in."""
        self.slot.symlink_to(pathlib.Path(card).resolve())
