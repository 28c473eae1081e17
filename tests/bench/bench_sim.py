"""The published crawls beside ours, in simulated webs of seeds that were not used to tune them; whether these webs are like the data
set; what making and crawling them costs; and what the box loses by being small.

Takes about a quarter of an hour. Rows name the published figure where there is one.
"""
import collections
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from bench import Results  # noqa: E402

LABORATORY = os.environ.get("CRAWLBOX", "build/host/tools/crawlbox") + "-lab"
SEEDS = (301, 302, 303)  # WORLD.md names those that were used for tuning
PAGES = 1000000
ALL_PAGES = 100000000
CARD_MB = 2048  # from there on a box remembers no more

Run = collections.namedtuple("Run", "text seconds megabytes")


def run(*words, check=True):
    """What a command printed, its processor time and its largest size in memory."""
    with subprocess.Popen([LABORATORY, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        text = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert not check or process.returncode == 0, f"{words}: {process.returncode}"
    return Run(text, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def crawl(world, strategy, predictor, pages=PAGES, **options):
    words = [word for key, value in options.items() for word in (f"--{key}", value)]
    done = run("sim", "--strategy", strategy, "--predictor", predictor, "--pages", pages, *words, world)
    end = dict(line.split("\t") for line in done.text.splitlines())
    return float(end["harvest rate"]), float(end["coverage"]), done.seconds


class Bench:
    def __init__(self, results, folder):
        self.results, self.folder = results, folder
        self.title = ""

    def add(self, what, value, unit, goal=None):
        self.results.add(f"{self.title}: {what}", value, unit, goal)
        print(*self.results.rows[-1], sep="  ", flush=True)

    def make(self, preset, seed):
        self.title = f"{preset}, seed {seed}"
        world = str(pathlib.Path(self.folder) / f"{preset}-{seed}")
        made = run("world", "make", "--preset", preset, "--seed", seed, "-o", world)
        self.add("making it", made.seconds, "s of processor", ("<=", 120))
        self.add("making it, memory", made.megabytes, "MB", ("<=", 1024))
        verified = run("world", "verify", world, check=False)
        self.add("figures of 'world verify' outside of their tolerance", verified.text.count("OUTSIDE"), "", ("<=", 0))
        assert "figures are within" in verified.text
        return world

    def open_web(self, seed):
        """A million pages, as in the live crawl of 2011."""
        world = self.make("open-2011", seed)
        bfs, _, seconds = crawl(world, "bfs", "none")
        self.add("BFS (published 42.91)", bfs, "%")
        self.add("BFS, distance from 42.91", abs(bfs - 42.91), "points", ("<=", 4))
        self.add("a million pages by BFS", seconds, "s of processor", ("<=", 60))
        self.add("LS-1 and a tree (published 89.25)", crawl(world, "ls1", "tree")[0], "%", (">=", 89.25))
        best, _, seconds = crawl(world, "ls2", "ensemble")
        self.add("LS-2 and the ensemble (published 97.34)", best, "%", (">=", 97.34))
        self.add("a million pages by LS-2", seconds, "s of processor", ("<=", 60))
        self.add("perfect crawler", crawl(world, "perfect", "perfect")[0], "%")
        box = crawl(world, "ls2", "ensemble", card=CARD_MB)[0]
        self.add("LS-2 and the ensemble with the box's limits", box, "%")
        self.add("lost by the box's limits", best - box, "points", ("<=", 1))

    def closed_web(self, seed):
        """To the end: the order of the strategies. The published curves have no figures to compare with."""
        world = self.make("closed-2009", seed)
        rates = {}
        for name, predictor in (("perfect", "perfect"), ("ls2", "ensemble"), ("ls1", "ensemble"), ("lswc", "none"), ("bfs", "none")):
            rates[name] = crawl(world, name, predictor, ALL_PAGES)
            self.add(f"{name}, harvest rate", rates[name][0], "%")
            self.add(f"{name}, coverage", rates[name][1], "%")
        harvest = {name: rate[0] for name, rate in rates.items()}
        self.add("LS-2 ahead of LS-1 in harvest rate", harvest["ls2"] - harvest["ls1"], "points", (">=", 0.01))
        self.add("LS-1 ahead of BFS in harvest rate", harvest["ls1"] - harvest["bfs"], "points", (">=", 0.01))
        self.add("LS-1 ahead of LS-2 in coverage", rates["ls1"][1] - rates["ls2"][1], "points", (">=", 0.01))
        self.add("LSWC ahead of BFS in harvest rate", harvest["lswc"] - harvest["bfs"], "points", (">=", 0.01))
        self.add("LSWC behind LS-2 in harvest rate", harvest["ls2"] - harvest["lswc"], "points", (">=", 0.01))


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(results, folder)
        for seed in SEEDS:
            bench.closed_web(seed)
            bench.open_web(seed)
    results.finish()


if __name__ == "__main__":
    main()
