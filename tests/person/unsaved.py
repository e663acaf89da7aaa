#!/usr/bin/python3
"""Unsaved work: whatever takes its place asks first, and what was given up can be had back."""

import os
import re
import zipfile
from pathlib import Path

from person import MODELS, click, key, main, wait

DOCUMENTS = Path.home() / "Papers"
REPLACED = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state") / "lockstep/replaced"


def open_lesson(p, title):
    key("F10")
    click(p.find("menu", "Lessons"))
    click(p.find("menu item", title))
    p.wait_label("1 of")


def press(p, label):
    click(p.button(label, p.find("scroll pane", "Lesson")))


def answer(p, name):
    """The question about unsaved changes."""
    alert = p.find("alert", None)
    click(p.find("push button", name, alert))
    p.gone("alert")


def build(p):
    p.place("prey", 0.15, 0.3)
    p.place("predator", 0.6, 0.3)
    p.wire("prey", "population", "predator", "prey")
    p.wait_status("2 components", "1 connection,")


def lesson_asks(j):
    """A new model, wired; a lesson that sets its model up asks before it takes the place"""
    p = j.start(welcome=True)
    click(p.button("New Model"))
    p.leave_start()
    build(p)
    open_lesson(p, "The overshoot of Jacobi")
    press(p, "Set the model up")
    p.wait_label("Save the changes to", "Untitled")
    answer(p, "Cancel")
    p.wait_label("The model stays as it is.")
    assert sorted(p.blocks()) == ["predator", "prey"] and len(p.wires()) == 1
    assert p.title().startswith("*Untitled"), p.title()


def lesson_replaces(j):
    """Closed without saving it is replaced by the lesson's model"""
    p = j.program
    press(p, "Set the model up")
    p.find("alert", None)
    answer(p, "Close without Saving")
    p.wait_label("Done: Set the model up")
    wait(lambda: len(p.wires()) == 2, "the lesson's model")
    wait(lambda: list(REPLACED.glob("*.ssp")), "the copy of what was replaced")


def own_edits(j):
    """What the lesson itself changed it does not ask about"""
    p = j.program
    assert p.title().startswith("*"), p.title()
    press(p, "Set the model up")
    p.wait_label("Done: Set the model up")
    assert not p.find_all("alert")


def edits_between(j):
    """An edit of one's own between two buttons is asked about, however many buttons later"""
    p = j.program
    click(p.block("prey"))
    key("ctrl+d")
    wait(lambda: len(p.blocks()) == 3, "a duplicate")
    key("alt+Page_Down")
    p.wait_label("2 of 6")
    press(p, "Run NI-Jacobi with 0.1 s")
    p.wait_label("Done: Run NI-Jacobi", seconds=30)
    p.wait_run()
    key("alt+Page_Up")
    p.wait_label("1 of 6")
    press(p, "Set the model up")
    p.find("alert", None)
    answer(p, "Cancel")
    assert len(p.blocks()) == 3


def had_back(j):
    """What was closed without saving is in the menu of recent models, as it was"""
    p = j.program
    p.press("Close Lesson")
    p.gone("scroll pane", "Lesson")
    key("F10")
    click(p.find("menu", "File"))
    click(p.find("menu", "Open Recent"))
    click(p.find("menu item", re.compile("^Untitled, ")))
    p.find("alert", None)
    answer(p, "Close without Saving")
    wait(lambda: sorted(p.blocks()) == ["predator", "prey"] and len(p.wires()) == 1, "the model again")
    assert p.title().startswith("*Untitled"), p.title()
    wait(lambda: len([f for f in REPLACED.glob("*.ssp") if ".runs-" not in f.name]) == 2, "the other one")
    # Those of a lesson's run went along with it.
    assert [f for f in REPLACED.glob("*.runs-0.ssp")]


def documents(j):
    """Saving it proposes the user's documents, not the folder of the examples"""
    p = j.program
    before = {f.name: f.stat().st_mtime_ns for f in MODELS.iterdir()}
    key("ctrl+s")
    click(p.choose_file("Save Model", "mine.ssp", "Save"))
    wait(lambda: p.title() == "mine.ssp – Lockstep", "the saved file")
    assert (DOCUMENTS / "mine.ssp").exists()
    assert before == {f.name: f.stat().st_mtime_ns for f in MODELS.iterdir()}
    with zipfile.ZipFile(DOCUMENTS / "mine.ssp") as archive:
        assert "resources/prey.fmu" in archive.namelist()


def block_folder(j):
    """Nor can it be put beside the blocks or the help"""
    p = j.program
    for folder in (MODELS / "blocks", MODELS.parent / "data" / "lessons", MODELS.parent / "data" / "help"):
        key("ctrl+shift+s")
        click(p.choose_file("Save Model", folder / "mine.ssp", "Save"))
        p.wait_label("Examples are read-only")
        assert not (folder / "mine.ssp").exists()
        click(p.button("Close"))
        p.wait_active()


def reload_asks(j):
    """Changed on disk and in the window: Reload asks, and Cancel keeps bar and model"""
    p = j.program
    click(p.block("prey"))
    key("Delete")
    wait(lambda: list(p.blocks()) == ["predator"], "the edit")
    (DOCUMENTS / "mine.ssp").write_bytes((MODELS / "two-bodies.ssp").read_bytes())
    click(p.find("push button", "Reload", seconds=15))
    p.find("alert", None)
    answer(p, "Cancel")
    assert list(p.blocks()) == ["predator"]
    click(p.find("push button", "Reload"))
    p.find("alert", None)
    answer(p, "Close without Saving")
    wait(lambda: sorted(p.blocks()) == ["left", "right"], "the file")
    p.gone("push button", "Keep Mine")


def closed_window(j):
    """A window closed without saving leaves a copy as well, which the next start has in its menu"""
    p = j.program
    click(p.block("right"))
    key("Delete")
    wait(lambda: list(p.blocks()) == ["left"], "the edit")
    n = len(list(REPLACED.glob("*.ini")))
    key("ctrl+q")
    p.discard_changes()
    wait(lambda: not p.is_alive(), "the end")
    assert len(list(REPLACED.glob("*.ini"))) == n + 1
    p = j.start()
    assert not [t for t in p.labels() if "unsaved changes" in t]
    key("F10")
    click(p.find("menu", "File"))
    click(p.find("menu", "Open Recent"))
    items = wait(lambda: p.find_all("menu item", re.compile("^mine.ssp, ")), "the copies")
    click(items[0])
    wait(lambda: list(p.blocks()) == ["left"], "the newest of them")
    assert p.title() == "*mine.ssp – Lockstep", p.title()


if __name__ == "__main__":
    DOCUMENTS.mkdir(exist_ok=True)
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "user-dirs.dirs"
    config.write_text('XDG_DOCUMENTS_DIR="$HOME/Papers"\n')
    main([lesson_asks, lesson_replaces, own_edits, edits_between, had_back, documents, block_folder,
          reload_asks, closed_window])  # fmt: skip
