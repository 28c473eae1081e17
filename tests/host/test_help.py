"""One voice: every command explains itself in the same form, and refuses mistakes in the same way."""
import os
import pathlib
import re
import subprocess
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]
WIDTH = 125


def run_program(program, *words):
    path = pathlib.Path(CRAWLBOX).with_name(program)
    return subprocess.run([path, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def run(*words):
    return run_program("crawlbox", *words)


def commands_of(program):
    return re.findall(r"^  ([a-z]+) ", run_program(program, "--help").stdout, re.M)


LIBRARIAN, LABORATORY = "crawlbox", "crawlbox-lab"
COMMANDS = [(program, command) for program in (LIBRARIAN, LABORATORY) for command in commands_of(program)]


class Help(unittest.TestCase):
    def each(self):
        self.assertGreater(len(COMMANDS), 18)
        for program, command in COMMANDS:
            with self.subTest(f"{program} {command}"):
                yield program, command, run_program(program, command, "--help")

    def test_has_one_form(self):
        for program, command, shown in self.each():
            self.assertEqual((shown.returncode, shown.stderr), (0, ""))
            usage, _, rest = shown.stdout.partition("\n\n")
            for line in usage.splitlines():
                self.assertRegex(line, rf"^(usage:|      ) {program} {command}( |$)")
            about, _, options = rest.partition("\n\noptions:\n")
            self.assertRegex(about.splitlines()[0], r"^(  [a-z]+  |[A-Z])")
            self.assertIn("  -h, --help              show this text\n", options)

    def test_fits_a_wide_terminal(self):
        for program, command, shown in self.each():
            options = shown.stdout.partition("\noptions:\n")[2]
            self.assertLessEqual(max(map(len, options.splitlines())), WIDTH)

    def test_says_the_same_thing_in_the_same_words(self):
        for program, command, shown in self.each():
            for other in ("several times", "as often as", "(the default", "(default "):
                self.assertNotIn(other, shown.stdout)

    def test_exit_statuses_are_told_in_one_place(self):
        for program in (LIBRARIAN, LABORATORY):
            self.assertIn("Exit status: 0 yes or done, 1 the answer is no, 2 it cannot be done.", run_program(program, "--help").stdout)

    def test_no_command_is_in_both_programs(self):
        self.assertEqual(set(commands_of(LIBRARIAN)) & set(commands_of(LABORATORY)), set())

    def test_whoever_looks_for_the_laboratory_is_told_where_it_is(self):
        for command in commands_of(LABORATORY):
            refused = run(command, "--help")
            self.assertEqual((refused.returncode, refused.stdout), (2, ""))
            self.assertEqual(refused.stderr, f"crawlbox: '{command}' belongs to another program: say 'crawlbox-lab {command}'\n")
        self.assertIn("say 'crawlbox-lab'", run("lab").stderr)

    def test_both_programs_have_one_version(self):
        versions = [run_program(program, "--version").stdout.split() for program in (LIBRARIAN, LABORATORY)]
        self.assertEqual(versions, [[LIBRARIAN, versions[0][1]], [LABORATORY, versions[0][1]]])

    def test_unknown_options_are_refused(self):
        for program, command, _ in self.each():
            refused, named = run_program(program, command, "--no-such-option"), f"{program} {command}"
            self.assertEqual(refused.returncode, 2)
            self.assertEqual(refused.stderr, f"{named}: unknown option --no-such-option\ntry '{named} --help'\n")

    def test_missing_arguments_are_told(self):
        for program, command in COMMANDS:
            if command in ("url", "settings"):
                continue  # these need none
            with self.subTest(f"{program} {command}"):
                refused = run_program(program, command)
                self.assertEqual(refused.returncode, 2)
                self.assertRegex(refused.stderr, rf"^{program} {command}: (needs|say)")

    def test_a_wrong_action_is_told_apart_from_wrong_arguments(self):
        for program, command, action in ((LIBRARIAN, "card", "init"), (LIBRARIAN, "warc", "cat"), (LIBRARIAN, "ca", "info"),
                                         (LIBRARIAN, "geo", "info"), (LIBRARIAN, "model", "diff"), (LABORATORY, "world", "page"),
                                         (LABORATORY, "internet", "serve")):
            with self.subTest(f"{program} {command}"):
                nothing, wrong, right = (run_program(program, command, *words) for words in ((), ("bogus",), (action,)))
                self.assertEqual([nothing.returncode, wrong.returncode, right.returncode], [2, 2, 2])
                self.assertRegex(nothing.stderr, rf"say what to do: .*\b{action}\b")
                self.assertRegex(wrong.stderr, rf"there is no 'bogus': say .*\b{action}\b")
                self.assertRegex(right.stderr, rf"it is: {program} {command} {action} .*[A-Z]")

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
        for program in (LIBRARIAN, LABORATORY):
            refused = run_program(program, "crwal")
            self.assertEqual((refused.returncode, refused.stdout), (2, ""))
            self.assertIn(f"'{program} --help' lists them", refused.stderr)


if __name__ == "__main__":
    unittest.main()
