"""crawlbox-lab world: simulated webs."""
import collections
import os
import pathlib
import subprocess
import tempfile
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]
LABORATORY = CRAWLBOX + "-lab"
SMALL = ["--preset", "closed-2009", "--hosts", "2000"]


def run(*arguments):
    done = subprocess.run([LABORATORY, "world", *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


class World(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def make(self, name, *options):
        path = str(self.folder / name)
        status, text, error = run("make", *options, "-o", path)
        self.assertEqual(status, 0, error)
        return path, dict(line.split("\t") for line in text.splitlines())

    def test_has_the_proportions_of_the_data_set(self):
        _, info = self.make("w", *SMALL)
        self.assertAlmostEqual(int(info["hosts"]), 2000, delta=10)
        self.assertAlmostEqual(int(info["thai sites"]) / int(info["hosts"]), 25114 / 45916, delta=0.01)
        self.assertAlmostEqual(int(info["pages"]) / int(info["hosts"]), 3545573 / 45916, delta=4)
        self.assertAlmostEqual(int(info["links between sites"]) / int(info["hosts"]), 674908 / 45916, delta=1)

    def test_a_seed_makes_the_same_world_again_and_another_seed_another(self):
        paths = [self.make(name, *SMALL, "--seed", seed)[0] for name, seed in (("a", "7"), ("b", "7"), ("c", "8"))]
        worlds = [(pathlib.Path(path) / "world.bin").read_bytes() for path in paths]
        self.assertEqual(worlds[0], worlds[1])
        self.assertNotEqual(worlds[0], worlds[2])

    def test_lists_each_host_once_under_a_name_of_its_domain(self):
        path, info = self.make("w", *SMALL)
        _, text, _ = run("hosts", path)
        head, *rows = [line.split("\t") for line in text.splitlines()]
        rows = [dict(zip(head, row)) for row in rows]
        self.assertEqual(len({row["name"] for row in rows}), int(info["hosts"]))
        for row in rows:
            end = row["name"].rsplit(".", 1)[1].upper()
            self.assertEqual(row["tld"], end if end in ("COM", "NET", "ORG", "TH", "INFO") else "OTHER")
            self.assertEqual(row["thai"] == "1", float(row["degree"]) > 25, row)
            self.assertTrue(row["address"].startswith(("198.18.", "198.19.")), row)

    def test_features_agree_with_each_other(self):
        path, info = self.make("w", *SMALL)
        _, text, _ = run("hosts", "--features", path)
        self.assertEqual(text.count("@attribute"), 34)
        rows = [line.split(",") for line in text.splitlines() if line[0] not in "@%"]
        self.assertEqual(len(rows), int(info["hosts"]))
        sources = 0
        for row in rows:
            for kind in range(2):
                by_country = sum(map(int, row[1 + kind * 6:7 + kind * 6]))
                by_tld = sum(map(int, row[14 + kind * 6:20 + kind * 6]))
                self.assertEqual(by_country, by_tld)
                self.assertEqual(by_country, int(row[31 + kind]))
                sources += by_country
            degrees = [float(degree) for degree in row[26:31]]
            self.assertEqual(degrees, sorted(degrees, reverse=True))
        self.assertEqual(sources, int(info["links between sites"]))

    def test_pages_of_the_lab_are_judged_as_they_are_meant(self):
        path, _ = self.make("w")
        status, text, error = run("verify", path)
        self.assertEqual(status, 0, text + error)
        self.assertIn("judged by their text", text)

    def test_serves_pages_in_both_charsets_and_says_what_is_not_there(self):
        path, _ = self.make("w")
        charsets = set()
        _, text, _ = run("hosts", path)
        for row in text.splitlines()[1:40]:
            done = subprocess.run([LABORATORY, "world", "page", path, f"http://{row.split()[0]}/"],
                                  capture_output=True, check=False)
            for charset in (b"utf-8", b"windows-874"):
                if b'charset="' + charset in done.stdout:
                    charsets.add(charset)
                    done.stdout.decode("cp874" if charset == b"windows-874" else "utf-8")
        self.assertEqual(len(charsets), 2)
        for url in ("http://saraban.co.th/nothing.html", "http://nobody.co.th/"):
            self.assertEqual(run("page", path, url)[0], 1)

    def test_all_pages_can_be_written_as_files(self):
        path, info = self.make("w")
        files = self.folder / "files"
        self.assertEqual(run("pages", "-o", str(files), path)[1], f"pages\t{info['pages']}\n")
        self.assertEqual(sum(file.is_file() for file in files.rglob("*")), int(info["pages"]))
        self.assertEqual({file.name for file in files.iterdir()}, {"thai", "other"})

    def test_a_web_that_is_too_small_is_refused(self):
        self.assertEqual(run("make", "--hosts", "50", "-o", str(self.folder / "x"))[0], 2)

    def test_verify_says_which_figures_were_published(self):
        path, _ = self.make("w", "--preset", "open-2011", "--hosts", "3000")
        rows = [line.split() for line in run("verify", path)[1].splitlines() if " sites, " in line]
        origins = {" ".join(row[:3]): next(word for word in row if word in ("published", "ours")) for row in rows}
        self.assertEqual(origins["Thai sites, TH"], "published")
        self.assertEqual(origins["other sites, COM"], "ours")

    def rows(self, path):
        head, *rows = [line.split("\t") for line in run("hosts", path)[1].splitlines()]
        return [dict(zip(head, row)) for row in rows]

    def test_sites_are_the_same_wherever_they_are_hosted(self):
        small = ["--preset", "open-2011-com", "--hosts", "5000"]
        plain, moved = (self.rows(self.make(name, *small, *options)[0])
                        for name, options in (("a", []), ("b", ["--abroad", "40", "--cdn", "20"])))
        def what(row):
            return [row[key] for key in ("tld", "thai", "degree", "pages", "links")]
        self.assertEqual([what(row) for row in plain], [what(row) for row in moved])
        home = [sum(row["country"] == "TH" for row in rows if row["thai"] == "1") for rows in (plain, moved)]
        thai = sum(row["thai"] == "1" for row in plain)
        self.assertAlmostEqual(home[0] / thai, 0.92, delta=0.02)
        self.assertAlmostEqual(home[1] / thai, 0.6 * 0.8, delta=0.06)

    def test_a_web_remembers_how_it_is_hosted(self):
        path, info = self.make("w", *SMALL, "--abroad", "40")
        self.assertEqual(info["thai sites hosted abroad, %"], "40")
        self.assertIn("thai sites hosted abroad, %\t40\n", run("info", path)[1])
        self.assertEqual(run("make", "--preset", "topic-diving", "--cdn", "5", "-o", path)[0], 2)
        self.assertEqual(run("make", *SMALL, "--abroad", "101", "-o", path)[0], 2)

    def test_sites_change_their_language_at_the_published_rates(self):
        before, after = (self.rows(self.make(name, *SMALL, *options)[0]) for name, options in (("a", []), ("b", ["--drift"])))
        changes = collections.Counter((old["thai"], new["thai"]) for old, new in zip(before, after))
        self.assertAlmostEqual(changes["1", "0"] / (changes["1", "0"] + changes["1", "1"]), 459 / 4241, delta=0.03)
        self.assertAlmostEqual(changes["0", "1"] / changes["1", "0"], 198 / 459, delta=0.15)
        self.assertEqual([(row["name"], row["links"], row["country"]) for row in before],
                         [(row["name"], row["links"], row["country"]) for row in after])
        status, text, _ = run("verify", str(self.folder / "b"))
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"Thai sites that are no longer, COM, % +published")
        self.assertEqual(run("make", "--preset", "topic-diving", "--drift", "-o", str(self.folder / "t"))[0], 2)

    def test_a_host_graph_that_is_exported_can_be_imported(self):
        path, info = self.make("w", *SMALL)
        hosts, links, imported = self.folder / "hosts.tsv", self.folder / "links.tsv", str(self.folder / "imported")
        hosts.write_text(run("hosts", path)[1], encoding="ascii")
        links.write_text(run("links", path)[1] + "truehits.net\tnobody.example\n", encoding="ascii")
        status, text, error = run("import", "-o", imported, str(hosts), str(links))
        self.assertEqual(status, 0, error)
        end = dict(line.split("\t") for line in text.splitlines())
        self.assertEqual(end["links from or to hosts that are not listed, left out"], "1")
        for key in ("hosts", "thai sites", "pages", "links between sites"):
            self.assertEqual(end[key], info[key], key)
        first, second = ({row["name"]: row for row in self.rows(folder)} for folder in (path, imported))
        self.assertEqual(set(first), set(second))
        for name, row in first.items():
            for key in ("country", "tld", "thai", "pages", "links"):
                self.assertEqual(row[key], second[name][key], (name, key))
        self.assertEqual((pathlib.Path(imported) / "seeds.txt").read_text(), "http://truehits.net/\n")

    def test_a_host_graph_of_others_may_know_little_and_have_names_that_are_none(self):
        hosts, links, imported = self.folder / "hosts.tsv", self.folder / "links.tsv", str(self.folder / "imported")
        hosts.write_text("thai\tname\n1\tWWW.One.example\n0\ttwo.example\n0\tno host\n", encoding="ascii")
        links.write_text("target\tlinks\tsource\ntwo.example\t7\tone.example\n\n", encoding="ascii")
        status, text, error = run("import", "-o", imported, str(hosts), str(links))
        self.assertEqual(status, 0, error)
        self.assertIn("names that no link can lead to, left out\t1\n", text)
        rows = {row["name"]: row for row in self.rows(imported)}
        self.assertEqual(rows["www.one.example"]["links"], "1")
        self.assertEqual(rows["two.example"]["thai"], "0")
        status, _, error = run("import", "-o", imported, str(links), str(hosts))
        self.assertEqual(status, 2)
        self.assertIn("'name' and 'thai'", error)

    def test_geo_txt_says_where_the_hosts_are(self):
        path, _ = self.make("w")
        table = str(self.folder / "GEO.BIN")
        done = subprocess.run([CRAWLBOX, "geo", "build", "-o", table, path + "/geo.txt"], capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line.split("\t") for line in run("hosts", path)[1].splitlines()[1:]]
        found = subprocess.run([CRAWLBOX, "geo", "lookup", "-t", table, *(row[1] for row in rows)],
                               capture_output=True, text=True, check=False).stdout
        self.assertEqual([line.split()[-1] for line in found.splitlines()], [row[2] for row in rows])

    def test_a_damaged_world_is_refused(self):
        path, _ = self.make("w", *SMALL)
        file = pathlib.Path(path) / "world.bin"
        data = bytearray(file.read_bytes())
        for change in (lambda: data.__setitem__(1000, data[1000] ^ 1), lambda: data.__delitem__(slice(-4, None))):
            change()
            file.write_bytes(data)
            status, _, error = run("info", path)
            self.assertEqual(status, 2)
            self.assertTrue(error)

    def test_says_what_is_missing(self):
        status, _, error = run("info", str(self.folder / "nothing"))
        self.assertEqual(status, 2)
        self.assertIn("world make", error)
        self.assertEqual(run("make", "--preset", "mars", "-o", str(self.folder / "x"))[0], 2)


if __name__ == "__main__":
    unittest.main()
