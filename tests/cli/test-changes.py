#!/usr/bin/python3
"""Values that change at a time of the run, and with them sizes of arrays, against closed forms.

Usage: test-changes.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import csv
import io
import math
import sys
from pathlib import Path

from command import call, compare, refuse
from tap import run_cases

FMUS = Path(sys.argv[2]) / "tests/fmus"
METHODS = ["ni-jacobi", "gauss-seidel", "iterated-jacobi", "missiles", "costarica", "ifosmondi-jfm"]
# Off the grid, then on it.
TIMES = 1.25, 2.0
CHANGES = [f"--at={TIMES[0]}:{{0}}.n=2", f"--at={TIMES[1]}:{{0}}.n={{1}}"]


def run(model, *options):
    """The columns by their names; None where there is no value."""
    done = call("run", "-q", model, "--stop-time=3", "--step-size=0.5", "-o", "-", *options)
    assert done.returncode == 0, done.stderr
    head, *rows = csv.reader(io.StringIO(done.stdout))
    return {name: [float(row[i]) if row[i] else None for row in rows] for i, name in enumerate(head)}


def solve(t, values, pace=1.0):
    """x at t of x' = pace (s - x), x(0) = values[0][1]; s, x at changes: x of None goes on."""
    begin, x, rest = 0.0, None, None
    for time, start, level in values:
        if time > t:
            break
        x = start if x is None or start is not None else rest + (x - rest) * math.exp(-pace * (time - begin))
        begin, rest = time, level
    return rest + (x - rest) * math.exp(-pace * (t - begin))


def check_rows(result, name, wanted, tolerance):
    """@wanted: of the time, and whether a change at that time has been made."""
    times = result["time"]
    for i, (t, value) in enumerate(zip(times, result[name])):
        is_left = i + 1 < len(times) and times[i + 1] == t
        exact = wanted(t, not is_left)
        assert (value is None) == (exact is None), (name, t, value, exact)
        assert exact is None or abs(value - exact) <= tolerance * max(1, abs(exact)), (name, t, value, exact)


def count(t, after, whole):
    """Elements at that time."""
    n_changes = sum(t > time or (t == time and after) for time in TIMES)
    return 2 if n_changes == 1 else whole


def check_wide(result, tolerance):
    """x' = sum k - x while n is 3, 2, 3: inputs that are lost are set again."""
    assert [t for t in result["time"] if result["time"].count(t) == 2] == [1.25, 1.25, 2, 2]

    def x(t):
        return solve(t, [(0, 0, 6), (TIMES[0], None, 3), (TIMES[1], None, 6)])

    check_rows(result, "wide.x", lambda t, _: x(t), tolerance)
    check_rows(result, "wide.total", lambda t, after: x(t) + (14 if count(t, after, 3) == 3 else 5), tolerance)
    check_rows(result, "wide.sums[3]", lambda t, after: 3 if count(t, after, 3) == 3 else None, tolerance)
    check_rows(result, "wide.n", lambda t, after: count(t, after, 3), 0)


WIDE = [FMUS / "wide.fmu", *[change.format("wide", 3) for change in CHANGES]]
WIDE += [f"--signal=wide.{name}" for name in ("x", "total", "sums[3]", "n")]


def test_sizes():
    """Co-Simulation by all methods, and Model Exchange: steps of the FMU are exact, those of the solver
    as good as its tolerance of 1e-10 allows over three restarts"""
    for method in METHODS:
        check_wide(run(*WIDE, f"--method={method}"), 1e-14)
    for solver in "dopri5", "cvode-bdf":
        check_wide(run(*WIDE, "--method=gauss-seidel", f"--solver=wide:{solver}"), 1e-7)
    # Steps that a tolerance chooses end at the changes, too.
    result = run(*WIDE, "--method=gauss-seidel", "--tolerance=1e-3")
    check_wide(result, 1e-14)


def test_helpers():
    """FMUs in processes of their own give the same bits"""
    for solver in [], ["--solver=wide:dopri5"]:
        results = [run(*WIDE, "--method=gauss-seidel", *solver, f"--isolation={isolation}")
                   for isolation in ("none", "grouped", "each")]  # fmt: skip
        assert results[0] == results[1] == results[2]


def check_lanes(result, tolerance):
    """Two of four states go, and begin at 0 when they come back; values of parameters and inputs, also
    those of event mode, stay."""

    def lane(k, t, after):
        if k > count(t, after, 4):
            return None
        if k <= 2 or t < TIMES[0] or (t == TIMES[0] and not after):
            return k * math.exp(-k * t)
        return 0.0

    for k in 1, 2, 3, 4:
        check_rows(result, f"lanes.y[{k}]", lambda t, after, k=k: lane(k, t, after), tolerance)
    check_rows(result, "lanes.total",
               lambda t, after: sum(lane(k, t, after) + 10 * k for k in range(1, count(t, after, 4) + 1)),
               tolerance)  # fmt: skip


def test_states():
    """An array of states: fewer for the FMU, as many as before for method and solver; Co-Simulation with
    event mode, where sizes change in step mode and discrete inputs in event mode"""
    lanes = [FMUS / "lanes.fmu", *[change.format("lanes", 4) for change in CHANGES]]
    lanes += [f"--at=0:lanes.d[{k}]={10 * k}" for k in (1, 2, 3, 4)]
    for method in METHODS:
        check_lanes(drop_start(run(*lanes, f"--method={method}")), 1e-14)
    for solver in "dopri5", "cvode-bdf", "radau5":
        check_lanes(drop_start(run(*lanes, "--method=gauss-seidel", f"--solver=lanes:{solver}")), 1e-6)
    for isolation in "grouped", "each":
        for solver in [], ["--solver=lanes:dopri5"]:
            options = [*lanes, "--method=gauss-seidel", *solver]
            assert run(*options, f"--isolation={isolation}") == run(*options, "--isolation=none")


def drop_start(result):
    """Without the row before the changes at the start."""
    assert result["time"][:2] == [0, 0]
    return {name: values[1:] for name, values in result.items()}


def test_none_left():
    """All elements can go where the least size is 0"""
    result = run(FMUS / "lanes.fmu", "--method=gauss-seidel", "--at=1:lanes.n=0", "--signal=lanes.total",
                 "--solver=lanes:dopri5")  # fmt: skip
    assert [value for t, value in zip(result["time"], result["lanes.total"]) if t > 1] == [0.0] * 4


def test_comparison():
    """Errors are those against runs with the same changes, not against the model without them"""
    result = compare(FMUS / "wide.fmu", ["gauss-seidel"], "0.25", "--stop-time=3", "--at=1.25:wide.n=2")
    assert result["reference"]["kind"] != "monolithic"
    # Steps are exact: what is left is rounding.
    for errors in [run_["errors_percent"] for run_ in result["runs"]]:
        assert errors and max(errors.values()) < 1e-11, errors


def test_refusals():
    """What cannot be changed is said before the run, with the reason"""
    start = ["run", "-q", FMUS / "wide.fmu", "--method=ni-jacobi", "--step-size=0.5", "--stop-time=3", "-o", "-"]
    for change, words in {
        "1:wide.n=4": ["wide.n", "begin with 3 elements"],
        "1:wide.n=0": ["wide.n", "from 1"],
        "1:wide.x=1": ["wide.x", "neither an input nor a parameter"],
        "1:wide.nothing=1": ["wide.nothing"],
        "-1:wide.n=2": ["wide.n", "before the start"],
    }.items():
        refuse(1, words, *start, f"--at={change}")
    for change in "wide.n=2", "1:wide.n", "x:wide.n=2", "1:wide.n=two", "1:=2":
        refuse(2, ["--at", change, "TIME:COMPONENT.VARIABLE=NUMBER"], *start, f"--at={change}")
    start.remove("-q")
    assert "when the run is over" in call(*start, "--at=4:wide.n=2").stderr


if __name__ == "__main__":
    sys.exit(run_cases(globals()))
