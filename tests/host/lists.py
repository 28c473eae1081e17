"""The lists of Debian's packages that tools/setup.sh gets, in the versions that tools/lists.txt names."""

import hashlib
import os
import pathlib
import unittest

REPOSITORY = pathlib.Path(__file__).parents[2]
SHARE = pathlib.Path(os.environ.setdefault("CRAWLBOX_SHARE", str(REPOSITORY / "build/third_party/share")))


def path(name):
    return str(SHARE / name)


def reference(*names):
    """The path of the (first) list, for tests that measure with it. They are left out if Debian has only newer content by now."""
    lines = (line.split() for line in (REPOSITORY / "tools/lists.txt").read_text(encoding="utf-8").splitlines())
    known = {words[1]: words[2] for words in lines if words and words[0] != "#"}
    for name in names:
        if hashlib.sha256((SHARE / name).read_bytes()).hexdigest() != known[name]:
            raise unittest.SkipTest(f"NOTICE: {name} is not the one that tools/lists.txt names: nobody measured with it")
    return path(names[0])
