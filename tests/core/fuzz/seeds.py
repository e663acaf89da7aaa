#!/usr/bin/env python3
"""Seeds of the fuzzing targets, made by the programs of this build.

Usage: seeds.py BUILD SOURCE DOCUMENTS OUTPUT

DOCUMENTS: the program of documents.c"""
import io
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import warnings
import zipfile
from pathlib import Path

# Each a kind of its own: Model Exchange and Co-Simulation, events, arrays and clocks of FMI 3.0, text.
FMUS = ["models/prey.fmu", "models/elevator.fmu", "tests/fmus/types.fmu", "tests/fmus/parameters.fmu",
        "models/fmi3/prey.fmu", "models/fmi3/elevator.fmu", "models/fmi1/prey.fmu", "models/fmi1/elevator-exchange.fmu",
        "tests/fmus/first.fmu", "tests/fmus/third.fmu", "tests/fmus/arrays.fmu", "tests/fmus/tasks.fmu",
        "tests/fmus/ticker.fmu", "tests/fmus/constrained.fmu", "tests/fmus/terminal-left.fmu"]
SYSTEMS = ["lotka-volterra.ssp", "ball-in-elevator.ssp", "chain-10.ssp", "quarter-truck.ssp"]

SSV = """<?xml version="1.0"?>
<ssv:ParameterSet version="1.0" name="s" xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues"
 xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"><ssv:Parameters>
<ssv:Parameter name="k"><ssv:Real value="1e3" unit="kN/m"/></ssv:Parameter>
<ssv:Parameter name="n"><ssv:Integer value="-2"/></ssv:Parameter>
<ssv:Parameter name="b"><ssv:Boolean value="true"/></ssv:Parameter>
<ssv:Parameter name="t"><ssv:String value="a &amp; b"/></ssv:Parameter>
<ssv:Parameter name="e"><ssv:Enumeration value="on" name="Mode"/></ssv:Parameter></ssv:Parameters>
<ssv:Enumerations><ssc:Enumeration name="Mode"><ssc:Item name="on" value="1"/></ssc:Enumeration></ssv:Enumerations>
<ssv:Units><ssc:Unit name="kN/m"><ssc:BaseUnit kg="1" s="-2" factor="1000"/></ssc:Unit></ssv:Units>
</ssv:ParameterSet>
"""
# For the FMU of fuzz.c.
SET = SSV.split("<ssv:Parameter ")[0] + """
<ssv:Parameter name="one.k"><ssv:Real value="2" unit="kN/m"/></ssv:Parameter>
<ssv:Parameter name="one.n"><ssv:Integer value="3"/></ssv:Parameter>
<ssv:Parameter name="one.on"><ssv:Boolean value="false"/></ssv:Parameter>
<ssv:Parameter name="one.text"><ssv:String value="y"/></ssv:Parameter>
<ssv:Parameter name="one.mode"><ssv:Enumeration value="on"/></ssv:Parameter>
<ssv:Parameter name="one.size"><ssv:Integer value="3"/></ssv:Parameter>
<ssv:Parameter name="one.e"><ssv:Float64 value="1 2 3"/></ssv:Parameter>
<ssv:Parameter name="one.d"><ssv:Real><ssv:Value value="1"/><ssv:Value value="2"/></ssv:Real></ssv:Parameter>
<ssv:Parameter name="one.none"><ssv:Real value="1"/></ssv:Parameter>
<ssv:Parameter name="p.k"><ssv:Real value="4"/></ssv:Parameter>
<ssv:Parameter name="inner.two.k"><ssv:Real value="5" unit="N/m"/></ssv:Parameter>
<ssv:Parameter name="inner.k"><ssv:Real value="5"/></ssv:Parameter>
<ssv:Parameter name="k"><ssv:Real value="6" unit="kN/m"/></ssv:Parameter>
<ssv:Parameter name="n"><ssv:Integer value="7"/></ssv:Parameter></ssv:Parameters>
<ssv:Units><ssc:Unit name="kN/m"><ssc:BaseUnit kg="1" s="-2" factor="1000"/></ssc:Unit></ssv:Units>
</ssv:ParameterSet>
"""
STRUCTURE = """<?xml version="1.0"?>
<ssd:SystemStructureDescription version="2.0" name="m" xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
 xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"><ssd:System name="s"><ssd:Connectors>
<ssd:Connector name="u" kind="input"><ssc:Real/></ssd:Connector>
<ssd:Connector name="y" kind="output"><ssc:Real/></ssd:Connector></ssd:Connectors><ssd:Elements>
<ssd:Component name="one" source="resources/m.fmu" implementation="CoSimulation"><ssd:Connectors>
<ssd:Connector name="a" kind="input"><ssc:Real/></ssd:Connector>
<ssd:Connector name="c" kind="output"><ssc:Real/><ssc:Dimension size="2"/></ssd:Connector></ssd:Connectors>
<ssd:ElementGeometry x1="0" y1="0" x2="80" y2="60"/></ssd:Component>
<ssd:Component name="two" source="resources/m.fmu" implementation="ModelExchange"/>
<ssd:Component name="one" source="resources/m.fmu"/>
<ssd:System name="inner"><ssd:Connectors><ssd:Connector name="i" kind="input"/><ssd:Connector name="o" kind="output"/>
</ssd:Connectors><ssd:Elements><ssd:Component name="three" source="resources/m.fmu"/></ssd:Elements><ssd:Connections>
<ssd:Connection startConnector="i" endElement="three" endConnector="a"/>
<ssd:Connection startElement="three" startConnector="b" endConnector="o"/></ssd:Connections></ssd:System>
<ssd:SignalDictionaryReference name="r" dictionary="bus"/></ssd:Elements><ssd:Connections>
<ssd:Connection startElement="one" startConnector="b" endElement="two" endConnector="a">
<ssc:LinearTransformation factor="2" offset="1"/><ssd:ConnectionGeometry pointsX="1 2" pointsY="3 4"/></ssd:Connection>
<ssd:Connection startElement="one" startConnector="c" endElement="two" endConnector="d"/>
<ssd:Connection startElement="two" startConnector="c" endElement="one" endConnector="d" startIndices="1" endIndices="2"/>
<ssd:Connection startElement="two" startConnector="b" endElement="inner" endConnector="i"/>
<ssd:Connection startElement="inner" startConnector="o" endElement="one" endConnector="a">
<ssc:BooleanMappingTransformation><ssc:MapEntry source="true" target="false"/></ssc:BooleanMappingTransformation>
</ssd:Connection>
<ssd:Connection startConnector="u" endElement="two" endConnector="a"/>
<ssd:Connection startElement="two" startConnector="b" endConnector="y"/>
<ssd:Connection startElement="r" startConnector="x" endElement="two" endConnector="a"/></ssd:Connections>
<ssd:SignalDictionaries><ssd:SignalDictionary name="bus"/></ssd:SignalDictionaries></ssd:System>
<ssd:DefaultExperiment startTime="0" stopTime="1"/></ssd:SystemStructureDescription>
"""
OSP = """<?xml version="1.0"?>
<OspSystemStructure xmlns="http://opensimulationplatform.com/MSMI/OSPSystemStructure" version="0.1">
<StartTime>0</StartTime><BaseStepSize>0.1</BaseStepSize><Simulators>
<Simulator name="one" source="resources/m.fmu" stepSize="0.1"><InitialValues><InitialValue variable="k"><Real value="2"/>
</InitialValue></InitialValues></Simulator><Simulator name="two" source="resources/m.fmu"/></Simulators>
<Connections><VariableConnection><Variable simulator="one" name="b"/><Variable simulator="two" name="a"/>
</VariableConnection></Connections></OspSystemStructure>
"""
LESSON = """---
title: It
model: model.ssd
---
# One

> A question?

```button Run
step 0.1 0.05
methods ni-jacobi missiles:balance=off
tolerance 1e-3
start 0
stop 1
reference finest
signals prey.b
orbit prey.b predator.b
set prey.k 2
reset prey.k
without all rollback
with all
plot 1 error
select prey
macro-step ni-jacobi 0.5
zoom 0 1
page 1
expect components 2
run
```

The error is [0.5 %](value:error prey.b ni-jacobi), of [**two**](value:steps missiles), [1](value:order prey.b missiles),
and [1e-3](value:max prey.b ni-jacobi 0 1).

```button Again
open model.ssd
```

![Curves](curves.png)
"""
SSM = """<?xml version="1.0"?>
<ssm:ParameterMapping version="1.0" xmlns:ssm="http://ssp-standard.org/SSP1/SystemStructureParameterMapping"
 xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon">
<ssm:MappingEntry source="k" target="k"><ssc:LinearTransformation factor="2" offset="-1"/></ssm:MappingEntry>
<ssm:MappingEntry source="k" target="n" suppressUnitConversion="true"><ssc:EnumerationMappingTransformation>
<ssc:MapEntry source="on" target="off"/></ssc:EnumerationMappingTransformation></ssm:MappingEntry>
</ssm:ParameterMapping>
"""
SSB = """<?xml version="1.0"?>
<ssb:SignalDictionary version="1.0" xmlns:ssb="http://ssp-standard.org/SSP1/SystemStructureSignalDictionary"
 xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon">
<ssb:DictionaryEntry name="k"><ssc:Real unit="N/m"/></ssb:DictionaryEntry>
<ssb:DictionaryEntry name="n"><ssc:Integer/></ssb:DictionaryEntry></ssb:SignalDictionary>
"""
RESULTS = """<?xml version="1.0" encoding="UTF-8"?>
<Results xmlns="urn:org.lockstep:results:1"><Run file="1.csv" name="a" origin="run" method="ni-jacobi" state="done"
 when="1790000000" shown="true" stepSize="0.1" wallTime="0.5" color="3"><Note>two
lines</Note><Message>m</Message><Divergence>d</Divergence><Column name="a.x" unit="m" error="0.25"/></Run></Results>
"""


def write(folder, name, data):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())


# Rooms whose words make up the documents of a target.
WORDS = {"description": ["fmi", "check"], "ssd": ["ssp", "model"], "values": ["ssp"], "lesson": ["lesson", "text"],
         "results": ["run"], "mat": ["record"], "csv": ["foreign", "record"]}


def dictionary(source, rooms):
    """Words that the sources compare with, for libFuzzer."""
    words = set()
    for room in rooms:
        for path in (source / "src/core" / room).glob("*.c"):
            words.update(re.findall(r'(?<!_ \()"([A-Za-z0-9_.:]{2,40})"', path.read_text()))
    return "".join(f'"{word}"\n' for word in sorted(words))


def message(text):
    """What a helper writes: the numbers at the head of its area, then the ring."""
    body = b"log\0" + text + b"\0"
    body += bytes(-len(body) % 8)
    one = struct.pack("<IiQII", 24 + len(body), 0, 1, 0, 0) + body
    return struct.pack("<8IQ", 2, 0, 3, 1, 0, 0, 3, 0, len(one) * 2).ljust(64, b"\0") + one * 2


def archives(folder):
    with tempfile.TemporaryDirectory() as place:
        for name, compression in ("stored", zipfile.ZIP_STORED), ("deflated", zipfile.ZIP_DEFLATED):
            path = Path(place) / "a.zip"
            with zipfile.ZipFile(path, "w", compression) as archive:
                archive.writestr("modelDescription.xml", "<fmiModelDescription/>" * 20)
                archive.writestr("binaries/linux64/a.so", bytes(200))
                archive.writestr("binaries/x86_64-linux/", "")
                archive.writestr("resources/ä.txt", "text")
            write(folder, name + ".zip", path.read_bytes())


def hostile_archives(folder):
    """Each refused for a reason of its own"""
    names = {
        "out": ["../a"], "absolute": ["/a"], "drive": ["c:/a"], "long": ["a" * 1025], "control": ["a\x01"],
        "deep": ["a/" * 40 + "b"], "twice": ["a/b", "./a//b"], "both": ["a/b", "a/b/"], "inside": ["a", "a/b"],
        "folders": ["a/", "a/", "a/b"], "dot": ["./"], "dots": ["./."],
    }  # fmt: skip
    for name, entries in names.items():
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as z, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for entry in entries:
                z.writestr(zipfile.ZipInfo(entry), "")
        write(folder, name + ".zip", archive.getvalue())
    for name, mode in ("link", 0o120777), ("pipe", 0o010600):
        archive, entry = io.BytesIO(), zipfile.ZipInfo("a")
        entry.external_attr = mode << 16
        with zipfile.ZipFile(archive, "w") as z:
            z.writestr(entry, "b")
        write(folder, name + ".zip", archive.getvalue())
    # What the central directory says of sizes and encryption.
    plain = (folder / "stored.zip").read_bytes()
    at = plain.index(b"PK\1\2")
    for name, place, value in ("larger", 24, 1), ("huge", 24, 0xFFFFFFFE), ("encrypted", 8, 1), ("method", 10, 99):
        form = "<H" if place < 20 else "<I"
        write(folder, name + ".zip", plain[: at + place] + struct.pack(form, value) + plain[at + place + struct.calcsize(form) :])


# Number formats of MATLAB 4 by their digit in the type of a matrix.
FORMATS = "dfihHB"


def matrix(name, kind, columns, is_text=0):
    numbers = struct.pack(f"<{len(columns) * len(columns[0])}{FORMATS[kind]}", *(n for column in columns for n in column))
    return struct.pack("<5I", 10 * kind + is_text, len(columns[0]), len(columns), 0, len(name) + 1) + name.encode() + b"\0" + numbers


def turned(columns):
    return [list(row) for row in zip(*columns)]


def matrices(folder):
    """A result in each format of numbers, in both layouts, and a file of a later version"""
    names, units = ["time", "a.x", "a.k", "a.y"], ["time [s]", "[m]", "[kg|g]", ""]
    for kind, form in enumerate(FORMATS):
        info = [[0, 1, 0, 0], [2, 2, 0, 0], [1, 2, 0, 0], [2, 2 if form in "HB" else -2, 0, 0]]
        constants, data = [[0, 5], [1, 5]], [[0, 5], [1, 6], [2, 7]]
        for layout in "binTrans", "binNormal":
            head = turned([word.ljust(11).encode() for word in ("Atrajectory", "1.1", "", layout)])
            turn = turned if layout == "binNormal" else list
            text = matrix("Aclass", 5, head, 1)
            for name, words in ("name", names), ("description", units):
                size = max(map(len, words))
                text += matrix(name, 5, turn([list(word.ljust(size).encode()) for word in words]), 1)
            text += matrix("dataInfo", kind, turn(info)) + matrix("data_1", kind, turn(constants))
            write(folder, f"{layout}-{form}.mat", text + matrix("data_2", kind, turn(data)))
    write(folder, "later.mat", b"MATLAB 5.0 MAT-file".ljust(124) + b"\0\1IM")


# As other tools write them: separators, remarks, units, values that are no numbers.
TABLES = {
    "semicolons": '"t";"a,b"\n0;1,5\n1;2,5\n',
    "separator": 'sep=,\n"time","a ""b"" [m/s]"\n0,1.#INF00\n1,-1.#IND\n2,1.#QNAN\n3,-nan(ind)\n4,nan(0x1)\n',
    "numbers": "time,a,b,c\n0,inf,-inf,nan\n1,,+INF,1e5\n",
    "libcosim": "Time,StepCount,prey [0 out real],on [1 in bool]\n0,0,1,true\n0.1,1,2,false\n",
    "tabs": "Time [ms]\tmass.v [m/s]\tmass.x [m]\n0\t1\t2\n1\t2\t3\n",
    "spaces": "time [s] force [N] x (m)\n0 1 2\n1 2 3\n",
    "remarks": "# made by a tool\n# time x\ndouble table(2,2)\n0 1\n1 2\n",
    "slash": "time/s,force\n0,1\n1,2\n",
    "units": "time;x;y\ns;m;kg\n0;1;2\n1;2;3\n",
    "nameless": "0 1\n1 2\n2 3\n",
    "words": "time,state\n0,open\n1,shut\n",
    "cut": "time,x\n0,1\n1,",
}


def results(build, folder):
    with tempfile.TemporaryDirectory() as place:
        for ending in "csv", "mat":
            path = Path(place) / ("a." + ending)
            subprocess.run([build / "src/cli/lockstep", "run", build / "models/lotka-volterra.ssp", "--isolation=none",
                            "--stop-time=0.3", "-H", "0.1", "-o", path, "--quiet"], check=True, stdout=subprocess.DEVNULL)
            write(folder / ending, "run." + ending, path.read_bytes())


def main():
    build, source, documents, output = (Path(name).resolve() for name in sys.argv[1:])
    shutil.rmtree(output, ignore_errors=True)
    for name in FMUS:
        with zipfile.ZipFile(build / name) as archive:
            write(output / "description", name.replace("/", "-") + ".xml", archive.read("modelDescription.xml"))
    for name in SYSTEMS:
        with zipfile.ZipFile(build / "models" / name) as archive:
            write(output / "ssd", name + ".ssd", archive.read("SystemStructure.ssd"))
    write(output / "ssd", "m.ssd", STRUCTURE)
    write(output / "ssd", "m.xml", OSP)
    write(output / "lesson", "model.md", LESSON)
    for name, text in ("a.ssv", SSV), ("set.ssv", SET), ("a.ssm", SSM), ("a.ssb", SSB):
        write(output / "values", name, text)
    subprocess.run([documents, output], check=True)
    archives(output / "archive")
    hostile_archives(output / "archive")
    matrices(output / "mat")
    results(build, output)
    for name, text in TABLES.items():
        write(output / "csv", name + ".csv", text)
    write(output / "results", "results.xml", RESULTS)
    write(output / "helper", "two", message(b"said"))
    for path in sorted((source / "data/lessons").glob("*.md")):
        if path.name.count(".") == 1:
            write(output / "lesson", path.name, path.read_bytes())
    for name, rooms in WORDS.items():
        write(output, name + ".dict", dictionary(source, rooms))
    (output.parent / "done").touch()


main()
