/* JSON report. */
#include "core/report/report-format-impl.h"
#include "core/run/comparison-impl.h"
#include "core/run/error-estimate.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Writes members and elements in order, each with the comma before it. The core has no JSON
 * library, and only writing is needed. */
typedef struct
{
  GString *text;
  guint depth;
  gboolean first; /* nothing written yet at this depth */
} Json;

static void
add_quoted (Json *json, const char *value)
{
  g_string_append_c (json->text, '"');
  for (const char *c = value; *c != '\0'; c++)
    if (*c == '"' || *c == '\\')
      g_string_append_printf (json->text, "\\%c", *c);
    else if ((guchar)*c < 0x20 || *c == 0x7f)
      g_string_append_printf (json->text, "\\u%04x", (guint)*c);
    else
      g_string_append_c (json->text, *c);
  g_string_append_c (json->text, '"');
}

/* Starts the next member; @name is %NULL in arrays. */
static void
begin_member (Json *json, const char *name)
{
  if (!json->first)
    g_string_append_c (json->text, ',');
  json->first = FALSE;
  if (json->depth > 0)
    g_string_append_printf (json->text, "\n%*s", (int)(2 * json->depth), "");
  if (name == NULL)
    return;
  add_quoted (json, name);
  g_string_append (json->text, ": ");
}

static void
open_bracket (Json *json, const char *name, char bracket)
{
  begin_member (json, name);
  g_string_append_c (json->text, bracket);
  json->depth++;
  json->first = TRUE;
}

static void
close_bracket (Json *json, char bracket)
{
  json->depth--;
  if (!json->first)
    g_string_append_printf (json->text, "\n%*s", (int)(2 * json->depth), "");
  g_string_append_c (json->text, bracket);
  json->first = FALSE;
}

/* null for nonfinite values, which JSON does not support. */
static void
add_number (Json *json, const char *name, double value)
{
  char text[LS_NUMBER_SIZE];

  begin_member (json, name);
  g_string_append (json->text, isfinite (value) ? ls_number_format (value, text) : "null");
}

static void
add_count (Json *json, const char *name, guint64 value)
{
  begin_member (json, name);
  g_string_append_printf (json->text, "%" G_GUINT64_FORMAT, value);
}

static void
add_text (Json *json, const char *name, const char *value)
{
  g_autofree char *valid = value != NULL ? g_utf8_make_valid (value, -1) : NULL;

  begin_member (json, name);
  if (valid != NULL)
    add_quoted (json, valid);
  else
    g_string_append (json->text, "null");
}

/* Of a reference made from runs, else null. */
static void
add_uncertainty (Json *json, LsComparison *self, const LsReference *reference)
{
  double wall_time = 0;
  const guint n_runs = reference != NULL ? ls_reference_get_n_runs (reference, &wall_time) : 0;

  if (n_runs == 0)
    {
      add_text (json, "uncertainty", NULL);
      return;
    }
  open_bracket (json, "uncertainty", '{');
  open_bracket (json, "percent", '{');
  for (guint i = 0; i < self->n_signals; i++)
    add_number (json, self->signals[i], ls_reference_get_uncertainty (reference, i));
  close_bracket (json, '}');
  open_bracket (json, "orders", '{');
  for (guint i = 0; i < self->n_signals; i++)
    add_number (json, self->signals[i], ls_reference_get_order (reference, i));
  close_bracket (json, '}');
  add_count (json, "runs", n_runs);
  add_number (json, "wall_time_s", wall_time);
  close_bracket (json, '}');
}

static void
add_reference (Json *json, LsComparison *self)
{
  LsReference *reference = ls_comparison_get_reference (self);

  open_bracket (json, "reference", '{');
  add_text (json, "kind", reference != NULL ? ls_reference_get_kind (reference) : NULL);
  add_text (json, "description",
            reference != NULL ? ls_reference_get_description (reference) : NULL);
  add_text (json, "message",
            reference == NULL ? ls_comparison_get_reference_problem (self)
                              : ls_comparison_get_reference_note (self));
  open_bracket (json, "error_percent", '{');
  for (guint i = 0; i < self->n_signals; i++)
    add_number (json, self->signals[i],
                reference != NULL ? ls_reference_get_error (reference, i) : NAN);
  close_bracket (json, '}');
  add_uncertainty (json, self, reference);
  add_text (json, "check", reference != NULL ? ls_reference_get_check (reference) : NULL);
  open_bracket (json, "check_difference_percent", '{');
  for (guint i = 0; i < self->n_signals; i++)
    add_number (json, self->signals[i],
                reference != NULL ? ls_reference_get_difference (reference, i) : NAN);
  close_bracket (json, '}');
  close_bracket (json, '}');
}

static void
add_options (Json *json, const LsMethodChoice *choice)
{
  open_bracket (json, "options", '{');
  for (guint i = 0; i < choice->options->len; i++)
    {
      g_auto (GStrv) pair = g_strsplit (g_ptr_array_index (choice->options, i), "=", 2);
      add_text (json, pair[0], pair[1]);
    }
  close_bracket (json, '}');
}

static void
add_counts (Json *json, const LsCounts *counts)
{
  open_bracket (json, "counts", '{');
  add_count (json, "macro_steps", counts->macro_steps);
  add_count (json, "do_step", counts->do_step);
  add_count (json, "rollbacks", counts->rollbacks);
  add_count (json, "linearisations", counts->linearisations);
  add_count (json, "iterations", counts->iterations);
  add_count (json, "rejected_steps", counts->rejected_steps);
  add_count (json, "discontinuities", counts->discontinuities);
  add_count (json, "requantisations", counts->requantisations);
  add_count (json, "evaluations", counts->evaluations);
  close_bracket (json, '}');
}

/* Event counts per state and component, for components that report events. */
static void
add_events (Json *json, const LsActivity *activity)
{
  open_bracket (json, "events", '{');
  for (guint i = 0; i < ls_activity_get_n (activity); i++)
    add_count (json, ls_activity_get_name (activity, i), ls_activity_get_count (activity, i));
  close_bracket (json, '}');
}

static void
add_errors (Json *json, LsComparison *self, guint index)
{
  open_bracket (json, "errors_percent", '{');
  for (guint i = 0; i < self->n_signals; i++)
    add_number (json, self->signals[i], ls_comparison_get_error (self, index, i));
  close_bracket (json, '}');
  open_bracket (json, "limited_by_reference", '[');
  for (guint i = 0; i < self->n_signals; i++)
    if (ls_comparison_is_limited (self, index, i))
      add_text (json, NULL, self->signals[i]);
  close_bracket (json, ']');
}

/* Omitted without discontinuities. */
static void
add_segments (Json *json, LsComparison *self, guint index)
{
  guint n;
  g_autofree double *ends = ls_comparison_list_segments (self, &n);

  open_bracket (json, "segments", '[');
  for (guint s = 0; n > 1 && s < n; s++)
    {
      open_bracket (json, NULL, '{');
      add_number (json, "from", ends[s]);
      add_number (json, "to", ends[s + 1]);
      open_bracket (json, "errors_percent", '{');
      for (guint i = 0; i < self->n_signals; i++)
        add_number (json, self->signals[i],
                    ls_comparison_get_segment_error (self, index, i, ends[s], ends[s + 1]));
      close_bracket (json, '}');
      close_bracket (json, '}');
    }
  close_bracket (json, ']');
}

static void
add_loop_values (Json *json, const char *name, const LsLoopReport *loop, const double values[])
{
  open_bracket (json, name, '{');
  for (guint i = 0; i < loop->n; i++)
    add_number (json, loop->members[i], values[i]);
  close_bracket (json, '}');
}

static void
add_flag (Json *json, const char *name, gboolean value)
{
  begin_member (json, name);
  g_string_append (json->text, value ? "true" : "false");
}

static void
add_loop (Json *json, const LsLoopReport *loop)
{
  open_bracket (json, NULL, '{');
  add_number (json, "time", loop->time);
  add_loop_values (json, "start", loop, loop->start);
  add_loop_values (json, "solution", loop, loop->solution);
  open_bracket (json, "discrete", '[');
  for (guint i = 0; i < loop->n_discrete; i++)
    add_text (json, NULL, loop->discrete[i]);
  close_bracket (json, ']');
  open_bracket (json, "residuals", '[');
  for (guint i = 0; i < loop->n_residuals; i++)
    add_number (json, NULL, loop->residuals[i]);
  close_bracket (json, ']');
  add_number (json, "residual", loop->residual);
  add_number (json, "condition", loop->condition);
  add_number (json, "gain", loop->gain);
  add_flag (json, "by_differences", loop->by_differences);
  add_flag (json, "unique", loop->unique);
  add_count (json, "solutions", loop->n_solutions);
  close_bracket (json, '}');
}

static void
add_loops (Json *json, LsRun *run)
{
  g_autoptr (GPtrArray) loops = ls_run_list_loops (run);

  open_bracket (json, "loops", '[');
  for (guint i = 0; i < loops->len; i++)
    add_loop (json, loops->pdata[i]);
  close_bracket (json, ']');
}

/* Estimated without a reference; null: not known, the reason is the message. */
static void
add_estimate (Json *json, LsRun *run)
{
  const LsTrace *trace = ls_run_get_trace (run);
  g_autofree char *why = NULL;
  g_autoptr (LsErrorEstimate) estimate = ls_run_get_estimate (run, &why);

  open_bracket (json, "estimated_errors_percent", '{');
  for (guint i = 0; i + 1 < ls_trace_get_n_columns (trace); i++)
    add_number (json, ls_trace_get_name (trace, i + 1),
                estimate != NULL ? estimate->percent[i] : NAN);
  close_bracket (json, '}');
  add_count (json, "estimate_runs", estimate != NULL ? estimate->n_runs : 0);
  add_text (json, "estimate_message", why);
}

/* Missing capabilities of components and how the method handles them. */
static void
add_instead (Json *json, const LsRun *run)
{
  open_bracket (json, "instead", '[');
  for (guint i = 0; i < ls_run_get_n_components (run); i++)
    {
      const char *name;
      g_autofree char *instead = ls_run_explain_component (run, i, &name);

      if (instead == NULL)
        continue;
      open_bracket (json, NULL, '{');
      add_text (json, "component", name);
      add_text (json, "text", instead);
      close_bracket (json, '}');
    }
  close_bracket (json, ']');
}

static void
add_message (Json *json, const LsKeptEntry *kept)
{
  const LsLogEntry *entry = &kept->entry;

  open_bracket (json, NULL, '{');
  add_text (json, "level", ls_log_level_name (entry->level));
  add_text (json, "component", entry->component);
  add_text (json, "call", entry->call);
  add_number (json, "time", entry->time);
  add_text (json, "text", entry->message);
  add_count (json, "count", kept->count);
  close_bracket (json, '}');
}

/* All messages of a run are written here. */
static void
add_messages (Json *json, const char *name, LsLogBook *book)
{
  open_bracket (json, name, '[');
  for (guint i = 0; i < ls_log_book_get_n (book); i++)
    add_message (json, ls_log_book_get (book, i));
  close_bracket (json, ']');
}

char *
ls_run_messages_to_json (LsLogBook *book)
{
  Json json = { .text = g_string_new (NULL), .first = TRUE };

  add_messages (&json, NULL, book);
  return g_string_free (json.text, FALSE);
}

/* Data of a single run, before and after its errors. */
static void
begin_run (Json *json, const char *name, LsRun *run, LsRunResult *result, const char *divergence)
{
  ls_run_get_result (run, result);
  open_bracket (json, name, '{');
  add_text (json, "method", ls_run_get_choice (run)->method);
  add_options (json, ls_run_get_choice (run));
  add_number (json, "step_size", ls_run_get_step_size (run));
  add_text (json, "status", ls_run_state_id (result->state));
  add_text (json, "message", result->message);
  add_text (json, "fault", ls_error_get_fault_id (result->fault));
  add_flag (json, "diverged", divergence != NULL);
  add_text (json, "divergence", divergence);
  add_number (json, "time_reached", ls_run_get_time (run));
}

static void
end_run (Json *json, LsRun *run, LsRunResult *result)
{
  g_autofree char *note = ls_run_explain_tolerance (run);

  add_number (json, "wall_time_s", result->wall_time);
  add_number (json, "cpu_time_s", result->cpu_time);
  add_counts (json, &result->counts);
  add_number (json, "tolerance", ls_run_get_tolerance (run) > 0 ? ls_run_get_tolerance (run) : NAN);
  add_number (json, "expected_error_percent",
              ls_run_get_tolerance (run) > 0 ? 100.0 * result->counts.drift : NAN);
  add_text (json, "tolerance_note", note);
  add_number (json, "component_wall_time_s", result->component_wall_time);
  add_number (json, "component_cpu_time_s", result->component_cpu_time);
  add_number (json, "master_wall_time_s", result->wall_time - result->component_wall_time);
  add_number (json, "master_cpu_time_s", result->cpu_time - result->component_cpu_time);
  add_number (json, "pace", ls_run_get_pace (run) > 0 ? ls_run_get_pace (run) : NAN);
  add_count (json, "late_steps", result->n_late);
  add_number (json, "greatest_delay_s", result->lateness);
  add_number (json, "peak_memory_bytes",
              result->peak_memory > 0 ? (double)result->peak_memory : NAN);
  add_count (json, "runs_at_once", MAX (result->n_parallel, 1));
  add_estimate (json, run);
  add_instead (json, run);
  add_loops (json, run);
  add_events (json, ls_run_get_activity (run));
  add_messages (json, "messages", ls_run_get_book (run));
  add_count (json, "messages_left_out", ls_log_book_get_n_more (ls_run_get_book (run)));
  close_bracket (json, '}');
  ls_run_result_clear (result);
}

static void
add_run (Json *json, LsComparison *self, guint index)
{
  LsRun *run = ls_comparison_get_run (self, index);
  LsRunResult result;

  begin_run (json, NULL, run, &result, ls_comparison_get_divergence (self, index));
  add_errors (json, self, index);
  add_segments (json, self, index);
  end_run (json, run, &result);
}

static void
add_order (Json *json, LsComparison *self, guint method, guint signal)
{
  const LsMethodChoice *choice
      = ls_run_get_choice (ls_comparison_get_run (self, method * self->n_step_sizes));
  LsOrderFit fit;

  ls_comparison_get_order (self, method, signal, &fit);
  open_bracket (json, NULL, '{');
  add_text (json, "method", choice->method);
  add_options (json, choice);
  add_text (json, "signal", self->signals[signal]);
  add_number (json, "order", fit.order);
  add_number (json, "constant_percent", fit.constant);
  add_number (json, "step_size_min", fit.h_min);
  add_number (json, "step_size_max", fit.h_max);
  add_count (json, "runs", fit.n_points);
  close_bracket (json, '}');
}

/* Parts of the model file that are not simulated. */
static void
add_left_out (Json *json, const LsModel *model)
{
  g_autoptr (GPtrArray) left_out = ls_model_list_left_out (model);

  open_bracket (json, "left_out", '[');
  for (guint i = 0; i < left_out->len; i++)
    add_text (json, NULL, ((const LsRemark *)left_out->pdata[i])->text);
  close_bracket (json, ']');
}

static char *
make (LsComparison *self)
{
  Json json = { .text = g_string_new (NULL), .first = TRUE };

  open_bracket (&json, NULL, '{');
  add_text (&json, "model", self->model_name);
  add_number (&json, "start_time", self->start_time);
  add_number (&json, "stop_time", self->stop_time);
  add_reference (&json, self);
  add_left_out (&json, ls_comparison_get_model (self));
  open_bracket (&json, "runs", '[');
  for (guint i = 0; i < self->runs->len; i++)
    add_run (&json, self, i);
  close_bracket (&json, ']');
  open_bracket (&json, "orders", '[');
  for (guint m = 0; m < self->n_methods; m++)
    for (guint i = 0; i < self->n_signals; i++)
      add_order (&json, self, m, i);
  close_bracket (&json, ']');
  close_bracket (&json, '}');
  g_string_append_c (json.text, '\n');
  return g_string_free (json.text, FALSE);
}

char *
ls_run_to_json (LsRun *run)
{
  Json json = { .text = g_string_new (NULL), .first = TRUE };
  g_autofree char *divergence = NULL;
  LsRunResult result;

  ls_run_get_result (run, &result);
  if (result.state == LS_RUN_DONE)
    divergence = ls_run_find_divergence (run);
  ls_run_result_clear (&result);
  open_bracket (&json, NULL, '{');
  add_text (&json, "model", ls_model_get_name (ls_run_get_model (run)));
  add_number (&json, "start_time", ls_run_get_start_time (run));
  add_number (&json, "stop_time", ls_run_get_stop_time (run));
  add_left_out (&json, ls_run_get_model (run));
  begin_run (&json, "run", run, &result, divergence);
  end_run (&json, run, &result);
  close_bracket (&json, '}');
  g_string_append_c (json.text, '\n');
  return g_string_free (json.text, FALSE);
}

const LsReportFormat ls_report_json = {
  .item = {
    .id = "json",
    .name = "JSON",
    .summary = N_ ("All that is known of the runs, for programs"),
    .endings = (const char *const[]){ ".json", NULL },
  },
  .is_data = TRUE,
  .make = make,
};
