#!/usr/bin/python3
"""A result of another program beside the runs and as their reference; runs saved with the model."""

import re
import subprocess
import zipfile

from person import (
    LOCKSTEP, MODELS, SCRATCH, State, children, click, has, key, main, name_of, text_of, wait,
)  # fmt: skip


def foreign():
    """A good run of the two bodies as MasterSim would have written it, with a column of its own."""
    plain, path = SCRATCH / "fine.csv", SCRATCH / "values.csv"
    subprocess.run([LOCKSTEP, "run", MODELS / "two-bodies.ssp", "-m", "missiles", "-H", "5e-4", "-q",
                    "-o", plain], check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    rows = [line.split(",") for line in plain.read_text().splitlines()]
    at = [rows[0].index(n) for n in ("time", "left.x", "right.x")]
    lines = ["Time [s] \tleft.x [m] \tright.x [m] \tother.y [-]"]
    lines += ["\t".join([*(r[i] for i in at), "1"]) for r in rows[1:]]
    path.write_text("\n".join(lines) + "\n")
    return path


def rows(p):
    return [name_of(t) for t in children(p.find("list box", "Runs"))]


def start(j):
    """A run, and a file of MasterSim imported: it is drawn beside it"""
    j.file = foreign()
    j.model = j.copy(MODELS / "two-bodies.ssp")
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Step size", "1e-3")
    p.press("Run")
    p.wait_run()
    wait(lambda: "NI-Jacobi 5.8 %" in p.run_status(), "the error")
    key("ctrl+h")
    p.press("Import Results…")
    p.accept_file("Import Results", j.file, "Open")
    p.show_page("Plots")
    p.wait_figure("Trajectories", "values.csv", "NI-Jacobi")


def words(j):
    """What was taken for what is said, and what is of no signal; the error is known"""
    p = j.program
    bar = p.find("info bar", re.compile("MasterSim"))
    said = name_of(bar)
    print("# " + said.replace("\n", "\n# "))
    assert "left.x: column “left.x”" in said and "of no signal: other.y" in said, said
    key("ctrl+h")
    wait(lambda: len(rows(p)) == 3, "three runs")
    wait(lambda: any("Error of left.x" in t for t in p.labels()), "its errors")


def reference(j):
    """As reference: the errors are those against it"""
    p = j.program
    p.press("Use as Reference")
    p.press("Run")
    p.wait_run()
    wait(lambda: "NI-Jacobi 5.8 %" in p.run_status(), "the error")
    p.show_page("Results")
    wait(lambda: any("file values.csv" in t for t in p.labels()), "what they are against")


def save(j):
    """Pinned runs are saved with the model on request"""
    p = j.program
    key("ctrl+h")
    wait(lambda: len(rows(p)) == 5, "five runs")
    first = next(t for t in children(p.find("list box", "Runs")) if "NI-Jacobi" in name_of(t))
    click(first)
    key("p")
    keep = p.find("check box", "Save pinned runs with the model")
    click(keep)
    wait(lambda: has(keep, State.CHECKED), "the switch")
    wait(lambda: p.title().startswith("*"), "something to save")
    key("ctrl+s")
    wait(lambda: not p.title().startswith("*"), "saved")
    with zipfile.ZipFile(j.model) as archive:
        names = [n for n in archive.namelist() if "results" in n]
    assert sorted(names) == [f"extra/org.lockstep/results/{n}"
                             for n in ("1.csv", "2.csv", "results.xml")], names  # fmt: skip


def reopen(j):
    """Opened again they are there, and drawn without a run"""
    j.program.end()
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    wait(lambda: p.find("radio button", "History (2)"), "two runs")
    p.show_page("Plots")
    p.wait_figure("Trajectories", "values.csv", "NI-Jacobi, h = 0.001")
    key("ctrl+h")
    wait(lambda: len(rows(p)) == 2, "two runs in the list")
    assert has(p.find("check box", "Save pinned runs with the model"), State.CHECKED)
    assert not p.title().startswith("*"), p.title()


main([start, words, reference, save, reopen])
