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

# From the bottom up, with what each leans on.
ROOMS = {
    "base": [],
    "text": ["base"],
    "schema": ["base"],
    "num": ["base"],
    "record": ["base"],
    "fmi": ["base", "schema"],
    "check": ["fmi"],
    "model": ["base", "fmi", "check"],
    "ode": ["base", "num"],
    "qss": ["base", "ode"],
    "ssp": ["base", "schema", "fmi", "model"],
    "foreign": ["base", "record", "model"],
    "system": ["base", "num", "record", "fmi", "model", "ode", "qss"],
    "assembly": ["base", "num", "record", "model", "system"],
    "network": ["qss", "system", "assembly"],
    "coupling": ["base", "num", "qss", "system", "assembly", "network"],
    "master": ["base", "model", "system", "assembly", "coupling"],
    "reference": ["base", "record", "fmi", "model", "ode", "foreign", "assembly"],
    "stability": ["base", "num", "model", "coupling", "master"],
    "run": ["base", "text", "num", "record", "fmi",
            "model", "foreign", "system", "coupling", "master", "reference"],
    "report": ["base", "text", "run"],
    "lesson": ["base", "text", "model", "ssp", "system", "coupling", "run"],
}

# The window, from the bottom up as well.
APP_ROOMS = {
    "base": [],
    "text": ["base"],
    "document": ["base"],
    "canvas": ["base", "document"],
    "plot": ["base"],
    "run": ["base", "document", "plot"],
    "dialog": ["base", "document", "canvas", "plot"],
    "panel": ["base", "document", "canvas", "dialog"],
    "macro": ["base", "document", "run"],
    "stability": ["base", "document", "run"],
    "help": ["base", "text"],
    "lesson": ["text"],
    "start": ["base", "panel"],
    "window": ["base", "document", "canvas", "plot", "run", "dialog",
               "panel", "macro", "stability", "help", "lesson", "start"],
}

CORE = ["core/" + room for room in ROOMS]

FOLDERS = {
    **{"core/" + room: ["core/" + other for other in others] for room, others in ROOMS.items()},
    "draw": ["core/base", "core/record", "core/model"],
    "present": CORE + ["draw"],
    "cli": CORE + ["draw", "present"],
    **{
        "app/" + room: ["app/" + other for other in others] + CORE + ["draw", "present"]
        for room, others in APP_ROOMS.items()
    },
}

# Beginning of a header's name, and where it may be included.
LIBRARIES = [
    (r"(gtk|gdk|gdk-pixbuf|atk)/", ["app"]),
    (r"(cairo|pango)", ["draw", "present", "app"]),
    (r"(gio/|gobject/|glib-object\.h|glib-unix\.h)", ["draw", "cli", "app"]),
    (r"gsl/", ["core/num", "core/ode"]),
    (r"(arkode|cvodes?|idas?|kinsol|nvector|sundials|sun\w+)/", ["core/num", "core/ode"]),
    (r"(suitesparse/|klu|amd|btf|colamd)", ["core/num"]),
    # Documents are read in core/base; those who interpret them walk the tree.
    (r"libxml/", ["core/base", "core/schema", "core/fmi", "core/model", "core/ssp"]),
    (r"(zip\.h|zlib\.h|dlfcn\.h)", ["core/base"]),
    (r"matio\.h", ["core/record", "core/foreign"]),
    (r"json-glib/", ["cli", "app"]),
]

# Made by the build, beside no source.
GENERATED = {}

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
        if re.match(pattern, header) and folder not in allowed and folder.split("/")[0] not in allowed:
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
    ("core/base/a.c", '#include "core/num/linear.h"', False),
    ("core/base/a.c", '#include "core/base/xml.h"', True),
    ("core/num/a.c", '#include "core/fmi/fmu.h"', False),
    ("core/num/a.c", "#include <gsl/gsl_linalg.h>", True),
    ("core/num/a.c", "#include <sunmatrix/sunmatrix_dense.h>", True),
    ("core/fmi/a.h", "#include <cvode/cvode.h>", False),
    ("core/ode/a.h", '#include "core/num/linear.h"', True),
    ("core/model/a.c", '  #  include "core/num/linear.h"', False),
    ("core/record/a.c", '#include "core/model/model.h"', False),
    ("core/coupling/a.c", '#include "core/run/run.h"', False),
    ("core/coupling/a.c", "#include <klu.h>", False),
    ("core/run/a.c", '#include "core/master/master.h"', True),
    ("core/run/a.c", '#include "draw/axes.h"', False),
    ("core/run/a.c", "#include <cairo.h>", False),
    ("core/run/a.c", "#include <gio/gio.h>", False),
    ("core/run/a.c", "#include <glib.h>", True),
    ("draw/a.c", '#include "core/master/master.h"', False),
    ("draw/a.c", "#include <gtk/gtk.h>", False),
    ("draw/a.c", "#include <pango/pangocairo.h>", True),
    ("cli/a.c", '#include "app/window/window.h"', False),
    ("cli/a.c", "#include <gdk/gdk.h>", False),
    ("cli/a.c", "#include <json-glib/json-glib.h>", True),
    ("app/plot/a.c", '#include "cli/command.h"', False),
    ("app/plot/a.c", '#include "app/base/style.h"', True),
    ("app/base/a.c", '#include "app/canvas/canvas.h"', False),
    ("app/a.c", "", False),
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
