"""What a crawl costs on the Cortex-M3: the real image in QEMU, its time counted by instructions (shift=4: 16 ns each), crawls a site of
30 KB pages over http and https, with politeness off.

Work is what the tasks of the box ran, what it sleeps left out; so it depends on nothing but the image. The time that passes also holds
what the computer takes to answer."""
import contextlib
import http.server
import os
import pathlib
import re
import ssl
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import crawl_native

sys.path[:0] = [str(crawl_native.REPOSITORY / "tests" / folder) for folder in ("e2e", "host")]
import namespace  # noqa: E402
import statefile  # noqa: E402
import tls_world  # noqa: E402
from box import Box, IMAGE  # noqa: E402
from small_web import ENGLISH, NAME_SERVER, SmallWeb, page  # noqa: E402
from test_net import serve_time  # noqa: E402

NS_PER_INSTRUCTION = 16
PAGES = 60
COMPARED_CRAWLS = 3  # at each turn of an image
CARD_MB = 512
HOSTS = (100, 50_000)  # known to the box
ENDED_SITES, SITE_TARGETS = 100, 30  # sites that end between two rounds, and known hosts that each of them links to
SETTINGS = {"operator": "bench", "contact": "http://library.example/", "email": "bench@library.example",
            "allow": f"{namespace.HOSTS}", "delay_min_ms": "0", "delay_factor": "0", "delay_max_ms": "0", "site_hops": "0",
            "explore": "no"}  # else all hosts that are known would be visited, too
# what is measured: scheme, ms that the server waits before each answer, whether the connection is kept
RUNS = {"http": ("http", 0, True), "http, 100 ms": ("http", 100, True), "https": ("https", 0, True),
        "https, a resumed session for each page": ("https", 0, False), "https, kept, 100 ms": ("https", 100, True),
        "https, a resumed session for each page, AES-GCM": ("https", 0, False)}
TASKS = ("crawler", "net", "console", "panel", "supervisor")


def site_pages():
    """{path: body}: each page leads to the next, and to some others."""
    pages = {"/": b"<html><p><a href='/page/0.html'>0</a></html>"}
    for number in range(PAGES):
        text = crawl_native.SitePages(number).page(crawl_native.PAGE_BYTES)
        text = re.sub(r"/page/(\d+)\.html", lambda match: f"/page/{int(match[1]) % PAGES}.html", text)
        following = f'<p><a href="/page/{(number + 1) % PAGES}.html">{number}</a></p></body>'
        pages[f"/page/{number}.html"] = text.replace("</body>", following).encode("utf-8")
    return pages


def answering(pages, delay_ms, keeps):
    def answer(path):
        body = pages.get(path)
        time.sleep(delay_ms / 1000)
        head = "HTTP/1.1 200 OK" if body else "HTTP/1.1 404 Not Found"
        head += f"\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body or b'')}\r\n"
        return (head + ("" if keeps else "Connection: close\r\n") + "\r\n").encode() + (body or b"")
    return answer


def make_card(folder, roots, name="card.img", **settings):
    card, tables = folder / name, folder / "tables"
    tables.mkdir(exist_ok=True)
    (tables / "CA.BIN").write_bytes(tls_world.ca_bin(roots))
    options = [word for key, value in {**SETTINGS, **settings}.items() for word in ("--set", f"{key}={value}")]
    subprocess.run([crawl_native.HOST_PROGRAM, "card", "init", "--size", str(CARD_MB), "--force", *options, "--tables", tables, card],
                   check=True, capture_output=True)
    return card


class Everything(dict):
    """Every name has an address."""

    def get(self, key, default=None):
        return namespace.SITE


def known_host(number):
    return f"host{number}.example{number % 997}.com"


def make_known(card, count):
    """Lets the native crawler get to know so many hosts: English sites link to them."""
    a_page, a_site = 1000, 12_500  # a site's queue holds 15,872 entries
    hosts = [known_host(number) for number in range(count)]
    web = {}
    for first in range(0, count, a_site):
        parts = [hosts[at:min(at + a_page, first + a_site)] for at in range(first, min(first + a_site, count), a_page)]
        pages = {f"/{number}": page(*(f"http://{host}/" for host in part), text=ENGLISH) for number, part in enumerate(parts)}
        web[f"links{first}.example.com"] = {"/": page(*pages, text=ENGLISH), **pages}
    sets = {"links_per_page": "2000", "site_hops": "1", "strategy": "ls1", "tau": "255", "explore": "no"}
    with SmallWeb(web) as server:
        server.addresses = Everything()
        subprocess.run([crawl_native.HOST_PROGRAM, "run", "--quiet", "--dns", NAME_SERVER,
                        *(word for host in web for word in ("--seed", f"http://{host}/")),
                        *(word for key, value in sets.items() for word in ("--set", f"{key}={value}")), card],
                       check=True, capture_output=True)
    known = subprocess.run([crawl_native.HOST_PROGRAM, "card", "hosts", card], check=True, capture_output=True, text=True).stdout
    if known.count("\n") < count:
        sys.exit(f"the card knows {known.count(chr(10))} hosts, not {count}")


def work_us(box):
    """What each task has run so far."""
    facts = box.facts("tasks")
    return {name: int(facts[f"{name}_us"]) for name in TASKS}


def sectors(box):
    facts = box.facts("card")
    return {what: int(facts[f"sectors_{what}"]) for what in ("read", "written")}


def difference(after, before):
    return {name: (value - before[name]) % (1 << 32) for name, value in after.items()}


def crawl_site(box, url):
    """Has one site crawled, while nothing else is to do. What a page of it took, from the line that says that it begins to the one that it
    has ended, as microseconds of work by task, as sectors and as seconds that passed; and the work before its first page."""
    host = url.split("/")[2]
    idle, card = work_us(box), sectors(box)
    box.send(f"seed add {url}\rstart\r")
    begun = box.wait_for(rf"\[ *([\d.]+)\] info: {re.escape(host)} begins")
    first = work_us(box)
    ended = box.wait_for(rf"\[ *([\d.]+)\] info: {re.escape(host)}: (.*)\r")
    last = work_us(box)
    if "every page" not in ended[2]:
        sys.exit(f"{url}: {ended[2]}\n{box.heard[-1500:]}")
    box.wait_until(lambda: "nothing left to crawl" in box.heard[box.heard.rindex(ended[0]):], "the end of the crawl")  # perhaps said already
    costs = {**difference(last, first), **difference(sectors(box), card), "passed": float(ended[1]) - float(begun[1])}
    return {name: cost / PAGES for name, cost in costs.items()}, sum(difference(first, idle).values())


def start(things, card, image=IMAGE):
    box = things.enter_context(Box(image=image, card=card, snapshot=False, net=namespace.TAP))
    box.wait_for("(the crawl is stopped|nothing left to crawl)")
    return box


def work_of(figures):
    return sum(figures[name] for name in TASKS)


def ask_the_client(tls):
    """Servers go by what the client prefers, as nginx does unless told otherwise: the box prefers ChaCha20."""
    tls.options &= ~ssl.OP_CIPHER_SERVER_PREFERENCE


def measure_runs(folder, things, results):
    root = tls_world.Authority(folder, "ec:P-256", "Bench Root")
    pages, hosts = site_pages(), {}
    for number, (name, (scheme, delay_ms, keeps)) in enumerate(RUNS.items()):
        host, address = f"site{number}.example.th", f"198.18.1.{number + 10}"
        site = root.issue(host, "ec:P-256") if scheme == "https" else None
        options = (lambda tls: None) if "AES" in name else ask_the_client  # of its own will Python's server takes AES
        things.enter_context(tls_world.serve(answering(pages, delay_ms, keeps), address, 443 if site else 80, site, options))
        hosts[name] = (f"{scheme}://{host}/", host, address)
    things.enter_context(namespace.dnsmasq(*(f"--address=/{host}/{address}" for _, host, address in hosts.values())))
    box = start(things, make_card(folder, [root]))
    before = work_us(box)
    box.command(f"card selftest {PAGES}")
    storing_us = sum(difference(work_us(box), before).values()) / PAGES
    found = {name: crawl_site(box, url) for name, (url, _, _) in hosts.items()}
    goals = {"http": 1050, "https, a resumed session for each page": 750}
    for name, (figures, _) in found.items():
        goal = (">=", goals[name]) if name in goals else None
        results.add(f"M3: {name}: pages a minute by the box's work", 60e6 / work_of(figures), "pages", goal)
        results.add(f"M3: {name}: pages a minute of time that passed", 60 / figures["passed"], "pages")
    figures = found["https, kept, 100 ms"][0]  # not one of the first: they made the logs, which is done once in a thousand pages
    results.add("M3: sectors read a page", figures["read"], "sectors")
    results.add("M3: sectors written a page, no log being made", figures["written"], "sectors", ("<=", 75))
    figures = found["http"][0]
    all_us, net_us, tls_us = work_of(figures), figures["net"], work_of(found["https"][0]) - work_of(figures)
    parts = {"all, http": all_us, "frames and TCP": net_us, "storing, with digests (card selftest)": storing_us,
             "HTTP, reading, language, queue": all_us - net_us - storing_us, "more for TLS records": tls_us}
    for name, part_us in parts.items():
        results.add(f"M3: instructions a page: {name}", round(part_us * 1000 / NS_PER_INSTRUCTION), "instructions")


def measure_growth(folder, results):
    costs = []
    for count in HOSTS:
        with contextlib.ExitStack() as things:
            card = make_card(folder, [tls_world.Authority(folder, "ec:P-256", f"Root {count}")], f"{count}.img")
            make_known(card, count)
            things.enter_context(tls_world.serve(answering(site_pages(), 0, True), "198.18.1.30", 80))
            things.enter_context(namespace.dnsmasq("--address=/grown.example.th/198.18.1.30"))
            box = start(things, card)
            figures, before_us = crawl_site(box, "http://grown.example.th/")
            costs.append(figures["passed"] * 1e6)  # by the box's own log: scoring begins right behind the end
            results.add(f"M3: ms a page, {count} hosts known", costs[-1] / 1000, "ms")
            results.add(f"M3: ms of work to score all of {count} hosts, once a round", before_us / 1000, "ms")
        os.unlink(card)
    results.add("M3: growth of a page's cost", 100 * (costs[1] / costs[0] - 1), "%", ("<=", 20))


class RoundSites(http.server.ThreadingHTTPServer):
    """start.th links to all the others, and each of them to hosts that are known; these are in English. All link to next.th, so that there is a
    next round. The page of the one that is asked for last is held until `released`; `held` says that it was asked for."""
    daemon_threads = True

    def __init__(self, address):
        super().__init__((address, 80), RoundPages)
        self.asked, self.held, self.released = set(), threading.Event(), threading.Event()

    def page_of(self, host):
        if host == "start.th":
            return page(*(f"http://round{number}.th/" for number in range(ENDED_SITES)))
        if not host.startswith("round"):
            return page(text=ENGLISH)
        first = int(re.search(r"\d+", host)[0]) * 487
        self.asked.add(host)
        if len(self.asked) == ENDED_SITES:
            self.held.set()
            self.released.wait()
        return page("http://next.th/", *(f"http://{known_host((first + 1009 * number) % HOSTS[-1])}/" for number in range(SITE_TARGETS)))


class RoundPages(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = b"" if self.path != "/" else self.server.page_of(self.headers["Host"])
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def measure_rounds(folder, results):
    """The work of a round in which little has changed, by a box that explores and that has learned. It contains the last of the pages."""
    with contextlib.ExitStack() as things:
        card = make_card(folder, [tls_world.Authority(folder, "ec:P-256", "Root of rounds")], "rounds.img", site_hops="5", mode="rounds",
                         active_sites="1", explore="yes")
        make_known(card, HOSTS[-1])
        # it counts, is in force, will be applied anew after 1,152 sites, and has seen so much that the 320 hosts which are drawn first, all of
        # them English, change little: else no host would promise anything, and the box would explore, for which it scores all
        statefile.put_learned(card, statefile.learned(counts=True, sites=1025, lead=100_000, seen=4000))
        web = things.enter_context(RoundSites("198.18.1.40"))
        threading.Thread(target=web.serve_forever, daemon=True).start()
        things.enter_context(namespace.dnsmasq("--address=/th/198.18.1.40", "--address=/com/198.18.1.40"))
        box = start(things, card)
        before = work_us(box)
        box.send("seed add http://start.th/\rstart\r")
        box.wait_for(r"Round \d+")
        all_us = sum(difference(work_us(box), before).values())
        box.wait_until(web.held.is_set, "last of the sites")
        before = work_us(box)
        web.released.set()
        box.wait_for(r"(Round \d+|nothing left to crawl)")
        changed_us = sum(difference(work_us(box), before).values())
        if box.facts("model")["learned_counts"] != "yes":
            sys.exit("the box does not go by what it has learned any more")
        results.add(f"M3: ms of work to score all of {HOSTS[-1]} hosts, after a start", all_us / 1000, "ms")
        results.add(f"M3: ms of work to score after {ENDED_SITES} sites have ended", changed_us / 1000, "ms", ("<=", 2000))


def compare_once(folder, things, image):
    """What a page takes over http, by task, in some crawls of the same pages. The first one, which makes the logs, is left out."""
    hosts = {f"site{number}.example.th": f"198.18.1.{50 + number}" for number in range(COMPARED_CRAWLS + 1)}
    for address in hosts.values():
        things.enter_context(tls_world.serve(answering(site_pages(), 0, True), address, 80))
    things.enter_context(namespace.dnsmasq(*(f"--address=/{host}/{address}" for host, address in hosts.items())))
    box = start(things, make_card(folder, [tls_world.Authority(folder, "ec:P-256", "Bench Root")]), image)
    return [crawl_site(box, f"http://{host}/")[0] for host in hosts][1:]


def compare(results, other, turns):
    """What a page takes with two images, in turns. Single crawls differ by up to 5 %, with how large the pieces are in which a busy computer
    hands answers over; so this is the median."""
    serve_time(0)
    images, found = {"before": other, "now": IMAGE}, {"before": [], "now": []}
    for _ in range(turns):
        for name, image in images.items():
            with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as things:
                found[name] += compare_once(pathlib.Path(folder), things, image)
    for task, work in (("all tasks", work_of), ("crawler", lambda figures: figures["crawler"])):
        medians = {name: statistics.median(map(work, found[name])) * 1000 / NS_PER_INSTRUCTION for name in images}
        for name, median in medians.items():
            results.add(f"M3: instructions a page, {task}, {name}", round(median), "instructions")
        results.add(f"M3: more than before, {task}", 100 * (medians["now"] / medians["before"] - 1), "%", ("<=", 1))


def measure(results, only_rounds=False):
    """To be run in a network namespace (tests/e2e/namespace.py)."""
    shm = "/dev/shm" if os.path.isdir("/dev/shm") else None
    serve_time(0)
    with tempfile.TemporaryDirectory(dir=shm) as name:
        folder = pathlib.Path(name)
        if not only_rounds:
            with contextlib.ExitStack() as things:
                measure_runs(folder, things, results)
            measure_growth(folder, results)
        measure_rounds(folder, results)
