"""The desk and the real image: a card that the desk prepared is crawled with, looked at and emptied; and the desk talks with the box over
a serial port of the browser that leads to QEMU.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import card_image
import crawl_lab
import lab
import small_model
from box import REPOSITORY, Box
from test_companion import tcp_port
from test_model import facts_of

sys.path.insert(0, str(REPOSITORY / "tests" / "host"))
os.environ.setdefault("CRAWLBOX", lab.CRAWLBOX)
import deskpage  # noqa: E402 pylint: disable=wrong-import-position
from test_desk import content, tree  # noqa: E402 pylint: disable=wrong-import-position
from test_desk_page import look_at  # noqa: E402 pylint: disable=wrong-import-position

SHORT = {"page_cap": "4", "site_hops": "0"}


def inside(folder):
    """In the lab: the box crawls until nothing is left."""
    crawl = crawl_lab.Crawl(folder, **SHORT)
    with Box(card=crawl.card, snapshot=False, net=lab.TAP) as box:
        crawl.finish(box)
        print(box.command("eject"))


class Case(unittest.TestCase):
    def setUp(self):
        self.desk = deskpage.shared()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="crawlbox-"))
        self.addCleanup(shutil.rmtree, self.folder)


class Card(Case):
    def prepare(self, crawl):
        """The desk's card, as a folder."""
        self.desk.open()
        self.desk.pick(button="#choose-card", folder="card")
        self.desk.click(selector="nav [data-part=prepare]")
        self.desk.wait(selector="#form:not([hidden])")
        for key, value in crawl.settings.items():
            self.desk.type(selector=f"#setting-{key}", text=value)
        self.desk.type(selector="#seeds", text=(crawl.world / "seeds.txt").read_text(encoding="utf-8"))
        self.desk.click(selector="#start-prepare")
        self.assertEqual(self.desk.ended(), "Done.")
        prepared = self.folder / "prepared"
        prepared.mkdir()
        self.desk.dump(folder="card", to=prepared)
        return prepared

    def test_from_prepared_to_emptied(self):
        crawl = crawl_lab.Crawl(self.folder, **SHORT)
        crawl.make_world()
        prepared = self.prepare(crawl)
        card_image.make(crawl.card, crawl_lab.CARD_MB)
        subprocess.run(["mcopy", "-s", "-i", crawl.card, *prepared.iterdir(), "::/"], check=True)
        ran = subprocess.run(lab.command(crawl.world, "inside", str(self.folder), log=crawl.log), capture_output=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stdout.decode() + ran.stderr.decode())
        harvested, collected = self.folder / "harvested", self.folder / "collected"
        harvested.mkdir()
        subprocess.run(["mcopy", "-s", "-i", crawl.card, "::/", harvested], check=True)
        crawl_lab.host_program("card", "collect", harvested, collected)
        self.desk.open()
        self.desk.drop(folder=harvested)
        self.desk.click(selector="#start-look")
        self.assertEqual(self.desk.ended(), "Done.")
        self.assertIn("Every record on the card is sound.", self.desk.text(selector="#look-result"))
        self.assertGreater(len(self.desk.texts(selector="#look-result li button")), 5)
        shown = self.one_page()
        self.desk.click(selector="nav [data-part=empty]")
        self.desk.pick(button="#choose-out", folder="out")
        self.desk.click(selector="#start-empty")
        self.assertEqual(self.desk.ended(), "Done.")
        out = self.folder / "out"
        out.mkdir()
        self.desk.dump(folder="out", to=out)
        self.compare(tree(out), tree(collected))
        self.read_by_others(out, *shown)

    def one_page(self):
        """The address of a stored page, and a word of it as the desk shows it."""
        page = "#look-result li:has-text('200 · text/html') button >> nth=0"
        uri = self.desk.texts(selector=page)[0]
        self.desk.click(selector=page)
        self.assertEqual(self.desk.ended(), "Done.")
        return uri, max(self.desk.text(selector="#page-text").split(), key=len)[:20]

    def compare(self, made, expected):
        self.assertEqual(content(made.pop("harvest.wacz")), content(expected.pop("harvest.wacz")))
        del made["report.html"]
        self.assertEqual(made, expected)

    def read_by_others(self, out, uri, word):
        """npm's warcio finds every digest right, and ReplayWeb.page shows the page."""
        replay = REPOSITORY / "tests" / "host" / "replay"
        read = subprocess.run(["node", replay / "read_warc.mjs", deskpage.browser.NPM, *sorted((out / "archive").iterdir())],
                              capture_output=True, text=True, check=True).stdout
        self.assertIn('"digest":true', read)
        self.assertNotIn('"digest":false', read)
        picture = deskpage.PICTURES / "desk-replay.png"
        played = subprocess.run(["node", replay / "show_wacz.mjs", deskpage.browser.NPM, deskpage.browser.path(), out / "harvest.wacz", uri, word,
                                 picture], capture_output=True, text=True, check=False)
        self.assertEqual(played.returncode, 0, played.stderr)


class Talk(Case):
    def test_status_settings_seeds_and_a_model_arrive(self):
        card, model = self.folder / "card.img", small_model.train(self.folder).rename(self.folder / "MODEL.BIN")
        seeds, settings = self.folder / "SEEDS.TXT", self.folder / "CRAWLBOX.INI"
        card_image.make(card)
        seeds.write_text("www.example.ac.th\nhttp://www.example.go.th/news/\n")
        settings.write_text("operator = Library\nemail = bot@example.org\ntau = 7\n")
        with Box(card=card) as box:
            box.wait_for("Card ready")
            with tcp_port(box, self.folder) as address:
                self.desk.serial(address=address)
                self.desk.open()
                self.desk.click(selector="nav [data-part=talk]")
                self.desk.click(selector="#connect")
                self.desk.said(selector="#facts", text="card")
                self.assertEqual(self.desk.evaluate(script="window.baudRate"), 115200)
                self.type("set email bot@example.org")
                self.type("save")
                self.desk.said(selector="#transcript", text="Saved.")
                self.desk.give(selector="#send-settings", file=settings)
                self.desk.said(selector="#transcript", text="2 settings of the box were changed and saved on its card")
                self.desk.give(selector="#send-seeds", file=seeds)
                self.desk.said(selector="#transcript", text="2 seeds sent, 0 lines left out")
                self.desk.give(selector="#send-model", file=model)
                self.desk.said(selector="#transcript", text="the box uses this model now")
                self.type("show tau")
                look_at(self, self.desk, "talk")
                self.desk.click(selector="#connect")
                self.desk.said(selector="#line-state", text="Not connected.")
            self.assertEqual(box.facts("model")["id"], facts_of(str(model))["id"])
            self.assertIn("http://www.example.go.th/news/", box.command("seed list"))
            self.assertIn("bot@example.org", box.command("show email"))
            self.assertIn("7", box.command("show tau"))

    def type(self, command):
        self.desk.type(selector="#command", text=command)
        self.desk.press(key="Enter")
        self.desk.said(selector="#transcript", text=f"crawlbox> {command}")


if __name__ == "__main__":
    if lab.is_inside():
        inside(sys.argv[2])
        sys.exit(0)
    unittest.main(verbosity=2)
