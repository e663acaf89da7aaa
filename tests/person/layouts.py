#!/usr/bin/python3
"""Layouts of plots: split, dragged, closed, alone, in a window of its own, in tabs; undone, and kept
with the model."""

import contextlib
import re
import zipfile

from person import (MODELS, Atspi, Gone, State, active_window, at_rest, box, children, click, drag, has, key,
                    main, name_of, role_of, shot, type_text, wait, wheel)  # fmt: skip


def charts(p, name):
    return sorted(p.find_all("chart", name), key=box)


def titles(p):
    """Of the plots in sight, from left to right and down."""
    found = [c for c in p.find_all("chart") if box(c)[2] > 50]
    return [name_of(c) for c in sorted(found, key=lambda c: box(c)[:2])]


def bar(p, name):
    """Between the title of a plot and its buttons."""
    x, y, width, height = box(p.find("toggle button", f"{name}: show something else"))
    return x + width + 6, y + height // 2


def view_of(chart):
    """Where a plot is scrolled."""
    while role_of(chart) != "scroll pane":
        chart = Atspi.Accessible.get_parent(chart)
    return box(chart)


def within(chart):
    """Whether all of a plot is in sight."""
    (_, y, _, height), (_, top, _, room) = box(chart), view_of(chart)
    return top <= y and y + height <= top + room


def bring(p, name):
    """Scrolls until the top of a plot is in sight."""
    left, top, width, height = view_of(p.find("chart", name))
    for n in range(20):
        y = at_rest(lambda: box(p.find("chart", name)))[1]
        if top <= y <= top + height - 40:
            return
        # Over the scroll bar, and never twice at the same point, where there is nothing to wait for.
        wheel((left + width - 6, top + height // 2 + n % 2), 1 if y > top else -1)


def use(p, name):
    """Clicks on the top of a plot, whose rest may be scrolled out of sight, until it has the focus: it may
    still be moving."""
    for _ in range(3):
        bring(p, name)
        x, y, width, height = at_rest(lambda: box(p.find("chart", name)))
        click((x + width // 2, y + 8))
        with contextlib.suppress(Gone):
            return wait(lambda: has(p.find("chart", name), State.FOCUSED), f"the focus on {name}", 2)
    raise Gone(f"no focus on {name}")


def menu(p, *names):
    """An entry of the main menu, by its submenus."""
    click(p.find("toggle button", "Menu"))
    for name in names:
        click(wait(lambda name=name: next(iter(p.find_all(None, name)), None), name))


def tabs(p):
    found = p.find_all("page tab list", "Layouts of plots")
    return [name_of(t) for t in children(found[0]) if role_of(t) == "page tab"] if found else []


def split(j):
    """By menu and by key there are four plots; signals of the new one are its own"""
    j.model = j.copy(MODELS / "two-bodies.ssp")
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.run()
    p.choose("Trajectories: view", "Split Below")
    wait(lambda: len(charts(p, "Trajectories")) == 2, "two plots of trajectories")
    upper, lower = (box(c) for c in charts(p, "Trajectories"))
    assert abs(upper[0] - lower[0]) < 3 and upper[1] + upper[3] <= lower[1], (upper, lower)
    # They scroll rather than being lower than axes, legend and 80 px of curves; the new one is in sight.
    assert min(upper[3], lower[3]) >= 180, (upper, lower)
    wait(lambda: within(charts(p, "Trajectories")[1]), "the new plot in sight")
    # The column scrolls by itself: single plots beside it stay whole.
    for name in "Orbit", "Error":
        assert within(p.find("chart", name)), (name, box(p.find("chart", name)), view_of(p.find("chart", name)))
    click(p.find_all("toggle button", "Trajectories: signals")[-1])
    box_of = wait(lambda: next(iter(p.find_all("text", "Search signals")), None), "the search")
    click(box_of)
    type_text("right.x")
    wait(lambda: len(p.find_all("table cell", "x")) == 1, "one signal")
    shot("signals")
    key("Escape")
    key("Escape")


def views(j):
    """The new plot shows something else, which is an edit and can be undone"""
    p = j.program
    click(p.find_all("toggle button", "Trajectories: show something else")[-1])
    click(wait(lambda: next(iter(p.find_all(None, "Steps")), None), "Steps"))
    wait(lambda: sorted(titles(p)) == ["Error", "Orbit", "Steps", "Trajectories"], "the steps")
    p.wait_figure("Steps", "step size")
    shot("four")
    key("ctrl+z")
    wait(lambda: len(charts(p, "Trajectories")) == 2, "two plots of trajectories again")
    key("ctrl+shift+z")
    wait(lambda: "Steps" in titles(p), "the steps again")


def dragged(j):
    """A plot dragged by its bar to the left edge of another stands there"""
    p = j.program
    bring(p, "Error")
    x, y, width, height = box(p.find("chart", "Trajectories"))
    drag(bar(p, "Error"), (x + 12, y + height // 2), steps=12)
    wait(lambda: titles(p)[0] == "Error", "the error on the left")
    error, trajectory = box(p.find("chart", "Error")), box(p.find("chart", "Trajectories"))
    assert error[0] + error[2] <= trajectory[0], (error, trajectory)
    shot("dragged")
    key("ctrl+z")
    wait(lambda: titles(p)[-1] == "Error", "the error on the right again")
    use(p, "Error")
    key("ctrl+shift+Left")
    wait(lambda: titles(p)[-1] != "Error", "the error further left by keys")
    key("ctrl+z")
    wait(lambda: titles(p)[-1] == "Error", "and back")


def alone(j):
    """One of the four has the window, by key and back"""
    p = j.program
    width = box(p.find("chart", "Steps"))[2]
    use(p, "Steps")
    key("F12")
    wait(lambda: titles(p) == ["Steps"] and box(p.find("chart", "Steps"))[2] > 2 * width, "the steps alone")
    key("Escape")
    wait(lambda: len(titles(p)) == 4, "all four")


def own_window(j):
    """One in a window of its own draws the next run, too; closed, it stands where it was"""
    p = j.program
    use(p, "Orbit")
    before = titles(p)
    key("shift+F12")
    wait(lambda: "Orbit – two-bodies" in active_window(), "the window of the orbit")
    wait(lambda: box(p.find("chart", "Orbit"))[2] > 600, "the large orbit")
    shot("window")
    p.run()
    p.wait_figure("Orbit", "MISSILES")
    key("shift+F12")
    wait(lambda: titles(p) == before, "the orbit where it was")


def sizes(j):
    """A divider that was moved stays there, and can be undone"""
    p = j.program
    width = at_rest(lambda: box(p.find("chart", "Error")))[2]
    divider = p.find_all("split pane", "Widths of plots")[-1]
    Atspi.Value.set_current_value(divider, Atspi.Value.get_current_value(divider) - 90)
    wait(lambda: box(p.find("chart", "Error"))[2] > width + 60, "the wider plot")
    wider = at_rest(lambda: box(p.find("chart", "Error")))[2]
    bring(p, "Error")
    p.choose("Error: view", "Split Below")
    wait(lambda: len(charts(p, "Error")) == 2, "two plots of errors")
    # Two below each other may need a scroll bar.
    wait(lambda: abs(box(charts(p, "Error")[0])[2] - wider) < 20, f"the width of {wider}")
    key("ctrl+shift+w")
    wait(lambda: len(charts(p, "Error")) == 1, "one plot of errors")
    wait(lambda: abs(box(p.find("chart", "Error"))[2] - wider) < 20, f"the width of {wider}")
    key("ctrl+z", "ctrl+z", "ctrl+z")
    wait(lambda: abs(box(p.find("chart", "Error"))[2] - width) < 20, "the width as before")


def layouts(j):
    """A second layout from a template: tabs, which are renamed, moved and changed by key"""
    p = j.program
    menu(p, "View", "Layout of Plots", "New Layout", "Convergence")
    wait(lambda: tabs(p) == ["Comparison", "Convergence"], "two tabs")
    wait(lambda: titles(p) == ["Convergence", "Work–Precision", "Error"], "three other plots")
    menu(p, "View", "Layout of Plots", "Rename Layout…")
    p.fill("Name of the layout", "For Friday")
    p.press("Rename")
    wait(lambda: tabs(p) == ["Comparison", "For Friday"], "the name")
    shot("tabs")
    key("ctrl+Page_Up")
    wait(lambda: len(titles(p)) == 4, "the four plots")
    key("ctrl+Page_Down")
    wait(lambda: "Work–Precision" in titles(p), "the others")
    friday = next(t for t in children(p.find("page tab list", "Layouts of plots")) if name_of(t) == "For Friday")
    click(friday, button=3)
    click(wait(lambda: next(iter(p.find_all(None, "Move Left")), None), "Move Left"))
    wait(lambda: tabs(p) == ["For Friday", "Comparison"], "the order")


def kept(j):
    """All that is there again when the model is opened"""
    p = j.program
    key("ctrl+s")
    wait(lambda: not p.title().startswith("*"), "the saved file")
    with zipfile.ZipFile(j.model) as archive:
        text = archive.read("SystemStructure.ssd").decode()
    assert re.search(r'layout name="For Friday"', text), text
    key("ctrl+q")
    wait(lambda: not p.is_alive(), "the end of the program")
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    wait(lambda: tabs(p) == ["For Friday", "Comparison"], "the tabs")
    assert titles(p) == ["Convergence", "Work–Precision", "Error"], titles(p)
    key("ctrl+Page_Down")
    wait(lambda: sorted(titles(p)) == ["Error", "Orbit", "Steps", "Trajectories"], "the four plots")
    menu(p, "View", "Layout of Plots", "Close Layout")
    wait(lambda: not tabs(p), "one layout")


main([split, views, dragged, alone, own_window, sizes, layouts, kept])
