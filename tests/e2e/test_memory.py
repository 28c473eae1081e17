"""The memory report against the running image: what was worked out at build time bounds what is seen at run time."""
import pathlib
import re
import unittest

from box import Box, IMAGE

REPORT = pathlib.Path(IMAGE).parents[1] / "memory.md"


def table(title):
    """The rows of a table of the report: {first column: [the others, numbers as such]}."""
    lines = REPORT.read_text(encoding="utf-8").partition(f"| {title} ")[2].partition("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0]: [int(cell.replace(",", "")) if re.fullmatch(r"-?[\d,]+", cell) else cell for cell in row[1:]]
            for row in rows}


class Memory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.box = Box(net="user")
        for command in ("help", "version", "status", "mem", "tasks", "log debug", "log", "crash", "panel test", "panel next",
                        "nonsense", "panel one two three"):
            cls.box.command(command)
        cls.box.press()
        cls.box.press(ms=1500)
        cls.box.listen(2)
        cls.use = {name: [int(number) for number in use.split("/")] for name, use in cls.box.facts("mem").items()}
        cls.stacks = table("stack")

    @classmethod
    def tearDownClass(cls):
        cls.box.stop()

    def test_no_stack_was_used_beyond_its_worst_case(self):
        for name, (size, worst, *_) in self.stacks.items():
            with self.subTest(name):
                peak, bytes_ = self.use[name]
                self.assertEqual(bytes_, size)
                self.assertGreater(peak, 0)
                self.assertLessEqual(peak, worst)

    def test_every_stack_and_pool_of_the_image_is_reported(self):
        self.assertEqual(set(self.use) - {"claimed"}, set(self.stacks) | set(table("name")))

    def test_the_image_claims_what_the_report_says(self):
        used, board, _ = table("memory")["sram"]
        self.assertEqual(self.use["claimed"], [used, board])


if __name__ == "__main__":
    unittest.main()
