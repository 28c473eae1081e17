"""crawlbox run: a small web in a network namespace is crawled onto a card; what is on the card is what was served."""
import contextlib
import os
import pathlib
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zlib

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


def records_of(warc, kind):
    """(address, block) of the records of one kind of a WARC file."""
    rest = warc
    while rest:
        head, _, rest = rest.partition(b"\r\n\r\n")
        fields = {name: value.strip() for name, value in (line.split(b":", 1) for line in head.split(b"\r\n")[1:])}
        size = int(fields[b"Content-Length"])
        block, rest = rest[:size], rest[size + 4:]
        if fields[b"WARC-Type"] == kind:
            yield fields[b"WARC-Target-URI"].decode(), block


def pages_of(warc):
    """{(host, path): body} of the responses of a WARC file."""
    pages = {}
    for address, block in records_of(warc, b"response"):
        host, _, path = address.removeprefix("http://").partition("/")
        pages[host, "/" + path] = block.partition(b"\r\n\r\n")[2]
    return pages


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.card = self.make_card("card.img")

    def make_card(self, name, seeds="one.example.th\n", **more):
        card, seeds_file, settings = self.folder / name, self.folder / "seeds.txt", self.folder / "settings.ini"
        seeds_file.write_text(seeds, encoding="ascii")
        settings.write_text("".join(f"{key} = {value}\r\n" for key, value in (SETTINGS | more).items()), encoding="ascii")
        subprocess.run([CRAWLBOX, "card", "init", "--size", str(CARD_BYTES >> 20), "--settings", settings, "--seeds", seeds_file, card],
                       check=True, capture_output=True)
        return card

    def command(self, *arguments):
        return [CRAWLER, "run", "--dns", NAME_SERVER, *arguments, self.card]

    def crawl(self, *arguments):
        result = subprocess.run(self.command(*arguments), capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def warc(self):
        """All WARC files of the card, one behind another, after a look whether they are sound."""
        check = subprocess.run([CRAWLBOX, "card", "check", self.card], capture_output=True, text=True, check=False)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        self.assertIn("ejected", check.stdout)
        files = subprocess.run(["mdir", "-b", "-i", self.card, "::WARC"], capture_output=True, text=True, check=True).stdout.split()
        return b"".join(subprocess.run(["mtype", "-i", self.card, file], capture_output=True, check=True).stdout for file in files)

    def harvest(self):
        return pages_of(self.warc())

    def age(self, days):
        """Lets time pass for the card: its sites were crawled so many days earlier."""
        hosts = subprocess.run(["mtype", "-i", self.card, "::STATE/HOSTS.BIN"], capture_output=True, check=True).stdout
        image = bytearray(self.card.read_bytes())
        for at in range(0, len(hosts), 512):
            sector = bytearray(hosts[at:at + 512])
            if zlib.crc32(sector[:508]) != struct.unpack_from("<I", sector, 508)[0]:
                continue
            for record in (0, 252):
                crawled, = struct.unpack_from("<I", sector, record + 120)
                if crawled:
                    struct.pack_into("<I", sector, record + 120, crawled - days * 86400)
            struct.pack_into("<I", sector, 508, zlib.crc32(sector[:508]))
            home = image.index(hosts[at:at + 512])
            image[home:home + 512] = sector
        self.card.write_bytes(image)

    def assert_whole_harvest(self, web):
        pages = self.harvest()
        self.assertEqual(set(pages), THAI_PAGES)
        for (host, path), body in pages.items():
            self.assertEqual(body, web.hosts[host][path], (host, path))

    def assert_requests_are_as_received(self, web, warc):
        sent = [request for url, request in zip(web.requests, web.received) if url in THAI_PAGES]
        recorded = [request for _, request in records_of(warc, b"request")]
        self.assertEqual(sorted(recorded), sorted(sent))
        self.assertTrue(any(b"\r\nIf-None-Match: " in request for request in recorded))

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
        with SmallWeb(a_web(), hold_after=15) as web:
            process = subprocess.Popen(self.command(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            web.wait_for(15)
            process.send_signal(signal.SIGINT)
            web.go_on()
            output, _ = process.communicate()
            self.assertEqual(process.returncode, 0)
            self.assertIn("goes on from here", output)
            some = self.harvest()
            self.assertTrue(set(some) < THAI_PAGES)
            self.crawl()
            self.assert_whole_harvest(web)
        pages = [request for request in web.requests if request[1] != "/robots.txt"]
        self.assertEqual(len(pages), len(set(pages)), "a URL was asked for twice")

    def test_a_page_that_never_ends_does_not_keep_it_from_stopping(self):
        with SmallWeb(a_web()) as web, socket.create_server((web.addresses["one.example.th"], 81)) as drip:
            web.hosts["one.example.th"]["/"] = (302, {"Location": "http://one.example.th:81/"}, b"")
            process = subprocess.Popen(self.command("--set", "timeout_total=3600"), stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
            connection = drip.accept()[0]
            threading.Thread(target=self.drip_for_ever, args=(connection,), daemon=True).start()
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=600)
            self.assertIn("goes on from here", output)

    @staticmethod
    def drip_for_ever(connection):
        with contextlib.suppress(OSError), connection:
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
            while True:
                connection.sendall(b"#")
                time.sleep(0.5)

    def test_the_network_that_the_machine_is_in_is_refused_unless_it_is_allowed(self):
        subprocess.run("ip address add 11.0.0.1/25 dev tap0".split(), check=True)
        self.addCleanup(subprocess.run, "ip address del 11.0.0.1/25 dev tap0".split(), check=True)
        for address, options, status in (("11.0.0.9", (), "-5010"), ("11.0.0.1", ("--allow", "11.0.0.0/25"), "-2"),
                                         ("11.0.0.1", ("--allow", "11.0.0.8/29"), "-5010")):
            found = subprocess.run([CRAWLER, "fetch", *options, f"http://{address}/"], capture_output=True, text=True, check=False)
            self.assertIn(status, (found.stdout + found.stderr).replace("\t", " ").split(), (address, found))

    def test_a_killed_crawl_goes_on_where_it_was(self):
        with SmallWeb(a_web(), hold_after=15) as web:
            process = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            web.wait_for(15)
            process.kill()
            process.wait()
            web.go_on()
            self.crawl()
            self.assert_whole_harvest(web)

    def test_on_a_second_visit_leaves_that_have_not_changed_are_not_sent_again(self):
        with SmallWeb(a_web()) as web:
            self.crawl("--set", "recrawl_days=7")
            self.assertEqual(web.unchanged, [])
            first = self.harvest()
            self.age(8)
            web.hosts["three.example.th"]["/p3"] = page("/", "/p4", salt="p3 has changed")
            known = len(web.requests)
            output = self.crawl("--set", "recrawl_days=7")
        # entry pages lead on, and so does /far: to another host
        leaves = {("one.example.th", path) for path in ("/a", "/b", "/target")} | \
                 {("three.example.th", f"/p{i}") for i in range(30) if i != 3}
        self.assertEqual(set(web.unchanged), leaves)
        self.assertEqual({url for url in web.requests[known:] if url[1] != "/robots.txt"} & THAI_PAGES, THAI_PAGES)
        self.assertIn(f"target_pages\t{2 * len(THAI_PAGES)}\n", output, "they count as they did")
        warc = self.warc()
        self.assertEqual(warc.count(b"revisit/server-not-modified\r\n"), len(leaves))
        self.assertEqual(pages_of(warc)["three.example.th", "/p3"], web.hosts["three.example.th"]["/p3"])
        self.assertEqual(set(pages_of(warc)), set(first))
        self.assert_requests_are_as_received(web, warc)

    def test_a_fleet_fetches_every_site_once(self):
        cards = [self.make_card(f"box{i}.img", shard=f"{i}/2") for i in (1, 2)]
        with SmallWeb(a_web()) as web:
            for _ in range(4):  # rounds of the fleet: until no box has anything new for another
                for self.card in cards:
                    self.crawl()
                report = subprocess.run([CRAWLBOX, "card", "merge", *cards], capture_output=True, text=True, check=True).stdout
        self.assertEqual(report.count("0 from others are new"), 2, report)
        pages = [request for request in web.requests if request[1] != "/robots.txt"]
        self.assertEqual(len(pages), len(set(pages)), "a URL was asked for twice")
        harvests = []
        for self.card in cards:
            harvests.append(self.harvest())
            self.assertTrue(harvests[-1], "a box without a site of its own shows nothing")
        self.assertEqual(set(harvests[0]) | set(harvests[1]), THAI_PAGES)
        self.assertEqual({host for host, _ in harvests[0]} & {host for host, _ in harvests[1]}, set())

    def test_a_box_of_a_fleet_without_a_seed_of_its_own_says_so(self):
        with SmallWeb({"one.example.th": {"/": page(salt="one")}}):
            ended = []
            for i in (1, 2):
                self.card = self.make_card(f"box{i}.img", shard=f"{i}/2")
                ended.append(re.search(r"^ended\t(.*)$", self.crawl(), re.M)[1])
        self.assertEqual([reason.split(":")[0] for reason in sorted(ended)], ["nothing left to crawl", "other boxes own the seeds here"])

    def test_a_card_that_fills_up_is_told_to_be_full_and_its_pages_are_on_it(self):
        """Also when it is full from the beginning."""
        filler, name = self.folder / "filler", "large.example.th"
        filler.write_bytes(bytes(100 << 20))
        self.card = self.make_card("full.img", seeds=name + "\n")
        subprocess.run(["mcopy", "-i", self.card, filler, "::FILLER"], check=True)
        large = {f"/p{i}": page(salt=f"p{i}") + os.urandom(900_000).hex()[:900_000].encode() for i in range(40)}
        large["/"] = page(*large, salt="large")
        with SmallWeb({name: large}):
            for begins in (True, False):
                result = subprocess.run(self.command("--set", "page_kb=1024"), capture_output=True, text=True, check=False)
                said = result.stdout + result.stderr
                self.assertEqual(result.returncode, 2, said)
                self.assertIn("the card is full: empty it with 'crawlbox card collect --erase', or go on with another", said)
                self.assertNotIn("failed or is gone", said)
                self.assertEqual("ended\t" in said, begins)
        self.assertTrue(self.harvest())
        for (host, path), body in self.harvest().items():
            self.assertEqual(body, large[path], (host, path))

    def test_without_a_network_it_waits(self):
        address = f"{namespace.GATEWAY}/24 dev tap0".split()
        subprocess.run(["ip", "address", "delete", *address], check=True)
        with SmallWeb(a_web()) as web:
            process = subprocess.Popen(self.command("--set", "retries=0"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            line = ""
            while "Waiting for the network" not in line:
                line = process.stdout.readline()
                self.assertTrue(line, "it ended")
            self.assertEqual(web.requests, [])
            subprocess.run(["ip", "address", "add", *address], check=True)
            output, _ = process.communicate()
            self.assert_whole_harvest(web)
        self.assertIn("nothing left to crawl", output)

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
