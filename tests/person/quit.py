#!/usr/bin/python3
"""Leaving: unsaved changes are asked about, a run under way is ended or goes on without the window."""

import os
import time
import zipfile
from pathlib import Path

from person import (
    FMUS, MODELS, RECOVERY, SLOW, State, children, click, has, helpers, key, main, name_of, wait, xdotool,
)  # fmt: skip


CACHE = Path(os.environ.get("XDG_CACHE_HOME", "")) / "lockstep/runs"


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


def answer(p, name):
    """The question about a run under way."""
    words = "Keep the run going without the window?"
    p.wait_label(words)
    click(p.find("push button", name, p.find("alert", None)))
    wait(lambda: not any(words in label for label in p.labels()), "the end of the question")


def running(j):
    """A run under way is ended, and the program with it"""
    p = j.start(MODELS / "two-bodies.ssp")
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Step size", "1e-8")
    key("F5")
    wait(lambda: has(p.button("Cancel"), State.SENSITIVE), "a run under way")
    key("ctrl+q")
    answer(p, "Cancel")
    assert p.is_alive() and has(p.button("Cancel"), State.SENSITIVE)
    key("ctrl+q")
    answer(p, "Stop")
    # From the answer on: beside a run, looking for the question takes seconds by itself.
    begin = time.monotonic()
    p.discard_changes()
    ended(j, 10)
    # The run would take minutes; a click that the question misses is made again after 1.5 s.
    assert time.monotonic() - begin < 10 * max(1, SLOW)


def hidden(j):
    """Kept running, it has no window; another start can have it shown again"""
    p = j.start(MODELS / "two-bodies.ssp")
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Step size", "1e-8")
    key("F5")
    wait(lambda: has(p.button("Cancel"), State.SENSITIVE), "a run under way")
    key("ctrl+q")
    click(p.find("push button", "Keep Running", p.find("alert", None)))
    wait(lambda: p._find_window() is None, "no window")
    other = j.start()
    other.wait_label("A run of", "two-bodies.ssp", "continues without a window")
    click(other.button("Show Window"))
    wait(lambda: p._find_window() is not None, "the window")
    other.end()
    assert p.is_alive()
    windows = xdotool("search", "--all", "--onlyvisible", "--pid", p.process.pid, "--name", "Lockstep").split()
    xdotool("windowactivate", "--sync", windows[-1])
    j.program = p
    key("ctrl+q")
    answer(p, "Stop")
    p.discard_changes()
    ended(j, 10)
    assert not list(RECOVERY.glob("*")), list(RECOVERY.glob("*"))


def kept(j):
    """Its results are offered when it has ended, and are there with the model"""
    p = j.start(j.copy(FMUS / "busy-prey.fmu"))
    wait(lambda: len(p.blocks()) == 1, "the model")
    p.fill("Step size", "1e-3")
    key("F5")
    wait(lambda: has(p.button("Cancel"), State.SENSITIVE), "a run under way")
    key("ctrl+q")
    click(p.find("push button", "Keep Running", p.find("alert", None)))
    other = j.start()
    other.wait_label("continues without a window")
    wait(lambda: not p.is_alive(), "the end of the program", 60)
    assert p.process.returncode == 0, p.process.returncode
    other.wait_label("The run of", "that was kept going has ended")
    j.files = {path: path.read_bytes() for path in RECOVERY.iterdir()}
    click(other.button("Show Results"))
    wait(lambda: len(other.blocks()) == 1, "the model")
    key("ctrl+h")
    wait(lambda: len([name_of(t) for t in children(other.find("list box", "Runs"))]) == 2, "its runs")
    assert not list(RECOVERY.glob("*.kept")), list(RECOVERY.glob("*"))
    key("ctrl+q")
    other.discard_changes()
    ended(j)
    assert not list(RECOVERY.glob("*")), list(RECOVERY.glob("*"))


def old(j):
    """What nobody asks for is gone after 30 days"""
    RECOVERY.mkdir(exist_ok=True)
    for path, content in j.files.items():
        path.write_bytes(content)
    mark = next(RECOVERY.glob("*.kept"))
    os.utime(mark, (time.time() - 31 * 86400,) * 2)
    p = j.start()
    wait(lambda: not list(RECOVERY.glob("*")), "nothing left")
    assert not any("kept going" in label for label in p.labels()), p.labels()
    p.end()


def killed(j):
    """Killed without its window, it leaves no process, and what was recorded is offered"""
    p = j.start(MODELS / "two-bodies.ssp")
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Step size", "1e-7")
    key("F5")
    wait(lambda: helpers(p), "a process of its FMUs")
    of_run = helpers(p)
    key("ctrl+q")
    click(p.find("push button", "Keep Running", p.find("alert", None)))
    wait(lambda: p._find_window() is None, "no window")
    wait(lambda: any(path.stat().st_size > 200_000 for path in CACHE.glob("*.csv")), "what was computed, on disk", 20)
    p.kill()
    wait(lambda: not any(Path(f"/proc/{pid}/exe").exists() for pid in of_run), "no process of its FMUs")
    p = j.start()
    p.wait_label("A run was interrupted")
    click(p.button("Discard Results"))
    click(p.button("Discard Changes"))  # of the step size
    wait(lambda: not list(RECOVERY.glob("*")) and not list(CACHE.glob("*")), "nothing left")
    p.end()


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
    assert not any("was interrupted" in label for label in p.labels()), p.labels()
    key("ctrl+q")
    ended(j)


main([unchanged, change, save, discard, running, hidden, kept, old, killed, shortcuts])
