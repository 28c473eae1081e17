"""The demonstration behind tools/demo.sh: makes a card, boots the image on a network of its own, stores pages, pulls the plug
in the middle, goes on, ejects, and empties the card. Argument: a folder for what is left of it."""
import pathlib
import shutil
import subprocess
import sys

import namespace
from box import Box, REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tools"))
import screenshot  # noqa: E402  (tools/ is not on the path before)

CRAWLBOX = REPOSITORY / "build/host/tools/crawlbox"
CARD_MB = 128
PAGES = 5
ENLARGE = 4


def show(title):
    print(f"\n== {title}", flush=True)


def host(*words):
    """Runs the host program and shows it."""
    print("$ crawlbox", *words, flush=True)
    subprocess.run([CRAWLBOX, *map(str, words)], check=True)


class Console:
    """Types commands, prints and keeps what was said."""

    def __init__(self):
        self.said = []

    def type(self, box, *commands):
        for command in commands:
            self.said.append(f"crawlbox> {command}\n{box.command(command, 240)}")
            print(self.said[-1], end="\n\n", flush=True)


def take_picture(box, path):
    dump = path.with_suffix(".ppm")
    box.screendump(dump)
    screenshot.write_png(path, screenshot.read_picture(dump).enlarged(ENLARGE))
    dump.unlink()


def main(folder):
    card, collection, console = folder / "card.img", folder / "collection", Console()
    shutil.rmtree(collection, ignore_errors=True)
    show("A fresh card")
    host("card", "init", "--force", "--size", CARD_MB, card)
    with namespace.dnsmasq():
        show("Booting the image in QEMU (lm3s6965evb: 64 KB of RAM, 256 KB of flash), on a private network")
        with Box(card=card, snapshot=False, net=namespace.TAP) as box:
            box.wait_for("Card ready")
            console.type(box, "version", f"card selftest {PAGES}")
            box.send(f"card selftest {PAGES * 100}\r")
            box.wait_for("stored 20")
            show("Power is cut while it stores the next page; here it is back")
        with Box(card=card, snapshot=False, net=namespace.TAP) as box:
            box.wait_for("Card ready")
            console.type(box, "card", f"card selftest {PAGES}", "card check", "net", "mem", "tasks", "status")
            take_picture(box, folder / "display.png")
            console.type(box, "eject")
    (folder / "console.txt").write_text("\n\n".join(console.said) + "\n", encoding="utf-8")
    show("Emptying the card on the host")
    host("card", "check", card)
    host("card", "collect", card, collection)
    show("Done")
    print(f"What the console said:    {folder}/console.txt\nA picture of the display: {folder}/display.png\n"
          f"The card, and its harvest: {card}, {collection}/\n"
          "Next: README.md says what the box can do; sh tools/test.sh runs every test.")


if __name__ == "__main__":
    namespace.enter()
    main(pathlib.Path(sys.argv[1]))
