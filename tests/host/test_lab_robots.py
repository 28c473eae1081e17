"""Every kind of robots.txt, served by the lab to the crawler on this machine: what it fetched is in the lab's log."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).parent.parent / "e2e"))  # behind: both folders have tests of the same names
import namespace  # noqa: E402

CRAWLBOX = os.environ["CRAWLBOX"]
LABORATORY = CRAWLBOX + "-lab"
THAI = "ประเทศไทยมีหน่วยงานราชการและมหาวิทยาลัยหลายแห่ง นักเรียนอ่านหนังสือทุกวัน " * 5
PAGE = f"<html><title>Test</title><p>{THAI}<a href=/open>o</a> <a href=/private/x>p</a>"
FILES = {
    "page.html": PAGE,
    "closed.txt": "User-agent: *\nDisallow: /\n",
    "partly.txt": "User-agent: *\nDisallow: /private\n",
    "huge.txt": "User-agent: *\nDisallow: /private\n" + "# a line of a large robots.txt\n" * 20000,
}
ALL, PARTLY, NOTHING = {"/", "/open", "/private/x"}, {"/", "/open"}, set()
# host, what its robots.txt is, what may be fetched
ROWS = (
    ("none", "status=404", ALL),
    ("open", 'type=text/plain text="User-agent: *"', ALL),
    ("closed", "file=closed.txt", NOTHING),
    ("partly", "file=partly.txt", PARTLY),
    ("huge", "file=huge.txt", PARTLY),
    ("chunked", "file=partly.txt transfer=chunked", PARTLY),
    ("redirect", "location=http://partly.th/robots.txt", PARTLY),
    ("loop", "fault=loop", ALL),  # more than five redirects: as if there were none (RFC 9309)
    ("error", "status=500", NOTHING),
    ("unavailable", "status=503", NOTHING),
    ("stall", "fault=stall", NOTHING),
    ("reset", "fault=reset", NOTHING),
    ("busy", "status=429 retry-after=600", NOTHING),
    ("gzip", "fault=gzip file=partly.txt", NOTHING),
)
SETTINGS = ("operator=test", "contact=http://test.th/", "email=test@test.th", "delay_factor=0", "delay_min_ms=0",
            "timeout_connect=20", "timeout_answer=20", "timeout_idle=20", "retries=0")


class Robots(unittest.TestCase):
    def test_every_kind(self):
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            for name, text in FILES.items():
                (folder / name).write_text(text)
            (folder / "seeds.txt").write_text("".join(f"http://{name}.th/\n" for name, _, _ in ROWS))
            (folder / "web.lab").write_text("".join(
                f"host {name}.th address=11.0.0.{number + 2}\n  /robots.txt {robots}\n  /* file=page.html charset=utf-8\n"
                for number, (name, robots, _) in enumerate(ROWS)))
            self.crawl(folder)
            head, *lines = [line.split("\t") for line in (folder / "log.tsv").read_text().splitlines()]
        requests = [dict(zip(head, line)) for line in lines]
        for name, robots, wanted in ROWS:
            fetched = [request["target"] for request in requests if request["host"] == f"{name}.th"]
            self.assertEqual(fetched[0], "/robots.txt", name)
            self.assertEqual(set(fetched) - {"/robots.txt"}, wanted, f"{name}: {robots}")

    def crawl(self, folder):
        settings = [argument for setting in SETTINGS for argument in ("--set", setting)]
        subprocess.run([CRAWLBOX, "card", "init", "--size", "64", *settings, "--seeds", folder / "seeds.txt",
                        folder / "card.img"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([LABORATORY, "internet", "run", folder / "web.lab", "--log", folder / "log.tsv", "--", CRAWLBOX, "run", "--quiet",
                        folder / "card.img"], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    namespace.require()
    unittest.main(verbosity=2)
