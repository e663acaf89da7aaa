/* Checks of a model: default times, remarks, errors that prevent a run. */
#include "core/model/model-impl.h"

#include "core/check/check.h"
#include "core/model/pace.h"
#include "core/model/terminal-wires.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const LsDefaultExperiment *
get_default_experiment (const LsComponent *component)
{
  return component->fmu != NULL ? &ls_fmu_get_description (component->fmu)->experiment : NULL;
}

double
ls_model_get_default_stop_time (const LsModel *self, char **origin)
{
  const LsComponent *owner = NULL;
  double stop = 1.0;

  g_return_val_if_fail (self != NULL, 1.0);
  for (guint i = 0; i < self->components->len; i++)
    {
      const LsComponent *component = self->components->pdata[i];
      const LsDefaultExperiment *experiment = get_default_experiment (component);

      if (experiment == NULL || !experiment->has_stop_time || !isfinite (experiment->stop_time)
          || (owner != NULL && experiment->stop_time <= stop))
        continue;
      stop = experiment->stop_time;
      owner = component;
    }
  if (origin != NULL)
    *origin = owner != NULL ? g_strdup (owner->name) : NULL;
  return stop;
}

double
ls_model_get_default_step_size (const LsModel *self, char **origin)
{
  const LsComponent *owner = NULL;
  double step = 0.0, stop;

  g_return_val_if_fail (self != NULL, 1e-3);
  if (self->suggested_step > 0.0)
    {
      if (origin != NULL)
        *origin = g_strdup (self->suggested_by);
      return self->suggested_step;
    }
  for (guint i = 0; i < self->components->len; i++)
    {
      const LsComponent *component = self->components->pdata[i];
      const LsDefaultExperiment *experiment = get_default_experiment (component);

      if (experiment == NULL || !experiment->has_step_size || !(experiment->step_size > 0.0)
          || !isfinite (experiment->step_size) || (owner != NULL && experiment->step_size >= step))
        continue;
      step = experiment->step_size;
      owner = component;
    }
  if (origin != NULL)
    *origin = owner != NULL ? g_strdup (owner->name) : NULL;
  if (owner != NULL)
    return step;
  stop = isfinite (self->experiment->stop_time) ? self->experiment->stop_time
                                                : ls_model_get_default_stop_time (self, NULL);
  stop -= self->experiment->start_time;
  return stop > 0.0 ? stop / 1000.0 : 1e-3;
}

/* @error: whether it prevents a run */
static void G_GNUC_PRINTF (4, 5)
    remark (GPtrArray *remarks, guint line, gboolean error, const char *format, ...)
{
  LsRemark *self = g_new0 (LsRemark, 1);
  va_list arguments;

  self->line = line;
  self->error = error;
  va_start (arguments, format);
  self->text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_ptr_array_add (remarks, self);
}

static void
remark_inputs (const LsModel *self, const LsComponent *component, GPtrArray *remarks)
{
  g_autoptr (GPtrArray) inputs = ls_component_list_inputs (component);

  for (guint i = 0; i < inputs->len; i++)
    {
      const LsVariable *input = inputs->pdata[i];
      const char *value;

      if (ls_model_find_source (self, component->id, input->name) != NULL)
        continue;
      if (input->clock != NULL)
        {
          remark (remarks, component->line, FALSE,
                  _ ("Nothing ticks the Clock %s.%s: what belongs to it never happens"),
                  component->name, input->name);
          continue;
        }
      value = ls_model_get_value (self, component->id, input->name);
      if (value != NULL)
        remark (remarks, component->line, FALSE,
                _ ("%s.%s is not connected; it holds its start value %s"), component->name,
                input->name, value);
      else
        remark (remarks, component->line, FALSE,
                _ ("%s.%s is not connected and has no start value"), component->name, input->name);
    }
}

/* Finds an invalid value (the FMU may differ from the one it was set for). */
static gboolean
check_values (const LsComponent *component, GError **error)
{
  GHashTableIter iter;
  gpointer name, value;

  if (component->fmu == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, component->values);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      const LsVariable *variable = ls_component_find_variable (component, name);

      if (variable == NULL)
        {
          g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                       _ ("%s has no variable “%s”, for which the model has a value"),
                       component->name, (const char *)name);
          return FALSE;
        }
      if (!ls_component_check_value (component, variable, value, error))
        {
          g_prefix_error (error, "%s.%s: ", component->name, (const char *)name);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
lacks_values (const LsComponent *component, const LsDescription *description, const LsArray *array)
{
  const LsVariable *elements = &description->variables[array->first];

  if (!array->is_resized || array->n == 0 || !ls_variable_is_settable (elements)
      || elements->start != NULL)
    return FALSE;
  for (guint i = 0; i < array->n; i++)
    if (!g_hash_table_contains (component->values, elements[i].name))
      return TRUE;
  return FALSE;
}

/* The start values of the file do not count for arrays of another size. */
static void
remark_arrays (const LsComponent *component, GPtrArray *remarks)
{
  const LsDescription *description
      = component->fmu != NULL ? ls_fmu_get_description (component->fmu) : NULL;

  for (guint i = 0; description != NULL && i < description->n_arrays; i++)
    if (lacks_values (component, description, &description->arrays[i]))
      remark (remarks, component->line, FALSE,
              _ ("%s.%s has another size than in the FMU, so the FMU's start values do not count: "
                 "elements without a value are what the FMU makes of them"),
              component->name, description->arrays[i].name);
}

static void
remark_component (const LsModel *self, const LsComponent *component, GPtrArray *remarks)
{
  g_autoptr (GError) error = NULL;
  LsPace pace;

  if (component->problem != NULL)
    remark (remarks, component->line, component->fmu == NULL, "%s: %s", component->name,
            component->problem);
  if (component->fmu != NULL && ls_check_get_violation (component->fmu) != NULL)
    remark (remarks, component->line, FALSE, "%s: %s", component->name,
            ls_check_get_violation (component->fmu));
  if (!check_values (component, &error))
    remark (remarks, component->line, TRUE, "%s", error->message);
  g_clear_error (&error);
  if (!ls_component_check_implementation (component, component->implementation, &error))
    remark (remarks, component->line, TRUE, "%s", error->message);
  g_clear_error (&error);
  if (!ls_component_get_pace (component, &pace, &error))
    remark (remarks, component->line, TRUE, "%s", error->message);
  remark_inputs (self, component, remarks);
  remark_arrays (component, remarks);
}

/* A Real without a format of its own is one of 64 bits. */
static void
remark_rounding (const LsModel *self, const LsConnection *connection, GPtrArray *remarks)
{
  g_autofree char *what = ls_model_describe_connection (self, connection);
  const LsComponent *components[2];
  const LsVariable *variables[2];

  if (ls_connection_find_ends (self, connection, components, variables)
      && variables[0]->type == LS_TYPE_REAL && variables[0]->format != LS_FORMAT_FLOAT32
      && variables[1]->type == LS_TYPE_REAL && variables[1]->format == LS_FORMAT_FLOAT32)
    remark (remarks, connection->line, FALSE,
            _ ("%s: values are rounded to Float32, about 7 digits"), what);
}

static void
remark_units (const LsModel *self, const LsConnection *connection, GPtrArray *remarks)
{
  g_autofree char *what = ls_model_describe_connection (self, connection);
  const LsComponent *components[2];
  const LsVariable *variables[2];
  const char *from, *to;

  if (!ls_connection_find_ends (self, connection, components, variables))
    return;
  from = variables[0]->unit_name;
  to = variables[1]->unit_name;
  switch (ls_units_compare (components[0], variables[0], components[1], variables[1]))
    {
    case LS_UNITS_UNKNOWN:
      remark (remarks, connection->line, FALSE,
              _ ("%s: the units %s and %s cannot be compared, as one of them is not defined; "
                 "values are passed unchanged"),
              what, from, to);
      break;
    case LS_UNITS_SCALED:
      if (connection->keep_units)
        remark (remarks, connection->line, FALSE,
                _ ("%s: the output is in %s, the input in %s; values are passed unconverted, as "
                   "set in the model"),
                what, from, to);
      break;
    case LS_UNITS_DIFFERENT:
      remark (remarks, connection->line, FALSE,
              _ ("%s: the units %s and %s measure different things; values are passed unconverted"),
              what, from, to);
      break;
    case LS_UNITS_SAME:
    default:
      break;
    }
}

/* Finds errors of a connection that prevent a run. */
static gboolean
check_connection (const LsModel *self, const LsConnection *connection, GError **error)
{
  g_autofree char *what = ls_model_describe_connection (self, connection);
  const LsComponent *components[2];
  const LsVariable *variables[2];

  if (!ls_connection_find_ends (self, connection, components, variables))
    g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("%s: there is no such variable"), what);
  else if (!ls_variables_fit (variables[0], variables[1]))
    g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("%s: these are not an output and an input"),
                 what);
  else if (!ls_types_fit (variables[0], variables[1]))
    g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("%s: the types differ (%s and %s)"), what,
                 ls_variable_type_name (variables[0]), ls_variable_type_name (variables[1]));
  else if (connection->transformation != NULL)
    g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                 _ ("%s: the connection transforms its values (%s), which Lockstep does not "
                    "support; set a factor and an offset, or draw the wire anew"),
                 what, connection->transformation);
  else if (!isfinite (connection->factor) || connection->factor == 0.0
           || !isfinite (connection->offset))
    g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("%s: the factor and the offset are invalid"),
                 what);
  else
    return TRUE;
  return FALSE;
}

static void
remark_terminals (const LsModel *self, GPtrArray *remarks)
{
  g_autoptr (GPtrArray) texts = ls_model_list_terminal_remarks (self);

  for (guint i = 0; i < texts->len; i++)
    remark (remarks, 0, FALSE, "%s", (const char *)texts->pdata[i]);
}

static void
remark_signal (const LsModel *self, const char *signal, GPtrArray *remarks)
{
  g_autoptr (GError) error = NULL;

  if (!ls_model_find_signal (self, signal, NULL, NULL, &error))
    remark (remarks, 0, FALSE, _ ("To be shown, but missing: %s"), error->message);
}

static void
remark_experiment (const LsModel *self, GPtrArray *remarks)
{
  const LsExperiment *experiment = self->experiment;

  for (guint i = 0; i < experiment->signals->len; i++)
    remark_signal (self, experiment->signals->pdata[i], remarks);
  for (guint i = 0; i < experiment->changes->len; i++)
    remark_signal (self, ((const LsTimedChange *)experiment->changes->pdata[i])->signal, remarks);
  for (guint i = 0; i < experiment->orbits->len; i++)
    {
      const LsOrbitChoice *orbit = experiment->orbits->pdata[i];

      remark_signal (self, orbit->x, remarks);
      remark_signal (self, orbit->y, remarks);
    }
}

const GPtrArray *
ls_model_get_notes (const LsModel *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->notes;
}

GPtrArray *
ls_model_list_left_out (const LsModel *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  const GPtrArray *notes = ls_model_get_notes (self);
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < notes->len; i++)
    {
      const LsRemark *note = notes->pdata[i];

      if (note->error && !note->schema)
        g_ptr_array_add (list, notes->pdata[i]);
    }
  return list;
}

GPtrArray *
ls_model_list_problems (const LsModel *self)
{
  GPtrArray *remarks;

  g_return_val_if_fail (self != NULL, NULL);
  remarks = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_remark_free);
  for (guint i = 0; i < self->notes->len; i++)
    g_ptr_array_add (remarks, ls_remark_copy (self->notes->pdata[i]));
  for (guint i = 0; i < self->components->len; i++)
    remark_component (self, self->components->pdata[i], remarks);
  for (guint i = 0; i < self->connections->len; i++)
    {
      const LsConnection *connection = self->connections->pdata[i];
      g_autoptr (GError) error = NULL;

      if (!check_connection (self, connection, &error))
        remark (remarks, connection->line, TRUE, "%s", error->message);
      remark_units (self, connection, remarks);
      remark_rounding (self, connection, remarks);
    }
  remark_terminals (self, remarks);
  remark_experiment (self, remarks);
  return remarks;
}

/* Returns: (transfer full): one sentence for all schema violations. */
static char *
describe_structure (const LsRemark *first, guint n)
{
  g_autofree char *place
      = first->line > 0 ? g_strdup_printf (_ ("line %u, "), first->line) : g_strdup ("");

  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "The file has %u violation of the SSP schema: %s%s",
                   "The file has %u violations of the SSP schema, first: %s%s", n),
      n, place, first->text);
}

GPtrArray *
ls_model_list_remarks (const LsModel *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autoptr (GPtrArray) problems = ls_model_list_problems (self);
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  const LsRemark *first = NULL;
  guint n = 0;

  for (guint i = 0; problems != NULL && i < problems->len; i++)
    {
      const LsRemark *problem = problems->pdata[i];

      /* There may be thousands of schema violations, which are not relevant for runs. */
      if (problem->schema)
        {
          first = first != NULL ? first : problem;
          n++;
        }
      else
        g_ptr_array_add (texts, g_strdup (problem->text));
    }
  if (n > 0)
    g_ptr_array_add (texts, describe_structure (first, n));
  return texts;
}

gboolean
ls_model_check (const LsModel *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);
  if (self->components->len == 0)
    {
      g_set_error_literal (error, LS_ERROR, LS_ERROR_MODEL,
                           _ ("The model is empty: place an FMU first"));
      return FALSE;
    }
  for (guint i = 0; i < self->components->len; i++)
    {
      const LsComponent *component = self->components->pdata[i];
      LsPace pace;

      if (component->fmu == NULL)
        {
          g_set_error (error, LS_ERROR, LS_ERROR_MODEL, "%s: %s", component->name,
                       component->problem != NULL ? component->problem : _ ("there is no FMU"));
          return FALSE;
        }
      if (!check_values (component, error)
          || !ls_component_check_implementation (component, component->implementation, error)
          || !ls_component_get_pace (component, &pace, error))
        return FALSE;
    }
  for (guint i = 0; i < self->connections->len; i++)
    if (!check_connection (self, self->connections->pdata[i], error))
      return FALSE;
  return TRUE;
}
