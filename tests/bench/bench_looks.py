"""What pages need, as the box finds it and as a browser would ask for it: sh tools/bench.sh looks FOLDER, with saved pages (.html, .htm) and
stylesheets (.css) below the folder, which are read and nothing else. Judges are parse5 and css-tree, from npm."""
import json
import os
import pathlib
import subprocess
import sys

from bench import Results

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
CRAWLBOX = os.environ.get("CRAWLBOX", str(REPOSITORY / "build/host/tools/crawlbox"))
NPM = REPOSITORY / "build" / "npm"
SHOWN = 20  # differences on standard error
GOAL = 98.0


def found_by_us(file, address):
    option = "--css" if file.suffix == ".css" else "--embeds"
    said = subprocess.run([CRAWLBOX, "links", option, "--base", address, file], check=True, capture_output=True, text=True).stdout
    return {line.split("\t")[1] for line in said.splitlines()}


def found_by_judges(files):
    lines = "".join(f"{file}\t{address}\n" for file, address in files)
    said = subprocess.run(["node", HERE / "judge_looks.mjs", NPM], input=lines, check=True, capture_output=True, text=True).stdout
    return [set(json.loads(line)) for line in said.splitlines()]


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: sh tools/bench.sh looks FOLDER")
    folder = pathlib.Path(sys.argv[2])
    names = sorted(file for file in folder.rglob("*") if file.suffix in (".html", ".htm", ".css"))
    files = [(file, "http://www.example.th/" + "/".join(file.relative_to(folder).parts).replace(" ", "%20")) for file in names]
    subprocess.run(["sh", REPOSITORY / "tests/host/replay/install.sh", NPM], check=True)
    both = ours_alone = theirs_alone = shown = 0
    for (file, address), theirs in zip(files, found_by_judges(files)):
        ours = found_by_us(file, address)
        both += len(ours & theirs)
        ours_alone += len(ours - theirs)
        theirs_alone += len(theirs - ours)
        for mark, urls in (("only the box", ours - theirs), ("only the judges", theirs - ours)):
            for url in sorted(urls)[:max(0, SHOWN - shown)]:
                print(f"{mark}: {file.name}: {url[:150]}", file=sys.stderr)
                shown += 1
    results = Results()
    results.add("files", len(files), "files")
    results.add("addresses that the judges found", both + theirs_alone, "addresses")
    results.add("recall", 100.0 * both / max(both + theirs_alone, 1), "%", (">=", GOAL))
    results.add("precision", 100.0 * both / max(both + ours_alone, 1), "%", (">=", GOAL))
    results.finish()


if __name__ == "__main__":
    main()
