"""A bad wire: 5 % of all frames are lost, some come twice or too late. Pages still arrive whole, one after the other.

The box's pools are so small that a leak of a buffer or a connection would soon end it: every fetch is proof for the ones before.
"""
import re
import tempfile
import unittest

import card_image
import lab
from box import Box

SIZES = (300, 3000, 12000, 30000)
ROUNDS = 3
WIRE = ("loss=5%", "duplicate=2%", "reorder=5%", "seed=7")
DESCRIPTION = "host soak.th address=11.0.0.2 certificate=rsa2048\n" + "".join(
    f"  /{size} fill={size}\n  /chunked/{size} fill={size} transfer=chunked\n" for size in SIZES)
SETTINGS = """timeout_connect = 60
timeout_answer = 60
timeout_idle = 60
keep = all
"""


class BadWire(unittest.TestCase):
    def test_pages_arrive_whole(self):
        urls = [f"{scheme}://soak.th/{kind}{size}" for size in SIZES for kind in ("", "chunked/")
                for scheme in ("http", "https")]
        with tempfile.TemporaryDirectory() as folder:
            card = lab.make_card(folder, SETTINGS)
            with Box(card=card, snapshot=False, net=lab.TAP) as box:
                lab.wait_for_network(box)
                box.command("card")
                for _ in range(ROUNDS):
                    for url in urls:
                        answer = dict(re.findall(r"(status|bytes|cut_off)=(.*)", box.command(f"fetch {url} -k")))
                        self.assertEqual(answer, {"status": "200", "bytes": url.rsplit("/", 1)[1]}, url)
                self.assertEqual(box.facts("status")["last_crash"], "none")
                box.command("eject")
            self.assertEqual(card_image.check(card), ROUNDS * len(urls))


if __name__ == "__main__":
    lab.enter(DESCRIPTION, settings=WIRE)
    unittest.main(verbosity=2)
