#!/usr/bin/python3
"""Files of values over time as FMUs and as components of models; bad files.

Usage: test-table.py LOCKSTEP BUILD_FOLDER. Speaks TAP. What is recorded is compared with the straight
lines between the rows, computed here by the same operations: to the last digit.
"""

import csv
import io
import json
import sys
import tempfile
import zipfile
from pathlib import Path

from command import call
from tap import run_cases

FOLDER = tempfile.TemporaryDirectory()
HERE = Path(FOLDER.name)
MODELS = Path(sys.argv[2]) / "models"
ROWS = [(0.0, 0.1, 1.0), (0.3, 2.0, 1.0), (1.0, -1.0, 2.5), (1.0, 3.0, 7.0), (2.5, 0.7, 8.125)]
TEXT = "t,force [N],turns\n" + "".join(f"{t!r},{a!r},{b!r}\n" for t, a, b in ROWS)


def make(name, text):
    path = HERE / name
    path.write_text(text)
    return path


def good(*arguments):
    result = call(*arguments)
    assert result.returncode == 0, result.stderr
    return result


def value(t, column, held):
    """At a jump the value behind it."""
    row = max(i for i, r in enumerate(ROWS) if r[0] <= t)
    before = ROWS[row]
    if held or row + 1 == len(ROWS):
        return before[column]
    slope = (ROWS[row + 1][column] - before[column]) / (ROWS[row + 1][0] - before[0])
    return before[column] + slope * (t - before[0])


def record(model, *arguments):
    output = good("run", model, "--step-size", "0.25", "-o", "-", *arguments).stdout
    return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(io.StringIO(output))]


def check_rows(rows, prefix, held=False):
    """With a solver rows of events come in between, the values before them first."""
    last = {row["time"]: row for row in rows}
    assert set(last) - {0.3} == {0.25 * k for k in range(11)}, rows
    for row in last.values():
        for column, output in enumerate(("force", "turns"), 1):
            wanted = value(row["time"], column, held)
            assert row[prefix + output] == wanted, (row, output, wanted)


def test_fmus():
    """FMI 2.0 and 3.0, Co-Simulation and Model Exchange: columns are outputs, with units"""
    source = make("forces.csv", TEXT)
    for version in "2", "3":
        fmu = HERE / f"forces{version}.fmu"
        good("table", "--fmi", version, "-o", fmu, source)
        check_rows(record(fmu), f"forces{version}.")
        check_rows(record(fmu, "--solver", "dopri5"), "")
        found = json.loads(good("info", "--json", fmu).stdout)
        assert found["fmi_version"] == f"{version}.0", found["fmi_version"]
        units = {v["name"]: v.get("unit") for v in found["variables"]}
        assert units["force"] == "N" and units["turns"] is None, units
        assert "0 errors, 0 warnings" in good("check", fmu).stdout


def test_models():
    """In a model: named after the file, held or not, wired, with the times of the table"""
    source = make("forces.csv", TEXT)
    alone, held, wired = (HERE / f"{name}.ssp" for name in ("alone", "held", "wired"))
    good("table", source, "-o", alone)
    check_rows(record(alone), "forces.")
    with zipfile.ZipFile(alone) as archive:
        assert "resources/forces.fmu" in archive.namelist()
        document = archive.read("SystemStructure.ssd").decode()
    assert '<ssd:DefaultExperiment startTime="0" stopTime="2.5"/>' in document
    good("table", source, "-o", held, "--held")
    check_rows(record(held), "forces.", held=True)
    good("table", source, "-o", wired, "--model", MODELS / "blocks" / "gain.fmu",
         "--connect", "turns=gain.u")  # fmt: skip
    for row in record(wired, "--method", "gauss-seidel"):
        assert row["gain.y"] == row["forces.turns"], row


def test_bad_files():
    """Refused with line and column, and nothing is written"""
    for text, says in (
        ("time,y\n0,1\n1,zero\n", "bad.csv:3"),
        ("time,y\n1,1\n0,1\n", "the time goes back"),
        ("time,y\n0,1\n1,\n", "bad.csv:3: column 2 (y)"),
        ("time,y\n0,1\n1,1e999\n", "bad.csv"),
        ("time\n1\n", "no column with numbers beside the time"),
        ("", "bad.csv"),
        ("time," + ",".join(f"c{i}" for i in range(1001)) + "\n0" + ",1" * 1001 + "\n", "at most 1000"),
        ("time,y\n0,1\n1,2,3\n", "bad.csv:3"),
        ("\0\1\2\n", "bad.csv"),
    ):
        source = make("bad.csv", text)
        result = call("table", "-o", HERE / "bad.fmu", source)
        assert result.returncode == 1 and says in result.stderr, (text[:40], result)
        assert not (HERE / "bad.fmu").exists()
    assert call("table", HERE / "none.csv").returncode == 1


def test_headings():
    """What a variable cannot be called, twice the same, quotes and brackets"""
    text = 't,,a,a,"<&"">",linear,x[1],"two\nlines"\n0,1,2,3,4,5,6,7\n1,1,2,3,4,5,6,7\n'
    fmu = HERE / "odd.fmu"
    good("table", "-o", fmu, make("odd.csv", text))
    found = json.loads(good("info", "--json", fmu).stdout)
    names = [v["name"] for v in found["variables"]]
    assert len(set(names)) == 8, names
    assert '<&">' in names and "a" in names and "a_2" in names and "linear_2" in names, names
    assert [v for v in record(fmu, "--stop-time", "1")[1].values()][1:] == [1, 2, 3, 4, 5, 6, 7]


def test_options():
    """What does not go together"""
    source = make("forces.csv", TEXT)
    fmu, ssp = HERE / "o.fmu", HERE / "o.ssp"
    assert call("table").returncode == 2
    assert call("table", "--fmi", "1", source, "-o", fmu).returncode == 2
    assert call("table", "--held", source, "-o", fmu).returncode == 2
    result = call("table", source, "-o", ssp, "--connect", "turns=nobody.u")
    assert result.returncode == 1 and "turns=nobody.u" in result.stderr, result
    result = call("table", source, "-o", ssp, "--model", MODELS / "blocks" / "gain.fmu",
                  "-c", "turn=gain.u")  # fmt: skip
    assert result.returncode == 1 and "turn" in result.stderr, result
    assert not ssp.exists()


sys.exit(run_cases(globals()))
