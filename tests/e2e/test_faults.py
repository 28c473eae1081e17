"""Every fault that the lab can play, tried on the real image: each ends with a status of its own, and the next fetch works.

The rows are dealt out to several boxes that run at the same time, each in a lab of its own: most of the time of a stalled
server's fault is waiting.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import lab
from box import Box

TEXT = "a page that is long enough to be cut in two and small enough to be quick"
GOOD = "good.th"
# Seconds instead of minutes, so that waiting for a silent server takes no longer than it must. No operator: the box does not
# begin to crawl by itself.
SETTINGS = """timeout_connect = 6
timeout_answer = 4
timeout_idle = 4
timeout_total = 12
page_kb = 64
"""

# Name, what its host is like, what the page is like, status (and why the page was cut off, if it was); a URL of its own if it
# is not that of the page.
QUICK = (
    ("page", "", "text='{text}'", 200),
    ("chunked", "", "fill=5000 transfer=chunked", 200),
    ("until-close", "", "fill=5000 transfer=close", 200),
    ("continue", "", "fault=continue", 200),
    ("bare-lf", "", "fault=bare-lf", 200),
    ("stale", "", "fault=stale", 200),
    ("gzip", "", "fault=gzip", 200),
    ("wrong-charset", "", "type=text/html charset=windows-874 text=กขค", 200),
    ("missing", "", "status=404", 404),
    ("gone", "", "status=410", 410),
    ("broken", "", "status=500", 500),
    ("busy", "", "status=503 retry-after=3", 503),
    ("too-many", "", "status=429 retry-after=3", 429),
    ("empty", "", "status=204", 204),
    ("loop", "", "fault=loop", 302),
    ("reset", "", "fault=reset", -3),
    ("reset-body", "", "fault=reset-body text='{text}'", "200 disconnect"),
    ("close", "", "fault=close", -3),
    ("close-head", "", "fault=close-head", -3),
    ("close-body", "", "fault=close-body text='{text}'", "200 disconnect"),
    ("cut-chunks", "", "fault=cut-chunks fill=5000", "200 disconnect"),
    ("length-long", "", "fault=length-long text='{text}'", "200 disconnect"),
    ("length-short", "", "fault=length-short text='{text}'", 200),
    ("length-twice", "", "fault=length-twice text='{text}'", -32),
    ("length-chunked", "", "fault=length-chunked text='{text}'", 200),
    ("bad-chunks", "", "fault=bad-chunks text='{text}'", -33),
    ("garbage", "", "fault=garbage", -30),
    ("endless-head", "", "fault=endless-head", -31),
    ("long-line", "", "fault=long-line", -31),
    ("endless-body", "", "fault=endless-body", "200 length"),
    ("nxdomain", "dns=nxdomain", "", -1),
    ("servfail", "dns=servfail", "", -1),
    ("no-address", "dns=empty", "", -44),
    ("refused", "", "", -2, "http://refused.th:81/"),
    ("private", "address=192.168.1.1", "", -5010),
    ("loopback", "address=127.0.0.1", "", -5010),
    ("literal", "", "", -5010, "http://192.168.1.1/"),
    ("short-literal", "", "", -5010, "http://127.1/"),
    ("hex-literal", "", "", -5010, "http://0x7f000001/"),
    ("decimal-literal", "", "", -5010, "http://3232235777/"),
    ("rebind", "address=11.0.0.3 rebind=192.168.1.1 ttl=0", "", 200),
    ("rebound", "", "", -5010, "http://rebind.th/"),
)
SECURE = (
    ("https", "", "text='{text}'", 200),
    ("rsa2048", "certificate=rsa2048", "", 200),
    ("rsa4096", "certificate=rsa4096", "", 200),
    ("names", "certificate=names", "", 200),
    ("p384", "certificate=p384", "", 200),
    ("long-chain", "certificate=long", "", 200),
    ("large-records", "records=16k certificate=rsa2048", "fill=50000", 200),
    ("no-tickets", "resume=id", "", 200),
    ("no-resumption", "resume=never", "", 200),
    ("expired", "certificate=expired", "", -21),
    ("future", "certificate=future", "", -21),
    ("wrong-host", "certificate=wrong-host", "", -22),
    ("unknown-root", "certificate=unknown-root", "", -23),
    ("self-signed", "certificate=self-signed", "", -23),
    ("no-chain", "certificate=no-chain", "", -23),
    ("tls13", "tls=1.3", "", -24),
    ("tls-closed", "tls=closed", "", -20),
    ("tls-reset", "", "fault=reset", -3),
    ("tls-close-body", "", "fault=close-body text='{text}'", "200 disconnect"),
)
# Given up after the time for a whole page. How far the answer has come by then is a matter of two clocks: into its header, or beyond.
DRIP = ("-42", "200 time")
GROUPS = {
    "quick": QUICK,
    "secure": SECURE,
    "stall": (("stall", "", "fault=stall", -4), ("stall-head", "", "fault=stall-head", -41),
              ("stall-body", "", "fault=stall-body text='{text}'", "200 time")),
    "unreachable": (("dead", "dead=yes", "", -40), ("silent-dns", "dns=silent", "", -1)),
    "tls-stall": (("tls-stall", "tls=stall", "", -40, "https://tls-stall.th/"), ("drip", "", "fault=drip", DRIP),
                  ("slow", "", "fill=20000 rate=100", "200 time")),
}


def describe(rows):
    """The lab for these rows: each has a host of its own, at an address that looks public."""
    lines = [f"host {GOOD} address=11.0.0.2", f'  / text="{TEXT}"']
    for number, (name, host, page, *_) in enumerate(rows):
        place = "" if "address=" in host else f"address=11.0.1.{number + 1}"
        lines += [f"host {name}.th {place} {host}", "  / " + page.replace("'", '"').format(text=TEXT)]
    return "\n".join(lines) + "\n"


def fetch(box, url):
    """The facts about a fetch; the answer's header, which may end anywhere, stands before them."""
    return dict(re.findall(r"(status|took|bytes|cut_off)=(.*)", box.command(f"fetch {url} -k")))


def check_rows(box, rows, scheme):
    """What is wrong, as lines."""
    problems = []
    for name, _, _, status, *url in rows:
        answer = fetch(box, url[0] if url else f"{scheme}://{name}.th/")
        after = fetch(box, f"{scheme}://{GOOD}/")
        result = " ".join(answer[key] for key in ("status", "cut_off") if key in answer)
        print(f"{name}: {result} after {answer.get('took')} ms, then {after.get('status')}", flush=True)
        if result not in (status if isinstance(status, tuple) else (str(status),)):
            problems.append(f"{name}: {result} instead of {status}")
        if after.get("status") != "200":
            problems.append(f"{name}: the next fetch gives {after}")
    if box.facts("status").get("last_crash") != "none":
        problems.append(box.command("crash"))
    return problems


def inside(group):
    secure = group == "secure"
    with tempfile.TemporaryDirectory() as folder, Box(card=lab.make_card(folder, SETTINGS), net=lab.TAP) as box:
        lab.wait_for_network(box)
        problems = check_rows(box, GROUPS[group], "https" if secure else "http")
    print("\n".join(problems))
    return 1 if problems else 0


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.running = {}
        for group, rows in GROUPS.items():
            file = pathlib.Path(temporary.name, group)
            file.write_text(describe(rows))
            cls.running[group] = subprocess.Popen(lab.command(file, group), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                                  text=True)


def wait_for_group(group):
    def test(self):
        process = self.running[group]
        said, _ = process.communicate()
        self.assertEqual(process.returncode, 0, said)
        self.assertEqual(said.count(", then 200"), len(GROUPS[group]), said)
    return test


for one in GROUPS:
    setattr(Faults, "test_" + one.replace("-", "_"), wait_for_group(one))

if __name__ == "__main__":
    if lab.is_inside():
        sys.exit(inside(sys.argv[1]))
    unittest.main(verbosity=2)
