#!/usr/bin/python3
"""Wrong numbers: the field is marked, a sentence says what is allowed, Run says what lacks."""

import json
import subprocess

from person import (
    FMUS, LOCKSTEP, MODELS, State, click, description_of, find_all, has, key, main, name_of, text_of, wait,
)  # fmt: skip


def wrong(j, name, text, *words):
    """Types it and looks for the mark, the sentence, and the reason why Run cannot be pressed."""
    p = j.program
    entry = p.fill(name, text)
    # The description is what a screen reader says of a field that is marked.
    wait(lambda: all(w in description_of(entry) for w in words), f"the mark of {name} {text!r}")
    said = p.wait_label(*words)
    print(f"# {text!r}: {said}")
    run = p.button("Run")
    wait(lambda: not has(run, State.SENSITIVE), f"Run greyed with {text!r}")
    wait(lambda: all(word in description_of(run) for word in words), "the reason at Run")
    assert p.is_alive()


def right(j, name, text):
    p = j.program
    entry = p.fill(name, text)
    wait(lambda: "Macro" in (d := description_of(entry)) or "ends" in d or "Choose steps" in d or not d,
         f"no mark of {name} with {text!r}")  # fmt: skip
    wait(lambda: has(p.button("Run"), State.SENSITIVE), "Run")


def start(j):
    """A model that could run"""
    p = j.start(j.copy(MODELS / "lotka-volterra.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    wait(lambda: has(p.button("Run"), State.SENSITIVE), "Run")


def step_size(j):
    """Step size: letters, negative, empty, too large for a number, a thousand, 0, over the interval"""
    for text, words in (
        ("abc", ["Step size", "abc", "not a number"]),
        ("-5", ["Step size", "greater than 0"]),
        ("", ["Step size", "empty"]),
        ("1e400", ["Step size", "1e400", "not a number"]),
        ("1,000", ["Step size", "1,000", "not a number"]),
        ("0", ["Step size", "greater than 0"]),
        ("nan", ["Step size", "nan", "not a number"]),
        ("21", ["Step size", "not be larger than the interval", "20"]),
    ):
        wrong(j, "Step size", text, *words)


def stop_time(j):
    """Stop time likewise"""
    right(j, "Step size", "0.1")
    for text, words in (
        ("abc", ["Stop time", "abc", "not a number"]),
        ("-5", ["Stop time", "greater than 0"]),
        ("", ["Stop time", "empty"]),
        ("1e400", ["Stop time", "1e400", "not a number"]),
        ("0", ["Stop time", "greater than 0"]),
    ):
        wrong(j, "Stop time", text, *words)


def tolerance(j):
    """Start time and tolerance likewise, in the words of the core; methods that take none say so"""
    p = j.program
    right(j, "Stop time", "20")
    wrong(j, "Start time", "-1", "start time", "negative")
    p.fill("Start time", "0")
    for text, words in (
        ("abc", ["Tolerance", "abc", "between 0 and 1"]),
        ("-1", ["Tolerance", "-1", "between 0 and 1"]),
        ("2", ["tolerance of 2 is not between 0 and 1"]),
        ("1e400", ["Tolerance", "1e400", "not a number"]),
    ):
        wrong(j, "Tolerance", text, *words)
    right(j, "Tolerance", "")
    right(j, "Tolerance", "1e-2")
    key("Return", "F5")
    p.wait_run()
    p.show_page("Results")
    rows = wait(lambda: len(p.results()) == 2 and p.results(), "results")
    print("#", {name: row["Macro steps"] for name, row in rows.items()})
    # 200 steps of 0.1 s are the longest there are.
    assert int(rows["NI-Jacobi"]["Macro steps"]) > 300, rows
    assert int(rows["NI-Jacobi"]["Macro steps"]) == steps_of_command_line("1e-2"), rows
    key("ctrl+z")
    wait(lambda: text_of(p.find("text", "Tolerance")) == "", "no tolerance after an undo")
    p.fill("Stop time", "")


def steps_of_command_line(tolerance):
    done = subprocess.run([LOCKSTEP, "compare", MODELS / "lotka-volterra.ssp", "-m", "ni-jacobi", "-H", "0.1",
                           "--tolerance", tolerance, "--json", "-q"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["runs"][0]["counts"]["macro_steps"]


def nothing_taken(j):
    """No wrong value was taken, F5 does nothing while there is one"""
    p = j.program
    key("F5")
    click(p.canvas)
    assert not has(p.button("Cancel"), State.SENSITIVE)
    right(j, "Stop time", "20")
    key("F5")
    wait(lambda: "MISSILES" in p.run_status() and "error" in p.run_status(), "the outcome")


def parameter(j):
    """A parameter: letters and numbers out of range are refused with a sentence"""
    j.program.end()
    p = j.start()
    key("ctrl+i")
    p.accept_file("Add FMUs", FMUS / "faulty.fmu", "Add")
    wait(lambda: list(p.blocks()) == ["faulty"], "the block")
    values = p.find("list box", "Parameters and start values")
    search = p.find("text", "Filter parameters")
    for name, text, words in (
        ("fault_time", "abc", ["abc", "not a number"]),
        ("fault_time", "", ["empty"]),
        ("fault_time", "1e400", ["1e400"]),
        ("sleep", "-5", ["-5", "0"]),
        ("sleep", "1.5", ["1.5"]),
    ):
        if text_of(search) != name:
            p.fill(search, name)
        wait(lambda: [name_of(t) for t in p.find_all("list item", None, values)] == [name], name)
        entry = p.find("text", name, values)
        before = text_of(entry)
        p.fill(entry, text)
        wait(lambda: description_of(entry), f"the mark at {name} with {text!r}")
        said = p.wait_label(*words)
        print(f"# {name} {text!r}: {said}")
        key("Return")
        assert p.button(f"Reset {name}", values)
        assert not has(p.button(f"Reset {name}", values), State.SENSITIVE), "a wrong value taken"
        p.fill(entry, before)
        wait(lambda: not description_of(entry), "the end of the mark")
    assert find_all(values, "text", "sleep")


def name(j):
    """A name that cannot be is refused with a sentence"""
    p = j.program
    for text in ("", "a.b"):
        entry = p.fill("Component name", text)
        key("Return")
        wait(lambda: description_of(entry), f"the mark at the name {text!r}")
        said = description_of(entry)
        print(f"# name {text!r}: {said}")
        assert said and list(p.blocks()) == ["faulty"], said
    entry = p.fill("Component name", "first")
    key("Return")
    wait(lambda: list(p.blocks()) == ["first"], "the new name")


main([start, step_size, stop_time, tolerance, nothing_taken, parameter, name])
