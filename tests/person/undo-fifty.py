#!/usr/bin/python3
"""Fifty mixed edits, all taken back: the saved file has the same bytes as before."""

import re

from person import (
    MODELS, State, archive_parts, at_rest, box, click, description_of, drag, has, key, main, wait,
)  # fmt: skip


def start(j):
    """A model saved as this program writes it"""
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.wires()) == 3, "the wires")
    j.before = j.folder / "before.ssp"
    p.save_as(j.before)
    key("ctrl+1")
    p.wait_status("zoom 100 %")
    # Looked for once: the way to it through all that is on screen takes a tenth of a second.
    j.undo = p.button("Undo")
    j.n = 0


def done(j, word):
    wait(lambda: word.lower() in description_of(j.undo).lower(), f"{word} at Undo")
    j.n += 1


def header(j, name):
    x, y, width, _ = box(j.program.block(name))
    return x + width // 2, y + 14


def select(j, name):
    p = j.program
    click(header(j, name))
    wait(lambda: has(p.block(name), State.SELECTED), f"{name} selected")


def stands_still(j):
    """All in sight, and drawn there: a drag begins where a block is, not where it was."""
    p = j.program
    key("ctrl+0")
    wait(lambda: box(p.block("left"))[1] > box(p.canvas)[1] + 10, "all in sight")
    at_rest(lambda: [box(p.block(name)) for name in ("left", "right")])


def edits(j):
    """Move, turn, flip, duplicate, paste, arrange, disconnect, delete"""
    p = j.program
    for i in range(6):
        stands_still(j)
        start_x, start_y = header(j, "left")
        drag((start_x, start_y), (start_x + (30 if i % 2 else -30), start_y + 20))
        done(j, "Move left")
        select(j, "right")
        key("ctrl+r")
        done(j, "Rotate right")
        key("h")
        done(j, "Flip right")
        key("ctrl+r", "ctrl+r", "ctrl+r")
        done(j, "Rotate right")
        key("ctrl+d")
        p.wait_status("3 components")
        done(j, "Duplicate")
        key("ctrl+c", "ctrl+v")
        p.wait_status("4 components")
        done(j, "Paste")
        key("ctrl+a")
        key("ctrl+l")
        done(j, "Arrange")
        key("ctrl+a", "ctrl+shift+d")
        p.wait_status("0 connections")
        done(j, "Disconnect")
        key("ctrl+z")
        j.n -= 1
        p.wait_status("3 connections")
        stands_still(j)
        select(j, "right_2")
        key("Delete")
        p.wait_status("3 components")
        done(j, "Delete right_2")
        select(j, "right_3")
        key("Delete")
        p.wait_status("2 components")
        done(j, "Delete right_3")
    select(j, "left")
    key("ctrl+shift+d")
    p.wait_status("0 connections")
    done(j, "Disconnect")
    assert j.n >= 50, j.n


def undo_all(j):
    """Ctrl+Z takes them all back"""
    p = j.program
    # Turns that came slowly are entries of their own: there may be more than were made.
    key(*["ctrl+z"] * 4 * j.n)
    wait(lambda: not p.is_sensitive(j.undo), "nothing left to undo", 20)
    p.wait_status("2 components", "3 connections")
    assert not p.title().startswith("*"), p.title()


def same(j):
    """Saved again, every part of the file is the same to the byte"""
    p = j.program
    after = j.folder / "after.ssp"
    p.save_as(after)
    before, now = archive_parts(j.before), archive_parts(after)
    assert before.keys() == now.keys(), (before.keys(), now.keys())
    for name in before:
        assert before[name] == now[name], name
    assert re.search(b"Connection", now["SystemStructure.ssd"])


main([start, edits, undo_all, same])
