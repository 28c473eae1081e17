"""The harvest report as its readers see it: in a browser, wide, on a phone, in the dark, on paper; by keyboard; in one language.

Pictures are left in build/pictures. The facts are made up: five weeks, eighty sites, all kinds of errors.
"""
import datetime
import pathlib
import random
import tempfile
import unittest

import browser
from test_report import CRAWL, HOSTS_HEAD, host, line
from warcfile import crawlbox

WEEKS = 5
SUFFIXES = ("ac.th", "go.th", "or.th", "co.th", "in.th", "com", "net", "org", "info", "xn--o3cw4h")
REJECTS = ("seen", "other_site", "hops", "trap", "too_long", "ending", "queue_full", "strategy", "robots", "private", "budget")


def made_up(folder):
    """A collection of a crawl that never was, always the same."""
    dice = random.Random(10)
    names = [f"{word}{i}.{dice.choice(SUFFIXES)}" for i in range(20) for word in ("library", "museum", "a-rather-long-name-of-a-school", "news")]
    thai = {name: dice.random() < (0.95 if name.endswith("th") else 0.55) for name in names}
    when, log = datetime.datetime(2026, 10, 12, 3), []
    for number in range(6000):
        when += datetime.timedelta(seconds=dice.expovariate(1 / (WEEKS * 7 * 14.4)))
        if number % 1500 == 1499:
            when += datetime.timedelta(days=2)  # the box was off
        name = names[min(int(dice.expovariate(1 / 14)), len(names) - 1)]
        status = dice.choices((200, 404, 500, 403, -1, -2, -4, -9998, -23), (900, 40, 8, 10, 9, 6, 12, 30, 4))[0]
        notes = "-" if status != 200 else "target" if thai[name] and dice.random() < 0.97 else "other,notKept"
        log.append(line(when.isoformat(timespec="seconds"), f"http://{name}/{number}", status,
                        dice.randrange(800, 90000) if status == 200 else 0, notes))
    table = [host(name, label="thai" if thai[name] else "other", score=dice.randrange(128, 255) if not thai[name] else dice.randrange(180, 255),
                  country=dice.choice(("TH", "TH", "TH", "US", "JP", "OTHER")), chosen="chosen" if i < 5 else "-",
                  stop=dice.choice((1, 1, 1, 2, 3, 4)))
             for i, name in enumerate(names)]
    table += [host(f"unknown{i}.com", state="known", label="-", score=0, stop=0, crawled="-") for i in range(400)]
    counters = CRAWL + "".join(f"rejected:{key}\t{dice.randrange(10, 40000)}\n" for key in REJECTS)
    logs = folder / "logs" / "one"
    logs.mkdir(parents=True)
    (folder / "collect.tsv").touch()
    (logs / "crawl.log").write_text("".join(log), encoding="utf-8")
    (logs / "hosts.tsv").write_text(HOSTS_HEAD + "".join(table), encoding="utf-8")
    (logs / "crawl.tsv").write_text(counters, encoding="utf-8")


class Look(unittest.TestCase):
    def test_readers_of_all_kinds_can_read_it(self):
        with tempfile.TemporaryDirectory() as top:
            collection, page = pathlib.Path(top) / "collection", pathlib.Path(top) / "report.html"
            made_up(collection)
            result = crawlbox("report", "-o", page, collection)
            self.assertEqual(result.returncode, 0, result.stderr.decode())
            findings = browser.look(page, "report")
            browser.check(self, findings, page)
            self.assertEqual(findings["languages"]["only-en"]["th"], 0)
            self.assertEqual(findings["languages"]["only-th"]["en"], 0)
            self.assertGreater(findings["languages"]["only-th"]["th"], 100)
            self.assertLessEqual(findings["pages"], 8)
            self.assertLess(page.stat().st_size, 200_000)


if __name__ == "__main__":
    unittest.main()
