"""Every scene of the panel looks as its golden picture in tests/panel/golden.

After a change of the layout: look at the new pictures in build/panel, then run this with UPDATE_GOLDEN=1 and commit them.
"""
import os
import pathlib
import subprocess
import sys
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tools"))
import screenshot

GOLDEN = REPOSITORY / "tests/panel/golden"
OUTPUT = REPOSITORY / "build/panel"
PICTURE = os.environ["PANEL_PICTURE"]


def scenes():
    usage = subprocess.run([PICTURE], stderr=subprocess.PIPE, check=False).stderr.decode()
    return usage.split("scenes:\n")[1].split()


class Pictures(unittest.TestCase):
    def test_every_scene_looks_as_it_should(self):
        OUTPUT.mkdir(parents=True, exist_ok=True)
        self.assertGreater(len(scenes()), 5)
        for name in scenes():
            with self.subTest(name):
                drawn = subprocess.run([PICTURE, name], stdout=subprocess.PIPE, check=True).stdout
                picture = screenshot.read_netpbm(drawn)
                screenshot.write_png(OUTPUT / f"{name}.png", picture.enlarged(4))
                if os.environ.get("UPDATE_GOLDEN"):
                    screenshot.write_png(GOLDEN / f"{name}.png", picture)
                different = screenshot.difference(
                    OUTPUT / f"{name}-difference.png", screenshot.read_picture(GOLDEN / f"{name}.png"), picture)
                self.assertEqual(different, 0, f"{different} pixels differ: see build/panel/{name}-difference.png")

    def test_every_golden_picture_has_a_scene(self):
        self.assertEqual(sorted(path.stem for path in GOLDEN.glob("*.png")), sorted(scenes()))


class Formats(unittest.TestCase):
    """tools/screenshot.py itself."""

    picture = screenshot.Picture([[(x + y) % 16 for x in range(128)] for y in range(64)])

    def test_png_is_read_back_as_it_was_written(self):
        path = OUTPUT / "formats.png"
        OUTPUT.mkdir(parents=True, exist_ok=True)
        screenshot.write_png(path, self.picture)
        self.assertEqual(screenshot.read_picture(path), self.picture)

    def test_qemus_enlarged_colour_picture_becomes_grey_levels(self):
        rows = self.picture.enlarged(4).rows
        body = bytes(17 * level for row in rows for level in row for _ in "rgb")
        path = OUTPUT / "formats.ppm"
        OUTPUT.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"P6\n512 256\n255\n" + body)
        self.assertEqual(screenshot.read_picture(path), self.picture)

    def test_a_picture_cut_short_is_refused(self):
        with self.assertRaises(ValueError):
            screenshot.read_netpbm(b"P5\n128 64\n255\n" + bytes(100))

    def test_one_wrong_pixel_is_found(self):
        other = screenshot.Picture([list(row) for row in self.picture.rows])
        other.rows[10][20] ^= 1
        OUTPUT.mkdir(parents=True, exist_ok=True)
        self.assertEqual(screenshot.difference(OUTPUT / "formats-difference.png", self.picture, other), 1)


if __name__ == "__main__":
    unittest.main()
