"""crawlbox lang: pages in many charsets, and what they are."""

import os
import subprocess
import tempfile
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]

THAI = "ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำ และใช้เป็นภาษาราชการของประเทศไทย ประชาชนส่วนใหญ่พูดภาษาไทย"
OTHERS = {
    "lao": "ພາສາລາວ ເປັນພາສາທາງການຂອງ ສປປ ລາວ ແລະ ເປັນພາສາທີ່ຄົນລາວໃຊ້ເວົ້າກັນ",
    "khmer": "ភាសាខ្មែរ គឺជាភាសាផ្លូវការរបស់ប្រទេសកម្ពុជា និងជាភាសាកំណើតរបស់ប្រជាជនខ្មែរ",
    "burmese": "မြန်မာဘာသာစကားသည် မြန်မာနိုင်ငံ၏ ရုံးသုံးဘာသာစကား ဖြစ်သည်",
    "english": "The Thai language is the national and official language of Thailand and of its people.",
    "chinese": "泰语是泰国的官方语言，也是泰国人民的母语，属于壮侗语系。",
    "persian": "زبان فارسی یکی از زبان‌های هندواروپایی است که در ایران گفته می‌شود",
    "malay": "Bahasa Melayu ialah bahasa rasmi di Malaysia dan dituturkan oleh ramai orang.",
}
# encodings of other languages whose bytes are Thai letters in windows-874
MISREAD = {
    "gb18030": OTHERS["chinese"], "big5": "泰語是泰國的官方語言，也是泰國人民的母語。", "euc_jp": "タイ語はタイ王国の公用語であり、国民の母語である。",
    "shift_jis": "タイ語はタイ王国の公用語であり、国民の母語である。", "euc_kr": "태국어는 태국의 공용어이며 국민의 모국어이다",
    "cp1251": "Тайский язык является официальным языком Таиланда", "koi8-r": "Тайский язык является официальным языком Таиланда",
    "cp1253": "Η ταϊλανδική είναι η επίσημη γλώσσα της Ταϊλάνδης", "cp1256": "اللغة التايلاندية هي اللغة الرسمية في تايلاند",
}


class Lang(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def page(self, text, encoding="utf-8", head="", name="page.html"):
        path = os.path.join(self.folder.name, name)
        with open(path, "wb") as out:
            out.write(f"<html><head>{head}</head><body><p>{text}</p></body></html>".encode(encoding, "replace"))
        return path

    def run_lang(self, *arguments):
        return subprocess.run([CRAWLBOX, "lang", *arguments], capture_output=True, text=True, encoding="utf-8")

    def row(self, *arguments):
        result = self.run_lang(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.rstrip("\n").split("\t")

    def test_a_row_has_seven_columns(self):
        path = self.page(THAI)
        row = self.row(path)
        self.assertEqual(len(row), 7)
        self.assertEqual([row[0], row[1], row[5], row[6]], [path, "thai", "utf-8", "content"])
        self.assertEqual(row[2], "100.00")
        self.assertEqual(row[3], row[4])

    def test_thai_in_every_encoding_is_thai(self):
        cases = [("utf-8", ""), ("utf-8-sig", ""), ("utf-16", ""), ("cp874", ""), ("utf-8", "<meta charset=tis-620>"),
                 ("cp874", "<meta charset=tis-620>"), ("cp874", "<meta charset=utf-8>"), ("iso8859-11", "")]
        for encoding, head in cases:
            with self.subTest(encoding=encoding, head=head):
                self.assertEqual(self.row(self.page(THAI, encoding, head))[1], "thai")

    def test_thai_in_character_references_is_thai(self):
        self.assertEqual(self.row(self.page("".join(f"&#{ord(c)};" for c in THAI)))[1], "thai")
        self.assertEqual(self.row(self.page("".join(f"&#x{ord(c):x};" for c in THAI)))[1], "thai")

    def test_the_server_may_name_the_charset(self):
        row = self.row("--charset", "tis-620", self.page(THAI, "cp874"))
        self.assertEqual([row[1], row[5], row[6]], ["thai", "windows-874", "http"])

    def test_other_languages_are_other(self):
        for name, text in OTHERS.items():
            with self.subTest(name):
                self.assertEqual(self.row(self.page(text))[1], "other")

    def test_misread_bytes_are_not_thai(self):
        for encoding, text in MISREAD.items():
            for label in (None, "utf-8", "tis-620", encoding):
                with self.subTest(encoding=encoding, label=label):
                    path = self.page(" ".join([text] * 5), encoding)
                    arguments = ["--charset", label] if label else []
                    self.assertEqual(self.row(*arguments, path)[1], "other")

    def test_what_is_not_decoded_is_said(self):
        row = self.row(self.page(OTHERS["chinese"], "gb18030", "<meta charset=gb2312>"))
        self.assertEqual(row[5:], ["unsupported", "meta"])

    def test_markup_and_scripts_are_not_text(self):
        row = self.row(self.page(f"<script>{'word ' * 500}</script><style>{'word ' * 500}</style>{THAI}"))
        self.assertEqual(row[2], "100.00")

    def test_one_word_in_ten(self):
        self.assertEqual(self.row(self.page("ไทย" + " word" * 9))[1:5], ["thai", "10.00", "10", "1"])
        self.assertEqual(self.row(self.page("ไทย" + " word" * 10))[1], "other")

    def test_several_files_and_a_header(self):
        paths = [self.page(THAI, name="a.html"), self.page("English", name="b.html")]
        lines = self.run_lang("--header", *paths).stdout.splitlines()
        self.assertEqual([line.split("\t")[1] for line in lines], ["verdict", "thai", "other"])

    def test_a_missing_file_does_not_stop_the_others(self):
        result = self.run_lang(os.path.join(self.folder.name, "none"), self.page(THAI))
        self.assertEqual(result.returncode, 2)
        self.assertIn("cannot open", result.stderr)
        self.assertIn("\tthai\t", result.stdout)

    def test_unknown_packs_are_refused(self):
        result = self.run_lang("--pack", "tlh", self.page(THAI))
        self.assertEqual(result.returncode, 2)
        self.assertIn("no language pack 'tlh'", result.stderr)

    def test_another_dictionary(self):
        words = os.path.join(self.folder.name, "words.txt")
        binary = os.path.join(self.folder.name, "DICT.BIN")
        with open(words, "w", encoding="utf-8") as out:
            out.write("กากา\n")
        subprocess.run([CRAWLBOX, "dict", "build", "--must", words, binary], check=True, capture_output=True)
        self.assertEqual(self.row("--dict", binary, self.page(THAI))[4], "0")
        self.assertEqual(self.row("--dict", binary, self.page("กากา กากา"))[4], "2")

    def test_a_thousand_pages_take_about_a_second(self):
        path = self.page("<p>" + "</p>\n<p class='text'>".join([THAI] * 80))
        self.assertGreater(os.path.getsize(path), 20000)
        before = os.times().children_user
        self.run_lang(*[path] * 1000)
        self.assertLess(os.times().children_user - before, 5.0)  # ample: other work may run on the same core


if __name__ == "__main__":
    unittest.main()
