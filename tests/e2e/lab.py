"""Runs the calling script again inside `crawlbox-lab internet run`: names, addresses, time and web servers for the box, good and bad.

    import lab
    lab.enter(DESCRIPTION)              # first thing in the script; returns only inside (tools/lab/internet/LAB.md has the language)

    with tempfile.TemporaryDirectory() as folder, Box(card=lab.make_card(folder), net=lab.TAP) as box: ...

Environment: CRAWLBOX names the host program (build/host/tools/crawlbox unless set); crawlbox-lab lies beside it.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

import card_image
import namespace
from box import REPOSITORY

CRAWLBOX = os.environ.get("CRAWLBOX", str(REPOSITORY / "build/host/tools/crawlbox"))
LABORATORY = CRAWLBOX + "-lab"
TAP = "tap,ifname=tap0,script=no,downscript=no"


def is_inside():
    """Whether this is the run of the script in the lab. If it is not, and this machine has no place for one, the script ends here."""
    if "CRAWLBOX_LAB" not in os.environ:
        namespace.require()
    return "CRAWLBOX_LAB" in os.environ


def command(description_file, *arguments, log=None, settings=()):
    """The command line that runs this script, with these arguments, in a lab."""
    options = ["--log", str(log)] if log else []
    for setting in settings:
        options += ["--set", setting]
    return [LABORATORY, "internet", "run", str(description_file), *options, "--", sys.executable, sys.argv[0], *arguments]


def enter(description, log=None, settings=()):
    """Runs the script in a lab and exits with its status; inside, returns."""
    if is_inside():
        return
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "web.lab")
        file.write_text(description)
        sys.exit(subprocess.run(command(file, *sys.argv[1:], log=log, settings=settings), check=False).returncode)


def make_card(folder, settings=""):
    """A fresh card that trusts the lab's roots and has a seed of entropy; its path."""
    card = os.path.join(folder, "card.img")
    roots = pathlib.Path(folder, "CA.BIN")
    subprocess.run([CRAWLBOX, "ca", "build", "--output", roots, os.environ["CRAWLBOX_LAB_ROOTS"]], check=True, stdout=subprocess.DEVNULL)
    card_image.prepare(card, settings, {"CA.BIN": roots.read_bytes(), "ENTROPY.BIN": os.urandom(32)})
    return card


def wait_for_network(box):
    """Until the box has an address and the time."""
    box.wait_until(lambda: box.facts("net").get("utc") not in (None, "0"), "time from the network")
