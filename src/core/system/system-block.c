#include "core/system/system-block.h"

#include "core/num/polynomial.h"
#include "core/ode/ode.h"
#include "core/system/system-own-impl.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define TOLERANCE 1e-10
#define N_COEFFICIENTS (LS_SYSTEM_MAX_DEGREE + 1u)

typedef struct
{
  LsSystemOwn own;
  const LsBlock *block;
  double *parameters;
  LsOde *ode;    /* (nullable): without states */
  double origin; /* start of the current step, s */
  guint degree;
  const double *polynomials; /* n_in x (degree + 1), of the current step; borrowed */
  double *u;                 /* n_in, inputs within the step */
  double *next;              /* n_x */
  double *moved;             /* n_x + n_in: perturbed point for differences */
  double *high, *low;        /* n_x + n_out: f and y there, each */
} LsSystemBlock;

/* f and y at @t with @x and @u, contiguous. */
static void
compute (const LsSystemBlock *self, double t, const double x[], const double u[], double column[])
{
  const LsBlock *block = self->block;

  if (block->n_x > 0)
    block->derivatives (t, x, u, self->parameters, column);
  block->outputs (t, x, u, self->parameters, column + block->n_x);
}

static LsStatus
update (LsSystemOwn *own)
{
  const LsSystemBlock *self = (const LsSystemBlock *)own;

  self->block->outputs (*own->time, own->x, own->u, self->parameters, own->y);
  return LS_OK;
}

/* ---- Steps ------------------------------------------------------------------------------ */

static LsStatus
get_derivatives (double t, const double x[], double dx[], gpointer user_data)
{
  LsSystemBlock *self = user_data;
  const double tau = t - self->origin;

  for (guint j = 0; j < self->block->n_in; j++)
    self->u[j] = ls_polynomial_get_value (self->polynomials + (gsize)j * (self->degree + 1),
                                          self->degree, tau);
  self->block->derivatives (t, x, self->u, self->parameters, dx);
  return LS_OK;
}

static LsStatus
integrate (LsSystemBlock *self, double end, guint degree, const double u[])
{
  LsStatus status;

  self->origin = *self->own.time;
  self->degree = degree;
  self->polynomials = u;
  status = ls_ode_start (self->ode, self->origin, self->own.x);
  if (status == LS_OK)
    status = ls_ode_advance (self->ode, end, self->next);
  if (status == LS_OK)
    memcpy (self->own.x, self->next, self->own.n_x * sizeof (double));
  else
    ls_log_write (self->own.base.log, LS_LOG_ERROR, self->own.base.info->name, self->block->id,
                  self->origin, "%s", _ ("the block cannot be integrated over the step"));
  return status;
}

/* Time derivatives of the outputs along the solution at the time reached, by central
 * differences. */
static LsStatus
get_output_derivatives (LsSystem *system, double dy[])
{
  LsSystemBlock *self = (LsSystemBlock *)system;
  const LsSystemOwn *own = &self->own;
  const guint n_x = own->n_x, n_in = system->info->n_in, n_out = system->info->n_out;
  const double delta = cbrt (DBL_EPSILON) * fmax (fabs (*own->time), 1.0);

  if (n_x > 0)
    self->block->derivatives (*own->time, own->x, own->u, self->parameters, self->next);
  for (guint side = 0; side < 2; side++)
    {
      const double by = side == 0 ? delta : -delta;

      for (guint k = 0; k < n_x; k++)
        self->moved[k] = own->x[k] + by * self->next[k];
      for (guint j = 0; j < n_in; j++)
        self->moved[n_x + j] = own->u[j] + by * own->du[j];
      self->block->outputs (*own->time + by, self->moved, self->moved + n_x, self->parameters,
                            side == 0 ? self->high : self->low);
    }
  for (guint i = 0; i < n_out; i++)
    dy[i] = (self->high[i] - self->low[i]) / (2.0 * delta);
  return LS_OK;
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
  LsSystemBlock *self = (LsSystemBlock *)system;
  const double longest = self->block->longest_step;
  LsStatus status = LS_OK;

  if (longest > 0.0 && h > longest * (1.0 + 1e-9))
    {
      ls_log_write (system->log, LS_LOG_ERROR, system->info->name, self->block->id, *self->own.time,
                    _ ("the step of %g s is longer than the maximum of the block, %g s"), h,
                    longest);
      return LS_RETRY;
    }
  if (self->ode != NULL)
    status = integrate (self, end, degree, u);
  if (status != LS_OK)
    return status;
  return ls_system_own_finish_step (system, h, end, degree, u, y, dy);
}

/* ---- Derivatives ------------------------------------------------------------------------ */

static LsStatus
get_state_derivatives (LsSystem *system, double dx[])
{
  LsSystemBlock *self = (LsSystemBlock *)system;

  self->block->derivatives (*self->own.time, self->own.x, self->own.u, self->parameters, dx);
  return LS_OK;
}

static LsStatus
read_point (LsSystem *system, const double u[], LsLinearisation *result)
{
  LsSystemOwn *own = (LsSystemOwn *)system;
  LsStatus status = ls_system_own_evaluate (system, u, result->y);

  memcpy (result->x, own->x, own->n_x * sizeof (double));
  return status == LS_OK && own->n_x > 0 ? get_state_derivatives (system, result->f) : status;
}

/* Derivatives of f and y with respect to @moved[index], to self->high. */
static void
differentiate (LsSystemBlock *self, guint index)
{
  const guint n_x = self->own.n_x, n = n_x + self->own.base.info->n_out;
  const double centre = self->moved[index];
  const double delta = cbrt (DBL_EPSILON) * fmax (fabs (centre), 1.0);
  const double above = centre + delta, below = centre - delta;

  self->moved[index] = above;
  compute (self, *self->own.time, self->moved, self->moved + n_x, self->high);
  self->moved[index] = below;
  compute (self, *self->own.time, self->moved, self->moved + n_x, self->low);
  self->moved[index] = centre;
  for (guint i = 0; i < n; i++)
    self->high[i] = (self->high[i] - self->low[i]) / (above - below);
}

static LsStatus
linearise (LsSystem *system, const double u[], LsLinearisation *result)
{
  LsSystemBlock *self = (LsSystemBlock *)system;
  const guint n_x = self->own.n_x, n_in = system->info->n_in, n_out = system->info->n_out;

  memcpy (self->moved, self->own.x, n_x * sizeof (double));
  memcpy (self->moved + n_x, u, n_in * sizeof (double));
  for (guint j = 0; j < n_x + n_in; j++)
    {
      double *top = j < n_x ? result->a + j : result->b + (j - n_x);
      double *bottom = j < n_x ? result->c + j : result->d + (j - n_x);
      const guint stride = j < n_x ? n_x : n_in;

      differentiate (self, j);
      for (guint i = 0; i < n_x; i++)
        top[(gsize)i * stride] = self->high[i];
      for (guint i = 0; i < n_out; i++)
        bottom[(gsize)i * stride] = self->high[n_x + i];
    }
  return LS_OK;
}

static LsStatus
get_time_derivatives (LsSystem *system,
                      const LsLinearisation *point,
                      const double u[],
                      double h G_GNUC_UNUSED,
                      double ft[],
                      double gt[],
                      gboolean *changes)
{
  LsSystemBlock *self = (LsSystemBlock *)system;
  const guint n_x = self->own.n_x, n_out = system->info->n_out;
  const double time = *self->own.time, delta = cbrt (DBL_EPSILON) * fmax (fabs (time), 1.0);

  compute (self, time + delta, point->x, u, self->high);
  compute (self, time - delta, point->x, u, self->low);
  *changes = memcmp (self->high, self->low, ((gsize)n_x + n_out) * sizeof (double)) != 0;
  for (guint i = 0; i < n_x + n_out; i++)
    *(i < n_x ? ft + i : gt + (i - n_x)) = (self->high[i] - self->low[i]) / (2.0 * delta);
  return LS_OK;
}

/* ---- Life ------------------------------------------------------------------------------- */

static void
free_system (LsSystem *system)
{
  LsSystemBlock *self = (LsSystemBlock *)system;

  ls_ode_free (self->ode);
  g_free (self->parameters);
  g_free (self->u);
  g_free (self->next);
  g_free (self->moved);
  g_free (self->high);
  g_free (self->low);
  ls_system_own_clear (&self->own);
  g_free (self);
}

static const LsSystemClass block_class = {
  .id = "block",
  .free = free_system,
  LS_SYSTEM_OWN_OPERATIONS,
  .step = step,
  .set_typed = ls_system_own_set_typed,
  .get_state_derivatives = get_state_derivatives,
  .read_point = read_point,
  .linearise = linearise,
  .get_time_derivatives = get_time_derivatives,
  .get_output_derivatives = get_output_derivatives,
};

static void
make_solver (LsSystemBlock *self)
{
  const guint n = self->block->n_x;
  const LsOdeProblem problem = { .n = n, .derivatives = get_derivatives, .user_data = self };
  g_autofree double *tolerances = g_new (double, (gsize)n + 1);

  for (guint k = 0; k < n; k++)
    tolerances[k] = TOLERANCE;
  self->ode = ls_ode_new (ls_ode_method_find ("dopri5"), &problem, TOLERANCE, tolerances, NULL);
}

LsSystem *
ls_system_block_new (const LsBlock *block,
                     const char *name,
                     const double parameters[],
                     guint missing,
                     double start_time,
                     double stop_time,
                     LsLog *log)
{
  g_return_val_if_fail (block != NULL, NULL);

  const gsize n_x = block->n_x, n_in = block->n_in, n_out = block->n_out;
  LsSystemBlock *self = g_new0 (LsSystemBlock, 1);

  ls_system_own_init (&self->own, &block_class, name, block->n_in, block->n_out, block->n_x, 0,
                      start_time, stop_time, log);
  self->own.update = update;
  self->block = block;
  self->parameters = g_memdup2 (parameters, block->n_parameters * sizeof (double));
  if (block->x != NULL)
    memcpy (self->own.x, block->x, n_x * sizeof (double));
  if (block->feed_through != NULL)
    memcpy (self->own.base.info->feed_through, block->feed_through, n_out * n_in);
  self->u = g_new0 (double, n_in + 1);
  self->next = g_new0 (double, n_x + 1);
  self->moved = g_new0 (double, n_x + n_in + 1);
  self->high = g_new0 (double, n_x + n_out + 1);
  self->low = g_new0 (double, n_x + n_out + 1);
  if (n_x > 0)
    make_solver (self);
  ls_system_own_switch_off (&self->own, missing);
  return &self->own.base;
}

/* ---- Blocks ----------------------------------------------------------------------------- */

static void
get_gain (double t G_GNUC_UNUSED,
          const double x[] G_GNUC_UNUSED,
          const double u[],
          const double parameters[],
          double y[])
{
  y[0] = parameters[0] * u[0];
}

const LsBlock ls_block_gain = {
  .id = "gain",
  .n_in = 1,
  .n_out = 1,
  .n_parameters = 1,
  .outputs = get_gain,
  .feed_through = (const guint8[]){ 1 },
};

static void
get_rate (double t G_GNUC_UNUSED,
          const double x[] G_GNUC_UNUSED,
          const double u[],
          const double parameters[],
          double dx[])
{
  dx[0] = parameters[0] * u[0];
}

static void
get_integral (double t G_GNUC_UNUSED,
              const double x[],
              const double u[] G_GNUC_UNUSED,
              const double parameters[] G_GNUC_UNUSED,
              double y[])
{
  y[0] = x[0];
}

const LsBlock ls_block_integrator = {
  .id = "integrator",
  .n_in = 1,
  .n_out = 1,
  .n_x = 1,
  .n_parameters = 1,
  .derivatives = get_rate,
  .outputs = get_integral,
};

static void
get_sine (double t,
          const double x[] G_GNUC_UNUSED,
          const double u[] G_GNUC_UNUSED,
          const double parameters[],
          double y[])
{
  y[0] = parameters[0] * sin (parameters[1] * t + parameters[2]);
}

const LsBlock ls_block_sine = {
  .id = "sine",
  .n_out = 1,
  .n_parameters = 3,
  .outputs = get_sine,
};
