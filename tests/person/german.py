#!/usr/bin/python3
"""In German: words, numbers with a comma, and files that are those of an English session."""

import re
import sys
import zipfile

from person import (
    MODELS, WORDS, active_window, children, click, description_of, find_all, has, key, main, name_of,
    role_of, spoken, State, text_of, wait, walk,
)  # fmt: skip

PAGES = ("Start", "Plots", "Results", "Stability", "Messages")
CSV = ("figure-1-ni-jacobi.csv", "figure-2-missiles.csv")
SIDES = ("Component", "Connections", "Open Inputs")


def left_over(program):
    """English texts on screen that have a German translation."""
    found = set()
    for thing in walk(program.application):
        texts = {name_of(thing), description_of(thing)}
        if role_of(thing) in ("label", "status bar"):
            texts.add(text_of(thing) or "")
        for text in texts:
            if text in WORDS and text not in WORDS[text]:
                found.add(f"{role_of(thing)}: {text}")
    return sorted(found)


def fill_parameter(p, text):
    values = p.find("list box", "Parameters and start values")
    if text_of(p.find("text", "Filter parameters")) != "alpha":
        p.fill("Filter parameters", "alpha")
    wait(lambda: [name_of(t) for t in p.find_all("list item", None, values)] == ["alpha"], "alpha")
    return p.fill(p.find("text", "alpha", values), text)


def start(j):
    """The window speaks German"""
    if not WORDS or spoken("Run") == {"Run"}:
        print("Bail out! no German translation or locale")
        sys.exit(1)
    p = j.start(j.copy(MODELS / "lotka-volterra.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    for word in ("Öffnen …", "Speichern", "Starten", "Abbrechen", "Menü"):
        wait(lambda: [t for t in walk(p.window, False) if name_of(t).replace("\u00a0", " ") == word],
             word)  # fmt: skip
    assert "2 Komponenten, 2 Verbindungen" in p.status(), p.status()


def menu(j):
    """So do the menus"""
    p = j.program
    key("F10")
    for word in ("Datei", "Bearbeiten", "Anordnen", "Ansicht", "Lauf", "Hilfe"):
        p.find(None, word)
    key("Escape")
    p.gone(None, "Bearbeiten")


def numbers(j):
    """Numbers are taken with a comma and with a point, and shown with a comma"""
    p = j.program
    entry = p.find("text", "Step size")
    for typed in ("0,05", "0.05", "5e-2"):
        p.fill("Step size", "0,1")
        key("Return")
        p.fill("Step size", typed)
        key("Return")
        click(p.canvas)
        wait(lambda: text_of(entry) == "0,05", f"0,05 after {typed}, not {text_of(entry)}")
    p.fill("Step size", "0,1; 0,05")
    key("Return")
    p.fill("Stop time", "7,5")
    key("Return")
    wait(lambda: has(p.find("push button", "Run"), State.SENSITIVE), "two steps")
    p.fill("Step size", "abc")
    wait(lambda: "keine Zahl" in description_of(entry), "a German sentence")
    p.fill("Step size", "0,05")
    key("Return")


def parameter(j):
    """So are parameters"""
    p = j.program
    click(p.block("prey"))
    entry = fill_parameter(p, "0.7")
    key("Return")
    wait(lambda: text_of(entry) == "0,7", "0,7")
    fill_parameter(p, "0,75")
    key("Return")
    wait(lambda: not description_of(entry), "no complaint")
    assert text_of(entry) == "0,75", text_of(entry)


def run(j):
    """A run, its outcome, table and plots"""
    p = j.program
    key("F5")
    said = wait(lambda: (s := p.run_status()) and "Fertig in" in s and "MISSILES" in s and s,
                "the outcome", 30)  # fmt: skip
    assert re.search(r"MISSILES \d+,\d+", said), said
    p.show_page("Results")
    rows = wait(p.results, "the results")
    assert set(rows) == {"NI-Jacobi", "MISSILES"}, rows
    assert re.fullmatch(r"\d,\d+(e-\d+)?", rows["MISSILES"]["prey.population"]), rows
    assert rows["MISSILES"]["Lauf"] == "MISSILES, h = 0,05\u202fs", rows
    p.show_page("Plots")
    text = p.wait_figure("Trajectories", "über der Zeit", "MISSILES")
    assert "bis 7,5\N{NARROW NO-BREAK SPACE}s" in text, text


def no_english(j):
    """No English is left on any page"""
    p = j.program
    for page in PAGES + SIDES:
        p.show_page(page)
        assert not left_over(p), (page, left_over(p))
    p.show_page("Component")
    p.show_page("Plots")


def helped(j):
    """Help and lessons are in German, but for what those who work on the program read, which says so"""
    p = j.program
    english = "Diese Seite ist auf Englisch."
    key("alt+0", "F1")
    window = wait(lambda: next((w for w in children(p.application) if name_of(w) == "Hilfe"), None), "the help")
    wait(lambda: any(t.startswith("Die Seite Stabilität") for t in texts_of(window)), "German")
    assert english not in texts_of(window)
    for page, words in (("Läufe", "Ein Lauf rechnet das Modell einmal"), ("Sehen, was in einem Makroschritt geschieht", "Die Seite Makroschritt"),
                        ("Building, layout, tests", "./dev is the one entry")):  # fmt: skip
        open_page(window, page)
        wait(lambda words=words: any(t.startswith(words) for t in texts_of(window)), page)
        assert (english in texts_of(window)) == (page == "Building, layout, tests"), page
    key("Escape")
    wait(lambda: "Lockstep" in active_window(), "the window")
    p.show_page("Start")
    click(p.find("list item", "Das Überschwingen von Jacobi"))
    p.find("heading", "Zwei Arten, zwei Programme")
    p.find("push button", "Modell einrichten")
    p.press("Close Lesson")
    p.gone("heading", "Zwei Arten, zwei Programme")
    p.show_page("Plots")


def open_page(window, name):
    """By its row in the contents, which may be below what is shown."""
    row = wait(lambda: next(iter(find_all(window, "list item", name, showing=False)), None), name)
    row.grab_focus()
    key("Return")


def texts_of(window):
    """All labels of a window."""
    return [text_of(t) or "" for t in find_all(window, "label")]


def write(p, folder):
    """The numbers of a figure and the model."""
    view = next(t for t in p.find_all("toggle button")
                if name_of(t) in {f"{a}: {b}" for a in spoken("Trajectories") for b in ("view", "Ansicht")})  # fmt: skip
    click(view)
    click(wait(lambda: next(iter(p.find_all(None, "Export…")), None), "the export in the menu"))
    p.accept_file("Export Plot", folder / "figure.csv", "Export")
    wait(lambda: all((folder / name).exists() for name in CSV), "the numbers")
    wait(lambda: "Lockstep" in active_window(), "the window")
    p.save_as(folder / "model.ssp")


def files(j):
    """What is written is what an English session writes"""
    german, english = j.folder / "german", j.folder / "english"
    german.mkdir()
    english.mkdir()
    write(j.program, german)
    j.program.end()
    p = j.start(j.copy(MODELS / "lotka-volterra.ssp"), environment={"LC_ALL": "C.UTF-8"})
    wait(lambda: len(p.blocks()) == 2, "the model")
    assert has(p.find("push button", "Run"), State.SENSITIVE)
    p.fill("Step size", "0.05")
    key("Return")
    p.fill("Stop time", "7.5")
    key("Return")
    click(p.block("prey"))
    fill_parameter(p, "0.75")
    key("Return")
    key("F5")
    wait(lambda: "Done in" in p.run_status(), "the end", 30)
    p.show_page("Plots")
    write(p, english)
    for name in CSV:
        a, b = (german / name).read_bytes(), (english / name).read_bytes()
        print(f"# {name}: {len(a)} bytes")
        assert a == b and b"\n0.05," in a, name
    # An archive holds the time of its making besides.
    a, b = (zipfile.ZipFile(folder / "model.ssp") for folder in (german, english))
    assert a.namelist() == b.namelist()
    for name in a.namelist():
        assert a.read(name) == b.read(name), name


main([start, menu, numbers, parameter, run, no_english, helped, files])
