"""One voice: every command explains itself in the same form, and refuses mistakes in the same way."""
import os
import re
import subprocess
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]
WIDTH = 125


def run(*words):
    return subprocess.run([CRAWLBOX, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


COMMANDS = re.findall(r"^  ([a-z]+) ", run("--help").stdout, re.M)


class Help(unittest.TestCase):
    def each(self):
        self.assertGreater(len(COMMANDS), 15)
        for command in COMMANDS:
            with self.subTest(command):
                yield command, run(command, "--help")

    def test_has_one_form(self):
        for command, shown in self.each():
            self.assertEqual((shown.returncode, shown.stderr), (0, ""))
            usage, _, rest = shown.stdout.partition("\n\n")
            for line in usage.splitlines():
                self.assertRegex(line, rf"^(usage:|      ) crawlbox {command}( |$)")
            about, _, options = rest.partition("\n\noptions:\n")
            self.assertRegex(about.splitlines()[0], r"^(  [a-z]+  |[A-Z])")
            self.assertIn("  -h, --help              show this text\n", options)

    def test_fits_a_wide_terminal(self):
        for command, shown in self.each():
            options = shown.stdout.partition("\noptions:\n")[2]
            self.assertLessEqual(max(map(len, options.splitlines())), WIDTH)

    def test_says_the_same_thing_in_the_same_words(self):
        for command, shown in self.each():
            for other in ("several times", "as often as", "(the default", "(default "):
                self.assertNotIn(other, shown.stdout)

    def test_exit_statuses_are_told_in_one_place(self):
        self.assertIn("Exit status: 0 yes or done, 1 the answer is no, 2 it cannot be done.", run("--help").stdout)

    def test_unknown_options_are_refused(self):
        for command, _ in self.each():
            refused = run(command, "--no-such-option")
            self.assertEqual(refused.returncode, 2)
            self.assertEqual(refused.stderr, f"crawlbox {command}: unknown option --no-such-option\ntry 'crawlbox {command} --help'\n")

    def test_missing_arguments_are_told(self):
        for command in COMMANDS:
            if command in ("url", "settings"):
                continue  # these need none
            with self.subTest(command):
                refused = run(command)
                self.assertEqual(refused.returncode, 2)
                self.assertRegex(refused.stderr, rf"^crawlbox {command}: (needs|say)")

    def test_a_wrong_action_is_told_apart_from_wrong_arguments(self):
        for command, action in (("card", "init"), ("warc", "cat"), ("ca", "info"), ("geo", "info"), ("world", "page"), ("model", "diff"),
                                ("lab", "serve")):
            with self.subTest(command):
                nothing, wrong, right = run(command), run(command, "bogus"), run(command, action)
                self.assertEqual([nothing.returncode, wrong.returncode, right.returncode], [2, 2, 2])
                self.assertRegex(nothing.stderr, rf"say what to do: .*\b{action}\b")
                self.assertRegex(wrong.stderr, rf"there is no 'bogus': say .*\b{action}\b")
                self.assertRegex(right.stderr, rf"it is: crawlbox {command} {action} .*[A-Z]")

    def test_options_may_stand_anywhere_before_two_dashes(self):
        agent = ["robots", "/dev/null", "--agent", "me", "/x", "-s2048", "/y"]
        self.assertEqual(run(*agent).stdout, run("robots", "--agent", "me", "--store", "2048", "/dev/null", "/x", "/y").stdout)
        self.assertIn("-s2048", run("robots", "/dev/null", "--", "-s2048").stderr)

    def test_help_takes_a_command(self):
        self.assertEqual(run("help", "card").stdout, run("card", "--help").stdout)
        self.assertEqual(run("help").stdout, run("--help").stdout)
        self.assertEqual(run("help", "crwal").returncode, 2)

    def test_an_answer_that_cannot_be_written_is_no_success(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            for words in (["--help"], ["card", "--help"], ["settings"], ["dict", "list"], ["model", "info"], ["robots", "/dev/null", "/x"]):
                with self.subTest(words):
                    result = subprocess.run([CRAWLBOX, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
                    self.assertEqual(result.returncode, 2)
                    self.assertIn("cannot write standard output", result.stderr)

    def test_there_is_no_such_command(self):
        refused = run("crwal")
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("'crawlbox --help' lists them", refused.stderr)


if __name__ == "__main__":
    unittest.main()
