"""How much of the wanted pages is found, and how cleanly. All of it is simulated; goals are asked of seeds that nobody tuned anything with.

    sh tools/bench.sh find              what the defaults are held to: 5 minutes of computing, on two cores 3
    sh tools/bench.sh find --full       and the tables of WORLD.md: whoever may choose the sites, on every web: about 10 more
    python3 tests/bench/bench_find.py FILE --tables [--only WORD]...
                                        tables alone, of the webs and predictors whose names have one of these words

Tables are in build/bench/find.md, too. As many simulations run beside each other as there are processors.

Pages are judged with the errors that the detector is expected to have at most likely: of 63 Thai pages none was missed, of 141 others none was
taken for Thai; by Laplace's rule of succession (1 of 65, 1 of 143) that is 15 and 7 of 1,000. Where a goal speaks of a crawl that was
simulated without such errors, so is this one, and it says "true verdicts".
"""
import argparse
import concurrent.futures
import os
import pathlib
import resource
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
import find_goals  # noqa: E402
from bench import Results  # noqa: E402
from find_lab import CHOICES, ERRORS, MILLION, PREDICTORS, SEED, TO_THE_END, Lab, Web, options_of, point_at  # noqa: E402

CLOSED = ("--preset", "closed-2009")
OPEN = ("--preset", "open-2011-com", "--abroad")
WEBS = (
    Web("closed-2009", CLOSED, TO_THE_END),
    Web("closed-2009, drifted", (*CLOSED, "--drift"), TO_THE_END),
    Web("lswc-2006", ("--preset", "lswc-2006"), TO_THE_END),
    Web("open-2011", ("--preset", "open-2011"), MILLION),
    *(Web(f"open-2011-com, {abroad} % abroad", (*OPEN, str(abroad)), MILLION) for abroad in (0, 20, 40, 60)),
)
STOPS = (10000, 100000, 1000000)
CHOSEN_ON = ("closed-2009", "open-2011-com, 40 % abroad")  # the webs where settings that people choose are compared, too


def table_row(lab, web, predictor):
    """(harvest, coverage) at each stop that the crawl came to, and the last point of all."""
    points = lab.crawl(web, SEED, web.pages, *options_of(predictor), *ERRORS)
    return [point_at(points, stop) for stop in STOPS], points[-1]


def cell(point):
    return f"{point.harvest:.2f} / {point.coverage:.2f}" if point else "-"


def markdown(rows):
    """The tables of all webs: harvest rate / coverage."""
    lines = ["| web | who chooses | at 10,000 pages | at 100,000 | at 1,000,000 | at its end | pages |", "|---|---|---|---|---|---|---|"]
    last = None
    for (web, predictor), (stops, end) in rows.items():
        at_end = cell(end) if web.pages == TO_THE_END or end.pages < web.pages else "-"
        lines.append(f"| {web.name if web is not last else ''} | {predictor} | {' | '.join(map(cell, stops))} | {at_end} | {end.pages:,} |")
        last = web
    return "\n".join(lines) + "\n"


def show_tables(lab, results, words, path):
    wanted = [(web, predictor) for web in WEBS for predictor in (*PREDICTORS, *(CHOICES if web.name in CHOSEN_ON else ()))
              if not words or any(word in web.name or word in predictor for word in words)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = dict(zip(wanted, pool.map(lambda pair: table_row(lab, *pair), wanted)))
    for (web, predictor), (stops, end) in rows.items():
        for stop, point in (*zip(STOPS, stops), ("the end", end)):
            if point:
                where = f"{web.name}, {predictor}, at {stop if stop == 'the end' else format(stop, ',')}"
                results.add(f"{where}: harvest rate", point.harvest, "%")
                results.add(f"{where}: coverage", point.coverage, "%")
    text = markdown(rows)
    pathlib.Path(path).write_text(text, encoding="utf-8")
    print(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--tables", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    wishes = parser.parse_args()
    results = Results(wishes.file)
    with tempfile.TemporaryDirectory() as folder:
        lab = Lab(folder)
        if not wishes.tables:
            find_goals.show(lab, results)
        if wishes.full or wishes.tables:
            show_tables(lab, results, wishes.only, pathlib.Path(wishes.file).with_suffix(".md"))
    print(f"computing: {sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) / 60:.1f} minutes", file=sys.stderr)
    results.finish()


if __name__ == "__main__":
    main()
