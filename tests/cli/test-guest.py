#!/usr/bin/python3
"""FMUs that do not behave like guests in the process that they are in, which is this one here
(test-unruly.py: one of their own), and those of other tools' making that are not quite what the
standard says.

Usage: test-guest.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import csv
import json
import os
import resource
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import command
from tap import run_cases

BUILD = Path(sys.argv[2])
GUEST = BUILD / "tests/fmus/guest.fmu"
FOLDER = tempfile.TemporaryDirectory()
# As in guest.xml.
FAULTS = """none foreign-environment no-environment print exit exit-initialization exit-terminate
exit-free round-up flush-to-zero trap folder signals locale finish hide-inputs crash-terminate exit-at-once
exit-thread exit-at-once-thread exit-child""".split()
OUT = Path(FOLDER.name) / "out.csv"


def call(name, *arguments, **more):
    return command.call(name, *arguments, "--isolation=none", **more)


def run(fmu, *arguments, **more):
    """Process, head and rows of numbers of what was written."""
    OUT.unlink(missing_ok=True)
    done = call("run", fmu, "-o", OUT, *arguments, **more)
    print("#", done.stderr.strip().replace("\n", "\n# "))
    rows = list(csv.reader(OUT.open())) if OUT.exists() else [[]]
    return done, rows[0], [[float(value) for value in row] for row in rows[1:]]


def guest(fault, *arguments):
    return run(GUEST, "--output-interval", "0.1", "--start-value", "fault", fault, *arguments)


def changed(source, name, change):
    """A copy of an FMU: change (entry, data) gives the entries to be written."""
    path = Path(FOLDER.name) / name
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(path, "w") as new:
        for entry in old.namelist():
            for written, data in change(entry, old.read(entry)):
                new.writestr(written, data)
    return path


def test_symbols():
    """Functions of an FMU are not taken for ours of the same name"""
    done, head, rows = run(BUILD / "tests/fmus/symbols.fmu", "--output-interval", "0.5")
    assert done.returncode == 0, done
    assert head == ["time", "solver", "packer", "inner_solver", "inner_packer"], head
    assert [row[1:] for row in rows] == 3 * [[4711, 4712, 4713, 4714]], rows


def test_foreign_environment():
    """What is said to a pointer that is not ours is said by the FMU that was called"""
    for fault in ("foreign-environment", "no-environment"):
        done, _, rows = guest(fault)
        assert done.returncode == 0, done
        assert "guest: fmi2DoStep at t = 0.4 s: [logStatusWarning] spoken to somebody else" in done.stderr
        assert len(rows) == 11, rows


def test_other_name():
    """A library that is not called after the modelIdentifier is loaded with a warning"""

    def rename(to):
        return lambda entry, data: [(entry.replace("guest.so", to), data)]

    for name, library in (("guest.fmu", "other.so"), ("other.fmu", "other.so")):
        done, _, rows = run(changed(GUEST, name, rename(library)), "--output-interval", "0.5")
        assert done.returncode == 0 and len(rows) == 3, done
        assert "the binary guest.so, named by the attribute modelIdentifier, is missing" in done.stderr, done
        assert library in done.stderr, done

    def two(entry, data):
        return [(entry, data)] if not entry.endswith(".so") else [
            (entry.replace("guest", "one"), data), (entry.replace("guest", "two"), data)]  # fmt: skip

    done, _, rows = run(changed(GUEST, "neither.fmu", two))
    assert done.returncode == 1 and not rows, done
    assert "guest.so is missing" in done.stderr and "one.so, two.so" in done.stderr, done


def test_no_outputs():
    """Of an FMU without outputs the variables inside are recorded"""
    for more in (("--output-interval", "0.5"), ("--method", "ni-jacobi", "--step-size", "0.5")):
        done, head, rows = run(BUILD / "tests/fmus/no-outputs.fmu", *more)
        assert done.returncode == 0 and len(rows) > 2, done
        assert [name.replace("no-outputs.", "") for name in head] == ["time", "population", "der(population)"]


MODEL = """<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription version="1.0" name="model"
    xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
    xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"
    xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues">
  <ssd:System name="model"><ssd:Elements>
    <ssd:Component name="guest" source="{guest}" type="application/x-fmu-sharedlibrary">
      <ssd:Connectors>
        <ssd:Connector name="u" kind="input"><ssc:Real/></ssd:Connector>
        <ssd:Connector name="y" kind="output"><ssc:Real/></ssd:Connector>
      </ssd:Connectors>
      <ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>
        <ssv:ParameterSet version="1.0" name="set"><ssv:Parameters>
          <ssv:Parameter name="fault"><ssv:Integer value="{fault}"/></ssv:Parameter>
        </ssv:Parameters></ssv:ParameterSet>
      </ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>
    </ssd:Component>{more}
  </ssd:Elements>{wires}</ssd:System>
  <ssd:DefaultExperiment startTime="0" stopTime="1"/>
</ssd:SystemStructureDescription>
"""


PREY = """
    <ssd:Component name="prey" source="{prey}" type="application/x-fmu-sharedlibrary">
      <ssd:Connectors>
        <ssd:Connector name="population" kind="output"><ssc:Real/></ssd:Connector>
      </ssd:Connectors>
    </ssd:Component>"""
WIRES = """<ssd:Connections>
    <ssd:Connection startElement="prey" startConnector="population" endElement="guest" endConnector="u"/>
  </ssd:Connections>"""


def model(fault, fed=False):
    """A model of the guest alone, for coupling methods, or fed by prey."""
    path = Path(FOLDER.name) / f"{fault}.ssd"
    prey = PREY.format(prey=(BUILD / "models/prey.fmu").resolve().as_uri())
    path.write_text(MODEL.format(guest=GUEST.resolve().as_uri(), fault=FAULTS.index(fault) + 1,
                                 more=prey if fed else "", wires=WIRES if fed else ""))  # fmt: skip
    return path


def both_ways(fault):
    """By itself and in a model."""
    yield guest(fault)
    yield run(model(fault), "--method", "ni-jacobi", "--step-size", "0.1")


def test_exit():
    """exit (0) in an FMU is a failure with its name, and what was recorded is written"""
    cases = {"exit": ("fmi2DoStep at t = 0.4 s", 5),
             "exit-at-once": ("fmi2DoStep at t = 0.4 s", 5),
             "exit-initialization": ("fmi2EnterInitializationMode at t = 0 s", 0),
             "exit-terminate": ("fmi2Terminate at t = 1 s", 11),
             "exit-free": ("fmi2FreeInstance at t = 1 s", 11)}  # fmt: skip
    for fault, (call_, n_rows) in cases.items():
        for done, _, rows in both_ways(fault):
            assert done.returncode == 1, done
            function = "_exit()" if fault == "exit-at-once" else "exit()"
            assert f"{call_}: the FMU has called {function}" in done.stderr, done
            assert len(rows) == n_rows, rows
    done = call("check", "--json", BUILD / "tests/fmus/guest-leaving.fmu")
    assert done.returncode == 1 and "the FMU has called exit()" in done.stdout, done


def test_check_unreadable():
    """What cannot be read at all is a finding for programs, too"""
    half = changed(GUEST, "half.fmu", lambda entry, data: [(entry, data[:600] if entry.endswith(".xml") else data)])
    (Path(FOLDER.name) / "empty.fmu").write_bytes(b"")
    for path in (half, Path(FOLDER.name) / "empty.fmu", Path(FOLDER.name) / "absent.fmu"):
        done = call("check", "--json", path)
        (finding,) = json.loads(done.stdout)["findings"]
        assert done.returncode == 1 and finding["level"] == "error" and finding["rule"] == "readable", done
        assert finding["message"], finding


def test_exit_of_thread():
    """A thread of an FMU that ends the process makes it a failure, with the name of the FMU"""
    for fault, function in (("exit-thread", "exit()"), ("exit-at-once-thread", "_exit()")):
        for done, _, _ in both_ways(fault):
            assert done.returncode == 1, done
            assert f"guest: a thread of the FMU has called {function}" in done.stderr, done


def test_exit_of_child():
    """A process that an FMU begins may end as it likes"""
    for done, _, rows in both_ways("exit-child"):
        assert done.returncode == 0 and len(rows) == 11, done


def test_exit_in_comparison():
    """Of several runs the one that an FMU ends has failed, with a reason"""
    cases = {"exit": "the FMU has called exit()", "exit-at-once": "the FMU has called _exit()"}
    for fault, words in cases.items():
        done = call("compare", model(fault), "--method=ni-jacobi", "--step-size=0.1,0.05", "--json")
        runs = json.loads(done.stdout)["runs"]
        assert [one["status"] for one in runs] == ["failed", "failed"], runs
        assert all(words in one["message"] for one in runs), runs
    done = call("compare", model("exit-thread"), "--method=ni-jacobi", "--step-size=0.1,0.05", "--json")
    assert done.returncode == 1 and "a thread of the FMU has called exit()" in done.stderr, done


def test_crash_at_end():
    """What was recorded is written before the FMU is told of the end"""
    for done, _, rows in both_ways("crash-terminate"):
        assert done.returncode != 0 and len(rows) == 11, done
        assert "fmi2Terminate at t = 1 s" in done.stderr and "recorded is written" in done.stderr, done


def test_hidden_inputs():
    """An FMU that does not tell its inputs runs by every method, with what it is fed"""
    for method in ("ni-jacobi", "ni-jacobi:extrapolation=flexible", "gauss-seidel", "iterated-jacobi",
                   "costarica", "ifosmondi-jfm"):  # fmt: skip
        done, head, rows = run(model("hide-inputs", fed=True), "--method", method, "--step-size", "0.01")
        assert done.returncode == 0, done
        y, prey = head.index("guest.y"), head.index("prey.population")
        # y = t + u, of the prey's population at the time, or a step before.
        late = max(abs(row[y] - row[0] - row[prey]) for row in rows)
        # A step of 0.01 at slopes below 1.
        assert rows[0][y] == rows[0][prey] and late < 0.01, (method, late)


def test_finish():
    """An FMU that asks for the end ends the simulation, with its last row, and no error"""
    for done, _, rows in both_ways("finish"):
        assert done.returncode == 0 and "ended the simulation" in done.stdout + done.stderr, done
        assert [round(row[0], 9) for row in rows] == [0, 0.1, 0.2, 0.3, 0.4, 0.5], rows
    for method in ("ni-jacobi", "gauss-seidel", "costarica"):
        done, _, rows = run(model("finish", fed=True), "--method", method, "--step-size", "0.1")
        assert done.returncode == 0 and "guest" in done.stderr and len(rows) == 6, done


def test_messages():
    """All that is said of a run is in its JSON, with who said it, when and how often"""

    def check(run):
        said = [(one["level"], one["component"], one["text"]) for one in run["messages"]]
        assert ("info", None, "guest.u is not connected; it holds its start value 0") in said, said
        one = next(one for one in run["messages"] if "ended the simulation" in one["text"])
        assert (one["level"], one["component"], one["time"], one["count"]) == ("warning", "guest", 0.5, 1), one
        assert run["messages_left_out"] == 0, run

    done = call("run", model("finish"), "-m", "ni-jacobi", "-H", "0.1", "-o", OUT, "--json")
    check(json.loads(done.stdout)["run"])
    for more in ([], ["--jobs=2"]):
        done = call("compare", model("finish"), "-m", "ni-jacobi", "-H", "0.1,0.05", "--json", *more)
        for one in json.loads(done.stdout)["runs"]:
            check(one)
    # Said in each of ten steps and in the last one twice, by itself.
    done = call("run", GUEST, "--start-value", "fault", "no-environment", "--start-value", "fault_time", "0",
                "--output-interval", "0.1", "-o", OUT, "--json")  # fmt: skip
    run = json.loads(done.stdout)["run"]
    assert done.returncode == 0 and run["status"] == "done" and run["do_step"] == 10, done
    assert [(one["call"], one["count"]) for one in run["messages"]] == [("fmi2DoStep", 10)], run
    # What fails has its JSON, too.
    done = call("run", model("exit"), "-m", "ni-jacobi", "-H", "0.1", "-o", OUT, "--json")
    run = json.loads(done.stdout)["run"]
    assert done.returncode == 1 and run["status"] == "failed" and "exit()" in run["message"], done
    done = call("run", model("none"), "-m", "ni-jacobi", "-H", "0.1", "-o", "-", "--json")
    assert done.returncode == 2 and "both write to the standard output" in done.stderr, done


def test_size():
    """A run that memory and disk cannot hold is refused before it begins"""
    done, _, rows = run(model("none"), "--method", "ni-jacobi", "--step-size", "2e-11")
    assert done.returncode != 0 and not rows, done
    assert "5e+10 rows of 1 signals take 800 GB, but memory and disk have room for" in done.stderr, done


def test_size_of_file():
    """A run whose samples have no room in the file that is asked for is refused before it begins"""
    free = os.statvfs(FOLDER.name)
    # Two numbers a row: 16 bytes where samples are kept, which just fits, and at least 30 as CSV.
    step = 1 / (0.8 * free.f_bavail * free.f_frsize / 16)
    fine = ("--method", "ni-jacobi", "--step-size", f"{step:.3g}")
    done, _, rows = run(model("none"), *fine)
    assert done.returncode == 1 and not rows, done
    assert "out.csv: about" in done.stderr and "but there is room for" in done.stderr, done
    try:
        done, *_ = run(model("none"), *fine, "--from", "0.9999", timeout=2)
        raise AssertionError(done)
    except subprocess.TimeoutExpired:
        print("# of a part of the time it runs")

    def limited(*arguments):
        limit = (10**6, 10**6)
        return command.call("run", *arguments, "-q",
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit))  # fmt: skip

    for source in ((GUEST, "--output-interval"), (model("none"), "--step-size")):
        for ending, isolation in (("csv", "none"), ("mat", "none"), ("csv", "grouped"), ("mat", "each")):
            out = Path(FOLDER.name) / f"small.{ending}"
            done = limited(*source, "1e-5", "-o", out, f"--isolation={isolation}")
            assert done.returncode == 1 and not out.exists() and f"small.{ending}: about " in done.stderr, done
            assert "there is room for 1.0\u00a0MB" in done.stderr, done
            done = limited(*source, "1e-4", "-o", out, f"--isolation={isolation}")
            assert done.returncode == 0 and out.stat().st_size < 10**6, done
            out.unlink()


def test_prints():
    """What an FMU prints does not get among what we write to the standard output"""
    for more in (("--output-interval", "0.1", "--start-value", "fault", "print"), ()):
        source = (GUEST, "-q") if more else (model("print"), "-q", "--step-size", "0.1")
        done = call("run", *source, *more, "-o", "-")
        rows = list(csv.reader(done.stdout.splitlines()))
        assert done.returncode == 0 and len(rows) == 12, done
        assert all(len(row) == 2 for row in rows) and "printed" not in done.stdout, done
        assert "printed by a guest" in done.stderr, done
    done = call("compare", model("print"), "--method=ni-jacobi", "--step-size=0.1,0.05", "--json")
    assert len(json.loads(done.stdout)["runs"]) == 2, done


def test_surroundings():
    """What FMUs change in the process is set back, and said"""
    words = {"round-up": "how this thread computes", "flush-to-zero": "how this thread computes",
             "trap": "how this thread computes", "folder": "the working folder",
             "signals": "the handlers of signals", "locale": "the locale"}  # fmt: skip
    relative = os.path.relpath(OUT, FOLDER.name)
    _, _, wanted = guest("none")
    for fault, word in words.items():
        OUT.unlink(missing_ok=True)
        done = call("run", GUEST.resolve(), "-o", relative, "--output-interval", "0.1",
                    "--start-value", "fault", fault, cwd=FOLDER.name)  # fmt: skip
        assert done.returncode == 0 and done.stderr.count("that is set back") == 1, done
        assert word in done.stderr, done
        # In the folder that we were started in, with the same numbers.
        rows = [[float(value) for value in row] for row in list(csv.reader(OUT.open()))[1:]]
        assert rows == wanted, (rows, wanted)


def test_options_of_single_fmu():
    """What is said of a single FMU is not passed over when a coupling method is asked for"""
    done, _, rows = guest("exit", "--method", "ni-jacobi")
    assert done.returncode == 2 and not rows, done
    assert "--start-value" in done.stderr, done


sys.exit(run_cases(globals()))
