#!/usr/bin/python3
"""An experiment stored by the command line: the window runs it, and its table says what it took."""

import re
import subprocess

from person import LOCKSTEP, MODELS, SCRATCH, main, wait


def start(j):
    """A model with a tolerance and a file as reference"""
    fine, stored = SCRATCH / "fine.csv", SCRATCH / "stored.ssp"
    model = MODELS / "two-bodies.ssp"
    subprocess.run([LOCKSTEP, "run", model, "-m", "missiles", "-H", "1e-3", "-o", fine, "-q"],
                   check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    subprocess.run([LOCKSTEP, "compare", model, "-m", "missiles", "-H", "0.5", "-s", "left.x", "-q",
                    "--tolerance=1e-4", f"--reference={fine}", f"--store={stored}"],
                   check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    p = j.start(stored)
    wait(lambda: len(p.blocks()) == 2, "the model")


def runs(j):
    """Run: the steps are those of the tolerance, the error that against the file"""
    p = j.program
    p.press("Run")
    # As the command line says: 0.0060332 %. Steps of 0.5 s are far longer than a period.
    wait(lambda: "left.x error: MISSILES 0.00603 %" in p.run_status(), "the error")


def table(j):
    """Time in the FMUs and memory stand in the table of runs"""
    p = j.program
    p.show_page("Results")
    for title in "In FMUs (s)", "Memory (MB)":
        wait(lambda: p.find("table column header", title), title)
    wait(lambda: p.find("table cell", re.compile("MISSILES, tolerance 0.0001")), "the run")


main([start, runs, table])
