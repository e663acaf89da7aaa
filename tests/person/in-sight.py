#!/usr/bin/python3
"""At 1366x768, with panes of their first sizes, what was just done is in sight: blocks beside each
other, three values of a component, FMUs of a new folder, the reason why a connection is refused."""

import shutil

from person import MODELS, Atspi, at_rest, box, click, drag, key, main, release, role_of, wait


def is_within(inner, outer):
    return (inner[0] >= outer[0] and inner[1] >= outer[1]
            and inner[0] + inner[2] <= outer[0] + outer[2]
            and inner[1] + inner[3] <= outer[1] + outer[3])  # fmt: skip


def blocks(j):
    """Five blocks from the library, each in sight when it is placed, the second at the right of the first"""
    p = j.start()
    for n, name in enumerate(("prey", "predator", "chassis", "axle", "tank"), 1):
        p.fill("Search library", name)
        wait(lambda: p.find_all("list item", name), f"{name} in the library")
        key("Return")
        wait(lambda: len(p.blocks()) == n, f"block {n}")
        placed = at_rest(lambda: box(p.block(name)))
        assert is_within(placed, box(p.canvas)), (name, placed, box(p.canvas))
    prey, predator = box(p.block("prey")), box(p.block("predator"))
    assert predator[0] > prey[0] + prey[2] and predator[1] == prey[1], (prey, predator)


def values(j):
    """Of a block that is selected three values are whole"""
    p = j.program
    click(p.block("predator"))
    values = p.find("list box", "Parameters and start values")
    entries = wait(lambda: len(e := p.find_all("text", None, values)) >= 3 and e, "values")
    view = values
    while role_of(view) != "scroll pane":
        view = Atspi.Accessible.get_parent(view)
    # A name is not shortened but continued on a second line; letters are 6 px wide and more.
    for name, least in ("gamma", 6 * len("gamma")), ("solver_tolerance", 6 * len("tolerance")):
        width, height = box(p.find("label", name, values))[2:]
        assert width >= least and (height > 30) == (len(name) > 10), (name, width, height)
    whole = [e for e in entries if is_within(box(e), box(view))]
    assert len(whole) >= 3, ([box(e) for e in entries], box(view))


def refusal(j):
    """The reason why a connection is refused begins the line below the diagram"""
    p = j.program
    p.fill("Search library", "")
    drag(p.port("prey", "population"), p.port("predator", "population"), hold=True)
    said = wait(lambda: (s := p.status()) and "output" in s and s, "the reason")
    release()
    assert said.index("output") < said.index("component"), said


def folder(j):
    """A folder that is added has its FMUs in sight"""
    p = j.program
    fmus = j.folder / "my fmus"
    fmus.mkdir()
    shutil.copy(MODELS / "prey.fmu", fmus / "hare.fmu")
    p.fill("Search library", "")
    key("ctrl+shift+o")
    p.accept_file("Open Library Folder", fmus, "Open")
    row = p.find("list item", "hare")
    view = box(p.find("push button", "Open Folder…"))
    wait(lambda: sum(box(row)[1::2]) <= view[1], "its FMU above the button")


main([blocks, values, refusal, folder])
