/* Sentences below the tables of a report. */
#include "core/report/report-format-impl.h"
#include "core/run/comparison-impl.h"
#include "core/run/comparison-text.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

const char *
ls_report_explain_mark (LsComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint run = 0; run < self->runs->len; run++)
    for (guint i = 0; i < self->n_signals; i++)
      if (ls_comparison_is_limited (self, run, i))
        return ls_error_explain_limit_mark ();
  return NULL;
}

/* Note on times of simultaneous runs. */
static void
append_parallel (GString *out, LsComparison *self)
{
  guint most = 0;

  for (guint i = 0; i < self->runs->len; i++)
    {
      LsRunResult result;

      ls_run_get_result (ls_comparison_get_run (self, i), &result);
      most = MAX (most, result.n_parallel);
      ls_run_result_clear (&result);
    }
  if (most > 1)
    g_string_append_printf (out,
                            /* Translators: more than one. */
                            _ ("Times were taken with up to %u runs at the same time: they may be "
                               "longer than alone.\n"),
                            most);
}

static void
append_own_errors (GString *out, LsComparison *self, const LsReference *reference)
{
  char text[LS_NUMBER_SIZE];

  if (self->n_signals == 0 || !isfinite (ls_reference_get_error (reference, 0)))
    {
      g_string_append (out, _ (" Its own error is not known.\n"));
      return;
    }
  g_string_append (out, _ (" Its own error:"));
  for (guint i = 0; i < self->n_signals; i++)
    g_string_append_printf (
        out, "%s %s %s %%", i > 0 ? "," : "", self->signals[i],
        ls_number_format_short (ls_reference_get_error (reference, i), 2, text));
  g_string_append (out, ".\n");
}

/* Of a reference made from runs. */
static void
append_cost (GString *out, const LsReference *reference)
{
  double wall_time;
  const guint n_runs = ls_reference_get_n_runs (reference, &wall_time);
  char text[LS_NUMBER_SIZE];

  if (n_runs > 0)
    g_string_append_printf (out, _ ("It took %u runs of %s s together.\n"), n_runs,
                            ls_number_format_short (wall_time, 2, text));
}

/* Only the largest difference: the second method's values are of no interest. */
static void
append_check (GString *out, LsComparison *self, const LsReference *reference)
{
  char text[LS_NUMBER_SIZE];
  double worst = 0;

  if (ls_reference_get_check (reference) == NULL)
    return;
  for (guint i = 0; i < self->n_signals; i++)
    worst = fmax (worst, ls_reference_get_difference (reference, i));
  /* Translators: a solver with its tolerance, and a number. */
  g_string_append_printf (out, _ ("Checked by %s, which differs by at most %s %%.\n"),
                          ls_reference_get_check (reference),
                          ls_number_format_short (worst, 2, text));
}

static void
append_reference (GString *out, LsComparison *self)
{
  LsReference *reference = ls_comparison_get_reference (self);
  const char *problem = ls_comparison_get_reference_problem (self);
  const char *note = ls_comparison_get_reference_note (self);
  const char *mark = ls_report_explain_mark (self);

  if (reference == NULL)
    {
      if (problem != NULL)
        g_string_append_printf (out, _ ("No errors: there is no reference, %s.\n"), problem);
      return;
    }
  g_string_append_printf (out, _ ("Reference: %s."), ls_reference_get_description (reference));
  append_own_errors (out, self, reference);
  append_check (out, self, reference);
  append_cost (out, reference);
  if (note != NULL)
    g_string_append_printf (out, _ ("There is also %s.\n"), note);
  if (mark != NULL)
    g_string_append_printf (out, "%s\n", mark);
}

static void
append_problems (GString *out, LsComparison *self)
{

  for (guint i = 0; i < self->runs->len; i++)
    {
      LsRun *run = ls_comparison_get_run (self, i);
      g_autofree char *label = ls_run_get_label (run);
      g_autofree char *note = ls_run_explain_tolerance (run);
      LsRunResult result;

      ls_run_get_result (run, &result);
      if (note != NULL)
        g_string_append_printf (out, "%s: %s\n", label, note);
      if (result.state == LS_RUN_FAILED)
        /* Translators: a run and why it failed. */
        g_string_append_printf (out, _ ("%s failed: %s\n"), label, result.message);
      else if (ls_comparison_get_divergence (self, i) != NULL)
        /* Translators: a run and what went beyond any sense in it. */
        g_string_append_printf (out, _ ("%s diverged: %s\n"), label,
                                ls_comparison_get_divergence (self, i));
      else if (result.state == LS_RUN_CANCELLED)
        g_string_append_printf (out, "%s: %s\n", label, result.message);
      ls_run_result_clear (&result);
    }
}

/* Algebraic loops are the same in all runs: those of the first run that has reached them. */
static void
append_loops (GString *out, LsComparison *self)
{

  for (guint i = 0; i < self->runs->len; i++)
    {
      g_autoptr (GPtrArray) loops = ls_run_list_loops (ls_comparison_get_run (self, i));

      for (guint k = 0; k < loops->len; k++)
        {
          g_autofree char *said = ls_loop_report_describe (loops->pdata[k]);
          g_autofree char *values = ls_loop_report_describe_values (loops->pdata[k]);

          /* Translators: what became of an algebraic loop; names with start values and solution. */
          g_string_append_printf (out, _ ("At the start: %s; from start to solution: %s.\n"), said,
                                  values);
        }
      if (loops->len > 0)
        return;
    }
}

void
ls_report_append_notes (GString *out, LsComparison *self)
{
  append_parallel (out, self);
  append_reference (out, self);
  append_loops (out, self);
  append_problems (out, self);
}
