"""The front of the real image: what the display shows, what the Select button does."""
import pathlib
import sys
import unittest

from box import Box

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tools"))
import screenshot

GOLDEN = REPOSITORY / "tests/panel/golden"
OUTPUT = REPOSITORY / "build/panel"
SECONDS = 10  # of the box's time, for a picture to appear


def display(box):
    return screenshot.read_picture(box.screendump(box.folder / "screen.ppm"))


class Panel(unittest.TestCase):
    def setUp(self):
        OUTPUT.mkdir(parents=True, exist_ok=True)
        self.box = Box()
        self.addCleanup(self.box.stop)
        self.box.press()  # QEMU's button reads pressed until it is released for the first time
        self.box.listen(0.5)

    def await_picture(self, name, lines=slice(None)):
        """Waits until the display shows a golden picture, or those lines of it."""
        golden = screenshot.read_picture(GOLDEN / f"{name}.png")
        expected = screenshot.Picture(golden.rows[lines])
        end = self.box.clock() + SECONDS
        while True:
            shown = screenshot.Picture(display(self.box).rows[lines])
            if shown == expected:
                return
            if self.box.clock() > end:
                different = screenshot.difference(OUTPUT / f"e2e-{name}-difference.png", expected, shown)
                said = "\n".join(self.box.command(line) for line in ("panel", "status", "crash", "log"))
                self.fail(f"{different} pixels differ: see build/panel/e2e-{name}-difference.png; the box says\n{said}")
            self.box.listen(0.3)

    def test_the_test_picture_is_as_golden_on_every_page(self):
        self.box.command("panel test")
        self.await_picture("test")
        self.box.command("panel next")
        self.await_picture("test_counters")
        self.box.command("panel next")
        self.await_picture("test_box")

    def test_a_short_press_turns_the_page(self):
        self.box.command("panel test")
        self.await_picture("test")
        self.box.press()
        self.await_picture("test_counters")

    def test_holding_select_asks_for_the_card(self):
        self.box.press(ms=4000)
        self.box.wait_for("Select was held: the card is asked for")

    def test_a_restart_is_told_in_large_letters_until_it_is_read(self):
        self.box.send("test fault\r")
        self.box.wait_for_boot()
        headline = slice(11, 28)
        self.await_picture("restarted", headline)
        self.box.press()
        self.box.command("panel test")
        self.await_picture("test")

    def test_the_panel_takes_next_to_nothing_of_the_processor(self):
        self.box.listen(6)
        self.assertLess(float(self.box.facts("tasks")["panel"]), 2.0)


if __name__ == "__main__":
    unittest.main()
