"""The same model gives the same answers on the Cortex-M3 and on the host, and is quick and small there."""
import os
import subprocess
import tempfile
import unittest

import predict_probe
import small_model

CRAWLBOX = os.environ.get("CRAWLBOX", str(predict_probe.REPOSITORY / "build/host/tools/crawlbox"))
INSTRUCTIONS_MOST = 5000
RAM_MOST = 256


def host_program(*words):
    return subprocess.run([CRAWLBOX, *map(str, words)], capture_output=True, text=True, check=True).stdout


class Predict(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def assert_same(self, model):
        told = dict(line.split("\t") for line in host_program("model", "check", model).splitlines())
        answers = predict_probe.ask(model)
        self.assertEqual(answers.fingerprint, told["fingerprint"])
        self.assertLessEqual(answers.most_instructions, INSTRUCTIONS_MOST)
        self.assertLessEqual(answers.ram, RAM_MOST)

    def test_a_small_model(self):
        self.assert_same(small_model.train(self.folder, "--limit", "1000"))

    def test_a_model_of_the_largest_size(self):
        self.assert_same(small_model.train(self.folder, "--seed", "2"))


if __name__ == "__main__":
    unittest.main()
