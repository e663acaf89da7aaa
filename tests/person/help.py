#!/usr/bin/python3
"""Help: F1 opens the page about what one is at; contents, search, links, pictures."""

import re

from person import (
    MODELS, State, active_window, box, children, click, find_all, has, key, main,
    name_of, text_of, type_text, wait,
)  # fmt: skip


def window(p):
    return wait(lambda: next((w for w in children(p.application) if name_of(w) == "Help"), None),
                "the help")  # fmt: skip


def title(p):
    """The page that is open: the name of its text."""
    labels = [text_of(t) for t in find_all(window(p), "label")]
    rows = [name_of(t) for t in find_all(window(p), "list item") if has(t, State.SELECTED)]
    return (rows or [""])[0], labels


def shown(p, row, words):
    wait(lambda: (t := title(p))[0] == row and any(words in (label or "") for label in t[1]),
         f"{row} with {words!r}")  # fmt: skip


def leave(p):
    key("Escape")
    wait(lambda: not [w for w in children(p.application) if name_of(w) == "Help"], "no help")
    wait(lambda: "Lockstep" in active_window(), "the main window")


def places(j):
    """F1 at the diagram, at the run settings, on the pages below"""
    p = j.start(j.copy(MODELS / "lotka-volterra.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    click(p.canvas)
    key("F1")
    shown(p, "Diagram", "Blocks are components")
    leave(p)
    click(p.find("text", "Step size"))
    key("F1")
    shown(p, "Runs", "A run simulates the model once")
    leave(p)
    p.run()
    for page, words in (
        ("Results", "One row for each run"),
        ("Stability", "shows for each method which macro steps are stable"),
        ("Messages", "Messages from components and runs"),
        ("Macro Step", "shows one macro step of a method"),
        ("History", "Every finished run"),
    ):
        key({"Results": "alt+6", "Stability": "alt+0", "Messages": "alt+7", "Macro Step": "shift+F7",
             "History": "ctrl+h"}[page])  # fmt: skip
        wait(lambda: has(p.find("radio button", re.compile(f"^{page}")), State.CHECKED), page)
        key("F1")
        titles = {"Macro Step": "See what happens within a macro step", "History": "Run history and import",
                  "Stability": "Find the longest stable macro step"}  # fmt: skip
        shown(p, titles.get(page, page), words)
        leave(p)
    key("alt+5")
    key("F1")
    shown(p, "Plots", "You can arrange any number of plots")


def pictures(j):
    """Its picture is there"""
    p = j.program
    picture = wait(lambda: next(iter(find_all(window(p), "image", re.compile("Trajectories"))), None)
                   or next(iter(find_all(window(p), None, re.compile("^Trajectories, an orbit"))), None),
                   "the picture")  # fmt: skip
    assert box(picture)[2] > 400 and box(picture)[3] > 100, box(picture)


def search(j):
    """Words typed leave the places that have all of them; Return opens the first"""
    p = j.program
    key("ctrl+f")
    type_text("rank deficient tolerance")
    rows = lambda: [name_of(t) for t in find_all(window(p), "list item")]  # noqa: E731
    key("ctrl+a", "BackSpace")
    type_text("reference tolerance")
    wait(lambda: "Runs: Reference" in rows() and "Messages" not in rows(), "the places")
    key("Return")
    wait(lambda: title(p)[0] == "Runs: Reference", "the first of them")
    wait(lambda: any("Errors are measured against" in (t or "") for t in title(p)[1]), "its text")


def links(j):
    """A link leads to another page, Alt+Left back"""
    p = j.program
    entry = find_all(window(p), "text", "Search help")[0]
    p.fill(entry, "")
    contents = next(t for t in find_all(window(p), "list item") if name_of(t) == "Lockstep")
    click(contents)
    shown(p, "Lockstep", "Lockstep couples components")
    link = next(t for t in find_all(window(p), "label") if (text_of(t) or "").startswith("Files"))
    x, y, _, height = box(link)
    click((x + 12, y + height // 2))
    shown(p, "Files", "A model is an SSP package")
    key("alt+Left")
    shown(p, "Lockstep", "Lockstep couples components")


def ends(j):
    """It goes with the main window"""
    p = j.program
    leave(p)
    key("F1")
    window(p)
    p.process.terminate()
    p.process.wait(10)


main([places, pictures, search, links, ends])
