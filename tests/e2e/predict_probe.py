"""Asks a model on the Cortex-M3 in QEMU about 10,000 made-up hosts (tests/bench/predict_target.c)."""
import os
import pathlib
import re
import subprocess
import typing

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
IMAGE = str(REPOSITORY / "build/lm3s6965evb/tests/bench_predict.elf")


class Answers(typing.NamedTuple):
    fingerprint: str         # of all confidences, as `crawlbox model check` has it
    mean_instructions: int   # of an answer
    most_instructions: int
    ram: int                 # bytes: the deepest stack and struct model
    learn_instructions: int  # of learning from a host, at most


def ask(model):
    result = subprocess.run(
        [os.environ.get("QEMU_ARM", "qemu-system-arm"), "-M", "lm3s6965evb", "-display", "none", "-serial", "null", "-monitor", "none",
         "-icount", "shift=0", "-semihosting-config", f"enable=on,target=native,arg={model}", "-kernel", IMAGE],
        capture_output=True, text=True, check=True)
    # QEMU may say something of its own
    numbers = [int(number) for number in re.findall(r"^\d+$", result.stdout + result.stderr, re.MULTILINE)]
    return Answers(f"{numbers[0]:08x}", *numbers[1:])
