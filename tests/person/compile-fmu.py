#!/usr/bin/python3
"""An FMU without a binary: the run says why it fails, its sources are compiled, the run succeeds."""

import sys
from pathlib import Path

from person import box, click, key, main, wait

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fmus"))
import source_fmu  # noqa: E402


def select(p):
    x, y, width, _ = box(p.block("decay"))
    click((x + width // 2, y + 12))
    p.wait_status("1 selected")


def start(j):
    """An FMU of sources only; a run says what makes a binary"""
    j.fmu = j.folder / "decay.fmu"
    source_fmu.make(j.fmu)
    p = j.start(j.fmu)
    p.wait_status("1 component")
    key("F5")
    p.wait_label("no binary", "Compile Sources…")


def compile_sources(j):
    """Compile Sources… in the menu of the block; the output of the compiler is shown"""
    p = j.program
    select(p)
    click(p.block("decay"), button=3)
    click(p.find("menu item", "Compile Sources…"))
    dialog = p.find("dialog", "Compile Sources")
    p.wait_label("no binary for this machine")
    p.press("Compile", dialog)
    p.wait_label("The binary is ready", seconds=60)
    assert p.find("text", "Output of the compiler", dialog)
    p.press("Close", dialog)
    p.gone("dialog", "Compile Sources")


def run(j):
    """Now it runs"""
    p = j.program
    key("F5")
    wait(lambda: "Done in" in p.run_status(), "the end of the run", 30)


main([start, compile_sources, run])
