"""Lays out cards for tests as app/store/FORMAT.md describes them, written from that page alone."""

import struct
import uuid
import zlib

from warcfile import DATE, http, record_id, sha1

SECTOR = 512
COPY_B = 65536
JOURNAL_SIZE = 131072


def _record(kind, number, block, fields, align_from=None):
    """A record; with align_from, blanks before the length make the group end at a multiple of a sector."""
    head = ["WARC/1.1", f"WARC-Type: {kind}", f"WARC-Record-ID: {record_id(number)}", f"WARC-Date: {DATE}"]
    head += [f"{name}: {value}" for name, value in fields]
    head += [f"WARC-Block-Digest: {sha1(block)}"]

    def build(blanks):
        return ("\r\n".join(head + [f"Content-Length:{' ' * blanks}{len(block)}"]) + "\r\n\r\n").encode() + block + b"\r\n\r\n"

    if align_from is None:
        return build(1)
    return build(1 + -(align_from + len(build(1))) % SECTOR)


def warc_file(pages, first=0, chunked=False):
    """A closed WARC file of the box: warcinfo and, for each (uri, body), response, request, metadata."""
    info = record_id(first)
    data = _record("warcinfo", first, b"software: crawlbox\r\n", [("Content-Type", "application/warc-fields")], 0)
    for count, (uri, body) in enumerate(pages):
        number = first + 1 + 3 * count
        # chunks without extensions and trailers: the box stores those too, but players such as ReplayWeb.page show them
        block = http(body, chunked=chunked, extension=b"", trailer=b"")
        response = _record("response", number, block,
                           [("WARC-Target-URI", uri), ("WARC-Warcinfo-ID", info), ("WARC-IP-Address", "203.0.113.5"),
                            ("Content-Type", "application/http;msgtype=response"), ("WARC-Payload-Digest", sha1(body))])
        request = _record("request", number + 1, f"GET {uri} HTTP/1.1\r\n\r\n".encode(),
                          [("WARC-Target-URI", uri), ("WARC-Concurrent-To", record_id(number)),
                           ("Content-Type", "application/http;msgtype=request")])
        metadata = _record("metadata", number + 2, b"via: \r\nthaiRatio: 0.9\r\n",
                           [("WARC-Target-URI", uri), ("WARC-Concurrent-To", record_id(number)),
                            ("Content-Type", "application/warc-fields")], len(response) + len(request))
        data += response + request + metadata
    assert len(data) % SECTOR == 0
    return data


def journal_sector(sequence, serial=0, committed=0, pages=0, log_bytes=(0, 0, 0, 0), flags=0, pending=b""):
    sector = b"CBJ3" + struct.pack("<IIII", sequence, serial, committed, pages) + uuid.UUID(int=1).bytes
    sector += struct.pack("<II", pages, 0) + b"".join(struct.pack("<II", 0, size) for size in log_bytes)
    sector += struct.pack("<BBH", flags, 0, len(pending)) + pending.ljust(412, b"\0") + bytes(16)
    return sector + struct.pack("<I", zlib.crc32(sector))


def journal(a, b=b""):
    return (a.ljust(COPY_B, b"\0") + b).ljust(JOURNAL_SIZE, b"\0")


def pending_line(log, text):
    return struct.pack("<BH", log, len(text)) + text


def name(serial, prefix="TH", box="box1"):
    return f"{prefix}-20240229120000-{serial:05d}-{box}.warc"


def lay_out(folder, files=None, journal_bytes=None, logs=None):
    """Writes a card: files is {name: bytes} of WARC/, logs the same of LOG/."""
    for part in ("WARC", "LOG", "STATE", "EXCHANGE"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for part, content in (("WARC", files), ("LOG", logs)):
        for file, data in (content or {}).items():
            (folder / part / file).write_bytes(data)
    if journal_bytes is not None:
        (folder / "STATE" / "JOURNAL.BIN").write_bytes(journal_bytes)
