#!/usr/bin/python3
"""lockstep stability, as a person types it, and whether runs behave as it says.

Usage: test-stability.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import csv
import json
import math
import random
import sys
import tempfile
import zipfile
from pathlib import Path

from archive import repack, replace
from command import call
from tap import run_cases

BUILD = Path(sys.argv[2])
BODIES = BUILD / "models/two-bodies.ssp"
FOLDER = tempfile.TemporaryDirectory()
METHODS = ["ni-jacobi", "ni-jacobi:extrapolation=1", "gauss-seidel", "iterated-jacobi", "missiles"]
PARAMETER = "right.d_coupling"


def stability(*arguments, model=BODIES):
    done = call("stability", model, "--quiet", *arguments)
    assert done.returncode == 0, done
    return done.stdout


def with_value(value):
    """A copy of the model with another value of the parameter, edited as a text."""
    path = Path(FOLDER.name) / "varied.ssp"
    component = b'name="right"'
    with zipfile.ZipFile(BODIES) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "SystemStructure.ssd":
                at = data.index(b"</ssd:Connectors>", data.index(component))
                at += len(b"</ssd:Connectors>")
                data = data[:at] + (
                    "<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>"
                    '<ssv:ParameterSet xmlns:ssv="http://ssp-standard.org/SSP1/'
                    'SystemStructureParameterValues" version="1.0" name="values"><ssv:Parameters>'
                    f'<ssv:Parameter name="d_coupling"><ssv:Real value="{value!r}"/>'
                    "</ssv:Parameter></ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues>"
                    "</ssd:ParameterBinding></ssd:ParameterBindings>"
                ).encode() + data[at:]  # fmt: skip
            new.writestr(name, data)
    return path


def seen(method, value, h):
    """ln of the growth in one step of a run: of the greatest changes in two windows."""
    n, out = 400, Path(FOLDER.name) / "run.csv"
    eps = ":eps=1e-10:max-iterations=1000:relaxation=0.5" if method == "iterated-jacobi" else ""
    done = call("run", with_value(value), "-m", method + eps, "-H", repr(h),
                "--stop-time", repr(3 * n * h), "-o", out, "-q")  # fmt: skip
    rows = list(csv.reader(out.open()))
    column = rows[0].index("left.x")
    x = [float(row[column]) for row in rows[1:] if math.isfinite(float(row[column]))]
    if done.returncode != 0 or len(x) < 3 * n:
        return 1.0, done.stderr.strip()
    change = [abs(b - a) for a, b in zip(x, x[1:])]
    return math.log(max(change[2 * n :]) / max(change[n : 2 * n])) / n, ""


def test_limit():
    """The longest stable step of NI-Jacobi on the two bodies, between two runs."""
    result = json.loads(stability("-m", "ni-jacobi", "-H", "1e-4:1e-2:400", "--json"))
    assert result["parameter"] is None and len(result["step_sizes"]) == 400
    assert abs(result["spectral_abscissa"][0] + 0.27877383) < 1e-6  # the model's README
    limit = result["methods"][0]["stable_to"][0]
    print(f"# stable to {limit:.6g} s")
    assert seen("ni-jacobi", 10.0, 0.9 * limit)[0] < 0 < seen("ni-jacobi", 10.0, 1.1 * limit)[0]


def test_map():
    """Twenty runs, chosen by chance from the map, grow or decay as it says."""
    text = stability(*sum((["-m", m] for m in METHODS), []), "-H", "1e-3:3e-2:30",
                     "-p", f"{PARAMETER}=1:3000:20", "--json")  # fmt: skip
    result = json.loads(text)
    chance = random.Random(7)
    done = 0
    while done < 20:
        m = done % len(METHODS)
        i, k = chance.randrange(len(result["values"])), chance.randrange(len(result["step_sizes"]))
        told = math.log(result["methods"][m]["spectral_radius"][i][k])
        # Nearer to the border a run of this length does not show it; the loudest cases overflow.
        if not 5e-4 < abs(told) < 0.3:
            continue
        value, h = result["values"][i], result["step_sizes"][k]
        growth, why = seen(METHODS[m], value, h)
        print(f"# {METHODS[m]}, h = {h:.4g}, {value:.4g}: told {told:.5f}, seen {growth:.5f} {why}")
        assert (growth > 0) == (told > 0)
        done += 1


def test_outputs():
    """Table, CSV and pictures."""
    table = stability("-m", "missiles", "-m", "ni-jacobi", "-H", "1e-3:1e-2")
    assert ">= 0.01" in table and "missiles" in table, table
    rows = list(csv.reader(stability("-m", "ni-jacobi", "-H", "1:2:3", "-p", "left.d=1:2:2", "--csv")
                           .splitlines()))  # fmt: skip
    assert rows[0] == ["method", "parameter_value", "step_size", "spectral_radius", "stable"], rows
    assert len(rows) == 1 + 6 and [r[2] for r in rows[1:4]] == ["1", "1.5", "2"], rows
    for name, parameter, head in (("a.png", ["-p", "left.d=1:2:2"], b"\x89PNG"),
                                  ("b.svg", [], b"<?xml"), ("c.pdf", [], b"%PDF")):  # fmt: skip
        path = Path(FOLDER.name) / name
        stability("-m", "ni-jacobi", "-H", "1e-3:1e-2:5", *parameter, "-o", path)
        assert path.read_bytes().startswith(head)


def test_refused():
    """What cannot be told is said, with what it is about."""
    volterra = BUILD / "models/lotka-volterra.ssp"
    good = ["-m", "missiles", "-H", "1e-3:1e-2"]
    for words, model, status, arguments in (
        (["prey", "linear"], volterra, 1, good),
        (["--step-size", "missing"], BODIES, 2, ["-m", "missiles"]),
        (["2:1", "FROM:TO"], BODIES, 2, ["-m", "missiles", "-H", "2:1"]),
        (["0 s"], BODIES, 2, ["-m", "missiles", "-H", "0:1"]),
        (["nan:1"], BODIES, 2, ["-m", "missiles", "-H", "nan:1"]),
        (["1:2:5000"], BODIES, 2, ["-m", "missiles", "-H", "1:2:5000"]),
        (["left", "q"], BODIES, 2, [*good, "-p", "left.q=1:2"]),
        (["middle.d"], BODIES, 2, [*good, "-p", "middle.d=1:2"]),
        (["COMPONENT.VARIABLE"], BODIES, 2, [*good, "-p", "left.d"]),
        (["left.m", "-1"], BODIES, 2, [*good, "-p", "left.m=-1:1"]),
        (["flexible"], BODIES, 2, ["-m", "ni-jacobi:extrapolation=flexible", "-H", "1e-3:1e-2"]),
        (["MISSILES", "flexible"], BODIES, 2,
         ["-m", "missiles:control-part=flexible", "-H", "1e-3:1e-2"]),
        (["QSS1", "no macro step"], BODIES, 2, ["-m", "qss1", "-H", "1e-3:1e-2"]),
        (["LIQSS2", "no macro step"], BODIES, 2,
         ["-m", "missiles", "-m", "liqss2", "-H", "1e-3:1e-2", "--json"]),
        (["force", "middle"], BODIES, 2,
         ["-m", "ifosmondi-jfm:force=middle=integrate", "-H", "1e-3:1e-2"]),
        ([".png"], BODIES, 2, [*good, "-o", "map.txt"]),
    ):
        done = call("stability", model, *arguments)
        print("#", done.stderr.strip().splitlines()[-1])
        assert done.returncode == status and done.stdout == "", done
        for word in words:
            assert word in done.stderr, done.stderr


def test_loops():
    """Of loops that runs solve before each step, which the radius is without: it is said"""
    path = repack(BUILD / "models/feed-through.ssp", Path(FOLDER.name) / "exchange.ssp",
                  replace('implementation="any"', 'implementation="ModelExchange"', "SystemStructure.ssd", 2))  # fmt: skip
    steps = ["-H", "1e-3:1e-2:3", "--json"]
    found = json.loads(stability("-m", "ni-jacobi", "-m", "missiles", *steps, model=path))
    assert found["note"].startswith("NI-Jacobi: runs solve"), found
    assert found["methods"][0]["spectral_radius"][0][0] > 1, found
    # The run, with the loop solved, does not grow: the bodies stay where they swing.
    done = call("run", path, "-q", "-m", "ni-jacobi", "-H", "1e-3", "-s", "left.x", "-o", "-")
    values = [float(row[1]) for row in list(csv.reader(done.stdout.splitlines()))[1:]]
    assert done.returncode == 0 and max(map(abs, values)) < 10, done.stderr
    assert json.loads(stability("-m", "missiles", *steps, model=path))["note"] is None


sys.exit(run_cases(globals()))
