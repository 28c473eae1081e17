"""The desk's conversation with a box when the line, or the box, is not as it should be: a serial port of the browser leads to a box that is
made up here. tests/e2e/test_desk.py has the conversation with a real one.
"""
import pathlib
import socket
import threading
import unittest

import deskpage
from test_console import BUILT_IN
from test_desk import Case
from test_desk_page import look_at

CTRL_C, ACK, CANCEL, BLOCK_BYTES = b"\x03", b"\x06", b"\x18", 133
FACTS = {"version": "0.1.0", "uptime": "93784", "crawl": "crawling", "round": "3, 120 sites waiting, 31 done", "harvest_rate": "82.1",
         "pages": "1204, in the language 988", "card": "ready", "network": "up"}


class FakeBox:
    """One line after the other. `mood`: "answers", "silent"; "refuses" a model's second block, "pulls" the cable then, or "waits" before it."""

    def __init__(self):
        self.mood, self.line, self.is_cancelled = "answers", None, False
        self.has_block, self.has_ended = threading.Event(), threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.serve, daemon=True).start()

    def close(self):
        self.listener.close()

    def serve(self):
        while True:
            try:
                self.line, _ = self.listener.accept()
            except OSError:
                return
            with self.line:
                try:
                    self.talk()
                except OSError:
                    pass  # the desk has hung up

    def talk(self):
        command = b""
        while byte := self.line.recv(1):
            if self.mood == "silent":
                continue
            if byte == CTRL_C:
                command = b""
                self.line.sendall(b"\r\ncrawlbox> ")
            elif byte != b"\r":
                command += byte
            else:
                self.line.sendall(b"\rcrawlbox> " + command + b"\r\n")
                if self.answer(command.decode()) is False:
                    return
                self.line.sendall(b"crawlbox> ")
                command = b""

    def answer(self, command):
        if command == "status -k":
            self.line.sendall("".join(f"{key}={value}\r\n" for key, value in FACTS.items()).encode())
        elif command == "model receive":
            return self.receive()
        else:
            self.line.sendall(b"Yes.\r\n")
        return True

    def take(self, size):
        data = b""
        while len(data) < size:
            more = self.line.recv(size - len(data))
            if not more:
                raise OSError("the desk has hung up")
            data += more
        return data

    def ask_for_block(self):
        """The first question may be read with the sentence before it, and then says nothing."""
        self.line.settimeout(0.2)
        data = b""
        while not data:
            self.line.sendall(b"C")
            try:
                data = self.line.recv(1)
            except socket.timeout:
                pass
        self.line.settimeout(None)
        self.take(BLOCK_BYTES - 1)

    def receive(self):
        self.line.sendall(b"Send the model with XMODEM.\r\n")
        self.ask_for_block()
        if self.mood == "waits":
            self.has_block.set()
            self.is_cancelled = self.take(2) == 2 * CANCEL
            self.has_ended.set()
            return False
        self.line.sendall(ACK)
        self.take(BLOCK_BYTES)
        if self.mood == "pulls":
            return False
        self.line.sendall(CANCEL + b"\r\nThe model was not received.\r\n")
        return True


class Talk(Case):
    def setUp(self):
        super().setUp()
        self.box = FakeBox()
        self.addCleanup(self.box.close)
        self.model = self.top / "MODEL.BIN"
        self.model.write_bytes(bytes(map(int, pathlib.Path(BUILT_IN).read_text(encoding="utf-8").replace(",", " ").split())))

    def connect(self, mood="answers"):
        self.box.mood = mood
        self.desk.serial(address=self.box.address)
        self.desk.open()
        self.desk.click(selector="nav [data-part=talk]")
        self.desk.click(selector="#connect")

    def answers(self):
        self.desk.said(selector="#facts", text="31 done")

    def say(self, command):
        self.desk.type(selector="#command", text=command)
        self.desk.press(key="Enter")

    def test_a_pulled_cable_is_told_and_the_desk_goes_on_when_it_is_back(self):
        self.connect()
        self.answers()
        self.desk.pull()
        self.desk.said(selector="#line-state", text="The line to the box is gone. Plug its cable in again")
        self.assertEqual(self.desk.text(selector="#connect"), "Connect…")
        self.desk.evaluate(script="plugIn()")
        self.answers()
        self.say("version")
        self.desk.said(selector="#transcript", text="crawlbox> version\nYes.")
        self.desk.pull()
        self.desk.said(selector="#line-state", text="The line to the box is gone.")
        self.desk.click(selector="#connect")
        self.answers()
        self.check_silence()

    def test_noise_on_the_line_ends_nothing(self):
        self.connect()
        self.answers()
        self.desk.evaluate(script="serialNoise()")
        self.say("version")
        self.desk.said(selector="#transcript", text="Yes.")

    def test_a_silent_box_is_told_and_can_still_wake_up(self):
        self.connect("silent")
        self.desk.said(selector="#line-state", text="Nothing comes from the box. Is it switched on?")
        self.box.mood = "answers"
        self.box.line.sendall(b"\r\ncrawlbox> ")
        self.answers()
        self.box.mood = "silent"
        self.say("card check")
        self.desk.said(selector="#line-state", text="The box has been silent for a while.")
        self.desk.click(selector="#connect")
        self.desk.said(selector="#line-state", text="Not connected.")

    def test_a_model_that_the_box_refuses(self):
        self.connect("refuses")
        self.answers()
        self.desk.give(selector="#send-model", file=self.model)
        said = self.desk.said(selector="#sent", text="was not taken")
        self.assertEqual(said, "MODEL.BIN was not taken. The last lines of the log say why. The box keeps the model that it had; send it again.")
        self.desk.said(selector="#transcript", text="The model was not received.")
        self.say("version")
        self.desk.said(selector="#transcript", text="Yes.")

    def test_a_model_whose_line_breaks_off(self):
        self.connect("pulls")
        self.answers()
        self.desk.give(selector="#send-model", file=self.model)
        said = self.desk.said(selector="#sent", text="has not arrived")
        self.assertEqual(said, "MODEL.BIN has not arrived: the line broke off. The box keeps the model that it had; send it again.")
        look_at(self, self.desk, "talk-gone")
        self.box.mood = "answers"
        self.desk.click(selector="#connect")
        self.answers()

    def test_hanging_up_in_the_middle_of_a_model_tells_the_box(self):
        self.connect("waits")
        self.answers()
        self.desk.give(selector="#send-model", file=self.model)
        self.box.has_block.wait()
        self.desk.click(selector="#connect")
        self.desk.said(selector="#sent", text="has not arrived")
        self.box.has_ended.wait()
        self.assertTrue(self.box.is_cancelled)


if __name__ == "__main__":
    unittest.main()
