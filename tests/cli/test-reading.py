#!/usr/bin/env python3
"""Files of strangers are read by a process of their own: what becomes of the command line when that ends.

test-reading.py LOCKSTEP BUILD

Beside a copy of the program stands a reader that fails in the way that the name of the file says.
"""

import os
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

import command
import tap

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fmus"))
import source_fmu  # noqa: E402

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


def write_archive(path, entries):
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return path


def entries_of(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


SSP = "http://ssp-standard.org/SSP1/SystemStructure"
OSP = "http://opensimulationplatform.com/MSMI/OSPSystemStructure"
DOCUMENTS = {
    "a.ssv": f'<ParameterSet version="1.0" name="s" xmlns="{SSP}ParameterValues"><Parameters/></ParameterSet>',
    "a.ssm": f'<ParameterMapping version="1.0" xmlns="{SSP}ParameterMapping"/>',
    "a.ssb": f'<SignalDictionary version="1.0" xmlns="{SSP}SignalDictionary"/>',
    "OspSystemStructure.xml": f'<OspSystemStructure version="0.1" xmlns="{OSP}"><BaseStepSize>0.1</BaseStepSize>'
                              '<Simulators><Simulator name="a" source="a.fmu"/></Simulators></OspSystemStructure>',
    "a.csv": "time,x\n0,1\n1,2\n",
    "a.md": "---\ntitle: It\n---\n# One\n",
}  # fmt: skip
RESULTS = """<Results xmlns="urn:org.lockstep:results:1"><Run file="1.csv" name="a" state="done" when="0" shown="true"/></Results>"""


def make_documents(folder):
    """{part of the name of a document: command that reads it, and where}"""
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text)
    ssp = entries_of(MODEL)
    runs = {"results.xml": RESULTS, "1.csv": "time,left.x\n0,1\n1,2\n"}
    source_fmu.make(folder / "sources.fmu")
    done = command.call("run", MODEL, "-H", "0.1", "--stop-time=0.2", "-o", folder / "a.mat", "--isolation=none")
    assert done.returncode == 0, done.stderr
    return {
        "a.fmu": ("info", shutil.copy(BUILD / "models/prey.fmu", folder / "a.fmu")),
        "modelDescription.xml": ("info", folder / "a.fmu"),
        "terminalsAndIcons.xml": ("check", BUILD / "tests/fmus/terminal-left.fmu"),
        "buildDescription.xml": ("compile", folder / "sources.fmu"),
        "a.ssp": ("info", write_archive(folder / "a.ssp", ssp)),
        # First unpacked, then read.
        "a.ssp 1": ("info", folder / "a.ssp"),
        "a.ssv": ("check", folder / "a.ssv"),
        "a.ssm": ("check", folder / "a.ssm"),
        "a.ssb": ("check", folder / "a.ssb"),
        "OspSystemStructure.xml": ("info", folder / "OspSystemStructure.xml"),
        "a.csv": ("plot", folder / "a.csv", "-o", folder / "a.svg"),
        "a.mat": ("plot", folder / "a.mat", "-o", folder / "b.svg"),
        "results.xml": ("info", write_archive(folder / "runs.ssp", {
            **ssp, **{"extra/org.lockstep/results/" + name: text for name, text in runs.items()}})),
        "results/1.csv": ("info", folder / "runs.ssp"),
        "a.md": ("check", folder / "a.md"),
    }  # fmt: skip


def test_documents():
    """Each kind of document is taken apart by the reader alone, also where it lies in an archive: its crash is that of
    the document that it got, and without it the same command does its work"""

    def test(installed):
        for name, what in make_documents(installed.folder).items():
            document, _, after = name.partition(" ")
            environment = {**command.ENVIRONMENT, "LOCKSTEP_FMI_HEADERS": str(BUILD / "data/fmi"),
                           "XDG_CACHE_HOME": str(installed.folder / "cache")}  # fmt: skip
            done = command.call(*what, env=environment)
            assert done.returncode == 0, (name, done.stdout, done.stderr)
            shutil.rmtree(installed.folder / "cache", ignore_errors=True)
            done = command.call(*what, env={**environment, "CRASHES_READING": document, "CRASHES_AFTER": after})
            said = done.stdout + done.stderr
            assert done.returncode in (0, 1) and document in said, (name, done.returncode, said)
            assert "crashed (Segmentation fault)" in said, (name, said)

    with_program(BUILD / "tests/core/base/crashing-reader", test)


def test_each_task():
    """The reader crashes once, at each of its tasks: that is an error with its cause, whatever was being read, never an
    answer without what could not be read"""

    def test(installed):
        folder = installed.folder
        documents = make_documents(folder)
        archive = entries_of(MODEL)
        part = DOCUMENTS["a.ssv"]
        structure = archive["SystemStructure.ssd"].decode()
        before = structure.index("<ssd:Elements>")
        binding = '<ssd:ParameterBindings><ssd:ParameterBinding source="a.ssv"/></ssd:ParameterBindings>'
        archive["SystemStructure.ssd"] = (structure[:before] + binding + structure[before:]).encode()
        bound = write_archive(folder / "bound.ssp", {**archive, "a.ssv": part})
        unnamed = shutil.copy(documents["a.fmu"][1], folder / "unnamed.zip")
        command_lines = [
            *(what for what in documents.values()),
            ("check", folder / "a.fmu"),
            ("check", unnamed),
            ("check", bound),
            ("check", folder / "OspSystemStructure.xml"),
            ("run", bound, "-H", "0.1", "--stop-time=0.2", "-q", "-o", folder / "x.csv"),
            ("compare", folder / "a.ssp", "--step-size=0.1", "--stop-time=0.2", "--reference", folder / "a.mat"),
        ]
        tally = folder / "tally"
        for what in command_lines:
            environment = {**command.ENVIRONMENT, "LOCKSTEP_FMI_HEADERS": str(BUILD / "data/fmi"),
                           "XDG_CACHE_HOME": str(folder / "cache"), "COUNTS_READING": str(tally)}  # fmt: skip

            def call(**more):
                tally.unlink(missing_ok=True)
                shutil.rmtree(folder / "cache", ignore_errors=True)
                return command.call(*what, env={**environment, **more})

            done = call()
            assert done.returncode == 0, (what, done.stdout, done.stderr)
            n = tally.stat().st_size
            assert n > 0, what
            for k in range(1, n + 1):
                done = call(CRASHES_TASK=str(k))
                said = done.stdout + done.stderr
                # A model is shown with what is missing of it, runs are compared without errors.
                assert done.returncode in (1, 3) or what[0] in ("info", "compare"), (what, k, n, done)
                assert "crashed (Segmentation fault)" in said, (what, k, n, done)
                assert ":0:" not in said, (what, k, n, done)

    with_program(BUILD / "tests/core/base/crashing-reader", test)


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
