"""What more active sites bring: pages that `crawlbox run` fetches in a minute with the politeness of the default settings, from a web of 80 sites,
with as many active sites as a board has and with more. The sites answer at once, so politeness is what limits it.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from bench import Results

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(REPOSITORY / "tests/host"), str(REPOSITORY / "tests/e2e")]
import namespace  # noqa: E402
from small_web import NAME_SERVER, NETWORK, SmallWeb  # noqa: E402

PROGRAM = REPOSITORY / "build/host/tools/crawlbox"
SITES, PAGES = 80, 60
BOARD = 4
SECONDS = 60
SETTINGS = {"operator": "bench", "contact": "http://library.example/", "email": "bench@library.example", "allow": f"{NETWORK}.0/24",
            "strategy": "bfs", "keep": "all"}
TEXT = "ห้องสมุดเปิดบริการให้ประชาชนทั่วไปได้อ่านหนังสือและค้นคว้าข้อมูลทุกวัน " * 8


def make_web():
    links = "".join(f"<a href='/{number}.html'>{number}</a> " for number in range(PAGES))
    page = f"<html><meta charset=utf-8><p>{TEXT}<p>{links}</html>".encode()
    pages = {path: page for path in ("/", *(f"/{number}.html" for number in range(PAGES)))}
    return {f"site{number}.example.co.th": pages for number in range(SITES)}


def pages_a_minute(web, folder, sites):
    """Counted from the moment when each site that is active at a time has had its first page."""
    card, seeds = folder / "card.img", folder / "seeds.txt"
    seeds.write_text("".join(f"http://site{number}.example.co.th/\n" for number in range(SITES)), encoding="ascii")
    words = [word for key, value in SETTINGS.items() for word in ("--set", f"{key}={value}")]
    subprocess.run([PROGRAM, "card", "init", "--force", "--size", "512", *words, "--seeds", seeds, card], check=True, capture_output=True)
    web.requests.clear()
    command = [PROGRAM, "run", "--quiet", "--dns", NAME_SERVER, "--active-sites", str(sites), card]
    with subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL) as process:
        try:
            while len({host for host, path in web.requests if path != "/robots.txt"}) < sites:
                if process.poll() is not None:
                    sys.exit("it ended before all sites had begun")
                time.sleep(0.05)
            before, began = len(web.requests), time.monotonic()
            time.sleep(SECONDS)
            requests = [path for _, path in web.requests[before:] if path != "/robots.txt"]
            return len(requests) * 60 / (time.monotonic() - began)
        finally:
            process.terminate()


def main():
    results, figures = Results(), {}
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder, SmallWeb(make_web()) as web:
        for sites in (BOARD, 16, 64):
            figures[sites] = pages_a_minute(web, pathlib.Path(folder), sites)
    for sites, figure in figures.items():
        results.add(f"{sites} active sites", figure, "pages a minute")
        results.add(f"{sites} active sites, beside {BOARD}", figure / figures[BOARD], "times", (">=", sites / BOARD / 2))
    results.finish()


if __name__ == "__main__":
    namespace.enter()
    main()
