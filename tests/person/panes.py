#!/usr/bin/python3
"""Panes: one plot alone and back, room for the diagram in a larger window, sizes kept."""

from person import MODELS, Atspi, box, click, key, main, shot, wait, xdotool


def resize(p, width, height):
    number = xdotool("getactivewindow")
    xdotool("windowsize", number, width, height)
    wait(lambda: abs(box(p.window)[2] - width) < 30, "the size of the window")


def alone(j):
    """A double click beside the title of a plot gives it the window, Esc takes it back"""
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    x, y, width, height = box(p.find("chart", "Trajectories"))
    title = box(p.find("toggle button", "Trajectories: show something else"))
    signals = box(p.find("toggle button", "Trajectories: signals"))
    click(((title[0] + title[2] + signals[0]) // 2, title[1] + title[3] // 2), times=2)
    wait(lambda: box(p.find("chart", "Trajectories"))[2] > 2 * width, "the whole width")
    assert not p.find_all("chart", "Orbit") and not p.find_all("layered pane", "Diagram")
    assert box(p.find("chart", "Trajectories"))[3] > 1.5 * height
    shot("alone")
    key("Escape")
    wait(lambda: p.find_all("chart", "Orbit") and p.find_all("layered pane", "Diagram"), "the others")
    wait(lambda: abs(box(p.find("chart", "Trajectories"))[2] - width) < 3, "the width as before")
    click(p.find("toggle button", "Orbit: view"))
    click(p.find(None, "Maximise (Esc Ends It)"))
    wait(lambda: box(p.find("chart", "Orbit"))[2] > 2 * width, "the orbit alone")
    wait(lambda: not p.find_all(None, "Maximise (Esc Ends It)"), "the end of the menu")
    key("Escape")
    wait(lambda: p.find_all("chart", "Trajectories"), "the others again")


def larger(j):
    """In a larger window properties keep their width, the diagram grows and fills its room"""
    p = j.program
    before = box(p.find("list box", "Library"))[2], box(p.block("left"))[2], box(p.canvas)[2]
    side = box(p.find("radio button", "Component"))[0]
    right = box(p.window)[0] + box(p.window)[2] - side
    resize(p, 1700, 1000)
    wait(lambda: box(p.canvas)[2] > before[2] + 380, "the wider diagram")
    wait(lambda: box(p.block("left"))[2] > 1.1 * before[1], "the larger block")
    now = box(p.window)[0] + box(p.window)[2] - box(p.find("radio button", "Component"))[0]
    assert abs(now - right) < 10, (now, right)
    shot("larger")
    fitted = box(p.block("left"))[2]
    key("ctrl+minus")
    size = wait(lambda: (now := box(p.block("left"))[2]) < 0.95 * fitted and now, "the smaller block")
    resize(p, 1280, 800)
    resize(p, 1700, 1000)
    assert abs(box(p.block("left"))[2] - size) < 3, "zoomed by hand and fitted all the same"


def kept(j):
    """Sizes are there again after the next start"""
    p = j.program
    resize(p, 1500, 950)
    canvas = box(p.canvas)
    pane = p.find("split pane", "Width of the library")
    Atspi.Value.set_current_value(pane, Atspi.Value.get_current_value(pane) + 90)
    wait(lambda: box(p.canvas)[0] > canvas[0] + 60, "the wider library")
    left = box(p.canvas)[0] - box(p.window)[0]
    key("ctrl+q")
    wait(lambda: not p.is_alive(), "the end of the program")
    p = j.start(j.copy(MODELS / "two-bodies.ssp", "again.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    assert abs(box(p.window)[2] - 1500) < 5, box(p.window)
    assert abs(box(p.canvas)[0] - box(p.window)[0] - left) < 4, (box(p.canvas), left)
    shot("kept")


main([alone, larger, kept])
