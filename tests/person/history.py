#!/usr/bin/python3
"""Earlier runs: they stay, are pinned, named, coloured, hidden, deleted and brought back."""

import re

from person import MODELS, Atspi, State, children, click, has, key, main, name_of, type_text, wait, walk


def rows(p):
    """Names of the runs in the history."""
    found = p.find("list box", "Runs")
    return [name_of(t) for t in children(found)]


def row(p, words):
    return next(t for t in children(p.find("list box", "Runs")) if words in name_of(t))


def check_box(p, words, name):
    return next(t for t in walk(row(p, words)) if re.match(name, name_of(t)))


def start(j):
    """A comparison of two methods: both runs are in the history"""
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Step size", "1e-2")
    p.run("Run")
    key("ctrl+h")
    wait(lambda: len(rows(p)) == 2, "two runs")
    assert any("NI-Jacobi" in r for r in rows(p)) and any("MISSILES" in r for r in rows(p)), rows(p)


def pin(j):
    """One is pinned and gets a name, a note and a colour"""
    p = j.program
    click(row(p, "NI-Jacobi"))
    key("p")
    wait(lambda: has(check_box(p, "NI-Jacobi", "Pin "), State.CHECKED), "pinned")
    key("F2")
    wait(lambda: has(p.find("text", "Name of the run"), State.FOCUSED), "the entry")
    key("ctrl+a")
    type_text("coarse")
    wait(lambda: any(r.startswith("coarse") for r in rows(p)), "the name in the list")
    click(p.find("text", "Note on the run"))
    type_text("too long a step")
    combo = p.find("combo box", "Color of the run")
    Atspi.Selection.select_child(combo, 4)
    wait(lambda: any("step" in (Atspi.Text.get_text(t, 0, -1) or "") for t in
                     [p.find("text", "Note on the run")]), "the note")


def again(j):
    """Another run: the pinned one is drawn beside the new ones, the other one is not"""
    p = j.program
    p.fill("Step size", "1e-3")
    p.run("Run")
    p.show_page("Plots")
    said = p.wait_figure("Trajectories", "coarse")
    assert "comparison 1" not in said, said
    key("ctrl+h")
    wait(lambda: len(rows(p)) == 4, "four runs")
    assert not has(check_box(p, "MISSILES, h = 0.01", "Show "), State.CHECKED)


def show(j):
    """The other one is shown too, by the keyboard; the legend says of which comparison it is"""
    p = j.program
    click(row(p, "MISSILES, h = 0.01"))
    key("space")
    p.show_page("Plots")
    p.wait_figure("Trajectories", "MISSILES, h = 0.01 s (comparison 1)", "coarse")


def hide(j):
    """A run of the present comparison is hidden"""
    p = j.program
    key("ctrl+h")
    wait(lambda: len(rows(p)) == 4, "the page")
    click(check_box(p, "NI-Jacobi, h = 0.001", "Show "))
    p.show_page("Plots")
    wait(lambda: "NI-Jacobi" not in p.figure("Trajectories"), "only the others")
    assert "coarse" in p.figure("Trajectories")


def delete(j):
    """A deleted run is gone from the list and the plots, and can be brought back"""
    p = j.program
    key("ctrl+h")
    wait(lambda: len(rows(p)) == 4, "the page")
    click(row(p, "coarse"))
    key("Delete")
    wait(lambda: len(rows(p)) == 3, "three runs")
    p.show_page("Plots")
    wait(lambda: "coarse" not in p.figure("Trajectories"), "gone from the plot")
    p.press("Undo", p.find("info bar", re.compile("Deleted: coarse")))
    key("ctrl+h")
    wait(lambda: len(rows(p)) == 4, "four runs")
    p.show_page("Plots")
    p.wait_figure("Trajectories", "coarse")


main([start, pin, again, show, hide, delete])
