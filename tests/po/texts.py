#!/usr/bin/env python3
"""Finds the files with text to translate: there is no list of them to keep. As a program it checks that no
text is put together by a macro, of which a translator would see a piece."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
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


def find_files():
    """All files with text to translate, by their paths from the top folder."""
    paths = [*ROOT.glob("src/**/*.c"), *ROOT.glob("src/**/*.h"), *ROOT.glob("ui/**/*.ui")]
    paths += [*ROOT.glob("data/*.desktop"), *ROOT.glob("data/*.xml")]
    return sorted(path.relative_to(ROOT).as_posix() for path in paths if has_text(path))


def main():
    names = find_files()
    broken = [name for name in names if BROKEN.search((ROOT / name).read_text(encoding="utf-8"))]
    for name in broken:
        print(f"{name}: a text to translate holds a macro; use a plain conversion and a cast")
    return not names or bool(broken)


if __name__ == "__main__":
    sys.exit(main())
