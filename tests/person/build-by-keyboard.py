#!/usr/bin/python3
"""Lotka-Volterra from an empty window without the pointer."""

import contextlib
import zipfile

from person import (
    Atspi, State, active_window, find_all, has, key, main, name_of, role_of, text_of, type_text, wait,
)  # fmt: skip


def focused(j):
    """Role and name of what has the focus, a block, port or wire of the canvas included."""
    found = [t for t in j.program.find_all() if has(t, State.FOCUSED)]
    return [(role_of(t), name_of(t)) for t in found]


def tab_to(thing, what, step="Tab"):
    """Tab until the focus is on it, each time when the focus has come to something; the word of
    that comes a moment later."""
    came = []
    listener = Atspi.EventListener.new(lambda event: came.append(event.detail1))
    listener.register("object:state-changed:focused")
    for _ in range(30):
        with contextlib.suppress(AssertionError):
            wait(lambda: has(thing, State.FOCUSED), what, 0.1)
            listener.deregister("object:state-changed:focused")
            return
        came.clear()
        key(step)
        with contextlib.suppress(AssertionError):
            wait(lambda: 1 in came, "a focus", 1)
    raise AssertionError(f"{step} does not lead to {what}")


def tab_to_port(j, component, variable):
    tab_to(j.program.port(component, variable), f"{component}.{variable}")


def tab_until_status(j, words):
    """Tab goes through the ports that take the wire, and the status line says each."""
    said = []
    for _ in range(4):
        key("Tab")
        said.append(j.program.wait_status("Connect "))
        with contextlib.suppress(AssertionError):
            j.program.wait_status(words, seconds=0.3)
            return
    raise AssertionError(f"{words}, but {said}")


def search(j, name):
    p = j.program
    key("alt+1")
    entry = p.find("text", "Search library")
    wait(lambda: has(entry, State.FOCUSED), "the focus in the search of the library")
    key("ctrl+a")
    type_text(name)
    library = p.find("list box", "Library")

    def rows():
        return [name_of(t) for t in p.find_all("list item", None, library)]

    wait(lambda: name in rows() and all(name in row for row in rows()), f"only rows with {name}")


def place(j):
    """Typing and Return place a component of the library"""
    p = j.start()
    search(j, "prey")
    # There is also prey-basic above it.
    key("Return")
    wait(lambda: list(p.blocks()) == ["prey"], "the block prey")


def place_from_list(j):
    """Arrows and Return in the list do, too"""
    p = j.program
    search(j, "predator")
    key("Down")
    row = p.find("list item", "predator")
    wait(lambda: has(row, State.FOCUSED), f"the focus on the row predator, not {focused(j)}")
    key("Up")
    above = p.find("list item", "predator-time")
    wait(lambda: has(above, State.FOCUSED), "the focus on the row above")
    key("Down")
    wait(lambda: has(row, State.FOCUSED), "the focus on the row again")
    key("Return")
    wait(lambda: sorted(p.blocks()) == ["predator", "prey"], "the block predator")
    # From within the list, too.
    search(j, "two-bodies")


def wire(j):
    """Tab walks through blocks and ports, Return draws the wire"""
    p = j.program
    key("alt+2")
    wait(lambda: has(p.canvas, State.FOCUSED), "the focus on the diagram")
    tab_to_port(j, "prey", "population")
    key("Return")
    p.wait_status("From prey.population", "choose an input")
    tab_until_status(j, "Connect prey.population to predator.prey")
    key("Return")
    p.wait_status("1 connection")
    tab_to_port(j, "predator", "population")
    key("Return")
    p.wait_status("From predator.population")
    tab_until_status(j, "Connect predator.population to prey.predators")
    key("Return")
    p.wait_status("2 connections", "0 inputs open")
    assert p.wires() == [
        "wire predator.population to prey.predators", "wire prey.population to predator.prey",
    ]  # fmt: skip


def escape(j):
    """Esc gives a wire up"""
    p = j.program
    tab_to_port(j, "prey", "population")
    key("Return")
    p.wait_status("From prey.population")
    key("Escape")
    wait(lambda: "From prey" not in p.status(), "no wire under way")
    p.wait_status("2 connections")


def methods(j):
    """The methods are reached and chosen by keys"""
    p = j.program
    key("ctrl+m")
    missiles = p.find("check box", "MISSILES")
    tab_to(missiles, "the tick of MISSILES")
    was = has(missiles, State.CHECKED)
    key("space")
    wait(lambda: has(missiles, State.CHECKED) != was, "a change of the tick")
    key("space")
    wait(lambda: has(missiles, State.CHECKED) == was, "the tick as before")
    key("Escape")
    p.gone("check box", "MISSILES")


def numbers(j):
    """Alt and a letter lead to step size and stop time"""
    p = j.program
    for letter, name, text in (("z", "Step size", "0.2"), ("t", "Stop time", "10")):
        entry = p.find("text", name)
        key(f"alt+{letter}")
        wait(lambda: has(entry, State.FOCUSED), f"the focus in {name}")
        key("ctrl+a")
        type_text(text)
        wait(lambda: text_of(entry) == text, f"{text} in {name}")
        key("Return")


def run(j):
    """F5 runs, the results are a key away"""
    p = j.program
    key("F5")
    wait(lambda: "MISSILES" in p.run_status() and "error" in p.run_status(), "the outcome")
    p.wait_figure("Trajectories", "MISSILES", "from 0 s to 10 s")
    key("alt+6")
    rows = wait(lambda: len(p.results()) == 2 and p.results(), "two rows of results")
    assert {row["Macro steps"] for row in rows.values()} == {"50"}, rows
    key("alt+5")
    p.find("chart", "Trajectories")


def parameter(j):
    """A parameter is found, changed and taken by Return"""
    p = j.program
    key("alt+2")
    wait(lambda: has(p.canvas, State.FOCUSED), "the focus on the diagram")
    tab_to(p.block("prey"), "the block prey", "shift+Tab")
    key("alt+3")
    name = p.find("text", "Component name")
    wait(lambda: has(name, State.FOCUSED) and text_of(name) == "prey", "the name of the block")
    values = p.find("list box", "Parameters and start values")
    entry = find_all(values, "text", "population", showing=False)[0]
    tab_to(entry, "the value of population")
    key("ctrl+a")
    type_text("1.25")
    key("Return")
    wait(lambda: p.is_sensitive(p.button("Reset population")), "the changed value")


def save(j):
    """Saved by keys alone"""
    p = j.program
    path = j.folder / "keys.ssp"
    key("ctrl+s")
    wait(lambda: active_window() == "Save Model", "the dialog")
    chooser = p.find("file chooser", "Save Model")
    entry = next(t for t in p.find_all("text", None, chooser) if has(t, State.EDITABLE))
    wait(lambda: has(entry, State.FOCUSED), "the focus in the name")
    key("ctrl+a")
    type_text(str(path))
    wait(lambda: text_of(entry) == str(path), "the name typed")
    button = p.find("push button", "Save", chooser)
    wait(lambda: has(button, State.SENSITIVE), "a sensitive button")
    # The chooser swallows Return while it completes the name.
    for _ in range(5):
        key("alt+s")
        try:
            wait(path.exists, "the file", 1)
            break
        except AssertionError:
            continue
    wait(lambda: p.title() == "keys.ssp – Lockstep", "the title")
    with zipfile.ZipFile(path) as archive:
        document = archive.read("SystemStructure.ssd").decode()
    assert 'value="1.25"' in document, document


main([place, place_from_list, wire, escape, methods, numbers, run, parameter, save])
