/* Iterated Jacobi and Gauss-Seidel (dynamic iteration, waveform relaxation):
 * the macro step is integrated again and again, from its beginning, until the
 * inputs at its end are what their sources give there. Unknown are the inputs
 * that do not take the new outputs of the same round: all of them with Jacobi,
 * those that lag with Gauss-Seidel.
 *
 * A system that cannot be rolled back is integrated once, in the first round;
 * its outputs stand, and the others are iterated around them. */
#include "core/cosim/coupling-impl.h"
#include "core/cosim/order.h"
#include "core/num/extrapolate.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Growth of the residual, over nominals, that no later round makes good. */
#define HOPELESS 1e6
/* Beyond it Aitken's factor is made by rounding. */
#define MAX_FACTOR 100.0

typedef struct
{
  guint input;
  guint system;   /* whose input it is */
  double nominal; /* of its source */
} Unknown;

typedef struct
{
  const char *id;
  guint degree; /* of the inputs: 0 or 1 */
  double relaxation, eps;
  gboolean aitken;
  guint max_iterations;

  guint *order;    /* n_systems */
  guint8 *forward; /* n_in: takes the new output of the same round */
  Unknown *unknowns;
  guint n_unknowns;

  gboolean started;                 /* whether the past is worth something */
  LsExtrapolate *past;              /* of the inputs, for the first guess */
  double *guess;                    /* n_in x 2 */
  double *u;                        /* n_in, at the end of the step */
  double *polynomial;               /* n_in x (degree + 1) */
  double *y;                        /* n_out, of the present round */
  double *residual, *last_residual; /* n_unknowns, in nominals */
  double factor;                    /* of the present relaxation */
} State;

static void
release (gpointer state)
{
  State *self = state;

  ls_extrapolate_free (self->past);
  g_free (self->order);
  g_free (self->forward);
  g_free (self->unknowns);
  g_free (self->guess);
  g_free (self->u);
  g_free (self->polynomial);
  g_free (self->y);
  g_free (self->residual);
  g_free (self->last_residual);
  g_free (self);
}

static gboolean
can_roll_back (const LsNetwork *network, guint system)
{
  return ls_system_get_info (network->systems[system])->has[LS_CAPABILITY_ROLLBACK];
}

static double
get_output_nominal (const LsNetwork *network, guint output)
{
  guint k = 0;

  while (output >= network->out_offset[k + 1])
    k++;
  return ls_system_get_info (network->systems[k])->output_nominals[output - network->out_offset[k]];
}

static void
find_unknowns (State *self, const LsNetwork *network)
{
  self->unknowns = g_new0 (Unknown, network->n_in + 1);
  for (guint k = 0; k < network->n_systems; k++)
    for (guint j = network->in_offset[k]; j < network->in_offset[k + 1]; j++)
      if (network->source[j] >= 0 && !self->forward[j] && can_roll_back (network, k))
        self->unknowns[self->n_unknowns++]
            = (Unknown){ j, k, get_output_nominal (network, (guint)network->source[j]) };
}

static void
read_options (State *self, const LsOptions *options)
{
  self->degree = strcmp (ls_options_get_text (options, "interpolation"), "linear") == 0 ? 1 : 0;
  self->relaxation = ls_options_get_real (options, "relaxation");
  self->aitken = ls_options_get_switch (options, "aitken");
  self->eps = ls_options_get_real (options, "eps");
  self->max_iterations = (guint)ls_options_get_integer (options, "max-iterations");
}

/* Takes @order; %NULL for that of the model, all at once. */
static State *
prepare_common (const LsNetwork *network, const LsOptions *options, guint *order)
{
  State *self = g_new0 (State, 1);
  guint n = network->n_in;

  read_options (self, options);
  self->order = order != NULL ? order : g_new0 (guint, network->n_systems + 1);
  self->forward = g_new0 (guint8, n + 1);
  if (order != NULL)
    ls_order_mark (network, order, self->forward);
  for (guint k = 0; order == NULL && k < network->n_systems; k++)
    self->order[k] = k;
  find_unknowns (self, network);
  self->past = ls_extrapolate_new (n, 1, FALSE);
  self->guess = g_new0 (double, 2 * (gsize)n + 1);
  self->u = g_new0 (double, n + 1);
  self->polynomial = g_new0 (double, (gsize)n *(self->degree + 1) + 1);
  self->y = g_new0 (double, network->n_out + 1);
  self->residual = g_new0 (double, self->n_unknowns + 1);
  self->last_residual = g_new0 (double, self->n_unknowns + 1);
  return self;
}

static gpointer
prepare_jacobi (LsNetwork *network, const LsOptions *options, GError **error G_GNUC_UNUSED)
{
  State *self = prepare_common (network, options, NULL);

  self->id = ls_coupling_iterated_jacobi.id;
  return self;
}

static gpointer
prepare_gauss_seidel (LsNetwork *network, const LsOptions *options, GError **error)
{
  guint *order = ls_order_new (network, ls_options_get_text (options, "order"), error);
  State *self;

  if (order == NULL)
    return NULL;
  self = prepare_common (network, options, order);
  self->id = ls_coupling_iterated_gauss_seidel.id;
  return self;
}

static LsStatus
save (const LsNetwork *network)
{
  for (guint k = 0; k < network->n_systems; k++)
    if (can_roll_back (network, k) && ls_system_save (network->systems[k]) != LS_OK)
      return LS_STOP;
  return LS_OK;
}

static LsStatus
restore (LsNetwork *network)
{
  for (guint k = 0; k < network->n_systems; k++)
    if (can_roll_back (network, k) && ls_system_restore (network->systems[k]) != LS_OK)
      return LS_STOP;
  network->counts.rollbacks++;
  return LS_OK;
}

/* On the straight line through the last two points; what is now where only that is known. */
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

/* The inputs of @system on the step. */
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

/* One round: all systems, or all that could be rolled back. */
static LsStatus
integrate (State *self, LsNetwork *network, double h, gboolean first, gboolean *event)
{
  LsStatus status = LS_OK;

  network->counts.iterations++;
  for (guint i = 0; i < network->n_systems && status == LS_OK; i++)
    {
      guint k = self->order[i];

      if (!first && !can_roll_back (network, k))
        continue;
      fill_inputs (self, network, k, h);
      status = ls_network_step_system (network, k, h, self->degree, self->polynomial, self->y, NULL,
                                       event);
    }
  return status;
}

/* Returns: the largest part of the residual, over nominal and value; @worst is whose.
 * @absolute: (out): the largest part over nominals alone, which a value that runs away cannot hide
 */
static double
compute_residual (State *self, const LsNetwork *network, const Unknown **worst, double *absolute)
{
  double largest = 0.0;

  *worst = self->unknowns;
  *absolute = 0.0;
  for (guint i = 0; i < self->n_unknowns; i++)
    {
      const Unknown *unknown = &self->unknowns[i];
      double u = self->u[unknown->input];
      double difference = self->y[network->source[unknown->input]] - u;
      double size = fabs (difference) / (unknown->nominal + fabs (u));

      self->residual[i] = difference / unknown->nominal;
      *absolute = fmax (*absolute, fabs (self->residual[i]));
      if (size > largest)
        {
          largest = size;
          *worst = unknown;
        }
    }
  return largest;
}

/* Aitken's factor for vectors (Irons and Tuck 1969): for one unknown and a linear coupling the
 * next round is the solution. */
static void
update_factor (State *self)
{
  double product = 0.0, square = 0.0, factor;

  for (guint i = 0; i < self->n_unknowns; i++)
    {
      double change = self->residual[i] - self->last_residual[i];

      product += self->last_residual[i] * change;
      square += change * change;
    }
  factor = -self->factor * product / square;
  if (isfinite (factor) && fabs (factor) <= MAX_FACTOR && factor != 0.0)
    self->factor = factor;
  else
    self->factor = self->relaxation;
}

static void
relax (State *self, gboolean first)
{
  if (first)
    self->factor = self->relaxation;
  else if (self->aitken)
    update_factor (self);
  for (guint i = 0; i < self->n_unknowns; i++)
    {
      const Unknown *unknown = &self->unknowns[i];

      self->u[unknown->input] += self->factor * unknown->nominal * self->residual[i];
      self->last_residual[i] = self->residual[i];
    }
}

static LsStatus
report (const State *self,
        LsNetwork *network,
        const Unknown *worst,
        double h,
        guint rounds,
        double residual)
{
  LsSystem *system = network->systems[worst->system];
  const LsSystemInfo *info = ls_system_get_info (system);
  guint input = worst->input - network->in_offset[worst->system];

  network->failed = worst->system;
  ls_log_write (network->log, LS_LOG_ERROR, info->name, self->id, network->time,
                _ ("the inputs of the step of %g s do not settle: after %u iterations the residual "
                   "is %.3g, where eps = %g is allowed, the largest at the input “%s”; try %sa "
                   "relaxation below %g, a smaller step, or more max-iterations than %u"),
                h, rounds, residual, self->eps,
                ls_system_get_variable_name (system, info->inputs[input]),
                self->aitken ? "" : "aitken=on, ", self->relaxation, self->max_iterations);
  return LS_STOP;
}

/* %LS_RETRY when a system refused the step. */
static LsStatus
iterate (State *self, LsNetwork *network, double h, gboolean *event)
{
  double bound = INFINITY;

  for (guint round = 1;; round++)
    {
      const Unknown *worst;
      double residual, absolute;
      LsStatus status = round > 1 ? restore (network) : LS_OK;

      *event = FALSE;
      if (status == LS_OK)
        status = integrate (self, network, h, round == 1, event);
      if (status != LS_OK)
        return status;
      residual = network->residual = compute_residual (self, network, &worst, &absolute);
      if (residual <= self->eps)
        return LS_OK;
      if (round >= self->max_iterations || absolute > bound)
        return report (self, network, worst, h, round, residual);
      if (round == 1)
        bound = HOPELESS * fmax (absolute, 1.0);
      relax (self, round == 1);
    }
}

static LsStatus
step (gpointer state, LsNetwork *network, double h)
{
  State *self = state;
  gboolean event = FALSE;
  LsStatus status = save (network);
  double *y;

  if (status != LS_OK)
    return status;
  guess_inputs (self, network, h);
  status = iterate (self, network, h, &event);
  if (status == LS_RETRY)
    return restore (network) == LS_OK ? LS_RETRY : LS_STOP;
  if (status != LS_OK)
    return status;
  /* Both arrays are of one size and freed by g_free(): exchanged, not copied. */
  y = network->y;
  network->y = self->y;
  self->y = y;
  ls_network_gather (network, network->y, network->u);
  ls_extrapolate_add (self->past, network->end_time, network->u);
  /* What was before it tells nothing of what comes after. */
  self->started = !event;
  return LS_OK;
}

static void
restart (gpointer state)
{
  State *self = state;

  self->started = FALSE;
}

static char *
explain (const LsSystemInfo *info, const LsOptions *options, gboolean *possible)
{
  g_autofree char *once = NULL, *held = NULL;

  *possible = TRUE;
  if (!info->has[LS_CAPABILITY_ROLLBACK])
    once = g_strdup_printf (_ ("It is integrated once, with extrapolated inputs, and the others "
                               "are iterated around its outputs, as it cannot be rolled back: %s."),
                            info->reasons[LS_CAPABILITY_ROLLBACK]);
  if (strcmp (ls_options_get_text (options, "interpolation"), "linear") == 0 && info->n_in > 0
      && !info->has[LS_CAPABILITY_POLYNOMIAL_INPUTS])
    held = g_strdup_printf (_ ("Its inputs are held at the mean of each polynomial: %s."),
                            info->reasons[LS_CAPABILITY_POLYNOMIAL_INPUTS]);
  if (once != NULL && held != NULL)
    return g_strdup_printf ("%s %s", once, held);
  return once != NULL ? g_steal_pointer (&once) : g_steal_pointer (&held);
}

static const char *const interpolations[] = { "constant", "linear", NULL };

/* The last one is of Gauss-Seidel only. */
static const LsOption options[] = {
  { .name = "interpolation",
    .type = LS_OPTION_CHOICE,
    .initial = "linear",
    .choices = interpolations,
    .summary = N_ ("Inputs on the step: constant, what is found for its end (first order); linear, "
                   "from the beginning to it (second order).") },
  { .name = "relaxation",
    .type = LS_OPTION_REAL,
    .initial = "1",
    .minimum = 1e-3,
    .maximum = 2,
    .summary = N_ ("How far the inputs go in a round towards what their sources give: less than 1 "
                   "damps an iteration that swings up.") },
  { .name = "aitken",
    .type = LS_OPTION_SWITCH,
    .initial = "off",
    .summary = N_ ("Adapt the relaxation from the second round on to how the residual changes, "
                   "after Aitken.") },
  { .name = "eps",
    .type = LS_OPTION_REAL,
    .initial = "1e-6",
    .minimum = 1e-15,
    .maximum = 1,
    .summary = N_ ("By how much an input may differ from its source, as a part of nominal and "
                   "value together.") },
  { .name = "max-iterations",
    .type = LS_OPTION_INTEGER,
    .initial = "20",
    .minimum = 1,
    .maximum = 100000,
    .summary = N_ ("How many rounds a step may take; when they do not do, the run ends.") },
  { .name = "order",
    .type = LS_OPTION_TEXT,
    .initial = "graph",
    .summary = N_ ("Which component steps when: graph, sources before those they feed as far as "
                   "there are no loops; or all components by name, with slashes between them: "
                   "left/right.") },
};

const LsCouplingMethod ls_coupling_iterated_jacobi = {
  .id = "iterated-jacobi",
  .name = N_ ("Iterated Jacobi"),
  .summary = N_ ("All components integrate the step again from its beginning until inputs and "
                 "outputs at its end agree: stable with longer steps, and dear; needs rollback."),
  .source = N_ ("Classical: dynamic iteration; with relaxation after Arnold and Günther, BIT 41 "
                "(2001)"),
  .options = options,
  .n_options = G_N_ELEMENTS (options) - 1,
  .explain_options = explain,
  .prepare = prepare_jacobi,
  .step = step,
  .restart = restart,
  .free = release,
};

const LsCouplingMethod ls_coupling_iterated_gauss_seidel = {
  .id = "iterated-gauss-seidel",
  .name = N_ ("Iterated Gauss-Seidel"),
  .summary = N_ ("The components integrate the step one after the other, again and again until "
                 "inputs and outputs at its end agree: fewer rounds than all at once; needs "
                 "rollback."),
  .source = N_ ("Classical: dynamic iteration; with relaxation after Arnold and Günther, BIT 41 "
                "(2001)"),
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .explain_options = explain,
  .prepare = prepare_gauss_seidel,
  .step = step,
  .restart = restart,
  .free = release,
};
