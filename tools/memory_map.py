"""Reads a GNU linker map: which component of the image takes how much flash and RAM.

A component is a third-party library (by the name of its CMake target), libc and libgcc, a folder of ours (drivers,
firmware, boards), or a room of app/ (app/read). Objects of a static library have lost their folder in the map; it is
found again among the object files of the build. Texts are merged into one heap, a component of its own.

The map has to be one of a link without -flto. With it all code comes out of a few anonymous objects, and a function counts
wherever that compiler saw fit to inline it: components shrink and grow by tens of per cent from one compiler to the next.
"""

import collections
import os
import re

SECTION = re.compile(r"^ (\.[^\s]+|COMMON)(?:\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S.*))?$")
CONTINUED = re.compile(r"^\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S.*)$")
FILL = re.compile(r"^ \*fill\*\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)")
OUTPUT = re.compile(r"^(\.[^\s]+)(?:\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)(?:\s+load address 0x([0-9a-f]+))?)?\s*$")
OUTPUT_CONTINUED = re.compile(r"^\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)(?:\s+load address 0x([0-9a-f]+))?\s*$")
REGION = re.compile(r"^(\w+)\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)")
TEXTS = re.compile(r"^\.rodata\.(.*\.)?str\d")
MEMBER = re.compile(r"^(.*?)(?:lib)?([^/]+)\.a\((.+)\)$")

OUR_FOLDERS = ("app", "boards", "drivers", "firmware")
TOOLCHAIN = {"c_nano": "libc", "c": "libc", "g_nano": "libc", "gcc": "libgcc", "m": "libm", "nosys": "libc"}

Region = collections.namedtuple("Region", "origin length")
Output = collections.namedtuple("Output", "name address size loaded")
Piece = collections.namedtuple("Piece", "output section address size source")


class MapError(Exception):
    pass


class Map:
    """The memory regions, output sections and input pieces of one linker map."""

    def __init__(self, text):
        self.regions, self.outputs, self.pieces = {}, [], []
        memory, _, rest = text.partition("\nLinker script and memory map\n")
        if not rest:
            raise MapError("this is no linker map")
        for line in memory.partition("\nMemory Configuration\n")[2].splitlines():
            match = REGION.match(line)
            if match:
                self.regions[match[1]] = Region(int(match[2], 16), int(match[3], 16))
        self._read(rest.partition("\nCross Reference Table\n")[0].splitlines())
        self._clip_merged()

    def _read(self, lines):
        pending_output = pending_section = None
        for line in lines:
            if pending_output and (match := OUTPUT_CONTINUED.match(line)):
                self._add_output(pending_output, match[1], match[2], match[3])
            elif pending_section and (match := CONTINUED.match(line)):
                self._add_piece(pending_section, match[1], match[2], match[3])
            elif match := OUTPUT.match(line):
                if match[2] is not None:
                    self._add_output(match[1], match[2], match[3], match[4])
                else:
                    pending_output, pending_section = match[1], None
                    continue
            elif match := FILL.match(line):
                self._add_piece("*fill*", match[1], match[2], None)
            elif match := SECTION.match(line):
                if match[2] is not None:
                    self._add_piece(match[1], match[2], match[3], match[4])
                else:
                    pending_output, pending_section = None, match[1]
                    continue
            pending_output = pending_section = None

    def _add_output(self, name, address, size, load):
        self.outputs.append(Output(name, int(address, 16), int(size, 16), load is not None))

    def _add_piece(self, section, address, size, source):
        if self.outputs and int(size, 16):
            self.pieces.append(Piece(self.outputs[-1], section, int(address, 16), int(size, 16), source))

    def _clip_merged(self):
        """Strings that were merged into those of another object are still listed: nobody may be charged twice."""
        clipped = []
        for piece, following in zip(self.pieces, self.pieces[1:] + [None]):
            end = piece.address + piece.size
            if following and following.output is piece.output:
                end = min(end, following.address)
            clipped.append(piece._replace(size=max(0, end - piece.address)))
        self.pieces = clipped

    def region_of(self, output):
        """The region that an output section lies in, or None for debug information."""
        if output.name.startswith((".debug", ".comment", ".ARM.attributes", ".stab")):
            return None
        for name, region in self.regions.items():
            if region.origin <= output.address < region.origin + region.length and output.size:
                return name
        return None


def is_initialised(output):
    """Whether its first values lie in flash: only .data does; others may carry a load address without having content."""
    return output.loaded and output.name.startswith(".data")


def split_member(source):
    """'firmware/liblwip.a(tcp.c.obj)' as ('firmware/', 'lwip', 'tcp.c.obj'); None for a plain object."""
    match = MEMBER.match(source)
    return match.groups() if match else None


class Components:
    """Names the component of a piece. `owners`: the objects that define a name, for modules that have files of one name."""

    def __init__(self, build_folder, owners=()):
        self.build_folder, self.owners = build_folder, dict(owners)
        self.folders = {}

    def _members(self, folder, target):
        """Object file name -> folders inside the target, for a static library of this build."""
        key = (folder, target)
        if key not in self.folders:
            top = os.path.join(self.build_folder, folder, "CMakeFiles", target + ".dir")
            found = collections.defaultdict(set)
            for path, _, files in os.walk(top):
                for name in files:
                    found[name].add(room_of(os.path.relpath(path, top)))
            self.folders[key] = found
        return self.folders[key]

    def of_piece(self, piece):
        return "texts" if TEXTS.match(piece.section) else self.of(piece.source, plain_name(piece.section))

    def of(self, source, defined=""):
        """The component of an object that defines such a name."""
        member = split_member(source)
        if member:
            folder, target, name = member
            if target in TOOLCHAIN:
                return TOOLCHAIN[target]
            if target != "app":
                return folder.strip("/") if target == folder.strip("/") else target
            rooms = sorted(self._members(folder, target)[name])
            if len(rooms) > 1:  # a name that several have is taken for the first one's
                owners = [self.of(owner) for owner in self.owners.get(defined, ()) if os.path.basename(owner) == name]
                return min(owners, default="app/" + "+".join(rooms))
            return "app/" + rooms[0] if rooms else "app"
        match = re.match(r"^(?:(.*)/)?CMakeFiles/([^/]+)\.dir/(.*)$", source)
        if not match:
            return "toolchain"
        folder, target, inside = match.groups()
        top = room_of(inside)
        if target == "app":
            return "app/" + top
        if not target.endswith(".elf"):
            return target
        return top if top in OUR_FOLDERS else folder or top


def room_of(path):
    """The first folder below the target's own. A source outside of that is in '__/folder' in the build."""
    return re.sub(r"^(__/)+", "", path).split("/")[0]


def plain_name(section):
    """'.text.send.isra.0' as 'send'."""
    name = re.sub(r"^\.(text|rodata|data|bss)\.((unlikely|startup)\.)?", "", section)
    return re.sub(r"\.(lto_priv|isra|constprop|part|cold|str1|\d).*$", "", name)


Use = collections.namedtuple("Use", "flash ram")


def use_by_component(linker_map, components, ram_region, flash_region):
    """{component: Use}. Every byte that is used is somebody's: gaps are 'alignment', a section that the linker script
    alone reserves (the main stack) belongs to 'boards'."""
    flash, ram = collections.Counter(), collections.Counter()
    filled = {piece.output for piece in linker_map.pieces if piece.source}
    for piece in linker_map.pieces:
        region = linker_map.region_of(piece.output)
        name = components.of_piece(piece) if piece.source else "alignment" if piece.output in filled else "boards"
        if region == ram_region:
            ram[name] += piece.size
        if region == flash_region or (region and is_initialised(piece.output)):
            flash[name] += piece.size
    flash["alignment"] += region_use(linker_map, flash_region) - sum(flash.values())
    ram["alignment"] += region_use(linker_map, ram_region) - sum(ram.values())
    return {name: Use(flash[name], ram[name]) for name in sorted(set(flash) | set(ram))}


def region_use(linker_map, region_name):
    """Bytes used of a region, up to the end of its last section, with what is loaded into RAM counted in flash too."""
    region = linker_map.regions[region_name]
    inside = [output for output in linker_map.outputs if linker_map.region_of(output) == region_name]
    used = max((output.address + output.size for output in inside), default=region.origin) - region.origin
    if region_name.upper() == "FLASH":
        used += sum(output.size for output in linker_map.outputs if is_initialised(output))
    return used
