#!/usr/bin/env python3
"""Checks that every include in src/ obeys the layers, and that rooms have no circles.

    layers.py SRC          prints violations; fails when there are any
    layers.py SRC --tap    the same and circles as a test, and a test of the checker itself

Includes in quotes are rooted at src/. A folder may include itself and what FOLDERS
grants it; a library may be included where LIBRARIES says.

Within a room calls go one way: no file leans on one that leans on it, by an include or by a
call, at one remove or at several.
Each room has an index in its meson.build that names all its files in that order.
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
    "helper": ["base"],
    "fmi": ["base", "schema", "helper"],
    "check": ["fmi"],
    "model": ["base", "fmi", "check"],
    "ode": ["base", "num"],
    "qss": ["base", "ode"],
    "ssp": ["base", "schema", "fmi", "model"],
    "foreign": ["base", "record", "model"],
    "system": ["base", "num", "record", "fmi", "model", "ode", "qss"],
    "remote": ["base", "fmi", "model", "system"],
    "assembly": ["base", "num", "record", "fmi", "model", "system", "remote"],
    "network": ["base", "qss", "system", "assembly"],
    "coupling": ["base", "num", "qss", "system", "assembly", "network"],
    "master": ["base", "model", "system", "assembly", "coupling"],
    "reference": ["base", "record", "fmi", "model", "ode", "foreign", "system", "assembly"],
    "stability": ["base", "num", "helper", "model", "system", "coupling", "master"],
    "run": ["base", "text", "num", "record", "helper", "fmi",
            "model", "foreign", "system", "coupling", "master", "reference"],
    "report": ["base", "text", "helper", "run"],
    "advice": ["base", "text", "record", "model", "system", "assembly", "coupling", "reference", "run"],
    "vary": ["base", "text", "helper", "record", "model", "foreign", "coupling", "run"],
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
    "variations": ["base", "document", "run"],
    "help": ["base", "text"],
    "lesson": ["text"],
    "start": ["base", "panel"],
    "window": ["base", "document", "canvas", "plot", "run", "dialog",
               "panel", "macro", "stability", "variations", "help", "lesson", "start"],
}

CORE = ["core/" + room for room in ROOMS]

FOLDERS = {
    **{"core/" + room: ["core/" + other for other in others] + ["host"] * (room in ["helper", "fmi"]) for room, others in ROOMS.items()},
    # The helper process: C library only.
    "host": ["core/fmi"],
    # The process that reads files.
    "reader": ["core/base", "core/text", "core/record", "core/foreign", "host"],
    "draw": ["core/base", "core/record", "core/model"],
    "present": CORE + ["draw"],
    "cli/reproduce": CORE + ["draw", "present", "cli"],
    "mpi": ["core/base", "core/helper", "core/remote", "core/coupling", "cli"],
    "cli": CORE + ["draw", "present", "cli/reproduce"],
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
    (r"gsl/", ["core/num", "core/ode", "core/vary"]),
    (r"(cvodes?|idas?|kinsol|nvector|sundials|sun\w+)/", ["core/num", "core/ode"]),
    (r"(suitesparse/|klu|amd|btf|colamd)", ["core/num"]),
    # Documents are read in core/base; those who interpret them walk the tree.
    (r"libxml/", ["core/base", "core/schema", "core/fmi", "core/model", "core/ssp"]),
    (r"(zip\.h|zlib\.h|dlfcn\.h)", ["core/base", "host"]),
    (r"png\.h", ["core/base"]),
    (r"matio\.h", ["core/record", "core/foreign"]),
    (r"json-glib/", []),
    (r"mpi\.h", ["mpi"]),
]

COMMENT_OR_STRING = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
DEFINITION = re.compile(r"^(ls_\w+) \(", re.M)
NAME = re.compile(r"\bls_\w+")
# What a second header of a file ends with.
OWN_HEADER = re.compile(r"-(impl|private)$")
INDEX_ROOM = re.compile(r" *# ([a-z]+): ")
INDEX_FILE = re.compile(r"  '(?:([a-z]+)/)?([a-z0-9-]+)\.c',( # .+)?$")
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


def included(path, room):
    """The files of `room` whose headers `path` includes, by their names without an ending."""
    lines = path.read_text(encoding="utf-8").splitlines()
    headers = [match.group(2) for match in map(INCLUDE.match, lines) if match]
    return {Path(header).stem for header in headers if Path(header).parent.as_posix() == room}


def leanings(src, room):
    """What each file of a room leans on: itself with its header counts as one.

    A second header for implementers belongs to what it completes and may include that."""
    code, leans = {}, {}
    for path in sorted((src / room).glob("*.[ch]")):
        own = {path.stem, OWN_HEADER.sub("", path.stem)}
        leans.setdefault(path.stem, set()).update(included(path, room) - own)
        if path.suffix == ".c":
            code[path.stem] = COMMENT_OR_STRING.sub(" ", path.read_text(encoding="utf-8"))
    home = {name: stem for stem, text in code.items() for name in DEFINITION.findall(text)}
    for stem, text in code.items():
        leans[stem] |= {home[name] for name in NAME.findall(text) if name in home} - {stem}
    return leans


def reached(leans, start):
    """What a file leans on at one remove or at several."""
    found, todo = set(), [start]
    while todo:
        for stem in leans.get(todo.pop(), set()) - found:
            found.add(stem)
            todo.append(stem)
    return found


def indexes():
    """The file with the index of each room, and the room: [("core/num/meson.build", "core/num"), ...]."""
    own = [(f"{room}/meson.build", room) for room in ["host", *CORE, "draw", "present", "cli", "mpi"]]
    return own + [("cli/meson.build", "cli/reproduce")] + [("app/meson.build", "app/" + room) for room in APP_ROOMS]


def index(text, room):
    """The files of a room as an index lists them, and its words; None where there is no heading "# ROOM: "."""
    name, stems, words = Path(room).name, None, ""
    for line in text.splitlines():
        heading, entry = INDEX_ROOM.match(line), INDEX_FILE.match(line)
        if heading:
            stems = [] if heading.group(1) == name else stems
        if heading and heading.group(1) != name and stems is not None:
            break
        if stems is not None:
            words += line + "\n"
            stems += [entry.group(2)] if entry and entry.group(1) in (None, name) else []
    return stems, words


def unnamed(src, room, stems, words):
    """Files of a room that its index does not name: each source has a line, a header of no source a word."""
    named = set(stems) | {OWN_HEADER.sub("", stem) for stem in re.findall(r"([\w-]+)\.h\b", words)}
    files = {OWN_HEADER.sub("", path.stem): path.name for path in sorted((src / room).glob("*.[ch]"), reverse=True)}
    return sorted(name for stem, name in files.items() if stem not in named)


def disorder(src):
    """What is wrong with the indexes of rooms: each names every file and is to be read from top to bottom."""
    found = []
    for name, room in indexes():
        leans, path = leanings(src, room), src / name
        stems, words = index(path.read_text(encoding="utf-8") if path.exists() else "", room)
        if stems is None:
            found += [f"{name}: no index of {room}"] if len(leans) > 3 else []
            continue
        found += [f"{name}: {room}/{other} is not in the index" for other in unnamed(src, room, stems, words)]
        for number, stem in enumerate(stems):
            for lower in sorted(leans.get(stem, set()) & set(stems[number + 1:])):
                found.append(f"{name}: {room}/{stem}.c leans on {lower}.c, which comes later")
    return found


def circles(src):
    """The circles within rooms."""
    found = []
    for room in FOLDERS:
        leans = leanings(src, room)
        round_about = sorted(stem for stem in leans if stem in reached(leans, stem))
        found += [f"{room}: {' '.join(round_about)}: lean on each other"] if round_about else []
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
    ("cli/a.c", "#include <json-glib/json-glib.h>", False),
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


# Files of a room, and whether their leanings are accepted.
PLANTED_CIRCLES = [
    ({"a.c": "void\nls_a (void)\n{\n  ls_b ();\n}\n", "b.c": "void\nls_b (void)\n{\n}\n"}, True),
    ({"a.c": "void\nls_a (void)\n{\n  ls_b ();\n}\n",
      "b.c": "void\nls_b (void)\n{\n  ls_a ();\n}\n"}, False),
    ({"a.c": "void\nls_a (void)\n{\n  ls_b ();\n}\n",
      "b.c": '/* ls_a() */\nvoid\nls_b (void)\n{\n  say ("ls_a");\n}\n'}, True),
    ({"a.h": '#include "app/run/b.h"\n', "b.c": '#include "app/run/a.h"\n', "b.h": ""}, False),
    ({"a.c": '#include "app/run/b.h"\n', "b.c": '#include "app/run/c.h"\n', "b.h": "",
      "c.c": '#include "app/run/a.h"\n', "c.h": "", "a.h": ""}, False),
]


def check_planted_circle(files):
    with tempfile.TemporaryDirectory() as directory:
        room = Path(directory) / "app/run"
        room.mkdir(parents=True)
        for name, text in files.items():
            (room / name).write_text(text, encoding="utf-8")
        return circles(Path(directory)) == []


# Lines of an index of a room where b leans on a, and whether it is accepted.
PLANTED_INDEXES = [
    ("# run: a room|'run/a.c',|'run/b.c',|'run/d.c',|'run/e.c', # c.h", True),
    ("# run: a room|'run/b.c',|'run/a.c',|'run/d.c',|'run/e.c', # c.h", False),
    ("# run: a room, c.h|'run/a.c',|'run/b.c',|'run/d.c',|# help: another|'run/e.c',", False),
    ("# run: a room without a word of its header|'run/a.c',|'run/b.c',|'run/d.c',|'run/e.c',", False),
    ("'run/a.c',|'run/b.c',|'run/d.c',|'run/e.c', # c.h", False),
]


def check_planted_index(lines):
    with tempfile.TemporaryDirectory() as directory:
        room = Path(directory) / "app/run"
        room.mkdir(parents=True)
        (room / "a.c").write_text("void\nls_a (void)\n{\n}\n", encoding="utf-8")
        (room / "b.c").write_text("void\nls_b (void)\n{\n  ls_a ();\n}\n", encoding="utf-8")
        for name in ("c.h", "d.c", "e.c", "e-impl.h"):
            (room / name).write_text("", encoding="utf-8")
        text = "\n".join("  " + line for line in lines.split("|"))
        (room.parent / "meson.build").write_text(text + "\n", encoding="utf-8")
        return disorder(Path(directory)) == []


def list_faults(src):
    return violations(src) + circles(src) + disorder(src)


def run_tap(src):
    found = list_faults(src)
    print(f"1..{len(PLANTED) + len(PLANTED_CIRCLES) + len(PLANTED_INDEXES) + 1}")
    for violation in found:
        print(f"# {violation}")
    print("ok 1 the source obeys the layers" if not found else "not ok 1 the source breaks the layers")
    failed = bool(found)
    for number, (name, text, good) in enumerate(PLANTED, 2):
        seen = check_planted(name, text, good)
        failed = failed or not seen
        verdict = "is accepted" if good else "is found"
        print(f"{'ok' if seen else 'not ok'} {number} {name} {text.strip(' #')} {verdict}")
    number = len(PLANTED) + 1
    for files, good in PLANTED_CIRCLES:
        number += 1
        seen = check_planted_circle(files) == good
        failed = failed or not seen
        print(f"{'ok' if seen else 'not ok'} {number} files {' '.join(files)}: {good}")
    for lines, good in PLANTED_INDEXES:
        number += 1
        seen = check_planted_index(lines) == good
        failed = failed or not seen
        print(f"{'ok' if seen else 'not ok'} {number} an index {lines}: {good}")
    return failed


def main():
    src = Path(sys.argv[1])
    if "--tap" in sys.argv[2:]:
        return run_tap(src)
    found = list_faults(src)
    print("\n".join(found), end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
