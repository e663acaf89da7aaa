#!/usr/bin/python3
"""lockstep run of single FMUs, as a person types it.

Usage: test-single.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import csv
import json
import math
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from archive import repack, replace
from tap import SLOW, run_cases, wait_until_caught

LOCKSTEP, BUILD = sys.argv[1], Path(sys.argv[2])
BALL = BUILD / "models/bouncing-ball.fmu"
THRESHOLD = BUILD / "models/threshold.fmu"
FOLDER = tempfile.TemporaryDirectory()


def run(*arguments):
    out = Path(FOLDER.name) / "out.csv"
    out.unlink(missing_ok=True)
    done = subprocess.run([LOCKSTEP, "run", *map(str, arguments), "-o", out],
                          capture_output=True, text=True, timeout=60 * SLOW)  # fmt: skip
    rows = list(csv.reader(out.open())) if out.exists() else []
    return done, rows


def refused(part, *arguments, status=2):
    done, _ = run(*arguments)
    print("#", done.stderr.strip().splitlines()[-1])
    assert done.returncode == status, done
    assert part in done.stderr, done.stderr


def test_layout():
    """Time first, then the outputs by their names; two rows at every event."""
    done, rows = run(BALL, "--solver", "dopri5", "--tolerance", "1e-10")
    assert done.returncode == 0, done.stderr
    assert rows[0] == ["time", "h", "v", "bounces", "t_bounce", "resting"], rows[0]
    assert len(rows) == 1 + 301 + 22, len(rows)
    assert "11 events: 11 of state" in done.stdout, done.stdout
    # Ten tolerances, for eleven bounces.
    assert abs(float(rows[-1][4]) - 2.49911331422462) < 1e-9


def test_start_value():
    """--start-value takes a name and a value."""
    _, rows = run(BALL, "--solver", "radau5", "--start-value", "h", "2", "--stop-time", "1",
                  "--start-value", "e", "0.5", "--output-interval", "0.5")  # fmt: skip
    assert float(rows[1][1]) == 2.0
    # The default tolerance.
    assert abs(float(rows[-1][4]) - math.sqrt(4 / 9.81)) < 1e-6
    done = subprocess.run([LOCKSTEP, "run", BALL, "-o", "out.csv", "--start-value", "h"],
                          capture_output=True, text=True, timeout=60 * SLOW)  # fmt: skip
    assert done.returncode == 2 and "needs a name and a value" in done.stderr, done
    refused("nothing", BALL, "--solver", "dopri5", "--start-value", "nothing", "1", status=1)
    refused("h: ", BALL, "--solver", "dopri5", "--start-value", "h", "tall", status=1)
    # Not run by Co-Simulation without a word.
    refused("no solver “cvode”", BALL, "--solver", "cvode:tolerance=1e-9", "--output-interval", "0.1")
    # A slip does not look like the name of a component.
    refused("no solver “dopri4”", BALL, "--solver", "dopri4")


def test_input_file():
    """An input that reaches zero and stays, by every kind of interface."""
    path = Path(FOLDER.name) / "in.csv"
    path.write_text("time,u\n0,1\n0.375,0\n1,0\n")
    for solver in [["--solver", "dopri5"], ["--solver", "cvode-bdf"], []]:
        done, rows = run(THRESHOLD, "--input-file", path, "--tolerance", "1e-10", *solver)
        assert done.returncode == 0, done.stderr
        changes, last = [float(rows[-1][rows[0].index(name)]) for name in ("changes", "t_change")]
        # The tolerance.
        assert changes == 1 and abs(last - 0.375) < 1e-10, rows[-1]


def ticks(fmu, text, *arguments):
    """{column: values} of a run of 1 s in which a file ticks"""
    path = Path(FOLDER.name) / "ticks.csv"
    path.write_text(text)
    done, rows = run(fmu, "--input-file", path, "--output-interval", "0.25", "--stop-time", "1", *arguments)
    assert done.returncode == 0, done.stderr
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


def test_clock_columns():
    """A triggered Clock ticks at the rows that have 1, also at the start, within a step, twice in a row and at the stop
    time, and nowhere else; its inputs have the values of that row. Alike by Model Exchange, and in a process apart"""
    ticker, tasks = BUILD / "tests/fmus/ticker.fmu", BUILD / "tests/fmus/tasks.fmu"
    text = "time,tick_in,value_in\n0,1,1\n0.25,0,2\n0.5,1,4\n0.7,1,8\n1,1,16\n"
    for arguments in [], ["--solver", "dopri5"]:
        for isolation in "none", "each":
            found = ticks(ticker, text, f"--isolation={isolation}", *arguments)
            # Ticks at 0, 0.5, 0.7 and 1 with 1, 4, 8 and 16.
            after = {t: row for t, *row in zip(found["time"], found["count"], found["last"], found["sum"])}
            assert after == {0: [1, 0, 1], 0.25: [1, 0, 1], 0.5: [2, 0.5, 5], 0.7: [3, 0.7, 13],
                             0.75: [3, 0.7, 13], 1: [4, 1, 29]}, (arguments, isolation, after)  # fmt: skip
    # With zeros alone, none; and those before the start do not count.
    for text in "time,tick_in\n0,0\n1,0\n", "time,tick_in\n-1,1\n-0.5,1\n-0.25,0\n1,0\n":
        assert set(ticks(ticker, text)["count"]) == {0}, text
    # Scheduled Execution: the partition runs (digit 4), after those of the same instant that come before it.
    for isolation in "none", "each":
        found = ticks(tasks, "time,called\n0,1\n0.3,0\n0.5,1\n0.6,1\n1,1\n", f"--isolation={isolation}")
        # 1, 2 at 0; 2 at 0.25; 1, 2 at 0.5; 3 at 0.625; 2 at 0.75; 1, 2 at 1.
        assert int(found["order"][-1]) == int("124" "2" "124" "4" "3" "2" "124"), found
        assert found["n_called"][-1] == 4, found


def test_refused_ticks():
    path = Path(FOLDER.name) / "clocks.csv"
    ticker, tasks = BUILD / "tests/fmus/ticker.fmu", BUILD / "tests/fmus/tasks.fmu"
    path.write_text("time,tick_in\n0,0\n0.5,2\n1,0\n")
    refused(f"{path}: 2 in row 2 of column “tick_in” is no integer from 0 to 1", ticker, "--input-file", path)
    path.write_text("time,fast\n0,0\n1,0\n")
    refused(f"{path}: the Clock “fast” has a time of its own", tasks, "--input-file", path)
    # Steps of one length: ticks at their ends only.
    stiff = repack(ticker, Path(FOLDER.name) / "stiff.fmu",
                   replace('canHandleVariableCommunicationStepSize="true"', ""))
    path.write_text("time,tick_in\n0,0\n0.5,1\n1,1\n")
    assert ticks(stiff, path.read_text())["count"][-1] == 2
    path.write_text("time,tick_in\n0,0\n0.55,1\n1,0\n")
    refused(f"{path}: the Clock “tick_in” of ticker ticks at t = 0.55 s, within a step", stiff, "--input-file", path,
            "--output-interval", "0.25", "--stop-time", "1", status=1)  # fmt: skip


def test_jump_at_the_stop_time():
    """It belongs to the run, with any version of FMI: the last row has what follows from it"""
    path = Path(FOLDER.name) / "last.csv"
    for fmu, name, out, wanted in (("types", "integer_in", "integer_out", ["5", "9"]),
                                   ("third", "large_in", "large_out", ["1", "5"])):
        path.write_text(f"time,{name}\n0,1\n0.4,5\n")
        done, rows = run(BUILD / f"tests/fmus/{fmu}.fmu", "--input-file", path, "--output-interval", "0.2",
                         "--stop-time", "0.4", f"--signal={out}")  # fmt: skip
        assert done.returncode == 0 and [row[1] for row in rows if row[0] == "0.4"] == wanted, (fmu, rows)


def test_jumps():
    """Jumps of inputs and events of an FMU in Co-Simulation: a row before and a row after each, as by Model Exchange"""
    path = Path(FOLDER.name) / "jumps.csv"
    fmus = BUILD / "tests/fmus"
    # The second jump is an output time but for rounding: 0.1 + 0.2 = 3 * 0.1 is above 0.3.
    path.write_text("time,integer_in,real_in,boolean_in\n0,1,0,0\n0.25,1,0,0\n0.25,5,3,0\n0.3,5,3,1\n1,5,3,1\n")
    signals = [f"--signal={name}" for name in ("integer_out", "real_out", "boolean_out")]
    done, rows = run(fmus / "types.fmu", "--input-file", path, "--output-interval", "0.1", "--stop-time", "0.4", *signals)
    assert done.returncode == 0, done.stderr
    # Integers plus an offset of 4, Reals by a gain of 2.
    wanted = [(0, 5, 0, 0), (0.1, 5, 0, 0), (0.2, 5, 0, 0), (0.25, 5, 0, 0), (0.25, 9, 6, 0), (0.3, 9, 6, 0),
              (0.3, 9, 6, 1), (0.4, 9, 6, 1)]  # fmt: skip
    assert [tuple(round(float(word), 12) for word in row) for row in rows[1:]] == wanted, rows
    # FMI 3.0 with event mode, in which the integer is set; a Clock ticks at 0.05, 0.15 ... s as well.
    path.write_text("time,large_in\n0,1\n0.32,7\n1,7\n")
    done, rows = run(fmus / "third.fmu", "--input-file", path, "--output-interval", "0.2", "--stop-time", "0.4",
                     "--signal=large_out")  # fmt: skip
    found = [(float(time), float(value)) for time, value in rows[1:]]
    assert done.returncode == 0 and [value for time, value in found if time == 0.32] == [1, 7], rows
    path.write_text("time,single_in\n0,1\n0.32,1\n0.32,7\n1,7\n")
    done, rows = run(fmus / "third.fmu", "--input-file", path, "--output-interval", "0.2", "--stop-time", "0.4",
                     "--signal=single_out")  # fmt: skip
    assert done.returncode == 0 and [row[1] for row in rows if row[0] == "0.32"] == ["1", "7"], rows
    # Events of the FMU itself: found within a step, at the end of one, and three in one instant.
    cases = [("1", "0.25", [(0.5, 0), (0.5, 1), (1, 1), (1, 2)]), ("2", "0.5", [(0.3, 0), (0.3, 1), (1, 1), (1, 2)]),
             ("4", "0.2", [(0.5, 0), (0.5, 3)])]  # fmt: skip
    for mode, interval, wanted in cases:
        done, rows = run(fmus / "ticker.fmu", "--start-value", "mode", mode, "--output-interval", interval,
                         "--stop-time", "1.1", "--signal=value_out")  # fmt: skip
        found = [(round(float(time), 12), float(value)) for time, value in rows[1:]]
        assert done.returncode == 0, done.stderr
        assert [pair for pair in found if sum(pair[0] == time for time, _ in found) == 2] == wanted, (mode, rows)
        assert all(sum(pair[0] == time for time, _ in found) <= 2 for pair in found), (mode, rows)


def compare(*arguments):
    return subprocess.run([LOCKSTEP, "compare", *map(str, arguments)],
                          capture_output=True, text=True, timeout=60 * SLOW)  # fmt: skip


def test_compare_solvers():
    """Solvers beside each other: fewer errors at tighter tolerances, counts, all forms."""
    done = compare(BALL, "--solver", "dopri5", "--solver", "radau5:max-step=0.1", "--tolerance", "1e-5,1e-9",
                   "--json")  # fmt: skip
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["reference"]["error_percent"] < 1e-7, result["reference"]
    assert [found["solver"] for found in result["solvers"]] == ["dopri5"] * 2 + ["radau5:max-step=0.1"] * 2
    assert [found["tolerance"] for found in result["solvers"]] == [1e-5, 1e-9] * 2
    for found in result["solvers"]:
        assert found["status"] == "done" and found["counts"]["state_events"] == 11, found
        # A flight is a parabola, exact for both solvers at any tolerance.
        assert found["errors_percent"]["h"] < 1e-6 and found["counts"]["indicators"] > 11, found
    done = compare(BALL, "--solver", "dopri5", "--csv", "-o", Path(FOLDER.name) / "solvers.csv")
    rows = list(csv.DictReader((Path(FOLDER.name) / "solvers.csv").open()))
    assert len(rows) == 1 and int(rows[0]["events"]) == 11, rows
    path = Path(FOLDER.name) / "in.csv"
    path.write_text("time,u\n0,1\n0.375,0\n1,0\n")
    done = compare(THRESHOLD, "--solver", "cvode-bdf", "--input-file", path)
    assert done.returncode == 0 and "Radau5 at 1e-13" in done.stdout, done
    run(BALL, "--solver", "dopri5", "--tolerance", "1e-12")
    done = compare(BALL, "--solver", "dopri5", "-r", Path(FOLDER.name) / "out.csv", "--json")
    assert json.loads(done.stdout)["solvers"][0]["errors_percent"]["h"] < 1e-4, done.stdout
    done = compare(BALL, "--solver", "dopri5", "--tolerance", "1e-5,x")
    assert done.returncode == 2 and "“x” is not a number" in done.stderr, done
    done = compare(BALL, "--solver", "nothing")
    assert done.returncode == 2 and "There is no solver “nothing”" in done.stderr, done
    done = compare(BALL, "--input-file", path)
    assert done.returncode == 2 and "give --solver" in done.stderr, done


def test_diverged():
    """A solver whose numbers grow beyond any sense has diverged, beside a reference and by itself"""
    # v_c' = 1 - v_c by steps of 3: 1 - (-2)^n.
    arguments = [BUILD / "models/capacitor.fmu", "--start-value", "v", "1", "--output-interval", "3",
                 "--stop-time", "300"]  # fmt: skip
    done, rows = run(*arguments, "--solver", "explicit-euler:step=3")
    assert done.returncode == 4 and "capacitor diverged: v_c grew to 1.27e+30 at t = 300 s" in done.stderr, done
    # Rounding of 100 steps.
    assert math.isclose(float(rows[-1][1]), 1 - 2.0**100, rel_tol=1e-14), rows[-1]
    done, rows = run(*arguments, "--solver", "explicit-euler:step=1.5")
    assert done.returncode == 0, done
    both = [*arguments, "--solver", "explicit-euler:step=3,dopri5"]
    done = compare(*both)
    assert done.returncode == 4 and "not all runs stayed bounded" in done.stderr, done
    assert "explicit-euler:step=3 (diverged)" in done.stdout and "dopri5 (diverged)" not in done.stdout, done
    assert "step=3 diverged: v_c grew to 1.27e+30 at t = 300 s, and the reference is 1 at most" in done.stdout, done
    bad, good = json.loads(compare(*both, "--json").stdout)["solvers"]
    assert bad["messages"] == [] and bad["messages_left_out"] == 0, bad
    assert bad["status"] == "done" and bad["diverged"] and "v_c grew" in bad["divergence"], bad
    assert not good["diverged"] and good["divergence"] is None, good
    rows = list(csv.DictReader(compare(*both, "--csv").stdout.splitlines()))
    assert [row["diverged"] for row in rows] == ["1", "0"], rows


def read_table(text):
    """Rows of the table for people, as dictionaries."""
    lines = [re.split(r"  +", line.strip()) for line in text.splitlines()]
    head = next(i for i, line in enumerate(lines) if line[0] == "Solver")
    rows = lines[head + 1 : lines.index([""], head)]
    return [dict(zip(lines[head], row)) for row in rows]


def test_solver_lists():
    """Several by commas; one of fixed step once, with its step; LaTeX; as JSON the same."""
    solvers = "dopri5,explicit-euler:step=0.01,qss2"
    done = compare(BALL, "--solver", solvers, "--tolerance", "1e-3,1e-5")
    assert done.returncode == 0, done.stderr
    rows = read_table(done.stdout)
    assert [(row["Solver"], row["Tolerance"]) for row in rows] == [
        ("dopri5", "0.001"), ("dopri5", "1e-05"), ("explicit-euler:step=0.01", "h = 0.01"),
        ("qss2", "0.001"), ("qss2", "1e-05")], rows  # fmt: skip
    done = compare(BALL, "--solver", solvers, "--tolerance", "1e-3,1e-5", "--json")
    found = json.loads(done.stdout)["solvers"]
    assert [entry.get("step") for entry in found] == [None, None, 0.01, None, None], found
    for row, entry in zip(rows, found):
        assert int(row["f"]) == entry["counts"]["evaluations"], (row, entry)
        assert int(row["g"]) == entry["counts"]["indicators"], (row, entry)
    done = compare(BALL, "--solver", "dopri5", "--latex")
    assert "\\begin{tabular}" in done.stdout, done.stdout


def test_locator():
    """CVODE's own root finding beside ours: the same bounces, to 1e-10 of the closed form."""
    first, flight = math.sqrt(2 / 9.81), 1.4 * math.sqrt(2 / 9.81)
    bounces = [first + sum(flight * 0.7**k for k in range(n)) for n in range(11)]
    for solver in ("cvode-bdf", "cvode-adams"):
        for locator in ("own", "cvode"):
            done, rows = run(BALL, "--solver", solver, "--locator", locator, "--tolerance", "1e-13")
            assert done.returncode == 0, done.stderr
            times = [float(b[0]) for a, b in zip(rows[1:], rows[2:]) if a[0] == b[0]]
            assert len(times) == 11, times
            # As in tests/core/ode/test-hybrid.c: a thousand tolerances, for errors that add up over the
            # steps.
            assert max(abs(t / e - 1) for t, e in zip(times, bounces)) < 1e-10, (solver, locator, times)
    done = compare(BALL, "--solver", "cvode-bdf,dopri5", "--locator", "own,cvode", "--json")
    found = json.loads(done.stdout)["solvers"]
    assert [entry["solver"] for entry in found] == [
        "cvode-bdf:locator=own", "cvode-bdf:locator=cvode", "dopri5"], found  # fmt: skip
    own, theirs = [entry["counts"]["indicators"] for entry in found[:2]]
    assert 0 < own <= 1.5 * theirs, found
    refused("not one of own and cvode", BALL, "--solver", "cvode-bdf", "--locator", "mine")
    refused("for the solvers cvode-bdf", BALL, "--solver", "dopri5", "--locator", "cvode")
    refused("one --locator", BALL, "--solver", "cvode-bdf", "--locator", "own,cvode")
    refused("locator=cvode is for", BALL, "--solver", "dopri5:locator=cvode")


def test_interrupted():
    """Ctrl-C in the middle of what takes minutes: what there is is written, or printed."""
    slow, out = BUILD / "tests/fmus/slow.fmu", Path(FOLDER.name) / "slow.csv"
    commands = [
        ["run", slow, "--solver", "dopri5:max-step=1e-4", "--output-interval", "0.1", "-o", out],
        ["compare", slow, "--solver", "explicit-euler:step=0.25,dopri5:max-step=1e-4", "-r",
         Path(FOLDER.name) / "none.csv"],
        ["compare", slow, "--solver", "dopri5"],
    ]  # fmt: skip
    (Path(FOLDER.name) / "none.csv").write_text("time,x\n" + "".join(
        f"{k / 500},{math.exp(-k / 500)!r}\n" for k in range(501)))  # fmt: skip
    for command in commands:
        process = subprocess.Popen([LOCKSTEP, *map(str, command), "--isolation=none"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)  # fmt: skip
        # Evaluations sleep where it takes minutes, and nowhere else.
        wait_until_caught(process, signal.SIGINT, work=60, sleeps=50)
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate(timeout=20 * SLOW)
        assert process.returncode == 1 and "cancelled at t = " in said, (command, printed, said)
        if "-r" in command:
            rows = read_table(printed)
            assert float(rows[0]["Error (%)"]) > 1 and int(rows[1]["Steps"]) > 100, rows
    rows = list(csv.reader(out.open()))
    end, x = map(float, rows[-1])
    # The default tolerance.
    assert 2 < len(rows) <= 7 and end < 0.55 and abs(x - math.exp(-end)) < 1e-6, rows


def test_stiff_reference():
    """A model that is stiff on the way only: the reference of oregonator takes no minutes."""
    done = compare(BUILD / "models/oregonator.fmu", "--solver", "radau5", "--tolerance", "1e-6", "--json")
    result = json.loads(done.stdout)
    assert "CVODE BDF" in result["reference"]["description"], result["reference"]
    assert result["reference"]["error_percent"] < 1e-5, result["reference"]
    # The tolerance.
    assert result["solvers"][0]["end_error"] < 1e-6, result["solvers"]


def test_stiff_explicit():
    """An explicit solver on a stiff model is given up when it is seen that it would take millions of
    steps, with the reason; the others go on. What is asked for alone is done."""
    done = compare(BUILD / "models/oregonator.fmu", "--solver", "dopri5,radau5", "--json")
    explicit, implicit = json.loads(done.stdout)["solvers"]
    assert done.returncode == 1 and "not all runs reached" in done.stderr, done.stderr
    assert explicit["status"] == "failed" and "stability limits" in explicit["message"], explicit
    assert explicit["counts"]["steps"] < 200000, explicit
    # The default tolerance.
    assert implicit["status"] == "done" and implicit["end_error"] < 1e-6, implicit


def test_trouble():
    """FMUs that do what they must not: the message names component, call or state, and time."""
    fmu = BUILD / "tests/fmus/troubled.fmu"
    cases = {
        "derivative-nan": ["troubled", "t = 0.5", "derivative of x", "not a finite"],
        "next-negative": ["troubled", "t = -1 s", "before the present time of 0.5 s"],
        "endless": ["troubled: fmi2NewDiscreteStates at t = 0.5 s", "100 iterations"],
        "again": ["troubled: at t = 0.5 s", "requested repeatedly"],
        "chattering": ["troubled", "more than 10000 events at t = 0.5", "without progress of time"],
        "indicator-nan": ["troubled: at t = 0.5 s", "event indicator 1 is not a number"],
    }
    for solver in ("dopri5", "radau5", "cvode-bdf"):
        for fault, parts in cases.items():
            done, rows = run(fmu, "--solver", solver, "--start-value", "fault", fault)
            print("#", solver, fault, done.stderr.strip().splitlines()[-1])
            assert done.returncode == 1, (fault, done)
            for part in parts:
                assert part in done.stderr, (fault, part, done.stderr)
            # What was there before is kept.
            assert abs(float(rows[-1][0]) - 0.5) < 0.01, (fault, rows[-1])
        # Nominal values that are none count as their size, or 1.
        for fault in ("nominal-zero", "nominal-negative"):
            done, rows = run(fmu, "--solver", solver, "--tolerance", "1e-8", "--start-value", "fault", fault)
            assert done.returncode == 0 and abs(float(rows[-1][1]) - math.exp(-1)) < 1e-6, (done, rows[-1])
    done, rows = run(fmu, "--solver", "dopri5", "--start-value", "fault", "terminate")
    assert done.returncode == 0 and "ended the simulation at t = 0.5 s" in done.stdout, done
    done, _ = run(BALL, "--solver", "radau5", "--start-value", "v_rest", "0", "--stop-time", "3")
    assert done.returncode == 1 and "Zeno" in done.stderr, done
    refused("tolerance", BALL, "--solver", "dopri5", "--tolerance", "0")
    # Said to be there, and not found: differences instead, and the check tells.
    fmu = BUILD / "tests/fmus/missing-directional.fmu"
    done, rows = run(fmu, "--solver", "radau5", "--tolerance", "1e-8", "--stop-time", "1")
    assert done.returncode == 0, done.stderr
    done = subprocess.run([LOCKSTEP, "check", fmu], capture_output=True, text=True, timeout=60 * SLOW)
    assert "fmi2GetDirectionalDerivative" in done.stdout, done.stdout


def test_mat():
    """A name that ends in .mat is a MATLAB file."""
    path = Path(FOLDER.name) / "ball.mat"
    done = subprocess.run([LOCKSTEP, "run", BALL, "--solver", "dopri5", "-o", path],
                          capture_output=True, text=True, timeout=60 * SLOW)  # fmt: skip
    assert done.returncode == 0 and b"Aclass" in path.read_bytes()[:200], done


def test_bad_input():
    """What is wrong is named."""
    path = Path(FOLDER.name) / "bad.csv"
    refused("--tolerance: 2 is not between 0 and 1", BALL, "--solver", "dopri5", "--tolerance", "2")
    refused("tolerance", BALL, "--solver", "dopri5:tolerance=7")
    refused("no option", BALL, "--solver", "dopri5:speed=7")
    refused("--output-interval: 0 is not above 0", BALL, "--output-interval", "0")
    refused("--stop-time: -1 is not after", BALL, "--solver", "dopri5", "--stop-time", "-1")
    refused("no-such.csv", BALL, "--solver", "dopri5", "--input-file", "no-such.csv")
    path.write_text("time,height\n0,1\n")
    refused("the FMU has no input “height”", BALL, "--input-file", path)
    path.write_text("time,floor\n0,1\n-1,0\n")
    refused("row 2", BALL, "--input-file", path)
    path.write_text("time,floor\n0,1\n1,\n")
    refused("column “floor”", BALL, "--input-file", path)
    # Integers that the type does not have, or of which not all digits are known.
    third = BUILD / "tests/fmus/third.fmu"
    for name, number in [("small_in", "128"), ("small_in", "0.5"), ("large_in", "-1"),
                         ("large_in", "18446744073709551616"), ("large_in", "9.007199254740993e15"),
                         ("flags_in[1]", "0.5"), ("flags_in[1]", "2")]:  # fmt: skip
        path.write_text(f"time,{name}\n0,1\n1,{number}\n")
        refused(f"in row 2 of column “{name}” is no integer from", third, "--input-file", path)


def test_coupled():
    """A solver for one component of a model."""
    model = BUILD / "models/lotka-volterra.ssp"
    ends = []
    for solver in [[], ["--solver", "prey:radau5"], ["--solver", "prey:dopri5:tolerance=1e-9"]]:
        done, rows = run(model, "-m", "missiles", "-H", "0.05", "--stop-time", "5", *solver)
        assert done.returncode == 0, done.stderr
        ends.append(float(rows[-1][rows[0].index("prey.population")]))
    assert max(ends) - min(ends) < 1e-6, ends
    refused("name of a component", model, "--solver", "radau5")
    refused("There is no solver “magic”", model, "--solver", "prey:magic")


def test_no_number():
    """An output that is no number is an error of its own; what was recorded is kept"""
    done, rows = run(BUILD / "tests/fmus/faulty.fmu", "--start-value", "fault", 7, "--stop-time", 1)
    assert done.returncode == 9, done
    assert "at t = 0.5 s: the output “x” is not a finite number" in done.stderr, done.stderr
    assert float(rows[-1][0]) == 1.0 and rows[-1][1] == "", rows[-1]


sys.exit(run_cases(globals()))
