#!/usr/bin/python3
"""Lecture mode at 1280x720: one key, and the last row can read."""

import os
import subprocess

import person
from person import (
    BUILD, MODELS, State, at_rest, box, children, click, description_of, has, key, main, name_of, role_of, say, type_text,
    wait,
)  # fmt: skip

# Least height of a line of text, px: a thirtieth of the screen is what slides have at least.
LEAST = 24


# Least height of a digit that is drawn in a figure, px: of text that high lines are 24 px apart.
LEAST_DIGIT = 12

DARK = os.environ.get("GTK_THEME", "").endswith("dark")


def shot(name):
    person.shot(f"lecture-{name}{'-dark' if DARK else ''}")


def grey(area):
    """What is in that part of the screen: rows of values from 0 (ground) to 255 (ink)."""
    x, y, width, height = area
    raw = subprocess.run(
        ["import", "-window", "root", "-crop", f"{width}x{height}+{x}+{y}", "-depth", "8", "gray:-"],
        capture_output=True, check=True,
    ).stdout  # fmt: skip
    rows = [raw[i * width : (i + 1) * width] for i in range(height)]
    ground = max(set(raw), key=raw.count)
    return [[abs(value - ground) for value in row] for row in rows]


def shapes(rows, least=70):
    """Boxes (left, top, width, height) of what hangs together."""
    height, width = len(rows), len(rows[0])
    seen = [[value < least for value in row] for row in rows]
    found = []
    for y in range(height):
        for x in range(width):
            if seen[y][x]:
                continue
            seen[y][x] = True
            todo, left, right, top, bottom = [(x, y)], x, x, y, y
            while todo:
                i, k = todo.pop()
                left, right, top, bottom = min(left, i), max(right, i), min(top, k), max(bottom, k)
                for a in range(max(i - 1, 0), min(i + 2, width)):
                    for b in range(max(k - 1, 0), min(k + 2, height)):
                        if not seen[b][a]:
                            seen[b][a] = True
                            todo.append((a, b))
            found.append((left, top, right - left + 1, bottom - top + 1))
    return found


def digits(area):
    """Heights of the lines of text in a picture: of the highest sign of three or more that stand on one
    line close to each other, as the digits of an axis do; frames, curves and ticks do not."""
    signs = [s for s in shapes(grey(area)) if 5 <= s[3] <= 60 and 2 <= s[2] <= 1.3 * s[3]]
    lines = {}
    for left, top, width, height in signs:
        lines.setdefault((top + height) // 2, []).append((left, height))
    heights = []
    for line in lines.values():
        line.sort()
        near = [a for a, b in zip(line, line[1:]) if b[0] - a[0] < 2 * a[1]]
        if len(near) >= 2:
            heights.append(max(h for _, h in line))
    return heights


def check_figure(name, area):
    heights = digits(area)
    say(f"{name}: {len(heights)} lines of text, signs of {min(heights, default=0)} px and more")
    assert len(heights) >= 2, (name, heights)
    assert min(heights) >= LEAST_DIGIT, (name, heights)


def check_texts(p, name):
    """Height of all labels, and that none is cut."""
    found = {name_of(t): box(t) for t in texts(p.window)}
    heights = {text: b[3] for text, b in found.items()}
    lowest = min(heights.items(), key=lambda h: h[1])
    say(f"{name}: {len(heights)} texts, the lowest {lowest}")
    assert len(heights) > 5 and lowest[1] >= LEAST, (name, heights)
    for text, (x, y, width, height) in found.items():
        assert x >= 0 and y >= 0 and x + width <= 1280 and y + height <= 720, (name, text, (x, y, width, height))


def texts(thing, view=None):
    """All labels and buttons with text that are to be seen, those of the diagram apart, and those that have to be
    scrolled into the view of their pane."""
    if not has(thing, State.SHOWING) or role_of(thing) == "layered pane":
        return
    if role_of(thing) in ("scroll pane", "viewport"):
        view = box(thing)
    if role_of(thing) in ("label", "push button", "radio button", "text") and name_of(thing) and is_in(view, box(thing)):
        yield thing
    for child in children(thing):
        yield from texts(child, view)


def is_in(view, part):
    if view is None:
        return True
    return all(view[i] <= part[i] and part[i] + part[i + 2] <= view[i] + view[i + 2] for i in (0, 1))


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
    for role, name in (("text", "Search library"), ("push button", "Save")):
        assert not [t for t in p.find_all(role, name) if has(t, State.SHOWING)], name
    wait(lambda: box(p.canvas)[2] == 1280, "a diagram as wide as the screen")
    print(f"# block {block[2]}x{block[3]}, then {box(p.block('left'))[2:]} px")
    heights = {name_of(t): box(t)[3] for t in texts(p.window)}
    print(f"# {len(heights)} texts, the lowest {min(heights.items(), key=lambda h: h[1])}")
    assert len(heights) > 5 and min(heights.values()) >= LEAST, heights


def block_digits(p):
    """Heights of the lines of text in a block of the diagram."""
    x, y, width, height = box(p.block("right"))
    return digits((x + 4, y + 4, width - 8, height - 8))


def diagram(j):
    """Names of blocks and ports are as high as other text, on every page"""
    p = j.program
    for page in "Plots", "Results", "Macro Step":
        p.show_page(page)
        # Its name, and at the left x_left and v_left, one below the other; x and v are no line.
        names = wait(lambda: (h := block_digits(p)) and len(h) >= 2 and min(h) >= LEAST_DIGIT and h,
                     f"names in the block of {LEAST_DIGIT} px at least, there are {block_digits(p)}")  # fmt: skip
        say(f"{page}: block of {box(p.block('right'))[2:]} px, letters of {min(names)} px and more")
    p.show_page("Plots")


def variations(j):
    """Variations have no tab in a lecture, but a key; their headings are as large as the rest"""
    p = j.program
    key("ctrl+shift+v")
    p.wait_label("No parameter is varied yet")
    check_texts(p, "Variations")
    shot("variations")


def four(j):
    """Four methods with two step sizes: the legend leaves half of the height to the curves"""
    p = j.program
    click(p.find("toggle button", "Menu"))
    for name in "Run", "Sets of Runs", "Four Methods":
        click(wait(lambda: next((t for t in p.find_all(None, name) if role_of(t) in ("menu", "menu item")), None), name))
    p.run()
    p.show_page("Plots")
    p.wait_figure("Orbit", "COSTARICA")
    x, y, width, height = at_rest(lambda: figure(p, "Orbit"))
    # The axis is the longest upright line.
    rows = grey((x, y, width // 3, height))
    axis = max(sum(row[i] > 60 for row in rows) for i in range(width // 3))
    say(f"axis of {axis} px in a figure of {height} px")
    assert axis >= 0.5 * height, (axis, height)
    shot("four")


def whole(j):
    """Nothing is cut: all that is shown is on the screen"""
    p = j.program
    for text in texts(p.window):
        x, y, width, height = box(text)
        assert x >= 0 and y >= 0 and x + width <= 1280 and y + height <= 720, (name_of(text), box(text))


def runs(j):
    """F5 runs in it as ever"""
    p = j.program
    p.run()
    p.wait_figure("Trajectories", "NI-Jacobi")
    assert not p.title().startswith("*"), "the model was changed"


def figure(p, name):
    """Where a figure is; a legend of this run is in it."""
    return box(p.find("chart", name))


def kinds(j):
    """Every kind of plot of the comparison: trajectories, orbit, error, convergence"""
    p = j.program
    p.fill("Step size", "0.001; 0.0005")
    key("Return", "F5")
    p.wait_run()
    p.wait_figure("Trajectories", "NI-Jacobi")
    check_texts(p, "plots")
    shot("plots")
    for name in ("Trajectories", "Orbit"):
        check_figure(name, figure(p, name))
    for before, after in (("Trajectories", "Error"), ("Error", "Convergence")):
        click(p.find("toggle button", f"{before}: show something else"))
        click(wait(lambda: next(iter(p.find_all(None, after)), None), f"{after} in the menu"))
        key("Escape")
        p.wait_figure(after, "NI-Jacobi")
        shot(after.lower())
        check_figure(after, figure(p, after))


def pages(j):
    """Results, macro step and stability"""
    p = j.program
    p.show_page("Results")
    wait(lambda: len(p.results()) >= 2, "the table")
    check_texts(p, "Results")
    shot("results")
    lowest = min(box(t)[3] for t in p.find_all("table cell"))
    say(f"rows of the table: {lowest} px")
    assert lowest >= LEAST, lowest
    p.show_page("Macro Step")
    wait(lambda: "macro step from" in description_of(p.find("chart", "Macro step")), "the step", 10)
    for _ in range(3):
        p.press("Next Phase")
    check_texts(p, "Macro Step")
    shot("macro-step")
    check_figure("Macro step", figure(p, "Macro step"))
    # Both components have room.
    assert not [t for t in p.find_all("scroll bar", "Components of the macro step")]
    p.show_page("Stability")
    click(p.find("toggle button", "Varied parameter"))
    wait(lambda: has(p.find("text", "Search parameters"), State.FOCUSED), "the search")
    type_text("d_coupling")
    key("Return")
    wait(lambda: "Map of stability over" in description_of(p.find("chart", "Map of stability")), "a map", 20)
    check_texts(p, "Stability")
    shot("stability")
    check_figure("Map of stability", figure(p, "Map of stability"))


def lesson(j):
    """A lesson beside a macro step: all of it is on the screen"""
    p = j.program
    p.end()
    p = j.program = j.start(BUILD / "data" / "lessons" / "rollback.md")
    wait(lambda: len(p.blocks()) == 2, "the model")
    key("F11")
    wait(lambda: box(p.window)[2:] == (1280, 720), "the whole screen")
    # What is pressed moves until the bars are gone and the text is large.
    wait(lambda: not p.find_all("push button", "Save"), "a window without its bar")
    button = p.find("push button", "Iterate with rollback")
    wait(lambda: box(button)[3] >= LEAST and box(p.canvas)[1] < 60, "large text")
    p.press("Iterate with rollback")
    p.wait_label("Done: Iterate", seconds=20)
    p.press("Next Page")
    p.press("Watch one macro step")
    chart = p.find("chart", "Macro step")
    wait(lambda: "Iteration 1 of" in description_of(chart), "the step", 10)
    check_texts(p, "lesson")
    x, y, width, height = box(chart)
    assert x + width <= 1280 and y + height <= 720, (x, y, width, height)
    click(chart)
    key("Right")
    wait(lambda: "residual" in description_of(chart), "the residual")
    shot("lesson")
    check_figure("Macro step beside a lesson", box(chart))
    key("F11")
    wait(lambda: p.find_all("push button", "Save"), "the bar")


def back(j):
    """F11 again: all is where it was"""
    p = j.program
    key("F11")
    wait(lambda: [t for t in p.find_all("push button", "Save") if has(t, State.SHOWING)], "Save")
    wait(lambda: box(p.window)[3] < 720 or p.find("text", "Search library"), "the window")
    places = [box(p.find(None, name))[0] for name in ("Run", "Pause", "Step", "Cancel", "Menu")]
    assert places == sorted(places), places


main([opens, large, diagram, whole, runs, kinds, pages, variations, four, back, lesson])
