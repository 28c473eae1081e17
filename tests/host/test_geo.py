"""crawlbox geo: tables from texts and from Debian's geoip-database, looked up, damaged."""
import os
import pathlib
import random
import struct
import subprocess
import tempfile
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]
DATABASE = pathlib.Path("/usr/share/GeoIP/GeoIP.dat")  # Debian's geoip-database
LEAF = 0xffff00
NUMBERS = {"TH": 210, "CN": 48, "JP": 111, "UK": 77, "US": 225}


def legacy(entries, kind=1):
    """A legacy database made here: {first 8 bits of an address: country number}, all else is country 0."""
    nodes = []

    def node(prefix, bits):
        mine = len(nodes)
        nodes.append([0, 0])
        for bit in (0, 1):
            value = prefix << 1 | bit
            nodes[mine][bit] = LEAF + entries.get(value, 0) if bits == 7 else node(value, bits + 1)
        return mine

    node(0, 0)
    tree = b"".join(struct.pack("<I", value)[:3] for pair in nodes for value in pair)
    return tree + b"\0\0\0GEO-106FREE 20260704 Build\xff\xff\xff" + bytes([kind])


class Geo(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.table = self.top / "GEO.BIN"

    def run_geo(self, code, *arguments):
        result = subprocess.run([CRAWLBOX, "geo", *map(str, arguments)], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result.stdout + result.stderr

    def build(self, data):
        source = self.top / "source"
        source.write_bytes(data if isinstance(data, bytes) else data.encode())
        return self.run_geo(0, "build", "-o", self.table, source)

    def lookup(self, *addresses):
        return [line.split("\t")[1] for line in self.run_geo(0, "lookup", "-t", self.table, *addresses).splitlines()]

    def test_a_text_of_ranges(self):
        self.build("# lab\n198.18.0.0/24 TH\r\n198.18.1.0/24 US\n\n198.18.0.128/25 JP\n255.0.0.0/8 CN\n0.0.0.0/32 UK\n")
        self.assertEqual(self.lookup("198.18.0.0", "198.18.0.127", "198.18.0.128", "198.18.0.255", "198.18.1.0",
                                     "198.18.2.0", "198.17.255.255", "255.255.255.255", "254.255.255.255", "0.0.0.0", "0.0.0.1"),
                         ["TH", "TH", "JP", "JP", "US", "OTHER", "OTHER", "CN", "OTHER", "UK", "OTHER"])
        self.assertIn("ranges\t7\n", self.run_geo(0, "info", self.table))

    def test_later_lines_of_a_text_count_more(self):
        """Against a list of addresses painted one by one."""
        choice = random.Random(7)
        countries = ["TH", "CN", "JP", "UK", "US", "OTHER"]
        for _ in range(20):
            world, lines = ["OTHER"] * 256, []
            for _ in range(choice.randrange(1, 12)):
                bits = choice.randrange(0, 9)
                first = choice.randrange(256) >> (8 - bits) << (8 - bits)
                country = choice.choice(countries)
                lines.append(f"10.0.0.{first}/{24 + bits} {country}")
                world[first:first + (256 >> bits)] = [country] * (256 >> bits)
            self.build("\n".join(lines))
            self.assertEqual(self.lookup(*(f"10.0.0.{i}" for i in range(256))), world, lines)
            self.assertEqual(self.lookup("9.255.255.255", "10.0.1.0"), ["OTHER", "OTHER"])

    def test_an_empty_list_makes_no_table(self):
        self.assertIn("it is empty", self.run_geo(2, "build", "-o", self.table, "/dev/null"))
        self.assertFalse(self.table.exists())

    def test_a_legacy_database(self):
        self.build(legacy({1: NUMBERS["TH"], 2: NUMBERS["TH"], 3: NUMBERS["CN"], 254: NUMBERS["UK"], 255: 16}))
        self.assertEqual(self.lookup("0.255.255.255", "1.0.0.0", "2.255.255.255", "3.1.2.3", "254.0.0.0", "255.1.1.1"),
                         ["OTHER", "TH", "TH", "CN", "UK", "OTHER"])
        facts = dict(line.split("\t") for line in self.run_geo(0, "info", self.table).splitlines())
        self.assertEqual((facts["ranges"], facts["date"], facts["TH"]), ("6", "20260704", str(2 << 24)))

    def test_an_address_of_a_cdn_is_in_no_country(self):
        self.build(legacy({104: NUMBERS["US"]}))
        self.assertEqual(self.lookup("104.15.255.255", "104.16.0.0", "104.27.255.255", "104.28.0.0"), ["US", "OTHER", "OTHER", "US"])
        self.build("104.0.0.0/8 US\n")
        self.assertEqual(self.lookup("104.16.0.0"), ["US"])

    def test_databases_that_are_damaged_or_of_another_kind_are_refused(self):
        good = legacy({1: 1})
        loop = bytes(6) + good[6:]
        for data, why in ((legacy({}, kind=12), "not a legacy country database"), (loop, "damaged"),
                          (good[:-40] + b"\0", "not a legacy"), (b"1.2.3.4/8 TH\n", "line 1 is not of the form"),
                          (b"1.0.0.0/8 TH x\n", "line 1 is not"), (b"\n1.0.0.0/8 FR\n", "line 2 names none of")):
            (self.top / "bad").write_bytes(data)
            self.assertIn(why, self.run_geo(2, "build", "-o", self.table, self.top / "bad"))
        self.run_geo(2, "build", "-o", self.table, self.top / "nowhere")

    def test_damage_anywhere_in_the_table_is_noticed(self):
        self.build(legacy({number: list(NUMBERS.values())[number % 5] for number in range(250)}))
        good = self.table.read_bytes()
        choice = random.Random(1)
        for _ in range(60):
            data = bytearray(good)
            data[choice.randrange(len(data))] ^= 1 << choice.randrange(8)
            self.table.write_bytes(data)
            self.assertIn("no usable GEO.BIN", self.run_geo(1, "info", self.table))
        for size in (0, 3, 511, 512, len(good) - 1):
            self.table.write_bytes(good[:size])
            self.run_geo(1, "info", self.table)

    def test_usage(self):
        for arguments in ((), ("build", "a", "b"), ("info",), ("lookup",), ("frob",)):
            self.run_geo(2, *arguments)
        self.build("1.0.0.0/8 TH\n")
        self.assertIn("no address", self.run_geo(2, "lookup", "-t", self.table, "1.2.3"))

    @unittest.skipUnless(DATABASE.exists(), "NOTICE: geoip-database is not installed: nobody read it")
    def test_debians_database(self):
        """Whatever it holds today: it is read, and has addresses of every country that the box tells apart."""
        self.run_geo(0, "build", "-o", self.table)
        facts = dict(line.split("\t") for line in self.run_geo(0, "info", self.table).splitlines())
        self.assertGreater(min(int(facts[country]) for country in NUMBERS), 0)


if __name__ == "__main__":
    unittest.main()
