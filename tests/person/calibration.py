#!/usr/bin/python3
"""Calibration: from ticking parameters to the values that measured data were made with."""

import csv
import subprocess

from person import (
    LOCKSTEP, MODELS, SCRATCH, children, click, has, State, key, main, name_of, shot, text_of, type_text, wait,
)  # fmt: skip

TRUE = {"prey.alpha": 0.9, "prey.beta": 1.7}


def make_data(path):
    """What the model gives with these parameters, by the method and step that its file has."""
    traces = SCRATCH / "traces"
    ranges = sum((["-p", f"{name}={value}"] for name, value in TRUE.items()), [])
    subprocess.run(
        [LOCKSTEP, "vary", MODELS / "lotka-volterra.ssp", "-m", "ni-jacobi", *ranges,
         "--measure", "final(prey.population)", "--measure", "final(predator.population)", "--traces", traces, "-q"],
        check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    (traces / "run-000000.csv").rename(path)


def press(p, name, seconds=10):
    # Of several with that name, as the window has a Cancel, too.
    found = wait(lambda: [b for b in p.find_all("push button", name) if has(b, State.SENSITIVE)], name, seconds)
    click(found[0])


def cells(p):
    """Rows of the table of values: {parameter: [value, standard error, correlations…]}"""
    table = p.find("table", "Calibrated parameters") or p.find("tree table", "Calibrated parameters")
    texts = [name_of(t) or text_of(t) for t in children(table)]
    width = 3 + len(TRUE)
    rows = [texts[i:i + width] for i in range(0, len(texts), width)]  # fmt: skip
    return {row[0]: row[1:] for row in rows if row and row[0] in TRUE}


def choose_data(p, path):
    p.accept_file("Open Measured Signals", path, "Open")


def children_of(pid):
    found = subprocess.run(["ps", "-o", "args=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return found.stdout.splitlines()


def plan(j):
    """The page says what is missing, step by step: parameters, then data"""
    make_data(SCRATCH / "measured.csv")
    j.model = j.copy(MODELS / "lotka-volterra.ssp", "model.ssp")
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    key("ctrl+shift+v")
    click(wait(lambda: p.find("radio button", "Calibration"), "the task"))
    p.wait_label("Add the parameters to be found")
    assert not has(p.find("push button", "Calibrate"), State.SENSITIVE)
    for name in TRUE:
        click(p.find("toggle button", "Add a parameter"))
        wait(lambda: has(p.find("text", "Search: Parameters to vary"), State.FOCUSED), "the search")
        type_text(name)
        key("Down", "Return")
        wait(lambda: p.find("text", f"Lower end: {name}"), name)
    p.wait_label("Choose a file of measured signals")
    press(p, "Measured Signals…")
    (SCRATCH / "other.csv").write_text("time,hares\n0,1\n1,2\n2,3\n")
    choose_data(p, SCRATCH / "other.csv")
    press(p, "Calibrate")
    p.wait_label("other.csv", "prey.population", seconds=20)
    shot("calibration-refused")
    press(p, "other.csv")
    choose_data(p, SCRATCH / "measured.csv")
    wait(lambda: p.find("push button", "measured.csv"), "the file")
    key("ctrl+z")
    wait(lambda: p.find("push button", "other.csv"), "the file before")
    key("ctrl+shift+z")
    wait(lambda: p.find("push button", "measured.csv"), "the file again")


def ends(p, name):
    return f"{name}={text_of(p.find('text', f'Lower end: {name}'))}:{text_of(p.find('text', f'Upper end: {name}'))}"


def fit(j):
    """Calibrate finds the parameters that the data were made with, with standard errors and correlations"""
    p = j.program
    press(p, "Calibrate")
    p.wait_label("Measured values: 402, of prey.population, predator.population", seconds=60)
    wait(lambda: has(p.find("push button", "Use These Values"), State.SENSITIVE), "the end", 60)
    shot("calibration")
    found = cells(p)
    print("#", found)
    for name, value in TRUE.items():
        # As good as central differences of a smooth run: far below; nine digits are shown.
        assert abs(float(found[name][0]) / value - 1) < 1e-8, found
    # Of itself 1, and the same both ways.
    a, b = found["prey.alpha"], found["prey.beta"]
    assert a[2] == b[3] == "1" and a[3] == b[2] and -1 < float(a[3].replace("−", "-")) < 1, found
    subprocess.run(
        [LOCKSTEP, "calibrate", MODELS / "lotka-volterra.ssp", "-m", "ni-jacobi", "-d", SCRATCH / "measured.csv",
         *sum((["-p", ends(p, name)] for name in TRUE), []), "-q", "-o", SCRATCH / "fit.csv"],
        check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    with open(SCRATCH / "fit.csv") as stream:
        theirs = {r["name"]: float(r["value"]) for r in csv.DictReader(stream) if r["quantity"] == "value"}
    for name in TRUE:
        # Nine digits are shown.
        assert abs(float(found[name][0]) / theirs[name] - 1) < 1e-8, (found, theirs)


def use(j):
    """Use These Values sets all of them, as one undo; the results stay"""
    p = j.program
    click(p.block("prey"))
    before = [text_of(wait(lambda: p.find("text", name), name)) for name in ("alpha", "beta")]
    press(p, "Use These Values")
    for name in TRUE:
        entry = name.split(".")[1]
        wait(lambda: abs(float(text_of(p.find("text", entry))) / TRUE[name] - 1) < 1e-4, entry)
    assert cells(p) and not [t for t in p.labels() if "before its last change" in t]
    key("ctrl+z")
    wait(lambda: [text_of(p.find("text", n)) for n in ("alpha", "beta")] == before, "the values before")
    p.wait_label("From the model before its last change")


def cancel(j):
    """A long fit is cancelled: no process stays, and the command line takes the same plan from the model"""
    p = j.program
    p.fill("Macro step of the variations", "0.1")
    key("Return")
    key("ctrl+s")
    wait(lambda: not p.title().startswith("*"), "the saved model")
    result = subprocess.run([LOCKSTEP, "calibrate", j.model, "-q", "-o", SCRATCH / "planned.csv"],
                            check=True, capture_output=True, text=True)  # fmt: skip
    assert "prey.alpha" in result.stdout
    with open(SCRATCH / "planned.csv") as stream:
        for row in csv.DictReader(stream):
            if row["quantity"] == "value":
                assert abs(float(row["value"]) / TRUE[row["name"]] - 1) < 1e-8, row
    p.fill("Macro step of the variations", "0.00002")
    key("Return")
    press(p, "Calibrate")

    def fits():
        return [c for c in children_of(p.process.pid) if "calibrate" in c]

    wait(fits, "the process", 20)
    press(p, "Cancel")
    wait(lambda: not fits(), "no process left", 20)
    wait(lambda: has(p.find("push button", "Calibrate"), State.SENSITIVE), "Calibrate again")


main([plan, fit, use, cancel])
