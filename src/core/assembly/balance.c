#include "core/assembly/balance.h"

#include "core/num/extrapolate.h"
#include "core/num/polynomial.h"

#include <math.h>
#include <string.h>

/* Degree 3 is unstable on steps that degree 2 follows (Lotka-Volterra, h = 0.5 s), and gains
 * nothing once the deficit of held values is made up for. */
#define HIGHEST 2u
/* Of %LS_LEAD_OWN_CUBIC. */
#define HIGHEST_CUBIC 3u
/* A source whose second change is at most this part of its first has settled on the first step. */
#define SETTLED 0.2
#define N_COEFF (LS_EXTRAPOLATE_MAX_ORDER + 1u)

/* Where the mean of an input over the step comes from. */
typedef enum
{
  WAY_NONE,   /* not balanced, or left as it is */
  WAY_SOLVED, /* the polynomial of the method: LS_LEAD_SOLVED */
  WAY_METHOD, /* the polynomial of the method */
  WAY_END,    /* held: the past of the source, and its end: LS_LEAD_END */
  WAY_LED,    /* likewise, of a source that only leads to ends: @ahead lacks the end */
  WAY_OWN,    /* held: the past of the source: @ahead */
  N_WAYS
} Way;

/* @covered: balanced; @held: follows no polynomials; @left: as it is, from the next step on
 * @way: by these and @lead
 * @sequence: its source among the sequences
 * @deficit: to be given on the next step, in its unit by s
 * @mean: over this step; @led: mean of the source, but for half its value at the end */
typedef struct
{
  gboolean covered, held, left;
  LsLead lead;
  Way way;
  guint sequence;
  double deficit, mean, led;
} Input;

struct LsBalance
{
  LsNetwork *network;
  guint n_in;
  Input *inputs;        /* n_in */
  int *sequences;       /* n_out: -1: its past is not kept */
  guint8 *followed;     /* n_out: by a method: ls_balance_follow() */
  guint8 *led;          /* n_sequences: ls_extrapolate_lead_only() */
  guint n_sequences;    /* one per output that is read */
  guint *outputs;       /* n_sequences */
  LsExtrapolate *past;  /* n_sequences; %NULL before the first step */
  LsExtrapolate *cubic; /* likewise, of %HIGHEST_CUBIC; %NULL where no input follows it */
  double *values;       /* n_sequences: at the end of the last step */
  double *integrals;    /* n_sequences: over that */
  gboolean started;     /* @past is valid */
  double time;          /* at the start of the step, s */
  guint n_steps;        /* since then, at most 3 */
  double first_h;       /* s */
  double *last;         /* n_sequences: at the start of the step */
  double *change;       /* n_sequences: on the first step */
  gboolean looks_ahead; /* there are or were inputs that need the following */
  double ahead_h;       /* s: length of the step that @ahead and @share are for; 0: none */
  double *ahead, share; /* n_sequences: ls_extrapolate_look_ahead(); written before the step alone,
                         * in which several threads read them */
};

static gboolean
is_held (const LsSystemInfo *info)
{
  return info->input_degree == 0;
}

gboolean
ls_balance_wants (const LsSystemInfo *info, LsRepair repair)
{
  return repair == LS_REPAIR_ON
         || (repair == LS_REPAIR_AUTO
             && ((info->n_in > 0 && info->step_degree == 0)
                 || !info->has[LS_CAPABILITY_LINEARISATION]));
}

gboolean
ls_network_is_blind (const LsNetwork *network)
{
  for (guint k = 0; k < network->n_systems; k++)
    if (ls_balance_wants (ls_system_get_info (network->systems[k]), LS_REPAIR_AUTO))
      return TRUE;
  return FALSE;
}

/* Of inputs of several components on several threads at a time, by ls_balance_leave(). */
static void
update_way (const LsBalance *self, Input *input)
{
  if (!input->covered || input->left)
    input->way = WAY_NONE;
  else if (input->lead == LS_LEAD_SOLVED)
    input->way = WAY_SOLVED;
  else if (!input->held || input->lead == LS_LEAD_METHOD)
    input->way = WAY_METHOD;
  else if (input->lead == LS_LEAD_END)
    input->way = self->led[input->sequence] ? WAY_LED : WAY_END;
  else
    input->way = WAY_OWN;
}

static void
update_lead (LsBalance *self, Input *input)
{
  update_way (self, input);
  self->looks_ahead
      |= input->held && input->lead != LS_LEAD_METHOD && input->lead != LS_LEAD_SOLVED;
}

static void
keep_past (LsBalance *self, int output)
{
  if (self->sequences[output] >= 0)
    return;
  self->sequences[output] = (int)self->n_sequences;
  self->outputs[self->n_sequences++] = (guint)output;
}

void
ls_balance_follow (LsBalance *self, int output)
{
  g_return_if_fail (self->past == NULL);

  if (output < 0)
    return;
  keep_past (self, output);
  self->followed[output] = TRUE;
}

/* Only wires between continuous values: others jump, and what was before a jump is not missing. */
static void
cover_system (LsBalance *self, guint system, LsRepair repair)
{
  const LsNetwork *network = self->network;
  const LsAssembly *assembly = network->assembly;
  const LsSystemInfo *info = ls_system_get_info (network->systems[system]);

  for (guint i = assembly->to_first[system]; i < assembly->to_first[system + 1]; i++)
    {
      const LsWire *wire = &assembly->wires[assembly->to_wires[i]];
      const guint input = network->in_offset[system] + (guint)wire->position;

      if (!wire->smooth || wire->position < 0 || network->source[input] < 0
          || !(ls_balance_wants (info, repair)
               || ls_balance_wants (ls_system_get_info (network->systems[wire->from]), repair)))
        continue;
      keep_past (self, network->source[input]);
      self->inputs[input].covered = TRUE;
      self->inputs[input].held = is_held (info);
      self->inputs[input].sequence = (guint)self->sequences[network->source[input]];
      update_way (self, &self->inputs[input]);
    }
}

LsBalance *
ls_balance_new (LsNetwork *network, LsRepair repair)
{
  LsBalance *self;

  if (repair == LS_REPAIR_OFF)
    return NULL;
  self = g_new0 (LsBalance, 1);
  self->network = network;
  self->n_in = network->n_in;
  self->inputs = g_new0 (Input, network->n_in + 1);
  self->outputs = g_new0 (guint, network->n_out + 1);
  self->sequences = g_new (int, network->n_out + 1);
  self->followed = g_new0 (guint8, network->n_out + 1);
  self->led = g_new0 (guint8, network->n_out + 1);
  for (guint i = 0; i < network->n_out; i++)
    self->sequences[i] = -1;
  for (guint k = 0; k < network->n_systems; k++)
    cover_system (self, k, repair);
  if (self->n_sequences > 0)
    return self;
  ls_balance_free (self);
  return NULL;
}

void
ls_balance_free (LsBalance *self)
{
  if (self == NULL)
    return;
  g_free (self->inputs);
  g_free (self->sequences);
  g_free (self->followed);
  g_free (self->led);
  g_free (self->outputs);
  ls_extrapolate_free (self->past);
  ls_extrapolate_free (self->cubic);
  g_free (self->values);
  g_free (self);
}

void
ls_balance_set_lead (LsBalance *self, guint input, LsLead lead)
{
  if (self == NULL)
    return;
  g_return_if_fail (input < self->n_in);
  self->inputs[input].lead = lead;
  update_lead (self, &self->inputs[input]);
}

void
ls_balance_set_leads (LsBalance *self, guint system, LsLead held, LsLead following)
{
  if (self == NULL)
    return;
  for (guint j = 0; j < self->n_in; j++)
    if (self->network->source[j] >= (int)self->network->out_offset[system]
        && self->network->source[j] < (int)self->network->out_offset[system + 1])
      {
        self->inputs[j].lead = self->inputs[j].held ? held : following;
        update_lead (self, &self->inputs[j]);
      }
}

void
ls_balance_leave (LsBalance *self, guint system, gboolean left)
{
  if (self == NULL)
    return;
  for (guint j = self->network->in_offset[system]; j < self->network->in_offset[system + 1]; j++)
    {
      self->inputs[j].left = left;
      update_way (self, &self->inputs[j]);
    }
}

/* The reached values of the sequences. */
static inline void
gather_values (LsBalance *self)
{
  const double *y = self->network->y;

  for (guint i = 0; i < self->n_sequences; i++)
    self->values[i] = y[self->outputs[i]];
}

/* Sources whose past is extrapolated to ends alone. */
static void
list_led (LsBalance *self)
{
  for (guint i = 0; i < self->n_sequences; i++)
    self->led[i] = !self->followed[self->outputs[i]];
  for (guint j = 0; j < self->n_in; j++)
    if (self->inputs[j].covered && self->inputs[j].lead != LS_LEAD_END)
      self->led[self->inputs[j].sequence] = FALSE;
  for (guint i = 0; i < self->n_sequences; i++)
    if (self->led[i])
      ls_extrapolate_lead_only (self->past, i);
}

static gboolean
follows_cubic (const Input *input)
{
  return input->covered && !input->held && input->lead == LS_LEAD_OWN_CUBIC;
}

/* The degree is chosen for those sources alone that inputs follow by it. */
static void
make_cubic (LsBalance *self)
{
  g_autofree guint8 *followed = g_new0 (guint8, self->n_sequences);
  guint n = 0;

  for (guint j = 0; j < self->n_in; j++)
    if (follows_cubic (&self->inputs[j]))
      {
        followed[self->inputs[j].sequence] = TRUE;
        n++;
      }
  if (n == 0)
    return;
  self->cubic = ls_extrapolate_new_steady (self->n_sequences, HIGHEST_CUBIC);
  for (guint i = 0; i < self->n_sequences; i++)
    if (!followed[i])
      ls_extrapolate_lead_only (self->cubic, i);
}

static void
make_past (LsBalance *self)
{
  self->past = ls_extrapolate_new_steady (self->n_sequences, HIGHEST);
  self->values = g_new0 (double, 5 * (gsize)self->n_sequences + 1);
  self->last = self->values + self->n_sequences;
  self->change = self->last + self->n_sequences;
  self->integrals = self->change + self->n_sequences;
  self->ahead = self->integrals + self->n_sequences;
  list_led (self);
  make_cubic (self);
  /* Leads that methods have replaced before the first step do not count. */
  self->looks_ahead = FALSE;
  for (guint j = 0; j < self->n_in; j++)
    update_lead (self, &self->inputs[j]);
}

static G_GNUC_NO_INLINE void
start (LsBalance *self)
{
  if (self->past == NULL)
    make_past (self);
  ls_extrapolate_reset (self->past);
  gather_values (self);
  ls_extrapolate_add (self->past, self->network->time, self->values);
  if (self->cubic != NULL)
    {
      ls_extrapolate_reset (self->cubic);
      ls_extrapolate_add (self->cubic, self->network->time, self->values);
    }
  for (guint j = 0; j < self->n_in; j++)
    self->inputs[j].deficit = 0.0;
  memcpy (self->last, self->values, self->n_sequences * sizeof (double));
  self->n_steps = 0;
  self->started = TRUE;
}

void
ls_balance_begin (LsBalance *self, double h)
{
  if (G_UNLIKELY (self->network->restarted || !self->started))
    start (self);
  self->time = self->network->time;
  if (self->looks_ahead)
    self->ahead_h = ls_extrapolate_look_ahead (self->past, h, self->ahead, &self->share) ? h : 0.0;
}

static inline double
find_mean (const LsBalance *self, const Input *input, double h, guint degree, const double row[])
{
  if (input->way == WAY_END || input->way == WAY_LED)
    return ls_extrapolate_get_mean_to (self->past, input->sequence, h,
                                       ls_polynomial_get_value (row, degree, h));
  return input->way == WAY_OWN ? ls_extrapolate_get_mean (self->past, input->sequence, h)
                               : ls_polynomial_get_mean (row, degree, h);
}

/* The input follows the past of its source, and with LEAD_END to where that is at the end. */
static void
lead (const LsBalance *self, const Input *input, double h, guint degree, double row[])
{
  double c[N_COEFF];

  if (input->lead == LS_LEAD_OWN && degree >= HIGHEST)
    ls_extrapolate_get_one (self->past, input->sequence, c);
  else if (input->lead == LS_LEAD_OWN_CUBIC && degree >= HIGHEST_CUBIC)
    ls_extrapolate_get_one (self->cubic, input->sequence, c);
  else if (input->lead == LS_LEAD_END && degree == LS_EXTRAPOLATE_MAX_ORDER)
    ls_extrapolate_lead_to (self->past, input->sequence, h,
                            ls_polynomial_get_value (row, degree, h), c);
  else
    return;
  memcpy (row, c, (degree + 1) * sizeof (double));
}

/* Not in a loop, of which the compiler makes a call. */
static inline void
hold (double value, guint degree, double row[])
{
  row[0] = value;
  if (degree > 0)
    row[1] = 0.0;
  if (degree > 1)
    row[2] = 0.0;
  if (degree > 2)
    row[3] = 0.0;
}

/* Sets the mean of the input over the step: that of its source by the polynomial @row, plus its
 * deficit. */
static inline void
set_mean (const LsBalance *self, Input *input, double h, guint degree, const double row[])
{
  /* The correction is a straight line between the deviations at both ends. */
  if (G_UNLIKELY (input->way == WAY_SOLVED))
    input->led = ls_polynomial_get_mean (row, degree, h)
                 + 0.5
                       * (self->network->y[self->outputs[input->sequence]] - row[0]
                          - ls_polynomial_get_value (row, degree, h));
  input->mean = find_mean (self, input, h, degree, row) + input->deficit / h;
}

/* ls_balance_hold() of other inputs; a function of its own, so that there is no call in that loop.
 */
static G_GNUC_NO_INLINE void
hold_any (LsBalance *self,
          guint first,
          guint end,
          double h,
          guint degree,
          const double u[],
          double held[])
{
  const double *row = u + (gsize)first * (degree + 1);

  for (guint j = first; j < end; j++, row += degree + 1)
    {
      Input *input = &self->inputs[j];

      if (G_UNLIKELY (input->way == WAY_NONE))
        {
          held[j] = ls_polynomial_get_mean (row, degree, h);
          continue;
        }
      set_mean (self, input, h, degree, row);
      held[j] = input->mean;
    }
}

void
ls_balance_hold (LsBalance *self,
                 guint first,
                 guint end,
                 double h,
                 guint degree,
                 const double u[],
                 double held[])
{
  /* The end of a polynomial is left to hold_any(). */
  const Way known = G_UNLIKELY (self->ahead_h != h) ? N_WAYS : degree == 0 ? WAY_LED : WAY_OWN;

  for (guint j = first; j < end; j++)
    {
      Input *input = &self->inputs[j];
      double mean;

      if (input->way < known)
        {
          hold_any (self, j, end, h, degree, u, held);
          return;
        }
      mean = self->ahead[input->sequence];
      if (input->way == WAY_LED)
        mean += self->share * u[j];
      held[j] = input->mean = mean + input->deficit / h;
    }
}

void
ls_balance_shape (LsBalance *self, guint index, double h, guint degree, double row[])
{
  Input *input = &self->inputs[index];

  if (input->way == WAY_NONE)
    return;
  if (!input->held)
    lead (self, input, h, degree, row);
  set_mean (self, input, h, degree, row);
  if (!input->held)
    {
      row[0] += input->deficit / h;
      return;
    }
  hold (input->mean, degree, row);
}

/* What is left of a start that is not in equilibrium fades within the first step where a component
 * is stiff: there its output was not on the straight line between the ends, but at the value that
 * it then keeps. */
static G_GNUC_NO_INLINE void
judge_start (LsBalance *self, double h)
{
  self->n_steps++;
  if (self->n_steps == 1)
    self->first_h = h;
  for (guint i = 0; i < self->n_sequences && self->n_steps == 1; i++)
    self->change[i] = self->values[i] - self->last[i];
  for (guint j = 0; j < self->n_in && self->n_steps == 2; j++)
    {
      Input *input = &self->inputs[j];
      const guint i = input->sequence;

      if (input->covered && !input->left && input->lead != LS_LEAD_SOLVED
          && fabs (self->values[i] - self->last[i])
                 <= SETTLED * fabs (self->change[i]) * h / self->first_h)
        input->deficit += 0.5 * self->first_h * self->change[i];
    }
  memcpy (self->last, self->values, self->n_sequences * sizeof (double));
}

void
ls_balance_accept (LsBalance *self)
{
  const LsNetwork *network = self->network;
  const double h = network->time - self->time;

  self->started = !network->restarted;
  if (!self->started)
    return;
  gather_values (self);
  ls_extrapolate_add_and_integrate (self->past, network->time, self->values, h, self->integrals);
  if (self->cubic != NULL)
    ls_extrapolate_add (self->cubic, network->time, self->values);
  for (guint j = 0; j < self->n_in; j++)
    {
      Input *input = &self->inputs[j];

      if (G_LIKELY (input->way > WAY_SOLVED))
        input->deficit += self->integrals[input->sequence] - h * input->mean;
      else if (input->way == WAY_SOLVED)
        input->deficit += h * (input->led + 0.5 * self->values[input->sequence]) - h * input->mean;
      else
        input->deficit = 0.0;
    }
  if (G_UNLIKELY (self->n_steps < 2))
    judge_start (self, h);
}

gboolean
ls_balance_leads_polynomials (const LsBalance *self)
{
  for (guint j = 0; self != NULL && j < self->n_in; j++)
    if (self->inputs[j].covered && !self->inputs[j].held)
      return TRUE;
  return FALSE;
}

gboolean
ls_balance_follows (const LsBalance *self, guint output)
{
  return self != NULL && self->sequences[output] >= 0;
}

guint
ls_balance_get_n_points (const LsBalance *self)
{
  return ls_extrapolate_get_n_points (self->past);
}

gboolean
ls_balance_predict (const LsBalance *self, guint output, double c[4])
{
  if (!ls_balance_follows (self, output))
    return FALSE;
  ls_extrapolate_get_one (self->past, (guint)self->sequences[output], c);
  return TRUE;
}

void
ls_balance_visit_state (LsBalance *self, LsVisitMemoryFunc func, gpointer user_data)
{
  if (self->past == NULL)
    start (self);
  func (&self->started, sizeof self->started, user_data);
  func (&self->n_steps, sizeof self->n_steps, user_data);
  func (&self->first_h, sizeof self->first_h, user_data);
  func (self->values, 3 * (gsize)self->n_sequences * sizeof (double), user_data);
  func (self->inputs, self->n_in * sizeof (Input), user_data);
  ls_extrapolate_visit_state (self->past, func, user_data);
  if (self->cubic != NULL)
    ls_extrapolate_visit_state (self->cubic, func, user_data);
}
