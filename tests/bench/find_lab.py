"""Simulated webs, and crawls of them, for bench_find.py: each web is made once, and several crawls may run at a time."""
import collections
import os
import pathlib
import subprocess
import sys
import threading
import time

PROGRAM = os.environ.get("CRAWLBOX", "build/host/tools/crawlbox")
LABORATORY = PROGRAM + "-lab"
SEED = 601  # of the tables; goals are asked of SEEDS, with which nothing was chosen
SEEDS = (611, 612)
PREDICTORS = ("none", "rule", "tree", "ensemble", "learned", "oracle")
CHOICES = {"`explore = no`": ("--set", "explore=no"), **{f"`strategy = {name}`": ("--strategy", name) for name in ("ls1", "lswc", "bfs")}}
ERRORS = ("--misses", "15", "--alarms", "7")
TO_THE_END, MILLION = 4000000, 1000000

Web = collections.namedtuple("Web", "name options pages")
Point = collections.namedtuple("Point", "pages harvest coverage")


def run(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout


def facts(text):
    """What `sim` prints, by its names."""
    return dict(line.split("\t") for line in text.splitlines() if line.count("\t") == 1)


def options_of(predictor):
    """'learned' is the ensemble with what the box learns: the default. The others learn nothing. A choice is what it says."""
    if predictor in CHOICES:
        return CHOICES[predictor]
    name = {"learned": "ensemble", "oracle": "perfect"}.get(predictor, predictor)
    return "--predictor", name, "--set", f"learn={'yes' if predictor == 'learned' else 'no'}"


def point_at(points, pages):
    """The first point that has so many pages, if the crawl came so far."""
    return next((point for point in points if point.pages >= pages), None)


def harvest_at(points, coverage):
    """The harvest rate when so much is covered: between two points of the curve, in proportion."""
    for before, after in zip(points, points[1:]):
        if before.coverage <= coverage <= after.coverage:
            part = (coverage - before.coverage) / max(after.coverage - before.coverage, 1e-9)
            return before.harvest + part * (after.harvest - before.harvest)
    return 0.0


class Lab:
    """Makes webs in a folder when they are first asked for, and crawls them."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.lock = threading.Lock()
        self.locks = collections.defaultdict(threading.Lock)
        self.curves = 0

    def _once(self, name, make):
        path = self.folder / name
        with self.lock:
            lock = self.locks[name]
        with lock:
            if not path.exists():
                make(str(path))
        return str(path)

    def world(self, options, seed):
        name = "".join(letter if letter.isalnum() else "_" for letter in " ".join((*options, str(seed))))
        return self._once(name, lambda path: run(LABORATORY, "world", "make", *options, "--seed", str(seed), "-o", path))

    def model(self, *options):
        """A model that was learned from a simulated web."""
        name = "model" + "".join(letter if letter.isalnum() else "_" for letter in " ".join(options))
        return self._once(name, lambda path: run(LABORATORY, "train", "--brief", "--force", *options, "-o", path))

    def sim(self, web, seed, *options):
        return facts(run(LABORATORY, "sim", *options, self.world(web.options, seed)))

    def crawl(self, web, seed, pages, *options):
        """Points of a crawl; the last is its end."""
        with self.lock:
            self.curves += 1
            curve = self.folder / f"curve{self.curves}"
        begin = time.monotonic()
        self.sim(web, seed, "--pages", str(pages), "--curve", str(curve), *options)
        print(f"{web.name}, seed {seed} {' '.join(options)}: {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)
        head, *rows = [line.split("\t") for line in curve.read_text(encoding="utf-8").splitlines()]
        rows = [dict(zip(head, row)) for row in rows]
        return [Point(int(row["pages"]), float(row["harvest"]), float(row["coverage"])) for row in rows]
