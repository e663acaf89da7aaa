#!/usr/bin/env python3
"""Lets each call that opens, maps, writes, starts a process or asks for memory fail once.

    faults.py BUILD LIBRARY SAVE [--sample] [SCENARIO…]

As SQLite does it: what a run of a scenario calls is counted, then it is run again with the first of
these calls failing, with the second, and so on (--sample: with some of them, evenly spread). Each
time the failure has to be said in a sentence, or to make no difference; nothing is lost: a file that
was there is as it was, or as it was to be; nothing crashes, hangs or stays behind. Speaks TAP.

GLib ends the program when g_malloc() finds no memory. That is its contract, and so memory fails for
those only who look: g_try_malloc(), and malloc() of the program and of libzip. libxml2 and libmatio
do not look everywhere; what they ask for is small.
"""

import math
import os
import re
import struct
import subprocess
import sys
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BUILD, LIBRARY, SAVE = (Path(word).resolve() for word in sys.argv[1:4])
OPTIONS = sys.argv[4:]
SAMPLE = "--sample" in OPTIONS
LOCKSTEP = BUILD / "src/cli/lockstep"
MODELS = BUILD / "models"
# As in faults.h.
LAYOUT = struct.Struct("=QQQ40s")
KINDS = {"call": 1, "memory": 2}
# Calls of each kind that a sample fails: 20 s for all scenarios, on two cores.
SAMPLED = {"call": 16, "memory": 8}
SECONDS = 60
# What GLib or a sanitizer says about the program itself.
COMPLAINT = re.compile(r"CRITICAL|(?<!Pango-)WARNING \*\*|Sanitizer|runtime error|free\(\)|corrupt|Assertion|assertion")

RUN = ["--step-size=0.25", "--stop-time=1"]
COMPARE = [LOCKSTEP, "compare", MODELS / "two-bodies.ssp", "--method=ni-jacobi", "--step-size=1e-2,5e-3",
           "--stop-time=0.1", "--jobs=2", "--store={out.ssp}"]  # fmt: skip
# Command, with {name} for files of a folder of its own; the file it writes.
SCENARIOS = {
    "load": ([LOCKSTEP, "info", MODELS / "two-bodies.ssp", "--json"], None),
    "load an FMU": ([LOCKSTEP, "info", MODELS / "prey.fmu"], None),
    "check": ([LOCKSTEP, "check", MODELS / "prey.fmu", "--isolation=none"], None),
    "run": ([LOCKSTEP, "run", MODELS / "two-bodies.ssp", "--method=missiles", *RUN, "--isolation=none",
             "--output-file={out.csv}"], "out.csv"),
    "run to .mat": ([LOCKSTEP, "run", MODELS / "two-bodies.ssp", "--method=ni-jacobi", *RUN,
                     "--output-file={out.mat}"], "out.mat"),
    "run isolated": ([LOCKSTEP, "run", MODELS / "two-bodies.ssp", "--method=missiles", *RUN, "--isolation=grouped",
                      "--output-file={out.csv}"], "out.csv"),
    "plot": ([LOCKSTEP, "plot", MODELS / "two-bodies.ssp", "--kind=trajectory", "--method=ni-jacobi",
              "--step-size=1e-2", "--stop-time=0.1", "--output={out.svg}"], "out.svg"),
    "compare": ([*COMPARE, "--isolation=none"], "out.ssp"),
    "compare isolated": ([*COMPARE, "--isolation=grouped"], "out.ssp"),
    "save": ([SAVE, MODELS / "two-bodies.ssp", "{out.ssp}"], "out.ssp"),
}  # fmt: skip
# Their reference is of SUNDIALS, a part of the program that does not look at all it asks for either: a
# worker that it ends leaves the folder of its helper to a later process.
ONLY_CALLS = ["plot", "compare isolated"]
OLD = b"what was there before\n"


class Outcome:
    """One run of a scenario with the call number `at` of a kind failing, none of them for 0."""

    def __init__(self, scenario, kind, at):
        command, written = SCENARIOS[scenario]
        with tempfile.TemporaryDirectory(prefix="lockstep-faults-") as folder:
            folder = Path(folder)
            for name in ("home", "tmp", "here"):
                (folder / name).mkdir()
            counts, here = folder / "counts", folder / "here"
            counts.write_bytes(LAYOUT.pack(KINDS[kind], at, 0, b""))
            if written:
                (here / written).write_bytes(OLD)
            words = [re.sub(r"\{(.*)\}", rf"{here}/\1", str(word)) for word in command]
            environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": str(folder / "home"),
                           "TMPDIR": str(folder / "tmp"), "LD_PRELOAD": str(LIBRARY), "FAULTS": str(counts),
                           "LOCKSTEP_MODELS": str(MODELS)}  # fmt: skip
            self.hung = False
            try:
                done = subprocess.run(words, cwd=here, env=environment, capture_output=True, timeout=SECONDS)
                self.status, self.said = done.returncode, done.stderr.decode(errors="replace")
                self.printed = done.stdout.decode(errors="replace")
            except subprocess.TimeoutExpired as problem:
                self.hung, self.status, self.printed = True, None, ""
                self.said = (problem.stderr or b"").decode(errors="replace")
            if scenario == "check":  # prints what it finds
                self.said += self.printed
            _, _, self.n, what = LAYOUT.unpack(counts.read_bytes())
            self.what = what.rstrip(b"\0").decode()
            self.written = parts_of(here / written) if written else None
            left = [path for part in ("tmp", "here") for path in (folder / part).rglob("*")]
            self.left = sorted(path.name for path in left if path.name != written)


def told(now, whole):
    """What an outcome says that the other does not; numbers are times, most of them."""
    known = {re.sub(r"[\d.]+", "", line) for line in whole.said.splitlines()}
    return [line for line in now.said.splitlines() if re.sub(r"[\d.]+", "", line) not in known]


def parts_of(path):
    """What a file holds: of an archive name and content, because of the times it has."""
    if not path.exists():
        return None
    if path.suffix == ".ssp" and zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    return path.read_bytes()


def same_rows(now, whole, failed):
    """Whether a table has the rows of the other; fewer after a failure, when what there is is kept.
    Without the twin that has the derivatives, an FMU gives them itself: rounding."""
    a, b = (text.decode().split("\n") for text in (now, whole))
    if a[0] != b[0] or len(a) > len(b) or (len(a) < len(b) and not failed):
        return False
    pairs = [(x, y) for one, other in zip(a[1:-1], b[1:]) for x, y in zip(one.split(","), other.split(","))]
    return all(math.isclose(float(x), float(y), rel_tol=1e-9) for x, y in pairs)  # 1e6 roundings


def is_whole_mat(data):
    """Whether a file of MATLAB 4 is a sequence of whole matrices."""
    while data:
        kind, rows, columns, _, name = struct.unpack("=5i", data[:20]) if len(data) >= 20 else (0,) * 5
        size = 20 + name + rows * columns * {0: 8, 20: 4, 51: 1}.get(kind, 1 << 40)
        if name == 0 or size > len(data):
            return False
        data = data[size:]
    return True


def is_right(now, whole):
    """Whether the file of an outcome is as it was before, or as it is to be."""
    if now.written in (OLD, whole.written):
        return True
    if now.written is None or isinstance(now.written, dict):
        return False
    if now.written.startswith(b"time,"):
        return same_rows(now.written, whole.written, now.status != 0)
    if now.written.endswith(b"</svg>\n"):
        return bool(told(now, whole))  # with another reference, or without a font
    return now.status != 0 and is_whole_mat(now.written)


def judge(now, whole):
    """What is wrong with an outcome, `whole` being the one without a failure; %None: nothing."""
    if now.hung:
        return "hangs"
    if now.status < 0 or now.status > 127:
        return f"ends by signal {-now.status}"
    if COMPLAINT.search(now.said):
        return "complains"
    if now.left != whole.left:
        return f"leaves {now.left}"
    if not is_right(now, whole):
        return "loses the file that was there" if now.written is None else "writes a file that is not whole"
    # What is said of a part of a model stands in what is printed of it.
    if now.status == 0 and not told(now, whole) and '"problem": "' not in now.printed:
        if now.written == OLD:
            return "does not write, and says nothing"
        if now.written is None and now.printed != whole.printed:
            return "prints something else, and says nothing"
    if now.status != 0 and not any(re.search(r"\w+ .*\w", line) for line in told(now, whole)):
        return f"fails with status {now.status} and says nothing"
    return None


def positions(n, limit):
    """Which of `n` calls fail: all, or `limit` of them evenly spread."""
    return range(1, n + 1) if not SAMPLE or n <= limit else [1 + i * (n - 1) // (limit - 1) for i in range(limit)]


def try_all(scenario, kind, pool):
    whole = Outcome(scenario, kind, 0)
    assert whole.status == 0, whole.said
    tried = list(positions(whole.n, SAMPLED[kind]))
    problems = []
    for at, now in zip(tried, pool.map(lambda at: Outcome(scenario, kind, at), tried)):
        problem = judge(now, whole)
        if problem:
            said = now.said.strip()[-300:]
            problems.append(f"{kind} {at} of {whole.n}, {now.what or 'not reached'}: {problem}: {said!r}")
    print(f"# {scenario}: {len(tried)} of {whole.n} of kind {kind} failed once")
    return problems


def main():
    wanted = [word for word in OPTIONS if word != "--sample"] or list(SCENARIOS)
    cases = [(scenario, kind) for scenario in wanted for kind in KINDS
             if kind == "call" or scenario not in ONLY_CALLS]  # fmt: skip
    failed = False
    print(f"1..{len(cases)}")
    with ThreadPoolExecutor(2) as pool:
        for number, (scenario, kind) in enumerate(cases, 1):
            problems = try_all(scenario, kind, pool)
            for problem in problems:
                print(f"# {problem}")
            failed = failed or bool(problems)
            print(f"{'not ' if problems else ''}ok {number} - {scenario}: {kind}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
