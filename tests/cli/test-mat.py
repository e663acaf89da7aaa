#!/usr/bin/python3
"""Results and references in MATLAB v4 files, written and read here byte by byte.

Usage: test-mat.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import csv
import json
import struct
import sys
import tempfile
from pathlib import Path

from command import call, refuse
from tap import run_cases

BUILD = Path(sys.argv[2])
TWO_BODIES = BUILD / "models/two-bodies.ssp"
# Third and second digit of the type: 0 double, 2 int32, 5 uint8; last digit: 1 is text.
FORMATS = {0: "d", 1: "f", 2: "i", 3: "h", 4: "H", 5: "B"}


def matrix(name, kind, text, columns):
    """A matrix of a v4 file, from its columns."""
    rows = len(columns[0]) if columns else 0
    head = struct.pack("<5i", 10 * kind + text, rows, len(columns), 0, len(name) + 1)
    flat = [x for column in columns for x in column]
    return head + name.encode() + b"\0" + struct.pack(f"<{len(flat)}{FORMATS[kind]}", *flat)


def transposed(columns):
    return [list(row) for row in zip(*columns)]


def texts(values):
    length = max(map(len, values))
    return [[ord(c) for c in value.ljust(length)] for value in values]


def write(path, names, descriptions, info, constants, rows, lying):
    """A result as Dymola (on its side) or OpenModelica write it."""
    turn = (lambda columns: columns) if lying else transposed
    kind = "binTrans" if lying else "binNormal"
    lines = transposed(texts(["Atrajectory", "1.1", "", kind]))
    path.write_bytes(
        matrix("Aclass", 5, 1, lines)
        + matrix("name", 5, 1, turn(texts(names)))
        + matrix("description", 5, 1, turn(texts(descriptions)))
        + matrix("dataInfo", 2, 0, turn(info))
        + matrix("data_1", 0, 0, turn(constants))
        + matrix("data_2", 0, 0, turn(rows))
    )


def read(path):
    """All matrices of a v4 file, by name, as lists of columns."""
    data, at, matrices = path.read_bytes(), 0, {}
    while at < len(data):
        kind, rows, columns, imaginary, length = struct.unpack_from("<5i", data, at)
        assert imaginary == 0 and kind < 100, (kind, imaginary)
        at += 20
        name = data[at : at + length].rstrip(b"\0").decode()
        at += length
        form = f"<{rows * columns}{FORMATS[kind // 10]}"
        flat = struct.unpack_from(form, data, at)
        at += struct.calcsize(form)
        matrices[name] = [flat[i * rows : (i + 1) * rows] for i in range(columns)]
    assert at == len(data)
    return matrices


def words(column):
    return bytes(int(c) for c in column).decode().rstrip(" \0")


def test_written():
    with tempfile.TemporaryDirectory() as folder:
        table, file = Path(folder) / "out.csv", Path(folder) / "out.mat"
        for path in table, file:
            done = call("run", TWO_BODIES, "--method=missiles", "-H", "1e-3", "--output-file", path)
            assert done.returncode == 0, done.stderr
            assert "2001 rows" in done.stdout
        head, *rows = csv.reader(table.read_text().splitlines())
        found = read(file)
        assert [words(row) for row in transposed(found["Aclass"])] == ["Atrajectory", "1.1", "", "binTrans"]
        assert [words(column) for column in found["name"]] == head
        assert words(found["description"][0]) == "[s]"
        assert words(found["description"][head.index("left.x")]) == "[m]"
        assert [column[:2] for column in found["dataInfo"]] == [
            (0 if i == 0 else 2, i + 1) for i in range(len(head))]  # fmt: skip
        assert found["data_1"] == [(0.0,), (2.0,)]
        # Every number to its last bit.
        assert found["data_2"] == [tuple(map(float, row)) for row in rows]


def references(folder):
    """left.x and left.v of one and the same run, as CSV, lying and standing, with the other sign."""
    plain = Path(folder) / "plain.csv"
    done = call("run", TWO_BODIES, "--method=missiles", "-H", "5e-4", "-o", plain)
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(plain.read_text().splitlines()))
    values = [[float(row[name]) for name in ("time", "left.x", "left.v")] for row in rows]
    for lying in True, False:
        file = Path(folder) / f"reference-{lying}.mat"
        write(
            file,
            ["time", "mass", "minus", "left.x", "left.v"],
            ["Time in [s]", "a constant [kg]", "left.x turned round", "[m]", "[m/s|km/h]"],
            [[0, 1, 0, -1], [1, 2, 0, 0], [2, 2, 0, -1], [2, -2, 0, -1], [2, 3, 0, -1]],
            [[0.0, 7.0], [2.0, 7.0]],
            [[t, -x, v] for t, x, v in values],
            lying,
        )
        yield plain, file


def test_reference():
    arguments = ["compare", TWO_BODIES, "--method=ni-jacobi", "--step-size=1e-3", "--json",
                 "--signal=left.x", "--signal=left.v"]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        for plain, file in references(folder):
            errors = []
            for path in plain, file:
                done = call(*arguments, "--reference", path)
                assert done.returncode == 0, done.stderr
                result = json.loads(done.stdout)
                assert result["reference"]["kind"] == "file"
                errors.append(result["runs"][0]["errors_percent"])
            print("#", errors)
            assert errors[0] == errors[1]
            # By exact propagation.
            assert abs(errors[0]["left.x"] - 5.8008) <= 1e-3 * 5.8008
            refuse(1, ["left.F", "mass, minus, left.x, left.v"], *arguments[:-1], "--signal=left.F",
                   "--reference", file)  # fmt: skip
            refuse(1, [file.name, "0.00025"], "compare", TWO_BODIES, "-m", "ni-jacobi", "-H", "2.5e-4",
                   "-s", "left.x", "--reference", file)  # fmt: skip
            picture = Path(folder) / "curves.svg"
            done = call("plot", file, plain, "-s", "left.x", "-o", picture)
            assert done.returncode == 0 and picture.stat().st_size > 1000, done.stderr


def test_bad_files():
    info = [[0, 1, 0, -1], [2, 2, 0, -1]]
    rows = [[0.0, 1.0], [1.0, 2.0]]
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder) / "bad.mat", Path(folder) / "out.svg"

        def check(said, names=("time", "x"), info=info, rows=rows):
            write(file, names, ["", ""], info, [[0.0], [1.0]], rows, True)
            refuse(1, ["bad.mat", *said], "plot", file, "-o", out)

        check(["goes back"], rows=[[1.0, 1.0], [0.0, 2.0]])
        check(["no time", "row 2"], rows=[[1.0, 1.0], [float("nan"), 2.0]])
        check(["dataInfo", "x"], info=[[0, 1, 0, -1], [2, 9, 0, -1]])
        check(["dataInfo", "x"], info=[[0, 1, 0, -1], [2, 0, 0, -1]])
        check(["dataInfo", "x"], info=[[0, 1, 0, -1], [1, -2, 0, -1]])
        check(["sizes"], names=("time", "x", "y"))
        whole = file.read_bytes()
        for size in range(0, len(whole), 7):
            file.write_bytes(whole[:size])
            refuse(1, ["bad.mat"], "plot", file, "-o", out)
        file.write_bytes(matrix("x", 0, 0, [[1.0, 2.0]]))
        refuse(1, ["bad.mat", "Aclass", "Dymola"], "plot", file, "-o", out)
        refuse(1, ["absent.mat"], "plot", Path(folder) / "absent.mat", "-o", out)
        assert not out.exists()


sys.exit(run_cases(globals()))
