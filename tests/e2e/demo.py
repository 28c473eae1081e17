"""The demonstration behind tools/demo.sh: boots the image on a network of its own, lets it be seen. Argument: a folder."""
import pathlib
import sys

import namespace
from box import Box, REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tools"))
import screenshot  # noqa: E402  (tools/ is not on the path before)

COMMANDS = ("version", "net", "mem", "tasks", "status")
ENLARGE = 4


def show(title):
    print(f"\n== {title}", flush=True)


def main(folder):
    spoken = []
    show("Booting the image in QEMU (lm3s6965evb: 64 KB of RAM, 256 KB of flash), on a private network")
    with namespace.dnsmasq(), Box(net=namespace.TAP) as box:
        box.wait_for(r"network: address [0-9.]+")
        for command in COMMANDS:
            answer = f"crawlbox> {command}\n{box.command(command)}"
            spoken.append(answer)
            print(answer, end="\n\n", flush=True)
        dump = folder / "display.ppm"
        box.screendump(dump)
        screenshot.write_png(folder / "display.png", screenshot.read_picture(dump).enlarged(ENLARGE))
        dump.unlink()
    (folder / "console.txt").write_text("\n\n".join(spoken) + "\n", encoding="utf-8")
    show("Done")
    print(f"What the console said:    {folder}/console.txt\nA picture of the display: {folder}/display.png\n"
          "Next: README.md; `sh tools/test.sh` runs every test.")


if __name__ == "__main__":
    namespace.enter()
    main(pathlib.Path(sys.argv[1]))
