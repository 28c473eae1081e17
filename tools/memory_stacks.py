"""The deepest stack that each task can need, from what the compiler knows.

gcc's -fcallgraph-info=su writes a .ci file beside each object: the frame of every function and whom it calls. With -flto it
writes them beside the image, for the code that was really linked. A call keeps its place in the source wherever it was
inlined, and the source is asked which function it is written in. Code that has none (libc, assembly) is read
from the disassembly. What none of these can know is said in the calls file:

  calls  WHERE -> TARGET...    whom a call through a pointer reaches. WHERE is the calling function, or the source file
                               in which the call is written (app/base/format.c); TARGET may have wildcards, or
                               be `nobody` where the pointer is always empty
  within FUNCTION WHERE -> TARGET...
                               the same, for calls that happen below FUNCTION
  never  CALLER -> CALLEE      this call does not happen (say why in a comment)
  depth  FUNCTION N            it calls itself, over others or not, N levels deep at most
  frame  FUNCTION BYTES        its frame, where nothing tells
  task   FUNCTION              where every TASK of the RAM list starts; it goes on to task_NAME
  stack  NAME FUNCTION         where the owner of a STACK of the RAM list starts
  level  NAME HANDLER...       interrupts of one urgency, which do not interrupt each other
  guard  BYTES                 of the main stack's lower end that nobody may use

'#' starts a comment. A call through a pointer that is not listed, recursion without a depth, and a frame that is not
known are problems: the worst case would be a guess.
"""

import bisect
import collections
import fnmatch
import functools
import os
import re

NODE = re.compile(r'^node: \{ title: "([^"]*)" label: "([^"]*)"(.*)\}')
PLACE = re.compile(r"^([^\\]*)\\n(.+?):(\d+):\d+\\n")
PROMOTED = re.compile(r"\.lto_priv\.\d+")
EDGE = re.compile(r'^edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"(?: label: "([^"]*)")? \}')
FRAME = re.compile(r"(\d+) bytes \(([^)]*)\)")
INDIRECT = "__indirect_call"
NOBODY = "nobody"

# What the processor and the kernel put on a task's stack when it is interrupted: r0-r3, r12, lr, pc, psr, a word that keeps
# the stack aligned, then r4-r11.
EXCEPTION_FRAME_BYTES = 8 * 4 + 4
KERNEL_CONTEXT_BYTES = 8 * 4
# The kernel takes a stack whose last bytes have changed for one that has run over.
KERNEL_MARK_BYTES = 4 * 4
TASK_EXTRA_BYTES = EXCEPTION_FRAME_BYTES + KERNEL_CONTEXT_BYTES + KERNEL_MARK_BYTES


class CallsError(Exception):
    pass


class Calls:
    """The calls file."""

    def __init__(self, text=""):
        self.targets, self.within, self.never, self.depth, self.frame = {}, {}, set(), {}, {}
        self.task_entry, self.stack_entry, self.levels, self.guard = None, {}, {}, 0
        for number, line in enumerate(text.splitlines(), 1):
            words = line.partition("#")[0].split()
            if not words:
                continue
            try:
                self._take(words[0], words[1:])
            except (IndexError, ValueError, KeyError):
                raise CallsError(f"line {number} is not understood: {line.strip()}") from None

    def _take(self, kind, words):
        if kind in ("calls", "never"):
            if words[1] != "->" or len(words) < 3:
                raise ValueError
            if kind == "calls":
                self.targets.setdefault(words[0], []).extend(words[2:])
            else:
                self.never.update((words[0], target) for target in words[2:])
        elif kind == "within":
            if words[2] != "->" or len(words) < 4:
                raise ValueError
            self.within.setdefault(words[0], {})[words[1]] = words[3:]
            self.targets.setdefault(words[1], [])
        elif kind == "level":
            self.levels[words[0]] = words[1:]
        else:
            {"depth": lambda: self.depth.__setitem__(words[0], int(words[1])),
             "frame": lambda: self.frame.__setitem__(words[0], int(words[1])),
             "task": lambda: setattr(self, "task_entry", words[0]),
             "stack": lambda: self.stack_entry.__setitem__(words[0], words[1]),
             "guard": lambda: setattr(self, "guard", int(words[0]))}[kind]()


class Function:
    def __init__(self, name, frame=None):
        self.name, self.frame, self.dynamic = name, frame, False
        self.symbol = short_name(name)  # in the image
        self.callees = set()   # titles
        self.places = collections.defaultdict(set)  # callee -> where the calls are written
        self.pointers = set()  # source places of calls through pointers that are not known
        self.keys = set()      # entries of the calls file for those that are


@functools.lru_cache(maxsize=None)
def short_name(title):
    """'path/file.c:function' is the title of a static function."""
    return title.rpartition(":")[2]


class Graph:
    """Functions by title, from .ci files, the disassembly for the rest, and the calls file."""

    def __init__(self, folder="."):
        self.folder = folder  # where the compiler ran: its names of sources may be relative
        self.functions = {}
        self._found = {}  # what find() said, as long as no function comes in addition
        self.sources = {}  # source file -> [(line, function that begins there)]

    def _functions_of(self, file):
        if file not in self.sources:
            try:
                with open(os.path.join(self.folder, file), encoding="utf-8", errors="replace") as text:
                    self.sources[file] = list(functions_in(text))
            except OSError:
                self.sources[file] = []
        return self.sources[file]

    def _writer(self, place):
        """The function in whose text a place ('file.c:line:column') stands, None if nothing tells."""
        file, _, rest = place.partition(":")
        line = rest.split(":")[0]
        functions = self._functions_of(file) if line.isdigit() else []
        index = bisect.bisect_right(functions, (int(line), chr(0x10FFFF))) if functions else 0
        return f"{file}:{functions[index - 1][1]}" if index else None

    def written_in(self, title, places):
        """The functions of the source whose text holds calls at these places: the function itself where nothing was inlined."""
        return {self._writer(place) or title for place in places} or {title}

    def read_ci(self, texts):
        """Functions and calls. Static functions are called 'path/file.c:name' also where linking has renamed them."""
        lines = [line for text in texts for line in text.splitlines()]
        nodes = [match for match in map(NODE.match, lines) if match]
        titles = {match[1]: plain_title(match[1], match[2]) for match in nodes if FRAME.search(match[2])}
        for match in nodes:
            frame = FRAME.search(match[2])
            if frame:
                function = self._get(titles[match[1]], match[1])
                function.frame = max(function.frame or 0, int(frame[1]))
                function.dynamic = function.dynamic or frame[2] == "dynamic"
        for match in filter(None, map(EDGE.match, lines)):
            function = self._get(titles.get(match[1], match[1]), match[1])
            callee = titles.get(match[2], match[2])
            if callee == INDIRECT:
                function.pointers.add(match[3] or "")
            else:
                function.callees.add(callee)
                function.places[callee].add(match[3] or "")

    def _get(self, title, original):
        function = self.functions.setdefault(title, Function(title))
        function.symbol = short_name(original)
        return function

    def read_disassembly(self, text):
        """Adds the functions that no .ci file has, and calls to them: the compiler does not list its own helpers, such as
        long division. A frame is everything that is pushed, popped or not: never too small."""
        compiled = collections.defaultdict(list)
        for function in self.functions.values():
            if function.frame is not None:
                compiled[function.symbol].append(function)
        found = {}
        for line in text.splitlines():
            if match := re.match(r"^[0-9a-f]+ <([^>]+)>:$", line):
                function = found.setdefault(match[1], Function(match[1], 0))
            elif found:
                self._take_instruction(function, line)
        for name, function in found.items():
            if name not in compiled:
                self.functions[name] = function
        for name, function in found.items():
            for known in compiled.get(name, ()):
                self._follow_code(known, function, compiled, found)

    def _follow_code(self, known, code, compiled, found):
        """Completes the calls of a compiled function by those in its machine code."""
        known.callees.update(code.callees - compiled.keys())
        # Equal functions that were made one may have lost their frame: the call names the symbol that is left.
        known.callees = {short_name(title) if title not in self.functions and short_name(title) in found else title
                         for title in known.callees}
        folded = {title for title in known.callees
                  if self.functions.get(title, Function(title)).frame is None
                  and self.functions.get(title, Function(title)).symbol not in found}
        if folded:  # equal functions were made one, under another's name
            known.callees -= folded
            known.callees.update(one.name for name in code.callees for one in compiled.get(name, ()))

    @staticmethod
    def _take_instruction(function, line):
        match = re.match(r"^\s+[0-9a-f]+:\s+(\S+)\s*(.*)$", line)
        if not match:
            return
        operation, operands = match[1].split(".")[0], match[2]
        if operation == "push" or (operation == "stmdb" and operands.startswith("sp!")):
            function.frame += 4 * count_registers(operands)
        elif operation in ("sub", "subw") and operands.startswith("sp"):
            amount = re.search(r"#(\d+)", operands)
            if amount:
                function.frame += int(amount[1])
            else:
                function.dynamic = True
        elif operation in ("str", "strd") and (amount := re.search(r"\[sp, #-(\d+)\]!", operands)):
            function.frame += int(amount[1])
        elif operation == "blx" or (operation == "bx" and not operands.startswith("lr")):
            function.pointers.add("")
        elif re.match(r"^(bl?|b(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le))$|^cbn?z$", operation):
            target = re.search(r"<([^>+]+)>", operands)
            if target and target[1] != function.name:
                function.callees.add(target[1])

    def find(self, name):
        """The titles that a name in the calls file means."""
        if name in self.functions:
            return [name]
        known = len(self.functions), name
        if known not in self._found:
            self._found[known] = [
                title for title in self.functions
                if fnmatch.fnmatchcase(plain(title), "*/" + name) or fnmatch.fnmatchcase(short_name(plain(title)), name)]
        return self._found[known]

    def is_source(self, name):
        """Whether the sources have such a function: it may have been inlined wherever it is called."""
        return any(fnmatch.fnmatchcase(f"{file}:{function}", "*/" + name) or fnmatch.fnmatchcase(function, name)
                   for file, functions in self.sources.items() for _, function in functions)

    def apply(self, calls):
        """Adds what the calls file says; returns the problems that remain."""
        for name, bytes_ in calls.frame.items():
            self.functions.setdefault(name, Function(name)).frame = bytes_
        for title, function in self.functions.items():
            keys = {place: self._key(calls, title, place) for place in function.pointers}
            function.keys = {key for key in keys.values() if key is not None}
            function.pointers = {place for place, key in keys.items() if key is None}
            function.callees = {callee for callee in function.callees if not self.is_ruled_out(calls, title, callee)}
        used = {key for function in self.functions.values() for key in function.keys}
        lists = [calls.targets, *calls.within.values()]
        return [f"calls: {key}: there is no function {name}" for targets in lists for key, names in targets.items()
                for name in names
                if key in used and name != NOBODY and not self.find(name) and not self.is_source(name)]

    def _key(self, calls, title, place):
        writers = self.written_in(title, [place]) | {title}
        for key in calls.targets:
            if any(same(writer, key) for writer in writers):
                return key
        file = place.split(":")[0]
        for key in calls.targets:
            if key.endswith((".c", ".h")) and (file == key or file.endswith("/" + key)):
                return key
        return None


    def is_ruled_out(self, calls, caller, callee):
        """Whether all calls of it are such that the calls file says they do not happen."""
        callers = self.written_in(caller, self.functions[caller].places.get(callee, ()))
        return all(any(same(one, never) and same(callee, other) for never, other in calls.never) for one in callers)


def functions_in(lines):
    """(line, name) of each function that is defined in a source: its name and '(' stand before anything that is indented."""
    for number, line in enumerate(lines, 1):
        match = re.match(r"^(?:[A-Za-z_][\w\s*]*[\s*])?([A-Za-z_]\w*)\s*\(", line)
        if match and not line.rstrip().endswith((";", "\\")) and match[1] not in ("if", "for", "while", "switch", "return"):
            yield number, match[1]


def plain_title(title, label):
    """A title that does not depend on how the image was linked: a static function's gets the path of its source."""
    name = PROMOTED.sub("", short_name(title))
    place = PLACE.match(label)
    is_static = ":" in title or PROMOTED.search(title)
    return f"{place[2]}:{name}" if is_static and place else name


@functools.lru_cache(maxsize=None)
def plain(title):
    """The title of the function that a clone (.isra.0) was made of."""
    return re.sub(r"\.(isra|constprop|part|cold)(\.\d+)?", "", title)


def same(title, name):
    """Whether a name of the calls file means this function: its name, or file.c:name. Clones count, and what the linker's
    optimiser made of it."""
    names = (title, plain(title), short_name(title), short_name(plain(title)), PROMOTED.sub("", short_name(title)))
    return name in names or plain(title).endswith("/" + name)


def count_registers(operands):
    count = 0
    for item in operands[operands.index("{") + 1:operands.index("}")].split(","):
        first, _, last = item.strip().partition("-")
        count += register_number(last) - register_number(first) + 1 if last else 1
    return count


def register_number(name):
    return {"sl": 10, "fp": 11, "ip": 12, "sp": 13, "lr": 14, "pc": 15}.get(name) or int(name[1:])


Worst = collections.namedtuple("Worst", "bytes path")


class Depths:
    """Worst cases over a graph, with what stands in the way of knowing them."""

    def __init__(self, graph, calls):
        self.graph, self.calls = graph, calls
        self.known, self.problems = {}, []
        self.groups = {}  # context -> functions that call each other in a circle there
        self.under_way = set()

    def problem(self, text):
        if text not in self.problems:
            self.problems.append(text)

    def of(self, title, context=()):
        """The worst case of a function with all it calls. The context says whom calls through pointers reach, by the
        functions that were passed on the way here."""
        context = self._within(title, context)
        if (title, context) not in self.known:
            group = self._group(title, context)
            if (group, context) in self.under_way:
                self.problem(f"recursion in which another 'within' holds each time: {short_name(title)}")
                return Worst(0, ())
            self.under_way.add((group, context))
            result = self._of_group(group, context) if len(group) > 1 else self._of_one(title, context)
            self.under_way.remove((group, context))
            for member in group:
                self.known[(member, context)] = result
        return self.known[(title, context)]

    def _group(self, title, context):
        """The functions that call this one and are called by it, where the context holds."""
        if context not in self.groups:
            self.groups[context] = strongly_connected({name: self._callees(name, self._within(name, context), asks=True)
                                                       for name in self.graph.functions})
        return self.groups[context].get(title, (title,))

    def _within(self, title, context):
        for name, targets in self.calls.within.items():
            if same(title, name):
                context = tuple(sorted({**dict(context), **{key: tuple(names) for key, names in targets.items()}}.items()))
        return context

    def _worst_of_call(self, caller, callee, context):
        """A call may be written in a function that was inlined into the caller: then that one's context holds."""
        writers = self.graph.written_in(caller, self.graph.functions[caller].places.get(callee, ()))
        contexts = {self._within(writer, context) for writer in writers}
        return max((self.of(callee, one) for one in sorted(contexts)), key=lambda worst: worst.bytes)

    def _callees(self, title, context, asks=False):
        """Whom a function calls. Nobody may ever come here in this context if somebody only asks."""
        function = self.graph.functions.get(title)
        if function is None:
            return set()
        names = set()
        for key in function.keys:
            names.update(dict(context).get(key, self.calls.targets[key]))
            if not names and not asks:
                self.problem(f"{short_name(title)} calls through a pointer, and no 'within' of the calls file says "
                             f"whom it reaches here: {key}")
        reached = {target for name in names for target in self.graph.find(name)}
        return function.callees | {target for target in reached if not self.graph.is_ruled_out(self.calls, title, target)}

    def _frame(self, title):
        function = self.graph.functions.get(title)
        if function is None or function.frame is None:
            stated = [bytes_ for name, bytes_ in self.calls.frame.items() if same(title, name)]
            if stated:
                return stated[0]
            self.problem(f"nothing tells the frame of {title}: add 'frame {title} BYTES' to the calls file")
            return 0
        if function.dynamic and not any(same(title, name) for name in self.calls.frame):
            self.problem(f"{short_name(title)} has a frame of changing size (alloca or a variable array)")
        for place in sorted(function.pointers):
            self.problem(f"{short_name(title)} calls through a pointer{' at ' + place if place else ''}: "
                         "say in the calls file whom it reaches")
        return function.frame

    def _outside(self, titles, context):
        calls = sorted((title, callee) for title in titles for callee in self._callees(title, self._within(title, context))
                       if callee not in titles)
        return max((self._worst_of_call(title, callee, context) for title, callee in calls),
                   key=lambda worst: worst.bytes, default=Worst(0, ()))

    def _of_one(self, title, context):
        frame = self._frame(title)
        if title in self._callees(title, context):
            frame *= self._depth((title,))
        below = self._outside((title,), context)
        return Worst(frame + below.bytes, ((title, frame),) + below.path)

    def _of_group(self, group, context):
        """Functions that call each other in a circle: all their frames, as often as the circle may be walked."""
        depth = self._depth(group)
        frames = tuple((title, depth * self._frame(title)) for title in group)
        below = self._outside(group, context)
        return Worst(sum(frame for _, frame in frames) + below.bytes, frames + below.path)

    def _depth(self, group):
        for name, depth in self.calls.depth.items():
            if any(same(title, name) for title in group):
                return depth
        names = " > ".join(short_name(title) for title in group)
        self.problem(f"recursion without a limit: {names}: say 'depth FUNCTION N' in the calls file, or end it")
        return 1


def strongly_connected(callees):
    """Tarjan's algorithm, without recursion of its own: {title: all functions that it reaches and that reach it}."""
    index, low, stack, groups = {}, {}, [], {}

    def enter(title):
        index[title] = low[title] = len(index)
        stack.append(title)
        return title, iter(sorted(callees[title] & callees.keys()))

    for root in sorted(callees):
        work = [enter(root)] if root not in index else []
        while work:
            title, following = work[-1]
            callee = next(following, None)
            if callee is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[title])
                if low[title] == index[title]:
                    cut = stack.index(title)
                    groups.update((member, tuple(sorted(stack[cut:]))) for member in stack[cut:])
                    del stack[cut:]
            elif callee not in index:
                work.append(enter(callee))
            elif callee not in groups:
                low[title] = min(low[title], index[callee])
    return groups
