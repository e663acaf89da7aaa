#!/usr/bin/env python3
"""What balance and the correction of direct feed-through are worth on black boxes: every example
model with components that offer set, get and doStep alone, each method with both, and without.

    tests/black-boxes.py build [--model NAME] [--method METHOD] [--markdown] [--worse FACTOR]

Errors are the greatest of all signals, in percent of their range (RMS), against the monolithic
reference. With --worse the status is 1 if one of them is greater by that factor than without."""

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


def get_error(run):
    """Greatest error over the signals; infinite if the run has failed or diverged."""
    errors = [e for e in run.get("errors_percent", {}).values() if e is not None]
    if run.get("status") != "done" or not errors or len(errors) < len(run["errors_percent"]):
        return float("inf")
    return max(errors)


def compare(lockstep, model, step, methods, flags):
    """(method, step) -> (error with, error without)"""
    wanted = [m for method in methods for m in [method] + METHODS[method]]
    arguments = [lockstep, "compare", model, "--json", "--step-size",
                 ",".join(repr(step * factor) for factor in FACTORS)] + flags
    for method in wanted:
        arguments += ["-m", method]
    result = ask(arguments)
    runs = result.get("runs", [])
    table = {}
    for number, method in enumerate(wanted):
        for i, factor in enumerate(FACTORS):
            if number * len(FACTORS) + i < len(runs):
                table[method, factor] = runs[number * len(FACTORS) + i]
    found = {}
    for method in methods:
        for factor in FACTORS:
            if (method, factor) in table:
                found[method, step * factor] = (get_error(table[method, factor]),
                                                get_error(table[METHODS[method][0], factor]))
    return found, result.get("failure")


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
        found, failure = compare(lockstep, model, step, methods, blacken(lockstep, model))
        if failure is not None:
            print(f"{name}: {failure}", file=sys.stderr)
        for (method, h), (with_, without) in found.items():
            worse = with_ > without * (options.worse or 1.1) and with_ > 1e-9
            bad += worse
            cells = [name, method, f"{h:.3g}", f"{without:.3g}", f"{with_:.3g}"]
            print(("| " + " | ".join(cells) + " |") if options.markdown
                  else "{:24} {:18} {:>9} {:>10} {:>10}".format(*cells) + ("  worse" if worse else ""))
    return 1 if options.worse and bad else 0


if __name__ == "__main__":
    sys.exit(main())
