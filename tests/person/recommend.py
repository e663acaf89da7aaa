#!/usr/bin/python3
"""A method and a step recommended for an error, used, and taken back."""

from person import MODELS, click, key, main, name_of, text_of, wait


def table(p):
    """Rows of texts."""
    found = p.find("table", "Settings tried")
    cells = [name_of(cell) or text_of(cell) for cell in p.find_all("table cell", root=found)]
    return [cells[i : i + 6] for i in range(0, len(cells), 6)]


def open_dialog(j):
    """Recommend… below the list of methods, which Ctrl+M opens"""
    p = j.start(MODELS / "two-bodies.ssp")
    wait(lambda: len(p.blocks()) == 2, "the blocks")
    key("ctrl+m")
    click(wait(lambda: next(iter(p.find_all(None, "Recommend…")), None), "Recommend…"))
    wait(lambda: p.find("text", "Maximum error"), "the dialog")


def refused(j):
    """An error that is none is said"""
    p = j.program
    p.fill("Maximum error", "little")
    p.press("Search")
    p.wait_label("Maximum error", "positive")


def found(j):
    """The cheapest first, with its error below the one to keep, and why"""
    p = j.program
    p.fill("Maximum error", "0.1")
    p.press("Search")
    p.wait_label("at most 0.1 %: --method=", seconds=60)
    rows = table(p)
    print("#", rows[:3])
    # By exact propagation: 8.995e-3 % at 1e-2 s, fourth order. Both make as many calls.
    assert rows[0][0] in ("missiles", "costarica") and float(rows[0][1]) == 0.016, rows[0]
    assert float(rows[0][2]) < 0.1 and rows[0][5] == "cheapest", rows[0]


def used(j):
    """Use This: method and step are those of the model, in one change"""
    p = j.program
    p.press("Use This")
    p.gone("text", "Maximum error")
    wait(lambda: "0.016" in text_of(p.find("text", "Step size")), "the step")


def taken_back(j):
    """Ctrl+Z brings back what was there"""
    p = j.program
    key("ctrl+z")
    wait(lambda: "0.016" not in text_of(p.find("text", "Step size")), "the old step")


main([open_dialog, refused, found, used, taken_back])
