#include "core/stability/linear-model.h"

#include "core/master/master-impl.h"
#include "core/num/linear.h"
#include "core/num/spectrum.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* The step that leads a component away, as a part of the interval. */
#define TRIAL_SHARE 1e-3
/* How far linearisations may differ, over the greatest entry of each matrix: those by differences
 * have an error of the order of 1e-7. */
#define SAMENESS 1e-5

static guint *
add_up (guint n, const guint sizes[])
{
  guint *offset = g_new0 (guint, n + 1);

  for (guint k = 0; k < n; k++)
    offset[k + 1] = offset[k] + sizes[k];
  return offset;
}

LsLinearModel *
ls_linear_model_new_empty (guint n_systems,
                           const guint n_state[],
                           const guint n_in[],
                           const guint n_out[])
{
  LsLinearModel *self = g_new0 (LsLinearModel, 1);

  self->n_systems = n_systems;
  self->state_offset = add_up (n_systems, n_state);
  self->in_offset = add_up (n_systems, n_in);
  self->out_offset = add_up (n_systems, n_out);
  self->n_state = self->state_offset[n_systems];
  self->n_in = self->in_offset[n_systems];
  self->n_out = self->out_offset[n_systems];
  self->a = g_new0 (double, (gsize)self->n_state * self->n_state + 1);
  self->b = g_new0 (double, (gsize)self->n_state * self->n_in + 1);
  self->c = g_new0 (double, (gsize)self->n_out * self->n_state + 1);
  self->d = g_new0 (double, (gsize)self->n_out * self->n_in + 1);
  self->source = g_new0 (int, self->n_in + 1);
  self->missing = g_new0 (guint, n_systems + 1);
  self->inner_steps = g_new0 (guint, n_systems + 1);
  self->names = g_new0 (char *, n_systems + 1);
  for (guint k = 0; k < n_systems; k++)
    self->inner_steps[k] = 1;
  for (guint j = 0; j < self->n_in; j++)
    self->source[j] = -1;
  return self;
}

void
ls_linear_model_free (LsLinearModel *self)
{
  if (self == NULL)
    return;
  g_free (self->state_offset);
  g_free (self->in_offset);
  g_free (self->out_offset);
  g_free (self->a);
  g_free (self->b);
  g_free (self->c);
  g_free (self->d);
  g_free (self->source);
  g_free (self->missing);
  g_free (self->inner_steps);
  g_strfreev (self->names);
  g_free (self);
}

static gboolean
refuse (GError **error, const char *message)
{
  return ls_fail (error, LS_ERROR_MODEL, "%s", message);
}

/* @why: translated: the property of the component that prevents it */
static gboolean
refuse_component (GError **error, const char *name, const char *why)
{
  g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
               /* Translators: a component; why stability cannot be computed. */
               _ ("%s %s: stability analysis requires a linear model."), name, why);
  return FALSE;
}

/* @rows x @columns at (@row, @column) of a matrix with @width columns. */
static void
place (double matrix[],
       guint width,
       guint row,
       guint column,
       const double block[],
       guint rows,
       guint columns)
{
  for (guint i = 0; i < rows; i++)
    memcpy (matrix + (gsize)(row + i) * width + column, block + (gsize)i * columns,
            columns * sizeof (double));
}

static gboolean
is_same (const double one[], const double other[], gsize n)
{
  double size = 0.0, difference = 0.0;

  for (gsize i = 0; i < n; i++)
    {
      size = fmax (size, fabs (one[i]));
      difference = fmax (difference, fabs (one[i] - other[i]));
    }
  return difference <= SAMENESS * size;
}

static gboolean
is_same_system (const LsSystemInfo *info, const LsLinearisation *one, const LsLinearisation *other)
{
  const gsize n = info->n_state;

  return is_same (one->a, other->a, n * n) && is_same (one->b, other->b, n * info->n_in)
         && is_same (one->c, other->c, info->n_out * n)
         && is_same (one->d, other->d, (gsize)info->n_out * info->n_in);
}

/* On its own, by a step of @h, s, with inputs that are one nominal larger. */
static LsStatus
lead_away (LsSystem *system, const double u[], double h, double moved[], gboolean *event)
{
  const LsSystemInfo *info = ls_system_get_info (system);
  g_autofree double *y = g_new0 (double, info->n_out + 1);

  for (guint j = 0; j < info->n_in; j++)
    moved[j] = u[j] + info->input_nominals[j];
  return ls_system_step (system, h, 0, moved, y, NULL, event);
}

static gboolean
linearise (LsLinearModel *self, LsMaster *master, guint k, double h, GError **error)
{
  LsSystem *system = master->network.systems[k];
  const LsSystemInfo *info = ls_system_get_info (system);
  const double *u = master->network.u + self->in_offset[k];
  LsLinearisation *here, *there;
  g_autofree double *moved = g_new0 (double, info->n_in + 1);
  gboolean event = FALSE, linear = FALSE;
  LsStatus status;

  if (info->n_out == 0 && info->n_state == 0)
    return TRUE;
  if (!info->has[LS_CAPABILITY_LINEARISATION])
    return ls_fail (error, LS_ERROR_MODEL, _ ("%s cannot be linearised: %s."), info->name,
                    info->reasons[LS_CAPABILITY_LINEARISATION]);
  if (info->inner_steps == 0)
    {
      g_set_error (
          error, LS_ERROR, LS_ERROR_MODEL,
          _ ("%s: its inputs decide on its inner steps (auto), which is not linear. Choose "
             "1, 2, 4 or 8."),
          info->name);
      return FALSE;
    }
  here = ls_linearisation_new (info);
  there = ls_linearisation_new (info);
  status = ls_system_linearise (system, u, here);
  if (status == LS_OK)
    status = lead_away (system, u, h, moved, &event);
  if (status == LS_OK)
    status = ls_system_linearise (system, moved, there);
  if (status == LS_OK)
    {
      linear = !event && is_same_system (info, here, there);
      place (self->a, self->n_state, self->state_offset[k], self->state_offset[k], here->a,
             info->n_state, info->n_state);
      place (self->b, self->n_in, self->state_offset[k], self->in_offset[k], here->b, info->n_state,
             info->n_in);
      place (self->c, self->n_state, self->out_offset[k], self->state_offset[k], here->c,
             info->n_out, info->n_state);
      place (self->d, self->n_in, self->out_offset[k], self->in_offset[k], here->d, info->n_out,
             info->n_in);
    }
  ls_linearisation_free (here);
  ls_linearisation_free (there);
  if (status != LS_OK)
    {
      ls_master_set_error (master, _ ("linearization"), error);
      return FALSE;
    }
  if (event)
    return refuse_component (error, info->name, _ ("has events"));
  if (!linear)
    return refuse_component (error, info->name,
                             _ ("has a linearisation that depends on its state"));
  return TRUE;
}

static LsLinearModel *
make_empty (const LsMaster *master)
{
  const LsNetwork *network = &master->network;
  const guint n = network->n_systems;
  g_autofree guint *sizes = g_new0 (guint, 3 * (gsize)n + 1);
  LsLinearModel *self;

  for (guint k = 0; k < n; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);

      sizes[k] = info->n_state;
      sizes[n + k] = info->n_in;
      sizes[2 * n + k] = info->n_out;
    }
  self = ls_linear_model_new_empty (n, sizes, sizes + n, sizes + 2 * n);
  memcpy (self->source, network->source, network->n_in * sizeof (int));
  for (guint k = 0; k < n; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);

      for (guint i = 0; i < LS_N_CAPABILITIES; i++)
        if (!info->has[i])
          self->missing[k] |= 1u << i;
      /* Of the component itself: a trial adds its steps inside the macro step. */
      if (info->inner_steps > 1 && info->step_degree == 0)
        self->missing[k] |= 1u << LS_CAPABILITY_POLYNOMIAL_INPUTS;
      self->inner_steps[k] = info->inner_steps;
      self->names[k] = g_strdup (info->name);
    }
  return self;
}

LsLinearModel *
ls_linear_model_new (
    const LsModel *model, double start_time, double stop_time, LsLog *log, GError **error)
{
  g_return_val_if_fail (model != NULL, NULL);

  const double h = (stop_time - start_time) * TRIAL_SHARE;
  const LsMasterSettings settings = { .method = &ls_coupling_ni_jacobi,
                                      .start_time = start_time,
                                      .stop_time = stop_time,
                                      .step_size = h,
                                      .tolerance = NAN };
  g_autoptr (LsMaster) master = ls_master_new (model, &settings, log, error);
  g_autoptr (LsLinearModel) self = NULL;

  if (master == NULL)
    return NULL;
  self = make_empty (master);
  self->solves_loops = master->resolves;
  if (self->n_state + self->n_in > LS_LINEAR_MODEL_MAX)
    return ls_fail_null (error, LS_ERROR_MODEL,
                         _ ("The model has %u states and %u inputs; stability analysis is limited "
                            "to %u of both together."),
                         self->n_state, self->n_in, LS_LINEAR_MODEL_MAX);
  if (master->network.assembly->n_others > 0)
    {
      refuse (error, _ ("There are connections that are not Real: stability analysis requires a "
                        "linear model."));
      return NULL;
    }
  for (guint k = 0; k < self->n_systems; k++)
    if (!linearise (self, master, k, h, error))
      return NULL;
  return g_steal_pointer (&self);
}

/* Column @j of the inputs, as the outputs of @from give them, over @columns of them. */
static double
get_source (const LsLinearModel *self, const double from[], guint columns, guint j, guint column)
{
  return self->source[j] < 0 ? 0.0 : from[(gsize)self->source[j] * columns + column];
}

gboolean
ls_linear_model_get_abscissa (const LsLinearModel *self, double *abscissa, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  const guint n = self->n_state, m = self->n_in;
  g_autoptr (LsLinear) loops = ls_linear_new (m);
  g_autofree double *whole = g_new (double, (gsize)n *n + 1);
  g_autofree double *u = g_new (double, m + 1);
  double *matrix = ls_linear_get_matrix (loops);

  for (guint i = 0; i < m; i++)
    for (guint j = 0; j < m; j++)
      matrix[(gsize)i * m + j] = (i == j ? 1.0 : 0.0) - get_source (self, self->d, m, i, j);
  if (ls_linear_factorise (loops) != LS_OK)
    return refuse (error,
                   _ ("The algebraic loops of the model have no solution, or infinitely many."));
  memcpy (whole, self->a, (gsize)n * n * sizeof (double));
  for (guint column = 0; column < n; column++)
    {
      for (guint j = 0; j < m; j++)
        u[j] = get_source (self, self->c, n, j, column);
      ls_linear_solve (loops, u);
      for (guint i = 0; i < n; i++)
        for (guint j = 0; j < m; j++)
          whole[(gsize)i * n + column] += self->b[(gsize)i * m + j] * u[j];
    }
  if (ls_spectrum_measure (n, whole, NULL, abscissa) == LS_OK)
    return TRUE;
  return refuse (error, _ ("The eigenvalues of the model cannot be found."));
}
