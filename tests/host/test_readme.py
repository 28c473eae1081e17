"""Every line of the README that starts with `crawlbox` works as it stands there."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from warcfile import gzip_members, warcinfo

CRAWLBOX = pathlib.Path(os.environ["CRAWLBOX"]).resolve()
README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
COMMAND = re.compile(r"^    (crawlbox .*?)(?: +#.*)?$", re.M)


class Readme(unittest.TestCase):
    def test_its_commands_work(self):
        commands = COMMAND.findall(README.read_text(encoding="utf-8"))
        self.assertGreater(len(commands), 8)
        with tempfile.TemporaryDirectory() as folder:
            files = pathlib.Path(folder)
            (files / "page.html").write_text("<title>ไทย</title><a href=/x>สวัสดีชาวโลก</a>", encoding="utf-8")
            (files / "urls.txt").write_text("http://EXAMPLE.th/\n")
            (files / "robots.txt").write_text("User-agent: *\nDisallow: /private\n")
            (files / "harvest.warc.gz").write_bytes(gzip_members([warcinfo()]))
            os.symlink(CRAWLBOX, files / "crawlbox")
            for command in commands:
                with self.subTest(command):
                    result = subprocess.run("./" + command, shell=True, cwd=folder, capture_output=True, text=True, check=False)
                    self.assertEqual(result.returncode, 0, result.stderr + result.stdout)


if __name__ == "__main__":
    unittest.main()
