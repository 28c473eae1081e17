"""The desk's own program without a browser: in Node.js, on a card in memory. Raises SkipTest where there is no node or no desk.

    desk = desknode.Desk()
    desk.run("look", folder)              the messages that the page would get
    desk.run("empty", folder, out)        the same, and what would be saved is written into the folder `out`
"""
import json
import pathlib
import shutil
import subprocess
import unittest

HERE = pathlib.Path(__file__).parent
PAGE = HERE.parents[1] / "build" / "desk" / "crawlbox-desk.html"


class Desk:
    def __init__(self):
        if not PAGE.exists():
            raise unittest.SkipTest("NOTICE: there is no build/desk/crawlbox-desk.html (sh tools/build.sh desk): the desk read no card")
        if not shutil.which("node"):
            raise unittest.SkipTest("NOTICE: no node (sh tools/setup.sh --test): the desk read no card")
        self.node = subprocess.Popen(["node", HERE / "browser" / "program.mjs", PAGE], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, what, card, out=None):
        self.node.stdin.write(json.dumps({"what": what, "card": str(card), "out": str(out) if out else ""}).encode() + b"\n")
        self.node.stdin.flush()
        line = self.node.stdout.readline()
        assert line, f"the desk's program ended during {what}"
        answer = json.loads(line)
        assert answer["end"].get("status") == 0, answer
        return answer["messages"]

    def close(self):
        self.node.stdin.close()
        self.node.wait()
        self.node.stdout.close()
