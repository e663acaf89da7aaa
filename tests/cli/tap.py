"""Runs the functions test_… of a file as cases of TAP."""

import contextlib
import math
import os
import re
import time
import traceback
from pathlib import Path

# Slow machines and tools may take that many times as long.
SLOW = max(1.0, float(os.environ.get("SLOW", "1")))


def wait_until(process, condition):
    """Until that is true of the process, or it has ended. The kernel tells nobody: it is asked."""
    end = time.monotonic() + 60 * SLOW
    while process.poll() is None and not condition():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.01)


def effort(pid):
    """Processor time, in s, and number of sleeps of a process and those that it has started."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
        process = Path(f"/proc/{pid}")
        times = process.joinpath("stat").read_text().rpartition(")")[2].split()[11:13]
        status = process.joinpath("status").read_text()
        sleeps = int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", status, re.MULTILINE)[1])
        children = process.joinpath(f"task/{pid}/children").read_text().split()
        efforts = [(sum(map(int, times)) / os.sysconf("SC_CLK_TCK"), sleeps), *map(effort, children)]
        return tuple(map(sum, zip(*efforts)))
    return 0, 0


def wait_until_caught(process, number, work=0.3, sleeps=math.inf):
    """Until the process has a handler for that signal of its own, and has done some work since:
    seconds of processor time, or that many sleeps when the components take time by sleeping. Who
    waits for a component in a process of its own sleeps, too: for 4 ms at most."""

    def is_caught():
        status = Path(f"/proc/{process.pid}/status").read_text()
        caught = re.search(r"^SigCgt:\s*(\w+)", status, re.MULTILINE)
        return caught and int(caught[1], 16) >> (number - 1) & 1

    def has_worked():
        now = effort(process.pid)
        return now[0] - before[0] >= work or now[1] - before[1] >= sleeps

    wait_until(process, is_caught)
    before = effort(process.pid)
    wait_until(process, has_worked)


def run_cases(names):
    """Exit status; @names: globals() of the file, whose order is that of the cases."""
    tests = [value for name, value in names.items() if name.startswith("test_")]
    failed = 0
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        try:
            test()
            print(f"ok {number} {test.__name__}", flush=True)
        except Exception:  # any failure is one failed case; the others go on
            failed += 1
            print("# " + traceback.format_exc().replace("\n", "\n# "))
            print(f"not ok {number} {test.__name__}", flush=True)
    return failed > 0
