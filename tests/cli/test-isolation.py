#!/usr/bin/python3
"""FMUs in helper processes: the same results as in this process, bit for bit, and what is said and left
when an FMU takes its process along.

Usage: test-isolation.py LOCKSTEP BUILD_FOLDER. Speaks TAP. What is expected are the results of runs in
this process, and the sentences that users read.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from command import ENVIRONMENT, call
from tap import SLOW, effort, run_cases, wait_until

LOCKSTEP, BUILD = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).absolute()
HOST = BUILD / "src" / "host" / "lockstep-host"
FAULTY = BUILD / "tests" / "fmus" / "faulty.fmu"
FOLDER = tempfile.TemporaryDirectory()
METHODS = ["gauss-seidel", "ni-jacobi", "ni-jacobi:extrapolation=2", "iterated-jacobi", "missiles",
           "ifosmondi-jfm", "iterated-gauss-seidel", "costarica", "qss2"]  # fmt: skip
# Values of the parameter `fault` of faulty.fmu.
CRASH, EXIT, HANG, NOT_A_NUMBER = 14, 15, 16, 7


def hosts():
    """Helpers that are running now: of other programs too, so only numbers that fall say something."""
    found = set()
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.readlink(entry / "exe") == str(HOST):
                found.add(int(entry.name))
        except OSError:
            continue
    return found


def results(model, isolation, method, *more):
    """Status, messages and file of a run."""
    out = Path(FOLDER.name) / f"{isolation}.csv"
    out.unlink(missing_ok=True)
    done = call("run", model, "-q", "-o", out, f"--isolation={isolation}", "-m", method, *more)
    return done.returncode, done.stderr, out.read_bytes() if out.exists() else None


def fmu_results(fmu, isolation, *more):
    """The same of a run of one FMU."""
    out = Path(FOLDER.name) / f"{isolation}.csv"
    out.unlink(missing_ok=True)
    done = call("run", fmu, "-q", "-o", out, f"--isolation={isolation}", *more)
    return done.returncode, done.stderr, out.read_bytes() if out.exists() else None


# Many components and calls, of kinds that others have too. On a busy machine every call of a helper
# waits for its turn.
LARGE = ("chain-1000", "building-10", "chain-100", "resistor-ladder-10", "pressure-network-10",
         "pressure-network-50")  # fmt: skip


def test_same_results():
    """Every example model, with methods in turn: interfaces, events, rollback, linearisation, all
    kinds of values."""
    models = [path for path in sorted((BUILD / "models").glob("*.ssp")) if path.stem not in LARGE]
    assert len(models) > 20
    for i, model in enumerate(models):
        method = METHODS[i % len(METHODS)]
        wanted = results(model, "none", method)
        assert wanted[0] != 2, wanted
        for isolation in ("grouped", "each"):
            found = results(model, isolation, method)
            assert found == wanted, (model.name, method, isolation, found[:2], wanted[:2])


def test_same_solvers():
    """Single FMUs by solvers of ours, and by their own."""
    for name, solver in [("bouncing-ball", "dopri5"), ("prey", None), ("threshold", "qss2"),
                         ("furuta-pendulum", "radau5"), ("bouncing-ball", None)]:  # fmt: skip
        more = ["--solver", solver] if solver else []
        wanted, *found = (fmu_results(BUILD / "models" / f"{name}.fmu", isolation, *more)
                          for isolation in ("none", "each", "grouped"))  # fmt: skip
        assert wanted[0] == 0 and found == [wanted, wanted], (name, solver, wanted[1])


def test_same_fmi3():
    """The examples as FMI 3.0: every FMU by its default interface and another solver, and the models;
    all types, arrays, Clocks, states and derivatives by FMUs of ours."""
    fmus = sorted((BUILD / "models" / "fmi3").glob("*.fmu"))
    assert len(fmus) > 30
    for i, fmu in enumerate([*fmus, *(BUILD / "tests" / "fmus" / f"{name}.fmu" for name in ("third", "tasks", "ticker"))]):
        more = ["--solver", "radau5"] if i % 3 == 0 else []
        wanted, found = (fmu_results(fmu, isolation, *more) for isolation in ("none", ("each", "grouped")[i % 2]))
        assert found == wanted, (fmu.name, more, found[:2], wanted[:2])
    for model in sorted((BUILD / "models" / "fmi3").glob("*.ssp")):
        for i, method in enumerate(METHODS):
            wanted = results(model, "none", method)
            assert wanted[0] == 0, (model.name, method, wanted[1])
            for isolation in (("each", "grouped")[i % 2],):
                assert results(model, isolation, method) == wanted, (model.name, method, isolation)


def test_same_fmi1():
    """The examples as FMI 1.0"""
    fmus = sorted((BUILD / "models" / "fmi1").glob("*.fmu"))
    assert len(fmus) > 5
    for i, fmu in enumerate([*fmus, BUILD / "tests" / "fmus" / "first.fmu"]):
        wanted, found = (fmu_results(fmu, isolation) for isolation in ("none", ("each", "grouped")[i % 2]))
        assert wanted[0] == 0 and found == wanted, (fmu.name, found[:2], wanted[:2])
    for i, model in enumerate(sorted((BUILD / "models" / "fmi1").glob("*.ssp"))):
        wanted, found = (results(model, isolation, METHODS[i % len(METHODS)])
                         for isolation in ("none", ("each", "grouped")[i % 2]))  # fmt: skip
        assert wanted[0] == 0 and found == wanted, (model.name, found[:2], wanted[:2])


def test_same_comparison():
    """Runs at once in workers, whose FMUs have processes of their own."""
    model = BUILD / "models" / "lotka-volterra.ssp"
    texts = []
    for isolation in ("none", "grouped", "each"):
        done = call("compare", model, "-q", "--csv", "-m", "gauss-seidel", "-m", "missiles", "--jobs", 2,
                    "--step-size", "0.1,0.05", f"--isolation={isolation}")  # fmt: skip
        assert done.returncode == 0, done.stderr
        rows = [line.split(",") for line in done.stdout.splitlines()]
        times = [i for i, name in enumerate(rows[0]) if "time" in name or "memory" in name or "at_once" in name]
        texts.append([[cell for i, cell in enumerate(row) if i not in times] for row in rows])
    assert texts[0] == texts[1] == texts[2], texts


def test_same_check():
    fmu = BUILD / "models" / "prey.fmu"
    found = [call("check", fmu, "--json", f"--isolation={isolation}") for isolation in ("none", "each")]
    assert found[0].returncode == found[1].returncode == 0, found[1].stderr
    assert found[0].stdout == found[1].stdout


def fail(fault, isolation, *more):
    """A run of the FMU that goes wrong at 0.5 s: the process, its JSON and the rows written."""
    out = Path(FOLDER.name) / "fault.csv"
    out.unlink(missing_ok=True)
    done = call("run", FAULTY, "-o", out, "-H", "0.1", "--json", f"--isolation={isolation}",
                "--start-value", "fault", fault, *more)  # fmt: skip
    print("#", done.stderr.strip().replace("\n", "\n# "))
    rows = out.read_text().splitlines() if out.exists() else []
    return done, json.loads(done.stdout)["run"], rows


def test_crash():
    """The sentence, in text and in JSON; what was reached is written."""
    for isolation in ("each", "grouped"):
        done, run, rows = fail(CRASH, isolation)
        assert done.returncode == 5, done.returncode
        sentence = run["message"]
        assert sentence.startswith("faulty (faulty.fmu) crashed at t = 0.4 s in fmi2DoStep: segmentation "
                                   "fault in fmi2DoStep + 0x"), sentence  # fmt: skip
        assert sentence.endswith(" (faulty.so)."), sentence
        assert sentence in done.stderr
        assert run["fault"] == "crashed" and run["status"] == "failed"
        assert rows[-1].startswith("0.4,"), rows


def test_exit():
    done, run, rows = fail(EXIT, "each")
    assert done.returncode == 5
    assert run["message"] == ("faulty (faulty.fmu) has ended its process at t = 0.4 s in fmi2DoStep, by "
                              "exit(3).")  # fmt: skip
    assert rows[-1].startswith("0.4,"), rows


def test_hang():
    done, run, rows = fail(HANG, "each", "--time-limit", "0.3")
    assert done.returncode == 6 and run["fault"] == "hung"
    # It was waited for 0.3 s, and on a busy machine longer.
    waited = re.search(r"gave no answer at t = 0.4 s in fmi2DoStep for ([0-9.]+) s", run["message"])
    assert waited and float(waited[1]) >= 0.3, run["message"]
    # Unless it is inlined, a function without a name sleeps for it.
    assert re.search(r"waiting (in fmi2DoStep|at faulty\.so) \+ 0x", run["message"]), run["message"]
    assert rows[-1].startswith("0.4,"), rows


def helpers_of(process):
    def parent(pid):
        try:
            return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):  # one of others has ended meanwhile
            return None

    return {pid for pid in hosts() if parent(pid) == process.pid}


def wait_until_still(process):
    """Until the process has a helper and neither has worked for half a second: it hangs."""
    work, since = None, time.monotonic()

    def is_still():
        nonlocal work, since
        now = effort(process.pid)[0] if helpers_of(process) else None
        if now is None or now != work:
            work, since = now, time.monotonic()
        return time.monotonic() - since > 0.5 * SLOW

    wait_until(process, is_still)


def test_stop_while_hung():
    """Whoever stops a run need not wait for an FMU that never answers."""
    out = Path(FOLDER.name) / "stop.csv"
    process = subprocess.Popen([LOCKSTEP, "run", FAULTY, "-q", "-o", out, "-H", "0.1", "--isolation=each",
                                "--time-limit=1000", "--start-value", "fault", str(HANG)], env=ENVIRONMENT)  # fmt: skip
    try:
        wait_until_still(process)
        process.send_signal(signal.SIGINT)
        # Nothing else would end it so soon.
        assert process.wait(60 * SLOW) != 0
    finally:
        process.kill()


def test_restarts():
    """After a kill the run goes on from its last checkpoint, to the same file; without one from the start"""
    model = BUILD / "models" / "lotka-volterra.ssp"
    for more, words in (([], "continues from t = "), (["--solver=prey:dopri5"], "continues from t = "),
                        (["--solver=prey:cvode-bdf"], "from the beginning: the solver of prey cannot save")):  # fmt: skip
        outs = [Path(FOLDER.name) / name for name in ("whole.csv", "restarted.csv")]
        command = [LOCKSTEP, "run", model, "--method=missiles", "--step-size=0.01", "--isolation=grouped", *more]
        subprocess.run([*command, "-q", "-o", outs[0]], env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)
        # At a pace there is something to be killed on any machine.
        process = subprocess.Popen([*command, "--restarts=1", "--real-time=6", "-o", outs[1]], env=ENVIRONMENT,
                                   stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)  # fmt: skip
        wait_until(process, lambda: helpers_of(process))
        begin = time.monotonic()
        wait_until(process, lambda: time.monotonic() - begin > 1)
        for pid in helpers_of(process):
            os.kill(pid, signal.SIGKILL)
        said = process.communicate(timeout=60 * SLOW)[1]
        assert process.returncode == 0 and words in said, (process.returncode, said)
        assert outs[0].read_bytes() == outs[1].read_bytes(), more
    done = call("run", FAULTY, "-o", os.devnull, "--restarts=1", "--start-value", "fault", CRASH)
    assert done.returncode == 2 and "--restarts is for models" in done.stderr, done.stderr


def test_killed_program():
    """Nothing stays when the program itself is killed."""
    process = subprocess.Popen([LOCKSTEP, "run", FAULTY, "-q", "-o", os.devnull, "-H", "0.1",
                                "--isolation=each", "--start-value", "fault", str(HANG)],
                               env=ENVIRONMENT)  # fmt: skip
    wait_until(process, lambda: helpers_of(process))
    mine = helpers_of(process)
    process.kill()
    process.wait()
    end = time.monotonic() + 5 * SLOW
    while mine & hosts() and time.monotonic() < end:
        time.sleep(0.05)  # the kernel tells nobody of another's children
    assert not mine & hosts()


def test_no_program():
    """Without the helper, or with one of another version, it is said which file it is."""
    tree = Path(FOLDER.name) / "tree"
    for part in ("src/cli", "src/host", "meson-private"):
        (tree / part).mkdir(parents=True)
    program = tree / "src" / "cli" / "lockstep"
    shutil.copy(LOCKSTEP, program)
    shutil.copytree(BUILD / "src/reader", tree / "src/reader")
    command = [program, "run", FAULTY, "-q", "-o", os.devnull, "--isolation=each"]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)
    assert done.returncode == 1 and "src/host/lockstep-host: No such file" in done.stderr, done.stderr
    other = tree / "src" / "host" / "lockstep-host"
    # Another version, and the same with a protocol that was changed since.
    version = subprocess.run([HOST, "--version"], capture_output=True, check=True).stdout.strip()
    for stale in (version.replace(b"host 0.", b"host 9."), version[:-1] + (b"f" if version[-1:] != b"f" else b"0")):
        assert HOST.read_bytes().count(version) == 1
        other.write_bytes(HOST.read_bytes().replace(version, stale))
        other.chmod(0o755)
        start = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)
        assert done.returncode == 1 and "of another version" in done.stderr, done.stderr
        assert str(other) in done.stderr, done.stderr
        # At once, and not by the limit of 10 s for an answer.
        assert time.monotonic() - start < 5 * SLOW


def test_nothing_here():
    """No command maps an FMU's code unless told to: the loader tells what each process loads"""
    model, linear, fmu = (BUILD / "models" / name for name in ("lotka-volterra.ssp", "two-bodies.ssp", "prey.fmu"))
    quick = ["--method=gauss-seidel", "--step-size=0.1", "--stop-time=1"]
    n_loading = 0
    for arguments in (["run", model, *quick, "-o", os.devnull], ["run", fmu, "-o", os.devnull], ["check", fmu],
                      ["run", fmu, "--solver=dopri5", "-o", os.devnull], ["check", model], ["info", fmu], ["info", model],
                      ["compare", model, *quick], ["compare", model, *quick, "--jobs=2"], ["methods", "--model", model],
                      ["stability", linear, "--method=gauss-seidel", "--step-size=0.01:0.1:2"],
                      ["plot", model, *quick, "--kind=trajectory", "--output", Path(FOLDER.name) / "out.svg"],
                      ["budget", model, *quick], ["vary", model, *quick, "--parameter=prey.population=10:20:2"],
                      ["advise", model, "--error=10", "--stop-time=1"]):  # fmt: skip
        loads = None
        for isolation in (["--isolation=none"], []) if arguments[0] != "info" else ([],):
            folder = Path(tempfile.mkdtemp(dir=FOLDER.name))
            process = subprocess.Popen([LOCKSTEP, *map(str, arguments), *isolation], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True,
                                       env={**ENVIRONMENT, "LD_DEBUG": "files",
                                            "LD_DEBUG_OUTPUT": str(folder / "said")})  # fmt: skip
            _, said = process.communicate()
            assert process.returncode == 0, said
            found = [f for f in folder.iterdir() if re.search(r"file=\S*/binaries/\S*\.so .*dynamically", f.read_text())]
            here = folder / f"said.{process.pid}"
            print("#", arguments[0], isolation, len(found))
            apart = not isolation
            assert here.exists() and (not apart or here not in found), arguments
            if not apart:
                loads = here in found
                n_loading += loads
            # What runs it here runs it elsewhere. The process of a row, which is the sandbox of its FMUs, closes the
            # file that the loader writes to.
            assert not apart or loads is None or arguments[0] == "vary" or loads == bool(found), (arguments, found)
    assert n_loading > 8, n_loading


def test_options():
    for arguments, words in [(["--isolation=some"], "isolation “some” is invalid"),
                             (["--time-limit=0"], "is not a number of seconds above 0")]:  # fmt: skip
        done = call("run", FAULTY, "-o", os.devnull, *arguments)
        assert done.returncode == 2 and words in done.stderr, done.stderr


sys.exit(run_cases(globals()))
