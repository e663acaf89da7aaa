#!/usr/bin/python3
"""Pace: a run keeps to the clock, and a step that could not is counted."""

import os
import re
import signal
import time

from person import MODELS, State, description_of, has, key, main, name_of, shot, wait


def wrong(j):
    """A pace that is none is marked and said, and nothing runs"""
    p = j.start(j.copy(MODELS / "lotka-volterra.ssp", "model.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    entry = p.fill("Pace", "-1")
    wait(lambda: "above 0" in description_of(entry), "the reason")
    key("F5")
    p.wait_label("above 0")


def late(j):
    """At 10 times the clock 20 s take 2 s for each of two methods; stopped in between, a step is late"""
    p = j.program
    p.fill("Pace", "10")
    key("Return")
    begin = time.monotonic()
    key("F5")
    cancel = p.button("Cancel")
    wait(lambda: has(cancel, State.SENSITIVE), "the run", 20)
    # Steps are late from the first one on: a stop before it delays none.
    wait(lambda: re.search(r"t = (?!0 s).* s of 20 s", p.run_status()), "the first steps")
    os.kill(p.process.pid, signal.SIGSTOP)
    time.sleep(0.3)  # what makes the step late
    os.kill(p.process.pid, signal.SIGCONT)
    p.wait_run()
    said = wait(lambda: next((t for s in p.find_all("status bar") if "Done in" in (t := name_of(s))), None), "the end")
    shot("pace")
    print(f"# {said}")
    assert time.monotonic() - begin > 4, time.monotonic() - begin
    counts = [int(n) for n in re.findall(r"(\d+) steps? late", said)]
    delays = [float(d) for d in re.findall(r"by ([\d.e+]+) ms", said)]
    assert len(counts) == 2 and max(counts) >= 1, said
    assert max(delays) >= 200, said  # of 300 ms, less the step before


main([wrong, late])
