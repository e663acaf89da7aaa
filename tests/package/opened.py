#!/usr/bin/python3
"""The installed package as a person finds it: a model opened from a file manager, run, closed.

Runs where the package is installed (tests/package/try.sh), outside any build."""

import contextlib
import os
import re
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "person"))

import person  # noqa: E402
from person import Program, key, main, wait  # noqa: E402

MODELS = Path("/usr/share/lockstep/models")
DESKTOP = "org.lockstep.Workbench.desktop"


class Launched:
    """The part of Popen that a Program uses, for a process that another one has started."""

    def __init__(self, pid):
        self.pid = pid

    def poll(self):
        try:
            with open(f"/proc/{self.pid}/stat") as stat:
                return 0 if stat.read().rsplit(")", 1)[1].split()[0] == "Z" else None
        except (FileNotFoundError, ProcessLookupError):
            return 0

    def terminate(self):
        os.kill(self.pid, signal.SIGTERM)

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)

    def wait(self, timeout=30.0):
        with contextlib.suppress(ProcessLookupError):
            process = os.pidfd_open(self.pid)
            ended, _, _ = select.select([process], [], [], timeout)
            os.close(process)
            if not ended:
                raise subprocess.TimeoutExpired("lockstep-workbench", timeout)


def output(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def opened_by_type(j):
    """A model is opened by its type, in the window"""
    model = j.copy(MODELS / "two-bodies.ssp")
    said = output("gio", "info", "-a", "standard::content-type", str(model))
    assert "application/x-ssp-package" in said, said
    assert DESKTOP in output("gio", "mime", "application/x-ssp-package")
    j.program = Program(launch=lambda log: open_file(model, log))
    wait(lambda: "two-bodies" in j.program.title(), "the model in the title")


def open_file(model, log):
    subprocess.run(["gio", "open", str(model)], stdout=log, stderr=log, check=True)
    pid = wait(lambda: subprocess.run(["pgrep", "-f", "^lockstep-workbench"], capture_output=True,
                                      text=True, check=False).stdout.split(), "the program", 10)  # fmt: skip
    return Launched(int(pid[0]))


def found(j):
    """The window is the package's, with the examples in its library"""
    exe = os.readlink(f"/proc/{j.program.process.pid}/exe")
    assert exe == "/usr/bin/lockstep-workbench", exe
    j.program.library_row("prey")


def run(j):
    """It runs, and says how large the errors are"""
    key("F5")
    wait(lambda: re.search(r"NI-Jacobi 5\.80 %.*MISSILES 7\.00e-7 %", j.program.run_status()),
         "the errors of the README", 120)  # fmt: skip


def command_line(j):
    """The command line compares, and finds manual page and examples"""
    said = output("lockstep", "compare", str(MODELS / "two-bodies.ssp"), "--quiet")
    assert "MISSILES" in said and "5.8008" in said, said
    assert shutil.which("man") is None or output("man", "-w", "lockstep")
    assert Path("/usr/share/doc/lockstep/copyright").exists()


def leave(j):
    """It is left by Ctrl+Q"""
    j.program.leave()
    wait(lambda: not j.program.is_alive(), "the end")


main([opened_by_type, found, run, command_line, leave])
