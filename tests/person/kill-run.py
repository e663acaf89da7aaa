#!/usr/bin/python3
"""Killed in the middle of a run: what was computed is offered at the next start, and is right."""

import csv
import math
import os
import subprocess
from pathlib import Path

from person import BUILD, MODELS, click, main, wait

RUNS = Path(os.environ.get("XDG_CACHE_HOME", "")) / "lockstep/runs"


def files():
    return sorted(RUNS.glob("*.csv"))


def start(j):
    """A long run is kept on disk as it grows"""
    j.model = j.copy(MODELS / "two-bodies.ssp")
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Step size", "1e-6")
    p.press("Run")
    wait(lambda: any(f.stat().st_size > 200_000 for f in files()), "what was computed, on disk", 20)


def killed(j):
    """Killed, the next start offers it"""
    j.program.kill()
    assert files()
    p = j.start()
    p.wait_label("A run was cut off", "two-bodies", "ni-jacobi")


def saved(j):
    """Saved, it is what the command line computes, row by row"""
    p = j.program
    path = j.folder / "recovered.csv"
    click(p.button("Save As…"))
    p.accept_file("Save Recovered Results", path, "Export")
    wait(path.exists, "the file")
    rows = list(csv.reader(path.open()))
    assert rows[0] == ["time", "left.x", "right.x"] and len(rows) > 1000, rows[:2]
    stop = float(rows[1001][0])
    other = j.folder / "other.csv"
    subprocess.run([BUILD / "src/cli/lockstep", "run", j.model, "-m", "ni-jacobi", "-H", "1e-6", "-q", "-s", "left.x", "-s", "right.x",
                    "--stop-time", repr(stop), "-o", other], check=True, capture_output=True)  # fmt: skip
    wanted = list(csv.reader(other.open()))
    for got, want in zip(rows[1:1000], wanted[1:1000]):
        # The stop time is told to the FMU and moves nothing but the last bits.
        assert all(math.isclose(float(a), float(b), rel_tol=1e-9, abs_tol=1e-12) for a, b in zip(got, want)), (got, want)
    wait(lambda: not files(), "the end of the copy")


def quiet(j):
    """A run that ends leaves nothing to be offered"""
    p = j.program
    p.process.terminate()
    p.process.wait()
    p = j.start(j.copy(MODELS / "two-bodies.ssp", "again.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.press("Run")
    p.wait_run()
    wait(lambda: not files(), "no copy")


main([start, killed, saved, quiet])
