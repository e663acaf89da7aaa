#include "core/stability/amplification.h"

#include "core/coupling/coupling-impl.h"
#include "core/num/spectrum.h"
#include "core/stability/trial.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Steps until all that a method remembers is of the past that it looks back on: points of cubics
 * and of differences one higher, and flags of its beginning. */
#define WARM_UP 8u
/* Steps over which the matrix has to foretell the method. */
#define FORETOLD 3u
/* How far it may be off, over the greatest of all: some orders above what the iterations and the
 * rounding of unstable steps leave, and far below what a choice by the values makes. */
#define LINEARITY 1e-6
/* Sweeps of sizes through components that have no states. */
#define SWEEPS 4u
/* Residue of iterations in the matrix, and the part of the radius that may depend on it, relative;
 * above that, the radius is estimated from this many steps of a run. */
#define LEFT 1e-10
#define CERTAINTY 1e-3
#define GROWTH_STEPS 32u
#define LEAST_SIZE 0x1p-10
/* What is smaller is no number but a flag or a counter in the place of one. */
#define LEAST_NUMBER 1e-250

struct LsAmplification
{
  const LsLinearModel *model;
  const LsCouplingMethod *method;
  LsOptions *options;
  char *problem;                      /* (nullable) */
  double *input_sizes, *output_sizes; /* n_in, n_out: where states are of the size of 1 */
  /* Of one step size. */
  LsTrial *trial;
  gsize n_memory;
  double *rest, *moving; /* n_memory each: memory after WARM_UP steps, of a run at rest and not */
  double *work;          /* n_memory */
  double *sizes;         /* n_memory: of what changes, a power of two; 0: it does not */
  gsize *states;         /* n_state: where they are */
  guint n_places;
  gsize *places; /* n_places: all that changes */
  guint size;
  double *matrix, *scratch;
};

static void
forget_step (LsAmplification *self)
{
  g_clear_pointer (&self->trial, ls_trial_free);
  g_clear_pointer (&self->rest, g_free);
  g_clear_pointer (&self->moving, g_free);
  g_clear_pointer (&self->work, g_free);
  g_clear_pointer (&self->sizes, g_free);
  g_clear_pointer (&self->states, g_free);
  g_clear_pointer (&self->places, g_free);
  g_clear_pointer (&self->matrix, g_free);
  g_clear_pointer (&self->scratch, g_free);
}

void
ls_amplification_free (LsAmplification *self)
{
  if (self == NULL)
    return;
  forget_step (self);
  ls_options_free (self->options);
  g_free (self->problem);
  g_free (self->input_sizes);
  g_free (self->output_sizes);
  g_free (self);
}

static gboolean
refuse (GError **error, const LsCouplingMethod *method, const char *why)
{
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
               /* Translators: a coupling method; why not, a clause. */
               _ ("No stability analysis of %s: %s."), ls_coupling_method_get_name (method), why);
  return FALSE;
}

gboolean
ls_amplification_check (const LsCouplingMethod *method, const LsOptions *options, GError **error)
{
  g_return_val_if_fail (method != NULL, FALSE);

  const char *why = method->explain_nonlinear != NULL ? method->explain_nonlinear (options) : NULL;

  if (ls_coupling_method_is_asynchronous (method))
    why = _ ("it has no macro step: each state advances when it has changed by a quantum");
  else if (method->visit_state == NULL)
    why = _ ("its memory from step to step is not known");
  return why == NULL || refuse (error, method, why);
}

static LsTrial *
make_trial (const LsAmplification *self, const LsOptions *options, GError **error)
{
  return ls_trial_new (self->model, self->input_sizes, self->output_sizes, self->method, options,
                       error);
}

/* Whether it can do it with this model: once, on any step. */
static gboolean
try (const LsAmplification *self, GError **error)
{
  g_autoptr (LsOptions) options = ls_options_copy (self->options);
  g_autoptr (LsTrial) trial = NULL;

  if (self->method->perfect != NULL)
    self->method->perfect (options, 0);
  trial = make_trial (self, options, error);
  if (trial == NULL)
    return FALSE;
  return ls_trial_knows_memory (trial)
         || refuse (error, self->method, _ ("its memory from step to step is not known"));
}

/* So that to settle means to as many digits of each input. */
static void
find_sizes (LsAmplification *self)
{
  const LsLinearModel *model = self->model;
  const gsize n_x = model->n_state, n_in = model->n_in;

  self->input_sizes = g_new0 (double, n_in + 1);
  self->output_sizes = g_new0 (double, (gsize)model->n_out + 1);
  for (guint sweep = 0; sweep < SWEEPS; sweep++)
    {
      for (guint i = 0; i < model->n_out; i++)
        {
          double size = 0.0;

          for (gsize k = 0; k < n_x; k++)
            size += fabs (model->c[i * n_x + k]);
          for (gsize j = 0; j < n_in; j++)
            size += fabs (model->d[i * n_in + j]) * self->input_sizes[j];
          self->output_sizes[i] = size > 0.0 ? size : 1.0;
        }
      for (guint j = 0; j < n_in; j++)
        self->input_sizes[j] = model->source[j] >= 0 ? self->output_sizes[model->source[j]] : 1.0;
    }
}

/* What makes up for held inputs chooses by the values, and remembers them in the master. */
static gboolean
is_repaired (const LsLinearModel *model, const LsCouplingMethod *method, const LsOptions *options)
{
  LsRepair balance, end_outputs;
  gboolean holds = FALSE;

  for (guint k = 0; k < model->n_systems; k++)
    holds |= (model->missing[k] & 1u << LS_CAPABILITY_POLYNOMIAL_INPUTS) != 0;
  ls_coupling_method_read_repairs (method, options, &balance, &end_outputs);
  return balance == LS_REPAIR_ON || end_outputs == LS_REPAIR_ON
         || (holds && (balance == LS_REPAIR_AUTO || end_outputs == LS_REPAIR_AUTO));
}

LsAmplification *
ls_amplification_new (const LsLinearModel *model,
                      const LsCouplingMethod *method,
                      const LsOptions *options,
                      GError **error)
{
  g_return_val_if_fail (model != NULL, NULL);

  g_autoptr (LsAmplification) self = g_new0 (LsAmplification, 1);

  if (!ls_amplification_check (method, options, error))
    return NULL;
  if (is_repaired (model, method, options))
    {
      refuse (error, method,
              _ ("the compensation of held inputs is not linear; use balance=off and "
                 "feed-through=off"));
      return NULL;
    }
  self->model = model;
  self->method = method;
  self->options = ls_options_copy (options);
  find_sizes (self);
  return try (self, error) ? g_steal_pointer (&self) : NULL;
}

/* ---- Which numbers there are ------------------------------------------------------------ */

static void
begin_step (LsAmplification *self, const LsOptions *options)
{
  gsize n;

  forget_step (self);
  self->trial = make_trial (self, options, NULL);
  n = self->n_memory = ls_trial_get_size (self->trial);
  self->rest = g_new0 (double, n + 1);
  self->moving = g_new0 (double, n + 1);
  self->work = g_new0 (double, n + 1);
  self->sizes = g_new0 (double, n + 1);
  self->places = g_new0 (gsize, n + 1);
  self->states = g_new0 (gsize, (gsize)self->model->n_state + 1);
  ls_trial_list_states (self->trial, self->states);
}

/* Moves states and outputs, and inputs with what feeds them, by what no symmetry of a model makes
 * special. On every step: what decays at once would leave places empty that the method reads. */
static void
move_all (const LsAmplification *self, guint32 *number, double memory[])
{
  const LsLinearModel *model = self->model;
  g_autofree double *moved = g_new (double, (gsize)model->n_out + 1);

  for (guint i = 0; i < model->n_state + model->n_out; i++)
    {
      const guint k = i - model->n_state;
      double by;

      *number = *number * 1664525u + 1013904223u;
      by = (double)(*number >> 8) / 0x1p23 - 1.0;
      if (i < model->n_state)
        memory[self->states[i]] += by;
      else
        memory[model->n_in + k] += moved[k] = by * self->output_sizes[k];
    }
  for (guint j = 0; j < model->n_in; j++)
    if (model->source[j] >= 0)
      memory[j] += moved[model->source[j]];
}

/* What the two runs differ by is made by the states; the rest are flags, times, and matrices. */
static void
note_sizes (LsAmplification *self)
{
  for (gsize i = 0; i < self->n_memory; i++)
    {
      const double difference = fabs (self->moving[i] - self->rest[i]);

      if (isfinite (difference) && difference > LEAST_NUMBER)
        self->sizes[i] = fmax (self->sizes[i], difference);
    }
}

/* Both runs side by side, each put back before its step. */
static LsStatus
warm_up (LsAmplification *self, double h)
{
  guint32 number = 12345;
  LsStatus status = LS_OK;

  ls_trial_read (self->trial, self->rest);
  ls_trial_read (self->trial, self->moving);
  for (guint k = 0; k < WARM_UP && status == LS_OK; k++)
    {
      ls_trial_write (self->trial, self->rest);
      status = ls_trial_step (self->trial, h);
      ls_trial_read (self->trial, self->rest);
      move_all (self, &number, self->moving);
      ls_trial_write (self->trial, self->moving);
      if (status == LS_OK)
        status = ls_trial_step (self->trial, h);
      ls_trial_read (self->trial, self->moving);
      note_sizes (self);
    }
  return status;
}

/* Powers of two: to multiply by them loses nothing. What iterations leave is no size: they would
 * leave it as it is. */
static void
list_places (LsAmplification *self)
{
  self->n_places = 0;
  for (guint i = 0; i < self->model->n_state; i++)
    self->sizes[self->states[i]] = fmax (self->sizes[self->states[i]], 1.0);
  for (guint j = 0; j < self->model->n_in; j++)
    if (self->model->source[j] >= 0 && self->sizes[j] == 0.0)
      self->sizes[j] = self->input_sizes[j];
  for (gsize i = 0; i < self->n_memory; i++)
    if (self->sizes[i] > 0.0)
      {
        self->sizes[i] = fmax (exp2 (floor (log2 (self->sizes[i]))), LEAST_SIZE);
        self->places[self->n_places++] = i;
      }
}

/* ---- The matrix ------------------------------------------------------------------------- */

/* In self->work what one step makes of @memory. */
static LsStatus
step_from (LsAmplification *self, double h, const double memory[])
{
  LsStatus status;

  ls_trial_write (self->trial, memory);
  status = ls_trial_step (self->trial, h);
  ls_trial_read (self->trial, self->work);
  return status;
}

/* Of all places: self->rest becomes the memory of the moving run with zeros in them. */
static LsStatus
fill_whole (LsAmplification *self, double h, double whole[])
{
  const guint n = self->n_places;
  LsStatus status = LS_OK;

  memcpy (self->rest, self->moving, self->n_memory * sizeof (double));
  for (guint k = 0; k < n; k++)
    self->rest[self->places[k]] = 0.0;
  for (guint column = 0; column < n && status == LS_OK; column++)
    {
      self->rest[self->places[column]] = self->sizes[self->places[column]];
      status = step_from (self, h, self->rest);
      self->rest[self->places[column]] = 0.0;
      for (guint i = 0; i < n; i++)
        whole[(gsize)i * n + column] = self->work[self->places[i]] / self->sizes[self->places[i]];
    }
  return status;
}

/* Marks the entries that states and inputs finally depend on: memory that is never read again, or
 * that only counts, has no effect on errors. */
static guint
mark_needed (const LsAmplification *self, const double whole[], guint8 needed[])
{
  const guint n = self->n_places;
  g_autofree guint *list = g_new (guint, (gsize)n + 1);
  guint n_needed = 0;

  for (guint k = 0; k < n; k++)
    {
      needed[k] = self->places[k] < self->model->n_in;
      for (guint i = 0; i < self->model->n_state && !needed[k]; i++)
        needed[k] = self->states[i] == self->places[k];
      if (needed[k])
        list[n_needed++] = k;
    }
  for (guint i = 0; i < n_needed; i++)
    for (guint k = 0; k < n; k++)
      if (!needed[k] && whole[(gsize)list[i] * n + k] != 0.0)
        {
          needed[k] = TRUE;
          list[n_needed++] = k;
        }
  return n_needed;
}

static void
keep_needed (LsAmplification *self, const double whole[], const guint8 needed[])
{
  const guint n = self->n_places;
  guint row = 0;

  self->matrix = g_new (double, (gsize)self->size * self->size + 1);
  self->scratch = g_new (double, (gsize)self->size * self->size + 1);
  for (guint i = 0; i < n; i++)
    {
      double *next = self->matrix + (gsize)row * self->size;

      if (!needed[i])
        continue;
      self->places[row++] = self->places[i];
      for (guint k = 0; k < n; k++)
        if (needed[k])
          *next++ = whole[(gsize)i * n + k];
    }
  self->n_places = row;
}

/* @to = M @from, in units. */
static void
multiply (const LsAmplification *self, const double from[], double to[])
{
  for (guint i = 0; i < self->size; i++)
    {
      to[i] = 0.0;
      for (guint k = 0; k < self->size; k++)
        to[i] += self->matrix[(gsize)i * self->size + k] * from[k];
    }
}

/* The moving run goes on, and the matrix says where to. */
static LsStatus
check_linearity (LsAmplification *self, double h)
{
  g_autofree double *z = g_new (double, 2 * (gsize)self->size + 1);
  double *next = z + self->size, greatest = 0.0, difference = 0.0;
  LsStatus status = LS_OK;

  for (guint i = 0; i < self->size; i++)
    z[i] = self->moving[self->places[i]] / self->sizes[self->places[i]];
  memcpy (self->work, self->moving, self->n_memory * sizeof (double));
  for (guint k = 0; k < FORETOLD && status == LS_OK; k++)
    {
      memcpy (self->rest, self->work, self->n_memory * sizeof (double));
      status = step_from (self, h, self->rest);
      multiply (self, z, next);
      memcpy (z, next, self->size * sizeof (double));
    }
  for (guint i = 0; i < self->model->n_state && status == LS_OK; i++)
    for (guint k = 0; k < self->size; k++)
      if (self->places[k] == self->states[i])
        {
          const double seen = self->work[self->states[i]];

          greatest = fmax (greatest, fabs (seen));
          difference = fmax (difference, fabs (seen - z[k] * self->sizes[self->states[i]]));
        }
  if (status != LS_OK || difference <= LINEARITY * greatest)
    return status;
  g_free (self->problem);
  self->problem = g_strdup_printf (_ ("No stability analysis of %s: %s."),
                                   ls_coupling_method_get_name (self->method),
                                   _ ("one step of it on a linear model is not a linear map"));
  return LS_STOP;
}

static LsStatus
compute (LsAmplification *self, const LsOptions *options, double h, const double **matrix)
{
  g_autofree double *whole = NULL;
  g_autofree guint8 *needed = NULL;
  LsStatus status;

  begin_step (self, options);
  status = warm_up (self, h);
  if (status != LS_OK)
    return status;
  list_places (self);
  whole = g_new (double, (gsize)self->n_places * self->n_places + 1);
  needed = g_new0 (guint8, (gsize)self->n_places + 1);
  status = fill_whole (self, h, whole);
  if (status != LS_OK)
    return status;
  self->size = mark_needed (self, whole, needed);
  keep_needed (self, whole, needed);
  *matrix = self->matrix;
  return check_linearity (self, h);
}

/* @matrix: (out): M (@h), size x size, row-major, borrowed until the next call; each number of z is
 *   counted in a unit of its own
 *
 * Returns: %LS_RETRY: the step is refused, or its inputs do not settle; %LS_STOP: something is not
 * finite, or what the method does is not a linear map: ls_amplification_get_problem()
 */
static LsStatus
compute_matrix (LsAmplification *self, double h, const double **matrix)
{
  g_autoptr (LsOptions) options = ls_options_copy (self->options);
  LsStatus status = LS_RETRY;

  for (guint attempt = 0; status == LS_RETRY; attempt++)
    {
      if (self->method->perfect != NULL ? !self->method->perfect (options, attempt) : attempt > 0)
        break;
      status = compute (self, options, h, matrix);
    }
  return status;
}

/* The greatest of the states and inputs, each in its unit. */
static double
get_norm (const LsAmplification *self, const double memory[])
{
  double norm = 0.0;

  for (guint i = 0; i < self->model->n_state; i++)
    norm = fmax (norm, fabs (memory[self->states[i]]) / self->sizes[self->states[i]]);
  for (guint j = 0; j < self->model->n_in; j++)
    if (self->model->source[j] >= 0)
      norm = fmax (norm, fabs (memory[j]) / self->sizes[j]);
  return norm;
}

/* A step, on the mean of many. */
static LsStatus
measure_growth (LsAmplification *self, double h, double *growth)
{
  const double before = get_norm (self, self->moving);
  LsStatus status = LS_OK;

  memcpy (self->work, self->moving, self->n_memory * sizeof (double));
  for (guint k = 0; k < GROWTH_STEPS && status == LS_OK; k++)
    {
      memcpy (self->rest, self->work, self->n_memory * sizeof (double));
      status = step_from (self, h, self->rest);
    }
  *growth = pow (get_norm (self, self->work) / before, 1.0 / GROWTH_STEPS);
  return status;
}

/* Whether the eigenvalues of what was found say something: those of long chains of values that pass
 * on at once, through components without states, are other ones by what iterations leave. */
static LsStatus
is_certain (LsAmplification *self, double radius, gboolean *certain)
{
  guint32 number = 54321;
  double other = NAN;
  LsStatus status;

  for (gsize i = 0; i < (gsize)self->size * self->size; i++)
    {
      number = number * 1664525u + 1013904223u;
      self->scratch[i] = self->matrix[i] + LEFT * ((double)(number >> 8) / 0x1p23 - 1.0);
    }
  status = ls_spectrum_measure (self->size, self->scratch, &other, NULL);
  *certain = fabs (other - radius) <= CERTAINTY * fmax (radius, 1.0);
  return status;
}

LsStatus
ls_amplification_get_radius (LsAmplification *self, double h, double *radius)
{
  const double *matrix = NULL;
  gboolean certain = TRUE;
  LsStatus status = compute_matrix (self, h, &matrix);

  if (status != LS_OK)
    return status;
  memcpy (self->scratch, matrix, (gsize)self->size * self->size * sizeof (double));
  status = ls_spectrum_measure (self->size, self->scratch, radius, NULL);
  if (status == LS_OK && self->method->perfect != NULL)
    status = is_certain (self, *radius, &certain);
  return status == LS_OK && !certain ? measure_growth (self, h, radius) : status;
}

const char *
ls_amplification_get_problem (const LsAmplification *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->problem;
}
