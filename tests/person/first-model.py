#!/usr/bin/python3
"""Lesson 0: two FMUs from disk become a model with an error curve; each step is checked by the deed."""

import re

from person import MODELS, State, click, has, key, main, wait
from unsaved import answer, press


def pressed_too_early(p, button, words):
    press(p, button)
    p.wait_label(words)


def turn(p, page):
    key("alt+Page_Down")
    p.wait_label(f"{page} of 6")


def start(j):
    """From the start page, where it is the first lesson; the diagram is empty"""
    p = j.start(welcome=True)
    click(wait(lambda: next(iter(p.find_all("list item", "A first model of one's own")), None), "the lesson"))
    p.canvas = p.find("layered pane", "Diagram")
    p.find("heading", "Two FMUs")
    assert not p.blocks()


def place(j):
    """Two FMUs by Add FMU…; the button says what is missing before"""
    p = j.program
    pressed_too_early(p, "Two components are there", "The diagram has 0 components; the lesson continues with 2.")
    for name in ("chassis", "axle"):
        key("ctrl+i")
        p.accept_file("Add FMUs", MODELS / f"{name}.fmu", "Add")
        wait(lambda name=name: name in p.blocks(), name)
    press(p, "Two components are there")
    p.wait_label("Done: Two components are there")


def connect(j):
    """Three connections; open inputs are counted"""
    p = j.program
    turn(p, 2)
    key("ctrl+0")  # both blocks are in sight
    p.wire("chassis", "z", "axle", "z_chassis")
    pressed_too_early(p, "All inputs are connected", "2 inputs are not connected yet; the lesson continues with 0.")
    p.wire("chassis", "v", "axle", "v_chassis")
    p.wire("axle", "F", "chassis", "F")
    press(p, "All inputs are connected")
    p.wait_label("Done: All inputs are connected")


def run(j):
    """Run; the answer, the error curve, comes after the deed"""
    p = j.program
    turn(p, 3)
    pressed_too_early(p, "The runs are done", "0 finished runs have an error; the lesson continues with 1. Press Run.")
    p.run("Run")
    press(p, "The runs are done")
    p.wait_label("Done: The runs are done")
    p.wait_figure("Error", "NI-Jacobi", "MISSILES")


def read(j):
    """The finished truck, in place of one's own model, which is asked about, and its numbers"""
    p = j.program
    turn(p, 4)
    press(p, "Open the finished truck and run it")
    p.find("alert", None)
    answer(p, "Close without Saving")
    p.wait_label("Done: Open the finished truck and run it", seconds=30)
    p.show_page("Results")
    rows = wait(lambda: len(p.results()) == 2 and p.results(), "two rows")
    # As the lesson says; three digits are shown.
    assert float(rows["NI-Jacobi"]["chassis.z"].split()[0]) == 4.48, rows


def smaller(j):
    """Two step sizes, and the plot of convergence"""
    p = j.program
    turn(p, 5)
    pressed_too_early(p, "Both step sizes are done", "1 step sizes are entered; the lesson continues with 2.")
    p.fill("Step size", "0.01 0.001")
    p.run("Run")
    press(p, "Both step sizes are done")
    p.wait_label("Done: Both step sizes are done")
    p.find("chart", re.compile("^Convergence"))
    turn(p, 6)
    assert not has(p.button("Next Page"), State.SENSITIVE)


if __name__ == "__main__":
    main([start, place, connect, run, read, smaller])
