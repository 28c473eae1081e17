"""Pages for bench_reading.py, made up but built like real ones.

Of the bytes of the Thai pages that were looked at when this was written, 22 % were text, 45 % tags, 10 % scripts, 6 % styles,
the rest white space and comments; of the English ones 13, 52, 17 and 13 %. A tag came every 50 bytes, a link every 460 to
670.
"""

import pathlib
import random

THAI_WORDS = pathlib.Path(__file__).parents[2] / "build/third_party/share/hunspell/th_TH.dic"

ENGLISH_WORDS = """the of and to in is for on that with as are at be this from by or have not you your it we our all was more can
an will has one their about other also they which new time people first been into after some over work year day use such
home page news contact service school travel library public city market water health student teacher research program
development information university international government community history culture language technology business
company product system project member event report review center office street building language reading chapter
between through before under again during without against because another better every always often small large long
great high little local early young important different possible available several special general common certain clear
free full real right left next last open close start begin write learn find give take make know think look want need
help show tell ask work play run move live believe bring happen provide stand lose pay meet include continue change lead
understand watch follow stop create speak read allow add spend grow offer remember love consider appear buy wait serve
morning evening summer winter river mountain island temple garden bridge train station airport hotel restaurant museum""".split()


class PageMaker:
    def __init__(self, language, seed):
        self.random = random.Random(f"{language} {seed}")
        self.language = language
        if language == "th":
            with open(THAI_WORDS, encoding="utf-8") as lines:
                words = [line.split("/")[0].strip() for line in lines]
            self.words = [word for word in words if word and "\u0e01" <= word[0] <= "\u0e4f"]
        else:
            self.words = ENGLISH_WORDS

    def sentence(self, count):
        chosen = self.random.choices(self.words, k=count)
        if self.language == "en":
            return " ".join(chosen).capitalize() + "."
        # Thai has no spaces between words, only between phrases
        phrases = []
        while chosen:
            length = self.random.randint(3, 9)
            phrases.append("".join(chosen[:length]))
            chosen = chosen[length:]
        return " ".join(phrases)

    def path(self):
        parts = self.random.choices(ENGLISH_WORDS, k=self.random.randint(1, 3))
        return "/" + "/".join(parts) + self.random.choice(["", ".html", "/", f"?id={self.random.randint(1, 9999)}&amp;p=2"])

    def link(self, words):
        address = self.path()
        if self.random.random() < 0.3:
            address = f"http://www.{self.random.choice(ENGLISH_WORDS)}.co.th{address}"
        style = self.random.choice(["nav-link", "btn btn-primary px-3", "title stretched-link text-decoration-none"])
        return f'<a class="{style}" href="{address}" target="_blank" rel="noopener">{self.sentence(words)}</a>'

    def head(self):
        rules = "\n".join(
            f".{a}-{b} {{ margin: 0 {n}px; padding: 4px; color: #3a{n:02d}5f; display: flex; }}"
            for a, b, n in zip(ENGLISH_WORDS, ENGLISH_WORDS[40:], range(10, 28 if self.language == "th" else 60)))
        meta = "\n".join(f'  <meta property="og:{word}" content="{self.sentence(6)}">' for word in ("title", "description"))
        links = "\n".join(f'  <link rel="stylesheet" href="/assets/css/{word}.min.css?v=1.2.{i}">'
                          for i, word in enumerate(ENGLISH_WORDS[60:66]))
        return (f'<!DOCTYPE html>\n<html lang="{self.language}">\n<head>\n  <meta charset="utf-8">\n'
                f'  <title>{self.sentence(6)}</title>\n{meta}\n{links}\n  <style>\n{rules}\n  </style>\n</head>\n')

    def menu(self):
        items = "\n".join(f'          <li class="nav-item dropdown" id="item-{i}">{self.link(2)}</li>' for i in range(16))
        return f'    <nav class="navbar navbar-expand-lg">\n        <ul class="menu">\n{items}\n        </ul>\n    </nav>\n'

    def card(self, number):
        # English pages carry more markup around the same text
        depth = 2 if self.language == "th" else 4
        opening = "".join(f'\n{" " * (8 + 2 * i)}<div class="col-md-{4 + i} mb-{i} d-flex" data-index="{number}" '
                          f'style="width: {20 + i}%; margin-top: 12px">' for i in range(depth))
        text = self.sentence(13 if self.language == "th" else 18)
        middle = len(text) // 2
        return (f'{opening}\n            <img class="img-fluid rounded" src="/images/{number}.jpg" alt="" width="320" '
                f'height="200" loading="lazy">\n            <h3 class="card-title">{self.link(4)}</h3>\n'
                f'            <p class="card-text">{text[:middle]}<strong>{text[middle:middle + 20]}</strong>'
                f'{text[middle + 20:]} {self.link(1)}&nbsp;&raquo;</p>\n            <span class="date"><i class="fa fa-clock"></i> '
                f'{self.random.randint(1, 28)}/{self.random.randint(1, 12)}/2567</span>\n'
                + "        </div>\n" * depth)

    def table(self):
        rows = "\n".join(f"<tr><td>{i}</td><td>{self.link(2)}</td><td align=right>{i * 17}</td></tr>" for i in range(6))
        return f"<!-- table of contents -->\n<table border=0 cellspacing=2>\n{rows}\n</table>\n"

    def script(self, lines):
        body = "\n".join(f"    if (i < {n} && document.getElementById('item-{n}')) {{ show('{word}', {n}); }}"
                         for n, word in zip(range(lines), ENGLISH_WORDS * 5))
        return f"<script>\n(function () {{\n{body}\n}})();\n</script>\n"

    def page(self, size=30_000):
        parts = [self.head(), '<body class="home">\n', self.menu()]
        number = 0
        while sum(len(part.encode("utf-8")) for part in parts) < size * (0.85 if self.language == "th" else 0.78):
            parts.append(self.card(number))
            if number % 8 == 4:
                parts.append(self.table())
            number += 1
        parts.append(self.script(35 if self.language == "th" else 70))
        parts.append("</body>\n</html>\n")
        return "".join(parts)
