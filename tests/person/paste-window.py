#!/usr/bin/python3
"""Components copied in one program are pasted into the window of another."""

import subprocess

from person import MODELS, State, Program, centre, click, has, key, main, wait, xdotool


def start(j):
    """Two programs, one with a model"""
    j.first = j.start(j.copy(MODELS / "lotka-volterra.ssp"))
    j.first.wait_status("2 components")
    x, y = centre(j.first.canvas)
    click((x, y - 60))
    wait(lambda: has(j.first.canvas, State.FOCUSED), "the focus on the diagram")
    key("ctrl+a", "ctrl+c")
    j.first.wait_status("selected")


def paste(j):
    """Ctrl+V in the other brings blocks and wires"""
    j.second = Program()
    p = j.second
    for window in xdotool("search", "--name", "Untitled").split():
        subprocess.run(["xdotool", "windowactivate", "--sync", window], check=False)
    key("alt+2")
    wait(lambda: has(p.canvas, State.FOCUSED), "the focus on the other diagram")
    key("ctrl+v")
    p.wait_status("2 components", "2 connections", "0 inputs open")
    assert sorted(p.blocks()) == ["predator", "prey"]


def runs(j):
    """The pasted model runs"""
    p = j.second
    key("F5")
    wait(lambda: "error" in p.run_status(), "the outcome", 60)


main([start, paste, runs])
