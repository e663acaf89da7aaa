#!/usr/bin/python3
"""Results of settings that were changed since say so, until the model is as it was or runs again."""

from person import MODELS, State, box, click, drag, find_all, has, key, main, shot, type_text, wait

SAID = "Results before the last change"


def is_stale(p):
    return bool(p.find_all("label", SAID))


def settle(p, stale, what):
    wait(lambda: is_stale(p) == stale, what)


def step(j):
    """Another step size dims the results, an undo brings them back"""
    j.model = j.copy(MODELS / "two-bodies.ssp")
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    key("F5")
    wait(lambda: "error" in p.run_status(), "the outcome", 30)
    assert not is_stale(p)
    p.fill("Step size", "5e-4")
    key("Return")
    settle(p, True, "the mark")
    shot("stale")
    click(p.canvas)
    key("ctrl+z")
    settle(p, False, "the end of the mark")


def harmless(j):
    """A moved block changes no run"""
    p = j.program
    x, y, width, _ = box(p.block("left"))
    drag((x + width // 2, y + 8), (x + width // 2, y + 38))
    wait(lambda: abs(box(p.block("left"))[1] - y) > 10, "the moved block")
    assert not is_stale(p)


def parameter(j):
    """A parameter and a signal to be recorded do; Run Again is the way out"""
    p = j.program
    click(p.block("left"))
    p.fill("m", "11")
    key("Return")
    settle(p, True, "the mark")
    p.press("Run Again")
    settle(p, False, "the end of the mark")
    wait(lambda: "error" in p.run_status(), "the outcome", 30)
    click(p.find("radio button", "Signals"))
    entry = p.find("text", "Search variables")
    click(entry)
    type_text("acceleration of the left")
    tree = p.find("tree table", "Variables of the model")
    cells = wait(lambda: (c := find_all(tree, "table cell")) and len(c) == 8 and c, "the variable")
    click(cells[6])
    settle(p, True, "the mark")
    assert has(find_all(tree, "table cell")[6], State.CHECKED)
    shot("recorded")
    click(p.canvas)
    key("ctrl+z")
    settle(p, False, "the end of the mark")


main([step, harmless, parameter])
