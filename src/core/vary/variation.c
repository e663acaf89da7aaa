#include "core/vary/variation.h"

#include "core/base/number.h"
#include "core/record/trace-writer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

void
ls_variation_free (LsVariation *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; self->messages != NULL && i < self->sample->n_rows; i++)
    g_free (self->messages[i]);
  g_free (self->messages);
  g_free (self->states);
  g_free (self->results);
  g_clear_pointer (&self->sample, ls_sample_free);
  g_clear_pointer (&self->parameters, g_ptr_array_unref);
  g_clear_pointer (&self->measures, g_ptr_array_unref);
  g_strfreev (self->settings.signals);
  g_free (self->checksum);
  g_free (self->traces);
  g_free (self);
}

static gboolean
resolve_parameters (LsVariation *self, guint first, GError **error)
{
  for (guint i = first; i < self->parameters->len; i++)
    if (!ls_varied_resolve (self->parameters->pdata[i], self->settings.model, error))
      return FALSE;
  return TRUE;
}

static void
add_default_measures (LsVariation *self)
{
  g_auto (GStrv) signals = ls_model_list_output_signals (self->settings.model);

  for (guint i = 0; signals[i] != NULL; i++)
    {
      g_autofree char *text = g_strdup_printf ("final(%s)", signals[i]);
      LsRunMeasure *measure = ls_run_measure_parse (text, NULL);

      if (measure != NULL)
        g_ptr_array_add (self->measures, measure);
    }
}

/* Whether no column before the measure has its name: tables and JSON find numbers by it. */
static gboolean
check_name (const LsVariation *self, guint measure, GError **error)
{
  static const char *const columns[] = { "row", "state", "message", "checksum", NULL };
  const char *name = ((const LsRunMeasure *)self->measures->pdata[measure])->name;
  gboolean taken = g_strv_contains (columns, name);

  for (guint i = 0; i < self->parameters->len; i++)
    taken |= strcmp (name, ((const LsVaried *)self->parameters->pdata[i])->name) == 0;
  for (guint i = 0; i < measure; i++)
    taken |= strcmp (name, ((const LsRunMeasure *)self->measures->pdata[i])->name) == 0;
  return !taken
         || ls_fail (error, LS_ERROR_ARGUMENT,
                     _ ("two columns would be called “%s”: give the measure another name, "
                        "NAME=MEASURE(SIGNAL)"),
                     name);
}

static gboolean
resolve_measures (LsVariation *self, GError **error)
{
  g_autoptr (GPtrArray) signals = g_ptr_array_new ();

  for (guint i = 0; i < self->measures->len; i++)
    {
      LsRunMeasure *measure = self->measures->pdata[i];

      if (!ls_run_measure_resolve (measure, self->settings.model, error)
          || !check_name (self, i, error))
        return FALSE;
      if (!g_ptr_array_find_with_equal_func (signals, measure->signal, g_str_equal, NULL))
        g_ptr_array_add (signals, measure->signal);
    }
  g_ptr_array_add (signals, NULL);
  self->settings.signals = g_strdupv ((char **)signals->pdata);
  return TRUE;
}

/* ---- Checksum ----------------------------------------------------------------------------- */

static void
add_text (GChecksum *sum, const char *text)
{
  g_checksum_update (sum, (const guchar *)text, (gssize)strlen (text) + 1);
}

static void
add_number (GChecksum *sum, double value)
{
  char text[LS_NUMBER_SIZE];

  add_text (sum, ls_number_format (value, text));
}

static gboolean
is_varied (const GPtrArray *parameters, const LsComponent *component, const char *variable)
{
  const gsize length = strlen (component->name);

  for (guint i = 0; i < parameters->len; i++)
    {
      const char *name = ((const LsVaried *)parameters->pdata[i])->name;

      if (strncmp (name, component->name, length) == 0 && name[length] == '.'
          && strcmp (name + length + 1, variable) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Of what the runs do not vary: the others get their values from the sample. */
static void
add_values (GChecksum *sum, const LsComponent *component, const GPtrArray *parameters)
{
  g_autoptr (GList) names
      = g_list_sort (g_hash_table_get_keys (component->values), (GCompareFunc)strcmp);

  for (GList *i = names; i != NULL; i = i->next)
    {
      if (is_varied (parameters, component, i->data))
        continue;
      add_text (sum, i->data);
      add_text (sum, g_hash_table_lookup (component->values, i->data));
    }
}

/* What the component is: the FMU by its GUID, which its tool changes with the model. */
static void
add_component (GChecksum *sum, const LsComponent *component, const GPtrArray *parameters)
{
  add_text (sum, component->name);
  add_text (sum, component->fmu != NULL ? ls_fmu_get_description (component->fmu)->guid : "");
  add_text (sum, component->solver != NULL ? component->solver : "");
  for (guint i = 0; component->without != NULL && component->without[i] != NULL; i++)
    add_text (sum, component->without[i]);
  add_values (sum, component, parameters);
}

static void
add_connection (GChecksum *sum, const LsConnection *connection)
{
  add_number (sum, connection->from);
  add_text (sum, connection->output);
  add_number (sum, connection->to);
  add_text (sum, connection->input);
  add_number (sum, connection->factor);
  add_number (sum, connection->offset);
}

static char *
make_checksum (const LsVariation *self)
{
  const LsRunSettings *settings = &self->settings;
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *method = ls_method_choice_to_text (settings->choice);
  const double numbers[]
      = { settings->start_time, settings->stop_time, settings->step_size, settings->tolerance };

  for (guint i = 0; i < ls_model_get_n_components (settings->model); i++)
    add_component (sum, ls_model_get_component (settings->model, i), self->parameters);
  for (guint i = 0; i < ls_model_get_n_connections (settings->model); i++)
    add_connection (sum, ls_model_get_connection (settings->model, i));
  add_text (sum, method);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    add_number (sum, numbers[i]);
  return g_strndup (g_checksum_get_string (sum), 12);
}

LsVariation *
ls_variation_new (const LsRunSettings *settings,
                  GPtrArray *parameters,
                  GPtrArray *measures,
                  const char *sample,
                  gulong seed,
                  GError **error)
{
  g_return_val_if_fail (settings != NULL, NULL);
  g_return_val_if_fail (parameters != NULL, NULL);
  g_return_val_if_fail (measures != NULL, NULL);

  g_autoptr (LsVariation) self = g_new0 (LsVariation, 1);
  const guint n_given = parameters->len;

  self->settings = *settings;
  self->settings.parameters = self->parameters = parameters;
  self->measures = measures;
  if (!ls_run_settings_check (settings, error) || !resolve_parameters (self, 0, error))
    return NULL;
  self->sample = ls_sample_new (sample, parameters, seed, error);
  if (self->sample == NULL || !resolve_parameters (self, n_given, error))
    return NULL;
  if (measures->len == 0)
    add_default_measures (self);
  if (!resolve_measures (self, error))
    return NULL;
  self->states = g_new0 (LsRowState, self->sample->n_rows);
  self->messages = g_new0 (char *, self->sample->n_rows);
  self->results = g_new (double, (gsize)self->sample->n_rows * measures->len);
  for (gsize i = 0; i < (gsize)self->sample->n_rows * measures->len; i++)
    self->results[i] = NAN;
  self->checksum = make_checksum (self);
  return g_steal_pointer (&self);
}

guint
ls_variation_count (const LsVariation *self, LsRowState state)
{
  g_return_val_if_fail (self != NULL, 0);

  guint n = 0;

  for (guint i = 0; i < self->sample->n_rows; i++)
    n += self->states[i] == state;
  return n;
}

double *
ls_variation_list_results (const LsVariation *self, guint measure)
{
  g_return_val_if_fail (self != NULL && measure < self->measures->len, NULL);

  double *values = g_new (double, self->sample->n_rows);

  for (guint i = 0; i < self->sample->n_rows; i++)
    values[i] = self->results[(gsize)i * self->measures->len + measure];
  return values;
}

void
ls_variation_cancel (LsVariation *self)
{
  g_return_if_fail (self != NULL);
  g_atomic_int_set (&self->cancelled, 1);
}

/* ---- Execution ---------------------------------------------------------------------------- */

typedef struct
{
  LsVariation *self;
  LsVariationFunc done;
  gpointer user_data;
  GError *error;
} Execution;

static const double *
get_values (guint row, gpointer user_data)
{
  return ls_sample_get_row (((Execution *)user_data)->self->sample, row);
}

static gboolean
evaluate (guint row, LsTrace *trace, double numbers[], gpointer user_data, GError **error)
{
  const LsVariation *self = ((Execution *)user_data)->self;

  for (guint i = 0; i < self->measures->len; i++)
    numbers[i] = ls_run_measure_evaluate (self->measures->pdata[i], trace);
  if (self->traces != NULL)
    {
      g_autofree char *name = g_strdup_printf ("run-%06u.csv", row);
      g_autofree char *path = g_build_filename (self->traces, name, NULL);

      return ls_trace_write (trace, path, error);
    }
  return TRUE;
}

static void
take_row (guint row, const double numbers[], const char *message, gpointer user_data)
{
  Execution *execution = user_data;
  LsVariation *self = execution->self;

  g_free (self->messages[row]);
  self->messages[row] = g_strdup (message);
  self->states[row] = numbers != NULL ? LS_ROW_DONE : LS_ROW_FAILED;
  if (numbers != NULL)
    memcpy (self->results + (gsize)row * self->measures->len, numbers,
            self->measures->len * sizeof *numbers);
  if (execution->error == NULL && execution->done != NULL
      && !execution->done (self, row, execution->user_data, &execution->error))
    ls_variation_cancel (self);
}

gboolean
ls_variation_execute (LsVariation *self,
                      guint index,
                      guint of,
                      gboolean retry,
                      guint n_jobs,
                      LsVariationFunc done,
                      gpointer user_data,
                      GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  static const LsRunPoolFuncs funcs
      = { .get_values = get_values, .evaluate = evaluate, .done = take_row };
  Execution execution = { .self = self, .done = done, .user_data = user_data };
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean complete;

  self->settings.folder = self->traces;
  for (guint i = index; i < self->sample->n_rows; i += of)
    if (self->states[i] == LS_ROW_OPEN || (retry && self->states[i] == LS_ROW_FAILED))
      g_array_append_val (rows, i);
  complete = ls_run_pool_execute (&self->settings, (const guint *)rows->data, rows->len,
                                  self->measures->len, n_jobs, &funcs, &self->cancelled, &execution,
                                  execution.error == NULL ? error : NULL);
  if (execution.error == NULL)
    return complete;
  g_clear_error (error);
  g_propagate_error (error, execution.error);
  return FALSE;
}
