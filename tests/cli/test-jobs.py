#!/usr/bin/python3
"""How runs end otherwise than well: components that fail or crash, processes apart, interruption.

Usage: test-jobs.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import csv
import json
import math
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from command import ENVIRONMENT, call, compare, refuse, without_times
from tap import SLOW, run_cases, wait_until_caught

LOCKSTEP, BUILD = sys.argv[1], Path(sys.argv[2])
TWO_BODIES = BUILD / "models/two-bodies.ssp"
LOTKA_VOLTERRA = BUILD / "models/lotka-volterra.ssp"
FMUS = BUILD / "tests/fmus"
# After fmi2Fatal no function of an FMU may be called, so that what it holds is lost.
SUPPRESSIONS = tempfile.NamedTemporaryFile("w", suffix=".supp")  # lives as long as the program
SUPPRESSIONS.write((Path(__file__).parents[1] / "leaks.supp").read_text() + "leak:faulty.so\n")
SUPPRESSIONS.flush()
ENVIRONMENT["LSAN_OPTIONS"] = f"suppressions={SUPPRESSIONS.name}:print_suppressions=0"


def faulty_model(folder, fault, largest=0):
    """A model of the faulty FMU whose fault is set, as an .ssd beside it."""
    (folder / "faulty.fmu").write_bytes((FMUS / "faulty.fmu").read_bytes())
    model = folder / f"{fault}.ssd"
    number = {"discard": 3, "error": 4, "fatal": 5, "not-a-number": 7, "slow": 9,
              "crash": 14, "exit": 15, "hang": 16, "close": 17}[fault]
    model.write_text(f"""<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
    xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"
    xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues" version="1.0" name="m">
  <ssd:System name="system"><ssd:Elements>
    <ssd:Component name="bad" type="application/x-fmu-sharedlibrary" source="faulty.fmu">
      <ssd:Connectors><ssd:Connector name="x" kind="output"><ssc:Real/></ssd:Connector></ssd:Connectors>
      <ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>
        <ssv:ParameterSet version="1.0" name="p"><ssv:Parameters>
          <ssv:Parameter name="fault"><ssv:Integer value="{number}"/></ssv:Parameter>
          <ssv:Parameter name="largest_step"><ssv:Real value="{largest}"/></ssv:Parameter>
        </ssv:Parameters></ssv:ParameterSet>
      </ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>
    </ssd:Component>
  </ssd:Elements></ssd:System>
</ssd:SystemStructureDescription>
""")
    return model


def test_failing_components():
    # Component, call and time are named, and what was recorded before is written.
    # The step from 0.375 s on fails; a discarded one is tried again, ever shorter.
    at = {"discard": "0.4999", "error": "0.375", "fatal": "0.375", "not-a-number": "0.5"}
    for fault, when in at.items():
        with tempfile.TemporaryDirectory() as folder:
            model = faulty_model(Path(folder), fault)
            out = Path(folder) / "out.csv"
            # Values that are no numbers have a status of their own.
            status = 9 if fault == "not-a-number" else 1
            done = refuse(status, ["bad", "fmi2DoStep", f"t = {when}"], "run", model, "--method=ni-jacobi",
                          "--step-size=0.125", "--stop-time=1", "--output-file", out)  # fmt: skip
            rows = list(csv.reader(out.read_text().splitlines()))
            assert len(rows) >= 5, (fault, rows)
            assert all(math.isfinite(float(x)) for row in rows[1:] for x in row)
            assert f"{len(rows) - 1} rows" in done.stdout
            done = call("compare", model, "--method=ni-jacobi", "--step-size=0.125",
                        "--stop-time=1", "--json")  # fmt: skip
            assert done.returncode == status
            (run,) = json.loads(done.stdout)["runs"]
            assert run["status"] == "failed" and "bad" in run["message"], run
            assert run["errors_percent"]["bad.x"] is None


def test_jobs():
    # The same numbers, in the same order, whoever ends first.
    # Times in components are estimated; of those that are waited for hardly.
    here = "--isolation=none"
    methods = ["ni-jacobi", "ifosmondi-jfm", "missiles"]
    alone = compare(LOTKA_VOLTERRA, methods, "1e-4,1e-2", "--stop-time=2", here)
    apart = compare(LOTKA_VOLTERRA, methods, "1e-4,1e-2", "--stop-time=2", "--jobs=1", here)
    several = compare(LOTKA_VOLTERRA, methods, "1e-4,1e-2", "--stop-time=2", "--jobs=4", here)
    assert {run["runs_at_once"] for run in alone["runs"] + apart["runs"]} == {1}
    assert max(run["runs_at_once"] for run in several["runs"]) == 4
    for run in several["runs"]:
        assert 0 < run["component_cpu_time_s"] < run["cpu_time_s"], run
        assert run["peak_memory_bytes"] is None or run["peak_memory_bytes"] > 1e6, run
    assert without_times(alone) == without_times(apart) == without_times(several)
    arguments = ["compare", TWO_BODIES, "--method=missiles", "--step-size=1e-2"]
    table = call(*arguments, "--step-size=1e-2,5e-3", "--jobs=2").stdout
    assert "2 runs at the same time" in table, table
    for jobs in "0", "-1", "1.5", "many":
        refuse(2, ["--jobs", jobs], *arguments, f"--jobs={jobs}")


def test_jobs_survive_crashes():
    # Steps longer than 0.2 s end the process; those of 0.125 s do not.
    here = "--isolation=none"
    for fault, isolation, status, words in [
        ("crash", here, 1, ["bad: fmi2DoStep at t = 0.25 s", "Segmentation"]),
        ("exit", here, 1, ["bad: fmi2DoStep at t = 0.25 s", "exit()"]),
        ("crash", "--isolation=grouped", 5, ["bad (faulty.fmu) crashed at t = 0.25 s in fmi2DoStep: segm"]),
        ("exit", "--isolation=each", 5, ["bad (faulty.fmu) has ended its process at t = 0.25 s", "by exit(3)"]),
    ]:  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            model = faulty_model(Path(folder), fault, 0.2)
            done = call("compare", model, "--method=ni-jacobi", "--step-size=0.25,0.125",
                        "--stop-time=1", "--jobs=2", "--json", isolation)  # fmt: skip
            print("#", done.stderr.strip().replace("\n", "\n# "))
            assert done.returncode == status, done.returncode
            broken, whole = json.loads(done.stdout)["runs"]
            print("#", broken["message"])
            assert broken["status"] == "failed", broken
            for word in words:
                assert word in broken["message"], broken
            assert whole["status"] == "done" and whole["counts"]["macro_steps"] == 8, whole


def compare_two_steps(model):
    """Runs of two step sizes, and the seconds of processor time that they took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = call("compare", model, "--method=ni-jacobi", "--step-size=0.25,0.125",
                "--stop-time=1", "--jobs=2", "--json", "--isolation=none")  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(done.stdout)["runs"], (
        after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)  # fmt: skip


def test_jobs_survive_closed_pipes():
    # An FMU that closes the pipe: its end is waited for, without a look at it over and over again.
    with tempfile.TemporaryDirectory() as folder:
        _, plain = compare_two_steps(faulty_model(Path(folder), "exit", 0.2))
        (broken, whole), busy = compare_two_steps(faulty_model(Path(folder), "close", 0.2))
    print("#", broken["message"], plain, busy)
    assert broken["status"] == "failed" and "ended by itself" in broken["message"], broken
    assert whole["status"] == "done", whole
    # As much as a run that ends at once, 0.04 s; the second until the end, looked at without rest, would take
    # as much of it as the machine has to spare.
    assert busy < 3 * plain + 0.1, (busy, plain)


def the_last_child(pid):
    """What is left of the processes that it started: one that has been alone for a second but for the
    reader of files, which waits for the next one."""
    begin = since = time.monotonic()
    children = []
    while time.monotonic() - begin < 60 * SLOW:
        lines = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(pid)],
                               capture_output=True, text=True, check=False).stdout.splitlines()  # fmt: skip
        found = [line.split()[0] for line in lines if "lockstep-re" not in line]
        if found != children or len(found) != 1:
            children, since = found, time.monotonic()
        elif time.monotonic() - since > 1:
            break
        time.sleep(0.05)  # the kernel tells nobody of another's children
    return children


def test_jobs_cancelled():
    # A component that hangs is ended, what the others have is kept, and no process stays.
    with tempfile.TemporaryDirectory() as folder:
        model = faulty_model(Path(folder), "hang", 0.2)
        process = subprocess.Popen(
            [LOCKSTEP, "compare", model, "-m", "ni-jacobi", "-H", "0.25,0.125", "--stop-time=1", "--jobs=2",
             "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT,
        )  # fmt: skip
        children = the_last_child(process.pid)
        print("#", children)
        assert children
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60 * SLOW)
        print("#", err.strip().replace("\n", "\n# "))
        assert process.returncode == 1 and "cancelled" in err
        broken, whole = json.loads(out)["runs"]
        assert broken["status"] == "cancelled" and broken["message"], broken
        assert whole["status"] == "done", whole
        for child in children:
            assert not Path(f"/proc/{child}").exists(), child


def interrupt(*arguments, **more):
    process = subprocess.Popen(
        [LOCKSTEP, *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT,
    )  # fmt: skip
    wait_until_caught(process, signal.SIGINT, **more)
    assert process.poll() is None, process.communicate()
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60 * SLOW)
    return process.returncode, out, err, time.monotonic() - start


def test_interrupt():
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "out.csv"
        status, out, err, _ = interrupt("run", LOTKA_VOLTERRA, "--method=ni-jacobi", "--step-size=1e-3",
                                        "--stop-time=100000", "--output-file", file)  # fmt: skip
        print("#", err.strip(), "|", out.strip().replace("\n", " "))
        assert status == 1 and "cancelled at t =" in err and "kept" in err
        rows = int(re.search(r"(\d+) rows", out).group(1))
        with open(file, encoding="utf-8") as stream:
            assert sum(1 for _ in stream) == rows + 1
        assert rows > 100
        # Steps of 100 ms, for a quarter of an hour.
        model = faulty_model(Path(folder), "slow")
        status, out, err, took = interrupt("run", model, "--method=ni-jacobi", "--step-size=1",
                                           "--stop-time=10000", "--output-file", file, sleeps=50)  # fmt: skip
        assert status == 1 and took < 20, (status, took, err)
    status, out, err, took = interrupt("compare", LOTKA_VOLTERRA, "--method=ni-jacobi",
                                       "--step-size=1e-3", "--stop-time=100000", "--json")  # fmt: skip
    assert status == 1 and took < 20 and "cancelled" in err, (status, took, err)
    assert json.loads(out)["runs"][0]["status"] == "cancelled"


def test_progress():
    # Only on a terminal, on one line that is rewritten.
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [LOCKSTEP, "compare", str(LOTKA_VOLTERRA), "--method=ni-jacobi", "--step-size=1e-4",
         "--stop-time=20"],
        stdout=subprocess.PIPE, stderr=follower, env=ENVIRONMENT,
    )  # fmt: skip
    os.close(follower)
    text = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:
            break
        if not piece:
            break
        text += piece
    out, _ = process.communicate(timeout=60 * SLOW)
    os.close(leader)
    assert process.returncode == 0
    shown = text.decode()
    assert "%" in shown and "\r" in shown and "reference" in shown, shown
    assert shown.rstrip("\x1b[K\r").count("\n") == 0, shown
    assert b"\r" not in out and b"NI-Jacobi" in out


sys.exit(run_cases(globals()))
