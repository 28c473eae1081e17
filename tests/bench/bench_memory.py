"""The memory of `crawlbox box` after 100 and after 10,000 pages of one site, beside wget's with the same pages.

Looked at is what the kernel counts as resident and nobody else's (RssAnon of /proc/PID/status), and all that is resident (VmRSS), which has
the program's own text in it, of as much as was ever run.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from bench import Results

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(REPOSITORY / "tests/host"), str(REPOSITORY / "tests/e2e")]
import namespace  # noqa: E402
from small_web import NAME_SERVER, NETWORK, SmallWeb  # noqa: E402

HOST_PROGRAM = REPOSITORY / "build/host/tools/crawlbox"
NATIVE_PROGRAM = REPOSITORY / "build/native/boards/native/crawlbox"
SITE = "www.example.co.th"
SITE_ADDRESS = f"{NETWORK}.1"  # wget can only ask the machine's name server, which is not in the namespace
PAGES, EARLY = 10_000, 100
SETTINGS = {"operator": "bench", "contact": "http://library.example/", "email": "bench@library.example", "allow": f"{NETWORK}.0/24",
            "delay_min_ms": "0", "delay_factor": "0", "delay_max_ms": "0", "page_cap": "65535", "site_kb": "4194303", "hops": "30",
            "strategy": "bfs", "keep": "all"}
TEXT = "ห้องสมุดเปิดบริการให้ประชาชนทั่วไปได้อ่านหนังสือและค้นคว้าข้อมูลทุกวัน " * 8


def make_site():
    """10,001 pages, a hundred links from each of the first hundred, so that none is far away."""
    pages = {"/": "".join(f"<a href='/{number}.html'>{number}</a> " for number in range(100))}
    for number in range(PAGES):
        links = "".join(f"<a href='/{other}.html'>{other}</a> " for other in range(number * 100, number * 100 + 100) if other < PAGES)
        pages[f"/{number}.html"] = f"<html><meta charset=utf-8><p>{TEXT}{number}<p>{links}</html>"
    pages = {path: text.encode() for path, text in pages.items()}
    return {SITE: pages, SITE_ADDRESS: pages}


def memory_kb(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return tuple(int(re.search(rf"{name}:\s+(\d+)", status)[1]) for name in ("RssAnon", "VmRSS"))


def fetched(web):
    return len({path for _, path in web.requests if path.endswith(".html")})


def watch(web, process):
    """The memory after EARLY and after PAGES pages."""
    figures = []
    for wanted in (EARLY, PAGES):
        while fetched(web) < wanted:
            if process.poll() is not None:
                sys.exit(f"{process.args[0]} ended after {fetched(web)} pages")
            time.sleep(0.05)
        figures.append(memory_kb(process))
    return figures


def measure(web, command, folder):
    web.requests.clear()
    with subprocess.Popen(list(map(str, command)), cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        try:
            return watch(web, process)
        finally:
            process.terminate()


def main():
    results = Results()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder, SmallWeb(make_site()) as web:
        card, seeds = pathlib.Path(folder, "card.img"), pathlib.Path(folder, "seeds.txt")
        seeds.write_text(f"http://{SITE}/\n", encoding="ascii")
        words = [word for key, value in SETTINGS.items() for word in ("--set", f"{key}={value}")]
        subprocess.run([HOST_PROGRAM, "card", "init", "--size", "512", *words, "--seeds", seeds, card], check=True, capture_output=True)
        ours = measure(web, [NATIVE_PROGRAM, "box", "--dns", NAME_SERVER, "--card", card], folder)
        wget = measure(web, ["wget", "--no-config", "--quiet", "--recursive", "--level=inf", "--delete-after", "--no-warc-compression",
                             "--warc-file=site", f"http://{SITE_ADDRESS}/"], folder)
    for name, (early, late) in (("crawlbox box", ours), ("wget", wget)):
        goal = ("<=", early[0]) if name != "wget" else None
        results.add(f"{name}: memory of its own after {EARLY} pages", early[0], "KB")
        results.add(f"{name}: memory of its own after {PAGES} pages", late[0], "KB", goal)
        results.add(f"{name}: all that is resident after {EARLY} pages", early[1], "KB")
        results.add(f"{name}: all that is resident after {PAGES} pages", late[1], "KB")
    results.finish()


if __name__ == "__main__":
    if "CRAWLBOX_NAMESPACE" not in os.environ:  # the first of the two runs that namespace.enter() makes
        subprocess.run(["sh", "tools/build.sh", "native"], check=True, cwd=REPOSITORY)
    namespace.enter()
    main()
