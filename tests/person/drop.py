#!/usr/bin/python3
"""Files dropped from another window, as from a file manager."""

import re
import subprocess
import sys

from person import FMUS, MODELS, SCRATCH, Gone, box, drag, key, main, wait, xdotool

# A window of its own program whose whole face can be dragged as files.
SOURCE = """
import sys, gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk
window = Gtk.Window(title="Files", default_width=120, default_height=60)
face = Gtk.EventBox()
face.add(Gtk.Label(label="Files"))
face.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
face.drag_source_add_uri_targets()
face.connect("drag-data-get", lambda w, c, data, i, t: data.set_uris(sys.argv[1:]))
window.add(face)
window.show_all()
Gtk.main()
"""


class Files:
    """The other window, below the workbench's on the screen."""

    def __init__(self, *paths):
        self.process = subprocess.Popen(
            [sys.executable, "-c", SOURCE, *(p.as_uri() for p in paths)],
            cwd=SCRATCH, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        number = wait(lambda: xdotool("search", "--name", "^Files$"), "the window of files", 15)
        self.window = number.split()[-1]
        xdotool("windowmove", "--sync", self.window, 700, 850)
        xdotool("windowraise", self.window)

    def drop(self, x, y):
        words = xdotool("getwindowgeometry", "--shell", self.window).split()
        shape = dict(word.split("=") for word in words)
        start = (int(shape["X"]) + 40, int(shape["Y"]) + 25)
        drag(start, (x, y), steps=12)

    def end(self):
        self.process.terminate()
        self.process.wait()


def drop(j, paths, right, down, seen, what):
    """Drops until `seen` is true: on a busy machine the target may answer the first drag too late."""
    left, top, _, _ = box(j.program.canvas)
    files = Files(*paths)
    try:
        for last in False, False, True:
            files.drop(left + right, top + down)
            try:
                return wait(seen, what)
            except Gone:
                if last:
                    raise
    finally:
        files.end()


def start_page(j):
    """On the start page it becomes the first block of a new model"""
    p = j.start(welcome=True)
    gallery = p.find("filler", "Examples")
    p.canvas = gallery
    drop(j, [FMUS / "types.fmu"], 300, 150,
         lambda: p.find_all("icon", "types"), "the block")  # fmt: skip
    p.leave_start()
    assert list(p.blocks()) == ["types"]
    p.end()


def component(j):
    """An FMU becomes a block where it is dropped"""
    p = j.start()
    drop(j, [FMUS / "types.fmu"], 300, 150, lambda: list(p.blocks()) == ["types"], "the block")
    left, top, _, _ = box(p.canvas)
    x, y, width, height = box(p.block("types"))
    near = (abs(x + width / 2 - left - 300), abs(y + height / 2 - top - 150))
    assert max(near) < max(width, height), (near, width, height)


def several(j):
    """Two at once become two blocks that do not overlap"""
    p = j.program
    drop(j, [MODELS / "prey.fmu", MODELS / "predator.fmu"], 80, 60,
         lambda: len(p.blocks()) == 3, "the blocks")  # fmt: skip
    boxes = [box(t) for t in p.blocks().values()]
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            apart = (a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0]
                     or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1])  # fmt: skip
            assert apart, (a, b)


def bad(j):
    """What is no FMU is refused with a word, the others stay"""
    p = j.program
    path = j.folder / "notes.fmu"
    path.write_text("no zip")
    drop(j, [path], 300, 60, lambda: p.find_all("label", re.compile("notes.fmu")),
         "a word on notes.fmu")  # fmt: skip
    p.wait_label("notes.fmu", "could not be opened")
    assert len(p.blocks()) == 3


def model(j):
    """A model dropped is opened, after the question about what is unsaved"""
    p = j.program
    drop(j, [MODELS / "two-bodies.ssp"], 200, 100,
         lambda: p.find_all("push button", "Close without Saving"), "the question")  # fmt: skip
    p.discard_changes()
    wait(lambda: sorted(p.blocks()) == ["left", "right"], "the model")


def table(j):
    """A file of values over time becomes a component with a column for each output; undone at once"""
    p = j.program
    path = j.folder / "forces.csv"
    path.write_text("t,force [N],torque\n0,0,1\n1,2,1\n3,5,2\n")
    drop(j, [path], 80, 60, lambda: "forces" in p.blocks(), "the table")
    key("ctrl+z")
    wait(lambda: sorted(p.blocks()) == ["left", "right"], "the model without it")
    key("ctrl+shift+z")
    wait(lambda: "forces" in p.blocks(), "the table again")
    bad = j.folder / "bad.csv"
    bad.write_text("t,force\n0,0\n1,zero\n")
    drop(j, [bad], 80, 160, lambda: p.find_all("label", re.compile("bad.csv:3")), "a word on it")
    key("Escape")
    key("ctrl+z")
    wait(lambda: sorted(p.blocks()) == ["left", "right"], "the model without it")


def result(j):
    """Results dropped on a plot become runs; those of libcosim, a file for each component, one"""
    p = j.program
    folder = j.folder / "cosim"
    folder.mkdir()
    for name, share in ("left", 1), ("right", 2):
        rows = "".join(f"{k / 10},{k},{share * k / 10}\n" for k in range(21))
        (folder / f"{name}_20260101_120000_00000{share}.csv").write_text("Time,StepCount,x\n" + rows)
    area = box(p.find("chart", "Trajectories"))
    left, top, _, _ = box(p.canvas)
    drop(j, sorted(folder.iterdir()), area[0] + area[2] // 2 - left, area[1] + area[3] // 2 - top,
         lambda: p.find_all("info bar", re.compile("libcosim")), "a word on them")  # fmt: skip
    said = p.wait_figure("Trajectories", "cosim, left.x: from 0 to 2 m, last 2 at 2 s",
                         "cosim, right.x: from 0 to 4 m, last 4 at 2 s")  # fmt: skip
    print("#", said)
    assert [t for t in p.find_all("radio button", re.compile(r"^History \(1\)"))]


if __name__ == "__main__":
    main([start_page, component, several, bad, model, table, result])
