#!/usr/bin/python3
"""Lecture mode at 1280x720: one key, and the last row can read."""

from person import (
    MODELS, State, box, children, has, key, main, name_of, role_of, wait,
)  # fmt: skip

# Least height of a line of text, px: a thirtieth of the screen is what slides have at least.
LEAST = 24


def texts(thing):
    """All labels and buttons with text that are to be seen, those of the diagram apart."""
    if not has(thing, State.SHOWING) or role_of(thing) == "layered pane":
        return
    if role_of(thing) in ("label", "push button", "radio button", "text") and name_of(thing):
        yield thing
    for child in children(thing):
        yield from texts(child)


def opens(j):
    """A model with its curves"""
    p = j.start("--run", MODELS / "two-bodies.ssp")
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.wait_figure("Trajectories", "MISSILES", seconds=20)
    p.wait_run()


def large(j):
    """F11: the whole screen, no library and no inspector, blocks and text are large"""
    p = j.program
    block = box(p.block("left"))
    key("F11")
    wait(lambda: box(p.window)[2:] == (1280, 720), "the whole screen")
    wait(lambda: box(p.block("left"))[3] > 1.1 * block[3], "larger blocks")
    for role, name in (("text", "Search library"), ("push button", "Save")):
        assert not [t for t in p.find_all(role, name) if has(t, State.SHOWING)], name
    print(f"# block {block[2]}x{block[3]}, then {box(p.block('left'))[2:]} px")
    heights = {name_of(t): box(t)[3] for t in texts(p.window)}
    print(f"# {len(heights)} texts, the lowest {min(heights.items(), key=lambda h: h[1])}")
    assert len(heights) > 5 and min(heights.values()) >= LEAST, heights


def whole(j):
    """Nothing is cut: all that is shown is on the screen"""
    p = j.program
    for text in texts(p.window):
        x, y, width, height = box(text)
        assert x >= 0 and y >= 0 and x + width <= 1280 and y + height <= 720, (name_of(text), box(text))


def runs(j):
    """F5 runs in it as ever"""
    p = j.program
    key("F5")
    p.wait_run()
    p.wait_figure("Trajectories", "NI-Jacobi")


def back(j):
    """F11 again: all is where it was"""
    p = j.program
    key("F11")
    wait(lambda: [t for t in p.find_all("push button", "Save") if has(t, State.SHOWING)], "Save")
    wait(lambda: box(p.window)[3] < 720 or p.find("text", "Search library"), "the window")
    assert not p.title().startswith("*"), "the model was changed"


main([opens, large, whole, runs, back])
