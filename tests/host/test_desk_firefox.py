"""The desk in Firefox, which cannot write into folders: it reads and checks a card, shows it, and its files can be saved. What it cannot do,
it says, and which browser can.
"""
import base64
import pathlib
import shutil
import tempfile
import time
import unittest

import deskpage
import firefox
from test_desk import content, put_card
from warcfile import crawlbox


class Firefox(unittest.TestCase):
    def setUp(self):
        if not deskpage.PAGE.exists():
            self.skipTest("NOTICE: there is no build/desk/crawlbox-desk.html (sh tools/build.sh desk): nobody tried the desk")
        self.top = pathlib.Path(tempfile.mkdtemp(prefix="crawlbox-"))
        self.addCleanup(shutil.rmtree, self.top, ignore_errors=True)
        self.browser = firefox.Firefox(self.top)
        self.addCleanup(self.browser.__exit__)
        self.browser.open(deskpage.PAGE.as_uri())
        self.browser.click("#english")

    def text(self, selector):
        return self.browser.run("return document.querySelector(arguments[0]).innerText", selector)

    def choose(self, card):
        """As if the user had chosen the folder: a picker cannot be operated without a screen, so the field has its files from here."""
        files = [[f"{card.name}/{path.relative_to(card)}", base64.b64encode(path.read_bytes()).decode()]
                 for path in sorted(card.rglob("*")) if path.is_file()]
        self.browser.run("""const field = document.querySelector("#card-files"), files = arguments[0].map(([path, data]) => {
            const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
            return Object.defineProperty(new File([bytes], path.split("/").at(-1)), "webkitRelativePath", { value: path });
          });
          Object.defineProperty(field, "files", { value: files });
          field.dispatchEvent(new Event("change"));""", files)

    def ended(self):
        return self.browser.wait("document.querySelector('#work').hidden && document.querySelector('#said').textContent")

    def test_reading_checking_and_saving_work_and_the_rest_says_who_can(self):
        card = put_card(self.top / "card")
        self.assertIn("Chrome, Edge and Chromium from version 137 on", self.text("#limits"))
        self.choose(card)
        self.assertEqual(self.text("#card-name"), "card")
        self.browser.click("#start-look")
        self.assertEqual(self.ended(), "Done.")
        shown = self.text("#look-result")
        self.assertIn("Every record on the card is sound.", shown)
        self.assertIn("http://www.example1.in.th/page/7?b=2&a=1", shown)
        self.save(card)
        self.browser.click("nav [data-part=prepare]")
        self.assertIn("This needs Chrome, Edge or Chromium", self.text("#there"))
        self.browser.click("nav [data-part=talk]")
        self.assertRegex(self.text("#line-state"), "Chrome, Edge and Chromium can|Not connected")

    def save(self, card):
        self.browser.click("nav [data-part=empty]")
        self.browser.click("#start-empty")
        self.assertEqual(self.ended(), "Done.")
        self.browser.click("#empty-result a[download='harvest.wacz']")
        saved = self.top / "harvest.wacz"
        while not saved.exists() or saved.stat().st_size == 0 or list(self.top.glob("*.part")):
            time.sleep(0.1)
        crawlbox("card", "collect", card, self.top / "out")
        self.assertEqual(content(saved.read_bytes()), content((self.top / "out" / "harvest.wacz").read_bytes()))


if __name__ == "__main__":
    unittest.main()
