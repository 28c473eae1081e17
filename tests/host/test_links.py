"""crawlbox links: what the box would follow."""

import os
import subprocess
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]


def run(page, *options):
    return subprocess.run([CRAWLBOX, "links", *options, "-"], input=page, capture_output=True, check=False)


def rows(page, *options):
    result = run(page, "--base", "http://www.example.co.th/a/b.html", *options)
    return [line.split("\t") for line in result.stdout.decode("utf-8").splitlines()]


class Links(unittest.TestCase):
    def test_a_row_has_tag_address_and_anchor_text(self):
        self.assertEqual(rows(b"<p>see <a href='c?x=1&amp;y=2#z'>the\n <b>page</b></a>"),
                         [["a", "http://www.example.co.th/a/c?x=1&y=2", "the page"]])

    def test_all_kinds_of_links(self):
        page = (b"<base href=/d/><meta http-equiv=refresh content='1;url=e'><link rel=next href=f>"
                b"<map><area href=g></map><iframe src=h></iframe><form action=i></form>")
        self.assertEqual([(row[0], row[1].rpartition("/")[2]) for row in rows(page)],
                         [("base", ""), ("meta", "e"), ("link", "f"), ("area", "g"), ("iframe", "h"), ("form", "i")])

    def test_base_element_counts(self):
        self.assertEqual(rows(b"<base href=//x.th/y/><a href=z>")[1], ["a", "http://x.th/y/z", ""])

    def test_other_schemes_are_left_out(self):
        self.assertEqual(rows(b"<a href=mailto:a@b.th><a href='javascript:x()'><a href=tel:1>"), [])

    def test_style_sheets_only_if_asked_for(self):
        page = b"<link rel=stylesheet href=a.css><link rel='alternate stylesheet' href=b.css><link rel=canonical href=c>"
        self.assertEqual([row[1].rpartition("/")[2] for row in rows(page)], ["c"])
        self.assertEqual([row[1].rpartition("/")[2] for row in rows(page, "--all")], ["a.css", "b.css", "c"])

    def test_surroundings(self):
        self.assertEqual(rows(b"<p>one<p><a href=x>two</a><p>three", "--around")[0][2:], ["two", "one", "three"])

    def test_thai_anchor_in_its_old_charset(self):
        page = "<a href=x>ข่าว</a>".encode("cp874")
        self.assertEqual(rows(page, "--charset", "tis-620")[0][2], "ข่าว")

    def test_a_tab_in_an_anchor_does_not_make_a_column(self):
        self.assertEqual(len(rows(b"<a href=x>a\tb&#9;c</a>")[0]), 3)

    def test_without_base_only_absolute_links_count(self):
        self.assertEqual(run(b"<a href=x><a href=http://y.th/>").stdout, b"a\thttp://y.th/\t\n")

    def test_every_link_of_a_long_page_keeps_its_anchor(self):
        page = "".join(f"<li><a href=p{i}>anchor {i}</a> text behind it" for i in range(500))
        self.assertEqual([(row[1].rpartition("/p")[2], row[2]) for row in rows(page.encode())],
                         [(str(i), f"anchor {i}") for i in range(500)])

    def test_a_bad_base_is_explained(self):
        result = run(b"", "--base", "nonsense")
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"nonsense", result.stderr)


if __name__ == "__main__":
    unittest.main()
