/* What a tolerance will cost with the method that was chosen, and whether it can be met at all:
 * said early, with what would do. */
#include "core/master/master-impl.h"

#include "core/base/language.h"
#include "core/base/number.h"
#include "core/assembly/initialise.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* The rate of a run is looked at after so many steps, and each time so many later; so many times
 * in a row it has to be slow, as jumps and starts are passed by short steps. */
#define LOOK_EVERY 100u
#define LOOKS 3u
/* Steps that nobody waits for without having been told. */
#define MANY_STEPS 1e5
/* Orders of what goes on without anything, and of what has a model or can go back. */
#define EXTRAPOLATED_ORDER 3u
#define SMOOTH_ORDER 4u

static gboolean
have_all (const LsNetwork *network, LsCapability capability)
{
  for (guint k = 0; k < network->n_systems; k++)
    if (!ls_system_get_info (network->systems[k])->has[capability])
      return FALSE;
  return TRUE;
}

/* Returns: (transfer full) (nullable): the name of what is of the highest order with these
 * components.
 * @order: (out): that */
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

/* Steps go like the tolerance to the power -1 / order. */
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
    return g_strdup (_ ("No method does better with these components: a looser tolerance takes "
                        "fewer."));
  n_steps *= pow (tolerance, 1.0 / network->order - 1.0 / order);
  /* Translators: a method with its options, its order, a number. */
  return g_strdup_printf (_ ("%s is of order %u here and would take some %s."), better, order,
                          ls_number_show (n_steps, 1, number));
}

static void
say_many (const LsMaster *self, double n_steps)
{
  const LsNetwork *network = &self->network;
  g_autofree char *advice = advise (self, n_steps);
  char number[LS_NUMBER_SIZE], tolerance[LS_NUMBER_SIZE];

  ls_log_write (
      self->log, LS_LOG_WARNING, NULL, NULL, network->time,
      /* Translators: name of a method, tolerance, number of steps, order, a number, a sentence. */
      _ ("%s with a tolerance of %s is going to take about %s steps: it is of order %u, and a "
         "tenth of the tolerance takes %.3g times as many. %s"),
      _ (self->method->name),
      ls_number_format (ls_step_control_get_tolerance (network->control), tolerance),
      ls_number_show (n_steps, 2, number), network->order, pow (10.0, 1.0 / network->order),
      advice);
}

void
ls_master_look_ahead (LsMaster *self)
{
  LsMasterOutlook *outlook = &self->outlook;
  const double passed = self->network.time - outlook->time;
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
  say_many (self, n_steps);
}

char *
ls_master_explain_loops (const LsMaster *self)
{
  const LsNetwork *network = &self->network;
  g_autofree char *names = NULL;

  if (!network->has_loops || self->resolves)
    return NULL;
  names = ls_initialise_name_loops (self->initialise);
  return g_strdup_printf (
      have_all (network, LS_CAPABILITY_LINEARISATION) || have_all (network, LS_CAPABILITY_ROLLBACK)
          /* Translators: name of a method, names of signals, another method. */
          ? _ (
              "%s passes the values of an algebraic loop (%s) on with a delay of a step: where the "
              "gain round it is above 1, they grow the faster the shorter the steps are. %s solves "
              "it.")
          : _ (
              "%s passes the values of an algebraic loop (%s) on with a delay of a step: where the "
              "gain round it is above 1, they grow the faster the shorter the steps are. %s would "
              "solve it, with components that can be rolled back."),
      _ (self->method->name), names, ls_coupling_method_get_name (&ls_coupling_ifosmondi_jfm));
}

void
ls_master_warn_of_loops (LsMaster *self)
{
  g_autofree char *sentence
      = self->network.control != NULL && self->method->lags ? ls_master_explain_loops (self) : NULL;

  if (sentence != NULL)
    ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, NAN, "%s", sentence);
}

/* The same after another sentence. */
static char *
add_loops (const LsMaster *self, char *sentence)
{
  g_autofree char *first = sentence;
  g_autofree char *loops = self->method->lags ? ls_master_explain_loops (self) : NULL;

  return g_strconcat (first, loops != NULL ? " " : "", loops, NULL);
}

char *
ls_master_explain_refusal (const LsMaster *self, const char *name, double h)
{
  const LsNetwork *network = &self->network;

  if (network->control == NULL || !network->refused)
    return add_loops (
        self,
        g_strdup_printf (_ ("%s: fmi2DoStep at t = %.9g s refused every step down to %.9g s."),
                         name, ls_master_get_time (self), h));
  return add_loops (
      self, g_strdup_printf (
                /* Translators: tolerance, time, step, how many times too large the error is. */
                _ ("The tolerance of %g cannot be met from t = %.9g s on: a step of %.3g s still "
                   "is wrong "
                   "by %.2g times as much as is allowed, and no shorter one can be taken."),
                ls_step_control_get_tolerance (network->control), ls_master_get_time (self), h,
                ls_step_control_get_error (network->control)));
}
