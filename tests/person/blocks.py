#!/usr/bin/python3
"""Built-in blocks: found in the library, tables from CSV files, scopes that say what plots show."""

import csv
import subprocess

from person import (
    LOCKSTEP, Journey, click, description_of, key, main, say, type_text, wait,
)  # fmt: skip


def library(j: Journey):
    """A click unfolds the blocks, another one folds them; they come by drag, two clicks, Return"""
    p = j.start()
    heading = p.find("list item", "Blocks")
    click(heading)
    p.find("list item", "Gain")
    wait(lambda: description_of(heading) == "Unfolded", "the blocks unfolded")
    click(heading)
    p.gone("list item", "Gain")
    click(heading)
    p.place("Sine", 0.2, 0.3)
    click(p.library_row("Scope"), times=2)
    wait(lambda: "scope" in p.blocks(), "the scope")
    key("alt+1")
    type_text("Table")
    wait(lambda: not p.find_all("list item", "Sine"), "the filter")
    key("Return")
    wait(lambda: "table" in p.blocks(), "the table")


def table_of(p):
    return p.wait_label("row", "Column 1")


def choose(p, path):
    p.press("Choose CSV File…")
    p.accept_file("Choose CSV File", path, "Import")


def table(j: Journey):
    """A file for the table: taken in one step to undo; the block stays selected"""
    p = j.program
    click(p.block("table"))
    p.wait_status("1 selected")
    before = table_of(p)
    good = j.folder / "forces.csv"
    good.write_text("t,force,torque\n0,0,1\n1,2,1\n3,5,2\n")
    choose(p, good)
    p.wait_label("“forces”: 3 rows, from 0 s to 3 s.", "1: force, 2: torque")
    p.wait_status("1 selected")
    key("ctrl+z")
    p.wait_label(before)
    key("ctrl+shift+z")
    p.wait_label("“forces”")


def spreadsheet(j: Journey):
    """A file of a German spreadsheet, time in ms: said beneath; what is not clear is refused"""
    p = j.program
    german = j.folder / "kraft.csv"
    german.write_bytes("# gemessen\r\nt;Kr\xe4fte [kN];\r\nms;;\r\n500;1,5;\r\n3000;1.234,5;\r\n"
                       .encode("cp1252"))  # fmt: skip
    choose(p, german)
    p.wait_label("“kraft”: 2 rows, from 0.5 s to 3 s. Column 1: Kräfte [kN]")
    p.wait_label("Columns are semicolon separated. Decimal commas: “1,5” is 1.5.", "the time in ms")
    unclear = j.folder / "unclear.csv"
    unclear.write_text("t;y\n0,5;1.234\n")
    choose(p, unclear)
    p.wait_label("unclear.csv:2: “0,5” has a decimal comma, but “1.234”")
    p.wait_label("“kraft”: 2 rows")
    key("ctrl+z")
    p.wait_label("“forces”")
    assert not [s for s in p.labels() if "semicolon separated" in s]


def wrong_files(j: Journey):
    """No table, times that go back, a file that is gone: said beneath, what there was stays"""
    p = j.program
    files = {"words.csv": ("time,y\n0,zero\n", "words.csv"),
             "back.csv": ("time,y\n1,1\n0,1\n", "the time goes back"),
             "alone.csv": ("time\n1\n", "no column with numbers beside the time")}  # fmt: skip
    for name, (text, says) in files.items():
        (j.folder / name).write_text(text)
        choose(p, j.folder / name)
        say(p.wait_label(says))
        table_of(p)
    gone = j.folder / "gone.csv"
    gone.write_text("time,y\n0,1\n")
    p.press("Choose CSV File…")
    button = p.choose_file("Choose CSV File", gone, "Import")
    gone.unlink()
    click(button)
    p.gone("file chooser", "Choose CSV File")
    say(p.wait_label("gone.csv"))


def other_columns(j: Journey):
    """A file without the column of a wire: the wire goes, which is said, and undo brings it back"""
    p = j.program
    p.wire("table", "force", "scope", "u")
    other = j.folder / "other.csv"
    other.write_text("time,torque\n0,1\n3,2\n")
    click(p.block("table"))
    choose(p, other)
    p.wait_label("Some items do not match the FMU", "Connection table.force → scope.u")
    p.press("Close")
    key("ctrl+z")
    p.wait_label("“forces”")
    key("ctrl+z")
    click(p.block("table"))


def scope(j: Journey):
    """With a scope on one signal plots show that one; the others are a tick away"""
    p = j.program
    p.run()
    p.wait_figure("Trajectories", "sine.y", "table.force", "table.torque")
    p.wire("sine", "y", "scope", "u")
    p.wait_figure("Trajectories", "of sine.y over time")
    p.run()
    assert "table.force" not in p.wait_figure("Trajectories", "sine.y")
    key("ctrl+z")
    p.wait_figure("Trajectories", "sine.y", "table.force")
    key("ctrl+shift+z")
    p.wait_figure("Trajectories", "of sine.y over time")


def saved(j: Journey):
    """The model has the numbers: the file is not needed any more, on the command line neither"""
    p = j.program
    path = j.folder / "blocks.ssp"
    p.save_as(path)
    (j.folder / "forces.csv").unlink()
    result = j.folder / "out.csv"
    subprocess.run([LOCKSTEP, "run", path, "--stop-time", "3", "--step-size", "0.5",
                    "--output-file", result], check=True, capture_output=True)  # fmt: skip
    with open(result, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    values = {float(r["time"]): float(r["table.force"]) for r in rows}
    assert values[0.5] == 1 and values[2.0] == 3.5 and values[3.0] == 5, values


main([library, table, spreadsheet, wrong_files, other_columns, scope, saved])
