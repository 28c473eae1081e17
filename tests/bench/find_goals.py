"""What bench_find.py holds the defaults to. A goal that is missed is shown as missed, and the benchmark fails."""
import concurrent.futures
import os

from find_lab import ERRORS, LABORATORY, MILLION, PROGRAM, SEEDS, TO_THE_END, Web, harvest_at, options_of, run

CLOSED = Web("closed-2009", ("--preset", "closed-2009"), TO_THE_END)
AMERICAN = Web("closed-2009, all addresses American", ("--preset", "closed-2009", "--cdn", "100"), TO_THE_END)
ABROAD = {share: Web(f"open-2011-com, {share} % abroad", ("--preset", "open-2011-com", "--abroad", str(share)), MILLION)
          for share in (0, 20, 40, 60)}
HARVEST_ABROAD = {0: 97.34, 20: 97.0, 40: 96.5, 60: 96.0}

REACHABLE = 86  # percent of the Thai pages of closed-2009 that a breadth-first crawl finds
BEFORE = ("--set", "explore=no", "--set", "learn=no")  # as the box crawled before it explored ...
MODEL_BEFORE = ("--world", "closed-2009", "--limit", "1000", "--date", "1970-01-01")  # ... with a model that knew no servers abroad
WHOLE_WEB = ("--world", "open-2011-com", "--abroad", "40", "--date", "1970-01-01")
DEFAULT = options_of("learned")
AS_PUBLISHED = 0.5  # points below


def closed_to_the_end(lab, seed):
    """Harvest and coverage until nothing is left, and on the way no worse than before."""
    rows = []
    model = lab.model(*MODEL_BEFORE)
    for verdicts, errors in (("true verdicts", ()), ("expected errors", ERRORS)):
        now = lab.crawl(CLOSED, seed, TO_THE_END, *DEFAULT, *errors)
        before = lab.crawl(CLOSED, seed, TO_THE_END, *BEFORE, "--model", model, *errors)
        title = f"closed-2009, seed {seed}, {verdicts}"
        for share in (10, 25, 50):
            lost = harvest_at(before, REACHABLE * share / 100) - harvest_at(now, REACHABLE * share / 100)
            rows.append((f"{title}: harvest rate lost by exploring at {share} % of what can be reached", lost, "points", ("<=", AS_PUBLISHED)))
        rows.append((f"{title}: harvest rate at the end", now[-1].harvest, "%", (">=", 87)))
        rows.append((f"{title}: coverage at the end", now[-1].coverage, "%", (">=", 82)))
    return rows


def a_million_abroad(lab, seed, share):
    end = lab.crawl(ABROAD[share], seed, MILLION, *DEFAULT, *ERRORS)[-1]
    title = f"{ABROAD[share].name}, seed {seed}"
    return [(f"{title}: pages before it ran dry", end.pages, "", (">=", MILLION)),
            (f"{title}: harvest rate", end.harvest, "%", (">=", HARVEST_ABROAD[share]))]


def recall_and_alarms(lab, web, seed, model):
    """Of hosts with all of their sources, in percent: Thai ones that are predicted Thai, and others that are."""
    world = lab.world(web.options, seed)
    table = world + ".features"
    with open(table, "w", encoding="utf-8") as out:
        out.write(run(LABORATORY, "world", "hosts", "--features", world))
    head, *rows = [line.split("\t") for line in run(PROGRAM, "model", "predict", *model, table).splitlines()]
    predicted = {kind: [row[head.index("prediction")] == "thai" for row in rows if row[head.index("class")] == kind]
                 for kind in ("thai", "other")}
    return tuple(100 * sum(answers) / len(answers) for answers in predicted.values())


def american_addresses(lab, seed):
    _, alarms_before = recall_and_alarms(lab, CLOSED, seed, ("--model", lab.model(*MODEL_BEFORE)))
    recall, alarms = recall_and_alarms(lab, AMERICAN, seed, ())
    title = f"{AMERICAN.name}, seed {seed}"
    return [(f"{title}: recall", recall, "%", (">=", 70)),
            (f"{title}: false alarms, of those of the model before in its own web", alarms / alarms_before, "times", ("<=", 1.5))]


def learning_abroad(lab, seed):
    """After 2,000 sites, on hosts that were not visited, beside a model of that whole web."""
    found = lab.sim(ABROAD[40], seed, "--sites", "2000", "--pages", str(TO_THE_END), "--beside", lab.model(*WHOLE_WEB), *DEFAULT)
    ours, alone, whole = (float(found[name]) for name in ("of these predicted rightly", "by the model alone", "by the other model"))
    title = f"{ABROAD[40].name}, seed {seed}, after 2,000 sites, accuracy on hosts not visited"
    return [(f"{title}: of the built-in model", alone, "%", None), (f"{title}: with what was learned", ours, "%", None),
            (f"{title}: of a model of that whole web", whole, "%", None),
            (f"{title}: behind the model of the whole web", whole - ours, "points", ("<=", 1.5))]


def learning_at_home(lab, seed):
    worst = 0.0
    for sites in (500, 1000, 2000, 4000):
        found = lab.sim(CLOSED, seed, "--sites", str(sites), "--pages", str(TO_THE_END), *DEFAULT)
        worst = max(worst, float(found["by the model alone"]) - float(found["of these predicted rightly"]))
    return [(f"closed-2009, seed {seed}, after 500 to 4,000 sites: accuracy lost by learning", worst, "points", ("<=", 0.5))]


def show(lab, results):
    work = [(closed_to_the_end,), *((a_million_abroad, share) for share in ABROAD), (american_addresses,), (learning_abroad,), (learning_at_home,)]
    jobs = [(ask, lab, seed, *more) for ask, *more in work for seed in SEEDS]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for rows in pool.map(lambda job: job[0](*job[1:]), jobs):
            for row in rows:
                results.add(*row)
                print(*results.rows[-1], sep="  ", flush=True)
