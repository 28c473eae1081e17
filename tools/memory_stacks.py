"""The deepest stack that each task can need, from what the compiler knows.

gcc's -fcallgraph-info=su writes a .ci file beside each object: the frame of every function and whom it calls. Code that
has none (libc, assembly) is read from the disassembly. What neither can know is said in the calls file:

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

import collections
import fnmatch
import re

NODE = re.compile(r'^node: \{ title: "([^"]*)" label: "([^"]*)"(.*)\}')
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
        self.callees = set()   # titles
        self.pointers = set()  # source places of calls through pointers that are not known
        self.keys = set()      # entries of the calls file for those that are


def short_name(title):
    """'path/file.c:function' is the title of a static function."""
    return title.rpartition(":")[2]


class Graph:
    """Functions by title, from .ci files, the disassembly for the rest, and the calls file."""

    def __init__(self):
        self.functions = {}
        self.used_keys = set()

    def read_ci(self, text):
        for line in text.splitlines():
            if match := NODE.match(line):
                frame = FRAME.search(match[2])
                if frame:
                    function = self.functions.setdefault(match[1], Function(match[1]))
                    function.frame = max(function.frame or 0, int(frame[1]))
                    function.dynamic = function.dynamic or frame[2] == "dynamic"
            elif match := EDGE.match(line):
                function = self.functions.setdefault(match[1], Function(match[1]))
                if match[2] == INDIRECT:
                    function.pointers.add(match[3] or "")
                else:
                    function.callees.add(match[2])

    def read_disassembly(self, text):
        """Adds the functions that no .ci file has, and calls to them: the compiler does not list its own helpers, such as
        long division. A frame is everything that is pushed, popped or not: never too small."""
        compiled = collections.defaultdict(list)
        for title, function in self.functions.items():
            if function.frame is not None:
                compiled[short_name(title)].append(function)
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
        folded = {title for title in known.callees
                  if self.functions.get(title, Function(title)).frame is None and short_name(title) not in found}
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
        return [title for title in self.functions
                if fnmatch.fnmatchcase(title, "*/" + name) or fnmatch.fnmatchcase(short_name(title), name)]

    def apply(self, calls):
        """Adds what the calls file says; returns the problems that remain."""
        for name, bytes_ in calls.frame.items():
            self.functions.setdefault(name, Function(name)).frame = bytes_
        for title, function in self.functions.items():
            keys = {place: self._key(calls, title, place) for place in function.pointers}
            function.keys = {key for key in keys.values() if key is not None}
            function.pointers = {place for place, key in keys.items() if key is None}
            function.callees = {callee for callee in function.callees if not is_ruled_out(calls, title, callee)}
        used = {key for function in self.functions.values() for key in function.keys}
        lists = [calls.targets, *calls.within.values()]
        return [f"calls: {key}: there is no function {name}" for targets in lists for key, names in targets.items()
                for name in names if key in used and name != NOBODY and not self.find(name)]

    @staticmethod
    def _key(calls, title, place):
        for key in calls.targets:
            if same(title, key):
                return key
        file = place.split(":")[0]
        for key in calls.targets:
            if key.endswith((".c", ".h")) and (file == key or file.endswith("/" + key)):
                return key
        return None


def is_ruled_out(calls, caller, callee):
    return any(same(caller, one) and same(callee, other) for one, other in calls.never)


def same(title, name):
    """Whether a name of the calls file means this function: its name, or file.c:name. Clones (.isra.0) count."""
    plain = re.sub(r"\.(isra|constprop|part|cold)(\.\d+)?", "", title)
    return name in (title, plain, short_name(title), short_name(plain)) or plain.endswith("/" + name)


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
        self.groups = strongly_connected({title: self._callees(title, None) for title in graph.functions})

    def problem(self, text):
        if text not in self.problems:
            self.problems.append(text)

    def of(self, title, context=()):
        """The worst case of a function with all it calls. The context says whom calls through pointers reach, by the
        functions that were passed on the way here."""
        for name, targets in self.calls.within.items():
            if same(title, name):
                context = tuple(sorted({**dict(context), **{key: tuple(names) for key, names in targets.items()}}.items()))
        if (title, context) not in self.known:
            group = self.groups.get(title, (title,))
            result = self._of_group(group, context) if len(group) > 1 else self._of_one(title, context)
            for member in group:
                self.known[(member, context)] = result
        return self.known[(title, context)]

    def _callees(self, title, context):
        """Without a context: whomever it might ever call."""
        function = self.graph.functions.get(title)
        if function is None:
            return set()
        names = set()
        for key in function.keys:
            if context is None:
                names.update(self.calls.targets[key], *(targets.get(key, ()) for targets in self.calls.within.values()))
            else:
                names.update(dict(context).get(key, self.calls.targets[key]))
                if not names:
                    self.problem(f"{short_name(title)} calls through a pointer, and no 'within' of the calls file says "
                                 f"whom it reaches here: {key}")
        reached = {target for name in names for target in self.graph.find(name)}
        return function.callees | {target for target in reached if not is_ruled_out(self.calls, title, target)}

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
        callees = {callee for title in titles for callee in self._callees(title, context)} - set(titles)
        return max((self.of(callee, context) for callee in sorted(callees)), key=lambda worst: worst.bytes,
                   default=Worst(0, ()))

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
