#!/usr/bin/env python3
"""What balance and the correction of direct feed-through are worth on black boxes: every example
model with components that offer set, get and doStep alone, each method with both, and without.

    tests/black-boxes.py build [--model NAME] [--method METHOD] [--markdown] [--worse FACTOR]

Errors are the greatest of all signals, in percent of their range (RMS), against the monolithic
reference. A signal whose errors with and without differ by less than two solvers of the reference
do is not compared, nor one where these differ by its whole range: all that is known of it is
rounding. Where the error with both is greater by a tenth, NEAR steps around decide by the means
over them: single ones depend on where events fall within a step. With --worse the status is 1 if
one is greater by that factor than without."""

import argparse
import glob
import json
import os
import subprocess
import sys

CAPABILITIES = ["polynomial-inputs", "output-derivatives", "rollback", "states", "state-derivatives",
                "linearisation", "time-derivative"]
# (with, without): NI-Jacobi without is what the papers compare with.
METHODS = {
    "ni-jacobi": ["ni-jacobi:extrapolation=0"],
    "gauss-seidel": ["gauss-seidel:balance=off:feed-through=off"],
    "missiles": ["missiles:balance=off:feed-through=off"],
    "costarica": ["costarica:balance=off:feed-through=off"],
    "iterated-jacobi": ["iterated-jacobi:balance=off:feed-through=off"],
}
FACTORS = [1, 0.25]
# Difference of two solvers of the reference from which on a signal is not compared, % of its range.
UNKNOWN = 100
NEAR = [0.9, 0.93, 0.97, 1, 1.03, 1.07, 1.1]


def ask(arguments):
    process = subprocess.run(arguments, capture_output=True, text=True, check=False)
    try:
        return json.loads(process.stdout)
    except json.JSONDecodeError:
        return {"failure": process.stderr.strip().splitlines()[-1:]}


def blacken(lockstep, model):
    components = ask([lockstep, "methods", "--model", model, "--json"])
    return [f"--without={component['name']}:{capability}"
            for component in components.get("components", []) for capability in CAPABILITIES]


def get_step(lockstep, model):
    runs = ask([lockstep, "compare", model, "--json", "-m", "ni-jacobi"]).get("runs", [])
    return runs[0]["step_size"] if runs else None


def get_errors(with_, without, reference):
    """Greatest errors over the signals that the reference tells apart; infinite for a run that has failed or diverged."""
    found, alike = [0.0, 0.0], 0.0
    for signal in with_["errors_percent"]:
        pair = [run["errors_percent"][signal] if run.get("status") == "done" else None for run in (with_, without)]
        pair = [float("inf") if error is None else error for error in pair]
        doubt = max((reference.get(key) or {}).get(signal) or 0 for key in ("error_percent", "check_difference_percent"))
        unknown = doubt >= UNKNOWN and max(pair) < float("inf")
        if unknown or abs(pair[0] - pair[1]) <= doubt or pair[0] == pair[1]:
            alike = max(alike, pair[1])
        else:
            found = [max(old, new) for old, new in zip(found, pair)]
    return found if any(found) else [alike, alike]


def compare(lockstep, model, steps, methods, flags):
    """(method, step) -> [error with, error without]"""
    wanted = [m for method in methods for m in [method] + METHODS[method]]
    arguments = [lockstep, "compare", model, "--json", "--step-size", ",".join(map(repr, steps))] + flags
    for method in wanted:
        arguments += ["-m", method]
    result = ask(arguments)
    runs = result.get("runs", [])
    found = {}
    for number, method in enumerate(methods):
        for i, step in enumerate(steps):
            first, second = 2 * number * len(steps) + i, (2 * number + 1) * len(steps) + i
            if second < len(runs):
                found[method, step] = get_errors(runs[first], runs[second], result.get("reference") or {})
    return found, result.get("failure")


def average(lockstep, model, method, step, flags):
    """Mean errors with and without over the steps around @step."""
    found, _ = compare(lockstep, model, [step * factor for factor in NEAR], [method], flags)
    return [sum(pair[i] for pair in found.values()) / max(len(found), 1) for i in range(2)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--lockstep", help="the program, if not that of the build")
    parser.add_argument("--model", help="names, with commas between")
    parser.add_argument("--method")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--worse", type=float)
    options = parser.parse_args()
    lockstep = options.lockstep or os.path.join(options.build, "src/cli/lockstep")
    methods = [options.method] if options.method else list(METHODS)
    bad = 0
    for model in sorted(glob.glob(os.path.join(options.build, "models/*.ssp"))):
        name = os.path.basename(model)[:-4]
        if options.model and name not in options.model.split(","):
            continue
        step = get_step(lockstep, model)
        if step is None:
            print(f"{name}: no runs", file=sys.stderr)
            continue
        flags = blacken(lockstep, model)
        found, failure = compare(lockstep, model, [step * factor for factor in FACTORS], methods, flags)
        if failure is not None:
            print(f"{name}: {failure}", file=sys.stderr)
        for (method, h), pair in found.items():
            limit = options.worse or 1.1
            worse = pair[0] > pair[1] * limit and pair[0] > 1e-9
            if worse:
                means = average(lockstep, model, method, h, flags)
                worse = means[0] > means[1] * limit
            bad += worse
            cells = [name, method, f"{h:.3g}", f"{pair[1]:.3g}", f"{pair[0]:.3g}"]
            print(("| " + " | ".join(cells) + " |") if options.markdown
                  else "{:24} {:18} {:>9} {:>10} {:>10}".format(*cells) + ("  worse" if worse else ""), flush=True)
    return 1 if options.worse and bad else 0


if __name__ == "__main__":
    sys.exit(main())
