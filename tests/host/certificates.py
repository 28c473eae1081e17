"""Certificates for tests, made with openssl: an authority, and servers that it (or nobody) vouches for.

    authority = Authority(folder)
    context = authority.server("www.example.th", key="rsa:2048")         an ssl.SSLContext for a server
    authority.ca_bin                                                     CA.BIN that trusts it
"""
import collections
import datetime
import fcntl
import os
import pathlib
import shutil
import ssl
import subprocess

CRAWLBOX = os.environ.get("CRAWLBOX")
RSA_KEYS = pathlib.Path(__file__).resolve().parents[2] / "build/test_keys"
taken = collections.Counter()  # how many RSA keys of a size a folder has


def openssl(*arguments):
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)


def dates(days):
    """Options of `openssl x509` for a certificate that holds for so many days from now; below zero: it has ended.
    From 3.4 on openssl refuses such a number, and has options for dates instead, which earlier ones lack."""
    def has_dates():
        helped = subprocess.run(["openssl", "x509", "-help"], check=True, capture_output=True, text=True)
        return "-not_after" in helped.stdout + helped.stderr

    if days > 0 or not has_dates():
        return ["-days", str(days)]
    now = datetime.datetime.now(datetime.timezone.utc)
    first, last = (now + datetime.timedelta(days=count) for count in (days - 30, days))
    return ["-not_before", f"{first:%Y%m%d%H%M%SZ}", "-not_after", f"{last:%Y%m%d%H%M%SZ}"]


def make_key(path, kind):
    """Makes the key of a kind: rsa:BITS or ec:CURVE. An RSA key takes seconds to find, so tests share them: the nth of a size in a folder
    is the nth of that size in any other, and whoever needs it first makes it. Those of one folder differ."""
    algorithm, size = kind.split(":")
    if algorithm == "ec":
        openssl("genpkey", "-algorithm", "ec", "-pkeyopt", f"ec_paramgen_curve:{size}", "-out", path)
        return
    folder = pathlib.Path(path).parent
    shared = RSA_KEYS / f"rsa-{size}-{taken[folder, size]}.key"
    taken[folder, size] += 1
    RSA_KEYS.mkdir(parents=True, exist_ok=True)
    with open(shared.with_suffix(".lock"), "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # whoever comes second waits for it
        if not shared.exists():
            fresh = shared.with_suffix(".new")  # a whole key or none, wherever a test is ended
            primes = 4 if int(size) >= 4096 else 2  # four short ones are found five times as fast as two; the public half looks the same
            openssl("genpkey", "-algorithm", "rsa", "-pkeyopt", f"rsa_keygen_bits:{size}", "-pkeyopt", f"rsa_keygen_primes:{primes}",
                    "-out", fresh)
            fresh.rename(shared)
    shutil.copy(shared, path)


class Authority:
    def __init__(self, folder, name="Test Root", key="ec:P-256"):
        self.folder = pathlib.Path(folder)
        self.name = name.replace(" ", "-")
        self.count = 0
        self.root = self._issue(name, key, ["-addext", "basicConstraints=critical,CA:TRUE"], None)
        self.ca_bin = self.folder / f"{self.name}.bin"
        subprocess.run([CRAWLBOX, "ca", "build", "-o", self.ca_bin, f"{self.root}.pem"], check=True, capture_output=True)

    def _issue(self, subject, key, extensions, issuer, days=30):
        self.count += 1
        stem = self.folder / f"{self.name}-{self.count}"
        make_key(f"{stem}.key", key)
        openssl("req", "-new", "-key", f"{stem}.key", "-out", f"{stem}.csr", "-subj", f"/CN={subject}", *extensions)
        signer = ["-signkey", f"{stem}.key"] if issuer is None else ["-CA", f"{issuer}.pem", "-CAkey", f"{issuer}.key",
                                                                       "-CAcreateserial"]
        openssl("x509", "-req", "-in", f"{stem}.csr", "-out", f"{stem}.pem", "-copy_extensions", "copy", *signer, *dates(days))
        return stem

    def intermediate(self, subject, key="ec:P-256", issuer=None, constraints="CA:TRUE", extensions=()):
        options = [option for extension in (f"basicConstraints=critical,{constraints}", *extensions)
                   for option in ("-addext", extension)]
        return self._issue(subject, key, options, issuer or self.root)

    def server(self, host, key="ec:P-256", through=None, days=30, extensions=(), sent=None, ciphers=None):
        """A context that serves TLS for a host; `through`: an intermediate authority, which is sent along; `sent`: what is sent
        along instead; `ciphers`: as openssl has them, which refuses weak keys unless it is told otherwise."""
        options = [option for extension in (f"subjectAltName=DNS:{host}", *extensions) for option in ("-addext", extension)]
        stem = self._issue(host, key, options, through or self.root, days)
        chain = self.folder / f"{stem.name}-chain.pem"
        parts = [stem, *(([through] if through else []) if sent is None else sent)]
        chain.write_text("".join(pathlib.Path(f"{part}.pem").read_text(encoding="ascii") for part in parts), encoding="ascii")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        if ciphers:
            context.set_ciphers(ciphers)
        context.load_cert_chain(chain, f"{stem}.key")
        return context
