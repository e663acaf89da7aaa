#include "core/run/reference-finest.h"

#include "core/base/number.h"
#include "core/record/error-norms.h"
#include "core/reference/reference-impl.h"
#include "core/run/run.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Fraction of the work: the run with half the step is a third. */
#define HALF_SHARE (1.0 / 3)
/* Orders outside this range come from rounding or from a method that does not converge. */
#define MIN_ORDER 0.5
#define MAX_ORDER 8.0

typedef struct
{
  LsReferenceProgressFunc progress;
  gpointer user_data;
  double first, share;
} Making;

static void
run_progress (LsRun *run, gpointer user_data)
{
  const Making *making = user_data;
  const double start = ls_run_get_start_time (run), stop = ls_run_get_stop_time (run);
  const double done = (ls_run_get_time (run) - start) / (stop - start);

  if (making->progress != NULL
      && !making->progress (making->first + making->share * done, making->user_data))
    ls_run_cancel (run);
}

static LsTrace *
compute (Making *making,
         const LsModel *model,
         const LsMethodChoice *choice,
         double start,
         double stop,
         double step_size,
         const char *const *signals,
         LsLog *log,
         GError **error)
{
  g_autoptr (LsRun) run = ls_run_new (model, choice, start, stop, step_size, signals, error);

  if (run == NULL || !ls_run_execute (run, log, run_progress, making, error))
    return NULL;
  return ls_trace_ref (ls_run_get_trace (run));
}

/* Differences d1 of the steps h and h/2, d2 of h/2 and h/4: order log2 (d1 / d2), and the
 * error of h/4 is d2 / (2^order - 1). */
static gboolean
estimate (LsReference *self, LsTrace *coarse, LsTrace *half, LsTrace *quarter, GError **error)
{
  for (guint i = 0; i < self->n_signals; i++)
    {
      double d_1, d_2, order;

      if (!ls_measure_error (coarse, i + 1, half, i + 1, &d_1, error)
          || !ls_measure_error (half, i + 1, quarter, i + 1, &d_2, error))
        return FALSE;
      order = CLAMP (d_2 > 0 ? log2 (d_1 / d_2) : MAX_ORDER, MIN_ORDER, MAX_ORDER);
      self->errors[i] = d_2 / (exp2 (order) - 1);
    }
  return TRUE;
}

static void
describe (LsReference *self, const LsMethodChoice *choice, double step_size, gboolean interpolated)
{
  g_autofree char *method = ls_method_choice_to_text (choice);
  char text[LS_NUMBER_SIZE];

  ls_number_format_short (0.25 * step_size, 6, text);
  /* Translators: a coupling method and a step size in seconds. */
  self->description = g_strdup_printf (
      interpolated ? _ ("finest run, %s with h = %s s, interpolated between its times")
                   : _ ("finest run, %s with h = %s s"),
      method, text);
}

LsReference *
ls_reference_new_finest (const LsModel *model,
                         const LsMethodChoice *choice,
                         LsTrace *coarse,
                         double step_size,
                         double origin,
                         const double times[],
                         gsize n_times,
                         const char *const *signals,
                         LsLog *log,
                         LsReferenceProgressFunc progress,
                         gpointer user_data,
                         GError **error)
{
  g_autoptr (LsReference) self = ls_reference_alloc ("finest", g_strv_length ((char **)signals));
  Making making = { progress, user_data, 0, HALF_SHARE };
  g_autoptr (LsTrace) half = NULL;
  g_autoptr (LsTrace) quarter = NULL;
  double start, stop;
  gboolean interpolated;

  if (!ls_reference_check_times (origin, times, n_times, error))
    return NULL;
  start = origin + times[0];
  stop = origin + times[n_times - 1];
  half = compute (&making, model, choice, start, stop, 0.5 * step_size, signals, log, error);
  if (half == NULL)
    return NULL;
  making.first = HALF_SHARE;
  making.share = 1 - HALF_SHARE;
  quarter = compute (&making, model, choice, start, stop, 0.25 * step_size, signals, log, error);
  if (quarter == NULL || !estimate (self, coarse, half, quarter, error))
    return NULL;
  self->trace = ls_reference_make_trace (model, signals);
  if (!ls_reference_sample (self, quarter, origin, times, n_times, &interpolated, error))
    return NULL;
  describe (self, choice, step_size, interpolated);
  return g_steal_pointer (&self);
}
