#!/usr/bin/python3
"""Several components at once: what differs is said, a value goes to all; items by their names."""

import re
import time

from person import (
    FMUS, Atspi, Journey, box, click, description_of, find_all, key, main, name_of, role_of, say,
    text_of, wait, xdotool,
)  # fmt: skip


def start(j: Journey):
    """The same FMU twice"""
    p = j.start()
    key("ctrl+i")
    p.accept_file("Add FMUs", FMUS / "types.fmu", "Add")
    wait(lambda: "types" in p.blocks(), "the block")
    key("ctrl+d")
    wait(lambda: "types_2" in p.blocks(), "the other one")


def select(p, *names):
    key("alt+2", "Escape")
    wait(lambda: "selected" not in p.status(), "nothing selected")
    click(p.block(names[0]))
    for name in names[1:]:
        xdotool("keydown", "shift")
        click(p.block(name))
        xdotool("keyup", "shift")
    p.wait_status(f"{len(names)} selected")


def editor(p, name):
    values = p.find("list box", re.compile("^Parameters"))
    return wait(lambda: next((t for t in find_all(values, None, name, False)
                              if role_of(t) in ("text", "combo box")), None), name)  # fmt: skip


def shown(p, name):
    """The text of an entry, the chosen line of a list."""
    thing = editor(p, name)
    if role_of(thing) == "text":
        return text_of(thing)
    chosen = Atspi.Selection.get_selected_child(thing, 0)
    return name_of(chosen) if chosen is not None else ""


def wait_shown(p, name, text):
    wait(lambda: shown(p, name) == text, f"{text!r} in {name}, which has {shown(p, name)!r}")


def at_rest(find):
    """What `find` finds, once it stays for longer than the filter waits for another letter."""
    before, since = None, time.monotonic()

    def look():
        nonlocal before, since
        thing = find()
        place = box(thing)
        if place != before:
            before, since = place, time.monotonic()
        return time.monotonic() - since > 0.4 and thing

    return wait(look, "things at rest")


def choose(p, name, item):
    p.fill("Filter parameters", name)
    click(at_rest(lambda: editor(p, name)))
    click(p.find("menu item", item))
    p.gone("menu item", item)


def enumeration(j: Journey):
    """An enumeration is chosen and shown by the names of its items, after undo and reset as well"""
    p = j.program
    select(p, "types")
    first = shown(p, "colour")
    say(first)
    assert first and not first.isdigit()
    other = next(n for n in ("red", "green", "blue") if n != first)
    choose(p, "colour", other)
    wait_shown(p, "colour", other)
    key("ctrl+z")
    wait_shown(p, "colour", first)
    key("ctrl+shift+z")
    wait_shown(p, "colour", other)
    j.first, j.other = first, other


def mixed(j: Journey):
    """With both selected the list says that they differ; one choice for both, one step to undo"""
    p = j.program
    select(p, "types", "types_2")
    p.wait_label("2 components")
    wait_shown(p, "colour", "different")
    wait_shown(p, "gain", shown(p, "gain"))
    choose(p, "colour", j.first)
    wait_shown(p, "colour", j.first)
    key("alt+2", "ctrl+z")
    wait_shown(p, "colour", "different")
    select(p, "types_2")
    wait_shown(p, "colour", j.first)


def numbers(j: Journey):
    """A number for both, with a comma; what cannot be is refused for both with a sentence"""
    p = j.program
    select(p, "types_2")
    before = shown(p, "gain")
    p.fill(editor(p, "gain"), "3.5")
    key("Return")
    select(p, "types", "types_2")
    wait_shown(p, "gain", "")
    p.fill(editor(p, "gain"), "abc")
    wait(lambda: description_of(editor(p, "gain")), "the mark")
    say(p.wait_label("is not a number"))
    p.fill(editor(p, "gain"), "1e400")
    say(p.wait_label("beyond the range"))
    p.fill(editor(p, "gain"), "4,25")
    key("Return")
    wait(lambda: not description_of(editor(p, "gain")), "the end of the mark")
    for name in ("types", "types_2"):
        select(p, name)
        wait_shown(p, "gain", "4.25")
    key("alt+2", "ctrl+z")
    wait_shown(p, "gain", "3.5")
    select(p, "types")
    wait_shown(p, "gain", before)


def saved(j: Journey):
    """In the file, and shown by name when it is opened again"""
    p = j.program
    path = j.folder / "several.ssp"
    p.save_as(path)
    key("ctrl+n")
    wait(lambda: not p.blocks(), "an empty diagram")
    key("ctrl+o")
    p.accept_file("Open Model", path, "Open")
    select(p, "types")
    wait_shown(p, "colour", j.other)


main([start, enumeration, mixed, numbers, saved])
