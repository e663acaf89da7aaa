#!/usr/bin/env python3
"""Lines of parsers that a target of fuzzing has executed: llvm-cov's lcov on the standard input.

Usage: coverage.py FILE... The files also hold the side that writes, or that asks the process which reads: no input
reaches these functions, so the lines of the functions that were entered stand beside all.
"""

import sys


def read(lines):
    """{file: ({line: executed}, [(first line, entered)])}"""
    found, name, entered = {}, None, {}
    for line in lines:
        key, _, rest = line.strip().partition(":")
        if key == "SF":
            name, entered = rest, {}
            found[name] = ({}, [])
        elif key == "FN":
            first, function = rest.split(",", 1)
            entered[function] = int(first)
        elif key == "FNDA":
            count, function = rest.split(",", 1)
            found[name][1].append((entered[function], int(count) > 0))
        elif key == "DA":
            number, count = rest.split(",")[:2]
            found[name][0][int(number)] = int(count) > 0
    return found


def count(lines, functions):
    """Executed and all lines, and the same of functions that were entered."""
    functions = sorted(functions)
    inside = {n: hit for n, hit in lines.items() if next((e for first, e in reversed(functions) if first <= n), True)}
    return sum(lines.values()), len(lines), sum(inside.values()), len(inside)


def show(name, numbers):
    hit, n, hit_inside, n_inside = numbers
    print(f"{name:24} {n:5} lines {100 * hit / max(n, 1):5.1f} %   "
          f"{n_inside:5} in functions entered {100 * hit_inside / max(n_inside, 1):5.1f} %")  # fmt: skip


def main():
    found = read(sys.stdin)
    total = [0, 0, 0, 0]
    for wanted in sys.argv[1:]:
        name = next((path for path in found if path.endswith("/" + wanted)), None)
        if name is None:
            sys.exit(f"{wanted}: not in the program")
        numbers = count(*found[name])
        total = [a + b for a, b in zip(total, numbers)]
        show(wanted, numbers)
    show("all", total)


main()
