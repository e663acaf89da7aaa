#include "core/system/system-linear.h"

#include "core/num/phi.h"
#include "core/system/system-own-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define N_COEFFICIENTS (LS_SYSTEM_MAX_DEGREE + 1u)

typedef struct
{
  LsSystemOwn own;
  double *a, *b, *c, *d;
  LsPhi *phi;
  double *effects; /* N_COEFFICIENTS x n_x x n_in: effect of tau^p at the end of a step of @h */
  double h;        /* s; 0: not yet computed */
  double *next;    /* n_x */
  double *dx;      /* n_x */
} LsSystemLinear;

static double
dot (const double a[], const double b[], guint n)
{
  double sum = 0.0;

  for (guint i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* C x + D u, @rows rows; also used for A x + B u. */
static void
combine (const LsSystemLinear *self,
         guint rows,
         const double of_x[],
         const double of_u[],
         const double x[],
         const double u[],
         double result[])
{
  const guint n_x = self->own.n_x, n_in = self->own.base.info->n_in;

  for (guint i = 0; i < rows; i++)
    result[i] = dot (of_x + (gsize)i * n_x, x, n_x) + dot (of_u + (gsize)i * n_in, u, n_in);
}

static LsStatus
update (LsSystemOwn *own)
{
  const LsSystemLinear *self = (const LsSystemLinear *)own;

  combine (self, own->base.info->n_out, self->c, self->d, own->x, own->u, own->y);
  return LS_OK;
}

static void
compute_derivatives (const LsSystemLinear *self, double dx[])
{
  combine (self, self->own.n_x, self->a, self->b, self->own.x, self->own.u, dx);
}

/* dy/dt = C x' + D u'. */
static LsStatus
get_output_derivatives (LsSystem *system, double dy[])
{
  LsSystemLinear *self = (LsSystemLinear *)system;

  compute_derivatives (self, self->dx);
  combine (self, system->info->n_out, self->c, self->d, self->dx, self->own.du, dy);
  return LS_OK;
}

/* The integral of e^(A (h - tau)) tau^p B over the step: p! h^(p+1) phi_(p+1) (h A) B. */
static LsStatus
compute_effects (LsSystemLinear *self, double h)
{
  const guint n_x = self->own.n_x, n_in = self->own.base.info->n_in;
  double factor = 1.0;

  if (ls_phi_compute (self->phi, self->a, h) != LS_OK)
    {
      ls_log_write (self->own.base.log, LS_LOG_ERROR, self->own.base.info->name, NULL,
                    *self->own.time, "%s", _ ("the component cannot do it"));
      return LS_STOP;
    }
  for (guint p = 0; p < N_COEFFICIENTS; p++)
    {
      const double *phi = ls_phi_get (self->phi, p + 1);
      double *effect = self->effects + (gsize)p * n_x * n_in;

      factor *= p == 0 ? h : p * h;
      memset (effect, 0, (gsize)n_x * n_in * sizeof (double));
      for (guint i = 0; i < n_x; i++)
        for (guint k = 0; k < n_x; k++)
          for (guint j = 0; j < n_in; j++)
            effect[(gsize)i * n_in + j]
                += factor * phi[(gsize)i * n_x + k] * self->b[(gsize)k * n_in + j];
    }
  self->h = h;
  return LS_OK;
}

static void
integrate (LsSystemLinear *self, guint degree, const double u[])
{
  const guint n_x = self->own.n_x, n_in = self->own.base.info->n_in;
  const double *transition = ls_phi_get (self->phi, 0);

  for (guint i = 0; i < n_x; i++)
    {
      self->next[i] = dot (transition + (gsize)i * n_x, self->own.x, n_x);
      for (guint p = 0; p <= degree; p++)
        {
          const double *effect = self->effects + ((gsize)p * n_x + i) * n_in;

          for (guint j = 0; j < n_in; j++)
            self->next[i] += effect[j] * u[(gsize)j * (degree + 1) + p];
        }
    }
  memcpy (self->own.x, self->next, n_x * sizeof (double));
}

static LsStatus
step (LsSystem *system,
      double h,
      double end,
      guint degree,
      const double u[],
      double y[],
      double dy[],
      gboolean *event G_GNUC_UNUSED)
{
  LsSystemLinear *self = (LsSystemLinear *)system;
  LsStatus status = h == self->h ? LS_OK : compute_effects (self, h);

  if (status != LS_OK)
    return status;
  integrate (self, degree, u);
  return ls_system_own_finish_step (system, h, end, degree, u, y, dy);
}

static LsStatus
get_state_derivatives (LsSystem *system, double dx[])
{
  compute_derivatives ((LsSystemLinear *)system, dx);
  return LS_OK;
}

static LsStatus
read_point (LsSystem *system, const double u[], LsLinearisation *result)
{
  LsSystemOwn *own = (LsSystemOwn *)system;
  LsStatus status = ls_system_own_evaluate (system, u, result->y);

  memcpy (result->x, own->x, own->n_x * sizeof (double));
  compute_derivatives ((LsSystemLinear *)system, result->f);
  return status;
}

static LsStatus
linearise (LsSystem *system, const double u[] G_GNUC_UNUSED, LsLinearisation *result)
{
  const LsSystemLinear *self = (const LsSystemLinear *)system;
  const gsize n_x = self->own.n_x, n_in = system->info->n_in, n_out = system->info->n_out;

  memcpy (result->a, self->a, n_x * n_x * sizeof (double));
  memcpy (result->b, self->b, n_x * n_in * sizeof (double));
  memcpy (result->c, self->c, n_out * n_x * sizeof (double));
  memcpy (result->d, self->d, n_out * n_in * sizeof (double));
  return LS_OK;
}

static gboolean
has_feed (const LsSystem *system)
{
  return system->info->has[LS_CAPABILITY_LINEARISATION];
}

static LsStatus
get_feed (
    LsSystem *system, guint input, double seed, const guint outputs[], guint n, double column[])
{
  const LsSystemLinear *self = (const LsSystemLinear *)system;

  for (guint i = 0; i < n; i++)
    column[i] = seed * self->d[(gsize)outputs[i] * system->info->n_in + input];
  return LS_OK;
}

static void
free_system (LsSystem *system)
{
  LsSystemLinear *self = (LsSystemLinear *)system;

  g_free (self->a);
  g_free (self->b);
  g_free (self->c);
  g_free (self->d);
  ls_phi_free (self->phi);
  g_free (self->effects);
  g_free (self->next);
  g_free (self->dx);
  ls_system_own_clear (&self->own);
  g_free (self);
}

static const LsSystemClass linear = {
  .id = "linear",
  .free = free_system,
  LS_SYSTEM_OWN_OPERATIONS,
  .step = step,
  .set_typed = ls_system_own_set_typed,
  .get_state_derivatives = get_state_derivatives,
  .read_point = read_point,
  .linearise = linearise,
  .get_time_derivatives = ls_system_own_get_no_time_derivatives,
  .get_output_derivatives = get_output_derivatives,
  .has_feed = has_feed,
  .get_feed = get_feed,
};

static double *
copy_matrix (const double *matrix, guint rows, guint columns)
{
  double *copy = g_new0 (double, (gsize)rows *columns + 1);

  if (matrix != NULL)
    memcpy (copy, matrix, (gsize)rows * columns * sizeof (double));
  return copy;
}

LsSystem *
ls_system_linear_new (const LsSystemLinearParams *params,
                      double start_time,
                      double stop_time,
                      LsLog *log)
{
  g_return_val_if_fail (params != NULL, NULL);

  const guint n_in = params->n_in, n_out = params->n_out, n_x = params->n_x;
  LsSystemLinear *self = g_new0 (LsSystemLinear, 1);

  ls_system_own_init (&self->own, &linear, params->name, n_in, n_out, n_x, 0, start_time, stop_time,
                      log);
  self->own.update = update;
  self->a = copy_matrix (params->a, n_x, n_x);
  self->b = copy_matrix (params->b, n_x, n_in);
  self->c = copy_matrix (params->c, n_out, n_x);
  self->d = copy_matrix (params->d, n_out, n_in);
  for (gsize i = 0; i < (gsize)n_out * n_in; i++)
    self->own.base.info->feed_through[i] = self->d[i] != 0.0;
  if (params->x != NULL)
    memcpy (self->own.x, params->x, n_x * sizeof (double));
  if (params->input_nominals != NULL)
    memcpy (self->own.base.info->input_nominals, params->input_nominals, n_in * sizeof (double));
  if (params->output_nominals != NULL)
    memcpy (self->own.base.info->output_nominals, params->output_nominals, n_out * sizeof (double));
  self->phi = ls_phi_new (n_x, N_COEFFICIENTS);
  self->effects = g_new0 (double, N_COEFFICIENTS *(gsize)n_x *n_in + 1);
  self->next = g_new0 (double, (gsize)n_x + 1);
  self->dx = g_new0 (double, (gsize)n_x + 1);
  ls_system_own_switch_off (&self->own, params->missing);
  return &self->own.base;
}

gsize
ls_system_linear_get_memory_size (const LsSystem *system)
{
  g_return_val_if_fail (system->klass == &linear, 0);

  return ((const LsSystemOwn *)system)->n_memory;
}
