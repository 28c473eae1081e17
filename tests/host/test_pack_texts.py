"""tools/pack_texts.py: what it packs can be read again, from wherever a text begins, and takes less room. The reader that the image has
is tested by tests/unit/base/test_packed.c, and by every test that reads what the box says."""
import pathlib
import re
import sys
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tools"))
import pack_texts  # noqa: E402


def sentences():
    """All sentences of the lists that have them."""
    lists = sorted(REPOSITORY.glob("app/**/*.def")) + sorted(REPOSITORY.glob("firmware/**/*.def"))
    found = [match for path in lists for match in re.findall(r'"([ -!#-\[\]-~]+)"', path.read_text(encoding="utf-8"))]
    return b"".join(text.encode("ascii") + b"\0" for text in found)


def unpack(code, pairs):
    if code >= pack_texts.FIRST_PAIR:
        return b"".join(unpack(part, pairs) for part in pairs[code - pack_texts.FIRST_PAIR])
    return bytes([code - pack_texts.BLANK + ord(" ") if code >= pack_texts.BLANK else b"\0\n"[code]])


class PackTexts(unittest.TestCase):
    def test_every_stride_can_be_read_by_itself(self):
        texts = sentences() + b"with a line\n\0" + b"a" * 1000 + b"\0"
        pairs, strides = pack_texts.pack(texts)
        for number, stride in enumerate(strides):
            begin = number * pack_texts.STRIDE
            self.assertEqual(b"".join(unpack(code, pairs) for code in stride), texts[begin:begin + pack_texts.STRIDE])

    def test_codes_take_nine_bits_each(self):
        packed = pack_texts.bytes_of([1, 0, 511])
        self.assertEqual(packed, bytes([1, 0, 0b11111100, 0b00000111, 0]))

    def test_sentences_take_little_more_than_half_of_their_room(self):
        texts = sentences()
        pairs, strides = pack_texts.pack(texts)
        self.assertGreater(len(texts), 6000)
        self.assertLess(len(pack_texts.bytes_of([code for codes in (*pairs, *strides) for code in codes])), 0.56 * len(texts))

    def test_pairs_are_as_deep_as_the_reader_can_go(self):
        pairs, _ = pack_texts.pack(b"a" * 5000 + b"\0")
        depths = []
        for pair in pairs:
            depths.append(1 + max(depths[code - pack_texts.FIRST_PAIR] if code >= pack_texts.FIRST_PAIR else 0 for code in pair))
        self.assertEqual(max(depths), pack_texts.DEPTH)

    def test_nothing_is_a_pair_across_the_end_of_a_text(self):
        pairs, _ = pack_texts.pack(b"ab\0" * 500)
        self.assertFalse([pair for pair in pairs if 0 in unpack(pair[0], pairs)])

    def test_other_letters_are_refused(self):
        with self.assertRaisesRegex(SystemExit, "ASCII"):
            pack_texts.pack("ภาษาไทย\0".encode())

    def test_no_texts_make_a_source_all_the_same(self):
        self.assertIn("packed_texts", pack_texts.source_of(b""))


if __name__ == "__main__":
    unittest.main()
