"""The network: TLS handshakes, KB/s of http and https to the card, instructions a byte, RAM at the worst moment.

Times are the box's own work in QEMU's instruction-counted time (shift=4: 16 ns an instruction), what it sleeps left out.
"""

import contextlib
import os
import pathlib
import ssl
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
import card_image  # noqa: E402
import namespace  # noqa: E402
import tls_world  # noqa: E402
from bench import Results  # noqa: E402
from box import Box  # noqa: E402
from test_net import serve_time, wait_for_fact  # noqa: E402

NS_PER_INSTRUCTION = 16
BODY_BYTES = 512 * 1024

# host: address, keys of leaf, intermediate and root, curve of the key exchange, what it is, goal of a full handshake in ms
CHAINS = {
    "rsa.example.th": ("11.0.0.2", ("rsa:2048", "rsa:2048", "rsa:4096"), "prime256v1",
                       "RSA-2048, root RSA-4096", ("<=", 650)),
    "ec.example.th": ("11.0.0.3", ("ec:P-256", None, "ec:P-256"), "prime256v1", "P-256, signed by the root", ("<=", 860)),
    "ec3.example.th": ("11.0.0.4", ("ec:P-256", "ec:P-256", "ec:P-256"), "prime256v1", "P-256, three certificates", None),
    "large.example.th": ("11.0.0.5", ("rsa:4096", "rsa:4096", "rsa:4096"), "secp384r1",
                         "all RSA-4096, P-384", None),
}


def page():
    text = ("<p>" + "ประเทศไทยมีหน่วยงานราชการและมหาวิทยาลัยหลายแห่ง " * 8 + "\n").encode()
    return (text * (BODY_BYTES // len(text) + 1))[:BODY_BYTES]


def answer(path, body=page()):
    """Whatever the path: each answer has a payload of its own, or it would be stored as a revisit."""
    unique = path.encode().ljust(64)[:64]
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n"
    return head % (len(unique) + len(body)) + unique + body


def serve_world(folder, things):
    """Servers for all chains; a card that trusts their roots."""
    card, roots = folder / "card.img", []
    for host, (address, kinds, curve, _, _) in CHAINS.items():
        subprocess.run(["ip", "route", "replace", "local", address, "dev", "lo"], check=True)
        signer = root = tls_world.Authority(folder, kinds[2], f"Root of {host}")
        if kinds[1] is not None:
            signer = tls_world.Authority(folder, kinds[1], f"Middle of {host}", root)
        roots.append(root)

        def choose(context, curve=curve):
            context.set_ecdh_curve(curve)
            context.options &= ~ssl.OP_CIPHER_SERVER_PREFERENCE  # as servers do that look at what the client prefers
        things.enter_context(tls_world.serve(answer, address, 443, signer.issue(host, kinds[0]), choose))
        things.enter_context(tls_world.serve(answer, address, 80))
    card_image.make(str(card), 256)
    card_image.put(card, {"CA.BIN": tls_world.ca_bin(roots), "ENTROPY.BIN": os.urandom(32)})
    return card


def measure_handshakes(box, results):
    for host, (_, _, _, name, goal) in CHAINS.items():
        full, resumed = (box.facts(f"net test {host}:443") for _ in range(2))
        results.add(f"full handshake, {name}", int(full["work"]) / 1000, "ms", goal)
        results.add(f"resumed handshake, {name}", int(resumed["work"]) / 1000, "ms", ("<=", 10))
        results.add(f"arena in a full handshake, {name}", int(full["arena_peak"]), "bytes")


def measure_pages(box, results):
    host = "ec.example.th"
    box.facts(f"fetch http://{host}/first")  # makes the WARC file
    for scheme in ("http", "https"):
        box.facts(f"fetch {scheme}://{host}/warm")  # connects, or resumes
        facts = box.facts(f"fetch {scheme}://{host}/measured")
        work_us, body = int(facts["work"]), int(facts["bytes"])
        results.add(f"{scheme} to the card, read and digested", body / 1024 / (work_us / 1e6), "KB/s")
        results.add(f"the same, {scheme}", work_us * 1000 / NS_PER_INSTRUCTION / body, "instructions per byte")


def measure_ram(box, results):
    """After a page of many 16 KB records from the host with the largest chain: what is painted still. That is what no stack and
    not the arena has ever touched, and what the linker has given to nobody. Pools of lwIP and all other objects count as used."""
    box.facts("fetch https://large.example.th/records")
    facts = {name: value.split("/") for name, value in box.facts("mem").items() if "/" in value}
    stacks = ("interrupts", "supervisor", "net", "console", "crawler", "panel", "idle")
    unused = sum(int(facts[name][1]) - int(facts[name][0]) for name in (*stacks, "page_arena"))
    unclaimed = int(facts["claimed"][1]) - int(facts["claimed"][0])
    results.add("arena, the most that was used", int(facts["page_arena"][0]), "bytes", ("<=", int(facts["page_arena"][1])))
    results.add("crawler's stack, the most that was used", int(facts["crawler"][0]), "bytes")
    results.add("RAM that nothing claims", unclaimed, "bytes")
    results.add("RAM never touched", unclaimed + unused, "bytes", (">=", 2048))


def main():
    results = Results()
    with contextlib.ExitStack() as things:
        shm = "/dev/shm" if os.path.isdir("/dev/shm") else None
        folder = pathlib.Path(things.enter_context(tempfile.TemporaryDirectory(dir=shm)))
        serve_time(0)
        card = serve_world(folder, things)
        things.enter_context(namespace.dnsmasq(*(f"--address=/{host}/{chain[0]}" for host, chain in CHAINS.items())))
        box = things.enter_context(Box(card=card, snapshot=False, net=namespace.TAP))
        wait_for_fact(box, "net", "utc", lambda utc: utc not in (None, "0"))
        measure_handshakes(box, results)
        measure_pages(box, results)
        measure_ram(box, results)
    results.finish()


if __name__ == "__main__":
    namespace.enter()
    main()
