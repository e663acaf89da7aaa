#!/usr/bin/python3
"""The sketches of the start page show what the examples and lessons give today.

Usage: test-curves.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import importlib.util
import math
import sys
from pathlib import Path

from tap import run_cases

ROOT = Path(__file__).resolve().parents[2]
LOCKSTEP, BUILD = Path(sys.argv[1]), Path(sys.argv[2])
# Runs of some seconds each.
LONG = ["chain-1000", "building-10"]

location = importlib.util.spec_from_file_location("curves", ROOT / "data" / "screenshots" / "curves.py")
curves = importlib.util.module_from_spec(location)
location.loader.exec_module(curves)


def parse(text):
    """Pairs of method and points"""
    found = []
    for line in text.splitlines():
        first, second = line.split(" ")
        if first == "curve":
            found.append((second, []))
        else:
            found[-1][1].append((int(first), int(second)))
    return found


def distance(point, a, b):
    """From the point to the line between a and b"""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = 0 if length == 0 else ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length
    share = min(max(share, 0), 1)
    return math.hypot(point[0] - a[0] - share * dx, point[1] - a[1] - share * dy)


def assert_same(file, text):
    """Both are thinned to a TOLERANCE of the same curve, and rounded."""
    shown, found = parse(file.read_text(encoding="utf-8")), parse(text)
    assert [method for method, _ in shown] == [method for method, _ in found], (shown, found)
    for (method, points), (_, others) in zip(shown, found):
        for p, line in [(p, others) for p in points] + [(p, points) for p in others]:
            off = min(distance(p, a, b) for a, b in zip(line, line[1:]))
            assert off <= 2 * curves.TOLERANCE + 2, f"{file.name}: {method} is off by {off:.0f} at {p}"


def test_models():
    """Curves of the examples"""
    for name, spec in curves.MODELS.items():
        if name not in LONG:
            assert_same(ROOT / "models" / "curves" / f"{name}.curve", curves.sketch(LOCKSTEP, BUILD, name, spec))


def test_lessons():
    """Curves of the lessons"""
    for name, spec in curves.LESSONS.items():
        assert_same(ROOT / "data" / "lessons" / f"{name}.curve",
                    curves.sketch(LOCKSTEP, BUILD, spec["model"], spec))  # fmt: skip


def test_complete():
    """Every example but the one without a solution has a curve, every lesson too"""
    examples = {file.stem for file in (BUILD / "models").glob("*.ssp")}
    assert examples - set(curves.MODELS) == {"singular-bridge"}, examples ^ set(curves.MODELS)
    assert {file.stem.split(".")[0] for file in (ROOT / "data" / "lessons").glob("*.md")} == set(curves.LESSONS)


if __name__ == "__main__":
    sys.exit(run_cases(globals()))
