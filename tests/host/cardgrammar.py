"""Draws sound cards from what app/store/FORMAT.md allows, and says what they hold. Written from that page alone.

    card = cardgrammar.draw(random.Random(7))
    card.lay_out(folder)
    card.pages, card.records, card.notes, card.logs["crawl"]      what whoever reads the card must find
"""
import dataclasses
import random
import struct
import uuid
import zlib

from warcfile import http, sha1

SECTOR, COPY_B, JOURNAL_BYTES, PENDING_MAX = 512, 65536, 131072, 412
LOGS = {"crawl": ("LOG", "crawl.log", "craw", ".log"), "progress": ("LOG", "progress.tsv", "prog", ".tsv"),
        "events": ("LOG", "events.log", "even", ".log"), "hosts": ("EXCHANGE", "hosts.txt", "host", ".txt")}
TRUNCATIONS = ("length", "time", "disconnect", "unspecified")
PROFILE = "http://netpreserve.org/warc/1.1/revisit/"


class Ids:
    def __init__(self, chance):
        self.chance = chance

    def __next__(self):
        return f"<urn:uuid:{uuid.UUID(int=self.chance.getrandbits(128), version=4)}>"


@dataclasses.dataclass
class Page:
    """One group of records."""
    uri: str
    kind: str  # response, revisit
    what: str  # page, robots, embed, redirect, failure
    data: bytes = b""
    records: int = 0
    body: bytes = b""
    starts: list = dataclasses.field(default_factory=list)  # of its records, in the group


@dataclasses.dataclass
class File:
    name: str
    info: str = ""
    head: bytes = b""
    pages: list = dataclasses.field(default_factory=list)
    behind: bytes = b""  # what is no data
    state: str = "closed"  # open, closing, created, foreign

    @property
    def data(self):
        return self.head + b"".join(page.data for page in self.pages)

    @property
    def counts(self):
        return self.state != "created"


# ---- Records ----

def lines(*fields):
    return "".join(f"{name}: {value}\r\n" for name, value in fields if value is not None).encode()


def capture(kind, uri, date, ids, info, block, payload_digest, truncated=None, address=None, more=()):
    """A response or a revisit: what is known last lies first, at fixed widths."""
    late = f"WARC-Truncated:{truncated:>12}\r\n".encode() if truncated else b""
    late += b"Content-Length: " + b" " * (0 if truncated else 29) + f"{len(block):>10}\r\n".encode()
    late += lines(("WARC-Block-Digest", sha1(block)), ("WARC-Payload-Digest", payload_digest))
    own = next(ids)
    head = b"WARC/1.1\r\n" + lines(("WARC-Type", kind)) + late
    head += lines(("WARC-Record-ID", own), ("WARC-Date", date), ("WARC-Target-URI", uri), ("WARC-IP-Address", address),
                  ("WARC-Warcinfo-ID", info), ("Content-Type", "application/http;msgtype=response"), *more)
    return own, head + b"\r\n" + block + b"\r\n\r\n"


def request(uri, date, ids, of, address):
    path = "/" + uri.partition("://")[2].partition("/")[2]
    block = f"GET {path} HTTP/1.1\r\nHost: {uri.split('/')[2]}\r\nUser-Agent: crawlbox/1 (+http://a.th/bot)\r\n\r\n".encode()
    head = b"WARC/1.1\r\n" + lines(("WARC-Type", "request"), ("WARC-Record-ID", next(ids)), ("WARC-Date", date), ("WARC-Target-URI", uri),
                                   ("WARC-Concurrent-To", of), ("WARC-IP-Address", address), ("WARC-Block-Digest", sha1(block)),
                                   ("Content-Type", "application/http;msgtype=request"), ("Content-Length", len(block)))
    return head + b"\r\n" + block + b"\r\n\r\n"


def aligned(kind, fields, block, before=0):
    """The last record of a group: blanks before its length make the group end at a multiple of a sector."""
    head = b"WARC/1.1\r\n" + lines(("WARC-Type", kind), *fields, ("Content-Type", "application/warc-fields"),
                                   ("WARC-Block-Digest", sha1(block)))

    def build(blanks):
        return head + b"Content-Length: " + b" " * blanks + b"%d\r\n\r\n" % len(block) + block + b"\r\n\r\n"
    return build(-(before + len(build(0))) % SECTOR)


def metadata(chance, uri, date, ids, of, before):
    block = lines(("via", "http://a.th/" if chance.random() < .7 else None), ("hopsFromSeed", chance.randrange(9)),
                  ("fetchTimeMs", chance.randrange(90000)))
    if chance.random() < .6:
        block += lines(("charset", "UTF-8"), ("language", "th"), ("languageRatio", "0.912"), ("verdict", "target"))
    if chance.random() < .2:
        block += lines(("model", "built-in"), ("tlsFlaw", "the certificate has expired"))
    fields = [("WARC-Record-ID", next(ids)), ("WARC-Date", date), ("WARC-Target-URI", uri), ("WARC-Concurrent-To", of)]
    return aligned("metadata", fields, block, before)


# ---- Answers of servers ----

def chunked(chance, body):
    """(bytes on the wire, [(end on the wire, end in the body)] for each run of payload bytes)."""
    wire, runs, at = b"", [], 0
    while at < len(body):
        size = min(chance.choice((1, 5, 7, 300, 5000)), len(body) - at)
        number = chance.choice(("%x", "%X", "%04x")) % size
        wire += number.encode() + chance.choice((b"", b";name=value", b" ")) + b"\r\n"
        runs.append((len(wire), at, size))
        wire += body[at:at + size] + b"\r\n"
        at += size
    return wire + b"0\r\n" + chance.choice((b"", b"Trailer: x\r\n")) + b"\r\n", runs


def answer(chance, what, body, cut):
    """(the bytes of an HTTP message, its payload); cut: so much of its body did not come."""
    status, mime, more = {"page": ("200 OK", "text/html; charset=utf-8", ""), "robots": ("200 OK", "text/plain", ""),
                          "embed": ("200 OK", "image/png", ""), "redirect": ("301 Moved Permanently", "text/html", "Location: /there\r\n"),
                          "failure": ("404 Not Found", "text/html", "")}[what]
    more += chance.choice(("", "Set-Cookie: a=b\r\n", "X-Long: " + "x" * chance.randrange(900) + "\r\n", "Content-Encoding: gzip\r\n"))
    if chance.random() < .5:
        message = http(body, status, mime, more=more)
        keep = len(body) - int(cut * len(body))
        return message[:len(message) - len(body) + keep], body[:keep]
    head = http(b"", status, mime, chunked=True, more=more).partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
    wire, runs = chunked(chance, body)
    keep = len(wire) - int(cut * len(wire))
    payload = b"".join(body[at:at + max(0, min(size, keep - start))] for start, at, size in runs)
    return head + wire[:keep], payload


def draw_body(chance, what):
    if what == "embed":
        return chance.randbytes(chance.choice((0, 70, 512, 3000, 40000)))
    if what == "robots":
        return b"User-agent: *\nDisallow: /secret/\n"
    if what == "redirect" and chance.random() < .5:
        return b""
    return f"<html><title>หน้า {chance.random()}</title><p>สวัสดีชาวโลก".encode() * chance.choice((0, 1, 2, 30, 900))


# ---- Groups and files ----

def draw_page(chance, ids, info, known, number):
    what = chance.choices(("page", "robots", "embed", "redirect", "failure"), (8, 1, 3, 1, 1))[0]
    host = f"www.site{chance.randrange(4)}.ac.th"
    uri = f"{chance.choice(('http', 'https'))}://{host}" + ("/robots.txt" if what == "robots" else f"/{number}" + "/long" * chance.randrange(40))
    date = chance.choice(("2026-11-16T01:32:16Z", "2026-11-17T23:59:59Z", "1970-01-01T00:10:00Z"))
    address = chance.choice((None, "203.0.113.5"))
    page = Page(uri, "response", what, body=draw_body(chance, what))
    truncated = chance.choice(TRUNCATIONS) if what in ("page", "embed") and chance.random() < .2 else None
    block, payload = answer(chance, what, page.body, chance.random() if truncated else 0)
    repeats = [one for one in known if len(one[1]) > 500]
    how = chance.random()
    if how < .15 and repeats and what == "page":
        other, payload = chance.choice(repeats)
        block = http(payload).partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
        page.kind, page.body = "revisit", payload
        more = [("WARC-Profile", PROFILE + "identical-payload-digest"), ("WARC-Refers-To-Date", date), ("WARC-Refers-To-Target-URI", other)]
        own, data = capture("revisit", uri, date, ids, info, block, sha1(payload), "length", address, more)
    elif how < .25 and what == "page":
        page.kind, block = "revisit", b"HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n"
        more = [("WARC-Profile", PROFILE + "server-not-modified"), ("WARC-Refers-To-Date", "2026-10-01T00:00:00Z"),
                ("WARC-Refers-To-Target-URI", uri)]
        own, data = capture("revisit", uri, date, ids, info, block, sha1(page.body), None, address, more)
    else:
        own, data = capture("response", uri, date, ids, info, block, sha1(payload), truncated, address)
        if truncated is None:
            known.append((uri, payload))
    page.starts = [0]
    if chance.random() < .7:  # or a cookie was among what was sent
        page.starts.append(len(data))
        data += request(uri, date, ids, own, address)
    page.starts.append(len(data))
    page.data = data + metadata(chance, uri, date, ids, own, len(data))
    page.records = len(page.starts)
    return page


def file_name(serial, prefix, box):
    return f"{prefix}-{'20261116013216' if serial % 3 else '19700101001000'}-{serial:05d}-{box}.warc"


def draw_file(chance, ids, name, pages):
    file = File(name, next(ids))
    block = lines(("software", "crawlbox/1"), ("format", "WARC File Format 1.1"), ("operator", "A Library"), ("robots", "obey"))
    file.head = aligned("warcinfo", [("WARC-Record-ID", file.info), ("WARC-Date", "2026-11-16T01:32:16Z"), ("WARC-Filename", name)], block)
    known = []
    file.pages = [draw_page(chance, ids, file.info, known, number) for number in range(pages)]
    return file


def draw_behind(chance, ids):
    """What may lie behind what counts of an open file: nothing, zeros, anything, half a page, or older harvest, from its middle, too."""
    old = draw_file(chance, ids, "old", 3)
    page = old.pages[0].data
    choices = (b"", b"\0" * 4096, chance.randbytes(3000), page[:len(page) // 2], b"".join(one.data for one in old.pages), old.data,
               page[old.pages[0].starts[-1]:], page[old.pages[0].starts[1]:])
    return chance.choice(choices)


# ---- Logs ----

class Log:
    """The files of one log, and what of it is still in the journal."""

    def __init__(self, chance, kind, texts):
        self.kind, self.texts, self.chance = kind, texts, chance
        self.files, self.pending, self.committed, self.is_open, self.serial = {}, [], 0, False, 0
        self.folder, self.live, stem, ending = LOGS[kind]
        rest = list(texts)
        while rest and chance.random() < .3:
            self.serial += 1
            count = chance.randint(1, len(rest))
            self.files[f"{stem}{self.serial:04d}{ending}"] = self.written(rest[:count])
            rest = rest[count:]
        self.next_name = f"{stem}{self.serial + 1:04d}{ending}"
        self.rest = rest

    def written(self, texts, is_open=False):
        """Whole sectors, filled up with blanks; the last lines of a closed log are as they are."""
        data, sector = b"", b""
        for text in texts:
            line = text.encode() + b"\n"
            if len(sector) + len(line) > SECTOR or self.chance.random() < .2:
                data, sector = data + self.padded(sector), b""
            if len(line) > SECTOR:
                data += self.padded(line)
            else:
                sector += line
        return data + (self.padded(sector) if is_open else sector)

    @staticmethod
    def padded(text):
        return text[:-1] + b" " * (-len(text) % SECTOR) + b"\n" if text else b""

    def close(self):
        """After an eject; or the newest is one of the numbered."""
        if self.rest:
            self.files[self.live] = self.written(self.rest)

    def leave_open(self, room):
        """As a pulled card has it. The last lines may be in the journal; the file may not be made yet, or be about to be closed."""
        keep = self.chance.randint(0, len(self.rest))
        written, pending = self.rest[:keep], self.rest[keep:]
        while pending and sum(len(text.encode()) + 4 for text in pending) > room:
            written.append(pending.pop(0))
        self.pending = pending
        if not written:  # there is no file yet, or the one of before the last eject
            if self.chance.random() < .3:
                self.files[self.live.split(".")[0] + ".new"] = b"\n" * 1024
            return
        data = self.written(written, is_open=True)
        self.committed, self.is_open = len(data), True
        how = self.chance.random()
        tail = "".join(text + "\n" for text in pending).encode()
        if how < .2:
            self.files[self.chance.choice((self.live, self.next_name))] = data + tail
        else:
            torn = self.chance.choice((b"", b"half a line of what was being written"))
            self.files[self.live] = data + torn + b"\n" * (4096 - len(torn))


def log_line(page, index):
    status = {"page": 200, "robots": 200, "embed": 200, "redirect": 301, "failure": 404}[page.what]
    notes = {"page": "target", "robots": "robots:ok", "embed": "embed", "redirect": "-", "failure": "-"}[page.what]
    if page.kind == "revisit":
        notes = "warcRevisit:digest"
    mime = "image/png" if page.what == "embed" else "text/html"
    path = "E" if page.what == "embed" else "L"
    return (f"2026-11-16T01:{index // 60 % 60:02d}:{index % 60:02d}.123Z {status:5} {len(page.body):10} {page.uri} {path} - {mime} #001 "
            f"20261116013214876+1247 {sha1(page.body)} - {notes}")


# ---- The card ----

class Card:
    def __init__(self, chance):
        self.chance, self.ids = chance, Ids(chance)
        self.journal_kind = chance.choices(("both", "one", "torn", "none"), (5, 3, 3, 1))[0]
        states = ("ejected", "open") if self.journal_kind == "none" else ("ejected", "open", "open", "closing", "created")
        self.state = chance.choice(states)
        self.draw_files()
        self.draw_logs()

    def draw_files(self):
        chance, prefix = self.chance, self.chance.choice(("TH", "thai-web"))
        box = chance.choice(("box1", "box.one", "b")) + chance.choice(("", ".01234567"))
        count = chance.randrange(4) if self.state == "ejected" else chance.randint(1, 3)
        first = chance.choice((1, 1, 2, 99990))
        self.files = [draw_file(chance, self.ids, file_name(first + i, prefix, box), chance.randint(1, 6)) for i in range(count)]
        self.serial = first + count - 1 if count else 0
        last = self.files[-1] if count else None
        if last and self.state in ("open", "created"):
            last.name += ".open"
            last.state = self.state
        if self.state == "open":
            last.behind = draw_behind(chance, self.ids)
            if chance.random() < .2:
                last.pages = []  # a file that was just begun
        if self.state == "created":
            last.pages, last.head = [], chance.choice((b"", last.head, draw_file(chance, self.ids, "old", 2).data))
            self.serial -= 1
        if last and self.state == "open" and first > 1 and chance.random() < .2:  # of another card's journal
            foreign = draw_file(chance, self.ids, file_name(first - 1, prefix, box) + ".open", 2)
            foreign.state, foreign.behind = "foreign", draw_behind(chance, self.ids)
            self.files.insert(0, foreign)

    def draw_logs(self):
        chance, pages = self.chance, [page for file in self.files for page in file.pages]
        self.texts = {"crawl": [log_line(page, i) for i, page in enumerate(pages)],
                      "progress": ["time\tpages"] + [f"{i}\t{i * 7}" for i in range(chance.randrange(40))],
                      "events": ["2026-11-16T01:32:16Z" + " Something  happened." * chance.randint(1, 30) for _ in range(chance.randrange(9))],
                      "hosts": [f"http://www.other{i}.ac.th/" for i in range(chance.randrange(30))]}
        if self.chance.random() < .1:
            self.texts = {kind: [] for kind in LOGS}
        self.made, room = {}, PENDING_MAX
        for kind, texts in self.texts.items():
            log = self.made[kind] = Log(chance, kind, texts)
            if self.state == "ejected" or self.journal_kind == "none":
                log.close()
            else:
                log.leave_open(room)
                room -= sum(len(text.encode()) + 4 for text in log.pending)

    def journal_sector(self, sequence, committed):
        logs, flags, pending = b"", 1 if self.state == "ejected" else 0, b""
        for number, log in enumerate(self.made.values()):
            logs += struct.pack("<II", log.serial, log.committed)
            flags |= 2 << number if log.is_open else 0
            for text in log.pending:
                line = text.encode() + b"\n"
                pending += struct.pack("<BH", number, len(line)) + line
        sector = b"CBJ3" + struct.pack("<IIII", sequence & 0xffffffff, self.serial, committed, 3) + uuid.UUID(int=1).bytes
        sector += struct.pack("<II", self.pages + self.revisits, self.chance.randrange(3)) + logs
        sector += struct.pack("<BBH", flags, 0, len(pending)) + pending.ljust(PENDING_MAX, b"\0")
        sector += struct.pack("<IIII", 0, self.chance.choice((0, 4096)), self.chance.choice((0, 8)), 1234567)
        return sector + struct.pack("<I", zlib.crc32(sector))

    @property
    def journal(self):
        if self.journal_kind == "none":
            return None
        last = self.files[-1] if self.files else None
        committed = len(last.data) if last and self.state in ("open", "closing") else 0
        sequence = self.chance.choice((1, 9, 0xffffffff))
        new, old = self.journal_sector(sequence + 1, committed), self.journal_sector(sequence, 0)
        if self.journal_kind == "one":
            old = b""
        if self.journal_kind == "torn":
            old = new[:200] + old[200:256] + bytes(256)
        a, b = (new, old) if self.chance.random() < .5 else (old, new)
        return (a.ljust(COPY_B, b"\0") + b).ljust(JOURNAL_BYTES, b"\0")

    # What a reader must find.

    @property
    def counted(self):
        return [file for file in self.files if file.counts]

    @property
    def records(self):
        return sum(1 + sum(page.records for page in file.pages) for file in self.counted)

    @property
    def pages(self):
        return sum(page.kind == "response" for file in self.counted for page in file.pages)

    @property
    def revisits(self):
        return sum(page.kind == "revisit" for file in self.counted for page in file.pages)

    @property
    def bytes(self):
        return sum(len(file.data) for file in self.counted)

    @property
    def notes(self):
        """The beginnings of what is told of a card that is sound."""
        told = []
        if self.journal_kind == "none":
            told.append("there is no journal")
        for file in self.files:
            if file.state == "open" and self.journal_kind != "none":
                told.append("still open: the card was pulled")
            if file.state == "created":
                told.append("was being created when the card was pulled")
            if file.state == "foreign" or (file.state == "open" and self.journal_kind == "none"):
                told.append("the journal does not know this open file")
        return sorted(told)

    def tree(self):
        """{path: bytes} of the card."""
        files = {f"WARC/{file.name}": (file.data if file.state != "created" else file.head) + file.behind for file in self.files}
        for log in self.made.values():
            files |= {f"{log.folder}/{name}": data for name, data in log.files.items()}
        journal = self.journal
        if journal is not None:
            files["STATE/JOURNAL.BIN"] = journal
        files["CRAWLBOX.INI"] = b"operator = A Library\r\n"
        return files

    def lay_out(self, folder, tree=None):
        for part in ("WARC", "LOG", "STATE", "EXCHANGE"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        for path, data in (self.tree() if tree is None else tree).items():
            (folder / path).write_bytes(data)


def draw(chance):
    return Card(chance if isinstance(chance, random.Random) else random.Random(chance))
