/* IFOSMONDI-JFM: messages about its iterations. */
#include "core/coupling/coupling-ifosmondi-impl.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Required ratio of first residual to final residual, and the smallest eps above rounding. */
#define LIMIT 120.0
#define LEAST_HINT 1e-13

/* Interpolation error of a cubic inside the step is about LIMIT times smaller than the prediction
 * error of the first guess at its end: 1 / 720 against 1 / 6 of the same derivative. If the
 * residual left by the iteration is larger than that, eps limits the accuracy, not the macro step.
 */
void
ls_ifosmondi_judge (LsIfosmondi *self)
{
  LsNonlinearReport report;

  ls_nonlinear_get_report (self->solver, &report);
  if (!self->has_past || !(report.first > 0.0))
    return;
  self->n_judged++;
  self->n_limited += report.residual > report.first / LIMIT;
  self->sum_guesses += log10 (report.first);
}

/* Logs a message if eps limits the accuracy of most steps. */
void
ls_ifosmondi_conclude (gpointer state, const LsNetwork *network)
{
  LsIfosmondi *self = state;
  char limit[LS_NUMBER_SIZE], hint[LS_NUMBER_SIZE];
  double mean, better;

  /* With a coupling tolerance, eps follows from it. */
  if (network->control != NULL || self->n_limited * 2 <= self->n_judged)
    return;
  mean = self->sum_guesses / (double)self->n_judged;
  better = pow (10.0, floor (mean - log10 (10.0 * LIMIT)));
  if (better >= self->eps || better < LEAST_HINT)
    return;
  /* Translators: number of steps, all steps, eps, a smaller eps. */
  ls_log_write (network->log, LS_LOG_INFO, NULL, NULL, NAN,
                _ ("in %u of %u steps eps = %s limits the "
                   "accuracy, not the step size: where the first guess is already that near, it is "
                   "not iterated; eps=%s would let the step size decide"),
                (guint)self->n_limited, (guint)self->n_judged, ls_number_format (self->eps, limit),
                ls_number_format (better, hint));
}

static const char *
get_advice (const LsIfosmondi *self)
{
  if (strcmp (self->solver_id, "fixed-point") == 0 && self->network->has_loops)
    return _ (
        "The components form algebraic loops. A fixed-point iteration does not converge with any "
        "step where the loop gain is above 1; use solver=anderson or solver=interface-newton.");
  if (strcmp (self->solver_id, "fixed-point") == 0)
    return _ ("Try solver=anderson or solver=interface-newton, which also solve loops that grow "
              "when they are only repeated.");
  if (strcmp (self->solver_id, "interface-newton") == 0)
    return _ ("Try a larger eps, a smaller step, or more iterations (max-iterations).");
  return _ ("Try solver=interface-newton, a larger eps, a smaller step, or more iterations "
            "(max-iterations).");
}

char *
ls_ifosmondi_describe (gpointer state, const LsNetwork *network)
{
  LsIfosmondi *self = state;
  LsNonlinearReport report;
  const LsSystemInfo *info;
  const char *variable;
  guint output, k = 0;

  if (!self->diverged || self->n_active == 0)
    return NULL;
  ls_nonlinear_get_report (self->solver, &report);
  output = self->active[report.worst % self->n_active];
  while (network->out_offset[k + 1] <= output)
    k++;
  info = ls_system_get_info (network->systems[k]);
  variable = ls_system_get_variable_name (network->systems[k],
                                          info->outputs[output - network->out_offset[k]]);
  /* Translators: solver, time, step, evaluations, component, variable, then numbers and advice. */
  return g_strdup_printf (
      report.worst < self->n_active
          ? _ ("The iteration (%s) did not converge from t = %.9g s on a step of %.9g s: %u "
               "evaluations brought the residual of the value of %s.%s from %.3g to %.3g, at best "
               "%.3g, and eps is %.3g. %s")
          : _ ("The iteration (%s) did not converge from t = %.9g s on a step of %.9g s: %u "
               "evaluations brought the residual of the slope of %s.%s from %.3g to %.3g, at best "
               "%.3g, and eps is %.3g. %s"),
      self->solver_id, network->time, self->h, report.evaluations, info->name, variable,
      report.first, report.last, report.residual, self->eps, get_advice (self));
}
