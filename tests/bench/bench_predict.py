"""What an answer of the predictor costs on the Cortex-M3: instructions and RAM, for the model in the image and for the largest one
that can be learned; and whether it is the answer that the host gives, for 10,000 hosts.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from bench import Results

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests/e2e"))
import predict_probe  # noqa: E402

CRAWLBOX = os.environ.get("CRAWLBOX", str(TOP / "build/host/tools/crawlbox"))
MODELS = {"as small as in the image": ["--limit", "1000"], "of up to 8 KB": []}


def host_program(*words):
    return subprocess.run([CRAWLBOX, *words], capture_output=True, text=True, check=True).stdout


def laboratory(*words):
    subprocess.run([CRAWLBOX + "-lab", *words], capture_output=True, check=True)


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        for name, options in MODELS.items():
            model = f"{folder}/model.bin"
            laboratory("train", "--brief", "--world", "closed-2009", *options, "-o", model)
            told = dict(line.split("\t") for line in host_program("model", "check", model).splitlines())
            answers = predict_probe.ask(model)
            title = f"model {name} ({os.path.getsize(model)} bytes)"
            results.add(f"{title}: same answers on both machines", int(answers.fingerprint == told["fingerprint"]), "", (">=", 1))
            results.add(f"{title}: an answer, on average", answers.mean_instructions, "instructions", ("<=", 5000))
            results.add(f"{title}: an answer, at most", answers.most_instructions, "instructions", ("<=", 5000))
            results.add(f"{title}: learning from a site, at most", answers.learn_instructions, "instructions", ("<=", 20000))
            results.add(f"{title}: stack and struct model", answers.ram, "bytes", ("<=", 256))
    results.finish()


if __name__ == "__main__":
    main()
