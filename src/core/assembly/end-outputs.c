#include "core/assembly/end-outputs-impl.h"

#include "core/assembly/loop.h"
#include "core/num/dense-lu.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Rounds of a loop: one for constant D, few more for secants. */
#define MAX_ROUNDS 30u
/* A vote needs second differences that differ by more than rounding, relative to nominal plus
 * value, and than a part of what they were of late, and clearly; it takes more to leave the
 * corrected value than to return to it. */
#define NOISE 1e-9
#define PART 0.05
#define FADING 0.8
#define CLEARLY 0.25
#define SLIGHTLY 0.5
#define MOST_FOR 3
#define MOST_AGAINST -4
#define ENOUGH 2
/* Points from the start or an event on, until which the smoother one is taken at once. */
#define FIRST 5u
#define BETTER 0.9
#define REST 0.2
/* Steps without a vote for a raw value before comparison pauses; first and longest pause, steps;
 * growth of a second difference that ends it. */
#define LOOK 8u
#define SHORTEST 16u
#define LONGEST 256u
#define STIR 4.0
/* Residual of a loop, relative to nominal plus value, that may stay when it falls no more:
 * rounding. */
#define SETTLED 1e-9

gboolean
ls_end_outputs_closes_loops (const LsEndOutputs *self)
{
  return self != NULL && !self->leaves_loops;
}

gboolean
ls_end_outputs_covers (const LsEndOutputs *self, guint system)
{
  return self != NULL && self->parts[system].way != LS_END_NONE;
}

gboolean
ls_end_outputs_notes (const LsEndOutputs *self, guint system)
{
  return self != NULL && self->parts[system].noted;
}

void
ls_end_outputs_note (LsEndOutputs *self, guint input, double value)
{
  self->at[input] = value;
}

void
ls_end_outputs_note_held (LsEndOutputs *self, guint system, gboolean is_read, const double held[])
{
  const LsEndPart *part = &self->parts[system];

  /* Connected ones are set to their sources at the end of the step, before anything reads them. */
  if (!is_read && !part->has_loose)
    return;
  for (guint j = part->in; j < part->in + part->n_in; j++)
    self->at[j] = held[j];
}

gboolean
ls_end_outputs_passes_over (const LsEndOutputs *self, guint system)
{
  return self != NULL && self->parts[system].whole && self->rests[system].left > 0
         && self->parts[system].way == LS_END_READ && !self->network->restarted;
}

void
ls_end_outputs_pass_over (LsEndOutputs *self, guint system)
{
  self->parts[system].unread = TRUE;
}

void
ls_end_outputs_note_outputs (LsEndOutputs *self, guint system, const double y[])
{
  LsEndPart *part = &self->parts[system];

  if (G_UNLIKELY (self->network->restarted))
    self->rests[system] = (LsEndRest){ .n_awake = 1, .next = SHORTEST };
  part->unread = FALSE;
  for (guint a = 0; a < part->n_fed; a++)
    {
      const guint i = part->out + part->fed[a];
      LsEndChoice *choice = &self->choices[i];

      choice->raw[0] = choice->corrected[0] = y[i];
      if (!self->network->restarted)
        continue;
      choice->raw[1] = choice->corrected[1] = self->network->y[i];
      choice->n = 1;
      choice->bend = 0.0;
    }
}

static double
get_bend (const double values[3])
{
  return fabs (values[0] - 2.0 * values[1] + values[2]);
}

/* Whether it has come to rest after a jump on the step before, as what a start not in equilibrium
 * leaves in a stiff component does. */
static gboolean
has_settled (const double values[3])
{
  return fabs (values[0] - values[1]) < REST * fabs (values[1] - values[2]);
}

/* On the first steps, before there are votes: the one that goes on smoothly, and after a jump, of
 * which second differences are full, the one that stays. */
static gboolean
takes_raw (const LsEndChoice *choice)
{
  const double *raw = choice->raw, *corrected = choice->corrected;

  if (choice->looped)
    return FALSE;
  if (choice->n < 2 || choice->n > FIRST)
    return choice->takes_raw;
  if (has_settled (raw) && has_settled (corrected))
    return fabs (raw[0] - raw[1]) < BETTER * fabs (corrected[0] - corrected[1]);
  return get_bend (choice->raw) < BETTER * get_bend (choice->corrected);
}

static LsStatus
refresh_derivatives (LsEndOutputs *self, guint system)
{
  LsEndPart *part = &self->parts[system];
  double *column = self->column + part->out;
  LsStatus status = LS_OK;

  for (guint a = 0; a < part->n_through && status == LS_OK; a++)
    {
      const guint j = part->through[a];

      status
          = ls_system_get_feed (self->network->systems[system], j, part->fed, part->n_fed, column);
      for (guint b = 0; b < part->n_fed && status == LS_OK; b++)
        part->d[(gsize)part->fed[b] * part->n_in + j] = column[b];
    }
  part->has_d = status == LS_OK;
  return status;
}

/* y += D (u - at) */
static void
move (LsEndOutputs *self, const LsEndPart *part, const double u[])
{
  for (guint a = 0; a < part->n_through; a++)
    {
      const guint j = part->through[a];
      const double change = u[j] - self->at[part->in + j];

      for (guint b = 0; b < part->n_fed && change != 0.0; b++)
        self->choices[part->out + part->fed[b]].corrected[0]
            += part->d[(gsize)part->fed[b] * part->n_in + j] * change;
    }
  memcpy (self->at + part->in, u, part->n_in * sizeof (double));
}

static gboolean
differs (const LsEndOutputs *self, const LsEndPart *part, const double u[])
{
  for (guint a = 0; a < part->n_through; a++)
    if (u[part->through[a]] != self->at[part->in + part->through[a]])
      return TRUE;
  return FALSE;
}

/* From here on its outputs are taken as they are after a step. */
static LsStatus
give_up (LsEndOutputs *self, guint system, const char *call)
{
  const LsNetwork *network = self->network;

  self->parts[system].way = LS_END_NONE;
  ls_log_write (network->log, LS_LOG_WARNING, ls_system_get_info (network->systems[system])->name,
                call, network->end_time, "%s",
                _ ("not answered at the end of a step: from here on outputs with direct "
                   "feed-through lag behind their inputs"));
  return LS_OK;
}

/* Reads outputs that were not read after the step. */
static LsStatus
read_late (LsEndOutputs *self, guint system, double y[])
{
  const LsEndPart *part = &self->parts[system];
  LsStatus status = LS_OK;

  for (guint i = 0; i < part->n_out && status == LS_OK; i++)
    status = ls_system_get_some_outputs (self->network->systems[system], &i, 1, &y[part->out + i]);
  return status == LS_OK ? LS_OK : LS_STOP;
}

/* @u: n_in, @y: n_out of @system */
static inline LsStatus
evaluate (LsEndOutputs *self, guint system, const double u[], double y[])
{
  const LsNetwork *network = self->network;

  return G_LIKELY (network->batch != NULL)
             ? ls_instance_evaluate (&network->batch[system], self->parts[system].n_out, u, y)
             : ls_system_evaluate (network->systems[system], u, y);
}

/* Outputs in @y that were not read after the step, with the inputs that are noted: they are the
 * corrected ones, as votes for raw ones end the pause. */
static inline LsStatus
read_corrected (LsEndOutputs *self, guint system, double y[])
{
  LsEndPart *part = &self->parts[system];
  double *out = y + part->out;
  const LsStatus status = evaluate (self, system, self->at + part->in, out);

  part->unread = FALSE;
  if (G_UNLIKELY (status == LS_RETRY))
    {
      give_up (self, system, "fmi2GetReal");
      return read_late (self, system, y);
    }
  for (guint b = 0; b < part->n_fed; b++)
    self->choices[part->out + part->fed[b]].corrected[0] = out[part->fed[b]];
  return status;
}

/* Sets the corrected outputs of the choices. */
static LsStatus
correct (LsEndOutputs *self, guint system, const double u[])
{
  LsEndPart *part = &self->parts[system];
  double *column = self->column + part->out;
  LsStatus status = LS_OK;

  if (part->way == LS_END_READ)
    {
      status = evaluate (self, system, u, column);
      if (status == LS_RETRY)
        return give_up (self, system, "fmi2GetReal");
      for (guint b = 0; b < part->n_fed; b++)
        self->choices[part->out + part->fed[b]].corrected[0] = column[part->fed[b]];
      memcpy (self->at + part->in, u, part->n_in * sizeof (double));
      return status;
    }
  if (part->way == LS_END_DERIVATIVES)
    status = refresh_derivatives (self, system);
  if (status == LS_RETRY)
    return give_up (self, system, "fmi2GetDirectionalDerivative");
  if (status == LS_OK && part->has_d)
    move (self, part, u);
  return status;
}

LsStatus
ls_end_outputs_correct_system (LsEndOutputs *self, guint system, const double u[], double y[])
{
  LsEndPart *part = &self->parts[system];
  LsStatus status;

  if (part->unread)
    {
      memcpy (self->at + part->in, u, part->n_in * sizeof (double));
      return read_corrected (self, system, y);
    }
  if (part->way == LS_END_NONE || !differs (self, part, u))
    return LS_OK;
  status = correct (self, system, u);
  for (guint b = 0; b < part->n_fed; b++)
    {
      const guint i = part->out + part->fed[b];
      const LsEndChoice *choice = &self->choices[i];

      y[i] = takes_raw (choice) ? choice->raw[0] : choice->corrected[0];
    }
  return status;
}

/* Inputs of a system: the values of their sources in @y. */
static inline void
gather (const LsEndOutputs *self, const LsEndPart *part, const double y[], double u[])
{
  const int *source = self->network->source + part->in;
  const double *at = self->at + part->in;

  for (guint j = 0; j < part->n_in; j++)
    u[j] = source[j] >= 0 ? y[source[j]] : at[j];
}

/* The same, with those of the loop as they are to be tried. */
static void
gather_in_loop (
    const LsEndOutputs *self, const LsEndStage *stage, guint system, const double y[], double u[])
{
  const LsEndPart *part = &self->parts[system];

  gather (self, part, y, u);
  for (guint i = 0; i < stage->n; i++)
    if (stage->owners[i] == system)
      u[stage->inputs[i] - part->in] = self->at[stage->inputs[i]] + stage->change[i];
}

/* Secant: D takes what the last change of the inputs has really done (Broyden), the inputs measured
 * by their nominals. */
static void
learn (LsEndOutputs *self, guint system, const double u[], const double at[])
{
  LsEndPart *part = &self->parts[system];
  double square = 0.0;

  for (guint a = 0; a < part->n_through; a++)
    {
      const guint j = part->through[a];

      square += pow ((u[j] - at[j]) / ls_end_outputs_get_nominal (self, system, j), 2.0);
    }
  if (!(square > 0.0))
    return;
  for (guint b = 0; b < part->n_fed; b++)
    {
      double *d = part->d + (gsize)part->fed[b] * part->n_in;
      double miss = self->choices[part->out + part->fed[b]].corrected[0] - self->before[b];

      for (guint a = 0; a < part->n_through; a++)
        miss -= d[part->through[a]] * (u[part->through[a]] - at[part->through[a]]);
      for (guint a = 0; a < part->n_through; a++)
        {
          const guint j = part->through[a];

          d[j] += miss * (u[j] - at[j]) / pow (ls_end_outputs_get_nominal (self, system, j), 2.0)
                  / square;
        }
    }
}

/* Brings the outputs of all systems of the loop to the inputs, changed by stage->change. */
static LsStatus
evaluate_loop (LsEndOutputs *self, const LsEndStage *stage, double y[])
{
  LsStatus status = LS_OK;

  for (guint i = 0; i < stage->n_systems && status == LS_OK; i++)
    {
      const guint system = stage->systems[i];
      LsEndPart *part = &self->parts[system];
      double *u = self->u, *at = self->old_u;

      memcpy (u, self->at + part->in, part->n_in * sizeof (double));
      if (part->way == LS_END_READ && !part->has_d)
        status = ls_end_outputs_find_differences (self, system, u);
      else if (part->way == LS_END_DERIVATIVES && !part->has_d)
        status = refresh_derivatives (self, system);
      memcpy (at, self->at + part->in, part->n_in * sizeof (double));
      for (guint b = 0; b < part->n_fed; b++)
        self->before[b] = self->choices[part->out + part->fed[b]].corrected[0];
      gather_in_loop (self, stage, system, y, u);
      if (status != LS_STOP)
        status = ls_end_outputs_correct_system (self, system, u, y);
      if (status == LS_OK && part->way == LS_END_READ && part->has_d)
        learn (self, system, u, at);
    }
  return status;
}

/* Residuals y - u, and I - dy/du, of the inputs of the loop. Returns: the greatest residual
 * relative to nominal plus value */
static double
fill_equations (LsEndOutputs *self, LsEndStage *stage, const double y[])
{
  const LsNetwork *network = self->network;
  double greatest = 0.0;

  for (guint a = 0; a < stage->n; a++)
    {
      const guint source = (guint)network->source[stage->inputs[a]];
      const double u = self->at[stage->inputs[a]];

      stage->change[a] = y[source] - u;
      greatest = fmax (greatest, fabs (stage->change[a])
                                     / (ls_end_outputs_get_nominal (
                                            self, stage->owners[a],
                                            stage->inputs[a] - self->parts[stage->owners[a]].in)
                                        + fabs (u)));
      for (guint b = 0; b < stage->n; b++)
        {
          const LsEndPart *part = &self->parts[stage->owners[b]];
          const gboolean own = source >= part->out && source < part->out + part->n_out;
          double d = 0.0;

          if (own && part->has_d && !takes_raw (&self->choices[source]))
            d = part->d[(gsize)(source - part->out) * part->n_in + stage->inputs[b] - part->in];
          stage->matrix[(gsize)a * stage->n + b] = (a == b) - d;
        }
    }
  return greatest;
}

static void
say (LsEndOutputs *self, const char *what)
{
  if (self->has_said)
    return;
  self->has_said = TRUE;
  ls_log_write (self->network->log, LS_LOG_WARNING, NULL, NULL, self->network->end_time, "%s",
                what);
}

/* D by differences at the next evaluation. */
static void
forget_secants (LsEndOutputs *self, const LsEndStage *stage)
{
  for (guint i = 0; i < stage->n_systems; i++)
    self->parts[stage->systems[i]].has_d &= self->parts[stage->systems[i]].way != LS_END_READ;
}

static LsStatus
solve_loop (LsEndOutputs *self, LsEndStage *stage, double y[])
{
  double last = INFINITY;

  memset (stage->change, 0, stage->n * sizeof (double));
  for (guint round = 0; round < MAX_ROUNDS; round++)
    {
      LsStatus status = evaluate_loop (self, stage, y);
      double residual;

      if (status != LS_OK)
        return status;
      residual = fill_equations (self, stage, y);
      if (residual <= LS_LOOP_TOLERANCE || (residual <= SETTLED && residual > 0.5 * last))
        return LS_OK;
      /* Where secants do not do: the slope of a flow changes with its sign. */
      if (!(residual < 0.5 * last))
        forget_secants (self, stage);
      last = residual;
      if (ls_dense_factorise (stage->n, stage->matrix, stage->pivots) != LS_OK)
        {
          say (self, _ ("the algebraic loops have no unique solution at the end of a step: their "
                        "outputs stay as they were with the inputs of the step"));
          return LS_OK;
        }
      ls_dense_solve (stage->n, stage->matrix, stage->pivots, stage->change);
    }
  say (self, _ ("the algebraic loops are not solved to all digits at the end of a step"));
  return evaluate_loop (self, stage, y);
}

static void
vote (LsEndChoice *choice, double size)
{
  const double raw = get_bend (choice->raw), corrected = get_bend (choice->corrected);

  choice->bend = fmax (fmax (raw, corrected), FADING * choice->bend);
  /* Where a smooth output bends the other way both are small, and their ratio says nothing. */
  if (fabs (raw - corrected) <= fmax (NOISE * size, PART * choice->bend))
    return;
  if (raw < CLEARLY * corrected)
    choice->score = MIN (choice->score + 1, MOST_FOR);
  else if (corrected < SLIGHTLY * raw)
    choice->score = MAX (choice->score - 1, MOST_AGAINST);
  if (choice->score >= ENOUGH)
    choice->takes_raw = TRUE;
  else if (choice->score <= 0)
    choice->takes_raw = FALSE;
}

static void
move_on (double values[3])
{
  values[2] = values[1];
  values[1] = values[0];
}

/* Compares raw and corrected values of @system. */
static void
judge (LsEndOutputs *self, guint system)
{
  const LsEndPart *part = &self->parts[system];
  const double *nominals = ls_system_get_info (self->network->systems[system])->output_nominals;
  LsEndRest *rest = &self->rests[system];
  gboolean is_settled = ++rest->n_awake >= LOOK;

  for (guint b = 0; b < part->n_fed; b++)
    {
      LsEndChoice *choice = &self->choices[part->out + part->fed[b]];

      choice->n = MIN (choice->n + 1, FIRST + 1);
      if (rest->n_awake >= 3)
        vote (choice, nominals[part->fed[b]] + fabs (choice->raw[0]));
      is_settled &= choice->n > FIRST && choice->score <= 0;
      move_on (choice->raw);
      move_on (choice->corrected);
    }
  if (!is_settled)
    return;
  rest->left = rest->next;
  rest->next = MIN (2 * rest->next, LONGEST);
}

/* A step of a pause: ends it if the corrected values bend much more than before. */
static void
doze (LsEndOutputs *self, guint system)
{
  const LsEndPart *part = &self->parts[system];
  LsEndRest *rest = &self->rests[system];

  rest->left--;
  rest->n_awake = 0;
  for (guint b = 0; b < part->n_fed; b++)
    {
      LsEndChoice *choice = &self->choices[part->out + part->fed[b]];
      const double bend = get_bend (choice->corrected), faded = FADING * choice->bend;

      if (G_UNLIKELY (bend > STIR * choice->bend))
        rest->left = 0;
      choice->bend = bend > faded ? bend : faded;
      move_on (choice->corrected);
    }
}

void
ls_end_outputs_accept (LsEndOutputs *self)
{
  for (guint i = 0; i < self->noted->len; i++)
    {
      const guint k = g_array_index (self->noted, guint, i);

      if (self->parts[k].way == LS_END_NONE)
        continue;
      if (G_LIKELY (self->rests[k].left > 0))
        doze (self, k);
      else
        judge (self, k);
    }
}

void
ls_end_outputs_visit_state (LsEndOutputs *self, LsVisitMemoryFunc func, gpointer user_data)
{
  func (self->choices, self->network->n_out * sizeof (LsEndChoice), user_data);
  func (self->rests, self->network->n_systems * sizeof (LsEndRest), user_data);
  func (self->at, self->network->n_in * sizeof (double), user_data);
  for (guint k = 0; k < self->network->n_systems; k++)
    {
      LsEndPart *part = &self->parts[k];

      func (&part->way, sizeof part->way, user_data);
      func (&part->has_d, sizeof part->has_d, user_data);
      func (part->d, (gsize)part->n_in * part->n_out * sizeof (double), user_data);
    }
}

/* Of a system in no loop. */
static inline LsStatus
correct_alone (LsEndOutputs *self, guint system, double y[])
{
  const LsEndPart *part = &self->parts[system];

  self->network->failed = system;
  if (G_LIKELY (part->unread))
    {
      gather (self, part, y, self->at + part->in);
      return read_corrected (self, system, y);
    }
  gather (self, part, y, self->u);
  return ls_end_outputs_correct_system (self, system, self->u, y);
}

static LsStatus
correct_stage (LsEndOutputs *self, LsEndStage *stage, double y[])
{
  LsStatus status = LS_OK;

  if (stage->n > 0)
    return solve_loop (self, stage, y);
  for (guint k = 0; k < stage->n_systems && status == LS_OK; k++)
    status = correct_alone (self, stage->systems[k], y);
  return status;
}

LsStatus
ls_end_outputs_correct (LsEndOutputs *self, double y[])
{
  LsStatus status = LS_OK;

  if (G_LIKELY (self->alone->len > 0))
    for (guint i = 0; i < self->alone->len && status == LS_OK; i++)
      status = correct_alone (self, g_array_index (self->alone, guint, i), y);
  else
    for (guint i = 0; i < self->stages->len && status == LS_OK; i++)
      status = correct_stage (self, &g_array_index (self->stages, LsEndStage, i), y);
  return status;
}

gboolean
ls_end_outputs_are_finite (const LsEndOutputs *self, const double y[])
{
  double sum = 0.0;

  /* 0 * Inf and 0 * NaN are NaN: one sum tests all values. */
  for (guint i = 0; i < self->outputs->len; i++)
    sum += 0.0 * y[g_array_index (self->outputs, guint, i)];
  return sum == 0.0;
}
