"""What a crawl costs: on the Cortex-M3 (crawl_box.py), and the native crawler beside wget (crawl_native.py).

With --rounds only what scoring costs between two rounds. With --beside IMAGE [TURNS] only what a page takes over http with that image and
with the one that was built: what did a change cost? Each has 3 turns if nothing else is said."""
import os
import subprocess
import sys

import crawl_box
import crawl_native
from bench import Results

sys.path.insert(0, str(crawl_native.REPOSITORY / "tests/e2e"))
import namespace  # noqa: E402


def main():
    results = Results()
    if sys.argv[2:3] == ["--beside"]:
        crawl_box.compare(results, sys.argv[3], int((sys.argv[4:] or ["3"])[0]))
        results.finish()
    crawl_box.measure(results, "--rounds" in sys.argv)
    if "--rounds" in sys.argv:
        results.finish()
    figures = crawl_native.measure()
    (our_instructions, our_kb), (wget_instructions, wget_kb) = figures["crawlbox"], figures["wget"]
    results.add("native: wget, instructions a page", round(wget_instructions), "instructions")
    results.add("native: crawlbox, instructions a page", round(our_instructions), "instructions", ("<=", round(wget_instructions)))
    results.add("native: wget, memory", wget_kb, "KB")
    results.add("native: crawlbox, memory", our_kb, "KB", ("<=", wget_kb // 10))
    results.finish()


if __name__ == "__main__":
    if "CRAWLBOX_NAMESPACE" not in os.environ and "--beside" not in sys.argv:  # the first of the two runs that namespace.enter() makes
        subprocess.run(["sh", "tools/build.sh", "native"], check=True, cwd=crawl_native.REPOSITORY)
    namespace.enter()
    main()
