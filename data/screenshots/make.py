#!/usr/bin/python3
"""Makes the pictures of the window: workbench.png and, in the dark theme, workbench-dark.png.

Usage: make.py [BUILD_FOLDER]. Needs what the tests of tests/person need, and no display:
it starts itself once more on a private one of 1600 x 1000.
"""

import sys
from pathlib import Path

from screen import run_predator_and_prey, start, take

HERE = Path(__file__).resolve().parent
SCREEN = (1600, 1000)


def picture(name, theme):
    program = run_predator_and_prey(theme, SCREEN)
    take(HERE / name, "PNG24", SCREEN)
    noise = program.noise()
    program.end()
    return noise


def main():
    start(SCREEN)
    noise = picture("workbench.png", "Adwaita") + picture("workbench-dark.png", "Adwaita:dark")
    sys.exit("\n".join(noise) or 0)


main()
