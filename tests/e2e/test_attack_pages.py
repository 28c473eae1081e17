"""Hostile sites and honest ones in one crawl of the real image, at the speed of the chip: every attack is refused or bounded, with a
word in the log; the honest pages are all stored, and the box has started once.

Each hostile site is named by what it wants.
"""
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import card_image
import crawl_lab
import lab
from box import Box

THAI = "<p>ภาษาไทยบนเว็บไซต์ของห้องสมุด ข่าวประชาสัมพันธ์และกิจกรรมของมหาวิทยาลัย การศึกษาและการวิจัย</p>\n" * 8
LONG = "a" * 960
FARM_HOSTS = 3000
HONEST = ("one", "two", "three")


NUMBERS = itertools.count()


def page(*links):
    """Each has a number of its own: the same bytes under two addresses are stored once."""
    words = "".join(f'<a href="{link}">ข่าว</a>\n' for link in links)
    return f'<html><head><meta charset="utf-8"><title>ข่าว {next(NUMBERS)}</title></head><body>{THAI}{words}</body></html>'


WEB = {
    # wants the box to compare rules until its watchdog bites
    "restart.example.com/robots.txt": "User-agent: *\n" + "".join(f"Disallow: /*{'a' * 480}{letter}\n" for letter in "bcde"),
    "restart.example.com/index.html": page("/" + LONG, "/other.html"),
    "restart.example.com/other.html": page(),
    # wants the host table for itself
    "fill.example.net/index.html": page("/more.html", *(f"http://h{i}.farm.example.net/" for i in range(FARM_HOSTS))),
    "fill.example.net/more.html": page(),
    # wants the box to talk to a mail server
    "relay.example.org/index.html": page("http://relay.example.org:25/HELO", "/other.html"),
    "relay.example.org/other.html": page(),
}
for name in HONEST:
    host = f"{name}.in.th"
    WEB[f"{host}/index.html"] = page(*(f"/{i}.html" for i in range(4)), *(f"http://{other}.in.th/" for other in HONEST))
    WEB.update({f"{host}/{i}.html": page() for i in range(4)})


def make_web(folder):
    for path, text in WEB.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


class Attack(crawl_lab.Crawl):
    def make_card(self, path=None):
        seeds, tables = self.folder / "seeds.txt", self.folder / "tables"
        tables.mkdir()
        seeds.write_text("".join(sorted({f"{path.split('/')[0]}\n" for path in WEB})))
        crawl_lab.host_program("card", "init", "--size", crawl_lab.CARD_MB, "--force", *self.setting_options(), "--seeds", seeds, "--tables",
                               tables, self.card)


def attack_in(folder):
    return Attack(folder, site_hops="0", retries="0")


def inside(folder):
    crawl = attack_in(folder)
    crawl.make_card()
    with Box(card=crawl.card, snapshot=False, net=lab.TAP, icount="shift=5") as box:  # 31 million instructions a second
        said = crawl.finish(box)
        (crawl.folder / "status.txt").write_text(box.command("log") + said + box.command("crash"), encoding="utf-8")
        print(box.command("eject"))


class HostileAndHonest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.crawl = attack_in(temporary.name)
        web = cls.crawl.folder / "web"
        make_web(web)
        result = subprocess.run(lab.command(web, temporary.name, log=cls.crawl.log), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True, check=False)
        if result.returncode != 0:
            raise AssertionError(result.stdout)
        cls.said = (cls.crawl.folder / "status.txt").read_text(encoding="utf-8")
        cls.stored = {re.sub(r"^https?://", "", url) for url in cls.crawl.pages()}
        logs = [name for name in card_image.names(cls.crawl.card, "LOG") if name.lower().startswith("cra")]
        cls.log = [line for name in logs
                   for line in card_image.read(cls.crawl.card, "LOG/" + name).decode("utf-8", "replace").splitlines()]

    def test_every_honest_page_is_stored(self):
        wanted = {f"{name}.in.th/" for name in HONEST} | {f"{name}.in.th/{i}.html" for name in HONEST for i in range(4)}
        self.assertEqual(wanted - self.stored, set())

    def test_the_box_has_started_once(self):
        self.assertNotIn("start 2 since power came", self.said)
        self.assertNotIn("restarting", self.said)
        self.assertRegex(self.said, r"cause +none")

    def test_rules_that_take_too_long_cost_one_address(self):
        lines = [line for line in self.log if LONG in line]
        self.assertEqual([line.split()[1] for line in lines], ["-9998"], lines)
        self.assertIn("robots:tooSlow", lines[0])
        self.assertIn("restart.example.com/other.html", self.stored)

    def test_no_mail_server_is_asked(self):
        lines = [line for line in self.log if "relay.example.org:25" in line]
        self.assertTrue(all(line.split()[1].startswith("-") for line in lines), lines)
        self.assertIn("relay.example.org/other.html", self.stored)

    def test_a_farm_has_its_share_of_the_host_table(self):
        rows = crawl_lab.host_program("card", "hosts", self.crawl.card).stdout.decode().splitlines()
        farm = [row for row in rows if ".farm.example.net" in row]
        self.assertLessEqual(len(farm), 250)
        self.assertTrue(all(any(row.split("\t")[0] == f"{name}.in.th" for row in rows) for name in HONEST))


if __name__ == "__main__":
    if lab.is_inside():
        inside(pathlib.Path(sys.argv[1]))
    else:
        unittest.main()
