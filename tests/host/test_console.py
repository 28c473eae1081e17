"""crawlbox console: what a box, or whatever is there in its place, says over the line."""

import os
import socket
import subprocess
import tempfile
import threading
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]


def say(listener, answer):
    """A box that is asked one thing: it echoes the command, answers, and offers its prompt again."""
    line, _ = listener.accept()
    with line:
        line.sendall(b"\r\ncrawlbox> ")
        command = b""
        while not command.endswith(b"\r"):
            command += line.recv(1)
        line.sendall(b"\rcrawlbox> " + command.lstrip(b"\x03") + b"\n" + answer + b"\r\ncrawlbox> ")
        line.recv(1)


def ask(answer):
    """What `crawlbox console --command` prints of it."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener:
        listener.bind(folder + "/box")
        listener.listen()
        box = threading.Thread(target=say, args=(listener, answer))
        box.start()
        result = subprocess.run([CRAWLBOX, "console", "--command", "status", folder + "/box"], capture_output=True, check=True)
        box.join()
    return result.stdout.decode(errors="replace")


class Console(unittest.TestCase):
    def test_an_answer_is_printed(self):
        self.assertEqual(ask("one\r\nภาษาไทย é £".encode()), "one\nภาษาไทย é £\n")

    def test_an_answer_cannot_drive_the_terminal(self):
        """Names and titles of strangers are among what a box tells: escape sequences, backspaces, C1 controls."""
        hostile = "a\x1b[2Jb\x07c\u009b31md\u0085e\x7ff".encode() + b"\xc2\xc2\x9bg"
        text = ask(hostile + b"\r\nend")
        self.assertFalse([c for c in text if (c < " " and c != "\n") or "\x7f" <= c <= "\x9f"], repr(text))


if __name__ == "__main__":
    unittest.main()
