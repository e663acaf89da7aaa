#!/usr/bin/python3
"""The stability explorer: from an open model to a map, to one of its cases, and back."""

import re

from person import (
    MODELS, box, children, click, description_of, has, key, main, name_of, State, text_of, type_text, wait,
)  # fmt: skip


def area(p):
    return p.find("chart", "Map of stability")


def said(p):
    return description_of(area(p))


def curves(j):
    """Alt+0 shows how errors grow over the macro step, for the methods of the model"""
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    key("alt+0")
    text = wait(lambda: "MISSILES" in (s := said(p)) and s, "curves")
    print(f"# {text}")
    assert "NI-Jacobi" in text and "macro step [s]" in text


def a_map(j):
    """A parameter makes a map of it: NI-Jacobi is stable in a part, MISSILES everywhere"""
    p = j.program
    click(p.find("toggle button", "Varied parameter"))
    wait(lambda: has(p.find("text", "Search parameters"), State.FOCUSED), "the search")
    type_text("ight coup")
    rows = p.find("table", "Parameters")
    wait(lambda: {name_of(t) for t in children(rows) if name_of(t)} == {"right.c_coupling", "right.d_coupling"}, "two of them")
    key("Down", "Down", "Return")
    text = wait(lambda: "Map of stability over" in (s := said(p)) and s, "a map", 20)
    print(f"# {text}")
    assert "right.d_coupling [N.s/m] from 0.1 to 1000" in text, text
    shares = dict(re.findall(r"(\S+): errors decay in (\d+) %", text))
    assert 20 < int(shares["NI-Jacobi"]) < 90, shares
    assert int(shares["MISSILES"]) > 95, shares


def narrower(j):
    """Other ends are computed at once; wrong ones are marked and said"""
    p = j.program
    p.fill("Longest macro step", "0,02")
    wait(lambda: "to 0.02 and" in said(p), "the map up to 0.02 s")
    entry = p.fill("Shortest macro step", "abc")
    wait(lambda: "numbers" in description_of(entry), "the mark")
    p.fill("Shortest macro step", "0.03")
    wait(lambda: "less than" in description_of(entry), "the other mark")
    p.fill("Shortest macro step", "0.0001")
    wait(lambda: not description_of(entry) and "from 0.0001 to 0.02" in said(p), "the map again")


def point(j):
    """A click says what happens there, keys go on from it"""
    p = j.program
    x, y, width, height = box(area(p))
    assert not has(p.button("Run This Case"), State.SENSITIVE)
    click((x + width * 2 // 5, y + height * 2 // 5))
    text = p.wait_label("NI-Jacobi", "one step multiplies errors by", "unstable")
    print(f"# {text}")
    key("Page_Down")
    text = p.wait_label("MISSILES", "one step multiplies errors by", ": stable")
    print(f"# {text}")
    key("Page_Up")
    p.wait_label("NI-Jacobi", "unstable")


def run(j):
    """Enter gives the model that case and runs it; one undo takes it back"""
    p = j.program
    key("Return")
    p.wait_run()
    p.wait_figure("Trajectories", "NI-Jacobi")
    step = text_of(p.find("text", "Step size"))
    print(f"# step size {step}")
    assert 1e-3 < float(step) < 0.02, step
    assert p.title().startswith("*")
    key("ctrl+z")
    wait(lambda: text_of(p.find("text", "Step size")) == "0.001", "the step as it was")
    wait(lambda: not p.title().startswith("*"), "the model as it was")


def double_click(j):
    """So does a double click into the map"""
    p = j.program
    key("alt+0")
    x, y, width, height = box(area(p))
    click((x + width // 3, y + height // 3), times=2)
    wait(lambda: text_of(p.find("text", "Step size")) != "0.001", "the step of the case", 10)
    p.wait_run()
    assert p.title().startswith("*")
    key("ctrl+z")
    wait(lambda: text_of(p.find("text", "Step size")) == "0.001", "the step as it was")


def not_linear(j):
    """A model that is not linear: the page says which component, and nothing more"""
    p = j.program
    p.end()
    p = j.start(MODELS / "lotka-volterra.ssp")
    wait(lambda: len(p.blocks()) == 2, "the model")
    key("alt+0")
    text = wait(lambda: "linear" in (s := said(p)) and s, "why not")
    print(f"# {text}")
    assert "prey" in text
    assert not has(p.button("Run This Case"), State.SENSITIVE)


main([curves, a_map, narrower, point, run, double_click, not_linear])
