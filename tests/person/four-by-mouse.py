#!/usr/bin/python3
"""Four components from nothing by mouse only: place, wire, connect the rest automatically, bend a
wire, arrange, run."""

import re

from person import box, centre, click, description_of, drag, main, wait


def start(j):
    """Four blocks out of the library"""
    p = j.start()
    for name, x, y in (("left-body", 0.1, 0.1), ("right-body", 0.55, 0.1),
                       ("prey", 0.1, 0.6), ("predator", 0.55, 0.6)):  # fmt: skip
        p.place(name, x, y)
    p.wait_status("4 components", "5 inputs open")


def wire(j):
    """Two wires by hand, from output to input and the other way round"""
    p = j.program
    p.wire("prey", "population", "predator", "prey")
    drag(p.port("prey", "predators"), p.port("predator", "population"))
    wait(lambda: "wire predator.population to prey.predators" in p.wires(), "the second wire")
    p.wait_status("2 connections", "3 inputs open")


def menu(j, submenu, item):
    p = j.program
    click(p.find("toggle button", "Menu"))
    click(p.find(None, submenu))
    click(wait(lambda: next((t for t in p.find_all(None, item)), None), f"{item} in the menu"))


def connect(j):
    """The other three are found by name and by unit, shown and made at once"""
    p = j.program
    menu(j, "Edit", re.compile("^Connect Automatically"))
    ticks = wait(lambda: p.find_all("check box", re.compile("→")), "suggestions")
    said = {t.get_name(): description_of(t) for t in ticks}
    assert said["right-body.F → left-body.F"] == "Real [N], same name", said
    assert said["left-body.x → right-body.x_left"] == "Real [m], the only output in this unit", said
    p.press("Connect")
    p.wait_status("5 connections", "0 inputs open")
    assert "Connect Automatically" in description_of(p.button("Undo"))


def bend(j):
    """A piece of a wire is dragged aside, and laid again by the program"""
    p = j.program
    x, y = centre(p.port("prey", "population"))
    wire_at = (x + 14, y)
    click(wire_at)
    drag(wire_at, (wire_at[0], wire_at[1] + 26))
    wait(lambda: "Bend prey" in description_of(p.button("Undo")), "the bend")
    menu(j, "Arrange", "Reset Route")
    wait(lambda: "Reset" in description_of(p.button("Undo")), "the route of the program")


def arrange(j):
    """One menu entry puts them into columns, nothing on top of another"""
    p = j.program
    menu(j, "Arrange", "Arrange Automatically")
    wait(lambda: "Arrange" in description_of(p.button("Undo")), "Arrange at Undo")
    boxes = [box(t) for t in p.blocks().values()]
    for i, (x, y, w, h) in enumerate(boxes):
        for x2, y2, w2, h2 in boxes[:i]:
            assert x >= x2 + w2 or x2 >= x + w or y >= y2 + h2 or y2 >= y + h, boxes


def run(j):
    """It runs"""
    p = j.program
    p.fill("Stop time", "1")
    p.press("Run")
    wait(lambda: "error" in p.run_status(), "the outcome", 30)


main([start, wire, connect, bend, arrange, run])
