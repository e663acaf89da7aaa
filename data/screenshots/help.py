#!/usr/bin/python3
"""Makes the pictures of the help, data/help/pictures/NAME.png and NAME-dark.png, from the window.

Usage: help.py [BUILD_FOLDER]. Needs what the tests of tests/person need, and no display: it
starts itself once more on a private one.
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PICTURES = ROOT / "data" / "help" / "pictures"
SCREEN = (1280, 800)


def fill_screen(number):
    """Without a frame around it, as large as the screen."""
    import gi

    gi.require_version("Gdk", "3.0")
    gi.require_version("GdkX11", "3.0")
    from gi.repository import Gdk, GdkX11

    display = Gdk.Display.get_default() or Gdk.Display.open(os.environ["DISPLAY"])
    GdkX11.X11Window.foreign_new_for_display(display, number).fullscreen()
    display.sync()


def take(name, dark, area):
    """Left, top, right, bottom on the screen."""
    from person import move

    left, top, right, bottom = area
    move((SCREEN[0] - 4, SCREEN[1] - 4))
    time.sleep(1)  # for what fades: tooltips, the shade under the pointer
    file = PICTURES / f"{name}{'-dark' if dark else ''}.png"
    subprocess.run(
        ["import", "-window", "root", "-crop", f"{right - left}x{bottom - top}+{left}+{top}",
         "+repage", "-strip", "+dither", "-colors", "128", "-quality", "95", f"PNG8:{file}"],
        check=True,
    )  # fmt: skip
    print(f"{file}: {file.stat().st_size / 1000:.0f} kB")


def begin(model, theme):
    from person import MODELS, Program, box, wait, xdotool

    program = Program(MODELS / model, environment={"GTK_THEME": theme})
    wait(lambda: len(program.wires()) > 1, "the model")
    fill_screen(int(xdotool("getactivewindow")))
    wait(lambda: box(program.window)[2:] == SCREEN, "the window in full size")
    return program


def below(program):
    """The lower pages with their names."""
    from person import box

    _, top, _, _ = box(program.find("radio button", re.compile("^Messages")))
    return (0, top - 6, *SCREEN)


def pictures(theme):
    from person import MODELS, box, click, key, type_text, wait

    dark = theme.endswith("dark")
    p = begin("lotka-volterra.ssp", theme)
    key("ctrl+0")
    click(p.block("prey"))
    key("F5")
    wait(lambda: "MISSILES" in p.run_status() and "error" in p.run_status(), "the end")
    p.wait_figure("Error", "MISSILES")
    take("window", dark, (0, 0, *SCREEN))
    left, top, width, height = box(p.canvas)
    take("diagram", dark, (left, top, left + width, top + height))
    take("plots", dark, below(p))
    p.fill("Step size", "0.2 0.1 0.05")
    key("F5")
    p.wait_run()
    p.show_page("Results")
    wait(lambda: len(p.results()) == 2, "the table")
    take("results", dark, below(p))
    key("ctrl+m")
    p.find("check box", "NI-Jacobi")
    take("run", dark, (0, 0, 820, below(p)[1]))
    key("Escape")
    noise = p.noise()
    p.end()

    p = begin("two-bodies.ssp", theme)
    p.show_page("Stability")
    click(p.find("toggle button", "Varied parameter"))
    type_text("left.m")
    wait(lambda: [t for t in p.find_all("table cell") if t.get_name() == "left.m"], "left.m")
    key("Return")
    wait(lambda: "decay" in p.find("chart", "Map of stability").get_description(), "the map", 30)
    take("stability", dark, below(p))
    p.show_page("Messages")
    key("ctrl+i")
    p.accept_file("Add FMUs", MODELS / "prey.fmu", "Add")
    wait(lambda: "prey" in p.blocks(), "the block")
    key("F5")
    p.wait_run()
    bad = Path(os.environ["SCRATCH"]) / "pump.fmu"
    bad.write_text("no archive\n")
    key("ctrl+i")
    p.accept_file("Add FMUs", bad, "Add")
    p.press("Close")
    p.show_page("Messages")
    take("messages", dark, below(p))
    noise += p.noise()
    p.end()
    return noise


def main():
    if "SCRATCH" not in os.environ:
        environment = {**os.environ, "SCREEN": f"{SCREEN[0]}x{SCREEN[1]}x24"}
        command = [str(ROOT / "tests/gui-run.sh"), str(Path(__file__).resolve()), *sys.argv[1:]]
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    sys.path.insert(0, str(ROOT / "tests/person"))
    PICTURES.mkdir(exist_ok=True)
    sys.exit("\n".join(pictures("Adwaita") + pictures("Adwaita:dark")) or 0)


main()
