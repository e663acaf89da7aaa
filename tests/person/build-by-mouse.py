#!/usr/bin/python3
"""Lotka-Volterra from an empty window by mouse: place, wire, run, save, open again."""

import json
import os
import re
import subprocess
import zipfile
from pathlib import Path

from person import (
    LOCKSTEP, SOURCE, State, active_window, box, click, description_of, has, key, main, name_of, text_of, wait,
)  # fmt: skip

# Not part of this project; LOCKSTEP_SCHEMAS names the folder that has them.
SCHEMAS = Path(os.environ.get("LOCKSTEP_SCHEMAS", SOURCE.parent / "shared" / "schemas"))
SCHEMA = SCHEMAS / "ssp1" / "SystemStructureDescription.xsd"


def start(j):
    """An empty window says how to begin"""
    p = j.start(welcome=True)
    assert p.title() == "Untitled – Lockstep", p.title()
    wait(lambda: len(p.find_all("list item", "Two bodies")) > 0, "the gallery of examples")
    click(p.button("New Model"))
    p.leave_start()
    assert "0 components" in p.status(), p.status()
    assert not p.is_sensitive(p.button("Run"))
    p.wait_figure("Trajectories", "Nothing to run yet")


def place(j):
    """Two components come out of the library by drag"""
    p = j.program
    p.place("prey", 0.15, 0.3)
    p.place("predator", 0.6, 0.3)
    assert sorted(p.blocks()) == ["predator", "prey"], p.blocks()
    p.wait_status("2 components", "0 connections", "2 inputs open")
    assert p.title().startswith("*"), p.title()


def wire(j):
    """Two wires from output to input"""
    p = j.program
    p.wire("prey", "population", "predator", "prey")
    p.wire("predator", "population", "prey", "predators")
    p.wait_status("2 connections", "0 inputs open")


def in_sight(thing):
    """Brought there by the wheel, as a whole."""

    def look():
        x, y, width, height = box(thing)
        if y > 0 and y + height < 600:
            return True
        click((300, 300), button=5)
        return False

    wait(look, f"{name_of(thing)} in sight")
    return thing


def options(p, button):
    """Those of a method just ticked unfold; a text that no run would take is told at once."""
    method = in_sight(p.find("check box", "Gauss-Seidel"))
    click(method)
    wait(lambda: has(method, State.CHECKED), "a tick at Gauss-Seidel")
    x, y, _, _ = box(in_sight(p.find("toggle button", "Gauss-Seidel: options")))
    click((x + 8, y + 8))
    entry = in_sight(p.find("text", "order"))
    p.fill(entry, "prey/x")
    wait(lambda: "no component “x”. There are: prey, predator." in description_of(entry), "what is wrong")
    p.wait_label("no component “x”. There are: prey, predator.")
    assert "order" not in description_of(button), description_of(button)
    p.fill(entry, "predator/prey")
    wait(lambda: "order=predator/prey" in description_of(button), "the order")
    assert not description_of(entry), description_of(entry)
    click(in_sight(p.find("check box", re.compile("^Gauss-Seidel"))))
    wait(lambda: "Gauss" not in description_of(button), "no Gauss-Seidel")


def methods(j):
    """Methods are chosen by tick marks, and explained"""
    p = j.program
    button = p.find("toggle button", "Methods")
    click(button)
    missiles = p.find("check box", "MISSILES")
    assert has(p.find("check box", "NI-Jacobi"), State.CHECKED) and has(missiles, State.CHECKED)
    click(missiles)
    wait(lambda: not has(missiles, State.CHECKED), "no tick at MISSILES")
    wait(lambda: description_of(button) == "NI-Jacobi", "one method")
    click(missiles)
    wait(lambda: has(missiles, State.CHECKED), "a tick at MISSILES")
    wait(lambda: description_of(button) == "NI-Jacobi\nMISSILES", "two methods")
    options(p, button)
    key("Escape")
    p.gone("check box", "MISSILES")


def run(j):
    """Run shows curves and errors of both methods"""
    p = j.program
    p.fill("Step size", "0.1")
    p.fill("Stop time", "20")
    p.press("Run")
    wait(lambda: "MISSILES" in p.run_status() and "error" in p.run_status(), "the outcome")
    wait(lambda: "Reference" in p.figure("Trajectories"), "curves")
    for figure in ("Trajectories", "Orbit", "Error"):
        said = p.wait_figure(figure, "NI-Jacobi", "MISSILES")
        for method in ("NI-Jacobi", "MISSILES"):
            for signal in ("prey", "predator"):
                assert re.search(f"{method}[^.]*(0.1 s)?, {signal}.population: from", said), said
    p.show_page("Results")
    j.rows = wait(lambda: len(p.results()) == 2 and p.results(), "two rows of results")
    poor = j.rows["NI-Jacobi"]
    good = j.rows["MISSILES"]
    # The orbit of the sequential exchange spirals outward: an error about one fifth.
    assert 17 < float(poor["prey.population"]) < 21, poor
    assert float(good["prey.population"]) < 0.05, good
    assert poor["Status"] == good["Status"] == "done"
    assert poor["Macro steps"] == good["Macro steps"] == "200", (poor, good)


def save(j):
    """Saved by the file chooser, valid for other programs"""
    j.saved = j.folder / "built.ssp"
    j.program.save_as(j.saved)
    with zipfile.ZipFile(j.saved) as archive:
        names = archive.namelist()
        (j.folder / "built.ssd").write_bytes(archive.read("SystemStructure.ssd"))
    assert {"resources/prey.fmu", "resources/predator.fmu"} <= set(names), names
    if SCHEMA.exists():
        done = subprocess.run(
            ["xmllint", "--noout", "--nonet", "--schema", SCHEMA, j.folder / "built.ssd"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr


def compare(j):
    """The command line gives the same numbers for the saved file"""
    done = subprocess.run(
        [LOCKSTEP, "compare", j.saved, "--json"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["stop_time"] == 20
    assert [(r["method"], r["step_size"]) for r in result["runs"]] == [
        ("ni-jacobi", 0.1), ("missiles", 0.1),
    ]  # fmt: skip
    for run, label in zip(result["runs"], ("NI-Jacobi", "MISSILES")):
        for signal, error in run["errors_percent"].items():
            shown = float(j.rows[label][signal].split()[0])
            # Three digits are shown.
            assert abs(shown - error) <= 0.006 * error, (label, signal, shown, error)


def open_again(j):
    """The saved file opens as it was, and runs"""
    p = j.program
    key("ctrl+n")
    wait(lambda: not p.blocks(), "an empty diagram")
    key("ctrl+o")
    click(p.choose_file("Open Model", j.saved, "Open"))
    wait(lambda: sorted(p.blocks()) == ["predator", "prey"], "the blocks again")
    assert p.wires() == [
        "wire predator.population to prey.predators", "wire prey.population to predator.prey",
    ]  # fmt: skip
    assert p.title() == "built.ssp – Lockstep", p.title()
    assert text_of(p.find("text", "Step size")) == "0.1"
    assert text_of(p.find("text", "Stop time")) == "20"
    wait(lambda: "Lockstep" in active_window(), "the window")
    key("F5")
    p.show_page("Results")
    wait(lambda: len(p.results()) == 2, "results again")
    for label, row in j.rows.items():
        # Errors come with the reference, later than the end of the runs.
        wait(lambda: p.results()[label]["prey.population"], f"the error of {label}")
        again = p.results()[label]
        assert again["prey.population"] == row["prey.population"], (again, row)


main([start, place, wire, methods, run, save, compare, open_again])
