#!/usr/bin/python3
"""The messages narrowed by severity, component and text, and copied as they are shown."""

import zipfile

from person import MODELS, State, click, has, key, main, name_of, text_of, wait


def rows(p):
    messages = p.find("list box", "Messages")
    return [name_of(t) for t in p.find_all("list item", None, messages)]


def choose(p, combo, choice):
    """Opens the combo and takes the choice of that name."""
    click(p.find("combo box", combo))
    click(p.find("menu item", choice))
    p.gone("menu item", choice)


def without(path, copy, names):
    """A copy of a model that lacks some of its files."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(copy, "w") as new:
        for name in old.namelist():
            if not name.endswith(names):
                new.writestr(name, old.read(name))
    return copy


def start(j):
    """A run and a model without its FMUs leave notes and errors"""
    p = j.start()
    key("ctrl+i")
    p.accept_file("Add FMUs", MODELS / "prey.fmu", "Add")
    wait(lambda: len(p.blocks()) == 1, "one block")
    wait(lambda: has(p.find("push button", "Run"), State.SENSITIVE), "a model that can run")
    p.run()
    p.show_page("Messages")
    wait(lambda: any("prey.predators is not connected" in name for name in rows(p)), "the note")
    broken = without(MODELS / "lotka-volterra.ssp", j.folder / "broken.ssp", (".fmu",))
    key("ctrl+o")
    p.accept_file("Open Model", broken, "Open")
    p.discard_changes()
    wait(lambda: p.title().startswith("broken"), "the model")
    wait(lambda: sum(name.startswith("Error: ") for name in rows(p)) == 2, "two errors")
    j.all = rows(p)
    print("#", *j.all, sep="\n# ")


def severity(j):
    """Errors only, then all again"""
    p = j.program
    choose(p, "Severity of messages", "Errors")
    wait(lambda: len(rows(p)) == 2 and all("Error: p" in name for name in rows(p)), "errors only")
    p.wait_label(f"2 of {len(j.all)} messages")
    choose(p, "Severity of messages", "All messages")
    wait(lambda: rows(p) == j.all, "all")


def component(j):
    """Those of one component, or of none"""
    p = j.program
    choose(p, "Component of messages", "prey")
    wait(lambda: len(rows(p)) == 1 and rows(p)[0].startswith("Error: prey"), "those of prey")
    choose(p, "Component of messages", "Model and runs")
    wait(lambda: rows(p) and not any("Error" in name for name in rows(p)), "those of none")
    choose(p, "Component of messages", "All components")
    wait(lambda: rows(p) == j.all, "all")


def text(j):
    """Those with a text, whatever its case, as one types"""
    p = j.program
    p.fill("Filter messages", "is NOT connected")
    wait(lambda: len(rows(p)) == 1 and "is not connected" in rows(p)[0], "the note alone")
    p.fill("Filter messages", "no such words")
    p.wait_label(f"0 of {len(j.all)} messages")
    assert not has(p.find("push button", "Messages: copy"), State.SENSITIVE)
    p.fill("Filter messages", "predator")
    wait(lambda: rows(p) and len(rows(p)) < len(j.all), "those with predator")


def copy(j):
    """What is shown is copied, the oldest first"""
    p = j.program
    shown = rows(p)
    p.press("Messages: copy")
    entry = p.fill("Search library", "")
    key("ctrl+v")
    wait(lambda: text_of(entry), "what was pasted")
    pasted = text_of(entry)
    places = [pasted.find(name) for name in reversed(shown)]
    assert places == sorted(places) and places[0] == 0 and -1 not in places, (pasted, shown)


main([start, severity, component, text, copy])
