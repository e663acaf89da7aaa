#include "core/run/reference-finest.h"

#include "core/base/number.h"
#include "core/record/error-norms.h"
#include "core/reference/reference-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Fraction of the work: the run with half the step is a third. */
#define HALF_SHARE (1.0 / 3)
/* Orders outside this range come from rounding or from a method that does not converge. */
#define MIN_ORDER 0.5
#define MAX_ORDER 8.0

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
      self->orders[i] = order;
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
ls_reference_new_finest (LsReferenceRuns *runs,
                         const LsMethodChoice *choice,
                         LsTrace *coarse,
                         double step_size,
                         GError **error)
{
  g_return_val_if_fail (choice != NULL, NULL);
  g_return_val_if_fail (coarse != NULL, NULL);

  g_autoptr (LsReference) self
      = ls_reference_alloc ("finest", g_strv_length ((char **)runs->signals));
  g_autoptr (LsTrace) half = NULL;
  g_autoptr (LsTrace) quarter = NULL;
  gboolean interpolated;

  if (!ls_reference_check_times (runs->origin, runs->times, runs->n_times, error))
    return NULL;
  runs->first = 0;
  runs->share = HALF_SHARE;
  half = ls_reference_runs_compute (runs, choice, 0.5 * step_size, error);
  if (half == NULL)
    return NULL;
  runs->first = HALF_SHARE;
  runs->share = 1 - HALF_SHARE;
  quarter = ls_reference_runs_compute (runs, choice, 0.25 * step_size, error);
  if (quarter == NULL || !estimate (self, coarse, half, quarter, error))
    return NULL;
  self->trace = ls_reference_make_trace (runs->model, runs->signals);
  if (!ls_reference_sample (self, quarter, runs->origin, runs->times, runs->n_times, &interpolated,
                            error))
    return NULL;
  self->cost[0] = runs->n_runs;
  self->cost[1] = runs->wall_time;
  describe (self, choice, step_size, interpolated);
  return g_steal_pointer (&self);
}
