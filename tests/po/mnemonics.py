#!/usr/bin/env python3
"""Checks that no two entries of a menu have the same underlined letter, in every language."""

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from gettext import GNUTranslations
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def menus(item):
    """[(label of the menu, labels of its entries)], sections taken together."""
    label, entries, found = "", [], []
    todo = list(item)
    while todo:
        part = todo.pop(0)
        if part.tag == "section":
            todo = list(part) + todo
        elif part.tag in ("submenu", "item"):
            text = next((a for a in part if a.tag == "attribute" and a.get("name") == "label"), None)
            if text is not None:
                entries.append((text.get("context"), text.text))
            if part.tag == "submenu":
                found += menus(part)
        elif part.tag == "attribute" and part.get("name") == "label":
            label = part.text
    return [(label, entries), *found]


def clashes(language, translate):
    n = 0
    for path in sorted((ROOT / "ui").glob("*.ui")):
        for menu in ET.parse(path).getroot().iter("menu"):
            for label, entries in menus(menu):
                taken = {}
                for context, text in entries:
                    said = translate(context, text)
                    letter = said[said.index("_") + 1].lower() if "_" in said else None
                    if letter in taken:
                        print(f"{language}: {path.name}, {label}: “{taken[letter]}” and “{said}”")
                        n += 1
                    if letter:
                        taken[letter] = said
    return n


def main():
    n = clashes("en", lambda context, text: text)
    for language in (ROOT / "po" / "LINGUAS").read_text(encoding="utf-8").split():
        with tempfile.NamedTemporaryFile() as compiled:
            subprocess.run(["msgfmt", "-o", compiled.name, ROOT / "po" / f"{language}.po"], check=True)
            words = GNUTranslations(open(compiled.name, "rb"))
        n += clashes(language, lambda context, text, words=words:
                     words.pgettext(context, text) if context else words.gettext(text))  # fmt: skip
    return n > 0


if __name__ == "__main__":
    sys.exit(main())
