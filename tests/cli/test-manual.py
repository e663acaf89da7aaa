#!/usr/bin/python3
"""The manual pages: without warnings, and with every option and key there is.

Usage: test-manual.py LOCKSTEP MAN_FOLDER BUILD_FOLDER. Speaks TAP.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

LOCKSTEP, MAN, BUILD = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
COMMANDS = ["info", "check", "run", "compare", "plot", "methods", "budget", "advise", "stability", "vary", "calibrate"]


def output_of(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=True).stdout


def keys_of(value):
    if isinstance(value, list):
        return set().union(*map(keys_of, value))
    if not isinstance(value, dict):
        return set()
    # What is named by signals has no keys of its own.
    return set(value) | set().union(
        *(keys_of(inner) for key, inner in value.items() if not key.endswith("_percent"))
    )


def missing_from_page():
    page = (MAN / "lockstep.1").read_text().replace("\\-", "-")
    wanted = set(COMMANDS)
    for command in COMMANDS:
        wanted |= set(re.findall(r"--[a-z-]+", output_of(LOCKSTEP, command, "--help")))
    result = output_of(LOCKSTEP, "compare", BUILD / "models/two-bodies.ssp", "--json", "--quiet",
                       "--step-size=1e-3")  # fmt: skip
    wanted |= keys_of(json.loads(result))
    result = output_of(LOCKSTEP, "stability", BUILD / "models/two-bodies.ssp", "--json", "--quiet",
                       "--step-size=0.1:1:2")  # fmt: skip
    wanted |= keys_of(json.loads(result))
    return sorted(word for word in wanted if not re.search(rf"(?<![\w-]){re.escape(word)}\b", page))


def main():
    pages = sorted(MAN.glob("*.1"))
    failed = False
    print(f"1..{1 + len(pages)}")
    missing = missing_from_page()
    failed |= bool(missing)
    print("not ok" if missing else "ok", "1 all options and keys are there", missing)
    for number, page in enumerate(pages, 2):
        if shutil.which("groff") is None:
            print(f"ok {number} {page.name} # SKIP no groff")
            continue
        warnings = subprocess.run(["groff", "-man", "-ww", "-z", "-Tutf8", page],
                                  capture_output=True, text=True, check=True).stderr  # fmt: skip
        failed |= warnings != ""
        print("# " + warnings.replace("\n", "\n# "))
        print("not ok" if warnings else "ok", number, page.name)
    return failed


sys.exit(main())
