#!/usr/bin/python3
"""FMUs of FMI 3.0 that give what no FMU may give, and models that ask for it: what is said, by component,
variable, call and time, in this process and in a helper.

Usage: test-hostile.py LOCKSTEP BUILD_FOLDER. Speaks TAP. The faults are those of tests/fmus/hostile.c.
"""

import re
import resource
import sys
import tempfile
from pathlib import Path

from archive import repack, replace
from command import call
from tap import run_cases

FMUS = Path(sys.argv[2]) / "tests/fmus"
FAULTS = """NONE EARLY_BACK EVENT_BACK SILENT_BACK EARLY_BEYOND EARLY_NAN SILENT_INFINITE LATE_BACK LATE_NAN GIGABYTES
ALL_BYTES NO_ADDRESS INTERVAL_ZERO INTERVAL_NEGATIVE INTERVAL_INFINITE EVENT_PAST EVENT_AT_ONCE
EXACT_STEP""".split()
PLACES = ("none", "each", "grouped")
BACK = "fmi3DoStep at t = 0.5 s: the step ended at 0.3"
FLAT = "fmi3DoStep at t = 0.5 s: 1000 events or steps in a row do not advance the time"
# What is said, and until when there are results, s.
SAID = {
    "EARLY_BACK": (BACK, "before its beginning at 0.5 s", 0.5),
    "EVENT_BACK": (BACK, "before its beginning at 0.5 s", 0.5),
    "SILENT_BACK": (BACK, "before its beginning at 0.5 s", 0.5),
    "EARLY_BEYOND": ("fmi3DoStep at t = 0.5 s: the step ended at 0.7", "after its end at 0.6", 0.5),
    "EARLY_NAN": ("fmi3DoStep at t = 0.5 s: the step ended at nan s", "or at no time", 0.5),
    "SILENT_INFINITE": ("fmi3DoStep at t = 0.5 s: the step ended at inf s", "after its end", 0.5),
    "LATE_BACK": ("fmi3DoStep at t = 0.6 s: the step ended at 0 s", "before its beginning", 0.6),
    "LATE_NAN": ("fmi3DoStep at t = 0.6 s: the step ended at nan s", "or at no time", 0.6),
    "INTERVAL_ZERO": ("fmi3GetIntervalDecimal at t = 0.5 s: clock: the Clock", "0 s 500 times in a row", 0.5),
    "INTERVAL_NEGATIVE": ("fmi3GetIntervalDecimal at t = 0.5 s: clock: the Clock", "interval of -1 s", 0.5),
    "INTERVAL_INFINITE": ("fmi3GetIntervalDecimal at t = 0.5 s: clock: the Clock", "interval of inf s", 0.5),
    "EVENT_PAST": (FLAT, "", 0.5),
    "EVENT_AT_ONCE": (FLAT, "", 0.5),
}  # fmt: skip


def run(fault, place, *more, status=1):
    """The rows that were written before the failure."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.csv"
        done = call("run", "-q", FMUS / "hostile.fmu", "-o", out, "--stop-time=1", f"--isolation={place}",
                    "--start-value", "fault", FAULTS.index(fault), *more)  # fmt: skip
        assert done.returncode == status, (fault, place, done.returncode, done.stderr)
        return done.stderr, [[float(word) for word in line.split(",")] for line in out.read_text().splitlines()[1:]]


def test_harmless():
    """Without a fault: ticks at 0.25, 0.5, 0.75 and 1 s"""
    for place in PLACES:
        _, rows = run("NONE", place, status=0)
        assert rows[-1] == [1, 1, 4], rows


def test_faults():
    """Times of a step and intervals of Clocks that cannot be: never a hang, never a wrong number"""
    for fault, (words, reason, end) in SAID.items():
        for place in PLACES:
            said, rows = run(fault, place)
            print("#", fault, place, said.splitlines()[0])
            assert f"hostile: {words}" in said and reason in said, (fault, place, said)
            # Times are sums of steps.
            assert abs(rows[-1][0] - end) < 1e-9 and all(t == y for t, y, _ in rows), (fault, place, rows[-3:])


def test_one_length():
    """An FMU whose steps have one length is told the same number each time, as a model and alone"""
    with tempfile.TemporaryDirectory() as name:
        fmu = repack(FMUS / "hostile.fmu", Path(name) / "hostile.fmu",
                     replace('canHandleVariableCommunicationStepSize="true"', ""))  # fmt: skip
        for place in PLACES:
            for step in "--step-size=0.05", "--output-interval=0.05":
                done = call("run", "-q", fmu, "-o", "-", "--stop-time=20", step, f"--isolation={place}",
                            "--start-value", "fault", FAULTS.index("EXACT_STEP"))  # fmt: skip
                assert done.returncode == 0, (place, step, done.stderr)
                time, y, ticks = map(float, done.stdout.splitlines()[-1].split(","))
                # y is the FMU's own sum of 400 steps.
                assert time == 20 and abs(y - 20) < 1e-12 and ticks == 80, (place, step, done.stdout[-50:])


def write_model(folder, components, connectors, wires, names):
    """A model of SSP 2.0: components by name with their FMU, the attributes of the connectors of all, wires by the
    names of their ends, and the FMUs."""
    for name in names:
        (folder / name).write_bytes((FMUS / name).read_bytes())
    parts = "".join(
        f'<ssd:Component name="{name}" source="{source}"><ssd:Connectors>{connectors}</ssd:Connectors>'
        f"{values}</ssd:Component>" for name, source, values in components
    )  # fmt: skip
    lines = "".join(
        '<ssd:Connection startElement="{}" startConnector="{}" endElement="{}" endConnector="{}"/>'.format(
            *start.split("."), *end.split("."))
        for start, end in wires
    )  # fmt: skip
    namespaces = "".join(
        f' xmlns:{word}="http://ssp-standard.org/SSP1/SystemStructure{long}"'
        for word, long in (("ssd", "Description"), ("ssc", "Common"), ("ssv", "ParameterValues"))
    )
    path = folder / "SystemStructure.ssd"
    path.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?><ssd:SystemStructureDescription version="2.0" name="m"{namespaces}>'
        f'<ssd:System name="s"><ssd:Elements>{parts}</ssd:Elements><ssd:Connections>{lines}</ssd:Connections>'
        '</ssd:System><ssd:DefaultExperiment startTime="0" stopTime="1"/></ssd:SystemStructureDescription>'
    )
    return path


def values(list_):
    """Start values of a component: name, type and value of each."""
    parameters = "".join(
        f'<ssv:Parameter name="{name}"><ssv:{kind} value="{value}"/></ssv:Parameter>' for name, kind, value in list_
    )
    return (
        "<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>"
        f'<ssv:ParameterSet version="2.0" name="p"><ssv:Parameters>{parameters}</ssv:Parameters></ssv:ParameterSet>'
        "</ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>"
    )


BINARIES = (
    '<ssd:Connector name="bytes_in" kind="input"><ssc:Binary/></ssd:Connector>'
    '<ssd:Connector name="bytes_out" kind="output"><ssc:Binary/></ssd:Connector>'
)


def limit_memory():
    """Enough for the program, its helpers and what they share; far less than the bytes asked for."""
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))


def test_gigabytes():
    """A Binary of more bytes than there are: refused by its name before one of them is read"""
    sizes = {"NONE": None, "GIGABYTES": f"{6 << 30} bytes; values of more than {256 << 20} are",
             "ALL_BYTES": f"{2**64 - 1} bytes; values of more", "NO_ADDRESS": "3 bytes, but no address"}  # fmt: skip
    for fault, words in sizes.items():
        with tempfile.TemporaryDirectory() as name:
            first = values([("fault", "Int32", FAULTS.index(fault))])
            model = write_model(Path(name), [("a", "hostile.fmu", first), ("b", "hostile.fmu", "")], BINARIES,
                                [("a.bytes_out", "b.bytes_in")], ["hostile.fmu"])  # fmt: skip
            for place in PLACES:
                for method in "ni-jacobi", "gauss-seidel", "missiles":
                    done = call("run", "-q", model, "-o", "-", "--step-size=0.1", f"--method={method}",
                                f"--isolation={place}", preexec_fn=limit_memory)  # fmt: skip
                    print("#", fault, place, method, done.stderr.strip().splitlines()[:1])
                    assert done.returncode == (1 if words else 0), (fault, place, done.stderr)
                    if words:
                        assert re.search(r"a: fmi3GetBinary at t = 0\.5 s: bytes_out has " + re.escape(words),
                                         done.stderr), (fault, place, done.stderr)  # fmt: skip


def test_value_of_megabytes():
    """A start value of 40 million digits is either set or refused, within the time of a test"""
    with tempfile.TemporaryDirectory() as name:
        large = values([("bytes_in", "Binary", "ab" * 20_000_000)])
        model = write_model(Path(name), [("a", "hostile.fmu", large)], BINARIES, [], ["hostile.fmu"])
        for place in PLACES:
            done = call("run", "-q", model, "-o", "-", "--step-size=0.5", f"--isolation={place}")
            print("#", place, done.returncode, done.stderr[:200])
            assert done.returncode in (0, 1) and "crash" not in done.stderr, (place, done.stderr[:400])
            assert done.returncode == 0 or "bytes_in" in done.stderr or "ssd" in done.stderr, done.stderr[:400]


def test_missing_functions():
    """A function that the description announces and the binary lacks: named before the run, or where it is needed"""
    lacks = {
        "hostile-stepless": "hostile-stepless.fmu: the binary hostile.so lacks the function fmi3DoStep",
        "hostile-binaryless": "hostile-binaryless.fmu: the binary hostile.so lacks the function fmi3GetBinary",
        "hostile-eventless": "hostile-eventless.fmu: the binary hostile.so lacks the function fmi3EnterEventMode",
        "hostile-clockless": "hostile: fmi3SetClock at t = 0.25 s: the binary of the FMU lacks this function",
        "hostile-intervalless": "hostile: fmi3GetIntervalDecimal at t = 0 s: the binary of the FMU lacks this function",
    }
    for name, words in lacks.items():
        for place in PLACES:
            done = call("run", "-q", FMUS / f"{name}.fmu", "-o", "-", "--stop-time=1", f"--isolation={place}")
            assert done.returncode in (1, 3) and words in done.stderr, (name, place, done.returncode, done.stderr)
    # What can be done without is said, and done without.
    for place in PLACES:
        done = call("run", FMUS / "hostile-stateless.fmu", "-o", "-", "--stop-time=1", f"--isolation={place}")
        assert done.returncode == 0 and done.stdout.splitlines()[-1] == "1,1,4", done.stderr
        assert "canGetAndSetFMUState is announced, but the binary lacks fmi3FreeFMUState" in done.stderr, done.stderr


def test_descriptions():
    """Clocks without event mode, or with an interval of 0, and a size that no structural parameter gives"""
    cases = [
        ("hostile.fmu", ' hasEventMode="true"', "", ["hostile.fmu: the Clock clock cannot tick: hasEventMode"]),
        ("hostile.fmu", 'intervalVariability="changing"', 'intervalVariability="constant" intervalDecimal="0"',
         ["hostile.fmu/modelDescription.xml:15: variable ", "“clock”", "the interval of a periodic Clock is 0 s"]),
        ("third.fmu", 'causality="structuralParameter"', 'causality="parameter"',
         ["third.fmu/modelDescription.xml:", "Dimension of “u”", "is not a UInt64 that is constant or a structural"]),
    ]  # fmt: skip
    for fmu, old, new, words in cases:
        with tempfile.TemporaryDirectory() as name:
            path = repack(FMUS / fmu, Path(name) / fmu, replace(old, new))
            for place in "none", "each":
                done = call("run", "-q", path, "-o", "-", "--stop-time=1", f"--isolation={place}")
                assert done.returncode not in (0, 5, 6), done.returncode
                for word in words:
                    assert word in done.stderr, (word, done.stderr)


def test_unequal_arrays():
    """Arrays of unequal size that a file wires: the connection is named, and none of its elements is connected"""
    arrays = '<ssd:Connector name="y" kind="output"><ssc:Float64/></ssd:Connector>'
    with tempfile.TemporaryDirectory() as name:
        model = write_model(Path(name), [("a", "arrays.fmu", ""), ("b", "arrays.fmu", "")], arrays,
                            [("a.y", "b.v")], ["arrays.fmu"])  # fmt: skip
        for command in ("run", "-o", "-"), ("check",):
            done = call(command[0], model, *command[1:])
            said = done.stderr + done.stdout
            assert "a.y → b.v" in said and "the sizes" in said, (command, done.returncode, said)


if __name__ == "__main__":
    sys.exit(run_cases(globals()))
