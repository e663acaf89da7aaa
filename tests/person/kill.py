#!/usr/bin/python3
"""Killed while editing: what was done is offered again at the next start, and complete."""

import itertools
import time
import zipfile

from person import MODELS, RECOVERY, SLOW, click, key, main, say, wait


def copies():
    return list(RECOVERY.glob("*.ssp"))


def document(path):
    with zipfile.ZipFile(path) as archive:
        return archive.read("SystemStructure.ssd").decode()


def edit(j):
    """An edit is copied within five seconds, without being saved"""
    j.model = j.copy(MODELS / "two-bodies.ssp")
    j.before = j.model.read_bytes()
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    click(p.block("left"))
    p.fill("m", "7.5")
    key("Return")
    begin = time.monotonic()
    wait(lambda: p.title().startswith("*"), "the mark of the edit")
    wait(lambda: any('"7.5"' in document(c) for c in copies()), "the copy", 5)
    say(f"copied after {time.monotonic() - begin:.1f} s")
    assert time.monotonic() - begin < 5 * SLOW
    assert j.model.read_bytes() == j.before


def steady_edits(j):
    """Who edits on and on gets copies all the same"""
    p = j.program
    end = time.monotonic() + 5 * SLOW
    stamp = max(c.stat().st_mtime_ns for c in copies())
    click(p.block("left"))
    # To and fro, or on a slow machine it would come to lie under another one.
    for direction in itertools.cycle(("Right", "Left")):
        if max(c.stat().st_mtime_ns for c in copies()) != stamp:
            break
        assert time.monotonic() < end, "no copy while edits go on"
        key(direction)
        wait(lambda: True, "a turn")
    p.place("prey", 0.3, 0.8)
    wait(lambda: any("prey" in document(c) for c in copies()), "the copy with a new component")


def killed(j):
    """Killed, the next start offers what was done"""
    j.program.kill()
    assert copies()
    p = j.start()
    p.wait_label("two-bodies.ssp", "unsaved changes")
    assert j.model.read_bytes() == j.before


def offers_nothing(p):
    # An offer comes in an idle moment of the start; that there is none, nothing tells.
    time.sleep(0.5 * SLOW)
    assert not [t for t in p.labels() if "unsaved changes" in t]


def second_start(j):
    """A second window of the program does not offer it again"""
    p = j.program
    other = j.start()
    offers_nothing(other)
    other.process.terminate()
    other.process.wait()
    j.program = p


def restored(j):
    """Restored it is the model as it was, under its name and to be saved"""
    p = j.program
    click(p.button("Restore"))
    wait(lambda: sorted(p.blocks()) == ["left", "prey", "right"], "the components")
    wait(lambda: p.title() == "*two-bodies.ssp – Lockstep", "the title")
    assert len(p.wires()) == 3, p.wires()
    click(p.block("left"))
    wait(lambda: p.find("text", "m") and p.find_all("text", "m")[0].get_text(0, -1) == "7.5", "7.5")


def killed_again(j):
    """Killed at once after it, nothing is lost either"""
    j.program.kill()
    p = j.start()
    p.wait_label("two-bodies.ssp", "unsaved changes")
    click(p.button("Restore"))
    wait(lambda: len(p.blocks()) == 3, "the components")


def saved(j):
    """Saved, there is nothing to be restored any more"""
    p = j.program
    key("ctrl+s")
    wait(lambda: p.title() == "two-bodies.ssp – Lockstep", "the saved file")
    assert 'name="prey"' in document(j.model) and '"7.5"' in document(j.model)
    wait(lambda: not copies(), "the end of the copy")
    key("ctrl+q")
    wait(lambda: not p.is_alive(), "the end of the program")
    p = j.start()
    offers_nothing(p)


def discarded(j):
    """What is not wanted is thrown away"""
    p = j.program
    p.place("prey", 0.4, 0.4)
    wait(copies, "the copy")
    p.kill()
    p = j.start()
    p.wait_label("Untitled", "unsaved changes")
    click(p.button("Discard Changes"))
    wait(lambda: not copies(), "the end of the copy")
    assert not p.blocks()


main([edit, steady_edits, killed, second_start, restored, killed_again, saved, discarded])
