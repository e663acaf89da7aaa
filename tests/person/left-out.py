#!/usr/bin/python3
"""A document of which something is in no run: told above the diagram, by what it is and why."""

import zipfile

from person import MODELS, click, key, main, say, wait

NAMESPACE = "http://ssp-standard.org/SSP1/SystemStructureParameterValues"
FAULTS = (
    ("</ssd:Connections>", '<ssd:Connection startElement="left" startConnector="x" endElement="nobody" '
     'endConnector="u"/></ssd:Connections>'),
    ("<ssd:Elements>", '<ssd:ParameterBindings><ssd:ParameterBinding source="gone.ssv"/><ssd:ParameterBinding>'
     f'<ssd:ParameterValues><ssv:ParameterSet xmlns:ssv="{NAMESPACE}" version="1.0" name="p"><ssv:Parameters>'
     '<ssv:Parameter name="left.x"><ssv:String value="far"/></ssv:Parameter></ssv:Parameters></ssv:ParameterSet>'
     "</ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings><ssd:Elements>"),
)  # fmt: skip


def write_faulty(path):
    with zipfile.ZipFile(MODELS / "two-bodies.ssp") as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            for before, after in FAULTS if name.endswith(".ssd") else ():
                assert before.encode() in data, before
                data = data.replace(before.encode(), after.encode(), 1)
            new.writestr(name, data)


def start(j):
    """What is left out is told with component, variable and reason"""
    j.model = j.folder / "faulty.ssp"
    write_faulty(j.model)
    p = j.start(j.model)
    wait(lambda: len(p.blocks()) == 2, "the model")
    bar = p.wait_label("3 parts of “faulty.ssp” could not be used", "runs leave them out")
    say(bar)
    for words in ("left.x → nobody.u: the connection is left out", "gone.ssv: No such file",
                  "left.x: “far” is not a number"):  # fmt: skip
        p.wait_label("3 parts of “faulty.ssp”", words)


def run(j):
    """A run says so too, and the bar stays"""
    p = j.program
    key("F5")
    click(p.find("push button", "Show in Log"))
    p.wait_label("3 parts of the file are in no run of this model, among them: left.x → nobody.u")
    p.wait_label("3 parts of “faulty.ssp” could not be used")


def close(j):
    """It goes when it is closed, and with the model"""
    p = j.program
    click(p.find("push button", "Close"))
    wait(lambda: not any("“faulty.ssp”" in text for text in p.labels()), "no bar")
    key("ctrl+o")
    p.accept_file("Open Model", j.model, "Open")
    p.wait_label("3 parts of “faulty.ssp” could not be used")
    key("ctrl+o")
    p.accept_file("Open Model", MODELS / "lotka-volterra.ssp", "Open")
    wait(lambda: not any("“faulty.ssp”" in text for text in p.labels()), "no bar")


main([start, run, close])
