#!/usr/bin/env python3
"""records.py TYPE OUTPUT SOURCE…: declares and lists all records of a type that the sources define.

OUTPUT is a header: from ode-methods.h, LS_ODE_METHODS (ENTRY) is ENTRY (NAME) for each line
"const TYPE NAME = …", in the order of the sources.
"""

import re
import sys
from pathlib import Path


def names_in(path, kind):
    names = re.findall(rf"^const {kind} (\w+)\s*=", path.read_text(encoding="utf-8"), re.M)
    if not names:
        sys.exit(f'{path}: no line "const {kind} NAME = …"')
    return names


def main():
    kind, output = sys.argv[1], Path(sys.argv[2])
    names = [name for source in sys.argv[3:] for name in names_in(Path(source), kind)]
    macro = "LS_" + output.stem.upper().replace("-", "_")
    lines = ["/* Made by src/records.py. */", "#pragma once", ""]
    lines += [f"extern const {kind} {name};" for name in names]
    lines += ["", f"#define {macro}(ENTRY) " + " ".join(f"ENTRY ({name})" for name in names)]
    output.write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
