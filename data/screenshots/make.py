#!/usr/bin/python3
"""Makes the pictures of the window: workbench.png and, in the dark theme, workbench-dark.png.

Usage: make.py [BUILD_FOLDER]. Needs what the tests of tests/person need, and no display:
it starts itself once more on a private one of 1600 x 1000.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SCREEN = (1600, 1000)


def fill_screen(number):
    """Without a frame around it, as large as the screen."""
    import gi

    gi.require_version("Gdk", "3.0")
    gi.require_version("GdkX11", "3.0")
    from gi.repository import Gdk, GdkX11

    display = Gdk.Display.get_default() or Gdk.Display.open(os.environ["DISPLAY"])
    GdkX11.X11Window.foreign_new_for_display(display, number).fullscreen()
    display.sync()


def picture(name, theme):
    from person import MODELS, Program, box, click, key, move, wait, xdotool

    program = Program(MODELS / "lotka-volterra.ssp", environment={"GTK_THEME": theme})
    wait(lambda: len(program.wires()) == 2, "the model")
    fill_screen(int(xdotool("getactivewindow")))
    wait(lambda: box(program.window)[2:] == SCREEN, "the window in full size")
    key("ctrl+0")
    click(program.block("prey"))
    key("F5")
    wait(lambda: "MISSILES" in program.run_status() and "error" in program.run_status(), "the end")
    program.wait_figure("Error", "MISSILES")
    move((SCREEN[0] - 4, SCREEN[1] - 4))
    time.sleep(1)  # for what fades: tooltips, the shade under the pointer
    file = HERE / name
    subprocess.run(
        ["import", "-window", "root", "-strip", "-quality", "95", f"PNG24:{file}"],
        check=True,
    )  # fmt: skip
    print(f"{file}: {file.stat().st_size / 1000:.0f} kB")
    noise = program.noise()
    program.end()
    return noise


def main():
    if "SCRATCH" not in os.environ:
        environment = {**os.environ, "SCREEN": f"{SCREEN[0]}x{SCREEN[1]}x24"}
        command = [str(ROOT / "tests/gui-run.sh"), str(Path(__file__).resolve()), *sys.argv[1:]]
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    sys.path.insert(0, str(ROOT / "tests/person"))
    noise = picture("workbench.png", "Adwaita") + picture("workbench-dark.png", "Adwaita:dark")
    sys.exit("\n".join(noise) or 0)


main()
