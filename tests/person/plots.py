#!/usr/bin/python3
"""Plots: what each place shows, signals in panes, an inset of the part zoomed into, measuring,
differences of runs, steps, charts; and all that is kept with the model."""

import re
import subprocess
import zipfile

from person import (MODELS, Atspi, Gone, State, active_window, at_rest, box, click, drag, has, key, main, move, name_of,
                    pixels, shot, type_text, wait)  # fmt: skip


def choose_file(p, item, title, path, accept):
    """A file, by an entry of the menu of the trajectories."""
    click(p.find("toggle button", "Trajectories: view"))
    click(wait(lambda: next(iter(p.find_all(None, re.compile(item))), None), item))
    p.accept_file(title, path, accept)


def chart_box(p, name):
    return box(p.find("chart", name))


def start(j):
    """A run of two methods with three step sizes"""
    j.model = j.copy(MODELS / "two-bodies.ssp")
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Step size", "1e-3 5e-4 2.5e-4")
    p.press("Run")
    wait(lambda: "error" in p.run_status(), "the outcome", 30)
    p.wait_figure("Trajectories", "left.x", "Reference")
    shot("start")


def inset(j):
    """A box dragged in the orbit, then shown as an inset of the whole"""
    p = j.program
    x, y, w, h = chart_box(p, "Orbit")
    drag((x + w // 2, y + h // 3), (x + w // 2 + 60, y + h // 3 + 50))
    p.wait_figure("Orbit", "The view is zoomed")
    p.choose("Orbit: view", re.compile("Inset of Visible Range"))
    said = p.wait_figure("Orbit", "An inset enlarges the part from")
    assert "zoomed" not in said, said
    shot("inset")


def measure(j):
    """A mark by Ctrl and click, then the values at the pointer with what they differ by"""
    p = j.program
    x, y, w, h = chart_box(p, "Trajectories")
    p.choose("Trajectories: view", re.compile("^Set Measurement Mark"))
    p.wait_figure("Trajectories", "A mark stands at")
    move((x + 2 * w // 3, y + h // 2))
    shot("measure")


def panes(j):
    """A signal dragged onto the plot gets a pane of its own, by search a second one the right axis"""
    p = j.program
    click(p.find("toggle button", "Trajectories: signals"))
    search = p.find("text", "Search signals")
    click(search)
    type_text("right.x")

    def cell():
        """The other signal of that name is no longer listed: rows have moved"""
        cells = p.find_all("table cell", re.compile(r"^x$"))
        return len(cells) == 1 and cells[0]

    wait(cell, "the signal")
    shot("tree")
    x, y, w, h = chart_box(p, "Trajectories")
    for last in False, False, True:  # a busy program may answer the first drag too late
        drag(wait(cell, "the signal"), (x + w - 30, y + h // 3), steps=20)
        try:
            wait(lambda: p.find_all("table cell", "pane 1"), "the pane in the list")
            break
        except Gone:
            if last:
                raise
    shot("dropped")
    click(p.find("toggle button", "Trajectories: signals"))
    wait(lambda: not p.find_all("text", "Search signals"), "the end of the list")


def logarithm(j):
    """A linear axis for errors and back"""
    p = j.program
    p.choose("Error: view", re.compile("Logarithmic Vertical Axis"))
    shot("linear")
    p.choose("Error: view", re.compile("Logarithmic Vertical Axis"))


def horizontal(j):
    """A logarithmic time axis, taken back by an undo"""
    p = j.program
    p.choose("Trajectories: view", "Logarithmic Horizontal Axis")
    p.wait_figure("Trajectories", "It is logarithmic", "from 0.00025 s to 2 s")
    shot("horizontal")
    key("ctrl+z")
    wait(lambda: "logarithmic" not in p.figure("Trajectories"), "the linear axis")


def steps(j):
    """Steps over time instead of the orbit"""
    p = j.program
    p.choose("Orbit: show something else", "Steps")
    p.wait_figure("Steps", "Steps of the runs over time", "step size")
    shot("steps")


def difference(j):
    """The difference of two runs, and whether it stays within a tolerance band"""
    p = j.program
    p.choose("Steps: show something else", "Difference of Runs")
    p.wait_figure("Difference of Runs", "Difference of left.x", "tolerance band")
    shot("difference")


def convergence(j):
    """Errors over step sizes, with the orders"""
    p = j.program
    p.choose("Difference of Runs: show something else", "Convergence")
    wait(lambda: "order" in p.figure("Convergence"), "the orders")
    shot("convergence")
    open_captions(p, "Convergence")
    p.fill("Vertical axis", "how wrong")
    p.fill("MISSILES, left.x", "good")
    p.press("Apply")
    said = p.wait_figure("Convergence", "how wrong over step size", " good (order 4", "MISSILES, right.x")
    assert "MISSILES, left.x" not in said, said
    shot("convergence-captions")
    p.choose("Convergence: show something else", re.compile("Work.Precision"))
    wait(lambda: "CPU" in p.figure("Work–Precision"), "the costs")


def open_captions(p, plot):
    click(p.find("toggle button", f"{plot}: view"))
    click(wait(lambda: next(iter(p.find_all(None, re.compile("Captions"))), None), "Captions"))


def captions(j):
    """A title, captions of axes and names of a signal and of a run"""
    p = j.program
    open_captions(p, "Trajectories")
    p.fill("Title", "Two bodies")
    p.fill("Horizontal axis", "elapsed")
    p.fill(name_of(p.find("text", re.compile("^Vertical axis( 1)?$"))), "way")
    p.fill("Signal left.x", "Mine")
    shot("captions-dialog")
    p.press("Apply")
    p.wait_figure("Trajectories", "Two bodies", "called “elapsed”", "called “way”", ", Mine: from")
    shot("captions")


def keys(j):
    """The cursor by keys with its values, back and forward in the zooms"""
    p = j.program
    area = p.find("chart", "Trajectories")
    click(area)
    key("shift+Right")
    said = p.wait_figure("Trajectories", "At the cursor: t = ", "Mine = ")
    key("shift+Right")
    wait(lambda: (s := p.figure("Trajectories")) and "At the cursor" in s and s != said, "other values")
    key("plus")
    p.wait_figure("Trajectories", "The view is zoomed")
    key("BackSpace")
    wait(lambda: "zoomed" not in p.figure("Trajectories"), "the whole")
    key("shift+BackSpace")
    p.wait_figure("Trajectories", "The view is zoomed")
    key("Home")
    wait(lambda: "zoomed" not in p.figure("Trajectories"), "the whole again")


def export_shown(j):
    """Only what is shown of the numbers: the signal ticked, over the time framed"""
    p = j.program
    path = j.model.with_name("shown.csv")
    area = p.find("chart", "Error")
    click(area)
    for _ in range(5):
        key("plus")
    p.wait_figure("Error", "The view is zoomed")
    p.press("Error: export")
    button = p.choose_file("Export Plot", path, "Export")
    tick = p.find("check box", re.compile("only visible signals"))
    click(tick)
    wait(lambda: has(tick, State.CHECKED), "the tick")
    shot("export")
    click(button)
    p.gone("file chooser", "Export Plot")
    p.wait_active()
    first = path.with_name("shown-1-ni-jacobi.csv")
    wait(lambda: len(list(path.parent.glob("shown-*[!d].csv"))) == 6, "all files")
    wait(lambda: len(list(path.parent.glob("shown-*-estimated.csv"))) > 0, "estimates beside them")
    lines = [line.split(",") for line in first.read_text().splitlines()]
    assert lines[0] == ["time", "left.x", "right.x"], lines[0]
    times = [float(line[0]) for line in lines[1:]]
    # Five steps of 1.25 into 2 s, with macro steps of 1 ms.
    assert times[0] > 0.3 and abs(times[-1] - times[0] - 2 / 1.25**5) < 2e-3, (times[0], times[-1])
    click(area)
    key("Home")
    wait(lambda: "zoomed" not in p.figure("Error"), "the whole")


def sized(j):
    """A picture of the size and resolution asked for, as its preview shows; kept for the next one"""
    p = j.program
    path = j.model.with_name("sized.png")
    p.press("Error: export")
    button = p.choose_file("Export Plot", path, "Export")
    for label, value in (("Width (mm)", 100), ("Height (mm)", 50), ("Resolution (dpi)", 254)):
        spin = p.find("spin button", label)
        Atspi.Value.set_current_value(spin, value)
    p.wait_label("PNG: 1000 × 500 pixels")
    preview = at_rest(lambda: box(p.find(None, "Preview of the plot")))
    x, y, width, height = preview
    wait(lambda: len(set(pixels([(x + width // 2, y + height // 2 + k) for k in range(-50, 50)]))) > 3,
         "a picture of curves")  # fmt: skip
    # Half as high as wide: its margin is white, what is around it is the ground of the dialog.
    margin = pixels([(x + width // 2 - 127, y + k) for k in range(height)])
    assert abs(sum(c == (255, 255, 255) for c in margin) - 130) <= 2, margin
    shot("sized")
    click(button)
    p.gone("file chooser", "Export Plot")
    p.wait_active()
    wait(lambda: path.exists(), "the picture")
    size = subprocess.run(["identify", "-format", "%w %h", path], capture_output=True, text=True, check=True)
    assert size.stdout == "1000 500", size.stdout
    p.press("Error: export")
    wait(lambda: active_window() == "Export Plot", "the dialog")
    p.wait_label("PNG: 1000 × 500 pixels")
    key("Escape")
    p.gone("file chooser", "Export Plot")
    p.wait_active()


def template(j):
    """The look saved as a file, changed, and taken back from there"""
    p = j.program
    path = j.model.with_name("look.lsplot")
    choose_file(p, "Save as Template", "Save Plot as Template", path, "Export")
    wait(path.exists, "the template")
    text = path.read_text()
    assert "kind=trajectory" in text and "title=Two bodies" in text and "elapsed" in text, text
    assert "left.x;Mine;" in text, text
    click(p.find("toggle button", "Trajectories: view"))
    click(wait(lambda: next(iter(p.find_all(None, re.compile("Captions"))), None), "Captions"))
    p.fill("Title", "Something else")
    p.press("Apply")
    p.wait_figure("Trajectories", "Something else")
    choose_file(p, "Apply Template", "Apply Template", path, "Open")
    p.wait_figure("Trajectories", "Two bodies", "called “way”")


def saved(j):
    """How the plots look is saved with the model, and there again when it is opened"""
    p = j.program
    key("ctrl+s")
    wait(lambda: not p.title().startswith("*"), "the saved file")
    with zipfile.ZipFile(j.model) as archive:
        text = archive.read("SystemStructure.ssd").decode()
    assert 'title="Two bodies"' in text and "<" in text and "pane" in text, text
    key("ctrl+q")
    wait(lambda: not p.is_alive(), "the end of the program")
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    key("F5")
    wait(lambda: "error" in p.run_status(), "the outcome", 30)
    p.wait_figure("Trajectories", "Two bodies")


main([start, inset, measure, panes, logarithm, horizontal, steps, difference, convergence, captions, keys, export_shown,
      sized, template, saved])
