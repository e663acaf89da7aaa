#!/usr/bin/env python3
"""How good the advice is, beside the cheapest setting found by trying all.

    advice.py BUILD [MODEL...]      prints a table of the example models in Markdown

For errors of 1, 0.1 and 0.01 % lockstep advise chooses; lockstep compare runs all its methods with
all its steps up to a sixteenth of the model's. The choice should keep the error in nine of ten, at a
cost of at most twice the least of those that do, both by the cost of the advice.
"""

import json
import subprocess
import sys
from pathlib import Path

CANDIDATES = [
    "ni-jacobi", "ni-jacobi:extrapolation=1", "ni-jacobi:extrapolation=2",
    "ni-jacobi:extrapolation=flexible", "gauss-seidel", "gauss-seidel:interpolation=on",
    "iterated-jacobi", "iterated-gauss-seidel", "missiles", "ifosmondi-jfm", "costarica",
]  # fmt: skip
TARGETS = [1, 0.1, 0.01]
# Models whose brute force takes minutes.
LARGE = {"chain-100", "chain-1000", "resistor-ladder-50", "pressure-network-50", "building-10"}


def call(build, *arguments):
    done = subprocess.run([build / "src/cli/lockstep", *map(str, arguments)], capture_output=True,
                          text=True, timeout=900)  # fmt: skip
    return json.loads(done.stdout) if done.stdout.startswith("{") else None


def name_of(run):
    return ":".join([run["method"], *(f"{k}={v}" for k, v in run["options"].items())])


def get_error(run):
    errors = list(run["errors_percent"].values())
    if run["status"] != "done" or run["diverged"] or None in errors:
        return float("inf")
    return max(errors)


def get_cost(run, n_components, call_time):
    counts = run["counts"]
    calls = counts["do_step"] + counts["linearisations"] + counts["rollbacks"] * n_components
    return calls * call_time + max(run["master_cpu_time_s"], 0)


def main():
    build = Path(sys.argv[1]).resolve()
    models = sys.argv[2:] or sorted(p.stem for p in (build / "models").glob("*.ssp"))
    kept = near = total = 0
    print("| model | wanted, % | method | step, s | error, % | cost, least cost, s | cheapest |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in models:
        path = build / f"models/{name}.ssp"
        if name in LARGE:
            continue
        described = call(build, "methods", "--model", path, "--json")
        base = call(build, "compare", path, "-m", "ni-jacobi", "-q", "--json")
        if not described or not base:
            continue
        first = 16 * base["runs"][0]["step_size"]
        while 4 * first > base["stop_time"] - base["start_time"]:
            first /= 2
        steps = ",".join(repr(first / 2**k) for k in range(9))
        # Runs that fail fail the command, and say so in the result.
        brute = call(build, "compare", path, *(f"--method={c}" for c in CANDIDATES), "-H", steps, "-q",
                     "--json")  # fmt: skip
        if not brute:
            continue
        n = len(described["components"])
        for wanted in TARGETS:
            advice = call(build, "advise", path, "--error", wanted, "-q", "--json")
            best = advice and advice["best"]
            call_time = advice["call_cpu_time_s"] if advice else 0
            able = [r for r in brute["runs"] if get_error(r) <= wanted]
            least = min(able, key=lambda r: get_cost(r, n, call_time), default=None)
            if least is None and not best:
                continue
            total += 1
            cost = least and get_cost(least, n, call_time)
            found = least and f"{name_of(least)}, {least['step_size']:g}"
            if not best:
                print(f"| {name} | {wanted:g} | – | | | {cost:.2g} | {found} |", flush=True)
                continue
            # The same run once more, judged at all its communication points.
            again = call(build, "compare", path, "-m", best["method"], "-H", best["step_size"], "-q", "--json")
            error = get_error(again["runs"][0])
            kept += error <= wanted
            near += least is None or best["cost_s"] <= 2 * cost
            print(f"| {name} | {wanted:g} | {best['method']} | {best['step_size']:g} | {error:.2g} | "
                  f"{best['cost_s']:.2g}, {cost or float('nan'):.2g} | {found} |", flush=True)  # fmt: skip
    print(f"\n{kept} of {total} keep the error, {near} cost at most twice the least")


if __name__ == "__main__":
    main()
