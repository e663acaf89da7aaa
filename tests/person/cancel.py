#!/usr/bin/python3
"""A long run: the window stays awake, Cancel ends it and keeps what there is."""

import re
import time

from person import MODELS, State, centre, click, has, key, main, wait


def start(j):
    """A run that would take minutes"""
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Step size", "1e-8")
    p.press("Run")
    wait(lambda: has(p.button("Cancel"), State.SENSITIVE), "a run under way")
    assert not has(p.button("Run"), State.SENSITIVE)
    wait(lambda: re.search(r"Running NI-Jacobi: t = .* s of 2 s", p.run_status()), "progress")


def awake(j):
    """Clicks are answered while it runs"""
    p = j.program
    pages = {name: p.find("radio button", re.compile(f"^{name}")) for name in ("Messages", "Plots")}
    took = []
    for _ in range(5):
        for page in pages.values():
            where = centre(page)
            begin = time.monotonic()
            click(where)
            wait(lambda: has(page, State.CHECKED), "the page clicked on", 3)
            took.append(time.monotonic() - begin)
    took.sort()
    print(f"# answer to a click: median {took[5]:.3f} s, longest {took[-1]:.3f} s")
    # The run takes minutes: an answer in the time of a click means that nobody waits for it.
    # How quick it is in figures is a matter for benchmarks, on a quiet machine.
    assert took[5] < max(1, j.slow), took


def grows(j):
    """Curves grow while it runs"""
    p = j.program
    first = p.run_status()
    wait(lambda: p.run_status() != first, "progress")
    wait(lambda: "left.x: from" in p.figure("Trajectories"), "curves before the end")


def cancel(j):
    """Cancel ends it at once, what was computed is kept and said so"""
    p = j.program
    button = p.button("Cancel")
    where = centre(button)
    begin = time.monotonic()
    click(where)
    wait(lambda: not has(button, State.SENSITIVE), "the end of the run", 10)
    took = time.monotonic() - begin
    print(f"# cancelled within {took:.3f} s")
    assert took < 3 * max(1, j.slow), took
    wait(lambda: "Cancelled, what was computed is shown" in p.run_status(), "the word of it")
    p.wait_figure("Trajectories", "NI-Jacobi", "left.x: from")
    p.wait_figure("Error", "Cancelled before the reference was computed")
    p.show_page("Results")
    rows = wait(lambda: p.results(), "the table")
    assert rows["NI-Jacobi"]["Outcome"].startswith("cancelled"), rows
    assert int(rows["NI-Jacobi"]["Macro steps"]) > 1000, rows


def again(j):
    """After that a short run runs, and Shift+F5 cancels as well"""
    p = j.program
    p.show_page("Plots")
    p.fill("Step size", "1e-3")
    key("F5")
    wait(lambda: "error" in p.run_status() and "MISSILES" in p.run_status(), "the outcome")
    p.fill("Step size", "1e-8")
    key("F5")
    wait(lambda: "Running" in p.run_status(), "a run under way")
    key("shift+F5")
    wait(lambda: "Cancelled" in p.run_status(), "the end of it")


main([start, awake, grows, cancel, again])
