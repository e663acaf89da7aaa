#include "app/document/change-impl.h"

typedef struct
{
  LsChange base;
  GPtrArray *changes; /* LsChange, in order of application */
} Group;

gpointer
ls_change_alloc (
    gsize size, const LsChangeClass *klass, const char *name, LsEditScope parts, guint component)
{
  LsChange *self = g_malloc0 (size);

  self->klass = klass;
  self->name = g_strdup (name);
  self->parts = parts;
  self->component = component;
  return self;
}

void
ls_change_apply (LsChange *self, LsModel *model)
{
  g_return_if_fail (self != NULL);

  self->klass->apply (self, model);
}

void
ls_change_revert (LsChange *self, LsModel *model)
{
  g_return_if_fail (self != NULL);

  self->klass->revert (self, model);
}

gboolean
ls_change_merge (LsChange *self, const LsChange *next)
{
  g_return_val_if_fail (self != NULL && next != NULL, FALSE);

  return self->klass == next->klass && self->klass->merge != NULL
         && self->klass->merge (self, next);
}

void
ls_change_free (LsChange *self)
{
  if (self == NULL)
    return;
  self->klass->clear (self);
  g_free (self->name);
  g_free (self);
}

const char *
ls_change_get_name (const LsChange *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->name;
}

LsEditScope
ls_change_get_scope (const LsChange *self)
{
  g_return_val_if_fail (self != NULL, LS_EDIT_COMPONENTS);

  return self->parts;
}

guint
ls_change_get_component (const LsChange *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->component;
}

static void
group_apply (LsChange *base, LsModel *model)
{
  Group *self = (Group *)base;

  for (guint i = 0; i < self->changes->len; i++)
    ls_change_apply (g_ptr_array_index (self->changes, i), model);
}

static void
group_revert (LsChange *base, LsModel *model)
{
  Group *self = (Group *)base;

  for (guint i = self->changes->len; i > 0; i--)
    ls_change_revert (g_ptr_array_index (self->changes, i - 1), model);
}

static void
group_clear (LsChange *base)
{
  g_ptr_array_unref (((Group *)base)->changes);
}

static const LsChangeClass group_class = { group_apply, group_revert, NULL, group_clear };

LsChange *
ls_change_new_group (const char *name)
{
  Group *self = ls_change_alloc (sizeof *self, &group_class, name, 0, 0);

  self->changes = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_change_free);
  return &self->base;
}

void
ls_change_group_add (LsChange *base, LsChange *change)
{
  g_return_if_fail (base != NULL && change != NULL);

  Group *self = (Group *)base;

  base->component
      = self->changes->len == 0 || base->component == change->component ? change->component : 0;
  base->parts |= change->parts;
  if (self->changes->len > 0
      && ls_change_merge (g_ptr_array_index (self->changes, self->changes->len - 1), change))
    ls_change_free (change);
  else
    g_ptr_array_add (self->changes, change);
}

gboolean
ls_change_group_is_empty (const LsChange *base)
{
  g_return_val_if_fail (base != NULL, FALSE);

  return ((const Group *)base)->changes->len == 0;
}
