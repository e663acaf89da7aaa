#!/usr/bin/python3
"""Terminals: one port and one wire for each, its members beside the diagram, the matrix, icons."""

import csv
import json
import os
import subprocess

from person import (
    FMUS, LOCKSTEP, MODELS, Atspi, box, centre, children, click, description_of, drag, has, key, main, move, name_of, pixels,
    role_of, screenshot, wait,
)  # fmt: skip


def picture(name):
    if "PICTURES" in os.environ:
        screenshot(f"{os.environ['PICTURES']}/{name}.png")


def is_blue(color):
    """The colour of the disk, (60, 110, 180), in spite of smoothing."""
    red, green, blue = color[:3]
    return abs(red - 60) < 25 and abs(green - 110) < 25 and abs(blue - 180) < 25


def last_values(path, folder):
    """Values at the end of a run on the command line."""
    table = folder / "values.csv"
    subprocess.run(
        [LOCKSTEP, "run", path, "--stop-time=0.1", "--step-size=1e-3", f"--output-file={table}",
         "--method=ni-jacobi"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    with table.open() as file:
        return list(csv.DictReader(file, skipinitialspace=True))[-1]


def place(j):
    """A terminal is one port, whatever goes in and out"""
    p = j.start(FMUS / "terminal-left.fmu")
    wait(lambda: p.blocks(), "the first block")
    key("ctrl+i")
    p.accept_file("Add FMUs", FMUS / "terminal-right.fmu", "Add")
    p.wait_status("2 components")
    key("ctrl+0")
    j.left, j.right = sorted(p.blocks())
    left, top, width, height = box(p.canvas)
    drag(p.block(j.left), (left + width // 5, top + height // 3))
    drag(p.block(j.right), (left + 4 * width // 5, top + height // 3))
    wait(lambda: centre(p.block(j.right))[0] > centre(p.block(j.left))[0] + 100, "blocks side by side")
    assert [name_of(t) for t in children(p.block(j.left))] == ["rod"]
    assert [name_of(t) for t in children(p.block(j.right))] == ["rod", "x", "v"]
    assert description_of(p.port(j.left, "rod")) == "terminal, open"
    picture("terminal-ports")


def icons(j):
    """The icon of an FMU is on its block: its blue disk is in the middle, and nothing of it on the name"""
    p = j.program
    left, top, width, height = box(p.canvas)
    key("Escape")
    move((left + width // 2, top + height - 10))  # away from tooltips
    wait(lambda: not any(role_of(t) == "tool tip" for t in p.find_all("tool tip")), "no tooltip")
    at = {}
    for name in (j.left, j.right):
        left, top, width, height = box(p.block(name))
        points = [(left + width * i // 40, top + height * k // 40) for i in range(1, 40) for k in range(1, 40)]
        at[name] = [points[n] for n, color in enumerate(pixels(points)) if is_blue(color)]
        assert len(at[name]) > 5, at
        assert min(y for _, y in at[name]) > top + height // 3, (at, top, height)


def wire(j):
    """One wire connects all members, in both directions; one undo takes it back"""
    p = j.program
    p.wire(j.left, "rod", j.right, "rod")
    p.wait_status("3 connections")
    assert p.wires() == [f"wire {j.left}.rod to {j.right}.rod"], p.wires()
    assert description_of(p.port(j.left, "rod")) == "terminal, connected"
    picture("terminal-wire")
    key("ctrl+z")
    p.wait_status("0 connections")
    key("ctrl+y")
    p.wait_status("3 connections")


def refused(j):
    """What is connected is not connected again"""
    p = j.program
    drag(p.port(j.right, "rod"), p.port(j.left, "rod"))
    p.wait_status("are connected already", "3 connections")


def members(j):
    """Members are seen beside the diagram, disconnected and connected one by one"""
    p = j.program
    click(p.find("static", f"wire {j.left}.rod to {j.right}.rod"))
    p.wait_label(f"{j.left}.rod ↔ {j.right}.rod")
    member = f"{j.left}.v → {j.right}.v_left"
    check = p.find("check box", member)
    assert has(check, Atspi.StateType.CHECKED)
    picture("terminal-members")
    click(check)
    p.wait_status("2 connections")
    assert description_of(p.port(j.right, "rod")) == "terminal, open"
    p.place("left-body", 0.5, 0.2)
    third = wait(lambda: next(iter(set(p.blocks()) - {j.left, j.right}), None), "another block")
    drag(p.port(third, "v"), p.port(j.right, "rod"))
    click(p.find("menu item", f"{j.right}.v_left"))
    p.wait_status("3 connections")
    click(p.find("static", f"wire {j.left}.rod to {j.right}.rod"))
    click(p.find("check box", member))
    p.wait_label("The member was not connected")
    assert not has(p.find("check box", member), Atspi.StateType.CHECKED)
    p.press("Close")
    key("ctrl+z", "ctrl+z")
    p.wait_status("2 components", "2 connections")
    click(p.find("static", f"wire {j.left}.rod to {j.right}.rod"))
    click(wait(lambda: p.find("check box", member), "the member again"))
    p.wait_status("3 connections")
    wait(lambda: has(p.find("check box", member), Atspi.StateType.CHECKED), "connected again")


def keyboard(j):
    """The same wire by keyboard"""
    p = j.program
    key("Escape")
    click(p.find("static", f"wire {j.left}.rod to {j.right}.rod"))
    key("Delete")
    p.wait_status("0 connections")
    Atspi.Component.grab_focus(p.port(j.left, "rod"))
    key("Return")
    wait(lambda: f"From {j.left}.rod: choose a terminal" in p.status(), "a wire")
    key("Tab")
    wait(lambda: f"Connect {j.left}.rod with {j.right}.rod (3)" in p.status(), "what it connects")
    key("Return")
    p.wait_status("3 connections")


def copies(j):
    """Copies have the wire, too; a new name does not change it"""
    p = j.program
    key("ctrl+a", "ctrl+d")
    p.wait_status("4 components", "6 connections")
    assert len(p.wires()) == 2, p.wires()
    key("ctrl+z")
    p.wait_status("2 components", "3 connections")


def saved(j):
    """What was saved runs as with single wires, and opens as one wire"""
    p = j.program
    j.saved = j.folder / "terminals.ssp"
    p.save_as(j.saved)
    ours, plain = last_values(j.saved, j.folder), last_values(MODELS / "two-bodies.ssp", j.folder)
    for name, side in ((j.left, "left"), (j.right, "right")):
        for variable in ("x", "v"):
            assert float(ours[f"{name}.{variable}"]) == float(plain[f"{side}.{variable}"]), (ours, plain)
    told = json.loads(subprocess.run([LOCKSTEP, "info", "--json", j.saved], capture_output=True, text=True,
                                     check=True).stdout)  # fmt: skip
    assert [(w["name"], len(w["connections"])) for w in told["terminal_wires"]] \
        == [(f"{j.left}.rod ↔ {j.right}.rod", 3)], told  # fmt: skip
    key("ctrl+n")
    wait(lambda: not p.blocks(), "an empty diagram")
    key("ctrl+o")
    click(p.choose_file("Open Model", j.saved, "Open"))
    wait(lambda: sorted(p.blocks()) == [j.left, j.right], "the blocks again")
    assert p.wires() == [f"wire {j.left}.rod to {j.right}.rod"], p.wires()


def matrix(j):
    """A terminal is one row and one column of the matrix, or one for each member"""
    p = j.program
    key("alt+4")
    table = p.find("table", "Connection matrix")
    heads = lambda: [name_of(t) for t in children(table) if role_of(t) == "table column header"][2:]  # noqa: E731
    wait(lambda: heads()[:-1] == [f"{j.left}.rod", f"{j.right}.rod"], "two columns")
    picture("terminal-matrix")
    click(p.find("toggle button", "Unfold Ports"))
    wait(lambda: heads()[:-1] == [f"{j.left}.F", f"{j.right}.x_left", f"{j.right}.v_left"], "single variables")


main([place, icons, wire, refused, members, keyboard, copies, saved, matrix])
