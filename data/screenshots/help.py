#!/usr/bin/python3
"""Makes the pictures of the help from the window: data/help/pictures/NAME.png and NAME-dark.png in
English, and in the other languages in a folder of the language beside them.

Usage: [PICTURES=tutorial] help.py [BUILD_FOLDER [LANGUAGE…]]: all, or those of the tutorial. Needs what the tests of tests/person need, localedef, and
no display: it starts itself once more for each language, "en" among them, on a private one.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from screen import ROOT, begin, run_predator_and_prey, start, take

PICTURES = ROOT / "data" / "help" / "pictures"
SCREEN = (1280, 800)
LANGUAGE = os.environ.get("HELP_LANGUAGE", "en")
LOCALES = {"en": "C.UTF-8", "de": "de_DE.UTF-8", "fr": "fr_FR.UTF-8"}


def save(name, dark, area):
    """Left, top, right, bottom on the screen."""
    left, top, right, bottom = area
    folder = PICTURES if LANGUAGE == "en" else PICTURES / LANGUAGE
    file = folder / f"{name}{'-dark' if dark else ''}.png"
    crop = ["-crop", f"{right - left}x{bottom - top}+{left}+{top}", "+repage"]
    take(file, "PNG8", SCREEN, *crop, "+dither", "-colors", "128")


def below(program):
    """The lower pages with their names."""
    from person import box, spoken

    _, top, _, _ = box(program.find("radio button", re.compile(f"^({'|'.join(spoken('Messages'))})")))
    return (0, top - 6, *SCREEN)


def pictures(theme):
    from person import MODELS, box, click, key, type_text, wait

    dark = theme.endswith("dark")
    p = run_predator_and_prey(theme, SCREEN)
    save("window", dark, (0, 0, *SCREEN))
    left, top, width, height = box(p.canvas)
    save("diagram", dark, (left, top, left + width, top + height))
    save("plots", dark, below(p))
    p.fill("Step size", "0.2 0.1 0.05")
    key("F5")
    p.wait_run()
    p.show_page("Results")
    wait(lambda: len(p.results()) == 2, "the table")
    save("results", dark, below(p))
    key("ctrl+m")
    p.find("check box", "NI-Jacobi")
    save("run", dark, (0, 0, 820, below(p)[1]))
    key("Escape")
    noise = p.noise()
    p.end()

    p = begin("two-bodies.ssp", theme, SCREEN)
    p.show_page("Stability")
    click(p.find("toggle button", "Varied parameter"))
    type_text("left.m")
    wait(lambda: [t for t in p.find_all("table cell") if t.get_name() == "left.m"], "left.m")
    key("Return")
    wait(lambda: "%" in p.find("chart", "Map of stability").get_description(), "the map", 30)
    save("stability", dark, below(p))
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
    save("messages", dark, below(p))
    noise += p.noise()
    p.end()
    return noise


def tutorial(theme):
    from person import box, click, key

    dark = theme.endswith("dark")
    p = begin("quarter-truck.ssp", theme, SCREEN)
    key("ctrl+0")
    click(p.block("axle"))
    left, top, width, height = box(p.canvas)
    save("tutorial-wires", dark, (left, top, left + width, top + height))
    key("F5")
    p.wait_run()
    p.wait_figure("Error", "MISSILES")
    save("tutorial-run", dark, below(p))
    noise = p.noise()
    p.end()
    return noise


def speak(language):
    """This program once more, in a locale of that language; what it exits with."""
    with tempfile.TemporaryDirectory() as folder:
        name = LOCALES[language]
        if language != "en":
            subprocess.run(["localedef", "--no-archive", "-f", "UTF-8", "-i", name.split(".")[0],
                            f"{folder}/{name}"], check=True)  # fmt: skip
        environment = {**os.environ, "HELP_LANGUAGE": language, "GUI_LOCALE": name, "LOCPATH": folder}
        command = [str(Path(__file__).resolve()), *sys.argv[1:2]]
        return subprocess.run(command, env=environment, check=False).returncode


def main():
    if "HELP_LANGUAGE" not in os.environ:
        sys.exit(max(speak(language) for language in sys.argv[2:] or LOCALES))
    start(SCREEN)
    noise = tutorial("Adwaita") + tutorial("Adwaita:dark")
    if os.environ.get("PICTURES") != "tutorial":
        noise += pictures("Adwaita") + pictures("Adwaita:dark")
    sys.exit("\n".join(noise) or 0)


main()
