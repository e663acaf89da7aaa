/* Estimators as replacement of components. */
#include "core/coupling/costarica-impl.h"

#include <glib/gi18n-lib.h>

void
ls_costarica_prepare_estimator (LsCostarica *self, LsCostaricaPart *part, LsSystem *system)
{
  const LsSystemInfo *info
      = part->trials != NULL ? ls_trials_get_info (part->trials) : ls_system_get_info (system);

  part->point = ls_linearisation_new (info);
  part->estimator = ls_estimator_new (info, self->degree, &self->settings);
  if (part->trials != NULL || !self->settings.affine_term)
    return;
  if (self->settings.time_derivative && ls_system_enable_time_derivative (system))
    {
      part->ft = g_new0 (double, info->n_state + info->n_out + 1);
      part->gt = part->ft + info->n_state;
    }
  part->reads_derivatives = part->ft == NULL && self->slopes && self->settings.defect
                            && info->has[LS_CAPABILITY_OUTPUT_DERIVATIVES];
}

static void
report_growth (const LsCostarica *self, guint system)
{
  const LsNetwork *network = self->network;

  ls_log_write (network->log, LS_LOG_ERROR, ls_system_get_info (network->systems[system])->name,
                "COSTARICA", network->time,
                _ ("the linearised component cannot be followed over a step of %g s: its "
                   "derivatives are not finite or it grows beyond all bounds"),
                self->h);
}

LsStatus
ls_costarica_linearise (LsCostarica *self, guint system)
{
  LsNetwork *network = self->network;
  LsCostaricaPart *part = &self->parts[system];
  guint in = network->in_offset[system];
  LsEstimatorStart start = { .point = part->point, .u = network->u + in, .h = self->h };
  LsStatus status = part->trials != NULL
                        ? ls_trials_linearise (part->trials, &network->counts, self->h, part->point)
                        : ls_system_linearise (network->systems[system], start.u, part->point);

  if (status == LS_OK)
    {
      network->counts.linearisations += part->trials == NULL;
      if (part->trials != NULL)
        start.gt = ls_trials_get_time_slopes (part->trials);
      else if (part->ft != NULL
               && ls_system_get_time_derivatives (network->systems[system], part->point, start.u,
                                                  self->h, part->ft, part->gt,
                                                  &network->counts.time_derivatives))
        {
          start.ft = part->ft;
          start.gt = part->gt;
        }
      start.du = self->du != NULL ? self->du + in : NULL;
      start.dy = part->reads_derivatives ? network->dy + network->out_offset[system] : NULL;
      status = ls_estimator_prepare_full (part->estimator, &start);
      if (status == LS_STOP)
        report_growth (self, system);
    }
  part->estimated = status == LS_OK;
  part->was_estimated = TRUE;
  if (status != LS_OK)
    network->failed = system;
  return status;
}

/* Y = G : a + c. */
void
ls_costarica_ask_estimator (
    const LsCostarica *self, guint system, const double u[], double y[], double dy[])
{
  const LsNetwork *network = self->network;
  const LsEstimator *estimator = self->parts[system].estimator;
  guint first = network->out_offset[system], n_out = network->out_offset[system + 1] - first;
  guint n = (network->in_offset[system + 1] - network->in_offset[system]) * (self->degree + 1);
  const double *a = u + (gsize)network->in_offset[system] * (self->degree + 1);
  const double *gain = ls_estimator_get_gain (estimator);
  const double *slope_gain = ls_estimator_get_slope_gain (estimator);

  for (guint i = 0; i < n_out; i++, gain += n, slope_gain += n)
    {
      double value = ls_estimator_get_constant (estimator)[i];
      double slope = ls_estimator_get_slope_constant (estimator)[i];

      for (guint p = 0; p < n; p++)
        {
          value += gain[p] * a[p];
          slope += slope_gain[p] * a[p];
        }
      y[first + i] = value;
      if (dy != NULL)
        dy[first + i] = slope;
    }
  if (network->step_observer != NULL)
    network->step_observer->estimated (system, self->h, self->degree, a, y + first,
                                       network->step_observer->user_data);
}
