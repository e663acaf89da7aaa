/* Predefined sets of runs for an experiment. */
#pragma once

#include "core/model/model.h"

/**
 * ls_preset_apply:
 * @experiment: its methods and step sizes are replaced by those of the preset; values that the
 * preset does not define are unchanged or come from the model
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT if there is no such preset.
 */
gboolean ls_preset_apply (const char *id,
                          const LsModel *model,
                          LsExperiment *experiment,
                          GError **error);
