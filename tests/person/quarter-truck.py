#!/usr/bin/python3
"""The tutorial, step by step: two FMUs of one's own dropped, wired, run, and how good that is."""

import json
import re
import shutil
import subprocess
from pathlib import Path

from drop import Files
from person import (
    LOCKSTEP, MODELS, Gone, box, key, main, say, text_of, wait,
)  # fmt: skip

TUTORIAL = Path(__file__).resolve().parents[2] / "data" / "help" / "tutorial.md"


def told(method):
    """The errors of chassis.z and axle.z that the tutorial says, as they stand in its table."""
    row = next(x for x in TUTORIAL.read_text().splitlines() if x.startswith(f"| {method} |"))
    return [float(re.match(r"[\d.e-]+", cell.strip()).group()) for cell in row.split("|")[2:4]]


def start(j):
    """The program without a file: its start page takes two FMUs dropped on it"""
    j.own = j.folder / "fmus"
    j.own.mkdir()
    for name in ("chassis", "axle"):
        shutil.copy(MODELS / f"{name}.fmu", j.own)
    p = j.start(welcome=True)
    left, top, _, _ = box(p.find("filler", "Examples"))
    files = Files(j.own / "chassis.fmu", j.own / "axle.fmu")
    try:
        for attempt in range(3):
            files.drop(left + 300, top + 150)
            try:
                wait(lambda: len(p.find_all("icon", re.compile("^(chassis|axle)$"))) == 2, "two blocks")
                break
            except Gone:
                if attempt == 2:
                    raise
    finally:
        files.end()
    p.leave_start()
    p.wait_status("2 components", "0 connections", "3 inputs open")


def wires(j):
    """Three wires by the mouse, from output to input"""
    p = j.program
    p.wire("chassis", "z", "axle", "z_chassis")
    p.wire("chassis", "v", "axle", "v_chassis")
    p.wire("axle", "F", "chassis", "F")
    p.wait_status("3 connections", "0 inputs open")


def proposals(j):
    """Step size and stop time are there: the FMUs say them"""
    p = j.program
    assert text_of(p.find("text", "Step size")) in ("", "0.01"), text_of(p.find("text", "Step size"))
    say(f"step {text_of(p.find('text', 'Step size'))!r}, stop {text_of(p.find('text', 'Stop time'))!r}")


def run(j):
    """Run: curves, and the error of both methods over time"""
    p = j.program
    p.run("Run")
    p.wait_figure("Trajectories", "chassis.z", "axle.z")
    p.wait_figure("Error", "NI-Jacobi", "MISSILES")
    p.show_page("Results")
    results = wait(lambda: len(p.results()) == 2 and p.results(), "two rows")
    for label in ("NI-Jacobi", "MISSILES"):
        for signal, wanted in zip(("chassis.z", "axle.z"), told(label)):
            got = float(results[label][signal].split()[0])
            # Both show three digits at most.
            assert abs(got - wanted) <= 0.01 * wanted, (label, signal, got, wanted)


def finer(j):
    """A step a tenth as long, by the bar above"""
    p = j.program
    p.fill("Step size", "0.01 0.001")
    p.run()
    p.show_page("Results")
    wait(lambda: len(p.results()) >= 2, "the rows")


def save(j):
    """Saved; the command line has the same figures"""
    p = j.program
    j.saved = j.folder / "quarter-truck.ssp"
    p.save_as(j.saved)
    done = subprocess.run([LOCKSTEP, "compare", j.saved, "--json"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    labels = {"ni-jacobi": "NI-Jacobi", "missiles": "MISSILES"}
    runs = [r for r in json.loads(done.stdout)["runs"] if r["step_size"] == 0.01 and r["method"] in labels]
    assert len(runs) == 2, runs
    for run in runs:
        for signal, wanted in zip(("chassis.z", "axle.z"), told(labels[run["method"]])):
            # The page gives three digits at most.
            assert abs(run["errors_percent"][signal] - wanted) <= 0.01 * wanted, (run, wanted)


def without_files(j):
    """Who begins at the comparison of ./dev run: New, and both from the library"""
    j.program.end()
    p = j.start(MODELS / "lotka-volterra.ssp")
    wait(lambda: len(p.wires()) == 2, "the example")
    p.run("Run")
    key("alt+2", "ctrl+n")
    wait(lambda: not p.blocks(), "an empty diagram")
    p.place("chassis", 0.15, 0.3)
    p.place("axle", 0.6, 0.3)
    wires(j)
    run(j)


if __name__ == "__main__":
    main([start, wires, proposals, run, finer, save, without_files])
