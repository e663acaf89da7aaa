#!/usr/bin/python3
"""Four components from nothing by keyboard only, with copy, paste, turn, find and connect."""

from person import State, description_of, has, key, main, name_of, text_of, type_text, wait


def search(j, name):
    p = j.program
    key("alt+1")
    entry = p.find("text", "Search library")
    wait(lambda: has(entry, State.FOCUSED), "the focus in the search of the library")
    key("ctrl+a")
    type_text(name)
    library = p.find("list box", "Library")
    wait(lambda: (rows := [name_of(t) for t in p.find_all("list item", None, library)])
         and name in rows and all(name in row for row in rows), f"only rows with {name}")  # fmt: skip
    key("Return")


def place(j):
    """Two come out of the library"""
    p = j.start()
    search(j, "left-body")
    p.wait_status("1 component")
    search(j, "right-body")
    p.wait_status("2 components")


def connect(j):
    """Ctrl+K and Return connect them"""
    p = j.program
    key("ctrl+k")
    p.button("Connect")
    key("alt+o")
    p.wait_status("3 connections", "0 inputs open")


def duplicate(j):
    """Ctrl+D doubles both with their wires"""
    p = j.program
    # The dialog has the keys until it is gone.
    wait(lambda: not p.find_all("push button", "Connect"), "the end of the dialog")
    key("alt+2")
    wait(lambda: has(p.canvas, State.FOCUSED), "the focus on the diagram")
    key("ctrl+a", "ctrl+d")
    p.wait_status("4 components", "6 connections", "2 selected")
    assert sorted(p.blocks()) == ["left-body", "left-body_2", "right-body", "right-body_2"]
    assert "wire left-body_2.x to right-body_2.x_left" in p.wires()


def turn(j):
    """Ctrl+R turns the copies, Ctrl+Z turns them back"""
    p = j.program
    key("ctrl+r")
    wait(lambda: "Rotate 2 components" in description_of(p.button("Undo")), "Rotate at Undo")
    key("ctrl+z")
    wait(lambda: "Duplicate" in description_of(p.button("Undo")), "Duplicate at Undo")
    key("h")
    wait(lambda: "Flip" in description_of(p.button("Undo")), "Flip at Undo")
    key("ctrl+z")


def cut_and_paste(j):
    """Ctrl+X takes them away, Ctrl+V brings them back"""
    p = j.program
    key("ctrl+x")
    p.wait_status("2 components", "3 connections")
    key("ctrl+v")
    p.wait_status("4 components", "6 connections", "2 selected")


def arrange(j):
    """Ctrl+L puts all into columns"""
    p = j.program
    key("ctrl+l")
    wait(lambda: "Arrange" in description_of(p.button("Undo")), "Arrange at Undo")


def find(j):
    """Ctrl+F finds by a part of the name, Return goes on, Esc goes back to the diagram"""
    p = j.program
    key("ctrl+f")
    entry = p.find("text", "Find component")
    wait(lambda: has(entry, State.FOCUSED), "the focus in the entry")
    type_text("RIGHT")
    p.wait_label("1 of 2")
    key("Return")
    p.wait_label("2 of 2")
    key("Escape")
    wait(lambda: has(p.block("right-body_2"), State.SELECTED), "the block selected")
    p.wait_status("1 selected")


def loops(j):
    """Ctrl+T says whether there is an algebraic loop"""
    p = j.program
    key("ctrl+t")
    p.wait_status("No algebraic loop")
    key("ctrl+t")


def run(j):
    """F5 runs it"""
    p = j.program
    key("F5")
    wait(lambda: "error" in p.run_status(), "the outcome", 60)
    assert text_of(p.find("text", "Step size"))


main([place, connect, duplicate, turn, cut_and_paste, arrange, find, loops, run])
