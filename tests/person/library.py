#!/usr/bin/python3
"""The library: a folder is added, watched, searched and removed; preferences do the same."""

import os
import re
import shutil
import time
import zipfile

from person import (
    MODELS, State, box, children, click, description_of, has, key, main, name_of, pixels, role_of,
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


def said_of(p, name):
    """What is said of a row that is there, in sight or not."""
    library = p.find("list box", "Library")
    return next((description_of(t) for t in children(library) if name_of(t) == name), "")


def unusable(j):
    """What is no FMU, and one for other computers only, is listed with the reason"""
    p = j.program
    (j.fmus / "broken.fmu").write_text("not a zip")
    with zipfile.ZipFile(MODELS / "prey.fmu") as source:
        with zipfile.ZipFile(j.fmus / "other.fmu", "w") as target:
            for entry in source.namelist():
                target.writestr(entry.replace("linux64/", "win64/"), source.read(entry))
    wait(lambda: "not a zip archive" in said_of(p, "broken"), "why it is none", 10)
    wait(lambda: "there are binaries for win64, none for linux64" in said_of(p, "other"), "for whom")
    assert "CS" in said_of(p, "other") and "cannot" not in said_of(p, "hare"), said_of(p, "hare")
    for name in ("broken", "other"):
        (j.fmus / f"{name}.fmu").unlink()
    wait(lambda: not {"broken", "other"} & set(rows(p)), "their end", 10)


def burst(j):
    """Many files one after the other, others that never stop: listed all the same, the row stays"""
    p = j.program
    click(p.library_row("hare"))
    for i in range(40):
        shutil.copy(j.fmus / "hare.fmu", j.fmus / f"burst-{i:02}.fmu")
        (j.fmus / "log.txt").write_text(str(i))

    def is_listed():
        (j.fmus / "hare.fmu").touch()
        (j.fmus / "log.txt").write_text("x")
        time.sleep(0.05)  # the pace of who goes on writing
        return "burst-39" in rows(p)

    wait(is_listed, "the last one", 20)
    wait(lambda: [n for n in rows(p) if n.startswith("burst")] == [f"burst-{i:02}" for i in range(40)],
         "all forty in order", 10)  # fmt: skip
    wait(lambda: has(row_of(p, "hare"), State.SELECTED), "the row that was selected")
    for i in range(40):
        (j.fmus / f"burst-{i:02}.fmu").unlink()
    wait(lambda: not [n for n in rows(p) if n.startswith("burst")], "the end of all", 10)


def thousands(j):
    """Of very many the first are listed; the others are a part of their name away"""
    p = j.program
    for i in range(1000):
        os.link(j.fmus / "hare.fmu", j.fmus / f"many-{i:04}.fmu")
    wait(lambda: any(re.match(r"75\d more: type a part of a name", n) for n in rows(p)), "how many", 30)
    assert len(rows(p)) < 450, len(rows(p))
    assert "many-0999" not in rows(p)
    p.fill("Search library", "many-0999")
    wait(lambda: find_shown(p) == ["many-0999"], "the last of them", 15)
    wait(lambda: "CS" in said_of(p, "many-0999"), "what it can do")
    p.fill("Search library", "")
    wait(lambda: "many-0999" not in find_shown(p) and "my fmus" in find_shown(p), "all again", 15)
    for i in range(1000):
        (j.fmus / f"many-{i:04}.fmu").unlink()
    wait(lambda: not [n for n in rows(p) if "many" in n or "more" in n], "the end of all", 30)


def row_of(p, name):
    return next(t for t in children(p.find("list box", "Library")) if name_of(t) == name)


def vanished(j):
    """A folder that goes away is still listed, and says so; when it is back, so are its FMUs"""
    p = j.program
    elsewhere = j.folder / "elsewhere"
    j.fmus.rename(elsewhere)
    wait(lambda: "Folder not found" in rows(p), "what became of it", 15)
    assert "my fmus" in rows(p) and "hare" not in rows(p), rows(p)
    elsewhere.rename(j.fmus)
    wait(lambda: "hare" in rows(p) and "Folder not found" not in rows(p), "its FMUs", 15)


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


main([add, watched, unusable, burst, thousands, vanished, searched, removed, preferences])
