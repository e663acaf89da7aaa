#!/usr/bin/python3
"""Runs that start late: the figures are those of the same run from 0 on.

Usage: test-late.py LOCKSTEP BUILD_FOLDER. Speaks TAP. The models do not depend on time, so that a run from t0 is the run
from 0 on. Components that are integrated here see time as it passes and are the same to the last digit; slaves count it
themselves, in numbers 2.4e-7 s apart at 1.7e9 s, and differ by what they miss of it.
"""

import csv
import json
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from tap import SLOW, run_cases

LOCKSTEP, BUILD = sys.argv[1], Path(sys.argv[2])
FOLDER = tempfile.TemporaryDirectory()
LATE = [1e4, 1e8, 1.7e9]
METHODS = ["ni-jacobi", "gauss-seidel", "missiles", "costarica", "ifosmondi-jfm", "qss2"]
# Stop time and step, s. Those left out depend on time, or have a larger copy of themselves here.
MODELS = {
    "achilles": (5, 0.1), "chain-10": (1, 0.1), "constant-power": (5, 0.1), "feed-through": (2, 0.1),
    "lotka-volterra": (5, 0.1), "lotka-volterra-orbit": (5, 0.1), "pendulum-on-cart": (2, 0.05),
    "pressure-network-2": (2, 0.1), "resistor-bridge": (2, 0.1), "resistor-ladder-2": (2, 0.1),
    "spiral": (2, 0.1), "stiff-cross": (0.5, 0.05), "stiff-pair": (0.5, 0.05), "stiff-soft": (0.5, 0.05),
    "transitions": (2, 0.1), "two-bodies": (2, 0.1),
}  # fmt: skip


def call(*arguments, status=0):
    command = list(map(str, [LOCKSTEP, *arguments]))
    done = subprocess.run(command, capture_output=True, text=True, timeout=200 * SLOW)
    assert status is None or done.returncode == status, (command, done.returncode, done.stderr)
    return done


def list_components(model):
    structure = zipfile.ZipFile(BUILD / "models" / model).read("SystemStructure.ssd").decode()
    return re.findall(r'<(?:\w+:)?Component[^>]* name="([^"]+)"', structure)


def compare(name, start, *arguments, methods=METHODS, solver="dopri5"):
    """Error figures by method, step and signal; what is not done has its state."""
    stop, step = MODELS[name]
    model = f"{name}.ssp"
    options = [x for m in methods for x in ("-m", m)]
    if solver:
        options += [x for c in list_components(model) for x in ("--solver", f"{c}:{solver}")]
    done = call("compare", BUILD / "models" / model, "--json", "-q", "--start-time", repr(start), "--stop-time",
                repr(start + stop), "-H", f"{step},{step / 2}", *options, *arguments, status=None)  # fmt: skip
    found = {}
    for run in json.loads(done.stdout)["runs"]:
        for signal, figure in (run["errors_percent"] or {"": run["status"]}).items():
            found[run["method"], run["step_size"], signal] = figure
    return found


def check_same(found, expected, relative, absolute=0.0):
    assert found.keys() == expected.keys(), (found.keys() ^ expected.keys())
    for key, figure in expected.items():
        if isinstance(figure, float) and isinstance(found[key], float):
            limit = relative * abs(figure) + absolute
            assert abs(found[key] - figure) <= limit, (key, found[key], figure)
        else:
            assert found[key] == figure, (key, found[key], figure)


def test_integrated():
    for name in MODELS:
        expected = compare(name, 0.0)
        for start in LATE:
            check_same(compare(name, start), expected, 1e-9)


def test_solvers():
    for solver in ("rk34", "dop853", "fehlberg78", "radau5", "rodas", "cvode-bdf", "cvode-adams", "explicit-euler", "qss3", "liqss2"):
        expected = compare("two-bodies", 0.0, methods=["ni-jacobi", "missiles"], solver=solver)
        check_same(compare("two-bodies", 1.7e9, methods=["ni-jacobi", "missiles"], solver=solver), expected, 1e-9)


def test_tolerance():
    for name in ("two-bodies", "lotka-volterra", "spiral"):
        expected = compare(name, 0.0, "--tolerance", "1e-4", methods=["missiles"])
        check_same(compare(name, 1.7e9, "--tolerance", "1e-4", methods=["missiles"]), expected, 1e-9)


def test_slaves():
    """Half a unit in the last place of t, 1.2e-7 s at 1.7e9 s, over a step of 0.05 s in every estimated slope: 2.4e-6
    of the figures, which the coupling makes up to ten times larger in a step."""
    for name in ("achilles", "two-bodies", "lotka-volterra"):
        expected = compare(name, 0.0, methods=["ni-jacobi", "missiles"], solver=None)
        for start, unit in zip(LATE, (1.8e-12, 1.5e-8, 2.4e-7)):
            share = 20 * unit / (MODELS[name][1] / 2)
            check_same(compare(name, start, methods=["ni-jacobi", "missiles"], solver=None), expected,
                       1e-9 + share, 100 * share)  # fmt: skip


def read(path):
    names, *rows = list(csv.reader(path.open()))
    return names, [[float(cell or "nan") for cell in row] for row in rows]


def test_steps_add_up():
    """Two bodies, 2000 steps of 1e-3 s: each ends at the time of the FMU that is nearest to where the run goes, half a
    unit of it away, in which the faster body turns by 64 rad/s. Steps that are off all the same way would add up to a
    thousand times that."""
    traces = []
    for start in (0.0, 1e8, 1.7e9):
        for method in ("ni-jacobi", "missiles"):
            path = Path(FOLDER.name) / "out.csv"
            call("run", BUILD / "models" / "two-bodies.ssp", "-m", method, "-H", 1e-3, "-q", "-o", path, "--start-time",
                 repr(start), "--stop-time", repr(start + 2))  # fmt: skip
            traces.append([row[1:] for row in read(path)[1]])
    for k, unit in ((2, 1.5e-8), (4, 2.4e-7)):
        for exact, late in zip(traces[:2], traces[k:]):
            assert len(exact) == len(late) == 2001
            for one, other in zip(zip(*exact), zip(*late)):
                gap = max(abs(a - b) for a, b in zip(one, other)) / max(map(abs, one))
                assert gap <= 64 * unit, (k, gap)


def test_rows():
    """Files have the time of the clock, and the values that belong to it."""
    traces = []
    for start in (0.0, 1.7e9):
        path = Path(FOLDER.name) / "out.csv"
        call("run", BUILD / "models" / "bouncing-ball.fmu", "--solver", "dopri5", "-q", "-o", path, "--start-time",
             repr(start), "--stop-time", repr(start + 3), "--output-interval", 0.01)  # fmt: skip
        traces.append(read(path))
    (names, early), (others, late) = traces
    assert names == others and len(early) == len(late), (names, others, len(early), len(late))
    for a, b in zip(early, late):
        # The FMU keeps the time of the last bounce, which is of the clock, too.
        # A unit in the last place of 1.7e9.
        assert all(x == y or abs(y - 1.7e9 - x) <= 2.4e-7 for x, y in zip(a, b)), (a, b)


def test_refused():
    """A step that an FMU cannot tell from none is refused, and it is said why."""
    done = call("run", BUILD / "models" / "two-bodies.ssp", "-m", "ni-jacobi", "-H", 5e-8, "--start-time", repr(1.7e9),
                "--stop-time", repr(1.7e9 + 1e-5), "-q", "-o", Path(FOLDER.name) / "out.csv", status=None)  # fmt: skip
    assert done.returncode != 0 and "1700000000" in done.stderr, done.stderr
    assert "below the resolution of time there, 2.4e-07 s" in done.stderr, done.stderr


if __name__ == "__main__":
    sys.exit(run_cases(globals()))
