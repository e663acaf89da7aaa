/* One component of a model alone, with inputs from a reference. */
#pragma once

#include "core/assembly/assembly.h"
#include "core/base/log.h"
#include "core/record/trace.h"

/* Samples of the reference in each step, equally spaced. */
#define LS_FOLLOWED_PARTS 4u

/**
 * LsFollowedInputs:
 * @trace: the signals of the assembly's Real rows, at the start time @origin and @n_steps times
 * %LS_FOLLOWED_PARTS times from there; times relative to @origin, s
 * @columns: by row of the assembly, column in @trace; 0: none
 */
typedef struct
{
  const LsAssembly *assembly;
  const LsTrace *trace;
  const guint *columns;
  double origin, stop_time; /* s */
  gsize n_steps;
} LsFollowedInputs;

/**
 * ls_followed_run:
 * @index: of the component, which is that of the assembly
 * @outputs: (array length=n_out): a list of values for each output, at the start and after each
 *   step; appended
 * @is_wanted: (nullable): %FALSE to cancel
 *
 * Steps the component from communication point to communication point with its inputs as cubics
 * through the values of the reference. A component without polynomial inputs holds their means;
 * outputs with direct feed-through are read with the inputs of the end of the step.
 *
 * Returns: %FALSE with %LS_ERROR_MODEL where its inputs cannot be given like this, %LS_ERROR_RUN
 * where it fails, %LS_ERROR_CANCELLED.
 */
gboolean ls_followed_run (const LsFollowedInputs *inputs, const LsComponent *component, guint index,
                          GArray *const outputs[], gboolean (*is_wanted) (gpointer user_data),
                          gpointer user_data, GError **error);
