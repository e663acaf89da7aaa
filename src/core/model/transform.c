/* Transformation of values from output to input. */
#include "core/base/language.h"
#include "core/model/model-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

gboolean
ls_connection_find_ends (const LsModel *self,
                         const LsConnection *connection,
                         const LsComponent *components[2],
                         const LsVariable *variables[2])
{
  components[0] = ls_model_find_component (self, connection->from);
  components[1] = ls_model_find_component (self, connection->to);
  variables[0] = variables[1] = NULL;
  if (components[0] != NULL && components[1] != NULL)
    {
      variables[0] = ls_component_find_variable (components[0], connection->output);
      variables[1] = ls_component_find_variable (components[1], connection->input);
    }
  return variables[0] != NULL && variables[1] != NULL;
}

static gboolean
is_number (LsType type)
{
  return type == LS_TYPE_REAL || type == LS_TYPE_INTEGER;
}

gboolean
ls_model_set_connection_transformation (
    LsModel *self, guint id, double factor, double offset, GError **error)
{
  LsConnection *connection = g_hash_table_lookup (self->wires, GUINT_TO_POINTER (id));
  g_autofree char *what = NULL;
  const LsComponent *components[2];
  const LsVariable *variables[2];

  g_return_val_if_fail (connection != NULL, FALSE);
  what = ls_model_describe_connection (self, connection);
  if (!isfinite (factor) || !isfinite (offset))
    g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("%s: factor and offset have to be numbers"),
                 what);
  else if (factor == 0.0)
    g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                 _ ("%s: a factor of 0 passes nothing on; remove the wire instead"), what);
  else if ((factor != 1.0 || offset != 0.0)
           && ls_connection_find_ends (self, connection, components, variables)
           && !is_number (variables[0]->type))
    g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("%s: %s values have no factor and no offset"),
                 what, ls_type_name (variables[0]->type));
  else
    {
      connection->factor = factor;
      connection->offset = offset;
      g_clear_pointer (&connection->map, g_array_unref);
      g_clear_pointer (&connection->transformation, g_free);
      return TRUE;
    }
  return FALSE;
}

void
ls_model_set_connection_keep_units (LsModel *self, guint id, gboolean keep_units)
{
  LsConnection *connection = g_hash_table_lookup (self->wires, GUINT_TO_POINTER (id));

  g_return_if_fail (connection != NULL);
  connection->keep_units = keep_units;
}

/* FMI 2.0, 2.2.2: value in base units = factor × value + offset. */
static void
get_conversion (const LsComponent *const components[2],
                const LsVariable *const variables[2],
                double *factor,
                double *offset)
{
  const LsUnit *u, *v;

  *factor = 1.0;
  *offset = 0.0;
  if (ls_units_compare (components[0], variables[0], components[1], variables[1])
      != LS_UNITS_SCALED)
    return;
  u = ls_component_get_unit (components[0], variables[0]);
  v = ls_component_get_unit (components[1], variables[1]);
  if (v->factor == 0.0 || !isfinite (u->factor / v->factor) || u->factor == 0.0)
    return;
  *factor = u->factor / v->factor;
  *offset = (u->offset - v->offset) / v->factor;
}

void
ls_model_get_unit_conversion (const LsModel *self,
                              guint from,
                              const char *output,
                              guint to,
                              const char *input,
                              double *factor,
                              double *offset)
{
  const LsConnection key
      = { .from = from, .output = (char *)output, .to = to, .input = (char *)input };
  const LsComponent *components[2];
  const LsVariable *variables[2];

  g_return_if_fail (self != NULL && output != NULL && input != NULL);
  *factor = 1.0;
  *offset = 0.0;
  if (ls_connection_find_ends (self, &key, components, variables))
    get_conversion (components, variables, factor, offset);
}

void
ls_model_get_connection_transform (const LsModel *self,
                                   const LsConnection *connection,
                                   double *factor,
                                   double *offset)
{
  *factor = 1.0;
  *offset = 0.0;
  g_return_if_fail (self != NULL && connection != NULL);
  if (!connection->keep_units)
    ls_model_get_unit_conversion (self, connection->from, connection->output, connection->to,
                                  connection->input, factor, offset);
  *offset = connection->factor * *offset + connection->offset;
  *factor *= connection->factor;
}

double
ls_convert_value (
    double value, LsType type, double factor, double offset, const LsMapEntry *entries, guint n)
{
  for (guint i = 0; i < n; i++)
    if (entries[i].source == value)
      return entries[i].target;
  value = factor * value + offset;
  return type == LS_TYPE_REAL ? value : CLAMP (round (value), G_MININT32, G_MAXINT32);
}

static void
append_linear (GString *text, double factor, double offset)
{
  char number[LS_NUMBER_SIZE];

  if (factor != 1.0)
    g_string_append_printf (text, _ ("times %s"), ls_number_show (factor, 6, number));
  if (factor != 1.0 && offset != 0.0)
    g_string_append_c (text, ' ');
  if (offset != 0.0)
    g_string_append_printf (text, offset < 0.0 ? _ ("minus %s") : _ ("plus %s"),
                            ls_number_show (fabs (offset), 6, number));
}

/* Integers and Enumerations have the same values. */
static gboolean
changes_type (const LsVariable *const variables[2])
{
  return variables[0]->type != variables[1]->type && ls_types_fit (variables[0], variables[1])
         && (variables[1]->type == LS_TYPE_REAL || variables[0]->type == LS_TYPE_BOOLEAN);
}

char *
ls_model_describe_transform (const LsModel *self, const LsConnection *connection)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const LsComponent *components[2];
  const LsVariable *variables[2];
  double factor = 1.0, offset = 0.0;
  gboolean known;

  g_return_val_if_fail (self != NULL && connection != NULL, NULL);
  if (connection->transformation != NULL)
    return g_strdup (connection->transformation);
  known = ls_connection_find_ends (self, connection, components, variables);
  if (known && !connection->keep_units)
    get_conversion (components, variables, &factor, &offset);
  if (known && changes_type (variables))
    g_string_append_printf (text, _ ("converted from %s to %s"), ls_type_name (variables[0]->type),
                            ls_type_name (variables[1]->type));
  if (factor != 1.0 || offset != 0.0)
    {
      g_string_append_printf (text, _ ("converted from %s to %s: "), variables[0]->unit_name,
                              variables[1]->unit_name);
      append_linear (text, factor, offset);
    }
  if (text->len > 0
      && (connection->map != NULL || connection->factor != 1.0 || connection->offset != 0.0))
    g_string_append (text, _ (", then "));
  if (connection->map != NULL)
    g_string_append_printf (text, _ ("by a table of %u values"), connection->map->len);
  else
    append_linear (text, connection->factor, connection->offset);
  return text->len > 0 ? g_strdup (text->str) : NULL;
}
