"""The way to the card: MB/s of page payload in QEMU's instruction-counted time, bytes written per payload byte, RAM."""

import os
import pathlib
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
import card_image  # noqa: E402
from bench import Results  # noqa: E402
from box import IMAGE, Box  # noqa: E402

PAGES = 200
PAGE_BYTES = 30 * 1024
# Objects that exist only for the card: the box's own, and FatFs' file-scope state.
RAM_OBJECTS = {"ram_card", "disk", "FatFs", "Fsid", "LfnBuf"}


def ram_bytes():
    symbols = subprocess.run(["arm-none-eabi-nm", "-S", IMAGE], capture_output=True, text=True, check=True).stdout
    sizes = {}
    for line in symbols.splitlines():
        parts = line.split()
        if len(parts) == 4 and parts[2] in "bBdD" and parts[3] in RAM_OBJECTS:
            sizes[parts[3]] = int(parts[1], 16)
    return sum(sizes.values())


def main():
    results = Results()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        card = pathlib.Path(folder) / "card.img"
        with open(card, "wb") as image:
            image.truncate(1 << 30)
        subprocess.run(["mkfs.fat", "-F", "32", "-s", "8", str(card)], check=True, stdout=subprocess.DEVNULL)
        with Box(card=card, snapshot=False) as box:
            box.wait_for("Card ready")
            box.command("card selftest 20")  # makes the files
            stored = box.facts(f"card selftest {PAGES}")
            bare = box.facts(f"card selftest {PAGES} bare")
        journal = card_image.read(card, "STATE/JOURNAL.BIN")
        log_bytes = max(struct.unpack("<I", journal[at + 48:at + 52])[0] for at in (0, 65536))
    for name, run, goal in (("without digests", bare, (">=", 2)), ("with both digests", stored, (">=", 1.5))):
        rate = int(run["payload_bytes"]) / int(run["milliseconds"]) / 1000
        results.add(f"payload to the card, {name}", rate, "MB/s", goal)
    written = int(stored["sectors_written"]) * 512 / int(stored["payload_bytes"])
    # A log is filled with empty lines when it is made, every thousand pages or so: once more what its lines take.
    making = log_bytes / (PAGES + 20) / PAGE_BYTES
    results.add("written to the card for 30 KB pages", written, "bytes per payload byte")
    results.add("the same with the making of log files", written + making, "bytes per payload byte", ("<=", 1.10))
    results.add("RAM of the storage path", ram_bytes(), "bytes", ("<=", 4096))
    results.finish()


main()
