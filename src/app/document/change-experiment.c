#include <glib/gi18n-lib.h>
#include "app/document/change-impl.h"

typedef struct
{
  LsChange base;
  LsExperiment *before, *after;
} Experiment;

/* The model owns the struct, so its contents are swapped. */
static void
assign (LsModel *model, const LsExperiment *experiment)
{
  LsExperiment *copy = ls_experiment_copy (experiment);
  LsExperiment *present = ls_model_get_experiment (model);
  LsExperiment old = *present;

  *present = *copy;
  *copy = old;
  ls_experiment_free (copy);
}

static void
experiment_apply (LsChange *base, LsModel *model)
{
  assign (model, ((Experiment *)base)->after);
}

static void
experiment_revert (LsChange *base, LsModel *model)
{
  assign (model, ((Experiment *)base)->before);
}

static void
experiment_clear (LsChange *base)
{
  Experiment *self = (Experiment *)base;

  ls_experiment_free (self->before);
  ls_experiment_free (self->after);
}

static const LsChangeClass experiment_class
    = { experiment_apply, experiment_revert, NULL, experiment_clear };

LsChange *
ls_change_new_experiment (LsModel *model, const LsExperiment *experiment)
{
  Experiment *self = ls_change_alloc (sizeof *self, &experiment_class, _ ("Run settings"),
                                      LS_EDIT_EXPERIMENT, 0);

  g_return_val_if_fail (model != NULL, NULL);
  self->before = ls_experiment_copy (ls_model_get_experiment (model));
  self->after = ls_experiment_copy (experiment);
  return &self->base;
}
