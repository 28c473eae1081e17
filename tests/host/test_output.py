"""Files that commands write: whole or not at all, on a full disk and after ctrl-C; an old file is not lost."""
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import time
import unittest

CRAWLBOX = os.environ["CRAWLBOX"]
LABORATORY = CRAWLBOX + "-lab"
ROOM = 4096  # no file can grow beyond this on our full disk


def fill_disk():
    """In a child: writing fails as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))


class Output(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.page = self.top / "out"

    def run_program(self, *words, **more):
        return subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False, **more)

    def make_large_world(self):
        """A web in which a crawl takes long."""
        world = self.top / "world"
        self.assertEqual(self.run_program(LABORATORY, "world", "make", "--preset", "closed-2009", "-o", world).returncode, 0)
        return world

    def files(self):
        return sorted(path.name for path in self.top.iterdir() if path.is_file())

    def test_a_full_disk_leaves_the_old_file(self):
        for words in ([CRAWLBOX, "ca", "build", "-o"], [CRAWLBOX, "dict", "build"], [LABORATORY, "topic", "keywords", "-o"]):
            with self.subTest(words):
                self.page.write_text("old")
                result = self.run_program(*words, self.page, preexec_fn=fill_disk)
                self.assertEqual(result.returncode, 2, result.stdout)
                self.assertIn(f"cannot write {self.page}", result.stderr)
                self.assertEqual((self.page.read_text(), self.files()), ("old", ["out"]))

    def test_ctrl_c_leaves_nothing_behind(self):
        world = self.make_large_world()
        with subprocess.Popen([LABORATORY, "sim", "--pages", "1000000", "--trace", self.page, world]) as process:
            while not self.files() and process.poll() is None:
                time.sleep(0.01)  # nobody tells when the file is there
            self.assertEqual(self.files(), ["out.part"])
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(), -signal.SIGINT)
        self.assertEqual(self.files(), [])

    def test_what_is_no_file_is_written_as_it_is(self):
        self.assertEqual(self.run_program(CRAWLBOX, "ca", "build", "-o", "/dev/null").returncode, 0)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())
        self.assertIn("cannot write /dev/full", self.run_program(CRAWLBOX, "ca", "build", "-o", "/dev/full").stderr)
        link = self.top / "link"
        link.symlink_to(self.page)
        self.assertEqual(self.run_program(CRAWLBOX, "ca", "build", "-o", link).returncode, 0)
        self.assertTrue(link.is_symlink() and self.page.stat().st_size > 0)


if __name__ == "__main__":
    unittest.main()
