"""crawlbox-lab topic: names, packs learned from folders and WARC files, what is refused."""

import os
import random
import tempfile
import unittest

import figures
from warcfile import http, laboratory, record, warcinfo

TOURISM = "hotel beach island temple tour travel guide resort ferry massage sunset market visit palace trekking".split()
OTHER = "software compiler server database network kernel memory thread module patch release packet driver index".split()
COMMON = "page home news people time year work place world part help contact number great small open".split()
GLUE = "the of and to in a is that for with you this are your from which have not by on".split()
PLACES = ["Phuket", "Ko Samui", "Chiang Mai", "Krabi", "Bangkok", "Pattaya"]


def text(rng, about, names, words=120):
    out = []
    for _ in range(words):
        out.append(rng.choice(rng.choice([GLUE, GLUE, COMMON, about, about])))
        if names and rng.random() < 0.06:
            out.append(rng.choice(PLACES))
    return " ".join(out)


def html(title, body, links=""):
    return f"<html><title>{title}</title><body><p>{body}</p>{links}</body></html>"


def web(rng, sites):
    """Pages by address: relevant sites link to relevant ones with names, others to others."""
    pages = {True: {}, False: {}}
    for relevant in pages:
        kind = "thai" if relevant else "code"
        for site in range(sites):
            for number in range(3):
                links = ""
                for _ in range(3):
                    target = rng.randrange(sites)
                    word = f"{rng.choice(PLACES)} {rng.choice(TOURISM)}" if relevant else rng.choice(OTHER)
                    links += f'<p>{rng.choice(GLUE)} <a href="http://{kind}{target}.example/{kind}/p0.html">{word}</a></p>'
                body = text(rng, TOURISM if relevant else OTHER, relevant)
                pages[relevant][f"{kind}{site}.example/{kind}/p{number}.html"] = html(kind, body, links)
    return pages


class Topic(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def write(self, name, content):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(content if isinstance(content, bytes) else content.encode())
        return path

    def run_topic(self, *arguments, status=0):
        done = laboratory("topic", *arguments)
        self.assertEqual(status, done.returncode, done.stderr.decode())
        return done.stdout.decode() if status == 0 else done.stderr.decode()

    def make_folders(self, sites=25, seed=1):
        for relevant, pages in web(random.Random(seed), sites).items():
            for address, page in pages.items():
                self.write(f"{'positive' if relevant else 'negative'}/{address}", page)
        return ["--positive", self.path("positive"), "--negative", self.path("negative")]

    def train(self, *more, output="TOPIC.PAK"):
        return self.run_topic("train", *self.make_folders(), *more, "-o", self.path(output))

    def g_mean(self, output, row):
        line = next(line for line in output.splitlines() if line.startswith(row))
        return float(line.split("G-mean ")[1].split(" %")[0])

    # ---- Names ----

    def test_there_are_many_names_and_each_only_once(self):
        rows = [line.split("\t")[0] for line in self.run_topic("keywords").splitlines() if not line.startswith("#")]
        self.assertGreaterEqual(len(rows), 1500)
        self.assertEqual(len(rows), len({row.lower() for row in rows}))
        for name in ("Nakhon Ratchasima", "Ko Samui", "Samui", "pad thai", "Chulalongkorn University", "Wat Arun", "Amnat Charoen"):
            self.assertIn(name, rows)

    def found(self, *texts, names=None):
        page = self.write("page.html", html("", "</p><p>".join(texts)))
        output = self.run_topic("keywords", *(["--keywords", names] if names else []), "--test", page)
        rows = dict(line.split("\t", 1) for line in output.splitlines() if "\t" in line)
        return [int(rows[way].split("\t")[0]) for way in ("by text alone", "by text or our sound, tamed")]

    def test_names_are_found_in_other_spellings(self):
        spellings = ["Nakorn Prathom", "Karnchanaburee", "Petchaboon", "Nakon Rachasima", "Pitsanulok town"]
        names = self.write("names.txt", "Nakhon Pathom\nKanchanaburi\tplace\nPhetchabun\nNakhon Ratchasima\nPhitsanulok\n")
        by_text, by_sound = self.found(*spellings, names=names)
        self.assertEqual(0, by_text)
        self.assertGreaterEqual(by_sound, 4)

    def test_english_words_are_not_taken_for_names(self):
        plain = ["The quick brown fox jumps over the lazy dog", "Banks raised interest rates while pension funds waited",
                 "Children learn a second language best when they play", "Contact our sales team about pricing and support"]
        self.assertEqual([0, 0], self.found(*plain))

    def test_a_list_of_names_can_be_written_and_read_again(self):
        self.run_topic("keywords", "-o", self.path("names.txt"))
        self.assertEqual([1, 1], self.found("a trip to Ko Samui", names=self.path("names.txt")))

    def test_a_bad_line_of_a_list_is_named(self):
        names = self.write("names.txt", "Phuket\n\n# a comment\nx\n")
        self.assertIn("line 4", self.run_topic("keywords", "--keywords", names, "--test", names, status=2))

    # ---- Learning ----

    def test_a_pack_is_learned_from_folders_with_pages_and_links(self):
        output = self.train("--name", "tourism")
        self.assertGreater(self.g_mean(output, "pages, held out"), 95)
        self.assertGreater(self.g_mean(output, "both"), 90)
        about = self.run_topic("info", self.path("TOPIC.PAK"))
        self.assertIn("topic\ttourism\n", about)
        self.assertIn("75 pages about the topic, 75 others", about)
        self.assertNotIn("an example", about)
        self.assertNotIn("published", about)

    def test_the_same_pages_give_the_same_pack(self):
        self.train(output="a")
        self.train(output="b")
        with open(self.path("a"), "rb") as a, open(self.path("b"), "rb") as b:
            self.assertEqual(a.read(), b.read())

    def test_a_pack_judges_pages_it_was_not_made_from(self):
        self.train()
        rng = random.Random(99)
        for i in range(20):
            self.write(f"new/yes/{i}.html", html("visit", text(rng, TOURISM, True)))
            self.write(f"new/no/{i}.html", html("code", text(rng, OTHER, False)))
        sets = ["--positive", self.path("new/yes"), "--negative", self.path("new/no")]
        self.assertGreater(self.g_mean(self.run_topic("eval", self.path("TOPIC.PAK"), *sets), "pages"), 95)
        rows = self.run_topic("eval", "--tsv", self.path("TOPIC.PAK"), *sets).splitlines()
        self.assertEqual(40, len(rows))
        self.assertEqual("english", rows[0].split("\t")[3])

    def test_pages_in_other_languages_are_left_out(self):
        folders = self.make_folders()
        self.write("positive/german.html", html("Strand", "Der Strand ist schön und das Wetter ist gut und wir baden. " * 9))
        output = self.run_topic("train", *folders, "-o", self.path("TOPIC.PAK"))
        self.assertIn("not in English, left out\t1 pages", output)

    def test_warc_files_are_read_as_folders_are(self):
        files = {}
        for relevant, pages in web(random.Random(1), 25).items():
            records = [warcinfo()]
            for number, (address, page) in enumerate(pages.items(), 1):
                records.append(record("response", number, http(page.encode()), uri=f"http://{address}",
                                      content_type="application/http;msgtype=response"))
            files[relevant] = self.write(f"{relevant}.warc", b"".join(records))
        output = self.run_topic("train", "--positive", files[True], "--negative", files[False], "-o", self.path("a"))
        self.assertGreater(self.g_mean(output, "both"), 90)
        self.train(output="b")
        with open(self.path("a"), "rb") as a, open(self.path("b"), "rb") as b:
            self.assertEqual(a.read(), b.read())

    def test_a_sub_topic_needs_its_words(self):
        self.train("--sub", "scuba, snorkel")
        rng = random.Random(5)
        page = text(rng, TOURISM, True)
        self.write("p/plain.html", html("visit", page))
        self.write("p/wet.html", html("visit", page + " scuba and snorkelling"))
        rows = self.run_topic("eval", "--tsv", self.path("TOPIC.PAK"), "--positive", self.path("p")).splitlines()
        self.assertEqual(["other", "relevant"], [row.split("\t")[1] for row in rows])

    # ---- Examples ----

    def test_examples_say_that_they_are_examples(self):
        for topic in ("diving",) if figures.SANITIZED else ("tourism", "estate", "diving"):
            output = self.run_topic("example", topic, "-o", self.path(topic))
            self.assertGreater(self.g_mean(output, "pages, held out"), 90)
            about = self.run_topic("info", self.path(topic))
            self.assertIn("kind\tan example, learned from made-up pages", about)
            self.assertIn("links\tfrom published figures", about)
            self.assertEqual(topic == "diving", "sub-topic" in about)

    # ---- Refusals ----

    def test_what_cannot_be_learned_from_is_refused(self):
        os.mkdir(self.path("empty"))
        few = self.path("few")
        for i in range(3):
            self.write(f"few/{i}.html", html("", text(random.Random(i), TOURISM, True)))
        for bad, reason in ((self.path("none"), "No such file"), (self.path("empty"), "has no pages"), (few, "at least 20")):
            error = self.run_topic("train", "--positive", bad, "--negative", few, "-o", self.path("out"), status=2)
            self.assertIn(reason, error)
            self.assertFalse(os.path.exists(self.path("out")))

    def test_a_broken_warc_file_is_named(self):
        broken = self.write("broken.warc", warcinfo() + b"WARC/1.1\r\nnonsense")
        error = self.run_topic("train", "--positive", broken, "--negative", broken, "-o", self.path("out"), status=2)
        self.assertIn("broken.warc", error)

    def test_damaged_packs_and_other_files_are_refused(self):
        self.run_topic("example", "estate", "-o", self.path("pack"))
        with open(self.path("pack"), "rb") as file:
            pack = file.read()
        for content, reason in ((b"", "not a topic pack"), (b"x" * 2000, "not a topic pack"), (pack[:-512], "damaged"),
                                (pack[:700] + b"!" + pack[701:], "damaged"), (pack[:4] + b"\t" + pack[5:], "another version")):
            self.assertIn(reason, self.run_topic("info", self.write("bad", content), status=1))

    def test_what_is_missing_on_the_command_line_is_said(self):
        for arguments in ((), ("nonsense",), ("train",), ("example", "cooking", "-o", "x"), ("example", "estate"), ("info",),
                          ("eval", "x"), ("keywords", "--test"), ("train", "--sub", "a b " * 20, "--positive", "x", "--negative",
                                                                  "x", "-o", "y")):
            self.assertIn("crawlbox", self.run_topic(*arguments, status=2))


if __name__ == "__main__":
    unittest.main()
