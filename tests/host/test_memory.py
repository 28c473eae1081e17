"""tools/memory.py on small made-up images: it counts right, and it does complain."""
import pathlib
import sys
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tools"))
import memory
import memory_ledger
import memory_map
import memory_stacks

MAP = """Archive member included to satisfy reference by file (symbol)

Memory Configuration

Name             Origin             Length             Attributes
FLASH            0x00000000         0x00001000         xr
SRAM             0x20000000         0x00000400         xrw
*default*        0x00000000         0xffffffff

Linker script and memory map

LOAD firmware/CMakeFiles/box.elf.dir/main.c.obj

.text           0x00000000      0x300
 *(.vectors)
 .vectors       0x00000000       0x40 firmware/CMakeFiles/box.elf.dir/__/boards/one/startup.c.obj
 .text.main     0x00000040       0xc0 firmware/CMakeFiles/box.elf.dir/main.c.obj
                0x00000040                main
 .text.a_function_with_a_long_name
                0x00000100       0x7e app/libapp.a(url.c.obj)
 *fill*         0x0000017e        0x2 
 .rodata.str1.1
                0x00000180       0x80 firmware/libnet.a(tcp.c.obj)
                                 0x90 (size before relaxing)
 .rodata.merged 0x000001c0       0x40 firmware/CMakeFiles/box.elf.dir/main.c.obj
 .text          0x00000200      0x100 /usr/lib/arm-none-eabi/libc_nano.a(memcpy.o)

.stack          0x20000000      0x100
                0x20000000                main_stack_bottom = .
 *fill*         0x20000000      0x100 

.data           0x20000100       0x10 load address 0x00000300
 .data.speed    0x20000100       0x10 drivers/libdrivers.a(uart.c.obj)

.bss            0x20000120       0x80 load address 0x00000310
 .bss.pool      0x20000120       0x80 firmware/libnet.a(tcp.c.obj)

.debug_info     0x00000000     0x9999
 .debug_info    0x00000000     0x9999 firmware/CMakeFiles/box.elf.dir/main.c.obj

Cross Reference Table
"""


class LinkerMap(unittest.TestCase):
    def setUp(self):
        self.map = memory_map.Map(MAP)
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        module = pathlib.Path(self.folder.name, "app/CMakeFiles/app.dir/read/url")
        module.mkdir(parents=True)
        (module / "url.c.obj").touch()
        components = memory_map.Components(self.folder.name)
        self.use = memory_map.use_by_component(self.map, components, "SRAM", "FLASH")

    def test_each_component_is_charged_for_what_it_takes(self):
        self.assertEqual(self.use["firmware"], (0xc0 + 0x40, 0))
        self.assertEqual(self.use["boards"], (0x40, 0x100), "the linker script's own stack is the board's")
        self.assertEqual(self.use["app/read"], (0x7e, 0), "a room of app/ is found by its object file")
        self.assertEqual(self.use["libc"], (0x100, 0))
        self.assertEqual(self.use["drivers"], (0x10, 0x10), "initialised data lies in flash and in RAM")

    def test_strings_that_were_merged_are_charged_once_and_to_nobody_in_particular(self):
        self.assertEqual(self.use["texts"], (0x40, 0))
        self.assertEqual(self.use["net"], (0, 0x80))

    def test_files_of_one_name_are_told_apart_by_what_they_define(self):
        top = pathlib.Path(self.folder.name, "app/CMakeFiles/app.dir")
        for module in ("read", "topic"):
            (top / module).mkdir(exist_ok=True)
            (top / module / "page.c.obj").touch()
        owners = memory.parse_owners("".join(
            f"app/CMakeFiles/app.dir/{module}/page.c.obj:     file format elf32-littlearm\n"
            f"00000000 g     F .text.{name}\t00000010 {name}\n" for module, name in (("read", "page_begin"), ("topic", "topic_page"))))
        components = memory_map.Components(self.folder.name, owners)
        named = {section: components.of_piece(memory_map.Piece(None, section, 0, 1, "app/libapp.a(page.c.obj)"))
                 for section in (".text.page_begin", ".text.topic_page.isra.0", ".text.nobodys")}
        self.assertEqual(list(named.values()), ["app/read", "app/topic", "app/read+topic"])

    def test_a_generated_source_belongs_to_its_room(self):
        top = pathlib.Path(self.folder.name, "app/CMakeFiles/app.dir/__/read/dict")
        top.mkdir(parents=True)
        (top / "dict_builtin.c.obj").touch()
        components = memory_map.Components(self.folder.name)
        self.assertEqual(components.of("app/libapp.a(dict_builtin.c.obj)"), "app/read")

    def test_every_byte_is_somebodys(self):
        self.assertEqual(sum(use.flash for use in self.use.values()), memory_map.region_use(self.map, "FLASH"))
        self.assertEqual(sum(use.ram for use in self.use.values()), memory_map.region_use(self.map, "SRAM"))
        self.assertEqual(memory_map.region_use(self.map, "FLASH"), 0x310)
        self.assertEqual(memory_map.region_use(self.map, "SRAM"), 0x1a0)

    def test_something_else_is_no_map(self):
        with self.assertRaises(memory_map.MapError):
            memory_map.Map("hello")


def node(title, frame, kind="static"):
    return f'node: {{ title: "{title}" label: "{title}\\nfile.c:1:1\\n{frame} bytes ({kind})" }}\n'


def edge(caller, callee, place="dir/file.c:7:3"):
    return f'edge: {{ sourcename: "{caller}" targetname: "{callee}" label: "{place}" }}\n'


INDIRECT = memory_stacks.INDIRECT


def depths(ci, calls="", disassembly=""):
    graph, calls = memory_stacks.Graph(), memory_stacks.Calls(calls)
    graph.read_ci([ci])
    graph.read_disassembly(disassembly)
    problems = graph.apply(calls)
    result = memory_stacks.Depths(graph, calls)
    result.problems += problems
    return result


class Ledger(unittest.TestCase):
    PAGE = "| feature | files | flash | RAM | state |\n|---|---|\n| all | `app/* libc` | 1,000 | 0 | |\n| url | `app/read/url/*` | 500 | 8 | 1 |\n"

    def test_every_file_belongs_to_the_feature_that_names_it_best(self):
        found = {"app/read/url/parse.c": [500, 8], "app/base/arena.c": [900, 0], "libc": [100, 0]}
        self.assertEqual(memory_ledger.problems_of(self.PAGE, found), [])
        self.assertEqual(memory_ledger.problems_of(self.PAGE, {**found, "lwip": [1, 0]}), ["lwip belongs to no feature"])

    def test_figures_that_are_off_are_told_and_renewed(self):
        found = {"app/read/url/parse.c": [900, 8], "app/base/arena.c": [1050, 0]}
        self.assertEqual(memory_ledger.problems_of(self.PAGE, found), ["url: flash is 900, and the page says 500"])
        page = memory_ledger.renewed(self.PAGE, found)
        self.assertIn("| url | `app/read/url/*` | 900 | 8 | 1 |\n", page)
        self.assertEqual(memory_ledger.problems_of(page, found), [])


class Stacks(unittest.TestCase):
    def test_the_deepest_path_counts(self):
        found = depths(node("main", 8) + node("flat", 100) + node("one", 40) + node("two", 70)
                       + edge("main", "flat") + edge("main", "one") + edge("one", "two"))
        self.assertEqual(found.of("main").bytes, 8 + 40 + 70)
        self.assertEqual([title for title, _ in found.of("main").path], ["main", "one", "two"])
        self.assertEqual(found.problems, [])

    def test_a_call_through_a_pointer_must_be_explained(self):
        ci = node("main", 8) + node("dir/file.c:on_event", 30) + edge("main", INDIRECT)
        unknown = depths(ci)
        unknown.of("main")
        self.assertIn("main calls through a pointer at dir/file.c:7:3", unknown.problems[0])
        for where in ("main", "file.c", "dir/file.c"):
            known = depths(ci, f"calls {where} -> on_*")
            self.assertEqual((known.of("main").bytes, known.problems), (38, []), where)
        self.assertEqual(depths(ci, "calls main -> nobody").of("main").bytes, 8)

    def test_a_name_that_nobody_has_is_noticed(self):
        ci = node("main", 8) + edge("main", INDIRECT)
        self.assertIn("there is no function on_evnet", depths(ci, "calls main -> on_evnet").problems[0])

    def test_whom_a_pointer_reaches_may_depend_on_the_way(self):
        ci = (node("print", 10) + node("log", 20) + node("format", 5) + node("wide", 100) + node("narrow", 1)
              + edge("print", "format") + edge("log", "format") + edge("format", INDIRECT))
        found = depths(ci, "within print file.c -> wide\nwithin log file.c -> narrow")
        self.assertEqual((found.of("print").bytes, found.of("log").bytes), (115, 26))
        self.assertEqual(found.problems, [])
        found.of("format")
        self.assertIn("no 'within'", found.problems[0])

    def test_functions_are_in_a_circle_only_on_ways_where_they_call_each_other(self):
        ci = (node("page", 1) + node("log", 2) + node("put", 10) + node("write", 20) + node("memory", 3)
              + edge("page", "put") + edge("log", "put") + edge("put", INDIRECT) + edge("write", "put"))
        calls = "within page put -> memory\nwithin log put -> write\n"
        self.assertEqual((depths(ci, calls).of("page").bytes, depths(ci, calls).problems), (1 + 10 + 3, []))
        unlimited = depths(ci, calls)
        unlimited.of("log")
        self.assertIn("recursion without a limit", unlimited.problems[0])
        self.assertEqual(depths(ci, calls + "depth put 2").of("log").bytes, 2 + 2 * 30)

    def test_a_circle_calls_what_is_said_of_its_members(self):
        ci = (node("main", 1) + node("a", 10) + node("b", 20) + node("deep", 500) + node("flat", 5)
              + edge("main", "a") + edge("a", "b") + edge("b", "a") + edge("b", INDIRECT))
        self.assertEqual(depths(ci, "calls b -> flat\nwithin b b -> deep\ndepth a 1").of("main").bytes, 1 + 30 + 500)

    def test_recursion_needs_a_limit(self):
        ci = node("a", 10) + node("b", 20) + edge("a", "b") + edge("b", "a") + node("end", 7) + edge("b", "end")
        unlimited = depths(ci)
        unlimited.of("a")
        self.assertIn("recursion without a limit: a > b", unlimited.problems[0])
        limited = depths(ci, "depth b 3")
        self.assertEqual((limited.of("a").bytes, limited.problems), (3 * 30 + 7, []))
        cut = depths(ci, "never b -> a")
        self.assertEqual((cut.of("a").bytes, cut.problems), (37, []))

    def test_a_function_that_calls_itself_needs_one_too(self):
        ci = node("walk", 16) + edge("walk", "walk")
        unlimited = depths(ci)
        unlimited.of("walk")
        self.assertEqual(len(unlimited.problems), 1)
        self.assertEqual(depths(ci, "depth walk 5").of("walk").bytes, 80)

    def test_frames_that_change_size_are_refused(self):
        found = depths(node("main", 8, "dynamic"))
        found.of("main")
        self.assertIn("changing size", found.problems[0])

    def test_unknown_code_is_refused(self):
        found = depths(node("main", 8) + edge("main", "magic"))
        found.of("main")
        self.assertIn("nothing tells the frame of magic", found.problems[0])
        self.assertEqual(depths(node("main", 8) + edge("main", "magic"), "frame magic 12").of("main").bytes, 20)

    def test_library_code_is_read_from_the_disassembly(self):
        code = """
00000100 <main>:
     100:\tbl\t120 <__aeabi_uldivmod>
00000120 <__aeabi_uldivmod>:
     120:\tpush\t{r4, r5, r6-r8, lr}
     122:\tsub\tsp, #16
     124:\tstr.w\tlr, [sp, #-8]!
     128:\tbl\t140 <helper>
00000140 <helper>:
     140:\tstmdb\tsp!, {r4, sl, fp, lr}
     144:\tb.n\t140 <helper>
"""
        found = depths(node("main", 8), disassembly=code)
        self.assertEqual((found.of("main").bytes, found.problems), (8 + 24 + 16 + 8 + 16, []))

    def test_a_function_that_was_folded_into_its_twin_is_found_in_the_code(self):
        code = "00000100 <main>:\n     100:\tbl\t120 <twin>\n00000120 <twin>:\n     120:\tpush\t{r4, lr}\n"
        found = depths(node("main", 8) + node("dir/file.c:twin", 24) + edge("main", "dir/file.c:folded"), disassembly=code)
        self.assertEqual((found.of("main").bytes, found.problems), (32, []))

    def test_a_line_that_makes_no_sense_is_refused(self):
        for line in ("calls main on_event", "depth walk", "depth walk deep", "hello", "within a b -> "):
            with self.assertRaises(memory_stacks.CallsError):
                memory_stacks.Calls(line)


RAM_LIST = """/* TASK(name, ...) in a comment is none */
TASK(crawler, 256, 2, 4000, "crawls (a lot), and stores")
TASK(console, 96, 3, 4000, "serial line")
STACK(idle, 128, "sleeps")
OBJECT(arena, struct arena, "TLS")
"""
SYMBOLS = """20000100 00000080 B ram_arena
20000000 A main_stack_bottom
20000100 A main_stack_top
"""
CODE = "".join([node("task_crawler", 100), node("task_console", 20), node("start", 4), node("idle_task", 8),
                node("reset_handler", 16), node("tick_handler", 40), node("uart_handler", 30), node("net_handler", 32)])
CALLS = "task start\nstack idle idle_task\nguard 32\nlevel devices uart_handler net_handler\n"
HANDLERS = ["tick_handler", "uart_handler", "net_handler"]
FITS = {"net": memory.Limit(0x40, 0x80, ""), "rest": memory.Limit(0x400, 0x180, "")}


def image(use=None, ram_list=RAM_LIST, calls=CALLS):
    graph = memory_stacks.Graph()
    graph.read_ci([CODE])
    use = use or {"net": memory_map.Use(0x40, 0x80)}
    return memory.Image(memory_map.Map(MAP), use, memory.parse_symbols(SYMBOLS), memory.parse_ram_list(ram_list), graph,
                        memory_stacks.Calls(calls), HANDLERS)


class Budget(unittest.TestCase):
    def test_a_good_image_has_no_problems(self):
        self.assertEqual(image(ram_list=RAM_LIST.replace("96", "112")).check(FITS), [])

    def test_the_list_of_ram_is_read(self):
        entries = memory.parse_ram_list(RAM_LIST)
        self.assertEqual([entry[:3] for entry in entries], [
            ("TASK", "crawler", "256"), ("TASK", "console", "96"), ("STACK", "idle", "128"),
            ("OBJECT", "arena", "struct arena")])

    def test_stacks_are_told_with_what_interrupts_need(self):
        stacks = {stack.name: stack for stack in image().stacks}
        self.assertEqual(stacks["console"].worst, 4 + 20 + memory_stacks.TASK_EXTRA_BYTES)
        self.assertEqual(stacks["interrupts"].size, 0x100 - 32)
        self.assertEqual(stacks["interrupts"].worst, 40 + 32 + 2 * memory_stacks.EXCEPTION_FRAME_BYTES,
                         "one interrupt of each level on top of the other")

    def test_a_stack_that_is_too_small_is_a_problem(self):
        self.assertTrue(any("stack console can need 108 bytes, its size is 96" in text for text in image().check(FITS)))

    def test_a_component_over_its_budget_is_a_problem(self):
        for use in (memory_map.Use(0x41, 0x80), memory_map.Use(0x40, 0x81)):
            problems = image({"net": use}).check(FITS)
            self.assertTrue(any("net takes" in text and "1 more than its budget" in text for text in problems), problems)

    def test_what_has_to_stay_free_is_taken_from_the_image_as_it_is_flashed(self):
        roomy = RAM_LIST.replace("96", "112")
        for free in (memory.Limit(4096 - 784, 1024 - 0x1a0, ""), memory.Limit(0, 0, "")):
            self.assertEqual(image(ram_list=roomy).check({**FITS, "free": free}), [])
        for free, memory_name in ((memory.Limit(4096 - 783, 0, ""), "FLASH"), (memory.Limit(0, 1024 - 0x19f, ""), "SRAM")):
            problems = image(ram_list=roomy).check({**FITS, "free": free})
            self.assertEqual(len(problems), 1)
            self.assertIn(f"bytes of {memory_name} free", problems[0])

    def test_another_kernel_may_leave_less_free(self):
        roomy = RAM_LIST.replace("96", "112")
        budget = {**FITS, "free": memory.Limit(4096, 1024, ""), "free_kernel": memory.Limit(0, 0, "")}
        self.assertEqual(len(image(ram_list=roomy).check(budget)), 2)
        self.assertEqual(image(ram_list=roomy).check(memory.with_other_kernel(budget)), [])

    def test_lines_are_proposed_by_one_rule(self):
        use = {"net": memory_map.Use(1600, 0), "new": memory_map.Use(1, 64)}
        lines = memory.propose(use, {**FITS, "free": memory.Limit(1, 1, "")}).splitlines()
        self.assertEqual([line.split() for line in lines], [["net", "1920", "0"], ["new", "128", "192", "?"], ["rest", "1024", "384"]])

    def test_a_component_without_a_budget_is_a_problem(self):
        problems = image({"new": memory_map.Use(1, 2)}).check(FITS)
        self.assertTrue(any("new has no budget: add 'new FLASH RAM why' (it takes 1 and 2)" in text for text in problems))

    def test_what_is_listed_must_be_in_the_image(self):
        problems = image(ram_list='OBJECT(ghost, int, "boo")').check(FITS)
        self.assertTrue(any("ram_ghost, which is not in the image" in text for text in problems))

    def test_a_stack_of_unknown_owner_is_a_problem(self):
        problems = image(calls="task start").check(FITS)
        self.assertTrue(any("say 'stack idle FUNCTION'" in text for text in problems))

    def test_the_report_shows_it_all(self):
        text = memory.report(image(), FITS, "box.elf")
        for expected in ("| flash  |  784 | 4,096 |", "| net ", "| arena |", "- crawler: start 4 > task_crawler 100",
                         "- stack console can need", "flash free: 3,312 bytes", "RAM unclaimed: 608 bytes"):
            self.assertIn(expected, text)

    def test_a_bad_budget_line_is_refused(self):
        for line in ("net 100", "net many 5 why", "net 5 5", "net 5 5 why\nnet 6 6 why"):
            with self.assertRaises(memory.InputError):
                memory.parse_budget(line)


if __name__ == "__main__":
    unittest.main()
