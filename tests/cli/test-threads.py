#!/usr/bin/python3
"""Runs on several threads: the results, counts and messages of one thread, bit for bit.

Usage: test-threads.py LOCKSTEP BUILD_FOLDER. Speaks TAP. What is expected are runs on one thread.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from command import ENVIRONMENT, call, compare, refuse, without_times
from tap import SLOW, run_cases, wait_until

LOCKSTEP, BUILD = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).absolute()
FOLDER = tempfile.TemporaryDirectory()
FMUS = BUILD / "tests/fmus"
METHODS = ["ni-jacobi", "ni-jacobi:extrapolation=2", "iterated-jacobi", "missiles", "ifosmondi-jfm",
           "costarica", "ifosmondi-jfm:solver=interface-newton",
           "missiles:relinearise=1e-3"]  # fmt: skip
# Values of the parameter `fault` of faulty.fmu.
NONE, WARNING, DISCARD, ERROR, NOT_A_NUMBER, SLEEP, PERCENT, EXIT = 1, 2, 3, 4, 7, 9, 11, 15
# Many components with long runs: other tests have them.
LARGE = ("chain-1000", "building-10", "pressure-network-50")


def results(threads, model, method, *more):
    """Status, messages, counts and file of a run."""
    out = Path(FOLDER.name) / "out.csv"
    out.unlink(missing_ok=True)
    done = call("run", model, "-q", "--no-estimate", "--json", "-o", out, f"--threads={threads}", "-m", method,
                *more)  # fmt: skip
    run = json.loads(done.stdout)["run"] if done.stdout else {}
    for key in [key for key in run if "time_s" in key or key == "peak_memory_bytes"]:
        del run[key]
    return done.returncode, done.stderr, run, out.read_bytes() if out.exists() else None


def same(model, method, *more):
    wanted = results(1, model, method, *more)
    for threads in (2, 3):
        found = results(threads, model, method, *more)
        assert found == wanted, (model, method, threads, found[:3], wanted[:3])
    return wanted


def test_examples():
    """Every example with methods in turn: interfaces, events, rollback, linearisation, all values."""
    models = [path for path in sorted((BUILD / "models").glob("*.ssp")) if path.stem not in LARGE]
    assert len(models) > 20
    for i, model in enumerate(models):
        for method in (METHODS[i % len(METHODS)], METHODS[(i + 3) % len(METHODS)]):
            same(model, method)


def test_tolerance():
    for i, name in enumerate(("two-bodies", "lotka-volterra", "chain-10")):
        same(BUILD / f"models/{name}.ssp", METHODS[3 + i], "--tolerance=1e-4")


def test_auto():
    """Many components: there threads are tried, and their steps are timed."""
    model = BUILD / "models/chain-1000.ssp"
    for method in ("ni-jacobi", "missiles"):
        wanted, found = (results(threads, model, method, "--stop-time=0.2") for threads in (1, "auto"))
        assert wanted == found, (wanted[:3], found[:3])


def test_helpers():
    """FMUs in processes of their own, each in one, and several in one."""
    for isolation in ("grouped", "each"):
        for method in ("ni-jacobi", "missiles", "iterated-jacobi"):
            same(BUILD / "models/two-bodies.ssp", method, f"--isolation={isolation}")
        same(BUILD / "models/chain-10.ssp", "ifosmondi-jfm", f"--isolation={isolation}", "--stop-time=1")


COMPONENT = """
    <ssd:Component name="part{i}" type="application/x-fmu-sharedlibrary" source="{source}">
      <ssd:Connectors>
        <ssd:Connector name="u" kind="input"><ssc:Real/></ssd:Connector>
        <ssd:Connector name="x" kind="output"><ssc:Real/></ssd:Connector>
      </ssd:Connectors>
      <ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>
        <ssv:ParameterSet version="1.0" name="p"><ssv:Parameters>
          <ssv:Parameter name="fault"><ssv:Integer value="{fault}"/></ssv:Parameter>
          <ssv:Parameter name="fault_time"><ssv:Real value="{time}"/></ssv:Parameter>
          <ssv:Parameter name="sleep"><ssv:Integer value="{sleep}"/></ssv:Parameter>
          <ssv:Parameter name="largest_step"><ssv:Real value="0.03"/></ssv:Parameter>
        </ssv:Parameters></ssv:ParameterSet>
      </ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>
    </ssd:Component>"""


def ring(name, faults, sleep=0, stop=1):
    """A ring of faulty components; @faults: index to fault and time."""
    path = Path(FOLDER.name) / f"{name}.ssd"
    n = 7
    parts = [COMPONENT.format(i=i, source=(FMUS / "faulty.fmu").resolve().as_uri(), sleep=sleep,
                              fault=faults.get(i, (NONE, 0))[0], time=faults.get(i, (NONE, 0))[1])
             for i in range(n)]  # fmt: skip
    wires = [f'<ssd:Connection startElement="part{i}" startConnector="x" endElement="part{(i + 1) % n}" '
             'endConnector="u"/>' for i in range(n)]  # fmt: skip
    path.write_text(f"""<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
    xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"
    xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues" version="1.0" name="m">
  <ssd:System name="ring"><ssd:Elements>{"".join(parts)}</ssd:Elements>
  <ssd:Connections>{"".join(wires)}</ssd:Connections></ssd:System>
  <ssd:DefaultExperiment startTime="0" stopTime="{stop}"/>
</ssd:SystemStructureDescription>
""")
    return path


def test_failures():
    """The first component that fails is the one that is named, whoever else fails in the same step."""
    for method in ("ni-jacobi", "ni-jacobi:extrapolation=2", "iterated-jacobi", "missiles", "costarica"):
        for fault, words in ((ERROR, "part2: fmi2DoStep at t = 0.4 s"), (NOT_A_NUMBER, "part2")):
            wanted = same(ring("failing", {2: (fault, 0.5), 5: (fault, 0.5)}), method, "-H", "0.1")
            assert wanted[0] != 0 and words in wanted[1], wanted[:2]


def test_warnings():
    """All that components say, in their order."""
    for method in ("ni-jacobi", "missiles"):
        wanted = same(ring("warning", {i: (WARNING, 0.2 * i) for i in range(7)}), method, "-H", "0.1")
        assert wanted[0] == 0 and len(wanted[2]["messages"]) > 6, wanted[:3]


def test_discarded():
    """A step that one component refuses is taken again in shorter ones by all."""
    for method in ("ni-jacobi", "ni-jacobi:extrapolation=2", "iterated-jacobi", "missiles", "ifosmondi-jfm"):
        wanted = same(ring("discarding", {4: (DISCARD, 0.5), 1: (DISCARD, 0.8)}), method, "-H", "0.1")
        assert wanted[0] == 0 and wanted[2]["counts"]["rejected_steps"] > 0, wanted[:3]


def test_exit():
    """An FMU that calls exit() on a thread ends the run, not the program."""
    for method in ("ni-jacobi", "missiles"):
        wanted = None
        for threads in (1, 2, 3):
            *found, run, rows = results(threads, ring("leaving", {5: (EXIT, 0.5)}), method, "-H", "0.1",
                                        "--isolation=none")  # fmt: skip
            # The counts of the step that ends so are not: it has no end.
            wanted = wanted or (found, run["message"], rows)
            assert wanted == (found, run["message"], rows), (wanted, found, run)
        assert found[0] == 1 and "part5: fmi2DoStep at t = 0.4 s: the FMU has called exit()" in found[1], found
        assert rows.decode().splitlines()[-1].startswith("0.4,"), rows


def threads_of(pid):
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def test_at_once():
    """Components that sleep do so at the same time, and who stops the run within a macro step need not
    wait for its end: seven sleeps of 0.3 s each, then of 0.6 s."""
    model = ring("sleeping", {i: (SLEEP, 0) for i in range(7)}, sleep=300, stop=2)
    done = call("run", model, "-q", "-o", os.devnull, "-m", "ni-jacobi", "-H", "1", "--threads=7",
                "--isolation=none", "--no-estimate", "--json")  # fmt: skip
    # The first macro step is one after the other, which is how its components are timed; the second
    # takes 0.3 s instead of 2.1 s.
    took = json.loads(done.stdout)["run"]["wall_time_s"]
    print(f"# {took:.2f} s")
    assert done.returncode == 0 and 2.4 <= took < 4.0, (done, took)
    model = ring("sleeping", {i: (SLEEP, 0) for i in range(7)}, sleep=600, stop=2)
    process = subprocess.Popen([LOCKSTEP, "run", model, "-q", "-o", os.devnull, "-m", "ni-jacobi", "-H", "0.5",
                                "--threads=2", "--isolation=none", "--no-estimate"],
                               stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)  # fmt: skip
    wait_until(process, lambda: threads_of(process.pid) > 1)
    # Threads exist from the second macro step on, which takes 2.4 s; a moment later it is under way.
    time.sleep(0.05)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    err = process.communicate(timeout=60 * SLOW)[1]
    assert process.returncode == 1 and "cancelled at t = 0.5 s" in err, (process.returncode, err)
    assert time.monotonic() - start < 2.0 * SLOW


def test_jobs():
    """Comparisons in several processes, each with threads of its own."""
    def results_of(*more):
        return without_times(compare(BUILD / "models/chain-10.ssp", ["ni-jacobi", "missiles"], "0.1,0.05",
                                     "--stop-time=1", *more))  # fmt: skip

    wanted = results_of("--threads=1", "--jobs=1")
    assert wanted == results_of("--threads=2", "--jobs=2") == results_of("--jobs=2"), wanted


def test_wrong_numbers():
    for number in ("0", "-1", "two", "1.5", "100000"):
        refuse(2, ["--threads", number], "run", BUILD / "models/chain-10.ssp", f"--threads={number}", "-o", "-")


sys.exit(run_cases(globals()))
