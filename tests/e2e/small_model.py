"""Models that are not the built-in one, learned within seconds from a web of a few thousand hosts.

    path = small_model.train(folder, "--limit", "700")       `folder` keeps what it was learned from, too
"""
import os
import pathlib
import subprocess

from box import REPOSITORY

LABORATORY = os.environ.get("CRAWLBOX", str(REPOSITORY / "build/host/tools/crawlbox")) + "-lab"


def laboratory(*words):
    return subprocess.run([LABORATORY, *map(str, words)], capture_output=True, check=True).stdout


def train(folder, *options):
    """The path of a model; `options` are those of `crawlbox-lab train`."""
    world, table, model = (pathlib.Path(folder, name) for name in ("world", "hosts.arff", "model.bin"))
    laboratory("world", "make", "--preset", "closed-2009", "--hosts", 4000, "-o", world)
    table.write_bytes(laboratory("world", "hosts", "--features", world))
    laboratory("train", "--brief", *options, "-o", model, table)
    return model
