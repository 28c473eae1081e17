"""Runs a test of the box, and runs it again if it failed while the machine under it stood still.

    python3 steady.py test_NAME.py [ARGUMENT...]

The box in QEMU lives by the wall clock. When everything here stops for seconds (a virtual machine that is paused or moved, a
laptop that is closed), the box does what it must do after a hang: its watchdog, unfed for 3 s, starts it again; and what waits for
an answer gives up. No setting of QEMU hides that from it, and a watchdog that forgives it would be none. So a heartbeat watches
the machine: a failure counts unless the heart stopped meanwhile. Each time, a NOTICE says so; tools/test.sh shows it.
"""
import os
import subprocess
import sys
import threading
import time

BEAT_SECONDS = 0.1
STALL_SECONDS = 1.5  # a box that was also busy may be bitten after less than its watchdog's period
RUNS_MAX = 3


class Heartbeat(threading.Thread):
    """Knows the longest time for which this machine stood still."""

    def __init__(self):
        super().__init__(daemon=True)
        self.longest = 0.0

    def run(self):
        before = time.monotonic()
        while True:
            time.sleep(BEAT_SECONDS)
            now = time.monotonic()
            self.longest = max(self.longest, now - before - BEAT_SECONDS)
            before = now


def main(words):
    heart = Heartbeat()
    heart.start()
    name = os.path.basename(words[0])
    for run in range(1, RUNS_MAX + 1):
        heart.longest = 0.0
        status = subprocess.run([sys.executable, *words], check=False).returncode
        if status == 0 or heart.longest < STALL_SECONDS:
            return status
        print(f"NOTICE: this machine stood still for {heart.longest:.1f} s while {name} failed (run {run} of {RUNS_MAX})", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
