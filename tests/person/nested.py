#!/usr/bin/python3
"""An SSP of another program: systems within systems, parameter sets, unknown things; nothing is lost."""

import re
import subprocess
import zipfile

from person import (
    LOCKSTEP, MODELS, Atspi, State, archive_parts, box, children, click, description_of, drag,
    has, key, main, name_of, role_of, text_of, type_text, wait,
)  # fmt: skip

SSP = "http://ssp-standard.org/SSP1/SystemStructure"
UNKNOWN = b'<t:view xmlns:t="urn:example:tool" zoom="1.5"> <!-- mine --> a &amp; b </t:view>'
VALUES = f"""<?xml version="1.0" encoding="UTF-8"?>
<!-- numbers of the field trip -->
<ssv:ParameterSet version="1.0" name="trip" xmlns:ssv="{SSP}ParameterValues">
  <ssv:Parameters>
    <ssv:Parameter name="births"><ssv:Real value="0.7"/></ssv:Parameter>
  </ssv:Parameters>
</ssv:ParameterSet>
""".encode()
MAPPING = f"""<?xml version="1.0" encoding="UTF-8"?>
<ssm:ParameterMapping version="1.0" xmlns:ssm="{SSP}ParameterMapping">
  <ssm:MappingEntry source="births" target="meadow.prey.alpha"/>
</ssm:ParameterMapping>
""".encode()
EXTRA = bytes(range(256)) * 3

DOCUMENT = f"""<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription version="1.0" name="reserve"
    xmlns:ssd="{SSP}Description" xmlns:ssc="{SSP}Common">
  <ssd:System name="reserve">
    <ssd:ParameterBindings>
      <ssd:ParameterBinding source="resources/trip.ssv">
        <ssd:ParameterMapping source="resources/trip.ssm"/>
      </ssd:ParameterBinding>
    </ssd:ParameterBindings>
    <ssd:Elements>
      <ssd:Component name="predator" source="resources/predator.fmu">
        <ssd:ElementGeometry x1="400" y1="0" x2="580" y2="120"/>
      </ssd:Component>
      <ssd:System name="meadow" description="where they live">
        <ssd:Connectors>
          <ssd:Connector name="enemies" kind="input"><ssc:Real/>
            <ssd:ConnectorGeometry x="0" y="0.5"/></ssd:Connector>
          <ssd:Connector name="food" kind="output"><ssc:Real/>
            <ssd:ConnectorGeometry x="1" y="0.5"/></ssd:Connector>
        </ssd:Connectors>
        <ssd:ElementGeometry x1="0" y1="0" x2="180" y2="120"/>
        <ssd:Elements>
          <ssd:Component name="prey" source="resources/prey.fmu">
            <ssd:ElementGeometry x1="200" y1="200" x2="380" y2="320"/>
          </ssd:Component>
        </ssd:Elements>
        <ssd:Connections>
          <ssd:Connection startConnector="enemies" endElement="prey" endConnector="predators"/>
          <ssd:Connection startElement="prey" startConnector="population" endConnector="food"/>
        </ssd:Connections>
        <ssd:SystemGeometry x1="0" y1="0" x2="600" y2="500"/>
        <ssd:Annotations>
          <ssc:Annotation type="com.example.view">{UNKNOWN.decode()}</ssc:Annotation>
        </ssd:Annotations>
      </ssd:System>
    </ssd:Elements>
    <ssd:Connections>
      <ssd:Connection startElement="meadow" startConnector="food" endElement="predator"
          endConnector="prey"/>
      <ssd:Connection startElement="predator" startConnector="population" endElement="meadow"
          endConnector="enemies"/>
    </ssd:Connections>
  </ssd:System>
  <ssd:DefaultExperiment startTime="0" stopTime="5"/>
</ssd:SystemStructureDescription>
""".encode()


def steps_shown(p):
    """The line above the canvas: the systems around."""
    bar = p.find_all("filler", "Systems") + p.find_all("panel", "Systems")
    return [name_of(t) for t in children(bar[0]) if role_of(t) == "push button"] if bar else []


def start(j):
    """The top level shows a component and the block of a system, with two wires"""
    j.file = j.folder / "reserve.ssp"
    with zipfile.ZipFile(j.file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("SystemStructure.ssd", DOCUMENT)
        for name in "prey", "predator":
            archive.write(MODELS / f"{name}.fmu", f"resources/{name}.fmu")
        archive.writestr("resources/trip.ssv", VALUES)
        archive.writestr("resources/trip.ssm", MAPPING)
        archive.writestr("extra/com.example/notes.bin", EXTRA)
        archive.writestr("documentation/read me.txt", "Who reads this?")
    p = j.start(j.file)
    p.wait_status("2 components", "2 connections", "0 inputs open")
    wait(lambda: sorted(p.blocks()) == ["meadow", "predator"], "the top level")
    assert len(p.wires()) == 2, p.wires()
    wait(lambda: steps_shown(p) == ["reserve"], "where we are")
    ports = [name_of(t) for t in children(p.block("meadow"))]
    assert ports == ["enemies", "food"], ports


def enter(j):
    """A double click goes into it: component, connectors of the system, parameter set applied"""
    p = j.program
    x, y, width, _ = box(p.block("meadow"))
    click((x + width // 2, y + 14), times=2)
    wait(lambda: "meadow.prey" in p.blocks(), "the inside of meadow")
    wait(lambda: steps_shown(p) == ["reserve", "meadow"], "the way back")
    connectors = [name_of(t) for t in children(p.canvas) if role_of(t) == "push button"]
    assert sorted(connectors) == ["enemies", "food"], connectors
    assert len(p.wires()) == 2, p.wires()
    x, y, width, _ = box(p.block("meadow.prey"))
    click((x + width // 2, y + 14))
    entry = p.find("text", re.compile("^alpha"), seconds=10)
    wait(lambda: text_of(entry) == "0.7", "the value of the parameter set")


def edit(j):
    """Inside: moved, taken back, moved; a wire deleted and drawn again from the connector"""
    p = j.program
    x, y, width, _ = box(p.block("meadow.prey"))
    drag((x + width // 2, y + 14), (x + width // 2 + 40, y + 54))
    wait(lambda: "Move meadow.prey" in description_of(p.button("Undo")), "Move at Undo")
    key("ctrl+z")
    wait(lambda: not p.is_sensitive(p.button("Undo")), "nothing to undo")
    key("ctrl+shift+z")
    wait(lambda: "Move meadow.prey" in description_of(p.button("Undo")), "Move at Undo")
    wire = next(t for t in children(p.canvas)
                if name_of(t) == "wire predator.population to meadow.prey.predators")  # fmt: skip
    assert Atspi.Action.do_action(wire, 1)  # delete
    p.wait_status("1 connection", "1 input open")
    enemies = next(t for t in children(p.canvas) if name_of(t) == "enemies")
    x, y, width, height = box(enemies)
    # What is left outside still feeds the connector.
    drag((x + width // 2, y + height // 2), p.port("meadow.prey", "predators"))
    p.wait_status("2 connections", "0 inputs open")


def note(j):
    """A note within the system, and Alt+Up leads out"""
    p = j.program
    key("ctrl+shift+n")
    view = p.find("text", "Text of the note")
    wait(lambda: has(view, State.FOCUSED), "focus in the note")
    type_text("Count them")
    key("Return")
    type_text("in spring")
    key("ctrl+Return")
    wait(lambda: [t for t in children(p.canvas) if name_of(t) == "Count them\nin spring"],
         "the note")  # fmt: skip
    wait(lambda: "Add note" in description_of(p.button("Undo")), "Add note at Undo")
    wait(lambda: has(p.canvas, State.FOCUSED), "the focus on the diagram")
    key("alt+Up")
    wait(lambda: sorted(p.blocks()) == ["meadow", "predator"], "the top level")
    # By keyboard in and out again.
    key("Return")
    wait(lambda: "meadow.prey" in p.blocks(), "the inside of meadow")
    key("Escape", "Escape")
    wait(lambda: sorted(p.blocks()) == ["meadow", "predator"], "the top level")


def saved(j):
    """Saved: extra files, parameter sets and unknown annotations have the same bytes"""
    p = j.program
    before = archive_parts(j.file)
    key("ctrl+s")
    wait(lambda: not p.title().startswith("*"), "a saved model")
    now = archive_parts(j.file)
    assert before.keys() == now.keys(), (before.keys(), now.keys())
    for name in before:
        assert name == "SystemStructure.ssd" or before[name] == now[name], name
    text = now["SystemStructure.ssd"]
    assert UNKNOWN in text, text
    assert b'description="where they live"' in text
    # What the parameter set says was not changed: it stays there alone.
    assert b'name="alpha"' not in text and b"ParameterBinding" in text, text
    assert text.count(b"<ssd:Connection ") == 4, text
    assert re.search(rb'<ssd:Note [^>]*text="Count them&#10;in spring"', text), text
    assert re.search(rb'name="meadow".*Note .*</ssd:System>\s*</ssd:Elements>', text, re.S)


def again(j):
    """Opened again and checked by the command line: all is there"""
    done = subprocess.run([LOCKSTEP, "check", str(j.file)], capture_output=True, text=True)
    assert "0 errors" in done.stdout, done.stdout + done.stderr
    p = j.start(j.file)
    p.wait_status("2 components", "2 connections", "0 inputs open")
    key("alt+2", "Tab", "Tab")
    block = p.block("meadow")
    assert Atspi.Action.get_action_name(block, 2) == "enter"
    Atspi.Action.do_action(block, 2)
    wait(lambda: [t for t in children(p.canvas) if name_of(t) == "Count them\nin spring"],
         "the note")  # fmt: skip


main([start, enter, edit, note, saved, again])
