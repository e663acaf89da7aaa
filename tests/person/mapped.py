#!/usr/bin/python3
"""Whatever is computed in the window, no FMU is ever loaded into its process: the dynamic linker says so, which
writes down every file that it loads, in one list per process."""

from pathlib import Path

from person import FMUS, MODELS, click, description_of, key, main, wait


def loaded(pid, j):
    """Libraries of FMUs that were ever loaded by a process."""
    path = Path(f"{j.lists}.{pid}")
    text = path.read_text(errors="replace") if path.exists() else ""
    return {word for line in text.splitlines() for word in line.split() if "/binaries/" in word}


def expect_elsewhere(j):
    """None here, and some in helpers, which proves that the lists tell of them."""
    here = j.program.process.pid
    assert Path(f"{j.lists}.{here}").exists()
    assert not loaded(here, j), loaded(here, j)
    others = [path.suffix[1:] for path in j.lists.parent.glob("loaded.*") if path.suffix != f".{here}"]
    assert any(loaded(pid, j) for pid in others), others
    for pid in others:  # for the next case
        Path(f"{j.lists}.{pid}").unlink()


def a_run(j):
    """A comparison with its reference"""
    j.lists = j.folder / "loaded"
    p = j.start(j.copy(MODELS / "two-bodies.ssp"),
                environment={"LD_DEBUG": "files", "LD_DEBUG_OUTPUT": str(j.lists)})  # fmt: skip
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.run()
    expect_elsewhere(j)


def a_macro_step(j):
    """A macro step, taken apart"""
    p = j.program
    key("shift+F7")
    p.fill("Time of the macro step", "0.5")
    key("Return")
    wait(lambda: "left" in (description_of(p.find("chart", "Macro step")) or ""), "the macro step", 20)
    expect_elsewhere(j)


def stability(j):
    """How errors grow with the macro step"""
    p = j.program
    key("alt+0")
    wait(lambda: "MISSILES" in description_of(p.find("chart", "Map of stability")), "curves", 20)
    expect_elsewhere(j)


def recommended(j):
    """A method and a step for an error"""
    p = j.program
    key("ctrl+m")
    click(wait(lambda: next(iter(p.find_all(None, "Recommend…")), None), "Recommend…"))
    p.fill("Maximum error", "1")
    p.press("Search")
    p.wait_label("at most 1 %", seconds=60)
    expect_elsewhere(j)
    key("Escape")


def another(j):
    """An FMU that is opened and looked into"""
    p = j.program
    p.end()
    p = j.start(j.copy(FMUS / "faulty.fmu"),
                environment={"LD_DEBUG": "files", "LD_DEBUG_OUTPUT": str(j.lists)})  # fmt: skip
    wait(lambda: list(p.blocks()) == ["faulty"], "the block")
    p.run()
    expect_elsewhere(j)


main([a_run, a_macro_step, stability, recommended, another])
