#!/usr/bin/python3
"""Leaving: unsaved changes are asked about, a run under way is ended."""

import time
import zipfile

from person import MODELS, SLOW, State, click, has, key, main, wait


def ended(j, seconds=5):
    p = j.program
    wait(lambda: not p.is_alive(), "the end of the program", seconds)
    assert p.process.returncode == 0, p.process.returncode


def unchanged(j):
    """Nothing changed: Ctrl+Q leaves at once"""
    p = j.start(MODELS / "two-bodies.ssp")
    wait(lambda: len(p.blocks()) == 2, "the model")
    key("ctrl+q")
    ended(j)


def change(j):
    """With a change Ctrl+Q asks; Cancel and Escape stay"""
    j.model = j.copy(MODELS / "two-bodies.ssp")
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    click(p.block("left"))
    key("Delete")
    wait(lambda: p.title().startswith("*"), "the mark of the edit")
    key("ctrl+q")
    p.wait_label("Save the changes to", "two-bodies.ssp")
    click(p.find("push button", "Cancel", p.find("alert", None)))
    p.gone("alert")
    key("ctrl+w")
    p.find("alert", None)
    key("Escape")
    p.gone("alert")
    assert p.is_alive() and len(p.blocks()) == 1


def save(j):
    """Save saves and leaves"""
    p = j.program
    key("ctrl+q")
    click(p.find("push button", "Save", p.find("alert", None)))
    ended(j)
    with zipfile.ZipFile(j.model) as archive:
        text = archive.read("SystemStructure.ssd").decode()
    assert 'name="right"' in text and 'name="left"' not in text, text


def discard(j):
    """Close without Saving leaves the file as it was"""
    before = j.model.read_bytes()
    p = j.start(j.model)
    wait(lambda: list(p.blocks()) == ["right"], "the model")
    key("alt+2", "ctrl+a")
    p.wait_status("selected")
    key("Delete")
    wait(lambda: not p.blocks(), "an empty diagram")
    key("ctrl+q")
    p.discard_changes()
    ended(j)
    assert j.model.read_bytes() == before


def running(j):
    """A run under way is ended, and the program with it"""
    p = j.start(MODELS / "two-bodies.ssp")
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Step size", "1e-8")
    key("F5")
    wait(lambda: has(p.button("Cancel"), State.SENSITIVE), "a run under way")
    begin = time.monotonic()
    key("ctrl+q")
    p.discard_changes()
    ended(j, 10)
    # The run would take minutes; a click that the question misses is made again after 1.5 s.
    assert time.monotonic() - begin < 10 * max(1, SLOW)


def shortcuts(j):
    """After a look at the shortcuts too, nothing that is gone is used"""
    # Memory that was given back holds something else at once.
    p = j.start(environment={"G_SLICE": "always-malloc", "MALLOC_PERTURB_": "170"})
    key("ctrl+question")
    p.wait_label("New model")
    key("Escape")
    wait(lambda: "New model" not in p.labels(), "the end of the shortcuts")
    p.wait_active()
    # The run that the step before has ended is no interrupted one.
    assert not any("was cut off" in label for label in p.labels()), p.labels()
    key("ctrl+q")
    ended(j)


main([unchanged, change, save, discard, running, shortcuts])
