"""Machines that allow no private network, or no tap device: whatever needs one says so in one sentence, at once, and what to do."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]
TOP = pathlib.Path(__file__).resolve().parents[2]
# A plain container: nobody may make namespaces, and its root lacks the rights for that.
WITHOUT = ["unshare", "-Ur", "sh", "-c", 'echo 0 >/proc/sys/user/max_user_namespaces && exec setpriv --inh-caps=-all "$@"', "sh"]
PLAIN = [*WITHOUT, "--bounding-set=-sys_admin,-net_admin"]
NO_RIGHTS = [*WITHOUT, "--bounding-set=-net_admin"]  # its root may make a network, and may not set one up
NO_TAP = ["unshare", "-Urm", "sh", "-c", 'mount -t tmpfs none /dev/net && exec "$@"', "sh"]
MACHINES = ((PLAIN, "private network", "--privileged"), (NO_RIGHTS, "private network", "--privileged"), (NO_TAP, "tap device", "modprobe tun"))
WEB = "host a.th address=11.0.0.1\n  / text=x\n"


def may(words):
    return subprocess.run([*words, "true"], check=False, capture_output=True).returncode == 0


@unittest.skipUnless(all(may(words) for words, _, _ in MACHINES), "NOTICE: this machine forbids `unshare -Urm`: nobody saw what is said there")
class NoNetwork(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def check_sentence(self, machine, missing, remedy, *command, cwd=TOP):
        environment = {name: value for name, value in os.environ.items() if name not in ("CRAWLBOX_NAMESPACE", "CRAWLBOX_LAB")}
        done = subprocess.run([*machine, *command], cwd=cwd, check=False, capture_output=True, text=True, env=environment,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.stdout, "", command)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertRegex(done.stderr, rf"^[\w.-]+: .*{missing}.*{re.escape(remedy)}")
        self.assertIn(done.returncode, (1, 2), command)

    def test_scripts_say_it_before_anything_is_set_up(self):
        for folder in ("tools", "tests/bench"):
            shutil.copytree(TOP / folder, self.folder / folder)
        (self.folder / "tools/setup.sh").write_text("echo it is being set up\nexit 1\n")
        for machine in MACHINES:
            for command in (["tools/demo.sh"], ["tools/test.sh"], ["tools/test.sh", "host"], ["tools/bench.sh", "sites"],
                            ["tools/bench.sh", "latency"]):
                self.check_sentence(*machine, "sh", *command, cwd=self.folder)

    def test_what_needs_no_network_is_begun(self):
        shutil.copytree(TOP / "tools", self.folder / "tools")
        (self.folder / "tools/setup.sh").write_text("echo it is being set up\nexit 1\n")
        for machine, _, _ in MACHINES:
            done = subprocess.run([*machine, "sh", "tools/test.sh", "fuzz"], cwd=self.folder, check=False, capture_output=True, text=True)
            self.assertEqual((done.stdout, done.stderr), ("it is being set up\n", ""))

    def test_each_test_that_needs_a_network_says_it(self):
        needs = re.compile(r"namespace\.(enter|require)\(|lab\.(enter|is_inside)\(|attack\.main\(")
        scripts = [path for folder in ("e2e", "host") for path in sorted((TOP / "tests" / folder).glob("test_*.py"))
                   if path != pathlib.Path(__file__).resolve() and needs.search(path.read_text(encoding="utf-8"))]
        self.assertGreater(len(scripts), 25)
        machine = MACHINES[0]
        for script in scripts:
            self.check_sentence(*machine, sys.executable, script)

    def test_a_test_without_a_tap_device_says_it(self):
        for machine in MACHINES:
            self.check_sentence(*machine, sys.executable, TOP / "tests/e2e/test_net.py")
            self.check_sentence(*machine, sys.executable, TOP / "tests/e2e/test_faults.py")

    def test_the_lab_says_it(self):
        web = self.folder / "web.lab"
        web.write_text(WEB)
        lab = [CRAWLBOX + "-lab", "internet", "run", web]
        for machine in MACHINES:
            self.check_sentence(*machine, *lab, "--", "echo", "tap,ifname=tap0,script=no")
            self.check_sentence(*machine, *lab, "--set", "loss=5%", "--", "echo", "there is no wire without a tap device")

    def test_the_lab_without_a_tap_device_serves_programs(self):
        (self.folder / "web.lab").write_text(WEB)
        done = subprocess.run([*NO_TAP, CRAWLBOX + "-lab", "internet", "run", self.folder / "web.lab", "--", "echo", "inside"], check=False,
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "inside\n"), done.stderr)
        self.assertIn("no tap device for QEMU", done.stderr)


if __name__ == "__main__":
    unittest.main()
