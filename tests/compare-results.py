#!/usr/bin/python3
"""compare-results.py OLD NEW [PATTERN]: runs the example models by all coupling methods and solvers
with the programs of two build folders, and says where their results differ, bit for bit.

The models are those of NEW; with a PATTERN those only whose run, as it is printed, holds it. What a
run says and its status count as results, too. A run that takes too long is left out.
"""

import os
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SECONDS = 10
PATIENCE = 6  # times as long for the other of two, when one has ended
COUPLINGS = [
    "ni-jacobi", "ni-jacobi:extrapolation=2", "ni-jacobi:extrapolation=flexible:smooth=on",
    "gauss-seidel", "iterated-jacobi", "iterated-gauss-seidel", "missiles",
    "missiles:preset=as-published", "missiles:relinearise=1e-3", "ifosmondi-jfm",
    "ifosmondi-jfm:solver=newton-gmres", "ifosmondi-jfm:solver=interface-newton", "costarica",
    "qss1", "qss2", "qss3", "liqss1", "liqss2", "liqss3",
]  # fmt: skip
TOLERANCES = ["missiles", "ifosmondi-jfm", "costarica"]
SOLVERS = [
    "explicit-euler", "implicit-euler", "rk34", "dopri5", "radau5", "rodas", "cvode-bdf",
    "cvode-adams", "dop853", "fehlberg78", "qss1", "qss2", "qss3", "liqss1", "liqss2", "liqss3",
]  # fmt: skip


def list_components(model):
    """Names of the components that may have a solver, as the document has them."""
    with zipfile.ZipFile(model) as archive:
        text = archive.read("SystemStructure.ssd").decode()
    return [part.split('name="', 1)[1].split('"', 1)[0] for part in text.split("<ssd:Component ")[1:]]


def list_runs(models):
    for model in sorted(models.glob("*.ssp")):
        for coupling in COUPLINGS:
            yield [model.name, f"--method={coupling}"]
        for coupling in TOLERANCES:
            yield [model.name, f"--method={coupling}", "--tolerance=1e-4"]
        for solver in ("dopri5", "radau5", "cvode-bdf", "qss2"):
            chosen = [f"--solver={name}:{solver}" for name in list_components(model)]
            yield [model.name, "--method=missiles", *chosen]
    for fmu in sorted(models.glob("*.fmu")):
        for solver in SOLVERS:
            yield [fmu.name, f"--solver={solver}"]
        yield [fmu.name]


def run(build, models, arguments, seconds=SECONDS):
    """(status, what it wrote, what it said), or None when it took too long."""
    command = [build / "src/cli/lockstep", "run", "-q", "-o", "-", *arguments]
    try:
        done = subprocess.run(command, cwd=models, capture_output=True, timeout=seconds, check=False,
                              env={**os.environ, "LC_ALL": "C.UTF-8"})  # fmt: skip
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout, done.stderr


def compare(builds, models, arguments):
    """A line when the results differ, "" when they do not, None where there is nothing to compare."""
    old, new = (run(build, models, arguments) for build in builds)
    if old is None and new is not None:
        old = run(builds[0], models, arguments, PATIENCE * SECONDS)
    elif new is None and old is not None:
        new = run(builds[1], models, arguments, PATIENCE * SECONDS)
    shown = " ".join(arguments[:2] + (["…"] if len(arguments) > 3 else arguments[2:]))
    if old is None or new is None:
        return None if old is new else f"{shown}: only one of the two ends within {PATIENCE * SECONDS} s"
    if old == new:
        return ""
    for what, before, after in zip(("status", "rows", "words"), old, new):
        if before != after:
            return f"{shown}: other {what}: {describe(before, after)}"
    return None


def describe(before, after):
    if isinstance(before, int):
        return f"{before}, now {after}"
    pairs = zip(before.splitlines() + [b"(end)"], after.splitlines() + [b"(end)"])
    number, (one, two) = next((number, pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    return f"line {number}: {one.decode()[:100]}, now {two.decode()[:100]}"


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    builds = [Path(folder).resolve() for folder in sys.argv[1:3]]
    pattern = sys.argv[3] if len(sys.argv) > 3 else ""
    models = builds[1] / "models"
    runs = [run for run in list_runs(models) if pattern in " ".join(run)]
    same = 0
    left_out = []
    different = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for arguments, line in zip(runs, pool.map(lambda run: compare(builds, models, run), runs)):
            if line:
                print(line, flush=True)
                different.append(line)
            elif line is None:
                left_out.append(arguments)
            else:
                same += 1
    print(f"{same} runs the same, {len(different)} different, {len(left_out)} longer than {SECONDS} s")
    return 1 if different or not same else 0


if __name__ == "__main__":
    sys.exit(main())
