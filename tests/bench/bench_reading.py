"""What reading a page costs: instructions a byte on this machine and on the Cortex-M3, and RAM, beside other parsers.

On the host, valgrind counts the instructions of a program that reads the pages once, and of one that reads them REPEAT times:
the difference is reading alone. On the Cortex-M3 the system timer counts them under QEMU's -icount (reading_target.c).
The pages are made up by reading_pages.py, the same ones every time, so that the figures repeat to the last digit.
"""

import os
import re
import subprocess
import tempfile

from bench import Results
from reading_pages import PageMaker

HOST = "build/host/tests"
IMAGE = "build/lm3s6965evb/tests/bench_reading.elf"
PAGES = 6  # of each language, 30 KB each
REPEAT = 3
LANGUAGES = {"th": "Thai", "en": "English"}
STAGES = [("tokens", "tokenise"), ("links", "+ text and links"), ("resolved", "+ charset and absolute addresses"),
          ("verdict", "+ Thai verdict: the whole reading path"), ("anchors", "+ anchor texts and surroundings")]
PEERS = [("gumbo", "libgumbo"), ("libxml2", "libxml2 push"), ("myhtml", "MyHTML"), ("cld2", "CLD2")]
GOAL_HOST = {"th": 52, "en": 58}
GOAL_TARGET = 70
GOAL_RAM = 5 * 1024


def count(program, mode, repeat, files):
    result = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", f"{HOST}/{program}", mode,
         str(repeat), *files], capture_output=True, text=True, check=True)
    return int(re.search(r"I\s+refs:\s+([\d,]+)", result.stderr).group(1).replace(",", ""))


def per_byte(program, mode, files):
    once, often = count(program, mode, 1, files), count(program, mode, REPEAT, files)
    return (often - once) / (REPEAT - 1) / sum(os.path.getsize(name) for name in files)


def per_byte_on_target(mode, files):
    instructions = size = 0
    for name in files:
        result = subprocess.run(
            ["qemu-system-arm", "-M", "lm3s6965evb", "-display", "none", "-serial", "null", "-monitor", "none", "-icount",
             "shift=0", "-semihosting-config", f"enable=on,target=native,arg={mode},arg={name}", "-kernel", IMAGE],
            capture_output=True, text=True, check=True)
        # QEMU may say something of its own
        numbers = re.findall(r"^\d+$", result.stdout + result.stderr, re.MULTILINE)
        instructions += int(numbers[0])
        size += int(numbers[1])
    return instructions / size


def make_pages(folder):
    pages = {}
    for language in LANGUAGES:
        pages[language] = []
        for seed in range(PAGES):
            name = os.path.join(folder, f"{language}{seed}.html")
            with open(name, "w", encoding="utf-8") as out:
                out.write(PageMaker(language, seed).page())
            pages[language].append(name)
    return pages


def make_plain_text(folder, pages):
    """What libthai reads: the text alone, in its own charset."""
    names = []
    for page in pages:
        text = subprocess.run(["build/host/tools/crawlbox", "text", page], capture_output=True, check=True).stdout
        names.append(os.path.join(folder, os.path.basename(page) + ".txt"))
        with open(names[-1], "wb") as out:
            out.write(text.decode("utf-8").encode("cp874", errors="replace"))
    return names


def host_rows(results, pages, folder):
    for language, name in LANGUAGES.items():
        files = pages[language]
        fastest = None
        for peer, title in PEERS:
            if not os.path.exists(f"{HOST}/reading_{peer}"):
                print(f"(no {title}: its development package was not there when the host preset was configured)")
                continue
            cost = per_byte(f"reading_{peer}", "-", files)
            results.add(f"{name}: {title}", cost, "instructions/byte")
            if peer == "myhtml":
                fastest = cost
        if language == "th" and os.path.exists(f"{HOST}/reading_libthai"):
            cost = per_byte("reading_libthai", "-", make_plain_text(folder, files))
            results.add("Thai: libthai word breaks, plain text", cost, "instructions/byte")
        for mode, title in STAGES:
            cost = per_byte("reading_crawlbox", mode, files)
            goal = ("<=", GOAL_HOST[language]) if mode == "verdict" else None
            results.add(f"{name}: crawlbox {title}", cost, "instructions/byte", goal)
            if mode == "verdict" and fastest:
                results.add(f"{name}: the whole path beside MyHTML's parse", cost / fastest, "times", ("<=", 1))
            if mode == "verdict":
                instructions = cost * 30_000 * 1000
                results.add(f"{name}: verdict on 1,000 pages of 30 KB", instructions / 1e9, "G instructions")


def target_rows(results, pages):
    for language, name in LANGUAGES.items():
        for mode, title in STAGES:
            goal = ("<=", GOAL_TARGET) if mode == "verdict" else None
            cost = per_byte_on_target(mode, pages[language][:2])
            results.add(f"{name}: crawlbox on the Cortex-M3 {title}", cost, "instructions/byte", goal)


def ram_rows(results):
    symbols = subprocess.run(["arm-none-eabi-nm", "-S", IMAGE], capture_output=True, text=True, check=True).stdout
    size = {line.split()[3]: int(line.split()[1], 16) for line in symbols.splitlines() if "size_of_" in line}
    page, robots = size["size_of_page"], size["size_of_robots_store"]
    results.add("RAM: a page being read", page, "bytes")
    results.add("RAM: the store of robots.txt", robots, "bytes")
    results.add("RAM: the reading path", page + robots, "bytes", ("<=", GOAL_RAM))
    results.add("RAM: anchor texts, if wanted", size["size_of_anchors"], "bytes")


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        pages = make_pages(folder)
        host_rows(results, pages, folder)
        target_rows(results, pages)
    ram_rows(results)
    results.finish()


if __name__ == "__main__":
    main()
