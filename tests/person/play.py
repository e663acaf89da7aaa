#!/usr/bin/python3
"""Playing a run: the cursor goes on, values of the run stand on the wires, pause, slider, loop."""

import re

from person import (MODELS, Atspi, children, click, description_of, has, key, main, name_of, role_of,
                    shot, State, text_of, wait)  # fmt: skip

WIRE = "left.x"


def time_shown(p):
    found = [t for t in p.find_all("label") if (text_of(t) or "").startswith("t = ")]
    said = [re.match(r"t = (\S+) s$", text_of(t)) for t in found]
    said = [m for m in said if m]
    return float(said[0][1]) if said else None


def on_wire(p):
    """The value on the wire of the position, which the model records"""
    said = [description_of(t) for t in children(p.canvas) if role_of(t) == "static" and WIRE in name_of(t)]
    return float(said[0]) if said and said[0] else None


def start(j):
    """The key plays; the time goes on and the position stands on its wire"""
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    assert on_wire(p) is None
    p.run()
    key("ctrl+space")
    slider = wait(lambda: p.find("slider", "Time of the cursor"), "the bar")
    if p.find_all("push button", "Pause"):
        key("ctrl+space")
    wait(lambda: p.find_all("push button", "Play"), "the pause")
    Atspi.Selection.select_child(p.find("combo box", "Speed"), 0)  # slowly: a busy machine must not come to the end meanwhile
    Atspi.Value.set_current_value(slider, 0)
    wait(lambda: time_shown(p) == 0, "the beginning")
    key("ctrl+space")
    wait(lambda: time_shown(p) > 0, "the time going on")
    wait(lambda: on_wire(p) is not None, "a value on the wire")
    shot("play")


def pause(j):
    """The key pauses; what is on the wire is what the curve has at that time"""
    p = j.program
    key("ctrl+space")
    wait(lambda: p.find_all("push button", "Play"), "the pause")
    slider = p.find("slider", "Time of the cursor")
    Atspi.Value.set_current_value(slider, 2)
    wait(lambda: time_shown(p) == 2, "the end")
    last = float(re.search(r"NI-Jacobi, left.x: from \S+ to \S+ m, last (\S+) at 2 s", p.figure("Trajectories"))[1])
    wait(lambda: abs(on_wire(p) - last) < 2e-4, f"{last} on the wire")  # four digits are shown


def loop(j):
    """From the end it begins anew; with Loop it never ends, without one it stops there"""
    p = j.program
    tick = p.find("check box", "Loop")
    click(tick)
    wait(lambda: has(tick, State.CHECKED), "the tick")
    Atspi.Selection.select_child(p.find("combo box", "Speed"), 4)  # 5 s for all: what is looked for lasts a second
    key("ctrl+space")
    shown = [0.0]

    def goes_back():
        """Whether the time is earlier than at the last look, however long ago that was"""
        shown.append(time_shown(p) or shown[-1])
        return shown[-1] < shown[-2]

    wait(goes_back, "the beginning again", 40)
    click(tick)
    wait(lambda: time_shown(p) == 2, "the end", 15)
    wait(lambda: p.find_all("push button", "Play"), "no further")


def close(j):
    """Closed, there is nothing on the wires any more"""
    p = j.program
    p.press("Close")
    wait(lambda: on_wire(p) is None, "no value")
    assert not p.find_all("slider", "Time of the cursor")


main([start, pause, loop, close])
