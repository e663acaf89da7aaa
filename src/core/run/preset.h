/* Usual sets of runs, put into an experiment. */
#pragma once

#include "core/model/model.h"

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
