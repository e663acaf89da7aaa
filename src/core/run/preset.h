/* Usual sets of runs, put into an experiment. */
#pragma once

#include "core/model/model.h"

/**
 * LsPreset:
 * @id: "four-methods", "as-published", "convergence", "work-precision"
 * @title, @summary: marked with N_()
 */
typedef struct
{
  const char *id, *title, *summary;
} LsPreset;

/* @n: (out) */
const LsPreset *ls_preset_list (guint *n);

/**
 * ls_preset_apply:
 * @experiment: its methods and step sizes are changed as the preset says; what the preset leaves
 *   open stays, or comes from the model
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT when there is no such preset.
 */
gboolean ls_preset_apply (const char *id,
                          const LsModel *model,
                          LsExperiment *experiment,
                          GError **error);
