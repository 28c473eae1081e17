"""crawlbox report: the numbers on the page are those of the logs, and nothing from the web becomes markup."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import reportpage
from cardfolder import journal, journal_sector, lay_out, name, warc_file
from warcfile import CRAWLBOX, crawlbox

MAKE_CARD = pathlib.Path(CRAWLBOX).resolve().parents[1] / "tests" / "make_card"
HOSTS_HEAD = ("host\tstate\tlabel\tdegree\tpages\tthai_pages\tthai_sources\tother_sources\thops\tscore\tcountry\ttld\tchosen\tstop\t"
              "crawled\n")


def line(when, url, status=200, size=1024, notes="target", path="L", mime="text/html"):
    """A line of crawl.log."""
    return f"{when}.123Z {status:5} {size:10} {url} {path} - {mime} #000 20261116000000000+100 - - {notes}\n"


def host(host_name, state="done", label="thai", score=200, country="TH", chosen="-", stop=1, crawled="2026-11-16T10:00:00Z"):
    return f"{host_name}\t{state}\t{label}\t50.0\t1\t1\t1\t0\t1\t{score}\t{country}\tTH\t{chosen}\t{stop}\t{crawled}\n"


LOG = (
    line("2026-11-14T23:59:59", "http://www.a.ac.th/", size=2048) +
    line("2026-11-15T00:00:01", "http://a.ac.th/1") +
    line("2026-11-15T12:00:00", "https://b.go.th:8443/x", notes="other,notKept") +
    line("2026-11-17T06:00:00", "http://c.example.com/", size=0, status=404, notes="-") +
    line("2026-11-17T06:00:01", "http://c.example.com/2", size=0, status=-4, notes="-") +
    line("2026-11-17T06:00:02", "http://d.or.th/robots.txt", size=0, status=404, notes="robots:none") +
    line("2026-11-17T06:00:03", "http://d.or.th/", notes="target"))
HOSTS = HOSTS_HEAD + (host("www.a.ac.th", chosen="chosen", score=255) + host("b.go.th", label="other", score=150, country="US", stop=2) +
                      host("d.or.th", score=240) + host("e.or.th", state="queued", label="-", score=230, stop=0, crawled="-") +
                      host("f.com", state="known", label="-", score=0, country="OTHER", stop=0, crawled="-"))
CRAWL = ("operator\tLibrary <b>\norganisation\tต้นฉบับ\nbox_id\tbox1\nlanguage\tth\nstrategy\tls2\ncard_pages\t3\nrepairs\t2\n"
         "ejected\t1\nfetches\t6\nhosts\t5\nrejected:robots\t7\nrejected:trap\t3\nlost_hosts\t1\n")


class Report(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.out = self.top / "report.html"

    def report(self, source):
        result = crawlbox("report", "-o", self.out, source)
        self.assertEqual(result.returncode, 0, result.stderr.decode())
        page = reportpage.read(self.out.read_text(encoding="utf-8"))
        self.assertEqual(page.wrong, [])
        self.assertEqual(len(page.ids), len(set(page.ids)))
        return page

    def collection(self, log=LOG, hosts=HOSTS, crawl=CRAWL, folder="one"):
        out = self.top / "collection"
        logs = out / "logs" / folder
        logs.mkdir(parents=True, exist_ok=True)
        (out / "collect.tsv").touch()
        (logs / "crawl.log").write_text(log, encoding="utf-8")
        if hosts:
            (logs / "hosts.tsv").write_text(hosts, encoding="utf-8")
            (logs / "crawl.tsv").write_text(crawl, encoding="utf-8")
        return out


class Numbers(Report):
    def test_figures(self):
        figures = self.report(self.collection()).figures
        self.assertEqual([figures[key] for key in ("Pages fetched", "Wanted pages", "Harvest rate", "Sites with pages",
                                                   "Sites with wanted pages", "Data received")],
                         ["4", "3", "75.0 %", "3", "2", "5.0 KB"])
        self.assertIn("2026-11-14 23:59 – 2026-11-17 06:00", figures["Period (UTC)"])

    def test_days(self):
        self.assertEqual([row[:4] for row in self.report(self.collection()).rows("days")],
                         [["2026-11-14", "1", "1", "100.0 %"], ["2026-11-15", "1", "2", "50.0 %"], ["2026-11-17", "1", "1", "100.0 %"]])
        days = re.findall(r">(2026-11-\d\d)<", self.out.read_text(encoding="utf-8"))
        self.assertEqual(max(days), "2026-11-17", "a chart has no day that has not come yet")

    def test_sites_domains_and_countries(self):
        page = self.report(self.collection())
        self.assertEqual([[row[0], *row[2:]] for row in page.rows("sites")],
                         [["a.ac.th", "2", "2", "100.0 %", "3.0 KB"], ["d.or.th", "1", "1", "100.0 %", "1.0 KB"],
                          ["b.go.th", "0", "1", "0.0 %", "1.0 KB"]])
        self.assertEqual([[row[0], row[2], row[3]] for row in page.rows("domains")],
                         [["ac.th", "2", "2"], ["or.th", "1", "1"], ["go.th", "0", "1"]])
        countries = {row[0]: row[2:4] for row in page.rows("countries")}
        self.assertEqual((countries["Thailand"], countries["United States"]), (["3", "3"], ["0", "1"]))

    def test_thai_names_are_shown_in_thai(self):
        page = self.report(self.collection(log=line("2026-11-15T00:00:01", "http://xn--12c1fe0br.xn--o3cw4h/") +
                                           line("2026-11-15T00:00:02", "http://xn--a-!.th/")))
        self.assertEqual({row[0] for row in page.rows("sites")}, {"ศึกษา.ไทย", "xn--a-!.th"})

    def test_predictions_leave_out_what_was_chosen(self):
        rows = self.report(self.collection()).rows("predictions")
        self.assertEqual(rows[:2], [["58.8 %", "1", "0", "0.0 %"], ["94.1 %", "1", "1", "100.0 %"]])
        self.assertEqual([row[1:] for row in rows[2:]], [["1", "1", "1"], ["0", "0", "1"]])

    def test_says_what_exploring_brought(self):
        explored = "probes\t40\nprobes_found\t6\ngone_back_to\t3\nexplored_pages\t210\nexplored_target_pages\t90\n"
        rows = self.report(self.collection(crawl=CRAWL + explored)).rows("predictions")
        self.assertEqual([row[-1] for row in rows[-5:]], ["40", "6", "3", "210", "90"])
        self.assertIn("Unlikely sites that were probed", rows[-5][0])

    def test_what_pages_need_counts_apart_and_what_is_missing_is_told(self):
        fates = [(200, "embed", "image/png"), (200, "warcRevisit:digest", "image/png"), (302, "embed", "-"), (404, "embed,notKept", "text/html"),
                 (-4, "embed,notKept", "-"), (-9998, "embed", "-"), (200, "embed,notKept", "text/html"), (-5001, "embed", "-")]
        needed = "".join(line(f"2026-11-15T01:00:{number:02}", f"http://cdn.th/{number}", status=status, notes=notes, path="LE", mime=mime)
                         for number, (status, notes, mime) in enumerate(fates))
        frame = line("2026-11-15T02:00:00", "http://a.ac.th/frame", notes="warcRevisit:digest", path="E")
        without, page = (self.report(self.collection(log=LOG + frame + more)) for more in ("", needed))
        self.assertEqual(without.rows("harvest"), [])
        self.assertEqual([row[1:] for row in page.rows("harvest")],
                         [["3", "37.5 %"], ["1", "12.5 %"], ["1", "12.5 %"], ["1", "12.5 %"], ["1", "12.5 %"], ["1", "12.5 %"]])
        self.assertIn("the server does not have it", page.rows("harvest")[1][0])
        for section in ("sites", "domains", "errors", "days"):
            self.assertEqual(page.rows(section), without.rows(section))

    def test_a_strategy_without_predictions_says_so(self):
        page = self.report(self.collection(crawl=CRAWL.replace("ls2", "bfs")))
        self.assertEqual(page.rows("predictions"), [])
        self.assertIn("without asking for predictions", "".join(page.text))

    def test_errors_leave_robots_txt_out(self):
        rows = self.report(self.collection()).rows("errors")
        self.assertEqual([(row[0], row[2], row[3]) for row in rows],
                         [("-4 the server accepted the connection but did not answer in time", "1", "50.0 %"),
                          ("404 the server has no such page", "1", "50.0 %")])

    def test_pages_that_stayed_compressed_and_empty_ones_are_counted(self):
        log = line("2026-11-15T00:00:01", "http://a.th/", notes="again,notKept,encoded") + \
            line("2026-11-15T00:00:02", "http://a.th/", notes="unjudged,notKept,encoded") + \
            "".join(line(f"2026-11-15T00:00:0{second}", "http://a.th/app", notes="scripts,notKept") for second in (3, 4))
        rows = self.report(self.collection(log=log)).rows("errors")
        self.assertEqual([(row[0], row[2]) for row in rows],
                         [("Empty without scripts: nobody knows what it is", "2"), ("Compressed although nobody asked for it: not judged", "1")])

    def test_refused_and_ended(self):
        page = self.report(self.collection())
        self.assertEqual([(row[0], row[2]) for row in page.rows("refused")],
                         [("robots.txt forbids it", "7"), ("its path repeats itself: a trap", "3")])
        self.assertEqual([row[2] for row in page.rows("ended")], ["2", "1"])

    def test_a_log_that_was_collected_twice_counts_once(self):
        once = self.report(self.collection()).figures
        newer = line("2026-11-18T00:00:00", "http://d.or.th/2")
        twice = self.report(self.collection(log=LOG + newer, crawl=CRAWL.replace("robots\t7", "robots\t9").replace("fetches\t6", "fetches\t7"),
                                            folder="two"))
        self.assertEqual(int(twice.figures["Pages fetched"]), int(once["Pages fetched"]) + 1)
        self.assertEqual([row[2] for row in twice.rows("refused")], ["9", "3"])

    def test_two_crawls_are_added_up(self):
        self.collection()
        page = self.report(self.collection(log=line("2026-11-20T00:00:00", "http://z.in.th/"), folder="two",
                                           hosts=HOSTS_HEAD + host("z.in.th", crawled="2026-11-20T00:00:00Z")))
        self.assertEqual(page.figures["Pages fetched"], "5")
        self.assertEqual([row[2] for row in page.rows("refused")], ["14", "6"])

    def test_without_tables_there_is_still_a_report(self):
        page = self.report(self.collection(hosts=None))
        self.assertEqual(page.figures["Pages fetched"], "4")
        self.assertEqual(page.rows("refused"), [])

    def test_an_empty_collection(self):
        page = self.report(self.collection(log="", hosts=None))
        self.assertEqual(page.figures["Pages fetched"], "0")


class Strangers(Report):
    def test_nothing_from_the_web_becomes_markup(self):
        evil = "<script>alert(1)</script>"
        self.collection(log=line("2026-11-15T00:00:01", f"http://{evil}.th/") + line("2026-11-15T00:00:02", "http://\"onload='x'.th/") +
                        "no line at all\n" + line("2026-11-15T00:00:03", "http://a.th/", status="NaN" + evil),
                        hosts=HOSTS_HEAD + host(f"x{evil}.th"), crawl=CRAWL + f"strategy\t{evil}\n")
        page = self.report(self.top / "collection")
        text = self.out.read_text(encoding="utf-8")
        self.assertNotIn("<script", text)
        self.assertNotIn("'x'.th", text)
        self.assertIn("&lt;script&gt;", text)
        self.assertIn(["Log lines that could not be read", "2"], page.rows("card"))

    def test_it_asks_for_nothing_from_outside(self):
        self.report(self.collection())
        text = self.out.read_text(encoding="utf-8")
        for word in ("http://", "https://", "url(", "@import", "src=", "<link"):
            self.assertNotIn(word, text)
        self.assertIn("default-src 'none'", text)

    def test_bytes_that_are_no_text(self):
        out = self.collection()
        with open(out / "logs/one/crawl.log", "ab") as log:
            log.write(line("2026-11-15T00:00:01", "http://\N{DEGREE SIGN}\udcff\x01.th/").encode("utf-8", "surrogateescape"))
        self.report(out)


class Cards(Report):
    def test_a_card_and_its_collection_tell_the_same(self):
        card, out = self.top / "card.img", self.top / "out"
        subprocess.run([MAKE_CARD, card, "0", "40", "eject"], check=True, capture_output=True,
                       env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"})
        self.assertEqual(crawlbox("card", "collect", card, out).returncode, 0)
        of_card, of_collection = self.report(card), self.report(out)
        self.assertGreater(int(of_card.figures["Pages stored"]), 20)
        self.assertEqual(of_card.figures, of_collection.figures)
        for section in ("days", "sites", "domains", "countries", "predictions", "refused", "ended", "errors"):
            self.assertEqual(of_card.rows(section), of_collection.rows(section), section)

    def test_a_damaged_card_says_so(self):
        data = bytearray(warc_file([("http://a.th/", b"<p>x")]))
        data[data.index(b"<p>x")] ^= 1
        lay_out(self.top / "card", {name(1): bytes(data)}, journal(journal_sector(3, 1, 0, 1, flags=1)))
        page = self.report(self.top / "card")
        self.assertIn("Damage was found", "".join(page.text))

    def test_the_page_names_the_programs_version(self):
        version = crawlbox("--version").stdout.decode().strip()
        self.assertIn(version + "</footer>", (self.report(self.collection()), self.out.read_text(encoding="utf-8"))[1])

    def test_mistakes_are_explained(self):
        for arguments, reason in (([], "needs one CARD or COLLECTION"), (["nowhere"], "nowhere"),
                                  (["-o", self.top / "no/where.html", self.collection()], "cannot write")):
            result = crawlbox("report", *arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertIn(reason, result.stderr.decode())


if __name__ == "__main__":
    unittest.main()
