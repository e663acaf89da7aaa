#!/usr/bin/python3
"""Notes on the canvas: placed, changed, moved, copied, deleted, taken back, saved."""

import contextlib
import zipfile

from person import (
    MODELS, State, box, children, click, description_of, drag, has, key, main, name_of, role_of,
    type_text, wait,
)  # fmt: skip


def notes(p):
    return {name_of(t): t for t in children(p.canvas) if role_of(t) == "paragraph"}


def write(p, text, done="ctrl+Return"):
    view = p.find("text", "Text of the note")
    wait(lambda: has(view, State.FOCUSED), "focus in the note")
    key("ctrl+a")
    type_text(text)
    key(done)
    p.gone("text", "Text of the note")
    wait(lambda: has(p.canvas, State.FOCUSED), "the focus on the diagram")


def add(j):
    """Ctrl+Shift+N asks for the text; what is empty is no note"""
    p = j.start(j.copy(MODELS / "lotka-volterra.ssp"))
    p.wait_status("2 components")
    key("ctrl+shift+n")
    p.find("text", "Text of the note")
    key("ctrl+Return")
    p.gone("text", "Text of the note")
    assert not notes(p) and not p.is_sensitive(p.button("Undo"))
    key("ctrl+shift+n")
    write(p, "Foxes & hares: who is first?")
    wait(lambda: list(notes(p)) == ["Foxes & hares: who is first?"], "the note")
    p.wait_status("1 selected")


def edit(j):
    """A double click changes it, Esc leaves it as it was"""
    p = j.program
    click(notes(p)["Foxes & hares: who is first?"], times=2)
    write(p, "no", done="Escape")
    assert list(notes(p)) == ["Foxes & hares: who is first?"]
    key("Return")
    write(p, "Hares first")
    wait(lambda: list(notes(p)) == ["Hares first"], "the other text")
    assert "Edit note" in description_of(p.button("Undo"))


def move(j):
    """Dragged by the pointer and nudged by arrow keys"""
    p = j.program
    x, y, width, height = box(notes(p)["Hares first"])
    drag((x + width // 2, y + height // 2), (x + width // 2 + 60, y + height // 2 - 40))
    wait(lambda: "Move note" in description_of(p.button("Undo")), "Move at Undo")
    was = box(notes(p)["Hares first"])
    assert was[0] > x and was[1] < y, (was, x, y)
    key("Down", "Down")
    wait(lambda: box(notes(p)["Hares first"])[1] > was[1], "a nudged note")


def another(p, button, was):
    """Two entries in a row may have the same name."""
    with contextlib.suppress(AssertionError):
        wait(lambda: description_of(p.button(button)) != was, "another entry", 0.3)


def copy(j):
    """Ctrl+D doubles it, Del deletes one, Ctrl+Z goes back through all"""
    p = j.program
    key("ctrl+d")
    wait(lambda: sum(role_of(t) == "paragraph" for t in children(p.canvas)) == 2, "two notes")
    key("Delete")
    wait(lambda: sum(role_of(t) == "paragraph" for t in children(p.canvas)) == 1, "one note")
    for _ in range(20):
        if not p.is_sensitive(p.button("Undo")):
            break
        was = description_of(p.button("Undo"))
        key("ctrl+z")
        another(p, "Undo", was)
    assert not notes(p) and not p.title().startswith("*"), p.title()
    for _ in range(20):
        if not p.is_sensitive(p.button("Redo")):
            break
        was = description_of(p.button("Redo"))
        key("ctrl+shift+z")
        another(p, "Redo", was)
    wait(lambda: list(notes(p)) == ["Hares first"], "the note")


def save(j):
    """It is in the file and there again after opening"""
    p = j.program
    path = j.folder / "noted.ssp"
    p.save_as(path)
    with zipfile.ZipFile(path) as archive:
        text = archive.read("SystemStructure.ssd").decode()
    assert 'text="Hares first"' in text, text
    p = j.start(path)
    wait(lambda: list(notes(p)) == ["Hares first"], "the note")


main([add, edit, move, copy, save])
