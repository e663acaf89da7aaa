#!/usr/bin/env python3
"""Keys: the window of shortcuts lists all accelerators, and what it lists is there; menus have no
dead entries, and no two commands share a key."""

import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Keys that widgets hear themselves: where they are written down.
OF_WIDGETS = {
    "src/app/canvas/canvas-keys.c": {
        "Tab": "ls_canvas_focus", "<Shift>Tab": "GTK_DIR_TAB_BACKWARD",
        "Return": "GDK_KEY_Return", "h": "GDK_KEY_h", "Menu": "GDK_KEY_Menu",
        "Escape": "GDK_KEY_Escape", "<Shift>Left": "shift ? 5", "<Shift>Right": "shift ? 5",
        "<Shift>Up": "shift ? 5", "<Shift>Down": "shift ? 5", "Left": "GDK_KEY_Left",
        "Right": "GDK_KEY_Right", "Up": "GDK_KEY_Up", "Down": "GDK_KEY_Down",
    },
    "src/app/plot/plot-keys.c": {
        "plus": "GDK_KEY_plus", "minus": "GDK_KEY_minus", "BackSpace": "GDK_KEY_BackSpace",
        "Home": "GDK_KEY_Home",
    },
    "src/app/plot/plot-legend.c": {"l": "GDK_KEY_l"},
    "src/app/window/lecture-control.c": {
        "Page_Down": "GDK_KEY_Page_Down", "Page_Up": "GDK_KEY_Page_Up", "b": "GDK_KEY_b",
    },
    "src/app/plot/plot-panel.c": {
        "<Primary><Shift>Left": "GDK_KEY_Left", "<Primary><Shift>Right": "GDK_KEY_Right",
        "<Primary><Shift>Up": "GDK_KEY_Up", "<Primary><Shift>Down": "GDK_KEY_Down",
    },
}  # fmt: skip
# Other keys for what has one in the window already, and GTK's own.
SPARE = {"<Primary>equal", "<Primary>KP_Add", "<Primary>KP_Subtract", "<Primary>KP_0",
         "<Primary>F1"}  # fmt: skip
# In a lecture, where the diagram always fits its pane, these keys are for the text.
IN_LECTURE = {"win.text-larger", "win.text-smaller", "win.text-usual"}
# Of the lists of models and lessons, made at run time; a switch of the page of the history.
WITHOUT_ENTRY = {"open-path", "lesson", "keep-results"}


def read_accelerators():
    """[(action, [keys])] of the program."""
    text = (ROOT / "src/app/window/application.c").read_text(encoding="utf-8")
    table = text[text.index("accelerators[] = {") : text.index("};", text.index("accelerators["))]
    return [(action, re.findall(r'"([^"]+)"', keys))
            for action, keys in re.findall(r'\{ "([^"]+)", \{ ([^}]*) \} \}', table)]  # fmt: skip


def read_menus():
    """[(action, key or None)] of the entries of the menus."""
    found = []
    for item in ET.parse(ROOT / "ui/window.ui").getroot().iter("item"):
        words = {a.get("name"): a.text for a in item.iter("attribute")}
        found.append((words["action"], words.get("accel")))
    return found


def read_shortcuts():
    found = []
    for shortcut in ET.parse(ROOT / "ui/shortcuts.ui").getroot().iter("object"):
        if shortcut.get("class") == "GtkShortcutsShortcut":
            words = {p.get("name"): p.text for p in shortcut.iter("property")}
            found.append((words["title"], words["accelerator"].split()))
    return found


def main():
    problems = []
    accelerators, menus, shortcuts = read_accelerators(), read_menus(), read_shortcuts()
    keys = [k for _, ks in accelerators for k in ks] + [k for a, k in menus if k and a not in IN_LECTURE]
    listed = {k for _, ks in shortcuts for k in ks}
    of_widgets = {}
    for path, words in OF_WIDGETS.items():
        source = (ROOT / path).read_text(encoding="utf-8")
        for key, word in words.items():
            of_widgets[key] = word in source
            if word not in source:
                problems.append(f"{path}: nothing hears {key}")
    for key in sorted({k for k in keys if keys.count(k) > 1}):
        problems.append(f"{key}: means two things")
    for key in keys:
        if key not in listed and key not in SPARE:
            problems.append(f"{key}: is not in the window of shortcuts")
    for title, ks in shortcuts:
        for key in ks:
            if key not in keys and key not in of_widgets:
                problems.append(f"{title}, {key}: does nothing")
    sources = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "src/app").rglob("*.c"))
    for action, _ in menus + accelerators:
        if f'.name = "{re.split("::|[(]", action.split(".")[1])[0]}"' not in sources:
            problems.append(f"{action}: no such action")
    known = {a.split(".")[1] for a, _ in menus + accelerators}
    for path in (ROOT / "src/app").glob("*.c"):
        for name in re.findall(r'\{ \.name = "([a-z-]+)"', path.read_text(encoding="utf-8")):
            if name not in known and name not in WITHOUT_ENTRY:
                problems.append(f"{path.name}: {name} has neither a key nor an entry in a menu")
    print(f"{len(accelerators)} accelerators, {len(menus)} entries of menus, {len(shortcuts)} lines")
    for problem in problems:
        print(problem)
    return len(problems) > 0


if __name__ == "__main__":
    sys.exit(main())
