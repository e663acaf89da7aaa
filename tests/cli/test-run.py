#!/usr/bin/python3
"""The commands run, compare and methods of a build, as a person types them.

Usage: test-run.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import csv
import json
import math
import re
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from command import at_most, call, compare, near, refuse, without_times
from tap import run_cases

BUILD = Path(sys.argv[2])
TWO_BODIES = BUILD / "models/two-bodies.ssp"
LOTKA_VOLTERRA = BUILD / "models/lotka-volterra.ssp"
FMUS = BUILD / "tests/fmus"


def error_of(result, method, step, signal_name, options=None):
    for run in result["runs"]:
        if (run["method"], run["step_size"], run["options"]) == (method, step, options or {}):
            assert run["status"] == "done", run
            return run["errors_percent"][signal_name]
    raise AssertionError(f"no run {method} at {step}")


def test_without():
    # The estimator takes the place of rollback: one integration a step, error of the linearisation.
    result = compare(
        LOTKA_VOLTERRA, ["ifosmondi-jfm:eps=1e-12:defect=off"], "1e-2", "--stop-time=20",
        "--without=prey:rollback", "--without=predator:rollback",
    )  # fmt: skip
    (run,) = result["runs"]
    near(run["errors_percent"]["prey.population"], 5.54e-6, 0.02)
    assert run["counts"]["do_step"] == 2 * run["counts"]["macro_steps"], run["counts"]
    start = ["compare", LOTKA_VOLTERRA, "--method=costarica", "--step-size=1", "-q"]
    refuse(2, ["rolback", "rollback, states"], *start, "--without=prey:rolback")
    refuse(2, ["pray:rollback", "name of a component"], *start, "--without=pray:rollback")
    refuse(2, ["name of a component"], *start, "--without=rollback")


def test_inner_steps():
    """A setting of a component, from the model or an option: kept, told and counted"""
    black = [f"--without={name}:{lacking}" for name in ("left", "right")
             for lacking in ("polynomial-inputs", "rollback", "linearisation", "output-derivatives")]  # fmt: skip
    both = ["--inner-steps=left:4", "--inner-steps=right:4"]
    # The shape of the inputs and a quarter of the lag of the force that right passes through are left.
    for jobs in [], ["--jobs=2"]:
        result = compare(TWO_BODIES, ["ni-jacobi:extrapolation=2:balance=off:feed-through=off"], "1e-3", *black, *both, *jobs)
        (run,) = result["runs"]
        assert run["counts"]["do_step"] == 8 * run["counts"]["macro_steps"], run["counts"]
        near(run["errors_percent"]["left.x"], 0.2498, 0.01)
    with zipfile.ZipFile(TWO_BODIES) as archive, tempfile.TemporaryDirectory() as name:
        archive.extractall(name)
        structure = Path(name) / "SystemStructure.ssd"
        text = structure.read_text()

        def store(steps):
            own = ('<ssd:Annotations><ssc:Annotation type="org.lockstep"><component xmlns="org.lockstep" '
                   f'inner-steps="{steps}"/></ssc:Annotation></ssd:Annotations>')  # fmt: skip
            structure.write_text(text.replace("</ssd:Component>", f"{own}</ssd:Component>", 1))

        store("8")
        (run,) = compare(structure, ["ni-jacobi"], "1e-3")["runs"]
        assert run["counts"]["do_step"] == 9 * run["counts"]["macro_steps"], run["counts"]
        assert "steps in each macro step: 8" in call("info", structure).stdout
        told = json.loads(call("methods", "--model", structure, "--json").stdout)["components"]
        assert [one["inner_steps"] for one in told] == [8, 1], told
        assert "left takes 8 steps in each macro step" in call("methods", "--model", structure).stdout
        store("3")
        findings = json.loads(call("check", "--json", structure).stdout)["findings"]
        (said,) = [one for one in findings if "inner steps" in one["message"]]
        assert said["level"] == "error" and "1, 2, 4, 8, auto" in said["message"], said
    start = ["compare", TWO_BODIES, "--method=ni-jacobi", "--step-size=0.1", "-q"]
    refuse(2, ["left", "switched off"], *start, "--without=left:variable-step", "--inner-steps=left:2")
    refuse(2, ["left", "solver of Lockstep"], *start, "--solver=left:dopri5", "--inner-steps=left:2")
    refuse(2, ["name of a component"], *start, "--inner-steps=4")


def test_possible_bond():
    """Connections whose units multiply to a power are noted until they are marked in the way that the note says"""
    done = call("check", "--json", TWO_BODIES)
    found = json.loads(done.stdout)
    (note,) = found["findings"]
    assert done.returncode == 0 and (found["errors"], found["warnings"], found["notes"]) == (0, 0, 1), found
    assert (note["rule"], note["level"], note["subject"]) == ("power-bond", "note", "left.F, right.v_left"), note
    assert "note power-bond left.F, right.v_left: " in call("check", TWO_BODIES).stdout
    (element,) = re.findall("<bond [^>]*/>", note["message"])
    with zipfile.ZipFile(TWO_BODIES) as archive, tempfile.TemporaryDirectory() as name:
        archive.extractall(name)
        structure = Path(name) / "SystemStructure.ssd"
        text = structure.read_text()
        structure.write_text(text.replace("</experiment>", f"{element}</experiment>"))
        assert json.loads(call("check", "--json", structure).stdout)["findings"] == []
        marked = json.loads(call("info", "--json", structure).stdout)["power_bonds"]
        assert marked == [{"effort": "left.F", "flow": "right.v_left"}], marked
    # Numbers of animals multiply to no power.
    assert json.loads(call("check", "--json", LOTKA_VOLTERRA).stdout)["findings"] == []


def test_declared_discrete():
    """A connected Real that is declared discrete is noted, since it is coupled as such, however smooth it is"""
    assert "declared discrete" not in call("check", TWO_BODIES).stdout
    with zipfile.ZipFile(TWO_BODIES) as archive, tempfile.TemporaryDirectory() as name:
        archive.extractall(name)
        fmu = Path(name) / "resources/right-body.fmu"
        with zipfile.ZipFile(fmu) as old:
            entries = {entry: old.read(entry) for entry in old.namelist()}
        text = entries["modelDescription.xml"].decode()
        changed, n = re.subn(r'(name="F"[^>]*)variability="continuous"', r'\1variability="discrete"', text)
        assert n == 1, text
        entries["modelDescription.xml"] = changed.encode()
        with zipfile.ZipFile(fmu, "w") as new:
            for entry, data in entries.items():
                new.writestr(entry, data)
        found = json.loads(call("check", "--json", Path(name) / "SystemStructure.ssd").stdout)["findings"]
        notes = [f for f in found if f["rule"] == "discrete"]
        assert [(f["level"], f["subject"]) for f in notes] == [("note", "right.F")], found


def test_own_step():
    """A component at every tenth macro step: the error of the single-rate run at half the calls; hints of
    libcosim's files are obeyed, and the model's own setting is stronger"""
    slow = "--own-step=predator:10x"
    run = compare(LOTKA_VOLTERRA, ["ni-jacobi:extrapolation=0"], "1e-3", "--stop-time=20", slow)["runs"][0]
    # Every tenth step, and those that begin its history.
    assert run["counts"]["do_step"] == 20000 + 2000 + 4, run["counts"]
    near(run["errors_percent"]["prey.population"], 0.13757, 0.005)
    assert any("every 0.01 s" in one["text"] for one in run["messages"]), run["messages"]
    with zipfile.ZipFile(TWO_BODIES) as archive, tempfile.TemporaryDirectory() as name:
        archive.extractall(name)
        structure = Path(name) / "SystemStructure.ssd"
        text = structure.read_text()

        def count(annotations, *options):
            own = f"<ssd:Annotations>{annotations}</ssd:Annotations>"
            structure.write_text(text.replace("</ssd:Component>", f"{own}</ssd:Component>", 1))
            done = compare(structure, ["ni-jacobi"], "1e-3", "--stop-time=1", *options)
            return done["runs"][0]["counts"]["do_step"] - 1000

        hint = ('<ssc:Annotation type="com.opensimulationplatform"><osp:StepSizeHint '
                'xmlns:osp="http://opensimulationplatform.com/SSP/OSPAnnotations" value="{}"/></ssc:Annotation>')
        lockstep = ('<ssc:Annotation type="org.lockstep"><component xmlns="org.lockstep" own-step="{}"/>'
                    "</ssc:Annotation>")  # fmt: skip
        assert count("") == 1000
        # 1, 2, 4, 5 and then every five; two in each; the same.
        assert count(hint.format("0.005")) == 203
        assert "step that the file suggests: 0.005 s" in call("info", structure).stdout
        assert "“left” steps every 0.005 s" in call("check", structure).stderr + call("check", structure).stdout
        assert count(hint.format("0.0005")) == 2000
        assert count(hint.format("0.001")) == 1000
        assert count(hint.format("0.005"), "--own-step=left:macro") == 1000
        assert count(hint.format("0.005") + lockstep.format("0.01")) == 104
        assert count(hint.format("0.005"), "--inner-steps=left:4") == 4000
        # A solver of Lockstep needs no hint.
        assert count(hint.format("0.005"), "--solver=left:dopri5") == 1000
    start = ["compare", TWO_BODIES, "--method=ni-jacobi", "--step-size=0.1", "-q"]
    refuse(2, ["left", "10x"], *start, "--own-step=left:often")
    refuse(2, ["exclude"], *start, "--own-step=left:2x", "--inner-steps=left:2")
    refuse(1, ["left", "too far"], *start, "--own-step=left:1e-9")


def test_fixed_internal_step():
    """FMI 3.0: steps are multiples of the step inside the FMU; where macro steps are none, it has a grid
    of its own, and what was chosen otherwise is refused"""
    with zipfile.ZipFile(BUILD / "models/fmi3/lotka-volterra.ssp") as archive, tempfile.TemporaryDirectory() as name:
        archive.extractall(name)
        path = next(Path(name).glob("resources/prey*.fmu"))
        with zipfile.ZipFile(path) as fmu:
            content = {entry: fmu.read(entry) for entry in fmu.namelist()}
        text = content["modelDescription.xml"].decode()
        assert "<CoSimulation " in text
        content["modelDescription.xml"] = text.replace("<CoSimulation ", '<CoSimulation fixedInternalStepSize="0.03" ')
        with zipfile.ZipFile(path, "w") as fmu:
            for entry, data in content.items():
                fmu.writestr(entry, data)
        structure = Path(name) / "SystemStructure.ssd"

        def count(step, *options):
            (run,) = compare(structure, ["ni-jacobi"], step, "--stop-time=1.2", *options)["runs"]
            return run["counts"]["do_step"] - run["counts"]["macro_steps"]

        assert (count("0.03"), count("0.06"), count("0.04"), count("0.01"), count("0.1")) == (40, 20, 40, 40, 13)
        assert count("0.06", "--inner-steps=prey:2") == 40
        start = ["compare", structure, "--method=ni-jacobi", "--stop-time=1.2", "-q"]
        for option, step in (("--inner-steps=prey:2", "0.03"), ("--own-step=prey:0.04", "0.04"),
                             ("--own-step=prey:macro", "0.04")):  # fmt: skip
            refuse(1, ["prey", "fixedInternalStepSize"], *start, option, f"--step-size={step}")


def test_diverged():
    """A run that grew beyond any sense is called so wherever it is told of, and sets a status of its
    own; one beside it is not"""
    arguments = [TWO_BODIES, "-m", "ni-jacobi", "-H", "1e-2", "-q"]
    both = ["compare", *arguments, "-m", "missiles"]
    done = call(*both)
    assert done.returncode == 4 and "bounded" in done.stderr, done
    assert "NI-Jacobi (diverged)" in done.stdout, done.stdout
    assert "NI-Jacobi, h = 0.01 s diverged: left.x grew to " in done.stdout, done.stdout
    assert "MISSILES (diverged)" not in done.stdout, done.stdout
    for more in [], ["--jobs=2"]:
        done = call(*both, "--json", *more)
        bad, good = json.loads(done.stdout)["runs"]
        assert done.returncode == 4, done
        # It grows by 1.1015 in each of 200 steps (lockstep stability): 2.5e8.
        assert bad["diverged"] and "left.x" in bad["divergence"], bad
        assert bad["status"] == "done" and bad["errors_percent"]["left.x"] > 1e8, bad
        assert not good["diverged"] and good["divergence"] is None, good
    rows = list(csv.DictReader(call(*both, "--csv").stdout.splitlines()))
    assert [row["diverged"] for row in rows] == ["1", "0"], rows
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.csv"
        done = call("run", *arguments, "-o", path)
        assert done.returncode == 4 and "diverged: left.x grew to " in done.stderr, done
        assert len(list(csv.reader(path.open()))) == 202
        arguments[2] = "missiles"
        assert call("run", *arguments, "-o", path).returncode == 0


def test_two_bodies():
    # Figures computed independently, with exact propagation.
    result = compare(TWO_BODIES, ["ni-jacobi", "missiles"], "1e-3,1e-4", "--stop-time=2")
    near(error_of(result, "ni-jacobi", 1e-3, "left.x"), 5.8008, 1e-3)
    near(error_of(result, "ni-jacobi", 1e-4, "left.x"), 0.29329, 1e-3)
    at_most(error_of(result, "missiles", 1e-3, "left.x"), 1e-5)
    at_most(error_of(result, "missiles", 1e-4, "left.x"), 1e-8)
    for figure in result["reference"]["error_percent"].values():
        # The tolerance of the reference, 1e-13, in per cent.
        at_most(figure, 1e-11)
    # Another method has found the same, to its own errors.
    assert result["reference"]["check"] == "CVODE Adams at 1e-11", result["reference"]
    for figure in result["reference"]["check_difference_percent"].values():
        # A thousand tolerances, 1e-9 %, of a multistep method.
        assert 0 < figure < 1e-6, result["reference"]
    for run in result["runs"]:
        assert run["limited_by_reference"] == [], run


def test_two_bodies_order():
    parabola = {"start-slopes": "off"}
    result = compare(TWO_BODIES, ["missiles:start-slopes=off"], "4e-3,2e-3,1e-3", "--stop-time=2")
    coarse = error_of(result, "missiles", 4e-3, "left.x", parabola)
    fine = error_of(result, "missiles", 1e-3, "left.x", parabola)
    order = math.log(coarse / fine, 4)
    print(f"# {coarse:.4g} and {fine:.4g} %: order {order:.3f}")
    assert order >= 3.8
    near(coarse, 2.094e-4, 1e-2)


def test_lotka_volterra():
    # An independent integration at 1e-13.
    methods = ["ni-jacobi", "missiles", "missiles:affine-term=off"]
    result = compare(LOTKA_VOLTERRA, methods, "1e-3,1e-4", "--stop-time=20")
    prey = "prey.population"
    near(error_of(result, "ni-jacobi", 1e-3, prey), 0.13757, 5e-3)
    near(error_of(result, "ni-jacobi", 1e-4, prey), 0.013721, 5e-3)
    at_most(error_of(result, "missiles", 1e-3, prey), 1e-7)
    off = {"affine-term": "off"}
    near(error_of(result, "missiles", 1e-3, prey, off), 0.21544, 1e-2)
    for figure in result["reference"]["error_percent"].values():
        # The tolerance of the reference, 1e-13, in per cent, and a fifth of it.
        at_most(figure, 1.2e-11)


def test_json():
    result = compare(TWO_BODIES, ["missiles:affine-term=off"], "1e-2", "--signal=left.x")
    assert {"model", "stop_time", "reference", "runs"} <= result.keys()
    assert result["stop_time"] == 2
    assert result["reference"]["kind"] == "monolithic"
    assert list(result["reference"]["error_percent"]) == ["left.x"]
    (run,) = result["runs"]
    keys = {"method", "options", "step_size", "status", "message", "errors_percent"}
    assert keys | {"wall_time_s", "cpu_time_s", "counts"} <= run.keys()
    assert run["options"] == {"affine-term": "off"} and run["message"] is None
    assert run["counts"]["macro_steps"] == 200 and run["counts"]["do_step"] == 400
    assert list(run["errors_percent"]) == ["left.x"]
    assert 0 < run["cpu_time_s"] and 0 < run["wall_time_s"]


def test_table_and_csv():
    arguments = ["compare", TWO_BODIES, "--method=missiles:start-slopes=off", "--step-size=1e-2,5e-3", "--stop-time=2"]
    table = call(*arguments).stdout
    print("#", table.replace("\n", "\n# "))
    assert "MISSILES" in table and "left.x (%)" in table and "Its own error" in table
    assert "Checked by CVODE Adams at 1e-11, which differs by at most" in table
    rows = list(csv.DictReader(call(*arguments, "--csv").stdout.splitlines()))
    assert [float(row["step_size_s"]) for row in rows] == [1e-2, 5e-3]
    near(float(rows[0]["error_percent(left.x)"]), 8.995e-3, 1e-3)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.txt"
        assert call(*arguments, "--output-file", file).returncode == 0
        assert "MISSILES" in file.read_text()
    refuse(2, ["--json", "--csv"], *arguments, "--json", "--csv")


def test_run():
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "out.csv"
        done = call("run", TWO_BODIES, "--method=missiles", "--step-size=1e-3", "--stop-time=2",
                    "--output-file", file)  # fmt: skip
        assert done.returncode == 0, done.stderr
        rows = list(csv.reader(file.read_text().splitlines()))
        assert rows[0][0] == "time" and "left.x" in rows[0], rows[0]
        assert len(rows) == 2002
        last = dict(zip(rows[0], map(float, rows[-1])))
        assert last["time"] == 2
        # By exact propagation.
        # MISSILES is off by 7e-7 % of a range of 5.5 m, which is 4e-8 m.
        assert abs(last["left.x"] + 0.9864696274286) < 1e-7, last
        assert "2001 rows" in done.stdout, done.stdout


def test_defaults_are_said():
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "out.csv"
        done = call("run", FMUS / "faulty.fmu", "--method=ni-jacobi", "--output-file", file)
        assert done.returncode == 0, done.stderr
        assert "--stop-time" in done.stderr and "--step-size" in done.stderr, done.stderr
        # Nothing feeds the input of a single component: it keeps its start value, and that is said.
        assert "faulty.u" in done.stderr or ("faulty" in done.stderr and "u" in done.stderr)
        print("#", done.stderr.strip().replace("\n", "\n# "))
        quiet = call("run", FMUS / "faulty.fmu", "--method=ni-jacobi", "-q", "-o", file)
        assert quiet.returncode == 0 and quiet.stderr == "", quiet.stderr


def test_methods():
    known = json.loads(call("methods", "--json").stdout)
    assert {"ni-jacobi", "missiles"} <= {method["id"] for method in known}
    (missiles,) = [method for method in known if method["id"] == "missiles"]
    (affine,) = [option for option in missiles["options"] if option["name"] == "affine-term"]
    assert affine["default"] == "on" and affine["type"] == "switch"
    text = call("methods").stdout
    assert "ni-jacobi" in text and "affine-term=on" in text


def test_tolerance():
    # Two bodies with the default longest step of one interval: nothing hides between the steps.
    for method in "ni-jacobi:extrapolation=2", "iterated-jacobi", "missiles", "ifosmondi-jfm":
        result = compare(TWO_BODIES, [method], "0.5", "--stop-time=2", "--tolerance=1e-3")
        (run,) = result["runs"]
        at_most(max(run["errors_percent"].values()), 1.0)
        at_most(run["counts"]["macro_steps"], 2000)
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["run", TWO_BODIES, "-m", "missiles", "-H", "0.5", "--stop-time=2",
                     "--tolerance=1e-5", "-o", Path(folder) / "out.csv"]  # fmt: skip
        done = call(*arguments)
        assert done.returncode == 0, done.stderr
        assert "defect" in done.stderr and "rejected and repeated" in done.stdout, done.stderr + done.stdout
        done = call(*arguments, "--without=left:rollback")
        assert done.returncode == 0 and "left cannot be rolled back" in done.stderr, done.stderr
        done = call(*arguments, "--without=right:variable-step")
        assert done.returncode == 0 and "All steps are equal" in done.stderr, done.stderr
    known = json.loads(call("methods", "--json").stdout)
    # Without macro steps there is nothing to choose. A method that is added later may have no estimate.
    assert not any(method["estimate"] for method in known if method["asynchronous"])
    estimating = {method["id"] for method in known if method["estimate"]}
    assert estimating >= {"ni-jacobi", "gauss-seidel", "iterated-jacobi", "iterated-gauss-seidel",
                          "ifosmondi-jfm", "costarica", "missiles"}, estimating  # fmt: skip
    done = call("methods", "--model", TWO_BODIES)
    assert "missiles: the defect" in done.stdout, done.stdout
    done = call("methods", "--model", TWO_BODIES, "--json", "--without=left:rollback")
    assert "left cannot be rolled back" in json.loads(done.stdout)["steps"]
    for wrong in "0", "1", "-1e-3", "few":
        refuse(2, ["--tolerance"], "run", TWO_BODIES, "-m", "missiles", f"--tolerance={wrong}", "-o", "X")


def test_bad_settings():
    common = ["--method=missiles", "--step-size=1e-3"]
    for step in "0", "-1e-3", "3":
        refuse(1, ["step"], "compare", TWO_BODIES, "--method=missiles", f"--step-size={step}",
               "--stop-time=2")  # fmt: skip
    refuse(2, ["--step-size", "nan"], "compare", TWO_BODIES, "--method=missiles", "--step-size=nan")
    refuse(2, ["--stop-time", "two"], "compare", TWO_BODIES, *common, "--stop-time=two")
    refuse(2, ["nosuch", "missiles"], "compare", TWO_BODIES, "--method=nosuch", "--step-size=1")
    refuse(2, ["affine-term"], "compare", TWO_BODIES, "--method=missiles:afine-term=off",
           "--step-size=1e-2")  # fmt: skip
    refuse(2, ["affine-term", "twice"], "compare", TWO_BODIES, "--step-size=1e-2",
           "--method=missiles:affine-term=off:affine-term=on")  # fmt: skip
    assert call("help", "--help").stdout == call("--help").stdout
    refuse(1, ["left.z"], "compare", TWO_BODIES, *common, "--signal=left.z")
    refuse(2, ["--output-file"], "run", TWO_BODIES, *common)
    refuse(2, ["one --step-size"], "run", TWO_BODIES, "--method=missiles", "--step-size=1e-3,1e-2",
           "-o", "X")  # fmt: skip
    refuse(2, ["--nosuch"], "run", TWO_BODIES, "--nosuch")


def test_unwritable():
    # Said before the long run, which would take hours.
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        for file in Path(folder) / "absent/out.csv", folder, "/proc/out.csv":
            refuse(1, [str(file)], "run", TWO_BODIES, "--method=missiles", "--step-size=1e-9",
                   "--stop-time=2", "--output-file", file)  # fmt: skip
            refuse(1, [str(file)], "compare", TWO_BODIES, "--method=missiles", "--step-size=1e-9",
                   "--stop-time=2", "--output-file", file)  # fmt: skip
        assert time.monotonic() - start < 20


def test_bad_models():
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.csv"
        arguments = ["--method=ni-jacobi", "--step-size=0.1", "--stop-time=1", "--output-file", out]
        broken = Path(folder) / "broken.ssp"
        broken.write_bytes(b"this is no archive")
        refuse(1, ["broken.ssp"], "run", broken, *arguments)
        refuse(1, ["absent.ssp"], "run", Path(folder) / "absent.ssp", *arguments)
        refuse(1, ["null-instance"], "run", FMUS / "null-instance.fmu", *arguments)
        refuse(1, ["liblockstep-absent"], "run", FMUS / "missing-library.fmu", *arguments)
        refuse(1, ["fmi2DoStep"], "run", FMUS / "missing-symbol.fmu", *arguments)
        refuse(1, ["linux"], "run", FMUS / "no-binary.fmu", *arguments)
        assert not out.exists()


def test_model_exchange_only():
    """An FMU without Co-Simulation runs by a solver, alone and under a coupling method."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.csv"
        for arguments in (["--method=ni-jacobi", "--step-size=0.1"], []):
            done = call("run", FMUS / "me-only.fmu", "--stop-time=1", "-o", out, *arguments)
            assert done.returncode == 0, done.stderr
            assert out.read_text().startswith("time,"), out
            out.unlink()


def test_no_reference():
    # Errors are unknown, and why; the runs are there all the same.
    arguments = ["compare", FMUS / "capless-prey.fmu", "--method=ni-jacobi", "--step-size=0.01",
                 "--stop-time=0.5", "--json"]  # fmt: skip
    done = call(*arguments, "--reference=monolithic")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["reference"]["kind"] is None
    assert "Model Exchange" in result["reference"]["message"], result["reference"]
    assert all(value is None for value in result["runs"][0]["errors_percent"].values())
    assert "Model Exchange" in done.stderr
    # Unless told otherwise it is extrapolated from runs, and the words say why.
    done = call(*arguments)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["reference"]["kind"] == "extrapolated", result["reference"]
    assert "Model Exchange" in result["reference"]["message"], result["reference"]
    assert result["reference"]["uncertainty"]["runs"] >= 6, result["reference"]
    assert "extrapolated" in done.stderr
    assert all(value is not None for value in result["runs"][0]["errors_percent"].values())


def test_limited_segments():
    # After 100 s the force is 0 in the run and in the reference, which has an error of its own.
    arguments = ["compare", BUILD / "models/behaviour-change.ssp", "--method=missiles", "--step-size=0.5",
                 "--reference=extrapolated", "-q"]  # fmt: skip
    (run,) = json.loads(call(*arguments, "--json").stdout)["runs"]
    assert [s["limited_by_reference"] for s in run["segments"]] == [[], ["right.F"]], run["segments"]
    assert run["limited_by_reference"] == [], run
    text = call(*arguments).stdout
    assert "≲ 0" in text and "≲: below three times" in text, text


def test_orders():
    result = compare(TWO_BODIES, ["missiles"], "4e-3,2e-3,1e-3", "--signal=left.x")
    (order,) = result["orders"]
    print("#", order)
    assert order["method"] == "missiles" and order["runs"] == 3 and order["problem"] is None
    assert abs(order["order"] - 4) < 0.1
    assert (order["step_size_min"], order["step_size_max"]) == (1e-3, 4e-3)
    # Held inputs make it unstable with such steps.
    done = call("compare", TWO_BODIES, "--method=ni-jacobi", "--step-size=0.1,0.05", "--signal=left.x", "--json")
    (order,) = json.loads(done.stdout)["orders"]
    assert order["order"] is None and order["runs"] == 0 and "10 %" in order["problem"], order


def test_reference_file():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fine.csv"
        done = call("run", TWO_BODIES, "--method=missiles", "--step-size=1e-3", "-s", "left.x",
                    "-o", path)  # fmt: skip
        assert done.returncode == 0, done.stderr
        result = compare(TWO_BODIES, ["ni-jacobi"], "1e-3", f"--reference={path}", "-s", "left.x")
        # MISSILES at 1e-3 is as good as exact beside NI-Jacobi (by exact propagation).
        near(error_of(result, "ni-jacobi", 1e-3, "left.x"), 5.8008, 1e-3)
        assert result["reference"]["kind"] == "file"
        arguments = ["compare", TWO_BODIES, "--method=ni-jacobi"]
        refuse(1, ["fine.csv", "0.0005"], *arguments, "-s", "left.x", "-H", "5e-4", f"--reference={path}")
        refuse(1, ["monolithic", "extrapolated", "finest"], *arguments, "-H", "1e-2", "--reference=best")
        refuse(1, ["left.F", "left.x"], *arguments, "-H", "1e-2", "-s", "left.F",
               f"--reference={path}")  # fmt: skip


def test_charts():
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("convergence", "work-precision", "steps"):
            path = Path(folder) / f"{kind}.svg"
            done = call("plot", TWO_BODIES, "-k", kind, "-m", "missiles", "-s", "left.x",
                        "-H", "4e-3,2e-3", "-q", "-o", path)  # fmt: skip
            assert done.returncode == 0, done.stderr
            assert path.read_text().count("<path") > 20
        refuse(2, ["convergence"], "plot", TWO_BODIES, "-k", "nothing", "-o", path)


def test_capabilities():
    done = call("methods", "--model", LOTKA_VOLTERRA)
    assert done.returncode == 0, done.stderr
    assert "prey" in done.stdout and "predator" in done.stdout
    done = call("methods", "--model", LOTKA_VOLTERRA, "--without=prey:rollback", "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    prey, predator = result["components"]
    assert prey["name"] == "prey"
    has = {one["id"]: one for one in prey["capabilities"]}
    assert not has["rollback"]["present"] and has["rollback"]["reason"]
    assert has["states"]["present"] and has["states"]["reason"] is None
    assert {one["id"]: one for one in predator["capabilities"]}["rollback"]["present"]
    cells = {(one["id"], part["name"]): part
             for one in result["methods"] for part in one["components"]}  # fmt: skip
    assert cells["ni-jacobi", "prey"] == {"name": "prey", "possible": True, "instead": None}
    assert cells["ifosmondi-jfm", "prey"]["instead"], cells
    refuse(1, ["nothing.ssp"], "methods", "--model", "nothing.ssp")
    refuse(2, ["wings"], "methods", "--model", LOTKA_VOLTERRA, "--without=prey:wings")


def test_stored_experiment():
    # All of an experiment that lies in the model is done by a compare without options.
    with zipfile.ZipFile(TWO_BODIES) as archive, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive.extractall(folder)
        structure = folder / "SystemStructure.ssd"
        text = re.sub(r"<experiment .*?</experiment>", "<experiment/>", structure.read_text(), flags=re.S)

        def store(attributes, content):
            assert "<experiment/>" in text
            structure.write_text(text.replace("<experiment/>", f"""
                <experiment xmlns="org.lockstep" {attributes}>{content}</experiment>"""))

        method = """<method id="missiles"><option name="affine-term" value="off"/>
            <option name="laplace" value="gaver-stehfest"/></method><method id="ni-jacobi"/>"""
        store('step-size="4e-3 2e-3" reference="finest"', f'{method}<signal name="left.v"/>')
        result = json.loads(call("compare", structure, "--json").stdout)
        assert [(run["method"], run["step_size"]) for run in result["runs"]] == [
            ("missiles", 4e-3), ("missiles", 2e-3), ("ni-jacobi", 4e-3), ("ni-jacobi", 2e-3)]  # fmt: skip
        assert result["runs"][0]["options"] == {"affine-term": "off", "laplace": "gaver-stehfest"}
        assert list(result["runs"][0]["errors_percent"]) == ["left.v"]
        assert result["reference"]["kind"] == "finest"
        given = json.loads(call(
            "compare", structure, "-m", "missiles:affine-term=off:laplace=gaver-stehfest", "-m", "ni-jacobi",
            "-H", "4e-3,2e-3", "-s", "left.v", "-r", "finest", "--json").stdout)  # fmt: skip
        assert without_times(result) == without_times(given)

        # Methods that no run would take are told before one begins, in the same words.
        for stored, words in (("order=left/nobody", "no component “nobody”"), ("none=1", "no option “none”")):
            name, value = stored.split("=")
            store("", f'<method id="gauss-seidel"><option name="{name}" value="{value}"/></method>')
            checked, compared = call("check", structure), call("compare", structure, "-q")
            assert checked.returncode == 1 and compared.returncode == 1, (checked, compared)
            assert words in checked.stdout and words in compared.stderr, (checked, compared)

        # A file lies beside the model; what is asked for takes the place of what is stored.
        fine = folder / "fine.csv"
        assert call("run", TWO_BODIES, "-m", "missiles", "-H", "1e-3", "-o", fine).returncode == 0
        store('step-size="1e-3" reference="fine.csv"', '<method id="ni-jacobi"/><signal name="left.x"/>')
        done = call("compare", structure, "--json")
        assert "fine.csv" in done.stderr, done.stderr
        result = json.loads(done.stdout)
        assert result["reference"]["kind"] == "file", result
        near(error_of(result, "ni-jacobi", 1e-3, "left.x"), 5.8008, 1e-3)
        result = json.loads(call("compare", structure, "--json", "-r", "monolithic").stdout)
        assert result["reference"]["kind"] == "monolithic", result

        store('step-size="0.1" tolerance="1e-6"', '<method id="missiles"/><signal name="left.x"/>')
        (run,) = json.loads(call("compare", structure, "--json").stdout)["runs"]
        assert run["tolerance"] == 1e-6 and run["counts"]["macro_steps"] > 40, run
        (run,) = json.loads(call("compare", structure, "--json", "-H", "0.1").stdout)["runs"]
        assert run["tolerance"] is None and run["counts"]["macro_steps"] == 20, run
        store('step-size="0.1" tolerance="2"', '<method id="missiles"/>')
        assert "tolerance “2”" in call("compare", structure).stderr


def test_loops():
    model = BUILD / "models/constant-power.ssp"
    with tempfile.TemporaryDirectory() as folder:
        done = call("run", model, "--quiet", "-o", Path(folder) / "x.csv")
        assert done.returncode == 0, done.stderr
        assert "battery.u: 10 → 8; load.i: 0 → 1" in done.stdout, done.stdout
        assert "4 steps of Newton's method" in done.stdout, done.stdout
        done = call("run", model, "--quiet", "--json", "-o", Path(folder) / "x.csv")
        (loop,) = json.loads(done.stdout)["run"]["loops"]
        assert loop["solution"]["battery.u"] == 8, loop
        refuse(1, ["singular", "east.v", "north.v", "south.v", "west.v", "t = 0 s"],
               "run", BUILD / "models/singular-bridge.ssp", "--quiet",
               "-o", Path(folder) / "y.csv")  # fmt: skip
    for jobs in ([], ["--jobs=2"]):
        result = compare(model, ["ni-jacobi", "missiles"], "0.1", "--stop-time=1", *jobs)
        for run in result["runs"]:
            (loop,) = run["loops"]
            assert loop["solution"]["battery.u"] == 8 and loop["unique"], loop
            assert loop["start"] == {"battery.u": 10, "load.i": 0}, loop
            # Loops are solved to twelve digits.
            assert loop["residual"] <= 1e-12 and loop["residuals"][2] < 1e-4, loop
    assert compare(TWO_BODIES, ["missiles"], "0.1")["runs"][0]["loops"] == []
    done = call("check", "--json", BUILD / "models/feed-through.ssp")
    (finding,) = [one for one in json.loads(done.stdout)["findings"] if one["rule"] == "algebraic-loop"]
    assert finding["level"] == "note", finding
    # Values that grow from step to step are no silent result, and those that do not are not blamed.
    with tempfile.TemporaryDirectory() as folder:
        for name, method, words in (("pressure-network-2", "ni-jacobi", "The gain is 7.11"),
                                    ("feed-through", "gauss-seidel", "The gain is 1.73"),
                                    ("feed-through", "ifosmondi-jfm", None),
                                    ("resistor-ladder-2", "ni-jacobi", None),
                                    ("constant-power", "ni-jacobi", None)):  # fmt: skip
            done = call("run", BUILD / f"models/{name}.ssp", f"--method={method}", "--step-size=0.01",
                        "--stop-time=0.02", "-o", Path(folder) / "x.csv")  # fmt: skip
            assert done.returncode == 0, done
            assert words in done.stderr if words else "gain" not in done.stderr, (name, done.stderr)
    # How many steps it is going to take is said of the run, too.
    with tempfile.TemporaryDirectory() as folder:
        done = call("run", BUILD / "models/lotka-volterra.ssp", "--method=ni-jacobi", "--tolerance=1e-7",
                    "--json", "--quiet", "-o", Path(folder) / "x.csv")  # fmt: skip
        said = [one for one in json.loads(done.stdout)["run"]["messages"] if "going to take" in one["text"]]
        assert said[0]["level"] == "warning" and "MISSILES" in said[0]["text"], done.stdout
    # What a run would do instead of what a component cannot is known before it.
    model = BUILD / "models/lotka-volterra-basic.ssp"
    findings = json.loads(call("check", "--json", model).stdout)["findings"]
    runs = compare(model, ["ni-jacobi", "missiles"], "0.1", "--stop-time=1")["runs"]
    wanted = [f"{one['component']}: {one['text']}" for run in runs for one in run["instead"]]
    assert [one["message"] for one in findings if one["rule"] == "capability"] == wanted and wanted, findings
    assert "left.F" in finding["subject"] and "right.v_joint" in finding["subject"], finding


sys.exit(run_cases(globals()))
