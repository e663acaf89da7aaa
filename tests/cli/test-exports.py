#!/usr/bin/python3
"""Of SUNDIALS and KLU nothing can be seen from outside: an FMU that brings its own must never meet ours.

The loader shares libraries of one soname, and looks up in the program what an FMU does not define.

Usage: test-exports.py FOLDER PROGRAM…, FOLDER being that of include/ and lib/, or empty. Speaks TAP.
"""

import subprocess
import sys
from pathlib import Path

from tap import run_cases

FOLDER, PROGRAMS = sys.argv[1], sys.argv[2:]
ARCHIVES = [
    "sundials_cvode", "sundials_kinsol", "sundials_sunlinsolklu",
    "klu", "btf", "amd", "colamd", "suitesparseconfig",
]  # fmt: skip


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(path, *options):
    """Names and kinds of the symbols in a file."""
    lines = (line.split() for line in output("nm", "--format=posix", *options, path).splitlines())
    return {words[0].partition("@")[0]: words[1] for words in lines if len(words) >= 2}


def archive(name):
    if FOLDER:
        return f"{FOLDER}/lib/lib{name}.a"
    return output("gcc", f"-print-file-name=lib{name}.a").strip()


def theirs():
    """What the archives define for others."""
    return set().union(*(symbols(archive(name), "--defined-only", "--extern-only") for name in ARCHIVES))


def test_archives():
    """The names looked for are those of the archives, and the programs hold them."""
    names = theirs()
    print("#", len(names), "names")
    assert {"CVode", "KINSol", "SUNLinSol_KLU", "klu_factor", "amd_order"} <= names
    for program in PROGRAMS:
        inside = symbols(program)
        for name in ["CVode", "KINSol", "SUNLinSol_KLU", "klu_factor"]:
            assert inside.get(name) == "t", (program, name, inside.get(name))


def test_programs():
    """The programs neither give the names to others nor take them from a shared library."""
    names = theirs()
    for program in PROGRAMS:
        dynamic = symbols(program, "--dynamic")
        assert len(dynamic) > 100, program
        assert not names & set(dynamic), (program, sorted(names & set(dynamic))[:5])


def test_libraries():
    """Nor does any library that the programs load."""
    names, libraries = theirs(), set()
    for program in PROGRAMS:
        for line in output("ldd", program).splitlines():
            libraries.update(word for word in line.split() if word.startswith("/"))
    print("#", len(libraries), "libraries")
    assert any(Path(library).name.startswith("libgsl.") for library in libraries), libraries
    for library in sorted(libraries):
        seen = names & set(symbols(library, "--dynamic", "--defined-only"))
        assert not seen, (library, sorted(seen)[:5])


sys.exit(run_cases(globals()))
