"""A headless browser for tests of pages that we write: what look.mjs finds. Raises SkipTest where there is none."""
import json
import os
import pathlib
import shutil
import subprocess
import unittest

HERE = pathlib.Path(__file__).parent
NPM = HERE.parents[1] / "build" / "npm"
PICTURES = pathlib.Path(os.environ.get("CRAWLBOX_PICTURES", NPM.parent / "pictures"))
PHONE_WIDTH = 390


def path():
    return shutil.which("chromium") or shutil.which("chromium-browser")


def look(page, name):
    """Opens the page in every view, leaves pictures of it in build/pictures, and gives back what was found."""
    if not path() or not shutil.which("node"):
        raise unittest.SkipTest("NOTICE: no browser or no node (sh tools/setup.sh --test): nobody looked at the page")
    installed = subprocess.run(["sh", HERE / "replay" / "install.sh", NPM], capture_output=True, check=False)
    if installed.returncode != 0:
        raise unittest.SkipTest("NOTICE: the browser's driver could not be had: nobody looked at the page\n" + installed.stderr.decode())
    PICTURES.mkdir(parents=True, exist_ok=True)
    result = subprocess.run(["node", HERE / "browser" / "look.mjs", NPM, path(), page, PICTURES, name], capture_output=True,
                            check=False)
    assert result.returncode == 0, result.stderr.decode()
    return json.loads(result.stdout)


def check(test, findings, page):
    """What every page must be: silent, self-contained, legible, operable by keys."""
    test.assertEqual(findings["console"], [])
    test.assertEqual(set(findings["requests"]), {pathlib.Path(page).resolve().as_uri()})
    for view, found in findings["views"].items():
        with test.subTest(view):
            test.assertEqual(found["faint"], [])
            test.assertEqual(found["small"], [])
            test.assertEqual(found["overflow"], 0)
    test.assertEqual(findings["opened"], [])
    test.assertEqual(findings["unnamed"], 0)
    test.assertEqual(findings["keyboard"]["unseen"], [])
    test.assertGreaterEqual(findings["keyboard"]["reached"], findings["keyboard"]["wanted"])
