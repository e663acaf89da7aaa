#!/usr/bin/env python3
"""How the uncertainty of extrapolated references compares with what they are wrong by.

    uncertainty.py BUILD [MODEL...]     prints a table of the example models in Markdown

Each model runs as it is and with components that only take inputs, step and give outputs
(--without), with three steps. The extrapolated reference is compared with the monolithic one:
the uncertainty has to cover the difference in 95 of 100, and should not be 100 times as much.
"""

import csv
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

CAPABILITIES = [
    "polynomial-inputs", "output-derivatives", "rollback", "states", "state-derivatives",
    "linearisation", "time-derivative", "events",
]  # fmt: skip
# Long models, and those whose runs are of more than a second at these steps.
LARGE = {"chain-1000", "resistor-ladder-50", "pressure-network-50"}


def call(build, *arguments):
    done = subprocess.run(
        [build / "src/cli/lockstep", *arguments], capture_output=True, text=True, timeout=600
    )
    return done.stdout if done.returncode in (0, 4) else None


def read_reference(path):
    """Columns of the reference by signal: value after events by time."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return {
        name.removesuffix(" (reference)"): {float(row[0]): float(row[i]) for row in rows[1:] if row[i]}
        for i, name in enumerate(rows[0])
        if name.endswith(" (reference)")
    }


def without(components):
    return [f"--without={name}:{cap}" for name in components for cap in CAPABILITIES]


def list_components(build, model):
    text = call(build, "methods", "--model", model, "--json")
    return [c["name"] for c in json.loads(text)["components"]] if text else []


def measure(values, truth):
    """The error figure at the common times, over the range of the values under judgement."""
    spread = max(values.values()) - min(values.values()) or 1
    squares = [(values[t] - truth[t]) ** 2 for t in truth.keys() & values.keys()]
    return 100 * math.sqrt(sum(squares) / len(squares)) / spread


def judge(build, model, step, extra, folder):
    """Yields (signal, uncertainty, what it is wrong by, own error of the truth), in %."""
    common = [model, "-H", repr(step), "-m", "ni-jacobi", "-q", *extra]
    text = call(build, "compare", *common, "-r", "extrapolated", "--json")
    truth = call(build, "compare", *common, "-r", "monolithic", "--json")
    own = json.loads(truth)["reference"]["error_percent"] if truth else {}
    traces = {}
    for kind in ["extrapolated", "monolithic"]:
        path = folder / f"{kind}.csv"
        path.unlink(missing_ok=True)
        call(build, "plot", *common, "-r", kind, "-o", path)
        if text is None or not path.exists():
            return
        traces[kind] = read_reference(path)
    reference = json.loads(text)["reference"]
    for signal, uncertainty in reference["error_percent"].items():
        truth = traces["monolithic"].get(signal)
        if truth and uncertainty is not None and signal in traces["extrapolated"]:
            yield signal, uncertainty, measure(traces["extrapolated"][signal], truth), own[signal]


def main():
    build = Path(sys.argv[1]).resolve()
    models = sys.argv[2:] or sorted(p.stem for p in (build / "models").glob("*.ssp"))
    covered = large = total = 0
    print("| model | step, s | components | signal | uncertainty, % | wrong by, % | factor |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for name in models:
            path = build / f"models/{name}.ssp"
            if name in LARGE:
                continue
            components = list_components(build, path)
            info = call(build, "compare", path, "-m", "ni-jacobi", "-q", "--json")
            if info is None:
                continue
            base = json.loads(info)["runs"][0]["step_size"]
            for step in [base, base / 2, base / 5]:
                for black in [True, False]:
                    extra = without(components) if black else []
                    for signal, u, e, own in judge(build, path, step, extra, Path(folder)):
                        total += 1
                        covered += e <= u + 3 * own
                        large += u > 100 * e
                        print(f"| {name} | {step:g} | {'black' if black else 'all'} | {signal} | "
                              f"{u:.2g} | {e:.2g} | {u / e if e else math.inf:.2g} |", flush=True)  # fmt: skip
    print(f"\n{covered} of {total} covered, {large} more than 100 times as much")


if __name__ == "__main__":
    main()
