#!/usr/bin/python3
"""Arrays of FMI 3.0: one port and one wire for each, elements of it, the matrix folded and unfolded."""

import csv
import os
import subprocess

from person import (
    FMUS, LOCKSTEP, Atspi, children, click, description_of, drag, key, main, name_of, role_of, screenshot,
    text_of, wait,
)  # fmt: skip


def picture(name):
    if "PICTURES" in os.environ:
        screenshot(f"{os.environ['PICTURES']}/{name}.png")


def values(path, folder):
    """Those at the end, by a run on the command line."""
    table = folder / "values.csv"
    subprocess.run(
        [LOCKSTEP, "run", path, "--stop-time=1", "--step-size=0.1", f"--output-file={table}",
         "--method=ni-jacobi"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    with table.open() as file:
        return list(csv.DictReader(file, skipinitialspace=True))[-1]


def array(row, name):
    """All elements of one component's array, in their order."""
    return [float(v) for k, v in row.items() if k.startswith(name + "[")]


def place(j):
    """An array is one port"""
    p = j.start(FMUS / "arrays.fmu")
    wait(lambda: p.blocks(), "the first block")
    key("ctrl+a", "ctrl+d")
    wait(lambda: sorted(p.blocks()) == ["arrays", "arrays_2"], "two blocks")
    ports = [name_of(t) for t in children(p.block("arrays"))]
    assert ports == ["u", "v", "w", "s", "y", "p", "q", "r"], ports
    p.wait_status("2 components", "0 connections")


def wire(j):
    """One wire connects all elements; one undo takes it back"""
    p = j.program
    p.wire("arrays", "y", "arrays_2", "u")
    p.wait_status("3 connections")
    assert "connected" in description_of(p.port("arrays_2", "u"))
    picture("array-wire")
    key("ctrl+z")
    p.wait_status("0 connections")
    key("ctrl+y")
    p.wait_status("3 connections")
    p.wire("arrays", "p", "arrays_2", "v")
    p.wait_status("9 connections")


def refused(j):
    """Unequal sizes are refused with a sentence"""
    p = j.program
    drag(p.port("arrays", "q"), p.port("arrays_2", "u"))
    p.wait_status("Not connected: arrays.q[3×2] cannot feed arrays_2.u[3]: the sizes differ",
                  "9 connections")  # fmt: skip


def elements(j):
    """Rows and ranges of an array are chosen beside the diagram"""
    p = j.program
    click(p.find("static", "wire arrays.p to arrays_2.v"))
    p.wait_label("arrays.p → arrays_2.v")
    p.fill("Elements of the output", "2, 1-3")
    p.fill("Elements of the input", "1, 1-2")
    key("Return")
    p.wait_label("3 elements of arrays.p cannot feed 2 of arrays_2.v: the sizes differ")
    p.fill("Elements of the input", "1, 1-3")
    key("Return")
    p.wait_status("6 connections")
    picture("array-elements")
    assert p.wires() == ["wire arrays.p to arrays_2.v", "wire arrays.y to arrays_2.u"], p.wires()
    key("ctrl+z")
    p.wait_status("9 connections")
    wait(lambda: text_of(p.find("text", "Elements of the output")) == "", "all elements")
    key("ctrl+y")
    p.wait_status("6 connections")
    wait(lambda: text_of(p.find("text", "Elements of the output")) == "2, 1-3", "the row")


def single(j):
    """From a single variable to an element, which a menu offers; by keyboard the other way round"""
    p = j.program
    drag(p.port("arrays", "r"), p.port("arrays_2", "w"))
    click(p.find("menu item", "arrays_2.w[2,1]"))
    p.wait_status("7 connections")
    assert "wire arrays.r to arrays_2.w" in p.wires(), p.wires()
    port = p.port("arrays", "y")
    Atspi.Component.grab_focus(port)
    key("Return")
    wait(lambda: "From arrays.y" in p.status(), "a wire")
    for _ in range(20):
        key("Tab")
        if "Choose an element of arrays.y" in wait(p.status, "a sentence"):
            break
    key("Return")
    p.find("menu item", "arrays.y[3]")
    key("Down", "Down", "Down", "Return")
    p.wait_status("8 connections")
    picture("array-single")


def saved(j):
    """What was saved runs with these elements, and opens as it was"""
    p = j.program
    j.saved = j.folder / "arrays.ssp"
    p.save_as(j.saved)
    row = values(j.saved, j.folder)
    assert array(row, "arrays_2.y") == [2, 4, 6], row
    # A row of p, (21, 22, 23), over the constants of p.
    assert array(row, "arrays_2.p") == [32, 34, 36, 21, 22, 23], row
    # arrays.s is y[3]; arrays.r, one more, is arrays_2.w[2,1].
    assert array(row, "arrays_2.q") == [0, 0, 4, 0, 0, 0], row
    wires = p.wires()
    key("ctrl+n")
    wait(lambda: not p.blocks(), "an empty diagram")
    key("ctrl+o")
    click(p.choose_file("Open Model", j.saved, "Open"))
    wait(lambda: sorted(p.blocks()) == ["arrays", "arrays_2"], "the blocks again")
    assert p.wires() == wires, (p.wires(), wires)
    p.wait_status("8 connections")


def matrix(j):
    """An array is one row or column of the matrix, or one for each element"""
    p = j.program
    key("alt+4")
    table = p.find("table", "Connection matrix")
    heads = lambda: [name_of(t) for t in children(table) if role_of(t) == "table column header"][2:]  # noqa: E731
    wait(lambda: heads()[:4] == ["arrays.u", "arrays.v", "arrays.w", "arrays.s"], "four inputs")
    picture("array-matrix")
    click(p.find("toggle button", "Unfold Ports"))
    wait(lambda: heads()[:5] == [f"arrays.u[{i}]" for i in (1, 2, 3)] + ["arrays.v[1,1]", "arrays.v[1,2]"],
         "single elements")  # fmt: skip
    picture("array-matrix-unfolded")


main([place, wire, refused, elements, single, saved, matrix])
