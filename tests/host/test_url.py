"""crawlbox url, as a person or a script would use it."""

import os
import subprocess
import unittest

import lists

CRAWLBOX = os.environ["CRAWLBOX"]
SUFFIX_LIST = "publicsuffix/public_suffix_list.dat"


def run(text, *options):
    """Status, lines of standard output, standard error."""
    if isinstance(text, str):
        text = text.encode()
    done = subprocess.run([CRAWLBOX, "url", *options], input=text, capture_output=True, check=False)
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


def answers(*lines, options=()):
    status, output, errors = run("".join(line + "\n" for line in lines), *options)
    assert (status, errors) == (0, ""), (status, errors)
    return output


class Lines(unittest.TestCase):
    def test_one_answer_a_line_in_order(self):
        self.assertEqual(
            answers("HTTP://A/../b", "mailto:x", "http://ไทย/ก", "", "http://[::1"),
            ["http://a/b", "!not an http or https address", "http://xn--o3cw4h/%E0%B8%81",
             "!relative, and there is no page it could be relative to", "!an IPv6 address, which the box cannot reach"])

    def test_a_last_line_without_its_end_counts(self):
        self.assertEqual(run("http://a\nhttp://b")[1], ["http://a/", "http://b/"])

    def test_nothing_in_nothing_out(self):
        self.assertEqual(run(""), (0, [], ""))

    def test_line_ends_of_dos_are_dropped(self):
        self.assertEqual(run("http://a/b\r\n")[1], ["http://a/b"])

    def test_zero_bytes_and_stray_bytes_are_characters(self):
        self.assertEqual(run(b"http://a/\0b\xa1\n")[1], ["http://a/%00b%A1"])

    def test_the_limit_is_1024_bytes(self):
        fits = "http://a/" + "b" * (1024 - 9)
        self.assertEqual(answers(fits, fits + "b", fits + "b" * 100000), [fits, "!too long", "!too long"])

    def test_refusals_do_not_change_the_exit_status(self):
        self.assertEqual(run("x\n")[0], 0)


class Base(unittest.TestCase):
    def test_resolves_relative_links(self):
        self.assertEqual(
            answers("c", "/d?e", "//x", "#f", "https:y", "http:z", "", options=["--base", "http://h/a/b?q"]),
            ["http://h/a/c", "http://h/d?e", "http://x/", "http://h/a/b?q#f", "https://y/", "http://h/a/z",
             "http://h/a/b?q"])

    def test_a_base_that_is_no_url_is_an_error(self):
        for base in ("", "x", "http://", "http://[/"):
            status, output, errors = run("http://a\n", "--base", base)
            self.assertEqual((status, output), (2, []), base)
            self.assertIn("as the base", errors)

    def test_a_base_of_another_scheme_leaves_only_absolute_urls(self):
        self.assertEqual(answers("http://a", "b", options=["--base", "about:blank"]),
                         ["http://a/", "!relative, and there is no page it could be relative to"])


class Options(unittest.TestCase):
    URL = "https://u@WWW.News.Example.co.th:8443/a/index.html?PHPSESSID=1&b=2#c"

    def test_key(self):
        self.assertEqual(answers(self.URL, "x", options=["--key"]),
                         ["https://news.example.co.th:8443/a/?b=2",
                          "!relative, and there is no page it could be relative to"])

    def test_site(self):
        self.assertEqual(answers(self.URL, "http://1.2.3.4:8/", options=["--domain"]), ["example.co.th", "1.2.3.4"])

    def test_parts(self):
        self.assertEqual(answers(self.URL, "http://a", options=["--parts"]),
                         ["https\twww.news.example.co.th\t8443\t/a/index.html\t?PHPSESSID=1&b=2\t#c",
                          "http\ta\t80\t/\t\t"])

    def test_mistakes_are_explained(self):
        for options in (["--nonsense"], ["http://a"], ["--key", "--domain"], ["--base"]):
            status, output, errors = run("", *options)
            self.assertEqual((status, output), (2, []))
            self.assertIn("crawlbox url --help", errors)

    def test_help(self):
        status, output, _ = run("", "--help")
        self.assertEqual(status, 0)
        self.assertIn("--base URL", "\n".join(output))


def read_suffixes():
    """The public suffix list in the version that was measured with: rules of registries, without those of companies."""
    rules = set()
    with open(lists.reference(SUFFIX_LIST), encoding="utf-8") as lines:
        for line in lines:
            if "BEGIN PRIVATE" in line:
                break
            rule = line.split()[0] if line.split() else ""
            if rule and not rule.startswith("//"):
                labels = (label if label.isascii() else "xn--" + label.encode("punycode").decode()
                          for label in rule.split("."))
                rules.add(".".join(labels))
    return rules


def site_by_list(host, rules):
    labels = host.split(".")
    size = 1
    for i in range(len(labels)):
        rest = labels[i:]
        if "!" + ".".join(rest) in rules:
            return ".".join(rest)
        if ".".join(rest) in rules or ".".join(["*", *rest[1:]]) in rules:
            size = max(size, len(rest))
    return ".".join(labels[-size - 1:])


class PublicSuffixes(unittest.TestCase):
    """The box's small rule beside the whole list: hosts made of the list's own suffixes."""

    # Countries that list their towns, provinces or trades: the box takes each of them for a site.
    GAZETTEERS = {"jp", "no", "it", "us", "pl", "br", "ua", "se", "bg", "vn", "museum", "aero"}

    @classmethod
    def setUpClass(cls):
        cls.rules = read_suffixes()

    def agreement(self, suffixes):
        hosts = ["www.example." + suffix.replace("*", "any") for suffix in sorted(suffixes)]
        sites = answers(*("http://" + host for host in hosts), options=["--domain"])
        return sum(site == site_by_list(host, self.rules) for site, host in zip(sites, hosts)) / len(hosts)

    def check(self, name, suffixes, least):
        agreement = self.agreement(suffixes)
        print(f"{name}: {len(suffixes)} suffixes, agreement {100 * agreement:.1f} %")
        self.assertGreaterEqual(agreement, least)

    def test_thailand(self):
        thai = {rule for rule in self.rules if rule.split(".")[-1] in ("th", "xn--o3cw4h")}
        self.check("Thai", thai, 1.0)

    def test_top_level_domains(self):
        self.check("top-level", {rule for rule in self.rules if "." not in rule}, 1.0)

    def test_neighbours(self):
        near = {rule for rule in self.rules if rule.split(".")[-1] in ("la", "kh", "mm", "my", "sg", "id", "ph")}
        self.check("neighbours of Thailand", near, 0.75)

    def test_categories_of_all_countries(self):
        others = {rule for rule in self.rules
                  if "." in rule and not rule.startswith("!") and rule.split(".")[-1] not in self.GAZETTEERS}
        self.check("second level", others, 0.65)


if __name__ == "__main__":
    unittest.main()
