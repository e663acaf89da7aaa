/* IFOSMONDI-JFM: inputs that are C1 over the whole run and agree with the outputs in value and
 * slope at the end of every macro step, found by iterating the step. COSTARICA is the same with
 * estimators instead of integrations. */
#include "core/coupling/coupling-ifosmondi-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Minimum evaluations of a step without history. */
#define N_WITHOUT_PAST 3u
#define NEWTON "interface-newton"

static void
find_active (LsIfosmondi *self, const LsNetwork *network)
{
  for (guint i = 0; i < network->n_out; i++)
    self->unknown[i] = -1;
  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= 0 && self->unknown[network->source[j]] < 0)
      {
        self->unknown[network->source[j]] = (int)self->n_active;
        self->active[self->n_active++] = (guint)network->source[j];
      }
}

static void
find_scales (LsIfosmondi *self, const LsNetwork *network)
{
  for (guint k = 0; k < network->n_systems; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);

      for (guint i = 0; i < info->n_out; i++)
        {
          int unknown = self->unknown[network->out_offset[k] + i];

          if (unknown >= 0)
            self->scale[unknown] = info->output_nominals[i];
        }
    }
  for (guint i = 0; i < 2 * self->n_active; i++)
    self->measure[i] = i % self->n_active;
}

static void
allocate (LsIfosmondi *self, const LsNetwork *network)
{
  gsize n_in = network->n_in, n_out = network->n_out, n;

  self->active = g_new0 (guint, n_out + 1);
  self->unknown = g_new0 (int, n_out + 1);
  find_active (self, network);
  n = self->n_active;
  self->scale = g_new0 (double, 2 * n + 1);
  self->measure = g_new0 (guint, 2 * n + 1);
  find_scales (self, network);
  self->z = g_new0 (double, 2 * n + 1);
  self->last = g_new0 (double, 2 * n + 1);
  self->past = g_new0 (double, 2 * n + 1);
  self->predicted = g_new0 (double, n + 1);
  self->errors = g_new0 (double, n_out + 1);
  self->du = g_new0 (double, n_in + 1);
  self->known = g_new0 (double, n_in *LS_HERMITE_N_COEFF + 1);
  self->polynomial = g_new0 (double, n_in *LS_HERMITE_N_COEFF + 1);
  self->y = g_new0 (double, n_out + 1);
  self->dy = g_new0 (double, n_out + 1);
  self->y_other = g_new0 (double, n_out + 1);
  self->dy_other = g_new0 (double, n_out + 1);
}

/* Sparse matrix for large problems, or on request. */
static void
list_entries (LsIfosmondi *self, const char *matrix, LsNonlinearProblem *problem)
{
  self->n_entries = ls_ifosmondi_list_entries (self);
  if (strcmp (matrix, "dense") == 0
      || (strcmp (matrix, "auto") == 0 && 2 * self->n_active < LS_GLOBAL_SPARSE_SIZE))
    return;
  problem->n_entries = self->n_entries;
  problem->rows = self->rows;
  problem->columns = self->columns;
  problem->entries = ls_ifosmondi_entries;
}

static gboolean
prepare_guess (LsIfosmondi *self, LsNetwork *network)
{
  self->estimators = g_new0 (LsEstimator *, network->n_systems + 1);
  self->constant = g_new0 (double, network->n_out + 1);
  self->slope_constant = g_new0 (double, network->n_out + 1);
  for (guint k = 0; k < network->n_systems; k++)
    self->estimators[k] = ls_costarica_get_estimator (self->costarica, k);
  self->global = ls_global_new (network, self->estimators, LS_GLOBAL_AUTO);
  return self->global != NULL;
}

static void
release (gpointer state)
{
  LsIfosmondi *self = state;

  ls_costarica_free (self->costarica);
  ls_nonlinear_free (self->solver);
  ls_nonlinear_free (self->second);
  ls_global_free (self->global);
  g_free (self->active);
  g_free (self->unknown);
  g_free (self->scale);
  g_free (self->measure);
  g_free (self->z);
  g_free (self->last);
  g_free (self->past);
  g_free (self->predicted);
  g_free (self->rows);
  g_free (self->entries);
  g_free (self->entry);
  g_free (self->fed);
  g_free (self->errors);
  g_free (self->du);
  g_free (self->known);
  g_free (self->polynomial);
  g_free (self->y);
  g_free (self->dy);
  g_free (self->y_other);
  g_free (self->dy_other);
  g_free (self->estimators);
  g_free (self->constant);
  g_free (self->slope_constant);
  g_free (self);
}

static gpointer
prepare_with (LsNetwork *network,
              const LsOptions *options,
              const LsCostaricaStrategy *strategy,
              GError **error)
{
  LsIfosmondi *self;
  const LsNonlinearMethod *method
      = ls_nonlinear_method_find (ls_options_get_text (options, "solver"));
  LsNonlinearSettings settings = {
    .eps = ls_network_get_eps (network, ls_options_get_real (options, "eps")),
    .max_iterations = (guint)ls_options_get_integer (options, "max-iterations"),
    .depth = (guint)ls_options_get_integer (options, "depth"),
  };
  LsEstimatorSettings estimator;
  LsNonlinearProblem problem
      = { .map = ls_ifosmondi_map, .jacobian = ls_ifosmondi_jacobian, .noise = LS_IFOSMONDI_NOISE };

  if (!ls_estimator_settings_read (&estimator, options, error)
      || !ls_costarica_strategy_check (strategy, network, error))
    return NULL;
  self = g_new0 (LsIfosmondi, 1);
  self->network = network;
  self->costarica = ls_costarica_new (network, strategy, &estimator, LS_HERMITE_DEGREE, TRUE);
  allocate (self, network);
  self->solver_id = ls_nonlinear_method_get_id (method);
  self->eps = settings.eps;
  self->begins_smooth = estimator.start_derivatives;
  self->min_iterations = (guint)ls_options_get_integer (options, "min-iterations");
  problem.user_data = self;
  problem.n = 2 * self->n_active;
  problem.scale = self->scale;
  problem.measure = self->measure;
  if (ls_nonlinear_method_needs_jacobian (method) || network->has_loops)
    list_entries (self, ls_options_get_text (options, "matrix"), &problem);
  self->solver = ls_nonlinear_new (method, &problem, &settings);
  /* Shorter steps do not help with algebraic loops, and acceleration may not converge on them.
   * Plain fixed-point iteration is not replaced, so that its behaviour can be studied. */
  if (network->has_loops && strcmp (self->solver_id, NEWTON) != 0
      && strcmp (self->solver_id, "fixed-point") != 0)
    self->second = ls_nonlinear_new (ls_nonlinear_method_find (NEWTON), &problem, &settings);
  if (self->solver != NULL
      && (strcmp (ls_options_get_text (options, "guess"), "missiles") != 0
          || prepare_guess (self, network)))
    return self;
  release (self);
  g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("The solver %s cannot be made for %u unknowns."),
               ls_nonlinear_method_get_id (method), problem.n);
  return NULL;
}

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

  return prepare_with (network, options, &strategy, error);
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

  return prepare_with (network, options, &strategy, error);
}

static void
restart (gpointer state)
{
  LsIfosmondi *self = state;

  self->has_derivatives = FALSE;
  self->has_past = FALSE;
  ls_costarica_restart (self->costarica);
}

/* Slopes at the start; without them inputs are parabolas over the first step. */
static LsStatus
find_output_derivatives (LsIfosmondi *self, double h)
{
  LsNetwork *network = self->network;
  gboolean known = FALSE;
  LsStatus status;

  restart (self);
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
                self->solver_id, NEWTON);
  self->solver = self->second;
  self->solver_id = NEWTON;
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

/* Step size control, if there is a coupling tolerance. */
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
  if (status == LS_OK)
    status = judge (self);
  if (status == LS_RETRY)
    return ls_costarica_abandon (self->costarica) == LS_OK ? LS_RETRY : LS_STOP;
  if (status == LS_OK)
    accept (self);
  return status;
}

/* A solver may keep a Jacobian from step to step, and trials keep matrices. */
static gboolean
has_whole_memory (const LsIfosmondi *self)
{
  return !ls_nonlinear_has_memory (self->solver) && !ls_costarica_has_trials (self->costarica);
}

static gboolean
visit_state (gpointer state, LsVisitMemoryFunc func, gpointer user_data)
{
  LsIfosmondi *self = state;
  const gsize size = 2 * self->n_active * sizeof (double);

  if (func == NULL || !has_whole_memory (self))
    return has_whole_memory (self);
  func (&self->has_derivatives, sizeof self->has_derivatives, user_data);
  func (&self->has_past, sizeof self->has_past, user_data);
  func (&self->h_past, sizeof self->h_past, user_data);
  func (&self->n_judged, sizeof self->n_judged, user_data);
  func (&self->n_limited, sizeof self->n_limited, user_data);
  func (&self->sum_guesses, sizeof self->sum_guesses, user_data);
  func (self->du, self->network->n_in * sizeof (double), user_data);
  func (self->z, size, user_data);
  func (self->last, size, user_data);
  func (self->past, size, user_data);
  ls_costarica_visit_state (self->costarica, func, user_data);
  return TRUE;
}

static void
restored (gpointer state)
{
  LsIfosmondi *self = state;

  if (self->global != NULL)
    ls_global_forget (self->global);
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
  .conclude = ls_ifosmondi_conclude, .step = step, .visit_state = visit_state,                     \
  .explain_nonlinear = ls_estimator_explain_nonlinear, .is_published = ls_estimator_is_published,  \
  .perfect = perfect, .restored = restored, .free = release

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
