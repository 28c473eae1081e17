"""What a slow wire costs: the real image in QEMU crawls sites of 30 KB pages while each frame takes half a round trip each way, and some are
lost. Beside it curl gets the same pages from the same servers over the same wire.

    python3 tests/bench/bench_latency.py latency.tsv [--quick | --polite | --campaign]

Time is the box's own, from the line that says that a site begins to the one that it has ended; curl's and the wire's is this computer's. While
the box computes, QEMU takes two or three times as long as the box believes, so that the wire seems faster than it
is: rows "by the wire's clock" have that put right, as if the box computed no faster than QEMU does. Goals hold for both. Round trips a
page are what a page takes longer than on a wire without delay. The wire is the lab's (tools/lab/internet/LAB.md), both ways alike: servers and
their TCP are Linux's."""
import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import crawl_box
import crawl_native
from bench import Results

sys.path.insert(0, str(crawl_native.REPOSITORY / "tests/e2e"))
import lab  # noqa: E402
import tap_client  # noqa: E402
from box import Box  # noqa: E402

# round trip in ms and loss in per cent; what has to be reached is in goals()
WIRES = [*((ms, loss) for loss in (0, 1, 5) for ms in (0, 20, 50, 100, 250)), (100, 2)]
QUICK = [(0, 0), (100, 0), (100, 2)]
SITES = {"http": ("http", True), "https": ("https", True), "https, resumed": ("https", False)}  # scheme, connection kept
TIMES = {2: 4}  # a wire with this loss has a goal, which one crawl of 60 pages misses or meets by chance: the mean of so many
POLITE_MS = 100
POLITE_SITES = 4
POLITE_SECONDS = 90  # of a crawl that has got going
CAMPAIGN_PAGES, CAMPAIGN_WIRE = 1000, (100, 2)  # https pages, each with a connection of its own
SETTINGS = {**crawl_box.SETTINGS, "allow": "198.18.0.0/15"}


def host_of(number):
    return f"site{number}.example.th", f"198.18.1.{number + 10}"


def describe(folder):
    """A lab's description: a host for each kind of connection, and four for the polite crawl."""
    pages, lines = crawl_box.site_pages(), []
    for number, path in enumerate(pages):
        (folder / f"{number}.html").write_bytes(pages[path])
    for number in range(len(SITES) + POLITE_SITES):
        name, address = host_of(number)
        kept = number != 2
        lines.append(f"host {name} address={address} certificate=p256")
        for at, path in enumerate(pages):
            lines.append(f"  {path} file={at}.html charset=utf-8 transfer={'length' if kept else 'close'}")
    (folder / "web.lab").write_text("\n".join(lines) + "\n")
    return folder / "web.lab"


def make_card(folder, settings):
    card, tables = folder / "card.img", folder / "tables"
    tables.mkdir(exist_ok=True)
    subprocess.run([lab.CRAWLBOX, "ca", "build", "--output", tables / "CA.BIN", os.environ["CRAWLBOX_LAB_ROOTS"]], check=True,
                   capture_output=True)
    options = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    subprocess.run([lab.CRAWLBOX, "card", "init", "--size", "256", "--force", *options, "--tables", tables, card], check=True,
                   capture_output=True)
    return card


def curl_seconds(run, scheme, number):
    """A page's share of the time that curl takes for all of them, one after the other."""
    name, address = host_of(number)
    urls = [f"{scheme}://{name}/page/{page}.html" for page in range(crawl_box.PAGES)]
    began = time.monotonic()
    run(["curl", "--silent", "--fail", "--tls-max", "1.2", "--cacert", os.environ["CRAWLBOX_LAB_ROOTS"], "--resolve",
         f"{name}:{443 if scheme == 'https' else 80}:{address}", *(word for url in urls for word in (url, "-o", "/dev/null"))])
    return (time.monotonic() - began) / crawl_box.PAGES


@contextlib.contextmanager
def started_box(folder, settings):
    with Box(card=make_card(folder, settings), snapshot=False, net=lab.TAP) as box:
        box.wait_for("(the crawl is stopped|nothing left to crawl)")
        lab.wait_for_network(box)
        yield box


def measure_wire(folder):
    """Inside a lab: for each kind of connection the seconds that a page takes the box and curl, by the box's clock and by ours, which is
    the wire's, and how many pages failed; and what of the box's memory was never touched."""
    found = {}
    with started_box(folder, SETTINGS) as box:
        for number, (name, (scheme, _)) in enumerate(SITES.items()):
            failed, clock, began = count(box, "failures"), box.clock(), time.monotonic()
            figures, _ = crawl_box.crawl_site(box, f"{scheme}://{host_of(number)[0]}/")
            pace = (box.clock() - clock) / (time.monotonic() - began)
            found[name] = {"box": figures["passed"], "wire": figures["passed"] / pace, "failed": count(box, "failures") - failed}
        memory = never_touched(box)
    with tap_client.behind_wire() as run:
        for number, (name, (scheme, _)) in enumerate(SITES.items()):
            found[name]["curl"] = curl_seconds(run, scheme, number)
    return {"sites": found, "never_touched": memory}


def count(box, fact):
    return int(re.match(r"\d+", box.facts("status")[fact])[0])


def never_touched(box):
    """Bytes of RAM that nobody claims, or that are in a stack or the arena and have their first content still."""
    facts = {name: [int(number) for number in value.split("/")] for name, value in box.facts("mem").items() if "/" in value}
    stacks = ("interrupts", "supervisor", "net", "console", "crawler", "panel", "idle")
    return sum(facts[name][1] - facts[name][0] for name in (*stacks, "page_arena", "claimed"))


def measure_polite(folder):
    """Inside a lab: pages a minute of four https sites at the usual politeness."""
    usual = {name: value for name, value in SETTINGS.items() if not name.startswith("delay")}
    with started_box(folder, usual) as box:
        for number in range(POLITE_SITES):
            box.command(f"seed add https://{host_of(len(SITES) + number)[0]}/")
        box.send("start\r")
        for number in range(POLITE_SITES):
            box.wait_for(r"info: site\d+.example.th begins")
        box.listen(10)  # until all have done their full handshake
        began, pages = box.clock(), count(box, "pages")
        box.listen(POLITE_SECONDS)
        ended, pages = box.clock(), count(box, "pages") - pages
        return {"pages_a_minute": 60 * pages / (ended - began)}


def taken(box):
    """What is in use of lwIP's pools when all connections have said goodbye, and how far the arena and the image's claim ever went."""
    box.listen(6)
    net, memory = box.facts("net"), box.facts("mem")
    return {**{name: int(net[name]) for name in ("buffers", "heap", "connections", "pieces")},
            **{name: int(memory[name].split("/")[0]) for name in ("page_arena", "claimed")}}


def measure_campaign(folder):
    """Inside a lab: how many of many https pages failed, and which pool has more in use than after the first."""
    host, failed = host_of(2)[0], 0
    with started_box(folder, SETTINGS) as box:
        for number in range(CAMPAIGN_PAGES):
            failed += "status=200" not in box.command(f"fetch https://{host}/page/{number % crawl_box.PAGES}.html -k")
            if number % 100 == 0:
                print(f"{number} of {CAMPAIGN_PAGES} pages, {failed} failed", file=sys.stderr, flush=True)
            if number == 20:
                before = taken(box)
        after = taken(box)
        crash = box.facts("status")["last_crash"]
        return {"failed": failed, "grown": [name for name in after if after[name] > before[name]], "crash": crash,
                "never_touched": never_touched(box)}


def run_campaign(folder, results):
    found = in_lab(folder, "campaign", *CAMPAIGN_WIRE)
    print(found)
    wire = f"{CAMPAIGN_WIRE[0]} ms, {CAMPAIGN_WIRE[1]} % lost: {CAMPAIGN_PAGES} https pages"
    results.add(f"{wire}: failed", found["failed"], "pages", ("<=", 0))
    results.add(f"{wire}: pools that have grown", len(found["grown"]), "", ("<=", 0))
    results.add(f"{wire}: RAM never touched", found["never_touched"], "bytes", (">=", 2048))


def measure_often(folder, round_trip_ms, loss):
    """What measure_wire() finds on such a wire, the mean of several if chance has a say in it."""
    runs = [in_lab(folder, "wire", round_trip_ms, loss) for _ in range(TIMES.get(loss, 1))]
    sites = {name: {"failed": sum(run["sites"][name]["failed"] for run in runs),
                    **{who: sum(run["sites"][name][who] for run in runs) / len(runs) for who in ("box", "wire", "curl")}} for name in SITES}
    return {"sites": sites, "never_touched": min(run["never_touched"] for run in runs)}


def in_lab(folder, what, round_trip_ms, loss):
    """Runs this script once more in a lab with such a wire: what it found."""
    settings = [f"wire-delay={round_trip_ms / 2:g}", f"loss={loss}%"]
    out = folder / "found.json"
    subprocess.run(lab.command(folder / "web.lab", what, str(out), settings=settings), check=True)
    return json.loads(out.read_text())


def goals(name, round_trip_ms):
    """What the box has to reach without loss, in pages a minute."""
    least = {("http", 100): 140, ("https", 100): 95, ("http", 250): 58, ("https", 250): 38}.get((name, round_trip_ms))
    return (">=", least) if least else None


def add_rows(results, found):
    for (round_trip_ms, loss), figures in found.items():
        wire = f"{round_trip_ms} ms" + (f", {loss} % lost" if loss else "")
        for name, site in figures["sites"].items():
            least = None if loss else goals(name, round_trip_ms)
            results.add(f"{wire}: {name}: pages a minute", 60 / site["box"], "pages", least)
            results.add(f"{wire}: {name}: by the wire's clock", 60 / site["wire"], "pages", least)
            results.add(f"{wire}: {name}: curl", 60 / site["curl"], "pages")
            if round_trip_ms and not loss:
                trips = {who: (site[who] - found[0, 0]["sites"][name][who]) * 1000 / round_trip_ms for who in ("box", "curl")}
                most = {"http": ("<=", 4), "https": ("<=", 6)}.get(name)
                results.add(f"{wire}: {name}: round trips a page", trips["box"], "", most)
                results.add(f"{wire}: {name}: curl's", trips["curl"], "")
            if loss:
                results.add(f"{wire}: {name}: pages that failed", site["failed"], "pages", ("<=", 0))
            if loss == 2:
                share = 100 * found[round_trip_ms, 0]["sites"][name]["box"] / site["box"]
                results.add(f"{wire}: {name}: of what it is without loss", share, "%", (">=", 70))
    results.add("RAM never touched", min(figures["never_touched"] for figures in found.values()), "bytes", (">=", 2048))


def main():
    wires = QUICK if "--quick" in sys.argv else WIRES
    results = Results(sys.argv[1])
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as name:
        folder = pathlib.Path(name)
        describe(folder)
        if "--campaign" in sys.argv:
            run_campaign(folder, results)
            results.finish()
            return
        if "--polite" not in sys.argv:
            add_rows(results, {wire: measure_often(folder, *wire) for wire in wires})
        polite = in_lab(folder, "polite", POLITE_MS, 0)["pages_a_minute"]
        results.add(f"{POLITE_MS} ms: four https sites at the usual politeness", polite, "pages a minute", (">=", 75))
    results.finish()


if __name__ == "__main__":
    if lab.is_inside():
        with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as inside:
            measure = {"wire": measure_wire, "polite": measure_polite, "campaign": measure_campaign}[sys.argv[1]]
            pathlib.Path(sys.argv[2]).write_text(json.dumps(measure(pathlib.Path(inside))))
    else:
        main()
