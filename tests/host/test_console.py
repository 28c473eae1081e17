"""crawlbox console: what a box, or whatever is there in its place, says over the line."""

import os
import pathlib
import select
import socket
import subprocess
import tempfile
import threading
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]
BUILT_IN = pathlib.Path(__file__).parents[2] / "app/graph/predict/model_builtin.inc"
PATIENCE_SECONDS = "15"  # more than the other end of the line takes for a few bytes, however busy the machine is


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


def talk_with(box, *arguments):
    """Runs `crawlbox console` with the function box(listener) at the other end of the line."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener:
        listener.bind(folder + "/box")
        listener.listen()
        thread = threading.Thread(target=box, args=(listener,))
        thread.start()
        result = subprocess.run([CRAWLBOX, "console", *arguments, folder + "/box"], capture_output=True, check=False)
        thread.join()
    return result


def ask(answer):
    """What `crawlbox console --command` prints of it."""
    result = talk_with(lambda listener: say(listener, answer), "--command", "status")
    assert result.returncode == 0, result.stderr
    return result.stdout.decode(errors="replace")


def fall_silent(listener, heard):
    """A box that is told to receive a model, takes what comes first and says nothing more."""
    line, _ = listener.accept()
    with line:
        line.sendall(b"\r\ncrawlbox> ")
        command = b""
        while not command.endswith(b"\r"):
            command += line.recv(1)
        line.sendall(b"\rcrawlbox> " + command.lstrip(b"\x03") + b"\nSend the model with XMODEM.\r\n")
        while not select.select([line], [], [], 0.1)[0]:
            line.sendall(b"C")  # the first may be read with the sentence before it, and then says nothing
        while more := line.recv(4096):
            heard += more


def refuse_model(listener):
    """A box that breaks the transfer off at the first block, and says why."""
    line, _ = listener.accept()
    with line:
        line.sendall(b"\r\ncrawlbox> ")
        command = b""
        while not command.endswith(b"\r"):
            command += line.recv(1)
        line.sendall(b"\rcrawlbox> " + command.lstrip(b"\x03") + b"\nSend the model with XMODEM.\r\n")
        while not select.select([line], [], [], 0.1)[0]:
            line.sendall(b"C")
        line.sendall(b"\x18\r\nIt is too long.\r\ncrawlbox> ")
        while line.recv(4096):
            pass


def hang_up(listener):
    """A box that ends as soon as it has offered its prompt."""
    line, _ = listener.accept()
    with line:
        line.shutdown(socket.SHUT_RD)
        line.sendall(b"\r\ncrawlbox> ")


class Console(unittest.TestCase):
    def test_a_box_that_hangs_up_is_told_of(self):
        result = talk_with(hang_up, "--command", "status")
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"the line to the box was closed", result.stderr)

    def test_why_a_model_was_not_taken_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "model.bin"
            model.write_bytes(bytes(map(int, BUILT_IN.read_text().replace(",", " ").split())))
            result = talk_with(refuse_model, "--patience", PATIENCE_SECONDS, "--send-model", model)
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"the box did not take the model: It is too long.", result.stderr)

    def test_an_answer_is_printed(self):
        self.assertEqual(ask("one\r\nภาษาไทย é £".encode()), "one\nภาษาไทย é £\n")

    def test_an_answer_cannot_drive_the_terminal(self):
        """Names and titles of strangers are among what a box tells: escape sequences, backspaces, C1 controls."""
        hostile = "a\x1b[2Jb\x07c\u009b31md\u0085e\x7ff".encode() + b"\xc2\xc2\x9bg"
        text = ask(hostile + b"\r\nend")
        self.assertFalse([c for c in text if (c < " " and c != "\n") or "\x7f" <= c <= "\x9f"], repr(text))

    def test_a_silent_box_counts_as_gone_when_patience_ends(self):
        """A model's first block is sent once: the receiver asks again for what it misses, its silence asks for nothing."""
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "model.bin"
            model.write_bytes(bytes(map(int, BUILT_IN.read_text().replace(",", " ").split())))
            heard = bytearray()
            result = talk_with(lambda listener: fall_silent(listener, heard), "--patience", PATIENCE_SECONDS, "--send-model", model)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"does not answer", result.stderr)
        self.assertEqual(len(heard), 133)


if __name__ == "__main__":
    unittest.main()
