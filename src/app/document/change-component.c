#include <glib/gi18n-lib.h>
#include "app/document/change-impl.h"

/* Insertion and removal share one struct; the classes swap apply and revert. */
typedef struct
{
  LsChange base;
  LsComponent *component;
  guint index;
} Presence;

static void
presence_insert (LsChange *base, LsModel *model)
{
  Presence *self = (Presence *)base;

  ls_model_insert_component (model, self->component, self->index);
}

static void
presence_remove (LsChange *base, LsModel *model)
{
  Presence *self = (Presence *)base;

  ls_model_remove_component (model, self->component->id);
}

static void
presence_clear (LsChange *base)
{
  ls_component_free (((Presence *)base)->component);
}

static const LsChangeClass insert_class
    = { presence_insert, presence_remove, NULL, presence_clear };
static const LsChangeClass remove_class
    = { presence_remove, presence_insert, NULL, presence_clear };

LsChange *
ls_change_new_insert_component (G_GNUC_UNUSED const LsModel *model,
                                const LsComponent *component,
                                guint index)
{
  g_return_val_if_fail (component != NULL, NULL);

  g_autofree char *name = g_strdup_printf (_ ("Add %s"), component->name);
  Presence *self = ls_change_alloc (sizeof *self, &insert_class, name,
                                    LS_EDIT_COMPONENTS | LS_EDIT_GEOMETRY, 0);

  self->component = ls_component_copy (component);
  self->index = index;
  return &self->base;
}

LsChange *
ls_change_new_remove_component (const LsModel *model, guint id)
{
  g_return_val_if_fail (model != NULL, NULL);

  const LsComponent *component = ls_model_find_component (model, id);
  g_autofree char *name = g_strdup_printf (_ ("Delete %s"), component->name);
  Presence *self = ls_change_alloc (sizeof *self, &remove_class, name,
                                    LS_EDIT_COMPONENTS | LS_EDIT_GEOMETRY, 0);

  self->component = ls_component_copy (component);
  self->index = ls_model_get_component_index (model, id);
  return &self->base;
}

/* Swaps two texts: names of a component, or values of a variable. */
typedef struct
{
  LsChange base;
  guint id;
  char *variable; /* (nullable): for a value */
  char *before, *after;
} Text;

static void
rename_set (Text *self, LsModel *model, const char *name)
{
  g_autoptr (GError) error = NULL;

  /* It was possible in this state before; a failure is a bug of the model. */
  if (!ls_model_rename_component (model, self->id, name, &error))
    g_critical ("%s", error->message);
}

static void
rename_apply (LsChange *base, LsModel *model)
{
  rename_set ((Text *)base, model, ((Text *)base)->after);
}

static void
rename_revert (LsChange *base, LsModel *model)
{
  rename_set ((Text *)base, model, ((Text *)base)->before);
}

static void
value_set (Text *self, LsModel *model, const char *value)
{
  g_autoptr (GError) error = NULL;

  if (!ls_model_set_value (model, self->id, self->variable, value, &error))
    g_critical ("%s", error->message);
}

static void
value_apply (LsChange *base, LsModel *model)
{
  value_set ((Text *)base, model, ((Text *)base)->after);
}

static void
value_revert (LsChange *base, LsModel *model)
{
  value_set ((Text *)base, model, ((Text *)base)->before);
}

static void
text_clear (LsChange *base)
{
  Text *self = (Text *)base;

  g_free (self->variable);
  g_free (self->before);
  g_free (self->after);
}

static const LsChangeClass rename_class = { rename_apply, rename_revert, NULL, text_clear };
static const LsChangeClass value_class = { value_apply, value_revert, NULL, text_clear };

LsChange *
ls_change_new_rename (const LsModel *model, guint id, const char *name)
{
  g_return_val_if_fail (model != NULL, NULL);

  const LsComponent *component = ls_model_find_component (model, id);
  g_autofree char *title = g_strdup_printf (_ ("Rename %s"), component->name);
  Text *self = ls_change_alloc (sizeof *self, &rename_class, title, LS_EDIT_COMPONENTS, id);

  self->id = id;
  self->before = g_strdup (component->name);
  self->after = g_strdup (name);
  return &self->base;
}

LsChange *
ls_change_new_value (const LsModel *model, guint id, const char *variable, const char *value)
{
  g_return_val_if_fail (model != NULL, NULL);

  const LsComponent *component = ls_model_find_component (model, id);
  g_autofree char *name = g_strdup_printf (_ ("Set %s.%s"), component->name, variable);
  Text *self = ls_change_alloc (sizeof *self, &value_class, name, LS_EDIT_VALUES, id);

  self->id = id;
  self->variable = g_strdup (variable);
  self->before = g_strdup (g_hash_table_lookup (component->values, variable));
  self->after = g_strdup (value);
  return &self->base;
}
