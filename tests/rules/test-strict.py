#!/usr/bin/env python3
"""Tests tests/run.py: a journey that passes at the second try only, told and counted.

Usage: test-strict.py. Speaks TAP.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "cli"))
from tap import run_cases  # noqa: E402

PROJECT = """
project('journeys')
test('person/calm', find_program('calm'), protocol: 'tap')
test('person/moody', find_program('moody'), protocol: 'tap')
"""
CALM = "#!/bin/sh\necho 1..2\necho ok 1 - One\necho ok 2 - Two\n"
# Its first try fails as tests/person/person.py tells of a failure.
MOODY = """#!/bin/sh
if [ -e FOLDER/tried ]; then sh FOLDER/calm; exit; fi
touch FOLDER/tried
echo 1..2
echo not ok 1 - A click
echo '# Traceback (most recent call last):'
echo '# person.Gone: no sign of: the menu'
echo '# screenshot and tree: moody-1.png, .txt'
echo '# 5.1 s'
echo 'ok 2 - The program complains of nothing'
exit 1
"""
FIRST = "not ok 1 - A click # person.Gone: no sign of: the menu"


def run(*options):
    """Exit status of tests/run.py over both journeys, and its lines of summary."""
    with tempfile.TemporaryDirectory() as folder:
        files = {"meson.build": PROJECT, "calm": CALM, "moody": MOODY.replace("FOLDER", folder)}
        for name, text in files.items():
            path = Path(folder) / name
            path.write_text(text)
            path.chmod(0o755)
        build = Path(folder) / "build"
        subprocess.run(["meson", "setup", build, folder], check=True, capture_output=True)
        command = [sys.executable, TESTS / "run.py"]
        done = subprocess.run([*command, build, "--count", build / "count", *options],
                              capture_output=True)  # fmt: skip
        told = subprocess.run([*command, "--sum", build / "count"],
                              check=True, capture_output=True, text=True).stdout  # fmt: skip
        return done.returncode, told.replace(f"{build}: ", "").splitlines()


def test_a_second_try_is_told():
    told = f"person/moody passed at the second try only; the first: {FIRST}"
    assert run() == (0, [told, "4 passed, 0 failed"]), run()


def test_strict_counts_it_as_failed():
    status, lines = run("--strict")
    assert status == 1, status
    assert lines == [
        f"person/moody passed at the second try only; the first: {FIRST}",
        "3 passed, 1 failed",
    ], lines


if __name__ == "__main__":
    sys.exit(run_cases(globals()))
