"""crawlbox robots, as a person or a script uses it."""
import os
import subprocess
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]
FILE = b"""\xef\xbb\xbf# a site
User-agent: FooBot/1.0
Disallow: /private
Allow: /private/open$
Disallow: /\xe0\xb8\xa0\xe0\xb8\xb2\xe0\xb8\xa9\xe0\xb8\xb2

User-agent: *
Disallow: /
"""


def run(*arguments, file=FILE):
    done = subprocess.run([CRAWLBOX, "robots", *arguments], input=file, capture_output=True, check=False)
    rows = [line.split("\t") for line in done.stdout.decode().splitlines()]
    return done.returncode, rows, done.stderr.decode()


class Robots(unittest.TestCase):
    def test_says_which_rule_decides(self):
        status, rows, _ = run("--agent", "FooBot", "-", "http://a.th/private/x", "http://a.th/private/open", "http://a.th/")
        self.assertEqual(status, 1)
        self.assertEqual([row[:3] for row in rows], [
            ["deny", "Disallow: /private", "http://a.th/private/x"],
            ["allow", "Allow: /private/open$", "http://a.th/private/open"],
            ["allow", "-", "http://a.th/"]])
        self.assertTrue(all(len(row) == 4 and row[3] for row in rows))

    def test_status_is_0_if_all_are_allowed(self):
        self.assertEqual(run("--agent", "FooBot", "-", "http://a.th/x", "http://a.th/y")[0], 0)

    def test_everybodys_rules_hold_for_others(self):
        status, rows, _ = run("-", "http://a.th/x", "http://a.th/robots.txt")
        self.assertEqual((status, [row[0] for row in rows]), (1, ["deny", "allow"]))

    def test_a_version_of_the_agent_is_ignored(self):
        self.assertEqual(run("--agent", "FooBot/2.1", "-", "http://a.th/x")[0], 0)

    def test_urls_are_normalised_first(self):
        for url in ("http://a.th/x/../private", "HTTP://A.TH:80\\%70rivate#f", "/./private", "http://a.th/ภาษา",
                    "http://a.th/%e0%b8%a0%E0%B8%B2%E0%B8%A9%E0%B8%B2/x"):
            with self.subTest(url=url):
                self.assertEqual(run("--agent", "FooBot", "-", url)[0], 1)

    def test_an_empty_url_is_the_entry_page(self):
        self.assertEqual(run("--agent", "BarBot", "-", "")[0], 1)
        self.assertEqual(run("--agent", "FooBot", "-", "")[0], 0)

    def test_what_is_no_url_cannot_be_judged(self):
        for url in ("mailto:a@b", "example.com/x", "http://"):
            with self.subTest(url=url):
                status, rows, errors = run("-", url)
                self.assertEqual((status, rows), (2, []))
                self.assertIn(url, errors)

    def test_longer_urls_and_rules_than_the_box_has_are_compared(self):
        path = "/" + "a" * 20000
        file = b"User-agent: *\nDisallow: " + path.encode() + b"b\n"
        self.assertEqual(run("-", "http://a.th" + path, file=file)[0], 1)  # the rule is cut at 16,663 bytes of its line
        self.assertEqual(run("-", "http://a.th" + path[:9000], file=file)[0], 0)

    def test_a_store_like_the_boxs_may_be_too_small(self):
        rules = b"".join(b"Disallow: /folder%04d/\n" % i for i in range(500))
        file = b"User-agent: *\n" + rules
        self.assertEqual(run("-", "/x", file=file)[0], 0)
        status, rows, _ = run("--store", "2048", "-", "/x", file=file)
        self.assertEqual((status, rows[0][:2]), (1, ["deny", "-"]))
        self.assertIn("more rules", rows[0][3])

    def test_mistakes_in_arguments_are_explained(self):
        for arguments in ((), ("-",), ("--agent",), ("--store", "7", "-", "/x"), ("/no/such/file", "/x")):
            with self.subTest(arguments=arguments):
                status, rows, errors = run(*arguments)
                self.assertEqual((status, rows), (2, []))
                self.assertTrue(errors)


if __name__ == "__main__":
    unittest.main()
