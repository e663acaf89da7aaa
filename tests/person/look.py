#!/usr/bin/python3
"""Light, dark, double size: the window comes up, runs, and has the colours it should have."""

import os
import sys

import person
from person import MODELS, box, key, main, pixels, screenshot, wait


def bright(colour):
    red, green, blue = colour
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def run(j, theme, scale):
    """Starts with that look, runs the example, and returns brightness of diagram and plot."""
    for program in j.programs:
        program.end()
    person.SCALE = scale
    os.environ["GTK_THEME"], os.environ["GDK_SCALE"] = theme, str(scale)
    p = j.start(MODELS / "lotka-volterra.ssp")
    wait(lambda: len(p.wires()) == 2, "the model")
    key("F5")
    wait(lambda: "MISSILES" in p.run_status() and "error" in p.run_status(), "the outcome")
    p.wait_figure("Error", "MISSILES")
    left, top, width, height = box(p.canvas)
    plot = box(p.find("chart", "Orbit"))
    # Between the lines of the grid, where there is nothing; and a corner of the figure.
    diagram = sorted(bright(c) for c in pixels([(left + 13 * scale + i, top + 9 * scale + i)
                                                for i in range(9)]))[4]  # fmt: skip
    figure = bright(pixels([(plot[0] + plot[2] - 4, plot[1] + plot[3] - 4)])[0])
    print(f"# {theme} x{scale}: diagram {diagram:.2f}, figure {figure:.2f}")
    if len(sys.argv) > 2:
        screenshot(f"{sys.argv[2]}-{theme.replace(':', '-')}-{scale}.png")
    return p, diagram, figure


def light(j):
    """Light"""
    _, diagram, figure = run(j, "Adwaita", 1)
    assert diagram > 0.85 and figure > 0.85


def dark(j):
    """Dark: diagram and plots have dark ground, too"""
    _, diagram, figure = run(j, "Adwaita:dark", 1)
    assert diagram < 0.35 and figure < 0.35


def contrast(j):
    """High contrast"""
    _, diagram, _ = run(j, "HighContrast", 1)
    assert diagram > 0.85


def double(j):
    """Double size: a click hits what it aims at"""
    p, diagram, _ = run(j, "Adwaita", 2)
    assert diagram > 0.85
    person.click(p.block("prey"))
    p.wait_status("1 selected")
    p.find("text", "Component name")


main([light, dark, contrast, double])
