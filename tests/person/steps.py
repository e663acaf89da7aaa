#!/usr/bin/python3
"""Inner steps of a component and a step of its own, set in the inspector."""

import json
import subprocess
import zipfile

from person import (
    LOCKSTEP, MODELS, Atspi, State, click, description_of, has, key, main, name_of, shot, text_of, wait,
)  # fmt: skip


def saved(path):
    with zipfile.ZipFile(path) as ssp:
        return ssp.read("SystemStructure.ssd").decode()


def inner_steps(p):
    combo = p.find("combo box", "Inner steps")
    return name_of(Atspi.Selection.get_selected_child(combo, 0))


def choose(p, name):
    click(p.find("combo box", "Inner steps"))
    click(p.find("menu item", name))
    wait(lambda: inner_steps(p) == name, f"{name} inner steps")


def said(p):
    """Of the step of its own: how it is written, or what is wrong with it."""
    return description_of(p.find("text", "Step of its own"))


def reach_own(p):
    """Below the edge of the panel: the focus brings it into sight."""
    click(p.find("text", "Options of the solver"))
    for _ in range(3):
        key("Tab")
    p.find("text", "Step of its own")


def type_own(p, text):
    reach_own(p)
    p.fill("Step of its own", text)
    key("Return")


def opened(j):
    """The settings of a component that steps with the master"""
    j.path = j.copy(MODELS / "two-bodies.ssp")
    p = j.start(j.path)
    wait(lambda: len(p.blocks()) == 2, "the blocks")
    click(p.block("left"))
    Atspi.Action.do_action(p.find("toggle button", "Execution"), 0)
    reach_own(p)
    wait(lambda: inner_steps(p) == "1", "no inner steps")
    assert text_of(p.find("text", "Step of its own")) == ""


def chosen(j):
    """Inner steps are an edit that can be undone, and are in the file"""
    p = j.program
    choose(p, "4")
    shot("steps")
    key("ctrl+z")
    wait(lambda: inner_steps(p) == "1", "the undone choice")
    key("ctrl+shift+z")
    wait(lambda: inner_steps(p) == "4", "the choice again")
    key("ctrl+s")
    wait(lambda: 'inner-steps="4"' in saved(j.path), "the setting in the file")
    done = subprocess.run([LOCKSTEP, "compare", j.path, "-m", "ni-jacobi", "-H", "1e-3", "--json", "-q"],
                          capture_output=True, text=True, timeout=60)  # fmt: skip
    assert json.loads(done.stdout)["runs"][0]["counts"]["do_step"] == 5 * 2000, done


def refused(j):
    """Both at once are refused beside the field, and so is what is no step"""
    p = j.program
    type_own(p, "0.01")
    p.wait_label("exclude each other")
    choose(p, "1")
    wait(lambda: not any("exclude" in s for s in p.labels()), "no complaint any more")
    key("ctrl+s")
    wait(lambda: 'own-step="0.01"' in saved(j.path), "the step alone in the file")
    type_own(p, "often")
    p.wait_label("left", "“often” is no step")
    shot("steps-refused")


def own(j):
    """A step of its own, too"""
    p = j.program
    type_own(p, "10x")
    wait(lambda: not any("no step" in s for s in p.labels()), "no complaint any more")
    key("ctrl+s")
    wait(lambda: 'own-step="10x"' in saved(j.path), "the setting in the file")
    assert "inner-steps" not in saved(j.path)
    type_own(p, "")
    key("ctrl+s")
    wait(lambda: "own-step" not in saved(j.path), "no setting in the file")


def integrated(j):
    """What a solver of Lockstep integrates has neither, and the reason is told"""
    p = j.program
    click(p.find("combo box", "Solver"))
    click(p.find("menu item", "Dormand-Prince 5(4)"))
    wait(lambda: not has(p.find("combo box", "Inner steps"), State.SENSITIVE), "no choice")
    assert not has(p.find("text", "Step of its own"), State.SENSITIVE)
    assert "solver of Lockstep" in said(p), said(p)


main([opened, chosen, refused, own, integrated])
