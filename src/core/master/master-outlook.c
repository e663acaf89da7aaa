/* Expected cost of a coupling tolerance with the chosen method, and whether it can be met: early
 * warnings with alternatives. */
#include "core/assembly/end-outputs.h"
#include "core/master/master-impl.h"

#include "core/base/language.h"
#include "core/base/number.h"
#include "core/assembly/initialise.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Interval of rate checks in steps, and the number of consecutive slow checks before a warning:
 * starts and jumps need short steps, too. */
#define LOOK_EVERY 100u
#define LOOKS 3u
/* Expected number of steps that causes a warning. */
#define MANY_STEPS 1e5
/* Maximum number of steps, absolute and relative to the number of steps of maximum size: beyond it
 * a run takes days and its results fit nowhere. */
#define MOST_STEPS 1e7
#define MOST_TIMES 100.0
/* First check for aborting a run, in steps; it uses the rate of the last half of them and is
 * repeated each time the number doubles. */
#define SURE 100000u
/* Orders of extrapolation without further capabilities, and of methods with linearisation or
 * rollback. */
#define EXTRAPOLATED_ORDER 3u
#define SMOOTH_ORDER 4u
/* Minimum loop gain for growth; at exactly 1 values oscillate. */
#define GROWS (1.0 + 1e-6)

static gboolean
have_all (const LsNetwork *network, LsCapability capability)
{
  for (guint k = 0; k < network->n_systems; k++)
    if (!ls_system_get_info (network->systems[k])->has[capability])
      return FALSE;
  return TRUE;
}

/* Returns: (transfer full) (nullable): the method with the highest order for these components.
 * @order: (out): its order */
static char *
choose_better (const LsNetwork *network, guint *order)
{
  const LsCouplingMethod *method = &ls_coupling_ni_jacobi;

  *order = SMOOTH_ORDER;
  if (have_all (network, LS_CAPABILITY_LINEARISATION))
    method = &ls_coupling_missiles;
  else if (have_all (network, LS_CAPABILITY_ROLLBACK))
    method = &ls_coupling_ifosmondi_jfm;
  else
    *order = EXTRAPOLATED_ORDER;
  *order = ls_step_estimate_limit_order (network->estimate, *order, LS_SYSTEM_MAX_DEGREE);
  return g_strconcat (ls_coupling_method_get_name (method),
                      method == &ls_coupling_ni_jacobi ? ", extrapolation=flexible" : "", NULL);
}

/* Returns: (nullable): the first component with held inputs and direct feed-through, else the first
 * with held inputs */
static const LsSystemInfo *
find_holding (const LsNetwork *network)
{
  const LsSystemInfo *found = NULL;

  for (guint k = 0; k < network->n_systems; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);

      if (info->n_in == 0 || info->step_degree > 0)
        continue;
      if (ls_system_info_feeds_through (info) && !network->corrected[k]
          && !ls_end_outputs_covers (network->end_outputs, k))
        return info;
      if (found == NULL)
        found = info;
    }
  return found;
}

/* Advice if no other method has a higher order. */
static char *
advise_component (const LsNetwork *network)
{
  const LsSystemInfo *info = find_holding (network);

  if (info == NULL || network->order >= LS_SYSTEM_MAX_DEGREE)
    return g_strdup (_ ("No method does better with these components: a looser tolerance takes "
                        "fewer."));
  if (info->has_model_exchange)
    /* Translators: name of a component, twice. */
    return g_strdup_printf (_ ("No method does better as long as %s holds its inputs: integrated "
                               "over its Model Exchange interface (--solver=%s:dopri5) it follows "
                               "them."),
                            info->name, info->name);
  return g_strdup_printf (_ ("No method does better as %s holds its inputs (%s): a looser "
                             "tolerance takes fewer."),
                          info->name, info->reasons[LS_CAPABILITY_POLYNOMIAL_INPUTS]);
}

/* Advice on the number of steps, which is proportional to the tolerance to the power -1 / order. */
static char *
advise (const LsMaster *self, double n_steps)
{
  const LsNetwork *network = &self->network;
  const double tolerance = ls_step_control_get_tolerance (network->control);
  g_autofree char *loops = self->method->lags ? ls_master_explain_loops (self) : NULL;
  g_autofree char *better = NULL;
  char number[LS_NUMBER_SIZE];
  guint order;

  if (loops != NULL)
    return g_steal_pointer (&loops);
  better = choose_better (network, &order);
  if (order <= network->order)
    return advise_component (network);
  n_steps *= pow (tolerance, 1.0 / network->order - 1.0 / order);
  /* Translators: a method with its options, its order, a number. */
  return g_strdup_printf (_ ("%s is of order %u here and would take some %s."), better, order,
                          ls_number_show (n_steps, 1, number));
}

static double
get_most_steps (const LsMaster *self)
{
  return fmax (MOST_STEPS, MOST_TIMES * self->stop_time / self->step_size);
}

/* Returns: (transfer full): sentences */
static char *
explain_many (const LsMaster *self, double n_steps)
{
  const LsNetwork *network = &self->network;
  const double most = get_most_steps (self);
  g_autofree char *advice = advise (self, n_steps);
  g_autofree char *sentence = NULL;
  char number[LS_NUMBER_SIZE], tolerance[LS_NUMBER_SIZE];

  sentence = g_strdup_printf (
      /* Translators: name of a method, tolerance, number of steps, order, a number, a sentence. */
      _ ("%s with a tolerance of %s is going to take about %s steps: it is of order %u, and a "
         "tenth of the tolerance takes %.3g times as many. %s"),
      _ (self->method->name),
      ls_number_format (ls_step_control_get_tolerance (network->control), tolerance),
      ls_number_show (n_steps, 2, number), network->order, pow (10.0, 1.0 / network->order),
      advice);
  if (n_steps <= most)
    return g_steal_pointer (&sentence);
  /* Translators: sentences, a number. */
  return g_strdup_printf (_ ("%s With a tolerance, at most %s steps are taken."), sentence,
                          ls_number_show (most, 2, number));
}

/* Warns once after several consecutive slow checks. */
static void
warn_of_many (LsMaster *self)
{
  LsMasterOutlook *outlook = &self->outlook;
  const double passed = self->network.time - outlook->time;
  g_autofree char *sentences = NULL;
  double n_steps;

  if (outlook->said || self->step < outlook->step + LOOK_EVERY)
    return;
  n_steps
      = (double)self->step
        + (self->stop_time - self->network.time) / passed * (double)(self->step - outlook->step);
  outlook->step = self->step;
  outlook->time = self->network.time;
  outlook->n_slow = n_steps > MANY_STEPS ? outlook->n_slow + 1 : 0;
  if (outlook->n_slow < LOOKS)
    return;
  outlook->said = TRUE;
  sentences = explain_many (self, n_steps);
  ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, self->network.time, "%s", sentences);
}

/* Unlike the warning, only after enough steps that starts and jumps no longer dominate the rate. */
static gboolean
refuse_too_many (LsMaster *self, GError **error)
{
  LsMasterOutlook *outlook = &self->outlook;
  const double rest = self->stop_time - self->network.time;
  const double most = get_most_steps (self);
  g_autofree char *sentences = NULL;
  double n_steps = (double)self->step;

  if (self->step != outlook->half + MAX (outlook->half, SURE / 2) && n_steps <= most)
    return TRUE;
  if (outlook->half > 0)
    n_steps
        += rest / (self->network.time - outlook->half_time) * (double)(self->step - outlook->half);
  outlook->half = self->step;
  outlook->half_time = self->network.time;
  if (n_steps <= most)
    return TRUE;
  self->broken = TRUE;
  sentences = explain_many (self, n_steps);
  return ls_fail (error, LS_ERROR_RUN, "%s", sentences);
}

gboolean
ls_master_look_ahead (LsMaster *self, GError **error)
{
  warn_of_many (self);
  return self->done || refuse_too_many (self, error);
}

void
ls_master_warn_of_swings (LsMaster *self)
{
  const LsNetwork *network = &self->network;
  g_autofree char *sentences
      = ls_step_control_explain_swings (ls_step_control_get_tolerance (network->control),
                                        network->counts.swings, network->counts.drift);

  if (sentences != NULL)
    ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, NAN, "%s", sentences);
}

char *
ls_master_explain_loops (const LsMaster *self)
{
  const LsNetwork *network = &self->network;
  g_autofree char *names = NULL;

  if (!network->has_loops || self->resolves || ls_end_outputs_closes_loops (network->end_outputs))
    return NULL;
  names = ls_initialise_name_loops (self->network.initialise);
  return g_strdup_printf (
      have_all (network, LS_CAPABILITY_LINEARISATION) || have_all (network, LS_CAPABILITY_ROLLBACK)
          /* Translators: name of a method, names of signals, another method. */
          ? _ ("%s delays the values of an algebraic loop (%s) by a step: if the loop gain is "
               "above 1, they grow, and faster with shorter steps. %s solves the loop.")
          : _ ("%s delays the values of an algebraic loop (%s) by a step: if the loop gain is "
               "above 1, they grow, and faster with shorter steps. %s would solve the loop, with "
               "components that support rollback."),
      _ (self->method->name), names, ls_coupling_method_get_name (&ls_coupling_ifosmondi_jfm));
}

/* Largest gain of the loops solved at the start; 0: unknown. */
static double
get_gain (const LsMaster *self)
{
  g_autoptr (GPtrArray) loops = ls_master_list_loops (self);
  double gain = 0.0;

  for (guint i = 0; i < loops->len; i++)
    gain = fmax (gain, ((LsLoopReport *)loops->pdata[i])->gain);
  return gain;
}

/* With a coupling tolerance for any gain; with fixed steps only if values would grow. */
void
ls_master_warn_of_loops (LsMaster *self)
{
  g_autofree char *sentence = self->method->lags ? ls_master_explain_loops (self) : NULL;
  const double gain = sentence != NULL ? get_gain (self) : 0.0;

  if (gain > GROWS)
    ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, NAN,
                  _ ("%s The gain is %.3g at the start."), sentence, gain);
  else if (sentence != NULL && self->network.control != NULL)
    ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, NAN, "%s", sentence);
}

/* Appends the explanation of algebraic loops to @sentence, which it frees. */
static char *
add_loops (const LsMaster *self, char *sentence)
{
  g_autofree char *first = sentence;
  g_autofree char *loops = self->method->lags ? ls_master_explain_loops (self) : NULL;

  return g_strconcat (first, loops != NULL ? " " : "", loops, NULL);
}

char *
ls_master_explain_rejection (const LsMaster *self, const char *name, double h)
{
  const LsNetwork *network = &self->network;

  if (network->control == NULL || !network->rejected)
    return add_loops (
        self,
        g_strdup_printf (_ ("%s: fmi2DoStep at t = %.9g s discarded every step down to %.9g s."),
                         name, ls_master_get_time (self), h));
  return add_loops (
      self, g_strdup_printf (
                /* Translators: tolerance, time, step, how many times too large the error is. */
                _ ("The tolerance of %g cannot be met from t = %.9g s on: the error of a step of "
                   "%.3g s still is %.2g times what is allowed, and no shorter step is possible."),
                ls_step_control_get_tolerance (network->control), ls_master_get_time (self), h,
                ls_step_control_get_error (network->control)));
}
