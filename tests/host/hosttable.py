"""Made-up tables of hosts for the tests of training: learnable, but not without errors."""
import random

COUNTRIES = ["TH", "CN", "JP", "UK", "US", "OTHER"]
TLDS = ["COM", "NET", "ORG", "TH", "INFO", "OTHER"]
COUNTRY_WEIGHTS = {"thai": [92, 1, 1, 1, 2, 5], "other": [38, 5, 2, 2, 36, 18]}
TLD_WEIGHTS = {"thai": [5, 1, 1, 92, 1, 2], "other": [32, 4, 8, 40, 1, 17]}
KINDS = ["thai", "other"]
COLUMNS = (["country"] + [f"{kind}_in_{name.lower()}" for kind in KINDS for name in COUNTRIES]
           + ["tld"] + [f"{kind}_on_{name.lower()}" for kind in KINDS for name in TLDS]
           + [f"degree_{i}" for i in range(1, 6)] + ["thai_sources", "other_sources", "class"])


def host(dice):
    """One row: the values of COLUMNS."""
    kind = "thai" if dice.random() < 0.55 else "other"
    share = dice.betavariate(4, 1.5) if kind == "thai" else dice.betavariate(1.6, 1.6)
    countries, tlds, degrees = [0] * 12, [0] * 12, []
    for _ in range(min(int(dice.paretovariate(0.9)), 300)):
        source = 0 if dice.random() < share else 1
        countries[6 * source + dice.choices(range(6), COUNTRY_WEIGHTS[KINDS[source]])[0]] += 1
        tlds[6 * source + dice.choices(range(6), TLD_WEIGHTS[KINDS[source]])[0]] += 1
        degrees.append(25 + 75 * dice.betavariate(3 if kind == "thai" else 1.5, 1) if source == 0 else 25 * dice.random())
    best = (sorted(degrees, reverse=True) + [0] * 5)[:5]
    return ([dice.choices(COUNTRIES, COUNTRY_WEIGHTS[kind])[0]] + countries
            + [dice.choices(TLDS, TLD_WEIGHTS[kind])[0]] + tlds
            + [f"{round(2 * degree) / 2:.1f}" for degree in best] + [sum(countries[:6]), sum(countries[6:]), kind])


def rows(count, seed=1):
    dice = random.Random(seed)
    return [host(dice) for _ in range(count)]


def tsv(some_rows):
    lines = ["\t".join(["host"] + COLUMNS)]
    lines += ["\t".join([f"h{i}.example"] + [str(value) for value in row]) for i, row in enumerate(some_rows)]
    return "\n".join(lines) + "\n"
