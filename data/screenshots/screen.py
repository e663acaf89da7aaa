"""A window that fills a private screen, and pictures of it: what the programs of this folder share."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def start(size):
    """Goes on where there is a screen of that size, on which this program is started once more."""
    if "SCRATCH" not in os.environ:
        environment = {**os.environ, "SCREEN": f"{size[0]}x{size[1]}x24"}
        command = [str(ROOT / "tests/gui-run.sh"), str(Path(sys.argv[0]).resolve()), *sys.argv[1:]]
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    sys.path.insert(0, str(ROOT / "tests/person"))


def fill_screen(number):
    """Without a frame around it, as large as the screen."""
    import gi

    gi.require_version("Gdk", "3.0")
    gi.require_version("GdkX11", "3.0")
    from gi.repository import Gdk, GdkX11

    display = Gdk.Display.get_default() or Gdk.Display.open(os.environ["DISPLAY"])
    GdkX11.X11Window.foreign_new_for_display(display, number).fullscreen()
    display.sync()


def begin(model, theme, size):
    from person import MODELS, Program, box, wait, xdotool

    program = Program(MODELS / model, environment={"GTK_THEME": theme})
    wait(lambda: len(program.wires()) > 1, "the model")
    fill_screen(int(xdotool("getactivewindow")))
    wait(lambda: box(program.window)[2:] == size, "the window in full size")
    return program


def run_predator_and_prey(theme, size):
    """The run that most pictures show."""
    from person import click, key, wait

    program = begin("lotka-volterra.ssp", theme, size)
    key("ctrl+0")
    click(program.block("prey"))
    key("F5")
    wait(lambda: re.search("MISSILES .*%", program.run_status()), "the end")
    program.wait_figure("Error", "MISSILES")
    return program


def take(file, kind, size, *options, point=True):
    """@options: of import, which takes the picture of the whole screen; @point: to its corner, first."""
    from person import move

    if point:
        move((size[0] - 4, size[1] - 4))
    time.sleep(1)  # for what fades: tooltips, the shade under the pointer
    subprocess.run(
        ["import", "-window", "root", *options, "-strip", "-quality", "95", f"{kind}:{file}"],
        check=True,
    )  # fmt: skip
    print(f"{file}: {file.stat().st_size / 1000:.0f} kB")
