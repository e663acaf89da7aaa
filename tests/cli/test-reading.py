#!/usr/bin/env python3
"""Files of strangers are read by a process of their own: what becomes of the command line when that ends.

test-reading.py LOCKSTEP BUILD

Beside a copy of the program stands a reader that fails in the way that the name of the file says.
"""

import shutil
import sys
import tempfile
from pathlib import Path

import command
import tap

BUILD = Path(sys.argv[2]).resolve()
MODEL = BUILD / "models/two-bodies.ssp"


class Installed:
    """The program in a folder of its own, with this reader."""

    def __init__(self, folder, reader):
        self.folder = Path(folder)
        for part, program in {"bin": sys.argv[1], "libexec": BUILD / "src/host/lockstep-host"}.items():
            (self.folder / part).mkdir()
            shutil.copy(program, self.folder / part)
        if reader:
            for name in ("lockstep-reader", "lockstep-results-reader"):
                shutil.copy(reader, self.folder / "libexec" / name)
        self.program = self.folder / "bin/lockstep"

    def file(self, name):
        return shutil.copy(MODEL, self.folder / name)


def with_program(reader, test):
    program = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="lockstep-reading-") as folder:
        installed = Installed(folder, reader)
        sys.argv[1] = str(installed.program)
        try:
            test(installed)
        finally:
            sys.argv[1] = program


def test_ends():
    def test(installed):
        for name, words in {"crash.ssp": "crashed (Segmentation fault)", "leave-4.ssp": "not enough memory",
                            "garbage.ssp": "no valid answer", "other.ssp": "SystemStructure.ssd"}.items():  # fmt: skip
            out = installed.folder / "out.csv"
            out.write_text("old")
            for what in (["info"], ["check"], ["run", "--method=ni-jacobi", f"--output-file={out}"]):
                command.refuse(1, [name, words], *what, installed.file(name))
            assert out.read_text() == "old"

    with_program(BUILD / "tests/core/base/unruly-reader", test)


KINDS = {
    "crash.fmu": (["info"], ["check"], ["run", "-o", "out.csv"]),
    "crash.ssp": (["info"], ["check"], ["run", "-o", "out.csv"], ["compare"], ["plot", "-o", "out.svg"]),
    "crash.ssd": (["info"], ["check"]),
    "crash.ssv": (["check"],),
    "crash.ssm": (["check"],),
    "crash.ssb": (["check"],),
    "crash.csv": (["plot", "-o", "out.svg"],),
    "crash.mat": (["plot", "-o", "out.svg"],),
}


def test_kinds():
    """None is taken apart by the program, whatever is done with it: the reader alone meets its content"""

    def test(installed):
        for name, commands in KINDS.items():
            file = installed.file(name)
            for what in commands:
                out = [installed.folder / word if str(word).startswith("out.") else word for word in what]
                command.refuse(1, [name, "crashed (Segmentation fault)"], *out, file)

    with_program(BUILD / "tests/core/base/unruly-reader", test)


def test_is_missing():
    def test(installed):
        command.refuse(1, ["lockstep-reader", "No such file"], "info", MODEL)
        # In this process on demand.
        run = ["run", MODEL, "--method=ni-jacobi", "--step-size=0.1", "--stop-time=1",
               f"--output-file={installed.folder}/out.csv"]  # fmt: skip
        command.refuse(1, ["lockstep-reader"], *run)
        assert command.call(*run, "--isolation=none").returncode == 0

    with_program(None, test)


def test_another_version():
    def test(installed):
        command.refuse(1, ["another version"], "info", installed.file("leave-3.ssp"))

    with_program(BUILD / "tests/core/base/unruly-reader", test)


def test_installed():
    def test(installed):
        assert command.call("info", MODEL).returncode == 0
        done = command.call("info", installed.file("fine.ssp"), "--json")
        assert '"components"' in done.stdout, done.stderr

    with_program(BUILD / "src/reader/lockstep-reader", test)


if __name__ == "__main__":
    sys.exit(tap.run_cases(globals()))
