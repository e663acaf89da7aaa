#!/usr/bin/python3
"""Every window, dialog and menu opened in turn: each thing in it has a name, Esc closes it."""

import re

from lint import lint
from person import (
    MODELS, RECOVERY, Atspi, Gone, State, active_window, box, click, find_all, has, key, main,
    name_of, role_of, say, wait,
)  # fmt: skip

DIALOGS = ("dialog", "file chooser", "alert", "frame", "window")


def start(j):
    """A model that has been run"""
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.wires()) == 3, "the wires")
    key("F5")
    wait(lambda: "MISSILES" in p.run_status() and "error" in p.run_status(), "the outcome")


def dialog(p, title):
    def found():
        things = p.find_all(None, title)
        return next((t for t in things if role_of(t) in DIALOGS and t != p.window), None)

    return wait(found, f"the dialog {title}")


def look(p, title, open_it, close="Escape", least=2):
    """Opens, looks at all that is in it, and closes."""
    open_it()
    found = dialog(p, title)
    lint(found, title, least)
    key(close)
    wait(lambda: active_window() == p.title(), f"the end of {title}")


def by_menu(p, *path):
    """A command of the main menu, found by its names."""

    def open_it():
        key("F10")
        for name in path[:-1]:
            click(p.find("menu", name))
        click(p.find("menu item", re.compile(f"^{path[-1]}")))

    return open_it


def keys(*names):
    return lambda: key(*names)


def files(j):
    """File dialogs"""
    p = j.program
    look(p, "Open Model", keys("ctrl+o"))
    look(p, "Save Model", keys("ctrl+shift+s"))
    look(p, "Export Diagram", keys("ctrl+e"))
    look(p, "Add FMUs", keys("ctrl+i"))
    look(p, re.compile("Folder"), keys("ctrl+shift+o"))


def edits(j):
    """Dialogs about the model"""
    p = j.program
    click(p.block("left"))
    p.wait_status("1 selected")
    look(p, "Replace FMU By", keys("ctrl+shift+i"))
    key("ctrl+shift+d")
    p.wait_status("0 connections")
    look(p, re.compile("Connect"), keys("ctrl+k"))
    key("ctrl+z")
    p.wait_status("3 connections")
    key("alt+2", "ctrl+shift+n")
    wait(lambda: p.find_all("text", re.compile("Note|note")), "the text of a note")
    lint(p.application, "note")
    key("Escape")
    wait(lambda: not p.find_all("text", re.compile("Note|note")), "the end of the note")


def reports(j):
    """Files for reports, references, results and plots"""
    p = j.program
    look(p, "Save Report", by_menu(p, "Run", "Save Report"))
    look(p, "Reference From File", by_menu(p, "Run", "Reference From File"))
    look(p, "Import Results", by_menu(p, "Run", "Import Results"))
    p.show_page("Plots")
    look(p, "Export Plot", lambda: click(p.find("push button", "Trajectories: export")))
    look(p, "Print", keys("ctrl+p"))


def solvers(j):
    """The comparison of solvers of a component"""
    p = j.program
    p.show_page("Component")
    click(p.block("left"))
    expander = p.find("toggle button", "Execution")
    Atspi.Action.do_action(expander, 0)
    button = wait(lambda: find_all(p.application, "push button", "Compare Solvers…", False),
                  "its settings")[0]  # fmt: skip
    look(p, "Compare Solvers", lambda: Atspi.Action.do_action(button, 0))
    Atspi.Action.do_action(expander, 0)


def lesson(j):
    """A lesson beside the model, all its pages"""
    p = j.program
    key("F10")
    click(p.find("menu", "Lessons"))
    click(p.find("menu item", "Why order matters"))
    wait(lambda: has(p.find("push button", re.compile("Close")), State.SHOWING), "the lesson")
    for _ in range(3):
        lint(p.application, "lesson")
        key("alt+Page_Down")
    key("F10")
    click(p.find("menu", "Lessons"))
    click(p.find("menu item", "Close Lesson"))
    p.find("list box", "Library")


def bars(j):
    """Bars above the diagram: a problem, and the model changed on disk"""
    p = j.program
    broken = j.folder / "broken.fmu"
    broken.write_text("no zip file")
    key("ctrl+i")
    p.accept_file("Add FMUs", broken, "Add")
    p.find("push button", "Show in Log")
    lint(p.application, "problem")
    p.press("Close")
    p.gone("push button", "Show in Log")
    path = j.folder / "two-bodies.ssp"
    path.write_bytes((MODELS / "lotka-volterra.ssp").read_bytes())
    p.find("push button", "Keep Mine", seconds=15)
    lint(p.application, "changed on disk")
    p.press("Keep Mine")
    p.gone("push button", "Keep Mine")


def recovery(j):
    """What a crash left is offered: the question has names"""
    p = j.program
    key("ctrl+z") if p.title().startswith("*") else None
    click(p.block("left"))
    before = {path: path.stat().st_mtime_ns for path in RECOVERY.glob("*.ssp")}
    key("ctrl+d")
    wait(lambda: any(before.get(path) != path.stat().st_mtime_ns for path in RECOVERY.glob("*.ssp")),
         "a copy", 10)
    p.kill()
    q = j.start()
    q.find("push button", re.compile("Restore"))
    lint(q.application, "recovery")


def program(j):
    """Preferences, shortcuts twice, and the dialog about the program"""
    p = j.program
    look(p, "Preferences", keys("ctrl+comma"))
    for _ in range(2):
        key("ctrl+question")
        p.wait_label("New model")
        lint(p.application, "shortcuts")
        key("Escape")
        wait(lambda: active_window() == p.title(), "the end of the shortcuts")
    look(p, "About Lockstep", by_menu(p, "Help", "About Lockstep"))


def menus(j):
    """All menus"""
    p = j.program
    for name in ("File", "Edit", "Arrange", "View", "Run", "Lessons", "Help"):
        key("F10")
        click(p.find("menu", name))
        wait(lambda: any(has(t, State.SHOWING) for t in p.find_all("menu item")), f"menu {name}")
        lint(p.application, f"menu {name}")
        key("Escape", "Escape")
        p.menus_gone()


def context_menus(j):
    """Context menus of a block and of the empty diagram"""
    p = j.program
    left, top, width, height = box(p.canvas)
    for what, point in (("block", p.block("right")), ("diagram", (left + 12, top + 12))):
        click(point, button=3)
        wait(lambda: p.find_all("menu item"), f"the menu of the {what}")
        lint(p.application, f"menu of the {what}")
        key("Escape")
        p.menus_gone()


def popovers(j):
    """Popovers of the plots, methods, the text of the matrix"""
    p = j.program
    key("alt+4")
    names = [name_of(t) for t in p.find_all("toggle button")]
    say(", ".join(names))
    for name in names:
        button = next(iter(p.find_all("toggle button", name)), None)
        if button is None or not has(button, State.SENSITIVE) or name in ("Pause", "Menu"):
            continue
        if has(button, State.CHECKED):
            continue
        click(button)
        try:
            wait(lambda: has(button, State.CHECKED), f"{name} open", 2)
        except Gone:
            continue
        lint(p.application, f"popover {name}")
        key("Escape")
        try:
            wait(lambda: not has(button, State.CHECKED), f"{name} closed", 2)
        except Gone:
            click(button)
        wait(lambda: not has(button, State.CHECKED), f"{name} closed")


def pages(j):
    """Pages at the side and below"""
    p = j.program
    for name in ("Start", "Results", "History", "Stability", "Macro Step", "Messages", "Plots"):
        p.show_page(name)
        lint(p.application, f"page {name}")
    for name in ("Open Inputs", "Connections", "Component"):
        p.show_page(name)
        lint(p.application, f"side {name}")
    key("alt+2", "ctrl+f")
    wait(lambda: has(p.find("text", "Find component"), State.FOCUSED), "the search")
    lint(p.application, "search")
    key("Escape")


def question(j):
    """The question about unsaved changes"""
    p = j.program
    click(p.block("left"))
    key("ctrl+r")
    wait(lambda: p.title().startswith("*"), "something to save")
    key("ctrl+w")
    p.find("push button", "Close without Saving")
    lint(p.application, "question", 3)
    key("Escape")
    p.gone("push button", "Close without Saving")
    assert p.is_alive()


main([start, files, edits, reports, solvers, program, menus, context_menus, popovers, pages,
      lesson, bars, question, recovery])  # fmt: skip
