#!/usr/bin/python3
"""Models whose FMUs take liberties that those of some exporters take, by all methods and solvers:
the same numbers as with FMUs that take none.

Usage: test-quirks.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import functools
import io
import re
import sys
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from command import call
from tap import run_cases

BUILD = Path(sys.argv[2])
METHODS = [
    "ni-jacobi", "ni-jacobi:extrapolation=2:start-slopes=on", "gauss-seidel", "iterated-jacobi",
    "missiles", "missiles:preset=as-published", "ifosmondi-jfm", "costarica",
]  # fmt: skip
QUANTISED = ["qss1", "qss2", "qss3", "liqss2"]
SOLVERS = ["explicit-euler", "dopri5", "rodas", "radau5", "cvode-bdf", "cvode-adams", "qss2", "liqss2"]
# Stop time and macro step, s; steps of order one would be too coarse with more.
MODELS = {
    "two-bodies": ("0.2", "1e-3", "left", "right"),
    "lotka-volterra-time": ("4", "0.02", "prey", "predator"),
    "feed-through": ("1", "0.01", "left", "right"),
    "ball-in-elevator": ("2", "0.01", "elevator", "ball"),
}
FOLDER = tempfile.TemporaryDirectory()


def rewrite(archive, change):
    """The archive's bytes with what change(name, bytes) gives for each entry."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return out.getvalue()


def strip(description, lacks):
    """The description without these capabilities."""
    for attribute in lacks:
        description = re.sub(rb'%s="\w+"' % attribute.encode(),
                             b'%s="%s"' % (attribute.encode(), b"0" if attribute[0] == "m" else b"false"),
                             description)  # fmt: skip
    return description


def make(model, quirk=None, lacks=()):
    """The path of a copy of the model with that quirk, of whose FMUs nobody knows @lacks."""
    swapped = []

    def change_fmu(fmu):
        def change(name, content):
            if name == "modelDescription.xml":
                return strip(content, lacks)
            if name.startswith("binaries/") and quirk:
                part = Path(name).stem.replace("_", "-")
                swapped.append(part)
                return (BUILD / f"tests/fmus/{quirk}-{part}.so").read_bytes()
            return content

        return lambda data: rewrite(data, change)

    def change_model(name, content):
        return change_fmu(name)(content) if name.endswith(".fmu") else content

    path = Path(FOLDER.name, f"{model}-{quirk}-{'-'.join(lacks)}.ssp")
    if path.exists():
        return path
    path.write_bytes(rewrite((BUILD / f"models/{model}.ssp").read_bytes(), change_model))
    assert not quirk or len(swapped) == 2, swapped
    return path


@functools.cache
def run(path, model, *more):
    stop, step = MODELS[model][:2]
    done = call("run", path, f"--stop-time={stop}", f"--step-size={step}", "-q", "-o", "-", *more)
    return done.returncode, done.stdout, done.stderr.replace(str(path), "MODEL")


def check_all(quirk, model, ways, lacks):
    """Each way of running gives the same numbers with the quirk as without."""
    clean, odd = make(model, None, lacks), make(model, quirk, lacks)
    well, wrong = 0, []
    with ThreadPoolExecutor(2) as pool:
        wanted_all = pool.map(lambda way: run(clean, model, *way), ways)
        got_all = pool.map(lambda way: run(odd, model, *way), ways)
        results = list(zip(ways, wanted_all, got_all))
    for way, wanted, got in results:
        well += wanted[0] == 0
        if wanted != got:
            wrong.append((" ".join(way), wanted[0], got[0], got[2][-200:]))
    print(f"# {model}, {quirk}: {len(ways)} ways, {well} run")
    assert well > 0.7 * len(ways), "hardly anything runs without the quirk"
    assert not wrong, wrong


def by_methods(names):
    return [[f"--method={name}"] for name in names]


def by_solvers(model, names):
    components = MODELS[model][2:]
    return [["--method=missiles", *(f"--solver={component}:{name}" for component in components)]
            for name in names]  # fmt: skip


def mixed(model):
    return [[f"--method={name}", f"--solver={MODELS[model][2]}:dopri5"] for name in METHODS]


# What FMUs of some exporters lack, so that differences of Model Exchange instances stand in for it.
POOR = ["providesDirectionalDerivative", "canInterpolateInputs", "maxOutputDerivativeOrder"]


def check_caching(quirk):
    for model in MODELS:
        ways = by_methods(METHODS + QUANTISED) + by_solvers(model, SOLVERS) + mixed(model)
        check_all(quirk, model, ways, ["providesDirectionalDerivative"])
        check_all(quirk, model, by_methods(METHODS), POOR)
        check_all(quirk, model, by_methods(QUANTISED) + mixed(model), [])


def check_references(quirk):
    """Reference and initialisation: what a comparison says of errors."""
    for model in MODELS:
        stop, step = MODELS[model][:2]
        results = []
        for path in (make(model, None, POOR), make(model, quirk, POOR)):
            done = call("compare", path, "--method=ni-jacobi", f"--step-size={step}",
                        f"--stop-time={stop}", "--json")  # fmt: skip
            assert done.returncode == 0, done.stderr
            results.append(re.findall(r'"(?:errors?_percent|difference)[^}]*}', done.stdout))
        print(f"# {model}: {results[0][:2]}")
        assert results[0] and results[0] == results[1], results


def test_outputs_first():
    check_caching("outputs-first")


def test_outputs_first_reference():
    check_references("outputs-first")


def test_derivatives_first():
    check_caching("derivatives-first")


def test_derivatives_first_reference():
    check_references("derivatives-first")


# Steps by a tolerance, some of them refused.
CONTROLLED = [[f"--method={name}", "--tolerance=1e-4"] for name in METHODS]


def test_committing():
    """Steps are final that nobody goes back to before."""
    for model in ["two-bodies", "lotka-volterra-time", "ball-in-elevator"]:
        check_all("committing", model, by_methods(METHODS) + CONTROLLED + mixed(model), [])


def test_strict():
    """What was said to be final is not asked back for."""
    for model in ["two-bodies", "lotka-volterra-time"]:
        check_all("strict", model, by_methods(METHODS) + CONTROLLED + mixed(model), [])


def test_never_back():
    """Nor are steps of our solvers announced as tentative where nothing leads back."""
    for model in ["two-bodies", "ball-in-elevator"]:
        names = ["ni-jacobi", "gauss-seidel", "missiles"]
        ways = by_methods(QUANTISED) + by_solvers(model, SOLVERS)
        ways += [[f"--method={name}", f"--solver={MODELS[model][2]}:dopri5"] for name in names]
        check_all("never-back", model, ways, ["completedIntegratorStepNotNeeded"])


sys.exit(run_cases(globals()))
