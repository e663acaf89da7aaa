#!/usr/bin/python3
"""Every thing that can be acted on has a name, in every state; blocks, ports, wires are there."""

from lint import lint as lint_of
from person import (
    MODELS, State, children, click, description_of, has, key, main, name_of, role_of, wait,
)  # fmt: skip


def lint(j, state):
    lint_of(j.program.application, state)


def empty(j):
    """An empty window"""
    j.start()
    lint(j, "empty")


def model(j):
    """A model, with a name for each block, port and wire"""
    j.program.end()
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.wires()) == 3, "the wires")
    lint(j, "model")
    ports = {
        block: [(name_of(t), role_of(t), description_of(t)) for t in children(thing)]
        for block, thing in p.blocks().items()
    }
    assert [n for n, _, _ in ports["left"]] == ["F", "x", "v"], ports
    assert sorted(n for n, _, _ in ports["right"]) == ["F", "v", "v_left", "x", "x_left"], ports
    assert ports["left"][0] == ("F", "push button", "input, connected"), ports
    assert ports["left"][1] == ("x", "push button", "output"), ports
    assert p.wires() == [
        "wire left.v to right.v_left", "wire left.x to right.x_left", "wire right.F to left.F",
    ]  # fmt: skip


def selected(j):
    """With a component selected, and its parameters"""
    click(j.program.block("left"))
    j.program.find("text", "Component name")
    lint(j, "component selected")


def after_run(j):
    """After a run, on every page"""
    p = j.program
    key("F5")
    wait(lambda: "MISSILES" in p.run_status() and "error" in p.run_status(), "the outcome")
    for page in ("Plots", "Results", "Messages"):
        p.show_page(page)
        lint(j, f"page {page}")
    p.show_page("Plots")
    p.show_page("Connections")
    lint(j, "connections")
    p.show_page("Component")


def popovers(j):
    """With methods, signals, axes and the menu open"""
    p = j.program
    for name in ("Methods", "Trajectories: signals", "Orbit: axes"):
        click(p.find("toggle button", name))
        wait(lambda: has(p.find("toggle button", name), State.CHECKED), f"{name} open")
        lint(j, name)
        key("Escape")
        wait(lambda: not has(p.find("toggle button", name), State.CHECKED), f"{name} closed")
    key("F10")
    p.find(None, "File")
    lint(j, "menu")
    key("Escape")


def context_menu(j):
    """With the menu of the diagram open"""
    p = j.program
    click(p.block("right"), button=3)
    p.find("menu item", "Delete")
    lint(j, "menu of a component")
    key("Escape")
    p.gone("menu item", "Delete")


def problem(j):
    """With a problem reported"""
    p = j.program
    (j.folder / "bad.fmu").write_text("no zip")
    key("ctrl+i")
    p.accept_file("Add FMUs", j.folder / "bad.fmu", "Add")
    p.wait_label("could not be opened")
    lint(j, "problem")


def dialogs(j):
    """With the shortcuts and the dialog about the program open"""
    p = j.program
    key("ctrl+question")
    p.wait_label("New model")
    key("Escape")
    wait(lambda: "New model" not in p.labels(), "the end of the shortcuts")


main([empty, model, selected, after_run, popovers, context_menu, problem, dialogs])
