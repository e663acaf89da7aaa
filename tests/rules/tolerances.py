#!/usr/bin/env python3
"""Checks that every tolerance of the tests says why it is as large as it is.

    tolerances.py TESTS          prints tolerances without a reason; fails when there are any
    tolerances.py TESTS --tap    the same as a test, and a test of the checker itself

A tolerance is a number with decimals that a difference is compared with: the last argument of the
functions of CLOSE, and what an absolute value is held against. Its reason is a comment in the
statement or at most NEAR lines above it, in the same function. A constant in capitals that takes
the place of the number has a comment at its definition.
"""

import re
import sys
import tempfile
from pathlib import Path

NEAR = 8
DECIMALS = re.compile(r"(?<![\w.])(?:\d+\.\d+|\d+(?=e-))(?:e-?\d+)?(?![\w.])")
WHOLE = re.compile(r"\d+\.0")
CONSTANT = r"\b[A-Z][A-Z0-9_]{2,}\b"


class Language:
    def __init__(self, hidden, comment, function, definition, close, difference):
        self.hidden = re.compile(hidden, re.DOTALL)  # texts and comments
        self.comment = re.compile(comment)
        self.function = re.compile(function)  # its first line
        self.definition = definition
        self.close = re.compile(close)
        self.difference = re.compile(difference)


LANGUAGES = {
    ".c": Language(
        r'/\*.*?\*/|"(?:[^"\\\n]|\\.)*"',
        r"/\*|\*/",
        r"^\{",
        r"^#define {}\b.*$",
        r"\b(?:\w*with_epsilon|\w*assert_near|\w*assert_close) \(",
        r"\bfabs \([^;]*?(?:,\s*<=?,|<=?)(?P<limit>[^;&|?]*)",
    ),
    ".py": Language(
        r'""".*?"""|#[^\n]*|"[^"\n]*"',
        r'#|"""',
        r"^ *def ",
        r"^{} = .*$",
        r"\b(?:isclose|close|near)\(",
        r"\babs\([^;\n]*?<=?(?P<limit>[^:,\n]*)",
    ),
}


def last_argument(code, start):
    """End and text of the last argument of the call whose parenthesis opens before `start`."""
    depth = 1
    for at in range(start, len(code)):
        depth += (code[at] in "([{") - (code[at] in ")]}")
        if depth == 0:
            return at, code[start:at]
        if depth == 1 and code[at] == ",":
            return last_argument(code, at + 1)
    return start, ""


def find_tolerances(code, language):
    """Begin, end and text of what differences are compared with."""
    for call in language.close.finditer(code):
        yield (call.start(), *last_argument(code, call.end()))
    for found in language.difference.finditer(code):
        yield found.start(), found.end(), found["limit"]


def has_comment(lines, first, last, language):
    """Whether lines `first` to `last`, from 0, have a comment or follow one in their function."""
    begin = next((i for i in range(first, 0, -1) if language.function.search(lines[i])), 0)
    return any(language.comment.search(line) for line in lines[max(begin, first - NEAR) : last + 1])


def find_bare(path):
    """Lines of `path`, from 1, with a tolerance that does not say why."""
    language = LANGUAGES[path.suffix]
    text = path.read_text()
    lines = text.split("\n")
    code = language.hidden.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    bare = set()
    for begin, end, limit in find_tolerances(code, language):
        first, last = code.count("\n", 0, begin), code.count("\n", 0, end)
        if any(not WHOLE.fullmatch(number) for number in DECIMALS.findall(limit)):
            if not has_comment(lines, first, last, language):
                bare.add(last + 1)
        for name in re.findall(CONSTANT, limit):
            line = re.search(language.definition.format(name), code, re.MULTILINE)
            if line and DECIMALS.search(line[0]):
                number = code.count("\n", 0, line.start())
                if not has_comment(lines, number, number, language):
                    bare.add(number + 1)
    return sorted(bare)


def look(folder):
    files = sorted(p for p in Path(folder).rglob("*") if p.suffix in LANGUAGES)
    return [f"{path}:{line}: this tolerance does not say why" for path in files for line in find_bare(path)]


# What has to be found, and what must not be.
SAMPLES = {
    "a.c": """#define LIMIT 1e-9

static void
test_one (void)
{
  g_assert_cmpfloat_with_epsilon (f (1, 2), g ("a, 1e-3)"), 1e-9);
}

static void
test_two (void)
{
  g_assert_cmpfloat (fabs (x - 1.5), <=,
                     1e-9);
  g_assert_cmpfloat (fabs (x - 1.5), <=, tolerance);
  g_assert_cmpfloat (fabs (x), >=, 1e-9);
  g_assert_cmpfloat (x, <=, LIMIT);
}

/* A comment on the function. */
static void
test_three (void)
{
  unit_assert_near (x, 2.5, LIMIT);
}
""",
    "b.c": """/* Rounding. */
#define LIMIT 1e-9

static void
test_four (void)
{
  /* Rounding of three sums. */
  g_assert_cmpfloat_with_epsilon (x, y, 1e-9);
  g_assert_cmpfloat (fabs (x - 1.5), <=, 1e-9); /* half a unit */
  unit_assert_near (x, 2.5, LIMIT);
  g_assert_cmpfloat_with_epsilon (x, y, 1.0);
}
""",
    "c.py": """
def test_five():
    assert abs(a - b) < 1e-9, a
    assert abs(a - b) < limit, a


def test_six():
    assert abs(a - b) < 1e-9, a  # six digits
    assert math.isclose(a, b, rel_tol=1e-3)
""",
}
FOUND = ["a.c:1", "a.c:6", "a.c:13", "c.py:3"]


def test_checker():
    with tempfile.TemporaryDirectory() as folder:
        for name, text in SAMPLES.items():
            (Path(folder) / name).write_text(text)
        found = [line.removeprefix(folder + "/").rpartition(": ")[0] for line in look(folder)]
    return [] if found == FOUND else [f"found {found}, not {FOUND}"]


def main():
    cases = {"Every tolerance says why": look(sys.argv[1])}
    if "--tap" in sys.argv:
        cases["The checker finds what has no reason"] = test_checker()
        print(f"1..{len(cases)}")
    for number, (case, problems) in enumerate(cases.items(), 1):
        for problem in problems:
            print(f"# {problem}" if "--tap" in sys.argv else problem)
        if "--tap" in sys.argv:
            print(f"{'not ' if problems else ''}ok {number} - {case}")
    return any(cases.values())


if __name__ == "__main__":
    sys.exit(main())
