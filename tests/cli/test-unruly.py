#!/usr/bin/python3
"""What an FMU can do to its process, in every phase, alone and in a group: what is said, the exit code,
the results up to there, and that nothing stays.

Usage: test-unruly.py LOCKSTEP BUILD_FOLDER. Speaks TAP. The names are those of tests/fmus/unruly.c.
"""

import json
import os
import re
import shutil
import sys
import tempfile
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

from command import call
from tap import run_cases

BUILD = Path(sys.argv[2]).absolute()
FMU = BUILD / "tests" / "fmus" / "unruly.fmu"
FOLDER = tempfile.TemporaryDirectory()
FAULTS = """NONE NULL_WRITE DOUBLE_FREE DIVISION EXIT UNDERSCORE_EXIT LOOP SLEEP STOP STACK MEMORY ASSERTION
AT_EXIT THREAD_CRASH PTHREAD_EXIT SWALLOW FORK DAEMON CLOSE_ALL PRINT FLOATING_POINT SURROUNDINGS SCRIBBLE
BAD_STATUS KILL_PARENT TRACE_PARENT PARENT_MEMORY READ_HOME WRITE_OUTSIDE CONNECT EXECUTE FILE_SIZE
DESCRIPTORS SCRATCH THROW LONG_JUMP TERMINATE_SELF KILL_SELF BLOCKED_CONNECT SIGNALS FORK_BOMB TRAPS
LAST_WORDS CORRUPT MEDDLE HANG_AT_EXIT LITTLE_MEMORY NOT_A_NUMBER OPEN_FILES""".split()
PHASES = {"fmi2EnterInitializationMode": 0, "fmi2ExitInitializationMode": 1, "fmi2DoStep": 2,
          "fmi2Terminate": 3, "fmi2FreeInstance": 4}  # fmt: skip
CRASHED, HUNG, DENIED, MEMORY = 5, 6, 7, 8
# Faults that end the process in the function itself, with what is said of them.
DEADLY = {
    "NULL_WRITE": (CRASHED, "crashed {}: segmentation fault at unruly.so + 0x"),
    "DOUBLE_FREE": (CRASHED, "crashed {}: abort at unruly.so + 0x"),
    "DIVISION": (CRASHED, "crashed {}: integer division by zero at unruly.so + 0x"),
    "EXIT": (CRASHED, "has ended its process {}, by exit(0)."),
    "UNDERSCORE_EXIT": (CRASHED, "has ended its process {}, by _exit(3)."),
    "LOOP": (HUNG, "gave no answer {} for 0."),
    "SLEEP": (HUNG, "gave no answer {} for 0."),
    "STOP": (HUNG, "gave no answer {} for 0."),
    "STACK": (CRASHED, "crashed {}: segmentation fault at unruly.so + 0x"),
    "ASSERTION": (CRASHED, "crashed {}: abort at unruly.so + 0x"),
    "PTHREAD_EXIT": (CRASHED, "has ended its process {}, by pthread_exit(0)."),
    "SWALLOW": (HUNG, "gave no answer {} for 0."),
    "THROW": (CRASHED, "crashed {}: abort at unruly.so + 0x"),
    "LONG_JUMP": (CRASHED, "crashed {}: segmentation fault"),
    "TERMINATE_SELF": (CRASHED, "crashed {}: Terminated"),
    "KILL_SELF": (CRASHED, "crashed {}: Killed"),
    "FILE_SIZE": (CRASHED, "crashed {}: a file has become too large at unruly.so + 0x"),
}
RECKONS = "has changed how this thread computes"
# Faults that harm nobody, with the warning that tells of them.
HARMLESS = {
    "NONE": None, "AT_EXIT": "crashed at t = 1 s in dlclose: abort at unruly.so + 0x", "CLOSE_ALL": None, "PRINT": None, "SURROUNDINGS": None,
    "HANG_AT_EXIT": "gave no answer at t = 1 s in dlclose for ",
    "SCRIBBLE": None, "DESCRIPTORS": None, "OPEN_FILES": None, "SCRATCH": None,
    "SIGNALS": None, "TRAPS": RECKONS, "FORK_BOMB": "wants to start a program",
    "FLOATING_POINT": RECKONS,
    "FORK": "wants to start a program", "DAEMON": "wants to start a program",
    "EXECUTE": "wants to start a program", "CONNECT": "wants to use the network",
    "KILL_PARENT": "wants to act on another process", "TRACE_PARENT": "wants to act on another process",
    "PARENT_MEMORY": "wants to open the file /proc/", "READ_HOME": "wants to open the file /etc/shadow",
    "WRITE_OUTSIDE": "wants to open the file /tmp/unruly-was-here",
}  # fmt: skip


def children(folder):
    """Processes and scratch folders of helpers that a run may have left."""
    mine = set()
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.readlink(entry / "exe") == str(BUILD / "src/host/lockstep-host"):
                if os.readlink(entry / "cwd").startswith(str(folder)):
                    mine.add(entry.name)
        except OSError:
            continue
    return mine | set(os.listdir(folder / "tmp"))


def run(fault, phase, isolation, *more, limit="0.5", fmu=FMU):
    with tempfile.TemporaryDirectory(dir=FOLDER.name) as folder:
        out, scratch = Path(folder) / "out.csv", Path(folder) / "tmp"
        scratch.mkdir()
        done = call("run", fmu, "-o", out, "-H", "0.1", "--json", f"--isolation={isolation}",
                    f"--time-limit={limit}", "--start-value", "fault", FAULTS.index(fault), "--start-value",
                    "phase", PHASES[phase], *more, errors="replace",
                    env={**os.environ, "LC_ALL": "C.UTF-8", "TMPDIR": str(scratch)})  # fmt: skip
        left = children(Path(folder))
        assert not left, (fault, phase, left)
        rows = out.read_text().splitlines()[1:] if out.exists() else []
    return done, json.loads(done.stdout)["run"], [row.split(",") for row in rows]


def check_all(check, *lists):
    """check() of all combinations; several at once, because those that hang only wait."""
    with ThreadPoolExecutor(4) as threads:
        for _ in threads.map(lambda case: check(*case), product(*lists)):
            pass


BOTH = ("each", "grouped")


def with_fault(fault, folder):
    """The FMU that does it as it is instantiated."""
    fmu = Path(folder) / "instantiate.fmu"
    shutil.copy(FMU, fmu)
    with zipfile.ZipFile(fmu, "a") as archive:
        archive.writestr("resources/fault.txt", str(FAULTS.index(fault)))
    return fmu


def test_nothing():
    """What the others are measured against"""
    global WANTED, HOLDS
    done, _, WANTED = run("NONE", "fmi2DoStep", "none")
    assert done.returncode == 0 and len(WANTED) == 11, done.stderr
    done, _, rows = run("NONE", "fmi2DoStep", "each")
    assert done.returncode == 0 and rows == WANTED, done.stderr
    # Older kernels, and some containers, hold back less, and it is said.
    HOLDS = "restricted for FMUs" not in done.stderr
    print("# sandbox:", HOLDS, done.stderr.strip())


def limit_of(fault):
    """On a busy machine others may be slow; a hang takes its limit."""
    return "0.5" if DEADLY[fault][0] == HUNG else "20"


def check_deadly(fault, phase, isolation):
    status, words = DEADLY[fault]
    done, said, rows = run(fault, phase, isolation, limit=limit_of(fault))
    if phase == "fmi2FreeInstance":
        # The results are complete: it is only told.
        where = "at t = 1 s in fmi2FreeInstance"
        assert done.returncode == 0 and rows == WANTED, (fault, done.returncode, done.stderr)
        assert "unruly (unruly.fmu) " + words.format(where) in done.stderr, (fault, done.stderr[-300:])
        return
    time = {"fmi2DoStep": "0.5", "fmi2Terminate": "1"}.get(phase, "0")
    sentence = "unruly (unruly.fmu) " + words.format(f"at t = {time} s in {phase}")
    assert done.returncode == status, (fault, phase, done.returncode, done.stderr[-300:])
    assert said["message"].startswith(sentence), (fault, phase, said["message"], sentence)
    assert said["fault"] == {CRASHED: "crashed", HUNG: "hung"}[status]
    n = {"fmi2DoStep": 6, "fmi2Terminate": 11}.get(phase, 0)
    assert rows == WANTED[:n], (fault, phase, len(rows))


def test_deadly():
    """Every end, in every phase, alone and in a group"""
    check_all(check_deadly, DEADLY, PHASES, BOTH)


def test_deadly_in_first_step():
    def check(fault, isolation):
        status, words = DEADLY[fault]
        done, said, rows = run(fault, "fmi2DoStep", isolation, "--start-value", "fault_time", "0", limit=limit_of(fault))
        sentence = "unruly (unruly.fmu) " + words.format("at t = 0 s in fmi2DoStep")
        assert done.returncode == status and said["message"].startswith(sentence), (fault, said["message"])
        assert rows == WANTED[:1], (fault, rows)

    check_all(check, DEADLY, BOTH)


def test_at_load():
    """In an initialiser, within dlopen()"""
    done = call("run", BUILD / "tests/fmus/unruly-load.fmu", "-o", os.devnull, "--isolation=each")
    assert done.returncode == CRASHED, done.returncode
    words = "unruly (unruly-load.fmu) crashed in dlopen: segmentation fault at unruly.so + 0x"
    assert words in done.stderr, done.stderr


def test_at_other_loads():
    """A hang in an initialiser, a crash in a finaliser; one that changes how all computes changes
    nothing that follows"""
    done = call("run", BUILD / "tests/fmus/unruly-hang.fmu", "-o", os.devnull, "--isolation=each",
                "--time-limit=0.5")  # fmt: skip
    assert done.returncode == HUNG, (done.returncode, done.stderr)
    assert "unruly (unruly-hang.fmu) gave no answer in dlopen for 0." in done.stderr, done.stderr
    for name, words in ("unruly-unload", "at t = 1 s in dlclose: abort at unruly.so + 0x"), ("unruly-rounding", None):
        for isolation in ("each", "grouped"):
            done, _, rows = run("NONE", "fmi2DoStep", isolation, fmu=BUILD / f"tests/fmus/{name}.fmu")
            assert done.returncode == 0 and rows == WANTED, (name, isolation, done.stderr)
            assert not words or words in done.stderr, (name, done.stderr)


def test_at_instantiate():
    """Every end, alone and in a group; nothing has been computed then"""

    def check(fault, isolation):
        status, words = DEADLY[fault]
        with tempfile.TemporaryDirectory(dir=FOLDER.name) as folder:
            out = Path(folder) / "out.csv"
            done = call("run", with_fault(fault, folder), "-o", out, f"--isolation={isolation}",
                        f"--time-limit={limit_of(fault)}")  # fmt: skip
            assert done.returncode == status, (fault, done.returncode, done.stderr[-300:])
            sentence = "unruly (instantiate.fmu) " + words.format("in fmi2Instantiate")
            assert sentence in done.stderr and not out.exists(), (fault, done.stderr[-300:], sentence)

    check_all(check, DEADLY, BOTH)


def test_denied_deadly():
    """With signals blocked what is denied cannot fail: it ends the process"""
    done, said, rows = run("BLOCKED_CONNECT", "fmi2DoStep", "each")
    if HOLDS:
        assert done.returncode == DENIED and said["fault"] == "denied", (done.returncode, said["message"])
        assert "crashed at t = 0.5 s in fmi2DoStep: forbidden system call" in said["message"], said["message"]
        assert rows == WANTED[:6]


def test_last_words():
    """The last message stands in the sentence, what was printed among the messages"""
    for isolation in ("each", "grouped"):
        done, said, _ = run("LAST_WORDS", "fmi2DoStep", isolation)
        assert done.returncode == CRASHED, done.stderr
        assert re.search(r"unruly\.so\)?( \+ 0x[0-9a-f]+)?\. It had said: “.*no pressure.*”", said["message"]), said["message"]
        texts = [message["text"] for message in said["messages"]]
        assert any("of its process:\nthe valve is stuck" in text for text in texts), texts


def check_harmless(fault, phase, isolation):
    words = HARMLESS[fault]
    if not HOLDS and words and "wants to" in words:
        return
    if phase in ("fmi2Instantiate", "fmi2FreeInstance") and words == RECKONS:
        words = None  # set back as well, before anything is computed or after that
    if phase == "fmi2Instantiate":
        with tempfile.TemporaryDirectory(dir=FOLDER.name) as folder:
            done, said, rows = run("NONE", "fmi2DoStep", isolation, limit="20", fmu=with_fault(fault, folder))
    else:
        done, said, rows = run(fault, phase, isolation, limit="20")
    assert done.returncode == 0, (fault, phase, done.returncode, said["message"], done.stderr[-300:])
    # The step itself is rounded upwards in this process, too.
    in_step = fault == "FLOATING_POINT" and phase == "fmi2DoStep"
    assert rows == (run(fault, phase, "none")[2] if in_step else WANTED), (fault, phase)
    texts = [message["text"] for message in said["messages"]
             if message["level"] == "warning" and "not restricted" not in message["text"]]  # fmt: skip
    if fault == "SCRIBBLE":  # its random bytes may say anything
        return
    assert len(texts) == (1 if words else 0), (fault, phase, texts)
    assert not words or words in texts[0], (fault, phase, texts)


def test_harmless():
    """The run goes on with the same results, whenever; what was denied is named once"""
    check_all(check_harmless, HARMLESS, [*PHASES, "fmi2Instantiate"], BOTH)
    assert not Path("/tmp/unruly-was-here").exists()


def test_allowed():
    """What the user allows is not held back, and the rest is"""
    done, _, _ = run("EXECUTE", "fmi2DoStep", "each", "--allow=programs")
    assert done.returncode == 1 and "not held back" in done.stderr, done.stderr
    if not HOLDS:
        return
    done, _, _ = run("EXECUTE", "fmi2DoStep", "each", "--allow=network,files")
    assert done.returncode == 0, done.stderr
    done, _, _ = run("FORK", "fmi2DoStep", "each", "--allow=all")
    assert done.returncode != 0, done.stderr


def test_memory():
    """Unchecked allocations to the limit of memory"""

    def check(phase, isolation):
        done, said, rows = run("MEMORY", phase, isolation, "--memory-limit=100", limit="60")
        if phase == "fmi2FreeInstance":
            assert done.returncode == 0 and "memory had run out" in done.stderr and rows == WANTED, done.stderr
            return
        assert done.returncode == MEMORY and said["fault"] == "memory", (done.returncode, said["message"])
        assert "memory had run out" in said["message"], said["message"]
        assert rows == WANTED[: {"fmi2DoStep": 6, "fmi2Terminate": 11}.get(phase, 0)], (phase, len(rows))

    check_all(check, PHASES, BOTH)
    done = call("run", FMU, "-o", os.devnull, "--memory-limit=1")
    assert done.returncode == 2 and "not a number of MiB" in done.stderr, done.stderr


def test_thread():
    """A thread of the FMU that crashes while nothing is asked of it, or later"""
    done, said, rows = run("THREAD_CRASH", "fmi2ExitInitializationMode", "each")
    assert done.returncode == CRASHED and "segmentation fault at unruly.so" in said["message"], said
    assert rows == WANTED[: len(rows)]


MODEL = """<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
    xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"
    xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues" version="1.0" name="m">
  <ssd:System name="system"><ssd:Elements>{0}</ssd:Elements><ssd:Connections>{1}</ssd:Connections></ssd:System>
</ssd:SystemStructureDescription>
"""
BAD = """<ssd:Component name="bad" type="application/x-fmu-sharedlibrary" source="{fmu}">
  <ssd:Connectors><ssd:Connector name="x" kind="output"><ssc:Real/></ssd:Connector>
    <ssd:Connector name="u" kind="input"><ssc:Real/></ssd:Connector></ssd:Connectors>
  <ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>
    <ssv:ParameterSet version="1.0" name="p"><ssv:Parameters>
      <ssv:Parameter name="fault"><ssv:Integer value="{fault}"/></ssv:Parameter>
    </ssv:Parameters></ssv:ParameterSet>
  </ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>
</ssd:Component>"""
PREY = """<ssd:Component name="{name}" type="application/x-fmu-sharedlibrary" source="{fmu}">
  <ssd:Connectors><ssd:Connector name="population" kind="output"><ssc:Real/></ssd:Connector>
    <ssd:Connector name="predators" kind="input"><ssc:Real/></ssd:Connector></ssd:Connectors>
</ssd:Component>"""
WIRE = '<ssd:Connection startElement="{}" startConnector="{}" endElement="{}" endConnector="{}"/>'


def run_group(fault, place, *more, command=("run", "-o", os.devnull), bad=FMU, preys=("prey",) * 4, isolation="grouped",
              limit="20"):  # fmt: skip
    """Five components in one process, the bad one at that place: the process, and what is said of the run."""
    model = Path(FOLDER.name) / f"group-{threading.get_ident()}.ssd"
    parts = [PREY.format(name=f"prey{i}", fmu=(BUILD / f"models/{prey}.fmu").as_uri()) for i, prey in enumerate(preys)]
    parts.insert(place, BAD.format(fmu=bad.as_uri(), fault=FAULTS.index(fault)))
    wires = [WIRE.format("bad", "x", f"prey{i}", "predators") for i in range(4)]
    wires.append(WIRE.format("prey0", "population", "bad", "u"))
    model.write_text(MODEL.format("".join(parts), "".join(wires)))
    done = call(*command, model, "--json", "--stop-time=1", f"--isolation={isolation}", f"--time-limit={limit}",
                *more)  # fmt: skip
    said = json.loads(done.stdout)
    return done, said["run"] if "run" in said else said["runs"][0]


def test_culprit():
    """What one breaks ends a call of another: who did it is found by a run with each alone"""
    for fault, more in (("CORRUPT", ["-m", "gauss-seidel", "-H", "0.1"]), ("THREAD_CRASH", ["-H", "1e-4"]),
                        ("NULL_WRITE", ["-H", "0.1"])):  # fmt: skip
        for place in (0, 2, 4):
            done, said = run_group(fault, place, *more)
            print("#", fault, place, said["message"])
            assert done.returncode == CRASHED and said["fault"] == "crashed", (done.returncode, said)
            assert said["culprit"] == "bad" and said["message"].startswith("bad (unruly.fmu) "), said["message"]
            texts = [message["text"] for message in said["messages"] if message["level"] == "error"]
            assert said["message"] in texts, texts
    done, said = run_group("CORRUPT", 4, "-m", "gauss-seidel", "-H", "0.1,0.05", "--jobs=2", command=("compare",))
    assert done.returncode == CRASHED and said["culprit"] == "bad", (done.returncode, said)


def test_versions():
    """Every end in a step of components of all versions, which one message to each process asks for: who, when and
    in which call"""

    def check(fault, version, isolation):
        status, words = DEADLY[fault]
        place = list(DEADLY).index(fault) % 5
        done, said = run_group(fault, place, "-m", "ni-jacobi:extrapolation=0", "-H", "0.1", isolation=isolation,
                               bad=BUILD / f"tests/fmus/unruly-{version}.fmu", limit=limit_of(fault),
                               preys=("prey", "fmi1/prey", "fmi3/prey", "prey"))  # fmt: skip
        call_name = {"fmi1": "fmiDoStep", "fmi3": "fmi3DoStep"}[version]
        sentence = f"bad (unruly-{version}.fmu) " + words.format(f"at t = 0.5 s in {call_name}")
        assert done.returncode == status and said["culprit"] == "bad", (fault, version, isolation, said)
        assert said["message"].startswith(sentence), (fault, isolation, said["message"], sentence)
        assert abs(said["time_reached"] - 0.5) < 1e-9, (fault, said["time_reached"])

    check_all(check, DEADLY, ("fmi1", "fmi3"), BOTH)


def test_restarts():
    """One that dies at the same place each time does so as often as it is restarted, and is told once more"""
    done, said = run_group("NULL_WRITE", 0, "-H", "0.1", "--restarts=2")
    assert done.returncode == CRASHED and said["culprit"] == "bad", (done.returncode, said)
    assert done.stderr.count("The run restarts from the beginning, as there was no checkpoint yet.") == 2, done.stderr


def test_no_culprit():
    """Harm that needs another one: it is said that it is not known who did it"""
    done, said = run_group("MEDDLE", 4, "-H", "0.1")
    print("#", said["message"])
    assert done.returncode == CRASHED and said["culprit"] is None, said
    assert abs(said["time_reached"] - 0.6) < 1e-9, said["time_reached"]
    assert "segmentation fault" in said["message"] and "is not known: each in a process of its own" in said["message"]
    # By a way that the process itself tells there is no doubt.
    done, said = run_group("EXIT", 4, "-H", "0.1")
    assert done.returncode == CRASHED and said["culprit"] == "bad", (done.returncode, said)
    assert said["message"] == "bad (unruly.fmu) has ended its process at t = 0.5 s in fmi2DoStep, by exit(0).", said


def test_status():
    """One that the standard does not have"""

    def check(phase, isolation):
        done, said, _ = run("BAD_STATUS", phase, isolation, limit="20")
        assert done.returncode == 1 and "returned an unknown status" in said["message"], (phase, said)

    check_all(check, [phase for phase in PHASES if phase not in ("fmi2Terminate", "fmi2FreeInstance")], BOTH)


sys.exit(run_cases(globals()))
