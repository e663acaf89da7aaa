#!/usr/bin/python3
"""Runs beside the plots: hidden and shown by ticks, filtered, grouped, with their errors, and taken as the
base of differences."""

import re

from person import (MODELS, Atspi, State, box, click, has, key, main, name_of, role_of, shot, type_text,
                    wait, walk)  # fmt: skip

def rows(p):
    """Cells of the rows in sight, from left to right."""
    table = p.find(None, "Runs beside the plots")
    lines = {}
    for cell in walk(table):
        x, y, width, height = box(cell)
        if role_of(cell) == "table cell" and name_of(cell) not in ("", "■"):
            lines.setdefault(y + height // 2, []).append((x, cell))
    return [[c for _, c in sorted(line, key=lambda e: e[0])] for _, line in sorted(lines.items())]


def names(p):
    return [name_of(row[0]) for row in rows(p)]


def row(p, name):
    return next(r for r in rows(p) if any(name_of(c) == name for c in r))


def start(j):
    """Two methods with two steps: the reference and four runs, with one format of their errors"""
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Step size", "1e-3 5e-4")
    p.run()
    click(p.find("toggle button", "Menu"))
    for name in "View", "Runs Beside Plots":
        click(wait(lambda name=name: next(iter(p.find_all(None, name)), None), name))
    wait(lambda: len(names(p)) == 5, "five rows")
    assert [name_of(c) for c in row(p, "NI-Jacobi, h = 0.001 s")][1:] == ["5.80", "0.288"], names(p)
    p.wait_figure("Trajectories", "NI-Jacobi, h = 0.0005 s")
    left, _, width, _ = box(p.find(None, "Runs beside the plots"))
    for x, _, wide, _ in (box(c) for r in rows(p) for c in r):
        assert left <= x and x + wide <= left + width, "a number that is cut"
    shot("runs")


def hide(j):
    """A tick hides a run in all plots, the other way round by the key"""
    p = j.program
    first = row(p, "NI-Jacobi, h = 0.0005 s")
    x, y, width, height = box(next(c for c in first if name_of(c)))
    table = box(p.find(None, "Runs beside the plots"))
    click((table[0] + 18, y + height // 2))
    wait(lambda: "NI-Jacobi, h = 0.0005 s" not in p.figure("Trajectories"), "one run less")
    assert "MISSILES, h = 0.0005 s" in p.figure("Trajectories")
    shot("hidden")
    click((x + 40, y + height // 2))
    key("space")
    p.wait_figure("Trajectories", "NI-Jacobi, h = 0.0005 s")


def groups(j):
    """Groups by method, and the filter"""
    p = j.program
    combo = p.find("combo box", "Groups of runs")
    Atspi.Selection.select_child(combo, 1)
    wait(lambda: "NI-Jacobi" in names(p), "a group")  # the last rows may be out of sight
    Atspi.Selection.select_child(combo, 0)
    wait(lambda: "NI-Jacobi" not in names(p), "no groups")
    entry = p.find("text", "Filter the runs beside the plots")
    click(entry)
    wait(lambda: has(entry, State.FOCUSED), "the focus of the filter")
    type_text("missiles")
    wait(lambda: "NI-Jacobi, h = 0.001 s" not in names(p), "the runs of MISSILES alone")
    assert "MISSILES, h = 0.001 s" in names(p), names(p)
    key("ctrl+a", "BackSpace")
    wait(lambda: "NI-Jacobi, h = 0.001 s" in names(p), "all")


def base(j):
    """Differences are taken from the reference, then from the run that is marked, and say so"""
    p = j.program
    p.choose("Error: show something else", "Difference of Runs")
    p.wait_figure("Difference of Runs", "from Reference, over time")
    x, y, width, height = box(next(c for c in row(p, "MISSILES, h = 0.001 s") if name_of(c)))
    click((x + 40, y + height // 2))
    key("b")
    said = p.wait_figure("Difference of Runs", "from MISSILES, h = 0.001 s, over time")
    assert re.search("NI-Jacobi, h = 0.001 s", said), said
    shot("base")


def legend(j):
    """An entry of a legend hides its run in all plots, by a click and by keys, as the tick does"""
    p = j.program
    label = "NI-Jacobi, h = 0.001 s"
    p.wait_figure("Trajectories", f" {label}, left.x: from")
    x, y, _, _ = box(p.find(None, "Trajectories"))
    # The first entry, which is that of the reference, has no click.
    click((x + 40, y + 18))
    p.wait_figure("Trajectories", f" {label}, left.x: from")
    key("l")
    p.wait_figure("Trajectories", f"Legend: {label}, shown.")
    shot("legend-focus")
    key("space")
    said = p.wait_figure("Trajectories", f"Legend: {label}, hidden.")
    assert f" {label}, left.x: from" not in said, said
    wait(lambda: f" {label}, left.x: from" not in p.figure("Difference of Runs"), "hidden in the other plot")
    shot("legend-hidden")
    assert label in names(p), "it can still be ticked"
    key("space")
    p.wait_figure("Trajectories", f"Legend: {label}, shown.")
    key("Right")
    p.wait_figure("Trajectories", "Legend: NI-Jacobi, h = 0.0005 s, shown.")
    key("Left", "Left")  # the last one, for which there is no room
    p.wait_figure("Trajectories", "Legend: right.x.")
    shot("legend-last")
    key("Escape")
    wait(lambda: "Legend:" not in p.figure("Trajectories"), "the keys are those of the plot")


def click_legend(j):
    """The first entry of errors is a run: a click hides it, another one shows it"""
    p = j.program
    p.choose("Difference of Runs: show something else", "Error")
    label = "NI-Jacobi, h = 0.001 s"
    # Not what the plot showed before.
    said = p.wait_figure("Error", "against the reference", f" {label}, left.x: from")
    x, y, _, _ = box(p.find(None, "Error"))
    click((x + 40, y + 18))
    wait(lambda: f" {label}, left.x: from" not in p.figure("Trajectories"), "hidden everywhere")
    click((x + 40, y + 18))
    p.wait_figure("Error", said)


def diverged(j):
    """A run that diverges does not flatten the others: a mark tells, Show All shows it"""
    p = j.program
    p.fill("Step size", "0.05 1e-3")
    key("F5")
    p.wait_run()
    p.wait_figure("Trajectories", "Outside the range of the axis: ", "of 1 run.")
    shot("diverged")
    x, y, width, height = box(p.find(None, "Trajectories"))
    click((x + width // 2, y + height // 2))
    key("0")
    wait(lambda: "Outside the range" not in p.figure("Trajectories"), "everything")
    shot("show-all")
    key("0")
    p.wait_figure("Trajectories", "Outside the range of the axis: ")


main([start, hide, groups, base, legend, click_legend, diverged])
