#!/usr/bin/env python3
"""Pictures of the box's display: takes one from a running QEMU, converts, compares.

  tools/screenshot.py --qmp SOCKET OUT.png      the display of a QEMU started with -qmp unix:SOCKET,server,nowait
  tools/screenshot.py IN.ppm OUT.png            a file made by QEMU's `screendump`, or any PGM
  tools/screenshot.py --enlarge 4 IN OUT.png    every pixel as a square of 4 x 4

QEMU shows each of the display's 128 x 64 pixels as 4 x 4 of its own; what is written here has the display's own size and
16 grey levels unless it is enlarged. Tests import this file: read_picture, write_png, read_png, difference.
"""

import argparse
import json
import os
import socket
import struct
import sys
import tempfile
import zlib

WIDTH, HEIGHT, LEVELS = 128, 64, 16
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, TRUE_COLOUR = 0, 2


class Picture:
    """Rows of grey levels from 0 to 15."""

    def __init__(self, rows):
        self.rows = rows
        self.height = len(rows)
        self.width = len(rows[0])

    def __eq__(self, other):
        return self.rows == other.rows

    def enlarged(self, factor):
        return Picture([[level for level in row for _ in range(factor)] for row in self.rows for _ in range(factor)])


def netpbm_numbers(data, count):
    """The next `count` numbers of a netpbm header and what follows the one white space after them."""
    numbers, at = [], 0
    while len(numbers) < count:
        while data[at:at + 1].isspace() or data[at:at + 1] == b"#":
            at = data.index(b"\n", at) + 1 if data[at:at + 1] == b"#" else at + 1
        end = at
        while data[end:end + 1].isdigit():
            end += 1
        numbers.append(int(data[at:end]))
        at = end
    return numbers, data[at + 1:]


def read_netpbm(data):
    """PGM (P2, P5) or PPM (P6) of any size, as grey levels 0 to 15."""
    kind = data[:2]
    (width, height, top), body = netpbm_numbers(data[2:], 3)
    if kind == b"P2":
        values = [int(word) for word in body.split()]
    elif kind == b"P5":
        values = list(body)
    elif kind == b"P6":
        values = list(body[1::3])  # grey: red, green and blue are the same
    else:
        raise ValueError("not a PGM or PPM picture")
    if len(values) < width * height:
        raise ValueError("the picture is cut short")
    levels = [(value * (LEVELS - 1) + top // 2) // top for value in values]
    return Picture([levels[y * width:(y + 1) * width] for y in range(height)])


def reduced(picture):
    """QEMU's enlarged picture back to the display's own pixels; others stay as they are."""
    factor = picture.width // WIDTH
    if (picture.width, picture.height) != (WIDTH * factor, HEIGHT * factor) or factor < 2:
        return picture
    small = Picture([row[::factor] for row in picture.rows[::factor]])
    if small.enlarged(factor) != picture:
        raise ValueError("the picture is not made of squares: is it the display?")
    return small


def read_picture(path):
    """A PGM, PPM or PNG file at the display's own size."""
    with open(path, "rb") as file:
        data = file.read()
    return read_png(data) if data.startswith(PNG_SIGNATURE) else reduced(read_netpbm(data))


def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, depth, colour, lines):
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + line for line in lines), 9)
    return PNG_SIGNATURE + png_chunk(b"IHDR", header) + png_chunk(b"IDAT", body) + png_chunk(b"IEND", b"")


def write_png(path, picture):
    """Four bits of grey a pixel: a picture of the display is well under 2 KB."""
    lines = []
    for row in picture.rows:
        row = row + [0] * (len(row) % 2)
        lines.append(bytes(row[x] << 4 | row[x + 1] for x in range(0, len(row), 2)))
    with open(path, "wb") as file:
        file.write(png(picture.width, picture.height, 4, GREY, lines))


def read_png(data):
    """Reads back what write_png() wrote, or a program that is a box."""
    at, body, header = len(PNG_SIGNATURE), b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        content = data[at + 8:at + 8 + length]
        header = struct.unpack(">IIBBBBB", content) if kind == b"IHDR" else header
        body += content if kind == b"IDAT" else b""
        at += 12 + length
    width, height = header[:2]
    depth = header[2]
    if depth not in (4, 8) or header[3:] != (GREY, 0, 0, 0):
        raise ValueError("only PNG files with 4 or 8 bits of grey are read")
    raw, stride = zlib.decompress(body), 1 + (width * depth + 7) // 8
    rows = []
    for y in range(height):
        line = raw[y * stride:(y + 1) * stride]
        if line[0] != 0:
            raise ValueError("only PNG files without filters are read")
        levels = [byte >> 4 for byte in line[1:]] if depth == 8 else [level for byte in line[1:] for level in (byte >> 4, byte & 15)]
        rows.append(levels[:width])
    return Picture(rows)


def difference(path, expected, actual, factor=4):
    """Writes what differs: expected above actual, grey where they agree, red what is too much, blue what is missing.
    Returns the number of pixels that differ."""
    lines, count = [], 0
    for y in range(max(expected.height, actual.height)):
        line = b""
        for x in range(max(expected.width, actual.width)):
            want = expected.rows[y][x] if y < expected.height and x < expected.width else 0
            have = actual.rows[y][x] if y < actual.height and x < actual.width else 0
            count += want != have
            grey = 8 * want
            pixel = (grey, grey, grey) if want == have else (255, 0, 0) if have > want else (64, 64, 255)
            line += bytes(pixel) * factor
        lines += [line] * factor
    with open(path, "wb") as file:
        file.write(png(len(lines[0]) // 3, len(lines), 8, TRUE_COLOUR, lines))
    return count


def qmp_command(stream, name, arguments=None):
    stream.write(json.dumps({"execute": name, "arguments": arguments or {}}).encode() + b"\n")
    stream.flush()
    while True:
        answer = json.loads(stream.readline())
        if "error" in answer:
            raise RuntimeError(f"QEMU: {answer['error']['desc']}")
        if "return" in answer:
            return answer["return"]


def screendump(qmp_socket):
    """The display of a running QEMU."""
    with socket.socket(socket.AF_UNIX) as connection, tempfile.TemporaryDirectory() as folder:
        connection.settimeout(30)
        connection.connect(qmp_socket)
        with connection.makefile("rwb") as stream:
            stream.readline()
            qmp_command(stream, "qmp_capabilities")
            path = os.path.join(folder, "screen.ppm")
            qmp_command(stream, "screendump", {"filename": path})
        return read_picture(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qmp", metavar="SOCKET", help="take the picture from a running QEMU")
    parser.add_argument("--enlarge", metavar="N", type=int, default=1, help="N x N for each pixel")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    if len(arguments.files) != (1 if arguments.qmp else 2):
        parser.error("needs IN and OUT.png, or --qmp SOCKET and OUT.png")
    try:
        picture = screendump(arguments.qmp) if arguments.qmp else read_picture(arguments.files[0])
        write_png(arguments.files[-1], picture.enlarged(arguments.enlarge))
    except (OSError, ValueError, RuntimeError) as error:
        sys.exit(f"screenshot: {error}")


if __name__ == "__main__":
    main()
