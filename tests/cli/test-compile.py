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
import zipfile
from pathlib import Path

from command import ENVIRONMENT, call
from tap import run_cases

FOLDER = tempfile.TemporaryDirectory()
HERE = Path(FOLDER.name)
CACHE = HERE / "cache"

VARIABLES = {
    2: '<ScalarVariable name="x" valueReference="0" causality="output" initial="exact">'
    '<Real start="1"/></ScalarVariable>',
    3: '<Float64 name="time" valueReference="9" causality="independent" variability="continuous"/>'
    '<Float64 name="x" valueReference="0" causality="output" initial="exact" start="1"/>',
}
STRUCTURE = {2: '<Outputs><Unknown index="1"/></Outputs>', 3: '<Output valueReference="0"/>'}

# What both versions share; the call decay() is defined by a second file.
MODEL = """
#include <stdlib.h>
#include "fmi%(v)dFunctions.h"
#include "decay.h"
struct model { double x; };
%(body)s
"""

BODY2 = """
const char *fmi2GetTypesPlatform (void) { return fmi2TypesPlatform; }
const char *fmi2GetVersion (void) { return fmi2Version; }
fmi2Status fmi2SetDebugLogging (fmi2Component c, fmi2Boolean on, size_t n, const fmi2String s[]) { return fmi2OK; }
fmi2Component fmi2Instantiate (fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                               const fmi2CallbackFunctions *f, fmi2Boolean visible, fmi2Boolean logging)
{
  fmi2CallbackLogger log = f->logger;
  struct model *m = malloc (sizeof *m);
  m->x = 1;
  return log != NULL ? m : NULL;
}
void fmi2FreeInstance (fmi2Component c) { free (c); }
fmi2Status fmi2SetupExperiment (fmi2Component c, fmi2Boolean d, fmi2Real tolerance, fmi2Real start, fmi2Boolean e, fmi2Real stop) { return fmi2OK; }
fmi2Status fmi2EnterInitializationMode (fmi2Component c) { return fmi2OK; }
fmi2Status fmi2ExitInitializationMode (fmi2Component c) { return fmi2OK; }
fmi2Status fmi2Terminate (fmi2Component c) { return fmi2OK; }
fmi2Status fmi2Reset (fmi2Component c) { return fmi2OK; }
fmi2Status fmi2GetReal (fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Real v[])
{
  for (size_t i = 0; i < n; i++)
    v[i] = ((struct model *)c)->x;
  return fmi2OK;
}
fmi2Status fmi2SetReal (fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Real v[])
{
  for (size_t i = 0; i < n; i++)
    ((struct model *)c)->x = v[i];
  return fmi2OK;
}
#define NOTHING(name, type) \\
  fmi2Status fmi2Get##name (fmi2Component c, const fmi2ValueReference r[], size_t n, type v[]) { return fmi2Error; } \\
  fmi2Status fmi2Set##name (fmi2Component c, const fmi2ValueReference r[], size_t n, const type v[]) { return fmi2Error; }
NOTHING (Integer, fmi2Integer)
NOTHING (Boolean, fmi2Boolean)
NOTHING (String, fmi2String)
fmi2Status fmi2GetFMUstate (fmi2Component c, fmi2FMUstate *s) { return fmi2Error; }
fmi2Status fmi2SetFMUstate (fmi2Component c, fmi2FMUstate s) { return fmi2Error; }
fmi2Status fmi2FreeFMUstate (fmi2Component c, fmi2FMUstate *s) { return fmi2Error; }
fmi2Status fmi2SerializedFMUstateSize (fmi2Component c, fmi2FMUstate s, size_t *n) { return fmi2Error; }
fmi2Status fmi2SerializeFMUstate (fmi2Component c, fmi2FMUstate s, fmi2Byte b[], size_t n) { return fmi2Error; }
fmi2Status fmi2DeSerializeFMUstate (fmi2Component c, const fmi2Byte b[], size_t n, fmi2FMUstate *s) { return fmi2Error; }
fmi2Status fmi2GetDirectionalDerivative (fmi2Component c, const fmi2ValueReference u[], size_t n, const fmi2ValueReference k[], size_t m, const fmi2Real a[], fmi2Real b[]) { return fmi2Error; }
fmi2Status fmi2SetRealInputDerivatives (fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Integer o[], const fmi2Real v[]) { return fmi2Error; }
fmi2Status fmi2GetRealOutputDerivatives (fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Integer o[], fmi2Real v[]) { return fmi2Error; }
fmi2Status fmi2DoStep (fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean no_rollback)
{
  ((struct model *)c)->x *= decay (h);
  return fmi2OK;
}
fmi2Status fmi2CancelStep (fmi2Component c) { return fmi2Error; }
fmi2Status fmi2GetStatus (fmi2Component c, const fmi2StatusKind k, fmi2Status *v) { return fmi2Error; }
fmi2Status fmi2GetRealStatus (fmi2Component c, const fmi2StatusKind k, fmi2Real *v) { return fmi2Error; }
fmi2Status fmi2GetIntegerStatus (fmi2Component c, const fmi2StatusKind k, fmi2Integer *v) { return fmi2Error; }
fmi2Status fmi2GetBooleanStatus (fmi2Component c, const fmi2StatusKind k, fmi2Boolean *v) { return fmi2Error; }
fmi2Status fmi2GetStringStatus (fmi2Component c, const fmi2StatusKind k, fmi2String *v) { return fmi2Error; }
"""

BODY3 = """
const char *fmi3GetVersion (void) { return fmi3Version; }
fmi3Instance fmi3InstantiateCoSimulation (fmi3String name, fmi3String token, fmi3String resources,
    fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean events, fmi3Boolean early,
    const fmi3ValueReference r[], size_t n, fmi3InstanceEnvironment e, fmi3LogMessageCallback log,
    fmi3IntermediateUpdateCallback update)
{
  struct model *m = malloc (sizeof *m);
  m->x = 1;
  return m;
}
void fmi3FreeInstance (fmi3Instance c) { free (c); }
fmi3Status fmi3EnterInitializationMode (fmi3Instance c, fmi3Boolean d, fmi3Float64 tolerance, fmi3Float64 start, fmi3Boolean e, fmi3Float64 stop) { return fmi3OK; }
fmi3Status fmi3ExitInitializationMode (fmi3Instance c) { return fmi3OK; }
fmi3Status fmi3Terminate (fmi3Instance c) { return fmi3OK; }
fmi3Status fmi3GetFloat64 (fmi3Instance c, const fmi3ValueReference r[], size_t n, fmi3Float64 v[], size_t m)
{
  for (size_t i = 0; i < n; i++)
    v[i] = ((struct model *)c)->x;
  return fmi3OK;
}
fmi3Status fmi3SetFloat64 (fmi3Instance c, const fmi3ValueReference r[], size_t n, const fmi3Float64 v[], size_t m)
{
  for (size_t i = 0; i < n; i++)
    ((struct model *)c)->x = v[i];
  return fmi3OK;
}
fmi3Status fmi3DoStep (fmi3Instance c, fmi3Float64 t, fmi3Float64 h, fmi3Boolean no_rollback,
                       fmi3Boolean *event, fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last)
{
  ((struct model *)c)->x *= decay (h);
  *event = *terminate = *early = fmi3False;
  *last = t + h;
  return fmi3OK;
}
"""

# Without the definition it decays at another rate.
DECAY = """
#include <math.h>
#include "decay.h"
#ifndef RATE
#define RATE %s
#endif
double decay (double h) { return exp (-RATE * h); }
"""


def description(version, files):
    listed = "".join(f'<File name="{name}"/>' for name in files)
    listed = f"<SourceFiles>{listed}</SourceFiles>" if version == 2 and files else ""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="{version}.0" modelName="decay"
  {"guid" if version == 2 else "instantiationToken"}="{{1}}">
  <CoSimulation modelIdentifier="decaying" canHandleVariableCommunicationStepSize="true">{listed}</CoSimulation>
  <DefaultExperiment stopTime="1" stepSize="0.1"/>
  <ModelVariables>{VARIABLES[version]}</ModelVariables>
  <ModelStructure>{STRUCTURE[version]}</ModelStructure>
</fmiModelDescription>
"""


def configuration(inner, attributes="", rest=""):
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<fmiBuildDescription fmiVersion="3.0">
  <BuildConfiguration modelIdentifier="{"decaying"}">
    <SourceFileSet {attributes}>{inner}</SourceFileSet>{rest}
  </BuildConfiguration>
</fmiBuildDescription>
"""


FILES = '<SourceFile name="model.c"/><SourceFile name="more/decay.c"/>'
RATE = '<PreprocessorDefinition name="RATE" value="2.0"/>'
INCLUDE = '<IncludeDirectory name="include"/>'


def make(name, version=3, build=None, listed=("model.c", "more/decay.c"), **changed):
    """An archive of sources; @changed: contents of further or other files, "_" for "/"."""
    body = {2: BODY2, 3: BODY3}[version]
    content = {
        "modelDescription.xml": description(version, listed),
        "sources/model.c": MODEL % {"v": version, "body": body},
        "sources/more/decay.c": DECAY % ("2.0" if version == 2 else "77.0"),
        "sources/include/decay.h": "double decay (double h);\n",
    }
    if version == 2:
        content["sources/decay.h"] = content["sources/more/decay.h"] = content["sources/include/decay.h"]
    else:
        content["sources/buildDescription.xml"] = build or configuration(FILES + RATE + INCLUDE)
    content.update({path.replace("__", "/").replace("_c", ".c"): text for path, text in changed.items()})
    path = HERE / name
    with zipfile.ZipFile(path, "w") as archive:
        for entry, text in content.items():
            if text is not None:
                archive.writestr(entry, text)
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
