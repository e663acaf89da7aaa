#!/usr/bin/env python3
"""outside.py BUILD: does what CONTRIBUTING.md says of adding one of a kind, with the dummies of this folder.

Each row of its table names a file and the lists that it is entered in. The lists are copied, the line and the
declaration are added, list and dummy are compiled as the build compiles the list, and linked before the libraries of
the build into a program of its own, which then has to know the dummy everywhere.
"""

import csv
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "tests/cli"))
from tap import run_cases  # noqa: E402

BUILD = Path(sys.argv[1]).resolve()
MODEL = BUILD / "models/two-bodies.ssp"
WORK = tempfile.TemporaryDirectory()
FOLDER = Path(WORK.name)
PROGRAM = FOLDER / "lockstep"


def read_rows():
    """(dummy, list, header) of each row of the page that a dummy is here for."""
    rows = []
    for line in (SOURCE / "CONTRIBUTING.md").read_text().splitlines():
        paths = re.findall(r"`([\w/-]+\.[ch])`", line) if line.startswith("|") else []
        dummy = SOURCE / "tests/kinds" / Path(paths[0].replace("NAME", "dummy")).name if paths else None
        if dummy is not None and dummy.exists():
            folder = Path(paths[0]).parent
            rows.append((dummy, folder / paths[1], folder / paths[2]))
    return rows


def compile_flags(path):
    """How the build compiles a source, without where it goes."""
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        if (Path(entry["directory"]) / entry["file"]).resolve() == SOURCE / path:
            words = shlex.split(entry["command"])
            for flag in ("-o", "-MF", "-MQ", "-c"):
                at = words.index(flag)
                del words[at : at + 2]
            return words
    raise KeyError(path)


def add_line(path, pattern, line):
    """Puts a line behind the first one like it, in the copy of a file."""
    copy = FOLDER / path
    copy.parent.mkdir(parents=True, exist_ok=True)
    text = (copy if copy.exists() else SOURCE / path).read_text()
    assert re.search(pattern, text, re.M), (path, pattern)
    copy.write_text(re.sub(pattern, lambda m: m.group(0) + "\n" + line, text, count=1, flags=re.M))


def build():
    rows = read_rows()
    objects = []
    for dummy, sources, header in rows:
        kind, name = re.search(r"^const (\w+) (\w+) = \{", dummy.read_text(), re.M).groups()
        entry = re.search(r"^  &ls_\w+(\.item)?,$", (SOURCE / "src" / sources.relative_to("src")).read_text(), re.M)
        assert entry, sources
        add_line(sources, r"^  &ls_\w+(\.item)?,$", f"  &{name}{entry.group(1) or ''},")
        add_line(header, rf"^extern const {kind} .*;$", f"extern const {kind} {name};")
    for dummy, sources, header in rows:
        for path in (FOLDER / sources, dummy):
            made = FOLDER / (path.name + ".o")
            flags = compile_flags(sources)
            command = [*flags[:2], f"-I{FOLDER}/src", *flags[2:], "-Werror", "-o", made, "-c", path]
            subprocess.run(command, cwd=BUILD, check=True)
            objects.append(str(made))
    link = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "src/cli/lockstep"],
                          capture_output=True, text=True, check=True).stdout.splitlines()[-1]  # fmt: skip
    words = shlex.split(link)
    at = words.index("-o")
    words[at : at + 2] = ["-o", str(PROGRAM), *objects]
    subprocess.run(words, cwd=BUILD, check=True)


def call(*arguments, status=0):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False, cwd=FOLDER,
                          env={"LC_ALL": "C.UTF-8", "HOME": WORK.name})  # fmt: skip
    assert done.returncode == status, done
    return done.stdout + done.stderr


def run(*arguments, output, model=MODEL):
    call("run", "-q", "--stop-time=1", *arguments, "-o", output, model)
    return FOLDER / output


def test_page():
    """Every dummy has its row, and the program with all of them links"""
    known = {dummy.name for dummy, _, _ in read_rows()}
    assert known == {path.name for path in (SOURCE / "tests/kinds").glob("*.c")}, known
    build()


def test_writer_and_reader():
    """What the dummy writes is read back by it, number for number"""
    assert ".dummy" in call("run", "--help")
    run("-m", "ni-jacobi", output="a.dummy")
    call("plot", "-q", "-o", "back.csv", "a.dummy")
    rows = list(csv.reader(run("-m", "ni-jacobi", output="a.csv").open()))
    assert list(csv.reader((FOLDER / "back.csv").open())) == rows and len(rows) > 10
    assert "may end in .csv, .dummy, .mat" in call("run", "-o", "a.xyz", "-m", "missiles", MODEL, status=2)
    assert ".csv, .tsv, .dummy, .mat" in call("compare", "--reference", "a.xyz", MODEL, status=1)


def test_report():
    """An option, an ending and a line of help of its own"""
    assert "--dummy" in call("compare", "--help")
    wanted = ["-q", "--stop-time=1", "-m", "ni-jacobi", "-m", "missiles", MODEL]
    assert "2 runs" in call("compare", "--dummy", *wanted)
    call("compare", "-o", "a.runs", *wanted)
    assert (FOLDER / "a.runs").read_text() == "2 runs\n"
    assert "--dummy" in call("compare", "--dummy", "--json", MODEL, status=2)


def test_figure():
    """Drawn by its id, which is asked for when it is mistyped; its numbers are those of the trajectories"""
    wanted = ["-q", "--stop-time=1", "-m", "missiles", MODEL]
    assert "Stairs from the dummy" in call("plot", "--help")
    for kind in ("dummy", "trajectory"):
        call("plot", "--kind", kind, "-o", kind + ".svg", *wanted)
        call("plot", "--kind", kind, "-o", kind + ".csv", *wanted)
    assert (FOLDER / "dummy.csv").read_text() == (FOLDER / "trajectory.csv").read_text()
    assert (FOLDER / "dummy.svg").read_text() != (FOLDER / "trajectory.svg").read_text()
    assert "did you mean “dummy”?" in call("plot", "--kind", "dumy", "-o", "a.svg", MODEL, status=2)


def test_chart():
    """A chart with the points that it says: 10 steps of 0.1 s"""
    call("plot", "-q", "--stop-time=1", "-H", "0.1", "-m", "missiles", "--kind", "dummy-chart", "-o", "points.csv", MODEL)
    assert list(csv.reader((FOLDER / "points.csv").open()))[1][1:] == ["0", "10"]
    call("plot", "-q", "--stop-time=1", "-H", "0.1", "-m", "missiles", "--kind", "dummy-chart", "-o", "points.svg", MODEL)


def test_coupling():
    """Held inputs are those of NI-Jacobi without extrapolation, bit for bit"""
    assert "dummy" in call("methods")
    ours = run("-m", "dummy", "-H", "0.05", output="dummy.csv").read_bytes()
    assert ours == run("-m", "ni-jacobi:extrapolation=0", "-H", "0.05", output="jacobi.csv").read_bytes()


def error_of(solver):
    """Of the last row, to a tight solution."""
    def end(name):
        path = run("--solver", name, output="end.csv", model=BUILD / "models/brusselator.fmu")
        return [float(value) for value in list(csv.reader(path.open()))[-1]]
    return max(abs(a - b) for a, b in zip(end(solver), end("dopri5:tolerance=1e-10")))


def test_solver():
    """The midpoint rule has order 2: half the step, a quarter of the error"""
    coarse, fine = error_of("dummy:step=0.02"), error_of("dummy:step=0.01")
    # The next term of the error is as small as the step.
    assert 3.5 < coarse / fine < 4.5, (coarse, fine)


sys.exit(run_cases(globals()))
