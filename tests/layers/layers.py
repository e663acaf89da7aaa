#!/usr/bin/env python3
"""Checks that every include in src/ obeys the layers.

    layers.py SRC          prints violations; fails when there are any
    layers.py SRC --tap    the same as a test, and a test of the checker itself

Includes in quotes are rooted at src/. A folder may include itself and what FOLDERS
grants it; a library may be included where LIBRARIES says.
"""

import re
import sys
import tempfile
from pathlib import Path

CORE = ["core/base", "core/num", "core/fmi", "core/model", "core/record", "core/cosim", "core/run"]

FOLDERS = {
    "core/base": [],
    "core/num": ["core/base"],
    "core/fmi": ["core/base", "core/num"],
    "core/model": ["core/base", "core/fmi"],
    "core/record": ["core/base"],
    "core/cosim": ["core/base", "core/num", "core/fmi", "core/model", "core/record"],
    "core/run": CORE,
    "draw": ["core/base", "core/record", "core/model"],
    "present": CORE + ["draw"],
    "cli": CORE + ["draw", "present"],
    "app": CORE + ["draw", "present"],
}

# Beginning of a header's name, and where it may be included.
LIBRARIES = [
    (r"(gtk|gdk|gdk-pixbuf|atk)/", ["app"]),
    (r"(cairo|pango)", ["draw", "present", "app"]),
    (r"(gio/|gobject/|glib-object\.h|glib-unix\.h)", ["draw", "cli", "app"]),
    (r"gsl/", ["core/num"]),
    (r"(arkode|cvodes?|idas?|kinsol|nvector|sundials|sun\w+)/", ["core/num"]),
    (r"(suitesparse/|klu|amd|btf|colamd)", ["core/num"]),
    # Documents are read in core/base; those who interpret them walk the tree.
    (r"libxml/", ["core/base", "core/fmi", "core/model"]),
    (r"(zip\.h|zlib\.h|dlfcn\.h)", ["core/base"]),
    (r"matio\.h", ["core/record"]),
    (r"json-glib/", ["cli", "app"]),
]

# Made by the build, beside no source.
GENERATED = {"app": ["resources.h"]}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def folder_of(name):
    """The layer a path relative to src/ belongs to, or None."""
    parts = Path(name).parts
    for length in (2, 1):
        folder = "/".join(parts[:length])
        if folder in FOLDERS and len(parts) > length:
            return folder
    return None


def problem_of(folder, quoted, header):
    """Why a file of `folder` may not include `header`, or None."""
    if quoted:
        if header in GENERATED.get(folder, []):
            return None
        other = folder_of(header)
        if other is None:
            return "is not rooted at src/"
        if other != folder and other not in FOLDERS[folder]:
            return f"is not for {folder}"
        return None
    for pattern, allowed in LIBRARIES:
        if re.match(pattern, header) and folder not in allowed:
            return f"is not for {folder}"
    return None


def violations(src):
    """All violations as "file:line: header why"."""
    found = []
    for path in sorted(list(src.rglob("*.c")) + list(src.rglob("*.h"))):
        name = path.relative_to(src).as_posix()
        folder = folder_of(name)
        if folder is None:
            found.append(f"{name}:1: lies in no layer")
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            include = INCLUDE.match(line)
            if not include:
                continue
            problem = problem_of(folder, include.group(1) == '"', include.group(2))
            if problem:
                found.append(f"{name}:{number}: {include.group(2)} {problem}")
    return found


PLANTED = [
    ("core/base/a.c", '#include "core/num/ode.h"', False),
    ("core/base/a.c", '#include "core/base/xml.h"', True),
    ("core/num/a.c", '#include "core/fmi/fmu.h"', False),
    ("core/num/a.c", "#include <gsl/gsl_linalg.h>", True),
    ("core/num/a.c", "#include <sunmatrix/sunmatrix_dense.h>", True),
    ("core/fmi/a.h", "#include <cvode/cvode.h>", False),
    ("core/fmi/a.h", '#include "core/num/ode.h"', True),
    ("core/model/a.c", '  #  include "core/num/ode.h"', False),
    ("core/record/a.c", '#include "core/model/model.h"', False),
    ("core/cosim/a.c", '#include "core/run/run.h"', False),
    ("core/cosim/a.c", "#include <klu.h>", False),
    ("core/run/a.c", '#include "core/cosim/master.h"', True),
    ("core/run/a.c", '#include "draw/axes.h"', False),
    ("core/run/a.c", "#include <cairo.h>", False),
    ("core/run/a.c", "#include <gio/gio.h>", False),
    ("core/run/a.c", "#include <glib.h>", True),
    ("draw/a.c", '#include "core/cosim/master.h"', False),
    ("draw/a.c", "#include <gtk/gtk.h>", False),
    ("draw/a.c", "#include <pango/pangocairo.h>", True),
    ("cli/a.c", '#include "app/window.h"', False),
    ("cli/a.c", "#include <gdk/gdk.h>", False),
    ("cli/a.c", "#include <json-glib/json-glib.h>", True),
    ("app/plot/a.c", '#include "cli/command.h"', False),
    ("app/plot/a.c", '#include "app/canvas/canvas.h"', True),
    ("app/plot/a.c", '#include "canvas.h"', False),
    ("app/plot/a.c", "#include <gtk/gtk.h>", True),
    ("other/a.c", "", False),
    ("core/a.c", "", False),
]


def check_planted(name, text, good):
    """Whether the checker sees what was planted alone in a tree."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / name
        path.parent.mkdir(parents=True)
        path.write_text(f"/* {text} */\n{text}\n", encoding="utf-8")
        found = violations(Path(directory))
        return found == [] if good else len(found) == 1


def run_tap(src):
    found = violations(src)
    print(f"1..{len(PLANTED) + 1}")
    for violation in found:
        print(f"# {violation}")
    print("ok 1 the source obeys the layers" if not found else "not ok 1 the source breaks the layers")
    failed = bool(found)
    for number, (name, text, good) in enumerate(PLANTED, 2):
        seen = check_planted(name, text, good)
        failed = failed or not seen
        verdict = "is accepted" if good else "is found"
        print(f"{'ok' if seen else 'not ok'} {number} {name} {text.strip(' #')} {verdict}")
    return failed


def main():
    src = Path(sys.argv[1])
    if "--tap" in sys.argv[2:]:
        return run_tap(src)
    found = violations(src)
    print("\n".join(found), end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
