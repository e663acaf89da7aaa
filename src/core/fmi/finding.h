/* Findings: violations of rules of the standard by an FMU, with their location. */
#pragma once

#include <glib.h>

typedef enum { LS_FINDING_NOTE, LS_FINDING_WARNING, LS_FINDING_ERROR } LsFindingLevel;

/**
 * LsFinding:
 * @rule: stable name of the rule ("unique-variable-names", "output-in-model-structure")
 * @line: in the file, 0 if unknown
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

/* Appends a finding; @subject (nullable) is copied. */
void ls_finding_add (GPtrArray *findings, LsFindingLevel level, const char *rule, int line,
                     const char *subject, const char *format, ...) G_GNUC_PRINTF (6, 7);
