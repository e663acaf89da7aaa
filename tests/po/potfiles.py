#!/usr/bin/env python3
"""Checks that po/POTFILES lists every file with text to translate, and no other,
and that no text is put together by a macro, of which a translator would see a piece.

    potfiles.py            names what is missing or too much
    potfiles.py --write    writes the list anew
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "po" / "POTFILES"
C_MARK = re.compile(r"\b(N?C?_|ngettext|g_dngettext|gettext)\s*\(\s*[\"\w]")
UI_MARK = re.compile(r'translatable="(yes|true|1)"')
BROKEN = re.compile(r'\b_\s*\((\s*"(?:[^"\\]|\\.)*")+\s*[A-Za-z]')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def has_text(path):
    text = path.read_text(encoding="utf-8")
    if path.is_relative_to(ROOT / "data"):
        return True
    if path.suffix == ".ui":
        return bool(UI_MARK.search(text))
    return bool(C_MARK.search(COMMENT.sub("", text)))


def wanted():
    paths = [*ROOT.glob("src/**/*.c"), *ROOT.glob("src/**/*.h"), *ROOT.glob("ui/**/*.ui")]
    paths += [*ROOT.glob("data/*.desktop"), *ROOT.glob("data/*.xml")]
    return sorted(path.relative_to(ROOT).as_posix() for path in paths if has_text(path))


def main():
    names = wanted()
    if "--write" in sys.argv[1:]:
        LIST.write_text("".join(name + "\n" for name in names), encoding="utf-8")
        return 0
    listed = [line for line in LIST.read_text(encoding="utf-8").split("\n") if line]
    for name in sorted(set(names) - set(listed)):
        print(f"po/POTFILES: {name} is missing")
    for name in sorted(set(listed) - set(names)):
        print(f"po/POTFILES: {name} holds no text to translate or is not there")
    broken = [name for name in names if BROKEN.search((ROOT / name).read_text(encoding="utf-8"))]
    for name in broken:
        print(f"{name}: a text to translate holds a macro; use a plain conversion and a cast")
    if names != sorted(listed):
        print("tests/po/potfiles.py --write brings the list up to date")
    return names != sorted(listed) or bool(broken)


if __name__ == "__main__":
    sys.exit(main())
