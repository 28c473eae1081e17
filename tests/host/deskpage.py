"""The desk in a headless browser, operated as a person would. Raises SkipTest where there is no browser, no node or no desk.

    desk = deskpage.shared()
    desk.open(language="th")
    desk.drop(folder)
    desk.click("#start-look")
    desk.ended()
"""
import functools
import json
import os
import pathlib
import shutil
import subprocess
import unittest

import browser

HERE = pathlib.Path(__file__).parent
TOP = HERE.parents[1]
PAGE = TOP / "build" / "desk" / "crawlbox-desk.html"
PICTURES = browser.PICTURES


class Desk:
    """One browser, with a tab that every open() replaces. Its methods are the commands of browser/desk.mjs, with their options by name."""

    def __init__(self):
        if not PAGE.exists():
            raise unittest.SkipTest("NOTICE: there is no build/desk/crawlbox-desk.html (sh tools/build.sh desk): nobody tried the desk")
        if not browser.path() or not shutil.which("node"):
            raise unittest.SkipTest("NOTICE: no browser or no node (sh tools/setup.sh --test): nobody tried the desk")
        installed = subprocess.run(["sh", HERE / "replay" / "install.sh", browser.NPM], capture_output=True, check=False)
        if installed.returncode != 0:
            raise unittest.SkipTest("NOTICE: the browser's driver could not be had: nobody tried the desk\n" + installed.stderr.decode())
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.node = subprocess.Popen(["node", HERE / "browser" / "desk.mjs", browser.NPM, browser.path(), PAGE], stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, env={**os.environ, "LANG": "C.UTF-8"})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.node.stdin.close()
        self.node.wait()
        self.node.stdout.close()

    def command(self, name, **wish):
        wish = {key: str(value) if isinstance(value, pathlib.Path) else value for key, value in wish.items()}
        self.node.stdin.write(json.dumps({"command": name, **wish}).encode() + b"\n")
        self.node.stdin.flush()
        line = self.node.stdout.readline()
        assert line, f"the browser ended during {name}"
        answer = json.loads(line)
        assert "error" not in answer, f"{name} {wish}: {answer['error']}"
        return answer["result"]

    def __getattr__(self, name):
        return lambda **wish: self.command(name, **wish)


@functools.cache
def shared():
    """One for all tests of a module: a browser computes for four seconds before it shows anything."""
    desk = Desk()
    unittest.addModuleCleanup(desk.__exit__)
    return desk
