#include "app/run/run-status.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/widgets.h"
#include "core/base/language.h"
#include "core/coupling/coupling.h"
#include "core/run/comparison-text.h"

/* Maximum number of lines per run, and of runs, in a tooltip that fits the screen. */
#define MAX_DETAILS 8

/* Minimum wall time before a speed is shown, s. */
#define MIN_TIME 0.5

struct _LsRunStatus
{
  GtkBox parent_instance;
  GtkWidget *label, *progress_bar;
  guint n_waiting;
  /* The current run and when it was first seen, to compute its speed. */
  LsRun *run;                     /* not a reference */
  double seen_time, seen_elapsed; /* s */
};

G_DEFINE_TYPE (LsRunStatus, ls_run_status, GTK_TYPE_BOX)

void
ls_run_status_set_text (LsRunStatus *self, const char *text)
{
  g_return_if_fail (LS_IS_RUN_STATUS (self));

  g_autofree char *shown = ls_text_raise_exponents (text);

  gtk_label_set_text (GTK_LABEL (self->label), shown);
  gtk_widget_set_tooltip_text (self->label, NULL);
  gtk_widget_set_has_tooltip (self->label, TRUE); /* where it is cut */
  atk_object_set_description (gtk_widget_get_accessible (self->label), shown);
}

/* "MISSILES" or "MISSILES, affine-term=off"; the step size is shown beside it. */
static char *
run_name (LsRun *run)
{
  const LsMethodChoice *choice = ls_run_get_choice (run);
  const LsCouplingMethod *method = ls_coupling_method_find (choice->method, NULL);
  GString *text
      = g_string_new (method != NULL ? ls_coupling_method_get_name (method) : choice->method);

  for (guint i = 0; i < choice->options->len; i++)
    g_string_append_printf (text, ", %s", (char *)g_ptr_array_index (choice->options, i));
  return g_string_free (text, FALSE);
}

static char *
describe_progress (LsComparison *comparison, LsComparisonStage stage, guint index, double fraction)
{
  LsRun *run;
  char number[LS_NUMBER_SIZE], stop[LS_NUMBER_SIZE];
  g_autofree char *name = NULL;

  if (stage == LS_COMPARISON_REFERENCE)
    return g_strdup_printf (_ ("Computing the reference, %.0f %% in all"), 100 * fraction);
  if (stage != LS_COMPARISON_RUNNING || index >= ls_comparison_get_n_runs (comparison))
    return g_strdup (_ ("Starting…"));
  run = ls_comparison_get_run (comparison, index);
  name = run_name (run);
  return g_strdup_printf (ls_run_is_paused (run)
                              ? _ ("Paused %s: t = %s s of %s s, %.0f %% in all")
                              : _ ("Running %s: t = %s s of %s s, %.0f %% in all"),
                          name, ls_number_display (ls_run_get_time (run), 4, number),
                          ls_number_display (ls_run_get_stop_time (run), 4, stop), 100 * fraction);
}

void
ls_run_status_set_waiting (LsRunStatus *self, guint n)
{
  g_return_if_fail (LS_IS_RUN_STATUS (self));

  self->n_waiting = n;
}

/* With a pace: ", 3 steps late (by 12 ms at most)". */
static void
append_late (GString *text, LsRun *run)
{
  LsRunResult result = { 0 };

  if (ls_run_get_pace (run) == 0)
    return;
  ls_run_get_result (run, &result);
  g_string_append_printf (text,
                          ngettext (", %u step late (by %.3g ms at most)",
                                    ", %u steps late (by %.3g ms at most)", (gulong)result.n_late),
                          (guint)result.n_late, 1e3 * result.lateness);
  ls_run_result_clear (&result);
}

/* Appends speed, remaining time and queue length: ", 1.2e3 s per second, about 4 s left". */
static void
append_speed (LsRunStatus *self, GString *text, LsRunJob *job, guint index, double fraction)
{
  LsComparison *comparison = ls_run_job_get_comparison (job);
  LsRun *run = index < ls_comparison_get_n_runs (comparison)
                   ? ls_comparison_get_run (comparison, index)
                   : NULL;
  const double elapsed = ls_run_job_get_elapsed (job);
  char number[LS_NUMBER_SIZE];

  if (run != NULL && (run != self->run || ls_run_is_paused (run)))
    {
      self->run = run;
      self->seen_time = ls_run_get_time (run);
      self->seen_elapsed = elapsed;
    }
  else if (run != NULL && elapsed > self->seen_elapsed + MIN_TIME
           && ls_run_get_time (run) > self->seen_time)
    /* Translators: simulated seconds in a second of the clock. */
    g_string_append_printf (text, _ (", %s s per second"),
                            ls_number_display ((ls_run_get_time (run) - self->seen_time)
                                                   / (elapsed - self->seen_elapsed),
                                               2, number));
  if (run != NULL)
    append_late (text, run);
  if (elapsed > MIN_TIME && fraction > 0 && fraction < 1)
    /* Translators: estimate of the time until the end, s. */
    g_string_append_printf (
        text, _ (", about %s s left"),
        ls_number_display (ceil (elapsed * (1 - fraction) / fraction), 2, number));
  if (self->n_waiting > 0)
    g_string_append_printf (text, _ (", %u waiting"), self->n_waiting);
}

void
ls_run_status_show_progress (LsRunStatus *self, LsRunJob *job)
{
  LsComparisonStage stage;
  guint run;
  double fraction;
  g_autofree char *said = NULL, *shown = NULL;
  g_autoptr (GString) text = NULL;

  g_return_if_fail (LS_IS_RUN_STATUS (self));
  gtk_widget_set_visible (self->progress_bar, job != NULL);
  if (job == NULL)
    return;
  ls_run_job_get_progress (job, &stage, &run, &fraction);
  said = describe_progress (ls_run_job_get_comparison (job), stage, run, fraction);
  text = g_string_new (said);
  append_speed (self, text, job, stage == LS_COMPARISON_RUNNING ? run : G_MAXUINT, fraction);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress_bar), fraction);
  /* No tooltip: setting one queries the pointer from the display server each time. */
  shown = ls_text_raise_exponents (text->str);
  gtk_label_set_text (GTK_LABEL (self->label), shown);
}

/* (transfer full): against the reference, "0.0056 %", else as estimated. Both are in the details:
 * they would not fit on one line. */
static char *
describe_error (LsComparison *comparison, guint index, guint signal)
{
  g_autofree char *error = NULL;
  g_autofree char *figure = NULL;

  if (!isfinite (ls_comparison_get_error (comparison, index, signal)))
    return ls_comparison_describe_error (comparison, index, signal, ls_error_display);
  error = ls_comparison_show_error (comparison, index, signal, LS_ERROR_DIGITS, ls_error_display);
  figure = g_strconcat (error, " %", NULL);
  return ls_error_mark_limit (figure, ls_comparison_is_limited (comparison, index, signal));
}

/* The one figure of a run; its signal is named here only where it is not @signal, which the summary
 * names once. (transfer full) (nullable) */
static char *
describe_figure (LsComparison *comparison, guint index, guint signal)
{
  g_autofree char *error = NULL;
  LsErrorFigure figure;

  if (!ls_comparison_get_figure (comparison, index, &figure))
    return NULL;
  error = describe_error (comparison, index, figure.signal);
  if (figure.signal == signal)
    return g_steal_pointer (&error);
  return g_strdup_printf (_ ("%s: %s"), ls_comparison_get_signals (comparison)[figure.signal],
                          error);
}

/* Appends one run to the summary: "MISSILES 0.00560 %", "MISSILES cancelled". */
static void
append_run (GString *text, LsComparison *comparison, guint index, guint signal)
{
  g_autofree char *label = ls_comparison_get_label (comparison, index);
  g_autofree char *error = describe_figure (comparison, index, signal);
  LsRunResult result = { 0 };

  ls_run_get_result (ls_comparison_get_run (comparison, index), &result);
  if (index > 0)
    g_string_append (text, "; ");
  if (result.state == LS_RUN_CANCELLED)
    g_string_append_printf (text, _ ("%s cancelled"), label);
  else if (result.state != LS_RUN_DONE)
    g_string_append_printf (text, _ ("%s failed"), label);
  else if (error != NULL)
    g_string_append_printf (text, "%s %s", label, error);
  else
    g_string_append_printf (text, _ ("%s done"), label);
  append_late (text, ls_comparison_get_run (comparison, index));
  ls_run_result_clear (&result);
}

/* The signal of the first figure, which names those of all runs. */
static gboolean
find_signal (LsComparison *comparison, guint *signal)
{
  LsErrorFigure figure;

  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    if (ls_comparison_get_figure (comparison, i, &figure))
      {
        *signal = figure.signal;
        return TRUE;
      }
  return FALSE;
}

/* All signals of a run, one per line, and its error message. */
static void
append_details (GString *text, LsComparison *comparison, guint index)
{
  const char *const *names = ls_comparison_get_signals (comparison);
  g_autofree char *label = ls_comparison_get_label (comparison, index);
  LsRunResult result = { 0 };

  ls_run_get_result (ls_comparison_get_run (comparison, index), &result);
  if (result.state == LS_RUN_FAILED && result.message != NULL)
    g_string_append_printf (text, "\n%s: %s", label, result.message);
  for (guint i = 0; names[i] != NULL && i < MAX_DETAILS; i++)
    {
      g_autofree char *figure
          = ls_comparison_describe_error (comparison, index, i, ls_error_display);

      if (figure != NULL)
        g_string_append_printf (text, _ ("\n%s: %s error %s"), label, names[i], figure);
    }
  ls_run_result_clear (&result);
}

/* Appends how the comparison ended; failed runs are not counted as done. @elapsed: s */
static void
append_end (GString *text, LsComparison *comparison, double elapsed)
{
  const guint n = ls_comparison_get_n_runs (comparison);
  char time[LS_NUMBER_SIZE];
  guint n_done = 0;

  for (guint i = 0; i < n; i++)
    {
      LsRunResult result = { 0 };

      ls_run_get_result (ls_comparison_get_run (comparison, i), &result);
      n_done += result.state == LS_RUN_DONE;
      ls_run_result_clear (&result);
    }
  ls_number_display (elapsed, 2, time);
  if (n_done == n)
    g_string_append_printf (text, _ ("Done in %s s; "), time);
  else if (n_done == 0)
    g_string_append_printf (text, _ ("Failed after %s s; "), time);
  else
    /* Translators: runs that came to their end, all runs, seconds. */
    g_string_append_printf (text, _ ("%u of %u runs done in %s s; "), n_done, n, time);
}

void
ls_run_status_show_outcome (LsRunStatus *self, LsRunJob *job)
{
  g_return_if_fail (LS_IS_RUN_STATUS (self) && LS_IS_RUN_JOB (job));

  LsComparison *comparison = ls_run_job_get_comparison (job);
  guint n = ls_comparison_get_n_runs (comparison);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) details = NULL;
  g_autofree char *shown = NULL;
  guint signal = 0;

  if (ls_run_job_is_cancelled (job))
    g_string_append (text, _ ("Cancelled; partial results are shown. "));
  else
    append_end (text, comparison, ls_run_job_get_elapsed (job));
  if (find_signal (comparison, &signal))
    g_string_append_printf (text, _ ("%s error: "), ls_comparison_get_signals (comparison)[signal]);
  for (guint i = 0; i < n; i++)
    append_run (text, comparison, i, signal);
  details = g_string_new (text->str);
  for (guint i = 0; i < n && i < MAX_DETAILS; i++)
    append_details (details, comparison, i);
  ls_run_status_set_text (self, text->str);
  shown = ls_text_raise_exponents (details->str);
  gtk_widget_set_tooltip_text (self->label, shown);
  atk_object_set_description (gtk_widget_get_accessible (self->label), shown);
  gtk_widget_hide (self->progress_bar);
}

static void
ls_run_status_class_init (LsRunStatusClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/run-status.ui");
  gtk_widget_class_bind_template_child (widget_class, LsRunStatus, label);
  gtk_widget_class_bind_template_child (widget_class, LsRunStatus, progress_bar);
}

static void
ls_run_status_init (LsRunStatus *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_label_add_tooltip (GTK_LABEL (self->label));
}
