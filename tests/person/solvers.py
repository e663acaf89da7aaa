#!/usr/bin/python3
"""Solvers compared on one component, and one of them taken for it."""

import math
import re
import subprocess
import zipfile

from person import (
    LOCKSTEP, MODELS, Atspi, click, description_of, find_all, key, main, name_of, text_of,
    wait,
)  # fmt: skip


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
    Atspi.Action.do_action(p.find("toggle button", "Execution"), 0)
    # It is below the edge of the panel.
    button = "push button", "Compare Solvers…", False
    Atspi.Action.do_action(wait(lambda: find_all(p.application, *button), "the button")[0], 0)
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
        assert 0 <= error_of(row) < 1 and math.isfinite(float(row[3])), row
    assert error_of(rows[5]) < error_of(rows[4]), rows
    click(p.find("radio button", re.compile("^Work.Precision$")))
    said = wait(lambda: description_of(p.find("chart", "Solvers: error over CPU time")), "what is drawn")
    assert said.startswith("error of the worst signal [%] over CPU time [s]. dopri5: "), said
    assert "radau5: " in said and "cvode-bdf: " in said, said
    click(p.find("radio button", "Table"))
    wait(lambda: table(p), "the table")


def error_of(row):
    """Also one that only a bound is known of."""
    return float(row[2].removeprefix("≲ "))


def tick(p, name):
    click(p.find("check box", name))


def all_kinds(j):
    """A fixed step, CVODE's own root finding and quantised states: the table of the command line"""
    p = j.program
    for name in ["explicit-euler", "cvode-bdf:locator=cvode", "qss2", "dopri5", "radau5"]:
        tick(p, name)  # the last two: not any more
    p.fill("Tolerances", "1e-4")
    p.fill("Steps of fixed-step solvers", "0.01")
    p.press("Compare")
    wait(lambda: [row[0] for row in table(p)][:1] == ["explicit-euler:step=0.01"], "the rows", 60)
    rows = table(p)
    chosen = ["explicit-euler:step=0.01", "cvode-bdf", "cvode-bdf:locator=cvode", "qss2"]
    assert [row[0] for row in rows] == chosen, rows
    assert rows[0][1] == "h = 0.01", rows
    done = subprocess.run(
        [LOCKSTEP, "compare", MODELS / "bouncing-ball.fmu", "--solver", ",".join(chosen),
         "--tolerance", "1e-4", "--stop-time", "2"],
        capture_output=True, text=True, timeout=60)  # fmt: skip
    lines = [re.split(r"  +", line) for line in done.stdout.splitlines()]
    said = [line for line in lines if line[0] in chosen]
    # All but the processor time, and the remark that is no column there.
    assert [row[:10] for row in rows] == [[re.sub("e-0", "e-", word) for word in line[:10]] for line in said], (rows, said)


def inputs(j):
    """A file that cannot be read is said; with one that can, its name is of inputs"""
    p = j.program
    path = j.folder / "inputs.csv"
    path.write_text("time,height\n0,1\n")
    p.fill("Inputs from file", str(path))
    p.press("Compare")
    p.wait_label("height", "has no input", seconds=60)
    path.write_text("time,floor\n0,0\n2,-1\n")
    p.press("Compare")
    p.wait_label("Radau5 at 1e-13", "Its own error", seconds=60)
    p.fill("Inputs from file", "")


def stopped(j):
    """What would take hours ends when it is to end, and what was done stays"""
    p = j.program
    p.fill("Steps of fixed-step solvers", "0.01; 1e-9")
    p.press("Compare")
    wait(lambda: p.find_all("progress bar", "Progress of the comparison"), "the progress")
    wait(lambda: "run 2" in description_of(p.find("progress bar", "Progress of the comparison")), "run 2", 60)
    p.press("Stop")
    p.wait_label("cancelled at t =", "are kept")
    rows = table(p)
    assert [row[0] for row in rows] == ["explicit-euler:step=0.01", "explicit-euler:step=1e-9"], rows
    assert "cancelled" in rows[1][11] and float(rows[0][2]) > 0, rows


def usual(j):
    """Back to the first choice"""
    p = j.program
    for name in ["explicit-euler", "cvode-bdf:locator=cvode", "qss2", "radau5"]:
        tick(p, name)
    p.fill("Tolerances", "1e-5")
    p.press("Compare")
    wait(lambda: [row[0] for row in table(p)] == ["radau5", "cvode-bdf"], "the rows", 60)


def solver_of(p, name="Radau IIA, order 5", options="tolerance=1e-5"):
    """Whether the inspector has it for the selected component."""
    combos = p.find_all("combo box", "Solver")
    return (
        combos
        and name_of(Atspi.Selection.get_selected_child(combos[0], 0)) == name
        and any(text_of(entry) == options for entry in p.find_all("text", "Options of the solver"))
    )


def saved(path):
    with zipfile.ZipFile(path) as ssp:
        return ssp.read("SystemStructure.ssd").decode()


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
    text = saved(j.path)
    assert 'solver="radau5:tolerance=1e-5"' in text, text


def again(j):
    """It is there when the file is opened again"""
    j.program.end()
    p = j.start(j.path)
    wait(lambda: len(p.blocks()) == 1, "the block")
    click(p.block("bouncing-ball"))
    wait(lambda: solver_of(p), "the solver")


def quantised(j):
    """Quantised states for the component: a quantum that is none is refused beside its field, one
    that is one is in the file"""
    p = j.program
    Atspi.Action.do_action(p.find("toggle button", "Execution"), 0)
    entry = p.find("text", "Options of the solver")
    name = "Quantised states of order 2"
    click(p.find("combo box", "Solver"))
    click(p.find("menu item", name))
    wait(lambda: solver_of(p, name, ""), "QSS2, without options of the solver before")
    for wrong in ("quantum=0", "quantum=nan", "quantum=-1e-3", "tolerance=1e-3"):
        p.fill("Options of the solver", wrong)
        key("Return")
        name, value = wrong.split("=")
        word = f"“{value if name == 'quantum' else name}”"
        # Below it is said, too, beyond the edge of the panel.
        wait(lambda: "qss2" in description_of(entry) and word in description_of(entry), f"{word} at the field")
    p.fill("Options of the solver", "quantum=1e-5")
    key("Return")
    wait(lambda: "qss2" not in description_of(entry), "no complaint any more")
    key("ctrl+s")
    wait(lambda: 'solver="qss2:quantum=1e-5"' in saved(j.path), "the solver in the file")


main([open_dialog, refused, compared, all_kinds, inputs, stopped, usual, taken, again, quantised])
