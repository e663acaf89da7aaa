#!/usr/bin/python3
"""What single FMUs are allowed by content: granted, listed, taken back; a changed FMU has nothing.

Usage: test-allow.py LOCKSTEP BUILD_FOLDER. Speaks TAP. The names are those of tests/fmus/unruly.c.
"""

import json
import os
import re
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

from command import ENVIRONMENT, call
from tap import run_cases

BUILD = Path(sys.argv[2]).absolute()
FMU = BUILD / "tests" / "fmus" / "unruly.fmu"
FOLDER = tempfile.TemporaryDirectory()
SETTINGS = Path(FOLDER.name) / "settings"
WRITE_OUTSIDE, CONNECT, EXECUTE = 28, 29, 30
TARGET = Path("/tmp/unruly-was-here")


def lockstep(*arguments):
    return call(*arguments, env={**ENVIRONMENT, "XDG_CONFIG_HOME": str(SETTINGS)})


def run(fault, fmu=FMU, isolation="each"):
    """The FMU itself fails when what it tries is not held back."""
    return lockstep("run", fmu, "-o", os.devnull, "-H", "0.1", f"--isolation={isolation}", "--start-value",
                    "fault", fault)  # fmt: skip


def test_denied():
    """The message has the command that allows it; the digest is that of the FMU."""
    global DIGEST, HOLDS
    done = run(CONNECT)
    HOLDS = "not restricted for FMUs" not in done.stderr
    if not HOLDS:
        print("# this kernel holds back too little")
        DIGEST = "0" * 64
        return
    assert done.returncode == 0, done.stderr
    DIGEST = re.search(r"“lockstep allow ([0-9a-f]{64}) network”", done.stderr)[1]


def test_empty():
    assert lockstep("allow").stdout == ""
    assert json.loads(lockstep("allow", "--json").stdout) == {"allowed": []}
    assert not SETTINGS.exists()


def test_grant():
    """By the digest that was told, and by the file; alone and in a group."""
    done = lockstep("allow", DIGEST, "network")
    assert done.returncode == 0, done.stderr
    done = lockstep("allow", FMU, "programs")
    assert done.returncode == 0, done.stderr
    if not HOLDS:
        return
    assert lockstep("allow").stdout == f"{DIGEST} unruly.fmu: network, programs\n"
    for isolation in ("each", "grouped"):
        for fault in (CONNECT, EXECUTE):
            done = run(fault, isolation=isolation)
            # Lent what it wants, it is not held back, and the FMU says so. A port that nobody listens
            # at gives another error than a denial.
            assert "is denied" not in done.stderr, (fault, done.stderr)
        assert done.returncode == 1 and "not held back" in done.stderr, done.stderr
        assert "open the file" in run(WRITE_OUTSIDE, isolation=isolation).stderr


def test_content():
    """The same content elsewhere and unpacked is allowed as much, other content nothing."""
    copy, folder, other = (Path(FOLDER.name) / name for name in ("other.fmu", "unpacked", "changed.fmu"))
    shutil.copy(FMU, copy)
    with zipfile.ZipFile(FMU) as archive:
        archive.extractall(folder)
    shutil.copy(FMU, other)
    with zipfile.ZipFile(other, "a") as archive:
        archive.writestr("resources/more.txt", "x")
    if HOLDS:
        for fmu in (copy, folder):
            assert "is denied" not in run(EXECUTE, fmu).stderr, fmu
        assert "is denied" in run(EXECUTE, other).stderr


def test_folder():
    """May be read and written, and what is beside it may not."""
    TARGET.unlink(missing_ok=True)
    done = lockstep("allow", FMU, "folder=/tmp")
    assert done.returncode == 0, done.stderr
    if HOLDS:
        done = run(WRITE_OUTSIDE)
        assert done.returncode == 1 and TARGET.exists() and "is denied" not in done.stderr, done.stderr
    TARGET.unlink(missing_ok=True)
    listed = json.loads(lockstep("allow", "--json").stdout)["allowed"]
    assert any("folder=/tmp" in one["allowed"] for one in listed), listed


def test_revoke():
    done = lockstep("allow", "--revoke", FMU)
    assert done.returncode == 0, done.stderr
    assert "unruly.fmu" not in lockstep("allow").stdout
    if HOLDS:
        assert "wants to start a program, which is denied" in run(EXECUTE).stderr
    done = lockstep("allow", "--revoke", FMU)
    assert done.returncode == 1 and "has no permissions" in done.stderr, done.stderr


def test_refused():
    for arguments, status, words in [
        (["allow", FMU], 2, "allow needs an FMU"),
        (["allow", FMU, "everything"], 1, "“everything” is not a permission"),
        (["allow", FMU, "folder=/nowhere/at/all"], 1, "/nowhere/at/all: is not a folder"),
        (["allow", "absent.fmu", "network"], 1, "absent.fmu"),
    ]:
        done = lockstep(*arguments)
        assert done.returncode == status and words in done.stderr, (arguments, done.stderr)
    SETTINGS.joinpath("lockstep", "permissions.ini").write_bytes(b"\xff\0[nonsense\n")
    assert run(0).returncode == 0


sys.exit(run_cases(globals()))
