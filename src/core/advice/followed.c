#include "core/advice/followed.h"

#include "core/system/system.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define DEGREE 3u
#define N_COEFFICIENTS (DEGREE + 1)

typedef struct
{
  const LsFollowedInputs *inputs;
  guint index;
  LsSystem *system;
  const LsSystemInfo *info;
  LsLog *log;
  guint *columns; /* n_in: in the trace; 0: not connected */
  double *u;      /* n_in x N_COEFFICIENTS */
  double *at, *y; /* n_in; n_out */
  gboolean feeds_through;
} Followed;

static gboolean
check_wires (const LsFollowedInputs *inputs, guint index, GError **error)
{
  for (guint i = 0; i < inputs->assembly->n_wires; i++)
    {
      const LsWire *wire = &inputs->assembly->wires[i];

      if (wire->to == index
          && (!wire->real || wire->parameter || wire->position < 0 || wire->map != NULL))
        return ls_fail (error, LS_ERROR_MODEL, /* Translators: an input. */
                        _ ("its input %s is not a continuous Real"), wire->input->name);
    }
  return TRUE;
}

static void
connect (Followed *self)
{
  const LsAssembly *assembly = self->inputs->assembly;

  for (guint i = 0; i < assembly->n_wires; i++)
    {
      const LsWire *wire = &assembly->wires[i];

      if (wire->to != self->index)
        continue;
      ls_system_set_input_map (self->system, wire->input->index, wire->factor, wire->offset, NULL,
                               0);
      self->columns[wire->position] = self->inputs->columns[wire->row];
    }
}

static gboolean
fail (Followed *self, GError **error)
{
  g_autofree char *message = ls_log_take_error (self->log);

  return ls_fail (error, LS_ERROR_RUN, "%s",
                  message != NULL ? message : _ ("it failed without a message"));
}

static void
append_outputs (const Followed *self, GArray *const outputs[])
{
  for (guint i = 0; i < self->info->n_out; i++)
    g_array_append_val (outputs[i], self->y[i]);
}

/* Inputs at sample @k of the reference. */
static void
fill_inputs (Followed *self, gsize k)
{
  for (guint j = 0; j < self->info->n_in; j++)
    if (self->columns[j] > 0)
      self->at[j] = ls_trace_get (self->inputs->trace, self->columns[j], k);
}

/* Coefficients of the cubic through values at 0, 1/4, 3/4 and 1 of the step @h, by Newton's divided
 * differences in s = tau / h. */
static void
fit_cubic (const double values[LS_FOLLOWED_PARTS + 1], double h, double u[N_COEFFICIENTS])
{
  static const double s[N_COEFFICIENTS] = { 0, 0.25, 0.75, 1 };
  double d[N_COEFFICIENTS] = { values[0], values[1], values[3], values[4] };
  double c[N_COEFFICIENTS] = { 0 };

  for (guint k = 1; k < N_COEFFICIENTS; k++)
    for (guint i = DEGREE; i >= k; i--)
      d[i] = (d[i] - d[i - 1]) / (s[i] - s[i - k]);
  for (guint k = N_COEFFICIENTS; k-- > 0;)
    {
      for (guint p = DEGREE; p > 0; p--)
        c[p] = c[p - 1] - s[k] * c[p];
      c[0] = d[k] - s[k] * c[0];
    }
  for (guint p = 0; p < N_COEFFICIENTS; p++)
    u[p] = c[p] / pow (h, p);
}

static void
fill_polynomials (Followed *self, gsize step, double h)
{
  const gsize first = step * LS_FOLLOWED_PARTS;

  for (guint j = 0; j < self->info->n_in; j++)
    {
      double *u = self->u + j * N_COEFFICIENTS, values[LS_FOLLOWED_PARTS + 1];

      for (guint p = 0; p < N_COEFFICIENTS; p++)
        u[p] = p == 0 ? self->at[j] : 0;
      if (self->columns[j] == 0)
        continue;
      for (guint k = 0; k <= LS_FOLLOWED_PARTS; k++)
        values[k] = ls_trace_get (self->inputs->trace, self->columns[j], first + k);
      fit_cubic (values, h, u);
    }
}

static gboolean
take_step (Followed *self, gsize step)
{
  const double begin = ls_trace_get_elapsed (self->inputs->trace, step * LS_FOLLOWED_PARTS);
  const double end = ls_trace_get_elapsed (self->inputs->trace, (step + 1) * LS_FOLLOWED_PARTS);
  gboolean event;

  fill_polynomials (self, step, end - begin);
  ls_system_aim (self->system, self->inputs->origin + end);
  if (ls_system_step (self->system, end - begin, DEGREE, self->u, self->y, NULL, &event) != LS_OK)
    return FALSE;
  if (!self->feeds_through)
    return TRUE;
  fill_inputs (self, (step + 1) * LS_FOLLOWED_PARTS);
  return ls_system_evaluate (self->system, self->at, self->y) == LS_OK;
}

static gboolean
start (Followed *self)
{
  connect (self);
  if (ls_system_get_inputs (self->system, self->at) != LS_OK)
    return FALSE;
  fill_inputs (self, 0);
  return ls_system_evaluate (self->system, self->at, self->y) == LS_OK
         && ls_system_start (self->system) == LS_OK
         && ls_system_evaluate (self->system, self->at, self->y) == LS_OK;
}

static gboolean
follow (Followed *self,
        GArray *const outputs[],
        gboolean (*is_wanted) (gpointer user_data),
        gpointer user_data,
        GError **error)
{
  if (!start (self))
    return fail (self, error);
  append_outputs (self, outputs);
  for (gsize i = 0; i < self->inputs->n_steps; i++)
    {
      if (is_wanted != NULL && !is_wanted (user_data))
        return ls_fail (error, LS_ERROR_CANCELLED, _ ("cancelled"));
      if (!take_step (self, i))
        return fail (self, error);
      append_outputs (self, outputs);
    }
  ls_system_terminate (self->system);
  return TRUE;
}

gboolean
ls_followed_run (const LsFollowedInputs *inputs,
                 const LsComponent *component,
                 guint index,
                 GArray *const outputs[],
                 gboolean (*is_wanted) (gpointer user_data),
                 gpointer user_data,
                 GError **error)
{
  g_return_val_if_fail (inputs != NULL, FALSE);
  g_return_val_if_fail (component != NULL, FALSE);

  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsSystem) system = NULL;
  g_autofree double *work = NULL;
  g_autofree guint *columns = NULL;
  Followed self = { .inputs = inputs, .index = index, .log = log };

  if (!check_wires (inputs, index, error))
    return FALSE;
  system = ls_system_new (component, inputs->origin, inputs->stop_time, NAN, log, error);
  if (system == NULL)
    return FALSE;
  self.system = system;
  self.info = ls_system_get_info (system);
  self.feeds_through = ls_system_info_feeds_through (self.info);
  work = g_new0 (double, self.info->n_in *(N_COEFFICIENTS + 1) + self.info->n_out + 1);
  self.columns = columns = g_new0 (guint, self.info->n_in + 1);
  self.u = work;
  self.at = work + self.info->n_in * N_COEFFICIENTS;
  self.y = self.at + self.info->n_in;
  return follow (&self, outputs, is_wanted, user_data, error);
}
