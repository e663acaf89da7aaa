#!/usr/bin/env python3
"""Seeds of the fuzzing targets, made by the programs of this build.

Usage: seeds.py BUILD SOURCE DOCUMENTS OUTPUT

DOCUMENTS: the program of documents.c"""
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

# Each a kind of its own: Model Exchange and Co-Simulation, events, arrays and clocks of FMI 3.0, text.
FMUS = ["models/prey.fmu", "models/elevator.fmu", "tests/fmus/types.fmu", "tests/fmus/parameters.fmu",
        "models/fmi3/prey.fmu", "models/fmi3/elevator.fmu"]
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
    for name, text in ("a.ssv", SSV), ("a.ssm", SSM), ("a.ssb", SSB):
        write(output / "values", name, text)
    subprocess.run([documents, output], check=True)
    archives(output / "archive")
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
