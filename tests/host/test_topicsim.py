"""Webs of segments and crawls of them: crawlbox-lab world with a topic preset, crawlbox-lab sim segment by segment and page by page."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import figures

LABORATORY = os.environ["CRAWLBOX"] + "-lab"
TOPICS = ("topic-tourism", "topic-estate", "topic-diving")
CRAWLERS = ("segment", "best-segment", "best-page", "bfs")
PAGES = "4000"


def run(*arguments, status=0):
    done = subprocess.run([LABORATORY, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def facts(text):
    return dict(line.split("\t") for line in text.splitlines())


class TopicWeb(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        for topic in TOPICS:
            run("world", "make", "--preset", topic, "--seed", "3", "-o", str(cls.folder / topic))

    def web(self, topic):
        return str(self.folder / topic)

    def harvest(self, topic, *options):
        return float(facts(run("sim", *options, "--pages", PAGES, self.web(topic)))["harvest rate"])

    def test_links_are_as_published(self):
        for topic in TOPICS:
            text = run("world", "verify", self.web(topic))
            self.assertEqual(text.count(" ok\n"), 6, text)

    @figures.compared
    def test_the_segment_crawler_is_ahead_of_the_others_in_the_published_order(self):
        for topic in TOPICS:
            rates = [self.harvest(topic, "--strategy", crawler) for crawler in CRAWLERS]
            self.assertEqual(rates, sorted(rates, reverse=True), topic)
            self.assertEqual(len(set(rates)), len(rates), topic)

    def test_a_pack_learned_from_one_web_predicts_the_links_of_another(self):
        lesson, pack = str(self.folder / "lesson"), str(self.folder / "estate.pak")
        run("world", "make", "--preset", "topic-estate", "--hosts", "40", "--seed", "9", "-o", lesson)
        run("world", "pages", "-o", lesson + "/pages", lesson)
        text = run("topic", "train", "--positive", lesson + "/pages/relevant", "--negative", lesson + "/pages/other",
                   "--name", "estate", "-o", pack)
        self.assertGreaterEqual(float(re.search(r"^both\tG-mean ([0-9.]+)", text, re.M)[1]), 86)
        by_pack = self.harvest("topic-estate", "--pack", pack)
        self.assertGreater(by_pack, self.harvest("topic-estate", "--strategy", "best-segment") + 5)
        run("sim", "--pack", lesson + "/topicweb.txt", self.web("topic-estate"), status=2)

    def test_all_crawlers_are_reported_in_one_page(self):
        report = self.folder / "report.html"
        run("sim", "--pages", "1000", "--compare", str(report), self.web(TOPICS[1]))
        text = report.read_text()
        self.assertEqual(text.count("<polyline"), 2 * 5)  # harvest rate and coverage
        self.assertTrue(all(f"<th>{crawler}<td>" in text for crawler in CRAWLERS))

    def test_a_crawl_repeats(self):
        runs = [run("sim", "--pages", "1000", self.web(TOPICS[0])) for _ in range(2)]
        self.assertEqual(runs[0], runs[1])

    def test_no_site_gives_more_than_its_share(self):
        trace = self.folder / "trace"
        run("sim", "--pages", PAGES, "--set", "page_cap=40", "--trace", str(trace), self.web(TOPICS[1]))
        pages = [line.split("\t")[2] for line in trace.read_text().splitlines() if line.startswith("page\t")]
        hosts = [page.split("/")[2] for page in pages]
        self.assertGreaterEqual(len(pages), int(PAGES))
        self.assertEqual(len(pages), len(set(pages)), "a page was fetched twice")
        self.assertLessEqual(max(hosts.count(host) for host in set(hosts)), 40)

    def test_every_page_of_a_page_can_be_printed(self):
        seed = (self.folder / TOPICS[0] / "seeds.txt").read_text().split()[0]
        html = run("world", "page", self.web(TOPICS[0]), seed)
        links = [part.split('"')[0] for part in html.split('href="')[1:]]
        self.assertGreater(len(links), 2)
        for link in links:
            self.assertIn("</html>", run("world", "page", self.web(TOPICS[0]), link))
        run("world", "page", self.web(TOPICS[0]), seed + "nothing", status=1)

    def test_segments_are_listed_once(self):
        head, *rows = [line.split("\t") for line in run("world", "hosts", self.web(TOPICS[0])).splitlines()]
        self.assertEqual(head[:2], ["name", "relevant"])
        self.assertEqual(len({row[0] for row in rows}), len(rows))
        self.assertEqual({int(row[2]) > 50 for row in rows if row[1] == "1"}, {True})

    def test_links_to_learn_from_lead_to_other_sites(self):
        head, *rows = [line.split("\t") for line in run("world", "links", self.web(TOPICS[2])).splitlines()]
        self.assertEqual(head[:2], ["relevant", "degree"])
        self.assertGreater(len(rows), 10000)
        self.assertEqual({row[0] for row in rows}, {"0", "1"})
        self.assertEqual({len(row) for row in rows}, {len(head)})

    def test_what_a_web_of_segments_has_not_is_said(self):
        run("world", "record", self.web(TOPICS[0]), status=2)
        run("sim", "--strategy", "ls2", self.web(TOPICS[0]), status=2)
        run("sim", "--predictor", "ensemble", self.web(TOPICS[0]), status=2)
        run("sim", "--hosts", os.devnull, self.web(TOPICS[0]), status=2)
        run("world", "hosts", "--features", self.web(TOPICS[0]), status=2)

    def test_the_best_segment_crawler_is_the_segment_crawler_without_a_predictor(self):
        runs = [run("sim", *options, "--pages", "1000", self.web(TOPICS[0]))
                for options in (["--strategy", "best-segment"], ["--predictor", "none"])]
        self.assertEqual(runs[0], runs[1])

    def test_a_curve_has_the_same_columns_in_every_web_and_ends_where_the_crawl_ends(self):
        path = self.folder / "curve.tsv"
        for strategy in ("segment", "weighted"):
            end = facts(run("sim", "--strategy", strategy, "--pages", "1000", "--curve", str(path), self.web(TOPICS[0])))
            head, *rows = [line.split("\t") for line in path.read_text().splitlines()]
            self.assertEqual(head, "pages relevant harvest coverage relevant_mb other_mb segments relevant_segments round".split())
            self.assertEqual(rows[-1][:2], [end["pages"], end["relevant pages"]])


class Weighted(unittest.TestCase):
    def test_the_language_weight_helps_until_it_outweighs_the_rest(self):
        with tempfile.TemporaryDirectory() as folder:
            run("world", "make", "--preset", "open-2011", "--hosts", "20000", "--seed", "3", "-o", folder)
            rates = [float(facts(run("sim", "--strategy", "weighted", "--language-weight", weight, "--pages", "30000", folder))
                           ["harvest rate"]) for weight in ("0", "50", "500", "1000")]
            self.assertGreater(rates[1], rates[0] + 5)
            self.assertGreater(rates[2], rates[1] + 5)
            self.assertEqual(rates[2], rates[3])

    def test_a_web_without_segments_is_crawled_page_by_page_only(self):
        with tempfile.TemporaryDirectory() as folder:
            run("world", "make", "--preset", "lab", "-o", folder)
            self.assertIn("harvest rate", run("sim", "--strategy", "best-page", "--pages", "200", folder))
            run("sim", "--strategy", "segment", folder, status=2)

    def test_a_crawl_page_by_page_can_be_traced(self):
        with tempfile.TemporaryDirectory() as folder:
            run("world", "make", "--preset", "lab", "-o", folder)
            trace = pathlib.Path(folder) / "trace"
            end = facts(run("sim", "--strategy", "best-page", "--pages", "200", "--trace", str(trace), folder))
            rows = [line.split("\t") for line in trace.read_text().splitlines()]
            self.assertEqual(len({row[2] for row in rows}), 200)
            self.assertEqual(sum(row[3] == "thai" for row in rows), int(end["thai pages"]))


if __name__ == "__main__":
    unittest.main()
