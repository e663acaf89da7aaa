#!/usr/bin/python3
"""The worst faults of an FMU: each is told as what it is, at its block, too, and costs its run only; the window answers
all the while, and has no FMU in its memory."""

import os
import re
import time

from person import (
    FMUS, State, box, click, description_of, has, key, main, mapped_fmus, queued, say, text_of, wait,
)  # fmt: skip

NAME = r"unruly \(unruly.fmu\)"
CRASHED = rf"^{NAME} crashed at t = 0\.\d+ s in fmi2DoStep: {{}} at unruly\.so \+ 0x"
# Number in tests/fmus/unruly.c; the sentence of the bar, or of Messages where the run goes on.
ENDED = {
    "a null pointer": (1, CRASHED.format("segmentation fault")),
    "memory freed twice": (2, CRASHED.format("abort")),
    "exit (0)": (4, rf"^{NAME} has ended its process at t = 0\.\d+ s in fmi2DoStep, by exit\(0\)\."),
    "a full stack": (9, CRASHED.format("segmentation fault")),
    "the end of its thread": (14, rf"^{NAME} has ended its process at t = 0\.\d+ s in fmi2DoStep, by pthread_exit\(0\)\."),
    "an exception of C++": (34, CRASHED.format("abort")),
    "an assertion": (11, CRASHED.format("abort")),
    "a file without end": (31, CRASHED.format("a file has become too large")),
    "memory without end": (46, rf"^{NAME} crashed at t = 0\.\d+ s in fmi2DoStep: memory had run out at unruly\.so \+ 0x"),
    "a value that is no number": (47, r"^unruly: fmi2DoStep at t = 0\.\d+ s: the output “x” is not a finite number"),
}
GOES_ON = {
    "scribbling over the messages": (22, None),
    "a signal to the program": (24, "wants to act on another process"),
    "processes without end": (40, "wants to start a program"),
}
LOOP = 6
# Of a question to the window that its main loop has to answer, s: the libraries remember names, but no extents.
ANSWER = 0.1


def choose(p, fault):
    values = p.find("list box", "Parameters and start values")
    entry = p.find("text", "fault", values)
    p.fill(entry, str(fault))
    key("Return")
    wait(lambda: text_of(entry) == str(fault), "the value")


def answer(p):
    """How long the window takes to answer, s: without what either side waits for a processor, which on a busy machine
    any process does, and longer than this."""
    window = p.process.pid
    late = queued(window) + queued(os.getpid())
    begin = time.monotonic()
    box(p.window)
    return time.monotonic() - begin - (queued(window) + queued(os.getpid()) - late)


def run(p, is_over, what, seconds=20):
    """Runs; returns the times that the window took to answer meanwhile, s, in their order of length. is_over(), given
    how many runs there were before: these faults may be over before anybody has looked."""
    times, before = [], p.count_runs()
    key("F5")

    def look():
        for _ in range(20):
            times.append(answer(p))
            time.sleep(0.01)  # the pace of asking: a window asked without a pause does nothing else
        return is_over(before)

    wait(look, what, seconds)
    return sorted(times)


def check(j, fault, times):
    p = j.program
    say(f"{fault}: answered {len(times)} times within {1000 * times[-1]:.0f} ms")
    assert p.is_alive() and list(p.blocks()) == ["unruly"], fault
    assert not mapped_fmus(p.process.pid), fault
    # Others have a part in an answer, the bus and the X server; a main thread that waited for a run, a dead process
    # or its report would be late each time, and for longer.
    assert times[len(times) * 3 // 4] < ANSWER * j.slow and times[-1] < 10 * ANSWER * j.slow, (fault, times)


def ended(j):
    """Ten that end the run: one sentence each, in the bar and at the block, and the curves up to there"""
    j.model = j.copy(FMUS / "unruly.fmu")
    p = j.program = j.start(j.model)
    wait(lambda: list(p.blocks()) == ["unruly"], "the block")
    click(p.block("unruly"))
    other = p.find("text", "fault_time", p.find("list box", "Parameters and start values"))
    p.fill("Filter parameters", "What it does")
    wait(lambda: not has(other, State.SHOWING), "the filtered list")
    for fault, (number, words) in ENDED.items():
        choose(p, number)
        told = re.compile(words)
        took = run(p, lambda _: any(told.search(label) for label in p.labels()), f"a word of {fault}")
        p.wait_run()
        check(j, fault, took)
        wait(lambda: told.search(description_of(p.block("unruly"))), f"{fault} at the block")
        p.wait_figure("Trajectories", "MISSILES", "last 0.6065 at 0.5 s")


def goes_on(j):
    """Three that are held back: the run is complete, and Messages say what was wanted"""
    p = j.program
    for fault, (number, words) in GOES_ON.items():
        choose(p, number)
        took = run(p, lambda before: p.count_runs() != before, "a run")
        p.wait_run()
        check(j, fault, took)
        p.wait_figure("Trajectories", "from 0 s to 1 s")
        if words is not None:
            p.show_page("Messages")
            p.find("list item", re.compile(words))
            p.show_page("Plots")


def loop(j):
    """One that never returns: the run can be stopped at once"""
    p = j.program
    choose(p, LOOP)
    begin = time.monotonic()
    took = run(p, lambda _: time.monotonic() - begin > 1, "a while")
    check(j, "an endless loop", took)
    key("shift+F5")
    p.wait_run(10)


def document(j):
    """The model and what can be undone are as if nothing had been"""
    p = j.program
    for _ in range(len(ENDED) + len(GOES_ON) + 1):
        key("ctrl+z")
    wait(lambda: not p.is_sensitive(p.button("Undo")), "nothing left to be undone")
    values = p.find("list box", "Parameters and start values")
    assert text_of(p.find("text", "fault", values)) in ("", "0")
    p.run()
    p.wait_figure("Trajectories", "from 0 s to 1 s")


main([ended, goes_on, loop, document])
