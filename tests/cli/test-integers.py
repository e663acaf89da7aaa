#!/usr/bin/python3
"""Integers of 64 bits beyond the 53 of a number: from files, parameters and start values, through models, to results.

Usage: test-integers.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import csv
import sys
import tempfile
import zipfile
from pathlib import Path

from command import call, refuse
from tap import run_cases

FMUS = Path(sys.argv[2]) / "tests/fmus"
# large_out is large_in, UInt64; trace is m[1,1] + m[2,2], Int64.
THIRD = FMUS / "third.fmu"
LARGE = [2**53 - 1, 2**53, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1]
SMALL = [-(2**53) - 1, -(2**63) + 1, -(2**63)]


def rows_of(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def run(folder, *arguments):
    out = Path(folder) / "out.csv"
    done = call("run", "-q", *arguments, "-o", out)
    assert done.returncode == 0, done.stderr
    return rows_of(out)


def test_input_file():
    """Inputs of a file, also where two neighbours are the same double; the results are inputs again"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "in.csv"
        values = [*LARGE, *reversed(LARGE)]
        path.write_text("time,large_in\n" + "".join(f"{i},{value}\n" for i, value in enumerate(values)))
        for kind in [[], ["--solver=dopri5"], ["--isolation=each"], ["--isolation=none"]]:
            rows = run(folder, THIRD, f"--input-file={path}", f"--stop-time={len(values)}", "--output-interval=0.5",
                       *kind)  # fmt: skip
            found = [int(row["large_out"]) for row in rows if float(row["time"]) % 1 == 0.5]
            assert found == values, (kind, found)
        path.write_text("time,large_in\n" + "".join(f"{row['time']},{row['large_out']}\n" for row in rows))
        again = run(folder, THIRD, f"--input-file={path}", f"--stop-time={len(values)}", "--output-interval=0.5")
        assert [int(row["large_out"]) for row in again if float(row["time"]) % 1 == 0.5] == values


def test_start_values():
    """Start values and parameters of one FMU"""
    with tempfile.TemporaryDirectory() as folder:
        for large, small in zip(LARGE, [*SMALL, *SMALL]):
            rows = run(folder, THIRD, "--start-value", "large_in", large, "--start-value", "m[1,1]", small + 1,
                       "--start-value", "m[2,2]", -1, "--stop-time=0.1")  # fmt: skip
            assert {int(row["large_out"]) for row in rows} == {large}, rows
            assert {int(row["trace"]) for row in rows} == {small}, rows
    refuse(1, ["large_in"], "run", THIRD, "--start-value", "large_in", 2**64, "-o", "-")
    refuse(1, ["large_in"], "run", THIRD, "--start-value", "large_in", -1, "-o", "-")
    refuse(1, ["m[1,1]"], "run", THIRD, "--start-value", "m[1,1]", -(2**63) - 1, "-o", "-")


def write_model(path, large, small):
    """Two of the FMU: the second has the integer of the first from a wire."""

    def component(name, values):
        connectors = "".join(
            f'<ssd:Connector name="{variable}" kind="{kind}"><ssc:{kind_of}/></ssd:Connector>'
            for variable, kind, kind_of in [("large_in", "input", "UInt64"), ("large_out", "output", "UInt64"),
                                            ("trace", "output", "Int64"), ("m[1,1]", "parameter", "Int64"),
                                            ("m[2,2]", "parameter", "Int64")])  # fmt: skip
        parameters = "".join(f'<ssv:Parameter name="{n}"><ssv:{t} value="{v}"/></ssv:Parameter>' for n, t, v in values)
        return (f'<ssd:Component name="{name}" type="application/x-fmu-sharedlibrary" source="resources/third.fmu">'
                f'<ssd:Connectors>{connectors}</ssd:Connectors><ssd:ParameterBindings><ssd:ParameterBinding>'
                f'<ssd:ParameterValues><ssv:ParameterSet version="2.0" name="values"><ssv:Parameters>{parameters}'
                '</ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues></ssd:ParameterBinding>'
                '</ssd:ParameterBindings></ssd:Component>')  # fmt: skip

    spaces = "".join(f' xmlns:{short}="http://ssp-standard.org/SSP1/{name}"' for short, name in
                     [("ssd", "SystemStructureDescription"), ("ssc", "SystemStructureCommon"),
                      ("ssv", "SystemStructureParameterValues")])  # fmt: skip
    first = component("a", [("large_in", "UInt64", large), ("m[1,1]", "Int64", small + 1), ("m[2,2]", "Int64", -1)])
    second = component("b", [("m[1,1]", "Int64", small), ("m[2,2]", "Int64", 0)])
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(THIRD, "resources/third.fmu")
        archive.writestr("SystemStructure.ssd", (
            f'<?xml version="1.0" encoding="UTF-8"?><ssd:SystemStructureDescription version="2.0" name="m"{spaces}>'
            f'<ssd:System name="s"><ssd:Elements>{first}{second}</ssd:Elements><ssd:Connections><ssd:Connection '
            'startElement="a" startConnector="large_out" endElement="b" endConnector="large_in"/></ssd:Connections>'
            '</ssd:System><ssd:DefaultExperiment startTime="0" stopTime="1"/></ssd:SystemStructureDescription>'))  # fmt: skip
    return path


def check_model_rows(rows, large, small):
    assert len(rows) > 4
    for row in rows:
        assert int(row["a.large_out"]) == large and int(row["a.trace"]) == int(row["b.trace"]) == small, row
    # The wire is there from the first step on.
    assert {int(row["b.large_out"]) for row in rows[2:]} == {large}, rows


def test_model():
    """Values of a model, a wire, the runs of a comparison and what the file keeps of them"""
    with tempfile.TemporaryDirectory() as folder:
        for large, small in zip(LARGE[2:], [*SMALL, SMALL[2]]):
            path = write_model(Path(folder) / "model.ssp", large, small)
            for options in ["--method=ni-jacobi"], ["--method=gauss-seidel", "--isolation=each"]:
                rows = run(folder, path, "--step-size=0.25", *options)
                check_model_rows(rows, large, small)
        kept = Path(folder) / "kept.ssp"
        done = call("compare", path, "-q", "--jobs=2", "--method=ni-jacobi", "--method=gauss-seidel",
                    "--step-size=0.25", "--reference=finest", f"--store={kept}", "--keep-results")  # fmt: skip
        assert done.returncode == 0, done.stderr
        check_model_rows(run(folder, kept, "--step-size=0.25", "--method=ni-jacobi"), large, small)
        with zipfile.ZipFile(kept) as archive:
            results = [name for name in archive.namelist() if name.endswith(".csv")]
            assert len(results) >= 2, archive.namelist()
            for name in results:
                check_model_rows(list(csv.DictReader(archive.read(name).decode().splitlines())), large, small)


def test_changes():
    """What changes in a run is a double: other integers are refused"""
    with tempfile.TemporaryDirectory() as folder:
        path = write_model(Path(folder) / "model.ssp", 1, 1)
        refuse(2, [f"0.5:a.large_in={2**53 + 1}", "hold 53 bits"], "run", path, "--step-size=0.25", f"--at=0.5:a.large_in={2**53 + 1}",
               "-o", "-")  # fmt: skip
        rows = run(folder, path, "--step-size=0.25", f"--at=0.5:a.large_in={2**53 + 2}")
        assert int(rows[-1]["a.large_out"]) == 2**53 + 2, rows[-1]


sys.exit(run_cases(globals()))
