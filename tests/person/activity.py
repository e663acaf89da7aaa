#!/usr/bin/python3
"""When each state had an event: a run with quantised states and their activity as a page in the
window, from there back to the trajectories."""

import re

from person import MODELS, box, click, key, main, move, shot, wait


def start(j):
    """A stiff pair, which its file has run by LIQSS2, LIQSS3 and MISSILES"""
    p = j.start(j.copy(MODELS / "stiff-pair.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the pair")
    p.press("Run")
    wait(lambda: "error" in p.run_status(), "the outcome", 60)


def activity(j):
    """The activity in place of the orbit: both states with their numbers, for both schedules"""
    p = j.program
    p.choose("Orbit: show something else", "Activity")
    said = p.wait_figure("Activity", "Events of", "LIQSS2", "LIQSS3")
    counts = [int(n) for n in re.findall(r"(?:slow|fast)\.x (\d+)", said)]
    assert len(counts) == 4 and all(20 < n < 100000 for n in counts), said
    assert "MISSILES" not in said, said
    shot("activity")


def zoom(j):
    """Closer by keys, and all of it again"""
    p = j.program
    x, y, w, h = box(p.find("chart", "Activity"))
    move((x + w // 2, y + h // 3))
    shot("activity-cursor")
    click(p.find("chart", "Activity"))
    key("plus")
    p.wait_figure("Activity", "The view is zoomed")
    key("Home")
    wait(lambda: "zoomed" not in p.figure("Activity"), "all of it")


main([start, activity, zoom])
