"""Debian's Firefox without a screen, driven by its own protocol (Marionette). Raises SkipTest where there is none.

    with firefox.Firefox(folder) as browser:      folder: what it may read, where its downloads go
        browser.open(page)
        browser.run("return document.title")
"""
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

STEP_S = 0.1
PREFERENCES = {
    "marionette.port": 0,  # any; it tells which in its profile
    "browser.download.folderList": 2,  # the folder below
    "browser.download.always_ask_before_handling_new_types": False,
    "browser.download.alwaysOpenPanel": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "network.proxy.type": 1,  # and what it would like to tell its makers goes nowhere
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
}


def path():
    return os.environ.get("CRAWLBOX_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    def __init__(self, folder):
        if not path():
            raise unittest.SkipTest("NOTICE: no Firefox (Debian's package firefox-esr): nobody tried the page there")
        self.profile = tempfile.mkdtemp(prefix="firefox-")
        wishes = {**PREFERENCES, "browser.download.dir": str(folder), "security.sandbox.content.read_path_whitelist": f"{folder}/"}
        with open(f"{self.profile}/user.js", "w", encoding="utf-8") as file:
            file.writelines(f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in wishes.items())
        self.process = subprocess.Popen([path(), "--headless", "--no-remote", "--marionette", "--profile", self.profile],
                                        env={**os.environ, "HOME": self.profile, "LANG": "C.UTF-8"},
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.line, self.rest, self.number = None, b"", 0
        try:
            self.line = self.connect()
            self.receive()
            self.command("WebDriver:NewSession", capabilities={})
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        if self.line:
            self.line.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def connect(self):
        """As soon as it listens."""
        port = f"{self.profile}/MarionetteActivePort"
        while self.process.poll() is None:
            if os.path.exists(port):
                with open(port, encoding="ascii") as file:
                    number = file.read()
                if number:
                    return socket.create_connection(("127.0.0.1", int(number)))
            time.sleep(STEP_S)
        raise AssertionError(f"Firefox ended with {self.process.returncode}")

    def receive(self):
        """A message is its length, a colon, and JSON."""
        while b":" not in self.rest:
            self.rest += self.line.recv(65536)
        size, self.rest = self.rest.split(b":", 1)
        while len(self.rest) < int(size):
            self.rest += self.line.recv(65536)
        text, self.rest = self.rest[:int(size)], self.rest[int(size):]
        return json.loads(text)

    def command(self, name, **wish):
        self.number += 1
        text = json.dumps([0, self.number, name, wish])
        self.line.sendall(f"{len(text)}:{text}".encode())
        _, _, error, result = self.receive()
        assert error is None, f"{name}: {error}"
        return result

    def open(self, page):
        self.command("WebDriver:Navigate", url=page)

    def run(self, script, *arguments, **how):
        """In the page; `sandbox="system"` may do what pages must not."""
        return self.command("WebDriver:ExecuteScript", script=script, args=list(arguments), **how)["value"]

    def click(self, selector):
        self.run("document.querySelector(arguments[0]).click()", selector)

    def wait(self, script, *arguments):
        while not (result := self.run(f"return {script}", *arguments)):
            time.sleep(STEP_S)
        return result
