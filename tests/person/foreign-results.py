#!/usr/bin/python3
"""A result of another program beside the runs and as their reference; runs saved with the model."""

import re
import subprocess
import zipfile

from person import (
    LOCKSTEP, MODELS, SCRATCH, State, children, click, has, key, main, name_of, wait,
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
    p.run("Run")
    wait(lambda: "NI-Jacobi 5.80 %" in p.run_status(), "the error")
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
    assert "left.x: column “left.x”" in said and "that match no signal: other.y" in said, said
    key("ctrl+h")
    wait(lambda: len(rows(p)) == 3, "three runs")
    wait(lambda: any("Error of left.x" in t for t in p.labels()), "its errors")


def lengthen(path, n):
    """The same file with `n` rows for each, on straight lines: it takes a while to read."""
    head, *lines = path.read_text().splitlines()
    rows = [[float(v) for v in line.split("\t")] for line in lines]
    with path.open("w") as file:
        print(head, file=file)
        for a, b in zip(rows, rows[1:]):
            for i in range(n):
                values = (x + (y - x) * i / n for x, y in zip(a, b))
                print(*(f"{v:.15g}" for v in values), sep="\t", file=file)
        print(*rows[-1], sep="\t", file=file)


def reading(j):
    """A long reference is read while the window goes on; that can be cancelled"""
    p = j.program
    p.press("Use as Reference")
    before = len(p.find_all("chart"))
    lengthen(j.file, 400)
    p.press("Run")
    wait(lambda: "Reading the reference “values.csv”" in p.run_status(), "what is being done")
    key("shift+F5")
    p.wait_run()
    assert "Reading" not in p.run_status(), p.run_status()
    assert has(p.button("Run"), State.SENSITIVE)
    assert len(p.find_all("chart")) == before


def reference(j):
    """As reference: the errors are those against it"""
    p = j.program
    p.press("Run")
    wait(lambda: "left.x error" in p.run_status() and "Reading" not in p.run_status(), "the runs", 30)
    p.wait_run()
    wait(lambda: "NI-Jacobi 5.80 %" in p.run_status(), "the error")
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


main([start, words, reading, reference, save, reopen])
