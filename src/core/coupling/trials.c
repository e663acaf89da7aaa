#include "core/coupling/trials-impl.h"

#include "core/num/polynomial.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Change of an input, relative to nominal plus value: little, for components that are not linear;
 * and more, for what rounding leaves of differences, which short steps show. */
#define LITTLE 1e-3
#define MORE 0.1
/* Defect of a step, relative to nominal plus value, up to which x' is followed without a call, and
 * up to which matrices stay. */
#define FOLLOWED 1e-10
#define KEPT 1e-8
/* Inputs are chosen by matrices that are wrong by at most this part of what it is worth; what is
 * left of both a step later. */
#define TRUSTED 0.2
#define FINELY 0.02
#define ROUNDING 1e-14
#define FADING 0.9
/* Matrices are used while they predict outputs with at most this part of the error of
 * extrapolation. */
#define WORTH 0.5

gboolean
ls_trials_suit (const LsSystemInfo *info)
{
  return info->has[LS_CAPABILITY_ROLLBACK] && !info->has[LS_CAPABILITY_LINEARISATION]
         && info->n_in > 0 && info->n_out > 0 && info->own_step == 0.0;
}

char *
ls_trials_explain (const LsSystemInfo *info)
{
  return g_strdup_printf (
      _ ("It is linearised by trial steps, which are rolled back, as there is no other "
         "way: %s. They count as calls of doStep."),
      info->reasons[LS_CAPABILITY_LINEARISATION]);
}

/* ---- Construction ----------------------------------------------------------------------- */

/* Only continuous inputs with a source may be given something else. */
static void
find_scales (LsTrials *self)
{
  const LsNetwork *network = self->network;
  const LsAssembly *assembly = network->assembly;

  for (guint i = assembly->to_first[self->index]; i < assembly->to_first[self->index + 1]; i++)
    {
      const LsWire *wire = &assembly->wires[assembly->to_wires[i]];

      if (wire->smooth && wire->position >= 0
          && network->source[self->in + (guint)wire->position] >= 0)
        self->scales[wire->position] = self->info->input_nominals[wire->position];
    }
}

LsTrials *
ls_trials_new (LsNetwork *network, guint system)
{
  const LsSystemInfo *info = ls_system_get_info (network->systems[system]);
  g_autofree char *obstacle = NULL;
  LsTrials *self;
  gsize n_in = info->n_in, n_out = info->n_out;

  if (!ls_trials_suit (info)
      || (obstacle = ls_system_explain_state (network->systems[system])) != NULL)
    return NULL;
  self = g_new0 (LsTrials, 1);
  self->network = network;
  self->system = network->systems[system];
  self->index = system;
  self->change = LITTLE;
  self->n_in = info->n_in;
  self->n_out = info->n_out;
  self->in = network->in_offset[system];
  self->out = network->out_offset[system];
  self->info = ls_system_info_copy (info);
  self->info->n_state = LS_TRIALS_STATES;
  self->holds = info->input_degree == 0;
  self->model = ls_realisation_new (info->n_out, info->n_in, LS_TRIALS_STATES);
  self->holding = ls_holding_new (LS_TRIALS_STATES, info->n_in);
  self->scales = g_new0 (double, n_in + 1);
  self->d = g_new0 (double, n_in *n_out + 1);
  self->f = g_new0 (double, 3 * LS_TRIALS_STATES + 1);
  self->deviation = self->f + LS_TRIALS_STATES;
  self->moved = self->deviation + LS_TRIALS_STATES;
  self->gt = g_new0 (double, (5 + LS_EXTRAPOLATE_MAX_ORDER + 1) * n_out + 1);
  self->start = self->gt + n_out;
  self->y = self->start + n_out;
  self->predicted = self->y + n_out;
  self->ahead = self->predicted + n_out;
  self->coefficients = self->ahead + n_out;
  self->past = ls_extrapolate_new_steady (info->n_out, 2);
  self->worth = TRUE;
  self->u = g_new0 (double, (3 + LS_SYSTEM_MAX_DEGREE + 1) * n_in + 1);
  self->held = self->u + n_in;
  self->none = self->held + n_in;
  self->polynomial = self->none + n_in;
  self->base = g_new0 (double, LS_TRIALS_STEPS *n_out + 1);
  self->run = g_new0 (double, LS_TRIALS_STEPS *n_out + 1);
  self->shown = g_new0 (double, LS_TRIALS_STATES *n_out + 1);
  self->markov = g_new0 (double, LS_TRIALS_STEPS *n_out *n_in + 1);
  find_scales (self);
  return self;
}

void
ls_trials_free (LsTrials *self)
{
  if (self == NULL)
    return;
  ls_system_info_free (self->info);
  ls_realisation_free (self->model);
  ls_holding_free (self->holding);
  ls_extrapolate_free (self->past);
  g_free (self->scales);
  g_free (self->d);
  g_free (self->f);
  g_free (self->gt);
  g_free (self->u);
  g_free (self->base);
  g_free (self->run);
  g_free (self->shown);
  g_free (self->markov);
  g_free (self);
}

const LsSystemInfo *
ls_trials_get_info (const LsTrials *self)
{
  return self->info;
}

void
ls_trials_restart (LsTrials *self)
{
  self->follows = self->has_ahead = FALSE;
  ls_extrapolate_reset (self->past);
  memset (self->deviation, 0, LS_TRIALS_STATES * sizeof (double));
}

/* ---- Linearisation --------------------------------------------------------------------- */

/* Outputs at the reached time with the inputs of the network. */
static LsStatus
read_start (LsTrials *self)
{
  const LsNetwork *network = self->network;

  memcpy (self->start, network->y + self->out, self->n_out * sizeof (double));
  return self->info->end_way == LS_END_READ
             ? ls_system_evaluate (self->system, network->u + self->in, self->start)
             : LS_OK;
}

/* x' at the reached time as the matrices predict it. Returns: greatest difference between the
 * outputs and those predicted, relative to nominal plus value; infinite if nothing was predicted */
static double
follow (LsTrials *self)
{
  const double *u = self->network->u + self->in;
  const double *a = self->model->a, *b = self->model->b;
  double defect = 0.0;

  if (!self->follows || self->blocks == 0)
    {
      memset (self->f, 0, LS_TRIALS_STATES * sizeof (double));
      return INFINITY;
    }
  for (guint k = 0; k < self->model->n; k++)
    {
      for (guint l = 0; l < self->model->n; l++)
        self->f[k] += a[(gsize)k * LS_TRIALS_STATES + l] * self->moved[l];
      for (guint j = 0; j < self->n_in; j++)
        self->f[k] += b[(gsize)k * self->n_in + j] * (u[j] - self->u[j]);
    }
  for (guint i = 0; i < self->n_out; i++)
    {
      double value = self->predicted[i];

      for (guint j = 0; j < self->n_in; j++)
        value += self->d[(gsize)i * self->n_in + j] * (u[j] - self->u[j]);
      defect = fmax (defect, fabs (self->start[i] - value) / ls_trials_get_size (self, i));
    }
  return defect;
}

/* Without the deviation. */
static void
fill_point (const LsTrials *self, LsLinearisation *point)
{
  const LsRealisation *model = self->model;
  const gboolean known = self->blocks > 0;
  const gsize n = LS_TRIALS_STATES;

  memset (point->a, 0, n * n * sizeof (double));
  memset (point->b, 0, n * self->n_in * sizeof (double));
  memset (point->c, 0, n * self->n_out * sizeof (double));
  memset (point->d, 0, (gsize)self->n_in * self->n_out * sizeof (double));
  memset (point->x, 0, n * sizeof (double));
  memset (point->f, 0, n * sizeof (double));
  memcpy (point->y, self->start, self->n_out * sizeof (double));
  if (!known)
    return;
  memcpy (point->a, model->a, n * n * sizeof (double));
  memcpy (point->b, model->b, n * self->n_in * sizeof (double));
  memcpy (point->c, model->c, n * self->n_out * sizeof (double));
  memcpy (point->d, self->d, (gsize)self->n_in * self->n_out * sizeof (double));
  for (guint k = 0; k < model->n; k++)
    {
      point->f[k] = self->f[k];
      for (guint l = 0; l < model->n; l++)
        point->f[k] -= model->a[k * n + l] * self->deviation[l];
    }
  for (guint i = 0; i < self->n_out; i++)
    point->y[i] -= ls_trials_get_change (self, i, self->deviation);
}

/* Defect up to which x' is followed: where inputs are chosen it must not hide what that is worth.
 */
static double
get_followed (const LsTrials *self)
{
  return self->holds ? fmin (FOLLOWED, fmax (FINELY * self->wanted, ROUNDING)) : FOLLOWED;
}

/* Once, matrices that are too rough to choose inputs by are found anew from greater changes. */
static gboolean
needs_matrices (LsTrials *self, double defect)
{
  const gboolean rough = self->holds && !self->steers && !self->has_tried;

  if (!(defect <= KEPT))
    self->change = LITTLE;
  else if (rough)
    {
      self->change = MORE;
      self->has_tried = TRUE;
      self->wrong = 0.0;
    }
  return rough || !(defect <= KEPT);
}

/* Outputs at the end of the step as their past predicts them, and what that was wrong by on the
 * last one. */
static void
look_ahead (LsTrials *self, double h)
{
  double error = 0.0;

  for (guint i = 0; i < self->n_out && self->has_ahead; i++)
    error = fmax (error, fabs (self->start[i] - self->ahead[i]) / ls_trials_get_size (self, i));
  self->blind = fmax (error, FADING * self->blind);
  ls_extrapolate_add (self->past, self->network->time, self->start);
  ls_extrapolate_get (self->past, LS_EXTRAPOLATE_MAX_ORDER, self->coefficients);
  for (guint i = 0; i < self->n_out; i++)
    {
      const double *a = self->coefficients + (gsize)i * (LS_EXTRAPOLATE_MAX_ORDER + 1);

      self->ahead[i] = ls_polynomial_get_value (a, LS_EXTRAPOLATE_MAX_ORDER, h);
    }
}

/* Compares what matrices were wrong by on the last step, @defect, with extrapolation. */
static void
judge (LsTrials *self, double defect)
{
  if (!isfinite (defect))
    return;
  self->wrong = fmax (defect, FADING * self->wrong);
  self->worth = self->wrong <= fmax (WORTH * self->blind, KEPT);
}

LsStatus
ls_trials_linearise (LsTrials *self, LsCounts *counts, double h, LsLinearisation *point)
{
  LsStatus status = read_start (self);
  double defect;

  self->counts = counts;
  if (status != LS_OK)
    return status;
  defect = follow (self);
  look_ahead (self, h);
  judge (self, defect);
  if (defect > get_followed (self))
    status = ls_trials_explore (self, h, needs_matrices (self, defect));
  if (status != LS_OK)
    return status;
  self->worth &= self->blocks > 0;
  if (h != self->h)
    ls_trials_prepare_holding (self, h);
  memcpy (self->u, self->network->u + self->in, self->n_in * sizeof (double));
  fill_point (self, point);
  self->follows = self->has_ahead = FALSE;
  return LS_OK;
}

const double *
ls_trials_get_time_slopes (const LsTrials *self)
{
  return self->gt;
}

gboolean
ls_trials_are_worth (const LsTrials *self)
{
  return self->worth;
}

void
ls_trials_tell_end (const LsTrials *self)
{
  const LsNetwork *network = self->network;

  ls_log_write (network->log, LS_LOG_INFO, self->info->name, NULL, network->time, "%s",
                _ ("trial steps predict its outputs no better than the last outputs do: from here "
                   "on there are none, of any component"));
}

/* Whether the matrices are good enough to choose inputs by: what they are wrong by on a step is
 * little against what holding means misses, which has the same order. */
static gboolean
can_steer (LsTrials *self, guint degree, const double rows[])
{
  double missed[LS_TRIALS_STATES] = { 0.0 }, greatest = 0.0;

  if (!self->holds || self->gave_up || self->blocks == 0 || !ls_holding_steers (self->holding))
    return FALSE;
  for (guint j = 0; j < self->n_in; j++)
    self->held[j] = ls_polynomial_get_mean (rows + (gsize)j * (degree + 1), degree, self->h);
  ls_holding_deviate (self->holding, degree, rows, self->held, missed);
  for (guint i = 0; i < self->n_out; i++)
    greatest = fmax (greatest,
                     fabs (ls_trials_get_change (self, i, missed)) / ls_trials_get_size (self, i));
  self->missed = greatest;
  if (self->wrong <= TRUSTED * fmax (greatest, self->wanted))
    return TRUE;
  self->gave_up = self->has_tried;
  return FALSE;
}

void
ls_trials_give (LsTrials *self, guint degree, const double u[], double given[])
{
  const double *rows = u + (gsize)self->in * (degree + 1);
  double *target = given + (gsize)self->in * (degree + 1);

  self->degree = degree;
  memcpy (self->polynomial, rows, (gsize)self->n_in * (degree + 1) * sizeof (double));
  memcpy (target, rows, (gsize)self->n_in * (degree + 1) * sizeof (double));
  self->steers = can_steer (self, degree, rows);
  ls_balance_leave (self->network->balance, self->index, self->steers);
  if (!self->steers)
    return;
  ls_holding_choose (self->holding, degree, rows, self->deviation, self->held);
  for (guint j = 0; j < self->n_in; j++)
    {
      target[(gsize)j * (degree + 1)] = self->held[j];
      for (guint p = 1; p <= degree; p++)
        target[(gsize)j * (degree + 1) + p] = 0.0;
    }
}

void
ls_trials_accept (LsTrials *self)
{
  const double *given = self->network->given;
  const gsize size = self->degree + 1;

  self->follows = self->blocks > 0;
  self->has_ahead = TRUE;
  self->wanted = fmax (self->missed, FADING * self->wanted);
  if (!self->follows)
    return;
  for (guint j = 0; j < self->n_in && self->holds && given != NULL; j++)
    self->held[j] = given[(self->in + j) * size];
  ls_holding_move (self->holding, self->f, self->u, self->holds ? 0 : self->degree,
                   self->holds ? self->held : self->polynomial, self->moved);
  for (guint i = 0; i < self->n_out; i++)
    self->predicted[i]
        = self->start[i] + ls_trials_get_change (self, i, self->moved) + self->h * self->gt[i];
  if (self->steers)
    ls_holding_deviate (self->holding, self->degree, self->polynomial, self->held, self->deviation);
  else
    memset (self->deviation, 0, LS_TRIALS_STATES * sizeof (double));
}
