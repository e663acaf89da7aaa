#!/usr/bin/python3
"""Makes pictures of the states of the window, to be looked at before a release.

Usage: states.py FOLDER [THEME [SIZE [LANGUAGE [BUILD_FOLDER]]]], for example
    states.py /tmp/states Adwaita:dark 1366x768 de
    GDK_SCALE=2 states.py /tmp/states HighContrast 3840x2160 fr
STATES="figures studies" makes some groups only (see SHOWN).
Needs what the tests of tests/person need, and no display. A state that cannot be reached is named at
the end, the others are made.
"""

import contextlib
import os
import shutil
import sys
from pathlib import Path

from screen import ROOT, fill_screen, start, take

FOLDER = Path(sys.argv[1]).resolve()
THEME, SIZE, LANGUAGE = (sys.argv[2:5] + ["Adwaita", "1366x768", "en"][len(sys.argv[2:5]) :])[:3]
BUILD = Path(sys.argv[5]).resolve() if len(sys.argv) > 5 else ROOT / "build"
SCREEN = tuple(int(n) for n in SIZE.split("x"))
NAME = "-".join((THEME.replace(":", "-"), SIZE, LANGUAGE))


class States:
    def __init__(self):
        self.program = None
        self.number = 0
        self.missing = []

    @contextlib.contextmanager
    def state(self, name, point=True):
        """What is done within leads to it; its picture is taken at the end."""
        from person import tree

        self.number += 1
        try:
            yield
            take(FOLDER / f"{NAME}-{self.number:02}-{name}.png", "PNG24", SCREEN, point=point)
        except Exception as error:
            self.missing.append(f"{self.number} {name}: {error!r}")
            (FOLDER / f"{NAME}-{self.number:02}-{name}.txt").write_text(tree(self.program.application))

    def begin(self, *arguments, welcome=False):
        from person import Program, box, wait, xdotool

        self.end()
        self.program = Program(*arguments, environment={"GTK_THEME": THEME}, welcome=welcome)
        fill_screen(int(xdotool("getactivewindow")))
        wait(lambda: box(self.program.window)[2:] == SCREEN, "the window in full size")
        return self.program

    def leave(self):
        """Closes what is above the window."""
        from person import children, key, wait

        key("Escape")
        with contextlib.suppress(AssertionError):
            wait(lambda: len(list(children(self.program.application))) == 1, "the window alone", 2)

    def end(self):
        if self.program:
            self.program.end()


def show_start(s):
    """Start page, a lesson, preferences, shortcuts, help."""
    from person import children, click, key, wait

    p = s.begin(welcome=True)
    with s.state("start"):
        p.find("filler", "Examples")
    with s.state("preferences"):
        key("ctrl+comma")
        p.find("dialog", "Preferences")
    s.leave()
    with s.state("shortcuts"):
        key("ctrl+F1")
        wait(lambda: len(list(children(p.application))) > 1, "the keys")
    s.leave()
    with s.state("lesson"):
        click(p.find("list item", root=p.find("list box", "Lessons")))
        p.find("heading")


def show_building(s):
    """A model that is being built: empty, blocks, a refusal, a wrong value, open inputs, a matrix."""
    from person import drag, key, release, wait

    p = s.begin()
    with s.state("empty"):
        key("Escape")
    for name in ("prey", "predator"):
        p.fill("Search library", name)
        wait(lambda name=name: p.find_all("list item", name), name)
        key("Return")
        wait(lambda name=name: name in p.blocks(), name)
    with s.state("component"):
        p.fill("Search library", "")
    with s.state("wrong-value"):
        entry = p.find("text", "gamma")
        p.fill(entry, "1,2,3x")
    key("Escape")
    p.fill(p.find("text", "gamma"), "1")
    with s.state("refusal", point=False):
        drag(p.port("prey", "population"), p.port("predator", "population"), hold=True)
    release()
    key("Escape")
    with s.state("open-inputs"):
        key("alt+8")
    with s.state("matrix"):
        key("alt+4")
    with s.state("connect-names"):
        key("ctrl+k")
        wait(lambda: p.find_all("dialog"), "the dialog")
    s.leave()
    with s.state("bad-file"):
        bad = Path(os.environ["SCRATCH"]) / "bad.fmu"
        bad.write_text("not an FMU")
        key("ctrl+i")
        p.accept_file("Add FMUs", bad, "Add")
        wait(lambda: p.find_all("alert") or p.find_all("info bar"), "the complaint", 2)
    with s.state("unsaved"):
        key("ctrl+q")
        p.find("push button", "Close without Saving")


def show_results(s):
    """A model with runs: plots, values at the pointer, a part of time, and all other pages."""
    from person import MODELS, box, click, drag, key, move, wait

    p = s.begin("--run", MODELS / "two-bodies.ssp")
    wait(lambda: "MISSILES" in p.run_status() and "%" in p.run_status(), "the outcome", 60)
    p.wait_figure("Trajectories", "MISSILES")
    key("ctrl+0")
    with s.state("plots"):
        pass
    with s.state("connection"):
        key("alt+3")
        click(p.find("static"))
    x, y, width, height = box(p.find("chart", "Trajectories"))
    with s.state("values", point=False):
        move((x + width // 3 - 3, y + height // 2))
        move((x + width // 3, y + height // 2))
    with s.state("zoomed"):
        drag((x + width // 3, y + height // 2), (x + width // 2, y + height // 2 + 3))
        p.wait_figure("Trajectories", " The view is zoomed.")
    with s.state("signals"):
        click(p.find("toggle button", "Trajectories: signals"))
        p.find("text", "Search signals")
    key("Escape")
    with s.state("methods"):
        key("ctrl+m")
    key("Escape")
    with s.state("menu"):
        key("F10")
    key("Escape", "Escape")
    for name, keys in (("results", "alt+6"), ("history", "ctrl+h"), ("stability", "alt+0"),
                       ("variations", "ctrl+shift+v"), ("macro-step", "shift+F7"),
                       ("messages", "alt+7")):  # fmt: skip
        with s.state(name):
            key(keys)
    with s.state("stale"):
        key("alt+5")
        p.fill("Step size", "2e-3")
        key("Return")
    with s.state("export"):
        p.press("Error: export")
        p.find("file chooser")
    s.leave()
    with s.state("lecture"):
        key("F11")
        wait(lambda: not p.find_all("text", "Search library"), "large text")
    key("F11")
    with s.state("help"):
        key("F1")


def show_figures(s):
    """Two methods with two steps: table, convergence, four plots, one of them alone, recommendation."""
    from person import MODELS, box, click, key, wait, wheel

    model = Path(os.environ["SCRATCH"]) / "four-runs.ssp"
    shutil.copy(MODELS / "lotka-volterra.ssp", model)
    p = s.begin(model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Step size", "0.2 0.05")
    p.run("Run")
    key("ctrl+0")
    with s.state("four-runs"):
        p.wait_figure("Trajectories", "MISSILES")
    with s.state("table"):
        key("alt+6")
    key("alt+5")
    with s.state("convergence"):
        p.choose("Error: show something else", "Convergence")
        p.wait_figure("Convergence", "MISSILES")
    with s.state("four-plots"):
        p.choose("Trajectories: view", "Split Below")
        wait(lambda: len(p.find_all("chart", "Trajectories")) == 2, "two plots of trajectories")
    with s.state("alone"):
        wheel((SCREEN[0] - 6, SCREEN[1] - 150), -20)  # back from the new plot
        click(p.find("toggle button", "Orbit: view"))
        width = box(p.find("chart", "Orbit"))[2]
        click(p.find(None, "Maximise (Esc Ends It)"))
        wait(lambda: box(p.find("chart", "Orbit"))[2] > 2 * width, "the orbit alone")
    key("Escape")
    with s.state("recommend"):
        key("ctrl+m")
        click(wait(lambda: next(iter(p.find_all(None, "Recommend…")), None), "Recommend…"))
        p.fill("Maximum error", "0.1")
        p.press("Search")
        p.wait_label("--method=", seconds=60)
    s.leave()


def show_studies(s):
    """Variations before and after their runs, calibration, an FMU that crashed, a large model."""
    from person import Atspi, FMUS, MODELS, choose_fault, click, key, wait

    p = s.begin(MODELS / "lotka-volterra.ssp")
    wait(lambda: len(p.blocks()) == 2, "the model")
    key("ctrl+shift+v")
    with s.state("variations-plan"):
        click(p.block("prey"))
        click(p.find("check box", "Vary alpha"))
        click(p.find("check box", "Vary beta"))
        p.find("text", "Lower end: prey.beta")
    with s.state("variations-rows"):
        click(p.find("push button", "Run 100 Variations"))
        p.wait_label("100 of 100 runs done, 0 failed", seconds=60)
    for name, index in ("curves", 1), ("scatter", 2), ("parallel", 3), ("heat-map", 4):
        with s.state(f"variations-{name}"):
            Atspi.Selection.select_child(p.find("combo box", "View of the runs"), index)
            p.find("chart", "Plot of the runs")
    with s.state("calibration"):
        click(p.find("radio button", "Calibration"))
    p = s.begin(FMUS / "faulty.fmu")
    with s.state("crashed"):
        wait(lambda: list(p.blocks()) == ["faulty"], "the block")
        choose_fault(p, "crash")
        key("F5")
        p.wait_label("faulty (faulty.fmu)", seconds=20)
        key("ctrl+0")
    p = s.begin(MODELS / "chain-1000.ssp")
    with s.state("large"):
        p.wait_status("1000", seconds=20)


SHOWN = {"start": show_start, "building": show_building, "results": show_results, "figures": show_figures,
         "studies": show_studies}  # fmt: skip


def main():
    groups = os.environ.get("STATES", " ".join(SHOWN)).split()
    unknown = [name for name in groups if name not in SHOWN]
    if unknown:
        sys.exit(f"states.py: no group {unknown[0]}; STATES can name {', '.join(SHOWN)}")
    if "SCRATCH" not in os.environ:
        FOLDER.mkdir(parents=True, exist_ok=True)
        if LANGUAGE != "en":  # the one of tests/core/base; numbers have commas in French, too
            os.environ.update(GUI_LOCALE="de_DE.UTF-8", LOCPATH=str(BUILD / "tests/core/base"), LANGUAGE=LANGUAGE)
    start(SCREEN)
    sys.argv[1:] = [str(BUILD)]  # where the tests look for it
    s = States()
    for name in groups:
        s.number = 20 * list(SHOWN).index(name)
        SHOWN[name](s)
    noise = s.program.noise()
    s.end()
    shutil.rmtree(Path(os.environ["SCRATCH"]) / "journey", ignore_errors=True)
    sys.exit("\n".join(s.missing + noise) or 0)


main()
