"""The native crawler beside wget, on the same site: instructions and memory. Both store plain WARC with digests and obey
robots.txt; crawlbox also decides the language of each page, keeps its queue on the card, and survives a power cut at any point.

Instructions are those of the program, counted by valgrind; memory is the most that was resident at one time."""
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tests/host"))
from reading_pages import PageMaker  # noqa: E402
from small_web import NAME_SERVER, NETWORK, SmallWeb  # noqa: E402

HOST_PROGRAM = REPOSITORY / "build/host/tools/crawlbox"
NATIVE_PROGRAM = REPOSITORY / "build/native/boards/native/crawlbox"
SITE = "www.example.co.th"
SITE_ADDRESS = f"{NETWORK}.1"  # wget can only ask the machine's name server, which is not in the namespace
PAGES = 500
PAGE_BYTES = 30_000
SETTINGS = {"operator": "bench", "contact": "http://library.example/", "email": "bench@library.example", "allow": f"{NETWORK}.0/24",
            "delay_min_ms": "0", "delay_factor": "0", "delay_max_ms": "0", "links_per_page": "2000"}


class SitePages(PageMaker):
    """Pages whose links lead to the pages of one site."""

    def __init__(self, seed):
        super().__init__("th", seed)
        self.targets = [f"/page/{number}.html" for number in random.Random(seed).sample(range(PAGES), 20)]

    def path(self):
        return self.random.choice(self.targets)


def make_site():
    """500 pages; each also names the next one, so that all can be reached."""
    pages = {"/": b"<html><p><a href='/page/0.html'>0</a></html>"}
    for number in range(PAGES):
        page = SitePages(number).page(PAGE_BYTES)
        following = f'<p><a href="/page/{(number + 1) % PAGES}.html">{number}</a></p></body>'
        pages[f"/page/{number}.html"] = page.replace("</body>", following).encode("utf-8")
    return {SITE: pages, SITE_ADDRESS: pages}


def count_instructions(command, folder):
    result = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command)], cwd=folder,
                            capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", result.stderr)
    if not found:
        sys.exit(f"{command[0]} failed under valgrind:\n{result.stdout}{result.stderr}")
    return int(found.group(1))


def peak_kb(command, folder):
    """The most memory that was resident, as the kernel counts it; it only grows, so that the last look is the peak."""
    peak = 0
    with subprocess.Popen(list(map(str, command)), cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
            found = re.search(r"VmHWM:\s+(\d+)", status)
            peak = max(peak, int(found.group(1)) if found else 0)
            time.sleep(0.002)
    return peak


def make_card(folder):
    card = pathlib.Path(folder, "card.img")
    settings = pathlib.Path(folder, "settings.ini")
    settings.write_text("".join(f"{key} = {value}\r\n" for key, value in SETTINGS.items()), encoding="ascii")
    card.unlink(missing_ok=True)
    subprocess.run([HOST_PROGRAM, "card", "init", "--size", "256", "--settings", settings, card], check=True, capture_output=True)
    return card


def crawlbox(card):
    return [NATIVE_PROGRAM, "run", "--quiet", "--dns", NAME_SERVER, "--seed", f"http://{SITE}/", card]


def wget(name):
    return ["wget", "--no-config", "--quiet", "--recursive", "--level=inf", "--follow-tags=a,area,frame,iframe", "--delete-after",
            "--no-warc-compression", f"--warc-file={name}", f"http://{SITE_ADDRESS}/"]


def measure():
    """To be run in a network namespace (tests/e2e/namespace.py)."""
    with tempfile.TemporaryDirectory() as folder, SmallWeb(make_site()) as web:
        results = {}
        asked = {}
        for name, command in (("crawlbox", lambda: crawlbox(make_card(folder))), ("wget", lambda: wget("site"))):
            web.requests.clear()
            instructions = count_instructions(command(), folder)
            asked[name] = {path for _, path in web.requests if path.startswith("/page/")}
            results[name] = (instructions / PAGES, peak_kb(command(), folder))
        if any(len(paths) != PAGES for paths in asked.values()):
            sys.exit(f"not all pages were fetched: {({name: len(paths) for name, paths in asked.items()})}")
    return results
