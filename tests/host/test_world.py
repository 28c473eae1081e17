"""crawlbox world: simulated webs."""
import os
import pathlib
import subprocess
import tempfile
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]
SMALL = ["--preset", "closed-2009", "--hosts", "2000"]


def run(*arguments):
    done = subprocess.run([CRAWLBOX, "world", *arguments], capture_output=True, text=True, check=False)
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
            done = subprocess.run([CRAWLBOX, "world", "page", path, f"http://{row.split()[0]}/"],
                                  capture_output=True, check=False)
            for charset in (b"utf-8", b"windows-874"):
                if b'charset="' + charset in done.stdout:
                    charsets.add(charset)
                    done.stdout.decode("cp874" if charset == b"windows-874" else "utf-8")
        self.assertEqual(len(charsets), 2)
        for url in ("http://saraban.co.th/nothing.html", "http://nobody.co.th/"):
            self.assertEqual(run("page", path, url)[0], 1)

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
