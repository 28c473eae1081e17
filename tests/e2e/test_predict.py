"""The same model gives the same answers on the Cortex-M3 and on the host, and is quick and small there."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import predict_probe

CRAWLBOX = os.environ.get("CRAWLBOX", str(predict_probe.REPOSITORY / "build/host/tools/crawlbox"))
INSTRUCTIONS_MOST = 5000
RAM_MOST = 256


def host_program(*words):
    return subprocess.run([CRAWLBOX, *map(str, words)], capture_output=True, text=True, check=True).stdout


def laboratory(*words):
    return subprocess.run([CRAWLBOX + "-lab", *map(str, words)], capture_output=True, text=True, check=True).stdout


class Predict(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def train(self, *options):
        """A model of a web of a few thousand hosts."""
        world, table, model = self.folder / "world", self.folder / "hosts.arff", self.folder / "model.bin"
        laboratory("world", "make", "--preset", "closed-2009", "--hosts", 4000, "-o", world)
        table.write_text(laboratory("world", "hosts", "--features", world), encoding="ascii")
        laboratory("train", "--brief", *options, "-o", model, table)
        return model

    def assert_same(self, model):
        told = dict(line.split("\t") for line in host_program("model", "check", model).splitlines())
        answers = predict_probe.ask(model)
        self.assertEqual(answers.fingerprint, told["fingerprint"])
        self.assertLessEqual(answers.most_instructions, INSTRUCTIONS_MOST)
        self.assertLessEqual(answers.ram, RAM_MOST)

    def test_a_small_model(self):
        self.assert_same(self.train("--limit", "1000"))

    def test_a_model_of_the_largest_size(self):
        self.assert_same(self.train("--seed", "2"))


if __name__ == "__main__":
    unittest.main()
