"""crawlbox-lab train --from: a web of the lab is crawled onto a card, and the box learns from what it has found there."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import statefile  # noqa: E402
sys.path.append(str(pathlib.Path(__file__).parent.parent / "e2e"))  # behind: both folders have tests of the same names
import namespace  # noqa: E402

CRAWLBOX = os.environ["CRAWLBOX"]
LABORATORY = CRAWLBOX + "-lab"
CRAWLER = os.environ.get("CRAWLBOX_NATIVE", CRAWLBOX)  # the preset native has a program of its own
SETTINGS = {"operator": "Test", "contact": "http://library.example/crawl", "email": "crawl@library.example", "allow": "198.18.0.0/15",
            "delay_min_ms": "0", "delay_factor": "0", "delay_max_ms": "0", "strategy": "bfs", "page_cap": "4"}
ADDRESS, STATE, LABEL = 116, 210, 211  # bytes of a host's record


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

    def train(self, *options, card=None):
        """What it says, and the model if it wrote one."""
        path = self.folder / "new.bin"
        path.unlink(missing_ok=True)
        done = laboratory("train", "--brief", "--tsv", "--from", card or self.card, "-o", path, *options, check=False)
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

    def card_of_a_box_that_learned(self, learned):
        """A card on which every third host that was visited waits for its turn again; and how many these are."""
        card, waiting, met = self.folder / "learned.img", [], []

        def forget(host):
            if host[LABEL] and any(host[ADDRESS:ADDRESS + 4]):
                met.append(host[LABEL])
                if len(met) % 3 == 0:
                    waiting.append(host[LABEL])
                    host[STATE] = host[LABEL] = 0

        shutil.copy(self.card, card)
        statefile.change_hosts(card, forget)
        statefile.put_learned(card, learned)
        return card, len(waiting)

    def test_begins_with_what_the_box_has_learned(self):
        card, waiting = self.card_of_a_box_that_learned(statefile.learned(counts=True, weights=(0, 20000)))  # all hosts are Thai
        done, facts, _ = self.train(card=card)
        rows = [line.split("\t") for line in crawlbox("card", "hosts", card).stdout.splitlines()[1:]]
        thai, other = (sum(row[2] == label for row in rows) for label in ("thai", "other"))
        tested = [count - count * 70 // 100 for count in (thai, other)]
        self.assertEqual(int(facts["tested on"].split()[0]), sum(tested), "of these the kind is known")
        self.assertEqual(facts["with what the box learned"], f"{100 * tested[0] / sum(tested):.2f} %")
        self.assertNotEqual(facts["the box's model"], facts["with what the box learned"])
        self.assertEqual(int(facts["hosts that the box answers for"]), waiting)
        self.assertEqual(int(facts["learned from"].split()[0]), thai + other - sum(tested) + waiting)
        gain = float(facts["accuracy"].split()[0]) - float(facts["with what the box learned"].split()[0])
        self.assertAlmostEqual(float(facts["the new one is better by"].split()[0]), gain, delta=0.011)
        self.assertEqual(done.stderr, "")

    def test_what_has_not_proved_better_is_not_begun_with(self):
        card, waiting = self.card_of_a_box_that_learned(statefile.learned(counts=False, weights=(0, 20000)))
        self.assertGreater(waiting, 100)
        _, facts, _ = self.train(card=card)
        self.assertEqual(facts["hosts that the box answers for"], "0")
        self.assertEqual(facts["with what the box learned"], facts["the box's model"])

    def test_what_is_damaged_or_newer_is_not_begun_with_and_told(self):
        damaged = bytearray(statefile.learned(counts=True, weights=(0, 20000)))
        damaged[statefile.AT_WEIGHTS + 3] ^= 1
        newer = statefile.learned(version=statefile.LEARNED_VERSION + 1, counts=True)
        for sentence, learned in (("It is damaged.", bytes(damaged)), ("A newer version of crawlbox", newer),
                                  ("another language", statefile.learned(language=1, counts=True))):
            card, _ = self.card_of_a_box_that_learned(learned)
            done, facts, _ = self.train("--force", card=card)
            self.assertIn(f"what the box has learned is not used: {sentence}" if sentence[-1] == "." else sentence, done.stderr)
            self.assertEqual(facts["hosts that the box answers for"], "0")


if __name__ == "__main__":
    if "CRAWLBOX_LAB" in os.environ:
        crawl(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
    else:
        namespace.require()
        unittest.main()
