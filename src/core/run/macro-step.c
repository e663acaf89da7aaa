#include "core/run/macro-step.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "core/master/master-impl.h"
#include "core/num/singular.h"
#include "core/run/macro-step-impl.h"

#define N_COEFF (LS_SYSTEM_MAX_DEGREE + 1u)
/* Maximum unknowns; larger matrices are not readable in a plot. */
#define MAX_MATRIX 64u

typedef struct
{
  LsMacroStep *step;
  LsMaster *master;
} Recorder;

static void
iteration_free (LsMacroStepIteration *self)
{
  g_free (self->kinds);
  g_free (self->u);
  g_free (self->y);
  g_free (self->inner);
  g_free (self);
}

void
ls_macro_step_free (LsMacroStep *self)
{
  g_free (self->method);
  g_free (self->name);
  g_strfreev (self->names);
  g_strfreev (self->inputs);
  g_strfreev (self->outputs);
  for (guint i = 0; i < self->n_out; i++)
    g_free (self->units[i]);
  g_free (self->units);
  g_free (self->in_system);
  g_free (self->out_system);
  g_free (self->source);
  g_free (self->y_start);
  g_free (self->y_end);
  g_ptr_array_unref (self->iterations);
  g_free (self->matrix);
  g_free (self->reason);
  g_free (self);
}

/* ---- Recording the step ----------------------------------------------------------------- */

static LsMacroStepIteration *
add_iteration (LsMacroStep *step, double h)
{
  LsMacroStepIteration *iteration = g_new0 (LsMacroStepIteration, 1);

  iteration->h = h;
  iteration->kinds = g_new0 (LsMacroStepKind, step->n_systems + 1);
  iteration->u = g_new0 (double, (gsize)step->n_in *N_COEFF + 1);
  iteration->y = g_new0 (double, step->n_out + 1);
  iteration->inner = g_new0 (double, (gsize)step->n_out *LS_MACRO_STEP_POINTS + 1);
  for (guint i = 0; i < step->n_out; i++)
    iteration->y[i] = NAN;
  for (gsize i = 0; i < (gsize)step->n_out * LS_MACRO_STEP_POINTS; i++)
    iteration->inner[i] = NAN;
  iteration->residual = NAN;
  g_ptr_array_add (step->iterations, iteration);
  return iteration;
}

/* A system that is already part of the iteration starts the next one. */
static LsMacroStepIteration *
get_iteration (LsMacroStep *step, guint system, double h)
{
  LsMacroStepIteration *last = step->iterations->len > 0
                                   ? g_ptr_array_index (step->iterations, step->iterations->len - 1)
                                   : NULL;

  if (last == NULL || last->kinds[system] != LS_MACRO_STEP_NOT || last->h != h)
    last = add_iteration (step, h);
  return last;
}

static void
note (Recorder *self,
      LsMacroStepKind kind,
      guint system,
      double h,
      guint degree,
      const double u[],
      const double y[])
{
  const LsNetwork *network = &self->master->network;
  LsMacroStepIteration *iteration = get_iteration (self->step, system, h);
  const guint first_in = network->in_offset[system], first_out = network->out_offset[system];

  iteration->kinds[system] = kind;
  for (guint j = 0; j < network->in_offset[system + 1] - first_in; j++)
    memcpy (iteration->u + (gsize)(first_in + j) * N_COEFF, u + (gsize)j * (degree + 1),
            (degree + 1) * sizeof (double));
  memcpy (iteration->y + first_out, y,
          (network->out_offset[system + 1] - first_out) * sizeof (double));
}

static void
integrated_cb (
    guint system, double h, guint degree, const double u[], const double y[], gpointer user_data)
{
  note (user_data, LS_MACRO_STEP_INTEGRATED, system, h, degree, u, y);
}

static void
estimated_cb (
    guint system, double h, guint degree, const double u[], const double y[], gpointer user_data)
{
  note (user_data, LS_MACRO_STEP_ESTIMATED, system, h, degree, u, y);
}

static void
factorised_cb (guint n, const double matrix[], gpointer user_data)
{
  LsMacroStep *step = ((Recorder *)user_data)->step;
  const gsize size = (gsize)n * n;
  g_autofree double *copy = NULL;
  g_autofree double *right = NULL;

  if (n > MAX_MATRIX)
    return;
  g_free (step->matrix);
  step->matrix = g_memdup2 (matrix, size * sizeof (double));
  step->n_matrix = n;
  copy = g_memdup2 (matrix, size * sizeof (double));
  right = g_new0 (double, n + 1);
  step->condition = ls_singular_analyse (n, copy, right);
}

/* ---- Constant data ---------------------------------------------------------------------- */

static char *
name_variable (const LsSystem *system, guint variable)
{
  return g_strdup_printf ("%s.%s", ls_system_get_info (system)->name,
                          ls_system_get_variable_name (system, variable));
}

static void
describe (LsMacroStep *self, const LsModel *model, const LsNetwork *network)
{
  self->n_systems = network->n_systems;
  self->n_in = network->n_in;
  self->n_out = network->n_out;
  self->names = g_new0 (char *, self->n_systems + 1);
  self->inputs = g_new0 (char *, self->n_in + 1);
  self->outputs = g_new0 (char *, self->n_out + 1);
  self->units = g_new0 (char *, self->n_out + 1);
  self->in_system = g_new0 (guint, self->n_in + 1);
  self->out_system = g_new0 (guint, self->n_out + 1);
  self->source = g_memdup2 (network->source, self->n_in * sizeof (int));
  for (guint k = 0; k < self->n_systems; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);

      self->names[k] = g_strdup (info->name);
      for (guint j = 0; j < info->n_in; j++)
        {
          self->in_system[network->in_offset[k] + j] = k;
          self->inputs[network->in_offset[k] + j]
              = name_variable (network->systems[k], info->inputs[j]);
        }
      for (guint i = 0; i < info->n_out; i++)
        {
          const guint output = network->out_offset[k] + i;
          const LsVariable *variable;

          self->out_system[output] = k;
          self->outputs[output] = name_variable (network->systems[k], info->outputs[i]);
          if (ls_model_find_signal (model, self->outputs[output], NULL, &variable, NULL))
            self->units[output] = g_strdup (variable->unit_name);
        }
    }
}

static void
measure (const LsMacroStep *self, const LsNetwork *network, LsMacroStepIteration *iteration)
{
  for (guint j = 0; j < self->n_in; j++)
    {
      const int source = self->source[j];
      const guint system = source >= 0 ? self->out_system[source] : 0;
      double nominal, difference;

      if (source < 0 || !isfinite (iteration->y[source])
          || iteration->kinds[self->in_system[j]] == LS_MACRO_STEP_NOT)
        continue;
      nominal = ls_system_get_info (network->systems[system])
                    ->output_nominals[(guint)source - network->out_offset[system]];
      difference
          = fabs (ls_macro_step_get_input (iteration, j, 1.0) - iteration->y[source]) / nominal;
      iteration->residual
          = isnan (iteration->residual) ? difference : fmax (iteration->residual, difference);
    }
}

double
ls_macro_step_get_input (const LsMacroStepIteration *iteration, guint input, double share)
{
  g_return_val_if_fail (iteration != NULL, NAN);

  const double *a = iteration->u + (gsize)input * N_COEFF;
  const double tau = share * iteration->h;

  return a[0] + tau * (a[1] + tau * (a[2] + tau * a[3]));
}

/* ---- Trajectories inside the step ------------------------------------------------------- */

/* The same polynomials, relative to @from. */
static void
shift (const double a[], guint n, double from, double shifted[])
{
  for (guint j = 0; j < n; j++, a += N_COEFF, shifted += N_COEFF)
    {
      shifted[0] = a[0] + from * (a[1] + from * (a[2] + from * a[3]));
      shifted[1] = a[1] + from * (2.0 * a[2] + from * 3.0 * a[3]);
      shifted[2] = a[2] + 3.0 * from * a[3];
      shifted[3] = a[3];
    }
}

static guint
get_degree (const double a[], guint n)
{
  guint degree = 0;

  for (guint i = 0; i < n * N_COEFF; i++)
    if (a[i] != 0.0)
      degree = MAX (degree, i % N_COEFF);
  return degree;
}

static void
follow_system (LsMacroStep *self,
               const LsNetwork *network,
               LsMacroStepIteration *iteration,
               guint system)
{
  const guint first_in = network->in_offset[system], first_out = network->out_offset[system];
  const guint n_in = network->in_offset[system + 1] - first_in;
  const guint n_out = network->out_offset[system + 1] - first_out;
  const double *a = iteration->u + (gsize)first_in * N_COEFF;
  const double piece = iteration->h / (LS_MACRO_STEP_POINTS - 1);
  const guint degree = get_degree (a, n_in);
  g_autofree double *shifted = g_new0 (double, n_in *N_COEFF + 1);
  g_autofree double *u = g_new0 (double, n_in *N_COEFF + 1);
  g_autofree double *y = g_new0 (double, n_out + 1);
  gboolean event;

  for (guint i = 0; i < n_out; i++)
    iteration->inner[(gsize)(first_out + i) * LS_MACRO_STEP_POINTS] = self->y_start[first_out + i];
  for (guint p = 1; p < LS_MACRO_STEP_POINTS; p++)
    {
      shift (a, n_in, piece * (p - 1), shifted);
      for (guint j = 0; j < n_in; j++)
        memcpy (u + (gsize)j * (degree + 1), shifted + (gsize)j * N_COEFF,
                (degree + 1) * sizeof (double));
      ls_system_aim (network->systems[system], NAN);
      if (ls_system_step (network->systems[system], piece, degree, u, y, NULL, &event) != LS_OK)
        return;
      for (guint i = 0; i < n_out; i++)
        iteration->inner[(gsize)(first_out + i) * LS_MACRO_STEP_POINTS + p] = y[i];
    }
}

void
ls_macro_step_follow (LsMacroStep *self, LsMaster *master)
{
  const LsNetwork *network = &master->network;

  for (guint r = 0; r < self->iterations->len; r++)
    for (guint k = 0; k < self->n_systems; k++)
      {
        LsMacroStepIteration *iteration = g_ptr_array_index (self->iterations, r);
        LsSystem *system = network->systems[k];
        const gboolean can_roll_back = ls_system_get_info (system)->has[LS_CAPABILITY_ROLLBACK]
                                       && !ls_system_loses_steps (system);

        if (iteration->kinds[k] != LS_MACRO_STEP_INTEGRATED
            || (!can_roll_back && r + 1 < self->iterations->len))
          continue;
        if (can_roll_back && ls_system_save (system, TRUE) != LS_OK)
          continue;
        /* The point that the method has saved. */
        if (!can_roll_back)
          ls_system_forget_saved (system);
        follow_system (self, network, iteration, k);
        if (can_roll_back && ls_system_restore (system) != LS_OK)
          return;
        ls_system_forget_saved (system);
      }
}

/* ---- Public functions ------------------------------------------------------------------- */

LsMacroStep *
ls_macro_step_record (LsMaster *master, const LsModel *model, guint64 index, GError **error)
{
  g_autoptr (LsMacroStep) self = g_new0 (LsMacroStep, 1);
  Recorder recorder = { .step = self, .master = master };
  const LsStepObserver observer = { integrated_cb, estimated_cb, factorised_cb, NULL, &recorder };
  double start;
  gboolean taken;

  self->iterations = g_ptr_array_new_with_free_func ((GDestroyNotify)iteration_free);
  self->index = index;
  describe (self, model, &master->network);
  self->time = ls_master_get_time (master);
  start = ls_master_get_elapsed (master);
  self->y_start = g_memdup2 (master->network.y, (self->n_out + 1) * sizeof (double));
  ls_master_set_step_observer (master, &observer);
  taken = ls_master_step (master, error);
  ls_master_set_step_observer (master, NULL);
  if (!taken)
    return NULL;
  self->h = ls_master_get_elapsed (master) - start;
  self->residual = ls_master_get_residual (master);
  self->y_end = g_memdup2 (master->network.y, (self->n_out + 1) * sizeof (double));
  for (guint i = 0; i < self->iterations->len; i++)
    measure (self, &master->network, g_ptr_array_index (self->iterations, i));
  if (self->iterations->len > 0)
    return g_steal_pointer (&self);
  return ls_fail_null (error, LS_ERROR_ARGUMENT,
                       _ ("this method has no macro steps: it runs all components as one"));
}
