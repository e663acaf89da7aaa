#!/usr/bin/python3
"""The command line in German: its words are, what machines read is not.

Usage: test-german.py LOCKSTEP BUILD_FOLDER LOCALES. Speaks TAP.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from tap import SLOW, run_cases

LOCKSTEP, BUILD, LOCALES = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
MODEL = BUILD / "models/lotka-volterra.ssp"
LANGUAGES = {"en": "C.UTF-8", "de": "de_DE.UTF-8"}


def call(language, *arguments):
    environment = {**os.environ, "LC_ALL": LANGUAGES[language], "LOCPATH": LOCALES}
    environment.pop("LANGUAGE", None)
    done = subprocess.run([LOCKSTEP, *map(str, arguments)], capture_output=True, env=environment,
                          timeout=120 * SLOW, check=False)  # fmt: skip
    return done.returncode, done.stdout, done.stderr.decode()


def both(*arguments):
    english, german = call("en", *arguments), call("de", *arguments)
    assert english[0] == german[0] == 0, (english, german)
    return english[1], german[1]


def test_words():
    """Help, errors and results are German"""
    _, text, _ = call("de", "--help")
    assert "Aufruf:" in text.decode() and "Ein Modell mit einem Kopplungsverfahren" in text.decode()
    code, _, said = call("de", "run", MODEL, "--step-size=0,1", "-o", "/dev/null")
    assert code != 0 and "kein Komma" in said, said
    code, _, said = call("de", "compare", MODEL, "--method=euler")
    assert code != 0 and "Es gibt kein Kopplungsverfahren" in said, said
    _, text, _ = call("de", "methods")
    assert "Alle Komponenten machen ihre Schritte zugleich" in text.decode(), text.decode()
    _, text, _ = call("de", "check", MODEL)
    assert text.decode().endswith("0 Fehler, 0 Warnungen, 0 Hinweise\n"), text.decode()
    _, text, _ = call("de", "info", BUILD / "models/prey.fmu")
    values = [line for line in text.decode().split("\n") if line.endswith(" ja") or line.endswith(" nein")]
    assert len({line.rindex(" ") for line in values}) == 1 and len(values) > 10, values


def test_samples():
    """A recorded run is the same file, byte for byte"""
    with tempfile.TemporaryDirectory() as folder:
        for language in LANGUAGES:
            code, _, said = call(language, "run", MODEL, "--method=missiles", "--step-size=0.05",
                                 "-o", f"{folder}/{language}.csv")  # fmt: skip
            assert code == 0, said
        german, english = (Path(folder, f"{name}.csv").read_bytes() for name in ("de", "en"))
        assert german == english and b"\n0.05," in german


def test_comparison():
    """Errors as JSON and CSV have points and the same names; only times differ"""
    arguments = ("compare", MODEL, "--method=missiles", "--method=ni-jacobi", "--step-size=0.1,0.05")
    english, german = both(*arguments, "--json", "--quiet")
    a, b = json.loads(english), json.loads(german)
    assert a.keys() == b.keys() and len(a["runs"]) == 4
    for one, other in zip(a["runs"], b["runs"]):
        assert one.keys() == other.keys()
        assert one["errors_percent"] == other["errors_percent"] and one["step_size"] in (0.1, 0.05)
    english, german = both(*arguments, "--csv", "--quiet")
    english, german = (text.decode().splitlines() for text in (english, german))
    assert english[0] == german[0]
    columns = [i for i, name in enumerate(english[0].split(",")) if name.startswith("error")]
    for one, other in zip(english, german):
        one, other = one.split(","), other.split(",")
        assert len(one) == len(other) and all(one[i] == other[i] for i in columns), (one, other)


def test_stored():
    """A stored experiment is the same, but for the time of its making"""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for language in LANGUAGES:
            file = Path(folder, language, "model.ssp")
            file.parent.mkdir()
            code, _, said = call(language, "compare", MODEL, "--step-size=0.1", "--store", file,
                                 "--quiet")  # fmt: skip
            assert code == 0, said
            with zipfile.ZipFile(file) as archive:
                files.append({name: archive.read(name) for name in archive.namelist()})
        assert files[0] == files[1] and list(files[0]) == list(files[1])


def test_tables():
    """A table for people has German words, and numbers that can be read back"""
    english, german = both("compare", MODEL, "--step-size=0.1", "--markdown", "--quiet")
    text = german.decode()
    assert "| Verfahren" in text and "Referenz:" in text, text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert "| 0.1 " in text and not any(re.search(r"\d,\d", row) for row in rows), text
    assert b"| Method" in english


sys.exit(run_cases(globals()))
