#!/usr/bin/python3
"""The first two lessons to their ends: from the start page by the mouse, from the menu by the keyboard."""

import contextlib

from person import (BUILD, Gone, State, click, find_all, has, key, main, role_of, say, shot,
                    wait)  # fmt: skip

LESSONS = BUILD / "data" / "lessons"


def pages_of(name):
    """Labels of the buttons, page by page, as the file has them."""
    pages = []
    for line in (LESSONS / f"{name}.md").read_text().splitlines():
        if line.startswith("# "):
            pages.append([line[2:]])
        elif line.startswith("```button "):
            pages[-1].append(line[10:])
    return pages


def lesson(p):
    return p.find("scroll pane", "Lesson")


def do(p, label, by_keyboard):
    """Presses a button and waits until all of its actions are done."""
    button = p.button(label, lesson(p))
    if by_keyboard:
        key("F9")
        for _ in range(5):
            with contextlib.suppress(Gone):
                wait(lambda: has(button, State.FOCUSED), "the focus", 0.5)
                break
            key("Tab")
        assert has(button, State.FOCUSED), label
        key("Return")
    else:
        click(button)
    p.wait_label(f"Done: {label}", seconds=30)
    p.wait_run()


def heading(p):
    return next(iter(find_all(lesson(p), "heading")), None)


def through(p, name, by_keyboard=False, seen=None):
    """All pages, all buttons; `seen` is told after each."""
    pages = pages_of(name)
    for number, (title, *buttons) in enumerate(pages, 1):
        p.wait_label(f"{number} of {len(pages)}")
        wait(lambda: heading(p).get_name() == title, f"the page {title}")
        for label in buttons:
            do(p, label, by_keyboard)
            if seen:
                seen(label)
        shot(f"{name}-{number}")
        if number < len(pages):
            key("alt+Page_Down") if by_keyboard else p.press("Next Page")
    assert not has(p.button("Next Page"), State.SENSITIVE)
    say(f"{name}: {len(pages)} pages, {sum(len(b) - 1 for b in pages)} buttons")


def percent(p, method, signal):
    p.show_page("Results")
    return float(wait(lambda: p.results()[method][signal], "the table").split()[-1])


def overshoot(j):
    """Jacobi's overshoot, from the start page, by the mouse; the model comes with it"""
    p = j.program = j.start(welcome=True)
    click(wait(lambda: next(iter(p.find_all("list item", "The overshoot of Jacobi")), None), "the lesson"))
    p.leave_start()
    wait(lambda: set(p.blocks()) == {"prey", "predator"}, "the model")
    assert not p.find_all("text", "Search library"), "the library is in the way"

    def seen(label):
        if label == "Run NI-Jacobi with 0.1 s":
            p.wait_figure("Trajectories", "NI-Jacobi")
        if label == "Run with 0.1 s and 0.01 s":
            # Three digits are shown: half of the last one is 0.005.
            assert abs(percent(p, "NI-Jacobi", "prey.population") - 1.41) < 0.006
        if label == "Run both with 0.1 s":
            assert abs(percent(p, "MISSILES", "prey.population") - 0.000755) < 0.000006

    through(p, "overshoot", seen=seen)


def back(j):
    """Back and forth; what the lesson changed is one undo, and closing it brings the library back"""
    p = j.program
    p.press("Previous Page")
    p.wait_label("5 of 6")
    key("ctrl+z")
    wait(lambda: "lotka" in p.title(), "the model")
    p.press("Close Lesson")
    p.gone("scroll pane", "Lesson")
    p.find("text", "Search library")
    p.end()


def order(j):
    """Why order matters, from the menu, with the keyboard alone"""
    p = j.program = j.start()
    # The menus fold out by the pointer too; keys do here.
    key("F10")
    item = wait(lambda: next((t for t in p.find_all(None, "Lessons") if role_of(t) == "menu"), None), "Lessons in the menu")
    click(item)
    click(wait(lambda: next(iter(p.find_all("menu item", "Why order matters")), None), "the lesson in the menu"))
    wait(lambda: len(p.blocks()) == 2, "the model")

    def seen(label):
        if label == "Now with 0.0125 s":
            # Three digits are shown, as above.
            assert abs(percent(p, "NI-Jacobi", "prey.population") - 1.78) < 0.006

    through(p, "order", by_keyboard=True, seen=seen)
    p.end()


if __name__ == "__main__":
    main([overshoot, back, order])
