#!/usr/bin/python3
"""Undo and redo of a mix of edits; delete; move; the deeds are named."""

import re

from person import (
    MODELS, State, box, centre, click, description_of, drag, find_all, has, key, main, name_of,
    role_of, say, text_of, wait,
)  # fmt: skip


def picture(j):
    """All that the edits of this journey can change."""
    p = j.program
    x, y, _, _ = box(p.canvas)
    blocks = {n: (box(t)[0] - x, box(t)[1] - y) for n, t in p.blocks().items()}
    return blocks, p.wires(), text_of(p.find("text", "Step size"))


def start(j):
    """A model from a file, nothing to undo"""
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.wires()) == 3, "the wires")
    assert not p.is_sensitive(p.button("Undo")) and not p.is_sensitive(p.button("Redo"))
    key("ctrl+1")
    p.wait_status("zoom 100 %")
    j.pictures = [picture(j)]


def edited(j, word):
    """After an edit: it is named at Undo, and the picture has changed."""
    p = j.program
    wait(lambda: word.lower() in description_of(p.button("Undo")).lower(), f"{word} at Undo")
    wait(lambda: picture(j) != j.pictures[-1], f"a change by {word}")
    j.pictures.append(picture(j))
    print(f"# {description_of(p.button('Undo'))}")
    assert p.title().startswith("*"), p.title()


def move(j):
    """Move by mouse, and by keys"""
    p = j.program
    x, y = centre(p.block("left"))
    drag((x, y - 30), (x + 60, y - 70))
    edited(j, "Move")
    key("Down", "Down")
    edited(j, "Move")


def delete_wire(j):
    """Delete a wire"""
    p = j.program
    wire = next(t for t in p.find_all("static") if "left.x to" in name_of(t))
    start_x, start_y = centre(p.port("left", "x"))
    click((start_x + 14, start_y))
    wait(lambda: has(wire, State.SELECTED), "the wire selected")
    key("Delete")
    wait(lambda: len(p.wires()) == 2, "a wire less")
    edited(j, "Disconnect")


def rename(j):
    """Rename a component by F2"""
    p = j.program
    click(p.block("right"))
    key("F2")
    entry = p.find("text", "Component name")
    wait(lambda: has(entry, State.FOCUSED), "the focus in the name")
    p.fill(entry, "second")
    key("Return")
    wait(lambda: "second" in p.blocks(), "the new name")
    edited(j, "Rename")


def number(j):
    """The step size"""
    j.program.fill("Step size", "0.004")
    key("Return")
    edited(j, "settings")


def delete_block(j):
    """Delete a component with its wires"""
    p = j.program
    click(p.block("left"))
    wait(lambda: has(p.block("left"), State.SELECTED), "the block selected")
    key("Delete")
    wait(lambda: list(p.blocks()) == ["second"] and not p.wires(), "one block without wires")
    edited(j, "Delete")


def undo_all(j):
    """Ctrl+Z takes back one by one, in the order of doing"""
    p = j.program
    key("alt+2")
    for i in range(len(j.pictures) - 2, -1, -1):
        key("ctrl+z")
        wait(lambda: picture(j) == j.pictures[i], f"{j.pictures[i]}")
    wait(lambda: not p.is_sensitive(p.button("Undo")), "nothing left to undo")
    assert p.title() == "two-bodies.ssp – Lockstep", p.title()


def redo_all(j):
    """Ctrl+Shift+Z does them again"""
    p = j.program
    for i in range(1, len(j.pictures)):
        key("ctrl+shift+z")
        wait(lambda: picture(j) == j.pictures[i], f"{j.pictures[i]}")
    wait(lambda: not p.is_sensitive(p.button("Redo")), "nothing left to do again")


def in_menu(j):
    """Undo and Redo are in the menu with their keys, and work from there"""
    p = j.program
    click(p.find("toggle button", "Menu"))
    edit = p.find(None, "Edit")
    click(edit)
    item = wait(lambda: next((t for t in p.find_all(None, re.compile("^Undo “"))
                              if role_of(t) != "push button"), None), "Undo in the menu")  # fmt: skip
    say(name_of(item))
    click(item)
    wait(lambda: picture(j) == j.pictures[-2], "the last edit taken back")
    key("Escape")
    assert find_all(p.window, "push button", "Redo")


def select_all(j):
    """Ctrl+A and Delete leave nothing, one undo brings all back"""
    p = j.program
    key("alt+2", "ctrl+a")
    p.wait_status("selected")
    key("Delete")
    wait(lambda: not p.blocks() and not p.wires(), "an empty diagram")
    key("ctrl+z")
    wait(lambda: picture(j) == j.pictures[-2], "all back")


main([start, move, delete_wire, rename, number, delete_block, undo_all, redo_all, in_menu,
      select_all])  # fmt: skip
