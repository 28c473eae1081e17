#!/usr/bin/env python3
"""Where the memory of an image goes, and whether it keeps to its budget.

  tools/memory.py IMAGE.elf --parts MAP --build FOLDER --report OUT.md     writes the report; the build does this
  tools/memory.py IMAGE.elf --parts MAP --build FOLDER --check             exit status 1 and a list of what is wrong, if anything is
  tools/memory.py IMAGE.elf --parts MAP --build FOLDER --propose           lines for the budget, by its rule

What the image takes comes from its linker map (IMAGE.elf.map), stacks from gcc's call graphs (memory_stacks.py says how),
pools from the one list of RAM (firmware/ram.def). What each component takes comes from the map of the same objects linked
without optimising across files (--parts), since with it every compiler charges another component for what it inlined. What has
to stay free, and what each component may use, is written in tests/budget.txt, what the compiler cannot know in
tests/budget_calls.txt. Needs the cross binutils and nothing else.
"""

import argparse
import collections
import glob
import os
import re
import subprocess
import sys

import memory_map
import memory_stacks

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FLASH, RAM = "FLASH", "SRAM"
MAIN_STACK = "interrupts"
FREE, FREE_KERNEL = "free", "free_kernel"  # lines of the budget that are about the whole image

Limit = collections.namedtuple("Limit", "flash ram why")
Stack = collections.namedtuple("Stack", "name size worst path what")
Pool = collections.namedtuple("Pool", "name size what")


class InputError(Exception):
    pass


def read_text(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None


def run_tool(*command, cwd=None):
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd=cwd).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise InputError(f"{command[0]} failed: {error}") from None


def parse_budget(text):
    """'component flash ram why...' lines."""
    budget = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split(None, 3)
        if not words:
            continue
        if len(words) < 4 or not words[1].isdigit() or not words[2].isdigit():
            raise InputError(f"budget, line {number}: want 'component flash ram why', not '{line.strip()}'")
        if words[0] in budget:
            raise InputError(f"budget, line {number}: {words[0]} has a line already")
        budget[words[0]] = Limit(int(words[1]), int(words[2]), words[3].strip())
    return budget


def propose(use, budget):
    """Lines for the budget: what is used now, an eighth and 64 bytes more, in steps of 64. What is not linked keeps its line."""
    def limit(used):
        return (used + used // 8 + 64 + 63) // 64 * 64 if used else 0
    lines = []
    for name in sorted({*use, *budget} - {FREE, FREE_KERNEL}):
        now, why = use.get(name), budget[name].why if name in budget else "?"
        flash, ram = (limit(now.flash), limit(now.ram)) if now else budget[name][:2]
        lines.append(f"{name:13}{flash:6} {ram:6}  {why}")
    return "\n".join(lines)


def parse_ram_list(text):
    """The entries of ram.def: [(kind, name, first number or type, what)]."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    pattern = r'^(TASK|STACK|OBJECT)\(\s*(\w+)\s*,\s*([^,]+?)\s*,(?:[^"]*,)?\s*"([^"]*)"\s*\)'
    return [match.groups() for match in re.finditer(pattern, text, flags=re.M)]


def with_other_kernel(budget):
    """The budget of an image whose kernel is not Debian's: it may leave less free."""
    return {**budget, FREE: budget.get(FREE_KERNEL, budget[FREE])}


def parse_symbols(text):
    """nm -S: {name: (address, size, type)}."""
    symbols = {}
    for line in text.splitlines():
        words = line.split()
        if len(words) == 4:
            symbols[words[3]] = (int(words[0], 16), int(words[1], 16), words[2])
        elif len(words) == 3:
            symbols[words[2]] = (int(words[0], 16), 0, words[1])
    return symbols


def call_graph_files(build_folder, image, linker_map):
    """The .ci files of everything that was linked. What went through -flto has them beside the image."""
    files = set(glob.glob(glob.escape(image) + ".ltrans*.ci"))
    for source in {piece.source for piece in linker_map.pieces if piece.source}:
        member = memory_map.split_member(source)
        if member:
            folder = os.path.join(build_folder, member[0], "CMakeFiles", member[1] + ".dir")
            files.update(os.path.join(path, name) for path, _, names in os.walk(folder)
                         for name in names if name.endswith(".ci"))
        else:
            path = os.path.join(build_folder, os.path.splitext(source)[0] + ".ci")
            if os.path.exists(path):
                files.add(path)
    return sorted(files)


def parse_owners(text):
    """objdump -t of objects: {name: objects that define it}."""
    owners, path = collections.defaultdict(set), None
    for line in text.splitlines():
        if match := re.match(r"^(\S+):\s+file format", line):
            path = match[1]
        elif match := re.match(r"^[0-9a-f]+ .{6}[FO] \S+\t[0-9a-f]+ (?:\.hidden )?(\S+)$", line):
            owners[memory_map.plain_name(match[1])].add(path)
    return owners


def image_objects(build_folder):
    """The objects of the image and its libraries, relative to the build folder."""
    found = glob.glob("**/*.c.obj", root_dir=build_folder, recursive=True)
    return sorted(path for path in found if not path.startswith("tests/"))


class Image:
    """Everything that is known about an image; problems are collected, not raised."""

    def __init__(self, linker_map, use, symbols, ram_list, graph, calls, handlers):
        self.map, self.use, self.symbols, self.calls = linker_map, use, symbols, calls
        self.problems = graph.apply(calls)
        self.depths = memory_stacks.Depths(graph, calls)
        self.graph = graph
        self.stacks, self.pools = [], []
        for kind, name, amount, what in ram_list:
            if kind == "OBJECT":
                self.pools.append(Pool(name, self._size_of("ram_" + name), what))
            else:
                self._add_stack(kind, name, amount, what)
        self._add_main_stack(handlers)
        self.problems += self.depths.problems

    def _size_of(self, symbol):
        if symbol not in self.symbols:
            self.problems.append(f"the RAM list names {symbol}, which is not in the image")
            return 0
        return self.symbols[symbol][1]

    def _title(self, name, user):
        titles = self.graph.find(name)
        if len(titles) != 1:
            self.problems.append(f"{user}: {'no' if not titles else 'more than one'} function is called {name}")
            return None
        return titles[0]

    def _worst(self, title):
        return self.depths.of(title) if title else memory_stacks.Worst(0, ())

    def _add_stack(self, kind, name, amount, what):
        if not amount.isdigit():
            self.problems.append(f"stack {name}: its size must be a plain number in the RAM list")
            return
        entry = "task_" + name if kind == "TASK" else self.calls.stack_entry.get(name)
        if entry is None:
            self.problems.append(f"stack {name}: say 'stack {name} FUNCTION' in the calls file")
            return
        worst = self._worst(self._title(entry, f"stack {name}"))
        if kind == "TASK" and self.calls.task_entry:
            start = self._title(self.calls.task_entry, "task")
            frame = self.graph.functions[start].frame if start else 0
            worst = memory_stacks.Worst(worst.bytes + frame, ((start or "", frame),) + worst.path)
        self.stacks.append(Stack(name, int(amount), worst.bytes + memory_stacks.TASK_EXTRA_BYTES, worst.path, what))

    def _add_main_stack(self, handlers):
        """Start-up uses it first; from then on interrupts, one of each level on top of the other."""
        if "main_stack_top" not in self.symbols:
            return
        size = self.symbols["main_stack_top"][0] - self.symbols["main_stack_bottom"][0] - self.calls.guard
        listed = {name for names in self.calls.levels.values() for name in names}
        levels = dict(self.calls.levels)
        levels.update((name, [name]) for name in handlers if name not in listed)
        total, path = 0, ()
        for names in levels.values():
            present = [title for name in names if name in handlers for title in self.graph.find(name)[:1]]
            worst = max((self.depths.of(title) for title in present), key=lambda w: w.bytes, default=None)
            if worst:
                total += worst.bytes + memory_stacks.EXCEPTION_FRAME_BYTES
                path += worst.path
        start = self._worst(self._title("reset_handler", "start-up"))
        if start.bytes > total:
            total, path = start.bytes, start.path
        self.stacks.append(Stack(MAIN_STACK, size, total, path, "main stack: start-up, then interrupts"))

    def check(self, budget):
        """What is wrong, as sentences."""
        problems = list(self.problems)
        wanted = budget.get(FREE, Limit(0, 0, ""))
        for region, least in ((FLASH, wanted.flash), (RAM, wanted.ram)):
            used, room = memory_map.region_use(self.map, region), self.map.regions[region].length
            if used + least > room:
                problems.append(f"the image leaves {room - used} bytes of {region} free, {least} have to be: "
                                f"it takes {used} of {room}")
        for name, use in self.use.items():
            limit = budget.get(name)
            if limit is None:
                problems.append(f"{name} has no budget: add '{name} FLASH RAM why' (it takes {use.flash} and {use.ram})")
                continue
            for what, used, most in (("flash", use.flash, limit.flash), ("RAM", use.ram, limit.ram)):
                if used > most:
                    problems.append(f"{name} takes {used} bytes of {what}, {used - most} more than its budget of {most}")
        for stack in self.stacks:
            if stack.worst > stack.size:
                problems.append(f"stack {stack.name} can need {stack.worst} bytes, its size is {stack.size}: "
                                + path_text(stack.path))
        return problems


def vector_handlers(symbols, image_bytes):
    """The functions that the vector table names, but for reset and the default handler."""
    address, size, _ = symbols.get("vectors", (0, 0, ""))
    by_address = collections.defaultdict(list)
    for name, (at, _, kind) in symbols.items():
        if kind in "tTwW":
            by_address[at & ~1].append(name)
    skip = by_address[symbols["default_handler"][0] & ~1] + ["reset_handler"] if "default_handler" in symbols else []
    handlers = []
    for at in range(address + 4, address + size, 4):
        target = int.from_bytes(image_bytes[at:at + 4], "little") & ~1
        handlers += [name for name in by_address[target] if target and name not in skip and name not in handlers]
    return handlers


def path_text(path):
    return " > ".join(f"{memory_stacks.short_name(title)} {frame}" for title, frame in path)


def table(header, rows, numeric):
    """A Markdown table that is also pleasant to read as text."""
    rows = [[f"{cell:,}" if isinstance(cell, int) else cell for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in (header, *rows)) for i in range(len(header))]

    def line(cells):
        return "| " + " | ".join(cell.rjust(width) if i in numeric else cell.ljust(width)
                                 for i, (cell, width) in enumerate(zip(cells, widths))) + " |"
    rule = "|" + "|".join("-" * (width + 1) + (":" if i in numeric else "-") for i, width in enumerate(widths)) + "|"
    return "\n".join([line(header), rule, *map(line, rows)])


def free_text(regions, budget):
    flash, ram = (free for _, _, _, free in regions)
    wanted = budget.get(FREE, Limit(0, 0, ""))
    return (f"flash free: {flash:,} bytes (at least {wanted.flash:,} have to be)  \n"
            f"RAM unclaimed: {ram:,} bytes (at least {wanted.ram:,} have to be)")


def report(image, budget, name):
    problems = image.check(budget)
    regions = []
    for region in (FLASH, RAM):
        used, room = memory_map.region_use(image.map, region), image.map.regions[region].length
        regions.append((region.lower(), used, room, room - used))
    none = Limit(0, 0, "no budget")
    components = [(component, use.flash, budget.get(component, none).flash, use.ram, budget.get(component, none).ram,
                   budget.get(component, none).why)
                  for component, use in sorted(image.use.items(), key=lambda item: -item[1].flash)]
    components.append(("all", sum(row[1] for row in components), "", sum(row[3] for row in components), "", ""))
    stacks = [(s.name, s.size, s.worst, s.size - s.worst, s.what) for s in image.stacks]
    parts = [f"# Memory of {name}", "Bytes. Made by the build (tools/memory.py); `sh tools/size.sh` prints it.",
             table(("memory", "used", "of", "free"), regions, (1, 2, 3)),
             free_text(regions, budget),
             "## By component",
             "As linked without optimising across files, which takes more than the image does. Compilers differ by a few per cent.",
             table(("component", "flash", "limit", "RAM", "limit", "what it is"), components, (1, 2, 3, 4)),
             "## Stacks", "The worst case is static: the deepest path of calls, with what an interrupt and the kernel put on top.",
             table(("stack", "size", "worst", "left", "for"), stacks, (1, 2, 3)),
             "Deepest paths, with the frame of each function:",
             "\n".join(f"- {s.name}: {path_text(s.path)}" for s in image.stacks),
             "## Pools and buffers", table(("name", "bytes", "for"), image.pools, (1,)),
             "## Problems", "\n".join(f"- {problem}" for problem in problems) or "None."]
    return "\n\n".join(parts) + "\n"


def load(arguments):
    prefix = arguments.prefix
    linker_map = memory_map.Map(read_text(arguments.image + ".map"))
    objects = run_tool(prefix + "objdump", "-t", *image_objects(arguments.build), cwd=arguments.build)
    components = memory_map.Components(arguments.build, parse_owners(objects))
    use = memory_map.use_by_component(memory_map.Map(read_text(arguments.parts)), components, RAM, FLASH)
    symbols = parse_symbols(run_tool(prefix + "nm", "-S", arguments.image))
    graph = memory_stacks.Graph(arguments.build)
    graph.read_ci([read_text(path) for path in call_graph_files(arguments.build, arguments.image, linker_map)])
    graph.read_disassembly(run_tool(prefix + "objdump", "-d", "--no-show-raw-insn", arguments.image))
    try:
        with open(os.path.splitext(arguments.image)[0] + ".bin", "rb") as file:
            handlers = vector_handlers(symbols, file.read())
    except OSError as error:
        raise InputError(f"cannot read {error.filename}: {error.strerror}") from None
    calls = memory_stacks.Calls(read_text(arguments.calls))
    return Image(linker_map, use, symbols, parse_ram_list(read_text(arguments.ram_list)), graph, calls, handlers)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("image", metavar="IMAGE.elf", help="its map must lie beside it as IMAGE.elf.map, and IMAGE.bin too")
    parser.add_argument("--parts", required=True, metavar="MAP", help="linker map of the same objects, linked without -flto")
    parser.add_argument("--build", required=True, metavar="FOLDER", help="the folder that the image was built in")
    parser.add_argument("--budget", default=os.path.join(TOP, "tests/budget.txt"), metavar="FILE")
    parser.add_argument("--calls", default=os.path.join(TOP, "tests/budget_calls.txt"), metavar="FILE")
    parser.add_argument("--ram-list", default=os.path.join(TOP, "firmware/ram.def"), metavar="FILE")
    parser.add_argument("--prefix", default="arm-none-eabi-", help="of the binutils (arm-none-eabi-)")
    parser.add_argument("--other-kernel", action="store_true", help="the kernel is not Debian's: its own line of the budget says what stays free")
    parser.add_argument("--report", metavar="OUT.md", help="write the report")
    parser.add_argument("--propose", action="store_true", help="print lines for the budget, by its rule")
    parser.add_argument("--check", action="store_true", help="fail if anything is over its budget")
    arguments = parser.parse_args()
    try:
        image, budget = load(arguments), parse_budget(read_text(arguments.budget))
        if arguments.other_kernel:
            budget = with_other_kernel(budget)
    except (InputError, memory_map.MapError) as error:
        sys.exit(f"memory: {error}")
    except memory_stacks.CallsError as error:
        sys.exit(f"memory: {arguments.calls}: {error}")
    if arguments.report:
        with open(arguments.report, "w", encoding="utf-8") as file:
            file.write(report(image, budget, os.path.basename(arguments.image)))
    if arguments.propose:
        print(propose(image.use, budget))
    problems = image.check(budget) if arguments.check else []
    for problem in problems:
        print(f"memory: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
