/* Non-iterative Jacobi: over every macro step inputs are held or extrapolated from the past of
 * their sources, and all systems step at once. Extrapolation of order q gives order q + 1. */
#include "core/coupling/coupling-impl.h"
#include "core/num/extrapolate.h"
#include "core/num/polynomial.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define AUTO "auto"

typedef struct
{
  double *y;
  gboolean extrapolates; /* %FALSE: held inputs, without that cost */
  LsExtrapolate *past;   /* past values of the inputs' sources; %NULL: those that the balance has */
  guint n_in;
  guint order;  /* maximum extrapolation order */
  guint degree; /* of the polynomials, constant over the run */
  gboolean smooth, start_derivatives;
  gboolean has_said;       /* missing output derivatives at the start have been reported */
  gboolean started;        /* the history is valid */
  gboolean has_derivative; /* @du is the slope at the end of the last step */
  double *points;          /* n_in: source values at the reached time */
  double *u, *du;          /* n_in: value and slope at the ends of the polynomials */
  double *polynomial;      /* n_in x (degree + 1) */
  double *errors;          /* n_out: prediction errors */
} State;

static void
prepare_extrapolation (
    State *self, const LsNetwork *network, guint order, gboolean flexible, gboolean steady)
{
  guint n = network->n_in;

  if (steady && network->balance != NULL && !self->smooth && !self->start_derivatives)
    for (guint j = 0; j < n; j++)
      ls_balance_follow (network->balance, network->source[j]);
  else
    self->past
        = steady ? ls_extrapolate_new_steady (n, order) : ls_extrapolate_new (n, order, flexible);
  self->extrapolates = TRUE;
  self->n_in = n;
  self->order = order;
  self->degree = self->smooth ? LS_SYSTEM_MAX_DEGREE : order;
  self->points = g_new0 (double, n + 1);
  self->u = g_new0 (double, n + 1);
  self->du = g_new0 (double, n + 1);
  self->polynomial = g_new0 (double, (gsize)n *(self->degree + 1) + 1);
  self->errors = g_new0 (double, network->n_out + 1);
}

/* A first step with held inputs has an error of O(h^2), which would dominate the run for
 * extrapolation orders above 1. */
static gboolean
reads_start_derivatives (const LsOptions *options)
{
  const char *choice = ls_options_get_text (options, "start-slopes");
  const char *order = ls_options_get_text (options, "extrapolation");

  if (strcmp (choice, "auto") != 0)
    return strcmp (choice, "on") == 0;
  return strcmp (order, "2") == 0 || strcmp (order, "flexible") == 0;
}

static gpointer
prepare (LsNetwork *network, const LsOptions *options, GError **error G_GNUC_UNUSED)
{
  State *self = g_new0 (State, 1);
  const char *order = ls_options_get_text (options, "extrapolation");
  const gboolean flexible = strcmp (order, "flexible") == 0;
  const gboolean steady = strcmp (order, AUTO) == 0 && ls_network_is_blind (network);

  if (strcmp (order, AUTO) == 0)
    order = steady ? "2" : "0";
  for (guint k = 0; k < network->n_systems; k++)
    ls_balance_set_leads (network->balance, k, LS_LEAD_METHOD, LS_LEAD_METHOD);
  self->y = g_new0 (double, network->n_out + 1);
  self->smooth = ls_options_get_switch (options, "smooth");
  self->start_derivatives = reads_start_derivatives (options);
  if (self->smooth || strcmp (order, "0") != 0)
    prepare_extrapolation (self, network,
                           flexible ? LS_EXTRAPOLATE_MAX_ORDER : (guint)(order[0] - '0'), flexible,
                           steady);
  return self;
}

/* Error estimate from corrector minus predictor: outputs at the end minus the inputs there. */
static G_GNUC_NO_INLINE LsStatus
judge (const State *self, LsNetwork *network, double h, const double u[])
{
  guint known = !self->extrapolates  ? 1
                : self->past != NULL ? ls_extrapolate_get_n_points (self->past)
                                     : ls_balance_get_n_points (network->balance);
  const LsStepWorth worth = { .h = h,
                              .inputs = self->smooth ? LS_INPUTS_SMOOTH : LS_INPUTS_AHEAD,
                              .order = MIN (known, self->order + 1),
                              .degree = self->degree,
                              .u = u,
                              .y = self->y };

  return ls_network_judge (network, &worth, FALSE);
}

static LsStatus
step_held (State *self, LsNetwork *network, double h)
{
  LsStatus status = ls_network_hold (network, h, network->u, self->y);

  if (G_UNLIKELY (network->control != NULL) && status == LS_OK)
    status = judge (self, network, h, network->u);
  if (G_UNLIKELY (status != LS_OK))
    return status;
  ls_network_exchange_outputs (network, &self->y);
  ls_network_gather (network, network->y, network->u);
  return LS_OK;
}

/* Reported once per run. */
static void
say_held (State *self, const LsNetwork *network)
{
  if (self->has_said || self->order < 2)
    return;
  self->has_said = TRUE;
  ls_log_write (network->log, LS_LOG_INFO, NULL, NULL, network->time,
                _ ("not all outputs have time derivatives at the start: the inputs of the first "
                   "step are held, which leaves an error of order 2 with any extrapolation"));
}

/* At start and after a discontinuity: restarts the history at the current time. */
static LsStatus
begin_past (State *self, LsNetwork *network, double h)
{
  gboolean known = FALSE;
  LsStatus status = LS_OK;

  memcpy (self->points, network->u, network->n_in * sizeof (double));
  ls_network_gather (network, network->y, self->points);
  ls_extrapolate_reset (self->past);
  ls_extrapolate_add (self->past, network->time, self->points);
  if (self->start_derivatives && self->order > 0)
    status = ls_network_find_derivatives (network, h, &known);
  memset (self->du, 0, network->n_in * sizeof (double));
  if (known)
    {
      ls_network_gather (network, network->dy, self->du);
      ls_extrapolate_set_derivatives (self->past, self->du);
    }
  else if (self->start_derivatives && status == LS_OK)
    say_held (self, network);
  self->has_derivative = known;
  self->started = TRUE;
  return status;
}

/* Cubic Hermite polynomial over @h s from value @v0 and slope @w0 to @v1 and @w1. */
static void
connect_ends (double h, double v0, double w0, double v1, double w1, double a[])
{
  double mean = (v1 - v0) / h;

  a[0] = v0;
  a[1] = w0;
  a[2] = (3.0 * mean - 2.0 * w0 - w1) / h;
  a[3] = (w0 + w1 - 2.0 * mean) / (h * h);
}

static double
get_end_slope (const double a[], double h)
{
  return a[1] + h * (2.0 * a[2] + h * 3.0 * a[3]);
}

/* C1 inputs: polynomials to the predicted value and slope at the end of the step, from the ends of
 * the last polynomials. @u is copied to the network once the step is accepted. */
static void
smoothen (State *self, const LsNetwork *network, double h)
{
  for (guint j = 0; j < network->n_in; j++)
    {
      double *a = self->polynomial + (gsize)j * (self->degree + 1);
      double value = ls_polynomial_get_value (a, self->degree, h);

      if (self->has_derivative)
        connect_ends (h, network->u[j], self->du[j], value, get_end_slope (a, h), a);
      self->u[j] = value;
    }
}

static void
take_slopes (State *self, const LsNetwork *network, double h)
{
  for (guint j = 0; j < network->n_in; j++)
    self->du[j] = get_end_slope (self->polynomial + (gsize)j * (self->degree + 1), h);
  self->has_derivative = TRUE;
}

/* Prediction errors: outputs at the end against the polynomials. */
static LsStatus
detect_jumps (State *self, LsNetwork *network, double h)
{
  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= 0)
      {
        const double *a = self->polynomial + (gsize)j * (self->degree + 1);
        const double value = ls_polynomial_get_value (a, self->degree, h);

        self->errors[network->source[j]] = fabs (self->y[network->source[j]] - value);
      }
  return ls_network_detect_jumps (network, h, self->y, self->errors, FALSE);
}

/* The polynomials of the coming step. */
static void
extrapolate (State *self, const LsNetwork *network)
{
  if (self->past != NULL)
    {
      ls_extrapolate_get (self->past, self->degree, self->polynomial);
      return;
    }
  for (guint j = 0; j < network->n_in; j++)
    {
      double *row = self->polynomial + (gsize)j * (self->degree + 1);
      double c[LS_EXTRAPOLATE_MAX_ORDER + 1] = { network->u[j] };

      if (network->source[j] >= 0)
        ls_balance_predict (network->balance, (guint)network->source[j], c);
      for (guint p = 0; p <= self->degree; p++)
        row[p] = c[p];
    }
}

/* Adds the outputs reached to the past. */
static void
take_outputs (State *self, LsNetwork *network, double h)
{
  ls_network_exchange_outputs (network, &self->y);
  if (self->past == NULL)
    {
      ls_network_gather (network, network->y, network->u);
      return;
    }
  ls_network_gather (network, network->y, self->points);
  ls_extrapolate_add (self->past, network->end_time, self->points);
  if (self->smooth)
    take_slopes (self, network, h);
  memcpy (network->u, self->smooth ? self->u : self->points, network->n_in * sizeof (double));
}

static G_GNUC_NO_INLINE LsStatus
step_extrapolated (State *self, LsNetwork *network, double h)
{
  gboolean event;
  LsStatus status = LS_OK;

  if (self->past != NULL && (network->restarted || !self->started))
    status = begin_past (self, network, h);
  if (status != LS_OK)
    return status;
  extrapolate (self, network);
  if (self->smooth)
    smoothen (self, network, h);
  status = ls_network_step (network, h, self->degree, self->polynomial, self->y, NULL, &event);
  if (status == LS_OK)
    status = detect_jumps (self, network, h);
  if (status == LS_OK)
    status = judge (self, network, h, self->polynomial);
  if (status != LS_OK)
    return status;
  take_outputs (self, network, h);
  /* History from before a discontinuity is invalid. */
  self->started = !network->discontinuity;
  return LS_OK;
}

static LsStatus
step (gpointer state, LsNetwork *network, double h)
{
  State *self = state;

  return G_LIKELY (!self->extrapolates) ? step_held (self, network, h)
                                        : step_extrapolated (self, network, h);
}

static gboolean
visit_state (gpointer state, LsVisitMemoryFunc func, gpointer user_data)
{
  State *self = state;

  if (func == NULL || self->past == NULL)
    return TRUE;
  func (&self->started, sizeof self->started, user_data);
  func (&self->has_derivative, sizeof self->has_derivative, user_data);
  func (self->du, self->n_in * sizeof (double), user_data);
  ls_extrapolate_visit_state (self->past, func, user_data);
  return TRUE;
}

static void
release (gpointer state)
{
  State *self = state;

  ls_extrapolate_free (self->past);
  g_free (self->y);
  g_free (self->points);
  g_free (self->u);
  g_free (self->du);
  g_free (self->polynomial);
  g_free (self->errors);
  g_free (self);
}

static char *
explain (const LsSystemInfo *info, const LsOptions *options, gboolean *possible)
{
  const gboolean held = strcmp (ls_options_get_text (options, "extrapolation"), "0") == 0
                        && !ls_options_get_switch (options, "smooth");

  *possible = TRUE;
  return held ? NULL : ls_coupling_explain_held_inputs (info);
}

static const char *
explain_nonlinear (const LsOptions *options)
{
  return strcmp (ls_options_get_text (options, "extrapolation"), "flexible") == 0
             ? _ ("with a flexible order it chooses by the values, so that it is not linear")
             : NULL;
}

/* Held inputs, as the papers compare with. */
static gboolean
is_published (const LsOptions *options)
{
  return strcmp (ls_options_get_text (options, "extrapolation"), "0") == 0;
}

static const char *const orders[] = { AUTO, "0", "1", "2", "flexible", NULL };
static const char *const starts[] = { "auto", "on", "off", NULL };

static const LsOption options[] = {
  { .name = "extrapolation",
    .type = LS_OPTION_CHOICE,
    .initial = AUTO,
    .choices = orders,
    .summary = N_ ("Degree of the polynomials through the last outputs that the inputs follow; "
                   "0: held, as published; flexible: from 0 to 3, for each input the one that "
                   "would have predicted its last value best; auto: from 0 to 2, the one that "
                   "would have predicted its last values best, where any component cannot follow "
                   "polynomials or be linearised, else 0.") },
  { .name = "smooth",
    .type = LS_OPTION_SWITCH,
    .initial = "off",
    .summary = N_ ("Smooth inputs, without jump or kink: from their last value to the value and "
                   "derivative predicted for the end of the step.") },
  { .name = "start-slopes",
    .type = LS_OPTION_CHOICE,
    .initial = "auto",
    .choices = starts,
    .summary = N_ ("Extrapolate by output derivatives at the start and after events, where "
                   "components provide them; off: inputs are held on the first step, which leaves "
                   "order 2; auto: on where the order is above 2.") },
  LS_COUPLING_OPTIONS_REPAIR,
};

const LsCouplingMethod ls_coupling_ni_jacobi = {
  .id = "ni-jacobi",
  .name = N_ ("NI-Jacobi"),
  .summary = N_ ("All components step at once with the inputs of the beginning held or "
                 "extrapolated: simple, and unstable when the step is too long."),
  .source = N_ ("Classical; compared with in the MISSILES paper, section 4. Flexible order and "
                "smoothness after F3ORNITS (Eguillon, Lacabanne, Tromeur-Dervout)"),
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .explain_options = explain,
  .prepare = prepare,
  .step = step,
  .lags = TRUE,
  .estimate = N_ ("a predictor and a corrector: the inputs at the end of the step, and the "
                  "computed outputs"),
  .visit_state = visit_state,
  .explain_nonlinear = explain_nonlinear,
  .is_published = is_published,
  .free = release,
};
