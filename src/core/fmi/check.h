/* Rules of the FMI standard that a description or a running FMU breaks. */
#pragma once

#include "core/fmi/fmu.h"

typedef enum { LS_FINDING_NOTE, LS_FINDING_WARNING, LS_FINDING_ERROR } LsFindingLevel;

/**
 * LsFinding:
 * @rule: stable name of the rule ("unique-variable-names", "output-in-model-structure")
 * @line: in the file, 0 when there is none
 * @subject: (nullable): variable, unit, type or function
 * @message: one sentence
 */
typedef struct
{
  LsFindingLevel level;
  const char    *rule;
  int            line;
  char          *subject;
  char          *message;
} LsFinding;

void ls_finding_free (LsFinding *self);

/* Returns: (transfer full) (element-type LsFinding): with a free function set. */
GPtrArray *ls_check_description (const LsDescription *description);

/* Adds what a short life cycle of each kind of interface shows: loading,
 * instantiation, initialisation, outputs, some steps or derivative
 * evaluations, directional derivatives against differences, state round
 * trip, termination. Appends to @findings. */
void ls_check_run (LsFmu *fmu, GPtrArray *findings);
