"""What real servers expect of a client, and what they do to it: a site for each habit, all visited in one crawl of the real image."""
import collections
import contextlib
import gzip
import http.server
import re
import tempfile
import threading
import unittest

import card_image
import crawl_lab
import hostile
import namespace
from box import Box
from test_fetch import SITE, THAI, answer_for_site, blocks, message
from test_net import serve_time

SETTINGS = ("operator = Test\ncontact = http://www.example.org/\nemail = crawlbox@example.org\n"
            "delay_min_ms = 0\ndelay_max_ms = 100\nretries = 2\nsitemaps = yes\n")
CRAWL_SECONDS = 1800  # by the box's clock, to end a crawl that does not end
ENGLISH = "A page in another language altogether, of several words. "


def page(path, text, *links):
    """No two pages have the same bytes: the second would be stored as a reference to the first."""
    return message(f"<html><title>{path}</title><p>" + text * 5 + "".join(f"<a href={link}>{text[:20]}</a>" for link in links))


def by_language(fields, path, times):
    """Thai for those who ask for it first, English for all others."""
    wanted = fields.get("Accept-Language", "").split(",")[0]
    return page(path, THAI if wanted == "th" else ENGLISH, "/more")


def breaks_off(fields, path, times):
    """The connection breaks in the middle of the second page, each time later; the third page is whole at the third try."""
    said = page(path, THAI, "/always", "/twice")
    if path == "/" or path == "/twice" and times > 2:
        return said
    return Broken(said[:len(said) // 4 + times * 100])


def compresses(fields, path, times):
    """Whoever does not forbid it in so many words gets everything compressed; one page is always compressed."""
    said = page(path, THAI, "/strict", "/always")
    if path != "/always" and fields.get("Accept-Encoding") == "identity;q=1, *;q=0":
        return said
    return message(gzip.compress(said, mtime=0), "Content-Encoding: gzip")


def needs_scripts(fields, path, times):
    """More pages than a site may have foreign ones in a row are empty frames for scripts; the last one is Thai."""
    if path.startswith("/app"):
        return message(f"<title>{path}</title><div id=app></div><script src=/app.js></script>")
    return page(path, THAI, *(f"/app{number}" for number in range(8)), "/last")


def to(target, *cookies):
    """A redirect that sets cookies."""
    return message("", f"Location: {target}", *(f"Set-Cookie: {cookie}" for cookie in cookies), status="302 Found")


def behind_a_wall(fields, path, times):
    """Who has not agreed is asked to, on a page that sends back whoever comes with the cookie of the first page."""
    if "opened=by-the-wall" in fields.get("Cookie", ""):
        return page(path, THAI, "/second")
    if path.startswith("/agree"):
        return to(path.removeprefix("/agree?to="), "opened=by-the-wall; Path=/; HttpOnly")
    return to(f"/agree?to={path}", "session=by-the-wall")


def never_opens(fields, path, times):
    """Each answer sets another cookie and wants to be asked again: the first page by itself, the second by way of a third."""
    number = len(fields.get("Cookie", "")) + times
    if path == "/":
        return page(path, THAI, "/ever", "/round", "/last")
    if path == "/last":
        return page(path, THAI)
    return to({"/ever": "/ever", "/round": "/about", "/about": "/round"}[path], f"n{number}={number}")


def bad_cookies(fields, path, times):
    """Nothing of this comes back: 64 KB, control characters. What is said to be for others comes back here, and nowhere else."""
    if path == "/":
        return page(path, THAI, "/huge", "/control", "/others", "/rest")
    if path == "/rest":
        return page(path, THAI)
    return to(path, {"/huge": "huge=" + 65536 * "x", "/control": "control=a\x01\x0bb", "/others": "others=1; Domain=habit.th"}[path])


def in_two_languages(fields, path, times):
    """English, with a Thai copy of each page that only the head of the page tells of, at its end."""
    if path.startswith("/th"):
        return page(path, THAI)
    if path.startswith("/de"):
        return message("", status="404 Not Found")
    copy = f'<link hreflang=de rel=alternate href=/de{path}><link rel="alternate" hreflang="th-TH" href="/th{path}">'
    return page(path, ENGLISH + copy, *(f"/{number}" for number in range(1, 4) if path == "/"))


def claims_to_be_thai(fields, path, times):
    """Each English page says that the next is its Thai copy, and the first that it is that of all others."""
    number = int(path[1:] or 0)
    return page(path, f"{ENGLISH}<link rel=alternate hreflang=th href=/{number + 1}><link rel=alternate hreflang=th href=/>")


def xml(body, *fields):
    return message(body, *fields, content_type="application/xml")


def locations(*addresses):
    return "".join(f"<x><loc>{address}</loc></x>" for address in addresses)


def listed(fields, path, times):
    """Two levels of sitemaps list what no page links to; some of the second level are bad."""
    here = "http://listed.habit.th"
    maps = {"/index.xml": xml(f"<sitemapindex>{locations(f'{here}/1.xml', f'{here}/2.xml', f'{here}/bomb.xml', f'{here}/zip.xml')}"
                              f"{locations('http://by-language.habit.th/theirs.xml')}</sitemapindex>"),
            "/1.xml": xml(f"<urlset>{locations(f'{here}/only?a=1&amp;b=1', f'{here}/')}</urlset>"),
            "/2.xml": to("/3.xml"),
            "/3.xml": xml(f"<urlset>{locations('http://by-language.habit.th/stolen', f'{here}/only/2')}</urlset>"),
            "/bomb.xml": xml("<!DOCTYPE u [<!ENTITY a '" + 1000 * "&b;" + "'><!ENTITY b '" + 1000 * "&c;" + "'>]><urlset>"
                             + locations(f"{here}/only/3") + "<url><loc>&a;</loc></url></urlset>"),
            "/zip.xml": xml(gzip.compress(locations(f"{here}/zipped").encode(), mtime=0))}
    return maps.get(path) or page(path, THAI)


def lists_for_ever(fields, path, times):
    """A sitemap of 50 MB, of which the beginning lists two pages."""
    if path != "/sitemap.xml":
        return page(path, THAI + "listed")
    filler = 1000 * b"<url><lastmod>2026-11-17</lastmod></url>\n"
    parts = 50 * 2**20 // len(filler)
    header = xml(b"").replace(b"Content-Length: 0", b"Content-Length: %d" % (50 * 2**20))
    first = locations("http://lists-for-ever.habit.th/a", "http://lists-for-ever.habit.th/b").encode()
    return [header + first] + parts * [filler]


def lists_sitemaps(fields, path, times):
    """An index of 10,000 sitemaps, none of which is there."""
    if path != "/sitemap.xml":
        return page(path, THAI + "sitemaps") if path == "/" else message("", status="404 Not Found")
    return xml("<sitemapindex>" + locations(*(f"http://lists-sitemaps.habit.th/map{number}.xml" for number in range(10000))) + "</sitemapindex>")


LISTS = {"listed.habit.th", "lists-for-ever.habit.th", "lists-sitemaps.habit.th"}  # who else is asked for a sitemap has none
HABITS = {"by-language": by_language, "breaks-off": breaks_off, "compresses": compresses, "needs-scripts": needs_scripts,
          "behind-a-wall": behind_a_wall, "never-opens": never_opens, "bad-cookies": bad_cookies,
          "two-languages": in_two_languages, "claims-thai": claims_to_be_thai,
          "listed": listed, "lists-for-ever": lists_for_ever, "lists-sitemaps": lists_sitemaps}


class Broken(bytes):
    """Less than a whole message: then the connection ends."""


class Web(http.server.ThreadingHTTPServer):
    """All sites at one address: which is asked for, the request says. `asked` has each request: host, path and its fields."""
    daemon_threads = True

    def __init__(self):
        super().__init__((SITE, 80), Answers)
        self.asked, self.times, self.sent = [], collections.Counter(), collections.Counter()

    def handle_error(self, request, client_address):
        pass  # the box may hang up


class Answers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        host, web = self.headers["Host"], self.server
        if self.path == "/robots.txt" and host == "listed.habit.th":
            lines = "Sitemap: http://by-language.habit.th/theirs.xml\nSitemap: http://listed.habit.th/index.xml\n"
            self.wfile.write(message(lines, content_type="text/plain"))
            return
        if self.path == "/robots.txt" and host != "compresses.habit.th" or self.path == "/sitemap.xml" and host not in LISTS:
            self.wfile.write(message("", status="404 Not Found"))
            return
        web.asked.append((host, self.path, self.headers))
        web.times[host, self.path] += 1
        said = HABITS[host.removesuffix(".habit.th")](self.headers, self.path, web.times[host, self.path])
        for part in said if isinstance(said, list) else [said]:
            self.wfile.write(part)
            web.sent[host, self.path] += len(part)
        self.close_connection = isinstance(said, Broken)

    def log_message(self, *_):
        pass


class Habits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.things = contextlib.ExitStack()
        cls.addClassCleanup(cls.things.close)
        folder = cls.things.enter_context(tempfile.TemporaryDirectory())
        answer_for_site()
        cls.web = cls.things.enter_context(Web())
        threading.Thread(target=cls.web.serve_forever, daemon=True).start()
        cls.things.callback(cls.web.shutdown)
        cls.things.enter_context(namespace.dnsmasq(f"--address=/habit.th/{SITE}"))
        cls.card = hostile.Web(folder).card(SETTINGS, [f"http://{name}.habit.th/" for name in HABITS])
        cls.crawl()

    @classmethod
    def crawl(cls):
        with Box(card=cls.card, snapshot=False, net=namespace.TAP) as box:
            said, end = "", box.clock() + CRAWL_SECONDS
            while not re.search(r"nothing left to crawl|had to restart", said):
                assert box.clock() < end, said[-3000:]
                said += box.listen(1)
            cls.status = box.facts("status")
            box.command("eject")
        assert cls.status["last_crash"] == "none", said[-3000:]
        cls.responses, cls.requests = (blocks(cls.card, kind) for kind in ("response", "request"))
        cls.log = [line.split() for line in card_image.read(cls.card, "LOG/crawl.log").decode().splitlines()]

    def stored(self, site, path="/"):
        """The responses on the card for that address."""
        return [block for uri, block in self.responses if uri == f"http://{site}.habit.th{path}"]

    def notes(self, site, path="/"):
        """Status and annotations of each line of crawl.log for that address."""
        return [(line[1], line[11]) for line in self.log if line[3] == f"http://{site}.habit.th{path}"]

    def cookies(self, site):
        """Path and cookie of each request to that site, in their order."""
        return [(path, fields.get("Cookie")) for host, path, fields in self.web.asked if host == f"{site}.habit.th"]

    def test_a_site_that_chooses_by_the_language_gives_its_thai_pages(self):
        for path in ("/", "/more"):
            self.assertEqual(self.stored("by-language", path), [page(path, THAI, "/more")])
        sent = dict(self.requests)["http://by-language.habit.th/"]
        self.assertIn(b"\r\nAccept-Language: th,en;q=0.3\r\n", sent)

    def test_a_page_that_broke_off_is_asked_for_again_and_its_first_part_is_kept_meanwhile(self):
        self.assertEqual(self.stored("breaks-off", "/twice"),
                         [breaks_off({}, "/twice", 1), page("/twice", THAI, "/always", "/twice")])
        self.assertEqual(self.notes("breaks-off", "/twice"),
                         [("200", "again,truncated"), ("200", "again,notKept,truncated"), ("200", "target")])

    def test_what_came_last_of_a_page_that_always_breaks_off_is_kept(self):
        self.assertEqual(self.stored("breaks-off", "/always"), [breaks_off({}, "/always", number) for number in (1, 3)])
        self.assertEqual(self.notes("breaks-off", "/always"),
                         [("200", "again,truncated"), ("200", "again,notKept,truncated"), ("200", "target,truncated")])

    def test_a_server_that_compresses_is_told_that_it_must_not(self):
        for path in ("/", "/strict"):
            self.assertEqual(self.stored("compresses", path), [page(path, THAI, "/strict", "/always")])
        self.assertEqual(self.notes("compresses", "/robots.txt"), [("-3", "robots:unreachable"), ("200", "robots:rules")])
        self.assertEqual(self.notes("compresses", "/"), [("200", "target")])
        self.assertEqual(self.notes("compresses", "/always"), [("200", "unjudged,notKept,encoded")])

    def test_pages_that_are_empty_without_scripts_do_not_end_a_site(self):
        self.assertEqual(len(self.stored("needs-scripts", "/last")), 1)
        self.assertEqual(self.notes("needs-scripts", "/app7"), [("200", "scripts,notKept")])

    def test_the_report_tells_of_empty_and_of_compressed_pages(self):
        report = crawl_lab.host_program("report", "-o", "-", self.card).stdout.decode()
        for sentence, count in (("Empty without scripts", 8), ("Compressed although nobody asked for it", 1)):
            self.assertRegex(report, rf"{sentence}[^\n]*(\n[^\n]*)?<td>{count}\b")

    def test_a_page_asked_for_with_a_cookie_has_no_record_of_its_request(self):
        """It would have to hold the bytes that were sent, and a cookie is never on the card."""
        asked = [uri for uri, block in self.requests]
        self.assertNotIn("http://behind-a-wall.habit.th/second", asked)
        self.assertIn("http://needs-scripts.habit.th/last", asked)

    def test_a_wall_opens_for_the_cookies_that_it_has_set(self):
        for path in ("/", "/second"):
            self.assertEqual(self.stored("behind-a-wall", path), [page(path, THAI, "/second")])
        both = "session=by-the-wall; opened=by-the-wall"
        self.assertEqual(self.cookies("behind-a-wall"),
                         [("/", None), ("/agree?to=/", "session=by-the-wall"), ("/", both), ("/second", both)])

    def test_cookies_are_not_on_the_card(self):
        with open(self.card, "rb") as card:
            self.assertNotIn(b"by-the-wall", card.read())

    def test_a_server_that_sets_a_new_cookie_each_time_is_a_loop(self):
        asked = [path for path, cookie in self.cookies("never-opens")]
        self.assertEqual({path: asked.count(path) for path in asked}, {"/": 1, "/ever": 2, "/round": 2, "/about": 2, "/last": 1})
        self.assertEqual(len(self.stored("never-opens", "/last")), 1)

    def test_bad_cookies_are_forgotten_and_none_goes_to_another_host(self):
        asked = self.cookies("bad-cookies")
        self.assertEqual([asked.count((path, None)) for path in ("/huge", "/control", "/others")], [1, 1, 1])
        self.assertEqual({cookie for path, cookie in asked}, {None, "others=1"})
        self.assertEqual(len(self.stored("bad-cookies", "/rest")), 1)
        others = [fields["Cookie"] for host, path, fields in self.web.asked if "others" in fields.get("Cookie", "") and "bad" not in host]
        self.assertEqual(others, [])

    def test_the_thai_copy_of_a_page_comes_next(self):
        asked = [path for path, cookie in self.cookies("two-languages") if not path.startswith("/de")]
        self.assertEqual(asked, ["/", "/th/", "/1", "/th/1", "/2", "/th/2", "/3", "/th/3"])
        self.assertEqual([len(self.stored("two-languages", path)) for path in ("/th/", "/th/1", "/th/2", "/th/3")], [1] * 4)

    def test_pages_that_claim_to_have_thai_copies_end_as_foreign_ones(self):
        asked = [path for path, cookie in self.cookies("claims-thai")]
        self.assertEqual(len(asked), len(set(asked)), "no page twice")
        self.assertLessEqual(len(asked), 7, "tau")

    def asked(self, site):
        return [path for path, cookie in self.cookies(site)]

    def test_pages_that_only_sitemaps_list_are_had_behind_all_others(self):
        self.assertEqual(self.asked("listed"), ["/", "/index.xml", "/1.xml", "/only?a=1&b=1", "/2.xml", "/bomb.xml", "/only/3", "/zip.xml",
                                                "/3.xml", "/only/2"])
        self.assertEqual([len(self.stored("listed", path)) for path in ("/only?a=1&b=1", "/only/2", "/only/3")], [1] * 3)

    def test_a_sitemap_speaks_for_its_own_site_alone(self):
        self.assertFalse({"/stolen", "/theirs.xml"} & set(self.asked("by-language")))

    def test_a_sitemap_of_50_mb_is_cut_where_a_page_would_be(self):
        self.assertEqual(self.asked("lists-for-ever"), ["/", "/sitemap.xml", "/a", "/b"])
        self.assertLess(self.web.sent["lists-for-ever.habit.th", "/sitemap.xml"], 5 * 2**20, "it reads 1 MB, and lines have buffers")
        self.assertEqual(len(self.stored("lists-for-ever", "/b")), 1)

    def test_of_10000_sitemaps_that_list_nothing_a_few_are_asked_for(self):
        self.assertEqual(self.asked("lists-sitemaps"), ["/", "/sitemap.xml", *(f"/map{number}.xml" for number in range(5))])


def main():
    namespace.enter()
    serve_time(0)
    unittest.main(verbosity=2)


if __name__ == "__main__":
    main()
