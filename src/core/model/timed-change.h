/* Values of inputs and parameters that change at a time of the run. */
#pragma once

#include "core/base/status.h"

/**
 * LsTimedChange:
 * @time: s
 * @signal: "component.variable"
 * @value: of the unit of the variable; 0 or 1 for a Boolean
 */
typedef struct
{
  double time;
  char  *signal;
  double value;
} LsTimedChange;

/* @signal: (transfer none) */
LsTimedChange *ls_timed_change_new (double time, const char *signal, double value);
void           ls_timed_change_free (LsTimedChange *self);
gboolean       ls_timed_change_equal (const LsTimedChange *a, const LsTimedChange *b);
/* Reads "3:wide.n=2", as on the command line. %NULL with %LS_ERROR_ARGUMENT. */
LsTimedChange *ls_timed_change_parse (const char *text, GError **error);
