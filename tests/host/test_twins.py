"""One page, several addresses: sites that answer with http and https, with www and without, with index.html, with and without a slash, and sites
where these are different pages, are crawled by `crawlbox run`. Prints which share of the fetched pages was there already."""
import hashlib
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "e2e"))
import certificates  # noqa: E402
import namespace  # noqa: E402
from small_web import NAME_SERVER, SmallWeb, page  # noqa: E402

CRAWLBOX = os.environ["CRAWLBOX"]
CRAWLER = os.environ.get("CRAWLBOX_NATIVE", CRAWLBOX)
PAGES = 120  # of a site
SETTINGS = {"operator": "A Library", "contact": "http://library.example/crawl", "email": "crawl@library.example",
            "allow": "198.18.0.0/15", "delay_min_ms": "0", "delay_factor": "0", "delay_max_ms": "0", "tls": "record-only",
            "keep": "pages", "strategy": "bfs"}
MOST_PERMILLE = 20


class Site:
    """Pages in a tree, each of which links to two below it and to a menu, in any of the ways in which the site writes addresses."""

    def __init__(self, name, schemes=("http",), hosts=("",), ends=("",), home=("/",)):
        self.name, self.schemes, self.hosts, self.ends, self.home = name, schemes, hosts, ends, home
        self.random = random.Random(name)
        self.made = None

    def path(self, number, end):
        return f"/page{number}{end}"

    def link(self, number):
        choose = self.random.choice
        path = self.path(number, choose(self.ends)) if number else choose(self.home)
        return path if self.random.random() < 0.5 else f"{choose(self.schemes)}://{choose(self.hosts)}{self.name}{path}"

    def body(self, number):
        below = [child for child in (2 * number + 1, 2 * number + 2) if child < PAGES]
        return page(*(self.link(other) for other in [0, 1, 2, 3, 4, *below, *below]), salt=f"{self.name} {number}")

    def pages(self):
        self.made = self.made or self.make_pages()
        return self.made

    def make_pages(self):
        pages = {}
        for number in range(PAGES):
            body = self.body(number)
            paths = [self.path(number, end) for end in self.ends] if number else self.home
            pages |= dict.fromkeys(paths, body)
        return pages

    def answers(self):
        pages = self.pages()
        return {host + self.name: pages for host in self.hosts}

    def reachable(self):
        """The pages that links lead to, from the entry page on."""
        answers, met, left = self.answers(), {}, [(self.name, "/")]
        while left:
            name, path = left.pop()
            body = answers[name][path]
            if (name, path) in met or not isinstance(body, bytes):
                continue
            met[name, path] = body
            for link in re.findall(rb"href='([^']+)'", body):
                parts = link.decode().split("/", 3)
                left.append((name, link.decode()) if link.startswith(b"/") else (parts[2], "/" + parts[3]))
        return set(met.values())


class Moved(Site):
    """http leads to https."""

    def reachable(self):
        return set(self.pages().values())

    def answers(self):
        moved = {path: (301, {"Location": f"https://{self.name}{path}"}, b"") for path in self.pages()}
        return {self.name: moved, f"https://{self.name}": self.pages()}


class Different(Site):
    """Each of its addresses has a page of its own."""

    def answers(self):
        return {host + self.name: {path: body + f"<p>{host or 'bare'} {path}".encode() for path, body in self.pages().items()}
                for host in self.hosts}


class Plain(Site):
    """Whoever comes by https finds the page of another customer, and nothing else."""

    def answers(self):
        return super().answers() | {f"https://{self.name}": {"/shop": page(salt="shop")}}


BOTH, WWW, INDEX, SLASH = ("http", "https"), ("", "www."), ("/", "/index.html"), ("", "/")
SITES = [
    Site("both.example.th", schemes=BOTH),
    Site("other.example.th", schemes=BOTH),
    Site("www-too.example.th", hosts=WWW),
    Site("index.example.th", ends=("/", "/index.html"), home=INDEX),
    Site("slash.example.th", ends=SLASH),
    Site("all.example.th", schemes=BOTH, hosts=WWW, ends=SLASH, home=INDEX),
    Moved("moved.example.th", schemes=BOTH),
    Different("different.example.th", hosts=WWW, ends=SLASH, home=INDEX),
    Plain("plain.example.th", schemes=("http",)),
]


def records_of(warc):
    """(kind, address, fields, block) of what was fetched."""
    while warc:
        head, _, warc = warc.partition(b"\r\n\r\n")
        fields = {name.decode(): value.strip().decode() for name, value in (line.split(b":", 1) for line in head.split(b"\r\n")[1:])}
        size = int(fields["Content-Length"])
        block, warc = warc[:size], warc[size + 4:]
        if fields["WARC-Type"] in ("response", "revisit"):
            yield fields["WARC-Type"], fields["WARC-Target-URI"], fields, block


class Twins(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        hosts = {name: answers for site in SITES for name, answers in site.answers().items()}
        secure = certificates.Authority(cls.folder).server("both.example.th", key="ec:P-256")
        with SmallWeb(hosts, secure=secure) as web:
            cls.web = web
            cls.records = list(records_of(cls.crawl()))

    @classmethod
    def crawl(cls):
        card, seeds, settings = cls.folder / "card.img", cls.folder / "seeds.txt", cls.folder / "settings.ini"
        seeds.write_text("".join(f"http://{site.name}/\n" for site in SITES), encoding="ascii")
        settings.write_text("".join(f"{key} = {value}\r\n" for key, value in SETTINGS.items()), encoding="ascii")
        subprocess.run([CRAWLBOX, "card", "init", "--size", "256", "--settings", settings, "--seeds", seeds, card], check=True,
                       capture_output=True)
        subprocess.run([CRAWLER, "run", "--quiet", "--dns", NAME_SERVER, card], check=True, capture_output=True)
        subprocess.run([CRAWLBOX, "card", "check", card], check=True, capture_output=True)
        files = subprocess.run(["mdir", "-b", "-i", card, "::WARC"], capture_output=True, text=True, check=True).stdout.split()
        return b"".join(subprocess.run(["mtype", "-i", card, file], capture_output=True, check=True).stdout for file in files)

    def test_next_to_nothing_that_was_fetched_was_there_already(self):
        digests = [fields["WARC-Payload-Digest"] for _, _, fields, _ in self.records]
        again = len(digests) - len(set(digests))
        print(f"{again} of {len(digests)} fetched pages were there already", file=sys.stderr)
        self.assertGreater(len(digests), PAGES * len(SITES))
        self.assertLessEqual(again * 1000, MOST_PERMILLE * len(digests))

    def test_every_page_is_there(self):
        stored = {fields["WARC-Payload-Digest"] for _, _, fields, _ in self.records}
        for site in SITES:
            missing = [body for body in site.reachable() if "sha1:" + digest_of(body) not in stored]
            self.assertEqual(len(missing), 0, site.name)

    def test_nothing_is_stored_twice_in_full(self):
        stored = [fields["WARC-Payload-Digest"] for kind, _, fields, _ in self.records if kind == "response"]
        self.assertEqual(len(stored), len(set(stored)))

    def test_a_revisit_names_the_address_and_the_time_of_what_it_repeats(self):
        first = {fields["WARC-Payload-Digest"]: fields for kind, _, fields, _ in self.records if kind == "response"}
        revisits = [fields for kind, _, fields, _ in self.records if kind == "revisit"]
        self.assertGreater(len(revisits), 0)
        for fields in revisits:
            original = first[fields["WARC-Payload-Digest"]]
            self.assertEqual(fields["WARC-Refers-To-Target-URI"], original["WARC-Target-URI"])
            self.assertEqual(fields["WARC-Refers-To-Date"], original["WARC-Date"])
            self.assertNotEqual(fields["WARC-Target-URI"], original["WARC-Target-URI"])

    def test_a_site_has_one_scheme(self):
        for site in SITES:
            addresses = [address for _, address, _, _ in self.records if address.split("/")[2].endswith(site.name)]
            plain = [address for address in addresses if address.startswith("http://")]
            if "https" in site.schemes:
                self.assertLessEqual(len(plain), 4, site.name)
            else:
                self.assertEqual(plain, addresses, site.name)


def digest_of(body):
    """As WARC writes it."""
    number, letters = int.from_bytes(hashlib.sha1(body).digest(), "big"), "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    return "".join(letters[number >> 5 * place & 31] for place in reversed(range(32)))


if __name__ == "__main__":
    namespace.enter()
    unittest.main()
