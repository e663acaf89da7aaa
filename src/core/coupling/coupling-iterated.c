/* Iterated Jacobi and Gauss-Seidel (dynamic iteration, waveform relaxation): the macro step is
 * repeated from its start until the inputs at its end agree with their sources. The unknowns are
 * the inputs that do not use new outputs of the same iteration: all with Jacobi, the delayed ones
 * with Gauss-Seidel.
 *
 * A system without rollback, and others on request, is replaced by COSTARICA's estimator during the
 * iteration and integrated once, with the converged inputs. Without an estimator it is integrated
 * once in the first iteration, with extrapolated inputs; its outputs are then fixed while the other
 * systems are iterated. Gauss-Seidel corrects them before their use. */
#include "core/assembly/crew.h"
#include "core/coupling/costarica.h"
#include "core/coupling/component-order.h"
#include "core/coupling/coupling-methods.h"
#include "core/coupling/early-outputs.h"
#include "core/coupling/fixed-point.h"
#include "core/num/extrapolate.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* With a coupling tolerance, algebraic loops may take up to this factor times max-iterations. */
#define MOST_PATIENCE 10.0
/* Growth of the residual, relative to nominals, beyond which the iteration is abandoned. */
#define HOPELESS 1e6

/* Data of a step that did not converge. */
typedef struct
{
  gboolean there;
  LsFixedPointResidual residual;
  double h;
  guint iterations;
} Trouble;

typedef struct
{
  const char *id;
  guint degree; /* of the inputs: 0 or 1 */
  double relaxation, eps;
  gboolean aitken;
  guint max_iterations;

  gboolean at_once; /* Jacobi: in any order */
  guint *order;     /* n_systems */
  guint8 *forward;  /* n_in: uses the new output of the same iteration */
  LsEarlyOutputs *early;

  LsFixedPoint *fixed_point;
  LsCostarica *costarica;
  gboolean happened;   /* an event occurred in a system that is integrated only once */
  gboolean started;    /* the history is valid */
  LsExtrapolate *past; /* past inputs, for the first guess */
  double *guess;       /* n_in x 2 */
  double *u;           /* n_in, at the end of the step */
  double *polynomial;  /* n_in x (degree + 1) */
  double *y;           /* n_out, of the current iteration */
  double *errors;      /* n_out: prediction errors */
  Trouble trouble;     /* valid for the last step only */
} State;

static void
release (gpointer state)
{
  State *self = state;

  ls_fixed_point_free (self->fixed_point);
  ls_costarica_free (self->costarica);
  ls_extrapolate_free (self->past);
  g_free (self->errors);
  ls_early_outputs_free (self->early);
  g_free (self->order);
  g_free (self->forward);
  g_free (self->guess);
  g_free (self->u);
  g_free (self->polynomial);
  g_free (self->y);
  g_free (self);
}

static gboolean
is_kind (const State *self, guint system, LsCostaricaKind kind)
{
  return ls_costarica_get_kind (self->costarica, system) == kind;
}

/* Outputs of systems that are integrated repeatedly are corrected each time. */
static LsEarlyOutputs *
make_early_outputs (const State *self, LsNetwork *network)
{
  g_autofree guint8 *once = g_new0 (guint8, network->n_systems + 1);

  for (guint k = 0; k < network->n_systems; k++)
    once[k] = is_kind (self, k, LS_COSTARICA_EXTRAPOLATE);
  return ls_early_outputs_new (network, self->forward, once);
}

static LsFixedPoint *
make_fixed_point (const State *self, const LsNetwork *network)
{
  g_autofree guint8 *unknown = g_new0 (guint8, network->n_in + 1);

  for (guint k = 0; k < network->n_systems; k++)
    for (guint j = network->in_offset[k]; j < network->in_offset[k + 1]; j++)
      unknown[j] = network->source[j] >= 0 && !self->forward[j]
                   && !is_kind (self, k, LS_COSTARICA_EXTRAPOLATE);
  return ls_fixed_point_new (network, unknown, self->relaxation, self->aitken);
}

static void
read_options (State *self, const LsNetwork *network, const LsOptions *options)
{
  self->degree = strcmp (ls_options_get_text (options, "interpolation"), "linear") == 0 ? 1 : 0;
  self->relaxation = ls_options_get_real (options, "relaxation");
  self->aitken = ls_options_get_switch (options, "aitken");
  self->eps = ls_network_get_eps (network, ls_options_get_real (options, "eps"));
  self->max_iterations = (guint)ls_options_get_integer (options, "max-iterations");
  /* The convergence rate in an algebraic loop does not depend on the step length, so shorter steps
   * do not help. */
  if (network->control != NULL && ls_options_is_initial (options, "max-iterations"))
    self->max_iterations
        *= (guint)ceil (fmin (ls_network_get_amplification (network), MOST_PATIENCE));
}

/* Takes ownership of @order; %NULL: model order, all systems at once (Jacobi). */
static State *
prepare_common (LsNetwork *network, const LsOptions *options, guint *order)
{
  const LsCostaricaStrategy strategy = ls_costarica_strategy_read (options);
  const LsEstimatorSettings settings
      = { .affine_term = TRUE, .time_derivative = TRUE, .control_part = LS_CONTROL_PART_ZERO };
  State *self = g_new0 (State, 1);
  guint n = network->n_in;

  read_options (self, network, options);
  self->at_once = order == NULL;
  self->order = order != NULL ? order : g_new0 (guint, network->n_systems + 1);
  self->forward = g_new0 (guint8, n + 1);
  if (order != NULL)
    ls_order_mark (network, order, self->forward);
  for (guint k = 0; order == NULL && k < network->n_systems; k++)
    self->order[k] = k;
  self->costarica = ls_costarica_new (network, &strategy, &settings, self->degree, FALSE);
  self->early = make_early_outputs (self, network);
  self->fixed_point = make_fixed_point (self, network);
  self->past = ls_extrapolate_new (n, 1, FALSE);
  self->guess = g_new0 (double, 2 * (gsize)n + 1);
  self->u = g_new0 (double, n + 1);
  self->polynomial = g_new0 (double, (gsize)n *(self->degree + 1) + 1);
  self->y = g_new0 (double, network->n_out + 1);
  self->errors = g_new0 (double, network->n_out + 1);
  return self;
}

static gboolean
check_strategy (const LsNetwork *network, const LsOptions *options, GError **error)
{
  const LsCostaricaStrategy strategy = ls_costarica_strategy_read (options);

  return ls_costarica_strategy_check (&strategy, network, error);
}

static gpointer
prepare_jacobi (LsNetwork *network, const LsOptions *options, GError **error)
{
  State *self;

  if (!check_strategy (network, options, error))
    return NULL;
  self = prepare_common (network, options, NULL);
  self->id = ls_coupling_iterated_jacobi.id;
  return self;
}

static gpointer
prepare_gauss_seidel (LsNetwork *network, const LsOptions *options, GError **error)
{
  guint *order;
  State *self;

  if (!check_strategy (network, options, error))
    return NULL;
  order = ls_order_new (network, ls_options_get_text (options, "order"), error);
  if (order == NULL)
    return NULL;
  self = prepare_common (network, options, order);
  self->id = ls_coupling_iterated_gauss_seidel.id;
  return self;
}

/* First guess from the line through the last two points, or the current value if only that is
 * known. */
static void
guess_inputs (State *self, const LsNetwork *network, double h)
{
  if (network->restarted || !self->started)
    {
      ls_extrapolate_reset (self->past);
      ls_extrapolate_add (self->past, network->time, network->u);
      self->started = TRUE;
    }
  ls_extrapolate_get (self->past, 1, self->guess);
  for (guint j = 0; j < network->n_in; j++)
    self->u[j] = self->guess[2 * j] + h * self->guess[2 * j + 1];
}

/* Inputs of @system over the step. */
static void
fill_inputs (State *self, const LsNetwork *network, guint system, double h)
{
  for (guint j = network->in_offset[system]; j < network->in_offset[system + 1]; j++)
    {
      double *a = self->polynomial + (gsize)j * (self->degree + 1);

      if (self->forward[j])
        self->u[j] = self->y[network->source[j]];
      if (self->degree == 0)
        a[0] = self->u[j];
      else
        {
          a[0] = network->u[j];
          a[1] = (self->u[j] - network->u[j]) / h;
        }
    }
}

static LsStatus
step_system (State *self, LsNetwork *network, guint system, double h)
{
  gboolean happened = network->discontinuity;
  LsStatus status;

  fill_inputs (self, network, system, h);
  if (is_kind (self, system, LS_COSTARICA_ESTIMATE))
    return ls_costarica_try_system (self->costarica, network, system, self->polynomial, self->y,
                                    NULL);
  network->discontinuity = FALSE;
  status
      = ls_costarica_integrate (self->costarica, network, system, self->polynomial, self->y, NULL);
  if (is_kind (self, system, LS_COSTARICA_EXTRAPOLATE) && network->discontinuity)
    g_atomic_int_set (&self->happened, TRUE);
  network->discontinuity |= happened;
  return status == LS_OK ? ls_early_outputs_correct (self->early, system, h, self->u, self->y)
                         : status;
}

typedef struct
{
  State *state;
  double h;
  gboolean first;
} Sweep;

/* Extrapolated systems take part in the first iteration only. */
static LsStatus
sweep_one (LsNetwork *network, guint system, gpointer data)
{
  const Sweep *wanted = data;

  if (!wanted->first && is_kind (wanted->state, system, LS_COSTARICA_EXTRAPOLATE))
    return LS_OK;
  return step_system (wanted->state, network, system, wanted->h);
}

/* One iteration. */
static LsStatus
sweep (State *self, LsNetwork *network, double h, gboolean first)
{
  Sweep wanted = { self, h, first };
  LsStatus status = LS_OK;

  network->counts.iterations++;
  /* Events of an iteration that is rolled back do not count. */
  network->discontinuity = !first && self->happened;
  if (!first)
    ls_costarica_count_rollback (self->costarica);
  if (self->at_once)
    return ls_crew_each (network, LS_WORK_TRY, sweep_one, &wanted);
  for (guint i = 0; i < network->n_systems && status == LS_OK; i++)
    status = sweep_one (network, self->order[i], &wanted);
  return status;
}

/* Log line with the reason of the last rejected step. */
static char *
describe (gpointer state, const LsNetwork *network)
{
  const State *self = state;
  const Trouble *trouble = &self->trouble;
  g_autofree char *message = NULL;
  LsLogEntry entry = { .level = LS_LOG_ERROR, .call = self->id, .time = network->time };
  const LsSystemInfo *info;
  LsSystem *system;
  guint input;

  if (!trouble->there)
    return NULL;
  system = network->systems[trouble->residual.system];
  info = ls_system_get_info (system);
  input = trouble->residual.input - network->in_offset[trouble->residual.system];
  entry.component = info->name;
  entry.message = message = g_strdup_printf (
      _ ("the iteration on the step of %g s does not converge: after %u iterations the residual "
         "is %.3g, where eps = %g is allowed, the largest at the input “%s”; try %sa relaxation "
         "below %g, a smaller step, or more max-iterations than %u"),
      trouble->h, trouble->iterations, trouble->residual.size, self->eps,
      ls_system_get_variable_name (system, info->inputs[input]), self->aitken ? "" : "aitken=on, ",
      self->relaxation, self->max_iterations);
  return ls_log_entry_format (&entry);
}

/* A shorter step may converge, except for an algebraic loop whose residual grows: it grows for all
 * step lengths. */
static LsStatus
refuse (State *self, LsNetwork *network, gboolean worse)
{
  g_autofree char *line = NULL;

  network->failed = self->trouble.residual.system;
  if (!worse || !network->has_loops)
    return LS_RETRY;
  line = describe (self, network);
  ls_log_write (network->log, LS_LOG_ERROR, NULL, NULL, NAN, "%s", line);
  return LS_STOP;
}

/* %LS_RETRY if a system discarded the step or the iteration did not converge. */
static LsStatus
iterate (State *self, LsNetwork *network, double h)
{
  double first = INFINITY;

  for (guint iteration = 1;; iteration++)
    {
      LsFixedPointResidual residual;
      LsStatus status = sweep (self, network, h, iteration == 1);

      if (status != LS_OK)
        return status;
      residual = ls_fixed_point_compare (self->fixed_point, self->u, self->y);
      network->residual = residual.size;
      if (residual.size <= self->eps)
        return LS_OK;
      if (iteration >= self->max_iterations || residual.absolute > HOPELESS * fmax (first, 1.0))
        {
          self->trouble = (Trouble){ TRUE, residual, h, iteration };
          return refuse (self, network, residual.absolute >= first);
        }
      if (iteration == 1)
        first = residual.absolute;
      ls_fixed_point_relax (self->fixed_point, self->u, iteration == 1);
    }
}

/* Stores predicted outputs: the first guess, or the estimate for systems that are not integrated.
 */
static void
foretell (State *self, const LsNetwork *network, double h, gboolean estimated)
{
  for (guint k = 0; k < network->n_systems; k++)
    for (guint i = network->out_offset[k]; i < network->out_offset[k + 1]; i++)
      if (estimated && is_kind (self, k, LS_COSTARICA_ESTIMATE))
        self->errors[i] = self->y[i];
      else if (!estimated)
        self->errors[i] = NAN;
  for (guint j = 0; !estimated && j < network->n_in; j++)
    if (network->source[j] >= 0)
      self->errors[network->source[j]] = self->guess[2 * j] + h * self->guess[2 * j + 1];
}

/* Order 1 for held inputs, order 2 for linear interpolation. */
static LsStatus
judge (const State *self, LsNetwork *network, double h)
{
  const LsStepWorth worth = { .h = h,
                              .inputs = self->degree == 0 ? LS_INPUTS_CONSTANT : LS_INPUTS_LINEAR,
                              .order = self->degree + 1,
                              .degree = self->degree,
                              .u = self->polynomial,
                              .y = self->y };

  return ls_network_judge (network, &worth, ls_costarica_can_abandon (self->costarica));
}

static LsStatus
detect_jumps (State *self, LsNetwork *network, double h)
{
  for (guint i = 0; i < network->n_out; i++)
    self->errors[i] = isnan (self->errors[i]) ? 0.0 : fabs (self->y[i] - self->errors[i]);
  return ls_network_detect_jumps (network, h, self->y, self->errors,
                                  ls_costarica_can_abandon (self->costarica));
}

static LsStatus
finish_one (LsNetwork *network, guint system, gpointer data)
{
  State *self = data;

  return is_kind (self, system, LS_COSTARICA_ESTIMATE) ? ls_costarica_integrate (
             self->costarica, network, system, self->polynomial, self->y, NULL)
                                                       : LS_OK;
}

/* Integrates the estimated systems with the converged inputs. */
static LsStatus
finish (State *self, LsNetwork *network, double h)
{
  LsStatus status;

  foretell (self, network, h, TRUE);
  status = ls_crew_each (network, LS_WORK_STEP, finish_one, self);
  return status == LS_OK ? ls_network_correct_all (network, self->y) : status;
}

static void
accept (State *self, LsNetwork *network)
{
  ls_costarica_accept (self->costarica, self->polynomial, self->y);
  ls_network_exchange_outputs (network, &self->y);
  ls_network_gather (network, network->y, network->u);
  ls_extrapolate_add (self->past, network->end_time, network->u);
  /* History from before a discontinuity is invalid. */
  self->started = !network->discontinuity;
}

static LsStatus
step (gpointer state, LsNetwork *network, double h)
{
  State *self = state;
  LsStatus status;

  self->happened = FALSE;
  self->trouble.there = FALSE;
  guess_inputs (self, network, h);
  /* %NULL: slopes are not used, and nothing is carried over between steps. */
  status = ls_costarica_begin (self->costarica, h, NULL);
  foretell (self, network, h, FALSE);
  if (status == LS_OK)
    status = iterate (self, network, h);
  if (status == LS_OK)
    status = finish (self, network, h);
  if (status == LS_OK)
    status = detect_jumps (self, network, h);
  if (status == LS_OK)
    status = judge (self, network, h);
  if (status == LS_RETRY)
    return ls_costarica_abandon (self->costarica) == LS_OK ? LS_RETRY : LS_STOP;
  if (status == LS_OK)
    accept (self, network);
  return status;
}

static gboolean
visit_state (gpointer state, LsVisitMemoryFunc func, gpointer user_data)
{
  State *self = state;

  if (func == NULL)
    return TRUE;
  func (&self->started, sizeof self->started, user_data);
  func (&self->happened, sizeof self->happened, user_data);
  ls_extrapolate_visit_state (self->past, func, user_data);
  ls_costarica_visit_state (self->costarica, func, user_data);
  return TRUE;
}

static char *
explain (const LsSystemInfo *info, const LsOptions *options, gboolean *possible)
{
  const LsCostaricaStrategy strategy = ls_costarica_strategy_read (options);
  g_autofree char *instead = ls_costarica_explain (info, &strategy, possible);
  g_autofree char *held = NULL;

  if (*possible && ls_costarica_choose (info, &strategy) == LS_COSTARICA_EXTRAPOLATE)
    {
      g_free (instead);
      instead = info->has[LS_CAPABILITY_ROLLBACK]
                    ? g_strdup (_ ("It is integrated once, with extrapolated inputs, and the "
                                   "others are iterated around its outputs."))
                    : g_strdup_printf (
                        _ ("It is integrated once, with extrapolated inputs, and the others "
                           "are iterated around its outputs, as it cannot be rolled back: %s."),
                        info->reasons[LS_CAPABILITY_ROLLBACK]);
    }
  if (strcmp (ls_options_get_text (options, "interpolation"), "linear") == 0)
    held = ls_coupling_explain_held_inputs (info);
  if (instead != NULL && held != NULL)
    return g_strdup_printf ("%s %s", instead, held);
  return instead != NULL ? g_steal_pointer (&instead) : g_steal_pointer (&held);
}

/* Smaller relaxation factors converge for more couplings, to the same solution. The reachable eps
 * depends on the rounding of the components. */
static gboolean
perfect (LsOptions *options, guint attempt)
{
  static const char *const digits[] = { "1e-15", "1e-14", "1e-13" };
  static const char *const relaxations[] = { NULL, "0.3", "0.1", "0.03", "0.01", "0.001" };
  const char *relaxation;

  if (attempt >= G_N_ELEMENTS (digits) * G_N_ELEMENTS (relaxations))
    return FALSE;
  relaxation = relaxations[attempt / G_N_ELEMENTS (digits)];
  ls_options_set (options, "eps", digits[attempt % G_N_ELEMENTS (digits)], NULL);
  ls_options_set (options, "max-iterations", relaxation == NULL ? "1000" : "10000", NULL);
  if (relaxation == NULL)
    return TRUE;
  ls_options_set (options, "aitken", "off", NULL);
  return ls_options_set (options, "relaxation", relaxation, NULL);
}

static gboolean
check_sequence (const LsOptions *options, const char *const names[], GError **error)
{
  return ls_order_check (options, names, error)
         && ls_costarica_check_options (options, names, error);
}

static const char *const interpolations[] = { "constant", "linear", NULL };

/* The last option is for Gauss-Seidel only. */
static const LsOption options[] = {
  { .name = "interpolation",
    .type = LS_OPTION_CHOICE,
    .initial = "linear",
    .choices = interpolations,
    .summary = N_ ("Inputs on the step: constant (the value found for its end; first order) or "
                   "linear (from the first value to that one; second order).") },
  { .name = "relaxation",
    .type = LS_OPTION_REAL,
    .initial = "1",
    .minimum = 1e-3,
    .maximum = 2,
    .summary
    = N_ ("Relaxation factor of the inputs; below 1 damps an iteration that oscillates.") },
  { .name = "aitken",
    .type = LS_OPTION_SWITCH,
    .initial = "off",
    .summary = N_ ("Adapt the relaxation from the second iteration on to the change of the "
                   "residual, after Aitken.") },
  { .name = "eps",
    .type = LS_OPTION_REAL,
    .initial = "1e-6",
    .minimum = 1e-15,
    .maximum = 1,
    .summary = N_ ("Convergence tolerance, relative to nominal value plus value.") },
  { .name = "max-iterations",
    .type = LS_OPTION_INTEGER,
    .initial = "20",
    .minimum = 1,
    .maximum = 100000,
    .summary
    = N_ ("Maximum iterations per step; without convergence the step is repeated in halves.") },
  LS_COSTARICA_OPTION_ESTIMATOR,
  LS_COSTARICA_OPTION_FORCE,
  LS_COUPLING_OPTIONS_REPAIR,
  LS_COUPLING_OPTION_ORDER,
};

#define COMMON_ENTRIES                                                                             \
  .source = N_ (                                                                                   \
      "Classical: dynamic iteration; with relaxation after Arnold and Günther, BIT 41 (2001)"),    \
  .options = options, .explain_options = explain, .step = step, .retries = TRUE,                   \
  .describe = describe, .estimate = LS_COUPLING_ESTIMATE_LINE, .visit_state = visit_state,         \
  .perfect = perfect, .free = release

const LsCouplingMethod ls_coupling_iterated_jacobi = {
  .id = "iterated-jacobi",
  .name = N_ ("Iterated Jacobi"),
  .summary = N_ ("All components repeat the step until inputs and outputs at its end agree: stable "
                 "with longer steps, costly; needs rollback or derivatives."),
  .n_options = G_N_ELEMENTS (options) - 1,
  .check_options = ls_costarica_check_options,
  .prepare = prepare_jacobi,
  COMMON_ENTRIES,
};

const LsCouplingMethod ls_coupling_iterated_gauss_seidel = {
  .id = "iterated-gauss-seidel",
  .name = N_ ("Iterated Gauss-Seidel"),
  .summary
  = N_ ("The components integrate the step one after the other, repeatedly until inputs and "
        "outputs at its end agree: fewer iterations than all at once; needs rollback."),
  .n_options = G_N_ELEMENTS (options),
  .check_options = check_sequence,
  .prepare = prepare_gauss_seidel,
  COMMON_ENTRIES,
};
