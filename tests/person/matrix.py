#!/usr/bin/python3
"""The matrix Ω beside the diagram: hover, click, keys, as text; the list with filter and order."""

import os
import subprocess

from person import (
    MODELS, State, box, centre, children, click, has, key, main, move, name_of, role_of,
    screenshot, type_text, wait,
)  # fmt: skip


def picture(name):
    if "PICTURES" in os.environ:
        screenshot(f"{os.environ['PICTURES']}/{name}.png")


def clipboard():
    """What another program would be given."""
    code = (
        "import gi; gi.require_version('Gtk', '3.0'); from gi.repository import Gdk, Gtk;"
        "print(Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).wait_for_text(), end='')"
    )
    return subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, text=True,
                          check=True).stdout  # fmt: skip


def parts(p, table, role):
    return [t for t in children(p.find("table", table)) if role_of(t) == role]


def cells(p):
    """Cells of the matrix by full names of output and input."""
    heads = [name_of(t) for t in parts(p, "Connection matrix", "table column header")]
    found = parts(p, "Connection matrix", "table cell")
    cells, component = {}, ""
    for i in range(0, len(found), len(heads)):
        row = found[i : i + len(heads)]
        component = name_of(row[0]) or component
        for head, cell in zip(heads[2:], row[2:]):
            cells[f"{component}.{name_of(row[1])}", head] = cell
    return cells


def shown(j):
    """The matrix of two bodies: outputs below each other, inputs side by side, by component"""
    p = j.start(MODELS / "two-bodies.ssp")
    wait(lambda: len(p.wires()) == 3, "the wires")
    key("alt+4")
    heads = wait(lambda: [name_of(t) for t in
                          parts(p, "Connection matrix", "table column header")], "heads")  # fmt: skip
    assert heads[2:5] == ["left.F", "right.x_left", "right.v_left"], heads
    names = [name_of(t) for t in parts(p, "Connection matrix", "table cell")]
    assert [n for n in names if n in ("left", "right")] == ["left", "right"], names
    ticked = [k for k, c in cells(p).items() if has(c, State.CHECKED)]
    assert sorted(k[1] for k in ticked) == ["left.F", "right.v_left", "right.x_left"], ticked
    picture("matrix")


def hover(j):
    """The pointer on a tick lights up the wire, and on the wire the row and column"""
    p = j.program
    x, y, width, height = box(p.canvas)
    move((x + width - 20, y + height - 20))
    before = pixels_of_wires(p)
    x, y = centre(cells(p)[("left.x", "right.x_left")])
    move((x + 3, y + 2))
    move((x, y))
    p.wait_label("left.x is connected to right.x_left. Click to disconnect.")
    wait(lambda: pixels_of_wires(p) != before, "a lit wire")
    picture("matrix-hover")


def pixels_of_wires(p):
    x, y, width, height = box(p.canvas)
    area = f"{width}x{height}+{x}+{y}"
    return subprocess.run(["import", "-window", "root", "-crop", area, "-depth", "8", "rgb:-"],
                          capture_output=True, check=True).stdout  # fmt: skip


def by_mouse(j):
    """A click takes a connection away, another one puts it back; both are on the diagram"""
    p = j.program
    click(cells(p)[("left.x", "right.x_left")])
    p.wait_status("2 connections", "1 input open")
    click(cells(p)[("left.x", "right.x_left")])
    p.wait_status("3 connections", "0 inputs open")
    assert "wire left.x to right.x_left" in p.wires()


def by_keyboard(j):
    """Arrows and the space bar do the same"""
    p = j.program
    key("space")
    p.wait_status("2 connections")
    key("space")
    p.wait_status("3 connections")
    key("Down")
    p.wait_label("✗")


def text(j):
    """Ctrl+C copies it as text; the button also for a spreadsheet and as LaTeX"""
    p = j.program
    key("ctrl+c")
    p.wait_label("The matrix is in the clipboard.")
    lines = clipboard().splitlines()
    print("# " + "\n# ".join(lines))
    assert lines[0].split() == ["left", "right"], lines
    assert lines[1].split() == ["F", "x_left", "v_left"], lines
    assert lines[2].split() == ["left.x", "0", "1", "0"], lines
    assert lines[-1].split() == ["right.F", "1", "0", "0"], lines
    click(p.find("toggle button", "Copy"))
    click(p.find("menu item", "As LaTeX"))
    wait(lambda: clipboard().startswith("\\begin{array}{r|c|cc}"), "LaTeX in the clipboard")
    click(p.find("toggle button", "Copy"))
    click(p.find("menu item", "For a Spreadsheet"))
    wait(lambda: clipboard().startswith("\tleft.F\tright.x_left"), "tabs in the clipboard")
    assert len(p.wires()) == 3


def as_list(j):
    """The list: filtered by words, sorted by a click on a head; Delete disconnects"""
    p = j.program
    p.show_page("List")
    p.wait_label("3 connections")
    picture("list")
    p.fill("Filter connections", "RIGHT v_")
    p.wait_label("1 of 3 connections")
    p.fill("Filter connections", "")
    p.wait_label("3 connections")
    columns = lambda: [name_of(t) for t in parts(p, "Connections", "table cell")][::3]  # noqa: E731
    click(parts(p, "Connections", "table column header")[0])
    wait(lambda: columns() == sorted(columns()), "an order by output")
    click(parts(p, "Connections", "table column header")[0])
    wait(lambda: columns() == sorted(columns(), reverse=True), "the order the other way round")
    click(parts(p, "Connections", "table cell")[0])
    p.wait_status("1 selected")
    wait(lambda: has(p.find("table", "Connections"), State.FOCUSED)
         or any(has(t, State.FOCUSED) for t in parts(p, "Connections", "table cell")), "focus")  # fmt: skip
    key("Delete")
    p.wait_status("2 connections")
    key("ctrl+z")
    p.wait_status("3 connections")


def large(j):
    """Of a large model: the neighbours of what is selected; the list finds one of 198"""
    for program in j.programs:
        program.end()
    p = j.start(MODELS / "chain-100.ssp")
    p.wait_status("100 components", "198 connections", seconds=20)
    key("alt+4")
    p.wait_label("too large for one matrix")
    picture("matrix-large")
    key("alt+2", "ctrl+f")
    wait(lambda: has(p.find("text", "Find component"), State.FOCUSED), "the search")
    type_text("body_050")
    key("Return", "Escape")
    p.wait_status("1 selected")
    p.wait_label("only connections of the selected components")
    heads = [name_of(t) for t in parts(p, "Connection matrix", "table column header")]
    picture("matrix-large-selected")
    assert heads[2].startswith("body_049."), heads
    assert {h.split(".")[0] for h in heads[2:] if "." in h} == {
        "body_049", "body_050", "body_051"}, heads  # fmt: skip
    p.show_page("List")
    p.fill("Filter connections", "body_099 body_100")
    p.wait_label("2 of 198 connections")
    click(parts(p, "Connections", "table cell")[0], times=2)
    wait(lambda: has(p.block("body_100"), State.SHOWING), "its block in sight")
    p.wait_status("selected")


main([shown, hover, by_mouse, by_keyboard, text, as_list, large])
