#!/usr/bin/python3
"""The window fits 1024x768 pixels in every language and state, and 960x540 in lecture mode."""

import gettext
import os
import subprocess
import sys

import person
from person import (
    BUILD, FMUS, MODELS, SOURCE, box, choose_fault, click, find_all, key, main, re, say, shot, spoken, text_of, wait,
    xdotool,
)  # fmt: skip

PAGES = ("Plots", "Results", "History", "Stability", "Variations", "Macro Step", "Messages")
SIDES = ("Connections", "Open Inputs", "Component")


def speak(language):
    """What is looked for by its name from now on."""
    person.LANGUAGE = gettext.translation("lockstep", BUILD / "po", [language], fallback=True)
    person.WORDS = person.read_words()
    person.PATTERNS = person.read_patterns(person.WORDS)
    person.spoken_by_pattern.cache_clear()
    person.ZOOM = ("; zoom", person.LANGUAGE.gettext("; zoom %.0f %%").split("%")[0].rstrip())
    person.HISTORY = re.compile(rf"^(?:{'|'.join(sorted(spoken('History')))})(?: \((\d+)\))?$")
    # The catalogue is found by the variable where the locale is not that of C.
    return {"LANGUAGE": language, "LC_ALL": "C.UTF-8" if language == "en" else os.environ["LC_ALL"]}


def least(p):
    """Width and height that the window has told the window manager to need."""
    said = subprocess.run(["xprop", "-id", p.number, "WM_NORMAL_HINTS"], capture_output=True, text=True,
                          check=True).stdout  # fmt: skip
    return tuple(map(int, re.search(r"minimum size: (\d+) by (\d+)", said).groups()))


def check(p, wide, state, limit=(1024, 768)):
    needs = person.at_rest(lambda: least(p))
    shot(f"{p.language}-{state}")
    if needs[0] > limit[0] or needs[1] > limit[1]:
        wide.append((state, needs))
        say(f"{state}: {needs}")


def start(j, language, *arguments, **words):
    p = j.start(*arguments, environment=speak(language), **words)
    p.language, p.number = language, xdotool("getactivewindow")
    xdotool("windowsize", p.number, 1024, 740)
    return p


def look(j, language):
    wide = []
    p = start(j, language, welcome=True)
    check(p, wide, "start page")
    p.end()
    p = start(j, language, j.copy(MODELS / "two-bodies.ssp", f"{language}.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    check(p, wide, "a model")
    p.run()
    check(p, wide, "results")
    click(p.block("left"))
    check(p, wide, "a component")
    for page in PAGES:
        p.show_page(page)
        check(p, wide, page)
    p.show_page("Plots")
    for side in SIDES:
        p.show_page(side)
        check(p, wide, side)
    p.show_page("Signals")
    check(p, wide, "Signals")
    p.fill("Step size", "abc")
    check(p, wide, "a wrong number")
    complaint = next(t for t in find_all(p.window, "label") if "abc" in (text_of(t) or ""))
    left, _, room, _ = box(complaint)
    # Whole, not cut to what fits on a line or two.
    assert room > 400 and left + room <= box(p.window)[0] + box(p.window)[2], box(complaint)
    p.fill("Step size", "2e-3")
    key("Return")
    wait(lambda: p.find_all("push button", "Run Again"), "results of the settings before")
    check(p, wide, "results of the settings before")
    key("ctrl+space")
    check(p, wide, "a run that plays")
    key("F11")
    wait(lambda: not p.find_all("text", "Search library"), "lecture mode")
    check(p, wide, "lecture", (1366, 768))
    key("F11")
    p.end()
    p = start(j, language, FMUS / "faulty.fmu")
    wait(lambda: len(p.blocks()) == 1, "the block")
    choose_fault(p, "crash")
    key("F5")
    p.wait_label("faulty (faulty.fmu)", seconds=20)
    check(p, wide, "a crash")
    p.end()
    p = start(j, language, welcome=True)
    click(p.find("list item", root=p.find("list box", "Lessons")))
    p.find("heading")
    check(p, wide, "a lesson")
    p.end()
    assert not wide, wide


def english(j):
    """English"""
    look(j, "en")


def german(j):
    """German"""
    look(j, "de")


def french(j):
    """French"""
    look(j, "fr")


def lectures(j):
    """Lectures in all languages on a screen of 960x540"""
    wide = []
    for language in ("en", "de", "fr"):
        p = start(j, language, j.copy(MODELS / "two-bodies.ssp", f"{language}.ssp"))
        wait(lambda p=p: len(p.blocks()) == 2, "the model")
        key("F11")
        wait(lambda p=p: not p.find_all("text", "Search library"), "lecture mode")
        p.run()
        check(p, wide, "lecture", (960, 540))
        key("ctrl+space")
        check(p, wide, "lecture that plays", (960, 540))
        assert box(p.window)[2:] == (960, 540), box(p.window)
        p.end()
    assert not wide, wide


def small_screen(j):
    """On a screen of 960x540, in lecture mode"""
    done = subprocess.run([SOURCE / "tests" / "gui-run.sh", __file__, BUILD, "lectures"], text=True, capture_output=True,
                          env={**os.environ, "SCREEN": "960x540x24", "GUI_LOCALE": os.environ["LC_ALL"]}, check=False)  # fmt: skip
    say(done.stdout)
    assert done.returncode == 0, done.stderr


main([lectures] if sys.argv[2:] == ["lectures"] else [english, german, french, small_screen])
