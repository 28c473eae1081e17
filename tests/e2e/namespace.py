"""A network of the test's own: runs the calling script again inside a fresh Linux network namespace, with a tap device for
the box. Nothing that happens there can reach the machine's network.

    import namespace
    namespace.enter()                  # first thing in the script; returns only inside

    with namespace.dnsmasq(), Box(net=namespace.TAP) as box: ...
"""
import contextlib
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
GATEWAY = "198.18.0.1"  # this end of the tap, addresses of 198.18.0.0/15 are for laboratories
HOSTS = "198.18.1.0/24"  # every address in it is answered by this machine: one process can be any number of hosts
SITE = "198.18.1.2"  # www.example.th
TAP = "tap,ifname=tap0,script=no,downscript=no"

SETUP = (
    "ip link set lo up",
    "ip tuntap add dev tap0 mode tap",
    f"ip address add {GATEWAY}/24 dev tap0",
    "ip link set tap0 up",
    f"ip route add local {HOSTS} dev lo",
)


def require():
    """How `unshare` makes a network of our own; if this machine allows none, the script ends here and says what to do."""
    asked = subprocess.run(["sh", "-c", '. ./tools/own_network; find_own_network && echo "$own_network" || { echo "$why_not"; exit 1; }'],
                           cwd=REPOSITORY, check=False, stdout=subprocess.PIPE, text=True)
    if asked.returncode != 0:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {asked.stdout.strip()}")
    return asked.stdout.strip()


def enter():
    """Re-executes the script in a namespace of its own; inside, sets up the tap and returns."""
    if os.environ.get("CRAWLBOX_NAMESPACE") == "1":
        for command in SETUP:
            subprocess.run(command.split(), check=True)
        return
    flags = require()
    os.environ["CRAWLBOX_NAMESPACE"] = "1"
    os.execvp("unshare", ["unshare", flags, sys.executable, *sys.argv])


def wait_for_port(process, address, port):
    """Until a server that was started listens there."""
    while True:
        try:
            socket.create_connection((address, port)).close()
            return
        except OSError:
            assert process.poll() is None, f"{process.args[0]} has ended"
            time.sleep(0.02)  # nobody tells when it begins to listen


@contextlib.contextmanager
def dnsmasq(*extra, dhcp=True):
    """DNS, and DHCP unless the test has a server of its own, for the box; ended by its process id."""
    leases = ["--dhcp-range=198.18.0.50,198.18.0.60,12h", f"--dhcp-option=42,{GATEWAY}"] if dhcp else []
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            ["dnsmasq", "--no-daemon", "--conf-file=/dev/null", "--no-hosts", "--no-resolv",
             f"--pid-file={folder}/pid", f"--dhcp-leasefile={folder}/leases", "--interface=tap0", "--bind-interfaces",
             *leases, f"--address=/www.example.th/{SITE}", "--address=/nosuch.th/", *extra],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for_port(process, GATEWAY, 53)
            yield process
        finally:
            process.kill()
            process.wait()
