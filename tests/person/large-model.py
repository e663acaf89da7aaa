#!/usr/bin/python3
"""A thousand blocks: found, panned, moved, edited, undone, without waiting."""

import time

from person import MODELS, State, box, centre, click, description_of, drag, has, key, main, say, \
    type_text, wait, xdotool  # fmt: skip


def start(j):
    """It opens"""
    begin = time.monotonic()
    p = j.start(j.copy(MODELS / "chain-1000.ssp"))
    p.wait_status("1000 components", "1998 connections", seconds=20)
    say(f"open after {time.monotonic() - begin:.1f} s, the start of the program included")


def pan(j):
    """The middle button pans, the wheel with Ctrl zooms at the pointer"""
    p = j.program
    x, y = centre(p.canvas)
    xdotool("mousemove", x, y, "keydown", "ctrl", "click", "--repeat", 12, "--delay", 20, 4,
            "keyup", "ctrl")  # fmt: skip
    wait(lambda: "zoom 5 %" not in p.status(), "another zoom")
    begin = time.monotonic()
    words = ["mousedown", 2]
    for i in range(60):
        words += ["mousemove", x - 3 * i, y + i, "sleep", "0.008"]
    xdotool(*words, "mouseup", 2)
    p.wait_status("1000 components")
    say(f"60 steps of panning and an answer after {time.monotonic() - begin:.2f} s")


def find(j):
    """Ctrl+F brings one of them to the middle"""
    p = j.program
    key("alt+2", "ctrl+f")
    entry = p.find("text", "Find component", seconds=10)
    wait(lambda: has(entry, State.FOCUSED), "the focus in the entry")
    type_text("500")
    p.wait_label("1 of 1", seconds=10)
    key("Escape")
    p.wait_status("1 selected")
    wait(lambda: has(p.canvas, State.FOCUSED), "the focus on the diagram")


def move(j):
    """It is dragged, and put back by Ctrl+Z"""
    p = j.program
    x, y, width, height = box(p.canvas)
    x, y = x + width // 2, y + height // 2 - 15
    begin = time.monotonic()
    drag((x, y), (x + 60, y + 50), steps=40)
    wait(lambda: "Move" in description_of(p.button("Undo")), "Move at Undo")
    # "./dev bench" reads this.
    say(f"40 steps of a drag, with 10 ms of rest in each, took {time.monotonic() - begin:.2f} s")
    key("ctrl+z")
    wait(lambda: not p.is_sensitive(p.button("Undo")), "nothing to undo")


def delete(j):
    """Deleted with its wires, and back"""
    p = j.program
    key("Delete")
    p.wait_status("999 components", "1994 connections", seconds=10)
    key("ctrl+z")
    p.wait_status("1000 components", "1998 connections", seconds=10)


def over(j):
    """The map in the corner leads elsewhere"""
    p = j.program
    left, top, width, height = box(p.canvas)
    block = p.block("body_0500")
    was = box(block)
    click((left + width - 30, top + height - 20))
    wait(lambda: box(block) != was, "another part in sight")


main([start, pan, find, move, delete, over])
