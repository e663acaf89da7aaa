#!/usr/bin/python3
"""Results in the forms of other programs as references and beside the runs of a model.

Usage: test-foreign.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import csv
import io
import json
import sys
import tempfile
import zipfile
from pathlib import Path

from archive import repack, replace
from command import call
from tap import run_cases

BUILD = Path(sys.argv[2])
TWO_BODIES = BUILD / "models/two-bodies.ssp"
COMPARE = ["compare", TWO_BODIES, "-m", "ni-jacobi", "-H", "1e-3", "--json", "-s", "left.x",
           "-s", "right.x"]  # fmt: skip


def errors_against(path, *more, model=TWO_BODIES):
    done = call(COMPARE[0], model, *COMPARE[2:], "--reference", path, *more)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["reference"]["kind"] == "file", result["reference"]
    return result["runs"][0]["errors_percent"], result["reference"]["description"], done.stderr


def fine_rows(folder):
    """Times, positions left and right of a good run."""
    path = Path(folder) / "fine.csv"
    done = call("run", TWO_BODIES, "-m", "missiles", "-H", "5e-4", "-o", path)
    assert done.returncode == 0, done.stderr
    rows = csv.DictReader(path.read_text().splitlines())
    return path, [[float(r[k]) for k in ("time", "left.x", "right.x")] for r in rows]


def close(one, other, share):
    for name in one:
        assert abs(one[name] - other[name]) <= share * other[name], (one, other)


def forms(rows):
    """What the programs write: name of the file, text, digits that they keep."""
    def lines(head, separator, write):
        return "\n".join([head, *(separator.join(map(write, r)) for r in rows)]) + "\n"

    yield "oms.csv", '"sep=,"\n' + lines('"time","model.root.left.x","model.root.right.x"', ", ",
                                         lambda v: f"{v:.12g}")  # fmt: skip
    yield "fmpy.csv", lines('"time","left.x","right.x"', ",", repr)
    head = "Time [min] \tother.n [-] \tleft.x [m] \tright.x [m]"
    yield "values.csv", "\n".join(
        [head, *(f"{t / 60:.14g}\t7\t{a:.14g}\t{b:.14g}" for t, a, b in rows)]) + "\n"
    yield "german.csv", lines("Zeit;LEFT/x;right.x", ";", lambda v: repr(v).replace(".", ","))


def test_forms():
    with tempfile.TemporaryDirectory() as folder:
        fine, rows = fine_rows(folder)
        expected, _, _ = errors_against(fine)
        print("#", expected)
        for name, text in forms(rows):
            path = Path(folder) / name
            path.write_text(text)
            errors, description, notes = errors_against(path)
            print("#", name, errors, description)
            close(errors, expected, 1e-6)
            if name != "fmpy.csv":
                assert "left.x" in notes and "column “" in notes, notes
        assert "LEFT/x" in notes, notes


def test_one_component():
    """libcosim: a file per component, six digits."""
    with tempfile.TemporaryDirectory() as folder:
        fine, rows = fine_rows(folder)
        path = Path(folder) / "left_20260101_120000_000001.csv"
        path.write_text("Time,StepCount,x,name\n" + "".join(
            f"{t:.6g},{i},{a:.6g},abc\n" for i, (t, a, _) in enumerate(rows)))
        done = call("compare", TWO_BODIES, "-m", "ni-jacobi", "-H", "1e-3", "--json", "-s", "left.x",
                    "--reference", path)  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "Columns without numbers: name" in done.stderr, done.stderr
        found = json.loads(done.stdout)["runs"][0]["errors_percent"]
        expected, _, _ = errors_against(fine)
        # Six digits: 1e-6 of the range, against an error of per cents.
        close(found, {"left.x": expected["left.x"]}, 1e-3)
        done = call(*COMPARE, "--reference", path)
        assert done.returncode == 1 and "right.x" in done.stderr, done


def test_between():
    """Its own times: between them it is interpolated, and says so."""
    with tempfile.TemporaryDirectory() as folder:
        fine, rows = fine_rows(folder)
        expected, _, _ = errors_against(fine)
        path = Path(folder) / "values.csv"
        path.write_text("Time [s]\tleft.x [m]\tright.x [m]\n" + "".join(
            f"{t}\t{a!r}\t{b!r}\n" for i, (t, a, b) in enumerate(rows) if i % 3 == 0 or i == len(rows) - 1))
        errors, description, _ = errors_against(path)
        assert "interpolated" in description, description
        # Straight lines between rows 1.5e-3 s apart, of errors of per cents.
        close(errors, expected, 1e-4)


def in_other_unit(folder):
    """The example, its left body knowing mm too."""
    units = '<UnitDefinitions><Unit name="mm"><BaseUnit m="1" factor="0.001"/></Unit>'

    def edit(name, data):
        if not name.endswith("left-body.fmu"):
            return data
        return repack(io.BytesIO(data), io.BytesIO(), replace("<UnitDefinitions>", units)).getvalue()

    return repack(TWO_BODIES, Path(folder) / "millimetres.ssp", edit)


def test_units():
    with tempfile.TemporaryDirectory() as folder:
        fine, rows = fine_rows(folder)
        expected, _, _ = errors_against(fine)
        path = Path(folder) / "values.csv"
        path.write_text("Time [s]\tleft.x [mm]\tright.x [furlong]\n" + "".join(
            f"{t}\t{1000 * a!r}\t{b!r}\n" for t, a, b in rows))
        errors, _, notes = errors_against(path, model=in_other_unit(folder))
        # Products with 1000 and back: rounding; of the errors, differences of nearly equal numbers,
        # less stays.
        close(errors, expected, 1e-9)
        assert "converted from mm to m" in notes, notes
        assert "the conversion from furlong to m is unknown" in notes, notes


def test_overlay():
    with tempfile.TemporaryDirectory() as folder:
        _, rows = fine_rows(folder)
        text = dict(forms(rows))["oms.csv"]
        path, picture = Path(folder) / "oms.csv", Path(folder) / "p.svg"
        path.write_text(text)
        plot = ["plot", TWO_BODIES, "-m", "ni-jacobi", "-H", "0.01", "-o", picture]
        for more in [], ["--kind", "orbit"], ["--kind", "difference"]:
            done = call(*plot, *more)
            assert done.returncode == 0, done.stderr
            before = picture.stat().st_size
            done = call(*plot, *more, "--overlay", path)
            assert done.returncode == 0, done.stderr
            assert picture.stat().st_size > before + 500
            assert "model.root.left.x" in done.stderr, done.stderr
        done = call("plot", path, "-o", picture, "-s", "model.root.left.x")
        assert done.returncode == 0, done.stderr
        path.write_text('"time","nothing"\n0,1\n')
        done = call(*plot, "--overlay", path)
        assert done.returncode == 1 and "no column is a signal" in done.stderr, done
        done = call("plot", path, "-o", picture, "--overlay", path)
        assert done.returncode == 2, done
        done = call(*plot, "--overlay", path, "--kind", "steps")
        assert done.returncode == 2, done


def cosim(folder, rows, stamp="20260101_120000_00000", left=None):
    """libcosim: a file per component, the right one with every second row."""
    folder.mkdir(exist_ok=True)
    for i, (name, column) in enumerate((("left", 1), ("right", 2))):
        (folder / f"{name}_{stamp}{i}.csv").write_text("Time,StepCount,x\n" + "".join(
            f"{r[0]!r},{k},{r[column]!r}\n" for k, r in enumerate(rows) if k % (i + 1) == 0))
    return folder


def test_parts():
    """Files of several components are one run: as an overlay, and as a folder."""
    with tempfile.TemporaryDirectory() as folder:
        fine, rows = fine_rows(folder)
        expected, _, _ = errors_against(fine)
        parts = cosim(Path(folder) / "cosim", rows)
        # Straight lines between rows 1e-3 s apart: 1e-4 of errors of per cents.
        errors, description, notes = errors_against(parts)
        print("#", expected, errors, description)
        close(errors, expected, 1e-3)
        assert "One run in 2 files" in notes and "interpolated linearly" in notes, notes
        picture = Path(folder) / "p.csv"
        plot = ["plot", TWO_BODIES, "-m", "ni-jacobi", "-H", "0.01", "-s", "left.x", "-s", "right.x", "-o", picture]
        done = call(*plot, *(f"--overlay={path}" for path in parts.iterdir()))
        assert done.returncode == 0, done.stderr
        with open(picture) as file:
            table = list(csv.DictReader(file))
        name = next(name for name in table[0] if name.startswith("right.x (cosim"))
        table = [row for row in table if row[name] != ""]
        assert len(table) == len(rows) and float(table[2][name]) == rows[2][2], table[:3]
        cosim(parts, rows, "20260102_120000_00000")
        done = call(*plot, "--overlay", parts)
        assert done.returncode == 1 and "several runs" in done.stderr, done
        done = call(*plot, "--overlay", folder)
        assert done.returncode == 1 and "no results of components" in done.stderr, done


def test_part_of_time():
    """Rows from one time to another; what is framed of a figure, as numbers."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.csv"
        done = call("run", TWO_BODIES, "-m", "missiles", "-H", "0.01", "--from", "0.5", "--to", "1", "-o", path)
        assert done.returncode == 0 and "51 rows" in done.stdout, done
        times = [float(r["time"]) for r in csv.DictReader(path.read_text().splitlines())]
        assert (times[0], times[-1], len(times)) == (0.5, 1.0, 51), times
        done = call("plot", TWO_BODIES, "-m", "missiles", "-H", "0.01", "-k", "error", "-s", "left.x", "--from", "0.5",
                    "-o", path)  # fmt: skip
        assert done.returncode == 0, done
        shown = list(csv.DictReader(path.read_text().splitlines()))
        assert list(shown[0]) == ["time", "left.x"] and len(shown) == 151, shown[0]
        assert all(0 <= float(r["left.x"]) < 1e-3 for r in shown), shown
        done = call("plot", TWO_BODIES, "-k", "convergence", "-m", "missiles", "-H", "0.01,0.005", "-o", path)
        assert done.returncode == 0 and path.read_text().startswith("series,step size [s],error [%]\n"), done
        for wrong in (["run", TWO_BODIES, "-o", path, "--from", "1", "--to", "1"],
                      ["run", TWO_BODIES, "-o", path, "--from", "soon"],
                      ["plot", TWO_BODIES, "-o", path, "-k", "orbit", "--from", "1"],
                      ["plot", TWO_BODIES, "-o", path, "--time-marks", "0"],
                      ["plot", TWO_BODIES, "-o", path, "--name", "left.x"],
                      ["plot", TWO_BODIES, "-o", path, "-k", "diagram"]):  # fmt: skip
            done = call(*wrong)
            assert done.returncode == 2, (wrong, done)


def test_look():
    """How a figure looks: by options, by a template, as it is saved with the model."""
    with tempfile.TemporaryDirectory() as folder:
        template, picture = Path(folder) / "look.lsplot", Path(folder) / "p.csv"
        template.write_text("[plot]\nkind=convergence\ntitle=Orders\n[labels]\n1=MISSILES;Mine\n"
                            "[captions]\n1=x;h\n")  # fmt: skip
        done = call("plot", TWO_BODIES, "-k", "convergence", "-m", "missiles", "-H", "0.01,0.005", "-s", "left.x",
                    "--template", template, "-o", picture)  # fmt: skip
        assert done.returncode == 0, done.stderr
        lines = picture.read_text().splitlines()
        assert lines[0] == "series,h,error of left.x [%]" and lines[1].startswith("Mine,0.01,"), lines
        done = call("plot", TWO_BODIES, "--template", folder, "-o", picture)
        assert done.returncode == 1, done
        svg = Path(folder) / "p.svg"
        sizes = []
        for more in [], ["--log-x"], ["--time-marks", "0.5"], ["--log-x", "--log-y", "--name", "left.x=Mine"]:
            done = call("plot", TWO_BODIES, "-k", "orbit", "-m", "missiles", "-H", "0.01", "--orbit", "left.x,right.x",
                        "-o", svg, *more)  # fmt: skip
            assert done.returncode == 0, done.stderr
            sizes.append(svg.read_text())
        assert len(set(sizes)) == 4


def test_keep():
    """Runs saved with a model are told by info; broken ones give a message."""
    with tempfile.TemporaryDirectory() as folder:
        path, other = Path(folder) / "kept.ssp", Path(folder) / "broken.ssp"
        done = call(*COMPARE, "--store", path, "--keep-results")
        assert done.returncode == 0, done.stderr
        errors = json.loads(done.stdout)["runs"][0]["errors_percent"]
        done = call("info", path, "--json")
        assert done.returncode == 0, done.stderr
        runs = json.loads(done.stdout)["saved_runs"]
        assert len(runs) == 1 and runs[0]["errors_percent"] == errors, runs
        assert runs[0]["method"] == "ni-jacobi" and runs[0]["samples"] == 2001, runs
        done = call("info", path)
        assert "NI-Jacobi, h = 0.001 s: done, to t = 2 s, 2001 samples" in done.stdout, done.stdout
        # The experiment is there still, and the samples are plain CSV.
        done = call("compare", path, "--json", "-q")
        assert json.loads(done.stdout)["runs"][0]["errors_percent"] == errors, done
        with zipfile.ZipFile(path) as archive:
            head = archive.read("extra/org.lockstep/results/1.csv").split(b"\n")[0]
            assert head == b"time,left.x,right.x", head
        repack(path, other, lambda name, data: data[:200] if name.endswith("results.xml") else data)
        done = call("info", other)
        assert done.returncode == 1 and "extra/org.lockstep/results/results.xml" in done.stderr, done
        done = call(*COMPARE, "--keep-results")
        assert done.returncode == 2 and "--store" in done.stderr, done


sys.exit(run_cases(globals()))
