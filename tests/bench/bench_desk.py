"""Emptying a large card with the desk, in a headless browser, beside `crawlbox card collect` on the same card: time and memory.

The card has 4 GB, most of them holes, and 100,000 records, in four files. CRAWLBOX_BENCH_MB makes it smaller or larger.
"""
import functools
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "host"))
import cardfolder  # noqa: E402
import deskpage  # noqa: E402
from bench import Results  # noqa: E402
from warcfile import CRAWLBOX, http, record_id, sha1  # noqa: E402

MEGABYTES = int(os.environ.get("CRAWLBOX_BENCH_MB", "4096"))
FILES, PAGES = 4, 100_000 * MEGABYTES // 4096 // 3
HOLE = bytes(4096 * 1024 * 1024 // (100_000 // 3) - 3072)
BODY = b"<!doctype html><title>page</title>" + HOLE


def put(file, data):
    """Writes a record; the hole in it stays one."""
    at = data.find(HOLE)
    if at < 0:
        file.write(data)
        return
    file.write(data[:at])
    file.seek(len(HOLE), 1)
    file.write(data[at + len(HOLE):])


def put_page(file, number, info):
    uri = f"http://www.example{number % 1000}.in.th/page/{number}"
    response = cardfolder._record("response", number, BLOCK, [  # pylint: disable=protected-access
        ("WARC-Target-URI", uri), ("WARC-Warcinfo-ID", info), ("Content-Type", "application/http;msgtype=response"),
        ("WARC-Payload-Digest", PAYLOAD)])
    request = cardfolder._record("request", number + 1, b"GET / HTTP/1.1\r\n\r\n", [  # pylint: disable=protected-access
        ("WARC-Target-URI", uri), ("WARC-Concurrent-To", record_id(number)), ("Content-Type", "application/http;msgtype=request")])
    metadata = cardfolder._record("metadata", number + 2, b"via: \r\n", [  # pylint: disable=protected-access
        ("WARC-Target-URI", uri), ("WARC-Concurrent-To", record_id(number)), ("Content-Type", "application/warc-fields")],
        len(response) + len(request))
    for data in (response, request, metadata):
        put(file, data)


def make_card(card):
    cardfolder.sha1 = functools.lru_cache(sha1)  # one block is all of them
    cardfolder.lay_out(card, journal_bytes=cardfolder.journal(cardfolder.journal_sector(3, FILES, 0, PAGES, flags=1)))
    for serial in range(1, FILES + 1):
        with open(card / "WARC" / cardfolder.name(serial), "wb") as file:
            info = 10_000_000 * serial
            file.write(cardfolder.warc_file([], first=info))
            for page in range(PAGES // FILES):
                put_page(file, info + 1 + 3 * page, record_id(info))


def seconds_of(work):
    begun = time.monotonic()
    work()
    return time.monotonic() - begun


def empty(desk):
    desk.click(selector="#start-empty")
    said = desk.ended()
    assert said == "Done.", said


def main():
    results = Results()
    with tempfile.TemporaryDirectory(dir=os.environ.get("CRAWLBOX_BENCH_FOLDER")) as folder, deskpage.Desk() as desk:
        card = pathlib.Path(folder) / "card"
        make_card(card)
        desk.open()
        desk.drop(folder=card)
        desk.click(selector="nav [data-part=empty]")
        desk.pick(button="#choose-out", folder="out")
        program = seconds_of(lambda: subprocess.run([CRAWLBOX, "card", "collect", card, pathlib.Path(folder) / "out"], check=True,
                                                    stdout=subprocess.DEVNULL))
        page = seconds_of(lambda: empty(desk))
        results.add("size of the card", MEGABYTES, "MB")
        results.add("records", 3 * PAGES + FILES, "records")
        results.add("card collect", program, "s")
        results.add("the desk", page, "s")
        results.add("the desk, as many times as long", page / program, "times", ("<=", 3))
        results.add("most memory of the page's process", desk.memory() // 1000, "MB", ("<=", 300))
    results.finish()


BLOCK = http(BODY)
PAYLOAD = sha1(BODY)
main()
