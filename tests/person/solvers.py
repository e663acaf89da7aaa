#!/usr/bin/python3
"""Solvers compared on one component, and one of them taken for it."""

import math
import zipfile

from person import Atspi, State, click, find_all, has, main, name_of, text_of, wait


def table(p):
    """Rows of texts."""
    found = p.find("table", "Solvers compared")
    cells = [name_of(cell) or text_of(cell) for cell in p.find_all("table cell", root=found)]
    return [cells[i : i + 12] for i in range(0, len(cells), 12)]


def open_dialog(j):
    """A component that can be integrated, its settings, the dialog"""
    p = j.start()
    p.place("bouncing-ball", 0.4, 0.4)
    wait(lambda: len(p.blocks()) == 1, "the block")
    click(p.block("bouncing-ball"))
    Atspi.Action.do_action(p.find("toggle button", "How it is run"), 0)
    p.press("Compare Solvers…")
    wait(lambda: p.find("check box", "dopri5"), "the dialog")


def refused(j):
    """A tolerance that is none is said"""
    p = j.program
    p.fill("Tolerances", "1e-5; much")
    p.press("Compare")
    p.wait_label("much", "not a number between 0 and 1")


def compared(j):
    """Three solvers, two tolerances: steps, evaluations, events, errors"""
    p = j.program
    p.fill("Tolerances", "1e-5; 1e-9")
    p.fill("Stop time of the comparison", "2")
    p.press("Compare")
    p.wait_label("Reference:", "Its own error", seconds=60)
    rows = table(p)
    print("#", rows)
    assert [row[0] for row in rows] == ["dopri5"] * 2 + ["radau5"] * 2 + ["cvode-bdf"] * 2, rows
    assert {row[9] for row in rows} == {"4"}, rows  # bounces up to 2 s
    for row in rows:
        assert int(row[4]) > 0 and int(row[6]) > int(row[4]) and int(row[8]) > 0, row
        assert 0 <= float(row[2]) < 1 and math.isfinite(float(row[3])), row
    assert float(rows[5][2]) < float(rows[4][2]), rows


def solver_of(p):
    """What the inspector has for the selected component."""
    items = find_all(p.application, "menu item", "radau5:tolerance=1e-5", showing=False)
    return [item for item in items if has(item, State.SENSITIVE)]


def taken(j):
    """The selected one becomes that of the component, and is in the file"""
    p = j.program
    found = p.find("table", "Solvers compared")
    click(next(c for c in p.find_all("table cell", root=found) if name_of(c) == "radau5"))
    p.press("Use This One")
    wait(lambda: solver_of(p), "the solver")
    p.press("Close")
    p.gone("table", "Solvers compared")
    j.path = j.folder / "ball.ssp"
    p.save_as(j.path)
    wait(lambda: j.path.exists() and not p.title().startswith("*"), "the file")
    with zipfile.ZipFile(j.path) as ssp:
        text = ssp.read("SystemStructure.ssd").decode()
    assert 'solver="radau5:tolerance=1e-5"' in text, text


def again(j):
    """It is there when the file is opened again"""
    j.program.end()
    p = j.start(j.path)
    wait(lambda: len(p.blocks()) == 1, "the block")
    click(p.block("bouncing-ball"))
    wait(lambda: solver_of(p), "the solver")


main([open_dialog, refused, compared, taken, again])
