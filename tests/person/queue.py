#!/usr/bin/python3
"""Comparisons that wait for the one under way: shown, put in another order, taken away, done."""

import re

from person import MODELS, State, children, has, key, main, name_of, wait


def waiting(p):
    return [t for t in p.labels() if t.startswith("Waiting, ")]


def start(j):
    """A long run is under way: how fast it goes and how long it takes is said"""
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Step size", "1e-6")
    p.fill("Stop time", "1000")
    p.press("Run")
    wait(lambda: has(p.button("Cancel"), State.SENSITIVE), "the run")
    wait(lambda: "per second" in p.run_status() and "left" in p.run_status(), "speed and estimate")


def enqueue(j):
    """Two more are put behind it; the window says so"""
    p = j.program
    p.fill("Stop time", "1")
    p.fill("Step size", "1e-2")
    key("ctrl+shift+F5")
    key("ctrl+h")
    wait(lambda: len(waiting(p)) == 1, "one waits")
    p.fill("Step size", "1e-3")
    key("ctrl+shift+F5")
    wait(lambda: len(waiting(p)) == 2, "two wait")
    assert "0.01" in waiting(p)[0] and "0.001" in waiting(p)[1], waiting(p)
    wait(lambda: "2 waiting" in p.run_status(), "how many")


def order(j):
    """The second one comes first, the other one is taken away and put in again"""
    p = j.program
    p.press(re.compile("Earlier: .*0.001"))
    wait(lambda: "0.001" in waiting(p)[0], "the other order")
    p.press(re.compile("Remove: .*0.01 s"))
    wait(lambda: len(waiting(p)) == 1, "one waits")
    p.fill("Step size", "1e-2")
    key("ctrl+shift+F5")
    wait(lambda: len(waiting(p)) == 2, "two wait")


def run(j):
    """The long run is cancelled; the others begin by themselves, one after the other"""
    p = j.program
    p.press("Cancel")
    p.find("radio button", re.compile(r"History \(5\)"), seconds=20)
    wait(lambda: not waiting(p), "nothing waits")
    names = [name_of(t) for t in children(p.find("list box", "Runs"))]
    print("#", names)
    assert "0.01 s: Comparison 3" in names[0] and "0.001 s: Comparison 2" in names[2], names
    assert "cancelled at" in names[4], names


main([start, enqueue, order, run])
