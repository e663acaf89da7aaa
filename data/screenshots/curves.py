#!/usr/bin/python3
"""Makes the sketches of the start page, src/draw/sketch.h: models/curves/NAME.curve of the examples and
data/lessons/NAME.curve of the lessons, from their own runs by the command line.

Usage: curves.py [BUILD_FOLDER [OUTPUT_FOLDER [NAME…]]]: all, or those; lessons are named lesson/NAME.
"""

import csv
import math
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNITS = 1000
MARGIN = 60
TOLERANCE = 3  # of the units: less than half a pixel

# Signals, methods and options of the plot, where the model's first signal by the model's methods does not
# show what there is to see. An example without a solution has no curve: singular-bridge.
MODELS = {
    "achilles": {"methods": ["missiles"]},
    "ball-in-elevator": {"methods": ["missiles"], "signals": 2},
    "behaviour-change": {},
    "building-10": {"signals": 2, "methods": ["liqss2"]},
    "chain-10": {"signals": 3, "methods": ["missiles"]},
    "chain-100": {"signals": 3, "methods": ["missiles"]},
    "chain-1000": {"signals": 3, "methods": ["missiles"]},
    "constant-power": {},
    "feed-through": {"signals": 2},
    "lotka-volterra": {},
    "lotka-volterra-basic": {},
    "lotka-volterra-orbit": {"orbit": True},
    "lotka-volterra-time": {},
    "pendulum-on-cart": {},
    "pressure-network-2": {},
    "pressure-network-10": {},
    "pressure-network-50": {},
    "quarter-truck": {"signals": 2, "methods": ["missiles"]},
    "resistor-bridge": {"signals": 2},
    "resistor-ladder-2": {"signals": 2},
    "resistor-ladder-10": {"signals": 3},
    "resistor-ladder-50": {"signals": 3},
    "spiral": {"orbit": True, "methods": ["qss2"]},
    "stiff-cross": {"signals": 2, "methods": ["qss2"]},
    "stiff-pair": {"signals": 2, "methods": ["liqss2"]},
    "stiff-soft": {"signals": 2, "methods": ["missiles"]},
    "time-only-terms": {},
    "transitions": {"signals": 3, "methods": ["qss2"]},
    "two-bodies": {"signals": 2, "methods": ["missiles"]},
}
# What each lesson arrives at.
LESSONS = {
    "first-model": {"model": "quarter-truck", "options": ["-k", "error", "-s", "chassis.z"], "log": True},
    "overshoot": {"model": "lotka-volterra", "methods": ["ni-jacobi"], "orbit": True},
    "order": {
        "model": "lotka-volterra",
        "methods": ["ni-jacobi", "ni-jacobi:extrapolation=1", "missiles"],
        "options": ["-k", "convergence", "-s", "prey.population", "-H", "0.1,0.05,0.025,0.0125"],
    },
    "rollback": {
        "model": "lotka-volterra",
        "methods": ["ni-jacobi", "ifosmondi-jfm:estimator=never", "ifosmondi-jfm"],
        "options": ["-k", "error", "-s", "prey.population", "--without=prey:rollback", "--without=predator:rollback"],
        "log": True,
    },
    "event": {
        "model": "behaviour-change",
        "methods": ["missiles"],
        "options": ["-H", "0.3", "-s", "right.F", "--start-time", "0"],
        "from": 90,
        "to": 110,
    },
    "black-boxes": {
        "model": "two-bodies",
        "methods": ["ni-jacobi:extrapolation=0:balance=off:feed-through=off", "missiles"],
        "options": ["-s", "left.x", "-H", "0.1"],
    },
}


def plot(program, model, spec):
    """Rows of the CSV; the first one has the names"""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "curves.csv"
        options = [f"--method={m}" for m in spec.get("methods", [])] + spec.get("options", [])
        subprocess.run([program, "plot", *options, "-o", file, model], check=True, stderr=subprocess.DEVNULL,
                       env=dict(os.environ, LOCKSTEP_ISOLATION="none", LC_ALL="C.UTF-8"))  # fmt: skip
        with open(file, encoding="utf-8") as stream:
            return list(csv.reader(stream))


def number(text):
    return float(text) if text else math.nan


def identify(labels, methods):
    """Methods of the labels of runs, in the order of both"""
    runs = [label for label in dict.fromkeys(labels) if label != "reference"]
    ids = [method.split(":")[0] for method in methods]
    return {**dict(zip(runs, ids, strict=True)), "reference": "reference"}


def list_methods(program, model):
    text = zipfile.ZipFile(model).read("SystemStructure.ssd").decode()
    return re.findall(r'<method id="([^"]+)"', text)


def read_points(rows, methods):
    """Of a chart of few points, both axes logarithmic: (method, points)"""
    curves = {}
    for label, x, y in rows[1:]:
        curves.setdefault(label, []).append((math.log10(float(x)), math.log10(float(y))))
    names = identify(curves, methods)
    return [(names[label], points) for label, points in curves.items()]


def read_series(rows, methods, spec):
    """Of a plot over time: (method, points), those of the reference last"""
    columns = [(*name[:-1].split(" (", 1), i) for i, name in enumerate(rows[0]) if i > 0]
    names = identify([label for _, label, _ in columns], methods)
    signals = list(dict.fromkeys(signal for signal, _, _ in columns))
    wanted = signals[: 2 if spec.get("orbit") else spec.get("signals", 1)]
    runs = {}
    for signal, label, i in columns:
        if signal in wanted:
            runs.setdefault(label, []).append([number(row[i]) for row in rows[1:]])
    times = [float(row[0]) for row in rows[1:]]
    curves = []
    for label, values in runs.items():
        for x, y in [values] if spec.get("orbit") else [(times, v) for v in values]:
            points = [(a, b) for t, a, b in zip(times, x, y, strict=True)
                      if spec.get("from", -math.inf) <= t <= spec.get("to", math.inf)
                      and math.isfinite(a) and math.isfinite(b) and not (spec.get("log") and b <= 0)]  # fmt: skip
            curves.append((names[label], [(a, math.log10(b) if spec.get("log") else b) for a, b in points]))
    return sorted(curves, key=lambda curve: curve[0] == "reference")


def scale(curves):
    """To the frame; a constant lies in its middle"""
    ends = []
    for axis in (0, 1):
        values = [point[axis] for _, points in curves for point in points]
        low, high = min(values), max(values)
        if high - low <= 1e-9 * max(abs(low), abs(high)):
            low, high = low - 1, high + 1
        ends.append((low, high))

    def place(value, axis):
        low, high = ends[axis]
        return MARGIN + (UNITS - 2 * MARGIN) * (value - low) / (high - low)

    return [(method, [(place(x, 0), place(y, 1)) for x, y in points]) for method, points in curves]


def simplify(points):
    """Ramer, Douglas and Peucker: points that the curve does not need are left out"""
    keep = {0, len(points) - 1}
    parts = [(0, len(points) - 1)]
    while parts:
        first, last = parts.pop()
        (ax, ay), (bx, by) = points[first], points[last]
        length = math.hypot(bx - ax, by - ay)
        worst, where = TOLERANCE, None
        for i in range(first + 1, last):
            x, y = points[i]
            if length > 0:
                share = min(max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length**2, 0), 1)
                distance = math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))
            else:
                distance = math.hypot(x - ax, y - ay)
            if distance > worst:
                worst, where = distance, i
        if where is not None:
            keep.add(where)
            parts += [(first, where), (where, last)]
    return [points[i] for i in sorted(keep)]


def sketch(program, build, model, spec):
    """Text of the file"""
    path = build / "models" / f"{model}.ssp"
    methods = spec.get("methods") or list_methods(program, path)
    rows = plot(program, path, spec)
    curves = read_points(rows, methods) if rows[0][0] == "series" else read_series(rows, methods, spec)
    lines = []
    for method, points in scale(curves):
        lines.append(f"curve {method}")
        lines += [f"{round(x)} {round(y)}" for x, y in simplify(points)]
    return "\n".join(lines) + "\n"


def main(build=ROOT / "build", output=ROOT, *names):
    build, output = Path(build), Path(output)
    program = build / "src" / "cli" / "lockstep"
    jobs = [(f"models/curves/{name}.curve", name, spec) for name, spec in MODELS.items()]
    jobs += [(f"data/lessons/{name}.curve", spec["model"], spec) for name, spec in LESSONS.items()]
    for file, model, spec in jobs:
        name = Path(file).stem if file.startswith("models") else f"lesson/{Path(file).stem}"
        if names and name not in names:
            continue
        (output / file).parent.mkdir(parents=True, exist_ok=True)
        (output / file).write_text(sketch(program, build, model, spec), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
