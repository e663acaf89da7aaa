/* Components that take several steps inside each macro step. A component that holds its inputs then
 * gets the mean of the input polynomial on each of them: the integral of the input is exact, and
 * what is left of its shape falls with the square of their number. The same calls as for shorter
 * macro steps, without another exchange. */
#include "core/system/system-paced.h"

#include "core/num/polynomial.h"
#include "core/system/system-around-impl.h"

#include <math.h>
#include <string.h>

/* Greatest change of an input within a step of the component, relative to the range of its values
 * so far, where the number of steps is chosen in the run. Held at its mean, a sine then has an
 * error of shape of 1e-2^2 / 12, about 1e-5. */
#define AUTO_CHANGE 1e-2

typedef struct
{
  LsSystemAround around;
  LsPace pace;
  guint *all_outputs; /* n_out: 0, 1, ... */
  double *recent;     /* 4 x n_out: outputs after the last steps */
  double *shifted;    /* n_in x (degree + 1): polynomials from the beginning of an inner step */
  double *ranges;     /* n_in x 2: least and greatest value of the inputs */
  double *saved;      /* the same at the saved point */
  gboolean started;   /* @ranges have values */
  gboolean saved_started;
} LsSystemPaced;

/* ---- Steps ------------------------------------------------------------------------------ */

/* Change of one input over the step of @h relative to its range, which is extended by it. */
static double
measure_change (LsSystemPaced *self, guint input, double h, guint degree, const double c[])
{
  double *range = self->ranges + (gsize)2 * input;
  const double values[] = { c[0], ls_polynomial_get_value (c, degree, 0.5 * h),
                            ls_polynomial_get_value (c, degree, h) };
  const double least = fmin (values[0], fmin (values[1], values[2]));
  const double greatest = fmax (values[0], fmax (values[1], values[2]));

  if (!self->started)
    range[0] = range[1] = c[0];
  range[0] = fmin (range[0], least);
  range[1] = fmax (range[1], greatest);
  return greatest > least ? (greatest - least) / (range[1] - range[0]) : 0.0;
}

/* As few as keep the change of every input small: held, its shape is lost on each of them. */
static guint
choose_n_steps (LsSystemPaced *self, double h, guint degree, const double u[])
{
  const LsSystemInfo *info = self->around.base.info;
  double change = 0.0;
  guint n = 1;

  if (self->pace.inner != 0)
    return self->pace.inner;
  for (guint j = 0; j < info->n_in; j++)
    change = fmax (change, measure_change (self, j, h, degree, u + (gsize)j * (degree + 1)));
  self->started = TRUE;
  /* Nothing is lost, or everything is new: the range is that of this step. */
  if (degree <= self->around.inner->info->input_degree)
    return 1;
  while (n < LS_PACE_MOST_INNER && change > n * AUTO_CHANGE)
    n *= 2;
  return n;
}

/* Returns: the polynomials @u about @t: (t + s)^p by the binomial theorem, as Horner's scheme */
static const double *
shift (LsSystemPaced *self, double t, guint degree, const double u[])
{
  const gsize n = (gsize)self->around.base.info->n_in * (degree + 1);

  if (t == 0.0 || degree == 0)
    return u;
  memcpy (self->shifted, u, n * sizeof (double));
  for (double *c = self->shifted; c < self->shifted + n; c += degree + 1)
    for (guint q = 0; q < degree; q++)
      for (guint p = degree; p-- > q;)
        c[p] += t * c[p + 1];
  return self->shifted;
}

/* The inner system may have found during the run that it lacks a capability. */
static void
follow_denials (LsSystemPaced *self)
{
  LsSystemInfo *info = self->around.base.info;
  const LsSystemInfo *inner = self->around.inner->info;

  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    if (info->has[i] && !inner->has[i] && !ls_system_info_is_granted (info, (LsCapability)i))
      ls_system_info_deny (info, (LsCapability)i, inner->reasons[i]);
  info->step_degree = inner->input_degree;
}

/* Whether the slopes that the component itself provides at the end of @n steps are not the ones to
 * use: where it holds its inputs they are those for the mean input, half a step ago. */
static gboolean
uses_differences (const LsSystemPaced *self, guint n)
{
  const LsSystemInfo *inner = self->around.inner->info;

  return n > 1 && (inner->input_degree == 0 || !inner->has[LS_CAPABILITY_OUTPUT_DERIVATIVES]);
}

/* Slopes at the end of @n steps of @s: backward differences of the outputs, of order 3, or 2 where
 * there are two steps. */
static void
differentiate (const LsSystemPaced *self, guint n, double s, double dy[])
{
  static const double weights[][4]
      = { { 1.5, -2.0, 0.5, 0.0 }, { 11.0 / 6.0, -3.0, 1.5, -1.0 / 3.0 } };
  const LsSystemInfo *info = self->around.base.info;
  const double *weight = weights[n > 2 ? 1 : 0];

  for (guint i = 0; i < info->n_out; i++)
    {
      const LsVariable *variable = &self->around.base.variables[info->outputs[i]];

      dy[i] = 0.0;
      if (variable->variability == LS_VARIABILITY_CONTINUOUS)
        for (guint k = 0; k < 4; k++)
          dy[i] += weight[k] * self->recent[(gsize)(n - k) % 4 * info->n_out + i] / s;
    }
}

/* @index: steps taken in this macro step */
static void
remember (LsSystemPaced *self, guint index, const double y[])
{
  const guint n = self->around.base.info->n_out;

  memcpy (self->recent + (gsize)(index % 4) * n, y, n * sizeof (double));
}

static LsStatus
remember_begin (LsSystemPaced *self, double y[])
{
  LsSystem *inner = self->around.inner;
  const guint n = inner->info->n_out;
  LsStatus status = n > 0 ? inner->klass->get_some_outputs (inner, self->all_outputs, n, y) : LS_OK;

  remember (self, 0, y);
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
  LsSystemPaced *self = (LsSystemPaced *)system;
  const double begin = ls_system_get_time (self->around.inner);
  const guint n = choose_n_steps (self, h, degree, u);
  const gboolean differences = dy != NULL && uses_differences (self, n);
  LsStatus status = differences && n == 2 ? remember_begin (self, y) : LS_OK;

  system->last_step = h / n;
  for (guint i = 0; i < n && status == LS_OK; i++)
    {
      const gboolean last = i + 1 == n;
      const double from = h * i / n;
      gboolean happened = FALSE;

      system->n_steps = i + 1;
      system->last_time = begin + from;
      ls_system_aim (self->around.inner, last ? end : begin + h * (i + 1) / n);
      status = ls_system_step (self->around.inner, system->last_step, degree,
                               shift (self, from, degree, u), y, last && !differences ? dy : NULL,
                               &happened);
      if (differences)
        remember (self, i + 1, y);
      *event = *event || happened;
    }
  if (differences && status == LS_OK)
    differentiate (self, n, system->last_step, dy);
  follow_denials (self);
  return status;
}

/* ---- Operations that depend on a capability ------------------------------------------ */

static LsStatus
start (LsSystem *system)
{
  LsStatus status = ls_system_start (ls_system_around_get_inner (system));

  follow_denials ((LsSystemPaced *)system);
  return status;
}

static gboolean
enable_time_derivative (LsSystem *system)
{
  const gboolean enabled = ls_system_enable_time_derivative (ls_system_around_get_inner (system));

  follow_denials ((LsSystemPaced *)system);
  return enabled;
}

static LsStatus
get_time_derivatives (LsSystem *system,
                      const LsLinearisation *point,
                      const double u[],
                      double h,
                      double ft[],
                      double gt[],
                      gboolean *changes)
{
  LsSystem *inner = ls_system_around_get_inner (system);
  LsStatus status = inner->klass->get_time_derivatives (inner, point, u, h, ft, gt, changes);

  follow_denials ((LsSystemPaced *)system);
  return status;
}

static gboolean
falls_short (const LsSystem *system, LsCapability capability)
{
  const LsSystem *inner = ls_system_around_get_inner (system);

  return capability != LS_CAPABILITY_POLYNOMIAL_INPUTS && inner->klass->falls_short != NULL
         && inner->klass->falls_short (inner, capability);
}

/* ---- Saved points ----------------------------------------------------------------------- */

static gsize
get_ranges_size (const LsSystemPaced *self)
{
  return (gsize)2 * self->around.base.info->n_in * sizeof (double);
}

static LsStatus
save (LsSystem *system, gboolean expected)
{
  LsSystemPaced *self = (LsSystemPaced *)system;

  memcpy (self->saved, self->ranges, get_ranges_size (self));
  self->saved_started = self->started;
  return ls_system_save (self->around.inner, expected);
}

static LsStatus
restore (LsSystem *system)
{
  LsSystemPaced *self = (LsSystemPaced *)system;

  memcpy (self->ranges, self->saved, get_ranges_size (self));
  self->started = self->saved_started;
  return ls_system_restore (self->around.inner);
}

static void
forget_saved (LsSystem *system)
{
  ls_system_forget_saved (ls_system_around_get_inner (system));
}

static LsStatus
save_state (LsSystem *system, LsSavedState **state)
{
  return ls_system_save_state (ls_system_around_get_inner (system), state);
}

static LsStatus
restore_state (LsSystem *system, LsSavedState *state)
{
  return ls_system_restore_state (ls_system_around_get_inner (system), state);
}

static void
free_state (LsSystem *system, LsSavedState *state)
{
  ls_system_free_state (ls_system_around_get_inner (system), state);
}

static gboolean
can_serialize (const LsSystem *system)
{
  const LsSystem *inner = ls_system_around_get_inner (system);

  return inner->klass->serialize_state != NULL
         && (inner->klass->can_serialize == NULL || inner->klass->can_serialize (inner));
}

static GBytes *
serialize_state (LsSystem *system, LsSavedState *state, GError **error)
{
  LsSystem *inner = ls_system_around_get_inner (system);

  return inner->klass->serialize_state (inner, state, error);
}

static LsSavedState *
deserialize_state (LsSystem *system, GBytes *bytes, GError **error)
{
  LsSystem *inner = ls_system_around_get_inner (system);

  return inner->klass->deserialize_state (inner, bytes, error);
}

static void
visit_state (LsSystem *system, LsVisitMemoryFunc func, gpointer user_data)
{
  LsSystemPaced *self = (LsSystemPaced *)system;

  if (self->pace.inner == 0)
    {
      func (&self->started, sizeof self->started, user_data);
      func (self->ranges, get_ranges_size (self), user_data);
    }
  /* Last: see ls_system_linear_get_memory_size(). */
  ls_system_visit_state (self->around.inner, func, user_data);
}

/* ---- Construction ----------------------------------------------------------------------- */

static void
free_system (LsSystem *system)
{
  LsSystemPaced *self = (LsSystemPaced *)system;

  g_free (self->all_outputs);
  g_free (self->recent);
  g_free (self->shifted);
  g_free (self->ranges);
  g_free (self->saved);
  ls_system_around_clear (&self->around);
  g_free (self);
}

static const LsSystemClass paced = {
  .id = "paced",
  .free = free_system,
  LS_SYSTEM_AROUND_OPERATIONS,
  .start = start,
  .get_time = ls_system_around_get_time,
  .step = step,
  .evaluate = ls_system_around_evaluate,
  .get_some_outputs = ls_system_around_get_some_outputs,
  .set_typed = ls_system_around_set_typed,
  .save = save,
  .restore = restore,
  .forget_saved = forget_saved,
  .save_state = save_state,
  .restore_state = restore_state,
  .free_state = free_state,
  .visit_state = visit_state,
  .can_serialize = can_serialize,
  .serialize_state = serialize_state,
  .deserialize_state = deserialize_state,
  .get_states = ls_system_around_get_states,
  .get_state_derivatives = ls_system_around_get_state_derivatives,
  .read_point = ls_system_around_read_point,
  .linearise = ls_system_around_linearise,
  .enable_time_derivative = enable_time_derivative,
  .get_time_derivatives = get_time_derivatives,
  .find_output_derivatives = ls_system_around_find_output_derivatives,
  .has_feed = ls_system_around_has_feed,
  .get_feed = ls_system_around_get_feed,
  .falls_short = falls_short,
};

LsSystem *
ls_system_paced_new (LsSystem *inner, const LsPace *pace)
{
  LsSystemPaced *self = g_new0 (LsSystemPaced, 1);
  LsSystem *base = &self->around.base;
  LsSystemInfo *info = ls_system_info_copy (inner->info);

  g_assert (pace->kind == LS_PACE_INNER);
  ls_system_info_apply_pace (info, pace);
  ls_system_around_init (&self->around, &paced, info, inner);
  self->pace = *pace;
  self->recent = g_new0 (double, (gsize)4 * info->n_out + 1);
  self->all_outputs = g_new0 (guint, (gsize)info->n_out + 1);
  for (guint i = 0; i < info->n_out; i++)
    self->all_outputs[i] = i;
  self->shifted = g_new0 (double, (gsize)info->n_in *(LS_SYSTEM_MAX_DEGREE + 1) + 1);
  self->ranges = g_new0 (double, (gsize)2 * info->n_in + 1);
  self->saved = g_new0 (double, (gsize)2 * info->n_in + 1);
  return base;
}
