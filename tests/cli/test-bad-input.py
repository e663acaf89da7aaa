#!/usr/bin/python3
"""What a person can do wrong on the command line, and what the answer is.

Usage: test-bad-input.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import json
import resource
import signal
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import command
from archive import repack, replace
from command import ENVIRONMENT, call
from tap import SLOW, run_cases, wait_until_caught

LOCKSTEP, BUILD = sys.argv[1], Path(sys.argv[2])
PREY = BUILD / "models/prey.fmu"
FMUS = BUILD / "tests/fmus"


def refuse(status, words, *arguments, **more):
    """Nothing goes to the standard output."""
    done = command.refuse(status, words, *arguments, **more)
    assert done.stdout == "", done.stdout
    return done



def changed_fmu(folder, old, new, name="prey.fmu"):
    """The FMU prey with another text, or another binary (bytes), in it."""

    def change_binary(entry, data):
        return new if entry.endswith(".so") else data

    return repack(PREY, Path(folder) / name, change_binary if isinstance(new, bytes) else replace(old, new))


def findings(path):
    done = call("check", "--json", path)
    found = json.loads(done.stdout)["findings"]
    assert done.returncode == 1, done
    return [(f["line"], f["rule"], f["message"]) for f in found if f["level"] == "error"]


def test_structure():
    """What is wrong with a document is named with its line, all of it, also where it cannot be read"""
    with tempfile.TemporaryDirectory() as folder:
        path = changed_fmu(folder, "modelName=", "\n  modelname=''\n  modelName=")
        with zipfile.ZipFile(path) as archive:
            lines = archive.read("modelDescription.xml").decode().splitlines()
        line = 1 + next(i for i, text in enumerate(lines) if "modelname=" in text)
        assert [f[:2] for f in findings(path)] == [(line, "known-attributes")], findings(path)
        path = changed_fmu(folder, "guid=", "giud=")
        rules = [f[1] for f in findings(path)]
        assert rules == ["known-attributes", "attribute-missing", "readable"], findings(path)
        assert "perhaps guid was meant" in findings(path)[0][2]

        path = Path(folder) / "model.ssp"
        with zipfile.ZipFile(BUILD / "models/lotka-volterra.ssp") as source:
            with zipfile.ZipFile(path, "w") as target:
                for entry in source.namelist():
                    data = source.read(entry)
                    if entry == "SystemStructure.ssd":
                        lines = data.decode().splitlines()
                        n = next(i for i, line in enumerate(lines) if "<ssd:Component " in line)
                        lines[n] = lines[n].replace("<ssd:Component ", "<ssd:Component sorce='' ")
                        k = next(i for i, line in enumerate(lines) if "<ssd:ElementGeometry " in line)
                        lines[k] = lines[k].replace('x1="', 'x1="a')
                        k2 = next(i for i, line in enumerate(lines) if "<ssd:Connection " in line)
                        lines[k2] = lines[k2].replace("startConnector", "startconnector")
                        data = "\n".join(lines).encode()
                    target.writestr(entry, data)
        found = findings(path)
        assert [f for f in found if f[1] == "ssp-schema"][0][0] == n + 1, found
        assert {n + 1, k + 1, k2 + 1} <= {f[0] for f in found}, found
        assert len([f for f in found if f[1] == "ssp-schema"]) == 4, found
        text = call("check", path).stdout
        assert f"{path}:{n + 1}: error ssp-schema element Component “" in text, text
        assert "attribute sorce is not known (possible: " in text, text


def test_many_attributes():
    """An element with 50 000 attributes that nobody knows: no more than so many sentences, and work in
    proportion: to look at all others for each of them takes minutes (442 s where this takes 2 s)"""
    more = " ".join(f'zz{k}="1"' for k in range(50000))
    with tempfile.TemporaryDirectory() as folder:
        path = changed_fmu(folder, "<CoSimulation ", f"<CoSimulation {more} ")
        done = call("check", "--json", path, preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_CPU, (60, 60)))  # fmt: skip
        assert done.returncode == 1, done
        found = [f for f in json.loads(done.stdout)["findings"] if f["rule"] == "known-attributes"]
        assert len(found) == 10000, len(found)
        assert "attribute zz0 is not known" in found[0]["message"], found[0]


def test_file_size():
    """A file that becomes larger than is allowed is an error with its name, and nothing of it stays"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.mat"
        refuse(1, [str(path), "File too large"], "run", PREY, "--method=ni-jacobi", "-q", "-o", path,
               "--stop-time=100", "--step-size=0.002",
               # 50 001 rows of 2 numbers, and too little for all else.
               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (800100, 800100)))  # fmt: skip
        assert not list(Path(folder).iterdir())


def test_step_sizes():
    run = ["run", PREY, "--method=ni-jacobi", "--stop-time=1", "-o", "X"]
    for text in "", "abc", "nan", "inf", "1e400", "0.1,", "0x1", "--1":
        refuse(2, ["--step-size", "number"], *run, f"--step-size={text}")
    refuse(2, ["one --step-size", "comma"], *run, "--step-size=1,5")


def test_too_many_steps():
    refuse(1, ["1e+12 macro steps", "16 TB"], "run", PREY, "--method=ni-jacobi", "-q",
           "--step-size=1e-12", "--stop-time=1", "-o", "X")  # fmt: skip


def test_output_names():
    refuse(1, ["output file is empty"], "run", PREY, "--method=ni-jacobi", "--step-size=0.1", "-o", "")
    done = call("run", PREY, "--method=ni-jacobi", "--step-size=0.5", "--stop-time=1", "-q", "-o", "-")
    assert done.returncode == 0 and done.stderr == "", done
    assert done.stdout.startswith("time,prey.population\n0,1\n"), done.stdout
    assert done.stdout.count("\n") == 4, done.stdout
    done = call("compare", PREY, "--step-size=0.5", "--stop-time=1", "-q", "--csv", "-o", "-")
    assert done.stdout.startswith("method,"), done
    assert not Path("-").exists()


def test_full_standard_output():
    # The answer never arrived: that is a failure of whatever command.
    for arguments in ["methods"], ["info", PREY], ["check", PREY], ["--help"]:
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([LOCKSTEP, *map(str, arguments)], stdout=full, env=ENVIRONMENT,
                                  stderr=subprocess.PIPE, text=True, check=False)  # fmt: skip
        assert done.returncode == 1 and "standard output" in done.stderr, (arguments, done)


def test_help():
    assert "--step-size" in call("help", "run").stdout
    assert "Commands" in call("help").stdout
    refuse(2, ["nosuch"], "help", "nosuch")


def test_control_characters():
    # Names come from files, and a terminal obeys what it is told.
    with tempfile.TemporaryDirectory() as folder:
        evil = 'name="pop&#10;&#x9b;31m"'
        path = changed_fmu(folder, 'name="population"', evil)
        for words in ["info", path], ["check", path], ["compare", path, "--step-size=1"]:
            done = call(*words)
            assert "\x9b" not in done.stdout + done.stderr, (words, done)


def test_json_numbers():
    with tempfile.TemporaryDirectory() as folder:
        path = changed_fmu(folder, 'min="0"', 'min="-1e-14" max="2.5e300"')
        text = call("info", path, "--json").stdout
        assert -1e-14 in [kind.get("min") for kind in json.loads(text)["types"]], text
    json.loads(call("methods", "--json").stdout)


def test_binaries():
    run = ["--method=ni-jacobi", "--step-size=0.1", "--stop-time=1", "-q", "-o", "X"]
    with zipfile.ZipFile(PREY) as source:
        library = source.read(next(name for name in source.namelist() if name.endswith(".so")))
    with tempfile.TemporaryDirectory() as folder:
        for data, word in [
            (b"text", "not a shared library"), (b"", "not a shared library"), (b"MZ" * 99, "Windows"),
            (library[:100], "cut off"), (library[:4096], "cut off"),
        ]:  # fmt: skip
            path = changed_fmu(folder, None, data)
            done = refuse(1, [str(path), ": binaries/", word], "run", path, *run)
            # Where it was unpacked to is of no use to anybody.
            assert "lockstep-" not in done.stderr, done.stderr
    done = refuse(1, ["fmi2Instantiate", "null-instance"], "run", FMUS / "null-instance.fmu", *run)
    assert "faulty: faulty" not in done.stderr


def test_crash():
    # Nothing can save the process, but it says who ended it.
    environment = {**ENVIRONMENT, "ASAN_OPTIONS": "handle_segv=0", "TSAN_OPTIONS": "handle_segv=0"}
    command_ = ["run", FMUS / "crash.fmu", "--method=ni-jacobi", "--step-size=0.1", "--stop-time=1", "-o", "X"]
    done = call(*command_, "--isolation=none", env=environment)
    assert done.returncode == -signal.SIGSEGV, done
    assert "faulty: fmi2Instantiate" in done.stderr and "crashed" in done.stderr, done.stderr
    # Unless the FMU has one of its own.
    done = call(*command_, "--isolation=auto")
    assert done.returncode == 5, done
    assert "faulty (crash.fmu) crashed in fmi2Instantiate: segmentation fault" in done.stderr, done.stderr


def test_hangup():
    # A closed terminal ends a run as Ctrl-C does: what was recorded is kept.
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "out.csv"
        with subprocess.Popen(
            [LOCKSTEP, "run", PREY, "--method=ni-jacobi", "--step-size=1e-7", "--stop-time=20",
             "-o", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
        ) as process:  # fmt: skip
            wait_until_caught(process, signal.SIGHUP)
            process.send_signal(signal.SIGHUP)
            _, err = process.communicate(timeout=60 * SLOW)
        assert process.returncode == 1 and "cancelled" in err, (process.returncode, err)
        assert file.stat().st_size > 1000


sys.exit(run_cases(globals()))
