"""Distances in the window are those of GNOME's guidelines: multiples of 6, and 3 between parts of one
thing. Reads ui/ and src/app of the folder given."""

import re
import sys
import tempfile
from pathlib import Path

ALLOWED = {0, 3, 6, 12, 18, 24}
PROPERTY = re.compile(r'name="(?:[a-z]+[-_])?(?:spacing|margin|border[-_]width)(?:[-_][a-z]+)?">(\d+)<')
CALL = re.compile(
    r"gtk_(?:box_new|container_set_border_width|widget_set_margin\w*|box_set_spacing|grid_set_\w+_spacing)"
    r" \([^;]*?[ (](\d+)\);"
)


def look(folder):
    """Lines as "file:line: distance" of what is not allowed."""
    found = []
    for pattern, ending, places in ((PROPERTY, "ui", ["ui"]), (CALL, "c", ["src/app"])):
        for path in sorted(p for place in places for p in (Path(folder) / place).rglob(f"*.{ending}")):
            text = path.read_text()
            for hit in pattern.finditer(text):
                if int(hit[1]) not in ALLOWED:
                    line = text.count("\n", 0, hit.start(1)) + 1
                    found.append(f"{path.relative_to(folder)}:{line}: {hit[1]}")
    return found


def test_checker():
    """What has to be found is."""
    ui = '<property\n name="margin-top">4</property>\n<property name="row-spacing">6</property>\n'
    c = "box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);\ngtk_widget_set_margin_start (\n  box, 10);\n"
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {"ui/a.ui": ui, "src/app/a.c": c}.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True)
            path.write_text(text)
        found = look(folder)
    return [] if found == ["ui/a.ui:2: 4", "src/app/a.c:3: 10"] else [f"found {found}"]


def main():
    cases = {"Distances are multiples of 6, or 3": look(sys.argv[1]), "The checker finds others": test_checker()}
    print(f"1..{len(cases)}")
    for number, (case, problems) in enumerate(cases.items(), 1):
        for problem in problems:
            print(f"# {problem}")
        print(f"{'not ' if problems else ''}ok {number} - {case}")
    return any(cases.values())


if __name__ == "__main__":
    sys.exit(main())
