/* Changes of component settings and of the transformation of connections. */
#include <glib/gi18n-lib.h>
#include "app/document/change-impl.h"

typedef struct
{
  LsChange base;
  guint id;
  LsComponentSettings before, after;
} Settings;

static void
settings_copy (LsComponentSettings *copy, const LsComponentSettings *settings)
{
  copy->implementation = settings->implementation;
  copy->without = g_strdupv (settings->without);
  copy->solver = g_strdup (settings->solver);
  copy->inner_steps = g_strdup (settings->inner_steps);
  copy->own_step = g_strdup (settings->own_step);
}

static void
settings_clear (LsComponentSettings *settings)
{
  g_strfreev (settings->without);
  g_free (settings->solver);
  g_free (settings->inner_steps);
  g_free (settings->own_step);
}

static void
settings_set (LsModel *model, guint id, const LsComponentSettings *settings)
{
  g_autoptr (GError) error = NULL;

  ls_model_set_without (model, id, (const char *const *)settings->without);
  ls_model_set_solver (model, id, settings->solver);
  ls_model_set_inner_steps (model, id, settings->inner_steps);
  ls_model_set_own_step (model, id, settings->own_step);
  if (!ls_model_set_implementation (model, id, settings->implementation, &error))
    g_critical ("%s", error->message);
}

static void
settings_apply (LsChange *base, LsModel *model)
{
  settings_set (model, ((Settings *)base)->id, &((Settings *)base)->after);
}

static void
settings_revert (LsChange *base, LsModel *model)
{
  settings_set (model, ((Settings *)base)->id, &((Settings *)base)->before);
}

static void
settings_free (LsChange *base)
{
  settings_clear (&((Settings *)base)->before);
  settings_clear (&((Settings *)base)->after);
}

static const LsChangeClass settings_class
    = { settings_apply, settings_revert, NULL, settings_free };

LsChange *
ls_change_new_settings (const LsModel *model, guint id, const LsComponentSettings *settings)
{
  g_return_val_if_fail (model != NULL, NULL);

  Settings *self = ls_change_alloc (sizeof *self, &settings_class, _ ("Component settings"),
                                    LS_EDIT_VALUES, id);
  const LsComponent *component = ls_model_find_component (model, id);
  LsComponentSettings present = { component->implementation, component->without, component->solver,
                                  component->inner_steps, component->own_step };

  self->id = id;
  settings_copy (&self->before, &present);
  settings_copy (&self->after, settings);
  return &self->base;
}

typedef struct
{
  LsChange base;
  guint id;
  LsConnection *before, *after;
} Transformation;

/* Replaces the connection at its index, keeping its id; the transformation comes from the
 * copy. */
static void
replace (LsModel *model, const LsConnection *connection)
{
  guint index = (guint)ls_model_get_connection_index (model, connection->id);

  ls_model_disconnect (model, connection->id);
  ls_model_insert_connection (model, connection, index);
}

static void
transformation_apply (LsChange *base, LsModel *model)
{
  replace (model, ((Transformation *)base)->after);
}

static void
transformation_revert (LsChange *base, LsModel *model)
{
  replace (model, ((Transformation *)base)->before);
}

static void
transformation_free (LsChange *base)
{
  ls_connection_free (((Transformation *)base)->before);
  ls_connection_free (((Transformation *)base)->after);
}

static const LsChangeClass transformation_class
    = { transformation_apply, transformation_revert, NULL, transformation_free };

LsChange *
ls_change_new_transformation (const LsConnection *before, const LsConnection *after)
{
  g_return_val_if_fail (before != NULL, NULL);

  Transformation *self = ls_change_alloc (sizeof *self, &transformation_class,
                                          before->flow != after->flow ? _ ("Mark a power bond")
                                                                      : _ ("Change conversion"),
                                          LS_EDIT_CONNECTIONS, 0);

  self->id = before->id;
  self->before = ls_connection_copy (before);
  self->after = ls_connection_copy (after);
  return &self->base;
}
