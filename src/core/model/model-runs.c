#include "core/model/model-runs.h"

#include "core/model/model-impl.h"

static void
forget_places (LsModel *self)
{
  for (guint i = 0; i < self->components->len; i++)
    {
      LsComponent *component = self->components->pdata[i];

      component->x = component->y = component->width = component->height = 0.0;
      component->rotation = 0;
      component->flip = FALSE;
    }
  for (guint i = 0; i < self->subsystems->len; i++)
    {
      LsSubsystem *subsystem = self->subsystems->pdata[i];

      subsystem->x = subsystem->y = subsystem->width = subsystem->height = 0.0;
      subsystem->origin_x = subsystem->origin_y = 0.0;
      subsystem->rotation = 0;
      subsystem->flip = FALSE;
    }
  for (guint i = 0; i < self->connections->len; i++)
    g_array_set_size (((LsConnection *)self->connections->pdata[i])->points, 0);
  g_ptr_array_set_size (self->texts, 0);
}

/* A copy of what runs depend on. */
static LsModel *
reduce (const LsModel *self)
{
  LsModel *copy = ls_model_copy (self);
  LsExperiment *experiment = copy->experiment;
  g_auto (GStrv) recorded = ls_model_list_recorded (copy, experiment);

  ls_model_set_name (copy, "");
  forget_places (copy);
  g_ptr_array_set_size (experiment->plots, 0);
  g_ptr_array_set_size (experiment->layouts, 0);
  g_ptr_array_set_size (experiment->orbits, 0);
  ls_variation_plan_free (experiment->variation);
  experiment->variation = ls_variation_plan_new ();
  g_ptr_array_set_size (experiment->signals, 0);
  for (guint i = 0; recorded[i] != NULL; i++)
    g_ptr_array_add (experiment->signals, g_strdup (recorded[i]));
  return copy;
}

gboolean
ls_model_runs_equal (const LsModel *a, const LsModel *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  g_autoptr (LsModel) x = reduce (a);
  g_autoptr (LsModel) y = reduce (b);

  return ls_model_equal (x, y);
}
