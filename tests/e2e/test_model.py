"""The model on the box: in the image, on the card, over the serial line."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import card_image
import small_model
from box import REPOSITORY, Box

CRAWLBOX = os.environ.get("CRAWLBOX", str(REPOSITORY / "build/host/tools/crawlbox"))


def facts_of(path=None):
    """What the host program says of a model: the built-in one unless a path is given."""
    run = subprocess.run([CRAWLBOX, "model", "check"] + ([path] if path else []), capture_output=True, text=True, check=True)
    return dict(line.split("\t") for line in run.stdout.splitlines())


class Model(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="crawlbox-"))
        cls.model = str(small_model.train(cls.folder, "--limit", "1400"))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def card(self, name="card.img", model=None):
        path = str(self.folder / name)
        card_image.make(path)
        if model:
            subprocess.run(["mcopy", "-o", "-i", path, model, "::/MODEL.BIN"], check=True)
        return path

    def ready(self, **arguments):
        box = Box(**arguments)
        box.wait_for("Card ready")
        return box

    def send(self, box, path):
        """What the box says after `sx` has sent a file to it."""
        box.send("model receive\r")
        box.wait_for("sx MODEL.BIN")
        box.serial_to(["sx", "-q", path])
        box.wait_for("crawlbox> ")

    def test_box_and_host_program_have_the_same_model(self):
        with Box() as box:
            found = box.facts("model")
        self.assertEqual((found["model"], found["id"]), ("built in", facts_of()["id"]))

    def test_a_model_on_the_card_comes_first(self):
        with self.ready(card=self.card(model=self.model)) as box:
            found = box.facts("model")
        self.assertEqual(found["id"], facts_of(self.model)["id"])
        self.assertIn("card", found["model"])

    def test_a_damaged_model_on_the_card_is_refused_with_a_reason(self):
        damaged = self.folder / "damaged.bin"
        data = bytearray(pathlib.Path(self.model).read_bytes())
        data[300] ^= 4
        damaged.write_bytes(data)
        with self.ready(card=self.card(model=str(damaged))) as box:
            self.assertEqual(box.facts("model")["model"], "built in")
            self.assertIn("MODEL.BIN is not used: The model is damaged", box.command("log"))

    def test_sx_sends_a_new_model_and_rollback_takes_it_back(self):
        first = facts_of()["id"]
        with self.ready(card=self.card()) as box:
            self.send(box, self.model)
            self.assertEqual(box.facts("model")["id"], facts_of(self.model)["id"])
            self.assertEqual(box.facts("model rollback")["id"], first)
            box.command("model rollback")
            self.assertEqual(box.command("model rollback"), "There is no earlier model.")

    def test_what_is_no_model_is_not_stored(self):
        wrong = self.folder / "wrong.bin"
        wrong.write_bytes(b"hello" * 100)
        with self.ready(card=self.card()) as box:
            box.send("model receive\r")
            box.wait_for("sx MODEL.BIN")
            box.serial_to(["sx", "-q", str(wrong)])
            box.wait_for("This is not a model.")
            self.assertEqual(box.facts("model")["model"], "built in")


if __name__ == "__main__":
    unittest.main()
