#!/usr/bin/python3
"""Manners of the command line: what is wrong is said in order of importance, with a guess at what was
meant; what is read is never written over; a full disk leaves what was there.

Usage: test-manners.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import csv
import json
import resource
import shutil
import sys
import tempfile
from pathlib import Path

from archive import repack, replace
from command import call, refuse
from tap import run_cases

BUILD = Path(sys.argv[2])
TWO_BODIES = BUILD / "models/two-bodies.ssp"
QUICK = ["-q", "-m", "ni-jacobi", "-H", "1e-3"]


def test_order():
    """The model, then the method, then the output file"""
    nowhere = "/nonexistent/x.csv"
    done = refuse(1, ["missing.ssp"], "run", "-m", "nothing", "-o", nowhere, "missing.ssp")
    assert "nothing" not in done.stderr and nowhere not in done.stderr
    done = refuse(2, ["“nothing”"], "run", "-m", "nothing", "-o", nowhere, TWO_BODIES)
    assert nowhere not in done.stderr
    refuse(1, [nowhere], "run", *QUICK, "-o", nowhere, TWO_BODIES)
    for command in ("compare", "plot", "report", "stability"):
        done = refuse(1, ["missing.ssp"], command, "-m", "nothing", "missing.ssp")
        assert "nothing" not in done.stderr
        refuse(2, ["“nothing”"], command, "-m", "nothing", TWO_BODIES)


def test_guesses():
    """What was meant: commands, options, methods and theirs, components, signals"""
    out = ["-o", "/dev/null"]
    refuse(2, ["did you mean “compare”"], "comapre", TWO_BODIES)
    refuse(2, ["did you mean “--stop-time”"], "run", "--stoptime=3", *out, TWO_BODIES)
    refuse(2, ["did you mean “--log-x”"], "plot", "--logx", *out, TWO_BODIES)
    refuse(2, ["did you mean “missiles”"], "run", "-m", "misiles", *out, TWO_BODIES)
    refuse(2, ["did you mean “extrapolation”"], "run", "-m", "ni-jacobi:extrapolaton=1", *out, TWO_BODIES)
    refuse(2, ["did you mean “left”"], "run", "--without", "lefft:rollback", *out, TWO_BODIES)
    refuse(1, ["did you mean “right.v”"], "run", "-s", "rigth.v", *out, TWO_BODIES)
    refuse(1, ["did you mean “left.x”"], "run", "-s", "left.X", *out, TWO_BODIES)
    # No guess is better than a wild one.
    done = refuse(2, ["“zebra”"], "run", "-m", "zebra", *out, TWO_BODIES)
    assert "did you mean" not in done.stderr


def test_endings():
    """Files are of the kind that their name says, or are refused with the list of what there is"""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        refuse(2, [".xlsx", ".csv, .mat"], "run", *QUICK, "-o", folder / "x.xlsx", TWO_BODIES)
        refuse(2, [".xlsx", ".txt, .md, .tex, .json, .csv"], "compare", *QUICK, "-o", folder / "x.xlsx", TWO_BODIES)
        refuse(2, [".doc", ".csv"], "run", *QUICK, "-o", folder / "x.csv", "--events", folder / "e.doc", TWO_BODIES)
        refuse(2, ["--events"], "run", *QUICK, "-o", folder / "x.csv", "--events", folder / "x.csv", TWO_BODIES)
        assert not list(folder.iterdir())
        for name in ("x.CSV", "x.mat", "no-ending", "h-0.5"):
            done = call("run", *QUICK, "-o", folder / name, TWO_BODIES)
            assert done.returncode == 0 and (folder / name).exists(), done
        done = call("compare", *QUICK, "-o", folder / "c.json", TWO_BODIES)
        assert done.returncode == 0 and "runs" in json.loads((folder / "c.json").read_text()), done


def test_numbers_of_a_figure():
    """plot -o t.csv writes t.csv, runs and reference beside each other"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        done = call("plot", "-q", "-m", "ni-jacobi", "-m", "gauss-seidel", "-H", "0.1,0.05", "-s", "left.x",
                    "-o", path, TWO_BODIES)
        assert done.returncode == 0 and list(Path(folder).iterdir()) == [path], done
        rows = list(csv.reader(path.open()))
        assert rows[0][0] == "time" and len(rows[0]) == 6, rows[0]
        coarse = [i for i, name in enumerate(rows[0]) if "h = 0.1 s" in name]
        by_time = {float(row[0]): row for row in rows[1:]}
        assert len(coarse) == 2 and len(by_time) >= 41, rows[0]
        # A run of steps of 0.1 s has nothing at 0.05 s.
        assert all(by_time[0.05][i] == "" for i in coarse) and all(by_time[0.1][i] != "" for i in coarse)


def test_protected():
    """What a command reads it does not write over, by whatever name"""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        model, table, link = folder / "m.csv", folder / "t.csv", folder / "link.csv"
        fmu = folder / "f.csv"
        assert call("run", *QUICK, "-o", table, TWO_BODIES).returncode == 0
        link.symlink_to(table)
        shutil.copy(BUILD / "models/blocks/gain.fmu", folder / "gain.fmu")
        before = {path: path.read_bytes() for path in folder.iterdir()}
        word = ["is read by this command"]
        refuse(1, word, "plot", table, "-o", link)
        refuse(1, word, "plot", table, "--reference", table, "-k", "error", "-o", table)
        refuse(1, word, "compare", *QUICK, "-r", table, "-o", table, TWO_BODIES)
        hard = folder / "hard.mat"
        hard.hardlink_to(folder / "gain.fmu")
        refuse(1, word, "run", "-q", "-o", hard, folder / "gain.fmu")
        refuse(2, word, "run", "-q", "--start-value", "k", "1", "--input-file", table, "-o", table,
               folder / "gain.fmu")
        assert not model.exists() and not fmu.exists()
        for path, data in before.items():
            assert path.read_bytes() == data, path


def test_full_disk():
    """What does not fit leaves what was there whole, and says so"""
    with tempfile.TemporaryDirectory() as folder:
        # 100 001 rows of 6 numbers and 52 bytes for all else; what CSV needs is guessed, and told before.
        for name, size in (("x.mat", 4800100), ("x.csv", 2000000)):
            path = Path(folder) / name
            path.write_text("old")
            limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            done = call("run", "-q", "-m", "ni-jacobi", "-H", "2e-5", "-o", path, TWO_BODIES, preexec_fn=limit)
            print("#", done.stderr.strip())
            words = "cannot be written" if name == "x.mat" else "there is room for 2.0\u00a0MB"
            assert done.returncode == 1 and words in done.stderr and name in done.stderr, done
            assert path.read_text() == "old"
            assert [p.name for p in Path(folder).iterdir() if p.name not in ("x.mat", "x.csv")] == []


def test_info():
    """What a model is made of, and the names that --signal takes"""
    done = call("info", TWO_BODIES)
    for text in ("left: resources/left-body.fmu", "inputs: F (N)", "outputs: x (m), v (m/s)",
                 "left.x → right.x_left", "--signal: left.x, left.v, right.x, right.v, right.F"):
        assert text in done.stdout, (text, done.stdout)
    info = json.loads(call("info", "--json", TWO_BODIES).stdout)
    assert [c["name"] for c in info["components"]] == ["left", "right"]
    assert info["components"][0]["inputs"] == [{"name": "F", "type": "Real", "unit": "N"}]
    assert {"from": "right.F", "to": "left.F", "factor": 1, "offset": 0} in info["connections"]
    signals = [f"--signal={name}" for name in info["signals"]]
    done = call("run", *QUICK, *signals, "-o", "-", TWO_BODIES)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].split(",")[1:] == info["signals"], done.stdout[:200]


# What another tool may leave in a file: a wire to nowhere, a value of a wrong type, a set that is not there.
FAULTS = {
    "wire": ("</ssd:Connections>", '<ssd:Connection startElement="left" startConnector="x" '
             'endElement="nobody" endConnector="u"/></ssd:Connections>', "left.x → nobody.u"),
    "value": ("<ssd:Elements>", '<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>'
              '<ssv:ParameterSet xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues" '
              'version="1.0" name="p"><ssv:Parameters><ssv:Parameter name="left.x"><ssv:String '
              'value="far"/></ssv:Parameter></ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues>'
              '</ssd:ParameterBinding></ssd:ParameterBindings><ssd:Elements>', "“far”"),
    "set": ("<ssd:Elements>", '<ssd:ParameterBindings><ssd:ParameterBinding source="gone.ssv"/>'
            "</ssd:ParameterBindings><ssd:Elements>", "gone.ssv"),
}  # fmt: skip


def test_left_out():
    """What of a file is in no run is told, and is status 3; --allow-incomplete runs all the same"""
    with tempfile.TemporaryDirectory() as folder:
        for name, (before, after, word) in FAULTS.items():
            path, out = Path(folder) / f"{name}.ssp", Path(folder) / "out.csv"
            repack(TWO_BODIES, path, replace(before, after, "SystemStructure.ssd", 1))
            for quiet in ([], ["-q"]):
                refuse(3, [word, "--allow-incomplete"], "run", *QUICK[1:], *quiet, "-o", out, path)
            assert not out.exists()
            refuse(3, [word], "compare", *QUICK, path)
            refuse(3, [word], "plot", *QUICK, "-o", out, path)
            refuse(1, [], "check", path)
            done = call("run", *QUICK, "--allow-incomplete", "-o", out, path)
            assert done.returncode == 0 and out.exists(), done
            out.unlink()
            done = call("compare", *QUICK, "--json", "--allow-incomplete", path)
            left_out = json.loads(done.stdout)["left_out"]
            assert done.returncode == 0 and len(left_out) == 1 and word in left_out[0], done
        done = call("compare", *QUICK, "--json", TWO_BODIES)
        assert json.loads(done.stdout)["left_out"] == [] and done.returncode == 0


def test_statuses_are_documented():
    """The man page and the help in each language know the statuses there are"""
    data = Path(__file__).resolve().parents[2] / "data"
    section = (data / "man/lockstep.1").read_text().split(".SH EXIT STATUS")[1].split(".SH")[0]
    for status in range(4):
        assert f"\n.B {status}\n" in section, section
        for language in ("", ".de", ".fr"):
            page = (data / f"help/other-tools{language}.md").read_text()
            assert f"\n| {status} | " in page, (language, status)


def test_check():
    """Status 1 is for what stops a run or breaks other tools; the rest are warnings, once per kind"""
    fmu = BUILD / "models/left-body.fmu"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.fmu"
        unit = '<Unit name="odd"/>'
        repack(fmu, path, replace("<UnitDefinitions>", "<UnitDefinitions>" + 4 * unit))
        done = call("check", path)
        assert done.returncode == 0 and "0 errors, 1 warning," in done.stdout, done.stdout
        assert "3 entries: " in done.stdout and "unit-unique" in done.stdout, done.stdout
        # FMPy refuses a unit that is not defined.
        repack(fmu, path, replace('unit="N"', 'unit="furlong"'))
        done = call("check", path)
        assert done.returncode == 1 and "unit-declared" in done.stdout, done.stdout
        repack(fmu, path, replace('fmiVersion="2.0"', 'fmiVersion="4.0"'))
        done = call("check", path)
        assert done.returncode == 1 and "FMI 4.0" in done.stdout + done.stderr, done
        assert len((done.stdout + done.stderr).strip().splitlines()) <= 2, done
        # A model whose FMU has no binary for this machine cannot be run on it.
        elsewhere, model = Path(folder) / "elsewhere.fmu", Path(folder) / "m.ssp"
        repack(fmu, elsewhere, lambda entry, data: None if entry.startswith("binaries/") else data)
        repack(TWO_BODIES, model,
               lambda entry, data: elsewhere.read_bytes() if entry.endswith("left-body.fmu") else data)
        done = call("check", model)
        assert done.returncode == 1 and "error ssp-binary left: resources/left-body.fmu: " in done.stdout, done.stdout


sys.exit(run_cases(globals()))
