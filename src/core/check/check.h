/* Rules of the FMI standard that a description or a running FMU breaks. */
#pragma once

#include "core/fmi/finding.h"
#include "core/fmi/fmu.h"

/* Returns: (transfer full) (element-type LsFinding): with a free function set. */
GPtrArray *ls_check_description (const LsDescription *description);

/* What stops no run and breaks no other tool becomes a warning, one for each rule: "11 entries: …". For people and
 * exit statuses; ls_check_description() tells of all of it as errors. */
void ls_findings_judge (GPtrArray *findings);

/* Adds what a short life cycle of each kind of interface shows: loading,
 * instantiation, initialisation, outputs, some steps or derivative
 * evaluations, directional derivatives against differences, state round
 * trip, termination. Appends to @findings. */
void ls_check_run (LsFmu *fmu, GPtrArray *findings);

/**
 * ls_check_get_violation:
 *
 * Returns: (transfer none) (nullable): what the description breaks of the
 * standard, as a sentence with the first error and how many there are; %NULL
 * when it breaks nothing (ls_check_description() tells all). Found out once.
 */
const char *ls_check_get_violation (LsFmu *fmu);
