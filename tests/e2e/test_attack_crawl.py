"""One crawl of hostile and honest hosts (hostile.py has what they do), at 31 MIPS.

    python3 test_attack_crawl.py              with limits of a few seconds for a page: hostile hosts take all that they get
    python3 test_attack_crawl.py --patient    with the limits that the box has unless told otherwise; takes half an hour
"""
import contextlib
import re
import sys
import tempfile
import unittest
import urllib.parse
import zlib

import card_image
import crawl_lab
import hostile
import namespace
from box import Box
from test_net import serve_time

ICOUNT = "shift=5"
VISIT_MS = 62000  # of the box's time that an answer of a hostile host may take: a minute, and what it takes to end
ANSWER_MS, KB_MS = 5000, 1000  # what any answer may take, and each KB of it: beyond that a visit may take what one page may
PATIENT = "--patient" in sys.argv


class Crawl(unittest.TestCase):
    """One crawl of as many hostile hosts as there are kinds, and as many honest ones: the honest are harvested whole, nobody else costs
    the box more than a minute a visit, and it never restarts."""
    HONEST, HONEST_TLS = 14, 6
    HOSTILE_MIN = 20
    SETTINGS = ("operator = Test\ncontact = http://www.example.org/\nemail = crawlbox@example.org\nkeep = language\n"
                "delay_min_ms = 100\ndelay_max_ms = 1000\nretries = 0\npage_cap = 20\npage_kb = 64\n")
    IMPATIENT = "timeout_connect = 12\ntimeout_answer = 8\ntimeout_idle = 8\ntimeout_total = 12\n"
    CRAWL_SECONDS = 4 * 3600  # by the box's clock, to end a crawl that does not end

    def setUp(self):
        things = contextlib.ExitStack()
        self.addCleanup(things.close)
        self.web = things.enter_context(hostile.Web(things.enter_context(tempfile.TemporaryDirectory())))
        # Those who want to be left alone for days are the matter of test_waits.py.
        kinds = [kind for kind in hostile.KINDS if not kind.startswith(("honest", "once-", "waits-"))]
        self.assertGreaterEqual(len(kinds), self.HOSTILE_MIN)
        self.hostile = {f"{kind}.hostile.th": kind for kind in kinds}
        self.honest = {f"good{number}.th": "honest" for number in range(self.HONEST)}
        self.honest |= {f"secure{number}.th": "honest-tls" for number in range(self.HONEST_TLS)}
        for host, kind in {**self.hostile, **self.honest}.items():
            self.web.add(host, kind)
        seeds = sorted((site.url() for site in self.web.sites.values()), key=lambda url: zlib.crc32(url.encode()))  # mixed
        self.card = self.web.card(self.SETTINGS + ("" if PATIENT else self.IMPATIENT), seeds)
        things.enter_context(self.web.names())
        self.box = things.enter_context(Box(card=self.card, snapshot=False, net=namespace.TAP, icount=ICOUNT))

    def run_crawl(self):
        """Until there is nothing left; the status then, and what the box said."""
        said, end = "", self.box.clock() + self.CRAWL_SECONDS
        while not re.search(r"nothing left to crawl|had to restart", said):
            self.assertLess(self.box.clock(), end, said[-3000:])
            said += self.box.listen(2)
        facts = self.box.facts("status")
        self.assertEqual((facts["starts"], facts["last_crash"]), ("1", "none"), f"{self.box.command('crash')}\n{said[-3000:]}")
        self.box.command("eject")
        return said

    def visits(self):
        """[(host, bytes, ms)] of crawl.log: field 9 ends in what the fetch took."""
        log = card_image.read(self.card, "LOG/crawl.log").decode()
        rows = [line.split() for line in log.splitlines() if line]
        return [(urllib.parse.urlsplit(row[3]).hostname, int(row[2]) if row[2].isdigit() else 0, int(row[8].split("+")[1]))
                for row in rows]

    def test_honest_sites_are_harvested_whole_beside_hostile_ones(self):
        said = self.run_crawl()
        visits = self.visits()
        stored = {uri for uri, _ in crawl_lab.stored(self.card)}
        wanted = {self.web.sites[host].url(path) for host in self.honest for path in hostile.HONEST_PAGES}
        cost, lost = {}, {}
        for host, size, ms in visits:
            cost.setdefault(host, []).append(ms)
            lost[host] = lost.get(host, 0) + ms - ANSWER_MS - KB_MS * (size // 1024)
        for host in self.hostile:  # what is left to read of a long test
            print(f"{host:32} {len(cost.get(host, []))} visits, longest {max(cost.get(host, [0]))} ms, all {sum(cost.get(host, []))} ms")
        self.assertEqual(wanted - stored, set(), said[-3000:])
        for host in self.hostile:
            self.assertIn(host, cost, "nobody has been there")
            self.assertLess(max(cost[host]), VISIT_MS, host)
            self.assertLess(lost[host], VISIT_MS, host)


def main():
    namespace.enter()
    serve_time(0)
    unittest.main(verbosity=2, argv=[word for word in sys.argv if word != "--patient"])


if __name__ == "__main__":
    main()
