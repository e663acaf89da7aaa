/* Macro steps of a run looked at one by one, forwards and backwards. */
#pragma once

#include "core/run/macro-step.h"
#include "core/run/run.h"

/**
 * LsMacroWalk:
 *
 * Keeps the components where it has come to, so that the next step is one step away; and saved
 * states of the last ones, so that the step before is. Created, used and freed on one thread.
 */
typedef struct LsMacroWalk LsMacroWalk;

/**
 * LsMacroWalkSettings:
 * @model, @choice: copied
 * @start, @stop, @step: s
 * @tolerance: of the coupling, as LsMasterSettings.relative_tolerance; 0 for steps of one size
 * @changes: (nullable) (element-type LsRunChange): values that were set on the way, in the order of
 *   time; copied
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

/* As ls_macro_step_compute(), by the shortest way from where it is. */
LsMacroStep *ls_macro_walk_look (LsMacroWalk *self,
                                 double time,
                                 LsMacroStepProgressFunc progress,
                                 gpointer user_data,
                                 GError **error);
