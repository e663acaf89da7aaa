/* Inspection of single macro steps of a run, forwards and backwards. */
#pragma once

#include "core/run/macro-step.h"
#include "core/run/run.h"

/**
 * LsMacroWalk:
 *
 * Holds the components at the current time, so that the next step needs one step only, and saved
 * states of the last steps, so that the previous step can be restored. Created, used and freed on
 * one thread.
 */
typedef struct LsMacroWalk LsMacroWalk;

/**
 * LsMacroWalkSettings:
 * @model, @choice: copied
 * @start, @stop, @step: s
 * @tolerance: coupling tolerance, as relative_tolerance of LsMasterSettings; 0 for fixed steps
 * @changes: (nullable) (element-type LsRunChange): values that were set during the run, in the
 * order of time; copied
 */
typedef struct
{
  const LsModel *model;
  const LsMethodChoice *choice;
  double start, stop, step, tolerance;
  const GArray *changes;
} LsMacroWalkSettings;

/* Returns: %NULL with %LS_ERROR_ARGUMENT or %LS_ERROR_MODEL */
LsMacroWalk *ls_macro_walk_new (const LsMacroWalkSettings *settings, GError **error);
void ls_macro_walk_free (LsMacroWalk *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsMacroWalk, ls_macro_walk_free)

/* As ls_macro_step_compute(), from the nearest saved or current state. */
LsMacroStep *ls_macro_walk_look (LsMacroWalk *self,
                                 double time,
                                 LsMacroStepProgressFunc progress,
                                 gpointer user_data,
                                 GError **error);
