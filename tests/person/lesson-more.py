#!/usr/bin/python3
"""The other two lessons to their ends: from the command line, by a link, in lecture mode; and a wrong one."""

import re

from lesson import LESSONS, do, lesson, percent, shot, through
from person import box, click, find_all, key, main, say, wait


def rollback(j):
    """What a missing rollback costs, from the command line; a link leads to the next lesson"""
    p = j.program = j.start(LESSONS / "rollback.md")
    wait(lambda: len(p.blocks()) == 2, "the model")

    def seen(label):
        if label == "Switch rollback off and run":
            rows = p.results()
            row = next(row for name, row in rows.items() if name.startswith("IFOSMONDI"))
            # Three digits are shown.
            assert abs(float(row["prey.population"]) - 0.0829) < 0.0005, row

    through(p, "rollback", seen=seen)
    wait(lambda: set(p.blocks()) == {"left", "right"}, "the other model")


def event(j):
    """An event that must not be smeared, by the link at the end, in lecture mode"""
    p = j.program
    label = wait(lambda: next((t for t in find_all(lesson(p), "label") if "Next lesson" in t.get_name()), None), "the link")
    click((box(label)[0] + box(label)[2] - 40, box(label)[1] + box(label)[3] - 8))
    p.wait_label("1 of 6")
    key("F11")

    def seen(label):
        if label == "Switch rollback off and run":
            # The lesson has two decimals: half of the last one is 0.005.
            assert abs(percent(p, "MISSILES", "left.x") - 0.94) < 0.006

    through(p, "event", seen=seen)
    key("F11")
    p.end()


def wrong(j):
    """A wrong lesson: what is wrong is said with its line, and the rest can be used"""
    path = j.folder / "wrong.md"
    path.write_text("---\ntitle: Wrong\nmodel: lotka-volterra.ssp\n---\n\n# One\n\nText **bold\n\n"
                    "```button Go\nmethods jacobi\nrun\n```\n\n```button Well\nmethods ni-jacobi\nrun\n```\n")  # fmt: skip
    p = j.program = j.start(path)
    text = p.find("info bar", re.compile("has 2 problems.*11: .*jacobi", re.S)).get_name()
    assert "8: " in text, text
    say(text)
    shot("wrong")
    p.press("Go")
    p.wait_label("line 11", "jacobi")
    do(p, "Well", False)
    p.end()
    path.write_text("Nothing that has a page\n")
    p = j.program = j.start(path)
    p.wait_label("It has no page")


main([rollback, event, wrong])
