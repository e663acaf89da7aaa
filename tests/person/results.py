#!/usr/bin/python3
"""The table of results: orders, sorting, filtering, copying, and from a number to its curve."""

import re

import gi
from person import (
    MODELS, children, click, description_of, is_status, key, main, name_of, role_of, text_of, type_text, wait,
)  # fmt: skip

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402


def cells(p):
    """Rows in the order of the screen: the name of the run."""
    table = p.find("table", "Results")
    parts = list(children(table))
    n = len([t for t in parts if role_of(t) == "table column header"])
    texts = [name_of(t) for t in parts if role_of(t) == "table cell"]
    return [texts[i] for i in range(0, len(texts), n)]


def start(j):
    """Two methods with two step sizes give four rows, with orders"""
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Step size", "1e-3 5e-4")
    p.run("Run")
    p.show_page("Results")
    wait(lambda: len(cells(p)) == 4, "four rows")
    wait(lambda: abs(float(p.results()["MISSILES"]["Order of left.x"]) - 4) < 0.1, "the order")


def powers(j):
    """Numbers are for people: 7.00·10⁻⁷, with three digits, in table and status line alike"""
    p = j.program
    names = [Atspi.Accessible.get_name(c) for c in children(p.find("table", "Results"))]
    assert not [n for n in names if re.search(r"\de[-+]?\d", n)], names
    of = [n for n in names if re.fullmatch(r"\d\.\d\d·10⁻[¹²³⁴-⁹]+( \(limit\))?", n)]
    assert of, names
    line = next(s for s in p.find_all("status bar") if "MISSILES" in text_of(s))
    said = Atspi.Text.get_text(line, 0, -1)
    assert "left.x" in said and any(n.split()[0] in said for n in of), (said, of)


def sort(j):
    """A click on the head of a column sorts by its numbers"""
    p = j.program
    before = cells(p)
    head = p.find("table column header", "left.x")
    click(head)
    wait(lambda: cells(p) == list(reversed(before)), "the least error first")
    click(head)
    wait(lambda: cells(p) == before, "the greatest error first")


def narrow(j):
    """The filter leaves the runs that fit"""
    p = j.program
    click(p.find("text", "Filter runs"))
    type_text("missiles")
    wait(lambda: len(cells(p)) == 2 and all("MISSILES" in c for c in cells(p)), "two rows")
    key("ctrl+a", "BackSpace")
    wait(lambda: len(cells(p)) == 4, "four rows")


def estimated(j):
    """Beside the error stands what the run estimates of it; Never leaves it out, and can be undone"""
    p = j.program
    row = p.results()["MISSILES"]
    # Fourth order, with steps up to 4 h: a tenth is terms of the next order.
    assert abs(float(row["left.x, estimated"]) / float(row["left.x"]) - 1) < 0.1, row
    details = description_of(next(s for s in p.find_all("status bar") if not is_status(text_of(s))))
    assert "(estimated" in details and "(estimated" not in p.run_status(), (details, p.run_status())
    p.wait_label("twice and four times the step")
    key("ctrl+m")
    click(wait(lambda: next(iter(p.find_all(None, "never")), None), "never"))
    key("Escape")
    p.run("Run")
    wait(lambda: "left.x, estimated" not in p.results()["MISSILES"], "no estimates")
    key("ctrl+z")


def budget(j):
    """Budget… tells whose error it is, as bars and as a table"""
    p = j.program
    p.press("Results: error budget")
    p.wait_label("Most of the error comes from the coupling", seconds=30)
    said = p.figure("Bars of the error budget")
    assert "coupling: 5.8 (left.x)" in said, said
    table = p.find("table", "Error budget")
    texts = [name_of(t) for t in children(table) if role_of(t) == "table cell"]
    assert texts[:2] == ["left.x", "5.801"], texts
    assert p.is_sensitive(p.button("Export…", p.find("dialog", "Error Budget")))
    p.press("Close", p.find("dialog", "Error Budget"))
    p.gone("dialog", "Error Budget")


def curve(j):
    """A double click on a number shows its curve alone"""
    p = j.program
    table = p.find("table", "Results")
    cell = [t for t in children(table) if role_of(t) == "table cell"][1]
    click(cell, times=2)
    said = p.wait_figure("Trajectories", "Trajectories of left.x over time")
    assert "MISSILES" not in said and "right.x" not in said, said


main([start, powers, estimated, budget, sort, narrow, curve])
