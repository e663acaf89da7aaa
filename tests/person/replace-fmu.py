#!/usr/bin/python3
"""Another FMU for a component: the dry run says what stays and what goes; one step to undo."""

import re

from person import MODELS, box, click, description_of, key, main, wait


def start(j):
    """Lotka-Volterra with two wires"""
    p = j.start(j.copy(MODELS / "lotka-volterra.ssp"))
    p.wait_status("2 components", "2 connections")


def ask(j, fmu):
    p = j.program
    # Its header: in the middle of a block there may be labels of ports.
    x, y, width, _ = box(p.block("prey"))
    click((x + width // 2, y + 12))
    p.wait_status("1 selected")
    key("ctrl+shift+i")
    p.accept_file("Replace FMU By", MODELS / fmu, "Choose")


def sibling(j):
    """An FMU with the same ports: all stays"""
    p = j.program
    ask(j, "prey-basic.fmu")
    p.wait_label("All its", "stay")
    p.press("Replace")
    wait(lambda: "Replace FMU of prey" in description_of(p.button("Undo")), "Replace at Undo")
    p.wait_status("2 connections", "0 inputs open")
    assert len(p.wires()) == 2


def stranger(j):
    """One with other ports: the dry run names each connection and why, Cancel changes nothing"""
    p = j.program
    ask(j, "left-body.fmu")
    p.wait_label("prey.population → predator.prey", "no variable")
    p.wait_label("These are removed:")
    click(p.find("push button", "Cancel", p.find("dialog", "Replace FMU")))
    p.gone("dialog", "Replace FMU")
    p.wait_status("2 connections")


def accept(j):
    """Accepted, and undone in one step"""
    p = j.program
    ask(j, "left-body.fmu")
    p.press("Replace")
    p.wait_status("2 components", "0 connections")
    key("ctrl+z")
    p.wait_status("2 connections", "0 inputs open")
    key("ctrl+z")
    wait(lambda: not p.is_sensitive(p.button("Undo")), "nothing left to undo")
    assert p.find(None, re.compile("prey"))


main([start, sibling, stranger, accept])
