#!/usr/bin/python3
"""The start page: examples with pictures, opened as they are and saved elsewhere; recent models."""

import contextlib
import re

from person import MODELS, Gone, State, click, description_of, find_all, has, key, main, name_of, role_of, wait


def card(p, name):
    gallery = p.find("filler", "Examples")
    return wait(lambda: next((t for t in p.find_all("list item", name, gallery)
                              if description_of(t)), None), f"the example {name}")  # fmt: skip


def gallery(j):
    """A window without a model has nothing but the start page, no tabs: examples, each with a sentence"""
    p = j.start(welcome=True)
    assert "walls" in description_of(card(p, "10 bodies in a row"))
    assert "right one is gone" in description_of(card(p, "A body that vanishes"))
    assert not p.find_all("layered pane", "Diagram")
    assert not p.find_all("spin button", "Step size")
    assert not p.find_all("radio button")


def grouped(j):
    """They stand in groups with titles in words; every one is described"""
    p = j.program
    begin = p.find("table", "Begin here")
    assert [name_of(t) for t in p.find_all("list item", None, begin)][0] == "Two bodies"
    groups = [name_of(t) for t in find_all(p.find("filler", "Examples"), "table", None, showing=False)]
    assert groups[-1] == "Large" and "Quantised states" in groups, groups  # no "More examples" after it


def open_example(j):
    """A click opens an example, and the plots take the place of the page"""
    p = j.program
    click(card(p, "Prey and predators"))
    p.leave_start()
    wait(lambda: len(p.blocks()) == 2, "the model")
    assert p.title() == "lotka-volterra.ssp – Lockstep", p.title()
    p.find("chart", "Trajectories")


def way_back(j):
    """With a model the start page is no tab; the tabs lead from it back to the model"""
    p = j.program
    key("alt+9")
    p.find("filler", "Examples")
    names = [name_of(t) for t in p.find_all("radio button")]
    assert names[:2] == ["Plots", "Results"] and "Start" not in names, names
    click(p.find("radio button", "Plots"))
    p.gone("filler", "Examples")
    p.find("chart", "Trajectories")
    assert len(p.blocks()) == 2


def save_elsewhere(j):
    """Save asks for another place; the example stays as it is"""
    p = j.program
    before = (MODELS / "lotka-volterra.ssp").read_bytes()
    click(next(iter(p.blocks().values())))
    key("Delete")
    wait(lambda: p.title().startswith("*"), "the edit")
    key("ctrl+s")
    click(p.choose_file("Save Model", j.folder / "mine.ssp", "Save"))
    p.gone("file chooser", "Save Model")
    wait(lambda: p.title() == "mine.ssp – Lockstep", "the new name")
    assert (MODELS / "lotka-volterra.ssp").read_bytes() == before


def refused(j):
    """Not even by its full path can an example be overwritten"""
    p = j.program
    before = (MODELS / "two-bodies.ssp").read_bytes()
    key("ctrl+shift+s")
    click(p.choose_file("Save Model", MODELS / "two-bodies.ssp", "Save"))
    click(p.button("Replace"))
    p.wait_label("Examples are read-only")
    assert (MODELS / "two-bodies.ssp").read_bytes() == before
    click(p.button("Show in Log"))
    assert has(p.find("radio button", re.compile("^Messages")), State.CHECKED)
    click(p.button("Close"))


def recent(j):
    """What was saved is in the lists of recent models, here and at the next start"""
    p = j.program
    key("ctrl+n")
    wait(lambda: not p.blocks(), "an empty model")
    key("alt+9")
    p.find("list item", "mine.ssp")
    p.end()
    p = j.start(welcome=True)
    click(p.find("list item", "mine.ssp"))
    p.leave_start()
    wait(lambda: len(p.blocks()) == 1, "the model")


def menu(j):
    """The menu has them as well"""
    p = j.program
    key("ctrl+n")
    wait(lambda: not p.blocks(), "an empty model")
    click(p.find("toggle button", "Menu"))
    click(p.find(None, "File"))
    click(p.find(None, "Open Recent"))
    click(wait(lambda: next((t for t in p.find_all(None, "mine.ssp") if "menu" in role_of(t)), None),
               "mine.ssp in the menu"))  # fmt: skip
    wait(lambda: len(p.blocks()) == 1, "the model")


def keyboard(j):
    """By keyboard: Alt+9, arrows, Return"""
    p = j.program
    key("ctrl+n")
    wait(lambda: not p.blocks(), "an empty model")
    key("alt+9")
    first = card(p, "Two bodies")
    for _ in range(12):
        key("Tab")
        with contextlib.suppress(Gone):
            wait(lambda: has(first, State.FOCUSED), "focus on the first example", 0.3)
            break
    wait(lambda: has(first, State.FOCUSED), "focus on the first example")
    key("Return")
    wait(lambda: p.title() == "two-bodies.ssp – Lockstep", "the example")


main([gallery, grouped, open_example, way_back, save_elsewhere, refused, recent, menu, keyboard])
