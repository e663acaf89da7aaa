#!/usr/bin/python3
"""FMUs that crash or hang do so in processes of their own: the window stays, says it and what can be done, and
never has an FMU in its memory."""

import os
import re
import signal
import subprocess
import time

from person import (
    FMUS, LOCKSTEP, State, box, choose_fault, click, description_of, has, helpers, key, main, mapped_fmus, name_of, say, text_of, wait,
)  # fmt: skip


def crash(j):
    """The status line tells what is held back from FMUs, as the command does; the sentence names component,
    file, time, call and cause; curves up to there are drawn"""
    p = j.start(j.copy(FMUS / "faulty.fmu"))
    wait(lambda: list(p.blocks()) == ["faulty"], "the block")
    held = subprocess.run([LOCKSTEP, "info", "--containment"], check=True, capture_output=True, text=True)
    p.wait_status(held.stdout.strip())
    choose_fault(p, "crash")
    key("F5")
    said = p.wait_label("faulty (faulty.fmu) crashed at t = 0.499", "in fmi2DoStep",
                        "segmentation fault in fmi2DoStep + 0x", "(faulty.so)", seconds=20)  # fmt: skip
    say(said)
    assert p.is_alive() and not mapped_fmus(p.process.pid)
    p.wait_figure("Trajectories", "x: from")
    p.show_page("Results")
    outcome = wait(lambda: p.results(), "the table")["NI-Jacobi"]
    assert outcome["Status"].startswith("failed"), outcome


CRASH = ("faulty (faulty.fmu) crashed at t = 0.49", "in fmi2DoStep")


def badge(j):
    """Its block is marked, and says the same"""
    p = j.program
    wait(lambda: all(words in description_of(p.block("faulty")) for words in CRASH), "the sentence at the block")


def report(j):
    """Save Report… writes what its author wants to know, and no folder of ours"""
    p = j.program
    path = j.folder / "report.txt"
    click(p.button("Save Report…"))
    p.accept_file("Save Report", path, "Export")
    wait(lambda: path.exists() and "Messages:" in path.read_text(), "the report")
    text = path.read_text()
    for words in [*CRASH, "FMU: faulty.fmu", "Fault: crashed", "Method: ", "Step size: ", "Reached: 0.49", "fault = crash"]:
        assert words in text, (words, text)
    assert str(j.folder) not in text and "/tmp/" not in text, text


def smaller(j):
    """Smaller Step runs with a tenth of it; one undo takes it back"""
    p = j.program
    before = float(text_of(p.find("text", "Step size")))
    p.press("Smaller Step")
    wait(lambda: abs(float(text_of(p.find("text", "Step size"))) / before - 0.1) < 1e-9, "a tenth of the step")
    p.wait_label("faulty (faulty.fmu) crashed at t = 0.499", "in fmi2DoStep", seconds=20)
    key("ctrl+z")
    wait(lambda: float(text_of(p.find("text", "Step size"))) == before, "the step again")


def again(j):
    """Restart runs as before, Close takes the bar away"""
    p = j.program
    p.press("Restart")
    p.wait_label(*CRASH, seconds=20)
    p.press("Close")
    wait(lambda: not p.find_all("push button", "Restart"), "the end of the bar")


def message(j):
    """The message leads to the block"""
    p = j.program
    p.show_page("Messages")
    click(p.find("list item", re.compile("crashed at")), times=2)
    wait(lambda: has(p.block("faulty"), State.SELECTED), "the block of the message")
    p.show_page("Plots")


def document(j):
    """The model and what can be undone are as before; a run without the fault takes the mark away"""
    p = j.program
    assert list(p.blocks()) == ["faulty"]
    values = p.find("list box", "Parameters and start values")
    key("ctrl+z")
    wait(lambda: not p.is_sensitive(p.find("push button", "Reset fault", values)), "the start value again")
    assert description_of(p.block("faulty"))
    p.run()
    assert not description_of(p.block("faulty"))


def hang(j):
    """While an FMU hangs in its process the window answers, and the run can be stopped"""
    p = j.program
    choose_fault(p, "hang")
    key("F5")
    # Proof that looking for libraries finds them: the helper has what the window must not have.
    wait(lambda: any(mapped_fmus(pid) for pid in helpers(p)), "an FMU in its process", 20)
    assert not mapped_fmus(p.process.pid), mapped_fmus(p.process.pid)
    j.helpers = helpers(p)
    times = []
    for _ in range(10):
        start = time.monotonic()
        box(p.window)  # not remembered by the libraries, as names are
        times.append(time.monotonic() - start)
        time.sleep(0.05)  # the pace of asking, over half a second of the hang
    # On a busy machine any process waits for its turn now and then.
    assert sorted(times)[8] < 0.1 * j.slow, times
    key("shift+F5")
    wait(lambda: not set(j.helpers) & set(helpers(p)), "no process of the FMU", 10)
    wait(lambda: has(p.find("push button", "Run"), State.SENSITIVE), "a model that can run", 10)
    assert p.is_alive() and not mapped_fmus(p.process.pid)


RESUME = re.compile(r"Restart From t = [\d.]+ s")


def errors(p):
    """What the table of results says of each method, but for times and memory."""
    p.show_page("Results")
    table = wait(lambda: p.results(), "the table")
    p.show_page("Plots")
    return {name: {head: row[head] for head in row if not head.endswith((" (s)", " (MB)"))} for name, row in table.items()}


def resumed(j):
    """Killed once, it goes on from its last checkpoint to the errors of a run that was not killed"""
    p = j.program
    p.end()
    # 60 µs a step, on any machine: the run takes longer than the interval of checkpoints.
    p = j.start(j.copy(FMUS / "busy-prey.fmu"))
    wait(lambda: len(p.blocks()) == 1, "the model")
    p.fill("Step size", "1e-3")
    p.run()
    wanted = errors(p)
    assert wanted["NI-Jacobi"]["prey.population"], wanted
    key("F5")
    wait(lambda: helpers(p), "an FMU in its process", 20)
    # Far from the end, and longer than the interval of checkpoints.
    wait(lambda: (t := re.search(r"t = (\S+) s of (\S+) s", p.run_status())) and float(t[1]) > 0.25 * float(t[2]),
         "a quarter of the run")  # fmt: skip
    for pid in helpers(p):
        os.kill(pid, signal.SIGKILL)
    # In a call, or between calls.
    p.wait_label("crashed ", "Killed", seconds=20)
    p.wait_run()
    button = p.find("push button", RESUME)
    say(name_of(button))
    click(button)
    wait(lambda: not p.find_all("push button", RESUME), "the end of the bar")
    p.wait_run()
    assert errors(p) == wanted, (errors(p), wanted)


main([crash, badge, report, smaller, again, message, document, hang, resumed])
