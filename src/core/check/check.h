/* Checks descriptions and running FMUs against rules of the FMI standard. */
#pragma once

#include "core/fmi/finding.h"
#include "core/fmi/fmu.h"

/* Returns: (transfer full) (element-type LsFinding): with a free function set. */
GPtrArray *ls_check_description (const LsDescription *description);

/* Downgrades violations that affect neither runs nor other tools to warnings, one per rule: "11
 * entries: …". For users and exit statuses; ls_check_description() reports each of them as an
 * error. */
void ls_findings_judge (GPtrArray *findings);

/* Appends the findings of a short life cycle of each interface to @findings: loading,
 * instantiation, initialisation, outputs, some steps or derivative evaluations, directional
 * derivatives against differences, saving and restoring the state, termination. */
void ls_check_run (LsFmu *fmu, GPtrArray *findings);

/**
 * ls_check_get_violation:
 *
 * Returns: (transfer none) (nullable): a sentence with the first violation of the standard in the
 * description and the number of violations; %NULL if there are none (ls_check_description() lists
 * all). Computed once per FMU.
 */
const char *ls_check_get_violation (LsFmu *fmu);
