"""What a crawl costs: on the Cortex-M3 (crawl_box.py), and the native crawler beside wget (crawl_native.py).

With --rounds only what scoring costs between two rounds."""
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
    if "CRAWLBOX_NAMESPACE" not in os.environ:  # the first of the two runs that namespace.enter() makes
        subprocess.run(["sh", "tools/build.sh", "native"], check=True, cwd=crawl_native.REPOSITORY)
    namespace.enter()
    main()
