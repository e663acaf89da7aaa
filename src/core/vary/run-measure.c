#include "core/vary/run-measure.h"

#include "core/base/number.h"
#include "core/base/suggest.h"
#include "core/foreign/import.h"
#include "core/vary/trace-value.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* ---- Kinds -------------------------------------------------------------------------------- */

static double
get (const LsRunMeasureInput *input, gsize row)
{
  return ls_trace_get (input->trace, input->column, row);
}

static double
find_extreme (const LsRunMeasureInput *input, double sign)
{
  double extreme = -INFINITY;

  for (gsize i = 0; i < ls_trace_get_n_rows (input->trace); i++)
    {
      if (!isfinite (get (input, i)))
        return NAN;
      extreme = MAX (extreme, sign * get (input, i));
    }
  return isfinite (extreme) ? sign * extreme : NAN;
}

static double
find_min (const LsRunMeasureInput *input)
{
  return find_extreme (input, -1);
}

static double
find_max (const LsRunMeasureInput *input)
{
  return find_extreme (input, 1);
}

/* Integral over time of the signal or its square, linear between rows, over the duration. */
static double
average (const LsRunMeasureInput *input, gboolean square)
{
  const gsize n = ls_trace_get_n_rows (input->trace);
  double sum = 0;

  for (gsize i = 0; i + 1 < n; i++)
    {
      const double a = get (input, i), b = get (input, i + 1);
      const double h
          = ls_trace_get_elapsed (input->trace, i + 1) - ls_trace_get_elapsed (input->trace, i);

      sum += h * (square ? (a * a + a * b + b * b) / 3 : (a + b) / 2);
    }
  return n < 2 ? NAN
               : sum
                     / (ls_trace_get_elapsed (input->trace, n - 1)
                        - ls_trace_get_elapsed (input->trace, 0));
}

static double
find_mean (const LsRunMeasureInput *input)
{
  return average (input, FALSE);
}

static double
find_rms (const LsRunMeasureInput *input)
{
  return sqrt (average (input, TRUE));
}

static double
find_final (const LsRunMeasureInput *input)
{
  const gsize n = ls_trace_get_n_rows (input->trace);

  return n > 0 ? get (input, n - 1) : NAN;
}

/* The first time at the level, linear between rows. */
static double
find_crossing (const LsRunMeasureInput *input)
{
  for (gsize i = 0; i + 1 < ls_trace_get_n_rows (input->trace); i++)
    {
      const double a = get (input, i) - input->level, b = get (input, i + 1) - input->level;
      const double t0 = ls_trace_get (input->trace, 0, i),
                   t1 = ls_trace_get (input->trace, 0, i + 1);

      if (a == 0)
        return t0;
      if ((a < 0) != (b < 0))
        return t0 + (t1 - t0) * a / (a - b);
    }
  return NAN;
}

/* Root mean square of the difference from the data, at the times of the data within the run. */
static double
find_norm (const LsRunMeasureInput *input)
{
  const gsize n_rows = ls_trace_get_n_rows (input->trace);
  double sum = 0;
  gsize n = 0;

  for (gsize i = 0; i < ls_trace_get_n_rows (input->data); i++)
    {
      const double time = ls_trace_get (input->data, 0, i);
      const double y = ls_trace_interpolate (input->trace, input->column, time);

      if (n_rows == 0 || time < ls_trace_get (input->trace, 0, 0)
          || time > ls_trace_get (input->trace, 0, n_rows - 1))
        continue;
      sum += pow (y - ls_trace_get (input->data, 1, i), 2);
      n++;
    }
  return n > 0 ? sqrt (sum / (double)n) : NAN;
}

#define KIND(id_, summary_, argument_, evaluate_)                                                  \
  &(const LsRunMeasureKind){ .item = { .id = id_, .name = id_, .summary = summary_ },              \
                             .argument = argument_,                                                \
                             .evaluate = evaluate_ }                                               \
       .item

LsItemList ls_run_measure_kinds = {
  KIND ("min", N_ ("Least value: min(SIGNAL)"), LS_MEASURE_PLAIN, find_min),
  KIND ("max", N_ ("Greatest value: max(SIGNAL)"), LS_MEASURE_PLAIN, find_max),
  KIND ("mean", N_ ("Mean over time: mean(SIGNAL)"), LS_MEASURE_PLAIN, find_mean),
  KIND ("rms", N_ ("Root mean square over time: rms(SIGNAL)"), LS_MEASURE_PLAIN, find_rms),
  KIND ("final", N_ ("Last value: final(SIGNAL)"), LS_MEASURE_PLAIN, find_final),
  KIND ("crossing",
        N_ ("First time at a level, s: crossing(SIGNAL, LEVEL)"),
        LS_MEASURE_LEVEL,
        find_crossing),
  KIND ("norm",
        N_ ("Root mean square difference from a file: norm(SIGNAL, FILE)"),
        LS_MEASURE_FILE,
        find_norm),
  NULL,
};

/* ---- Text --------------------------------------------------------------------------------- */

void
ls_run_measure_free (LsRunMeasure *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->signal);
  g_free (self->file);
  g_clear_pointer (&self->data, ls_trace_unref);
  g_free (self);
}

/* The name before "=", if that is in front of the parenthesis. */
static const char *
take_name (LsRunMeasure *self, const char *text)
{
  const char *equals = strchr (text, '=');
  const char *open = strchr (text, '(');

  if (equals == NULL || open == NULL || equals > open || equals == text)
    {
      self->name = g_strdup (text);
      return text;
    }
  self->name = g_strstrip (g_strndup (text, (gsize)(equals - text)));
  return equals + 1;
}

static gboolean
take_kind (LsRunMeasure *self, const char *text, gsize length, GError **error)
{
  g_autofree char *id = g_strstrip (g_strndup (text, length));
  g_autofree const char **ids = ls_items_list_ids (ls_run_measure_kinds);
  g_autofree char *all = g_strjoinv (", ", (char **)ids);

  self->kind = (const LsRunMeasureKind *)ls_items_find (ls_run_measure_kinds, id);
  if (self->kind != NULL)
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("“%s” is no measure; there are %s"), id, all);
  ls_suggest_add (error, id, ids);
  return FALSE;
}

/* "crossing(SIGNAL, LEVEL)": what follows the colon of the summary. */
static const char *
get_form (const LsRunMeasureKind *kind)
{
  const char *summary = _ (kind->item.summary), *colon = strrchr (summary, ':');

  return colon != NULL ? colon + strlen (": ") : summary;
}

static gboolean
take_argument (LsRunMeasure *self, const char *text, const char *argument, GError **error)
{
  const LsMeasureArgument wanted = self->kind->argument;

  if (wanted == LS_MEASURE_PLAIN && argument == NULL)
    return TRUE;
  if (wanted == LS_MEASURE_LEVEL && argument != NULL && ls_number_parse (argument, &self->level))
    return TRUE;
  if (wanted == LS_MEASURE_FILE && argument != NULL)
    {
      self->file = g_strstrip (g_strdup (argument));
      return TRUE;
    }
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("“%s”: write %s"), text, get_form (self->kind));
}

LsRunMeasure *
ls_run_measure_parse (const char *text, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);

  g_autoptr (LsRunMeasure) self = g_new0 (LsRunMeasure, 1);
  const char *rest = take_name (self, text), *open = strchr (rest, '(');
  const char *end = rest + strlen (rest);
  g_autofree char *inside = NULL;
  char *comma;

  if (open == NULL || end[-1] != ')')
    return ls_fail_null (error, LS_ERROR_ARGUMENT,
                         _ ("“%s” is no measure: write one like max(COMPONENT.VARIABLE)"), text);
  if (!take_kind (self, rest, (gsize)(open - rest), error))
    return NULL;
  inside = g_strndup (open + 1, (gsize)(end - 2 - open));
  if ((comma = strchr (inside, ',')) != NULL)
    *comma++ = '\0';
  self->signal = g_strstrip (g_strdup (inside));
  return take_argument (self, text, comma, error) ? g_steal_pointer (&self) : NULL;
}

gboolean
ls_run_measure_resolve (LsRunMeasure *self, const LsModel *model, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (model != NULL, FALSE);

  const char *const signals[] = { self->signal, NULL };
  g_autoptr (LsImport) import = NULL;

  if (!ls_model_find_signal (model, self->signal, NULL, NULL, error))
    return FALSE;
  if (self->file == NULL)
    return TRUE;
  import = ls_import_read (self->file, model, signals, error);
  if (import == NULL)
    return FALSE;
  self->data = ls_trace_ref (import->trace);
  return TRUE;
}

double
ls_run_measure_evaluate (const LsRunMeasure *self, const LsTrace *trace)
{
  g_return_val_if_fail (self != NULL, NAN);
  g_return_val_if_fail (trace != NULL, NAN);

  const int column = ls_trace_find (trace, self->signal);
  const LsRunMeasureInput input
      = { .trace = trace, .column = (guint)column, .level = self->level, .data = self->data };

  return column < 0 ? NAN : self->kind->evaluate (&input);
}
