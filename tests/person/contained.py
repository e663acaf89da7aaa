#!/usr/bin/python3
"""Documents of strangers: the window takes none apart. The process that reads them crashes at the one that is opened,
and all that the window has of it is a sentence."""

import os
import shutil
import subprocess
import zipfile

from person import BUILD, LOCKSTEP, MODELS, SCRATCH, WORKBENCH, Program, key, main, say

PLACES = {f"LOCKSTEP_{name.upper()}": str(BUILD / folder)
          for name, folder in {"models": "models", "lessons": "data/lessons", "help": "data/help"}.items()}  # fmt: skip


def install(j):
    """The program in a folder of its own, beside it the reader that crashes"""
    root = SCRATCH / "installed"
    (root / "bin").mkdir(parents=True)
    (root / "libexec").mkdir()
    j.workbench = shutil.copy(WORKBENCH, root / "bin")
    shutil.copy(BUILD / "src/host/lockstep-host", root / "libexec")
    for name in "lockstep-reader", "lockstep-results-reader":
        shutil.copy(BUILD / "tests/core/base/crashing-reader", root / "libexec" / name)


def open_with(j, path, document, after=0, table=None):
    """Started with a file; of this, or of a table that is imported, the reader cannot read this document"""

    def launch(log):
        environment = {**os.environ, **PLACES, "CRASHES_READING": document, "CRASHES_AFTER": str(after)}
        return subprocess.Popen([j.workbench, str(path)], stdout=log, stderr=log, cwd=SCRATCH, env=environment)

    j.program = p = Program(launch=launch, welcome=True)
    if table is not None:
        key("ctrl+h")
        p.press("Import Results…")
        p.accept_file("Import Results", table, "Open")
    said = p.wait_label("crashed (Segmentation fault)", seconds=15)
    say(said)
    assert document in said and p.is_alive(), said
    p.end()


def models(j):
    """FMUs and models: archives, descriptions, structures"""
    fmu, ssp = j.copy(MODELS / "prey.fmu", "a.fmu"), j.copy(MODELS / "two-bodies.ssp", "a.ssp")
    with zipfile.ZipFile(ssp) as z:
        z.extractall(j.folder / "unpacked")
    open_with(j, fmu, "a.fmu")
    open_with(j, fmu, "modelDescription.xml")
    open_with(j, ssp, "a.ssp")
    open_with(j, ssp, "a.ssp", after=1)
    open_with(j, j.folder / "unpacked/SystemStructure.ssd", "SystemStructure.ssd")


def runs(j):
    """Tables, results, and runs saved with a model"""
    ssp = j.copy(MODELS / "two-bodies.ssp", "b.ssp")
    for name in "a.csv", "a.mat":
        table = j.folder / name
        subprocess.run([LOCKSTEP, "run", ssp, "-H", "0.1", "--stop-time=0.2", "-o", table, "-q"], check=True,
                       stdout=subprocess.DEVNULL)
        open_with(j, ssp, name, table=table)
    saved = {
        "results.xml": '<Results xmlns="urn:org.lockstep:results:1"><Run file="1.csv" name="a" when="0"/></Results>',
        "1.csv": "time,left.x\n0,1\n1,2\n",
    }
    with zipfile.ZipFile(ssp, "a") as z:
        for name, text in saved.items():
            z.writestr(f"extra/org.lockstep/results/{name}", text)
    for name in saved:
        open_with(j, ssp, f"results/{name}" if name == "1.csv" else name)


def lessons(j):
    """Lessons"""
    path = j.folder / "a.md"
    path.write_text("---\ntitle: It\n---\n# One\n")
    open_with(j, path, "a.md")


if __name__ == "__main__":
    main([install, models, runs, lessons])
