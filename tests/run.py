#!/usr/bin/env python3
"""Runs the tests of a build folder and counts their cases.

A test program that speaks TAP counts as many times as it has cases; one that does
not counts once, and so does one that ends badly without a failed case.
"""

import argparse
import fnmatch
import json
import re
import subprocess
import sys
from pathlib import Path

CASE = re.compile(r"(not )?ok\b(.*)$")


def select(build, words, folder):
    """Names of the tests to run: those holding `words`, of programs below `folder`."""
    tests = json.loads(
        subprocess.run(
            ["meson", "introspect", build, "--tests"], check=True, stdout=subprocess.PIPE
        ).stdout
    )
    names = []
    for test in tests:
        name = test["name"]
        below = not folder or any(f"/{folder}/" in str(part) for part in test["cmd"])
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


def run(arguments):
    names = select(arguments.build, arguments.filter, arguments.under)
    if not names:
        sys.exit(f"dev: no test is called “{arguments.filter}”")
    log = Path(arguments.build) / "meson-logs" / "testlog.json"
    log.unlink(missing_ok=True)
    status = subprocess.run(
        ["meson", "test", "-C", arguments.build, "--print-errorlogs", "--num-processes", "2"]
        + sorted(set(names))
    ).returncode
    # Without a log not even the programs could be built.
    total = [0, 0, 0] if log.exists() else [0, 1, 0]
    if log.exists():
        for line in log.read_text(errors="replace").splitlines():
            total = [a + b for a, b in zip(total, count_cases(json.loads(line)))]
    if status != 0 and total[1] == 0:
        total[1] = 1
    Path(arguments.count).write_text(json.dumps(total))
    return total[1] != 0


def print_sum(paths):
    passed, failed, skipped = (
        sum(column) for column in zip(*(json.loads(Path(path).read_text()) for path in paths))
    )
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", nargs="?", help="build folder")
    parser.add_argument("--filter", default="", help="part of the names of tests, or a pattern")
    parser.add_argument("--under", default="", help="folder the test programs are built in")
    parser.add_argument("--count", help="file for the counts")
    parser.add_argument("--sum", nargs="+", help="print the sum of such files")
    arguments = parser.parse_args()
    if arguments.sum:
        print_sum(arguments.sum)
        return 0
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
