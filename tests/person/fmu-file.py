#!/usr/bin/python3
"""An FMU file changed, deleted or never there: noticed, said, mended; the model is not lost."""

import shutil
import zipfile

from person import MODELS, click, description_of, key, main, wait

GONE, CHANGED = "no longer on disk", "changed on disk"


def bar(p, *words):
    """A bar above the diagram that says so."""
    return p.wait_label(*words)


def no_bar(p, word):
    wait(lambda: not [t for t in p.labels() if t and word in t], f"the end of the bar {word!r}")


def problem_of(p, block):
    return description_of(p.block(block))


def description_in(path):
    """The description of the FMU prey within an SSP, and the document."""
    with zipfile.ZipFile(path) as archive:
        name = next(n for n in archive.namelist() if n.endswith("prey.fmu"))
        with archive.open(name) as inner, zipfile.ZipFile(inner) as fmu:
            return fmu.read("modelDescription.xml"), archive.read("SystemStructure.ssd").decode()


def description_of_file(path):
    with zipfile.ZipFile(path) as fmu:
        return fmu.read("modelDescription.xml")


def build(j):
    p = j.program
    j.prey = j.copy(MODELS / "prey.fmu")
    j.predator = j.copy(MODELS / "predator.fmu")
    for n, fmu in enumerate((j.prey, j.predator), 1):
        key("ctrl+i")
        p.accept_file("Add FMUs", fmu, "Add")
        p.wait_status(f"{n} component")
    p.wire("prey", "population", "predator", "prey")
    p.wire("predator", "population", "prey", "predators")
    p.wait_status("2 connections")


def start(j):
    """Two components from files of one's own, coupled"""
    j.start()
    build(j)
    assert "disk" not in problem_of(j.program, "prey")


def deleted(j):
    """Deleted underneath: said at once, the block is marked, and the model still runs"""
    p = j.program
    j.prey.rename(j.folder / "elsewhere.fmu")
    bar(p, "“prey.fmu”", GONE)
    wait(lambda: GONE in problem_of(p, "prey"), "the mark of the block")
    assert GONE not in problem_of(p, "predator")
    p.wait_status("2 components", "2 connections")
    key("F5")
    wait(lambda: "Done" in p.run_status(), "the outcome", 60)


def saved(j):
    """Saved, the model holds the FMU that was opened, and needs the file no more"""
    p = j.program
    j.model = j.folder / "kept.ssp"
    p.save_as(j.model)
    inside, _ = description_in(j.model)
    assert inside == description_of_file(MODELS / "prey.fmu")
    wait(lambda: GONE not in problem_of(p, "prey"), "the end of the mark")


def located(j):
    """Locate… takes the file from its new place; one step to undo"""
    p = j.program
    key("ctrl+n")
    p.wait_status("0 components")
    build(j)
    j.prey.unlink()
    bar(p, "“prey.fmu”", GONE)
    click(p.button("Locate…"))
    p.accept_file("Locate “prey.fmu”", j.folder / "elsewhere.fmu", "Use")
    wait(lambda: GONE not in problem_of(p, "prey"), "the end of the mark")
    no_bar(p, GONE)
    p.wait_status("2 connections", "0 inputs open")
    wait(lambda: "Locate FMUs" in description_of(p.button("Undo")), "Locate at Undo")
    key("ctrl+z")
    bar(p, "“prey.fmu”", GONE)
    key("ctrl+shift+z")
    no_bar(p, GONE)


def kept(j):
    """Changed underneath and kept: what is saved is what was opened"""
    p = j.program
    shutil.copy(MODELS / "left-body.fmu", j.folder / "elsewhere.fmu")
    bar(p, "“elsewhere.fmu”", CHANGED)
    wait(lambda: CHANGED in problem_of(p, "prey"), "the mark of the block")
    p.press("Keep Mine")
    no_bar(p, "“elsewhere.fmu”")
    model = j.folder / "mine.ssp"
    p.save_as(model)
    with zipfile.ZipFile(model) as archive:
        with archive.open("resources/elsewhere.fmu") as inner, zipfile.ZipFile(inner) as fmu:
            assert fmu.read("modelDescription.xml") == description_of_file(MODELS / "prey.fmu")


def reloaded(j):
    """Changed underneath and reloaded: what fits stays, what does not is said; undo brings it back"""
    p = j.program
    key("ctrl+n")
    p.wait_status("0 components")
    build(j)
    j.copy(MODELS / "prey-basic.fmu", "prey.fmu")
    bar(p, "“prey.fmu”", CHANGED)
    p.press("Reload")
    no_bar(p, CHANGED)
    p.wait_status("2 connections", "0 inputs open")
    wait(lambda: CHANGED not in problem_of(p, "prey"), "the end of the mark")
    j.copy(MODELS / "left-body.fmu", "prey.fmu")
    bar(p, "“prey.fmu”", CHANGED)
    p.press("Reload")
    bar(p, "Some items do not match the FMU")
    p.wait_status("2 components", "0 connections")
    key("ctrl+z")
    p.wait_status("2 connections", "0 inputs open")


def never_there(j):
    """A model whose FMU is missing opens, keeps all, and is whole once the file is located"""
    j.program.end()
    broken = j.folder / "broken.ssp"
    with zipfile.ZipFile(j.model) as old, zipfile.ZipFile(broken, "w") as new:
        for name in old.namelist():
            if not name.endswith("prey.fmu"):
                new.writestr(name, old.read(name))
    p = j.start(broken)
    bar(p, "“prey.fmu”", "not found")
    p.wait_status("2 components", "2 connections")
    key("ctrl+s")
    wait(lambda: not p.title().startswith("*"), "the save")
    click(p.button("Locate…"))
    p.accept_file("Locate “prey.fmu”", MODELS / "prey.fmu", "Use")
    no_bar(p, "not found")
    p.wait_status("2 connections", "0 inputs open")
    key("ctrl+s")
    wait(lambda: p.title() == "broken.ssp – Lockstep", "the saved model")
    inside, document = description_in(broken)
    before = description_in(j.model)[1]
    assert inside == description_of_file(MODELS / "prey.fmu")
    assert document.count("Connection ") == before.count("Connection "), document
    key("F5")
    wait(lambda: "Done" in p.run_status(), "the outcome", 60)


main([start, deleted, saved, located, kept, reloaded, never_there])
