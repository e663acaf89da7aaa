#!/usr/bin/python3
"""lockstep-mpi with 2, 3 and 4 ranks on this machine: the results of lockstep run bit for bit, and what
goes wrong.

Usage: test-mpi.py LOCKSTEP BUILD_FOLDER. Speaks TAP. What is expected are runs of one process.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))
from command import ENVIRONMENT, call  # noqa: E402
from tap import SLOW, effort, run_cases, wait_until  # noqa: E402

BUILD = Path(sys.argv[2]).absolute()
PROGRAM = BUILD / "src" / "mpi" / "lockstep-mpi"
LOST = 10
FOLDER = tempfile.TemporaryDirectory()
OUT = Path(FOLDER.name) / "there.csv"
# Tests run as root where they like, with more ranks than processors, and on this machine alone.
ENVIRONMENT.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", TMPDIR=FOLDER.name,
                   OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_btl="self,vader",
                   OMPI_MCA_btl_vader_single_copy_mechanism="none")  # fmt: skip


def launch(n_ranks, *arguments, **more):
    """mpirun with these arguments of lockstep-mpi, going on."""
    OUT.unlink(missing_ok=True)
    command = ["mpirun", "-np", n_ranks, PROGRAM, "-q", "-o", OUT, *arguments]
    return subprocess.Popen([*map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=ENVIRONMENT, start_new_session=True, **more)  # fmt: skip


def run(n_ranks, *arguments):
    """Status, both outputs and the file of a run."""
    process = launch(n_ranks, *arguments)
    said = process.communicate(timeout=120 * SLOW)
    return process.returncode, *said, OUT.read_bytes() if OUT.exists() else None


def ranks(process):
    """Processes of the program by their rank."""
    found = {}
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.readlink(entry / "exe") == str(PROGRAM):
                environment = entry.joinpath("environ").read_bytes().split(b"\0")
                parent = entry.joinpath("stat").read_text().rpartition(")")[2].split()[1]
                rank = [int(line[21:]) for line in environment if line.startswith(b"OMPI_COMM_WORLD_RANK=")]
                if rank and int(parent) == process.pid:
                    found[rank[0]] = int(entry.name)
        except (OSError, ProcessLookupError):
            continue
    return found


def wait_until_steps(process, n_ranks):
    """Until all ranks are there, one has loaded its component, and has worked since: 0.3 s of processor
    time, or 500 waits for its turn."""
    def find_loaded():
        found = ranks(process)
        for pid in found.values() if len(found) == n_ranks else []:
            if "_body.so" in Path(f"/proc/{pid}/maps").read_text():
                return pid
        return None

    wait_until(process, find_loaded)
    pid = find_loaded()
    before = effort(pid)
    wait_until(process, lambda: effort(pid)[0] >= before[0] + 0.3 or effort(pid)[1] >= before[1] + 500)


def faulty(fault, name="bad"):
    """A model of faulty.fmu beside a sound component, as an .ssd; it fails at 0.5 s."""
    folder = Path(tempfile.mkdtemp(dir=FOLDER.name))
    shutil.copy(BUILD / "tests/fmus/faulty.fmu", folder)
    shutil.copy(BUILD / "models/prey.fmu", folder)
    model = folder / "model.ssd"
    model.write_text(f"""<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
    xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"
    xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues" version="1.0" name="m">
  <ssd:System name="system"><ssd:Elements>
    <ssd:Component name="sound" type="application/x-fmu-sharedlibrary" source="prey.fmu"/>
    <ssd:Component name="{name}" type="application/x-fmu-sharedlibrary" source="faulty.fmu">
      <ssd:Connectors><ssd:Connector name="x" kind="output"><ssc:Real/></ssd:Connector></ssd:Connectors>
      <ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>
        <ssv:ParameterSet version="1.0" name="p"><ssv:Parameters>
          <ssv:Parameter name="fault"><ssv:Integer value="{fault}"/></ssv:Parameter>
        </ssv:Parameters></ssv:ParameterSet>
      </ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>
    </ssd:Component>
  </ssd:Elements></ssd:System>
</ssd:SystemStructureDescription>
""")
    return model


def test_same_results():
    """Capabilities of all kinds: held inputs, rollback, linearisation, events, values of other types"""
    here = Path(FOLDER.name) / "here.csv"
    for n_ranks, model, method, step, stop in [
        (2, "two-bodies", "ni-jacobi", 1e-3, 1), (3, "chain-10", "missiles", 1e-2, 1),
        (4, "quarter-truck", "gauss-seidel", 5e-3, 0.5), (3, "lotka-volterra", "ifosmondi-jfm", 1e-2, 2),
        (4, "chain-10", "costarica", 1e-2, 0.5), (2, "ball-in-elevator", "iterated-jacobi", 1e-2, 1),
        (3, "transitions", "ni-jacobi:extrapolation=2", 1e-2, 1), (4, "building-10", "ni-jacobi", 60, 3600),
    ]:  # fmt: skip
        path = BUILD / "models" / f"{model}.ssp"
        more = [path, "-m", method, "-H", step, "--stop-time", stop, "--no-estimate"]
        done = call("run", "-q", "-o", here, *more)
        status, out, said, rows = run(n_ranks, *more, "--isolation=none")
        print("#", n_ranks, model, method, out.strip().replace("\n", "\n# "))
        assert done.returncode == status, (done.stderr, said)
        assert rows == here.read_bytes(), (model, method)


def test_grouped_and_json():
    """In helper processes, as without an option; the counts of one process"""
    model = BUILD / "models" / "chain-10.ssp"
    more = [model, "-m", "missiles", "-H", "1e-2", "--stop-time", "0.5", "--json", "--no-estimate"]
    done = call("run", "-q", "-o", Path(FOLDER.name) / "here.csv", *more)
    wanted = json.loads(done.stdout)["run"]
    status, out, said, rows = run(3, *more)
    assert status == 0, said
    found = json.loads(out)["run"]
    assert rows == (Path(FOLDER.name) / "here.csv").read_bytes()
    for key in ("macro_steps", "do_step", "linearisations", "rollbacks", "status"):
        assert {**found, **found["counts"]}[key] == {**wanted, **wanted["counts"]}[key], key


def test_other_machine():
    """A rank that shares no files gets what it needs, and nothing stays."""
    before = set(Path(FOLDER.name).glob("lockstep-*"))
    model = BUILD / "models" / "two-bodies.ssp"
    here = Path(FOLDER.name) / "here.csv"
    more = ["-q", model, "-m", "missiles", "-H", "1e-2", "--stop-time", "1", "--no-estimate"]
    assert call("run", "-o", here, *more).returncode == 0
    one = [PROGRAM, "-o", OUT, *more]
    command = ["mpirun", "-np", 1, *one, ":", "-np", 1, "-x", "LOCKSTEP_NODE=b", *one,
               ":", "-np", 1, "-x", "LOCKSTEP_NODE=c", *one]  # fmt: skip
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, env=ENVIRONMENT,
                          timeout=120 * SLOW, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert OUT.read_bytes() == here.read_bytes()
    assert set(Path(FOLDER.name).glob("lockstep-*")) == before


def test_crash():
    """An FMU takes its helper along, not its rank: the sentence says which, and the rows stay."""
    model = faulty(14)
    status, out, said, rows = run(3, model, "-m", "ni-jacobi", "-H", "0.1", "--stop-time", "1", "--json")
    print("#", said.strip().replace("\n", "\n# "))
    assert status == 5, said
    message = json.loads(out)["run"]["message"]
    assert "bad (faulty.fmu) crashed at t = 0.4 s in fmi2DoStep" in message, message
    assert re.search(r"\(rank [12] on .+\)", message), message
    assert rows.splitlines()[-1].startswith(b"0.4,"), rows


def test_missing_library():
    """An FMU that a worker cannot load"""
    fmu = BUILD / "tests/fmus/missing-library.fmu"
    status, _, said, _ = run(2, fmu, "-m", "ni-jacobi", "-H", "0.1")
    print("#", said.strip().replace("\n", "\n# "))
    assert status == 1 and re.search(r"missing-library|no-such|cannot", said), said


def test_killed_worker():
    """A worker's death ends the run; what was recorded before is written."""
    model = BUILD / "models" / "two-bodies.ssp"
    process = launch(3, model, "-m", "ni-jacobi", "-H", "1e-3", "--stop-time", "1e5", "--isolation=none")
    wait_until_steps(process, 3)
    os.kill(ranks(process)[1], signal.SIGKILL)
    _, said = process.communicate(timeout=60 * SLOW)
    print("#", said.strip().replace("\n", "\n# "))
    # mpirun's own status is that of the worker; what rank 0 says comes first.
    assert process.returncode not in (0, 1), process.returncode
    assert "rank 1 on" in said and "has ended" in said, said
    assert len(OUT.read_bytes().splitlines()) > 2
    assert not ranks(process)


def test_cancelled():
    """mpirun passes Ctrl-C on; what was recorded is written."""
    model = BUILD / "models" / "two-bodies.ssp"
    process = launch(2, model, "-m", "ni-jacobi", "-H", "1e-3", "--stop-time", "1e5", "--isolation=none",
                     "--real-time", "100")  # few rows: mpirun ends all within 2 s # fmt: skip
    wait_until_steps(process, 2)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60 * SLOW)
    print("#", said.strip().replace("\n", "\n# "))
    assert process.returncode != 0 and "has ended" not in said
    assert len(OUT.read_bytes().splitlines()) > 2


def test_alone():
    """Without workers everything runs here, which is said."""
    model = BUILD / "models" / "two-bodies.ssp"
    more = [model, "-m", "ni-jacobi", "-H", "1e-2", "--stop-time", "1"]
    here = Path(FOLDER.name) / "here.csv"
    assert call("run", "-q", "-o", here, *more).returncode == 0
    status, _, said, rows = run(1, *more)
    assert status == 0 and "there is no other rank" in said, said
    assert rows == here.read_bytes()


def test_refused():
    model = BUILD / "models" / "two-bodies.ssp"
    for arguments, wanted, words in [
        ([model, "-m", "qss2", "-H", "1e-2"], 1, "qss2 runs in one process"),
        ([model, "-m", "nonsense"], 2, "There is no coupling method “nonsense”"),
        (["missing.ssp", "-m", "ni-jacobi"], 1, "missing.ssp: No such file"),
        ([model, "--no-measures"], 2, "--no-measure"),
        ([model, "--isolation=nonsense"], 2, "nonsense"),
    ]:  # fmt: skip
        status, _, said, _ = run(2, *arguments)
        assert status == wanted and words in said, (status, said)


def test_help():
    """Once, wherever it is asked for"""
    status, out, said, _ = run(2, BUILD / "models" / "two-bodies.ssp", "--help")
    assert status == 0 and out.count("--no-measure") == 1, (status, out, said)


def test_unknown_machine():
    """mpirun says so, and nothing of ours begins."""
    hosts = Path(FOLDER.name) / "hosts"
    hosts.write_text("no-such-machine.invalid slots=2\n")
    done = subprocess.run(["mpirun", "--hostfile", hosts, "-np", "2", PROGRAM, "--version"], check=False,
                          capture_output=True, text=True, env=ENVIRONMENT, timeout=120 * SLOW)  # fmt: skip
    print("#", done.stderr.strip().replace("\n", "\n# "))
    assert done.returncode != 0 and done.stdout == "" and done.stderr != ""


def test_estimate():
    """The table is said to be computed; one rank takes the work alone."""
    done = subprocess.run([PROGRAM, "estimate", "--components", "100", "--work", "1e-3"], check=False,
                          capture_output=True, text=True, env=ENVIRONMENT)  # fmt: skip
    assert done.returncode == 0 and "Computed, not measured" in done.stdout, done.stderr
    rows = {int(row[0]): float(row[1]) for row in map(str.split, done.stdout.splitlines()) if row and row[0].isdigit()}
    assert sorted(rows) == [2**i for i in range(11)]
    assert abs(rows[1] - 0.1) < 1e-3 and rows[1024] < rows[64] < rows[4] < rows[1]
    done = subprocess.run([PROGRAM, "estimate", "--components", "0"], check=False, capture_output=True,
                          text=True, env=ENVIRONMENT)  # fmt: skip
    assert done.returncode == 2 and "--components" in done.stderr


sys.exit(run_cases(globals()))
