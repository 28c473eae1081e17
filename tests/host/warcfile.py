"""Builds WARC files for tests, whole and broken ones, and runs crawlbox on them."""

import base64
import gzip
import hashlib
import os
import subprocess
import uuid

CRAWLBOX = os.environ.get("CRAWLBOX", "build/host/tools/crawlbox")
DATE = "2024-02-29T12:00:00Z"


def crawlbox(*arguments, stdin=None):
    """Runs the host program; the result has returncode, stdout and stderr as bytes."""
    return subprocess.run([CRAWLBOX, *map(str, arguments)], input=stdin, capture_output=True)


def laboratory(*arguments):
    """The same for crawlbox-lab."""
    return subprocess.run([CRAWLBOX + "-lab", *map(str, arguments)], capture_output=True)


def sha1(data):
    return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()


def record_id(number):
    """A record id that is the same in every run."""
    return f"<urn:uuid:{uuid.UUID(int=number + (4 << 76) + (8 << 60))}>"


def record(kind, number, block=b"", uri=None, version="WARC/1.1", drop=(), **fields):
    """One record. A field is given as warc_date=...; drop names fields to leave out."""
    head = {"WARC-Type": kind, "WARC-Record-ID": record_id(number), "WARC-Date": DATE}
    if uri:
        head["WARC-Target-URI"] = uri
    head["WARC-Block-Digest"] = sha1(block)
    head["Content-Length"] = str(len(block))
    for name, value in fields.items():
        spelled = "-".join(part.upper() if part in ("warc", "id") else part.capitalize() for part in name.split("_"))
        head[spelled] = value
    lines = [version] + [f"{name}: {value}" for name, value in head.items() if name not in drop]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"


def chunk(body, sizes=(5, 7, 11), extension=b";extension=1", trailer=b"Trailer: x\r\n"):
    """The body in a few small chunks and the rest in one."""
    out = []
    for size in (*sizes, len(body)):
        piece, body = body[:size], body[size:]
        if piece:
            out.append(b"%x%s\r\n%s\r\n" % (len(piece), extension, piece))
    return b"".join(out) + b"0\r\n" + trailer + b"\r\n"


def http(body, status="200 OK", mime="text/html; charset=utf-8", chunked=False, more="", **chunks):
    head = f"HTTP/1.1 {status}\r\nContent-Type: {mime}\r\n{more}"
    head += "Transfer-Encoding: chunked\r\n\r\n" if chunked else f"Content-Length: {len(body)}\r\n\r\n"
    return head.encode() + (chunk(body, **chunks) if chunked else body)


def warcinfo(number=0, **fields):
    return record("warcinfo", number, b"software: test\r\n", content_type="application/warc-fields", **fields)


def response(number, uri, body, chunked=False, status="200 OK", mime="text/html; charset=utf-8", more="", **fields):
    fields.setdefault("warc_payload_digest", sha1(body))
    return record("response", number, http(body, status, mime, chunked, more), uri,
                  content_type="application/http;msgtype=response", **fields)


def request(number, uri, **fields):
    return record("request", number, b"GET / HTTP/1.1\r\nHost: a.th\r\n\r\n", uri,
                  content_type="application/http;msgtype=request", **fields)


def gzip_members(records):
    return b"".join(gzip.compress(one, mtime=0) for one in records)
