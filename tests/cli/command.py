"""The program that a test calls, sys.argv[1], and what is said of its numbers and refusals."""

import json
import os
import subprocess
import sys

from tap import SLOW

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}


def call(*arguments, **more):
    """The finished process; @more: for subprocess.run()."""
    options = {"capture_output": True, "text": True, "timeout": 300 * SLOW, "env": ENVIRONMENT, **more}
    return subprocess.run([os.path.abspath(sys.argv[1]), *map(str, arguments)], check=False, **options)


def refuse(status, words, *arguments, **more):
    """The command fails with this status, and its message holds all the words."""
    done = call(*arguments, **more)
    print("#", done.stderr.strip().replace("\n", "\n# "))
    assert done.returncode == status, (done.returncode, arguments)
    for word in words:
        assert word in done.stderr, (word, done.stderr)
    return done


def near(value, wanted, relative):
    print(f"# {value:.6g}, wanted {wanted:g} within {100 * relative:g} %")
    assert abs(value - wanted) <= relative * abs(wanted), (value, wanted)


def at_most(value, limit):
    print(f"# {value:.6g}, at most {limit:g}")
    assert value <= limit, (value, limit)


def at_least(value, limit):
    print(f"# {value:.6g}, at least {limit:g}")
    assert value >= limit, (value, limit)


def compare(model, methods, steps, *more):
    """What the comparison says of itself, parsed."""
    arguments = [f"--method={method}" for method in methods]
    done = call("compare", model, *arguments, f"--step-size={steps}", "--json", *more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def without_times(result):
    """The same but for what no two runs have in common."""
    for run in result["runs"]:
        for key in [key for key in run if "time_s" in key or key in ("peak_memory_bytes", "runs_at_once")]:
            del run[key]
    if result["reference"]["uncertainty"]:
        del result["reference"]["uncertainty"]["wall_time_s"]
    return result
