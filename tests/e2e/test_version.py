"""Everything that is built from one tree says the same version: the image, the host program, what they write."""
import pathlib
import re
import subprocess
import tempfile
import unittest

import card_image
from box import Box
from test_model import CRAWLBOX


def host(*words):
    return subprocess.run([CRAWLBOX, *map(str, words)], check=True, capture_output=True, text=True).stdout


class Version(unittest.TestCase):
    def test_they_agree(self):
        version = host("--version").split()[1]
        self.assertRegex(version, r"^\d+\.\d+\.\d+(\+[0-9a-f]{8})?$")
        with tempfile.TemporaryDirectory() as top:
            card, report = pathlib.Path(top) / "card.img", pathlib.Path(top) / "report.html"
            card_image.make(str(card))
            with Box(card=str(card), snapshot=False) as box:
                box.wait_for("Card ready")
                self.assertEqual(box.facts("version")["version"], version)
                self.assertEqual(box.facts("status")["version"], version)
                box.command("card selftest 2")
                box.command("eject")
            file = card_image.names(str(card), "WARC")[0]
            software = re.search(rb"software: *crawlbox/([^\r]+)", card_image.read(str(card), "WARC/" + file))
            self.assertEqual(software[1].decode(), version)
            host("report", "-o", report, card)
            self.assertIn(f'content="crawlbox {version}"', report.read_text(encoding="utf-8"))
            host("card", "collect", card, pathlib.Path(top) / "collection")
            self.assertIn(f"crawlbox {version}".encode(), (pathlib.Path(top) / "collection" / "harvest.wacz").read_bytes())


if __name__ == "__main__":
    unittest.main()
