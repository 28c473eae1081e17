"""crawlbox-lab sim: crawls of simulated webs."""
import collections
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import figures

LABORATORY = os.environ["CRAWLBOX"] + "-lab"


def run(*arguments):
    done = subprocess.run([LABORATORY, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


class Sim(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.closed, cls.lab = str(cls.folder / "closed"), str(cls.folder / "lab")
        for arguments in (["--preset", "closed-2009", "--hosts", "1500", "-o", cls.closed], ["-o", cls.lab]):
            assert run("world", "make", *arguments)[0] == 0

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def sim(self, world, *options):
        status, text, error = run("sim", *options, world)
        self.assertEqual(status, 0, error)
        return dict(line.split("\t") for line in text.splitlines())

    def rates(self, strategy, *options):
        end = self.sim(self.closed, "--strategy", strategy, "--pages", "1000000", *options)
        return float(end["harvest rate"]), float(end["coverage"])

    def trace(self, world, *options):
        path = self.folder / "trace"
        self.sim(world, "--trace", str(path), *options)
        return [line.split("\t") for line in path.read_text().splitlines()]

    @figures.compared
    def test_strategies_are_in_the_published_order(self):
        bfs, ls1, ls2, perfect = (self.rates(name) for name in ("bfs", "ls1", "ls2", "perfect"))
        self.assertGreater(ls1[0], bfs[0] + 10)
        self.assertGreater(ls2[0], ls1[0] + 3)
        self.assertGreater(perfect[0], ls2[0])
        self.assertGreater(ls1[1], ls2[1])
        lswc = self.rates("lswc")
        self.assertTrue(bfs[0] < lswc[0] < perfect[0], lswc)

    def test_every_strategy_crawls_with_every_predictor(self):
        for strategy in ("bfs", "lswc", "ls1", "ls2", "perfect"):
            for predictor in ("perfect", "ensemble", "rule", "none"):
                end = self.sim(self.closed, "--strategy", strategy, "--predictor", predictor, "--pages", "1000", "--misses", "300", "--alarms", "300")
                self.assertEqual(int(end["pages"]), 1000, (strategy, predictor))

    @figures.compared
    def test_knowing_which_sites_are_thai_is_better_than_guessing_is_better_than_not_caring(self):
        perfect, ensemble, none = (self.rates("ls2", "--predictor", name)[0] for name in ("perfect", "ensemble", "none"))
        self.assertGreater(perfect, ensemble + 0.5)
        self.assertGreater(ensemble, none + 1)

    @figures.compared
    def test_a_box_that_errs_about_pages_finds_less_and_errs_the_same_each_time(self):
        right, blunt = (self.sim(self.closed, "--pages", "1000000", *options) for options in ([], ["--misses", "300", "--alarms", "0"]))
        self.assertLess(float(blunt["coverage"]), float(right["coverage"]) - 1)
        easy = self.sim(self.closed, "--pages", "1000000", "--misses", "0", "--alarms", "300")
        self.assertLess(float(easy["harvest rate"]), float(right["harvest rate"]) - 1)
        self.assertEqual(blunt, self.sim(self.closed, "--pages", "1000000", "--misses", "300"))

    def test_says_how_many_unvisited_hosts_are_predicted_rightly(self):
        end = self.sim(self.closed, "--sites", "100", "--pages", "1000000", "--set", "learn=no")
        self.assertEqual(int(end["sites"]), 100)
        self.assertGreater(int(end["hosts not visited"]), 100)
        self.assertGreater(float(end["of these predicted rightly"]), 60)
        self.assertEqual(end["of these predicted rightly"], end["by the model alone"])
        self.assertNotIn("hosts not visited", self.sim(self.closed, "--predictor", "rule", "--pages", "1000"))

    def test_the_same_crawl_comes_out_the_same(self):
        self.assertEqual(self.trace(self.lab, "--pages", "500"), self.trace(self.lab, "--pages", "500"))

    def test_no_page_is_fetched_twice_in_a_visit_and_sites_are_crawled_after_they_began(self):
        begun, fetched = collections.Counter(), collections.Counter()
        for row in self.trace(self.lab, "--pages", "100000"):
            if row[0] == "begins":
                begun[row[2]] += 1
            elif row[0] == "page" and row[1] == "200":
                fetched[row[2]] += 1
                self.assertLessEqual(fetched[row[2]], begun[row[2].split("/")[2]])
        self.assertGreater(len(fetched), 1000)
        self.assertEqual(set(begun.values()), {1, 2})  # some sites were left early, and gone back to once

    def test_without_exploring_no_site_is_gone_back_to(self):
        begun = collections.Counter(row[2] for row in self.trace(self.lab, "--pages", "100000", "--set", "explore=no")
                                    if row[0] == "begins")
        self.assertEqual(set(begun.values()), {1})

    def test_order_within_a_site_does_not_depend_on_how_many_are_active(self):
        def by_site(active):
            sites = collections.defaultdict(list)
            for row in self.trace(self.lab, "--pages", "100000", "--set", f"active_sites={active}"):
                if row[0] == "page":
                    sites[row[2].split("/")[2]].append(row[2])
            return sites
        self.assertEqual(by_site(1), by_site(4))

    def test_page_cap_ends_a_calendar_without_end(self):
        pages = collections.Counter()
        for row in self.trace(self.lab, "--pages", "100000", "--set", "page_cap=200", "--strategy", "bfs"):
            if row[0] == "page" and row[1] == "200":
                pages[row[2].split("/")[2]] += 1
        self.assertEqual(max(pages.values()), 200)

    def test_lswc_and_its_baselines_share_one_queue_over_all_servers(self):
        """All of them find more than breadth first; LSWC with S = 1, T = 1 stops before it does with S = 3, T = 5."""
        world = self.folder / "lswc"
        self.assertEqual(run("world", "make", "--preset", "lswc-2006", "--seed", "5", "--hosts", "3000", "-o", str(world))[0], 0)
        ends = {name: self.sim(world, "--strategy", f"queue-{name}", "--pages", "20000", "--set", "page_cap=65535")
                for name in ("lswc", "hard", "soft", "bfs", "perfect")}
        harvest = {name: float(end["harvest rate"]) for name, end in ends.items()}
        self.assertGreater(harvest["perfect"], 99)
        for name in ("lswc", "hard", "soft"):
            self.assertGreater(harvest[name], harvest["bfs"] + 10)
        whole, early = (self.sim(world, "--strategy", "queue-lswc", "--pages", "1000000", "--set", "page_cap=65535",
                                 "--set", f"lswc_s={s}", "--set", f"lswc_t={t}") for s, t in ((3, 5), (1, 1)))
        self.assertGreater(float(whole["coverage"]), float(early["coverage"]))
        self.assertLess(int(early["pages"]), int(whole["pages"]))

    def test_writes_a_curve(self):
        path = self.folder / "curve.tsv"
        end = self.sim(self.closed, "--pages", "19999", "--curve", str(path))
        head, *rows = [line.split("\t") for line in path.read_text().splitlines()]
        pages = [int(row[head.index("pages")]) for row in rows]
        self.assertEqual(pages, sorted(pages))
        self.assertEqual(pages[-1], int(end["pages"]))
        self.assertGreater(len(rows), 190)
        self.assertIn(10000, pages, "round figures are points of their own")

    @figures.compared
    def test_compares_in_one_page_that_needs_nothing_else(self):
        path = self.folder / "report.html"
        self.assertEqual(run("sim", self.lab, "--pages", "300", "--compare", str(path))[0], 0)
        text = path.read_text()
        self.assertEqual(text.count("<svg"), 2)
        self.assertEqual(text.count("(default)"), 4)
        ticks = re.findall(r"<text class='axis'[^>]*text-anchor='(?:start|middle)'>([^<]*)<", text)
        self.assertEqual(ticks, ["0", "60", "120", "180", "240", "300"] * 2)
        for word in ("no limits", "a card of 128 MB", "perfect crawler", "LS-2", "LS-1", "LSWC", "BFS", "42.91", "97.34", "tau", "active_sites"):
            self.assertIn(word, text)
        for outside in ("http://", "https://", "src="):
            self.assertNotIn(outside, text)

    def test_writes_the_host_table_after_each_round(self):
        path = self.folder / "hosts.tsv"
        # Without exploring, since a site that was gone back to has the pages of its second visit only.
        end = self.sim(self.lab, "--pages", "100000", "--set", "explore=no", "--hosts", str(path))
        head, *rows = [line.split("\t") for line in path.read_text().splitlines()]
        tables = collections.defaultdict(dict)
        for row in rows:
            tables[int(row[0])][row[1]] = dict(zip(head, row))
        self.assertEqual(sorted(tables), list(range(int(end["rounds"]) + 1)))
        self.assertEqual({row["state"] for row in tables[0].values()}, {"queued"})
        done = [row for row in tables[max(tables)].values() if row["state"] == "done"]
        self.assertEqual(sum(int(row["pages"]) for row in done), int(end["pages"]))
        for earlier, later in zip(sorted(tables), sorted(tables)[1:]):
            self.assertLessEqual(set(tables[earlier]), set(tables[later]))

    def test_a_box_with_a_small_card_knows_fewer_hosts(self):
        world, path = str(self.folder / "fringe"), self.folder / "hosts.tsv"
        self.assertEqual(run("world", "make", "--preset", "open-2011", "--hosts", "40000", "-o", world)[0], 0)
        known = []
        for options in ([], ["--card", "64"]):
            self.sim(world, "--strategy", "bfs", "--set", "page_cap=20", "--pages", "60000", "--hosts", str(path), *options)
            known.append(len({line.split("\t")[1] for line in path.read_text().splitlines()}))
        self.assertLess(known[1], 64 * 1024 // 7)
        self.assertGreater(known[0], known[1])

    def test_a_file_that_is_no_model_is_refused(self):
        status, _, error = run("sim", "--model", __file__, self.lab)
        self.assertEqual(status, 2)
        self.assertIn("test_sim.py", error)

    def test_refuses_what_it_does_not_know(self):
        for options in (["--strategy", "dfs"], ["--predictor", "crystal"], ["--set", "tau=x"], ["--set", "nothing=1"]):
            status, _, error = run("sim", *options, self.closed)
            self.assertEqual(status, 2)
            self.assertTrue(error)


if __name__ == "__main__":
    unittest.main()
