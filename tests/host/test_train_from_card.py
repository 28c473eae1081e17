"""crawlbox-lab train --from: a web of the lab is crawled onto a card, and the box learns from what it has found there."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]
LABORATORY = CRAWLBOX + "-lab"
CRAWLER = os.environ.get("CRAWLBOX_NATIVE", CRAWLBOX)  # the preset native has a program of its own
SETTINGS = {"operator": "Test", "contact": "http://library.example/crawl", "email": "crawl@library.example", "allow": "198.18.0.0/15",
            "delay_min_ms": "0", "delay_factor": "0", "delay_max_ms": "0", "strategy": "bfs", "page_cap": "4"}


def crawlbox(*words):
    return subprocess.run([CRAWLBOX, *map(str, words)], capture_output=True, text=True, check=True)


def laboratory(*words, check=True):
    return subprocess.run([LABORATORY, *map(str, words)], capture_output=True, text=True, check=check)


def crawl(world, card):
    """Inside the lab."""
    options = [word for key, value in SETTINGS.items() for word in ("--set", f"{key}={value}")]
    tables = card.parent / "tables"
    tables.mkdir()
    crawlbox("geo", "build", "-o", tables / "GEO.BIN", world / "geo.txt")
    crawlbox("card", "init", "--size", "128", *options, "--seeds", world / "seeds.txt", "--tables", tables, card)
    subprocess.run([CRAWLER, "run", "--quiet", "--dns", os.environ["CRAWLBOX_LAB"], card], check=True, stdout=subprocess.DEVNULL)


class FromCard(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.world, cls.card = cls.folder / "world", cls.folder / "card.img"
        laboratory("world", "make", "--preset", "closed-2009", "--hosts", "700", "-o", cls.world)
        subprocess.run([LABORATORY, "internet", "run", cls.world, "--", sys.executable, __file__, cls.world, cls.card], check=True,
                       capture_output=True)

    def train(self, *options):
        """What it says, and the model if it wrote one."""
        path = self.folder / "new.bin"
        path.unlink(missing_ok=True)
        done = laboratory("train", "--brief", "--tsv", "--from", self.card, "-o", path, *options, check=False)
        facts = dict(line.split("\t") for line in done.stdout.splitlines())
        return done, facts, path.read_bytes() if path.exists() else None

    def test_learns_from_the_hosts_that_were_visited(self):
        _, facts, _ = self.train()
        rows = [line.split("\t") for line in crawlbox("card", "hosts", self.card).stdout.splitlines()[1:]]
        labelled = [row for row in rows if row[2] != "-"]
        self.assertEqual(int(facts["learned from"].split()[0]) + int(facts["tested on"].split()[0]), len(labelled))
        self.assertGreater(len(labelled), 300)

    def test_writes_a_model_only_if_it_is_better_than_the_boxs(self):
        done, facts, model = self.train()
        better = float(facts["the new one is better by"].split()[0]) > 0
        self.assertEqual(done.returncode, 0 if better else 1)
        self.assertEqual(model is not None, better)
        if not better:
            self.assertIn("--force", done.stderr)
        done, _, model = self.train("--force")
        self.assertEqual((done.returncode, model is not None), (0, True))


if __name__ == "__main__":
    if "CRAWLBOX_LAB" in os.environ:
        crawl(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
    else:
        unittest.main()
