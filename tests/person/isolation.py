#!/usr/bin/python3
"""With --isolation FMUs that crash or hang do so in processes of their own: the window stays, says it, and
never has an FMU in its memory."""

import os
import re
import time
from pathlib import Path

from person import FMUS, State, click, has, key, main, say, wait


def maps(pid):
    """Libraries of FMUs in the memory of a process."""
    return [line for line in Path(f"/proc/{pid}/maps").read_text().splitlines() if "/binaries/" in line]


def helpers(p):
    """The window's helper processes."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.readlink(entry / "exe").endswith("/lockstep-host"):
                parent = (entry / "stat").read_text().rsplit(")", 1)[1].split()[1]
                found += [int(entry.name)] * (int(parent) == p.process.pid)
        except OSError:
            continue
    return found


def choose_fault(p, fault):
    click(p.block("faulty"))
    values = p.find("list box", "Parameters and start values")
    p.fill("Filter parameters", "")
    other = p.find("text", "largest_step", values)
    p.fill("Filter parameters", "goes wrong")
    wait(lambda: not has(other, State.SHOWING), "the filtered list")
    click(p.find("combo box", "fault", values))
    wait(lambda: p.find_all("menu item"), "the choices")
    if fault == "hang":  # the last one, which may be out of sight
        key("End")
        key("Return")
    else:
        click(wait(lambda: p.find_all("menu item", fault), "the choice")[0])
    wait(lambda: p.is_sensitive(p.find("push button", "Reset fault", values)), "the choice taken")


def crash(j):
    """The sentence names component, file, time, call and cause; curves up to there are drawn"""
    p = j.start("--isolation=grouped", j.copy(FMUS / "faulty.fmu"))
    wait(lambda: list(p.blocks()) == ["faulty"], "the block")
    choose_fault(p, "crash")
    key("F5")
    said = p.wait_label("faulty (faulty.fmu) crashed at t = 0.499", "in fmi2DoStep",
                        "segmentation fault in fmi2DoStep + 0x", "(faulty.so)", seconds=20)  # fmt: skip
    say(said)
    assert p.is_alive() and not maps(p.process.pid)
    p.wait_figure("Trajectories", "x: from")
    p.show_page("Results")
    outcome = wait(lambda: p.results(), "the table")["NI-Jacobi"]
    assert outcome["Outcome"].startswith("failed"), outcome


def message(j):
    """The message leads to the block"""
    p = j.program
    p.show_page("Messages")
    click(p.find("list item", re.compile("crashed at")), times=2)
    wait(lambda: has(p.block("faulty"), State.SELECTED), "the block of the message")
    p.show_page("Plots")


def document(j):
    """The model and what can be undone are as before"""
    p = j.program
    assert list(p.blocks()) == ["faulty"]
    values = p.find("list box", "Parameters and start values")
    key("ctrl+z")
    wait(lambda: not p.is_sensitive(p.find("push button", "Reset fault", values)), "the start value again")


def hang(j):
    """While an FMU hangs in its process the window answers, and the run can be stopped"""
    p = j.program
    choose_fault(p, "hang")
    key("F5")
    # Proof that looking for libraries finds them: the helper has what the window must not have.
    wait(lambda: any(maps(pid) for pid in helpers(p)), "an FMU in its process", 20)
    assert not maps(p.process.pid), maps(p.process.pid)
    j.helpers = helpers(p)
    for _ in range(5):
        start = time.monotonic()
        p.title()
        took = time.monotonic() - start
        assert took < 0.1 * j.slow, took
        time.sleep(0.1)
    key("shift+F5")
    wait(lambda: not set(j.helpers) & set(helpers(p)), "no process of the FMU", 10)
    wait(lambda: has(p.find("push button", "Run"), State.SENSITIVE), "a model that can run", 10)
    assert p.is_alive() and not maps(p.process.pid)


main([crash, message, document, hang])
