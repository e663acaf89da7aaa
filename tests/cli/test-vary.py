#!/usr/bin/python3
"""lockstep vary and lockstep calibrate, as a person types them.

Usage: test-vary.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import csv
import json
import math
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

from command import call
from tap import run_cases

LOCKSTEP = sys.argv[1]
BUILD = Path(sys.argv[2])
PREY = BUILD / "models/lotka-volterra.ssp"
ISHIGAMI = BUILD / "tests/fmus/ishigami.fmu"
CRASH = BUILD / "tests/fmus/faulty.fmu"
TYPES = BUILD / "tests/fmus/types.fmu"
FOLDER = tempfile.TemporaryDirectory()
HERE = Path(FOLDER.name)
UNRULY = BUILD / "tests/fmus/unruly.fmu"
SETTING = ["-m", "missiles", "-H", "0.1", "--stop-time", "20"]
PI = repr(math.pi)


def done(command, *arguments):
    result = call(command, *arguments, "--quiet")
    assert result.returncode == 0, result
    return result.stdout


def rows_of(path):
    with open(path) as stream:
        return list(csv.DictReader(stream))


def test_grid():
    """A grid: every row is what a run with these values gives, at one process or two"""
    out = HERE / "grid.csv"
    done("vary", PREY, *SETTING, "-p", "prey.alpha=0.5:1:3", "-p", "prey.beta=1,2",
         "--measure", "peak=max(prey.population)", "-o", out, "-j", "2")  # fmt: skip
    rows = rows_of(out)
    assert [(float(r["prey.alpha"]), float(r["prey.beta"])) for r in rows] == [
        (a, b) for a in (0.5, 0.75, 1) for b in (1, 2)]  # fmt: skip
    traces = HERE / "traces"
    done("vary", PREY, *SETTING, "-p", "prey.alpha=0.5:1:3", "-p", "prey.beta=1,2",
         "--measure", "peak=max(prey.population)", "--traces", traces)  # fmt: skip
    for i, row in enumerate(rows):
        trace = rows_of(traces / f"run-{i:06}.csv")
        assert float(row["peak"]) == max(float(r["prey.population"]) for r in trace)


def test_parts():
    """Parts for an array of jobs, merged, are the whole, byte for byte"""
    common = [PREY, *SETTING, "-p", "prey.alpha=0.5:1", "--sample", "lhs:10"]
    done("vary", *common, "-o", HERE / "whole.csv")
    parts = [HERE / f"part-{i}.csv" for i in range(3)]
    for i, part in enumerate(parts):
        done("vary", *common, "-o", part, "--index", str(i), "--of", "3")
    done("vary", "--merge", *parts, "-o", HERE / "merged.csv")
    assert (HERE / "merged.csv").read_bytes() == (HERE / "whole.csv").read_bytes()
    other = call("vary", PREY, *SETTING, "-p", "prey.alpha=0.5:2", "--sample", "lhs:10", "-q",
                 "-o", HERE / "whole.csv")  # fmt: skip
    assert other.returncode == 1 and "is of another model, sample or setting" in other.stderr


def test_kill():
    """Killed in the middle and begun again: rows that were done are not run again"""
    out = HERE / "killed.csv"
    arguments = ["vary", PREY, "-m", "missiles", "-H", "1e-3", "-p", "prey.alpha=0.5:1",
                 "--sample", "lhs:120", "-o", out, "--quiet"]  # fmt: skip
    process = subprocess.Popen([LOCKSTEP, *map(str, arguments)])
    while not out.exists() or out.read_text().count("\n") < 20:
        assert process.poll() is None
        time.sleep(0.01)  # a file that another process writes has no event to wait for
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = out.read_text().splitlines()[1:-1]
    assert 10 < len(before) < 120
    done(*arguments[:-1])
    after = out.read_text().splitlines()[1:]
    assert len(after) == 120 and set(before) <= set(after)


def test_full():
    """Where the table finds no room the sweep ends with the reason; with room again it goes on from there"""
    out, whole = HERE / "full.csv", HERE / "with-room.csv"
    # Rows of some kilobytes: what is unpacked from the model has to fit as well.
    measures = [part for i in range(100) for part in ("--measure", f"peak{i}=max(prey.population)")]
    common = ["vary", PREY, *SETTING, *measures, "-p", "prey.alpha=0.5:1:400", "-q", "-o"]

    def narrow():
        resource.setrlimit(resource.RLIMIT_FSIZE, (500000, 500000))

    full = call(*common, out, preexec_fn=narrow)
    assert full.returncode == 1 and "full.csv cannot be written: File too large" in full.stderr, full
    before = out.read_text().splitlines()[1:-1]
    assert 10 < len(before) < 400, len(before)
    done(*common[:-2], "-o", out)
    done(*common[:-2], "-o", whole)
    assert out.read_bytes() == whole.read_bytes()


def test_full_traces():
    """Rows whose traces find no room fail with the reason, which stays in the table; with room again they are done"""
    traces, out = HERE / "large-traces", HERE / "large-traces.csv"
    common = ["vary", PREY, "-m", "ni-jacobi", "-H", "1e-3", "-p", "prey.alpha=0.5,0.7", "-q", "-o", out]
    common += ["--measure", "final(prey.population)", "--traces", traces]

    def narrow():
        resource.setrlimit(resource.RLIMIT_FSIZE, (300000, 300000))  # less than a trace, more than an FMU

    full = call(*common, preexec_fn=narrow)
    assert full.returncode == 1 and "2 runs failed" in full.stderr, full
    rows = rows_of(out)
    assert [row["state"] for row in rows] == ["failed"] * 2, rows
    assert all("there is room for" in row["message"] for row in rows), rows
    assert call(*common).returncode == 1 and rows_of(out) == rows
    done(*common[:-2], "--traces", traces, "--retry")
    assert [row["state"] for row in rows_of(out)] == ["done"] * 2, rows_of(out)
    assert len(rows_of(traces / "run-000001.csv")) == 20001


def test_used_values():
    """A table stays valid when a varied parameter gets another value in the model, as all runs set it"""
    first, second = HERE / "as-it-is.csv", HERE / "found-again.csv"
    arguments = ["-p", "prey.alpha=0.5:1:3", "--measure", "final(prey.population)"]
    write_data(HERE / "for-values.csv", {**TRUE, "prey.alpha": 0.9}, 0, random.Random(1))
    done("calibrate", PREY, *SETTING, "-d", HERE / "for-values.csv", "-p", "prey.alpha=0.3:2", "--store",
         HERE / "changed.ssp")  # fmt: skip
    done("vary", PREY, *SETTING, *arguments, "-o", first)
    done("vary", HERE / "changed.ssp", *SETTING, *arguments, "-o", second)
    assert first.read_bytes() == second.read_bytes()
    other = ["-p", "prey.beta=0.5:1:3", "--measure", "final(prey.population)"]
    done("vary", PREY, *SETTING, *other, "-o", HERE / "beta.csv")
    refused = call("vary", HERE / "changed.ssp", *SETTING, *other, "-q", "-o", HERE / "beta.csv")
    assert refused.returncode == 1 and "another model" in refused.stderr, refused


def test_failures():
    """A crash fails its own row, with the reason; the others stay"""
    out = HERE / "crash.csv"
    result = call("vary", CRASH, "-m", "ni-jacobi", "-H", "0.1", "--stop-time", "1", "-p",
                  "faulty.fault_time=0.35,5,0.55,7", "-p", "faulty.fault=14", "-o", out, "-q")  # fmt: skip
    rows = rows_of(out)
    assert result.returncode == 1 and "2 runs failed" in result.stderr, result
    assert [r["state"] for r in rows] == ["failed", "done", "failed", "done"], rows
    assert "crashed at t = 0.3 s in fmi2DoStep: segmentation fault" in rows[0]["message"], rows[0]


def test_faults():
    """What an FMU does to its process fails its row as with a helper process, and nothing stays"""
    # Values of the parameter, see tests/fmus/unruly.c: without those that change for later rows how
    # the process takes signals, and without those that need a helper's memory.
    # A time limit below that of filling the memory on a busy machine would hide the reason.
    faults = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 20, 23, 24, 25, 26, 27, 28, 29, 30, 31, 33,
              34, 35, 36, 37, 43, 47]  # fmt: skip
    tables = {}
    scratch = HERE / "scratch"
    scratch.mkdir()
    for isolation in ("auto", "each"):
        out = HERE / f"faults-{isolation}.csv"
        call("vary", UNRULY, "-p", "unruly.fault=" + ",".join(map(str, faults)), "-H", "0.1",
             "--stop-time", "1", "-j", "2", "--time-limit=3", "--memory-limit=200", "-q", "-o",
             out, f"--isolation={isolation}", errors="replace",
             env={**os.environ, "LC_ALL": "C.UTF-8", "TMPDIR": str(scratch)})  # fmt: skip
        # Addresses and times that passed differ.
        tables[isolation] = [{**row, "message": re.sub(r"[0-9]+", "", row["message"])[:60]}
                             for row in rows_of(out)]  # fmt: skip
        assert not list(scratch.iterdir()), list(scratch.iterdir())
    for own, helper in zip(tables["auto"], tables["each"]):
        assert own == helper, (own, helper)
    states = [row["state"] for row in tables["auto"]]
    assert states.count("failed") == 20 and states.count("done") == 10, states
    assert not Path("/tmp/unruly-was-here").exists()


def test_bad_rows():
    """A row that crashes, one that hangs and one that takes all memory stay with their reasons, the others are done;
    again, nothing is run; with --retry those three are"""
    reasons = {1: "crashed", 3: "gave no answer", 5: "memory"}
    out, traces = HERE / "bad-rows.csv", HERE / "bad-traces"
    # DIVISION, LOOP and MEMORY of tests/fmus/unruly.c. A loop ends after the time twice: a failed row is made
    # again with a helper; memory is full long before.
    common = ["vary", UNRULY, "-p", "unruly.fault=0,3,0,6,0,10,0", "-H", "0.1", "--stop-time", "1", "-j", "2",
              "--time-limit=4", "--memory-limit=200", "-q", "-o", out, "--traces", traces]  # fmt: skip
    assert call(*common, errors="replace").returncode == 1
    rows, before = rows_of(out), out.read_bytes()
    for i, row in enumerate(rows):
        assert row["state"] == ("failed" if i in reasons else "done"), row
        assert reasons.get(i, "") in row["message"], row
    made = [f"run-{i:06}.csv" for i in range(7) if i not in reasons]
    assert sorted(t.name for t in traces.iterdir()) == made
    # A run would write its trace again.
    for trace in traces.iterdir():
        trace.unlink()
    again = call(*common, errors="replace")
    assert again.returncode == 1 and "3 runs failed" in again.stderr, again
    assert out.read_bytes() == before and not list(traces.iterdir())
    # By another limit of time, which is no setting of the model, the reason of the loop changes.
    common[common.index("--time-limit=4")] = "--time-limit=3"
    call(*common, "--retry", errors="replace")
    retried = rows_of(out)
    assert [row["state"] for row in retried] == [row["state"] for row in rows], retried
    assert retried[3]["message"] != rows[3]["message"], (rows[3], retried[3])
    assert not list(traces.iterdir())


def test_open_files():
    """Files that are open in the program are closed to FMUs, and what they send in its place is not believed"""
    tables = []
    for isolation in ("auto", "each"):
        out = HERE / f"open-{isolation}.csv"
        done("vary", UNRULY, "-p", "unruly.fault=0,48,0,48,0", "-H", "0.1", "--stop-time", "1", "-j", "2",
             "-o", out, f"--isolation={isolation}")  # fmt: skip
        tables.append(out.read_bytes())
    assert tables[0] == tables[1], tables
    assert [row["state"] for row in rows_of(out)] == ["done"] * 5
    # At its end the table is written anew; before, what was written into it would still be there.
    out = HERE / "open-before.csv"
    process = subprocess.Popen([LOCKSTEP, "vary", UNRULY, "-p", "unruly.fault=48,7", "-H", "0.1", "--stop-time", "1",
                                "-q", "-o", out])  # fmt: skip
    while not out.exists() or b"0,48," not in out.read_bytes():
        assert process.poll() is None
        time.sleep(0.01)  # a file that another process writes has no event to wait for
    process.kill()
    process.wait()
    assert b"\0" not in out.read_bytes() and b"\xff" not in out.read_bytes(), out.read_bytes()


def test_same():
    """Whatever process FMUs are in, the table is the same, byte for byte, and so are the traces"""
    tables = []
    for isolation in ("auto", "none", "grouped", "each"):
        traces, out = HERE / f"same-{isolation}", HERE / f"same-{isolation}.csv"
        done("vary", PREY, "-H", "0.1", "-p", "prey.alpha=0.5:1", "--sample", "lhs:6", "-o", out,
             "--traces", os.path.relpath(traces), f"--isolation={isolation}")  # fmt: skip
        tables.append([out.read_bytes()] + [(traces / f"run-{i:06}.csv").read_bytes() for i in range(6)])
    assert all(table == tables[0] for table in tables)


def test_indices():
    """Sobol indices of Ishigami's function within their confidence"""
    ranges = [f"ishigami.{x}=-{PI}:{PI}" for x in ("x1", "x2", "x3")]
    result = json.loads(done("vary", ISHIGAMI, "-m", "ni-jacobi", "-H", "1", "--stop-time", "1",
                             *sum((["-p", r] for r in ranges), []), "--sample", "saltelli:256",
                             "-j", "2", "--json"))  # fmt: skip
    indices = result["sensitivity"][0]["parameters"]
    for found, first, total in zip(indices, (0.3139, 0.4424, 0), (0.5576, 0.4424, 0.2437)):
        assert abs(found["first_order"] - first) < found["first_order_margin"], found
        assert abs(found["total"] - total) < found["total_margin"], found


def write_data(path, values, noise, generator):
    """What the model gives with these parameters, with noise on it"""
    traces = HERE / "data"
    done("vary", PREY, *SETTING, *sum((["-p", f"{k}={v}"] for k, v in values.items()), []),
         "--measure", "final(prey.population)", "--measure", "final(predator.population)",
         "--traces", traces)  # fmt: skip
    rows = rows_of(traces / "run-000000.csv")
    with open(path, "w") as stream:
        print(*rows[0], sep=",", file=stream)
        for row in rows:
            numbers = [float(x) for x in row.values()]
            spread = [0] + [noise * x for x in numbers[1:]]
            print(*(repr(x + generator.gauss(0, 1) * s) for x, s in zip(numbers, spread)),
                  sep=",", file=stream)  # fmt: skip


RANGES = ["-p", "prey.alpha=0.3:2", "-p", "prey.beta=0.5:3:log", "-p", "predator.gamma=0.1:3"]
TRUE = {"prey.alpha": 0.9, "prey.beta": 1.7, "predator.gamma": 0.8}


def calibrate(data):
    result = json.loads(done("calibrate", PREY, *SETTING, "-d", data, *RANGES, "--json"))
    return {p["parameter"]: p for p in result["parameters"]}


def test_exact():
    """Calibration finds the parameters that data were made with, and stores them"""
    write_data(HERE / "exact.csv", TRUE, 0, random.Random(1))
    for name, found in calibrate(HERE / "exact.csv").items():
        # As good as central differences of a smooth run: far below.
        assert abs(found["value"] / TRUE[name] - 1) < 1e-8, found
    done("calibrate", PREY, *SETTING, "-d", HERE / "exact.csv", *RANGES, "--store",
         HERE / "found.ssp")  # fmt: skip
    again = json.loads(done("vary", HERE / "found.ssp", *SETTING, "-p", "prey.alpha=0.9",
                            "--measure", f"norm(prey.population, {HERE / 'exact.csv'})",
                            "--json"))  # fmt: skip
    assert list(again["rows"][0]["measures"].values())[0] < 1e-7


def test_noise():
    """With 1 % of noise the parameters lie within three standard errors"""
    generator, outside = random.Random(2), 0
    for _ in range(6):
        write_data(HERE / "noisy.csv", TRUE, 0.01, generator)
        found = calibrate(HERE / "noisy.csv")
        outside += any(abs(p["value"] - TRUE[name]) > 3 * p["standard_error"]
                       for name, p in found.items())  # fmt: skip
    # 0.3 % each if the errors are right: one of 6 in one of 20 samples of data.
    assert outside <= 1, outside


def test_fit_table():
    """The table of a fit says what JSON says, of signals from columns of other names"""
    write_data(HERE / "named.csv", TRUE, 0.01, random.Random(4))
    text = (HERE / "named.csv").read_text()
    text = text.replace("prey.population", "rabbits", 1).replace("predator.population", "foxes", 1)
    (HERE / "other.csv").write_text(text)
    chosen = ["-s", "prey.population=rabbits", "-s", "predator.population=foxes"]
    expected = json.loads(done("calibrate", PREY, *SETTING, "-d", HERE / "named.csv", *RANGES, "--json"))
    done("calibrate", PREY, *SETTING, "-d", HERE / "other.csv", *RANGES, *chosen, "-o", HERE / "fit.csv")
    rows = rows_of(HERE / "fit.csv")
    found = {(r["quantity"], r["name"], r["with"]): float(r["value"]) for r in rows if r["value"]}
    assert found["done", "", ""] == found["converged", "", ""] == 1
    assert found["runs", "", ""] == expected["runs"]
    for p in expected["parameters"]:
        name = p["parameter"]
        # The same runs and the same fit.
        assert found["value", name, ""] == p["value"], name
        assert found["standard error", name, ""] == p["standard_error"], name
        for other, correlation in p["correlation"].items():
            assert found["correlation", name, other] == correlation, (name, other)
    for s in expected["signals"]:
        assert found["residual rms", s["signal"], ""] == s["residual_rms"], s
    chosen[1] = "prey.population=hares"
    result = call("calibrate", PREY, *SETTING, "-d", HERE / "other.csv", *RANGES, *chosen)
    assert result.returncode == 2 and "no column “hares”" in result.stderr, result.stderr


def plan_of(path, model=PREY, **attributes):
    """A copy of the model with a plan of variations"""
    parameters = attributes.pop("parameters", ["prey.alpha=0.3:2"])
    with zipfile.ZipFile(model) as source, zipfile.ZipFile(path, "w") as copy:
        for entry in source.infolist():
            data = source.read(entry)
            if entry.filename == "SystemStructure.ssd":
                variation = "".join(f'<parameter range="{p}"/>' for p in parameters)
                given = "".join(f" {name.replace('_', '-')}={quoteattr(value)}" for name, value in attributes.items())
                variation = f'<variation sample="grid" seed="1"{given}>{variation}</variation>'
                text = data.decode()
                assert text.count("</experiment>") == 1, text
                data = text.replace("</experiment>", variation + "</experiment>").encode()
            copy.writestr(entry, data)
    return path


def test_plan():
    """Method, step size and tolerance of a plan are those of the runs, unless they are given"""
    planned = plan_of(HERE / "planned.ssp", method="ifosmondi-jfm", step_size="0.05", parameters=["prey.alpha=0.5:1:3"])
    given = ["--stop-time", "5", "-o"]
    cases = [
        ([], ["-m", "ifosmondi-jfm", "-H", "0.05"]),
        (["-m", "missiles"], ["-m", "missiles", "-H", "0.05"]),
        (["-H", "0.1"], ["-m", "ifosmondi-jfm", "-H", "0.1"]),
        (["-m", "ni-jacobi", "--tolerance", "1e-4"], ["-m", "ni-jacobi", "-H", "0.05", "--tolerance", "1e-4"]),
    ]
    for i, (changed, expected) in enumerate(cases):
        mine, theirs = HERE / f"of-plan-{i}.csv", HERE / f"as-plan-{i}.csv"
        note = call("vary", planned, *changed, *given, mine)
        assert note.returncode == 0 and "from “plan of variations”" in note.stderr, note
        done("vary", PREY, *expected, "-p", "prey.alpha=0.5:1:3", *given, theirs)
        # With the checksum of the settings: the tables are the same only if these are.
        assert mine.read_bytes() == theirs.read_bytes(), changed
    controlled = plan_of(HERE / "controlled.ssp", method="ni-jacobi", tolerance="1e-4",
                         parameters=["prey.alpha=0.5:1:3"])  # fmt: skip
    done("vary", controlled, "--stop-time", "5", "-o", HERE / "controlled.csv")
    done("vary", PREY, "-m", "ni-jacobi", "--tolerance", "1e-4", "-p", "prey.alpha=0.5:1:3", *given, HERE / "tol.csv")
    assert (HERE / "controlled.csv").read_bytes() == (HERE / "tol.csv").read_bytes()


def test_planned_fit():
    """calibrate takes parameters, data, method and steps from the plan, and finds the true values"""
    write_data(HERE / "planned.csv", TRUE, 0, random.Random(1))
    ranges = ["prey.alpha=0.3:2", "prey.beta=0.5:3:log", "predator.gamma=0.1:3"]
    planned = plan_of(HERE / "planned-fit.ssp", method="missiles", step_size="0.1", data=str(HERE / "planned.csv"),
                      parameters=ranges)  # fmt: skip
    found = json.loads(done("calibrate", planned, "--stop-time", "20", "--json"))
    for p in found["parameters"]:
        # As good as central differences of a smooth run: far below.
        assert abs(p["value"] / TRUE[p["parameter"]] - 1) < 1e-8, p
    assert found == json.loads(done("calibrate", PREY, *SETTING, "-d", HERE / "planned.csv", *RANGES, "--json"))


def test_bad_plan():
    """A plan that cannot be run is refused with the reason, before anything runs"""
    cases = [
        ({"method": "ifosmondi-jfn"}, 2, "plan of variations: ", "did you mean “ifosmondi-jfm”"),
        ({"method": "not a method"}, 2, "plan of variations: ", "does not name a coupling method"),
        ({"method": "qss1", "tolerance": "1e-4"}, 2, "tolerance", ""),
    ]
    for i, (attributes, status, *words) in enumerate(cases):
        planned = plan_of(HERE / f"bad-{i}.ssp", **attributes)
        for command in (["vary", planned], ["calibrate", planned, "-d", HERE / "none.csv"]):
            result = call(*command)
            assert result.returncode == status, (attributes, result)
            assert all(word in result.stderr for word in words), (attributes, result)
    for name, value in (("step_size", "-1"), ("tolerance", "2")):
        result = call("vary", plan_of(HERE / f"bad-{name}.ssp", **{name: value}), "--stop-time", "1")
        assert result.returncode == 0, result
        assert f"“{value}” in the file is not used" in result.stderr, result
    listed = plan_of(HERE / "bad-list.ssp", parameters=["prey.alpha=1,2"])
    result = call("calibrate", listed, "-d", PREY, "-q")
    assert result.returncode == 2 and "needs a range of real numbers" in result.stderr, result
    result = call("calibrate", listed, "-q")
    assert result.returncode == 2 and "--data, a file of measured signals" in result.stderr, result


def test_types():
    """Boolean parameters are varied by name or number; ranges of whole numbers that repeat runs say so"""
    common = ["vary", TYPES, "-m", "ni-jacobi", "-H", "0.1", "--stop-time", "0.2", "--measure",
              "final(types.boolean_out)"]  # fmt: skip
    for values in ("true,false", "1,0"):
        result = call(*common, "-p", f"types.boolean_in={values}", "--json")
        rows = json.loads(result.stdout)["rows"]
        assert [r["measures"]["final(types.boolean_out)"] for r in rows] == [1, 0], rows
        assert "earlier" not in result.stderr, result.stderr
    for value, repeated in (("integer_in=1:3:9", "6 runs of 9"), ("boolean_in=0:1:3", "1 run of 3")):
        result = call(*common, "-p", f"types.{value}")
        assert result.returncode == 0 and f"{repeated} ha" in result.stderr, result.stderr
    for value in ("0:5", "2,1"):
        result = call(*common, "-p", f"types.boolean_in={value}", "-q")
        assert result.returncode == 2 and "of type Boolean" in result.stderr, result.stderr


def test_bad():
    """Mistakes are told by name, with status 2"""
    cases = [
        (["-p", "prey.alfa=1:2"], "prey has no variable “alfa” (did you mean"),
        (["-p", "prey.alpha=2:1"], "2:1 does not"),
        (["-p", "prey.alpha="], "neither values nor a range"),
        (["-p", "prey.predators=1:2"], "the connection predator.population → prey.predators"),
        (["-p", "prey.alpha=1:2", "--measure", "max(prey.populaton)"], "did you mean"),
        (["-p", "prey.alpha=1:2", "--measure", "norm(prey.population, none.csv)"], "none.csv"),
        (["-p", "prey.alpha=1:2", "-p", "prey.alpha=1:2"], "is varied twice"),
        (["-p", "prey.alpha=1:2:3:4"], "“4” is too much"),
        (["-p", "prey.alpha=1:2", "--measure", "a=max(prey.population)", "--measure", "a=min(prey.population)"],
         "two columns would be called “a”"),
        (["-p", "prey.alpha=1:2", "--measure", "prey.alpha=max(prey.population)"], "would be called “prey.alpha”"),
        (["-p", "prey.alpha=1:2", "--measure", "state=max(prey.population)"], "would be called “state”"),
        (["-p", "prey.alpha=1:2", "--sample", "none.csv"], "none.csv"),
        ([], "vary needs --parameter"),
        (["--sample", "lhs:3"], "vary needs --parameter"),
        (["-p", "prey.alpha=true,false"], "prey.alpha is not of type Boolean"),
        (["-p", "prey.alpha=1:2", "--index", "3", "--of", "3"], "--index 3 --of 3"),
        (["-p", "prey.alpha=1:2", "--jobs", "0"], "--jobs"),
    ]
    for arguments, message in cases:
        result = call("vary", PREY, *SETTING, "--quiet", *arguments)
        assert result.returncode == 2 and message in result.stderr, result
    result = call("vary", PREY, *SETTING, "-p", "prey.alpha=1:2", "-o", HERE / "none/x.csv", "-q")
    assert result.returncode == 1 and "none/x.csv" in result.stderr, result
    result = call("calibrate", PREY, *SETTING, "-q", "-d", HERE / "none.csv", "-p", "prey.alpha=1:2", "-p",
                  "prey.alpha=1:2")  # fmt: skip
    assert result.returncode == 2 and "prey.alpha is varied twice" in result.stderr, result
    result = call("calibrate", PREY, *SETTING, "-q", "-d", HERE / "none.csv", "-p", "prey.alpha=1:2:5")
    assert result.returncode == 2 and "without a number of points, not :5" in result.stderr, result
    result = call("calibrate", PREY, *SETTING, "-q", "-d", HERE / "none.csv", "-p",
                  "prey.alpha=1:2")  # fmt: skip
    assert result.returncode == 2 and "none.csv" in result.stderr, result


sys.exit(run_cases(globals()))
