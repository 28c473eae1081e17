"""A site that looks like the web, and one that only claims to: for test_looks.py. All hosts are at one address.

    with looks_web.Web((address, 80)) as web: ...          web.asked: (host, path) of each request, in its order
"""
import collections
import http.server
import struct
import zlib

from test_fetch import THAI, message

SITE, OTHER, BAD = "looks.th", "cdn.th", "bad.th"
BIG_BYTES = 3 * 2**20
ENGLISH = "A page in another language altogether, of several words. "
ROBOTS = {SITE: "User-agent: *\nDisallow: /forbidden/\n", OTHER: "User-agent: *\nDisallow: /forbidden/\n"}


def picture(red, green, blue, size=40, more=0):
    """A PNG of one colour; with `more` bytes that nobody looks at."""
    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes((red, green, blue)) * size for _ in range(size))
    filler = part(b"juNk", bytes(more)) if more else b""
    return (b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)) + part(b"IDAT", zlib.compress(rows))
            + filler + part(b"IEND", b""))


def png(*colour, **more):
    return message(picture(*colour, **more), content_type="image/png")


def css(text):
    return message(text, content_type="text/css")


HEAD = """<link rel=stylesheet href=/a.css><link rel="shortcut icon" href="/icon.ico">
<style>h1{background:url("/style-element.png")}</style><script src=/script.js></script>"""
FRONT = f"""<!doctype html><html lang=th><meta charset=utf-8><title>front</title>{HEAD}<link rel=stylesheet href=http://cdn.th/other.css>
<h1>หน้าแรก</h1><p>{THAI * 5}<p id=imported>{THAI}<p id=second>{THAI}<p id=other>{THAI}<p class=font>{THAI}
<div style="background:url('/style-attribute.png');width:80px;height:40px"></div>
<img src=/plain.png srcset="/plain.png 1x, /double.png 2x" width=40 height=40><picture><source srcset=/source.png><img src=/fallback.png></picture>
<video poster=/poster.png width=60 height=40></video><img src=http://cdn.th/other.png><img src=http://cdn.th/forbidden/no.png alt=x>
<img src=/forbidden/no.png alt=x><img src=/gone.png alt=x><img src=/page.png alt=x><img src=/claims.png alt=x><img src=/breaks.png alt=x>
<img src=/big.png width=20 height=20><img src=/moved.png width=40 height=40><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt=x>
<p><a href=/1>1</a> <a href=/paper.pdf>pdf</a> <a href=/sheet.xlsx>xlsx</a> <a href=/not.pdf>no</a> <a href=/en>en</a>"""


def page(path, text, more=""):
    return message(f"<!doctype html><html><meta charset=utf-8><title>{path}</title>{HEAD}<p>{text * 5}{more}")


ANSWERS = {
    (SITE, "/"): message(FRONT),
    (SITE, "/1"): page("/1", THAI, "<a href=/2>2</a><img src=/one.png><img src=/plain.png><a href=/paper.pdf>again</a>"),
    (SITE, "/2"): page("/2", THAI),
    (SITE, "/en"): page("/en", ENGLISH, "<img src=/english.png><a href=/english.pdf>pdf</a>"),
    (SITE, "/a.css"): css('@import "b.css"; @font-face{font-family:Lab;src:url(lab.woff2)} body{background:#eef url(body.png) no-repeat 90% 0}'
                          ".font{font-family:Lab,serif}"),
    (SITE, "/b.css"): css('@import url(c.css); @import "a.css"; #imported{background:#fdd url("/imported.png") no-repeat right;color:#600}'),
    (SITE, "/c.css"): css("#second{background:#dfd;color:#060;border:3px solid #060}"),
    (SITE, "/lab.woff2"): message(b"wOF2" + bytes(700), content_type="font/woff2"),
    (SITE, "/script.js"): message("document.title += ' with script'; /* " + 600 * "x" + "*/", content_type="text/javascript"),
    (SITE, "/icon.ico"): png(1, 2, 3, size=16),
    (SITE, "/body.png"): png(200, 0, 0),
    (SITE, "/imported.png"): png(0, 200, 0),
    (SITE, "/style-element.png"): png(250, 200, 0),
    (SITE, "/style-attribute.png"): png(0, 200, 250),
    (SITE, "/plain.png"): png(0, 0, 200, more=1000),
    (SITE, "/double.png"): png(0, 0, 180, size=80),
    (SITE, "/source.png"): png(90, 0, 200),
    (SITE, "/fallback.png"): png(90, 0, 100),
    (SITE, "/poster.png"): png(90, 90, 0, size=60),
    (SITE, "/one.png"): png(0, 0, 200, more=1000),  # the bytes of another: stored as a reference
    (SITE, "/big.png"): png(10, 120, 120, more=BIG_BYTES),
    (SITE, "/moved.png"): message("", "Location: http://cdn.th/there.png", status="302 Found"),
    (SITE, "/page.png"): message("<html><p>this picture is gone"),
    (SITE, "/claims.png"): message(" \n<!DOCTYPE HTML><p>this picture is gone, and nobody says so", content_type="image/png"),
    (SITE, "/breaks.png"): png(4, 4, 4)[:-20],
    (SITE, "/paper.pdf"): message(b"%PDF-1.4\n" + bytes(2000), content_type="application/pdf"),
    (SITE, "/sheet.xlsx"): message(b"PK\3\4" + bytes(2000), content_type="application/octet-stream"),
    (SITE, "/not.pdf"): message("<html><p>log in first", content_type="application/pdf"),
    (SITE, "/english.png"): png(7, 7, 7),
    (SITE, "/english.pdf"): message(b"%PDF-1.4\n" + bytes(1000), content_type="application/pdf"),
    (OTHER, "/other.css"): css("#other{background:#ddf url(other-bg.png) no-repeat right;color:#006}"),
    (OTHER, "/other.png"): png(120, 0, 120),
    (OTHER, "/other-bg.png"): png(0, 120, 0),
    (OTHER, "/there.png"): png(200, 120, 0),
}
PAGES = [f"http://{SITE}{path}" for path in ("/", "/1", "/2")]
STYLES = [f"http://{SITE}{path}" for path in ("/a.css", "/b.css", "/c.css", "/lab.woff2")] + [f"http://{OTHER}/other.css"]
PICTURES = [f"http://{SITE}/{name}" for name in
            ("icon.ico", "script.js", "body.png", "imported.png", "style-element.png", "style-attribute.png", "plain.png", "double.png",
             "source.png", "fallback.png", "poster.png", "one.png", "big.png", "moved.png")] + \
           [f"http://{OTHER}/{name}" for name in ("other.png", "other-bg.png", "there.png")]
DOCUMENTS = [f"http://{SITE}{path}" for path in ("/paper.pdf", "/sheet.xlsx")]
MISSING = {f"http://{SITE}{path}" for path in ("/forbidden/no.png", "/gone.png", "/page.png", "/claims.png", "/breaks.png", "/not.pdf")} | \
          {f"http://{OTHER}/forbidden/no.png"}


def endless_css(path):
    """A stylesheet without an end: of 10 MB, with an address at its beginning and one that never ends."""
    header = css("").replace(b"Content-Length: 0", b"Content-Length: %d" % (10 * 2**20))
    return [header + b"a{background:url(/found.png)} b{background:url("] + 160 * [bytes(65536).replace(b"\0", b"x")]


def endless_loop(path):
    """Each stylesheet imports itself, the one before it and the next."""
    number = int(path.removeprefix("/loop").removesuffix(".css"))
    return css("".join(f"@import 'loop{max(other, 0)}.css';" for other in (number, number - 1, number + 1)))


def bad_page(path):
    srcset = ",".join(f"/set{number}.png {number}w" for number in range(1, 5000))
    return page(path, THAI, f"""<link rel=stylesheet href=/endless.css><img srcset="/first.png 1x, {200000 * 'y'}">
<img src="data:image/png;base64,{100000 * 'A'}"><p style="background:url(data:image/png;base64,{50000 * 'A'})"><a href=/second>2</a>
<link rel=stylesheet href=/loop0.css><img srcset="{srcset}">""")


BAD_ANSWERS = {"/": bad_page, "/second": lambda path: page(path, THAI, "<img src=/second.png>"), "/endless.css": endless_css}


def answer(host, path):
    if path == "/robots.txt":
        return message(ROBOTS.get(host, ""), content_type="text/plain")
    if host != BAD:
        return ANSWERS.get((host, path), message("<p>nothing here", status="404 Not Found"))
    if path.startswith("/loop"):
        return endless_loop(path)
    return BAD_ANSWERS.get(path, lambda path: png(*path.encode()[-8:-5], size=3))(path)


class Web(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address):
        super().__init__(address, Answers)
        self.asked, self.sent = [], collections.Counter()

    def handle_error(self, request, client_address):
        pass  # the box hangs up on what it does not want


class Answers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        host, web = self.headers["Host"], self.server
        web.asked.append((host, self.path))
        said = answer(host, self.path)
        for part in said if isinstance(said, list) else [said]:
            self.wfile.write(part)
            web.sent[host, self.path] += len(part)
        self.close_connection = self.path == "/breaks.png"

    def log_message(self, *_):
        pass
