"""Looks at a card image as a computer would (mtools, FORMAT.md), without any code of the box.

    pages = card_image.check("card.img")       the number of pages that count; CardError if anything is not as it must be
"""
import base64
import hashlib
import pathlib
import re
import struct
import subprocess
import tempfile
import zlib

FILE_MB = 4


class CardError(AssertionError):
    """The card is not as FORMAT.md says, or fsck.fat finds damage."""


def make(path, megabytes=512):
    """A fresh FAT32 card with nothing on it; sizes of cards in QEMU are powers of two. Clusters are as large as FAT32 permits: with those of
    one sector, which a card of 64 or 128 MB must have, taking room for a file is most of the box's work in a test."""
    with open(path, "wb") as image:
        image.truncate(megabytes << 20)
    subprocess.run(["mkfs.fat", "-F", "32", "-s", str(max(1, megabytes // 64)), path], check=True, stdout=subprocess.DEVNULL)


def put(path, files):
    """Writes files to the root of a card: {name: bytes}. What has such a name already is replaced."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            pathlib.Path(folder, name).write_bytes(content)
        subprocess.run(["mcopy", "-o", "-i", str(path), *(f"{folder}/{name}" for name in files), "::/"], check=True)


def prepare(path, settings="", files=None):
    """A fresh card with these settings and files. Unless the settings have another file_mb its WARC files are short: the box takes
    the whole room of a file when it begins it."""
    make(path)
    settings = settings if "file_mb" in settings else f"file_mb = {FILE_MB}\n" + settings
    put(path, {"CRAWLBOX.INI": settings.encode(), **(files or {})})


def _mtools(*arguments):
    result = subprocess.run(arguments, capture_output=True, check=False)
    return result.stdout if result.returncode == 0 else None


def names(path, folder):
    """Files of a folder, in the order of their serial numbers."""
    listing = (_mtools("mdir", "-b", "-i", str(path), f"::/{folder}") or b"").decode()
    found = [line.rsplit("/", 1)[1] for line in listing.split() if line.count("/") == 2 and not line.endswith("/")]
    return sorted(found, key=lambda name: name.split("-")[2:])


def read(path, name):
    """The bytes of a file, None if there is none."""
    return _mtools("mtype", "-i", str(path), f"::/{name}")


def journal(path):
    """(warc_serial, warc_bytes, card_pages) of the newest valid copy, None if there is none."""
    data = read(path, "STATE/JOURNAL.BIN")
    newest = None
    for copy in (data[:512], data[65536:66048]) if data else ():
        if copy[:4] == b"CBJ3" and zlib.crc32(copy[:508]) == struct.unpack("<I", copy[508:])[0]:
            sequence, serial, used = struct.unpack("<III", copy[4:16])
            if newest is None or (sequence - newest[0]) & 0xffffffff < 1 << 31:
                newest = (sequence, serial, used, struct.unpack("<I", copy[36:40])[0])
    return newest[1:] if newest else None


def records(data):
    """Types of the records in plain WARC; every length and digest is checked."""
    at = 0
    while at < len(data):
        end = data.index(b"\r\n\r\n", at)
        header = data[at:end].decode()
        fields = dict(re.findall(r"\r\n([A-Za-z-]+): *([^\r]*)", header))
        block = data[end + 4:end + 4 + int(fields["Content-Length"])]
        digest = "sha1:" + base64.b32encode(hashlib.sha1(block).digest()).decode()
        if not header.startswith("WARC/1.1\r\n") or fields["WARC-Block-Digest"] != digest:
            raise CardError(f"record at {at} is damaged")
        at = end + 4 + len(block) + 4
        if data[at - 4:at] != b"\r\n\r\n":
            raise CardError(f"record before {at} has no end")
        yield fields["WARC-Type"]


def fsck(path):
    """fsck.fat finds nothing that concerns data."""
    result = subprocess.run(["fsck.fat", "-n", path], capture_output=True, text=True, check=False)
    for finding in ("share clusters", "chain length is <", "Contains a free cluster", "Bad ", "Invalid"):
        if finding in result.stdout:
            raise CardError(result.stdout)
    if result.returncode not in (0, 1):
        raise CardError(result.stdout + result.stderr)


def check(path):
    """Everything, as a card that was pulled at any moment must be."""
    fsck(path)
    state = journal(path)
    pages = 0
    for name in names(path, "WARC"):
        data = read(path, "WARC/" + name)
        if name.endswith(".open"):
            serial = int(name.split("-")[2])
            if state is None or serial != state[0]:
                continue  # was being created
            data = data[:state[1]]
        kinds = list(records(data))
        if kinds[:1] != ["warcinfo"] or kinds[2::3] != ["request"] * len(kinds[2::3]) or len(kinds) % 3 != 1:
            raise CardError(f"{name}: records in the wrong order: {kinds[:10]}")
        pages += len(kinds) // 3
    return pages
