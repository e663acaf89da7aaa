#!/usr/bin/python3
"""What is held back from FMUs, and what is said where the kernel cannot hold it: without Landlock,
without a filter of system calls, without either, and without user namespaces as in containers.

Usage: test-containment.py LOCKSTEP BUILD_FOLDER. Speaks TAP. Kernels are made to look older by a filter
of system calls around the program.
"""

import ctypes
import json
import os
import platform
import resource
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from command import call
from tap import run_cases

BUILD = Path(sys.argv[2]).absolute()
FMU = BUILD / "tests" / "fmus" / "unruly.fmu"
WRITE_OUTSIDE, CONNECT = 28, 29  # of tests/fmus/unruly.c
FOLDER = tempfile.TemporaryDirectory()
KINDS = {"files", "network", "programs", "processes"}

# Numbers of system calls; those above 423 are the same everywhere.
X86 = platform.machine() == "x86_64"
PRCTL, SECCOMP, UNSHARE = (157, 317, 272) if X86 else (167, 277, 97)
PIDFD, LANDLOCK = 434, 444
ENOSYS, EINVAL, EPERM, EMFILE = 38, 22, 1, 24
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 22, 38
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ERRNO, ALLOW = 0x00050000, 0x7FFF0000
LIBC = ctypes.CDLL(None, use_errno=True)


def refuse(*rules):
    """For the child: system calls fail from now on; a rule is (number, error) or (number, error, first
    argument)."""
    code = [(LOAD, 0, 0, 0)]
    for number, error, *argument in rules:
        if argument:
            code += [(EQUAL, 0, 3, number), (LOAD, 0, 0, 16), (EQUAL, 0, 1, argument[0])]
            code += [(RETURN, 0, 0, ERRNO | error), (LOAD, 0, 0, 0)]
        else:
            code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ERRNO | error)]
    code += [(RETURN, 0, 0, ALLOW)]
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in code))

    def enter():
        filter_ = struct.pack("HxxxxxxP", len(code), ctypes.addressof(program))
        assert LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        assert LIBC.prctl(PR_SET_SECCOMP, 2, ctypes.create_string_buffer(filter_), 0, 0) == 0

    return enter


NO_LANDLOCK = [(LANDLOCK, ENOSYS)]
NO_FILTER = [(PRCTL, EINVAL, PR_SET_SECCOMP), (SECCOMP, ENOSYS)]
# As where an administrator has switched user namespaces off.
NO_NAMESPACES = [(UNSHARE, EPERM)]


def probe(*rules):
    """What holds with these rules: kinds, and the line."""
    more = {"preexec_fn": refuse(*rules)} if rules else {}
    done = call("info", "--containment", "--json", **more)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    line = call("info", "--containment", **more)
    assert line.stdout.strip() == found["containment"], line.stdout
    return {kind for kind, held in found["contained"].items() if held}, found["containment"]


def run(fault, *rules):
    done = call("run", FMU, "-o", Path(FOLDER.name) / "out.csv", "-H", "0.1", "--json", "--isolation=each",
                "--start-value", "fault", fault, preexec_fn=refuse(*rules))  # fmt: skip
    return done, json.loads(done.stdout)["run"]


def test_this_system():
    """What a run is told does not hold is what the probe says."""
    held, line = probe()
    print("#", line)
    assert held <= KINDS
    assert ("not contained" in line) == (held != KINDS), line
    done = call("run", FMU, "-o", os.devnull, "-H", "0.1", "--isolation=each")
    assert done.returncode == 0, done.stderr
    assert ("not restricted for FMUs" in done.stderr) == (held != KINDS), done.stderr


def test_no_landlock():
    """The filter of system calls alone: no network, no programs, but files."""
    held, line = probe(*NO_LANDLOCK)
    assert held <= {"network", "programs", "processes"}, held
    assert "not contained: files" in line or "FMUs not contained" in line, line
    done, said = run(CONNECT, *NO_LANDLOCK)
    if "network" in held:
        assert done.returncode == 0 and "use the network, which is denied" in done.stderr, done.stderr
    assert "not restricted for FMUs on this system: files" in done.stderr, done.stderr
    warnings = [message["text"] for message in said["messages"] if message["level"] == "warning"]
    assert any("not restricted" in text for text in warnings), warnings


def test_no_filter():
    """Landlock alone: files are held back, and it is said what is not."""
    held, line = probe(*NO_FILTER)
    assert "network" not in held, held
    done, _ = run(WRITE_OUTSIDE, *NO_FILTER)
    if "files" in held:
        assert line.startswith("FMUs contained: files"), line
        assert done.returncode == 0 and "unruly-was-here, which is denied" in done.stderr, done.stderr
    assert "not restricted for FMUs on this system: " in done.stderr, done.stderr
    assert "network" in done.stderr, done.stderr


def test_neither():
    """An old kernel: it runs, with the same results, and says that nothing holds."""
    held, line = probe(*NO_LANDLOCK, *NO_FILTER)
    assert not held and line.startswith("FMUs not contained (Linux "), (held, line)
    done, _ = run(0, *NO_LANDLOCK, *NO_FILTER)
    assert done.returncode == 0, done.stderr
    found = (Path(FOLDER.name) / "out.csv").read_bytes()
    run(0)
    assert found == (Path(FOLDER.name) / "out.csv").read_bytes()
    assert "FMUs on this system: files, network, programs, other processes" in done.stderr, done.stderr


def test_no_namespaces():
    """Containers without user namespaces hold back as much: none is used."""
    assert probe(*NO_NAMESPACES) == probe()


def test_no_helpers():
    """Where there can be none, FMUs run in this process, with the same results, and it is said; not if they
    are asked for, and not for want of what an FMU can use up"""
    arguments = ["run", FMU, "-H", "0.1", "--isolation=auto", "--json", "-o", Path(FOLDER.name) / "out.csv"]
    call(*arguments)
    wanted = (Path(FOLDER.name) / "out.csv").read_bytes()
    done = call(*arguments, preexec_fn=refuse((PIDFD, ENOSYS)))
    assert done.returncode == 0 and (Path(FOLDER.name) / "out.csv").read_bytes() == wanted, done.stderr
    texts = [message["text"] for message in json.loads(done.stdout)["run"]["messages"]
             if message["level"] == "warning"]  # fmt: skip
    assert len(texts) == 1 and "FMUs run in this process, not contained: " in texts[0], texts
    assert ": pidfd_open: Function not implemented" in texts[0], texts
    done = call(*arguments, "--isolation=grouped", preexec_fn=refuse((PIDFD, ENOSYS)))
    assert done.returncode == 1 and "no process for an FMU: pidfd_open" in done.stderr, done.stderr
    done = call(*arguments, preexec_fn=refuse((PIDFD, EMFILE)))
    assert done.returncode == 1 and "no process for an FMU: pidfd_open" in done.stderr, done.stderr
    done = call("check", FMU, "--isolation=auto", preexec_fn=refuse((PIDFD, ENOSYS)))
    assert done.returncode == 0, done.stdout
    # A limit that leaves no room for messages, and one that leaves just enough.
    for limit, words in ((200000, "not contained: no process for an FMU: the limit of the size of files"), (500000, None)):
        done = call(*arguments, preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        assert done.returncode == 0 and (Path(FOLDER.name) / "out.csv").read_bytes() == wanted, done.stderr
        assert words in done.stderr if words else "not contained" not in done.stderr, done.stderr


def test_options():
    done = call("info", "--containment", FMU)
    assert done.returncode == 2 and "one file, or --containment" in done.stderr, done.stderr


def test_environment():
    """LOCKSTEP_ISOLATION stands for an option that is not given"""
    for value, arguments, contained in (
        ("none", [], False), ("none", ["--isolation=grouped"], True), ("none", ["--isolation=auto"], True),
        ("auto", [], True), ("grouped", ["--isolation=none"], False),
    ):  # fmt: skip
        done = call("run", FMU, "-H", "0.1", *arguments, "--json", "-o", Path(FOLDER.name) / "out.csv",
                    env={**os.environ, "LOCKSTEP_ISOLATION": value})  # fmt: skip
        assert done.returncode == 0, done.stderr
        said = json.loads(done.stdout)["containment"]
        assert said.startswith("FMUs contained: ") == contained, (value, arguments, said)
    done = call("run", FMU, env={**os.environ, "LOCKSTEP_ISOLATION": "some"})
    assert done.returncode == 2 and "LOCKSTEP_ISOLATION: isolation “some” is invalid" in done.stderr, done.stderr


def can_refuse():
    """Whether this system can be made to look like one that has less: by a filter of system calls."""
    try:
        return call("info", "--containment", preexec_fn=refuse(*NO_NAMESPACES)).returncode == 0
    except subprocess.SubprocessError:
        return False


# Without one this system itself is such a case.
sys.exit(run_cases(globals() if can_refuse() else {name: globals()[name] for name in ["test_this_system", "test_options", "test_environment"]}))
