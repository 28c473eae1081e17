"""Reads a harvest report back: its sections, tables and figures, and whether its markup is sound.

    page = reportpage.read(path.read_text())
    page.rows("sites")            [["www.example.th", "", "12", ...], ...]: the tables of a section, English only
    page.figures["Pages fetched"]
"""
import html.parser

VOID = {"meta", "input", "br", "link", "rect", "line"}
CLOSES_ITSELF = {"td", "th", "tr", "tbody", "thead", "li"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.wrong = [], []
        self.section = None
        self.tables, self.figures, self.ids, self.text = {}, {}, [], []
        self.language, self.cell, self.term = [], None, None

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "section":
            self.section = attributes["id"]
        if tag == "tr":
            self.tables.setdefault(self.section, []).append([])
        if tag in ("td", "th"):
            self.cell = []
            self.tables[self.section][-1].append(self.cell)
        if tag in ("dt", "dd"):
            self.cell = []
        self.language.append(attributes.get("lang"))
        if tag in VOID:
            self.language.pop()
        else:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        while self.open and self.open[-1] != tag and self.open[-1] in CLOSES_ITSELF | {"polyline"}:
            self.open.pop()
            self.language.pop()
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f"</{tag}> inside {self.open[-3:]} at {self.getpos()}")
            return
        self.open.pop()
        self.language.pop()
        if tag == "table":
            self.cell = None
        if tag == "dt":
            self.term = "".join(self.cell).strip()
        if tag == "dd":
            self.figures.setdefault(self.term, "".join(self.cell).strip())

    def handle_data(self, data):
        self.text.append(data)
        if self.cell is not None and "th" not in self.language[1:]:
            self.cell.append(data)

    def rows(self, section):
        """The rows of a section's tables without their heads."""
        found = [["".join(cell).strip() for cell in row] for row in self.tables.get(section, [])]
        return [row for row in found if any(character.isdigit() for cell in row[1:] for character in cell)]


def read(text):
    page = Page()
    page.feed(text)
    page.close()
    return page
