#!/usr/bin/python3
"""End values and times of events of the example FMUs, with every solver, by lockstep run.

Usage: test-solvers.py LOCKSTEP BUILD_FOLDER. Speaks TAP. Expected values are those of the READMEs in
models: computed in quadruple precision by a Radau method of order 17, or closed forms.
"""

import csv
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tap import SLOW, run_cases

LOCKSTEP, BUILD = sys.argv[1], Path(sys.argv[2])
FOLDER = tempfile.TemporaryDirectory()
EXPLICIT = ["rk34", "dopri5", "dop853", "fehlberg78", "cvode-adams"]
IMPLICIT = ["radau5", "rodas", "cvode-bdf"]
SOLVERS = EXPLICIT + IMPLICIT
MODELS = Path(__file__).resolve().parents[2] / "models"


def run(model, solver, tolerance, stop, interval=None, arguments=()):
    """Names and rows of numbers."""
    out = Path(FOLDER.name) / "out.csv"
    command = [LOCKSTEP, "run", BUILD / f"models/{model}.fmu", "--solver", solver]
    command += ["--tolerance", str(tolerance), "--stop-time", str(stop), "-o", out]
    command += ["--output-interval", str(interval or stop), *arguments]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=100 * SLOW)
    assert done.returncode == 0, (model, solver, done.stderr)
    names, *rows = list(csv.reader(out.open()))
    return names, [[float(cell or "nan") for cell in row] for row in rows]


def pleiades():
    """The last four columns of its table, x, y and velocities one after the other."""
    text = (MODELS / "pleiades/README.md").read_text()
    rows = [row.split("|") for row in re.findall(r"^\| [1-7] \|.*$", text, re.M)]
    return [float(row[column]) for column in (6, 7, 8, 9) for row in rows]


# Model, stop time, start values, what a relative error of the steps grows to, solvers, end.
PROBLEMS = [
    ("van-der-pol", 2, {}, 10, IMPLICIT, [1.706167732170465, -0.8928097010248165]),
    ("van-der-pol", 11, {}, 50, IMPLICIT, [-1.590150544829126768, 1.040279389212387030]),
    ("van-der-pol", 20, {"epsilon": 1}, 1e3, SOLVERS, [2.008149762174948592, -0.042508875273202147]),
    ("robertson", 40, {}, 10, IMPLICIT, [0.7158270687194051, 9.185534764557764e-6, 0.28416374574583035]),
    ("robertson", 4e5, {}, 10, IMPLICIT, [4.938274520979815560e-3, 1.984994087954375437e-8, 0.995061705629079]),
    ("hires", 321.8122, {}, 30, IMPLICIT,
     [7.371312573325667807e-4, 1.442485726316184658e-4, 5.888729740967575007e-5, 1.175651343283149146e-3,
      2.386356198831330469e-3, 6.238968252742795787e-3, 2.849998395185768658e-3, 2.850001604814231342e-3]),
    ("oregonator", 30, {}, 10, IMPLICIT, [1.000661467180496718, 1512.778937348250419, 10358.54312767227567]),
    ("oregonator", 360, {}, 10, IMPLICIT, [1.000814870318522716, 1228.178521549887984, 132.0554942846508288]),
    ("brusselator", 20, {}, 20, SOLVERS, [0.49863707126834785, 4.596780349452011]),
    ("brusselator", 20, {"x": 1.01}, 20, SOLVERS, [0.4558085987188568136, 4.457846674977515543]),
    ("arenstorf", "17.0652165601579625589", {}, 2e4, SOLVERS, [0.994, 0, 0, -2.0015851063790825]),
    ("pleiades", 3, {}, 5e3, SOLVERS, pleiades()),
]  # fmt: skip


def check_problem(problem, solver, tolerance):
    model, stop, start, growth, _, expected = problem
    values = [text for pair in start.items() for text in ("--start-value", *pair)]
    _, rows = run(model, solver, tolerance, stop, arguments=values)
    found = rows[-1][1:]
    assert len(found) == len(expected), (model, found)
    error = max(abs(a - b) / (abs(b) or 1) for a, b in zip(found, expected))
    print(f"# {model} to {stop}, {solver}: {error / tolerance:.3g} times the tolerance")
    # The errors of methods of many steps add up.
    assert error <= tolerance * growth * (10 if "cvode" in solver else 1), (model, solver, error)


def test_end_values():
    """Each problem with the solvers that it is meant for."""
    assert len(pleiades()) == 28
    for problem in PROBLEMS:
        for solver in problem[4]:
            check_problem(problem, solver, 1e-8)


def list_changes(names, rows, name):
    """Times at which the variable takes another value: the second row of two at that time."""
    column, times = names.index(name), []
    for before, after in zip(rows, rows[1:]):
        if before[column] != after[column]:
            assert before[0] == after[0], (name, before, after)
            times.append(after[0])
    return times


def assert_times(times, expected, relative):
    assert len(times) == len(expected), times
    for found, wanted in zip(times, expected):
        assert abs(found / wanted - 1) <= relative, (found, wanted)


def test_closed_forms():
    """Bounces, at once in two balls too; a stop by friction."""
    first, flight = math.sqrt(2 / 9.81), 1.4 * math.sqrt(2 / 9.81)
    bounces = [first + sum(flight * 0.7**k for k in range(n)) for n in range(11)]
    for solver in SOLVERS:
        options = f"{solver}:max-step=0.005"
        names, rows = run("bouncing-ball", options, 1e-13, 3, 0.5)
        # Relative, here and below: a thousand tolerances, for errors that add up over the steps.
        assert_times(list_changes(names, rows, "bounces"), bounces, 1e-10)
        names, rows = run("two-balls", options, 1e-13, 3, 0.5)
        assert_times(list_changes(names, rows, "events"), bounces, 1e-10)
        assert rows[-1][names.index("bounces1")] == rows[-1][names.index("bounces2")] == 11
        names, rows = run("coulomb-stop", options, 1e-13, 1, 0.25)
        assert_times(list_changes(names, rows, "stops"), [0.5], 1e-10)
        assert abs(rows[-1][1] - 0.25) < 1e-10 and rows[-1][2] == 0, rows[-1]


def test_nearly_together():
    """Heights that differ by rounding: no bounce is lost. A ball alone is not hurried."""
    for solver in SOLVERS:
        for height in ("1.00000000000001", "1.0000001", "1.5"):
            names, rows = run("two-balls", solver, 1e-10, 3, 1, ["--start-value", "h2", height])
            first, second, events = [rows[-1][names.index(n)] for n in ("bounces1", "bounces2", "events")]
            assert first == second == 11 or (height == "1.5" and first == 11), rows[-1]
            assert 11 <= events <= first + second, rows[-1]


def test_zero_and_stay():
    """An input that reaches zero and stays there, and leaves it again."""
    path = Path(FOLDER.name) / "in.csv"
    path.write_text("time,u\n0,1\n0.375,0\n0.6,0\n1,1\n")
    for solver in SOLVERS:
        names, rows = run("threshold", solver, 1e-10, 1, 0.5, ["--input-file", path])
        times = list_changes(names, rows, "changes")
        assert len(times) == 2, (solver, times)
        # The input is known in advance: what is left is the location of its zeros, to 1e-13 of the time.
        assert abs(times[0] - 0.375) <= 1e-10 and abs(times[1] - 0.6) <= 1e-10, (solver, times)


def read_times(model):
    """Those of the README, in order."""
    text = (MODELS / model / "README.md").read_text()
    return sorted(float(t) for t in re.findall(r"\| (\d\.\d{6,}) \| \(", text))


def test_furuta():
    """Seventeen changes of mode, two of them 1.6e-4 s apart."""
    expected = read_times("furuta-pendulum")
    end = [-0.316079773619113136, 2.56271290353541624, -0.959566057709855273, 4.79490665912219278]
    modes = [(-1, 1), (1, 1), (0, 1), (-1, 1), (-1, -1), (0, -1), (1, -1), (-1, -1), (-1, 1), (0, 1),
             (-1, 1), (1, 1), (1, -1), (0, -1), (1, -1), (-1, -1), (-1, 1)]  # fmt: skip
    assert len(expected) == 17
    for solver in SOLVERS:
        names, rows = run("furuta-pendulum", f"{solver}:max-step=0.02", 1e-11, 5)
        times = list_changes(names, rows, "mode_changes")
        first = names.index("mode_arm")
        # A thousand tolerances, for errors that add up and what the changes of mode make of them.
        assert_times(times, expected, 1e-8)
        found = [tuple(row[first:first + 2]) for row in rows if row[0] in times][1::2]
        assert found == modes, (solver, found)
        error = max(abs(a - b) for a, b in zip(rows[-1][1:5], end))
        print(f"# {solver}: {error:.2g} at the end")
        # The same, of values of up to 4.8.
        assert error <= 1e-8 * 5, (solver, error)


# Time, and the velocities of the four bodies.
CLUTCHES = [
    (0.4, 6.16632607070151, 3.8336739292985, 0, 0),
    (0.709621474693745, 4.42975935893337, 3.09621474693747, 3.09621474693747, 0),
    (0.791662359154816, 3.33695243261067, 3.33695243261067, 3.33695243261067, 0),
    (0.831108506137653, 3.38009722037087, 3.38009722037087, 3.38009722037087, 0),
    (0.9, 3.55650056663025, 3.54005960286867, 3.54005960286867, 0),
    (0.906850192797881, 3.52025842146514, 3.52025842146514, 3.52025842146514, 0.0685019279788057),
    (1.00029585989464, 2.99901838353942, 2.99901838353942, 2.99901838353942, 1.00295859894639),
    (1.14396749247317, 3.05924972303984, 2.43967492473167, 2.43967492473167, 2.43967492473167),
    (1.25, 2.92874838623501, 2.46318716664961, 2.46318716664961, 2.46318716664961),
    (1.5, 3.2470582724188, 2.46318716664961, 2.46318716664961, 2.46318716664961),
]


def test_clutches():
    """The whole table to 1e-8. The drive has a period of 0.2 s: steps have to see it. The errors of
    methods of many steps add up."""
    for solver in SOLVERS:
        tolerance = 1e-11 if "cvode" in solver else 1e-10
        names, rows = run("coupled-clutches", f"{solver}:max-step=0.002", tolerance, 1.5)
        times = list_changes(names, rows, "mode_changes")
        assert_times(times, [row[0] for row in CLUTCHES[:-1]], 1e-8)
        columns, worst = [names.index(name) for name in ("w1", "w2", "w3", "w4")], 0
        for time, expected in zip(times + [1.5], CLUTCHES):
            row = [row for row in rows if row[0] == time][-1]
            worst = max(worst, *(abs(row[c] - w) for c, w in zip(columns, expected[1:])))
        print(f"# {solver}: {worst:.2g}")
        assert worst <= 1e-8, (solver, worst)


def test_clutches_input():
    """The normal force reaches 0 at 0.375 s, stays until 0.6 s and comes back."""
    path = Path(FOLDER.name) / "normal.csv"
    path.write_text("time,normal\n0,1\n0.375,0\n0.6,0\n1,1\n")
    for solver in SOLVERS:
        names, rows = run("clutches-input", f"{solver}:max-step=0.01", 1e-10, 1, 0.5,
                          ["--input-file", path])  # fmt: skip
        column = names.index("mode1")
        times = [b[0] for a, b in zip(rows, rows[1:]) if (a[column] == 2) != (b[column] == 2)]
        assert len(times) == 2, (solver, times)
        # As in test_zero_and_stay().
        assert abs(times[0] - 0.375) <= 1e-10 and abs(times[1] - 0.6) <= 1e-10, (solver, times)


def compare(model, *arguments):
    command = [LOCKSTEP, "compare", BUILD / f"models/{model}", "--json", "-q", *arguments]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=100 * SLOW)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# Greatest error in %, at a step of 0.01 s: held inputs, iterated ones, polynomials that are exact;
# quanta of 1e-4, which falling is exact beyond.
ELEVATOR = {"ni-jacobi": 0.5, "gauss-seidel": 0.8, "iterated-jacobi": 1e-3,
            "iterated-gauss-seidel": 1e-3, "ifosmondi-jfm": 1e-8, "missiles": 1e-8, "costarica": 1e-8,
            "qss1": 0.05, "qss2": 1e-6, "qss3": 1e-6, "liqss1": 0.05, "liqss2": 1e-6, "liqss3": 1e-6}  # fmt: skip
# Of a method that is not named: no more than by held inputs.
WORST = max(ELEVATOR.values())


def test_elevator():
    """A ball bounces in an elevator, under every method, as slaves and with solvers, against the
    monolithic model with events."""
    listed = subprocess.run([LOCKSTEP, "methods", "--json"], capture_output=True, text=True, timeout=60 * SLOW)
    methods = [method["id"] for method in json.loads(listed.stdout)]
    solvers = [[], ["--solver", "ball:dopri5", "--solver", "elevator:dopri5"],
               ["--solver", "ball:cvode-bdf:tolerance=1e-12", "--solver", "elevator:radau5:tolerance=1e-12"]]  # fmt: skip
    assert set(ELEVATOR) <= set(methods), methods
    for solver in solvers:
        chosen = [text for method in methods for text in ("-m", method)]
        result = compare("ball-in-elevator.ssp", "-H", "0.01", *chosen, *solver)
        assert result["reference"]["kind"] == "monolithic", result["reference"]
        for found in result["runs"]:
            error = found["errors_percent"]["ball.h"]
            print(f"# {found['method']} {' '.join(solver)}: {error:.3g} %")
            assert found["status"] == "done" and error <= ELEVATOR.get(found["method"], WORST), found


def test_events_on_rows():
    """Events at output times, of time and state, one after the other: limits are compared with limits, and
    errors follow the tolerance. A row that has the other side of the jump costs percents."""
    for model in "coupled-clutches", "coulomb-stop", "crossings":
        result = json.loads(subprocess.run(
            [LOCKSTEP, "compare", BUILD / f"models/{model}.fmu", "--solver", "dopri5,cvode-bdf,rodas", "--json", "-q",
             "--tolerance", "1e-6,1e-10"], capture_output=True, text=True, check=True, timeout=100 * SLOW).stdout)
        assert result["reference"]["error_percent"] < 1e-9, (model, result["reference"])
        for found in result["solvers"]:
            worst = max(found["errors_percent"].values())
            print("#", model, found["solver"], found["tolerance"], worst, "%")
            # In percent of the range, and errors of a thousand steps add up.
            assert worst < 1e5 * found["tolerance"], (model, found)


PULSE = BUILD / "tests/fmus/pulse.fmu"
# What may be missing of 1e4, relative: of solvers the errors of steps over three kinks; of quantised
# states of order 1 a few quanta, of the others much less.
LEFT = {"rk34": 1e-4, "dop853": 1e-4, "fehlberg78": 1e-4, "dopri5": 1e-4, "cvode-adams": 1e-4, "cvode-bdf": 1e-4, "radau5": 1e-4,
        "rodas": 1e-4, "explicit-euler": 1e-9, "implicit-euler": 1e-9, "qss1": 3e-3, "liqss1": 3e-3,
        "qss2": 1e-4, "liqss2": 1e-4, "qss3": 1e-4, "liqss3": 1e-4}  # fmt: skip


def test_pulse():
    """A derivative that is zero but for two seconds is not stepped over, wherever the run ends."""
    for stop in (9, 10, 12, 17.3):
        for solver, left in LEFT.items():
            exact = solver.endswith("ss1")
            end = Path(FOLDER.name) / "pulse.csv"
            command = [LOCKSTEP, "run", PULSE, "--solver", solver + ":quantum=1e-3" * exact, "-o", end, "-q",
                       "--stop-time", str(stop), "--output-interval", str(stop)]  # fmt: skip
            done = subprocess.run(command, capture_output=True, text=True, timeout=100 * SLOW)
            assert done.returncode == 0, (solver, done.stderr)
            names, *_, last = list(csv.reader(end.open()))
            assert float(last[0]) == stop, (solver, last)
            assert abs(float(last[1]) - 1e4) <= left * 1e4, (solver, stop, last)


def test_pulse_in_model():
    """The same in a model of long macro steps: quantised states, solvers, and the reference."""
    folder = Path(FOLDER.name)
    (folder / "pulse.fmu").write_bytes(PULSE.read_bytes())
    model = folder / "pulse.ssd"
    model.write_text("""<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
    xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon" version="1.0" name="m">
  <ssd:System name="system"><ssd:Elements>
    <ssd:Component name="pulse" type="application/x-fmu-sharedlibrary" source="pulse.fmu">
      <ssd:Connectors><ssd:Connector name="y" kind="output"><ssc:Real/></ssd:Connector></ssd:Connectors>
    </ssd:Component>
  </ssd:Elements></ssd:System>
</ssd:SystemStructureDescription>
""")
    ways = [["--method", f"{name}:quantum=1e-3"] for name in ("qss1", "qss2", "qss3", "liqss1", "liqss2", "liqss3")]
    ways += [["--method", "ni-jacobi", "--solver", f"pulse:{solver}"] for solver in SOLVERS]
    for way in ways:
        command = [LOCKSTEP, "compare", model, "-H", 12, "--stop-time", 12, "--json", "-q", *way]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=100 * SLOW)
        assert done.returncode == 0, (way, done.stderr)
        result = json.loads(done.stdout)
        found = result["runs"][0]["errors_percent"]["pulse.y"]
        print("#", *way, found, "%")
        assert found < 0.3, (way, found)
    # With that the reference has not missed it either.
    out = folder / "pulse.csv"
    command = [LOCKSTEP, "run", model, "-H", 12, "--stop-time", 12, "-q", "--method", "qss2", "-o", out]
    subprocess.run(list(map(str, command)), check=True, capture_output=True, timeout=100 * SLOW)
    end = float(list(csv.reader(out.open()))[-1][1])
    assert abs(end - 1e4) < 1, end


def test_work_precision():
    """Error over CPU time: a line for each solver, a point for each tolerance, the table's numbers."""
    with tempfile.TemporaryDirectory() as folder:
        points, picture = Path(folder) / "points.csv", Path(folder) / "points.svg"
        for path in points, picture:
            done = subprocess.run([LOCKSTEP, "compare", BUILD / "models/bouncing-ball.fmu", "--solver", "dopri5,radau5",
                                   "--tolerance", "1e-3,1e-6", "--stop-time=2", "--json", "-q", "--plot", path],
                                  capture_output=True, text=True, timeout=100 * SLOW)  # fmt: skip
            assert done.returncode == 0, done.stderr
            if path == points:
                runs = json.loads(done.stdout)["solvers"]
        with open(points) as file:
            rows = list(csv.DictReader(file))
        assert [row["series"] for row in rows] == ["dopri5"] * 2 + ["radau5"] * 2, rows
        for row, run in zip(rows, runs):
            assert float(row["CPU time [s]"]) == run["cpu_time_s"], (row, run)
            assert float(row["error of the worst signal [%]"]) == max(run["errors_percent"].values()), (row, run)
        assert picture.read_text().count("<path") > 10
        done = subprocess.run([LOCKSTEP, "compare", BUILD / "models/two-bodies.ssp", "--plot", points],
                              capture_output=True, text=True, timeout=100 * SLOW)  # fmt: skip
        assert done.returncode == 2 and "work-precision" in done.stderr, done


sys.exit(run_cases(globals()))
