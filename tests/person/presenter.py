#!/usr/bin/python3
"""A lecture with the keys of a presenter: steps, pages, a black screen, larger text; answers come after the deed."""

from person import (BUILD, MODELS, State, box, click, description_of, find_all, has, key, main, name_of, pixels,
                    say, shot, wait)  # fmt: skip

LESSON = BUILD / "data" / "lessons" / "rollback.md"
SCREEN = (1366, 768)


def text(p):
    return " ".join(name_of(t) for t in find_all(p.find("scroll pane", "Lesson")) if has(t, State.SHOWING))


def is_black():
    return max(max(c) for c in pixels([(x, y) for x in (20, 400, 900, 1300) for y in (20, 300, 700)])) < 10


def heading(p):
    return box(next(iter(find_all(p.find("scroll pane", "Lesson"), "heading"))))[3]


def opens(j):
    """A lesson in lecture mode: text of 3 % of the screen, no explanations, all that is shown on the screen"""
    p = j.start(LESSON)
    wait(lambda: len(p.blocks()) == 2, "the model")
    key("F11")
    wait(lambda: box(p.window)[2:] == SCREEN and not p.find_all("push button", "Save"), "the whole screen")
    wait(lambda: heading(p) >= 0.045 * SCREEN[1], "large text")
    lines = [box(t)[3] for t in p.find_all("label") if 8 < box(t)[3] < 60]
    # A line is 1.3 times as high as its text.
    assert min(lines) >= 0.03 * SCREEN[1], sorted(lines)[:5]


def steps(j):
    """Page Down presses the next button, then turns the page; Page Up goes back"""
    p = j.program
    key("Page_Down")
    p.wait_label("Done: Iterate with rollback", seconds=20)
    p.wait_label("1 of 6")
    key("Page_Down")
    p.wait_label("2 of 6")
    key("Page_Up")
    p.wait_label("1 of 6")
    key("Page_Down")
    p.wait_label("2 of 6")
    key("Page_Down")
    p.wait_label("Done: Watch one macro step", seconds=20)
    chart = p.find("chart", "Macro step")
    said = wait(lambda: (d := description_of(chart)) and "macro step from 4" in d and d, "the step", 10)
    assert "IFOSMONDI-JFM" in said and "Iteration 1 of" in said, said
    shot("presenter-step")


def arrows(j):
    """Arrows turn pages and press nothing; a page that asks says what its answer waits for"""
    p = j.program
    key("Right")
    p.wait_label("3 of 6")
    p.wait_label("The answer appears after", "Switch rollback off and run")
    assert "three thousand" not in text(p), text(p)
    key("Left")
    p.wait_label("2 of 6")
    key("Right")
    p.wait_label("3 of 6")
    shot("presenter-question")


def answer(j):
    """After the deed the answer is there, and stays when one comes back to the page"""
    p = j.program
    key("Page_Down")
    p.wait_label("Done: Switch rollback off", seconds=20)
    wait(lambda: "three thousand" in text(p), "the answer")
    shot("presenter-answer")
    key("Page_Down")
    p.wait_label("4 of 6")
    key("Page_Up")
    p.wait_label("3 of 6")
    wait(lambda: "three thousand" in text(p), "the answer")


def black(j):
    """B makes the screen black; any key or a click brings the picture back, and does nothing else"""
    p = j.program
    assert not is_black()
    key("b")
    wait(is_black, "a black screen")
    key("Page_Down")
    wait(lambda: not is_black(), "the picture")
    p.wait_label("3 of 6")
    key("period")
    wait(is_black, "a black screen")
    click((600, 400))
    wait(lambda: not is_black(), "the picture")
    p.wait_label("3 of 6")


def larger(j):
    """Ctrl+Plus and Ctrl+Minus change text and drawings, Ctrl+0 brings the usual size back"""
    p = j.program
    usual = heading(p)
    key("ctrl+minus", "ctrl+minus")
    wait(lambda: heading(p) < 0.95 * usual, "smaller text")
    shot("presenter-small")
    key("ctrl+0")
    wait(lambda: heading(p) == usual, "the usual text")
    key("ctrl+plus")
    wait(lambda: heading(p) > 1.04 * usual, "larger text")
    # Whatever is chosen, the window is not larger than the screen.
    key("ctrl+plus", "ctrl+plus", "ctrl+plus", "ctrl+plus")
    wait(lambda: box(p.window)[2:] == SCREEN, "a window as large as the screen")
    key("ctrl+0")
    wait(lambda: heading(p) == usual, "the usual text")
    say(f"heading of {usual} px")


def alone(j):
    """Without a lesson: all three plots stay, Page Down turns the pages below, letters typed are letters"""
    p = j.program
    p.end()
    p = j.program = j.start("--run", MODELS / "two-bodies.ssp")
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.wait_figure("Error", "MISSILES", seconds=20)
    p.wait_run()
    key("F11")
    wait(lambda: box(p.window)[2:] == SCREEN, "the whole screen")
    for name in "Trajectories", "Orbit", "Error":
        assert box(p.find("chart", name))[2] > 350, name
    shot("presenter-plots")
    key("Page_Down")
    wait(lambda: has(p.find("radio button", "Results"), State.CHECKED), "the results")
    wait(lambda: len(p.results()) == 2, "the table")
    assert not [t for t in p.labels() if t and "RMS" in t], "explanations in a lecture"
    p.fill("Filter runs", "b")
    assert not is_black()
    key("Escape")
    p.fill("Step size", "0.002")
    key("F11")
    wait(lambda: p.find_all("push button", "Save"), "the bar")
    wait(lambda: [t for t in p.labels() if t and "RMS" in t], "explanations again")


main([opens, steps, arrows, answer, black, larger, alone])
