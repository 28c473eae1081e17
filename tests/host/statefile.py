"""What a crawl keeps on a card (app/store/FORMAT.md), to be changed in an image: the state block, with what the box has learned at its end, and
the records of hosts."""
import struct
import zlib

SECTOR = 512
STATE_MAGIC = b"CBS1"
LEARNED = 224  # bytes
BEHIND = 52  # bytes of the state block behind what was learned
LEARNED_VERSION = 2
LEARNED_WEIGHTS = 32
AT_WEIGHTS = 8 + 28
AT_HOSTS = 1 << 24  # what a sector of HOSTS.BIN says of where it belongs, and its number


def learned(language=0, version=LEARNED_VERSION, counts=False, weights=(1024,), sites=200, lead=0, seen=64):
    """What a box has learned, and goes by if it counts: struct learned (app/graph/predict/learned.h)."""
    head = struct.pack("<4B", version, language, counts, counts)
    rest = struct.pack("<3IiHHi", sites, 150, 150, lead, 200, 64, 1024)
    weights = struct.pack(f"<{LEARNED_WEIGHTS}h", *weights, *[0] * (LEARNED_WEIGHTS - len(weights)))
    rest += weights + struct.pack("<H", seen) * LEARNED_WEIGHTS + weights
    return head + struct.pack("<I", zlib.crc32(head + rest)) + rest


def put_learned(path, block):
    """Into both copies of the state block of a card's image."""
    image = bytearray(path.read_bytes())
    found = 0
    for at in range(0, len(image), SECTOR):
        if image[at:at + 4] != STATE_MAGIC:
            continue
        size, check = struct.unpack_from("<II", image, at + 8)
        state = image[at + 16:at + 16 + size]
        if zlib.crc32(image[at + 4:at + 12] + state) != check:
            continue
        state[-BEHIND - LEARNED:-BEHIND] = block
        image[at + 16:at + 16 + size] = state
        struct.pack_into("<I", image, at + 12, zlib.crc32(image[at + 4:at + 12] + state))
        found += 1
    path.write_bytes(image)
    assert found, "no state block"


def change_hosts(path, change):
    """Calls change(record) with each host's 252 bytes in a card's image. A copy of one of its sectors may lie before the table, in the
    shadow (CRAWL.BIN): that one is left alone."""
    image = bytearray(path.read_bytes())
    met = set()
    for at in reversed(range(0, len(image), SECTOR)):
        home, check = struct.unpack_from("<II", image, at + 504)
        if home >> 24 != AT_HOSTS >> 24 or home in met or zlib.crc32(image[at:at + 508]) != check:
            continue
        met.add(home)
        for record in (at, at + 252):
            if image[record]:
                host = image[record:record + 252]
                change(host)
                image[record:record + 252] = host
        struct.pack_into("<I", image, at + 508, zlib.crc32(image[at:at + 508]))
    path.write_bytes(image)
