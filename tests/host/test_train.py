"""crawlbox-lab train: learning from tables of hosts."""
import os
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

import figures
import hosttable

CRAWLBOX = os.environ["CRAWLBOX"]
LABORATORY = CRAWLBOX + "-lab"


def crawlbox(*arguments):
    return subprocess.run([CRAWLBOX, *arguments], capture_output=True, text=True)


def laboratory(*arguments):
    return subprocess.run([LABORATORY, *arguments], capture_output=True, text=True)


class Train(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.table = cls.write("hosts.tsv", hosttable.tsv(hosttable.rows(3000)))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def write(cls, name, text):
        path = os.path.join(cls.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def sets(self, *arguments):
        run = laboratory("train", "--tsv", *arguments)
        self.assertEqual(run.returncode, 0, run.stderr)
        lines = [line.split("\t") for line in run.stdout.splitlines()]
        rows = [dict(zip(lines[0], line)) for line in lines[1:] if len(line) == len(lines[0])]
        return {(int(row["set"]), row["technique"]): row for row in rows}

    def facts(self, *arguments):
        run = laboratory("train", "--brief", "--tsv", *arguments)
        self.assertEqual(run.returncode, 0, run.stderr)
        return dict(line.split("\t") for line in run.stdout.splitlines())

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_every_set_and_technique_is_tried(self):
        sets = self.sets(self.table)
        self.assertEqual({number for number, _ in sets}, set(range(1, 18)))
        self.assertEqual({technique for _, technique in sets},
                         {"tree", "Bayes normal", "Bayes MDL", "Bayes tenths"})

    def test_counts_add_up_to_the_training_part(self):
        sets = self.sets(self.table)
        row = sets[(15, "tree")]
        counts = [int(row[name]) for name in ("thai_as_thai", "thai_as_other", "other_as_thai", "other_as_other")]
        self.assertAlmostEqual(sum(counts), 900, delta=2)
        self.assertAlmostEqual(float(row["accuracy"]), 100 * (counts[0] + counts[3]) / sum(counts), delta=0.01)

    def test_more_features_are_better_than_the_number_of_links_alone(self):
        sets = self.sets(self.table)
        for technique in ("tree", "Bayes MDL"):
            self.assertGreater(float(sets[(5, technique)]["accuracy"]), float(sets[(4, technique)]["accuracy"]) + 5)

    @figures.compared
    def test_the_same_seed_gives_the_same_result(self):
        self.assertEqual(self.sets("--seed", "7", self.table), self.sets("--seed", "7", self.table))
        self.assertNotEqual(self.sets("--seed", "7", self.table), self.sets("--seed", "8", self.table))

    def test_a_table_that_lacks_a_column_is_refused_by_name(self):
        text = hosttable.tsv(hosttable.rows(5)).replace("degree_3", "degree_x")
        run = laboratory("train", self.write("bad.tsv", text))
        self.assertEqual(run.returncode, 2)
        self.assertIn("line 1: there is no column 'degree_3'", run.stderr)

    def test_a_value_that_is_none_is_refused_with_its_line(self):
        text = hosttable.tsv(hosttable.rows(5)).replace("\tthai\n", "\tthay\n", 1)
        run = laboratory("train", self.write("bad.tsv", text))
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stderr, r"line \d: 'thay' is not a value")

    def test_integers_say_what_floating_point_says(self):
        facts = self.facts(self.table)
        self.assertGreaterEqual(float(facts["same answer"].split()[0]), 99.0)
        self.assertAlmostEqual(float(facts["accuracy"].split()[0]), float(facts["in floating point"].split()[0]), delta=0.3)

    def test_the_ensemble_is_better_than_the_rule_of_thumb(self):
        facts = self.facts(self.table)
        self.assertGreater(float(facts["accuracy"].split()[0]), float(facts["rule of thumb"].split()[0]) + 3)

    @figures.compared
    def test_the_same_seed_and_date_give_the_same_model(self):
        models = []
        for name in ("a.bin", "b.bin"):
            self.facts("--date", "2026-01-31", "-o", self.path(name), self.table)
            with open(self.path(name), "rb") as file:
                models.append(file.read())
        self.assertEqual(*models)
        self.assertLessEqual(len(models[0]), 8192)
        info = crawlbox("model", "info", self.path("a.bin")).stdout
        self.assertIn("date\t2026-01-31\n", info)
        self.assertIn("data\thosts.tsv\n", info)

    def test_the_report_says_what_each_member_adds(self):
        text = laboratory("train", self.table).stdout
        for words in ("both wrong", "Best fusion", "it adds", "left out"):
            self.assertIn(words, text)

    def test_the_chart_is_a_picture_with_a_bar_for_each_classifier(self):
        self.facts("--chart", self.path("chart.svg"), self.table)
        picture = xml.etree.ElementTree.parse(self.path("chart.svg")).getroot()
        bars = [rect for rect in picture.iter("{http://www.w3.org/2000/svg}rect") if len(rect)]
        self.assertEqual(len(bars), 17 * 2 + 1)

    def test_too_few_hosts_are_refused(self):
        run = laboratory("train", self.write("few.tsv", hosttable.tsv(hosttable.rows(50))))
        self.assertEqual(run.returncode, 2)
        self.assertIn("at least 100 Thai hosts", run.stderr)

    def test_a_model_no_better_than_the_boxs_is_not_written_unless_forced(self):
        self.facts("-o", self.path("box.bin"), self.table)
        command = ["train", "--brief", "--box", self.path("box.bin"), "-o", self.path("new.bin"), self.table]
        run = laboratory(*command)
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn("no better than the box's", run.stderr)
        self.assertFalse(os.path.exists(self.path("new.bin")))
        self.assertEqual(laboratory("train", "--force", *command[1:]).returncode, 0)
        self.assertTrue(os.path.exists(self.path("new.bin")))

    def test_a_model_better_than_the_boxs_is_written(self):
        few = self.write("few.tsv", hosttable.tsv(hosttable.rows(500, seed=9)))
        self.facts("--share", "50", "-o", self.path("poor.bin"), few)
        run = laboratory("train", "--brief", "--box", self.path("poor.bin"), "-o", self.path("better.bin"), self.table)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertRegex(run.stdout, r"better by\t\+\d")

    def test_a_card_without_a_crawl_is_refused(self):
        card = self.path("card")
        os.makedirs(card, exist_ok=True)
        run = laboratory("train", "--from", card)
        self.assertEqual(run.returncode, 2)
        self.assertIn("no crawl was begun", run.stderr)

    def test_csv_is_read_like_tsv(self):
        csv = self.write("hosts.csv", hosttable.tsv(hosttable.rows(3000)).replace("\t", ","))
        self.assertEqual(self.sets(csv), self.sets(self.table))


if __name__ == "__main__":
    unittest.main()
