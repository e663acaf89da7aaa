/* Components with a grid of their own: multi-rate runs. The component is behind the other ones, by
 * less than its step. */
#include "core/system/system-clocked.h"

#include "core/num/extrapolate.h"
#include "core/num/polynomial.h"
#include "core/system/system-around-impl.h"

#include <math.h>
#include <string.h>

/* Times that differ by less, relative to the step, are the same: sums of steps are rounded. */
#define SAME 1e-9
#define N_MOMENTS (LS_SYSTEM_MAX_DEGREE + 1u)

/* A value of a discrete input that is set at the end of the present step. */
typedef struct
{
  const LsVariable *variable;
  LsSystemValue value;
  char *text; /* (nullable): owned; of a string */
} Pending;

/**
 * LsSystemClocked:
 * @time: time that the macro steps have reached, s; the inner system is at @point or at @time
 * @point: end of the last own step; @due: end of the next one, s
 * @n_points: number of own steps
 * @moments: n_in x N_MOMENTS: integrals of u s^p ds from @point on, s = (t - @point) / step
 * @n_pieces: polynomials that they are made of
 * @latest: n_out: outputs at @point
 */
typedef struct
{
  LsSystemAround around;
  LsPace pace;
  double time, point, due;
  guint64 n_points;
  double *moments;
  guint n_pieces;
  double *polynomials; /* n_in x (degree + 1) */
  LsExtrapolate *past;
  double *coefficients; /* n_out x (LS_EXTRAPOLATE_MAX_ORDER + 1): of outputs from @point on */
  double *latest, *slopes;
  gboolean started; /* @past has points */
  guint *all_outputs;
  GArray *pending; /* Pending */
} LsSystemClocked;

static const LsSystemInfo *
get_info (const LsSystemClocked *self)
{
  return self->around.base.info;
}

static gboolean
is_same (const LsSystemClocked *self, double a, double b)
{
  return fabs (a - b) <= SAME * self->pace.step;
}

static gboolean
is_at_point (const LsSystemClocked *self)
{
  return is_same (self, self->time, self->point);
}

/* ---- Inputs ----------------------------------------------------------------------------- */

/* Adds the inputs from @from to @to, s after @begin, to the moments. Four points of Gauss are exact
 * for polynomials of degree 7, and these are of degree 6 at most. */
static void
collect (
    LsSystemClocked *self, double begin, double from, double to, guint degree, const double u[])
{
  static const double nodes[] = { 0.3399810435848563, 0.8611363115940526 };
  static const double weights[] = { 0.6521451548625461, 0.3478548451374538 };

  for (guint k = 0; k < 4; k++)
    {
      const double node = k % 2 == 0 ? nodes[k / 2] : -nodes[k / 2];
      const double t = 0.5 * (from + to + (to - from) * node);
      const double s = (begin + t - self->point) / self->pace.step;
      const double weight = 0.5 * weights[k / 2] * (to - from) / self->pace.step;

      for (guint j = 0; j < get_info (self)->n_in; j++)
        {
          double value = ls_polynomial_get_value (u + (gsize)j * (degree + 1), degree, t);

          for (guint p = 0; p < N_MOMENTS; p++, value *= s)
            self->moments[(gsize)j * N_MOMENTS + p] += weight * value;
        }
    }
  self->n_pieces++;
}

/* Least-squares polynomials of degree @degree over @length from the moments, by the inverse of
 * Hilbert's matrix: the integral of the inputs is exact. */
static void
fit (LsSystemClocked *self, double length, guint degree)
{
  static const double inverse[][N_MOMENTS][N_MOMENTS] = {
    { { 1 } },
    { { 4, -6 }, { -6, 12 } },
    { { 9, -36, 30 }, { -36, 192, -180 }, { 30, -180, 180 } },
    { { 16, -120, 240, -140 },
      { -120, 1200, -2700, 1680 },
      { 240, -2700, 6480, -4200 },
      { -140, 1680, -4200, 2800 } },
  };
  const double share = length / self->pace.step;

  for (guint j = 0; j < get_info (self)->n_in; j++)
    for (guint q = 0; q <= degree; q++)
      {
        double sum = 0.0;

        for (guint p = 0; p <= degree; p++)
          sum += inverse[degree][q][p] * self->moments[(gsize)j * N_MOMENTS + p]
                 / pow (share, p + 1.0);
        self->polynomials[(gsize)j * (degree + 1) + q] = sum / pow (length, q);
      }
  memset (self->moments, 0, (gsize)get_info (self)->n_in * N_MOMENTS * sizeof (double));
}

/* ---- Outputs ---------------------------------------------------------------------------- */

static gboolean
is_continuous (const LsSystemClocked *self, guint output)
{
  const LsSystem *base = &self->around.base;

  return base->variables[base->info->outputs[output]].variability == LS_VARIABILITY_CONTINUOUS;
}

/* Derivatives at the start, for outputs that would be held over the whole first step otherwise. */
static LsStatus
find_slopes (LsSystemClocked *self, guint degree, const double u[])
{
  const LsSystemInfo *info = get_info (self);
  gboolean known = info->n_out > 0;
  LsStatus status;

  for (guint j = 0; j < info->n_in; j++)
    {
      self->polynomials[j] = u[(gsize)j * (degree + 1)];
      self->polynomials[info->n_in + j] = degree > 0 ? u[(gsize)j * (degree + 1) + 1] : 0.0;
    }
  status = ls_system_find_output_derivatives (self->around.inner, self->polynomials,
                                              self->polynomials + info->n_in, self->pace.step,
                                              self->slopes);
  for (guint i = 0; i < info->n_out; i++)
    known = known && isfinite (self->slopes[i]);
  if (status == LS_OK && known)
    ls_extrapolate_set_derivatives (self->past, self->slopes);
  return status;
}

static void
take_latest (LsSystemClocked *self)
{
  ls_extrapolate_add (self->past, self->point, self->latest);
  ls_extrapolate_get (self->past, LS_EXTRAPOLATE_MAX_ORDER, self->coefficients);
}

/* Before the first step: the outputs at the start. */
static LsStatus
begin_past (LsSystemClocked *self, guint degree, const double u[])
{
  LsSystem *inner = self->around.inner;
  const guint n = get_info (self)->n_out;
  LsStatus status = LS_OK;

  self->started = TRUE;
  if (n > 0)
    status = ls_system_get_some_outputs (inner, self->all_outputs, n, self->latest);
  take_latest (self);
  if (status == LS_OK)
    status = find_slopes (self, degree, u);
  ls_extrapolate_get (self->past, LS_EXTRAPOLATE_MAX_ORDER, self->coefficients);
  return status;
}

/* Outputs at the reached time, and their derivatives. */
static void
get_outputs (const LsSystemClocked *self, double y[], double dy[])
{
  const double t = self->time - self->point;

  for (guint i = 0; i < get_info (self)->n_out; i++)
    {
      const double *c = self->coefficients + (gsize)i * (LS_EXTRAPOLATE_MAX_ORDER + 1);
      const gboolean held = !is_continuous (self, i);
      double slope;
      const double value
          = ls_polynomial_get_value_and_slope (c, LS_EXTRAPOLATE_MAX_ORDER, t, &slope);

      y[i] = held ? self->latest[i] : value;
      if (dy != NULL)
        dy[i] = held ? 0.0 : slope;
    }
}

/* ---- Steps ------------------------------------------------------------------------------ */

/* The next own point. Where steps may vary, the history grows by steps of 1, 2, 4, ... macro steps,
 * and meets multiples of the step. */
static double
choose_due (const LsSystemClocked *self)
{
  const double step = self->pace.step;

  if (!self->pace.meets)
    return (double)(gint64)(self->n_points + 1) * step;
  return fmin (2.0 * self->point, (floor (self->point / step + SAME) + 1.0) * step);
}

/* The end of the next own step that is within the macro step to @end; infinite for none. */
static double
find_end (const LsSystemClocked *self, double end)
{
  const LsSystem *system = &self->around.base;

  if (is_same (self, self->due, end))
    return end;
  if (self->due < end)
    return self->pace.meets ? end : self->due;
  return self->pace.meets && end >= system->stop_time - SAME * self->pace.step ? end : INFINITY;
}

static LsStatus
set_pending (LsSystemClocked *self)
{
  LsSystem *inner = self->around.inner;
  LsStatus status = LS_OK;

  for (guint i = 0; i < self->pending->len && status == LS_OK; i++)
    {
      Pending *one = &g_array_index (self->pending, Pending, i);

      one->value.text = one->text;
      status = inner->klass->set_typed (inner, one->variable, &one->value);
    }
  g_array_set_size (self->pending, 0);
  return status;
}

static LsStatus
take_step (LsSystemClocked *self, double end, guint degree, gboolean *event)
{
  LsSystem *system = &self->around.base, *inner = self->around.inner;
  const double length = end - self->point;
  gboolean happened = FALSE;
  LsStatus status;

  degree = MIN (inner->info->input_degree, MIN (degree + self->n_pieces - 1, LS_SYSTEM_MAX_DEGREE));
  fit (self, length, degree);
  system->last_time = self->point;
  system->last_step = length;
  system->n_steps++;
  ls_system_aim (inner, end);
  status = ls_system_step (inner, length, degree, self->polynomials, self->latest, NULL, &happened);
  if (status == LS_OK)
    status = set_pending (self);
  *event = *event || happened;
  self->point = end;
  self->n_points++;
  self->n_pieces = 0;
  self->due = choose_due (self);
  take_latest (self);
  return status;
}

static LsStatus
step (LsSystem *system,
      double h,
      double end,
      guint degree,
      const double u[],
      double y[],
      double dy[],
      gboolean *event)
{
  LsSystemClocked *self = (LsSystemClocked *)system;
  const double begin = self->time;
  double from = 0.0, to;
  LsStatus status = self->started ? LS_OK : begin_past (self, degree, u);

  system->n_steps = 0;
  while (status == LS_OK && (to = find_end (self, end)) <= end && from < h)
    {
      const double reached = to == end ? h : to - begin;

      collect (self, begin, from, reached, degree, u);
      status = take_step (self, to, degree, event);
      from = reached;
    }
  if (from < h)
    collect (self, begin, from, h, degree, u);
  self->time = end;
  get_outputs (self, y, dy);
  return status;
}

/* ---- Values ----------------------------------------------------------------------------- */

static double
get_time (const LsSystem *system)
{
  return ((const LsSystemClocked *)system)->time;
}

/* Between its points the outputs do not depend on the inputs of the moment. */
static LsStatus
evaluate (LsSystem *system, const double u[], double y[])
{
  LsSystemClocked *self = (LsSystemClocked *)system;
  const gsize size = get_info (self)->n_out * sizeof (double);
  LsStatus status;

  if (!is_at_point (self))
    {
      get_outputs (self, y, NULL);
      return LS_OK;
    }
  status = ls_system_evaluate (self->around.inner, u, y);
  if (!self->started || status != LS_OK || memcmp (y, self->latest, size) == 0)
    return status;
  memcpy (self->latest, y, size);
  ls_extrapolate_replace (self->past, y);
  ls_extrapolate_get (self->past, LS_EXTRAPOLATE_MAX_ORDER, self->coefficients);
  return LS_OK;
}

static LsStatus
get_some_outputs (LsSystem *system, const guint indices[], guint n, double values[])
{
  LsSystemClocked *self = (LsSystemClocked *)system;

  if (is_at_point (self))
    return ls_system_get_some_outputs (self->around.inner, indices, n, values);
  get_outputs (self, self->slopes, NULL);
  for (guint i = 0; i < n; i++)
    values[i] = self->slopes[indices[i]];
  return LS_OK;
}

static LsStatus
find_output_derivatives (
    LsSystem *system, const double u[], const double du[], double h, double dy[])
{
  LsSystemClocked *self = (LsSystemClocked *)system;

  if (is_at_point (self))
    return ls_system_find_output_derivatives (self->around.inner, u, du, h, dy);
  get_outputs (self, self->slopes, dy);
  return LS_OK;
}

static gboolean
has_feed (const LsSystem *system)
{
  return is_at_point ((const LsSystemClocked *)system)
         && ls_system_has_feed (ls_system_around_get_inner (system));
}

/* Between its points it lags: values set hold from its next point on. */
static LsStatus
set_typed (LsSystem *system, const LsVariable *variable, const LsSystemValue *value)
{
  LsSystemClocked *self = (LsSystemClocked *)system;
  Pending *one = NULL;

  if (is_at_point (self))
    return ls_system_around_set_typed (system, variable, value);
  for (guint i = 0; i < self->pending->len; i++)
    if (g_array_index (self->pending, Pending, i).variable == variable)
      one = &g_array_index (self->pending, Pending, i);
  if (one == NULL)
    {
      const Pending new = { .variable = variable };

      g_array_append_val (self->pending, new);
      one = &g_array_index (self->pending, Pending, self->pending->len - 1);
    }
  one->value = *value;
  if (value->type == LS_TYPE_STRING)
    {
      g_free (one->text);
      one->text = g_strdup (value->text);
    }
  return LS_OK;
}

static LsStatus
start (LsSystem *system)
{
  return ls_system_start (ls_system_around_get_inner (system));
}

static void
clear_pending (gpointer data)
{
  g_free (((Pending *)data)->text);
}

static void
free_system (LsSystem *system)
{
  LsSystemClocked *self = (LsSystemClocked *)system;

  g_free (self->moments);
  g_free (self->polynomials);
  ls_extrapolate_free (self->past);
  g_free (self->coefficients);
  g_free (self->latest);
  g_free (self->slopes);
  g_free (self->all_outputs);
  g_array_unref (self->pending);
  ls_system_around_clear (&self->around);
  g_free (self);
}

static const LsSystemClass clocked = {
  .id = "clocked",
  .free = free_system,
  LS_SYSTEM_AROUND_OPERATIONS,
  .start = start,
  .get_time = get_time,
  .step = step,
  .evaluate = evaluate,
  .get_some_outputs = get_some_outputs,
  .set_typed = set_typed,
  .find_output_derivatives = find_output_derivatives,
  .has_feed = has_feed,
  .get_feed = ls_system_around_get_feed,
};

LsSystem *
ls_system_clocked_new (LsSystem *inner, const LsPace *pace)
{
  LsSystemClocked *self = g_new0 (LsSystemClocked, 1);
  LsSystemInfo *info = ls_system_info_copy (inner->info);

  g_assert (pace->kind == LS_PACE_OWN && pace->step > 0.0);
  ls_system_info_apply_pace (info, pace);
  ls_system_around_init (&self->around, &clocked, info, inner);
  self->pace = *pace;
  self->moments = g_new0 (double, (gsize)info->n_in *N_MOMENTS + 1);
  self->polynomials = g_new0 (double, (gsize)info->n_in *(LS_SYSTEM_MAX_DEGREE + 1) + 1);
  self->past = ls_extrapolate_new (info->n_out, LS_EXTRAPOLATE_MAX_ORDER, TRUE);
  self->coefficients = g_new0 (double, (gsize)info->n_out *(LS_EXTRAPOLATE_MAX_ORDER + 1) + 1);
  self->latest = g_new0 (double, info->n_out + 1);
  self->slopes = g_new0 (double, info->n_out + 1);
  self->all_outputs = g_new0 (guint, info->n_out + 1);
  for (guint i = 0; i < info->n_out; i++)
    self->all_outputs[i] = i;
  self->pending = g_array_new (FALSE, FALSE, sizeof (Pending));
  g_array_set_clear_func (self->pending, clear_pending);
  self->due = choose_due (self);
  return &self->around.base;
}
