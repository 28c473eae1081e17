"""crawlbox run: a small web in a network namespace is crawled onto a card; what is on the card is what was served."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "e2e"))
import namespace  # noqa: E402
from small_web import ENGLISH, NAME_SERVER, SmallWeb, page  # noqa: E402

CRAWLBOX = os.environ["CRAWLBOX"]
CRAWLER = os.environ.get("CRAWLBOX_NATIVE", CRAWLBOX)  # the preset native has a program of its own
CARD_BYTES = 128 << 20
SETTINGS = {"operator": "A Library", "contact": "http://library.example/crawl", "email": "crawl@library.example",
            "allow": "198.18.0.0/15", "delay_min_ms": "0", "delay_factor": "0", "delay_max_ms": "0"}


def a_web():
    """Three Thai sites that link to each other, an English one, a dead one, one that robots.txt closes."""
    one, two, three = "one.example.th", "two.example.th", "three.example.th"
    hosts = {
        one: {"/": page("/a", "/b", "/secret/x", "/moved", "/missing", f"http://{two}/", "http://english.example/", salt="one")},
        two: {"/": page("/far", f"http://{three}/", "http://dead.example.th/", "http://closed.example.th/", salt="two"),
              "/far": page(f"http://{one}/", salt="far")},
        three: {"/": page(*(f"/p{i}" for i in range(30)), salt="three")},
        "english.example": {"/": page("/1", text=ENGLISH, salt="home"), "/1": page("/2", text=ENGLISH, salt="1")},
        "closed.example.th": {"/robots.txt": b"User-agent: *\nDisallow: /\n", "/": page(salt="closed")},
    }
    hosts[one] |= {"/a": page("/b", "/", salt="a"), "/b": page("/a", "http://one.example.th/b#x", salt="b"),
                   "/secret/x": page(salt="secret"), "/robots.txt": b"User-agent: *\nDisallow: /secret/\n",
                   "/moved": (301, {"Location": "/target"}, b""), "/target": page(salt="target")}
    hosts[three] |= {f"/p{i}": page("/", f"/p{(i + 1) % 30}", salt=f"p{i}") for i in range(30)}
    return hosts


THAI_PAGES = ({("one.example.th", path) for path in ("/", "/a", "/b", "/target")} |
              {("two.example.th", path) for path in ("/", "/far")} |
              {("three.example.th", path) for path in ("/", *(f"/p{i}" for i in range(30)))})


def pages_of(warc):
    """{(host, path): body} of the responses of a WARC file."""
    pages, rest = {}, warc
    while rest:
        head, _, rest = rest.partition(b"\r\n\r\n")
        fields = dict(line.split(b":", 1) for line in head.split(b"\r\n")[1:])
        size = int(fields[b"Content-Length"])
        block, rest = rest[:size], rest[size + 4:]
        if fields[b"WARC-Type"].strip() == b"response":
            host, _, path = fields[b"WARC-Target-URI"].strip().decode().removeprefix("http://").partition("/")
            pages[host, "/" + path] = block.partition(b"\r\n\r\n")[2]
    return pages


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.card = self.folder / "card.img"
        seeds = self.folder / "seeds.txt"
        seeds.write_text("one.example.th\n", encoding="ascii")
        settings = self.folder / "settings.ini"
        settings.write_text("".join(f"{key} = {value}\r\n" for key, value in SETTINGS.items()), encoding="ascii")
        subprocess.run([CRAWLBOX, "card", "init", "--size", str(CARD_BYTES >> 20), "--settings", settings, "--seeds", seeds, self.card],
                       check=True, capture_output=True)

    def command(self, *arguments):
        return [CRAWLER, "run", "--dns", NAME_SERVER, *arguments, self.card]

    def crawl(self, *arguments):
        result = subprocess.run(self.command(*arguments), capture_output=True, text=True, check=False, timeout=300)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def harvest(self):
        check = subprocess.run([CRAWLBOX, "card", "check", self.card], capture_output=True, text=True, check=False)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        self.assertIn("ejected", check.stdout)
        files = subprocess.run(["mdir", "-b", "-i", self.card, "::WARC"], capture_output=True, text=True, check=True).stdout.split()
        pages = {}
        for file in files:
            pages |= pages_of(subprocess.run(["mtype", "-i", self.card, file], capture_output=True, check=True).stdout)
        return pages

    def assert_whole_harvest(self, web):
        pages = self.harvest()
        self.assertEqual(set(pages), THAI_PAGES)
        for (host, path), body in pages.items():
            self.assertEqual(body, web.hosts[host][path], (host, path))

    def test_every_thai_page_is_on_the_card_as_it_was_served(self):
        with SmallWeb(a_web()) as web:
            output = self.crawl()
            self.assert_whole_harvest(web)
        self.assertIn("nothing left to crawl", output)
        self.assertIn(f"target_pages\t{len(THAI_PAGES)}\n", output)
        self.assertEqual(len(web.requests), len(set(web.requests)), "a URL was asked for twice")
        self.assertNotIn(("one.example.th", "/secret/x"), web.requests)
        self.assertNotIn(("closed.example.th", "/"), web.requests)

    def test_an_interrupted_crawl_goes_on_where_it_was(self):
        with SmallWeb(a_web()) as web:
            process = subprocess.Popen(self.command("--set", "delay_min_ms=20", "--set", "delay_max_ms=20"), stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
            self.assertTrue(web.wait_for(15))
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0)
            self.assertIn("goes on from here", output)
            some = self.harvest()
            self.assertTrue(set(some) < THAI_PAGES)
            self.crawl()
            self.assert_whole_harvest(web)
        pages = [request for request in web.requests if request[1] != "/robots.txt"]
        self.assertEqual(len(pages), len(set(pages)), "a URL was asked for twice")

    def test_a_killed_crawl_goes_on_where_it_was(self):
        with SmallWeb(a_web()) as web:
            process = subprocess.Popen(self.command("--set", "delay_min_ms=20", "--set", "delay_max_ms=20"), stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            self.assertTrue(web.wait_for(15))
            process.kill()
            process.wait()
            self.crawl()
            self.assert_whole_harvest(web)

    def test_without_an_operator_there_is_no_crawl(self):
        result = subprocess.run(self.command("--set", "operator="), capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 2)
        self.assertIn("'operator' is not set", result.stderr)

    def test_mistakes_are_explained(self):
        for arguments, reason in ((["--set", "tau=many"], "tau must be"), (["--set", "colour=red"], "no setting"), (["--set", "tau"], "KEY=VALUE")):
            result = subprocess.run(self.command(*arguments), capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, 2)
            self.assertIn(reason, result.stderr)


if __name__ == "__main__":
    namespace.enter()
    unittest.main()
