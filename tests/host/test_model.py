"""crawlbox model: showing, checking, comparing and asking models."""
import os
import pathlib
import platform
import struct
import subprocess
import tempfile
import unittest
import zlib

import figures
import hosttable
import model_reader

CRAWLBOX = os.environ["CRAWLBOX"]
LABORATORY = CRAWLBOX + "-lab"
BUILT_IN = pathlib.Path(__file__).parents[2] / "app/graph/predict/model_builtin.inc"


def crawlbox(*arguments):
    return subprocess.run([CRAWLBOX, *arguments], capture_output=True, text=True)


def laboratory(*arguments):
    return subprocess.run([LABORATORY, *arguments], capture_output=True, text=True)


class Model(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.rows = hosttable.rows(1500)
        cls.table = cls.path("hosts.tsv")
        with open(cls.table, "w", encoding="utf-8") as file:
            file.write(hosttable.tsv(cls.rows))
        cls.model = cls.path("MODEL.BIN")
        subprocess.run([LABORATORY, "train", "--brief", "-o", cls.model, cls.table], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    @figures.compared
    def test_the_built_in_model_can_be_made_again(self):
        """With gcc 12 and 14, clang 14, glibc and musl, with fused multiply-add and without: x86-64 gives the same bytes."""
        again = self.path("again.bin")
        run = laboratory("train", "--brief", "--world", "closed-2009", "--abroad", "20", "--cdn", "10", "--limit", "1000",
                         "--date", "1970-01-01", "-o", again)
        self.assertEqual(run.returncode, 0, run.stderr)
        made, kept = pathlib.Path(again).read_bytes(), bytes(int(number) for number in BUILT_IN.read_text().split(",")[:-1])
        if made != kept and platform.machine() != "x86_64":
            self.skipTest("NOTICE: floating point of this machine learns another model than the one that is kept")
        self.assertEqual(made, kept, "another model than the one that is kept; if that is meant: sh tools/renew.sh model")
        self.assertEqual(crawlbox("model", "check", again).stdout, crawlbox("model", "check").stdout)

    def test_info_tells_where_a_model_comes_from(self):
        run = crawlbox("model", "info", self.model)
        facts = [line.split("\t") for line in run.stdout.splitlines()]
        names = [fact[0] for fact in facts]
        for name in ("id", "bytes", "data", "learned from", "accuracy", "best single tree", "fusion", "member"):
            self.assertIn(name, names)
        self.assertIn(["data", "hosts.tsv"], facts)

    def test_a_damaged_model_is_refused_with_a_reason(self):
        with open(self.model, "rb") as file:
            bytes_ = bytearray(file.read())
        for change, reason in ((lambda b: b[:-1], "damaged"), (lambda b: b[:200] + b"x" + b[201:], "damaged"),
                               (lambda b: b"GIF8" + b[4:], "not a model"), (lambda b: b[:4] + b"\x09" + b[5:], "another version")):
            with open(self.path("bad.bin"), "wb") as file:
                file.write(bytes(change(bytes_)))
            run = crawlbox("model", "check", self.path("bad.bin"))
            self.assertEqual(run.returncode, 1)
            self.assertIn(reason, run.stderr)

    def test_predicts_hosts_of_a_table_in_their_order(self):
        run = crawlbox("model", "predict", "--model", self.model, self.table)
        self.assertEqual(run.returncode, 0, run.stderr)
        lines = [line.split("\t") for line in run.stdout.splitlines()[1:]]
        self.assertEqual([line[0] for line in lines], [f"h{i}.example" for i in range(len(self.rows))])
        self.assertTrue(all((int(line[1]) >= 128) == (line[2] == "thai") for line in lines))
        right = sum(line[2] == line[3] for line in lines)
        self.assertGreater(right, 0.75 * len(lines))

    def test_its_description_is_enough_to_read_it(self):
        """Another reader, made from MODEL.md, gives the same answers, whatever the fusion."""
        data = bytearray(pathlib.Path(self.model).read_bytes())
        for fusion in range(8):
            data[17] = fusion
            data[12:16] = struct.pack("<I", zlib.crc32(data[16:]))
            changed = pathlib.Path(self.path("fusion.bin"))
            changed.write_bytes(data)
            run = crawlbox("model", "predict", "--model", str(changed), self.table)
            said = [int(line.split("\t")[1]) for line in run.stdout.splitlines()[1:]]
            reader = model_reader.Model(bytes(data))
            self.assertEqual([reader.confidence(row) for row in self.rows[:200]], said[:200], f"fusion {fusion}")

    def test_predicts_hosts_without_a_class(self):
        unlabelled = self.path("unlabelled.tsv")
        with open(unlabelled, "w", encoding="utf-8") as file:
            file.write(hosttable.tsv([row[:-1] + ["?"] for row in self.rows[:10]]))
        run = crawlbox("model", "predict", unlabelled)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stdout.count("\t?\n"), 10)

    def test_diff_lists_where_two_models_disagree(self):
        same = crawlbox("model", "diff", self.model, self.model, self.table)
        self.assertEqual((same.returncode, same.stdout), (0, ""))
        other = self.path("other.bin")
        laboratory("train", "--brief", "--seed", "5", "-o", other, self.table)
        run = crawlbox("model", "diff", self.model, other, self.table)
        for line in run.stdout.splitlines():
            _, first, second = line.split("\t")
            self.assertNotEqual(int(first) >= 128, int(second) >= 128)
        self.assertIn(f"disagree about {len(run.stdout.splitlines())} of 1500", run.stderr)


if __name__ == "__main__":
    unittest.main()
