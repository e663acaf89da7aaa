#!/usr/bin/env python3
"""Runs the tests of a build folder and counts their cases.

A test program that speaks TAP counts as many times as it has cases; one that does
not counts once, and so does one that ends badly without a failed case.

A journey through the window that failed is made once more, alone and with longer
waits, because a busy machine can be too slow for a person's patience; both outcomes
are said, and why it failed at first. Nothing else gets a second try, nor does a journey
in which the program complained: a warning, a leak or a race that comes once only is
there all the same. With --strict a journey that needed its second try has failed.
"""

import argparse
import fnmatch
import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path

CASE = re.compile(r"(not )?ok\b(.*)$")
COMPLAINT = re.compile(r"^not ok \d+ - The program complains", re.MULTILINE)
UNKNOWN = re.compile(r"^# leaks of unknown origin$", re.MULTILINE)
STACKS = ("fast_unwind_on_malloc=1", "fast_unwind_on_malloc=0")
EVIDENCE = re.compile(r"# (screenshot and tree: |[\d.]+ s$)")
JOURNEY = "person/"


def select(build, words, folder, part):
    """Names of the tests to run: those holding `words`, of programs below `folder`."""
    tests = json.loads(
        subprocess.run(
            ["meson", "introspect", build, "--tests"], check=True, stdout=subprocess.PIPE
        ).stdout
    )
    names = []
    for test in tests:
        name = test["name"]
        below = not folder or f"/{folder}/" in str(test["cmd"][0])
        if part and (part == "journeys") != name.startswith(JOURNEY):
            continue
        if below and (not words or words in name or fnmatch.fnmatch(name, words)):
            names.append(name)
    return names


def count_cases(entry):
    """Passed, failed and skipped cases of one entry of testlog.json."""
    passed = failed = skipped = 0
    if entry.get("stdout", "").find("1..") >= 0:
        for line in entry["stdout"].splitlines():
            case = CASE.match(line)
            if not case:
                continue
            directive = case.group(2).partition("#")[2].strip().upper()
            if directive.startswith("SKIP"):
                skipped += 1
            elif case.group(1):
                failed += 1
            else:
                passed += 1
    result = entry["result"]
    good = result in ("OK", "EXPECTEDFAIL")
    if passed + failed + skipped == 0 and good:
        passed = 1
    elif passed + failed + skipped == 0 and result == "SKIP":
        skipped = 1
    elif failed == 0 and not good and result != "SKIP":
        failed = 1
    return passed, failed, skipped


def run_meson(build, names, processes, environment=None):
    """Exit status, and the entries of the log by name (none when nothing was built)."""
    log = Path(build) / "meson-logs" / "testlog.json"
    log.unlink(missing_ok=True)
    slow = float((environment or os.environ).get("SLOW", 1))
    status = subprocess.run(
        ["meson", "test", "-C", build, "--print-errorlogs", "--num-processes", str(processes)]
        # The limits are for tests that hang; a busy machine takes twice as long.
        + ["--timeout-multiplier", str(3 * max(1.0, slow))]
        + sorted(set(names)),
        env=environment,
    ).returncode
    if not log.exists():
        return status, {}
    entries = map(json.loads, log.read_text(errors="replace").splitlines())
    return status, {entry["name"]: entry for entry in entries}


def failures(entries):
    return sorted(name for name, entry in entries.items() if count_cases(entry)[1] > 0)


def why(entry):
    """The first failed case of an entry, with the last line that was said about it."""
    lines = entry.get("stdout", "").splitlines()
    for number, line in enumerate(lines):
        if line.startswith("not ok"):
            said = itertools.takewhile(lambda x: x.startswith("#"), lines[number + 1 :])
            reasons = [x for x in said if not EVIDENCE.match(x)]
            return " ".join([line] + reasons[-1:])
    return entry["result"]


def look_closer(build, entries):
    """Makes journeys that lost memory of unknown origin once more, with whole stacks, which are
    slow. Returns: whether there are any."""
    names = [
        name.rpartition(" / ")[2]
        for name in failures(entries)
        if UNKNOWN.search(entries[name].get("stdout", ""))
    ]
    if names:
        options = os.environ["ASAN_OPTIONS"].replace(*STACKS) + ":malloc_context_size=30"
        slow = str(2 * float(os.environ.get("SLOW", 1)))
        _, second = run_meson(build, names, 1, dict(os.environ, ASAN_OPTIONS=options, SLOW=slow))
        entries.update(second)
    return bool(names)


def try_again(build, entries):
    """Makes a few failed journeys once more.

    Returns: entries of the second try, those that passed among them: {name: why not at first}
    """
    names = {
        name.rpartition(" / ")[2]: COMPLAINT.search(entries[name].get("stdout", ""))
        for name in failures(entries)
    }
    journeys = [
        name for name, complaint in names.items() if name.startswith(JOURNEY) and not complaint
    ]
    # More than a few are no accident.
    if not 0 < len(journeys) <= 4:
        return {}, {}
    first = Path(build) / "meson-logs" / "testlog.txt"
    first.replace(first.with_name("testlog-first.txt"))
    patient = dict(os.environ, SLOW=str(3 * float(os.environ.get("SLOW", 1))))
    _, second = run_meson(build, journeys, 1, patient)
    passed = second.keys() - set(failures(second))
    return second, {name.rpartition(" / ")[2]: why(entries[name]) for name in sorted(passed)}


def keep(path, counts):
    if path:
        Path(path).write_text(json.dumps(counts))


def run(arguments):
    names = select(arguments.build, arguments.filter, arguments.under, arguments.part)
    if not names:
        keep(arguments.count, {"counts": [0, 0, 0]})
        if arguments.part and select(arguments.build, arguments.filter, arguments.under, None):
            return 0
        sys.exit(f"dev: no test is called “{arguments.filter}”")
    status, entries = run_meson(arguments.build, names, arguments.processes)
    if look_closer(arguments.build, entries) and not failures(entries):
        status = 0
    second, recovered = try_again(arguments.build, entries) if status != 0 else ({}, {})
    if not arguments.strict:
        entries.update(second)
    # Without a log not even the programs could be built.
    total = [0, 0, 0] if entries else [0, 1, 0]
    for entry in entries.values():
        total = [a + b for a, b in zip(total, count_cases(entry))]
    if status != 0 and total[1] == 0 and not recovered:
        total[1] = 1
    failed = [name for name in failures(entries) if name.rpartition(" / ")[2] not in recovered]
    kept = {"counts": total, "failed": failed, "recovered": recovered}
    keep(arguments.count, kept)
    return total[1] != 0


def print_sum(paths):
    parts = [json.loads(Path(path).read_text()) for path in paths]
    for path, part in zip(paths, parts):
        folder = Path(path).parent
        for name, reason in part.get("recovered", {}).items():
            print(f"{folder}: {name} passed at the second try only; the first: {reason}")
        for name in part.get("failed", []):
            print(f"{folder}: {name} failed")
    passed, failed, skipped = (sum(column) for column in zip(*(part["counts"] for part in parts)))
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", nargs="?", help="build folder")
    parser.add_argument("--filter", default="", help="part of the names of tests, or a pattern")
    parser.add_argument("--under", default="", help="folder the test programs are built in")
    parser.add_argument("--part", choices=["programs", "journeys"], help="those tests alone")
    parser.add_argument("--processes", type=int, default=2, help="tests at the same time")
    parser.add_argument("--strict", action="store_true", help="a second try is a failure")
    parser.add_argument("--count", help="file for the counts")
    parser.add_argument("--sum", nargs="+", help="print the sum of such files")
    arguments = parser.parse_args()
    if arguments.sum:
        print_sum(arguments.sum)
        return 0
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
