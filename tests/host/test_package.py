"""The Debian package: made by cpack, looked at by lintian, installed into a folder of its own, and used from there as in a first hour."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

CRAWLBOX = pathlib.Path(os.environ["CRAWLBOX"]).resolve()
PROGRAMS = ("crawlbox", "crawlbox-lab")
BUILD = CRAWLBOX.parents[1]
HELP_OPTION = re.compile(r"^ +(?:-.,)? *(--[a-z-]+)", re.M)


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **options)


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not (BUILD / "CPackConfig.cmake").exists():
            raise unittest.SkipTest("only the preset host makes a package")
        if not shutil.which("dpkg-shlibdeps"):
            raise unittest.SkipTest("NOTICE: dpkg-dev is not installed: no package was made")
        cls.top = pathlib.Path(tempfile.mkdtemp(prefix="crawlbox-"))
        cls.addClassCleanup(shutil.rmtree, cls.top)
        made = run("cpack", "-G", "DEB", "-B", cls.top, "--config", BUILD / "CPackConfig.cmake", cwd=cls.top)
        assert made.returncode == 0, made.stdout + made.stderr
        cls.package = next(cls.top.glob("*.deb"))
        cls.root = cls.top / "root"
        (cls.root / "var/lib/dpkg/info").mkdir(parents=True)
        for name in ("updates", "triggers"):
            (cls.root / "var/lib/dpkg" / name).mkdir()
        for name in ("status", "available"):
            (cls.root / "var/lib/dpkg" / name).touch()
        installed = cls.dpkg("-i", cls.package)
        assert installed.returncode == 0, installed.stdout + installed.stderr

    @classmethod
    def dpkg(cls, *words):
        path = os.environ["PATH"] + ":/usr/sbin:/sbin"
        return run("dpkg", f"--root={cls.root}", "--force-depends", "--force-not-root", "--log=/dev/null", *words, env={**os.environ, "PATH": path})

    def field(self, name):
        return run("dpkg-deb", "-f", self.package, name).stdout.strip()

    def test_its_fields(self):
        self.assertEqual("crawlbox " + self.field("Version"), run(CRAWLBOX, "--version").stdout.strip())
        for library in ("libc6", "libssl", "zlib1g"):
            self.assertIn(library, self.field("Depends"))

    def test_lintian_finds_no_error(self):
        if not shutil.which("lintian"):
            self.skipTest("NOTICE: lintian is not installed (sh tools/setup.sh --test): nobody looked at the package")
        found = run("lintian", "--fail-on", "error", self.package)
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        self.assertNotIn("E: ", found.stdout)

    def test_the_first_hour(self):
        work = self.top / "work"
        work.mkdir()
        (work / "seeds.txt").write_text("www.example.ac.th\n")
        for words in (["crawlbox", "card", "init", "--size", "128", "--set", "operator=Library", "--set", "contact=http://www.example.org/bot",
                       "--set", "email=bot@example.org", "--seeds", "seeds.txt", "card.img"],
                      ["crawlbox", "card", "check", "card.img"], ["crawlbox", "card", "collect", "card.img", "collection"],
                      ["crawlbox", "report", "card.img"],
                      ["crawlbox", "report", "-o", "collection.html", "collection"], ["crawlbox", "settings"],
                      ["crawlbox-lab", "world", "make", "--preset", "lab", "-o", "world"],
                      ["crawlbox-lab", "sim", "world"], ["crawlbox", "model", "check"]):
            with self.subTest(" ".join(words)):
                result = run(self.root / "usr/bin" / words[0], *words[1:], cwd=work, env={"PATH": "/usr/bin:/bin"})
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertTrue((work / "report.html").stat().st_size > 5000)
        self.assertTrue((self.root / "usr/share/doc/crawlbox/docs/OPERATING.md").is_file())

    def test_the_image_comes_with_it_if_there_is_one(self):
        image = BUILD.parent / "lm3s6965evb/firmware/crawlbox.elf"
        there = self.root / "usr/share/crawlbox/firmware/lm3s6965evb/crawlbox.elf"
        self.assertEqual(there.exists(), image.exists())
        if image.exists():
            self.assertEqual(run(self.root / "usr/bin/crawlbox", "flash", there).returncode, 0)

    def test_the_service_is_well_formed_and_has_hardly_a_right(self):
        if not shutil.which("systemd-analyze"):
            self.skipTest("NOTICE: systemd is not installed: nobody looked at the service")
        unit = self.root / "usr/lib/systemd/system/crawlbox-box.service"
        rated = run("systemd-analyze", "security", "--offline=yes", "--threshold=25", "--no-pager", unit)
        self.assertEqual(rated.returncode, 0, rated.stdout[-2000:] + rated.stderr)
        verified = run("systemd-analyze", "verify", "--man=no", f"--root={self.root}", "/usr/lib/systemd/system/crawlbox-box.service")
        self.assertNotRegex(verified.stderr, r"crawlbox-box.service:\d+: ")

    def test_the_service_gets_its_options_from_a_file_that_stays_the_operators(self):
        self.assertEqual(run("dpkg-deb", "--ctrl-tarfile", self.package).returncode, 0)
        self.assertEqual(run("dpkg-deb", "-I", self.package, "conffiles").stdout, "/etc/crawlbox/box.conf\n")
        command = re.search(r"^ExecStart=/usr/bin/crawlbox (.*)", (self.root / "usr/lib/systemd/system/crawlbox-box.service").read_text(), re.M)[1]
        conf = (self.root / "etc/crawlbox/box.conf").read_text()
        for place in ("/var/lib/crawlbox", "/run/crawlbox"):
            conf = conf.replace(place, str(self.top / "box"))
        (self.top / "box").mkdir()
        (self.top / "box.conf").write_text(conf)
        words = command.replace("/etc/crawlbox/box.conf", str(self.top / "box.conf")).split()
        box = subprocess.Popen([self.root / "usr/bin/crawlbox", *words], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            self.assertIn("Memory: ", box.stderr.readline())
            self.assertTrue((self.top / "box/panel.png").exists())
            self.assertTrue((self.top / "box/console").is_socket())
        finally:
            box.terminate()
            box.communicate()
        self.assertEqual(box.returncode, 0)

    def pages(self):
        """The name of every manual page that there should be, and the command line whose --help it repeats."""
        for program in PROGRAMS:
            path = CRAWLBOX.with_name(program)
            yield program, [path]
            for command in re.findall(r"^  ([a-z]+) ", run(path, "--help").stdout, re.M):
                yield f"{program}-{command}", [path, command]

    def test_every_command_has_its_manual_page(self):
        if not shutil.which("man"):
            self.skipTest("NOTICE: man-db is not installed: nobody read the manual pages")
        self.assertGreater(len(list(self.pages())), 20)
        for name, words in self.pages():
            with self.subTest(name):
                page = self.root / f"usr/share/man/man1/{name}.1.gz"
                shown = run("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", page, env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"})
                self.assertEqual((shown.returncode, shown.stderr), (0, ""))
                text = re.sub(".\b", "", shown.stdout)
                self.assertIn("EXIT STATUS", text)
                for option in HELP_OPTION.findall(run(*words, "--help").stdout):
                    self.assertIn(option, text)

    def complete(self, *words, program="crawlbox"):
        script = self.root / "usr/share/bash-completion/completions" / program
        listed = " ".join(f"'{word}'" for word in (self.root / "usr/bin" / program, *words))
        return run("bash", "-c", f"source {script}; COMP_WORDS=({listed}); COMP_CWORD={len(words)}; _crawlbox; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
                   cwd=self.top).stdout.split()

    def test_bash_completes(self):
        self.assertEqual(self.complete("repo"), ["report"])
        self.assertEqual(self.complete("card", "co"), ["collect"])
        self.assertEqual(self.complete("card", "init", "--se"), ["--seeds", "--set", "--settings"])
        self.assertIn("root", self.complete("card", "check", "ro"))
        self.assertEqual(self.complete("wo", program="crawlbox-lab"), ["world"])
        self.assertEqual(self.complete("internet", "se", program="crawlbox-lab"), ["serve"])

    def test_it_leaves_nothing_behind(self):
        root, self.__class__.root = self.root, self.top / "other"
        try:
            shutil.copytree(root, self.root, symlinks=True)
            self.assertEqual(self.dpkg("-P", "crawlbox").returncode, 0)
            left = [path for folder in ("usr", "etc", "lib") for path in (self.root / folder).rglob("*") if path.is_file()]
            self.assertEqual(left, [])
        finally:
            self.__class__.root = root


class Elsewhere(unittest.TestCase):
    """Packages for other computers, if their presets were built (sh tools/setup.sh --cross; sh tools/build.sh arm64 armhf)."""

    def check(self, architecture, emulator):
        build = BUILD.parent / architecture
        if not (build / "tools/crawlbox").exists() or not shutil.which(emulator):
            self.skipTest(f"NOTICE: there is no program for {architecture}, or no {emulator}: its package was not made")
        with tempfile.TemporaryDirectory(prefix="crawlbox-") as folder:
            made = run("cpack", "-G", "DEB", "-B", folder, "--config", build / "CPackConfig.cmake", cwd=folder)
            self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
            package = next(pathlib.Path(folder).glob("*.deb"))
            self.assertEqual(run("dpkg-deb", "-f", package, "Architecture").stdout.strip(), architecture)
            self.assertEqual(run("dpkg-deb", "-f", package, "Depends").stdout.strip(), "")
            self.assertEqual(run("dpkg-deb", "-x", package, f"{folder}/unpacked").returncode, 0)
            said = run(emulator, f"{folder}/unpacked/usr/bin/crawlbox", "--version")
            self.assertEqual(said.stdout.strip(), "crawlbox " + run("dpkg-deb", "-f", package, "Version").stdout.strip(), said.stderr)
            self.assertTrue(pathlib.Path(folder, "unpacked/usr/lib/systemd/system/crawlbox-box.service").exists())
            self.assertTrue(pathlib.Path(folder, "unpacked/usr/share/man/man1/crawlbox-box.1.gz").exists())
            if shutil.which("lintian"):
                found = run("lintian", "--fail-on", "error", package)
                self.assertEqual(found.returncode, 0, found.stdout + found.stderr)

    def test_arm64(self):
        self.check("arm64", "qemu-aarch64")

    def test_armhf(self):
        self.check("armhf", "qemu-arm")


if __name__ == "__main__":
    unittest.main()
