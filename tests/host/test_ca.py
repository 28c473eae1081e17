"""crawlbox ca: Debian's own bundle goes in, every certificate of it can be found by its subject; damage is noticed."""
import base64
import hashlib
import os
import pathlib
import re
import struct
import subprocess
import tempfile
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]
BUNDLE = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")


def crawlbox(*arguments):
    return subprocess.run([CRAWLBOX, *map(str, arguments)], capture_output=True, text=True, check=False)


def certificates_of(pem):
    blocks = re.findall("-----BEGIN CERTIFICATE-----(.*?)-----END CERTIFICATE-----", pem, re.S)
    return [base64.b64decode(block) for block in blocks]


def read_length(der, at):
    """Length and start of the content of the element at `at`."""
    first = der[at + 1]
    if first < 0x80:
        return first, at + 2
    digits = first & 0x7F
    return int.from_bytes(der[at + 2:at + 2 + digits], "big"), at + 2 + digits


def subject_of(der):
    at = read_length(der, read_length(der, 0)[1])[1]  # inside Certificate, inside TBSCertificate
    if der[at] == 0xA0:
        length, start = read_length(der, at)
        at = start + length
    for _ in range(4):  # serial number, algorithm, issuer, validity
        length, start = read_length(der, at)
        at = start + length
    length, start = read_length(der, at)
    return der[at:start + length]


class Authorities(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "CA.BIN"

    def build(self, *bundles):
        result = crawlbox("ca", "build", "-o", self.file, *bundles)
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.file.read_bytes()

    def test_every_certificate_of_the_system_is_found_by_its_subject(self):
        data = self.build()
        (count,) = struct.unpack_from("<H", data, 6)
        entries = [struct.unpack_from("<8sII", data, 16 + 16 * i) for i in range(count)]
        self.assertEqual([entry[0] for entry in entries], sorted(entry[0] for entry in entries))
        stored = {(key, data[offset:offset + length]) for key, offset, length in entries}
        wanted = {(hashlib.sha1(subject_of(der)).digest()[:8], der)
                  for der in certificates_of(BUNDLE.read_text(encoding="ascii"))}
        self.assertGreater(len(wanted), 100)
        self.assertEqual(stored, wanted)

    def test_the_same_bundle_twice_changes_nothing(self):
        self.assertEqual(self.build(BUNDLE), self.build(BUNDLE, BUNDLE))

    def test_info_says_what_is_in_it(self):
        data = self.build()
        result = crawlbox("ca", "info", self.file)
        self.assertEqual(result.returncode, 0)
        self.assertIn(f"bytes\t{len(data)}\n", result.stdout)

    def test_damage_and_foreign_files_are_refused(self):
        data = bytearray(self.build())
        data[len(data) // 2] ^= 1
        for content, reason in ((data, "damaged"), (data[:-1], "damaged"), (b"hello", "damaged"), (bytes(100), "not well-formed")):
            self.file.write_bytes(content)
            result = crawlbox("ca", "info", self.file)
            self.assertEqual(result.returncode, 1)
            self.assertIn(reason, result.stderr)

    def test_a_bundle_without_certificates_is_an_error(self):
        empty = self.folder / "empty.pem"
        empty.write_text("nothing here\n")
        cut = self.folder / "cut.pem"
        cut.write_text(BUNDLE.read_text(encoding="ascii")[:700])
        for bundle, reason in ((empty, "holds no certificates"), (cut, "cut off"), (self.folder / "none", "cannot open")):
            result = crawlbox("ca", "build", "-o", self.file, bundle)
            self.assertEqual(result.returncode, 2)
            self.assertIn(reason, result.stderr)

    def test_a_certificate_that_is_none_is_left_out_with_a_notice(self):
        bundle = self.folder / "mixed.pem"
        bundle.write_text("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" + BUNDLE.read_text(encoding="ascii"))
        result = crawlbox("ca", "build", "-o", self.file, bundle)
        self.assertEqual(result.returncode, 0)
        self.assertIn("left out", result.stderr)


if __name__ == "__main__":
    unittest.main()
