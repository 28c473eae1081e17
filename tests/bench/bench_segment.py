"""Crawls by segment against crawls by page in webs of segments, the predictor that is learned for them, and the weighted order: seeds
that were not used to tune anything."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from bench import Results  # noqa: E402

LABORATORY = os.environ.get("CRAWLBOX", "build/host/tools/crawlbox") + "-lab"
TOPICS = {"topic-tourism": 87.3, "topic-estate": 88.6, "topic-diving": 85.6}  # with the G-mean that was published
CRAWLERS = ("segment", "best-segment", "best-page", "bfs")
SEEDS = (201, 202, 203)  # 1 to 3 and 11 were used while building
LESSON, LESSON_SITES = 301, "150"  # the web that the packs are learned from
PAGES = "10000"
WEIGHTED_PAGES = "1000000"
WEIGHTS = ("0", "250", "500", "1000")


def run(*words):
    return subprocess.run([LABORATORY, *words], check=True, capture_output=True, text=True).stdout


def make(folder, preset, seed):
    web = str(pathlib.Path(folder) / f"{preset}-{seed}")
    run("world", "make", "--preset", preset, "--seed", str(seed), "-o", web)
    return web


def harvest(web, *options):
    text = run("sim", *options, web)
    return float(dict(line.split("\t") for line in text.splitlines())["harvest rate"])


def bench_topic(results, folder, topic, pack, seed):
    web = make(folder, topic, seed)
    verified = subprocess.run([LABORATORY, "world", "verify", web], capture_output=True, check=False)
    results.add(f"{topic}, seed {seed}: link facts outside of their tolerance", verified.stdout.count(b"OUTSIDE"), "", ("<=", 0))
    rates = [harvest(web, "--strategy", crawler, "--pack", pack, "--pages", PAGES) for crawler in CRAWLERS]
    for i, crawler in enumerate(CRAWLERS):
        goal = (">=", round(rates[i + 1] + 1, 2)) if i + 1 < len(CRAWLERS) else None
        results.add(f"{topic}, seed {seed}: {crawler}, {PAGES} pages", rates[i], "%", goal)


def learn(results, folder, topic, published):
    """A pack from a web of its own; the published figure is of the same kind: ten-fold, undersampled, links between sites."""
    web = str(pathlib.Path(folder) / f"{topic}-lesson")
    pack = str(pathlib.Path(folder) / f"{topic}.pak")
    run("world", "make", "--preset", topic, "--seed", str(LESSON), "--hosts", LESSON_SITES, "-o", web)
    run("world", "pages", "-o", f"{web}/pages", web)
    text = run("topic", "train", "--positive", f"{web}/pages/relevant", "--negative", f"{web}/pages/other", "--name", topic[6:],
               "-o", pack)
    shutil.rmtree(web)
    g_mean = float(re.search(r"^both\tG-mean ([0-9.]+)", text, re.M)[1])
    results.add(f"{topic}: G-mean of the segment predictor, published {published}", g_mean, "%", (">=", published))
    return pack


def bench_weighted(results, folder, seed):
    web = make(folder, "open-2011", seed)
    common = ("--strategy", "weighted", "--pages", WEIGHTED_PAGES, "--set", "page_cap=1000")
    bfs = harvest(web, *common, "--language-weight", "0", "--depth-weight", "0", "--random-weight", "0")
    results.add(f"open-2011, seed {seed}: breadth first, page by page", bfs, "%")
    rates = [harvest(web, *common, "--language-weight", weight) for weight in WEIGHTS]
    for weight, rate in zip(WEIGHTS, rates):
        results.add(f"open-2011, seed {seed}: weighted, language weight {weight}", rate, "%")
    results.add(f"open-2011, seed {seed}: weight 500 finds as much as breadth first times", rates[2] / bfs, "x", (">=", 2))
    results.add(f"open-2011, seed {seed}: gain from 250 to 500", rates[2] - rates[1], "points", (">=", 0.5))
    results.add(f"open-2011, seed {seed}: gain from 500 to 1000", rates[3] - rates[2], "points", ("<=", 0.5))


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        for topic, published in TOPICS.items():
            pack = learn(results, folder, topic, published)
            for seed in SEEDS:
                bench_topic(results, folder, topic, pack, seed)
        bench_weighted(results, folder, SEEDS[0])
    results.finish()


if __name__ == "__main__":
    main()
