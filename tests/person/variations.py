#!/usr/bin/python3
"""Variations: from ticking a parameter to the values of a run, killed in between and resumed."""

import contextlib
import csv
import json
import os
import signal
import subprocess

from person import (
    Atspi, GLib, LOCKSTEP, MODELS, SCRATCH, STATE, State, box, children, click, description_of, has, key, main, name_of, shot,
    text_of, type_text, wait, wheel,
)  # fmt: skip

DATA = STATE.parent / "share" / "lockstep" / "variations"

# Entry of the list of samples.
TABLE = 6
METHODS = [m["id"] for m in json.loads(subprocess.run(
    [LOCKSTEP, "methods", "--json"], check=True, capture_output=True, text=True).stdout)]  # fmt: skip


def rows_of(path):
    with open(path) as stream:
        return list(csv.DictReader(stream))


def ordered(rows):
    return [int(row["row"]) for row in rows] == list(range(100)) and rows


def running(table):
    """Whether a process writes that table."""
    found = subprocess.run(["pgrep", "-f", str(table)], capture_output=True, text=True, check=False)
    return found.stdout.strip() != ""


def press(p, name, seconds=10):
    """The button, once what was typed is in the rows."""
    click(wait(lambda: (b := p.find("push button", name)) and has(b, State.SENSITIVE) and b, name, seconds))


def status(p, *words, seconds=60.0):
    return p.wait_label(*words, seconds=seconds)


def plan(j):
    """Ctrl+Shift+V shows an empty page that says what to do; a parameter is ticked, its range set"""
    j.model = j.copy(MODELS / "lotka-volterra.ssp", "model.ssp")
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    key("ctrl+shift+v")
    p.wait_label("No parameter is varied yet")
    shot("variations-empty")
    click(p.block("prey"))
    check = wait(lambda: p.find("check box", "Vary alpha"), "the tick")
    click(check)
    wait(lambda: has(check, State.CHECKED), "the tick set")
    low = p.find("text", "Lower end: prey.alpha")
    assert float(text_of(low)) > 0
    wait(lambda: p.find("push button", "Run 100 Variations"), "100 runs")


def wrong(j):
    """A reversed range, one outside of the limits and a wrong measure are refused with a sentence"""
    p = j.program
    entry = p.fill("Lower end: prey.alpha", "3")
    wait(lambda: "from the lower to the higher" in description_of(entry), "the refusal")
    p.fill("Lower end: prey.alpha", "abc")
    wait(lambda: "number" in description_of(entry), "the other one")
    p.fill("Lower end: prey.alpha", "0.5")
    key("Return")
    p.fill("Upper end: prey.alpha", "1")
    key("Return")
    wait(lambda: not description_of(entry), "a valid range")


def undone(j):
    """Undo in an entry of the plan takes back the edit, and leaving the entry is no edit"""
    p = j.program
    name = "Upper end: prey.alpha"
    p.fill(name, "2")
    key("Return")
    key("ctrl+z")
    wait(lambda: text_of(p.find("text", name)) == "1", "the end before")
    key("ctrl+shift+z")
    wait(lambda: text_of(p.find("text", name)) == "2", "the edit again")
    key("ctrl+z")
    wait(lambda: text_of(p.find("text", name)) == "1", "the end before again")


def measures(j):
    """Measures are chosen from lists, once, or typed: a wrong name is refused with a suggestion"""
    p = j.program
    wheel(p.find("text", "Lower end: prey.alpha"), 20)  # to the end of the column
    for _ in range(2):
        click(p.find("toggle button", "Add a measure"))
        wait(lambda: has(p.find("text", "Search: Signals to measure"), State.FOCUSED), "the search")
        type_text("prey")
        key("Down", "Return")
        wait(lambda: not p.find_all("text", "Search: Signals to measure"), "the list closed")
        entry = wait(lambda: p.find("text", "Measure 1"), "the measure")
    assert not p.find_all("text", "Measure 2")
    assert text_of(entry) == "max(prey.population)", text_of(entry)
    p.fill("Measure 1", "peak=maxx(prey.population)")
    wait(lambda: "did you mean" in description_of(entry), "a suggestion")
    p.fill("Measure 1", "peak=max(prey.population)")
    key("Return")
    wait(lambda: not description_of(entry), "the measure with a name")
    wheel(entry, -20)


def run(j):
    """Run 100 Variations: progress, then every row with its number, equal to the command line's"""
    p = j.program
    press(p, "Run 100 Variations")
    status(p, "100 of 100 runs done, 0 failed")
    shot("variations-rows")
    # Written by a thread: rows as they end, and when all have, in their order.
    mine = wait(lambda: ordered(rows_of(next(DATA.glob("*/table.csv")))), "the table", 20)
    again = SCRATCH / "again.csv"
    subprocess.run(
        [LOCKSTEP, "vary", MODELS / "lotka-volterra.ssp", "-m", "ni-jacobi", "-p", "prey.alpha=0.5:1",
         "--measure", "peak=max(prey.population)", "--sample", "lhs:100", "-q", "-o", again],
        check=True)  # fmt: skip
    theirs = rows_of(again)
    assert [(r["prey.alpha"], r["peak"]) for r in mine] == [(r["prey.alpha"], r["peak"]) for r in theirs]
    # With more growth of the prey the peak changes monotonically here: 100 different numbers.
    assert len({r["peak"] for r in mine}) == 100


def use(j):
    """A run is chosen and its values go into the model, as one undo; the rows stay"""
    p = j.program
    table = p.find("table", "Runs of the variation") or p.find("tree table", "Runs of the variation")
    click(table)
    text = status(p, "Run ", "prey.alpha = ", "peak = ")
    print(f"# {text}")
    before = text_of(p.find("text", "alpha"))
    click(p.button("Use These Values"))
    wait(lambda: text_of(p.find("text", "alpha")) != before, "the value")
    chosen = float(text.split("prey.alpha = ")[1].split(";")[0])
    assert abs(float(text_of(p.find("text", "alpha"))) / chosen - 1) < 1e-4  # shown with 5 digits
    status(p, "Run ", "prey.alpha = ", "peak = ")
    key("ctrl+z")
    wait(lambda: text_of(p.find("text", "alpha")) == before, "the value before")


def select_table(combo):
    """What opens a dialog answers when it is there, on a busy machine later than AT-SPI waits for it."""
    with contextlib.suppress(GLib.GError):
        Atspi.Selection.select_child(combo, TABLE)


def files(j):
    """The table is exported as it is; a sample of a table is chosen, or not, and then the one before stays"""
    p = j.program
    mine = next(DATA.glob("*/table.csv"))
    copy = SCRATCH / "exported.csv"
    click(p.find("toggle button", "More for the variation"))
    click(wait(lambda: next(iter(p.find_all(None, "Export Table…")), None), "the entry of the menu"))
    p.accept_file("Export the Table", copy, "Save")
    wait(lambda: copy.exists() and copy.read_bytes() == mine.read_bytes(), "the table")
    combo = p.find("combo box", "Sample")
    select_table(combo)
    wait(lambda: p.find("file chooser", "Open a Table of Values"), "the chooser")
    key("Escape")
    p.gone("file chooser", "Open a Table of Values")
    wait(lambda: Atspi.Selection.is_child_selected(combo, 1), "the sample before")
    values = SCRATCH / "values.csv"
    values.write_text("prey.alpha\n0.6\n0.7\n")
    select_table(combo)
    p.accept_file("Open a Table of Values", values, "Open")
    wait(lambda: p.find("push button", "Run 2 Variations"), "a run for each row")
    p.wait_active()
    Atspi.Selection.select_child(combo, 1)
    status(p, "100 of 100 runs done")


def setting(j):
    """Method, step and tolerance of the plan: refused if wrong, undone, and those of the runs, not the bar's"""
    p = j.program
    step, tolerance = p.find("text", "Macro step of the variations"), p.find("text", "Tolerance of the variations")
    for entry, wrong, word in ((step, "-1", "above 0"), (step, "abc", "above 0"), (tolerance, "2", "between 0 and 1")):
        p.fill(name_of(entry), wrong)
        wait(lambda: word in description_of(entry), f"the refusal of {wrong}")
        p.fill(name_of(entry), "")
    p.wait_label("Each run: ni-jacobi, h = 0.1 s")
    p.fill("Tolerance of the variations", "1e-4")
    key("Return")
    p.wait_label("Each run: ni-jacobi, tolerance 0.0001")
    key("ctrl+z")
    p.wait_label("Each run: ni-jacobi, h = 0.1 s")
    method = p.find("combo box", "Method of the variations")
    Atspi.Selection.select_child(method, 1 + METHODS.index("missiles"))
    p.fill("Macro step of the variations", "0.05")
    key("Return")
    p.wait_label("Each run: missiles, h = 0.05 s")
    before = set(DATA.glob("*/table.csv"))
    press(p, "Run 100 Variations")
    status(p, "100 of 100 runs done, 0 failed")
    shot("variations-setting")
    [mine] = set(DATA.glob("*/table.csv")) - before
    key("ctrl+s")
    wait(lambda: not p.title().startswith("*"), "the saved model")
    # The command line takes the whole plan from the model; its checksum is that of the settings.
    again = SCRATCH / "as-planned.csv"
    subprocess.run([LOCKSTEP, "vary", j.model, "-q", "-o", again], check=True)
    assert sorted(map(str, rows_of(again))) == sorted(map(str, rows_of(mine)))
    Atspi.Selection.select_child(method, 0)
    p.fill("Macro step of the variations", "")
    key("Return")
    p.wait_label("Each run: ni-jacobi, h = 0.1 s")
    status(p, "100 of 100 runs done, 0 failed")


def view(p, index, *words):
    """Chooses a view of the runs; what it says."""
    Atspi.Selection.select_child(p.find("combo box", "View of the runs"), index)
    area = p.find("chart", "Plot of the runs")
    return wait(lambda: all(w in (s := description_of(area)) for w in words) and s, words, 20)


def figures(j):
    """Curves, scatter plot and parallel coordinates of the same rows; limits on an axis are counted"""
    p = j.program
    rows = rows_of(next(DATA.glob("*/table.csv")))
    values = [float(r["prey.alpha"]) for r in rows]
    peaks = [float(r["peak"]) for r in rows]
    print("#", view(p, 1, "Curves of prey.population, 100 runs"))
    shot("variations-curves")
    text = view(p, 2, "Scatter plot of 100 runs")
    shot("variations-scatter")
    assert f"prey.alpha from {min(values):.4g} to {max(values):.4g}" in text, text
    assert f"peak from {min(peaks):.4g} to {max(peaks):.4g}" in text, text
    view(p, 3, "Parallel coordinates of 100 runs", "100 within the limits")
    area = p.find("chart", "Plot of the runs")
    click(area)
    key("Page_Down", "Up", "Up")  # a tenth of the range away from below
    low = min(values) + 0.1 * (max(values) - min(values))
    within = sum(v >= low for v in values)
    wait(lambda: f"{within} within the limits" in description_of(area), f"{within} runs")
    status(p, f"{within} of 100 runs within the limits")
    shot("variations-parallel")
    key("Right")
    status(p, "Run ", "prey.alpha = ")
    key("Delete")
    wait(lambda: "100 within" in description_of(area), "all runs")
    print("#", view(p, 4, "Heat map of 100 runs"))
    shot("variations-heat")
    Atspi.Selection.select_child(p.find("combo box", "View of the runs"), 0)


def offered(j):
    """The list of parameters opens at its first row, without inputs that get their values by connections"""
    p = j.start(MODELS / "two-bodies.ssp")
    wait(lambda: len(p.blocks()) == 2, "the model")
    key("ctrl+shift+v")
    click(p.find("toggle button", "Add a parameter"))
    rows = wait(lambda: p.find("table", "Parameters to vary"), "the list")
    cells = wait(lambda: {name_of(t): t for t in children(rows) if "." in name_of(t)}, "rows")
    assert "right.m" in cells and not {"left.F", "right.x_left", "right.v_left"} & set(cells), list(cells)
    assert next(iter(cells)) == "left.x", list(cells)
    wait(lambda: box(cells["left.x"])[1] >= box(rows)[1], "the first row in sight")
    key("Escape")
    p.end()


def sensitivity(j):
    """Two parameters and the sample of Saltelli: bars of the Sobol indices that the command line prints"""
    p = j.program
    click(p.find("toggle button", "Add a parameter"))
    wait(lambda: has(p.find("text", "Search: Parameters to vary"), State.FOCUSED), "the search")
    type_text("prey.beta")
    key("Down", "Return")
    low, high = p.find("text", "Lower end: prey.beta"), p.find("text", "Upper end: prey.beta")
    ends = f"prey.beta={text_of(low)}:{text_of(high)}"
    Atspi.Selection.select_child(p.find("combo box", "Sample"), 4)
    spin = p.find("spin button", "Number of points")
    click(spin)
    key("ctrl+a")
    type_text("32")
    key("Return")
    press(p, "Run 128 Variations")  # 32 (2 + 2)
    status(p, "128 of 128 runs done")
    text = view(p, 5, "Sensitivities", "Total")
    shot("variations-bars")
    # A heat map is of the two parameters, a scatter plot has a measure upwards.
    upwards = lambda: p.find("combo box", "Upwards")  # noqa: E731
    view(p, 4, "Heat map of 128 runs", "prey.beta")
    wait(lambda: Atspi.Selection.is_child_selected(upwards(), 1), "the other parameter")
    view(p, 2, "Scatter plot of 128 runs", "peak")
    wait(lambda: Atspi.Selection.is_child_selected(upwards(), 2), "the measure")
    view(p, 5, "Sensitivities")
    print("#", text)
    result = json.loads(subprocess.run(
        [LOCKSTEP, "vary", MODELS / "lotka-volterra.ssp", "-m", "ni-jacobi", "-p", "prey.alpha=0.5:1", "-p", ends,
         "--measure", "peak=max(prey.population)", "--sample", "saltelli:32", "-q", "--json"],
        check=True, capture_output=True, text=True).stdout)  # fmt: skip
    for index in result["sensitivity"][0]["parameters"]:
        words = f"{index['parameter']}: First order {index['first_order']:.3g}, Total {index['total']:.3g}"
        assert words in text, words
    Atspi.Selection.select_child(p.find("combo box", "View of the runs"), 0)
    key("ctrl+shift+v")
    Atspi.Selection.select_child(p.find("combo box", "Sample"), 1)
    wait(lambda: p.find("push button", "Run 100 Variations"), "the sample before")


def reopened(j):
    """Saved, killed in the middle of more runs, and opened again: the rest is run, nothing twice, and a
    failed run again when asked"""
    p = j.program
    p.fill("Step size", "0.001")  # long enough for a kill
    spin = p.find("spin button", "Number of points")
    click(spin)
    key("ctrl+a")
    type_text("200")
    key("Return")
    before = set(DATA.glob("*/table.csv"))
    press(p, "Run 200 Variations")
    table = wait(lambda: [t for t in DATA.glob("*/table.csv") if t not in before], "the table", 20)[0]
    key("ctrl+s")
    wait(lambda: not p.title().startswith("*"), "the saved model")
    wait(lambda: len(rows_of(table)) > 20, "some rows", 30)
    os.kill(p.process.pid, signal.SIGKILL)
    p.process.wait()
    wait(lambda: not running(table), "no process left")
    before = {r["row"]: r for r in rows_of(table)}
    assert 20 < len(before) < 200, len(before)
    failed = next(iter(before))
    lines = table.read_text().splitlines(keepends=True)
    table.write_text("".join(
        line.replace(",done,", ",failed,struck") if line.startswith(f"{failed},") else line for line in lines
    ))  # fmt: skip
    j.start(j.model)
    p = j.program
    wait(lambda: len(p.blocks()) == 2, "the model")
    key("ctrl+shift+v")
    press(p, f"Resume {200 - len(before)} Runs")
    status(p, "199 of 200 runs done, 1 failed")
    press(p, "Run 1 Failed Again")
    status(p, "200 of 200 runs done, 0 failed")
    after = {r["row"]: r for r in rows_of(table)}
    assert len(after) == 200 and all(after[k] == v for k, v in before.items())


main([plan, wrong, undone, measures, run, files, figures, use, setting, sensitivity, reopened, offered])
