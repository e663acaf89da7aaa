#!/usr/bin/env python3
"""lockstep budget and lockstep advise, as a person types them.

Usage: test-advice.py LOCKSTEP BUILD_FOLDER. Speaks TAP.
"""

import json
import math
import re
import subprocess
import sys
from pathlib import Path

from tap import run_cases

LOCKSTEP, BUILD = sys.argv[1], Path(sys.argv[2])
TWO_BODIES = BUILD / "models/two-bodies.ssp"


def call(*arguments):
    return subprocess.run([LOCKSTEP, *arguments], capture_output=True, text=True, timeout=120)


def done(*arguments):
    result = call(*arguments)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_budget():
    setting = ["budget", TWO_BODIES, "-m", "ni-jacobi", "-H", "1e-3", "--quiet"]
    result = json.loads(done(*setting, "--json"))
    assert [c["component"] for c in result["components"]] == ["left", "right"]
    (left,) = [o for o in result["components"][0]["outputs"] if o["signal"] == "left.x"]
    # NI-Jacobi at 1e-3 by exact propagation; the solvers inside are exact to 1e-12.
    assert math.isclose(left["error_percent"], 5.8008, rel_tol=1e-4), left
    assert math.isclose(left["coupling_percent"], 5.8008, rel_tol=1e-3), left
    assert left["own_percent"] < 1e-6 and left["uncertainty_percent"] is None, left
    assert left["error_limited"] is False and left["own_limited"] is False, left
    assert left["feeds"] == "right.x_left", left
    text = done(*setting)
    assert "5.801" in text and "coupling" in text, text


def test_budget_refuses():
    for arguments, status, text in [
        ([TWO_BODIES, "-m", "qss2", "-H", "1e-3"], 2, "no coupling"),
        ([TWO_BODIES, "-m", "ni-jacobi", "-m", "missiles", "-H", "1e-3"], 2, "method"),
        ([BUILD / "nothing.ssp"], 1, "nothing.ssp"),
        ([], 2, "one model"),
    ]:
        result = call("budget", *arguments)
        assert result.returncode == status and text in result.stderr, (arguments, result)


def test_advise():
    setting = ["advise", TWO_BODIES, "--error", "0.1%", "-s", "left.x", "--quiet"]
    result = json.loads(done(*setting, "--json"))
    best = result["best"]
    # Two methods of fourth order keep the error with this step; which takes less time is measured anew each time.
    assert best["method"] in ("missiles", "costarica") and best["step_size"] == 0.016, best
    if best["method"] == "missiles":
        # Exact propagation: 8.995e-3 % at 1e-2 s and fourth order, up to the next one.
        assert math.isclose(best["worst_error_percent"], 8.995e-3 * 1.6**4, rel_tol=0.3), best
    assert best["worst_error_percent"] < 0.1, best
    assert best["verdict"] == "keeps" and result["complete"] is True, result
    text = done(*setting)
    assert re.search("--method=(missiles|costarica) --step-size=0.016", text), text
    # What is recommended is what compare says of it.
    again = json.loads(done("compare", TWO_BODIES, "-m", best["method"], "-H", str(best["step_size"]),
                            "-s", "left.x", "--json", "-q"))  # fmt: skip
    error = again["runs"][0]["errors_percent"]["left.x"]
    assert math.isclose(error, best["worst_error_percent"], rel_tol=1e-9), (error, best)


def test_advise_marks_limits():
    # Alone there is no coupling, and so no error but rounding, which the extrapolated reference has too.
    setting = ["advise", BUILD / "tests/fmus/capless-prey.fmu", "--error=1", "--stop-time=5", "-H", "0.1", "-q"]
    result = json.loads(done(*setting, "--json"))
    assert result["trials"] and all(t["limited_by_reference"] is True for t in result["trials"]), result
    text = done(*setting)
    assert "≲ " in text and "≲: below three times" in text, text
    bodies = ["advise", TWO_BODIES, "--error=0.1%", "-s", "left.x", "-q", "--json"]
    assert not any(t["limited_by_reference"] for t in json.loads(done(*bodies))["trials"])


def test_advise_refuses():
    for arguments, status, text in [
        ([TWO_BODIES], 2, "--error"),
        ([TWO_BODIES, "--error=little"], 2, "little"),
        ([TWO_BODIES, "--error=-1"], 2, "-1"),
        ([TWO_BODIES, "--error=1", "--budget=0"], 2, "--budget"),
        ([TWO_BODIES, "--error=1", "-s", "left.nothing"], 1, "left.nothing"),
        ([BUILD / "nothing.ssp", "--error=1"], 1, "nothing.ssp"),
    ]:
        result = call("advise", *arguments)
        assert result.returncode == status and text in result.stderr, (arguments, result)


if __name__ == "__main__":
    sys.exit(run_cases(globals()))
