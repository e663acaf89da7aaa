#include "core/run/run-history.h"

#include "core/base/number.h"
#include "core/record/error-norms.h"
#include "core/reference/reference-impl.h"
#include "core/run/comparison-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

struct LsRunHistory
{
  GPtrArray *runs; /* LsPastRun, newest comparison first */
  guint last_id, last_comparison;
};

LsPastRun *
ls_past_run_new (LsTrace *trace, const char *name)
{
  g_return_val_if_fail (trace != NULL, NULL);

  LsPastRun *self = g_new0 (LsPastRun, 1);
  const guint n = ls_trace_get_n_columns (trace);

  self->trace = ls_trace_ref (trace);
  self->errors = g_new (double, n);
  self->estimates = g_new (double, n);
  self->limited = g_new0 (gboolean, n);
  for (guint i = 0; i < n; i++)
    self->errors[i] = self->estimates[i] = NAN;
  self->origin = g_strdup (name);
  self->state = g_strdup ("done");
  self->shown = TRUE;
  self->step_size = self->wall_time = NAN;
  self->color = LS_COLOR_OF_METHOD;
  ls_past_run_set_name (self, name);
  ls_past_run_set_note (self, NULL);
  return self;
}

void
ls_past_run_free (LsPastRun *self)
{
  if (self == NULL)
    return;
  ls_trace_unref (self->trace);
  g_free (self->errors);
  g_free (self->estimates);
  g_free (self->limited);
  g_free (self->name);
  g_free (self->note);
  g_free (self->origin);
  g_free (self->method);
  g_free (self->state);
  g_free (self->message);
  g_free (self->divergence);
  g_free (self->reference);
  g_free (self);
}

char *
ls_past_run_clean (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);
  g_autoptr (GString) clean = g_string_new (NULL);

  for (const char *c = valid; *c != '\0' && clean->len < LS_PAST_RUN_MAX_TEXT;
       c = g_utf8_next_char (c))
    {
      const gunichar letter = g_utf8_get_char (c);
      const gboolean good = (letter >= 0x20 && letter < 0xFFFE) || letter > 0xFFFF || letter == '\n'
                            || letter == '\t';

      g_string_append_unichar (clean, good ? letter : ' ');
    }
  return g_string_free (g_steal_pointer (&clean), FALSE);
}

void
ls_past_run_set_name (LsPastRun *self, const char *name)
{
  g_return_if_fail (self != NULL);

  g_free (self->name);
  self->name = ls_past_run_clean (name);
}

void
ls_past_run_set_note (LsPastRun *self, const char *note)
{
  g_return_if_fail (self != NULL);

  g_free (self->note);
  self->note = ls_past_run_clean (note);
}

gboolean
ls_past_run_get_figure (const LsPastRun *self, LsErrorFigure *figure, const char **signal)
{
  g_return_val_if_fail (self != NULL && figure != NULL && signal != NULL, FALSE);

  const guint n = ls_trace_get_n_columns (self->trace) - 1;

  *signal = NULL;
  if (!ls_error_figure_choose (figure, n, self->errors, self->limited, self->estimates))
    return FALSE;
  *signal = ls_trace_get_name (self->trace, 1 + figure->signal);
  return TRUE;
}

char *
ls_past_run_show_error (const LsPastRun *self, guint column, LsNumberFunc show)
{
  g_return_val_if_fail (self != NULL && show != NULL, NULL);
  g_return_val_if_fail (column > 0 && column < ls_trace_get_n_columns (self->trace), NULL);

  const LsErrorFigure figure = { .signal = column - 1,
                                 .percent = self->errors[column - 1],
                                 .is_limited = self->limited[column - 1] };

  return ls_error_figure_show (&figure, show);
}

/* The rows of @trace within the time range of @reference. (transfer full) */
static LsTrace *
cut (const LsTrace *trace, const LsTrace *reference)
{
  const guint n = ls_trace_get_n_columns (trace);
  const gsize n_rows = ls_trace_get_n_rows (reference);
  g_autofree const char **names = g_new (const char *, n);
  g_autofree double *row = g_new (double, n);
  LsTrace *part;

  for (guint i = 1; i < n; i++)
    names[i - 1] = ls_trace_get_name (trace, i);
  part = ls_trace_new (n - 1, names, NULL);
  for (gsize k = 0; n_rows > 0 && k < ls_trace_get_n_rows (trace); k++)
    {
      for (guint i = 0; i < n; i++)
        row[i] = ls_trace_get (trace, i, k);
      if (row[0] >= ls_trace_get (reference, 0, 0)
          && row[0] <= ls_trace_get (reference, 0, n_rows - 1)
          && (ls_trace_get_n_rows (part) == 0
              || row[0] > ls_trace_get (part, 0, ls_trace_get_n_rows (part) - 1))
          && !ls_trace_append (part, row))
        break;
    }
  return part;
}

/* The reference at the times of @part, interpolated with degree 5. (transfer full) (nullable) */
static LsReference *
sample (LsReference *reference, const LsTrace *part)
{
  const gsize n = ls_trace_get_n_rows (part);
  LsTrace *fine = ls_reference_get_trace (reference);
  const guint n_signals = ls_trace_get_n_columns (fine) - 1;
  g_autoptr (LsReference) at = ls_reference_alloc ("file", n_signals);
  g_autofree const char **names = g_new0 (const char *, n_signals + 1);
  g_autofree double *times = g_new (double, n + 1);
  gboolean any;

  for (guint i = 0; i < n_signals; i++)
    names[i] = ls_trace_get_name (fine, i + 1);
  for (gsize k = 0; k < n; k++)
    times[k] = ls_trace_get (part, 0, k);
  at->trace = ls_trace_new (n_signals, names, NULL);
  return n > 1 && ls_reference_sample (at, fine, 0.0, times, n, &any, NULL) ? g_steal_pointer (&at)
                                                                            : NULL;
}

static void
measure (LsPastRun *run, LsReference *reference)
{
  g_autoptr (LsTrace) part = cut (run->trace, ls_reference_get_trace (reference));
  g_autoptr (LsReference) at = sample (reference, part);

  for (guint i = 1; at != NULL && i < ls_trace_get_n_columns (part); i++)
    {
      const int column = ls_trace_find (at->trace, ls_trace_get_name (part, i));

      if (column > 0
          && ls_measure_error (part, i, at->trace, (guint)column, &run->errors[i - 1], NULL))
        run->limited[i - 1]
            = ls_reference_is_limiting (reference, (guint)column - 1, run->errors[i - 1]);
      else
        run->errors[i - 1] = NAN;
    }
  run->reference = g_strdup (ls_reference_get_description (reference));
}

LsPastRun *
ls_past_run_new_import (const LsImport *import,
                        const char *path,
                        LsReference *reference,
                        gint64 when)
{
  g_return_val_if_fail (import != NULL, NULL);

  g_autofree char *name = g_path_get_basename (path);
  LsPastRun *run = ls_past_run_new (import->trace, name);

  if (import->tool != NULL)
    {
      g_free (run->origin);
      /* Translators: a file and the program that wrote it. */
      run->origin = g_strdup_printf (_ ("%s of %s"), name, import->tool);
    }
  g_free (run->state);
  run->state = g_strdup ("imported");
  run->message = g_strdup (import->words);
  run->pinned = TRUE;
  run->when = when;
  if (reference != NULL)
    measure (run, reference);
  return run;
}

LsRunHistory *
ls_run_history_new (void)
{
  LsRunHistory *self = g_new0 (LsRunHistory, 1);

  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_past_run_free);
  return self;
}

void
ls_run_history_free (LsRunHistory *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->runs);
  g_free (self);
}

static LsPastRun *
copy_run (const LsPastRun *run)
{
  const gsize size = ls_trace_get_n_columns (run->trace) * sizeof *run->errors;
  LsPastRun *copy = g_new (LsPastRun, 1);

  *copy = *run;
  copy->trace = ls_trace_ref (run->trace);
  copy->errors = g_memdup2 (run->errors, size);
  copy->estimates = g_memdup2 (run->estimates, size);
  copy->limited
      = g_memdup2 (run->limited, ls_trace_get_n_columns (run->trace) * sizeof *run->limited);
  copy->name = g_strdup (run->name);
  copy->note = g_strdup (run->note);
  copy->origin = g_strdup (run->origin);
  copy->method = g_strdup (run->method);
  copy->state = g_strdup (run->state);
  copy->message = g_strdup (run->message);
  copy->divergence = g_strdup (run->divergence);
  copy->reference = g_strdup (run->reference);
  return copy;
}

LsRunHistory *
ls_run_history_copy_pinned (const LsRunHistory *self)
{
  LsRunHistory *copy = ls_run_history_new ();

  g_return_val_if_fail (self != NULL, NULL);
  for (guint i = 0; i < self->runs->len; i++)
    if (ls_run_history_get (self, i)->pinned)
      g_ptr_array_add (copy->runs, copy_run (ls_run_history_get (self, i)));
  return copy;
}

LsRunHistory *
ls_run_history_copy_comparison (const LsRunHistory *self, guint number)
{
  LsRunHistory *copy = ls_run_history_new ();

  g_return_val_if_fail (self != NULL, NULL);
  for (guint i = 0; i < self->runs->len; i++)
    {
      const LsPastRun *run = ls_run_history_get (self, i);
      LsPastRun *pinned;

      if (number != LS_RUN_HISTORY_ALL && run->comparison != number)
        continue;
      pinned = copy_run (run);
      pinned->pinned = TRUE;
      g_ptr_array_add (copy->runs, pinned);
    }
  return copy;
}

guint
ls_run_history_get_n (const LsRunHistory *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->runs->len;
}

LsPastRun *
ls_run_history_get (const LsRunHistory *self, guint index)
{
  g_return_val_if_fail (index < self->runs->len, NULL);
  return g_ptr_array_index (self->runs, index);
}

static gboolean
find_index (const LsRunHistory *self, guint id, guint *index)
{
  for (*index = 0; *index < self->runs->len; (*index)++)
    if (ls_run_history_get (self, *index)->id == id)
      return TRUE;
  return FALSE;
}

LsPastRun *
ls_run_history_find (const LsRunHistory *self, guint id)
{
  g_return_val_if_fail (self != NULL, NULL);

  guint index;

  return find_index (self, id, &index) ? ls_run_history_get (self, index) : NULL;
}

guint64
ls_run_history_get_size (const LsRunHistory *self)
{
  g_return_val_if_fail (self != NULL, 0);

  guint64 size = 0;

  for (guint i = 0; i < self->runs->len; i++)
    size += ls_trace_get_memory (ls_run_history_get (self, i)->trace);
  return size;
}

guint
ls_run_history_begin (LsRunHistory *self)
{
  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < self->runs->len; i++)
    if (!ls_run_history_get (self, i)->pinned)
      ls_run_history_get (self, i)->shown = FALSE;
  return ++self->last_comparison;
}

/* The colour used by the fewest runs, of equal ones the last: methods use the first colours. */
static guint
choose_color (const LsRunHistory *self)
{
  guint counts[LS_RUN_HISTORY_COLORS] = { 0 };
  guint best = LS_RUN_HISTORY_COLORS - 1;

  for (guint i = 0; i < self->runs->len; i++)
    if (ls_run_history_get (self, i)->color < LS_RUN_HISTORY_COLORS)
      counts[ls_run_history_get (self, i)->color]++;
  for (guint i = LS_RUN_HISTORY_COLORS; i-- > 0;)
    if (counts[i] < counts[best])
      best = i;
  return best;
}

static void
insert (LsRunHistory *self, LsPastRun *run, guint index)
{
  run->id = ++self->last_id;
  if (run->color >= LS_RUN_HISTORY_COLORS && run->method == NULL)
    run->color = choose_color (self);
  g_ptr_array_insert (self->runs, (int)index, run);
}

/* Runs of the latest comparison are in use elsewhere, so dropping them frees no memory. */
static gboolean
may_go (const LsRunHistory *self, const LsPastRun *run)
{
  return !run->pinned && run->comparison != self->last_comparison;
}

static guint
trim (LsRunHistory *self)
{
  guint64 size = 0;
  guint n = 0, n_gone = 0;

  for (guint i = 0; i < self->runs->len;)
    {
      const LsPastRun *run = ls_run_history_get (self, i);

      if (!may_go (self, run))
        {
          i++;
          continue;
        }
      size += ls_trace_get_memory (run->trace);
      if (++n <= LS_RUN_HISTORY_COUNT && size <= LS_RUN_HISTORY_SIZE)
        {
          i++;
          continue;
        }
      g_ptr_array_remove_index (self->runs, i);
      n_gone++;
    }
  return n_gone;
}

static LsPastRun *
make_run (LsComparison *comparison, guint index)
{
  LsRun *source = ls_comparison_get_run (comparison, index);
  LsReference *reference = ls_comparison_get_reference (comparison);
  const char *const *signals = ls_comparison_get_signals (comparison);
  g_autofree char *label = ls_run_get_label (source);
  LsPastRun *run = ls_past_run_new (ls_run_get_trace (source), label);
  LsRunResult result;

  ls_run_get_result (source, &result);
  run->method = g_strdup (ls_run_get_choice (source)->method);
  g_free (run->state);
  run->state = g_strdup (ls_run_state_id (result.state));
  run->message = g_strdup (result.message);
  run->divergence = g_strdup (ls_comparison_get_divergence (comparison, index));
  run->step_size = ls_run_get_step_size (source);
  run->wall_time = result.wall_time;
  run->index = index;
  for (guint k = 0; signals[k] != NULL; k++)
    {
      run->errors[k] = ls_comparison_get_error (comparison, index, k);
      run->limited[k] = ls_comparison_is_limited (comparison, index, k);
      run->estimates[k] = ls_comparison_get_estimate (comparison, index, k);
    }
  if (reference != NULL)
    run->reference = ls_comparison_add_uncertainty (
        comparison, ls_reference_get_description (reference), ls_number_format_short);
  ls_run_result_clear (&result);
  return run;
}

guint
ls_run_history_add (LsRunHistory *self, guint number, LsComparison *comparison, gint64 when)
{
  guint at = 0;

  g_return_val_if_fail (self != NULL, 0);
  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      LsPastRun *run;

      if (ls_trace_get_n_rows (ls_run_get_trace (ls_comparison_get_run (comparison, i))) == 0)
        continue;
      run = make_run (comparison, i);
      run->comparison = number;
      run->when = when;
      insert (self, run, at++);
    }
  return trim (self);
}

guint
ls_run_history_add_run (LsRunHistory *self, LsPastRun *run)
{
  g_return_val_if_fail (self != NULL && run != NULL, 0);

  insert (self, run, 0);
  return run->id;
}

LsPastRun *
ls_run_history_take (LsRunHistory *self, guint id, guint *index)
{
  g_return_val_if_fail (self != NULL, NULL);
  return find_index (self, id, index) ? g_ptr_array_steal_index (self->runs, *index) : NULL;
}

void
ls_run_history_put (LsRunHistory *self, LsPastRun *run, guint index)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (run != NULL);
  g_ptr_array_insert (self->runs, (int)MIN (index, self->runs->len), run);
}
