"""crawlbox flash: another model in the image, files for the chip's programmer, a start in the emulator."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import card_image
import small_model
from box import HANG_SECONDS, IMAGE, REPOSITORY, Box
from test_companion import unix_port

CRAWLBOX = os.environ.get("CRAWLBOX", str(REPOSITORY / "build/host/tools/crawlbox"))


def crawlbox(*arguments, **options):
    return subprocess.run([CRAWLBOX, *map(str, arguments)], capture_output=True, text=True, **options)


def id_of(path):
    return dict(line.split("\t") for line in crawlbox("model", "check", path).stdout.splitlines())["id"]


def bytes_of_hex(text):
    """The bytes of an Intel HEX file; every record's checksum is looked at."""
    data, upper = bytearray(), 0
    for line in text.split():
        record = bytes.fromhex(line[1:])
        assert sum(record) % 256 == 0, line
        if record[3] == 4:
            upper = int.from_bytes(record[4:6], "big") << 16
        elif record[3] == 0:
            assert len(data) == upper + int.from_bytes(record[1:3], "big"), line
            data += record[4:-1]
    return bytes(data)


class Flash(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="crawlbox-"))
        self.output = self.folder / "box"

    def tearDown(self):
        shutil.rmtree(self.folder)

    def test_the_image_is_what_objcopy_makes_of_it(self):
        run = crawlbox("flash", "-o", self.output, IMAGE)
        self.assertEqual(run.returncode, 0, run.stderr)
        made = pathlib.Path(f"{self.output}.bin").read_bytes()
        expected = pathlib.Path(IMAGE).with_suffix(".bin").read_bytes()
        self.assertEqual(made, expected)
        self.assertEqual(bytes_of_hex(pathlib.Path(f"{self.output}.hex").read_text()), expected)

    def test_a_dry_run_says_how_to_program_the_board(self):
        for arguments, image in (([], IMAGE), (["-o", self.output], f"{self.output}.elf")):
            text = crawlbox("flash", *arguments, IMAGE).stdout
            self.assertIn(f"openocd -f board/ek-lm3s6965.cfg -c 'program {image} verify reset exit'", text)

    def test_another_model_takes_the_place_of_the_one_it_was_built_with(self):
        model = small_model.train(self.folder, "--limit", "700")
        run = crawlbox("flash", "--model", model, "-o", self.output, IMAGE)
        self.assertEqual(run.returncode, 0, run.stderr)
        with Box(image=f"{self.output}.elf") as box:
            self.assertEqual(box.facts("model")["id"], id_of(model))

    def test_a_model_that_does_not_fit_is_refused(self):
        model = small_model.train(self.folder)
        run = crawlbox("flash", "--model", model, IMAGE)
        self.assertEqual(run.returncode, 2)
        self.assertIn("put it on the card instead", run.stderr)

    def test_what_is_no_image_and_what_is_no_model_are_refused(self):
        wrong = self.folder / "wrong"
        wrong.write_text("hello")
        self.assertIn("not an image", crawlbox("flash", wrong).stderr)
        self.assertIn("not a model", crawlbox("flash", "--model", wrong, IMAGE).stderr)

    def test_a_model_alone_goes_over_the_serial_line(self):
        model = small_model.train(self.folder)
        card = self.folder / "card.img"
        card_image.make(str(card))
        with Box(card=str(card)) as box:
            box.wait_for("Card ready")
            with unix_port(box, self.folder) as port:
                run = crawlbox("flash", "--model", model, "--port", port, "--patience", HANG_SECONDS)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            self.assertEqual(box.facts("model")["id"], id_of(model))
        self.assertEqual(crawlbox("flash", "--port", "nowhere", IMAGE).returncode, 2)

    def test_starts_in_the_emulator(self):
        for output in ([], ["-o", self.output]):
            heard = b""
            with subprocess.Popen([CRAWLBOX, "flash", "--qemu", *output, IMAGE], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL) as process:
                while b"crawlbox> " not in heard and (more := os.read(process.stdout.fileno(), 4096)):
                    heard += more
                process.stdin.write(b"\x01x")  # leaves QEMU
            self.assertRegex(heard, rb"(?s)^flash\t\d+ of 262144 bytes\n.*crawlbox> ")
        self.assertIn("needs --output", crawlbox("flash", "--qemu", "--model", "any", IMAGE).stderr)


if __name__ == "__main__":
    unittest.main()
