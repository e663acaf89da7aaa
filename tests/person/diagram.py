#!/usr/bin/python3
"""Tools of the diagram: bends kept in the file, turning and aligning, panning, pictures and paper."""

import contextlib
import re
import subprocess
import xml.etree.ElementTree as ET
import zipfile

from person import (
    MODELS, Gone, Journey, box, centre, click, drag, key, main, release, say, wait, xdotool,
)  # fmt: skip


def start(j: Journey):
    """A model with three wires"""
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.wires()) == 3, "the wires")
    key("ctrl+1")
    p.wait_status("zoom 100 %")


def structure(path):
    with zipfile.ZipFile(path) as archive:
        return ET.fromstring(archive.read("SystemStructure.ssd"))


def bends_now(j, p, name):
    """Points of the wire of x in the model saved under a new name."""
    path = j.folder / f"{name}.ssp"
    p.save_as(path)
    for wire in structure(path).findall(".//{*}Connection"):
        if (wire.get("startConnector"), wire.get("endConnector")) == ("x", "x_left"):
            geometry = wire.find("{*}ConnectionGeometry")
            return [] if geometry is None else geometry.get("pointsX", "").split()
    raise AssertionError("no such connection")


def bends(j: Journey):
    """A straight wire gets bends by a drag, is bent elsewhere, and straight again dragged back"""
    p = j.program
    (x1, y1), (x2, y2) = centre(p.port("left", "x")), centre(p.port("right", "x_left"))
    x, y = (x1 + x2) // 2, (y1 + y2) // 2
    drag((x, y), (x, y - 60))
    points = bends_now(j, p, "bent")
    say(f"{points}")
    assert len(points) >= 4, points
    drag((x, y - 60), (x, y - 30))
    assert len(bends_now(j, p, "less")) == len(points)
    drag((x, y - 30), (x, y))
    assert not bends_now(j, p, "straight")
    key("ctrl+z", "ctrl+z")
    assert bends_now(j, p, "undone") == points
    key("ctrl+a", "ctrl+shift+l")
    assert not bends_now(j, p, "reset")


def by_menu(p, *path):
    # The menu before may still be closing, and takes the key then.
    for _ in range(3):
        key("F10")
        with contextlib.suppress(Gone):
            p.find("menu", path[0], seconds=3)
            break
    for name in path[:-1]:
        click(p.find("menu", name))
    click(p.find("menu item", re.compile(f"^{path[-1]}")))


def arrange(j: Journey):
    """Turned, flipped, aligned and distributed, by keys and from the menu; undone one by one"""
    p = j.program
    key("Escape")
    click(p.block("left"))
    p.wait_status("1 selected")
    before = box(p.port("left", "F"))
    key("ctrl+r")
    wait(lambda: box(p.port("left", "F"))[1] < box(p.block("left"))[1] + 20, "the input on top")
    key("ctrl+shift+r")
    wait(lambda: box(p.port("left", "F")) == before, "the input on the left")
    key("h")
    wait(lambda: box(p.port("left", "F"))[0] > before[0] + 50, "the input on the right")
    key("ctrl+z")
    wait(lambda: box(p.port("left", "F")) == before, "the input on the left")
    key("ctrl+d")
    wait(lambda: "left_2" in p.blocks(), "another one")
    key("ctrl+a")
    p.wait_status("selected")
    by_menu(p, "Arrange", "Align Tops")
    blocks = ("left", "right", "left_2")
    wait(lambda: len({box(p.block(b))[1] for b in blocks}) == 1, "all tops in line")
    by_menu(p, "Arrange", "Distribute Across")

    def gaps():
        left, *_ = boxes = sorted(box(p.block(b)) for b in blocks)
        return [b[0] - a[0] - a[2] for a, b in zip(boxes, boxes[1:])] if left else []

    # Blocks stand at whole pixels.
    wait(lambda: abs(gaps()[0] - gaps()[1]) <= 1, "equal gaps")
    key("ctrl+z", "ctrl+z", "ctrl+z")
    wait(lambda: "left_2" not in p.blocks(), "all as before")


def pan(j: Journey):
    """Space and a drag, the middle button, the wheel: the view moves, blocks do not"""
    p = j.program
    left, top, width, height = box(p.canvas)
    free = (left + width // 2, top + height - 40)
    before = box(p.block("left"))

    def moved(dx, dy):
        wait(lambda: box(p.block("left"))[:2] == (before[0] + dx, before[1] + dy), f"{dx}, {dy}")

    click(free)
    xdotool("keydown", "space")
    drag(centre(p.block("left")), (centre(p.block("left"))[0] + 40, centre(p.block("left"))[1] + 20))
    xdotool("keyup", "space")
    moved(40, 20)
    x, y = free
    xdotool("mousemove", x, y, "mousedown", 2, "mousemove", x - 40, y - 20, "sleep", "0.05",
            "mouseup", 2)  # fmt: skip
    moved(0, 0)
    xdotool("mousemove", x, y, "click", 5)
    moved(0, -48)
    xdotool("click", 4, "click", 7)
    moved(-48, 0)
    xdotool("click", 6, "keydown", "shift", "click", 5, "keyup", "shift")
    moved(-48, 0)
    xdotool("keydown", "shift", "click", 4, "keyup", "shift")
    moved(0, 0)
    drag(free, (x + 10, y + 10), hold=True)  # a band: Esc leaves it
    key("Escape")
    release()


def pictures(j: Journey):
    """Exported as PNG, SVG and PDF: the ending says which; what cannot be written is said"""
    p = j.program
    sizes = {}
    for ending, start_of in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")):
        path = j.folder / f"picture.{ending}"
        key("ctrl+e")
        p.accept_file("Export Diagram", path, "Export")
        wait(path.exists, path.name)
        wait(lambda: path.read_bytes().startswith(start_of), f"the start of {path.name}")
        sizes[ending] = path.stat().st_size
    say(f"bytes: {sizes}")
    text = (j.folder / "picture.svg").read_text(encoding="utf-8")
    assert "<svg" in text and "</svg>" in text
    words = subprocess.run(["pdftotext", j.folder / "picture.pdf", "-"], capture_output=True,
                           text=True, check=False).stdout  # fmt: skip
    assert not words or ("left" in words and "right" in words), words


def paper(j: Journey):
    """Printed to a file: one page, the diagram fills it"""
    p = j.program
    target = j.folder / "paper.pdf"
    key("ctrl+p")
    dialog = p.find("dialog", "Print")
    click(p.find("table cell", re.compile("File"), dialog))
    button = p.find("push button", re.compile(r"\.pdf$"), dialog)
    click(button)
    say("the file chooser of the print dialog")
    p.accept_file("Select a filename", target, "Select")
    click(p.find("push button", "Print", dialog))
    wait(lambda: target.exists() and target.read_bytes().rstrip().endswith(b"%%EOF"), "the page")
    done = subprocess.run(["pdfinfo", target], capture_output=True, text=True, check=False)
    assert not done.stdout or re.search(r"Pages:\s+1\n", done.stdout), done.stdout
    p.wait_active()


main([start, bends, arrange, pan, pictures, paper])
