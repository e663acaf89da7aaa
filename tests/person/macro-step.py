#!/usr/bin/python3
"""A macro step from within: by hand, phase by phase, step by step, and in slow motion."""

import re

from person import (Atspi, BUILD, MODELS, State, children, click, description_of, has, key, main, name_of, role_of, say,
                    shot, wait)  # fmt: skip


def said(p):
    return description_of(p.find("chart", "Macro step"))


def wait_said(p, *words, seconds=10):
    return wait(lambda: (s := said(p)) and all(w in s for w in words) and s, f"{words} of the macro step", seconds)


def at(p, time):
    entry = p.fill("Time of the macro step", time)
    key("Return")
    return entry


def choose(p, name):
    """By the keyboard: the list of a combo box is a window of its own."""
    combo = p.find("combo box", "Method of the macro step")
    click(combo)
    click(wait(lambda: next(iter(p.find_all("menu item", name)), None), name))


def on_wires(p):
    """What stands on the wires of the diagram: {name of the wire: text}."""
    return {name_of(t): description_of(t) for t in children(p.canvas) if role_of(t) == "static"}


def held(j):
    """NI-Jacobi: one round; what is told to a component is what the other one had"""
    p = j.start(j.copy(MODELS / "lotka-volterra.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    key("shift+F7")
    at(p, "4")
    text = wait_said(p, "from 4 to 4.1 s", "Iteration 1 of 1: inputs")
    say(text)
    start, end = re.search(r"prey.predators from (\S+) to (\S+)\.", text).groups()
    assert start == end, text
    key("Tab")  # out of the entry
    # The wire has what the component is told, then what came, then by how much that differs.
    wire = "wire predator.population to prey.predators"
    told = float(wait(lambda: on_wires(p).get(wire), "a value on the wire"))
    assert abs(told - float(start)) < 1e-4, (told, start)
    p.press("Next Phase")
    text = wait_said(p, "integrate", "prey.population goes from")
    came = float(re.search(r"predator.population goes from \S+ to (\S+)\.", text)[1])
    p.press("Next Phase")
    wait(lambda: abs(float(on_wires(p)[wire]) - came) < 1e-4, f"{came} on the wire")
    p.press("Next Phase")
    text = wait_said(p, "Residual 0.0")
    say(text)
    apart = float(wait(lambda: on_wires(p)[wire].startswith("Δ") and on_wires(p)[wire][1:], "the difference"))
    # Wires show four decimals, and two digits of a difference.
    assert abs(apart - (came - told)) < 0.02 * abs(apart) + 1e-4, (apart, came, told)
    assert not has(p.button("Next Phase"), State.SENSITIVE)
    shot("held")


def solved(j):
    """MISSILES: its matrix and how well it is conditioned"""
    p = j.program
    choose(p, "MISSILES")
    text = wait_said(p, "MISSILES", "Matrix of 4 unknowns", "solved")
    say(text)
    assert 1 <= float(re.search(r"condition (\S+)\.", text)[1]) < 10, text
    click(p.find("chart", "Macro step"))
    for _ in range(3):
        key("Right")
    wait_said(p, "Residual")
    shot("solved")


def steps(j):
    """The step after, the step before, by key and by mouse"""
    p = j.program
    p.press("Later Macro Step")
    wait_said(p, "from 4.1 to 4.2 s")
    p.wait_label("Macro step 42", "continued from the current state")
    p.press("Earlier Macro Step")
    wait_said(p, "from 4 to 4.1 s")
    p.wait_label("Macro step 41", "restored states")


def away(j):
    """Another page: nothing stands on the wires any more"""
    p = j.program
    p.show_page("Plots")
    wait(lambda: not any(on_wires(p).values()), "wires without values")
    p.show_page("Macro Step")
    wait(lambda: all(on_wires(p).values()), "values again")


def played(j):
    """Slow motion runs through all phases and stops at the end"""
    p = j.program
    slider = p.find("slider", "Speed of the animation")
    click(p.find("toggle button", "Play"))
    wait(lambda: has(p.find("toggle button", "Play"), State.CHECKED), "the animation")
    click(slider)
    key("End")
    wait_said(p, "Residual", seconds=20)
    wait(lambda: not has(p.find("toggle button", "Play"), State.CHECKED), "the end of it", 10)


def wrong(j):
    """A time that is none is marked; one beyond the end is said"""
    p = j.program
    entry = at(p, "soon")
    wait(lambda: "Enter a time" in description_of(entry), "the mark")
    at(p, "25")
    wait_said(p, "no macro step at 25")


def many(j):
    """Of ten components some are in sight; keys scroll to the others"""
    p = j.program
    p.end()
    p = j.program = j.start(MODELS / "chain-10.ssp")
    wait(lambda: len(p.blocks()) == 10, "the model")
    key("shift+F7")
    wait_said(p, "macro step from 0 to")
    bar = p.find("scroll bar", "Components of the macro step")
    value = lambda: Atspi.Value.get_current_value(bar)  # noqa: E731
    click(p.find("chart", "Macro step"))
    assert value() == 0
    key("Down", "Down")
    wait(lambda: value() == 2, "the third component")
    shot("many")
    key("Up")
    wait(lambda: value() == 1, "the second component")
    p.end()
    p = j.program = j.start(j.copy(MODELS / "lotka-volterra.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")


def paused(j):
    """Where a run waits it is its next step that is looked at"""
    p = j.program
    key("F7")
    wait(lambda: "Paused" in p.run_status(), "the pause")
    for k in range(1, 4):
        key("F7")
        wait(lambda: f"t = {k / 10:g} s of" in p.run_status(), f"step {k}")
    key("shift+F7")
    wait_said(p, "NI-Jacobi", "from 0.3 to 0.4 s")
    key("shift+F5")
    p.wait_run()


def iterated(j):
    """A lesson leads there: iterations, without rollback on estimators, hollow before the truth"""
    p = j.program
    p.end()
    p = j.program = j.start(BUILD / "data" / "lessons" / "rollback.md")
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.press("Iterate with rollback")
    p.wait_label("Done: Iterate")
    p.press("Next Page")
    p.press("Watch one macro step")
    text = wait_said(p, "IFOSMONDI-JFM", "Iteration 1 of", "from 4 to 4.1 s")
    n = int(re.search(r"of (\d+):", text)[1])
    assert n >= 2, text
    click(p.find("chart", "Macro step"))
    residuals = []
    for r in range(1, n + 1):
        # A lesson begins where inputs and outputs are seen together.
        for _ in range(4 if r > 1 else 1):
            key("Right")
        text = wait_said(p, f"Iteration {r} of {n}: residual")
        residuals.append(float(re.search(r"Residual ([0-9.e+-]+)\.", text)[1]))
    say(str(residuals))
    assert residuals[-1] < 0.1 * residuals[0], residuals
    shot("iterated")
    for label in ("Switch rollback off and run", "The same, with the estimator", "Estimator beside truth, in one step"):
        p.press("Next Page")
        p.press(label)
        p.wait_label(f"Done: {label}", seconds=20)
    text = wait_said(p, "IFOSMONDI-JFM", "Iteration 1 of")
    click(p.find("chart", "Macro step"))
    key("Right")
    wait_said(p, "estimated to go from")
    shot("estimated")
    # The truth beside it, at the end.
    for _ in range(4 * int(re.search(r"of (\d+):", text)[1]) - 2):
        key("Right")
    text = wait_said(p, "The estimator had predicted", "error")
    say(text)
    shot("truth")
    # Nothing can be restored here: the way back is a run from the start, and that is said.
    key("Page_Down")
    p.wait_label("Macro step 42", "continued from the current state")
    key("Page_Up")
    p.wait_label("Macro step 41", "from the start", "prey cannot save its state")
    key("F11")
    wait(lambda: not p.find_all("push button", "Save"), "lecture mode")
    shot("lecture")


main([held, solved, steps, away, played, wrong, many, paused, iterated])
