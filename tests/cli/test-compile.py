#!/usr/bin/python3
"""FMUs without a binary, compiled from their sources: FMI 2.0 and 3.0, bad sources, the cache.

Usage: test-compile.py LOCKSTEP BUILD_FOLDER. Speaks TAP. The FMU integrates x' = -K x by the exact
solution x0 exp (-K t), so what is recorded is known; K is 2, from a preprocessor definition.
"""

import csv
import io
import json
import math
import os
import sys
import tempfile
from pathlib import Path

from command import ENVIRONMENT, call
from tap import run_cases

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fmus"))
import source_fmu  # noqa: E402
from source_fmu import BODY2, FILES, INCLUDE, MODEL, RATE, configuration  # noqa: E402

FOLDER = tempfile.TemporaryDirectory()
HERE = Path(FOLDER.name)
CACHE = HERE / "cache"


def make(name, *arguments, **changed):
    path = HERE / name
    source_fmu.make(path, *arguments, **changed)
    return path


def lockstep(*arguments, cache=CACHE, **environment):
    return call(*arguments, env={**ENVIRONMENT, "XDG_CACHE_HOME": str(cache), **environment})


def check_run(path, **environment):
    """x = exp (-2 t), a product of ten factors: 1e-15 per factor of rounding."""
    done = lockstep("run", path, "-o", "-", "-H", "0.1", **environment)
    assert done.returncode == 0, done.stderr
    rows = list(csv.reader(io.StringIO(done.stdout)))[1:]
    assert len(rows) == 11, rows
    for time, x in rows:
        assert abs(float(x) - math.exp(-2 * float(time))) < 1e-14, (time, x)


def refuse(path, *words, status=1, **environment):
    done = lockstep("compile", path, **environment)
    assert done.returncode == status, done
    message = [line for line in done.stderr.splitlines() if line.startswith("lockstep: ")][-1]
    for word in words:
        assert word in message, (word, message)
    assert path.name in message, message


def test_two():
    """FMI 2.0: SourceFiles. Before, it says how to get a binary; a copy finds it, a changed one not."""
    path = make("two.fmu", 2)
    done = lockstep("run", path, "-o", os.devnull, "-H", "0.1")
    assert done.returncode == 1 and "lockstep compile" in done.stderr, done
    done = lockstep("compile", path)
    assert done.returncode == 0 and "1 binary compiled" in done.stdout, done
    check_run(path)
    copy = HERE / "copy of two.fmu"
    copy.write_bytes(path.read_bytes())
    check_run(copy)
    changed = make("two.fmu", 2, sources__other_c="/* more */\n")
    assert lockstep("run", changed, "-o", os.devnull, "-H", "0.1").returncode == 1
    refuse(copy, "nothing to compile")


def test_three():
    """FMI 3.0: definitions, folders of headers, the only configuration though it is called otherwise."""
    path = make("three.fmu", build=configuration(FILES + RATE + INCLUDE).replace('"decaying"', '"another"'))
    done = lockstep("compile", "--json", path)
    assert done.returncode == 0, done
    result = json.loads(done.stdout)
    assert result["binaries"] == 1 and result["error"] is None and "-DRATE=2.0" in result["output"], result
    check_run(path)


def test_isolated():
    """A helper process loads it, too, and the library exports functions of FMI only."""
    check_run(make("three again.fmu", build=configuration(FILES + RATE + INCLUDE).replace('"decaying"', '"another"')))
    library = next(CACHE.glob("lockstep/compiled/*/*/decaying.so"))
    data = library.read_bytes()
    assert data[:4] == b"\x7fELF"
    done = lockstep("run", HERE / "three.fmu", "-o", os.devnull, "-H", "0.1", "--isolation=each")
    assert done.returncode == 0, done.stderr


def test_options():
    """Options that change the code are used; one that runs a plugin is left out and named."""
    attributes = 'language="C99" compiler="gcc" compilerOptions="-ffast-math -fplugin=./evil.so -Wall,-x @list"'
    path = make("options.fmu", build=configuration(FILES + RATE + INCLUDE, attributes))
    done = lockstep("compile", path)
    assert done.returncode == 0, done
    commands = [line for line in done.stderr.splitlines() if line.endswith(".o")]
    assert commands and all("-ffast-math" in line and "evil" not in line for line in commands), commands
    for option in "-fplugin=./evil.so", "-Wall,-x", "@list":
        assert f"{option} is left out" in done.stderr, done.stderr
    other = make("msvc.fmu", build=configuration(FILES + RATE + INCLUDE, 'compiler="MSVC" compilerOptions="-O1"'))
    assert "-O1 is left out" in lockstep("compile", other).stderr


def test_cpp():
    """A set of C++ beside one of C, as its language says."""
    decay = 'extern "C" double decay (double h);\n#include <cmath>\n' \
        "double decay (double h) { auto rate = 2.0; return std::exp (-rate * h); }\n"  # fmt: skip
    sets = configuration('<SourceFile name="model.c"/><IncludeDirectory name="include"/>').replace(
        "</SourceFileSet>", '</SourceFileSet><SourceFileSet language="C++11"><SourceFile name="d.cpp"/></SourceFileSet>')
    path = make("cpp.fmu", build=sets, **{"sources__d.cpp": decay})
    done = lockstep("compile", path)
    assert done.returncode == 0, done.stderr
    check_run(path)


def test_prefix():
    """A prefix is for static linking: the library has the plain names, with our headers and with old
    ones that the FMU brings, which know no way around it."""
    model = MODEL % {"v": 2, "body": BODY2}
    path = make("prefix.fmu", 2, sources__model_c="#define FMI2_FUNCTION_PREFIX decaying_\n" + model)
    assert lockstep("compile", path).returncode == 0
    check_run(path)
    names = [line.split()[1] for line in BODY2.splitlines() if line.startswith("fmi2Status fmi2Do")]
    own = "#ifndef FMI2_FUNCTION_PREFIX\n#define FMI2_FUNCTION_PREFIX decaying_\n#endif\n" \
        "#define paste(a, b) a##b\n#define pasteB(a, b) paste (a, b)\n" \
        + "".join(f"#define {name} pasteB (FMI2_FUNCTION_PREFIX, {name})\n" for name in names)  # fmt: skip
    path = make("own.fmu", 2, sources__model_c=own + model)
    assert names and lockstep("compile", path).returncode == 0
    check_run(path)


def test_without_list():
    """FMI 2.0 without SourceFiles: all.c, which includes the others."""
    path = make("all.fmu", 2, listed=(), sources__all_c='#include "model.c"\n#include "more/decay.c"\n')
    assert lockstep("compile", path).returncode == 0
    check_run(path)
    refuse(make("many.fmu", 2, listed=(), sources__other_c=""), "nothing to compile")


def test_compiler_complains():
    """What does not compile or link: the first message, with file and line; nothing is kept."""
    before = sorted(CACHE.rglob("*.so"))
    wrong = "int x = ;\n"
    refuse(make("wrong.fmu", sources__more__decay_c=wrong), "more/decay.c:1:", "error")
    only = configuration('<SourceFile name="model.c"/><IncludeDirectory name="include"/>')
    refuse(make("unlinked.fmu", build=only), "undefined reference", "decay")
    only = configuration('<SourceFile name="more/decay.c"/>' + INCLUDE)
    refuse(make("without functions.fmu", build=only), "required symbol", "fmi3GetVersion")
    result = json.loads(lockstep("compile", "--json", HERE / "wrong.fmu").stdout)
    assert result["binaries"] == 0 and "more/decay.c:1:" in result["output"], result
    assert sorted(CACHE.rglob("*.so")) == before


def test_language():
    """The compiler is heard in English: its message is searched for the error."""
    compiler = HERE / "translated"
    compiler.write_text("#!/bin/sh\n[ \"$LC_ALL\" = C ] && mark=error || mark=Fehler\n"
                        "printf 'x.c: In Funktion f:\\nx.c:1: %s: no\\n' $mark >&2\nexit 1\n")
    compiler.chmod(0o755)
    refuse(make("language.fmu", sources__new_c="/* not yet kept in any language */"), "x.c:1: error: no",
           CC=str(compiler), LC_ALL="de_DE.UTF-8", LANGUAGE="de")


def test_files():
    """Files and folders outside of the sources, missing ones, and names that look like options."""
    for name in "../modelDescription.xml", "/etc/passwd", "-fplugin=x", "@list", "", "more/../../x.c":
        refuse(make("bad.fmu", build=configuration(f'<SourceFile name="{name}"/>')), "not below the folder", "sources")
    refuse(make("bad.fmu", build=configuration('<SourceFile name="gone.c"/>')), "sources/gone.c is missing")
    refuse(make("bad.fmu", build=configuration(FILES + '<IncludeDirectory name="../.."/>')), "not below the folder")
    refuse(make("bad.fmu", 2, listed=("../x.c",)), "not below the folder")


def test_descriptions():
    """Languages and libraries that cannot be had, configurations for others, broken text."""
    refuse(make("bad.fmu", build=configuration(FILES, 'language="Fortran"')), "Fortran", "C and C++")
    library = '<Library name="%s" external="%s"/>'
    refuse(make("bad.fmu", build=configuration(FILES + RATE + INCLUDE, rest=library % ("inner", "false"))), "inner is missing")
    refuse(make("bad.fmu", build=configuration(FILES + RATE + INCLUDE, rest=library % ("../x", "true"))), "../x")
    refuse(make("bad.fmu", build=configuration(FILES + RATE + INCLUDE, rest=library % ("no-such-library", "true"))), "no-such-library")
    other = configuration(FILES).replace("modelIdentifier", 'platform="sparc-solaris" modelIdentifier')
    refuse(make("bad.fmu", build=other), "no BuildConfiguration", "decaying")
    refuse(make("bad.fmu", build="<fmiBuildDescription"), "buildDescription.xml")
    refuse(make("bad.fmu", build=configuration("")), "list of source files is empty")
    path = make("good.fmu", build=configuration(FILES + RATE + INCLUDE, rest=library % ("m", "true")))
    assert lockstep("compile", path).returncode == 0


def test_check():
    """What check says of sources is what keeps them from being compiled, and what their schema forbids."""
    def findings(path):
        done = lockstep("check", "--json", path)
        return done.returncode, [(x["level"], x["rule"], x["line"], x["subject"], x["message"])
                                 for x in json.loads(done.stdout)["findings"]
                                 if x["rule"] == "sources" or "buildDescription.xml" in x["subject"]]  # fmt: skip

    good = configuration(FILES + RATE + INCLUDE)
    assert findings(make("good.fmu", build=good))[1] == []
    assert findings(make("two.fmu", 2))[1] == []
    status, ((level, rule, _, subject, message),) = findings(make("bad.fmu", build=configuration('<SourceFile name="gone.c"/>')))
    assert (status != 0, level, rule, subject) == (True, "error", "sources", "sources"), (status, level, rule)
    assert message == "sources/gone.c is missing", message
    _, ((level, rule, *_, message),) = findings(make("bad.fmu", 2, listed=("gone.c",)))
    assert (level, rule) == ("error", "sources") and "gone.c" in message, message
    _, ((level, rule, *_, message),) = findings(make("bad.fmu", build=configuration(FILES, 'language="Fortran"')))
    assert (level, rule) == ("warning", "sources") and "Fortran" in message, message
    _, found = findings(make("bad.fmu", build=good.replace("<SourceFileSet ", '<SourceFileSet order="1"')))
    assert any(level == "error" and line == 4 and "order" in subject + message for level, _, line, subject, message in found), found
    for text in "<fmiBuildDescription", "<other/>":
        _, found = findings(make("bad.fmu", build=text))
        assert any((level, subject) == ("error", "buildDescription.xml") for level, _, _, subject, _ in found), found


def test_surroundings():
    """No compiler, a cache that cannot be written, an FMU with a binary, wrong usage."""
    path = make("tools.fmu", sources__new_c="/* not yet kept */")
    refuse(path, "no compiler", "/nowhere/cc", CC="/nowhere/cc")
    (HERE / "file").write_text("in the way")
    done = lockstep("compile", path, cache=HERE / "file")
    assert done.returncode == 1 and str(HERE / "file") in done.stderr, done
    refuse(Path(sys.argv[2]).absolute() / "models" / "prey.fmu", "nothing to compile")
    assert lockstep("compile").returncode == 2
    assert lockstep("compile", path, path).returncode == 2


sys.exit(run_cases(globals()))
