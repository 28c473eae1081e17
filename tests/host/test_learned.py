"""What a box has learned by itself and cannot be used: the box says why in a sentence, and goes on with the model that is built in."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "e2e"))
import namespace  # noqa: E402
import program_box  # noqa: E402
import statefile  # noqa: E402
from small_web import NAME_SERVER, SmallWeb, page  # noqa: E402

CRAWLBOX = os.environ["CRAWLBOX"]
CRAWLER = os.environ.get("CRAWLBOX_NATIVE", CRAWLBOX)  # the preset native has a program of its own
SETTINGS = {"operator": "A Library", "contact": "http://library.example/crawl", "email": "crawl@library.example",
            "allow": "198.18.0.0/15", "delay_min_ms": "0", "delay_factor": "0", "delay_max_ms": "0"}
ONE, OTHER = "one.example.th", "other.example.th"
REFUSED = "What the box has learned of the web is not used: "
DAMAGED = bytearray(statefile.learned())
DAMAGED[statefile.AT_WEIGHTS + 3] ^= 1
BAD = {
    "It is damaged.": bytes(DAMAGED),
    "It was learned for another language.": statefile.learned(language=1),
    "A newer version of crawlbox has learned it.": statefile.learned(version=statefile.LEARNED_VERSION + 1),
}


def a_web():
    return {ONE: {"/": page("/more", salt="one"), "/more": page("/", salt="more")}, OTHER: {"/": page(salt="other")}}


class Learned(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.card = pathlib.Path(folder.name) / "card.img"
        seeds = pathlib.Path(folder.name) / "seeds.txt"
        seeds.write_text(ONE + "\n", encoding="ascii")
        options = [word for key, value in SETTINGS.items() for word in ("--set", f"{key}={value}")]
        subprocess.run([CRAWLBOX, "card", "init", "--size", "64", *options, "--seeds", seeds, self.card], check=True, capture_output=True)

    def crawl(self, *options):
        """What the program says, and the web that it has seen."""
        with SmallWeb(a_web()) as web:
            done = subprocess.run([CRAWLER, "run", "--dns", NAME_SERVER, *options, self.card], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout + done.stderr, web

    def ask_the_box(self):
        """What the appliance logs when it finds the card, and says of its model."""
        box = program_box.ProgramBox(card=self.card, snapshot=True)
        try:
            box.wait_for("The crawl goes on")
            return box.command("model"), box.command("log")
        finally:
            box.stop()

    def test_what_is_sound_is_used(self):
        self.crawl()
        statefile.put_learned(self.card, statefile.learned())
        model, _ = self.ask_the_box()
        self.assertRegex(model, r"learned from *200")
        said, _ = self.crawl("--seed", OTHER)
        self.assertNotIn(REFUSED, said)

    def test_what_is_not_is_refused_with_a_sentence_and_the_crawl_goes_on_with_the_built_in_model(self):
        for sentence, block in BAD.items():
            with self.subTest(sentence):
                self.setUp()
                self.crawl()
                statefile.put_learned(self.card, block)
                model, log = self.ask_the_box()
                self.assertIn(REFUSED + sentence, log)
                self.assertRegex(model, r"model *built in")
                self.assertRegex(model, r"learned from *0")
                said, web = self.crawl("--seed", OTHER)
                self.assertIn(REFUSED + sentence, said)
                self.assertIn("target_pages\t3\n", said)
                self.assertEqual([request for request in web.requests if request[1] != "/robots.txt"], [(OTHER, "/")], "it went on")


if __name__ == "__main__":
    namespace.enter()
    unittest.main()
