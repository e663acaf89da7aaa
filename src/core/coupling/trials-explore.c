/* The trial steps, and what follows from them. */
#include "core/coupling/trials-impl.h"
#include "core/num/singular-gsl.h"

#include <math.h>
#include <string.h>

/* Blocks of the Hankel matrix: one more than the order needs that a single output shows. */
#define FIRST_BLOCKS 2u
/* Singular values that are noise, relative to the greatest. */
#define NOISE 1e-7
/* Rounding of the time that is left. */
#define SLACK 1e-9

double
ls_trials_get_change (const LsTrials *self, guint i, const double dx[])
{
  double sum = 0.0;

  for (guint k = 0; k < self->model->n; k++)
    sum += self->model->c[(gsize)i * LS_TRIALS_STATES + k] * dx[k];
  return sum;
}

double
ls_trials_get_size (const LsTrials *self, guint i)
{
  return self->info->output_nominals[i] + fabs (self->start[i]);
}

/* Number of steps that fit before the end of the run, at most @wanted. */
static guint
get_room (const LsTrials *self, double h, guint wanted)
{
  const double room = (self->network->stop_time - self->network->time) / h + SLACK;

  return room < wanted ? (guint)fmax (room, 0.0) : wanted;
}

/* Steps from the reached time with the inputs of the network, held, but @u (n_in of the component)
 * on the first one: outputs after each in @rows. Returns: %LS_RETRY when there are less than @n,
 * @done of them */
static LsStatus
step_ahead (LsTrials *self, double h, guint n, const double u[], double rows[], guint *done)
{
  const LsNetwork *network = self->network;
  LsStatus status = LS_OK;
  gboolean event = FALSE;

  for (*done = 0; *done < n && status == LS_OK && !event; ++*done)
    {
      double *row = rows + (gsize)*done * self->n_out;

      ls_system_aim (self->system, network->time + (*done + 1) * h);
      status = ls_system_step (self->system, h, 0, *done == 0 ? u : network->u + self->in, row,
                               NULL, &event);
      self->counts->do_step += ls_system_get_n_steps (self->system);
      for (guint i = 0; i < self->n_out && status == LS_OK; i++)
        status = isfinite (row[i]) ? LS_OK : LS_RETRY;
      if (status != LS_OK)
        break;
    }
  return status == LS_OK && *done < n ? LS_RETRY : status;
}

/* The same, and back. */
static LsStatus
try_steps (LsTrials *self,
           LsSavedState *state,
           double h,
           guint n,
           const double u[],
           double rows[],
           guint *done)
{
  const LsStepObserver *observer = self->network->step_observer;
  LsStatus status;

  /* What is rolled back is no step of the run. */
  ls_system_set_step_observer (self->system, NULL, self->index);
  status = step_ahead (self, h, n, u, rows, done);
  ls_system_set_step_observer (self->system, observer, self->index);
  if (status == LS_STOP || ls_system_restore_state (self->system, state) != LS_OK)
    return LS_STOP;
  return status;
}

/* D by reading again with a changed input: those that feed through. */
static LsStatus
find_feed (LsTrials *self, const double changed[], guint input, double by)
{
  LsStatus status = ls_system_evaluate (self->system, changed, self->y);

  for (guint i = 0; i < self->n_out && status == LS_OK; i++)
    {
      const gsize entry = (gsize)i * self->n_in + input;

      self->d[entry] = self->info->feed_through[entry] ? (self->y[i] - self->start[i]) / by : 0.0;
    }
  return status;
}

/* Responses to a change of @input. */
static LsStatus
respond (LsTrials *self, LsSavedState *state, guint input, double h, guint n)
{
  const double *u = self->network->u + self->in;
  const double by = self->change * (fabs (u[input]) + self->info->input_nominals[input]);
  double *changed = self->held;
  guint done;
  LsStatus status;

  memcpy (changed, u, self->n_in * sizeof (double));
  changed[input] += by;
  status = find_feed (self, changed, input, by);
  if (status == LS_OK)
    status = try_steps (self, state, h, n, changed, self->run, &done);
  for (guint k = 0; k < n && status == LS_OK; k++)
    for (guint i = 0; i < self->n_out; i++)
      self->markov[((gsize)k * self->n_out + i) * self->n_in + input]
          = (self->run[(gsize)k * self->n_out + i] - self->base[(gsize)k * self->n_out + i]) / by
            - (k == 0 ? self->d[(gsize)i * self->n_in + input] : 0.0);
  return status;
}

/* C E^k, k from 0 to @n_steps - 1, relative to nominal plus value: rows x model->n, in @matrix,
 * which has at least as many rows as columns. */
static void
fill_observed (const LsTrials *self, guint n_steps, gsl_matrix *matrix)
{
  double x[LS_TRIALS_STATES];

  gsl_matrix_set_zero (matrix);
  for (guint j = 0; j < self->model->n; j++)
    {
      memset (x, 0, sizeof x);
      x[j] = 1.0;
      for (guint k = 0; k < n_steps; k++)
        {
          for (guint i = 0; i < self->n_out; i++)
            gsl_matrix_set (matrix, (gsize)k * self->n_out + i, j,
                            ls_trials_get_change (self, i, x) / ls_trials_get_size (self, i));
          ls_holding_deviate (self->holding, 0, self->none, self->none, x);
        }
    }
}

/* U, V and S of that. Returns: their number that is not noise; -1 on failure */
static int
factorise_observed (
    const LsTrials *self, guint n_steps, gsl_matrix **u, gsl_matrix **v, gsl_vector **s)
{
  const guint n = self->model->n;
  guint rank = 0;

  *u = gsl_matrix_alloc (MAX (n_steps * self->n_out, n), n);
  *v = gsl_matrix_alloc (n, n);
  *s = gsl_vector_alloc (n);
  fill_observed (self, n_steps, *u);
  if (!ls_factorise_singular (*u, *v, *s))
    return -1;
  while (rank < n && gsl_vector_get (*s, rank) > NOISE * gsl_vector_get (*s, 0))
    rank++;
  return (int)rank;
}

/* The least number of steps that distinguishes all states. */
static guint
count_seen (const LsTrials *self)
{
  for (guint k = 1; k < self->blocks && self->model->n > 0; k++)
    {
      gsl_matrix *u, *v;
      gsl_vector *s;
      const int rank = factorise_observed (self, k, &u, &v, &s);

      gsl_matrix_free (u);
      gsl_matrix_free (v);
      gsl_vector_free (s);
      if (rank == (int)self->model->n)
        return k;
    }
  return MAX (self->blocks, 2) - 1;
}

/* Adds to the states @x what the outputs @seen (@n_steps x n_out), of steps without inputs from
 * there, differ by from those that @x predicts: the smallest least squares correction.
 */
static void
fit_states (const LsTrials *self, guint n_steps, const double seen[], double x[])
{
  gsl_matrix *u, *v;
  gsl_vector *s;
  const int rank = factorise_observed (self, n_steps, &u, &v, &s);
  double ahead[LS_TRIALS_STATES], found[LS_TRIALS_STATES] = { 0.0 };

  memcpy (ahead, x, sizeof ahead);
  for (guint k = 0; k < n_steps; k++)
    {
      for (guint i = 0; i < self->n_out; i++)
        {
          const gsize row = (gsize)k * self->n_out + i;
          const double miss
              = (seen[row] - ls_trials_get_change (self, i, ahead)) / ls_trials_get_size (self, i);

          for (int l = 0; l < rank; l++)
            found[l] += gsl_matrix_get (u, row, l) * miss / gsl_vector_get (s, l);
        }
      ls_holding_deviate (self->holding, 0, self->none, self->none, ahead);
    }
  for (int l = 0; l < rank; l++)
    for (guint k = 0; k < self->model->n; k++)
      x[k] += gsl_matrix_get (v, k, l) * found[l];
  gsl_matrix_free (u);
  gsl_matrix_free (v);
  gsl_vector_free (s);
}

/* x' from the first @n_steps without a change: their differences are those of a step from where x'
 * has led. What no state explains of the first one is what outputs do by themselves. */
static void
fit_slopes (LsTrials *self, guint n_steps, double h)
{
  double x[LS_TRIALS_STATES] = { 0.0 };

  memset (self->gt, 0, self->n_out * sizeof (double));
  if (n_steps == 0)
    return;
  for (gsize i = (gsize)n_steps * self->n_out; i-- > 0;)
    self->run[i] = self->base[i] - (i < self->n_out ? self->start[i] : self->base[i - self->n_out]);
  if (self->blocks > 0 && self->model->n > 0)
    {
      ls_holding_move (self->holding, self->f, self->none, 0, self->none, x);
      fit_states (self, MIN (n_steps, self->n_seen), self->run, x);
      if (ls_holding_find_slope (self->holding, x, self->f) != LS_OK)
        memset (self->f, 0, LS_TRIALS_STATES * sizeof (double));
    }
  for (guint i = 0; i < self->n_out; i++)
    self->gt[i] = (self->run[i] - (self->blocks > 0 ? ls_trials_get_change (self, i, x) : 0.0)) / h;
}

gboolean
ls_trials_prepare_holding (LsTrials *self, double h)
{
  self->h = h;
  if (self->blocks > 0 && ls_holding_prepare (self->holding, self->model, self->scales, h) != LS_OK)
    self->blocks = 0;
  return self->blocks > 0;
}

/* Of responses relative to nominal values, so that none is taken for noise. */
static gboolean
find_model (LsTrials *self, guint blocks, double h, gboolean *full)
{
  LsRealisation *model = self->model;
  const gsize n = (gsize)(2 * blocks - 1) * self->n_out * self->n_in;

  for (gsize k = 0; k < n; k++)
    self->markov[k] *= self->info->input_nominals[k % self->n_in]
                       / ls_trials_get_size (self, (guint)(k / self->n_in % self->n_out));
  if (ls_realise (model, blocks, self->markov, h, NOISE, full) != LS_OK)
    return FALSE;
  for (guint k = 0; k < LS_TRIALS_STATES; k++)
    {
      for (guint i = 0; i < self->n_out; i++)
        model->c[(gsize)i * LS_TRIALS_STATES + k] *= ls_trials_get_size (self, i);
      for (guint j = 0; j < self->n_in; j++)
        model->b[(gsize)k * self->n_in + j] /= self->info->input_nominals[j];
    }
  return TRUE;
}

/* All responses, over as many steps as the order turns out to need. @done: steps of @base. Where
 * they cannot be had, as there is an event or the end of the run ahead, matrices stay as they are.
 */
static LsStatus
respond_all (LsTrials *self, LsSavedState *state, double h, guint *done)
{
  gboolean full = TRUE;
  LsStatus status = LS_OK;

  for (guint blocks = MAX (self->blocks, FIRST_BLOCKS); full && blocks <= LS_TRIALS_BLOCKS;
       blocks++)
    {
      const guint n = 2 * blocks - 1;

      if (get_room (self, h, n) < n)
        break;
      status = try_steps (self, state, h, n, self->network->u + self->in, self->base, done);
      for (guint j = 0; j < self->n_in && status == LS_OK; j++)
        status = respond (self, state, j, h, n);
      if (status != LS_OK)
        break;
      self->blocks = find_model (self, blocks, h, &full) ? blocks : 0;
      memset (self->f, 0, LS_TRIALS_STATES * sizeof (double));
    }
  self->counts->linearisations++;
  return status == LS_STOP ? LS_STOP : LS_OK;
}

/* Other matrices have other states: the deviation is the one that outputs show in the same way. */
static LsStatus
identify (LsTrials *self, LsSavedState *state, double h, guint *done)
{
  double x[LS_TRIALS_STATES];
  LsStatus status;

  memcpy (x, self->deviation, sizeof x);
  if (self->blocks == 0 || !ls_trials_prepare_holding (self, h))
    memset (x, 0, sizeof x);
  for (guint k = 0; k < LS_TRIALS_STATES; k++)
    {
      for (guint i = 0; i < self->n_out; i++)
        self->shown[(gsize)k * self->n_out + i]
            = self->blocks > 0 ? ls_trials_get_change (self, i, x) : 0.0;
      if (self->blocks > 0)
        ls_holding_deviate (self->holding, 0, self->none, self->none, x);
    }
  status = respond_all (self, state, h, done);
  memset (self->deviation, 0, LS_TRIALS_STATES * sizeof (double));
  if (!ls_trials_prepare_holding (self, h))
    return status;
  self->n_seen = count_seen (self);
  if (self->model->n > 0 && ls_holding_steers (self->holding))
    fit_states (self, LS_TRIALS_STATES, self->shown, self->deviation);
  return status;
}

/* Trials from the reached time: for matrices if @anew, and x'. */
LsStatus
ls_trials_explore (LsTrials *self, double h, gboolean anew)
{
  LsSavedState *state = NULL;
  guint done = 0;
  LsStatus status = ls_system_save_state (self->system, &state);

  if (status != LS_OK)
    return LS_STOP;
  if (anew)
    status = identify (self, state, h, &done);
  if (status == LS_OK && done == 0)
    status = try_steps (self, state, h, get_room (self, h, MAX (self->n_seen, 1)),
                        self->network->u + self->in, self->base, &done);
  ls_system_free_state (self->system, state);
  if (status == LS_STOP)
    return LS_STOP;
  /* Reading D has changed inputs. */
  if (anew && ls_system_evaluate (self->system, self->network->u + self->in, self->y) == LS_STOP)
    return LS_STOP;
  fit_slopes (self, done, h);
  return LS_OK;
}
