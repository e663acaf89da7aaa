#!/usr/bin/python3
"""Quantised states by lockstep run and compare: whole models, components, single FMUs, beside solvers.

Usage: test-quantised.py LOCKSTEP BUILD_FOLDER. Speaks TAP. Expected values are those of the READMEs in
models: closed forms, or the classical method of order 4 in long double.
"""

import csv
import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from archive import repack
from tap import SLOW, run_cases

LOCKSTEP, BUILD = sys.argv[1], Path(sys.argv[2])
FOLDER = tempfile.TemporaryDirectory()
SOLVERS = ["qss1", "qss2", "qss3", "liqss1", "liqss2", "liqss3"]


def call(*arguments, status=0):
    command = list(map(str, [LOCKSTEP, *arguments]))
    done = subprocess.run(command, capture_output=True, text=True, timeout=200 * SLOW)
    assert done.returncode == status, (command, done.returncode, done.stderr)
    return done


def run(model, *arguments):
    """Names, and rows of numbers."""
    out = Path(FOLDER.name) / "out.csv"
    call("run", BUILD / "models" / model, "-o", out, "-q", *arguments)
    names, *rows = list(csv.reader(out.open()))
    return names, [[float(cell or "nan") for cell in row] for row in rows]


def last(model, *arguments):
    names, rows = run(model, *arguments)
    return dict(zip(names, rows[-1]))


def compare(model, *arguments):
    return json.loads(call("compare", BUILD / "models" / model, "--json", "-q", *arguments).stdout)


def near(found, expected, tolerance):
    assert abs(found - expected) <= tolerance, (found, expected, tolerance)


def test_single():
    """Start values, inputs over time and output times, as with any other solver."""
    path = Path(FOLDER.name) / "in.csv"
    path.write_text("time,u\n0,1\n0.375,0\n0.6,0\n1,1\n")
    for solver in SOLVERS:
        names, rows = run("threshold.fmu", "--solver", f"{solver}:quantum=1e-5", "--input-file", path,
                          "--output-interval", 0.125)  # fmt: skip
        column = names.index("changes")
        changes = [b[0] for a, b in zip(rows, rows[1:]) if a[column] != b[column]]
        # The input is known in advance: what is left is the rounding of its zeros.
        near(changes[0], 0.375, 1e-10)
        near(changes[1], 0.6, 1e-10)
        # The integral of the input: 0.1875 and then 0.2; held inputs would give 0.25.
        near(rows[-1][names.index("x")], 0.3875, 1e-3)
        assert sum((row[0] * 8).is_integer() for row in rows) >= 9, rows
    for height in (0.5, 2):
        end = last("bouncing-ball.fmu", "--solver", "qss3", "--start-value", "h", height,
                   "--start-value", "e", 0.5, "--stop-time", 1.2 * math.sqrt(2 * height / 9.81))  # fmt: skip
        near(end["t_bounce"], math.sqrt(2 * height / 9.81), 1e-8)


def test_waves():
    """What only time drives: quanta, and what the differences of each step add to that."""
    for solver in SOLVERS[1:3] + SOLVERS[4:]:
        end = last("waves.fmu", "--solver", f"{solver}:quantum=1e-6:absolute-quantum=1e-6",
                   "--output-interval", 2)  # fmt: skip
        near(end["ramp"], 2, 1e-5)
        # A quantum.
        near(end["slow"], 0.01 + 0.01 * math.sin(2), 1e-4 * 0.01)
        near(end["fast"], 0.01 * math.sin(200), 1e-2 * 0.01)


def test_event_times():
    """Closed forms of every kind of event."""
    for solver in SOLVERS[1:3] + SOLVERS[4:]:
        end = last("crossings.fmu", "--solver", f"{solver}:quantum=1e-7", "--output-interval", 10,
                   "--stop-time", 9.99)  # fmt: skip
        assert [end[n] for n in ("turns", "doublings", "changes", "ticks")] == [9, 14, 4, 9], end
        near(end["t_turn"], 9, 1e-8)
        near(end["t_stop"], 1, 1e-8)
        near(end["t_tick"], 9, 0)
        # A quantum over the slope, 1.4 to 2 and 0.87, of each of the doublings.
        near(end["t_doubling"], 14 * math.log(2), 14 * 2e-7)
        near(end["t_change"], 19 * math.pi / 6, 4e-7)


def test_references():
    """Inverters, a front, a converter: the errors go with the quantum."""
    for solver in ("liqss2", "liqss3"):
        for quantum in (1e-4, 1e-6):
            choice = ("--solver", f"{solver}:quantum={quantum}")
            end = last("inverter-chain-11.fmu", *choice, "--output-interval", 15, "--stop-time", 15)
            near(end["x[3]"], 4.998989120363, 20 * quantum)
            near(end["x[11]"], 4.994573774443, 200 * quantum)
            # A front of 1e-3 s: an error in time counts a thousand times.
            end = last("reacting-flow-100.fmu", *choice, "--output-interval", 1)
            near(end["u[90]"], 0.030679173, 1000 * quantum)
            near(end["u[80]"], 1, 2 * quantum)
            end = last("buck-converter.fmu", *choice, "--output-interval", 0.001)
            assert end["blocks"] == 98 and end["edges"] == 200, end
            near(end["u_C"], 15.7139241656, 200 * quantum)
            near(end["t_block"], 9.975816262468e-3, 1e-3 * quantum)


def test_wired():
    """Closed forms of linear models, and the times of switches in a building."""
    expected = {
        "spiral": {"x1.x": -0.499785166623562, "x2.x": 0.699960735318780},
        "stiff-cross": {"x1.x": 0, "x2.x": 20},
        "transitions": {"x1.x": 10 * math.exp(-3), "x2.x": -10 + 20 * math.exp(-3),
                        "x3.x": 20 - 80 * math.exp(-3) + 70 * math.exp(-6)},
    }  # fmt: skip
    for model, values in expected.items():
        for solver in SOLVERS[1:3] + SOLVERS[4:]:
            end = last(f"{model}.ssp", "-m", f"{solver}:quantum=1e-6")
            for name, value in values.items():
                near(end[name], value, 2e-4)
    for solver in ("qss2", "liqss2", "liqss3"):
        end = last("building-10.ssp", "-m", f"{solver}:quantum=1e-7", "--stop-time", 300,
                   "-s", "zone_01.t_switch", "-s", "zone_10.t_switch", "-s", "zone_10.switches")  # fmt: skip
        assert end["zone_10.switches"] == 3, end
        near(end["zone_01.t_switch"], 252.19354131, 0.01)
        near(end["zone_10.t_switch"], 277.223205047, 0.01)


def test_component():
    """One component by quantised states, under coupling methods that step, with and without going
    back."""
    for method, most in (("ni-jacobi", 1.5), ("missiles", 1e-3), ("ifosmondi-jfm", 1e-3),
                         ("costarica", 1e-3)):  # fmt: skip
        for solver in SOLVERS[1:3] + SOLVERS[4:]:
            found = compare("lotka-volterra.ssp", "-m", method, "-H", 0.01, "--solver",
                            f"prey:{solver}:quantum=1e-7")["runs"][0]  # fmt: skip
            assert found["status"] == "done", found
            assert found["errors_percent"]["prey.population"] <= most, (method, solver, found)


def test_component_activity():
    """Events of each state of a component, in the order of time, as many as the solver counts; what
    is integrated again counts once."""
    path = Path(FOLDER.name) / "events.csv"
    for method in ("ni-jacobi", "missiles", "ifosmondi-jfm"):
        run("lotka-volterra.ssp", "-m", method, "-H", 0.1, "--stop-time", 10, "--events", path,
            "--solver", "prey:qss2:quantum=1e-4")  # fmt: skip
        rows = list(csv.DictReader(path.open()))
        assert {row["source"] for row in rows} == {"prey.population"}, rows[:3]
        times = [float(row["time"]) for row in rows]
        assert times == sorted(times) and times[-1] <= 10, times[-3:]
        # Some hundred at this quantum; new inputs at every macro step are no events of the state.
        assert 50 <= len(times) <= 2000, len(times)
        found = compare("lotka-volterra.ssp", "-m", method, "-H", 0.1, "--stop-time", 10,
                        "--solver", "prey:qss2:quantum=1e-4")["runs"][0]  # fmt: skip
        assert found["events"]["prey.population"] == len(times), (found["events"], len(times))
    picture = Path(FOLDER.name) / "activity.svg"
    stored = Path(FOLDER.name) / "stored.ssp"
    compare("lotka-volterra.ssp", "-m", "missiles", "-H", 0.1, "--stop-time", 10,
            "--solver", "prey:qss2:quantum=1e-4", "--store", stored)  # fmt: skip
    call("plot", stored, "--kind", "activity", "-o", picture)
    assert "prey.population" in picture.read_text() or picture.stat().st_size > 10000


def rewrite(name, change):
    """A copy of an FMU whose model description is another one."""

    def edit(entry, data):
        if entry != "modelDescription.xml":
            return data
        changed = change(data.decode())
        assert changed != data.decode()
        return changed.encode()

    return repack(BUILD / "models" / name, Path(FOLDER.name) / name, edit)


def test_silent():
    """Without dependencies of derivatives, and without directional derivatives: it works, to the
    same values, at the price of more evaluations, and that is said."""
    def without(text):
        head, tail = text.split("<Derivatives>")
        middle, tail = tail.split("</Derivatives>")
        return (head + "<Derivatives>" + re.sub(r' dependencies(Kind)?="[^"]*"', "", middle)
                + "</Derivatives>" + tail)  # fmt: skip

    def blind(text):
        return text.replace('providesDirectionalDerivative="true"', "")

    def table(model):
        found = json.loads(call("compare", model, "--solver", "qss3", "--tolerance", 1e-6,
                                "--stop-time", 12, "--json", "-q").stdout)  # fmt: skip
        return found["solvers"][0]

    name = "inverter-chain-11.fmu"
    plain = table(BUILD / "models" / name)
    assert plain["status"] == "done", plain
    for change, words in ((without, "does not say what its derivatives depend on"), (blind, "")):
        path = rewrite(name, change)
        done = call("run", path, "--solver", "qss3:quantum=1e-6", "--stop-time", 12, "-o", "-")
        assert words in done.stderr, done.stderr
        found = table(path)
        calls, fewer = found["counts"]["evaluations"], plain["counts"]["evaluations"]
        print("#", calls, fewer, found["end_error"])
        assert found["status"] == "done" and found["end_error"] <= 1e-4, found
        assert calls > fewer, (found, plain)


def test_table():
    """Beside solvers that step, in one table; a smaller quantum is a smaller error."""
    for model in ("brusselator", "two-balls", "furuta-pendulum"):
        names = ["qss3", "liqss3", "dopri5", "radau5", "cvode-bdf"]
        chosen = [text for name in names for text in ("--solver", name)]
        found = compare(f"{model}.fmu", *chosen, "--tolerance", "1e-4,1e-6")["solvers"]
        assert [entry["solver"] for entry in found] == [n for n in names for _ in range(2)]
        for coarse, fine in zip(found[::2], found[1::2]):
            assert coarse["status"] == fine["status"] == "done", (coarse, fine)
            assert fine["end_error"] <= max(coarse["end_error"], 1e-9), (coarse, fine)
            assert coarse["end_error"] <= 1e-2, coarse


def test_bad_input():
    """What cannot be is refused by name."""
    for text, part in (("qss2:quantum=0", "quantum"), ("qss2:quantum=nan", "quantum"),
                       ("liqss1:quantum=-1", "quantum"), ("qss2:tolerance=1e-3", "tolerance"),
                       ("qss4", "liqss3")):  # fmt: skip
        done = call("compare", BUILD / "models/brusselator.fmu", "--solver", text, "--solver", "dopri5", status=2)
        assert part in done.stderr, done.stderr
        done = call("run", BUILD / "models/lotka-volterra.ssp", "-o", "-", "--solver", f"prey:{text}", status=2)
        assert part in done.stderr, done.stderr


sys.exit(run_cases(globals()))
