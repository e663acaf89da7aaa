#!/usr/bin/python3
"""The script for an array of jobs that the help shows, as Slurm executes it: by Slurm on this machine
where it is installed and can start, else with the variables that Slurm sets.

Usage: test-array.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from command import ENVIRONMENT, call
from tap import SLOW, run_cases, wait_until

LOCKSTEP = Path(sys.argv[1]).resolve()
BUILD = Path(sys.argv[2]).resolve()
HELP = BUILD / "data/help/variations.md"
MODEL = BUILD / "models/lotka-volterra.ssp"
PLAN = ["-m", "missiles", "-H", "0.1", "--stop-time", "5", "-p", "prey.alpha=0.5:1:40", "--quiet"]
FOLDER = tempfile.TemporaryDirectory()
HERE = Path(FOLDER.name)
# One node, whose jobs are its processes; nobody else is asked who somebody is.
CONFIGURATION = """ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser=root
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors}
PartitionName=all Nodes={host} Default=YES
"""


def script():
    """That of the help, with our program, model and plan, and with N instead of its number of jobs."""
    block = re.search(r"```\n(#!/bin/bash\n#SBATCH --array=0-15\n.*?)```", HELP.read_text(), re.DOTALL)[1]
    assert block.count("lockstep vary model.ssp …") == 1 and block.count("--of 16") == 1, block
    path = HERE / "job.sh"
    path.write_text(block.replace("lockstep vary model.ssp …", " ".join(map(str, [LOCKSTEP, "vary", MODEL, *PLAN])))
                    .replace("--array=0-15", "--array=0-3").replace("--of 16", "--of 4"))  # fmt: skip
    return path


def free_port():
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextmanager
def slurm():
    """The environment of its commands; None if it is not here or does not start."""
    if os.getuid() != 0 or not all(map(shutil.which, ("sbatch", "sinfo", "slurmctld", "slurmd"))):
        yield None
        return
    for part in ("state", "spool"):
        (HERE / part).mkdir()
    path = HERE / "slurm.conf"
    path.write_text(CONFIGURATION.format(host=socket.gethostname().split(".")[0], folder=HERE,
                                         ports=[free_port(), free_port()], processors=os.cpu_count()))  # fmt: skip
    environment = {**ENVIRONMENT, "SLURM_CONF": str(path)}
    with open(HERE / "slurm.log", "w") as log:
        daemons = [subprocess.Popen([name, "-D", "-f", path], env=environment, stdout=log, stderr=log)
                   for name in ("slurmctld", "slurmd")]  # fmt: skip

        def node_state():
            said = subprocess.run(["sinfo", "-h", "-o", "%T"], env=environment, capture_output=True, text=True)
            return said.stdout.strip()

        def idles():
            return node_state() == "idle" or daemons[1].poll() is not None

        try:
            # A node that does not get ready, in a container for one, is no fault of ours.
            with suppress(AssertionError):
                wait_until(daemons[0], idles)
            yield environment if node_state() == "idle" else None
        finally:
            for daemon in reversed(daemons):
                daemon.terminate()
            for daemon in daemons:
                daemon.wait(30 * SLOW)


def test_array():
    """Its parts, merged as the help says, are the table of a single process"""
    job = script()
    with slurm() as environment:
        print("# by Slurm" if environment else "# without Slurm: the variables that it sets")
        if environment:
            subprocess.run(["sbatch", "--wait", f"--output={HERE}/said-%a.txt", job], env=environment, cwd=HERE,
                           check=True, timeout=300 * SLOW, stdout=subprocess.DEVNULL)  # fmt: skip
        for i in range(0 if environment else 4):
            subprocess.run(["bash", job], env={**ENVIRONMENT, "SLURM_ARRAY_TASK_ID": str(i)}, cwd=HERE,
                           check=True, timeout=300 * SLOW, stdout=subprocess.DEVNULL)  # fmt: skip
    parts = sorted(HERE.glob("part-*.csv"))
    assert [part.name for part in parts] == [f"part-{i}.csv" for i in range(4)], parts
    merged, whole = HERE / "table.csv", HERE / "whole.csv"
    assert call("vary", "--merge", "-o", merged, *parts).returncode == 0
    assert call("vary", MODEL, *PLAN, "-o", whole).returncode == 0
    assert merged.read_bytes() == whole.read_bytes() and whole.read_text().count("\n") == 41


sys.exit(run_cases(globals()))
