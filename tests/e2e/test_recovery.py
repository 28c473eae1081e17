"""Whatever goes wrong, the box is back within ten seconds and says what it was."""
import re
import subprocess
import unittest

from box import Box, IMAGE

BACK_WITHIN_SECONDS = 10


def function_at(address):
    """The function of the image that an address of a crash record lies in."""
    lines = subprocess.run(["arm-none-eabi-addr2line", "-f", "-e", IMAGE, address], check=True,
                           capture_output=True, text=True).stdout.split("\n")
    return lines[0]


class Recovery(unittest.TestCase):
    def setUp(self):
        self.box = Box()

    def tearDown(self):
        self.box.stop()

    def go_wrong(self, how):
        """Lets the box go wrong; the greeting of its next start and the crash record."""
        before = self.box.facts("status")
        self.box.send(f"test {how}\r")
        greeting = self.box.wait_for_boot()
        after, crash = self.box.facts("status"), self.box.facts("crash")
        self.assertEqual(int(after["starts"]), int(before["starts"]) + 1)
        # In the box's own time, which does not depend on how busy this machine is.
        gone = int(crash["after"]) - int(before["uptime"]) + int(after["uptime"])
        self.assertLess(gone, BACK_WITHIN_SECONDS)
        self.assertIn(crash["cause"], greeting)
        self.assertIn(crash["cause"], after["last_crash"])
        return crash

    def test_a_task_that_stops_checking_in_is_bitten(self):
        crash = self.go_wrong("hang")
        self.assertEqual(crash["cause"], "watchdog bite")
        self.assertEqual(crash["silent_task"], "console")

    def test_a_task_that_never_lets_go_of_the_processor_is_bitten(self):
        crash = self.go_wrong("freeze")
        self.assertEqual(crash["cause"], "watchdog bite")
        self.assertEqual(crash["task"], "console")
        self.assertNotIn("silent_task", crash)
        self.assertEqual(function_at(crash["pc"]), "test_freeze")
        self.assertNotEqual(int(crash["basepri"], 16), 0)

    def test_an_undefined_instruction(self):
        crash = self.go_wrong("fault")
        self.assertEqual((crash["cause"], crash["task"]), ("usage fault", "console"))
        self.assertEqual(function_at(crash["pc"]), "test_fault")
        self.assertEqual(function_at(crash["lr"]), "command_test")

    def test_a_null_pointer(self):
        crash = self.go_wrong("null")
        self.assertEqual((crash["cause"], int(crash["address"], 16)), ("memory fault", 4))
        self.assertEqual(function_at(crash["pc"]), "test_null")

    def test_a_write_past_the_end_of_ram(self):
        crash = self.go_wrong("wild")
        self.assertEqual((crash["cause"], int(crash["address"], 16)), ("memory fault", 0x20010000))

    def test_a_failed_assert(self):
        crash = self.go_wrong("assert")
        self.assertEqual((crash["cause"], crash["task"]), ("failed assert", "console"))
        self.assertEqual(function_at(crash["pc"]), "test_assert")
        self.assertGreater(int(crash["line"]), 0)

    def test_a_stack_overflow(self):
        crash = self.go_wrong("stack")
        self.assertEqual((crash["cause"], crash["task"]), ("stack overflow", "console"))

    def test_an_overflow_of_the_main_stack(self):
        crash = self.go_wrong("interrupt")
        self.assertEqual((crash["cause"], crash["task"]), ("stack overflow", "interrupt"))

    def test_crashes_are_counted_until_they_are_cleared(self):
        self.go_wrong("fault")
        self.assertEqual(self.go_wrong("assert")["crashes"], "2")
        self.box.command("crash clear")
        self.assertEqual(self.box.facts("crash"), {"cause": "none"})
        self.assertEqual(self.box.facts("status")["last_crash"], "none")

    def test_a_reboot_is_no_crash(self):
        self.box.send("reboot\r")
        self.assertNotIn("restart after", self.box.wait_for_boot())
        self.assertEqual(self.box.facts("crash"), {"cause": "none"})
        self.assertEqual(self.box.facts("status")["starts"], "2")

    def test_the_reset_button_keeps_the_record(self):
        crash = self.go_wrong("fault")
        self.box.reset()
        self.assertTrue(re.search("usage fault", self.box.wait_for_boot()))
        self.assertEqual(self.box.facts("crash"), crash)

    def test_power_loss_forgets_it(self):
        self.go_wrong("fault")
        self.box.stop()
        self.box = Box()
        self.assertEqual(self.box.facts("crash"), {"cause": "none"})
        self.assertEqual(self.box.facts("status")["starts"], "1")


if __name__ == "__main__":
    unittest.main()
