"""Makes the desk's one page of its parts: assemble.py VERSION PROGRAM.wasm TABLES PAGE.html

The program is packed and written as base64. The page's policy names its one script by its SHA-256 and lets it load nothing from
anywhere; the worker's source and the program are in it as text.
"""
import base64
import datetime
import gzip
import hashlib
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
LIMIT = 2_000_000  # bytes
SCRIPTS = ("look.js", "empty.js", "prepare.js", "talk.js", "page.js")  # the last one begins
WORKER = ("places.js", "wasi.js", "worker.js")


def texts():
    """What the page says in English and Thai, and what the program says in English in Thai: by what it matches, or word by word."""
    names = "{ texts: TEXTS, findings: THAI_FINDINGS, told: THAI_TOLD, ranges: RANGES, reasons: REASONS }"
    return f"const {names} = {(HERE / 'texts.json').read_text(encoding='utf-8').rstrip()};\n"


def joined(names, before=""):
    """The files as one strict script. Nothing in it may end the element that it stands in."""
    text = '"use strict";\n' + before + "".join((HERE / name).read_text(encoding="utf-8") for name in names)
    if "</script" in text or "<!--" in text:
        sys.exit("assemble: a script would end its element")
    return "\n" + text


def policy(script):
    """Scripts: this one alone. Styles may be inline: the report has some, and can load nothing with them."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (f"default-src 'none'; script-src 'sha256-{digest}' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; "
            "frame-src 'self'; base-uri 'none'; form-action 'none'")


def packed(file):
    """A file as the page carries it; one that is not there is an empty text."""
    file = pathlib.Path(file)
    return base64.b64encode(gzip.compress(file.read_bytes(), 9, mtime=0)).decode() if file.exists() else ""


def main(version, program, tables, page):
    script = joined(SCRIPTS, texts())
    made = datetime.date.fromtimestamp((pathlib.Path(tables) / "made").stat().st_mtime)
    parts = {"@POLICY@": policy(script), "@STYLE@": "\n" + (HERE / "style.css").read_text(encoding="utf-8"), "@VERSION@": version,
             "@MADE@": made.isoformat(), "@PROGRAM@": packed(program), "@CA@": packed(f"{tables}/CA.BIN"), "@GEO@": packed(f"{tables}/GEO.BIN"),
             "@WORKER@": joined(WORKER), "@SCRIPT@": script}
    text = (HERE / "page.html").read_text(encoding="utf-8")
    for mark, part in parts.items():
        text = text.replace(mark, part, 1)
    whole = text.encode()
    if len(whole) > LIMIT:
        sys.exit(f"assemble: the page has {len(whole)} bytes, and may have {LIMIT}")
    pathlib.Path(page).write_bytes(whole)


main(*sys.argv[1:])
