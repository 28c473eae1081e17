"""An estimate of the power that the box draws while it crawls politely.

What the box does is simulated: the real image in QEMU crawls four https sites with the politeness that is set at first, and what its core
slept and computed and what it wrote to the card is read from it. What that takes of current is no measurement: CURRENTS_MA are typical figures
after the data sheets of the parts, to be checked against the sheet of the part that is really used. docs/MEASURED.md has the arithmetic."""
import contextlib
import os
import pathlib
import sys
import tempfile

import crawl_box
import crawl_native
from bench import Results

sys.path.insert(0, str(crawl_native.REPOSITORY / "tests/e2e"))
import namespace  # noqa: E402
import tls_world  # noqa: E402
from test_net import serve_time  # noqa: E402

SITES = 4
SECONDS = 60  # of the box's time
POLITE = ("operator", "contact", "email", "allow", "site_hops")  # settings of bench crawl that stay: delays are those of a fresh card
SUPPLY_VOLTS = 5  # the regulator is linear: what is drawn at 3.3 V is drawn at 5 V
CARD_MS_A_SECTOR = 1.0  # how long a card programs a sector: an assumption
CURRENTS_MA = {  # when busy, when not
    "chip: core and peripherals, 50 MHz": (110, 20),
    "chip: Ethernet part, link up": (48, 48),
    "SD card": (60, 1),
    "display": (20, 20),
}


def observe(box):
    return {"work": sum(crawl_box.work_us(box).values()) / 1e6, "sectors": crawl_box.sectors(box)["written"], "seconds": box.clock()}


def crawl(folder, things):
    """What the box did a second: seconds of work, sectors written; and what `status` says of its sleep."""
    root = tls_world.Authority(folder, "ec:P-256", "Bench Root")
    hosts = {f"site{number}.example.th": f"198.18.1.{number + 10}" for number in range(SITES)}
    for host, address in hosts.items():
        pages = crawl_box.answering(crawl_box.site_pages(), 100, True)
        things.enter_context(tls_world.serve(pages, address, 443, root.issue(host, "ec:P-256"), crawl_box.ask_the_client))
    things.enter_context(namespace.dnsmasq(*(f"--address=/{host}/{address}" for host, address in hosts.items())))
    crawl_box.SETTINGS = {key: crawl_box.SETTINGS[key] for key in POLITE}
    box = crawl_box.start(things, crawl_box.make_card(folder, [root]))
    box.send("".join(f"seed add https://{host}/\r" for host in hosts) + "start\r")
    for _ in hosts:
        box.wait_for("begins")
    before = observe(box)
    box.listen(SECONDS)
    after = observe(box)
    seconds = after["seconds"] - before["seconds"]
    return (after["work"] - before["work"]) / seconds, (after["sectors"] - before["sectors"]) / seconds, box.facts("status")


def main():
    results = Results()
    serve_time(0)
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as name, contextlib.ExitStack() as things:
        computing, sectors, status = crawl(pathlib.Path(name), things)
    writing = sectors * CARD_MS_A_SECTOR / 1000
    busy = dict(zip(CURRENTS_MA, (computing, 1, writing, 1)))
    milliamperes = {part: busy[part] * most + (1 - busy[part]) * least for part, (most, least) in CURRENTS_MA.items()}
    watts = sum(milliamperes.values()) / 1000 * SUPPLY_VOLTS
    results.add("polite crawl of four https sites: the core computes", 100 * computing, "% of the time")
    results.add("the core sleeps", 100 * (1 - computing), "% of the time")
    results.add("the core has slept since start, as status says", float(status["asleep_since_start"]), "% of the time")
    results.add("sectors written", sectors, "a second")
    results.add(f"the card writes, at {CARD_MS_A_SECTOR} ms a sector", 100 * writing, "% of the time")
    for part, figure in milliamperes.items():
        results.add(f"estimate: {part}", figure, "mA")
    results.add(f"estimate: power at {SUPPLY_VOLTS} V", watts, "W")
    results.add("estimate: energy", watts * 24 * 30 / 1000, "kWh in 30 days")
    results.finish()


if __name__ == "__main__":
    namespace.enter()
    main()
