"""crawlbox-lab world record: a small web is crawled onto cards, and what the cards know of it becomes a world to try strategies on."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "e2e"))
import namespace  # noqa: E402
from certificates import Authority  # noqa: E402
from small_web import NAME_SERVER, SmallWeb, page  # noqa: E402
from test_run import CARD_BYTES, CRAWLBOX, CRAWLER, SETTINGS, THAI_PAGES, a_web  # noqa: E402


def crawlbox(*words):
    return subprocess.run([CRAWLBOX, *map(str, words)], capture_output=True, text=True, check=False)


def laboratory(*words):
    return subprocess.run([CRAWLBOX + "-lab", *map(str, words)], capture_output=True, text=True, check=False)


def table(text):
    head, *rows = [line.split("\t") for line in text.splitlines()]
    return {row[0]: dict(zip(head, row)) for row in rows}


class Record(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.cards = [cls.crawl("one", "one.example.th"), cls.crawl("two", "two.example.th")]

    @classmethod
    def crawl(cls, name, seed, web=None, **more):
        card, seeds = cls.folder / f"{name}.img", cls.folder / "seeds.txt"
        seeds.write_text(seed + "\n", encoding="ascii")
        settings = [word for key, value in {**SETTINGS, **more}.items() for word in ("--set", f"{key}={value}")]
        for command in ([CRAWLBOX, "card", "init", "--size", str(CARD_BYTES >> 20), *settings, "--seeds", seeds, card],
                        [CRAWLER, "run", "--dns", NAME_SERVER, card]):
            with web or SmallWeb(a_web()):
                subprocess.run(command, check=True, capture_output=True)
        return card

    def record(self, *cards):
        world = self.folder / "world"
        done = laboratory("world", "record", "-o", world, *cards)
        self.assertEqual(done.returncode, 0, done.stderr)
        return world, dict(line.split("\t") for line in done.stdout.splitlines())

    def test_knows_the_hosts_that_were_visited_and_what_they_were(self):
        world, info = self.record(self.cards[0])
        hosts, card = table(laboratory("world", "hosts", world).stdout), table(crawlbox("card", "hosts", self.cards[0]).stdout)
        visited = {name: row for name, row in card.items() if row["state"] in ("done", "dead", "denied")}
        self.assertEqual(set(hosts), set(visited))
        self.assertEqual(int(info["hosts never visited, left out"]), len(card) - len(visited))
        for name, row in visited.items():
            self.assertEqual(hosts[name]["thai"] == "1", row["label"] == "thai", name)
            self.assertEqual(hosts[name]["country"], row["country"])
            self.assertEqual(int(hosts[name]["pages"]), max(1, int(row["pages"])))
            if row["state"] == "done":
                self.assertAlmostEqual(float(hosts[name]["degree"]), float(row["degree"]), delta=5, msg=name)
        self.assertEqual((world / "seeds.txt").read_text(encoding="ascii"), "http://one.example.th/\n")

    def test_strategies_can_be_tried_on_it(self):
        world, _ = self.record(self.cards[0])
        ends = {}
        for strategy in ("ls2", "bfs", "perfect"):
            done = laboratory("sim", "--strategy", strategy, world)
            self.assertEqual(done.returncode, 0, done.stderr)
            ends[strategy] = dict(line.split("\t") for line in done.stdout.splitlines())
        self.assertEqual(int(ends["perfect"]["thai pages"]), len(THAI_PAGES))
        self.assertEqual(int(ends["ls2"]["thai pages"]), len(THAI_PAGES))
        self.assertGreaterEqual(int(ends["bfs"]["pages"]), int(ends["perfect"]["pages"]))

    def test_a_crawl_of_segments_is_refused(self):
        card, world = self.crawl("segments", "one.example.th", mode="segment"), self.folder / "no-world"
        done = laboratory("world", "record", "-o", world, card)
        self.assertEqual((done.returncode, world.exists()), (2, False), done.stdout)
        self.assertIn(f"{card}: the crawl on it is of segments", done.stderr)

    def test_a_site_that_was_crawled_by_https_is_one_of_https(self):
        secure, plain = "secure.example.th", "plain.example.th"
        hosts = {secure: {"/": page("/1", f"http://{plain}/", salt="s"), "/1": page(salt="1")}, plain: {"/": page(salt="p")}}
        web = SmallWeb(hosts, secure=Authority(self.folder).server(secure))
        world, _ = self.record(self.crawl("secure", f"https://{secure}/\n{plain}", web, tls="record-only"))
        self.assertEqual((world / "seeds.txt").read_text(encoding="ascii").split(), [f"http://{plain}/", f"https://{secure}/"])

    def test_cards_of_several_boxes_become_one_world(self):
        one, two = (set(table(laboratory("world", "hosts", self.record(card)[0]).stdout)) for card in self.cards)
        world, _ = self.record(*self.cards)
        self.assertEqual(set(table(laboratory("world", "hosts", world).stdout)), one | two)
        self.assertEqual((world / "seeds.txt").read_text(encoding="ascii").split(),
                         ["http://one.example.th/", "http://two.example.th/"])

    def test_the_lab_could_serve_it(self):
        world, _ = self.record(self.cards[0])
        page = laboratory("world", "page", world, "http://three.example.th/")
        self.assertEqual(page.returncode, 0, page.stderr)
        self.assertIn("<a href=", page.stdout)
        self.assertEqual(laboratory("world", "page", world, "http://nobody.example.th/").returncode, 1)

    def test_says_why_not(self):
        fresh = self.folder / "fresh.img"
        crawlbox("card", "init", "--size", "64", "--force", fresh)
        world = self.record(self.cards[0])[0]
        for words, reason in ((["record", "-o", self.folder / "x", fresh], "no crawl was begun on this card"),
                              (["record", "-o", self.folder / "x", self.folder / "none.img"], "none.img"),
                              (["record", "-o", self.folder / "x"], "needs -o DIR and at least one CARD"),
                              (["record", self.cards[0]], "needs -o DIR and at least one CARD"),
                              (["verify", world], "this world is a record")):
            done = laboratory("world", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(reason, done.stderr)

    def test_a_record_without_its_names_is_refused(self):
        world, _ = self.record(self.cards[0])
        names = world / "names.txt"
        names.write_text(names.read_text(encoding="ascii").replace("three.example.th", "one.example.th"), encoding="ascii")
        self.assertEqual(laboratory("world", "info", world).returncode, 2)
        names.unlink()
        self.assertEqual(laboratory("world", "info", world).returncode, 2)


if __name__ == "__main__":
    namespace.enter()
    unittest.main()
