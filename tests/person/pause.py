#!/usr/bin/python3
"""A run led by hand: one macro step after the other, a value changed by the slider, on to the end;
then a set of runs, a reference from a file, the report."""

import re
import subprocess

from person import (BUILD, MODELS, State, click, description_of, has, key, main, name_of, role_of,
                    shot, type_text, wait)  # fmt: skip


def menu(p, *items):
    click(p.find("toggle button", "Menu"))
    for item in items:
        click(wait(lambda: next((t for t in p.find_all(None, item) if role_of(t) in ("menu", "menu item")), None),
                   f"{item} in the menu"))  # fmt: skip


def start(j):
    """The first step begins a run that waits"""
    j.model = j.copy(MODELS / "two-bodies.ssp")
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    key("F7")
    wait(lambda: re.search(r"^Paused NI-Jacobi: t = 0 s of 2 s", p.run_status()), "the pause")
    assert has(p.find("toggle button", "Pause"), State.CHECKED)


def steps(j):
    """Every press is one macro step, by key and by mouse"""
    p = j.program
    for k in range(1, 4):
        key("F7") if k < 3 else p.press("Step")
        wait(lambda: f"t = {k / 1000:g} s of" in p.run_status(), f"step {k}")
    shot("paused")


def said(p):
    """What the page of the macro step shows, to the end of the step."""
    chart = p.find("chart", "Macro step")
    while has(p.button("Next Phase"), State.SENSITIVE):
        p.press("Next Phase")
    return description_of(chart)


def value(j):
    """A parameter is changed by the slider while it waits, and said in the messages"""
    p = j.program
    # The next macro step from within, before the change and after it.
    key("shift+F7")
    before = wait(lambda: (s := said(p)) and "from 0.003 to 0.004 s" in s and s, "the next step", 10)
    p.show_page("Plots")
    combo = p.find("combo box", "Value to change")
    assert combo is not None
    slider = p.find("slider", "New value")
    click(slider)
    key("Page_Up")
    wait(lambda: any("was set to" in name for name in names(p)), "the word of it")
    entry = p.find("text", "New value as a number")
    click(entry)
    key("ctrl+a")
    type_text("7.5")
    key("Return")
    wait(lambda: any("left.m was set to 7.5" in name for name in names(p)), "7.5")
    key("shift+F7")
    wait(lambda: "from 0.003 to 0.004 s" in said(p) and said(p) != before, "the step with another mass", 10)
    p.show_page("Plots")


def names(p):
    p.show_page("Messages")
    return p.labels() + [name_of(t) for t in p.find_all("table cell")]


def go_on(j):
    """Continued, it runs to the end; the run that was changed has no error, the other one has"""
    p = j.program
    p.show_page("Plots")
    key("F8")
    p.wait_run()
    p.show_page("Results")
    rows = wait(lambda: p.results(), "the table")
    assert rows["NI-Jacobi"]["Status"] == "done" and rows["NI-Jacobi"]["left.x"] == "–", rows
    assert float(rows["MISSILES"]["left.x"]) < 1e-5, rows


def four(j):
    """Four methods by one entry of the menu, with a report as PDF"""
    p = j.program
    menu(p, "Run", "Sets of Runs", "Four Methods")
    wait(lambda: p.title().startswith("*"), "the change")
    key("F5")
    wait(lambda: "COSTARICA" in p.run_status() and "Done" in p.run_status(), "four runs", 60)
    p.show_page("Results")
    rows = p.results()
    assert len(rows) == 4, rows
    path = j.folder / "four.pdf"
    menu(p, "Run", "Save Report…")
    p.accept_file("Save Report", path, "Export")
    wait(lambda: path.exists() and path.read_bytes().startswith(b"%PDF"), "the file")


def reference(j):
    """A file of another program as the reference: an error of zero against itself"""
    p = j.program
    file = j.folder / "foreign.csv"
    subprocess.run([BUILD / "src/cli/lockstep", "run", j.model, "-m", "missiles", "-H", "1e-3", "-q", "-o", file],
                   check=True, capture_output=True)  # fmt: skip
    menu(p, "Run", "Reference From File…")
    p.accept_file("Reference From File", file, "Open")
    p.run()
    wait(lambda: p.results().get("MISSILES", {}).get("left.x", "–") not in ("–", ""), "errors")
    rows = p.results()
    assert float(rows["MISSILES"]["left.x"].split()[0]) == 0, rows
    assert float(rows["NI-Jacobi"]["left.x"]) > 1, rows
    key("ctrl+s")


main([start, steps, value, go_on, four, reference])
