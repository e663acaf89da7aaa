#!/usr/bin/python3
"""Killed in the middle of a run or after it: what was computed is there again, and is right."""

import csv
import math
import os
import re
import subprocess
import time
import zipfile
from pathlib import Path

from person import (
    BUILD, FMUS, MODELS, RECOVERY, State, children, choose_fault, click, has, key, main, name_of, say,
    type_text, wait,
)  # fmt: skip

RUNS = Path(os.environ.get("XDG_CACHE_HOME", "")) / "lockstep/runs"


def files():
    return sorted(RUNS.glob("*.csv"))


def kill(p):
    """Killed an hour ago, while it wrote a copy"""
    p.kill()
    (RECOVERY / ".lockstep-KILLED").touch()
    for path in RECOVERY.glob(".lockstep-*"):
        os.utime(path, (0, 0))


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
    kill(j.program)
    assert files()
    p = j.start()
    p.wait_label("A run was interrupted", "two-bodies", "ni-jacobi")


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
    subprocess.run([BUILD / "src/cli/lockstep", "run", j.model, "--isolation=none", "-m", "ni-jacobi", "-H", "1e-6", "-q",
                    "-s", "left.x", "-s", "right.x", "--stop-time", repr(stop), "-o", other], check=True, capture_output=True)  # fmt: skip
    wanted = list(csv.reader(other.open()))
    for got, want in zip(rows[1:1000], wanted[1:1000]):
        # The stop time is told to the FMU and moves nothing but the last bits.
        assert all(math.isclose(float(a), float(b), rel_tol=1e-9, abs_tol=1e-12) for a, b in zip(got, want)), (got, want)
    wait(lambda: not files(), "the end of the copy")
    click(p.button("Discard Changes"))  # of the step size
    wait(lambda: not list(RECOVERY.glob("*.ssp")), "the end of the model's copy")


def quiet(j):
    """A run that ends leaves nothing to be offered"""
    p = j.program
    p.process.terminate()
    p.process.wait()
    p = j.start(j.copy(MODELS / "two-bodies.ssp", "again.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.run("Run")
    wait(lambda: not files(), "no copy")


def rows(p):
    """What the history says of each run."""
    key("ctrl+h")
    return [name_of(t) for t in children(p.find("list box", "Runs"))]


def finished(j):
    """Runs that are finished, one of them with a name, are kept too"""
    p = j.program
    wait(lambda: len(rows(p)) == 2, "two runs")
    row = next(t for t in children(p.find("list box", "Runs")) if "NI-Jacobi" in name_of(t))
    click(row)
    wait(lambda: has(row, State.FOCUSED), "the focus on the run")
    key("F2")
    wait(lambda: has(p.find("text", "Name of the run"), State.FOCUSED), "the entry")
    key("ctrl+a")
    type_text("the first")
    wait(lambda: any(r.startswith("the first") for r in rows(p)), "the name in the list")
    wait(lambda: any('name="the first"' in text for text in kept()), "the name, on disk")
    j.rows = sorted(name_of(t) for t in children(p.find("list box", "Runs")))


def kept():
    """The lists of runs on disk."""
    for path in RECOVERY.glob("*.runs-*.ssp"):
        with zipfile.ZipFile(path) as archive:
            yield archive.read("extra/org.lockstep/results/results.xml").decode()


def restored(j):
    """Killed, the next start brings them back, with names and errors, and the model to them"""
    kill(j.program)
    p = j.start()
    p.wait_label("again.ssp", "had finished runs")
    click(p.button("Restore"))
    wait(lambda: sorted(p.blocks()) == ["left", "right"], "the model")
    assert p.title() == "again.ssp – Lockstep", p.title()
    wait(lambda: len(rows(p)) == 2, "the runs")
    # They are pinned now, and of no comparison of this program.
    said = [re.sub(r"pinned|comparison \d+", "", r) for r in sorted(rows(p))]
    assert [re.findall(r"[\d.e-]+ %", r) for r in said] == [re.findall(r"[\d.e-]+ %", r) for r in j.rows], (said, j.rows)
    assert said[-1].startswith("the first"), said


def killed_again(j):
    """Killed at once, they are offered again; discarded they are gone"""
    kill(j.program)
    p = j.start()
    p.wait_label("again.ssp", "had finished runs")
    click(p.button("Discard Runs"))
    wait(lambda: not list(RECOVERY.glob("*")), "nothing left")


def crash_at_once(j):
    """An edit and Run at once, of an FMU that crashes: the window stays; killed then, the edit is there again"""
    p = j.start(j.copy(FMUS / "faulty.fmu"))
    wait(lambda: list(p.blocks()) == ["faulty"], "the block")
    choose_fault(p, "crash")
    before = time.monotonic()
    key("F5")
    p.wait_label("faulty (faulty.fmu) crashed at t = ", seconds=20)
    say(f"{time.monotonic() - before:.1f} s from edit to crash")
    assert p.is_alive()
    kill(p)
    p = j.start()
    p.wait_label("Untitled", "unsaved changes")
    click(p.button("Restore"))
    wait(lambda: list(p.blocks()) == ["faulty"], "the block")
    click(p.block("faulty"))
    p.fill("Filter parameters", "goes wrong")
    values = p.find("list box", "Parameters and start values")
    wait(lambda: p.is_sensitive(p.find("push button", "Reset fault", values)), "the choice")


def ended(j):
    """A program that ends as it should leaves nothing"""
    p = j.program
    key("ctrl+q")
    p.discard_changes()
    wait(lambda: not p.is_alive(), "the end")
    assert not list(RECOVERY.glob("*")), list(RECOVERY.glob("*"))


main([start, killed, saved, quiet, finished, restored, killed_again, crash_at_once, ended])
