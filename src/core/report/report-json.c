/* JSON report. */
#include "core/helper/containment.h"
#include "core/report/report-format-impl.h"
#include "core/run/bond-result.h"
#include "core/run/comparison-impl.h"
#include "core/run/error-estimate.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Of a reference made from runs, else null. */
static void
add_uncertainty (LsJson *json, LsComparison *self, const LsReference *reference)
{
  double wall_time = 0;
  const guint n_runs = reference != NULL ? ls_reference_get_n_runs (reference, &wall_time) : 0;

  if (n_runs == 0)
    {
      ls_json_add_text (json, "uncertainty", NULL);
      return;
    }
  ls_json_begin_object (json, "uncertainty");
  ls_json_begin_object (json, "percent");
  for (guint i = 0; i < self->n_signals; i++)
    ls_json_add_real (json, self->signals[i], ls_reference_get_uncertainty (reference, i));
  ls_json_end (json);
  ls_json_begin_object (json, "orders");
  for (guint i = 0; i < self->n_signals; i++)
    ls_json_add_real (json, self->signals[i], ls_reference_get_order (reference, i));
  ls_json_end (json);
  ls_json_add_integer (json, "runs", n_runs);
  ls_json_add_real (json, "wall_time_s", wall_time);
  ls_json_end (json);
}

static void
add_reference (LsJson *json, LsComparison *self)
{
  LsReference *reference = ls_comparison_get_reference (self);

  ls_json_begin_object (json, "reference");
  ls_json_add_text (json, "kind", reference != NULL ? ls_reference_get_kind (reference) : NULL);
  ls_json_add_text (json, "description",
                    reference != NULL ? ls_reference_get_description (reference) : NULL);
  ls_json_add_text (json, "message",
                    reference == NULL ? ls_comparison_get_reference_problem (self)
                                      : ls_comparison_get_reference_note (self));
  ls_json_begin_object (json, "error_percent");
  for (guint i = 0; i < self->n_signals; i++)
    ls_json_add_real (json, self->signals[i],
                      reference != NULL ? ls_reference_get_error (reference, i) : NAN);
  ls_json_end (json);
  add_uncertainty (json, self, reference);
  ls_json_add_text (json, "check", reference != NULL ? ls_reference_get_check (reference) : NULL);
  ls_json_begin_object (json, "check_difference_percent");
  for (guint i = 0; i < self->n_signals; i++)
    ls_json_add_real (json, self->signals[i],
                      reference != NULL ? ls_reference_get_difference (reference, i) : NAN);
  ls_json_end (json);
  ls_json_end (json);
}

static void
add_options (LsJson *json, const LsMethodChoice *choice)
{
  ls_json_begin_object (json, "options");
  for (guint i = 0; i < choice->options->len; i++)
    {
      g_auto (GStrv) pair = g_strsplit (g_ptr_array_index (choice->options, i), "=", 2);
      ls_json_add_text (json, pair[0], pair[1]);
    }
  ls_json_end (json);
}

static void
add_counts (LsJson *json, const LsCounts *counts)
{
  ls_json_begin_object (json, "counts");
  ls_json_add_integer (json, "macro_steps", (gint64)counts->macro_steps);
  ls_json_add_integer (json, "do_step", (gint64)counts->do_step);
  ls_json_add_integer (json, "rollbacks", (gint64)counts->rollbacks);
  ls_json_add_integer (json, "linearisations", (gint64)counts->linearisations);
  ls_json_add_integer (json, "iterations", (gint64)counts->iterations);
  ls_json_add_integer (json, "rejected_steps", (gint64)counts->rejected_steps);
  ls_json_add_integer (json, "discontinuities", (gint64)counts->discontinuities);
  ls_json_add_integer (json, "requantisations", (gint64)counts->requantisations);
  ls_json_add_integer (json, "evaluations", (gint64)counts->evaluations);
  ls_json_end (json);
}

/* Event counts per state and component, for components that report events. */
static void
add_events (LsJson *json, const LsActivity *activity)
{
  ls_json_begin_object (json, "events");
  for (guint i = 0; i < ls_activity_get_n (activity); i++)
    ls_json_add_integer (json, ls_activity_get_name (activity, i),
                         (gint64)ls_activity_get_count (activity, i));
  ls_json_end (json);
}

static void
add_errors (LsJson *json, LsComparison *self, guint index)
{
  ls_json_begin_object (json, "errors_percent");
  for (guint i = 0; i < self->n_signals; i++)
    ls_json_add_real (json, self->signals[i], ls_comparison_get_error (self, index, i));
  ls_json_end (json);
  ls_json_begin_array (json, "limited_by_reference");
  for (guint i = 0; i < self->n_signals; i++)
    if (ls_comparison_is_limited (self, index, i))
      ls_json_add_text (json, NULL, self->signals[i]);
  ls_json_end (json);
}

/* @ends: its two */
static void
add_segment (LsJson *json, LsComparison *self, guint index, const double ends[])
{
  g_autofree double *errors = g_new (double, self->n_signals + 1);

  ls_json_begin_object (json, "errors_percent");
  for (guint i = 0; i < self->n_signals; i++)
    {
      errors[i] = ls_comparison_get_segment_error (self, index, i, ends[0], ends[1]);
      ls_json_add_real (json, self->signals[i], errors[i]);
    }
  ls_json_end (json);
  ls_json_begin_array (json, "limited_by_reference");
  for (guint i = 0; i < self->n_signals; i++)
    if (ls_comparison_limits (self, i, errors[i]))
      ls_json_add_text (json, NULL, self->signals[i]);
  ls_json_end (json);
}

/* Omitted without discontinuities. */
static void
add_segments (LsJson *json, LsComparison *self, guint index)
{
  guint n;
  g_autofree double *ends = ls_comparison_list_segments (self, &n);

  ls_json_begin_array (json, "segments");
  for (guint s = 0; n > 1 && s < n; s++)
    {
      ls_json_begin_object (json, NULL);
      ls_json_add_real (json, "from", ends[s]);
      ls_json_add_real (json, "to", ends[s + 1]);
      add_segment (json, self, index, ends + s);
      ls_json_end (json);
    }
  ls_json_end (json);
}

static void
add_loop_values (LsJson *json, const char *name, const LsLoopReport *loop, const double values[])
{
  ls_json_begin_object (json, name);
  for (guint i = 0; i < loop->n; i++)
    ls_json_add_real (json, loop->members[i], values[i]);
  ls_json_end (json);
}

static void
add_loop (LsJson *json, const LsLoopReport *loop)
{
  ls_json_begin_object (json, NULL);
  ls_json_add_real (json, "time", loop->time);
  add_loop_values (json, "start", loop, loop->start);
  add_loop_values (json, "solution", loop, loop->solution);
  ls_json_begin_array (json, "discrete");
  for (guint i = 0; i < loop->n_discrete; i++)
    ls_json_add_text (json, NULL, loop->discrete[i]);
  ls_json_end (json);
  ls_json_begin_array (json, "residuals");
  for (guint i = 0; i < loop->n_residuals; i++)
    ls_json_add_real (json, NULL, loop->residuals[i]);
  ls_json_end (json);
  ls_json_add_real (json, "residual", loop->residual);
  ls_json_add_real (json, "condition", loop->condition);
  ls_json_add_real (json, "gain", loop->gain);
  ls_json_add_boolean (json, "by_differences", loop->by_differences);
  ls_json_add_boolean (json, "unique", loop->unique);
  ls_json_add_integer (json, "solutions", (gint64)loop->n_solutions);
  ls_json_end (json);
}

static void
add_loops (LsJson *json, LsRun *run)
{
  g_autoptr (GPtrArray) loops = ls_run_list_loops (run);

  ls_json_begin_array (json, "loops");
  for (guint i = 0; i < loops->len; i++)
    add_loop (json, loops->pdata[i]);
  ls_json_end (json);
}

/* Estimated without a reference; null: not known, the reason is the message. */
static void
add_estimate (LsJson *json, LsRun *run)
{
  const LsTrace *trace = ls_run_get_trace (run);
  g_autofree char *why = NULL;
  g_autoptr (LsErrorEstimate) estimate = ls_run_get_estimate (run, &why);

  ls_json_begin_object (json, "estimated_errors_percent");
  for (guint i = 0; i + 1 < ls_trace_get_n_columns (trace); i++)
    ls_json_add_real (json, ls_trace_get_name (trace, i + 1),
                      estimate != NULL ? estimate->percent[i] : NAN);
  ls_json_end (json);
  ls_json_add_integer (json, "estimate_runs", estimate != NULL ? estimate->n_runs : 0);
  ls_json_add_text (json, "estimate_message", why);
}

/* Residual energy of power bonds; empty without bonds or macro steps. */
static void
add_bonds (LsJson *json, LsRun *run)
{
  g_autoptr (GArray) results = ls_bond_results_new (run);

  ls_json_begin_array (json, "power_bonds");
  for (guint i = 0; i < results->len; i++)
    {
      const LsBondResult *result = &g_array_index (results, LsBondResult, i);

      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "effort", result->effort);
      ls_json_add_text (json, "flow", result->flow);
      ls_json_add_text (json, "unit", *result->unit != '\0' ? result->unit : NULL);
      ls_json_add_real (json, "residual_energy", result->energy);
      ls_json_add_real (json, "greatest_residual_energy", ls_bond_find_greatest (run, i));
      ls_json_add_real (json, "exchanged_energy", result->exchanged);
      ls_json_end (json);
    }
  ls_json_end (json);
}

/* Missing capabilities of components and how the method handles them. */
static void
add_instead (LsJson *json, const LsRun *run)
{
  ls_json_begin_array (json, "instead");
  for (guint i = 0; i < ls_run_get_n_components (run); i++)
    {
      const char *name;
      g_autofree char *instead = ls_run_explain_component (run, i, &name);

      if (instead == NULL)
        continue;
      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "component", name);
      ls_json_add_text (json, "text", instead);
      ls_json_end (json);
    }
  ls_json_end (json);
}

static void
add_message (LsJson *json, const LsKeptEntry *kept)
{
  const LsLogEntry *entry = &kept->entry;

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "level", ls_log_level_name (entry->level));
  ls_json_add_text (json, "component", entry->component);
  ls_json_add_text (json, "call", entry->call);
  ls_json_add_real (json, "time", entry->time);
  ls_json_add_text (json, "text", entry->message);
  ls_json_add_integer (json, "count", (gint64)kept->count);
  ls_json_end (json);
}

void
ls_run_add_messages (LsLogBook *book, LsJson *json)
{
  g_return_if_fail (book != NULL);
  g_return_if_fail (json != NULL);

  ls_json_begin_array (json, "messages");
  for (guint i = 0; i < ls_log_book_get_n (book); i++)
    add_message (json, ls_log_book_get (book, i));
  ls_json_end (json);
  ls_json_add_integer (json, "messages_left_out", (gint64)ls_log_book_get_n_more (book));
}

/* The component whose FMU has ended a run, or %NULL. */
static const char *
find_culprit (LsRun *run, const LsRunResult *result)
{
  return result->culprit >= 0
             ? ls_model_get_component (ls_run_get_model (run), (guint)result->culprit)->name
             : NULL;
}

/* Data of a single run, before and after its errors. */
static void
begin_run (LsJson *json, const char *name, LsRun *run, LsRunResult *result, const char *divergence)
{
  ls_run_get_result (run, result);
  ls_json_begin_object (json, name);
  ls_json_add_text (json, "method", ls_run_get_choice (run)->method);
  add_options (json, ls_run_get_choice (run));
  ls_json_add_real (json, "step_size", ls_run_get_step_size (run));
  ls_json_add_text (json, "status", ls_run_state_id (result->state));
  ls_json_add_text (json, "message", result->message);
  ls_json_add_text (json, "fault", ls_error_get_fault_id (result->fault));
  ls_json_add_text (json, "culprit", find_culprit (run, result));
  ls_json_add_boolean (json, "diverged", divergence != NULL);
  ls_json_add_text (json, "divergence", divergence);
  ls_json_add_real (json, "time_reached", ls_run_get_time (run));
}

static void
end_run (LsJson *json, LsRun *run, LsRunResult *result)
{
  g_autofree char *note = ls_run_explain_tolerance (run);

  ls_json_add_real (json, "wall_time_s", result->wall_time);
  ls_json_add_real (json, "cpu_time_s", result->cpu_time);
  add_counts (json, &result->counts);
  ls_json_add_real (json, "tolerance",
                    ls_run_get_tolerance (run) > 0 ? ls_run_get_tolerance (run) : NAN);
  ls_json_add_real (json, "expected_error_percent",
                    ls_run_get_tolerance (run) > 0 ? 100.0 * result->counts.drift : NAN);
  ls_json_add_text (json, "tolerance_note", note);
  ls_json_add_real (json, "component_wall_time_s", result->component_wall_time);
  ls_json_add_real (json, "component_cpu_time_s", result->component_cpu_time);
  ls_json_add_real (json, "master_wall_time_s", result->wall_time - result->component_wall_time);
  ls_json_add_real (json, "master_cpu_time_s", result->cpu_time - result->component_cpu_time);
  ls_json_add_real (json, "pace", ls_run_get_pace (run) > 0 ? ls_run_get_pace (run) : NAN);
  ls_json_add_integer (json, "late_steps", (gint64)result->n_late);
  ls_json_add_real (json, "greatest_delay_s", result->lateness);
  ls_json_add_real (json, "peak_memory_bytes",
                    result->peak_memory > 0 ? (double)result->peak_memory : NAN);
  ls_json_add_integer (json, "runs_at_once", MAX (result->n_parallel, 1));
  add_estimate (json, run);
  add_bonds (json, run);
  add_instead (json, run);
  add_loops (json, run);
  add_events (json, ls_run_get_activity (run));
  ls_run_add_messages (ls_run_get_book (run), json);
  ls_json_end (json);
  ls_run_result_clear (result);
}

static void
add_run (LsJson *json, LsComparison *self, guint index)
{
  LsRun *run = ls_comparison_get_run (self, index);
  LsRunResult result;

  begin_run (json, NULL, run, &result, ls_comparison_get_divergence (self, index));
  add_errors (json, self, index);
  add_segments (json, self, index);
  end_run (json, run, &result);
}

static void
add_order (LsJson *json, LsComparison *self, guint method, guint signal)
{
  const LsMethodChoice *choice
      = ls_run_get_choice (ls_comparison_get_run (self, method * self->n_step_sizes));
  LsOrderFit fit;

  ls_comparison_get_order (self, method, signal, &fit);
  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "method", choice->method);
  add_options (json, choice);
  ls_json_add_text (json, "signal", self->signals[signal]);
  ls_json_add_real (json, "order", fit.order);
  ls_json_add_real (json, "constant_percent", fit.constant);
  ls_json_add_real (json, "step_size_min", fit.h_min);
  ls_json_add_real (json, "step_size_max", fit.h_max);
  ls_json_add_integer (json, "runs", fit.n_points);
  ls_json_add_text (json, "problem", ls_order_explain (&fit));
  ls_json_end (json);
}

/* What is held back from the FMUs. */
static void
add_containment (LsJson *json)
{
  g_autofree char *text = ls_containment_describe_runs ();

  ls_json_add_text (json, "containment", text);
}

/* Parts of the model file that are not simulated. */
static void
add_left_out (LsJson *json, const LsModel *model)
{
  g_autoptr (GPtrArray) left_out = ls_model_list_left_out (model);

  ls_json_begin_array (json, "left_out");
  for (guint i = 0; i < left_out->len; i++)
    ls_json_add_text (json, NULL, ((const LsRemark *)left_out->pdata[i])->text);
  ls_json_end (json);
}

static char *
make (LsComparison *self)
{
  g_autoptr (LsJson) json = ls_json_new ();

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "model", self->model_name);
  ls_json_add_real (json, "start_time", self->start_time);
  ls_json_add_real (json, "stop_time", self->stop_time);
  add_reference (json, self);
  add_left_out (json, ls_comparison_get_model (self));
  add_containment (json);
  ls_json_begin_array (json, "runs");
  for (guint i = 0; i < self->runs->len; i++)
    add_run (json, self, i);
  ls_json_end (json);
  ls_json_begin_array (json, "orders");
  for (guint m = 0; m < self->n_methods; m++)
    for (guint i = 0; i < self->n_signals; i++)
      add_order (json, self, m, i);
  ls_json_end (json);
  ls_json_end (json);
  return ls_json_to_text (json);
}

char *
ls_run_to_json (LsRun *run)
{
  g_return_val_if_fail (run != NULL, NULL);

  g_autoptr (LsJson) json = ls_json_new ();
  g_autofree char *divergence = NULL;
  LsRunResult result;

  ls_run_get_result (run, &result);
  if (result.state == LS_RUN_DONE)
    divergence = ls_run_find_divergence (run);
  ls_run_result_clear (&result);
  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "model", ls_model_get_name (ls_run_get_model (run)));
  ls_json_add_real (json, "start_time", ls_run_get_start_time (run));
  ls_json_add_real (json, "stop_time", ls_run_get_stop_time (run));
  add_left_out (json, ls_run_get_model (run));
  add_containment (json);
  begin_run (json, "run", run, &result, divergence);
  end_run (json, run, &result);
  ls_json_end (json);
  return ls_json_to_text (json);
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
