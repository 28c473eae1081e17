"""The operator's sheet and the table in OPERATING: what the display can say, and what to do. The sheet is one A4 page in both languages."""
import pathlib
import re
import unittest

import browser

TOP = pathlib.Path(__file__).resolve().parents[2]
SHEET = TOP / "tools" / "sheet" / "operator.html"
NOTICE = re.compile(r'^NOTICE\(\w+, "([^"]+)"', re.M)
HEADLINES = NOTICE.findall((TOP / "app/ui/panel/notices.def").read_text(encoding="utf-8"))


class Operating(unittest.TestCase):
    def test_its_table_explains_every_notice_in_the_order_of_their_urgency(self):
        book = (TOP / "docs/OPERATING.md").read_text(encoding="utf-8")
        table = book[book.index("| display | what it means | what to do |"):book.index("The box needs nobody in the following cases")]
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.strip().split("\n")[2:]]
        self.assertEqual([row[0] for row in rows], HEADLINES)
        for row in rows:
            self.assertEqual(len(row), 3, row)
            self.assertTrue(all(row), row)


class Sheet(unittest.TestCase):
    def test_it_explains_everything_that_the_display_says(self):
        """Each headline once; several of them may have the same advice."""
        sheet = SHEET.read_text(encoding="utf-8")
        rows = re.findall(r'^<tr><th>([^<]+)\n<td lang="en">[^<]+<td lang="th">[^<]+', sheet, re.M)
        explained = [headline for row in rows for headline in row.split(", ")]
        self.assertGreater(len(HEADLINES), 4)
        self.assertEqual(sorted(explained), sorted(["Crawling", *HEADLINES]))

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
