"""What the benchmarks share: the result table, and --help. A benchmark is tests/bench/bench_NAME.py and gets its .tsv path."""

import re
import sys

COLUMNS = ("metric", "value", "unit", "goal", "met")


class Results:
    """Rows of metric, value, unit, goal, met; a goal is ('<=', 52) or ('>=', 2) or None for plain information."""

    def __init__(self, path=None):
        self.path = path or sys.argv[1]
        self.rows = []

    def add(self, metric, value, unit, goal=None):
        met = ""
        if goal:
            met = "yes" if (value <= goal[1] if goal[0] == "<=" else value >= goal[1]) else "no"
        shown = f"{value:.2f}" if isinstance(value, float) else str(value)
        self.rows.append((metric, shown, unit, f"{goal[0]} {goal[1]}" if goal else "", met))

    def finish(self):
        """Writes the file, prints the table; exit status 1 if a goal was missed."""
        with open(self.path, "w", encoding="utf-8") as out:
            for row in (COLUMNS, *self.rows):
                out.write("\t".join(row) + "\n")
        widths = [max(len(row[i]) for row in (COLUMNS, *self.rows)) for i in range(len(COLUMNS))]
        for row in (COLUMNS, *self.rows):
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
        sys.exit(1 if any(row[4] == "no" for row in self.rows) else 0)


def heed_options(script=sys.modules["__main__"]):
    """Before anything is measured: --help prints what stands at the head of the benchmark, and an option that it does not speak of is
    none."""
    if "--help" in sys.argv or "-h" in sys.argv:
        print(script.__doc__)
        sys.exit(0)
    for word in sys.argv[1:]:
        if word.startswith("-") and word not in re.findall(r"--[a-z-]+", script.__doc__):
            print(f"bench: there is no option '{word}' (see --help)", file=sys.stderr)
            sys.exit(2)


heed_options()
