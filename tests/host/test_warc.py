"""crawlbox warc check, list and cat: on whole files, on every kind of damage, and on what wget writes."""

import base64
import gzip
import hashlib
import http.server
import pathlib
import shutil
import subprocess
import tempfile
import threading
import unittest

import figures
from warcfile import chunk, crawlbox, gzip_members, record, record_id, request, response, sha1, warcinfo

URI = "http://example.in.th/"
BODY = "<title>สวัสดี</title>".encode() * 20


class WarcTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def save(self, data, name="t.warc"):
        path = self.folder / name
        path.write_bytes(data)
        return path

    def check(self, data, name="t.warc"):
        return crawlbox("warc", "check", self.save(data, name))

    def assert_sound(self, data, note=None):
        result = self.check(data)
        text = result.stdout.decode()
        self.assertEqual((result.returncode, result.stderr), (0, b""), text)
        self.assertIn("no damage found", text)
        if note:
            self.assertIn(note, text)
        else:
            self.assertNotIn("note:", text)

    def assert_damaged(self, data, offset, sentence):
        result = self.check(data)
        text = result.stdout.decode(errors="replace")
        self.assertEqual((result.returncode, result.stderr), (1, b""), text)
        self.assertIn("DAMAGED", text)
        found = [line for line in text.splitlines() if f"offset {offset}: " in line and sentence in line]
        self.assertTrue(found, f"no line with offset {offset} and '{sentence}' in:\n{text}")


class Sound(WarcTest):
    def test_counts_records_by_type(self):
        result = self.check(warcinfo() + response(1, URI, BODY) + request(2, URI, warc_concurrent_to=record_id(1)))
        text = result.stdout.decode()
        self.assertEqual(result.returncode, 0, text)
        self.assertIn("3 records", text)
        self.assertIn("1 warcinfo, 1 response, 1 request", text)
        self.assertIn("3 block and 1 payload digests are right", text)

    def test_payload_digest_is_of_the_body_without_chunks(self):
        self.assert_sound(warcinfo() + response(1, URI, BODY, chunked=True))

    def test_payload_digest_over_chunks_is_only_noted(self):
        data = warcinfo() + response(1, URI, BODY, chunked=True, warc_payload_digest=sha1(chunk(BODY)))
        self.assert_sound(data, note="taken over the chunked body")

    def test_digest_forms(self):
        for algorithm in ("sha1", "sha256"):
            digest = hashlib.new(algorithm, BODY)
            for value in (digest.hexdigest(), digest.hexdigest().upper(),
                          base64.b32encode(digest.digest()).decode(),
                          base64.b32encode(digest.digest()).decode().rstrip("=").lower()):
                label = f"{algorithm}:{value}"
                with self.subTest(label):
                    self.assert_sound(warcinfo() + response(1, URI, BODY, warc_payload_digest=label))
                    wrong = f"{algorithm}:{value[:-6]}{value[-5:]}{value[0]}"
                    self.assertEqual(self.check(response(1, URI, BODY, warc_payload_digest=wrong)).returncode, 1)

    def test_an_unknown_algorithm_is_noted(self):
        self.assert_sound(warcinfo() + response(1, URI, BODY, warc_payload_digest="md5:00"), note="unknown algorithm")

    def test_a_revisit_names_the_digest_of_another_record(self):
        self.assert_sound(warcinfo() + record("revisit", 1, b"HTTP/1.1 200 OK\r\n\r\n", URI, warc_profile="x:y",
                                              warc_payload_digest=sha1(b"elsewhere"),
                                              content_type="application/http;msgtype=response"))

    def test_folded_fields_odd_case_line_feeds_and_unknown_types(self):
        data = (b"WARC/1.0\nwarc-type: Something-New\nWARC-RECORD-ID: <urn:x:1>\nwarc-date:\n 2024-02-29T12:00:00Z\n"
                b"CONTENT-LENGTH:      3\n\nabc\r\n\r\n")
        self.assert_sound(warcinfo() + data)

    def test_gzip_with_a_member_for_each_record(self):
        data = gzip_members([warcinfo(), response(1, URI, BODY), request(2, URI)])
        self.assert_sound(data)

    def test_gzip_with_all_records_in_one_member_is_noted(self):
        self.assert_sound(gzip.compress(warcinfo() + response(1, URI, BODY)), note="shares its gzip member")

    def test_dates_with_fractions_belong_to_1_1(self):
        fields = {"warc_date": "2024-02-29T12:00:00.123456789Z"}
        self.assert_sound(warcinfo(**fields))
        self.assert_damaged(warcinfo(version="WARC/1.0", **fields), 0, "not a date")

    def test_a_name_that_leads_nowhere_is_noted(self):
        self.assert_sound(warcinfo() + request(1, URI, warc_concurrent_to="<urn:x:gone>"), note="not in this file")

    def test_a_large_block_streams_through(self):
        body = bytes(range(256)) * 16000
        self.assert_sound(warcinfo() + response(1, URI, body, mime="application/octet-stream"))
        self.assert_sound(gzip_members([warcinfo(), response(1, URI, body, chunked=True)]))

    def test_standard_input(self):
        result = crawlbox("warc", "check", "-", stdin=warcinfo())
        self.assertEqual(result.returncode, 0, result)


class Damage(WarcTest):
    first = warcinfo()
    at = len(first)
    page = response(1, URI, BODY)

    def test_each_field_that_must_be_there(self):
        for field in ("WARC-Type", "WARC-Record-ID", "WARC-Date"):
            with self.subTest(field):
                self.assert_damaged(self.first + request(1, URI, drop=[field]), self.at, field)
        self.assert_damaged(self.first + request(1, None), self.at, "WARC-Target-URI")
        self.assert_damaged(self.first + record("revisit", 1, b"", URI), self.at, "WARC-Profile")

    def test_bad_heads(self):
        for name, data, sentence in (
                ("version", self.page.replace(b"WARC/1.1", b"WARC/0.9", 1), "does not begin with WARC/1.0"),
                ("no length", request(1, URI, drop=["Content-Length"]), "no Content-Length"),
                ("length", request(1, URI, content_length="12x"), "not a number"),
                ("negative length", request(1, URI, content_length="-5"), "not a number"),
                ("huge length", request(1, URI, content_length="9" * 30), "absurd"),
                ("no colon", self.page.replace(b"WARC-Date: ", b"WARC-Date ", 1), "not a field"),
                ("zero byte", self.page.replace(b"WARC-Date", b"WARC\0Date", 1), "zero bytes"),
                ("date", request(1, URI, warc_date="2024-13-01T00:00:00Z"), "not a date"),
                ("id", request(1, URI, warc_record_id="urn:uuid:1"), "not <URI>"),
                ("too many fields", self.page.replace(b"WARC-Date", b"X: y\r\n" * 70 + b"WARC-Date", 1), "more than"),
                ("endless head", b"WARC/1.1\r\nX: " + b"y" * 70000, "longer than"),
                ("garbage", b"\x00\xff\x1b[2J" * 100, "does not begin")):
            with self.subTest(name):
                self.assert_damaged(self.first + data, self.at, sentence if name != "garbage" else "zero bytes")

    def test_digests(self):
        flipped = bytearray(self.page)
        flipped[-30] ^= 1
        self.assert_damaged(self.first + flipped, self.at, "block digest is wrong")
        self.assert_damaged(self.first + flipped, self.at, "payload digest is wrong")
        self.assert_damaged(self.first + response(1, URI, BODY, warc_payload_digest="nonsense"), self.at, "not of the form")

    def test_a_wrong_length_is_seen_and_the_next_record_is_found(self):
        for wrong in (-1, 1, -50, 50):
            block = len(http_block())
            data = self.first + response(1, URI, BODY, content_length=str(block + wrong)) + request(2, URI)
            with self.subTest(wrong):
                self.assert_damaged(data, self.at, "not followed by two line ends")
                if wrong < 50:
                    self.assertIn("1 request", self.check(data).stdout.decode())

    def test_two_records_with_one_id(self):
        self.assert_damaged(self.first + request(0, URI), self.at, "also that of the record at offset 0")

    def test_every_truncation_is_noticed(self):
        whole = self.first + self.page
        for cut in range(1, len(self.page), 37):
            with self.subTest(cut):
                result = self.check(whole[:-cut])
                self.assertEqual(result.returncode, 1, result.stdout)
                self.assertIn(f"offset {self.at}: the record is cut off", result.stdout.decode())
                self.assertIn("the last record is cut off", result.stdout.decode())
        for cut in (1, 2, 3, 4):
            self.assertEqual(self.check(whole[:-cut]).returncode, 1)

    def test_every_truncation_of_gzip_is_noticed(self):
        first, page = gzip.compress(self.first, mtime=0), gzip.compress(self.page, mtime=0)
        # Each is a process of its own, which takes a sanitizer ten times as long to begin.
        for cut in range(1, len(page), 7 if figures.SANITIZED else 1):
            result = self.check((first + page)[:-cut])
            self.assertEqual(result.returncode, 1, (cut, result.stdout))

    def test_a_damaged_gzip_member_hides_no_other(self):
        members = [gzip.compress(one, mtime=0) for one in (self.first, self.page, request(2, URI))]
        broken = bytearray(members[1])
        broken[len(broken) // 2] ^= 0xff
        data = members[0] + bytes(broken) + members[2]
        self.assert_damaged(data, len(members[0]), "")
        self.assertIn("1 request", self.check(data).stdout.decode())

    def test_a_member_that_ends_inside_its_record(self):
        data = gzip.compress(self.first) + gzip.compress(self.page[:-10]) + gzip.compress(request(2, URI))
        self.assert_damaged(data, len(gzip.compress(self.first)), "its gzip member ends")
        self.assertIn("1 request", self.check(data).stdout.decode())

    def test_garbage_behind_the_last_record(self):
        self.assert_damaged(self.first + b"\0" * 512, self.at, "zero bytes")
        self.assert_damaged(gzip_members([self.first]) + b"garbage", len(gzip_members([self.first])), "not gzip")

    def test_files_that_are_no_warc(self):
        self.assertEqual(self.check(b"").returncode, 1)
        self.assertEqual(self.check(b"PK\3\4" + b"x" * 1000).returncode, 1)
        missing = crawlbox("warc", "check", self.folder / "missing.warc")
        self.assertEqual(missing.returncode, 2)
        self.assertIn(b"cannot open", missing.stderr)
        self.assertEqual(crawlbox("warc", "check", self.folder).returncode, 2)

    def test_text_of_the_file_cannot_steer_the_terminal(self):
        result = self.check(b"WARC/\x1b[2J\r\n\r\n")
        self.assertNotIn(b"\x1b", result.stdout + result.stderr)
        listed = crawlbox("warc", "list", self.save(self.first + request(1, "http://a\x1b[2J/")))
        self.assertNotIn(b"\x1b", listed.stdout)
        listed = crawlbox("warc", "list", self.save(self.first + request(1, "http://a\u009b2J/\u00e9")))
        self.assertIn("http://a?2J/\u00e9", listed.stdout.decode())


def http_block():
    data = response(1, URI, BODY)
    return data[data.index(b"\r\n\r\n") + 4:-4]


class ListAndCat(WarcTest):
    def setUp(self):
        super().setUp()
        self.parts = [warcinfo(), response(1, URI, BODY, chunked=True), request(2, URI),
                      response(3, URI + "b", b"second", status="404 Not Found", mime="TEXT/Plain")]
        self.plain = self.save(b"".join(self.parts))
        self.zipped = self.save(gzip_members(self.parts), "t.warc.gz")

    def rows(self, path):
        result = crawlbox("warc", "list", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        return [line.split("\t") for line in result.stdout.decode().splitlines()]

    def test_list_has_one_row_a_record(self):
        rows = self.rows(self.plain)
        self.assertEqual([len(row) for row in rows], [7] * 4)
        offset = sum(map(len, self.parts[:3]))
        self.assertEqual(rows[3], [str(offset), "response", "2024-02-29T12:00:00Z", URI + "b",
                                   rows[3][4], "404", "text/plain"])
        self.assertEqual([row[1:4] for row in self.rows(self.zipped)], [row[1:4] for row in rows])

    def test_cat_finds_a_record_by_offset_id_and_uri(self):
        for path in (self.plain, self.zipped):
            offset = self.rows(path)[3][0]
            for which in (offset, record_id(3), record_id(3)[1:-1], URI + "b"):
                with self.subTest(path=path.name, which=which):
                    result = crawlbox("warc", "cat", "--payload", path, which)
                    self.assertEqual((result.returncode, result.stdout), (0, b"second"), result.stderr)

    def test_cat_gives_the_block_as_it_is_and_the_payload_without_chunks(self):
        block = crawlbox("warc", "cat", self.plain, URI).stdout
        self.assertTrue(block.startswith(b"HTTP/1.1 200 OK\r\n") and block.endswith(chunk(BODY)))
        self.assertEqual(crawlbox("warc", "cat", self.zipped, URI, "--payload", "more").returncode, 2)
        self.assertEqual(crawlbox("warc", "cat", "--payload", self.zipped, URI).stdout, BODY)

    def test_cat_says_when_there_is_no_such_record(self):
        result = crawlbox("warc", "cat", self.plain, URI + "none")
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        self.assertIn(b"warc list", result.stderr)
        self.assertEqual(crawlbox("warc", "cat", self.plain, 5).returncode, 1)

    def test_usage(self):
        for arguments in ((), ("check",), ("list",), ("cat", self.plain), ("frob", self.plain)):
            self.assertEqual(crawlbox("warc", *arguments).returncode, 2, arguments)
        self.assertEqual(crawlbox("warc", "--help").returncode, 0)


class Pages(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        if self.path == "/":
            body = b"<a href=/chunked>1</a><a href=/empty>2</a>" + BODY
            self.send_header("Content-Length", str(len(body)))
        elif self.path == "/chunked":
            body = chunk(BODY)
            self.send_header("Transfer-Encoding", "chunked")
        else:
            body = b""
            self.send_header("Content-Length", "0")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class QuietServer(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """wget closes its connection when it is done: nothing to print."""


@unittest.skipUnless(shutil.which("wget"), "NOTICE: wget is not installed: nobody compared our records with its")
class Wget(WarcTest):
    """wget's own files are the reference: nothing in them may be called damage."""

    def setUp(self):
        super().setUp()
        server = QuietServer(("127.0.0.1", 0), Pages)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.address = f"http://127.0.0.1:{server.server_port}/"

    def harvest(self, *options):
        subprocess.run(["wget", "-q", "--no-proxy", "-r", "-e", "robots=off", "-P", "pages", "--warc-file=w", *options,
                        self.address], cwd=self.folder, check=True)

    def test_plain_and_compressed(self):
        for options, name in (((), "w.warc.gz"), (("--no-warc-compression",), "w.warc")):
            self.harvest(*options)
            result = crawlbox("warc", "check", self.folder / name)
            text = result.stdout.decode()
            self.assertEqual(result.returncode, 0, text)
            self.assertIn("3 response", text)
            self.assertIn("3 request", text)
            for page in ("", "chunked"):
                payload = crawlbox("warc", "cat", "--payload", self.folder / name, self.address + page)
                self.assertTrue(payload.stdout.endswith(BODY), payload)


if __name__ == "__main__":
    unittest.main()
