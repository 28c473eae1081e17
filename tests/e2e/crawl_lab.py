"""A crawl of a made-up web by the real image, for tests and the demonstration: everything between `world make` and an ejected
card.

    crawl = crawl_lab.Crawl(folder, page_cap="20")
    crawl.make_world()          before the lab is opened for it (lab.command(crawl.world, ..., log=crawl.log))
    crawl.make_card()           inside the lab
    crawl.finish(box)           watches a box until there is nothing left

Afterwards requests(), pages() and simulate() tell what the lab saw, what is on the card, and what the simulator says.
"""
import concurrent.futures
import csv
import datetime
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import urllib.parse

import card_image
import lab

CARD_MB = 128
SETTINGS = {
    "operator": "Test", "contact": "http://www.example.org/crawlbox", "email": "crawlbox@example.org",
    "allow": "198.18.0.0/15", "delay_min_ms": "100", "delay_max_ms": "200", "timeout_connect": "6", "timeout_answer": "6",
    "timeout_idle": "6", "timeout_total": "30", "retries": "1", "file_mb": str(card_image.FILE_MB),
}
DONE = "nothing left to crawl"
CRAWL_SECONDS = 3600  # by the box's clock, to end a crawl that does not end


def host_program(*words, **options):
    return subprocess.run([lab.CRAWLBOX, *map(str, words)], check=True, capture_output=True, **options)


def laboratory(*words, **options):
    return subprocess.run([lab.LABORATORY, *map(str, words)], check=True, capture_output=True, **options)


def site_of(url):
    """The site that a URL belongs to: its host without www."""
    return re.sub(r"^www\d*\.", "", urllib.parse.urlsplit(url).netloc)


def asked_too_fast(log):
    """Lines of the box's log (Crawl.log_lines()) whose fetch began sooner after the last one of their host began, or ended, than the
    settings allow. By the box's clock: while it works, that does not go as ours does."""
    least_ms = int(SETTINGS["delay_min_ms"])
    free, lines = {}, []
    for line in log:
        host = urllib.parse.urlsplit(line[3]).netloc
        moment, _, took_ms = line[8].partition("+")
        began = datetime.datetime.strptime(moment + "000", "%Y%m%d%H%M%S%f")
        if host in free and began < free[host]:
            lines.append(line)
        rest_ms = max(least_ms - int(took_ms), least_ms / 2)
        free[host] = began + datetime.timedelta(milliseconds=int(took_ms) + rest_ms - 2)  # both moments are cut to milliseconds
    return lines


def run_in_lab(crawl, kind):
    """Runs this script in a lab with the crawl's web, with `kind` and the crawl's folder as its arguments; fails with what was said."""
    crawl.make_world()
    command = lab.command(crawl.world, kind, str(crawl.folder), log=crawl.log)
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert result.returncode == 0, f"it ended with {result.returncode}: {result.stdout}"
    return crawl


def begin_all(kinds, crawl_for):
    """For setUpModule(): begins a crawl of each kind, crawl_for(kind, folder), all at the same time and each in a lab of its own, since
    most of a crawl is waiting. Returns {kind: the crawl that it will be}."""
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    pool = concurrent.futures.ThreadPoolExecutor(len(kinds))
    unittest.addModuleCleanup(pool.shutdown)
    runs = {}
    for kind in kinds:
        place = pathlib.Path(folder.name, kind)
        place.mkdir()
        runs[kind] = pool.submit(run_in_lab, crawl_for(kind, place), kind)
    return runs


class Crawl:
    def __init__(self, folder, seed=1, **settings):
        self.folder = pathlib.Path(folder)
        self.world, self.card, self.log = self.folder / "world", self.folder / "card.img", self.folder / "access.tsv"
        self.settings = {**SETTINGS, **settings}
        self.seed = seed

    def make_world(self):
        laboratory("world", "make", "--preset", "lab", "--seed", self.seed, "--language", self.settings.get("language", "th"), "-o",
                   self.world)

    def setting_options(self, without=()):
        chosen = {key: value for key, value in self.settings.items() if key not in without}
        return [word for key, value in chosen.items() for word in ("--set", f"{key}={value}")]

    def make_card(self, path=None, without=()):
        """Inside the lab: its authorities are made anew each time. Settings in `without` stay as they are by default."""
        tables = self.folder / "tables"
        tables.mkdir(exist_ok=True)
        host_program("ca", "build", "--output", tables / "CA.BIN", os.environ["CRAWLBOX_LAB_ROOTS"])
        host_program("geo", "build", "--output", tables / "GEO.BIN", self.world / "geo.txt")
        host_program("card", "init", "--size", CARD_MB, "--force", *self.setting_options(without), "--seeds",
                     self.world / "seeds.txt", "--tables", tables, path or self.card)

    def finish(self, box, say=None):
        """Watches the box until it has nothing left to crawl; what it said."""
        said, facts, end = "", {}, box.clock() + CRAWL_SECONDS
        while DONE not in said and DONE not in facts.get("crawl", ""):  # it may have said so before anybody listened
            assert box.clock() < end, f"the crawl did not end: {box.command('status')}\n{said[-2000:]}"
            said += box.listen(2)
            if say:
                facts = box.facts("status")
                say(facts)
        return said

    def simulate(self):
        """What the simulator does with this world: (sites in the order in which they were begun, {site: URLs in order})."""
        trace = self.folder / "trace.tsv"
        laboratory("sim", *self.setting_options(), "--card", CARD_MB, "--trace", trace, "--hosts", self.folder / "simulated.tsv",
                     self.world)
        begun, fetched = [], {}
        for line in trace.read_text(encoding="utf-8").splitlines():
            words = line.split("\t")
            if words[0] == "begins":
                begun.append(words[2])
            elif words[0] == "page":
                fetched.setdefault(site_of(words[2]), []).append(words[2])
        return begun, fetched

    def simulated_hosts(self):
        """After simulate(): {rounds that have ended: {host: what is known of it}}, but for the time."""
        tables = {}
        with open(self.folder / "simulated.tsv", encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                row.pop("crawled")
                tables.setdefault(int(row.pop("round")), {})[row.pop("host")] = row
        return tables

    def save_hosts(self, number):
        """Keeps the host table that is on the card now."""
        (self.folder / f"hosts{number}.tsv").write_bytes(host_program("card", "hosts", self.card).stdout)

    def saved_hosts(self, number):
        """{host: what is known of it}. A site that has just begun counts as one that is about to."""
        with open(self.folder / f"hosts{number}.tsv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        for row in rows:
            row.pop("crawled")
            row["state"] = {"active": "queued"}.get(row["state"], row["state"])
        return {row.pop("host"): row for row in rows}

    def requests(self):
        """The lab's access log, as dictionaries."""
        with open(self.log, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file, delimiter="\t"))

    def log_lines(self):
        """The fields of each line of the card's logs that tells of an answer, but for robots.txt."""
        closed = sorted(name for name in card_image.names(self.card, "LOG") if re.fullmatch(r"craw\d+\.log", name))
        text = b"".join(card_image.read(self.card, "LOG/" + name) for name in (*closed, "crawl.log")).decode()
        lines = [line.split() for line in text.splitlines()]
        return [line for line in lines if int(line[1]) > 0 and not line[3].endswith("/robots.txt")]

    def pages(self):
        """{URL: HTTP message} of all responses on the card."""
        return dict(stored(self.card))


def stored(card):
    """(URL, HTTP message) of each response on a card."""
    used = card_image.journal(card)[1]
    for name in card_image.names(card, "WARC"):
        data = card_image.read(card, "WARC/" + name)
        yield from responses(data[:used] if name.endswith(".open") else data)


def responses(data):
    at = 0
    while at < len(data):
        end = data.index(b"\r\n\r\n", at)
        fields = dict(re.findall(r"\r\n([A-Za-z-]+): *([^\r]*)", data[at:end].decode()))
        length = int(fields["Content-Length"])
        if fields["WARC-Type"] == "response":
            yield fields["WARC-Target-URI"], data[end + 4:end + 4 + length]
        at = end + 4 + length + 4


def body(message):
    """The payload of an HTTP message, without transfer coding."""
    head, _, rest = message.partition(b"\r\n\r\n")
    if b"transfer-encoding: chunked" not in head.lower():
        return rest
    out = b""
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        count = int(size.split(b";")[0], 16)
        if count == 0:
            break
        out, rest = out + rest[:count], rest[count + 2:]
    return out
