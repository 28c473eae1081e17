"""The demonstration behind tools/demo.sh: makes a small web and a card, boots the image in a lab, lets it crawl, pulls the plug in
the middle, goes on, ejects, empties the card, and reports what was harvested. Argument: a folder for what is left of it."""
import pathlib
import shutil
import subprocess
import sys

import crawl_lab
import lab
from box import Box, REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tools"))
import screenshot  # noqa: E402  (tools/ is not on the path before)

ENLARGE = 4
# A crawl of about a minute: a few pages of every site.
SETTINGS = {"operator": "A Library", "page_cap": "6", "delay_min_ms": "20", "delay_max_ms": "40"}

TO_DO = """Open the harvest report in a browser:  {address}
  (Thai and English; nothing in it needs a network. It prints well, too.)

Also in {folder}/:
  console.txt      what the box said         display.png  a picture of its display
  card.img         the card                  access.tsv   what the web was asked for
  collection/      the harvest; harvest.wacz opens in ReplayWeb.page

What to do next:
  build/host/tools/crawlbox console --help   talk with a box of your own
  build/host/tools/crawlbox card init --help make a card for it: README.md, "Your first hour"
  sh tools/test.sh                           run every test"""


def show(title):
    print(f"\n== {title}", flush=True)


def host(*words):
    """Runs the host program and shows it."""
    print("$ crawlbox", *words, flush=True)
    subprocess.run([lab.CRAWLBOX, *map(str, words)], check=True)


def laboratory(*words):
    """The same with crawlbox-lab."""
    print("$ crawlbox-lab", *words, flush=True)
    subprocess.run([lab.LABORATORY, *map(str, words)], check=True)


class Console:
    """Types commands, prints and keeps what was said."""

    def __init__(self):
        self.said = []

    def type(self, box, *commands):
        for command in commands:
            self.said.append(f"crawlbox> {command}\n{box.command(command)}")
            print(self.said[-1], end="\n\n", flush=True)


def progress(facts):
    print(f"\r  round {facts.get('round', '?'):40} pages {facts.get('pages', '?'):30} harvest rate {facts.get('harvest_rate', '?'):8}",
          end="", flush=True)


def take_picture(box, path):
    dump = path.with_suffix(".ppm")
    box.screendump(dump)
    screenshot.write_png(path, screenshot.read_picture(dump).enlarged(ENLARGE))
    dump.unlink()


def inside(crawl):
    """In the lab: the box at work."""
    console = Console()
    show("A fresh card, with seeds, settings, certificates and countries")
    crawl.make_card()
    show("Booting the image in QEMU (lm3s6965evb: 64 KB of RAM, 256 KB of flash): it crawls by itself")
    with Box(card=crawl.card, snapshot=False, net=lab.TAP) as box:
        console.type(box, "version")
        box.wait_for("Round 2")
        console.type(box, "status")
        show("Power is cut in the middle of it; here it is back")
    with Box(card=crawl.card, snapshot=False, net=lab.TAP) as box:
        box.wait_for("The crawl goes on")
        box.listen(4)  # the display is drawn while the crawl leaves time for it
        take_picture(box, crawl.folder / "display.png")
        crawl.finish(box, say=progress)
        print()
        console.type(box, "status", "mem", "card check", "eject")
    (crawl.folder / "console.txt").write_text("\n\n".join(console.said) + "\n", encoding="utf-8")


def main(folder):
    crawl = crawl_lab.Crawl(folder, **SETTINGS)
    if lab.is_inside():
        inside(crawl)
        return
    collection = folder / "collection"
    shutil.rmtree(collection, ignore_errors=True)
    show("A small web of 120 hosts, to be served in a private network")
    laboratory("world", "make", "--preset", "lab", "-o", crawl.world)
    subprocess.run(lab.command(crawl.world, str(folder), log=crawl.log), check=True)
    show("Emptying the card on the host")
    host("card", "check", crawl.card)
    host("card", "collect", crawl.card, collection)
    show("What was harvested, as a page")
    host("report", "-o", folder / "report.html", collection)
    show("Done")
    print(TO_DO.format(folder=folder, address=(folder / "report.html").resolve().as_uri()))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
