#!/usr/bin/env python3
"""outside.py BUILD: does what CONTRIBUTING.md says of adding one of a kind, with the dummies of this folder.

Each row of its table names a file and the list that it gets a line in. That is done in a copy of the tree. Its build
compiles dummies and lists, which are linked before the libraries of the build into a program of its own: it then has
to know the dummies everywhere.
"""

import configparser
import csv
import json
import re
import shlex
import shutil
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
FOLDER = Path(WORK.name).resolve()
TREE, OBJECTS = FOLDER / "tree", FOLDER / "objects"
PROGRAM, HELPERS = FOLDER / "bin/lockstep", FOLDER / "libexec"  # as installed


def read_rows():
    """(dummy, where it goes, list, meson.build with the list) of each row of the page that a dummy is here for."""
    rows = []
    for line in (SOURCE / "CONTRIBUTING.md").read_text().splitlines():
        words = re.match(r"\|[^|]*\| `([\w/-]+)-NAME\.c`[^|]*\| `(\w+)` in `([\w/]+/meson\.build)` \|$", line)
        if words:
            stem, entries, build_file = words.groups()
            rows.append((Path(__file__).parent / f"{Path(stem).name}-dummy.c", f"{stem}-dummy.c", entries, build_file))
    return rows


def add(dummy, path, entries, build_file):
    """What a row says: a file, and a line at the end of a list."""
    shutil.copy(dummy, TREE / path)
    text = (TREE / build_file).read_text()
    found = re.search(rf"^{entries} = files\(\n(  '([\w-]+/)?[\w-]+\.c',( #.*)?\n)+", text, re.M)
    assert found, (build_file, entries)
    line = f"  '{(TREE / path).relative_to((TREE / build_file).parent)}',\n"
    (TREE / build_file).write_text(text[: found.end()] + line + text[found.end() :])


def configure():
    """The copy of the tree by the options of the build; what compiles each of its sources: {source: object}."""
    given = configparser.ConfigParser()
    given.read(BUILD / "meson-private/cmd_line.txt")
    options = [f"-D{name}={value}" for name, value in given.items("options")]
    subprocess.run(["meson", "setup", OBJECTS, TREE, *options], check=True, capture_output=True)
    commands = json.loads((OBJECTS / "compile_commands.json").read_text())
    return {(OBJECTS / entry["file"]).resolve(): entry["output"] for entry in commands}


def build():
    """Compiles dummies and lists in the copy, and links them in place of what the program was linked from."""
    shutil.copytree(SOURCE, TREE, symlinks=True, ignore=lambda folder, names: [
        name for name in names if name in (".git", "out") or (Path(folder) / name / "build.ninja").exists()])  # fmt: skip
    for row in read_rows():
        add(*row)
    subprocess.run([TREE / "tests/layers/layers.py", TREE / "src"], check=True)
    made = configure()
    lists = [path for path in made if path.is_relative_to(TREE / "src") and "(ENTRY)" in path.read_text()]
    objects = [made[path] for path in lists + [TREE / path for _, path, _, _ in read_rows()]]
    subprocess.run(["ninja", "-C", OBJECTS, "--quiet", *objects], check=True)
    link = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "src/cli/lockstep"],
                          capture_output=True, text=True, check=True).stdout.splitlines()[-1]  # fmt: skip
    words = [word for word in shlex.split(link) if word not in objects]
    at = words.index("-o")
    words[at : at + 2] = ["-o", PROGRAM, *(OBJECTS / name for name in objects)]
    for folder in (PROGRAM.parent, HELPERS):
        folder.mkdir()
    subprocess.run(words, cwd=BUILD, check=True)
    for path in ("host/lockstep-host", "reader/lockstep-reader", "reader/lockstep-results-reader"):
        (HELPERS / Path(path).name).symlink_to(BUILD / "src" / path)


def call(*arguments, status=0):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False, cwd=FOLDER,
                          env={"LC_ALL": "C.UTF-8", "HOME": WORK.name, "LOCKSTEP_MODELS": str(MODEL.parent)})  # fmt: skip
    assert done.returncode == status, done
    return done.stdout + done.stderr


def run(*arguments, output, model=MODEL):
    call("run", "-q", "--stop-time=1", *arguments, "-o", output, model)
    return FOLDER / output


def test_page():
    """Every list has its row and its dummy, and the program with all of them links"""
    known = {row[0].name for row in read_rows()}
    assert known == {path.name for path in (SOURCE / "tests/kinds").glob("*.c")}, known
    n_lists = sum(path.read_text().count("[list_records,") for path in (SOURCE / "src").rglob("meson.build"))
    assert n_lists == len(known), (n_lists, known)
    build()


def test_writer_and_reader():
    """What the dummy writes is read back by it, number for number"""
    assert ".dummy" in call("run", "--help")
    run("-m", "ni-jacobi", output="a.dummy")
    # Read here: the program that reads results has not been linked with the dummies.
    call("plot", "-q", "--isolation=none", "-o", "back.csv", "a.dummy")
    rows = list(csv.reader(run("-m", "ni-jacobi", output="a.csv").open()))
    assert list(csv.reader((FOLDER / "back.csv").open())) == rows and len(rows) > 10
    assert re.search(r"may end in \.csv, .*\.dummy$", call("run", "-o", "a.xyz", "-m", "missiles", MODEL, status=2).rstrip())
    assert re.search(r"\.csv, .*\.dummy\b", call("compare", "--reference", "a.xyz", MODEL, status=1))


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
    """Held inputs are those of NI-Jacobi without extrapolation, bit for bit, in runs and in the analysis of stability"""
    assert "dummy" in call("methods")
    ours = run("-m", "dummy", "-H", "0.05", output="dummy.csv").read_bytes()
    assert ours == run("-m", "ni-jacobi:extrapolation=0", "-H", "0.05", output="jacobi.csv").read_bytes()
    ours, theirs = (call("stability", "-q", "--csv", "-H", "0.01:0.1:3", "-m", method, MODEL) for method in ("dummy", "ni-jacobi:extrapolation=0"))
    assert [row.split(",")[1:] for row in ours.splitlines()[1:]] == [row.split(",")[1:] for row in theirs.splitlines()[1:]]


def test_forgotten_memory():
    """A coupling method that does not say what it remembers stops the build, which names the entry"""
    source = FOLDER / "coupling-forgetful.c"
    source.write_text((SOURCE / "tests/kinds/coupling-dummy.c").read_text().replace(".visit_state = ls_coupling_no_memory,", ""))
    done = subprocess.run([SOURCE / "src/records.py", "LsCouplingMethod.visit_state", FOLDER / "list.h", source],
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode != 0 and f'{source}: no ".visit_state = …": mandatory in LsCouplingMethod' in done.stderr, done


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


def test_sample():
    """Known by its name and number"""
    assert "middle:N" in call("vary", "--help")
    call("vary", "-q", "--stop-time=1", "-m", "ni-jacobi", "-p", "left.m=1:3", "--sample", "middle:2", "-o", "v.csv", MODEL)
    rows = list(csv.DictReader((FOLDER / "v.csv").open()))
    assert [float(row["left.m"]) for row in rows] == [2, 2], rows


def test_command():
    """Listed, guessed at, and run"""
    assert "Counts words" in call("--help")
    assert call("count", "a", "b") == "2\n"
    assert "did you mean “count”?" in call("cuont", status=2)


def test_paper():
    """In the list, behind the others, and drawn"""
    assert call("reproduce", "list").splitlines()[-1].split() == ["dummy-figure-1", "Two", "bodies"]
    call("reproduce", "-o", "picture.svg", "dummy-figure-1")
    assert (FOLDER / "picture.svg").stat().st_size > 1000


sys.exit(run_cases(globals()))
