/* MISSILES: solves the coupling over the macro step for the linearised systems, then integrates
 * every system once with the inputs found. Equation numbers are those of the paper. */
#include "core/coupling/coupling-missiles-impl.h"

#include "core/assembly/crew.h"
#include "core/assembly/initialise.h"
#include "core/base/prefetch.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define DEGREE LS_HERMITE_DEGREE
#define N_COEFF LS_HERMITE_N_COEFF
/* Bytes of a linearisation that are asked for ahead. */
#define POINT_SIZE 256u

/* Before the first step and after a discontinuity: sets inputs to the current outputs and drops the
 * history. */
static void
begin (LsMissiles *self, LsNetwork *network)
{
  ls_network_gather (network, network->y, network->u);
  for (guint k = 0; k < self->n_systems; k++)
    {
      LsMissilesPart *part = &self->parts[k];

      ls_missiles_note_step (self, k);
      if (self->estimators[k] != NULL)
        ls_estimator_restart (self->estimators[k]);
      if (part->reuse != NULL)
        ls_linearisation_reuse_forget (part->reuse);
      if (part->trials != NULL)
        ls_trials_restart (part->trials);
      if (part->past == NULL)
        continue;
      ls_extrapolate_reset (part->past);
      ls_extrapolate_add (part->past, network->time, network->y + network->out_offset[k]);
    }
}

/* @first: (out): %TRUE if slopes at the start are unknown, so that inputs are parabolas over the
 * step: MISSILES eq. 52 (T4). */
static LsStatus
find_output_derivatives (LsMissiles *self, LsNetwork *network, double h, gboolean *first)
{
  gboolean known = FALSE;
  LsStatus status
      = self->settings.start_derivatives ? ls_network_find_derivatives (network, h, &known) : LS_OK;

  *first = !known;
  memset (self->du, 0, network->n_in * sizeof (double));
  if (known)
    ls_network_gather (network, network->dy, self->du);
  return status;
}

/* Extrapolates a system that cannot be linearised: by its past outputs or by output derivatives. */
static void
extrapolate (LsMissiles *self, const LsNetwork *network, guint system, double h)
{
  const LsMissilesPart *part = &self->parts[system];
  guint first = network->out_offset[system];
  double *coefficients = self->coefficients + (gsize)first * 4;
  double predicted[4];

  if (part->past != NULL)
    ls_extrapolate_get (part->past, 3, coefficients);
  for (guint i = first; i < network->out_offset[system + 1]; i++)
    {
      const double *a = coefficients + (gsize)(i - first) * 4;
      const gboolean steady = ls_balance_predict (network->balance, i, predicted);
      double slope = 0.0;

      if (steady)
        a = predicted;
      else if (part->past == NULL && isfinite (network->dy[i]))
        slope = network->dy[i];
      self->constant[i] = network->y[i] + h * slope;
      self->slope_constant[i] = slope;
      if (part->past == NULL && !steady)
        continue;
      self->constant[i] += h * (a[1] + h * (a[2] + h * a[3]));
      self->slope_constant[i] += a[1] + h * (2.0 * a[2] + h * 3.0 * a[3]);
    }
}

static void
report_growth (const LsNetwork *network, guint system, double h)
{
  ls_log_write (network->log, LS_LOG_ERROR, ls_system_get_info (network->systems[system])->name,
                "MISSILES", network->time,
                _ ("the linearised component cannot be followed over a step of %g s: its "
                   "derivatives are not finite or it grows beyond all bounds"),
                h);
}

static LsStatus
take_point (LsMissilesPart *part, LsNetwork *network, guint system, double h)
{
  const double *u = network->u + network->in_offset[system];

  if (part->trials != NULL)
    return ls_trials_linearise (part->trials, &network->counts, h, part->point);
  if (part->reuse != NULL)
    return ls_linearisation_reuse_take (part->reuse, u, h, part->point, &network->counts);
  network->counts.linearisations++;
  return ls_system_linearise (network->systems[system], u, part->point);
}

static LsStatus
linearise (LsMissiles *self, LsNetwork *network, guint system, gboolean first, double h)
{
  LsMissilesPart *part = &self->parts[system];
  LsEstimator *estimator = self->estimators[system];
  guint in = network->in_offset[system], out = network->out_offset[system];
  gsize size = (network->out_offset[system + 1] - out) * sizeof (double);
  LsEstimatorStart start = { .point = part->point, .u = network->u + in, .h = h };
  LsStatus status = take_point (part, network, system, h);

  ls_missiles_note_step (self, system);
  if (status != LS_OK)
    {
      network->failed = system;
      return status;
    }
  if (part->trials != NULL)
    start.gt = ls_trials_get_time_slopes (part->trials);
  else if (part->ft != NULL
           && ls_system_get_time_derivatives (network->systems[system], part->point, start.u, h,
                                              part->ft, part->gt,
                                              &network->counts.time_derivatives))
    {
      start.ft = part->ft;
      start.gt = part->gt;
    }
  start.du = first ? NULL : self->du + in;
  start.dy = part->reads_derivatives ? network->dy + out : NULL;
  status = ls_estimator_prepare_full (estimator, &start);
  if (status == LS_STOP)
    report_growth (network, system, h);
  if (status != LS_OK)
    {
      network->failed = system;
      return status;
    }
  memcpy (self->constant + out, ls_estimator_get_constant (estimator), size);
  memcpy (self->slope_constant + out, ls_estimator_get_slope_constant (estimator), size);
  ls_global_take_estimate (self->global, network, system, self->known, self->constant,
                           self->slope_constant);
  return LS_OK;
}

/* Known parts; unconnected inputs are constant. */
static void
fill_known (LsMissiles *self, const LsNetwork *network, gboolean first, double h)
{
  for (guint j = 0; j < network->n_in; j++)
    {
      double *b = self->known + (gsize)j * N_COEFF;

      if (network->source[j] >= 0)
        ls_hermite_get_known (first, h, network->u[j], self->du[j], b);
      else
        {
          b[0] = network->u[j];
          b[1] = b[2] = b[3] = 0.0;
        }
    }
}

static void
fill_polynomials (LsMissiles *self, const LsNetwork *network, gboolean first, double h)
{
  LsHermiteShape shape;

  ls_hermite_get_shape (first, h, &shape);
  memcpy (self->polynomial, self->known, (gsize)network->n_in * N_COEFF * sizeof (double));
  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= 0)
      {
        guint source = (guint)network->source[j];
        double value = ls_global_get_value (self->global, source);
        double slope = ls_global_get_derivative (self->global, source);
        double *a = self->polynomial + (gsize)j * N_COEFF;

        for (guint p = 0; p < N_COEFF; p++)
          a[p] += shape.value[p] * value + shape.slope[p] * slope;
      }
}

/* What the components are given: the polynomials, or values held instead. */
static void
fill_given (LsMissiles *self, const LsNetwork *network)
{
  if (self->given == self->polynomial)
    return;
  memcpy (self->given, self->polynomial, (gsize)network->n_in * N_COEFF * sizeof (double));
  for (guint k = 0; k < self->n_systems; k++)
    if (self->parts[k].trials != NULL)
      ls_trials_give (self->parts[k].trials, DEGREE, self->polynomial, self->given);
}

static LsStatus
report_singular (const LsNetwork *network, double h)
{
  g_autofree char *loops = network->initialise != NULL && network->has_loops
                               ? ls_initialise_name_loops (network->initialise)
                               : g_strdup ("");

  if (*loops != '\0')
    ls_log_write (network->log, LS_LOG_ERROR, NULL, "MISSILES", network->time,
                  _ ("the coupling has no unique solution over a step of %g s: the direct "
                     "feed-through round the algebraic loop through %s determines nothing, as "
                     "its gain is 1; NI-Jacobi keeps the previous values"),
                  h, loops);
  else
    ls_log_write (network->log, LS_LOG_ERROR, NULL, "MISSILES", network->time,
                  _ ("the coupling has no unique solution over a step of %g s, without a loop of "
                     "direct feed-through: a shorter step has one"),
                  h);
  return LS_STOP;
}

/* What estimates of the next systems need. */
static void
prefetch (const LsMissiles *self, guint system)
{
  const guint far = ls_prefetch_find (system, 1), near = ls_prefetch_find (system, 2);

  ls_estimator_prefetch (self->estimators, self->n_systems, system);
  if (self->n_systems < LS_PREFETCH_LEAST)
    return;
  if (far < self->n_systems)
    ls_prefetch (self->parts[far].point, sizeof *self->parts[far].point);
  if (near < self->n_systems && self->parts[near].point != NULL)
    ls_prefetch (self->parts[near].point->a, POINT_SIZE);
}

typedef struct
{
  LsMissiles *state;
  gboolean first;
  double h;
} Estimate;

static LsStatus
estimate_one (LsNetwork *network, guint system, gpointer data)
{
  const Estimate *wanted = data;

  prefetch (wanted->state, system);

  if (wanted->state->estimators[system] != NULL)
    return linearise (wanted->state, network, system, wanted->first, wanted->h);
  extrapolate (wanted->state, network, system, wanted->h);
  return LS_OK;
}

/* Estimates, or extrapolations, of all systems. */
static LsStatus
estimate (LsMissiles *self, LsNetwork *network, gboolean first, double h)
{
  Estimate wanted = { self, first, h };

  return ls_crew_each (network, LS_WORK_PREPARE, estimate_one, &wanted);
}

static const LsTrials *
find_worthless (const LsMissiles *self)
{
  for (guint k = 0; self->given != self->polynomial && k < self->n_systems; k++)
    if (self->parts[k].trials != NULL && !ls_trials_are_worth (self->parts[k].trials))
      return self->parts[k].trials;
  return NULL;
}

/* All components with trials are extrapolated from here on. */
static LsStatus
end_trials (LsMissiles *self, LsNetwork *network)
{
  ls_trials_tell_end (find_worthless (self));
  for (guint k = 0; k < self->n_systems; k++)
    {
      LsMissilesPart *part = &self->parts[k];

      if (part->trials == NULL)
        continue;
      g_clear_pointer (&part->trials, ls_trials_free);
      g_clear_pointer (&self->estimators[k], ls_estimator_free);
      ls_missiles_prepare_extrapolation (self, network, k);
      if (part->past != NULL)
        ls_extrapolate_add (part->past, network->time, network->y + network->out_offset[k]);
      ls_balance_leave (network->balance, k, FALSE);
      ls_balance_set_leads (network->balance, k, LS_LEAD_OWN, LS_LEAD_OWN);
    }
  ls_global_free (self->global);
  self->global = ls_global_new (network, self->estimators, self->kind);
  return self->global != NULL ? LS_OK : LS_STOP;
}

static LsStatus
solve (LsMissiles *self, LsNetwork *network, gboolean first, double h)
{
  LsStatus status;

  fill_known (self, network, first, h);
  status = estimate (self, network, first, h);
  if (status == LS_OK && find_worthless (self) != NULL)
    {
      status = end_trials (self, network);
      if (status == LS_OK)
        status = estimate (self, network, first, h);
    }
  if (status != LS_OK)
    return status;
  status = ls_global_factorise (self->global, network, first, h);
  if (status != LS_OK)
    return report_singular (network, h);
  ls_global_solve (self->global, network, self->constant, self->slope_constant);
  fill_polynomials (self, network, first, h);
  fill_given (self, network);
  return LS_OK;
}

/* Updates extrapolation for the next step; estimators follow. */
static void
record (LsMissiles *self, const LsNetwork *network, gboolean first)
{
  self->n_accepted++;
  self->passes = first;
  if (!self->has_pasts && self->given == self->polynomial)
    return;
  for (guint k = 0; k < self->n_systems; k++)
    {
      if (self->parts[k].trials != NULL)
        ls_trials_accept (self->parts[k].trials);
      if (self->estimators[k] == NULL && self->parts[k].past != NULL)
        ls_extrapolate_add (self->parts[k].past, network->end_time,
                            self->y + network->out_offset[k]);
    }
}

/* The next inputs start with value and slope at the ends of the polynomials: C1 over the run. */
static void
accept (LsMissiles *self, LsNetwork *network)
{
  memcpy (network->y, self->y, network->n_out * sizeof (double));
  for (guint i = 0; i < network->n_out; i++)
    network->dy[i] = self->needs_derivatives ? self->dy[i] : NAN;
  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= 0)
      {
        guint source = (guint)network->source[j];

        network->u[j] = ls_global_get_value (self->global, source);
        self->du[j] = ls_global_get_derivative (self->global, source);
      }
  self->has_derivatives = TRUE;
}

/* Prediction errors: computed outputs against the values assumed by the inputs. */
static void
find_errors (LsMissiles *self, const LsNetwork *network)
{
  for (guint i = 0; i < network->n_out; i++)
    self->errors[i] = ls_global_is_active (self->global, i)
                          ? fabs (self->y[i] - ls_global_get_value (self->global, i))
                          : 0.0;
}

static LsStatus
judge (const LsMissiles *self, LsNetwork *network, double h)
{
  const LsStepWorth worth = { .h = h,
                              .inputs = LS_INPUTS_CUBIC,
                              .order = self->order,
                              .degree = DEGREE,
                              .u = self->polynomial,
                              .y = self->y };

  return ls_network_judge (network, &worth, FALSE);
}

static LsStatus
step (gpointer state, LsNetwork *network, double h)
{
  LsMissiles *self = state;
  const gboolean fresh = network->restarted || !self->has_derivatives;
  gboolean first = fresh, event;
  LsStatus status = LS_OK;

  if (first)
    {
      begin (self, network);
      status = find_output_derivatives (self, network, h, &first);
    }
  if (status == LS_OK)
    status = solve (self, network, first, h);
  if (status == LS_OK)
    status = ls_network_step (network, h, DEGREE, self->given, self->y,
                              self->needs_derivatives ? self->dy : NULL, &event);
  if (status != LS_OK)
    return status;
  find_errors (self, network);
  status = ls_network_detect_jumps (network, h, self->y, self->errors, FALSE);
  if (status == LS_OK)
    status = judge (self, network, h);
  if (status != LS_OK)
    return status;
  /* After an event the component may have been linearised just before it switched. */
  record (self, network, first || (fresh && network->counts.discontinuities > 0));
  accept (self, network);
  return LS_OK;
}

static gboolean
tries (const LsSystemInfo *info, const LsOptions *options)
{
  return ls_estimator_has_trials (options) && ls_trials_suit (info);
}

static char *
explain (const LsSystemInfo *info, const LsOptions *options, gboolean *possible)
{
  const char *reason;

  *possible = TRUE;
  if (tries (info, options))
    return ls_trials_explain (info);
  if (!info->has[LS_CAPABILITY_LINEARISATION])
    {
      reason = info->reasons[LS_CAPABILITY_LINEARISATION];
      return info->has[LS_CAPABILITY_OUTPUT_DERIVATIVES]
                 ? g_strdup_printf (_ ("Its outputs are extrapolated by their derivatives, as it "
                                       "cannot be linearised: %s."),
                                    reason)
                 : g_strdup_printf (
                     _ ("Its outputs are extrapolated linearly, as it cannot be linearised: %s."),
                     reason);
    }
  return ls_coupling_explain_held_inputs (info);
}

/* For linear components new matrices equal the reused ones. */
static gboolean
perfect (LsOptions *options, guint attempt)
{
  return attempt == 0 && ls_options_set (options, "relinearise", "0", NULL);
}

static const char *const matrices[] = { "auto", "dense", "sparse", NULL };

static const LsOption options[] = {
  LS_ESTIMATOR_OPTIONS,
  LS_COUPLING_OPTIONS_REPAIR,
  { .name = "relinearise",
    .type = LS_OPTION_REAL,
    .initial = "0",
    .minimum = 0.0,
    .maximum = 1.0,
    .summary = N_ ("Reuse the linearisation of a component while its error on a step is at most "
                   "this part of states and outputs, which costs order: 2 to 3 with 1e-3; 0: "
                   "linearise on every step.") },
  { .name = "matrix",
    .type = LS_OPTION_CHOICE,
    .initial = "auto",
    .choices = matrices,
    .summary = N_ ("Storage of the linear system over all components; auto: sparse when it is "
                   "large.") },
};

const LsCouplingMethod ls_coupling_missiles = {
  .id = "missiles",
  .name = N_ ("MISSILES"),
  .summary = N_ ("Solves the coupling of a macro step on linearised components, then integrates "
                 "each once with the smooth inputs found: no rollback, third order or better."),
  .source = N_ ("Eguillon, Lacabanne, Tromeur-Dervout: MISSILES, sections 2 and 3"),
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .explain_options = explain,
  .tries = tries,
  .prepare = ls_missiles_prepare,
  .step = step,
  .estimate = LS_COUPLING_ESTIMATE_CUBIC,
  .visit_state = ls_missiles_visit_state,
  .explain_nonlinear = ls_estimator_explain_nonlinear,
  .is_published = ls_estimator_is_published,
  .perfect = perfect,
  .restored = ls_missiles_restored,
  .free = ls_missiles_release,
};
