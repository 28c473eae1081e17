"""The clock of a box in QEMU stands still while QEMU cannot look after it (steady_clock.c): tests of the box depend on that."""
import os
import signal
import threading
import time
import unittest

from box import Box

STALL_SECONDS = 12  # longer than the watchdog waits


class Clock(unittest.TestCase):
    def open_a_file(self, box):
        """Keeps QEMU's main thread from everything else: it opens a file that nobody reads yet."""
        pipe = box.folder / "picture"
        os.mkfifo(pipe)
        reader = threading.Timer(STALL_SECONDS, lambda: pipe.read_bytes())
        reader.start()
        box.screendump(pipe)
        reader.join()

    def pause(self, box):
        """Keeps all of QEMU from running, as a machine does that has too much to do."""
        box.process.send_signal(signal.SIGSTOP)
        time.sleep(STALL_SECONDS)
        box.process.send_signal(signal.SIGCONT)

    def test_a_box_does_not_sleep_through_its_watchdog_while_qemu_is_held_up(self):
        for hold_up in (self.open_a_file, self.pause):
            with self.subTest(hold_up.__name__), Box() as box:
                box.rest(1)  # until it has started, and has nothing to do
                before = box.clock()
                hold_up(box)
                box.rest(1)  # a bite would come now
                self.assertLess(box.clock() - before, STALL_SECONDS / 2)
                self.assertEqual(box.facts("status")["starts"], "1", box.command("crash"))

    def test_it_goes_on_while_nothing_is_in_the_way(self):
        with Box() as box:
            began, before = time.monotonic(), box.clock()
            box.rest(1)
            self.assertGreater(box.clock() - before, 0.9)
            self.assertGreaterEqual(time.monotonic() - began, 0.9, "it goes faster than ours")


if __name__ == "__main__":
    unittest.main()
