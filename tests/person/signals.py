#!/usr/bin/python3
"""Signals: everything that an FMU declares can be recorded and plotted, chosen by ticks, in menus and
by dragging a port onto a plot."""

import csv
import subprocess
import zipfile

from person import (LOCKSTEP, MODELS, State, box, centre, click, drag, find_all, has, key, main, name_of,
                    shot, type_text, wait)  # fmt: skip


def save(p):
    key("ctrl+s")
    wait(lambda: not p.title().startswith("*"), "the saved model")


def recorded(j):
    """What the saved model says that it records."""
    save(j.program)
    with zipfile.ZipFile(j.model) as archive:
        text = archive.read("SystemStructure.ssd").decode()
    return [line for line in text.replace(">", ">\n").splitlines() if "<signal" in line or ":signal" in line]


def row(p, name):
    """The cells of the row of a variable: name, unit, record, plot."""
    tree = p.find("tree table", "Variables of the model")

    def cells():
        found = find_all(tree, "table cell")
        at = next((i for i, c in enumerate(found) if name_of(c) == name), None)
        return found[at : at + 4] if at is not None else None

    return wait(cells, f"the row of {name}")  # rows are made anew while the list changes


def ticked(cell):
    return has(cell, State.CHECKED)


def search(p, words):
    entry = p.find("text", "Search variables")
    click(entry)
    key("ctrl+a")
    type_text(words)


def search_one(p, words, name):
    """Until that variable is all that is found, with its component: rows move while words are typed."""
    search(p, words)
    wait(lambda: len(find_all(p.find("tree table", "Variables of the model"), "table cell")) == 8
         and row(p, name), f"{name} alone")  # fmt: skip


def inner(j):
    """An inner variable is found by its description, ticked and plotted by the next run"""
    j.model = j.copy(MODELS / "two-bodies.ssp")
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    click(p.find("radio button", "Signals"))
    wait(lambda: row(p, "v"), "the variables")
    shot("signals")
    search_one(p, "acceleration of the left", "der(v)")
    assert not ticked(row(p, "der(v)")[2]) and not ticked(row(p, "der(v)")[3])
    click(row(p, "der(v)")[3])
    wait(lambda: ticked(row(p, "der(v)")[3]) and ticked(row(p, "der(v)")[2]), "both ticks")
    shot("ticked")
    key("F5")
    wait(lambda: "error" in p.run_status(), "the outcome", 30)
    p.wait_figure("Trajectories", "left.der(v)")
    shot("plotted")


def true(j):
    """It is the derivative: central differences of the velocity agree, O(h²)"""
    p = j.program
    save(p)
    result = j.folder / "out.csv"
    subprocess.run([LOCKSTEP, "run", j.model, "--method", "missiles", "--step-size", "1e-3", "-s", "left.v", "-s", "left.der(v)",
                    "--output-file", result], check=True, capture_output=True)  # fmt: skip
    with open(result, newline="", encoding="utf-8") as file:
        rows = [{k: float(v) for k, v in r.items()} for r in csv.DictReader(file)]
    size = max(abs(r["left.der(v)"]) for r in rows)
    worst = max(abs((c["left.v"] - a["left.v"]) / (c["time"] - a["time"]) - b["left.der(v)"])
                for a, b, c in zip(rows, rows[1:], rows[2:]) if a["time"] > 0.01)  # fmt: skip
    # (ω h)² / 6 with h = 1e-3 s and the fastest motion at ω = 100 / s.
    assert worst < 2e-3 * size, (worst, size)


def undone(j):
    """One undo takes both ticks back, and the outputs are recorded as before"""
    p = j.program
    click(p.canvas)
    key("ctrl+z")
    wait(lambda: not ticked(row(p, "der(v)")[3]) and not ticked(row(p, "der(v)")[2]), "no tick")
    key("ctrl+shift+z")
    wait(lambda: ticked(row(p, "der(v)")[2]), "the tick")
    key("ctrl+z")
    wait(lambda: not ticked(row(p, "der(v)")[2]), "no tick")


def listed(j):
    """The tick of a signal that the model lists is removed and set again, as the saved model says"""
    p = j.program
    search_one(p, "left.x", "x")
    wait(lambda: ticked(row(p, "x")[2]), "the position")
    click(row(p, "x")[2])
    wait(lambda: not ticked(row(p, "x")[2]), "no tick")
    assert not any("left.x" in line for line in recorded(j)), recorded(j)
    click(row(p, "x")[2])
    wait(lambda: ticked(row(p, "x")[2]), "the tick")
    assert any("left.x" in line for line in recorded(j)), recorded(j)


def port(j):
    """An input is plotted from the menu of its port, another by dragging it onto the plot"""
    p = j.program
    block = p.block("left")
    click(p.find("push button", "F", root=block), button=3)
    click(p.find("menu item", "Plot left.F"))
    search_one(p, "left.F", "F")
    wait(lambda: ticked(row(p, "F")[2]), "the input is recorded")
    chart = box(p.find("chart", "Trajectories"))
    drag(p.find("push button", "x_left", root=p.block("right")),
         (chart[0] + chart[2] // 2, chart[1] + chart[3] // 2))  # fmt: skip
    search_one(p, "x_left", "x_left")
    wait(lambda: ticked(row(p, "x_left")[3]), "the dragged input is plotted")
    assert "not connected" not in p.status().lower()
    key("F5")
    wait(lambda: "error" in p.run_status(), "the outcome", 30)
    p.wait_figure("Trajectories", "left.F", "right.x_left")
    shot("ports")


def block(j):
    """The menu of a block plots all its outputs; that of a parameter's row records it"""
    p = j.program
    click(p.block("right"), button=3)
    p.find("menu item", "Plot Outputs of right")
    shot("block-menu")
    key("Escape")
    click(p.block("right"))
    name = p.find("label", "m", root=p.find("list box", "Parameters and start values"))
    click(centre(name), button=3)
    click(p.find("menu item", "Record right.m"))
    search(p, "right.m")
    wait(lambda: row(p, "m") and ticked(row(p, "m")[2]), "the tick")


main([inner, true, undone, listed, port, block])
