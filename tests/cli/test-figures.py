#!/usr/bin/python3
"""What the coupling methods are worth, as a person finds it by the command line.

The numbers are those of the MISSILES and COSTARICA papers, or computed from their equations
apart from this program. Usage: test-figures.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import csv
import json
import math
import re
import sys
import tempfile
from pathlib import Path

from command import at_least, at_most, call, near, refuse
from tap import run_cases

BUILD = Path(sys.argv[2])
MODELS = BUILD / "models"
TWO_BODIES = MODELS / "two-bodies.ssp"
LOTKA_VOLTERRA = MODELS / "lotka-volterra.ssp"
WITH_TIME = MODELS / "lotka-volterra-time.ssp"
PREY = "prey.population"


def compare(model, methods, steps, *more):
    """The runs of a comparison: {(method with options, step): run}."""
    result = call("compare", model, *(f"--method={method}" for method in methods), f"--step-size={steps}", "-q",
                  "--json", *more)  # fmt: skip
    assert result.returncode == 0, result.stderr
    runs = json.loads(result.stdout)["runs"]
    sizes = [float(step) for step in steps.split(",")]
    keys = [(method, step) for method in methods for step in sizes]
    assert len(keys) == len(runs)
    for (method, step), run in zip(keys, runs):
        assert (run["method"], run["step_size"]) == (method.split(":")[0], step), run
        assert run["status"] == "done", run
    return dict(zip(keys, runs))


def errors(model, methods, steps, signal, *more):
    runs = compare(model, methods, steps, *more)
    return {key: run["errors_percent"][signal] for key, run in runs.items()}


def order_of(figures, method, coarse, fine):
    value = math.log(figures[method, coarse] / figures[method, fine], coarse / fine)
    print(f"# {method}: order {value:.3f} from {coarse:g} to {fine:g} s")
    return value


def test_two_bodies():
    # Computed with exact propagation in each component, ZOH and lines between.
    wanted = {
        "ni-jacobi": (5.8008, 0.29329),
        "ni-jacobi:extrapolation=1": (0.16566, 1.6571e-3),
        "gauss-seidel:order=left/right": (1.13231, 0.0972392),
        "gauss-seidel:order=right/left": (1.33522, 0.119750),
    }
    figures = errors(TWO_BODIES, list(wanted), "1e-3,1e-4", "left.x", "--stop-time=2")
    for method, (coarse, fine) in wanted.items():
        # Five digits and more.
        near(figures[method, 1e-3], coarse, 3e-5)
        near(figures[method, 1e-4], fine, 3e-5)


def test_two_bodies_fourth_order():
    methods = ["missiles:start-slopes=off", "ifosmondi-jfm:eps=1e-12:start-slopes=off"]
    figures = errors(TWO_BODIES, methods, "1e-2,4e-3,1e-3,1e-4", "left.x", "--stop-time=2")
    for method in methods:
        # Four digits.
        near(figures[method, 1e-2], 8.995e-3, 1e-4)
        at_most(figures[method, 1e-3], 1.5 * 7.73e-7)
        at_most(figures[method, 1e-4], 1e-8)
        # At 4 ms (w h)^2 = 0.07 of the error is of higher order.
        assert abs(order_of(figures, method, 4e-3, 1e-3) - 4) <= 0.06


def test_lotka_volterra():
    published = "missiles:preset=as-published"
    figures = errors(LOTKA_VOLTERRA, ["ni-jacobi", published], "1e-3,1e-4", PREY, "--stop-time=20")
    # Five digits, here and below.
    near(figures["ni-jacobi", 1e-3], 0.13757, 5e-5)
    near(figures["ni-jacobi", 1e-4], 0.013721, 5e-5)
    near(figures[published, 1e-3], 0.21544, 3e-5)
    near(figures[published, 1e-4], 0.021625, 3e-5)


def test_lotka_volterra_affine():
    methods = ["missiles:affine-term=off", "missiles:defect=off"]
    figures = errors(LOTKA_VOLTERRA, methods, "1e-2,1e-3", PREY, "--stop-time=20")
    # The preset has more than that off, for the last of five digits.
    near(figures["missiles:affine-term=off", 1e-3], 0.21544, 1e-4)
    at_most(figures["missiles:defect=off", 1e-3], 1e-8)
    # The next term of the error, 0.01 s times the rates, is the fourth digit of the first.
    assert abs(order_of(figures, "missiles:defect=off", 1e-2, 1e-3) - 3) <= 0.01


def test_lotka_volterra_defect():
    figures = errors(LOTKA_VOLTERRA, ["missiles", "missiles:defect=off"], "0.1,0.05,0.025,0.0125",
                     PREY, "--stop-time=20")  # fmt: skip
    assert abs(order_of(figures, "missiles", 0.1, 0.0125) - 4) <= 0.2
    at_least(figures["missiles:defect=off", 0.025] / figures["missiles", 0.025], 10)
    fine = errors(LOTKA_VOLTERRA, ["missiles"], "1e-3", PREY, "--stop-time=20")
    at_most(fine["missiles", 1e-3], 1e-7)


def test_eps():
    # Error and cost against eps: what is left open on each of 2000 steps adds up at worst.
    powers = range(2, 14, 2)
    methods = [f"ifosmondi-jfm:eps=1e-{power}" for power in powers]
    runs = compare(LOTKA_VOLTERRA, methods, "1e-2", "--stop-time=20")
    cost = 0
    for power, run in zip(powers, runs.values()):
        error, counts = run["errors_percent"][PREY], run["counts"]
        print(f"# eps 1e-{power}: {counts['iterations'] / counts['macro_steps']:.2f} a step")
        at_most(error, 100 * 2000 * 10**-power + 1e-8)
        assert counts["iterations"] >= cost
        cost = counts["iterations"]
    at_most(runs["ifosmondi-jfm:eps=1e-12", 1e-2]["errors_percent"][PREY], 1e-8)


def test_time():
    methods = ["missiles:defect=off:time-derivative=off", "missiles:defect=off", "missiles"]
    figures = errors(WITH_TIME, methods, "0.05,0.025,0.0125", PREY, "--stop-time=20")
    # The next term of the error, some of the rates times 0.0125 s.
    assert abs(order_of(figures, methods[0], 0.025, 0.0125) - 2) <= 0.05
    assert abs(order_of(figures, methods[1], 0.025, 0.0125) - 3) <= 0.05
    assert order_of(figures, methods[2], 0.025, 0.0125) >= 3


def read_rows(path):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return rows[0], [[float(cell) for cell in row] for row in rows[1:]]


def test_estimator_is_missiles():
    # COSTARICA iterates to what MISSILES solves at once, from the first step on.
    cases = [(TWO_BODIES, ["left.x", "left.v", "right.F"], "1e-2", "2"),
             (LOTKA_VOLTERRA, [PREY, "predator.population"], "2e-2", "20")]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        for model, signals, step, stop in cases:
            tables = []
            for method in "missiles", "costarica:eps=1e-14":
                path = Path(folder) / f"{method[:4]}.csv"
                done = call("run", model, "-m", method, "-H", step, "--stop-time", stop, "-q",
                            *(f"--signal={signal}" for signal in signals), "-o", path)  # fmt: skip
                assert done.returncode == 0, done.stderr
                tables.append(read_rows(path))
            (names, a), (same, b) = tables
            assert names == same and len(a) == len(b) > 100
            for column in range(1, len(names)):
                size = max(abs(row[column]) for row in a)
                gaps = [abs(x[column] - y[column]) / size for x, y in zip(a, b)]
                print(f"# {names[column]}: first step {gaps[1]:.1e}, all {max(gaps):.1e}")
                assert max(gaps) <= 1e-9


def test_single_step():
    # x - x_L from the equations, with the constants of COSTARICA tables 4 and 5.
    done = call("reproduce", "costarica-fig-9")
    assert done.returncode == 0, done.stderr
    rows = [list(map(float, line.split())) for line in done.stdout.splitlines()
            if re.match(r" *0\.[01]+ ", line)]  # fmt: skip
    table = {step: (classical, with_time) for step, classical, with_time in rows}
    # Six digits; 2e-11 is the difference of numbers with an eps of 2e-16.
    near(table[1e-1][0], -2.24658e-5, 1e-4)
    near(table[1e-2][0], -2.23728e-8, 1e-4)
    near(table[1e-3][0], -2.23597e-11, 1e-3)
    near(table[1e-1][1], -4.84161e-3, 1e-4)
    near(table[1e-2][1], -4.99856e-5, 1e-4)
    near(table[1e-3][1], -5.01246e-7, 1e-4)
    for column, order in (0, 3), (1, 2):
        # The next term of the error, 0.01 s times the rates.
        near(math.log10(table[1e-2][column] / table[1e-3][column]), order, 2e-3)


def test_behaviour_change():
    # The force is constant after the switch: what smears it leaves an error that stays.
    runs = compare(MODELS / "behaviour-change.ssp", ["missiles", "ifosmondi-jfm:eps=1e-10"], "0.2")
    for (method, _), run in runs.items():
        before, after = run["segments"]
        assert (before["from"], before["to"], after["to"]) == (0, 100, 160)
        assert run["counts"]["discontinuities"] >= 1
        for part in before, after:
            print(f"# {method} from {part['from']} s: {part['errors_percent']}")
            assert max(part["errors_percent"].values()) <= 1e-4
        at_most(after["errors_percent"]["right.F"], 1e-9)
    done = call("compare", MODELS / "behaviour-change.ssp", "-m", "missiles", "-H", "0.2", "-q")
    assert re.search(r"100 to 160|0 to 100", done.stdout), done.stdout


# Low orders take too many steps for small ones.
TOLERANCES = {
    "ni-jacobi": ("1e-2",),
    "ni-jacobi:extrapolation=1": ("1e-3",),
    "ni-jacobi:extrapolation=2": ("1e-3", "1e-5"),
    "gauss-seidel": ("1e-2",),
    "iterated-jacobi": ("1e-3",),
    "iterated-gauss-seidel": ("1e-3",),
    "ifosmondi-jfm": ("1e-3", "1e-5", "1e-7", "1e-9"),
    "costarica": ("1e-3", "1e-5", "1e-7", "1e-9"),
    "missiles": ("1e-3", "1e-5", "1e-7", "1e-9"),
}


def test_tolerance():
    for tolerance in "1e-2", "1e-3", "1e-5", "1e-7", "1e-9":
        methods = [method for method in TOLERANCES if tolerance in TOLERANCES[method]]
        runs = compare(TWO_BODIES, methods, "0.5", "--stop-time=2", f"--tolerance={tolerance}")
        for (method, _), run in runs.items():
            achieved = max(run["errors_percent"].values()) / 100 / float(tolerance)
            print(f"# {method}: {achieved:.2f} of {tolerance}, {run['counts']['macro_steps']} steps")
            assert 0.1 <= achieved <= 10, (method, tolerance, achieved)


def test_fewer_steps():
    # As many steps of one size give more error than steps by a tolerance.
    model = LOTKA_VOLTERRA
    for method in "missiles", "ifosmondi-jfm:eps=1e-10":
        (run,) = compare(model, [method], "20", "--stop-time=20", "--tolerance=1e-7").values()
        step = f"{20 / run['counts']['macro_steps']:.6g}"
        (fixed,) = compare(model, [method], step, "--stop-time=20").values()
        one, other = fixed["errors_percent"][PREY], run["errors_percent"][PREY]
        print(f"# {method}: {run['counts']['macro_steps']} steps: {other:.3g} and {one:.3g} %")
        assert one > other


def test_feed_through():
    # Jacobi iteration diverges where output and input are tied on both sides, Newton does not.
    model = MODELS / "feed-through.ssp"
    arguments = ["-H", "1e-2", "--stop-time=1", "-q", "-o"]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.csv"
        for method, words in {
            "iterated-jacobi": ["t = 0 s", "right", "“F”", "residual is 1.94", "aitken=on"],
            "ifosmondi-jfm:solver=fixed-point:start-slopes=off": ["t = 0 s", "left.F", "residual", "solver=anderson"],
        }.items():
            refuse(1, words, "run", model, "-m", method, *arguments, out)
        for solver in "newton-gmres", "interface-newton", "anderson":
            done = call("run", model, "-m", f"ifosmondi-jfm:solver={solver}", *arguments, out)
            assert done.returncode == 0, (solver, done.stderr)


def gain_model(folder, factor):
    """A gain whose output is its input: y = factor y."""
    (folder / "gain.fmu").write_bytes((MODELS / "blocks/gain.fmu").read_bytes())
    model = folder / "loop.ssd"
    model.write_text(f"""<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
    xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"
    xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues" version="1.0" name="m">
  <ssd:System name="system"><ssd:Elements>
    <ssd:Component name="loop" type="application/x-fmu-sharedlibrary" source="gain.fmu">
      <ssd:Connectors><ssd:Connector name="u" kind="input"><ssc:Real/></ssd:Connector>
        <ssd:Connector name="y" kind="output"><ssc:Real/></ssd:Connector></ssd:Connectors>
      <ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>
        <ssv:ParameterSet version="1.0" name="p"><ssv:Parameters>
          <ssv:Parameter name="k"><ssv:Real value="{factor}"/></ssv:Parameter>
        </ssv:Parameters></ssv:ParameterSet>
      </ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>
    </ssd:Component>
  </ssd:Elements><ssd:Connections>
    <ssd:Connection startElement="loop" startConnector="y" endElement="loop" endConnector="u"/>
  </ssd:Connections></ssd:System>
</ssd:SystemStructureDescription>
""")
    return model


def test_singular():
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["-m", "missiles", "-H", "0.1", "--stop-time=1", "-q", "-o"]
        out = Path(folder) / "out.csv"
        done = call("run", gain_model(Path(folder), 0.5), *arguments, out)
        assert done.returncode == 0, done.stderr
        refuse(1, ["no unique solution", "loop.y", "t = 0 s"], "run", gain_model(Path(folder), 1), *arguments, out)


def test_bad_options():
    start = ["compare", TWO_BODIES, "-H", "1e-2", "--stop-time=2", "-q"]
    for method, words in {
        "ifosmondi-jfm:eps=0": ["eps"],
        "ifosmondi-jfm:eps=-1": ["eps"],
        "ifosmondi-jfm:eps=nan": ["eps"],
        "missiles:laplace=gaver-stehfest:stehfest-terms=7": ["stehfest-terms", "even"],
        "missiles:laplace=gaver-stehfest:stehfest-terms=100": ["stehfest-terms"],
        "missiles:laplace=magic": ["laplace", "gaver-stehfest"],
        "missiles:affine=off": ["affine", "affine-term"],
        "missile": ["missile", "ni-jacobi", "ifosmondi-jfm"],
    }.items():
        # What an option alone cannot show comes out when the run is made.
        refuse(1 if "stehfest-terms=7" in method else 2, words, *start, "-m", method)


def test_no_derivatives():
    # Forced where it cannot be; extrapolated, and said so, where it is only not there.
    arguments = ["-H", "0.1", "--stop-time=1", "--without=prey:state-derivatives"]
    refuse(1, ["prey", "cannot be estimated", "states and their derivatives"], "run",
           LOTKA_VOLTERRA, "-m", "costarica:force=prey=estimate:trials=off", *arguments, "-q", "-o",
           "/dev/null")  # fmt: skip
    done = call("methods", "--model", LOTKA_VOLTERRA, "--json", "--without=prey:rollback",
                "--without=prey:state-derivatives")  # fmt: skip
    methods = {one["id"]: one for one in json.loads(done.stdout)["methods"]}
    for name in "missiles", "costarica":
        prey, predator = methods[name]["components"]
        print("#", name, prey["instead"])
        assert prey["possible"] and "extrapolated" in prey["instead"], prey
        assert predator["instead"] != prey["instead"], predator


def test_reference_files():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "reference.csv"
        start = ["compare", TWO_BODIES, "-m", "ni-jacobi", "-H", "1e-2", "--stop-time=0.1", "-q",
                 f"--reference={path}"]  # fmt: skip
        times = [i / 100 for i in range(11)]
        for text, words in {
            "time,left.v\n" + "".join(f"{t},0\n" for t in times): ["left.x", "reference.csv"],
            "time,left.x\n" + "".join(f"{t},0\n" for t in times[:5]): ["0.05", "reference.csv"],
            "time,left.x\n0,0\n0.02,1\n0.01,2\n0.1,3\n": ["reference.csv"],
            "time,left.x\n0,one\n": ["reference.csv", "one"],
            "": ["reference.csv"],
        }.items():
            path.write_text(text)
            refuse(1, words, *start, "-s", "left.x")


def test_reference_file_between():
    # Nobody knows the times of steps by a tolerance before: the file is interpolated, and says so.
    signals = ["--signal=left.x", "--signal=right.F"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fine.csv"
        done = call("run", TWO_BODIES, "-m", "missiles", "-H", "1e-3", "--stop-time=2", "-q", "-o",
                    path, *signals)  # fmt: skip
        assert done.returncode == 0, done.stderr
        more = ["--stop-time=2", "--tolerance=1e-4", *signals]
        methods = ["missiles", "ni-jacobi:extrapolation=2"]
        exact = compare(TWO_BODIES, methods, "0.5", *more)
        by_file = compare(TWO_BODIES, methods, "0.5", *more, f"--reference={path}")
        for key, run in exact.items():
            for name, error in run["errors_percent"].items():
                near(by_file[key]["errors_percent"][name], error, 1e-3)
        start = ["compare", TWO_BODIES, "-m", "missiles", "-H", "0.5", f"--reference={path}",
                 "--tolerance=1e-4", "-s", "left.x", "-q"]  # fmt: skip
        done = call(*start, "--stop-time=2", "--json")
        reference = json.loads(done.stdout)["reference"]
        assert "interpolated" in reference["description"], reference
        at_most(reference["error_percent"]["left.x"], 1e-5)
        refuse(1, ["fine.csv", "t = 2.5 s"], *start, "--stop-time=2.5")
        # Across a jump, a time that is there twice, nothing is interpolated.
        header, rows = read_rows(path)
        half = [row[:1] + [value + (row[0] > 1) * 1e6 for value in row[1:]] for row in rows]
        middle = [i for i, row in enumerate(half) if row[0] == 1][0]
        half.insert(middle + 1, [1] + [value + 1e6 for value in half[middle][1:]])
        path.write_text("\n".join(",".join(map(repr, row)) for row in half) + "\n")
        path.write_text(",".join(header) + "\n" + path.read_text())
        done = call(*start, "--stop-time=2", "--json")
        jump = json.loads(done.stdout)["reference"]["error_percent"]["left.x"]
        at_most(jump, 1e-6)


def test_store():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fine, stored = folder / "fine.csv", folder / "stored.ssp"
        done = call("run", TWO_BODIES, "-m", "missiles", "-H", "1e-3", "--stop-time=1", "-q", "-o", fine)
        assert done.returncode == 0, done.stderr
        given = ["-m", "missiles:affine-term=off", "-m", "ni-jacobi:extrapolation=1", "-H", "2e-3,1e-3",
                 "--stop-time=1", "-s", "left.v", "-r", fine, "--without=left:rollback"]  # fmt: skip
        first = call("compare", TWO_BODIES, *given, "--json", f"--store={stored}")
        assert first.returncode == 0 and "stored.ssp" in first.stderr, first.stderr
        # The same without a word, also after the folder has moved; other models stay as they were.
        moved = folder.with_name(folder.name + "-moved")
        folder.rename(moved)
        try:
            again = call("compare", moved / "stored.ssp", "--json")
            assert again.returncode == 0, again.stderr
            one, other = json.loads(first.stdout), json.loads(again.stdout)
            assert one["reference"] == other["reference"] and one["stop_time"] == 1
            keys = "method", "options", "step_size", "errors_percent", "counts"
            assert len(one["runs"]) == 4
            for a, b in zip(one["runs"], other["runs"]):
                assert [a[key] for key in keys] == [b[key] for key in keys], (a, b)
            # Over itself, with a tolerance.
            done = call("compare", moved / "stored.ssp", "-m", "missiles", "-H", "0.5", "-s", "left.x",
                        "--tolerance=1e-4", "-q", f"--store={moved / 'stored.ssp'}")  # fmt: skip
            assert done.returncode == 0, done.stderr
            (run,) = json.loads(call("compare", moved / "stored.ssp", "--json", "-q").stdout)["runs"]
            assert run["tolerance"] == 1e-4 and list(run["errors_percent"]) == ["left.x"], run
            before = (moved / "stored.ssp").read_bytes()
            refuse(1, ["stored.ssd", ".ssp"], "compare", TWO_BODIES, *given[:4], "-H", "0.1", "-q",
                   f"--store={moved / 'stored.ssd'}")  # fmt: skip
            refuse(1, ["absent"], "compare", TWO_BODIES, *given[:4], "-H", "0.1", "-q",
                   f"--store={moved / 'absent/stored.ssp'}")  # fmt: skip
            refuse(1, ["step"], "compare", TWO_BODIES, "-m", "missiles", "-H", "5", "--stop-time=1",
                   "-q", f"--store={moved / 'stored.ssp'}")  # fmt: skip
            assert (moved / "stored.ssp").read_bytes() == before
        finally:
            moved.rename(folder)


sys.exit(run_cases(globals()))
