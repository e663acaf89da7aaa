"""Runs the functions test_… of a file as cases of TAP."""

import os
import re
import time
import traceback
from pathlib import Path

# Slow machines and tools may take that many times as long.
SLOW = max(1.0, float(os.environ.get("SLOW", "1")))


def wait_until_caught(process, number, more=1.0):
    """Until the process has a handler for that signal of its own, and `more` seconds of work."""
    end = time.monotonic() + 60 * SLOW
    while process.poll() is None and time.monotonic() < end:
        status = Path(f"/proc/{process.pid}/status").read_text()
        caught = re.search(r"^SigCgt:\s*(\w+)", status, re.MULTILINE)
        if caught and int(caught[1], 16) >> (number - 1) & 1:
            break
        time.sleep(0.01)
    time.sleep(more * SLOW)


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
