#include "app/panel/shared-value.h"
#include <glib/gi18n-lib.h>
#include "core/base/number.h"

void
ls_shared_value_init (LsSharedValue *self,
                      LsDocument *document,
                      GArray *ids,
                      const LsVariable *variable)
{
  g_return_if_fail (self != NULL && LS_IS_DOCUMENT (document) && ids != NULL && ids->len > 0
                    && variable != NULL);

  const LsComponent *component;

  self->component = g_array_index (ids, guint, 0);
  component = ls_model_find_component (ls_document_get_model (document), self->component);
  self->document = g_object_ref (document);
  self->ids = g_array_ref (ids);
  self->variable = variable;
  self->fmu = ls_fmu_ref (component->fmu);
}

void
ls_shared_value_clear (LsSharedValue *self)
{
  g_return_if_fail (self != NULL);

  g_clear_object (&self->document);
  g_clear_pointer (&self->ids, g_array_unref);
  g_clear_pointer (&self->fmu, ls_fmu_unref);
}

const LsDeclaredType *
ls_shared_value_get_type (const LsSharedValue *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  const LsDescription *description = ls_fmu_get_description (self->fmu);

  return self->variable->declared_type >= 0
             ? &description->declared_types[self->variable->declared_type]
             : NULL;
}

gboolean
ls_shared_value_is_changed (const LsSharedValue *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->ids->len; i++)
    {
      const LsComponent *component = ls_model_find_component (
          ls_document_get_model (self->document), g_array_index (self->ids, guint, i));

      if (component != NULL && g_hash_table_contains (component->values, self->variable->name))
        return TRUE;
    }
  return FALSE;
}

const char *
ls_shared_value_get (const LsSharedValue *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->ids->len, NULL);

  return ls_model_get_value (ls_document_get_model (self->document),
                             g_array_index (self->ids, guint, index), self->variable->name);
}

gboolean
ls_shared_value_is_true (const char *value)
{
  return value != NULL && (g_str_equal (value, "true") || g_str_equal (value, "1"));
}

/* Files store items of an enumeration by number or by name. */
int
ls_shared_value_find_item (const LsSharedValue *self, const char *value)
{
  g_return_val_if_fail (self != NULL, -1);

  const LsDeclaredType *type = ls_shared_value_get_type (self);
  double number;
  gboolean is_number = value != NULL && ls_number_parse (value, &number);

  for (guint i = 0; type != NULL && value != NULL && i < type->n_items; i++)
    if (g_str_equal (type->items[i].name, value)
        || (is_number && (double)type->items[i].value == number))
      return (int)i;
  return -1;
}

/* Compares values, not their text: 1 and 1.0, true and 1 are equal. */
static gboolean
is_same (const LsSharedValue *self, const char *a, const char *b)
{
  double x, y;

  if (self->variable->type == LS_TYPE_ENUMERATION && ls_shared_value_find_item (self, a) >= 0)
    return ls_shared_value_find_item (self, a) == ls_shared_value_find_item (self, b);
  if (self->variable->type == LS_TYPE_BOOLEAN)
    return ls_shared_value_is_true (a) == ls_shared_value_is_true (b);
  if (self->variable->type != LS_TYPE_STRING && a != NULL && b != NULL && ls_number_parse (a, &x)
      && ls_number_parse (b, &y))
    return x == y;
  return g_strcmp0 (a, b) == 0;
}

/* Whether the components have different values. */
gboolean
ls_shared_value_is_mixed (const LsSharedValue *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 1; i < self->ids->len; i++)
    if (!is_same (self, ls_shared_value_get (self, 0), ls_shared_value_get (self, i)))
      return TRUE;
  return FALSE;
}

/* Components can have different limits. */
gboolean
ls_shared_value_check (const LsSharedValue *self, const char *value, GError **error)
{
  g_return_val_if_fail (self != NULL && value != NULL, FALSE);

  LsModel *model = ls_document_get_model (self->document);

  for (guint i = 0; i < self->ids->len; i++)
    {
      const LsComponent *component
          = ls_model_find_component (model, g_array_index (self->ids, guint, i));
      const LsVariable *own
          = component != NULL ? ls_component_find_variable (component, self->variable->name) : NULL;

      if (own == NULL || ls_component_check_value (component, own, value, error))
        continue;
      if (self->ids->len > 1)
        g_prefix_error (error, "%s: ", component->name);
      return FALSE;
    }
  return TRUE;
}

/* Sets the value of all components as one undo step, or of none on failure. */
gboolean
ls_shared_value_set (const LsSharedValue *self, const char *value, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  gboolean set = TRUE;

  if (self->ids->len == 1)
    return ls_document_set_value (self->document, self->component, self->variable->name, value,
                                  error);
  if (value != NULL && !ls_shared_value_check (self, value, error))
    return FALSE;
  ls_document_begin_group (self->document, _ ("Set value"));
  for (guint i = 0; set && i < self->ids->len; i++)
    set = ls_document_set_value (self->document, g_array_index (self->ids, guint, i),
                                 self->variable->name, value, error);
  if (set)
    ls_document_end_group (self->document);
  else
    ls_document_cancel_group (self->document);
  return set;
}
