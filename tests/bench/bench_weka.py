"""Training side by side with Weka: J48 and NaiveBayes, 10-fold, on the same hosts of the simulated web closed-2009.

Accuracy: our trees against J48, our Naive Bayes (the best way to treat numbers, as chosen in cross-validation) against
NaiveBayes, on each of the 17 training sets; which host comes into which fold moves the result by half a point, so both are tried with
several seeds and their means are compared. Time: processor time of all of it in one run; what starting Java costs is measured
and taken off. Then what the ensemble is worth on the untouched 70 %, for several seeds.
"""
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

from bench import Results

TOP = pathlib.Path(__file__).resolve().parents[2]
LABORATORY = os.environ.get("CRAWLBOX", str(TOP / "build/host/tools/crawlbox")) + "-lab"
WEKA = "/usr/share/java/weka.jar"
HOSTS = 13774  # 30 % of all, as published
SEEDS = range(1, 6)
FOLD_SEEDS = range(1, 4)
SETS = ["L", "D", "G", "N", "LD", "LG", "LN", "DG", "DN", "GN", "LDG", "LDN", "LGN", "DGN", "LDGN", "LDGN", "LDGN"]
HOME, ABROAD = 16, 17


def group_of(column):
    """The letter of the group that a column belongs to."""
    if column.startswith("degree_"):
        return "G"
    if column.endswith("_sources"):
        return "N"
    return "D" if column == "tld" or "_on_" in column else "L"


class Table:
    """An ARFF file in memory: the columns' declarations and the rows."""

    def __init__(self, text):
        lines = text.splitlines()
        data = lines.index("@data")
        self.declarations = [line for line in lines[:data] if line.startswith("@attribute")]
        self.names = [line.split()[1].lower() for line in self.declarations]
        self.rows = [line.split(",") for line in lines[data + 1:]][:HOSTS]

    def write(self, path, columns, rows):
        with open(path, "w", encoding="ascii") as out:
            out.write("@relation hosts\n")
            out.writelines(self.declarations[column] + "\n" for column in columns)
            out.write("@data\n")
            out.writelines(",".join(row[column] for column in columns) + "\n" for row in rows)

    def write_set(self, path, number):
        columns = [i for i, name in enumerate(self.names) if name == "class" or group_of(name) in SETS[number - 1]]
        tld = self.names.index("tld")
        rows = [row for row in self.rows
                if number < HOME or (row[tld] == "TH") == (number == HOME)]
        self.write(path, columns, rows)

    def write_all(self, path, rows=None):
        self.write(path, range(len(self.names)), self.rows if rows is None else rows)


def seconds_of(command):
    """Runs a command; its output and the processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return run.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def weka(classifier, path, seed=1):
    command = ["java", "-Djava.awt.headless=true", "-Xmx512m", "-XX:+UseSerialGC", "-cp", WEKA, classifier, "-t", path,
               "-x", "10", "-s", str(seed), "-v", "-o"]
    text, seconds = seconds_of(command)
    line = [line for line in text.splitlines() if line.startswith("Correctly Classified")][-1]
    return float(line.split()[4]), seconds


def ours(path, seed):
    text, seconds = seconds_of([LABORATORY, "train", "--share", "100", "--seed", str(seed), "--tsv", path])
    found = {}
    for line in text.splitlines()[1:]:
        cells = line.split("\t")
        if len(cells) == 13:
            key = (int(cells[0]), "tree" if cells[2] == "tree" else "Bayes")
            found[key] = max(float(cells[3]), found.get(key, 0))
    return found, seconds


def ours_with_every_seed(path):
    """Mean accuracies by (set, kind), and the processor time of all."""
    runs = [ours(path, seed) for seed in FOLD_SEEDS]
    means = {key: sum(found[key] for found, _ in runs) / len(runs) for key in runs[0][0]}
    return means, sum(seconds for _, seconds in runs)


def compare_with_weka(results, table, folder):
    path = f"{folder}/set.arff"
    table.write_all(path)
    found, our_seconds = ours_with_every_seed(path)
    table.write_all(path, table.rows[:20])
    _, start = weka("weka.classifiers.bayes.NaiveBayes", path)
    their_seconds, worst = 0, 100
    for number in range(1, len(SETS) + 1):
        table.write_set(path, number)
        for kind, classifier in (("tree", "weka.classifiers.trees.J48"), ("Bayes", "weka.classifiers.bayes.NaiveBayes")):
            runs = [weka(classifier, path, seed) for seed in FOLD_SEEDS]
            accuracy = sum(run[0] for run in runs) / len(runs)
            their_seconds += sum(run[1] - start for run in runs)
            gap = found[number, kind] - accuracy
            worst = min(worst, gap)
            print(f"set {number:2} {kind:5} crawlbox {found[number, kind]:6.2f}  Weka {accuracy:6.2f}  {gap:+.2f}", flush=True)
    results.add("worst set, crawlbox - Weka", worst, "points", (">=", -0.5))
    results.add("crawlbox, all sets and seeds", our_seconds, "s of processor")
    results.add("Weka, all sets and seeds", their_seconds, "s of processor")
    results.add("training faster than Weka", their_seconds / our_seconds, "times", (">=", 10))


def judge_ensemble(results):
    """The published bar and the best single tree, on the part that nobody has seen."""
    facts = []
    for seed in SEEDS:
        text, _ = seconds_of([LABORATORY, "train", "--brief", "--tsv", "--world", "closed-2009", "--seed", str(seed)])
        facts.append({name: value.split()[0] for name, value in (line.split("\t") for line in text.splitlines())})
        print(f"seed {seed}: ensemble {facts[-1]['accuracy']}, best single tree {facts[-1]['best single tree']}", flush=True)
    mean = {name: sum(float(fact[name]) for fact in facts) / len(facts)
            for name in ("accuracy", "in floating point", "same answer", "best single tree")}
    results.add("ensemble on the test part", mean["accuracy"], "%", (">=", 81.5))
    results.add("better than the best single tree", mean["accuracy"] - mean["best single tree"], "points", (">=", 1))
    results.add("integers and floating point agree", min(float(fact["same answer"]) for fact in facts), "% of hosts", (">=", 99.9))
    results.add("lost by integers", mean["in floating point"] - mean["accuracy"], "points", ("<=", 0.1))


def main():
    results = Results()
    judge_ensemble(results)
    if not shutil.which("java") or not os.path.exists(WEKA):
        print("bench: Java or Weka is not installed: the comparison is left out", file=sys.stderr)
    else:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([LABORATORY, "world", "make", "--preset", "closed-2009", "-o", f"{folder}/world"], check=True, capture_output=True)
            text = subprocess.run([LABORATORY, "world", "hosts", "--features", f"{folder}/world"], check=True,
                                  capture_output=True, text=True).stdout
            compare_with_weka(results, Table(text), folder)
    results.finish()


if __name__ == "__main__":
    main()
