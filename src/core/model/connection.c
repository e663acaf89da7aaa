/* Connections: compatibility of outputs and inputs. */
#include "core/model/model-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

const LsConnection *
ls_model_find_source (const LsModel *self, guint to, const char *input)
{
  LsConnection key = { .to = to, .input = (char *)input };

  g_return_val_if_fail (input != NULL, NULL);
  return g_hash_table_lookup (self->fed, &key);
}

char *
ls_model_describe_connection (const LsModel *self, const LsConnection *connection)
{
  g_return_val_if_fail (self != NULL && connection != NULL, NULL);

  const LsComponent *from = ls_model_find_component (self, connection->from);
  const LsComponent *to = ls_model_find_component (self, connection->to);

  return g_strdup_printf ("%s.%s → %s.%s", from != NULL ? from->name : "?", connection->output,
                          to != NULL ? to->name : "?", connection->input);
}

/* A Boolean is converted to an Integer of 0 or 1, and both to Reals (SSP 1.0); no other types are
 * converted. */
gboolean
ls_types_fit (const LsVariable *output, const LsVariable *input)
{
  const LsType to = input->type;

  if ((output->format == LS_FORMAT_BINARY) != (input->format == LS_FORMAT_BINARY)
      || (output->clock == NULL) != (input->clock == NULL))
    return FALSE;
  if (output->type == to)
    return TRUE;
  switch (output->type)
    {
    case LS_TYPE_BOOLEAN:
      return to == LS_TYPE_INTEGER || to == LS_TYPE_REAL;
    case LS_TYPE_INTEGER:
      return to == LS_TYPE_ENUMERATION || to == LS_TYPE_REAL;
    case LS_TYPE_ENUMERATION:
      return to == LS_TYPE_INTEGER || to == LS_TYPE_REAL;
    case LS_TYPE_REAL:
    case LS_TYPE_STRING:
    default:
      return FALSE;
    }
}

static gboolean
nearly_equal (double a, double b)
{
  /* Factors in files have rounded digits. */
  return fabs (a - b) <= 1e-9 * MAX (fabs (a), fabs (b));
}

LsUnitsRelation
ls_units_compare (const LsComponent *a,
                  const LsVariable *x,
                  const LsComponent *b,
                  const LsVariable *y)
{
  const LsUnit *u = ls_component_get_unit (a, x);
  const LsUnit *v = ls_component_get_unit (b, y);

  if (x->type != LS_TYPE_REAL || y->type != LS_TYPE_REAL || x->unit_name == NULL
      || y->unit_name == NULL)
    return LS_UNITS_SAME;
  if (u == NULL || v == NULL || !u->has_base || !v->has_base)
    return g_str_equal (x->unit_name, y->unit_name) ? LS_UNITS_SAME : LS_UNITS_UNKNOWN;
  if (memcmp (u->exponents, v->exponents, sizeof u->exponents) != 0)
    return LS_UNITS_DIFFERENT;
  return nearly_equal (u->factor, v->factor) && nearly_equal (u->offset, v->offset)
             ? LS_UNITS_SAME
             : LS_UNITS_SCALED;
}

/* "a parameter", for messages */
static const char *
describe_causality (LsCausality causality)
{
  switch (causality)
    {
    case LS_CAUSALITY_PARAMETER:
    case LS_CAUSALITY_CALCULATED_PARAMETER:
      return _ ("a parameter");
    case LS_CAUSALITY_INPUT:
      return _ ("an input");
    case LS_CAUSALITY_OUTPUT:
      return _ ("an output");
    case LS_CAUSALITY_INDEPENDENT:
      return _ ("the time");
    case LS_CAUSALITY_LOCAL:
    default:
      return _ ("a local variable");
    }
}

gboolean
ls_variable_is_source (const LsVariable *variable)
{
  g_return_val_if_fail (variable != NULL, FALSE);

  return variable->causality == LS_CAUSALITY_OUTPUT
         || variable->causality == LS_CAUSALITY_CALCULATED_PARAMETER;
}

gboolean
ls_variables_fit (const LsVariable *output, const LsVariable *input)
{
  g_return_val_if_fail (output != NULL && input != NULL, FALSE);

  return ls_variable_is_source (output)
         && (input->causality == LS_CAUSALITY_INPUT
             || (input->causality == LS_CAUSALITY_PARAMETER
                 && output->causality == LS_CAUSALITY_CALCULATED_PARAMETER));
}

/* Finds component and variable of one end. */
static gboolean
find_end (const LsModel *self,
          guint id,
          const char *name,
          const LsComponent **component,
          const LsVariable **variable,
          GError **error)
{
  *component = ls_model_find_component (self, id);
  if (*component == NULL)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                   _ ("The component of “%s” is not in the model any more"), name);
      return FALSE;
    }
  *variable = ls_component_find_variable (*component, name);
  if (*variable == NULL)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("%s has no variable “%s”"),
                   (*component)->name, name);
      return FALSE;
    }
  return TRUE;
}

/* Parameters are set before the initialisation: only calculated parameters can be connected to them
 * (SSP 1.0, 5.3.3). */
static gboolean
check_kinds (const LsComponent *from,
             const LsVariable *output,
             const LsComponent *to,
             const LsVariable *input,
             GError **error)
{
  if (ls_variables_fit (output, input))
    return TRUE;
  if (!ls_variable_is_source (output))
    g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("%s.%s is %s; drag from an output"),
                 from->name, output->name, describe_causality (output->causality));
  else if (input->causality == LS_CAUSALITY_PARAMETER)
    g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                 _ ("%s.%s is a parameter, which has its value before a run begins; feed it from a "
                    "calculated parameter, not from the output %s.%s"),
                 to->name, input->name, from->name, output->name);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("%s.%s is %s; drop on an input"), to->name,
                 input->name, describe_causality (input->causality));
  return FALSE;
}

static gboolean
check_fit (const LsComponent *from,
           const LsVariable *output,
           const LsComponent *to,
           const LsVariable *input,
           GError **error)
{
  if (!ls_types_fit (output, input))
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                   _ ("%s.%s (%s) cannot feed %s.%s (%s): the types differ"), from->name,
                   output->name, ls_variable_type_name (output), to->name, input->name,
                   ls_variable_type_name (input));
      return FALSE;
    }
  if (ls_units_compare (from, output, to, input) == LS_UNITS_DIFFERENT)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                   _ ("%s.%s (%s) cannot feed %s.%s (%s): the units measure different things"),
                   from->name, output->name, output->unit_name, to->name, input->name,
                   input->unit_name);
      return FALSE;
    }
  return TRUE;
}

gboolean
ls_model_check_connection (const LsModel *self,
                           guint from,
                           const char *output,
                           guint to,
                           const char *input,
                           GError **error)
{
  const LsComponent *source, *target, *feeding;
  const LsVariable *x, *y;
  const LsConnection *present;

  g_return_val_if_fail (self != NULL && output != NULL && input != NULL, FALSE);
  if (!find_end (self, from, output, &source, &x, error)
      || !find_end (self, to, input, &target, &y, error)
      || !check_kinds (source, x, target, y, error))
    return FALSE;
  if ((present = ls_model_find_source (self, to, input)) != NULL)
    {
      feeding = ls_model_find_component (self, present->from);
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                   _ ("%s.%s is fed by %s.%s already; remove that wire first"), target->name, input,
                   feeding->name, present->output);
      return FALSE;
    }
  return check_fit (source, x, target, y, error);
}

LsConnection *
ls_model_make_connection (
    LsModel *self, guint from, const char *output, guint to, const char *input, GError **error)
{
  LsConnection *connection;

  if (!ls_model_check_connection (self, from, output, to, input, error))
    return NULL;
  connection = g_new0 (LsConnection, 1);
  connection->id = ls_model_take_id (self);
  connection->from = from;
  connection->output = g_strdup (output);
  connection->to = to;
  connection->input = g_strdup (input);
  connection->factor = 1.0;
  connection->points = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  return connection;
}

guint
ls_model_connect (
    LsModel *self, guint from, const char *output, guint to, const char *input, GError **error)
{
  LsConnection *connection;

  g_return_val_if_fail (self != NULL, 0);
  connection = ls_model_make_connection (self, from, output, to, input, error);
  if (connection == NULL)
    return 0;
  ls_model_declare_hops (self, connection);
  ls_model_take_connection (self, connection);
  return connection->id;
}

void
ls_model_set_connection_points (LsModel *self, guint id, const LsPoint *points, guint n)
{
  LsConnection *connection = g_hash_table_lookup (self->wires, GUINT_TO_POINTER (id));

  g_return_if_fail (connection != NULL && (n == 0 || points != NULL));
  g_array_set_size (connection->points, 0);
  if (n > 0)
    g_array_append_vals (connection->points, points, n);
}

static gboolean
feeds_something (const LsModel *self, guint component, const char *output)
{
  for (guint i = 0; i < self->connections->len; i++)
    {
      const LsConnection *connection = self->connections->pdata[i];

      if (connection->from == component && g_str_equal (connection->output, output))
        return TRUE;
    }
  return FALSE;
}

/* Appends parameters that are ports because of connections. */
static void
append_parameters (const LsModel *self,
                   const LsComponent *component,
                   LsCausality causality,
                   GPtrArray *list)
{
  guint n;
  const LsVariable *variables = ls_component_get_variables (component, &n);

  for (guint i = 0; i < n; i++)
    if (variables[i].causality == causality
        && (causality == LS_CAUSALITY_PARAMETER
                ? ls_model_find_source (self, component->id, variables[i].name) != NULL
                : feeds_something (self, component->id, variables[i].name)))
      g_ptr_array_add (list, (gpointer)&variables[i]);
}

GPtrArray *
ls_model_list_inputs (const LsModel *self, const LsComponent *component)
{
  GPtrArray *list = ls_component_list_inputs (component);

  g_return_val_if_fail (self != NULL, NULL);
  append_parameters (self, component, LS_CAUSALITY_PARAMETER, list);
  return list;
}

GPtrArray *
ls_model_list_outputs (const LsModel *self, const LsComponent *component)
{
  GPtrArray *list = ls_component_list_outputs (component);

  g_return_val_if_fail (self != NULL, NULL);
  append_parameters (self, component, LS_CAUSALITY_CALCULATED_PARAMETER, list);
  return list;
}

guint
ls_model_count_open_inputs (const LsModel *self)
{
  g_return_val_if_fail (self != NULL, 0);

  guint n = 0;

  for (guint i = 0; i < ls_model_get_n_components (self); i++)
    {
      const LsComponent *component = ls_model_get_component (self, i);
      g_autoptr (GPtrArray) inputs = ls_component_list_inputs (component);

      for (guint j = 0; j < inputs->len; j++)
        {
          const LsVariable *variable = g_ptr_array_index (inputs, j);

          n += variable->causality == LS_CAUSALITY_INPUT
               && ls_model_find_source (self, component->id, variable->name) == NULL;
        }
    }
  return n;
}

GPtrArray *
ls_model_list_settable (const LsModel *self, gboolean (*fits) (const LsVariable *variable))
{
  g_return_val_if_fail (self != NULL && fits != NULL, NULL);

  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->components->len; i++)
    {
      const LsComponent *component = self->components->pdata[i];
      g_autoptr (GPtrArray) variables = ls_component_list_settable (component);

      for (guint k = 0; k < variables->len; k++)
        {
          const LsVariable *variable = variables->pdata[k];

          if (fits (variable) && ls_model_find_source (self, component->id, variable->name) == NULL)
            g_ptr_array_add (names, g_strdup_printf ("%s.%s", component->name, variable->name));
        }
    }
  return names;
}
