#!/usr/bin/python3
"""Files and components that are not as they should be: a word on each, nothing lost."""

import os
import re
import zipfile

from person import FMUS, MODELS, State, click, description_of, has, key, main, say, text_of, wait


def open_model(j, path):
    key("ctrl+o")
    j.program.accept_file("Open Model", path, "Open")


def add(j, path):
    key("ctrl+i")
    j.program.accept_file("Add FMUs", path, "Add")


def close_bars(j):
    """Closes what reports problems above the diagram."""
    p = j.program
    while buttons := p.find_all("push button", "Close"):
        click(buttons[0])
        wait(lambda: len(p.find_all("push button", "Close")) < len(buttons), "a bar less")


def start(j):
    """A model with an edit that is not saved"""
    j.model = j.copy(MODELS / "lotka-volterra.ssp")
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Stop time", "19")
    key("Return")
    wait(lambda: p.title().startswith("*"), "the mark of the edit")


def not_a_model(j):
    """A model that is no zip is refused, the open one stays"""
    p = j.program
    bad = j.folder / "bad.ssp"
    bad.write_text("no zip at all\n" * 50)
    open_model(j, bad)
    # There are unsaved edits: they are asked about first.
    p.discard_changes()
    say(p.wait_label("bad.ssp", "could not be opened"))
    assert len(p.blocks()) == 2 and p.title().startswith("*"), p.title()
    assert text_of(p.find("text", "Stop time")) == "19"
    close_bars(j)


def bad_components(j):
    """FMUs that cannot be: said why, no block made or a block that says so"""
    p = j.program
    bad = j.folder / "bad.fmu"
    bad.write_text("no zip at all\n" * 50)
    add(j, bad)
    say(p.wait_label("bad.fmu", "could not be opened"))
    assert len(p.blocks()) == 2
    close_bars(j)


def missing_parts(j, name, *words):
    """The component is placed and the run says what is missing of it, in its name."""
    p = j.program
    key("ctrl+n")
    if p.title().startswith("*"):
        p.discard_changes()
    wait(lambda: not p.blocks(), "an empty diagram")
    add(j, FMUS / f"{name}.fmu")
    said = None
    wait(lambda: p.blocks() or p.find_all("push button", "Close"), "a block or a problem")
    if p.blocks():
        key("F5")
    said = p.wait_label(*words, seconds=15)
    say(said)
    assert p.is_alive()
    close_bars(j)


def no_binary(j):
    """No binary for this platform"""
    missing_parts(j, "no-binary", "binary")


def missing_library(j):
    """A library that the binary needs is not there: its name is said"""
    missing_parts(j, "missing-library", "liblockstep-absent.so")


def null_instance(j):
    """A component that cannot be instantiated"""
    missing_parts(j, "null-instance", "fmi2Instantiate", "null-instance.fmu")


def fails_in_run(j):
    """An error of a component in its step: component, call and time are named, curves kept"""
    p = j.program
    key("ctrl+n")
    if p.title().startswith("*"):
        p.discard_changes()
    wait(lambda: not p.blocks(), "an empty diagram")
    add(j, FMUS / "faulty.fmu")
    wait(lambda: list(p.blocks()) == ["faulty"], "the block")
    values = p.find("list box", "Parameters and start values")
    other = p.find("text", "largest_step", values)
    p.fill("Filter parameters", "goes wrong")
    wait(lambda: not has(other, State.SHOWING), "the filtered list")
    click(p.find("combo box", "fault", values))
    item = wait(lambda: next((t for t in p.find_all("menu item", "error")), None), "the choice")
    click(item)
    wait(lambda: p.is_sensitive(p.find("push button", "Reset fault", values)), "the choice taken")
    key("F5")
    said = p.wait_label("faulty", "fmi2DoStep", "t = 0.499", seconds=15)
    say(said)
    p.wait_figure("Trajectories", "x: from")
    p.show_page("Results")
    outcome = wait(lambda: p.results(), "the table")["NI-Jacobi"]
    assert outcome["Status"].startswith("failed"), outcome
    assert int(outcome["Macro steps"]) >= 490, outcome
    p.show_page("Messages")
    row = p.find("list item", re.compile("fmi2DoStep"))
    click(row, times=2)
    wait(lambda: has(p.block("faulty"), State.SELECTED), "the block of the message")
    p.show_page("Plots")
    close_bars(j)


def changed_on_disk(j):
    """The file of the model changes on disk: asked, mine kept or theirs read"""
    p = j.program
    open_model(j, j.model)
    if p.title().startswith("*"):
        p.discard_changes()
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Stop time", "18")
    key("Return")
    wait(lambda: p.title().startswith("*"), "the mark of the edit")
    os.replace(j.copy(MODELS / "two-bodies.ssp", "other.ssp"), j.model)
    say(p.wait_label("lotka-volterra.ssp", "changed on disk"))
    assert sorted(p.blocks()) == ["predator", "prey"]
    theirs = j.model.read_bytes()
    key("ctrl+s")
    p.find("alert", None, seconds=10)
    key("Escape")
    p.gone("alert")
    assert j.model.read_bytes() == theirs and p.title().startswith("*")
    click(p.button("Keep Mine"))
    p.gone("push button", "Keep Mine")
    assert sorted(p.blocks()) == ["predator", "prey"] and p.title().startswith("*")
    os.replace(j.copy(MODELS / "two-bodies.ssp", "other.ssp"), j.model)
    click(p.find("push button", "Reload", seconds=10))
    p.discard_changes()
    wait(lambda: sorted(p.blocks()) == ["left", "right"], "the other model")
    assert not p.title().startswith("*"), p.title()


def faulty_structure(j):
    """What a document has otherwise than the standard is said, and the model opens all the same"""
    p = j.program
    path = j.copy(MODELS / "two-bodies.ssp", "faulty.ssp")
    with zipfile.ZipFile(MODELS / "two-bodies.ssp") as source, zipfile.ZipFile(path, "w") as target:
        for entry in source.namelist():
            data = source.read(entry)
            if entry == "SystemStructure.ssd":
                data = data.replace(b"<ssd:Component ", b'<ssd:Component colour="red" ', 1)
            target.writestr(entry, data)
    open_model(j, path)
    p.discard_changes()
    wait(lambda: p.title().startswith("faulty"), "the model")
    assert sorted(p.blocks()) == ["left", "right"]
    p.show_page("Messages")
    p.find("list item", re.compile("Warning.*colour is not known|colour is not known"))
    p.show_page("Plots")


def unwritable(j):
    """A place that cannot be written is said, nothing is lost"""
    p = j.program
    p.fill("Stop time", "1")
    key("ctrl+shift+s")
    click(p.choose_file("Save Model", "/proc/no.ssp", "Save"))
    say(p.wait_label("not saved"))
    assert p.title().startswith("*") and len(p.blocks()) == 2, description_of(p.canvas)


main([start, not_a_model, bad_components, no_binary, missing_library, null_instance,
      fails_in_run, changed_on_disk, unwritable, faulty_structure])  # fmt: skip
