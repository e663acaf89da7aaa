#!/usr/bin/env python3
"""Prints what has no translation yet, or one that is in doubt, per language.

    untranslated.py [LANGUAGE…]   names it; fails when there is anything
    untranslated.py --update      brings the .po files up to date with the sources first
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from texts import find_files

ROOT = Path(__file__).resolve().parents[2]
PO = ROOT / "po"
# As the preset "glib" of meson's gettext.
XGETTEXT = [
    "--from-code=UTF-8", "--add-comments",
    "--keyword=_", "--keyword=N_", "--keyword=C_:1c,2", "--keyword=NC_:1c,2",
    "--keyword=g_dcgettext:2", "--keyword=g_dngettext:2,3", "--keyword=g_dpgettext2:2c,3",
    "--flag=N_:1:pass-c-format", "--flag=C_:2:pass-c-format", "--flag=NC_:2:pass-c-format",
    "--flag=g_dngettext:2:pass-c-format", "--flag=g_strdup_printf:1:c-format",
    "--flag=g_string_printf:2:c-format", "--flag=g_string_append_printf:2:c-format",
    "--flag=g_error_new:3:c-format", "--flag=g_set_error:4:c-format",
    "--flag=g_markup_printf_escaped:1:c-format", "--flag=g_log:3:c-format",
    "--flag=g_print:1:c-format", "--flag=g_printerr:1:c-format", "--flag=g_printf:1:c-format",
    "--flag=g_fprintf:2:c-format", "--flag=g_sprintf:2:c-format", "--flag=g_snprintf:3:c-format",
]


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if result.returncode:
        raise SystemExit(f"{command[0]}: {result.stderr.strip()}")
    return result.stdout


def listed(text):
    """The messages of a .po text, each on a line: its beginning, without the header."""
    names = []
    for entry in text.split("\n\n"):
        lines = [line for line in entry.split("\n") if line and not line.startswith("#")]
        name = " ".join(line for line in lines if not line.startswith("msgstr"))
        if lines and not name.startswith('msgid "" "Project') and 'msgid ""' != name.strip():
            where = [line[3:].split()[0] for line in entry.split("\n") if line.startswith("#: ")]
            names.append(f"{where[0] if where else '?'}: {name}")
    return names


def main():
    languages = [word for word in sys.argv[1:] if not word.startswith("-")]
    languages = languages or (PO / "LINGUAS").read_text(encoding="utf-8").split()
    n = 0
    with tempfile.TemporaryDirectory() as folder:
        template, merged = f"{folder}/all.pot", f"{folder}/merged.po"
        run("xgettext", *XGETTEXT, "-o", template, *find_files())
        for language in languages:
            path = PO / f"{language}.po"
            if "--update" in sys.argv[1:]:
                run("msgmerge", "-q", "--no-location", "--no-fuzzy-matching", "-o", merged, path,
                    template)
                run("msgattrib", "--no-obsolete", "-o", path, merged)
            run("msgfmt", "--check", "--check-accelerators=_", "-o", "/dev/null", path)
            run("msgmerge", "-q", "--no-fuzzy-matching", "-o", merged, path, template)
            names = [f"{language}: untranslated: {name}"
                     for name in listed(run("msgattrib", "--untranslated", merged))]
            names += [f"{language}: in doubt: {name}"
                      for name in listed(run("msgattrib", "--only-fuzzy", merged))]
            n += len(names)
            print("\n".join(names), end="\n" if names else "")
    if n:
        print(f"{n} messages want a translation in po/; untranslated.py --update lists them there")
    return n > 0


if __name__ == "__main__":
    sys.exit(main())
