"""Looks into a FAT32 image, and changes what leads from cluster to cluster there, as no program would.

    fat = FatImage(path)
    first, size = fat.find("WARC")
    fat.link(first, first)                 its chain leads in a circle
    fat.save()
"""
import struct


class FatImage:
    def __init__(self, path):
        self.path, self.data = path, bytearray(path.read_bytes())
        self.sector_bytes, self.cluster_sectors, reserved, self.fats = struct.unpack_from("<HBHB", self.data, 11)
        self.fat_sectors, = struct.unpack_from("<I", self.data, 36)
        self.root, = struct.unpack_from("<I", self.data, 44)
        sectors, = struct.unpack_from("<I", self.data, 32)
        self.fat_at = reserved * self.sector_bytes
        self.data_at = self.fat_at + self.fats * self.fat_sectors * self.sector_bytes
        self.cluster_bytes = self.cluster_sectors * self.sector_bytes
        self.clusters = (sectors * self.sector_bytes - self.data_at) // self.cluster_bytes

    def next(self, cluster):
        return struct.unpack_from("<I", self.data, self.fat_at + 4 * cluster)[0] & 0x0fffffff

    def link(self, cluster, to):
        for fat in range(self.fats):
            struct.pack_into("<I", self.data, self.fat_at + fat * self.fat_sectors * self.sector_bytes + 4 * cluster, to)

    def place(self, cluster):
        return self.data_at + (cluster - 2) * self.cluster_bytes

    def chain(self, first):
        while 2 <= first < self.clusters + 2:
            yield first
            first = self.next(first)

    def entries(self, folder):
        """(where the entry lies, its long or short name) for each entry of the folder that begins in this cluster."""
        name = ""
        for cluster in self.chain(folder):
            for at in range(self.place(cluster), self.place(cluster) + self.cluster_bytes, 32):
                entry = self.data[at:at + 32]
                if entry[0] == 0:
                    return
                if entry[11] == 0x0f:
                    name = (entry[1:11] + entry[14:26] + entry[28:32]).decode("utf-16-le").split("\0")[0].rstrip("\uffff") + name
                elif entry[0] != 0xe5:
                    short = entry[:8].decode("latin-1").rstrip() + ("." + entry[8:11].decode("latin-1").rstrip()).rstrip(".")
                    yield at, name or short
                    name = ""

    def entry(self, path):
        """Where the entry of a path lies."""
        folder = self.root
        for step in path.split("/"):
            at, = [at for at, name in self.entries(folder) if name.lower() == step.lower()]
            folder = self.first(at)
        return at

    def first(self, at):
        return struct.unpack_from("<H", self.data, at + 20)[0] << 16 | struct.unpack_from("<H", self.data, at + 26)[0]

    def find(self, path):
        """(first cluster, size)."""
        at = self.entry(path)
        return self.first(at), struct.unpack_from("<I", self.data, at + 28)[0]

    def begin_at(self, path, cluster):
        at = self.entry(path)
        struct.pack_into("<H", self.data, at + 20, cluster >> 16)
        struct.pack_into("<H", self.data, at + 26, cluster & 0xffff)

    def resize(self, path, size):
        struct.pack_into("<I", self.data, self.entry(path) + 28, size)

    def save(self):
        self.path.write_bytes(self.data)
