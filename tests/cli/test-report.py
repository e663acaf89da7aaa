#!/usr/bin/python3
"""lockstep report and tables for LaTeX.

Usage: test-report.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import re
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from archive import repack
from command import call
from tap import run_cases

BUILD = Path(sys.argv[2])
MODEL = BUILD / "models/two-bodies.ssp"
FOLDER = Path(tempfile.mkdtemp())
SETTINGS = ["-m", "ni-jacobi", "-m", "missiles", "-H", "1e-3,5e-4", "-q"]


def test_pdf():
    """One page with fonts embedded, of a size to be sent by mail."""
    path = FOLDER / "report.pdf"
    done = call("report", MODEL, *SETTINGS, "-o", path)
    assert done.returncode == 0, done.stderr
    data = path.read_bytes()
    assert data.startswith(b"%PDF-"), data[:20]
    text = data
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.S):
        try:
            text += zlib.decompress(stream)
        except zlib.error:
            pass
    assert len(re.findall(rb"/Type\s*/Page\b", text)) == 1
    assert re.search(rb"/FontFile", text), "no font is embedded"
    assert len(data) < 1_000_000, len(data)


LAYOUT = """<layout name="mine"><column><view kind="steps" share="2"><plot kind="steps" title="My steps"/></view>
<row><view kind="error"><plot kind="error" title="My errors"/></view><view kind="future"/></row></column></layout>"""


def test_layout():
    """The plots of a layout of the model are those of the report, as they are each set up; without one
    there are four others."""
    model = FOLDER / "layout.ssp"
    repack(MODEL, model, lambda _, data: data.replace(b"</experiment>", LAYOUT.encode() + b"</experiment>"))
    texts = []
    for path in MODEL, model:
        done = call("report", path, *SETTINGS, "-o", FOLDER / "layout.pdf")
        assert done.returncode == 0, done.stderr
        texts.append(subprocess.run(["pdftotext", FOLDER / "layout.pdf", "-"], capture_output=True,
                                    text=True, check=True).stdout)  # fmt: skip
    # Errors have three digits, as in the window.
    assert "5.80" in texts[0].split() and "5.8008" not in texts[0], texts[0]
    assert "My steps" in texts[1] and "My errors" in texts[1], texts[1]
    assert "order" in texts[0] and "order" not in texts[1], texts[1]  # no convergence


def test_refused():
    """Without a file, or with one of no known kind, nothing is computed."""
    assert call("report", MODEL).returncode == 2
    assert call("report", MODEL, "-o", FOLDER / "report.doc").returncode == 2
    assert call("report", "-o", FOLDER / "report.pdf").returncode == 2


def test_latex():
    """The table for LaTeX has the numbers of the CSV."""
    done = call("compare", MODEL, *SETTINGS, "--latex")
    assert done.returncode == 0, done.stderr
    rows = [line[:-3].split(" & ") for line in done.stdout.splitlines() if line.endswith("\\\\")]
    assert rows[0][:4] == ["Method", "Step (s)", r"left.x (\%)", r"right.x (\%)"], rows[0]
    assert rows[1][:3] == ["NI-Jacobi", "0.001", "5.8008"], rows[1]
    assert done.stdout.count(r"\begin{tabular}") == done.stdout.count(r"\end{tabular}") == 2
    both = call("compare", MODEL, "--latex", "--csv")
    assert both.returncode == 2 and "--latex" in both.stderr, both


sys.exit(run_cases(globals()))
