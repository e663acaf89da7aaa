#!/usr/bin/env python3
"""How estimated errors compare with true ones.

    estimates.py BUILD [MODEL...]     prints a table of the example models in Markdown

Each model runs by every method with three steps, as it is and with components that only take
inputs, step and give outputs (--without). The estimate should be within a factor of 5 of the true
error in nine of ten, where both are above the error of the reference and below 100 %.
"""

import json
import sys
from pathlib import Path

from uncertainty import LARGE, call, list_components, without


def judge(result):
    """Yields (method, step, signal, estimate, true error), in %."""
    own = result["reference"]["error_percent"]
    for run in result["runs"]:
        for signal, true in run["errors_percent"].items():
            estimate = run["estimated_errors_percent"].get(signal)
            if true and estimate is not None and 3 * (own[signal] or 0) < true < 100:
                yield run["method"], run["step_size"], signal, estimate, true


def main():
    build = Path(sys.argv[1]).resolve()
    models = sys.argv[2:] or sorted(p.stem for p in (build / "models").glob("*.ssp"))
    counts = {}
    print("| model | components | method | step, s | signal | estimated, % | true, % | factor |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in models:
        path = build / f"models/{name}.ssp"
        if name in LARGE:
            continue
        info = call(build, "compare", path, "-m", "ni-jacobi", "-q", "--json")
        if info is None:
            continue
        base = json.loads(info)["runs"][0]["step_size"]
        steps = ",".join(repr(base / d) for d in (1, 2, 5))
        for black in [True, False]:
            extra = without(list_components(build, path)) if black else []
            text = call(build, "compare", path, "-H", steps, "-r", "monolithic", "--estimate", "-q",
                        "--json", *extra)  # fmt: skip
            for method, step, signal, estimate, true in judge(json.loads(text)) if text else []:
                kind = "black" if black else "all"
                good = 1 / 5 <= estimate / true <= 5
                for key in [(name, kind), (method, ""), ("all", kind), ("all", "")]:
                    n = counts.setdefault(key, [0, 0])
                    n[0] += good
                    n[1] += 1
                print(f"| {name} | {kind} | {method} | {step:g} | {signal} | {estimate:.2g} | "
                      f"{true:.2g} | {estimate / true:.2g} |", flush=True)  # fmt: skip
    for (name, kind), (good, n) in counts.items():
        print(f"{name} {kind}: {good} of {n} within a factor of 5")


if __name__ == "__main__":
    main()
