"""The console of the real image and of `crawlbox box`: every command answers, typing feels like a shell."""
import re
import unittest

from box import Box, LOG_LINE
from program_box import ProgramBox

LEFT, UP, HOME = "\x1b[D", "\x1b[A", "\x1b[H"


class Shared:
    """What holds for every box."""
    commands = ["help", "version", "status", "mem", "tasks", "log"]

    @classmethod
    def setUpClass(cls):
        cls.box = cls.make_box()

    @classmethod
    def tearDownClass(cls):
        cls.box.stop()

    def test_every_command_that_help_lists_has_help_of_its_own(self):
        names = re.findall(r"^  (\w+) ", self.box.command("help"), re.M)
        for name in [*self.commands, "reboot"]:
            self.assertIn(name, names)
        for name in names:
            usage, what = self.box.command(f"help {name}").split("\n")
            self.assertTrue(usage.startswith(name), usage)
            self.assertGreater(len(what.strip()), 10)

    def test_every_command_answers_people_and_scripts(self):
        for name in self.commands[1:]:
            self.assertTrue(self.box.command(name), name)
            self.assertTrue(self.box.facts(name), name)

    def test_every_command_refuses_words_too_many_with_its_usage(self):
        for name in [*self.commands, "reboot"]:
            self.assertRegex(self.box.command(name + " one two three"), f"^Usage: {name}")

    def test_uptime_goes_on(self):
        before = int(self.box.facts("status")["uptime"])
        self.box.listen(2.1)
        self.assertGreater(int(self.box.facts("status")["uptime"]), before)

    def test_an_unknown_command_is_answered_with_the_nearest(self):
        self.assertIn("Did you mean 'status'?", self.box.command("statsu"))
        self.assertIn("Did you mean 'version'?", self.box.command("ver"))
        self.assertIn("'help' lists", self.box.command("frobnicate"))
        self.assertIn("There is no command 'frobnicate'", self.box.command("help frobnicate"))

    def test_nonsense_is_answered_in_words(self):
        self.assertIn("too many words", self.box.command("a b c d e f g h i"))
        self.assertIn("closing quote", self.box.command('version "'))
        self.assertEqual("", self.box.command(""))

    def test_a_line_can_be_edited(self):
        self.box.send("versixn" + LEFT + "\b" + "o\r")
        self.box.wait_for(self.board)
        self.box.send("garbage\x15version" + HOME + "\x05\r")
        self.box.wait_for(self.board)
        self.box.send("version nonsense\x17\r")
        self.box.wait_for(self.board)

    def test_the_history_brings_lines_back(self):
        self.box.command("version")
        self.box.command("log")
        self.box.send(UP + UP + "\r")
        self.box.wait_for(self.board)
        self.box.wait_for("crawlbox> ")

    def test_a_long_paste_is_not_lost(self):
        for length in (60, 120):
            self.assertIn("x" * length, self.box.command("x" * length))

    def test_lines_that_come_all_at_once_are_all_answered(self):
        self.box.send("version\r" * 20)
        for _ in range(20):
            self.box.wait_for(self.board)
        self.box.wait_for("crawlbox> ")

    def test_the_log_level_can_be_changed(self):
        self.assertEqual(self.box.facts("log debug")["log_level"], "debug")
        self.assertEqual(self.box.facts("log")["log_level"], "debug")
        self.assertIn("Usage", self.box.command("log loud"))
        self.assertEqual(self.box.facts("log info")["log_level"], "info")

    def test_the_log_tells_of_the_start(self):
        self.assertRegex(self.box.command("log").split("\n")[0], LOG_LINE)


class OfTheImage(Shared, unittest.TestCase):
    make_box, board = Box, "board +lm3s6965evb"
    commands = [*Shared.commands, "crash"]

    def test_version_names_the_release_and_the_kernel(self):
        facts = self.box.facts("version")
        self.assertRegex(facts["version"], r"^\d+\.\d+\.\d+")
        self.assertRegex(facts["kernel"], r"FreeRTOS V\d+")

    def test_status_tells_what_there_is(self):
        facts = self.box.facts("status")
        self.assertEqual(int(facts["ram_claimed"]) + int(facts["ram_free"]), 65536)
        self.assertEqual((facts["last_crash"], facts["starts"]), ("none", "1"))

    def test_no_stack_is_nearly_full(self):
        for name in self.commands:
            self.box.command(name)
        for name, use in self.box.facts("mem").items():
            peak, size = map(int, use.split("/"))
            if name == "claimed":
                continue  # all of the RAM: the linker watches it
            self.assertLessEqual(peak, size * 0.9, f"{name}: {use}")


class OfTheProgram(Shared, unittest.TestCase):
    make_box, board = ProgramBox, "board +native"

    def test_version_names_the_release_and_the_kernel(self):
        facts = self.box.facts("version")
        self.assertRegex(facts["version"], r"^\d+\.\d+\.\d+")
        self.assertRegex(facts["kernel"], r"Linux \d+")

    def test_every_watched_task_has_checked_in(self):
        for row in self.box.command("tasks").split("\n")[1:]:
            if "not watched" not in row:
                silent, limit = map(int, re.search(r"(\d+) ms ago, at most (\d+)", row).groups())
                self.assertLess(silent, limit, row)

    def test_memory_is_told(self):
        peak, now = map(int, self.box.facts("mem")["claimed"].split("/"))
        self.assertGreaterEqual(peak, now)
        self.assertGreater(now, 1 << 16)

    def test_commands_are_told_in_the_same_words_as_those_of_the_image(self):
        with Box() as image:
            theirs = dict(re.findall(r"^  (\w+) +(.*)", image.command("help"), re.M))
        ours = dict(re.findall(r"^  (\w+) +(.*)", self.box.command("help"), re.M))
        self.assertEqual(ours, {name: text for name, text in theirs.items() if name not in ("crash", "test")})


class Load(unittest.TestCase):
    def test_a_box_with_nothing_to_do_sleeps(self):
        with Box() as box:
            box.listen(10)  # two whole windows of the measurement without typing
            facts, shares = box.facts("status"), box.facts("tasks")
        self.assertLess(float(facts["cpu_load"]), 5)
        self.assertGreater(float(facts["asleep"]), 90)
        self.assertGreater(float(facts["asleep_since_start"]), 50)
        self.assertLessEqual(float(facts["asleep_since_start"]), 100)
        self.assertLessEqual(float(facts["cpu_load"]) + float(facts["asleep"]), 100.1)
        total = sum(float(share) for task, share in shares.items() if task != "asleep" and not task.endswith("_us"))
        self.assertAlmostEqual(total, 100, delta=1)


if __name__ == "__main__":
    unittest.main()
