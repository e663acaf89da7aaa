#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/document/change-impl.h"

/* Inserting and removing are one struct; the classes swap the two directions. */
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
  Presence *self = ls_change_alloc (sizeof *self, &insert_class, _ ("Add component"),
                                    LS_PART_COMPONENTS | LS_PART_GEOMETRY, 0);

  self->component = ls_component_copy (component);
  self->index = index;
  return &self->base;
}

LsChange *
ls_change_new_remove_component (const LsModel *model, guint id)
{
  Presence *self = ls_change_alloc (sizeof *self, &remove_class, _ ("Delete"),
                                    LS_PART_COMPONENTS | LS_PART_GEOMETRY, 0);

  self->component = ls_component_copy (ls_model_find_component (model, id));
  self->index = ls_model_get_component_index (model, id);
  return &self->base;
}

typedef struct
{
  LsChange base;
  guint n;
  guint *ids;
  LsPoint *before, *after;
} Move;

static void
move_apply (LsChange *base, LsModel *model)
{
  Move *self = (Move *)base;

  for (guint i = 0; i < self->n; i++)
    ls_model_move_component (model, self->ids[i], self->after[i].x, self->after[i].y);
}

static void
move_revert (LsChange *base, LsModel *model)
{
  Move *self = (Move *)base;

  for (guint i = 0; i < self->n; i++)
    ls_model_move_component (model, self->ids[i], self->before[i].x, self->before[i].y);
}

static gboolean
move_merge (LsChange *base, const LsChange *next_base)
{
  Move *self = (Move *)base;
  const Move *next = (const Move *)next_base;

  if (self->n != next->n || memcmp (self->ids, next->ids, self->n * sizeof *self->ids) != 0)
    return FALSE;
  memcpy (self->after, next->after, self->n * sizeof *self->after);
  return TRUE;
}

static void
move_clear (LsChange *base)
{
  Move *self = (Move *)base;

  g_free (self->ids);
  g_free (self->before);
  g_free (self->after);
}

static const LsChangeClass move_class = { move_apply, move_revert, move_merge, move_clear };

LsChange *
ls_change_new_move (const LsModel *model, const guint ids[], const LsPoint positions[], guint n)
{
  Move *self = ls_change_alloc (sizeof *self, &move_class, _ ("Move"), LS_PART_GEOMETRY,
                                n == 1 ? ids[0] : 0);

  self->n = n;
  self->ids = g_memdup2 (ids, n * sizeof *ids);
  self->after = g_memdup2 (positions, n * sizeof *positions);
  self->before = g_new0 (LsPoint, n);
  for (guint i = 0; i < n; i++)
    {
      const LsComponent *component = ls_model_find_component (model, ids[i]);
      self->before[i] = (LsPoint){ component->x, component->y };
    }
  return &self->base;
}

/* Texts that take each other's place: a name, or the value of a variable. */
typedef struct
{
  LsChange base;
  guint id;
  char *variable; /* (nullable): of a value */
  char *before, *after;
} Text;

static void
rename_set (Text *self, LsModel *model, const char *name)
{
  g_autoptr (GError) error = NULL;

  /* Was possible in this very state; if not, the model has a fault of its own. */
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
  Text *self = ls_change_alloc (sizeof *self, &rename_class, _ ("Rename"), LS_PART_COMPONENTS, id);

  self->id = id;
  self->before = g_strdup (ls_model_find_component (model, id)->name);
  self->after = g_strdup (name);
  return &self->base;
}

LsChange *
ls_change_new_value (const LsModel *model, guint id, const char *variable, const char *value)
{
  Text *self = ls_change_alloc (sizeof *self, &value_class, _ ("Set value"), LS_PART_VALUES, id);

  self->id = id;
  self->variable = g_strdup (variable);
  self->before
      = g_strdup (g_hash_table_lookup (ls_model_find_component (model, id)->values, variable));
  self->after = g_strdup (value);
  return &self->base;
}
