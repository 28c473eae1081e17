"""A box that is a program asks the name servers of its machine, and follows when these change."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "e2e"))
import namespace  # noqa: E402
from program_box import ProgramBox  # noqa: E402
from small_web import NAME_SERVER, SmallWeb, page  # noqa: E402

SITE = "www.example.th"
NOBODY = "127.0.0.99"  # no name server there


class Names(unittest.TestCase):
    def test_name_servers_that_change_are_noticed(self):
        if not os.path.exists("/etc/resolv.conf") or subprocess.run(["unshare", "-m", "true"], check=False).returncode != 0:
            self.skipTest("NOTICE: this machine has no /etc/resolv.conf, or forbids `unshare -m`: nothing was changed")
        with tempfile.TemporaryDirectory() as folder, SmallWeb({SITE: {"/": page()}}):
            servers = pathlib.Path(folder, "resolv.conf")
            servers.write_text(f"nameserver {NOBODY}\n")
            script = f"mount --bind {servers} /etc/resolv.conf && exec \"$@\""
            with ProgramBox(prefix=["unshare", "-m", "sh", "-c", script, "sh"]) as box:
                self.assertNotIn("connected_after", box.facts(f"net test {SITE}"))
                servers.write_text(f"# another network\nnameserver {NAME_SERVER}\n")
                self.assertIn("connected_after", box.facts(f"net test {SITE}"))


if __name__ == "__main__":
    namespace.enter()
    unittest.main()
