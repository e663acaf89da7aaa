#!/usr/bin/python3
"""The orbits of the methods in one figure, as the paper has them (MISSILES, figure 11), by two clicks;
marks of time on it; the usual sets of runs."""

import json
import re
import subprocess

from person import LOCKSTEP, MODELS, Atspi, box, click, description_of, key, main, role_of, shot, text_of, wait


def number(words, text):
    return float(re.search(words + r" (-?[\d.e+-]+)", text)[1])


def two_clicks(j):
    """The example, and Run: steps of 0.01 s, NI-Jacobi spirals outwards, MISSILES as published does not"""
    p = j.start(welcome=True)
    gallery = p.find("filler", "Examples")
    view = Atspi.Accessible.get_parent(gallery)

    def card():
        """In sight as a whole: the wheel brings it there"""
        _, top, _, height = box(view)
        above = False
        for t in p.find_all("list item", "Orbits of prey and predators", gallery):
            _, y, _, h = box(t)
            if description_of(t) and y >= top and y + h <= top + height:
                return t
            above = y < top
        # A slow tree tells of a card when the wheel has gone past it.
        click(view, button=4 if above else 5)
        return None

    click(wait(card, "the example"))
    p.leave_start()
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.run("Run")
    published = "MISSILES, preset=as-published"
    said = p.wait_figure("Orbit", "Orbit of predator.population over prey.population", "NI-Jacobi", published,
                         "Reference")  # fmt: skip
    print("#", said)
    assert description_of(p.find("toggle button", re.compile("^Methods"))) == (
        f"NI-Jacobi\n{published}")  # fmt: skip
    assert text_of(p.find("text", "Step size")) == "0.01" and text_of(p.find("text", "Stop time")) == "20"
    # Over two rounds the one goes further out than the closed curve, the other does not.
    top = {name: number(name + ".*?prey.population: from [\\d.]+ to", said)
           for name in ("Reference", "NI-Jacobi", published)}  # fmt: skip
    assert top["NI-Jacobi"] > top["Reference"] + 0.02, top
    assert 0 <= top["Reference"] - top[published] < 0.01, top
    runs = json.loads(subprocess.run([LOCKSTEP, "compare", MODELS / "lotka-volterra-orbit.ssp", "--json", "-q"],
                                     capture_output=True, text=True, check=True).stdout)["runs"]
    errors = [run["errors_percent"]["prey.population"] for run in runs]
    print("#", errors)
    # Both methods written anew in another language give these with this step.
    assert abs(errors[0] - 1.4123) < 1e-3 and abs(errors[1] - 2.0762) < 2e-2, errors
    shot("figure-11")


def marks(j):
    """Times along the orbit, every 4 s, and no others after an undo; what is no time is said"""
    p = j.program
    click(p.find("toggle button", "Orbit: axes"))
    entry = p.fill("Time marks every (s)", "x")
    wait(lambda: "Seconds" in description_of(entry), "a word on what is wrong")
    p.fill("Time marks every (s)", "4")
    p.wait_figure("Orbit", "Time marks stand every 4 s")
    key("Escape")
    shot("marks")
    wait(lambda: not p.find_all("text", "Time marks every (s)"), "the end of the axes")
    key("ctrl+z")
    wait(lambda: "Marks" not in p.figure("Orbit"), "no marks")
    key("ctrl+shift+z")
    p.wait_figure("Orbit", "Time marks stand every 4 s")


def preset(p, item):
    click(p.find("toggle button", "Menu"))
    for name in "Run", "Sets of Runs", item:
        click(wait(lambda: next((t for t in p.find_all(None, name) if role_of(t) in ("menu", "menu item")), None),
                   f"{name} in the menu"))  # fmt: skip


def presets(j):
    """The usual sets of runs, each with one undo"""
    p = j.program
    steps = p.find("text", "Step size")
    expected = {
        "As Published": (["NI-Jacobi", "IFOSMONDI-JFM, eps=1e-2", "IFOSMONDI-JFM, eps=1e-5",
                          "MISSILES, preset=as-published"], 1),
        "Four Methods": (["NI-Jacobi", "IFOSMONDI-JFM", "MISSILES", "COSTARICA"], 1),
        "Convergence Study": (["NI-Jacobi", "IFOSMONDI-JFM", "MISSILES", "COSTARICA"], 5),
    }  # fmt: skip
    for item, (names, n_steps) in expected.items():
        preset(p, item)
        wait(lambda: all(n in description_of(p.find("toggle button", re.compile("^Methods"))) for n in names)
             and len(text_of(steps).split(";")) == n_steps, f"{item}: {names}, {n_steps}")  # fmt: skip
    key("ctrl+z")
    wait(lambda: len(text_of(steps).split(";")) == 1, "one step size")
    preset(p, "Work–Precision")
    wait(lambda: text_of(steps).split(";")[0].strip() == "0.04" and len(text_of(steps).split(";")) == 6,
         "six step sizes")  # fmt: skip


main([two_clicks, marks, presets])
