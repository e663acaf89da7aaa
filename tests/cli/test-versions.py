#!/usr/bin/python3
"""FMUs of FMI 1.0, 2.0 and 3.0 in the same models: the results are those of one version.

Usage: test-versions.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import csv
import io
import math
import re
import sys
import tempfile
import zipfile
from pathlib import Path

from archive import repack
from command import call, compare
from tap import run_cases

MODELS = Path(sys.argv[2]) / "models"
METHODS = ["ni-jacobi", "gauss-seidel", "iterated-jacobi", "missiles", "ifosmondi-jfm", "costarica"]
QUANTISED = ["qss2", "liqss2"]
# What FMI 1.0 does not have in Co-Simulation.
LACKING = ["rollback", "states", "state-derivatives", "linearisation", "time-derivative"]


def run(model, *options):
    """The rows as numbers, by the names of the columns."""
    done = call("run", "-q", model, "-o", "-", *options)
    assert done.returncode == 0, done.stderr
    head, *rows = csv.reader(io.StringIO(done.stdout))
    return {name: [float(row[i]) for row in rows] for i, name in enumerate(head)}


def assert_near(a, b, tolerance):
    """Apart by at most the tolerance, relative to the largest value of a column."""
    assert a.keys() == b.keys() and all(len(a[name]) == len(b[name]) for name in a)
    for name, values in a.items():
        far = max(abs(x - y) for x, y in zip(values, b[name]))
        size = max(abs(x) for x in values)
        print(f"# {name}: {far:.3g} of {size:.3g}")
        assert far <= tolerance * size, name


def test_first_as_second():
    """A slave of FMI 1.0 is one of FMI 2.0 without what saves and reads states: the same bits"""
    for name, parts in ("lotka-volterra", ("prey", "predator")), ("two-bodies", ("left", "right")):
        black = [f"--without={part}:{lacking}" for part in parts for lacking in LACKING]
        for method in METHODS:
            options = [f"--method={method}", "--step-size=0.01", "--stop-time=2"]
            second = run(MODELS / f"{name}.ssp", *options, *black)
            assert run(MODELS / f"fmi1/{name}.ssp", *options) == second, (name, method)


def as_third(name, folder):
    """The model with all its FMUs of FMI 3.0"""

    def edit(entry, data):
        return (MODELS / "fmi3" / Path(entry).name).read_bytes() if entry.endswith(".fmu") else data

    return repack(MODELS / f"{name}.ssp", Path(folder) / f"{name}.ssp", edit)


def test_third_as_second():
    """FMI 3.0 gives what FMI 2.0 gives: loops, initial values, feed-through, quantised states"""
    models = {
        "lotka-volterra": (0.01, METHODS + QUANTISED),
        "two-bodies": (0.001, METHODS),
        # At its usual tolerance the iteration may end a round later by rounding: 6e-7 of the force.
        "feed-through": (0.001, ["missiles", "ifosmondi-jfm:eps=1e-12"]),
        "resistor-ladder-2": (0.01, ["ni-jacobi", "iterated-jacobi"]),
        "pressure-network-2": (0.01, ["ni-jacobi"]),
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, (step, methods) in models.items():
            third = as_third(name, folder)
            for method in methods:
                options = [f"--method={method}", f"--step-size={step}", "--stop-time=0.5"]
                second = run(MODELS / f"{name}.ssp", *options)
                # Inputs are told as values at absolute times, not as derivatives: rounding.
                assert_near(second, run(third, *options), 1e-9)


def test_errors():
    """The reference is the same, and so are the errors, but for the rounding of inputs in the smallest"""
    for name in "two-bodies", "lotka-volterra":
        for method in "ni-jacobi", "missiles":
            second, third = (
                compare(MODELS / folder / f"{name}.ssp", [method], "1e-3")["runs"][0]["errors_percent"]
                for folder in ("", "fmi3")
            )
            for signal_name, error in second.items():
                print(f"# {name} {method} {signal_name}: {error:.9g} and {third[signal_name]:.9g} %")
                # 1e-13 % is the rounding of values of the size of the signal.
                assert abs(third[signal_name] - error) <= 1e-6 * error + 1e-13, (name, method)
                # As tables show them; below 1e-9 % errors are rounding.
                shown = f"{error:.4g}", f"{third[signal_name]:.4g}"
                assert error < 1e-9 or shown[0] == shown[1], (name, method, signal_name, shown)


def test_exchange():
    """Model Exchange of FMI 1.0 and 2.0. The linearisation is taken by differences in FMI 1.0, whose
    states a quantised method knows by their functions alone: of each the error it has of its own"""
    solvers = ["--solver=prey:dopri5:tolerance=1e-10", "--solver=predator:dopri5:tolerance=1e-10"]
    options = ["--step-size=0.02", "--stop-time=2", *solvers]
    for method in METHODS + QUANTISED:
        second = run(MODELS / "lotka-volterra.ssp", f"--method={method}", *options)
        first = run(MODELS / "fmi1/lotka-volterra-exchange.ssp", f"--method={method}", *options)
        # Differences have errors of the root of the rounding.
        assert_near(second, first, 1e-6)


def test_events():
    """State events of Model Exchange, of all three versions: the ball in the elevator"""
    solvers = [f"--solver={name}:dopri5:tolerance=1e-10" for name in ("elevator", "ball")]
    options = ["--method=ni-jacobi", "--step-size=0.01", "--stop-time=2", *solvers]
    first, second, third = (
        run(MODELS / folder / "ball-in-elevator.ssp", *options) for folder in ("fmi1", "", "fmi3")
    )
    # An impact in another digit of the time shifts all that follows.
    assert_near(second, third, 1e-9)
    assert_near(second, first, 1e-9)


def list_bounces(stop):
    """Seen from the elevator, which is accelerated by 1, 0 and -1 m/s2 for a second each, the ball falls with
    g plus that: a quadratic equation for each bounce."""
    time, height, speed, bounces = 0.0, 1.0, 0.0, []
    while time < stop:
        fall = 9.81 + (1.0, 0.0, -1.0)[int(time)]
        rest, left = math.floor(time) + 1 - time, (speed + math.sqrt(speed**2 + 2 * fall * height)) / fall
        if left > rest:
            height, speed = height + rest * (speed - fall * rest / 2), speed - fall * rest
            time = math.floor(time) + 1.0
        elif time + left < stop:
            time, height, speed = time + left, 0.0, 0.7 * (fall * left - speed)
            bounces.append(time)
        else:
            break
    return bounces


def test_times_of_events():
    """The ball in the elevator: in Co-Simulation of FMI 3.0, whose FMUs return early at their events, the
    times are those of Model Exchange. In FMI 2.0 they are lost in the step."""
    expected = [(time, "ball") for time in list_bounces(2.5)] + [(1.0, "elevator"), (2.0, "elevator")]
    expected.sort()
    assert len(expected) == 11
    solvers = [f"--solver={name}:dopri5:tolerance=1e-12" for name in ("elevator", "ball")]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "events.csv"
        for file, options in ("fmi3/", []), ("", []), ("", solvers), ("fmi3/", solvers):
            for method, step in ("ifosmondi-jfm", "0.01"), ("ifosmondi-jfm", "0.02"), ("missiles", "0.01"):
                rows = run(MODELS / f"{file}ball-in-elevator.ssp", f"--method={method}", f"--step-size={step}",
                           "--stop-time=2.5", f"--events={path}", *options)  # fmt: skip
                found = [(float(row["time"]), row["source"]) for row in csv.DictReader(path.open())]
                if not file and not options:
                    assert not found and len(set(rows["time"])) == len(rows["time"]), found
                    continue
                print(f"# {file}{method} {step} {options}: {found}")
                assert [source for _, source in found] == [source for _, source in expected], found
                # Their solvers are of a tolerance of 1e-12, and inputs are exact: polynomials of order 2.
                assert all(abs(a - b) < 1e-10 for (a, _), (b, _) in zip(found, expected)), found
                # Both limits: the velocity jumps between two rows of one time.
                jumps = [time for time, after, a, b in zip(rows["time"], rows["time"][1:], rows["ball.v"],
                                                           rows["ball.v"][1:]) if time == after and a != b]  # fmt: skip
                assert jumps == [time for time, source in found if source == "ball"], jumps


def ring(folder):
    """Two pairs of prey and predator, each hunting the prey of the other: equal at all times."""
    parts = {
        "a": ("fmi1/prey", "prey"), "b": ("predator", "predator"),
        "c": ("fmi3/prey", "prey"), "d": ("fmi1/predator", "predator"),
    }  # fmt: skip
    with zipfile.ZipFile(MODELS / "lotka-volterra.ssp") as archive:
        text = archive.read("SystemStructure.ssd").decode()
    blocks = {kind: re.search(rf'<ssd:Component name="{kind}".*?</ssd:Component>', text, re.S)[0]
              for kind in ("prey", "predator")}  # fmt: skip
    elements = "".join(
        blocks[kind].replace(f'name="{kind}" type', f'name="{name}" type').replace(f"resources/{kind}.fmu", f"{name}.fmu")
        for name, (_, kind) in parts.items()
    )
    wires = "".join(
        f'<ssd:Connection startElement="{start}" startConnector="population" endElement="{end}" endConnector="{input}"/>'
        for start, end, input in (("a", "b", "prey"), ("b", "c", "predators"), ("c", "d", "prey"), ("d", "a", "predators"))
    )
    text = re.sub(r"<ssd:Component .*</ssd:Component>", lambda _: elements, text, flags=re.S)
    text = re.sub(r"<ssd:Connection .*?</ssd:Connections>", lambda _: wires + "</ssd:Connections>", text, flags=re.S)
    text = re.sub(r"<ssd:Annotations>.*</ssd:Annotations>", "", text, flags=re.S)
    for name, (file, _) in parts.items():
        (folder / f"{name}.fmu").write_bytes((MODELS / f"{file}.fmu").read_bytes())
    path = folder / "SystemStructure.ssd"
    path.write_text(text)
    return path


def test_three_versions():
    """One model of all three: two coupled pairs that start alike stay those of the model of one pair"""
    with tempfile.TemporaryDirectory() as name:
        path = ring(Path(name))
        # A sequence of four is not one of two.
        for method in "ni-jacobi", "iterated-jacobi", "missiles":
            options = [f"--method={method}", "--step-size=0.01", "--stop-time=2"]
            # Only what all versions can do makes the four alike.
            lacking = [*LACKING, "polynomial-inputs"]
            four = run(path, *options, *[f"--without={part}:{word}" for part in "abcd" for word in lacking])
            two = run(MODELS / "lotka-volterra.ssp", *options,
                      *[f"--without={part}:{word}" for part in ("prey", "predator") for word in lacking])  # fmt: skip
            for part in "a", "c":
                # Rounding: equal bits where nothing is iterated.
                assert_near({"prey": two["prey.population"]}, {"prey": four[f"{part}.population"]}, 1e-12)
            # With all that each can do they differ by the error of the coupling.
            four = run(path, *options)
            assert_near({"prey": four["a.population"]}, {"prey": four["c.population"]}, 1e-3)


def test_large_integer():
    """An integer that leaps to the largest that a table holds has not diverged"""
    run = ["run", MODELS.parent / "tests/fmus/third.fmu", "--step-size=0.1", "--stop-time=1", "--signal=large_out",
           "-o", "-"]  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        table = Path(name) / "in.csv"
        table.write_text("time,large_in\n0,1\n0.5,1\n0.5,9007199254740991\n1,9007199254740991\n")
        done = call(*run, f"--input-file={table}")
    assert done.returncode == 0 and "9007199254740991" in done.stdout, done.stderr
    assert "diverged" not in done.stderr and "results" not in done.stderr, done.stderr
    # The largest of 64 bits is written as it is; that plots and errors have less of it is said once.
    done = call(*run, "--start-value", "large_in", "18446744073709551615")
    assert done.returncode == 0 and "18446744073709551615" in done.stdout, done.stderr
    assert done.stderr.count("large_out is 18446744073709551615: plots, errors") == 1, done.stderr


def write_wide(folder, wires, n=None):
    """A model of wide.fmu as w, with wires from its outputs to its inputs."""
    names = {"output": ["total", "last"], "input": [f"u[{k + 1}]" for k in range(n or 3)]}
    ports = "".join(
        f'<ssd:Connector name="{name}" kind="{kind}"><ssc:Real/></ssd:Connector>'
        for kind, list_ in names.items() for name in list_
    )  # fmt: skip
    size = "" if n is None else (
        '<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues><ssv:ParameterSet version="1.0" name="p">'
        f'<ssv:Parameters><ssv:Parameter name="n"><ssv:Integer value="{n}"/></ssv:Parameter></ssv:Parameters>'
        "</ssv:ParameterSet></ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>"
    )
    lines = "".join(
        f'<ssd:Connection startElement="w" startConnector="{start}" endElement="w" endConnector="{end}"/>'
        for start, end in wires
    )
    (folder / "wide.fmu").write_bytes((MODELS.parent / "tests/fmus/wide.fmu").read_bytes())
    path = folder / "SystemStructure.ssd"
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?><ssd:SystemStructureDescription version="1.0" name="m"'
        + "".join(f' xmlns:{word}="http://ssp-standard.org/SSP1/{long}"' for word, long in (
            ("ssd", "SystemStructureDescription"), ("ssc", "SystemStructureCommon"),
            ("ssv", "SystemStructureParameterValues")))
        + f'><ssd:System name="s"><ssd:Elements><ssd:Component name="w" type="application/x-fmu-sharedlibrary"'
        f' source="wide.fmu"><ssd:Connectors>{ports}</ssd:Connectors>{size}</ssd:Component></ssd:Elements>'
        f"<ssd:Connections>{lines}</ssd:Connections></ssd:System></ssd:SystemStructureDescription>"
    )  # fmt: skip
    return path


def test_dependencies_of_elements():
    """An FMU that knows on which elements its outputs depend closes no loop where there is none"""
    for n, loop in (None, False), (5, False), (1, True):
        with tempfile.TemporaryDirectory() as name:
            path = write_wide(Path(name), [("last", "u[1]")], n)
            for isolation in "none", "each":
                done = call("run", path, "--json", "-o", Path(name) / "o.csv", "--step-size=0.1", "--stop-time=1",
                            f"--isolation={isolation}")  # fmt: skip
                assert ('"loops": [\n' in done.stdout) == loop, (n, done.stdout, done.stderr)
                if loop:
                    continue
                # u_1 = 2 u_n = 2, so total = x + 2 + 4 + ... + n^2, and x' = 2 + 2 + ... + n - x exactly.
                size = n or 3
                x = (1 + size * (size + 1) / 2) * (1 - math.exp(-1))
                last = run(path, "--step-size=0.1", "--stop-time=1")["w.total"][-1]
                assert abs(last - x - 1 - size * (size + 1) * (2 * size + 1) / 6) < 1e-12 * last, last


if __name__ == "__main__":
    sys.exit(run_cases(globals()))
