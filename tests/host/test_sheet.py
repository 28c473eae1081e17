"""The operator's sheet: one A4 page, in both languages, that says what the box says."""
import pathlib
import re
import unittest

import browser

TOP = pathlib.Path(__file__).resolve().parents[2]
SHEET = TOP / "tools" / "sheet" / "operator.html"
NOTICE = re.compile(r'^NOTICE\(\w+, "([^"]+)"', re.M)


class Sheet(unittest.TestCase):
    def test_it_explains_everything_that_the_display_says(self):
        sheet = SHEET.read_text(encoding="utf-8")
        headlines = [headline.replace("\\n", " ") for headline in NOTICE.findall((TOP / "app/ui/panel/notices.def").read_text())]
        self.assertGreater(len(headlines), 4)
        for headline in headlines:
            self.assertIn(f"<th>{headline}\n", sheet)

    def test_every_text_is_there_in_both_languages(self):
        sheet = SHEET.read_text(encoding="utf-8")
        body = sheet[sheet.index("<body>"):sheet.index("<footer")]
        english, thai = (re.findall(rf'<(\w+) lang="{language}">', body) for language in ("en", "th"))
        self.assertEqual(english, thai)
        self.assertIsNone(re.search(r"[ก-๛]", "".join(re.findall(r'lang="en">([^<]*)', body))))

    def test_it_is_one_page_that_can_be_read(self):
        findings = browser.look(SHEET, "sheet")
        browser.check(self, findings, SHEET)
        self.assertEqual(findings["pages"], 1)


if __name__ == "__main__":
    unittest.main()
