#!/usr/bin/python3
"""A model with FMUs of all three versions, arrays and Clocks: built by mouse, saved, opened again, run."""

import csv
import os
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

from person import (
    FMUS, LOCKSTEP, MODELS, SOURCE, archive_parts, click, key, main, screenshot, text_of, wait,
)  # fmt: skip

# Not part of this project; LOCKSTEP_SCHEMAS names the folder that has them.
SCHEMAS = Path(os.environ.get("LOCKSTEP_SCHEMAS", SOURCE.parent / "shared" / "schemas"))
SCHEMA = SCHEMAS / "ssp2" / "SystemStructureDescription.xsd"

# The folder of the library: FMI 1.0, 2.0, and 3.0 twice.
FILES = {"hare": MODELS / "fmi1" / "prey.fmu", "fox": MODELS / "predator.fmu", "arrays": FMUS / "arrays.fmu",
         "ticker": FMUS / "ticker.fmu"}  # fmt: skip
# Row of the library, block, and where to.
PLACES = [("hare", "prey", 0.15, 0.25), ("fox", "predator", 0.5, 0.25), ("arrays", "arrays", 0.15, 0.55),
          ("arrays", "arrays_2", 0.5, 0.55), ("ticker", "ticker", 0.15, 0.85), ("ticker", "ticker_2", 0.5, 0.85)]
WIRES = [("prey", "population", "predator", "prey"), ("predator", "population", "prey", "predators"),
         ("prey", "population", "arrays", "s"), ("arrays", "y", "arrays_2", "u"),
         ("ticker", "tick_out", "ticker_2", "tick_in"), ("ticker", "value_out", "ticker_2", "value_in")]  # fmt: skip
NAMES = sorted(f"wire {a}.{b} to {c}.{d}" for a, b, c, d in WIRES)


def picture(name):
    if "PICTURES" in os.environ:
        screenshot(f"{os.environ['PICTURES']}/{name}.png")


def place(j):
    """A folder of one's own in the library; its FMUs by drag"""
    p = j.start()
    folder = j.folder / "versions"
    folder.mkdir()
    for name, file in FILES.items():
        shutil.copy(file, folder / f"{name}.fmu")
    key("ctrl+shift+o")
    p.accept_file("Open Library Folder", folder, "Open")
    for row, _, x, y in PLACES:
        p.place(row, x, y)
        key("ctrl+0")
    assert sorted(p.blocks()) == sorted(block for _, block, _, _ in PLACES), p.blocks()
    p.wait_status("6 components", "0 connections")
    key("ctrl+l", "ctrl+0")


def wire(j):
    """Wires between versions, of an array, and of a Clock with its value"""
    p = j.program
    for ends in WIRES:
        p.wire(*ends)
    assert p.wires() == NAMES, p.wires()
    p.wait_status("8 connections")
    picture("three-versions")


def value(j):
    """A parameter beside the diagram: ticks at 0.5, 1, 1.5 and 2 s"""
    p = j.program
    click(p.block("ticker"))
    values = p.find("list box", "Parameters and start values")
    p.fill(p.find("text", "mode", values), "1")
    key("Return")
    wait(lambda: p.is_sensitive(p.find("push button", "Reset mode", values)), "the value taken")
    p.fill("Stop time", "2")
    p.fill("Step size", "0.1")
    key("Return")


SPACES = {"ssd": "http://ssp-standard.org/SSP1/SystemStructureDescription",
          "ssc": "http://ssp-standard.org/SSP1/SystemStructureCommon",
          "ssv": "http://ssp-standard.org/SSP1/SystemStructureParameterValues"}  # fmt: skip
TICKER = ["count: output Int32", "last: output Float64", "sum: output Float64", "value_in: input Float64",
          "value_out: output Float64"]  # fmt: skip
# What a person has built, as others read it. Ports of arrays and Clocks are in the file if they have wires.
SYSTEM = {
    "version": "2.0",
    "stop": "2",
    "prey": ["resources/hare.fmu", "population: output Real", "predators: input Real"],
    "predator": ["resources/fox.fmu", "population: output Real", "prey: input Real"],
    "arrays": ["resources/arrays.fmu", "r: output Float64", "s: input Float64", "y: output Float64 [3]"],
    "arrays_2": ["resources/arrays.fmu", "r: output Float64", "s: input Float64", "u: input Float64 [3]"],
    "ticker": ["resources/ticker.fmu", *TICKER[:3], "tick_out: output Clock", *TICKER[3:], "mode = 1"],
    "ticker_2": ["resources/ticker.fmu", *TICKER[:3], "tick_in: input Clock", *TICKER[3:]],
    "connections": sorted(f"{a}.{b} -> {c}.{d}" for a, b, c, d in WIRES),
}


def describe_connector(connector):
    """Its type is the first child, sizes of arrays come behind it."""
    sizes = [d.get("size") for d in connector.findall("ssc:Dimension", SPACES)]
    kind = connector[0].tag.split("}")[1]
    return f"{connector.get('name')}: {connector.get('kind')} {kind}" + (f" [{', '.join(sizes)}]" if sizes else "")


def describe_component(component):
    values = [f"{value.get('name')} = {value[0].get('value')}" for value in component.iterfind(".//ssv:Parameter", SPACES)]
    ports = component.iterfind("ssd:Connectors/ssd:Connector", SPACES)
    return [component.get("source"), *sorted(map(describe_connector, ports)), *sorted(values)]


def describe(data):
    """A system description, without geometry and what is Lockstep's own."""
    root = ET.fromstring(data)
    system = root.find("ssd:System", SPACES)
    found = {"version": root.get("version"), "stop": root.find("ssd:DefaultExperiment", SPACES).get("stopTime")}
    for component in system.iterfind("ssd:Elements/*", SPACES):
        found[component.get("name")] = describe_component(component)
    found["connections"] = sorted("{startElement}.{startConnector} -> {endElement}.{endConnector}".format(**wire.attrib)
                                  for wire in system.iterfind("ssd:Connections/*", SPACES))  # fmt: skip
    return found


def saved(j):
    """What is saved is the system that was built, valid by SSP 2.0, with the FMUs as they were"""
    p = j.program
    j.saved = j.folder / "versions.ssp"
    p.save_as(j.saved)
    j.parts = archive_parts(j.saved)
    found = describe(j.parts["SystemStructure.ssd"])
    assert found == SYSTEM, found
    for name, file in FILES.items():
        assert j.parts[f"resources/{name}.fmu"] == file.read_bytes(), name
    if SCHEMA.exists():
        (j.folder / "versions.ssd").write_bytes(j.parts["SystemStructure.ssd"])
        done = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", SCHEMA, j.folder / "versions.ssd"],
                              capture_output=True, text=True, check=False)  # fmt: skip
        assert done.returncode == 0, done.stderr


def opened(j):
    """It opens as it was, and saved again it is the same, byte for byte"""
    p = j.program
    key("ctrl+n")
    wait(lambda: not p.blocks(), "an empty diagram")
    key("ctrl+o")
    click(p.choose_file("Open Model", j.saved, "Open"))
    wait(lambda: len(p.blocks()) == len(PLACES), "the blocks again")
    assert p.wires() == NAMES, p.wires()
    p.wait_status("8 connections")
    click(p.block("ticker"))
    values = p.find("list box", "Parameters and start values")
    wait(lambda: text_of(p.find("text", "mode", values)) == "1", "the parameter")
    assert text_of(p.find("text", "Stop time")) == "2"
    again = j.folder / "again.ssp"
    p.save_as(again)
    assert archive_parts(again) == j.parts


def check_end(row):
    """Ticks at 0.5, 1, 1.5 and 2 s, the values with them 1 to 4; the arrays are (1, 2, 3) and twice that."""
    ticks = [float(row[f"ticker_2.{name}"]) for name in ("count", "last", "sum")]
    assert ticks == [4, 2, 10], ticks
    twice = [float(row[f"arrays_2.y[{i}]"]) for i in (1, 2, 3)]
    assert twice == [2, 4, 6], twice
    assert abs(float(row["arrays.r"]) - float(row["prey.population"]) - 1) < 1e-12, row


def run(j):
    """It runs, in the window and on the command line"""
    p = j.program
    p.run("Run")
    p.show_page("Results")
    rows = wait(lambda: len(p.results()) == 2 and p.results(), "two rows of results")
    assert {row["Status"] for row in rows.values()} == {"done"}, rows
    for method in "ni-jacobi", "missiles":
        table = j.folder / "end.csv"
        subprocess.run([LOCKSTEP, "run", j.saved, f"--method={method}", "--step-size=0.1", f"--output-file={table}"],
                       capture_output=True, check=True)  # fmt: skip
        with table.open() as file:
            check_end(list(csv.DictReader(file))[-1])


main([place, wire, value, saved, opened, run])
