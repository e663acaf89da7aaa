#include "core/assembly/balance.h"

#include "core/num/extrapolate.h"

#include <math.h>
#include <string.h>

/* Degree 3 is unstable on steps that degree 2 follows (Lotka-Volterra, h = 0.5 s), and gains
 * nothing once the deficit is made up for. */
#define HIGHEST 2u
/* A source whose second change is at most this part of its first has settled on the first step. */
#define SETTLED 0.2
#define N_COEFF (LS_EXTRAPOLATE_MAX_ORDER + 1u)

struct LsBalance
{
  LsNetwork *network;
  guint n_in, n_out;
  guint8 *covered; /* n_in */
  guint8 *held;    /* n_in */
  guint8 *left;    /* n_in: as they are */
  guint8 *read;    /* n_out: by a covered input */
  LsLead *lead;    /* n_in */
  LsExtrapolate *past;
  gboolean started;     /* @past is valid */
  double time;          /* at the start of the step, s */
  guint n_steps;        /* since then, at most 3 */
  double first_h;       /* s */
  double *last;         /* n_out: at the start of the step */
  double *change;       /* n_out: on the first step */
  double *deficit;      /* n_in */
  double *mean;         /* n_in: of the inputs of this step */
  double *led;          /* n_in: mean of the source, but for half its value at the end */
  double *coefficients; /* n_out x N_COEFF: extrapolation over this step */
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
      self->covered[input] = TRUE;
      self->held[input] = is_held (info);
      self->read[network->source[input]] = TRUE;
    }
}

static gboolean
covers_any (const LsBalance *self)
{
  for (guint j = 0; j < self->n_in; j++)
    if (self->covered[j])
      return TRUE;
  return FALSE;
}

LsBalance *
ls_balance_new (LsNetwork *network, LsRepair repair)
{
  const guint n_in = network->n_in, n_out = network->n_out;
  LsBalance *self;

  if (repair == LS_REPAIR_OFF)
    return NULL;
  self = g_new0 (LsBalance, 1);
  self->network = network;
  self->n_in = n_in;
  self->n_out = n_out;
  self->covered = g_new0 (guint8, n_in + 1);
  self->held = g_new0 (guint8, n_in + 1);
  self->left = g_new0 (guint8, n_in + 1);
  self->read = g_new0 (guint8, n_out + 1);
  for (guint k = 0; k < network->n_systems; k++)
    cover_system (self, k, repair);
  if (!covers_any (self))
    {
      ls_balance_free (self);
      return NULL;
    }
  self->lead = g_new0 (LsLead, n_in + 1);
  self->past = ls_extrapolate_new_steady (n_out, HIGHEST);
  self->deficit = g_new0 (double, n_in + 1);
  self->last = g_new0 (double, 2 * (gsize)n_out + 1);
  self->change = self->last + n_out;
  self->mean = g_new0 (double, 2 * (gsize)n_in + 1);
  self->led = self->mean + n_in;
  self->coefficients = g_new0 (double, (gsize)n_out *N_COEFF + 1);
  return self;
}

void
ls_balance_free (LsBalance *self)
{
  if (self == NULL)
    return;
  g_free (self->covered);
  g_free (self->held);
  g_free (self->left);
  g_free (self->read);
  g_free (self->lead);
  ls_extrapolate_free (self->past);
  g_free (self->deficit);
  g_free (self->last);
  g_free (self->mean);
  g_free (self->coefficients);
  g_free (self);
}

void
ls_balance_set_lead (LsBalance *self, guint input, LsLead lead)
{
  if (self == NULL)
    return;
  g_return_if_fail (input < self->n_in);
  self->lead[input] = lead;
}

void
ls_balance_set_leads (LsBalance *self, guint system, LsLead held, LsLead following)
{
  if (self == NULL)
    return;
  for (guint j = 0; j < self->n_in; j++)
    if (self->network->source[j] >= (int)self->network->out_offset[system]
        && self->network->source[j] < (int)self->network->out_offset[system + 1])
      self->lead[j] = self->held[j] ? held : following;
}

void
ls_balance_leave (LsBalance *self, guint system, gboolean left)
{
  if (self == NULL)
    return;
  for (guint j = self->network->in_offset[system]; j < self->network->in_offset[system + 1]; j++)
    self->left[j] = left;
}

void
ls_balance_begin (LsBalance *self)
{
  const LsNetwork *network = self->network;

  if (network->restarted || !self->started)
    {
      ls_extrapolate_reset (self->past);
      ls_extrapolate_add (self->past, network->time, network->y);
      memset (self->deficit, 0, self->n_in * sizeof (double));
      memcpy (self->last, network->y, self->n_out * sizeof (double));
      self->n_steps = 0;
      self->started = TRUE;
    }
  self->time = network->time;
  ls_extrapolate_get (self->past, LS_EXTRAPOLATE_MAX_ORDER, self->coefficients);
}

static double
get_end (const double c[], guint degree, double h)
{
  double sum = 0.0;

  for (guint p = degree + 1; p-- > 0;)
    sum = sum * h + c[p];
  return sum;
}

static double
find_mean (const LsBalance *self, guint input, double h, guint degree, const double row[])
{
  const guint source = (guint)self->network->source[input];

  if (!self->held[input] || self->lead[input] == LS_LEAD_METHOD
      || self->lead[input] == LS_LEAD_SOLVED)
    return ls_system_get_mean (row, degree, h);
  if (self->lead[input] == LS_LEAD_END)
    {
      double c[N_COEFF];

      ls_extrapolate_lead_to (self->past, source, h, get_end (row, degree, h), c);
      return ls_system_get_mean (c, LS_EXTRAPOLATE_MAX_ORDER, h);
    }
  return ls_system_get_mean (self->coefficients + (gsize)source * N_COEFF, LS_EXTRAPOLATE_MAX_ORDER,
                             h);
}

/* The input follows the past of its source, and with LEAD_END to where that is at the end. */
static void
lead (const LsBalance *self, guint input, double h, guint degree, double row[])
{
  const guint source = (guint)self->network->source[input];
  const gsize size = (degree + 1) * sizeof (double);
  double c[N_COEFF];

  if (self->lead[input] == LS_LEAD_OWN && degree >= HIGHEST)
    memcpy (row, self->coefficients + (gsize)source * N_COEFF, size);
  if (self->lead[input] != LS_LEAD_END || degree < LS_EXTRAPOLATE_MAX_ORDER)
    return;
  ls_extrapolate_lead_to (self->past, source, h, get_end (row, degree, h), c);
  memcpy (row, c, size);
}

void
ls_balance_shape (LsBalance *self, guint input, double h, guint degree, double row[])
{
  const double shift = self->deficit[input] / h;

  if (!self->covered[input] || self->left[input])
    return;
  if (!self->held[input])
    lead (self, input, h, degree, row);
  if (self->lead[input] == LS_LEAD_SOLVED)
    {
      const guint source = (guint)self->network->source[input];

      /* What is added to it is a straight line between what its ends are off by. */
      self->led[input] = ls_system_get_mean (row, degree, h)
                         + 0.5 * (self->network->y[source] - row[0] - get_end (row, degree, h));
    }
  self->mean[input] = find_mean (self, input, h, degree, row) + shift;
  if (!self->held[input])
    {
      row[0] += shift;
      return;
    }
  row[0] = self->mean[input];
  for (guint p = 1; p <= degree; p++)
    row[p] = 0.0;
}

/* What is left of a start that is not in equilibrium fades within the first step where a component
 * is stiff: there its output was not on the straight line between the ends, but at the value that
 * it then keeps. */
static void
judge_start (LsBalance *self, double h)
{
  const LsNetwork *network = self->network;

  self->n_steps = MIN (self->n_steps + 1, 3);
  for (guint j = 0; j < self->n_in && self->n_steps == 2; j++)
    {
      const int source = network->source[j];

      if (self->covered[j] && !self->left[j] && self->lead[j] != LS_LEAD_SOLVED
          && fabs (network->y[source] - self->last[source])
                 <= SETTLED * fabs (self->change[source]) * h / self->first_h)
        self->deficit[j] += 0.5 * self->first_h * self->change[source];
    }
  if (self->n_steps == 1)
    self->first_h = h;
  for (guint i = 0; i < self->n_out && self->n_steps <= 2; i++)
    {
      if (self->n_steps == 1)
        self->change[i] = network->y[i] - self->last[i];
      self->last[i] = network->y[i];
    }
}

void
ls_balance_accept (LsBalance *self)
{
  const LsNetwork *network = self->network;
  const double h = network->time - self->time;

  self->started = !network->restarted;
  if (!self->started)
    return;
  ls_extrapolate_add (self->past, network->time, network->y);
  for (guint j = 0; j < self->n_in; j++)
    if (self->left[j])
      self->deficit[j] = 0.0;
    else if (self->covered[j])
      {
        const guint source = (guint)network->source[j];
        const double integral = self->lead[j] == LS_LEAD_SOLVED
                                    ? h * (self->led[j] + 0.5 * network->y[source])
                                    : ls_extrapolate_integrate_back (self->past, source, h);

        self->deficit[j] += integral - h * self->mean[j];
      }
  if (self->n_steps < 3)
    judge_start (self, h);
}

gboolean
ls_balance_leads_polynomials (const LsBalance *self)
{
  for (guint j = 0; self != NULL && j < self->n_in; j++)
    if (self->covered[j] && !self->held[j])
      return TRUE;
  return FALSE;
}

gboolean
ls_balance_predict (const LsBalance *self, guint output, double c[4])
{
  if (self == NULL || !self->read[output])
    return FALSE;
  memcpy (c, self->coefficients + (gsize)output * N_COEFF, N_COEFF * sizeof (double));
  return TRUE;
}

void
ls_balance_visit_state (LsBalance *self, LsVisitMemoryFunc func, gpointer user_data)
{
  func (&self->started, sizeof self->started, user_data);
  func (&self->n_steps, sizeof self->n_steps, user_data);
  func (&self->first_h, sizeof self->first_h, user_data);
  func (self->last, 2 * (gsize)self->n_out * sizeof (double), user_data);
  func (self->deficit, self->n_in * sizeof (double), user_data);
  ls_extrapolate_visit_state (self->past, func, user_data);
}
