/* IFOSMONDI-JFM: inputs that are C1 over the whole run and agree with the outputs in value and
 * slope at the end of every macro step, found by iterating the step. COSTARICA is the same with
 * estimators instead of integrations. */
#include "core/coupling/coupling-ifosmondi-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Minimum evaluations of a step without history. */
#define N_WITHOUT_PAST 3u

static LsCostaricaStrategy
read_strategy (const LsOptions *options)
{
  LsCostaricaStrategy strategy = ls_costarica_strategy_read (options);

  strategy.trials = ls_estimator_has_trials (options);
  return strategy;
}

static gboolean
tries (const LsSystemInfo *info, const LsOptions *options)
{
  const LsCostaricaStrategy strategy = read_strategy (options);

  return ls_costarica_tries (info, &strategy);
}

static gpointer
prepare (LsNetwork *network, const LsOptions *options, GError **error)
{
  const LsCostaricaStrategy strategy = read_strategy (options);

  return ls_ifosmondi_new (network, options, &strategy, error);
}

static LsCostaricaStrategy
read_costarica_strategy (const LsOptions *options)
{
  return (LsCostaricaStrategy){ .use = LS_COSTARICA_ALWAYS,
                                .trials = ls_estimator_has_trials (options),
                                .force = ls_options_get_text (options, "force") };
}

static gboolean
tries_costarica (const LsSystemInfo *info, const LsOptions *options)
{
  const LsCostaricaStrategy strategy = read_costarica_strategy (options);

  return ls_costarica_tries (info, &strategy);
}

static gpointer
prepare_costarica (LsNetwork *network, const LsOptions *options, GError **error)
{
  const LsCostaricaStrategy strategy = read_costarica_strategy (options);

  return ls_ifosmondi_new (network, options, &strategy, error);
}

/* Slopes at the start; without them inputs are parabolas over the first step. */
static LsStatus
find_output_derivatives (LsIfosmondi *self, double h)
{
  LsNetwork *network = self->network;
  gboolean known = FALSE;
  LsStatus status;

  ls_ifosmondi_restart (self);
  ls_network_gather (network, network->y, network->u);
  status = self->begins_smooth ? ls_network_find_derivatives (network, h, &known) : LS_OK;
  self->first = !known;
  memset (self->du, 0, network->n_in * sizeof (double));
  if (!known)
    return status;
  ls_network_gather (network, network->dy, self->du);
  for (guint i = 0; i < self->n_active; i++)
    {
      self->last[i] = network->y[self->active[i]];
      self->last[self->n_active + i] = network->dy[self->active[i]];
    }
  return status;
}

static LsStatus
begin (LsIfosmondi *self, double h)
{
  gboolean first = self->first;
  LsStatus status = LS_OK;

  self->first = FALSE;
  if (self->network->restarted || !self->has_derivatives)
    status = find_output_derivatives (self, h);
  /* The Jacobian belongs to another input polynomial. */
  if (h != self->h || first != self->first)
    ls_nonlinear_forget (self->solver);
  if (self->second != NULL)
    ls_nonlinear_forget (self->second);
  self->h = h;
  self->diverged = FALSE;
  for (guint i = 0; i < self->n_active; i++)
    self->scale[self->n_active + i] = self->scale[i] / h;
  ls_ifosmondi_fill_known (self);
  return status;
}

static LsStatus
solve_by (LsIfosmondi *self, LsNonlinear *solver)
{
  LsNonlinearReport report;
  LsStatus status = ls_ifosmondi_guess (self);

  if (status != LS_OK)
    return status;
  /* Without history the first guess may be poor, and an error that eps accepts here would persist
   * for the whole run. */
  ls_nonlinear_set_min_iterations (
      solver, self->has_past ? self->min_iterations : MAX (self->min_iterations, N_WITHOUT_PAST));
  memcpy (self->predicted, self->z, self->n_active * sizeof (double));
  status = ls_nonlinear_solve (solver, self->z);
  ls_nonlinear_get_report (solver, &report);
  self->network->counts.iterations += report.evaluations;
  self->network->residual = report.residual;
  self->diverged = status == LS_RETRY && isfinite (report.residual);
  return status;
}

/* The last evaluation is the solution: y, dy and the polynomials belong to it. */
static LsStatus
solve (LsIfosmondi *self)
{
  LsStatus status = solve_by (self, self->solver);
  LsNonlinear *first = self->solver;

  if (!self->diverged || self->second == NULL)
    return status;
  status = solve_by (self, self->second);
  if (status != LS_OK)
    return status;
  ls_log_write (self->network->log, LS_LOG_INFO, NULL, NULL, self->network->time,
                _ ("%s does not converge on the algebraic loops; from here on it is solver=%s"),
                self->solver_id, LS_IFOSMONDI_NEWTON);
  self->solver = self->second;
  self->solver_id = LS_IFOSMONDI_NEWTON;
  self->second = NULL;
  ls_nonlinear_free (first);
  return LS_OK;
}

/* The next inputs start at the ends of the polynomials. */
static void
accept (LsIfosmondi *self)
{
  LsNetwork *network = self->network;
  guint n = self->n_active;

  ls_ifosmondi_judge (self);
  ls_costarica_accept (self->costarica, self->polynomial, self->y);
  memcpy (network->y, self->y, network->n_out * sizeof (double));
  memcpy (network->dy, self->dy, network->n_out * sizeof (double));
  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= 0)
      {
        guint unknown = (guint)self->unknown[network->source[j]];

        network->u[j] = self->z[unknown];
        self->du[j] = self->z[n + unknown];
      }
  /* Extrapolate from computed outputs, so that residuals below eps do not add up. */
  memcpy (self->past, self->last, 2 * n * sizeof (double));
  for (guint i = 0; i < n; i++)
    {
      self->last[i] = self->y[self->active[i]];
      self->last[n + i] = self->dy[self->active[i]];
    }
  self->has_past = !self->first;
  self->h_past = self->h;
  self->has_derivatives = TRUE;
}

/* Prediction errors of the outputs, relative to the first guess, or for estimated systems to the
 * converged values. */
static void
find_errors (LsIfosmondi *self)
{
  const LsNetwork *network = self->network;

  for (guint k = 0; k < network->n_systems; k++)
    {
      gboolean integrated = ls_costarica_get_kind (self->costarica, k) == LS_COSTARICA_INTEGRATE;
      const double *predicted = integrated ? self->predicted : self->z;

      for (guint i = network->out_offset[k]; i < network->out_offset[k + 1]; i++)
        self->errors[i]
            = self->unknown[i] < 0 ? 0.0 : fabs (self->y[i] - predicted[self->unknown[i]]);
    }
}

static LsStatus
detect_jumps (LsIfosmondi *self)
{
  find_errors (self);
  return ls_network_detect_jumps (self->network, self->h, self->y, self->errors,
                                  ls_costarica_can_abandon (self->costarica));
}

/* Step size control. */
static LsStatus
judge (LsIfosmondi *self)
{
  const LsStepWorth worth = { .h = self->h,
                              .inputs = LS_INPUTS_CUBIC,
                              .order = ls_costarica_get_order (self->costarica),
                              .degree = LS_HERMITE_DEGREE,
                              .u = self->polynomial,
                              .y = self->y };

  return ls_network_judge (self->network, &worth, ls_costarica_can_abandon (self->costarica));
}

static LsStatus
step (gpointer state, LsNetwork *network G_GNUC_UNUSED, double h)
{
  LsIfosmondi *self = state;
  LsStatus status = begin (self, h);

  if (status == LS_OK)
    status = ls_costarica_begin (self->costarica, h, self->first ? NULL : self->du);
  if (status == LS_OK)
    status = solve (self);
  if (status == LS_OK)
    status = ls_costarica_finish (self->costarica, self->polynomial, self->y, self->dy);
  if (status == LS_OK)
    status = ls_network_correct_all (self->network, self->y);
  if (status == LS_OK)
    status = detect_jumps (self);
  if (status == LS_OK && self->network->control != NULL)
    status = judge (self);
  if (status == LS_RETRY)
    return ls_costarica_abandon (self->costarica) == LS_OK ? LS_RETRY : LS_STOP;
  if (status == LS_OK)
    accept (self);
  return status;
}

static char *
explain_slopes (const LsSystemInfo *info, const LsCostaricaStrategy *strategy)
{
  if (info->has[LS_CAPABILITY_OUTPUT_DERIVATIVES] || info->n_out == 0
      || ls_costarica_choose (info, strategy) != LS_COSTARICA_INTEGRATE)
    return NULL;
  return g_strdup_printf (info->has[LS_CAPABILITY_LINEARISATION]
                              ? _ ("The time derivatives of its outputs are from its "
                                   "linearisation at the end of the step: %s.")
                              : _ ("The time derivatives of its outputs are backward "
                                   "differences, which costs an order: %s."),
                          info->reasons[LS_CAPABILITY_OUTPUT_DERIVATIVES]);
}

static char *
explain_with (const LsSystemInfo *info, const LsCostaricaStrategy *strategy, gboolean *possible)
{
  g_autofree char *estimated = ls_costarica_explain (info, strategy, possible);
  g_autofree char *slopes = explain_slopes (info, strategy);
  g_autofree char *inputs = ls_coupling_explain_held_inputs (info);
  g_autoptr (GString) text = g_string_new (NULL);

  if (estimated != NULL)
    g_string_append (text, estimated);
  if (slopes != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", slopes);
  if (inputs != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", inputs);
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static char *
explain (const LsSystemInfo *info, const LsOptions *options, gboolean *possible)
{
  const LsCostaricaStrategy strategy = read_strategy (options);

  return explain_with (info, &strategy, possible);
}

static char *
explain_costarica (const LsSystemInfo *info, const LsOptions *options, gboolean *possible)
{
  const LsCostaricaStrategy strategy = read_costarica_strategy (options);

  return explain_with (info, &strategy, possible);
}

/* All settings converge to the same solution; the reachable eps depends on cancellation in
 * differences. For linear components the guess by MISSILES is already the solution. */
static gboolean
perfect (LsOptions *options, guint attempt)
{
  static const char *const solvers[] = { "newton-gmres", "anderson", "fixed-point", "fixed-point" };
  static const char *const guesses[]
      = { "extrapolation", "extrapolation", "extrapolation", "missiles" };
  static const char *const digits[] = { "1e-13", "1e-12", "1e-11", "1e-10" };

  return attempt < 16 && ls_options_set (options, "solver", solvers[attempt % 4], NULL)
         && ls_options_set (options, "guess", guesses[attempt % 4], NULL)
         && ls_options_set (options, "eps", digits[attempt / 4], NULL)
         && ls_options_set (options, "max-iterations", "1000", NULL);
}

static const char *const solvers[]
    = { "fixed-point", "anderson", "newton-gmres", "interface-newton", NULL };
static const char *const guesses[] = { "extrapolation", "missiles", NULL };

static const char *const matrices[] = { "auto", "dense", "sparse", NULL };

#define COMMON_OPTIONS                                                                             \
  { .name = "solver",                                                                              \
    .type = LS_OPTION_CHOICE,                                                                      \
    .initial = "anderson",                                                                         \
    .choices = solvers,                                                                            \
    .summary = N_ ("Iteration method: fixed point, Anderson acceleration, "                        \
                   "Newton-GMRES, or interface Newton with the matrix of derivatives "             \
                   "from linearisations, else from perturbed integrations.") },                    \
      { .name = "eps",                                                                             \
        .type = LS_OPTION_REAL,                                                                    \
        .initial = "1e-6",                                                                         \
        .minimum = 1e-14,                                                                          \
        .maximum = 1.0,                                                                            \
        .summary                                                                                   \
        = N_ ("Convergence tolerance of values, relative to nominal value plus value; that of "    \
              "time derivatives is for their difference times the step.") },                       \
      { .name = "min-iterations",                                                                  \
        .type = LS_OPTION_INTEGER,                                                                 \
        .initial = "1",                                                                            \
        .minimum = 1,                                                                              \
        .maximum = 1000,                                                                           \
        .summary = N_ ("Minimum evaluations of a step; with 2, the initial guess is never "        \
                       "accepted.") },                                                             \
      { .name = "max-iterations",                                                                  \
        .type = LS_OPTION_INTEGER,                                                                 \
        .initial = "20",                                                                           \
        .minimum = 1,                                                                              \
        .maximum = 1000,                                                                           \
        .summary = N_ ("Maximum evaluations of a step; without convergence the step is repeated "  \
                       "in halves.") },                                                            \
      { .name = "depth",                                                                           \
        .type = LS_OPTION_INTEGER,                                                                 \
        .initial = "5",                                                                            \
        .minimum = 1,                                                                              \
        .maximum = 50,                                                                             \
        .summary = N_ ("Number of earlier iterations that solver=anderson uses.") },               \
      { .name = "matrix",                                                                          \
        .type = LS_OPTION_CHOICE,                                                                  \
        .initial = "auto",                                                                         \
        .choices = matrices,                                                                       \
        .summary = N_ ("Storage of the matrix of derivatives of solver=interface-newton; auto: "   \
                       "sparse when it is large.") },                                              \
  {                                                                                                \
    .name = "guess", .type = LS_OPTION_CHOICE, .initial = "extrapolation", .choices = guesses,     \
    .summary = N_ ("Initial guess of the iteration: the extrapolated past, or the solution on "    \
                   "linearised components.")                                                       \
  }

static const LsOption options[] = {
  COMMON_OPTIONS,       LS_COSTARICA_OPTION_ESTIMATOR, LS_COSTARICA_OPTION_FORCE,
  LS_ESTIMATOR_OPTIONS, LS_COUPLING_OPTIONS_REPAIR,
};

static const LsOption costarica_options[] = { COMMON_OPTIONS, LS_COSTARICA_OPTION_FORCE,
                                              LS_ESTIMATOR_OPTIONS, LS_COUPLING_OPTIONS_REPAIR };

#define COMMON_ENTRIES                                                                             \
  .check_options = ls_costarica_check_options, .retries = TRUE, .describe = ls_ifosmondi_describe, \
  .conclude = ls_ifosmondi_conclude, .step = step, .visit_state = ls_ifosmondi_visit_state,        \
  .explain_nonlinear = ls_estimator_explain_nonlinear, .is_published = ls_estimator_is_published,  \
  .perfect = perfect, .restored = ls_ifosmondi_restored, .free = ls_ifosmondi_free

const LsCouplingMethod ls_coupling_ifosmondi_jfm = {
  .id = "ifosmondi-jfm",
  .name = N_ ("IFOSMONDI-JFM"),
  .summary = N_ ("Iterates each macro step until smooth inputs and outputs agree in value and "
                 "derivative: fourth order, several integrations per step."),
  .source = N_ ("Eguillon, Lacabanne, Tromeur-Dervout: IFOSMONDI co-simulation algorithm with "
                "Jacobian-free methods in PETSc, 2021"),
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .explain_options = explain,
  .tries = tries,
  .prepare = prepare,
  COMMON_ENTRIES,
  .estimate = N_ ("a predictor and a corrector of one order: the last cubic, extrapolated, and "
                  "the computed outputs"),
};

const LsCouplingMethod ls_coupling_costarica = {
  .id = "costarica",
  .name = N_ ("COSTARICA"),
  .summary = N_ ("IFOSMONDI-JFM on linearised components until it has converged, then one "
                 "integration of each: no rollback."),
  .source = N_ ("Eguillon, Lacabanne, Tromeur-Dervout: COSTARICA estimator for rollback-less "
                "systems handling in iterative co-simulation algorithms, sections 2.5 and 3.3"),
  .options = costarica_options,
  .n_options = G_N_ELEMENTS (costarica_options),
  .explain_options = explain_costarica,
  .tries = tries_costarica,
  .prepare = prepare_costarica,
  COMMON_ENTRIES,
  .estimate = LS_COUPLING_ESTIMATE_CUBIC,
};
