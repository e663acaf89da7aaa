#!/usr/bin/python3
"""Units: converted and said in words, or refused and said why; factor and offset of a connection."""

import re
import zipfile

from person import (
    MODELS, Atspi, State, children, click, drag, has, key, main, release, role_of, text_of, wait,
)  # fmt: skip


def in_millimetres(j):
    """The right body with x_left in mm, as another tool might have exported it."""
    path = j.folder / "right-mm.fmu"
    with zipfile.ZipFile(MODELS / "right-body.fmu") as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "modelDescription.xml":
                text = data.decode()
                text = text.replace("<UnitDefinitions>", '<UnitDefinitions><Unit name="mm">'
                                    '<BaseUnit m="1" factor="0.001"/></Unit>', 1)  # fmt: skip
                text = re.sub(r'(name="x_left".*?)declaredType="Position"', r'\1unit="mm"', text,
                              count=1, flags=re.S)  # fmt: skip
                data = text.encode()
            new.writestr(name, data)
    return path


def build(j):
    """Two bodies, one of which thinks in mm"""
    p = j.start()
    p.place("left-body", 0.1, 0.2)
    key("ctrl+i")
    p.accept_file("Add FMUs", in_millimetres(j), "Add")
    wait(lambda: len(p.blocks()) == 2, "both blocks")
    j.left, j.right = "left-body", next(n for n in p.blocks() if n != "left-body")


def refused(j):
    """A position does not feed a force: the reason is said in words at the pointer"""
    p = j.program
    drag(p.port(j.left, "x"), p.port(j.right, "v_left"), hold=True)
    text = wait(lambda: (s := p.status()) and "m/s" in s and s, "the reason")
    print(f"# {text}")
    release()
    assert not p.wires()


def converted(j):
    """Metres feed millimetres; selected, the wire says what happens on the way"""
    p = j.program
    p.wire(j.left, "x", j.right, "x_left")
    wire = next(t for t in children(p.canvas) if role_of(t) == "static")
    Atspi.Action.do_action(wire, 0)
    print("# " + p.wait_label("From m to mm", "times 1000"))
    print("# " + p.wait_label("Conversion", "converted from m to mm"))


def factor(j):
    """A factor and an offset, typed with a comma; zero is refused in place"""
    p = j.program
    p.fill("Factor", "2,5")
    key("Return")
    p.wait_label("Conversion", "2.5")
    wait(lambda: text_of(p.find("text", "Factor")) == "2.5", "the number in the entry")
    p.fill("Offset", "10")
    key("Return")
    print("# " + p.wait_label("Conversion", "2.5", "10"))
    p.fill("Factor", "0")
    key("Return")
    p.wait_label("other than 0")
    p.fill("Factor", "2.5")
    key("Return")


def undone(j):
    """Each is one step to undo"""
    p = j.program
    click(p.button("Undo"))
    p.wait_label("Conversion", "2.5")
    wait(lambda: text_of(p.find("text", "Offset")) == "0", "the offset taken back")
    click(p.button("Redo"))
    wait(lambda: text_of(p.find("text", "Offset")) == "10", "the offset again")


def unconverted(j):
    """The conversion can be left out, and all be passed as it is again"""
    p = j.program
    click(p.find("check box", "Convert units"))
    wait(lambda: not [t for t in p.labels() if "converted from" in t], "no conversion")
    click(p.button("Pass Values as They Are"))
    p.wait_label("Conversion", "converted from m to mm")
    assert has(p.find("check box", "Convert units"), State.CHECKED)


def saved(j):
    """Saved and opened again the numbers are there"""
    p = j.program
    p.fill("Factor", "3")
    key("Return")
    p.wait_label("Conversion", "3")
    p.save_as(j.folder / "units.ssp")
    with zipfile.ZipFile(j.folder / "units.ssp") as archive:
        text = archive.read("SystemStructure.ssd").decode()
    assert re.search(r'LinearTransformation[^>]*factor="3"', text), text
    p.end()
    p = j.start(j.folder / "units.ssp")
    wait(lambda: len(p.wires()) == 1, "the wire")
    Atspi.Action.do_action(next(t for t in children(p.canvas) if role_of(t) == "static"), 0)
    p.wait_label("Conversion", "converted from m to mm", "3")


main([build, refused, converted, factor, undone, unconverted, saved])
