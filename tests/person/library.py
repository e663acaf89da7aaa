#!/usr/bin/python3
"""The library: a folder is added, watched, searched and removed; preferences do the same."""

import shutil

from person import (
    MODELS, State, box, children, click, has, key, main, name_of, pixels, role_of,
    wait,
)  # fmt: skip


def rows(p):
    library = p.find("list box", "Library")
    return [name_of(t) for t in children(library) if role_of(t) == "list item"]


def add(j):
    """A folder of FMUs is added by the dialog, and its FMUs are listed"""
    p = j.start(environment={"GTK_THEME": ""})  # which would go before the preferences
    j.fmus = j.folder / "my fmus"
    j.fmus.mkdir()
    shutil.copy(MODELS / "prey.fmu", j.fmus / "hare.fmu")
    key("ctrl+shift+o")
    p.accept_file("Open Library Folder", j.fmus, "Open")
    wait(lambda: "my fmus" in rows(p) and "hare" in rows(p), "the folder and its FMU")


def watched(j):
    """What is put into the folder appears, what is taken out goes, without being asked"""
    p = j.program
    shutil.copy(MODELS / "predator.fmu", j.fmus / "lynx.fmu")
    wait(lambda: "lynx" in rows(p), "the new FMU", 10)
    (j.fmus / "lynx.fmu").unlink()
    wait(lambda: "lynx" not in rows(p), "the end of the FMU", 10)


def searched(j):
    """A word finds it, and it is placed by Return"""
    p = j.program
    p.fill("Search library", "hare")
    wait(lambda: [n for n in find_shown(p) if n == "hare"], "the FMU found")
    key("Return")
    wait(lambda: "hare" in p.blocks() or "prey" in p.blocks(), "its block")
    p.fill("Search library", "")


def find_shown(p):
    library = p.find("list box", "Library")
    return [name_of(t) for t in children(library) if has(t, State.SHOWING)]


def removed(j):
    """The button beside its name takes it away; the file stays"""
    p = j.program
    p.library_row("my fmus")
    click(p.find("push button", "Remove my fmus from the library"))
    wait(lambda: "my fmus" not in rows(p), "the end of the folder")
    assert (j.fmus / "hare.fmu").exists()


def preferences(j):
    """Preferences list folders and remove them; dark is dark at once"""
    p = j.program
    key("ctrl+shift+o")
    p.accept_file("Open Library Folder", j.fmus, "Open")
    wait(lambda: "my fmus" in rows(p), "the folder again")
    left, top, width, height = box(p.canvas)
    corner = (left + width - 9, top + 9)
    key("ctrl+comma")
    dialog = p.find("dialog", "Preferences")
    folders = p.find("list box", "Library folders", dialog)
    row = wait(lambda: next((t for t in children(folders) if str(j.fmus) in name_of(t)), None),
               "the folder in the preferences")  # fmt: skip
    click(row)
    p.press("Remove from Library", dialog)
    wait(lambda: "my fmus" not in rows(p), "the end of the folder")
    appearance = p.find("combo box", "Appearance", dialog)
    click(appearance)
    click(p.find("menu item", "Dark"))
    wait(lambda: sum(pixels([corner])[0]) < 240, "a dark diagram")
    key("Escape")
    p.gone("dialog", "Preferences")


main([add, watched, searched, removed, preferences])
