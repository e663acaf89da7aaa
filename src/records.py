#!/usr/bin/env python3
"""records.py TYPE[.MEMBER] OUTPUT SOURCE…: declares and lists all records of a type that the sources define.

OUTPUT is a header: from ode-methods.h, LS_ODE_METHODS (ENTRY) is ENTRY (NAME) for each line
"const TYPE NAME = …", in the order of the sources. Each source has to name MEMBER: to forget it would not be seen in the program.
"""

import re
import sys
from pathlib import Path


def names_in(path, kind, member):
    text = path.read_text(encoding="utf-8")
    names = re.findall(rf"^const {kind} (\w+)\s*=", text, re.M)
    if not names:
        sys.exit(f'{path}: no line "const {kind} NAME = …"')
    if member and not re.search(rf"\.{member}\s*=", text):
        sys.exit(f'{path}: no ".{member} = …": mandatory in {kind}')
    return names


def main():
    (kind, _, member), output = sys.argv[1].partition("."), Path(sys.argv[2])
    names = [name for source in sys.argv[3:] for name in names_in(Path(source), kind, member)]
    macro = "LS_" + output.stem.upper().replace("-", "_")
    lines = ["/* Made by src/records.py. */", "#pragma once", ""]
    lines += [f"extern const {kind} {name};" for name in names]
    lines += ["", f"#define {macro}(ENTRY) " + " ".join(f"ENTRY ({name})" for name in names)]
    output.write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
