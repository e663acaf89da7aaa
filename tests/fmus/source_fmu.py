"""FMUs of sources, without a binary: x' = -2 x by its exact solution, of FMI 2.0 and 3.0."""

import zipfile

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


def make(path, version=3, build=None, listed=("model.c", "more/decay.c"), **changed):
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
    with zipfile.ZipFile(path, "w") as archive:
        for entry, text in content.items():
            if text is not None:
                archive.writestr(entry, text)
