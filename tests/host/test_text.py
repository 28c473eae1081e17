"""crawlbox text: what a reader of a page sees."""

import os
import subprocess
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]


def text_of(page, *options):
    result = subprocess.run([CRAWLBOX, "text", *options, "-"], input=page, capture_output=True, check=True)
    return result.stdout.decode("utf-8")


class Text(unittest.TestCase):
    def test_blocks_stand_on_lines_of_their_own(self):
        page = b"<title>T</title><h1>One</h1>\n<p>two <b>th</b>ree\n four<br>five<td>six"
        self.assertEqual(text_of(page), "T\nOne\ntwo three four\nfive six\n")

    def test_scripts_and_styles_are_left_out(self):
        page = b"a<script>if (a<b) '<p>'</script>b<style>p{}</style>c<!-- d -->e"
        self.assertEqual(text_of(page), "abce\n")

    def test_preformatted_lines_stay(self):
        self.assertEqual(text_of(b"<pre>a\n b</pre>c"), "a\nb\nc\n")

    def test_thai_in_its_old_charset(self):
        thai = "<p>ภาษาไทยบนเว็บ</p>" * 20
        self.assertIn("ภาษาไทยบนเว็บ", text_of(thai.encode("cp874"), "--charset", "tis-620"))

    def test_a_page_cannot_drive_the_terminal(self):
        """Escape sequences, written as they are, as references, and as C1 controls; an honest page beside it is as it was."""
        hostile = "a\x1b[2Jb&#27;]0;title&#7;c\u009b31md&#x9b;e&#155;f\x7fg\x08h"
        text = text_of(hostile.encode(), "--charset", "utf-8")
        self.assertFalse([c for c in text if (c < " " and c != "\n") or "\x7f" <= c <= "\x9f"], repr(text))
        self.assertEqual(text_of("é ü £ © ภาษา ก".encode(), "--charset", "utf-8"), "é ü £ © ภาษา ก\n")

    def test_empty_page_has_no_text(self):
        self.assertEqual(text_of(b""), "")

    def test_missing_file_is_reported(self):
        result = subprocess.run([CRAWLBOX, "text", "does-not-exist"], capture_output=True, check=False)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"does-not-exist", result.stderr)

    def test_needs_one_file(self):
        self.assertEqual(subprocess.run([CRAWLBOX, "text"], capture_output=True, check=False).returncode, 2)


if __name__ == "__main__":
    unittest.main()
