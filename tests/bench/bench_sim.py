"""The published crawls, in simulated webs of seeds that were not used to tune them; and whether these webs are like the data set."""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from bench import Results  # noqa: E402

CRAWLBOX = os.environ.get("CRAWLBOX", "build/host/tools/crawlbox")
SEEDS = (201, 202, 203)  # 1 to 4 and 101 to 103 were used for tuning
PAGES = "1000000"


def make(folder, preset, seed):
    world = str(pathlib.Path(folder) / f"{preset}-{seed}")
    subprocess.run([CRAWLBOX, "world", "make", "--preset", preset, "--seed", str(seed), "-o", world],
                   check=True, stdout=subprocess.DEVNULL)
    return world


def crawl(world, strategy, predictor):
    done = subprocess.run([CRAWLBOX, "sim", "--strategy", strategy, "--predictor", predictor, "--pages", PAGES, world],
                          check=True, capture_output=True, text=True)
    end = dict(line.split("\t") for line in done.stdout.splitlines())
    return float(end["harvest rate"]), float(end["coverage"])


def bench_open(results, folder, seed):
    world = make(folder, "open-2011", seed)
    bfs = crawl(world, "bfs", "none")[0]
    results.add(f"open-2011, seed {seed}: BFS, distance from 42.91", abs(bfs - 42.91), "points", ("<=", 4))
    results.add(f"open-2011, seed {seed}: LS-1 and a tree", crawl(world, "ls1", "tree")[0], "%", (">=", 89.25))
    results.add(f"open-2011, seed {seed}: LS-2 and the ensemble", crawl(world, "ls2", "ensemble")[0], "%", (">=", 97.34))
    results.add(f"open-2011, seed {seed}: perfect crawler", crawl(world, "perfect", "perfect")[0], "%")


def bench_closed(results, folder, seed):
    world = make(folder, "closed-2009", seed)
    verified = subprocess.run([CRAWLBOX, "world", "verify", world], capture_output=True, check=False)
    results.add(f"closed-2009, seed {seed}: figures outside of their tolerance", verified.stdout.count(b"OUTSIDE"), "",
                ("<=", 0))


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        for seed in SEEDS:
            bench_closed(results, folder, seed)
            bench_open(results, folder, seed)
    results.finish()


if __name__ == "__main__":
    main()
