/* What is saved with a model: its runs. */
#include "cli/info.h"
#include "cli/json.h"

#include "core/base/number.h"
#include "core/model/ssp.h"
#include "core/run/run-history-file.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static double
get_end (const LsPastRun *run)
{
  const gsize n = ls_trace_get_n_rows (run->trace);

  return n > 0 ? ls_trace_get (run->trace, 0, n - 1) : NAN;
}

static void
add_run (JsonBuilder *builder, const LsPastRun *run)
{
  json_builder_begin_object (builder);
  ls_json_add_text (builder, "name", run->name);
  ls_json_add_text (builder, "note", run->note);
  ls_json_add_text (builder, "origin", run->origin);
  ls_json_add_text (builder, "method", run->method);
  ls_json_add_text (builder, "state", run->state);
  ls_json_add_text (builder, "reference", run->reference);
  ls_json_add_real (builder, "step_size", run->step_size);
  ls_json_add_real (builder, "stop_time", get_end (run));
  ls_json_add_integer (builder, "samples", (gint64)ls_trace_get_n_rows (run->trace));
  json_builder_set_member_name (builder, "errors_percent");
  json_builder_begin_object (builder);
  for (guint i = 1; i < ls_trace_get_n_columns (run->trace); i++)
    ls_json_add_real (builder, ls_trace_get_name (run->trace, i), run->errors[i - 1]);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

static void
print_json (const LsModel *model, const GPtrArray *runs)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ls_json_add_text (builder, "model", ls_model_get_name (model));
  ls_json_add_integer (builder, "components", ls_model_get_n_components (model));
  ls_json_add_integer (builder, "connections", ls_model_get_n_connections (model));
  json_builder_set_member_name (builder, "saved_runs");
  json_builder_begin_array (builder);
  for (guint i = 0; runs != NULL && i < runs->len; i++)
    add_run (builder, g_ptr_array_index (runs, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  ls_json_print (builder);
}

static void
print_run (const LsPastRun *run)
{
  char end[LS_NUMBER_SIZE], error[LS_NUMBER_SIZE];
  const char *signal;
  const double worst = ls_past_run_get_worst (run, &signal);

  /* Translators: name of a run, how it ended ("done"), time reached, number of samples. */
  g_print (_ ("  %s: %s, to t = %s s, %.0f samples"), run->name, run->state,
           ls_number_format_short (get_end (run), 5, end),
           (double)ls_trace_get_n_rows (run->trace));
  if (signal != NULL)
    /* Translators: greatest error in per cent, its signal. */
    g_print (_ (", error %s %% (%s)"), ls_number_format_short (worst, 3, error), signal);
  g_print ("%s%s\n", *run->note != '\0' ? "; " : "", run->note);
}

static void
print_text (const LsModel *model, const GPtrArray *runs)
{
  g_print (_ ("%s: %u components, %u connections\n"), ls_model_get_name (model),
           ls_model_get_n_components (model), ls_model_get_n_connections (model));
  if (runs == NULL || runs->len == 0)
    g_print (_ ("No runs are saved with it.\n"));
  else
    g_print (_ ("Runs saved with it, in %s:\n"), LS_MODEL_RESULTS);
  for (guint i = 0; runs != NULL && i < runs->len; i++)
    print_run (g_ptr_array_index (runs, i));
}

gboolean
ls_info_print_model (const char *path, gboolean json, GError **error)
{
  g_autoptr (LsModel) model = ls_ssp_read (path, error);
  g_autoptr (GError) problem = NULL;
  g_autoptr (GPtrArray) runs = NULL;

  if (model == NULL)
    return FALSE;
  runs = ls_run_history_load (model, &problem);
  if (problem != NULL)
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&problem), "%s: ", path);
      return FALSE;
    }
  if (json)
    print_json (model, runs);
  else
    print_text (model, runs);
  return TRUE;
}
