/* Run check of Model Exchange: events, derivatives, saved states. */
#include "core/check/check-run-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define N_STEPS 10

typedef struct
{
  LsRunCheck *check;
  gsize n_x, n_z;
  const LsVariable **states;
  double *x, *dx, *z, *z_before, *nominals;
  double time, next_event; /* s */
  gboolean terminated, may_return;
} Run;

static void
clear (Run *run)
{
  g_free (run->states);
  g_free (run->x);
  g_free (run->dx);
  g_free (run->z);
  g_free (run->z_before);
  g_free (run->nominals);
}

static void
prepare (Run *run, LsRunCheck *check)
{
  const LsDescription *description = ls_instance_get_description (check->instance);

  *run = (Run){ .check = check, .time = check->start };
  run->n_x = ls_description_get_n_states (description);
  run->n_z = description->n_event_indicators;
  run->states = g_new0 (const LsVariable *, run->n_x + 1);
  for (gsize i = 0; i < run->n_x; i++)
    {
      guint derivative = description->derivatives.items[i].variable;

      run->states[i] = &description->variables[description->variables[derivative].derivative_of];
    }
  run->x = g_new0 (double, run->n_x + 1);
  run->dx = g_new0 (double, run->n_x + 1);
  run->nominals = g_new0 (double, run->n_x + 1);
  run->z = g_new0 (double, run->n_z + 1);
  run->z_before = g_new0 (double, run->n_z + 1);
}

/* Event iteration, from event mode to continuous-time mode. */
static gboolean
handle_event (Run *run)
{
  LsInstance *instance = run->check->instance;
  LsEventInfo info;

  if (!ls_run_check_status (run->check, _ ("updating discrete states"),
                            ls_instance_update_discrete_states (instance, &info)))
    return FALSE;
  run->terminated = info.terminate;
  run->next_event = info.has_next_time ? info.next_time : INFINITY;
  if (run->terminated)
    return TRUE;
  if (info.has_next_time && info.next_time < run->time)
    ls_finding_add (run->check->findings, LS_FINDING_ERROR, "next-event-time", 0,
                    run->check->kind_name, _ ("the next time event, at %g s, is before %g s"),
                    info.next_time, run->time);
  return ls_run_check_status (run->check, _ ("entering continuous-time mode"),
                              ls_instance_enter_continuous_time_mode (instance))
         && ls_run_check_status (run->check, _ ("reading the states"),
                                 ls_instance_get_states (instance, run->x))
         && ls_run_check_finite (run->check, _ ("states"), run->states, run->n_x, run->x);
}

static gboolean
evaluate (Run *run)
{
  LsInstance *instance = run->check->instance;

  if (!ls_run_check_status (run->check, _ ("reading the derivatives"),
                            ls_instance_get_state_derivatives (instance, run->dx))
      || !ls_run_check_finite (run->check, _ ("derivative of the state"), run->states, run->n_x,
                               run->dx)
      || !ls_run_check_status (run->check, _ ("reading the event indicators"),
                               ls_instance_get_event_indicators (instance, run->z)))
    return FALSE;
  for (gsize i = 0; i < run->n_z; i++)
    if (!isfinite (run->z[i]))
      {
        ls_finding_add (run->check->findings, LS_FINDING_ERROR, "values-finite", 0,
                        run->check->kind_name, _ ("the event indicator %zu is %g"), i, run->z[i]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
check_nominals (Run *run)
{
  return ls_run_check_status (run->check, _ ("reading the nominals"),
                              ls_instance_get_nominals (run->check->instance, run->nominals));
}

/* Setting the time and the states to their current values must change nothing. */
static gboolean
check_repetition (Run *run)
{
  LsInstance *instance = run->check->instance;
  g_autofree double *before = NULL;

  if (!evaluate (run))
    return FALSE;
  before = g_memdup2 (run->dx, (run->n_x + 1) * sizeof (double));
  if (!ls_run_check_status (run->check, _ ("setting the time"),
                            ls_instance_set_time (instance, run->time))
      || !ls_run_check_status (run->check, _ ("setting the states"),
                               ls_instance_set_states (instance, run->x))
      || !evaluate (run))
    return FALSE;
  for (gsize i = 0; i < run->n_x; i++)
    if (fabs (run->dx[i] - before[i]) > 1e-9 * fmax (run->nominals[i], fabs (before[i])))
      ls_finding_add (run->check->findings, LS_FINDING_ERROR, "derivatives-repeatable", 0,
                      run->states[i]->name,
                      _ ("at the same time and states the derivative is %.17g, then %.17g"),
                      before[i], run->dx[i]);
  return TRUE;
}

static gboolean
has_crossed (const Run *run)
{
  for (gsize i = 0; i < run->n_z; i++)
    if ((run->z[i] > 0) != (run->z_before[i] > 0))
      return TRUE;
  return FALSE;
}

/* The desired step, limited so that no state changes by more than its size: explicit Euler diverges
 * in stiff models, which is not their fault. */
static double
choose_step (const Run *run)
{
  double h = run->check->h;

  for (gsize i = 0; i < run->n_x; i++)
    h = fmin (h, fmax (fabs (run->x[i]), fabs (run->nominals[i])) / fabs (run->dx[i]));
  return h;
}

/* One explicit Euler step, with the event at its end if there is one. */
static gboolean
step (Run *run)
{
  LsInstance *instance = run->check->instance;
  gboolean event = FALSE, terminate = FALSE;
  double end = fmin (run->time + choose_step (run), run->next_event);
  double h = fmax (end - run->time, 0);

  memcpy (run->z_before, run->z, run->n_z * sizeof (double));
  for (gsize i = 0; i < run->n_x; i++)
    run->x[i] += h * run->dx[i];
  run->time += h;
  if (!ls_run_check_status (run->check, _ ("setting the time"),
                            ls_instance_set_time (instance, run->time))
      || !ls_run_check_status (run->check, _ ("setting the states"),
                               ls_instance_set_states (instance, run->x))
      || !evaluate (run)
      || !ls_run_check_status (
          run->check, _ ("completing a step"),
          ls_instance_completed_step (instance, !run->may_return, &event, &terminate)))
    return FALSE;
  run->terminated = terminate;
  if (terminate || (!event && !has_crossed (run) && run->time < run->next_event))
    return TRUE;
  return ls_run_check_status (run->check, _ ("entering event mode"),
                              ls_instance_enter_event_mode (instance))
         && handle_event (run) && (run->terminated || evaluate (run));
}

static gboolean
check_states (Run *run)
{
  LsInstance *instance = run->check->instance;
  g_autofree double *expected = g_memdup2 (run->dx, (run->n_x + 1) * sizeof (double));
  LsSavedState *state = NULL;
  gboolean good;

  if ((ls_instance_get_capabilities (instance) & LS_CAN_SAVE_STATE) == 0 || run->terminated)
    return TRUE;
  run->may_return = TRUE;
  good = ls_run_check_status (run->check, _ ("saving the state"),
                              ls_instance_save (instance, &state))
         && step (run)
         && ls_run_check_status (run->check, _ ("restoring the state"),
                                 ls_instance_restore (instance, state))
         && ls_run_check_status (run->check, _ ("reading the derivatives"),
                                 ls_instance_get_state_derivatives (instance, run->dx));
  for (gsize i = 0; good && i < run->n_x; i++)
    if (fabs (run->dx[i] - expected[i]) > 1e-9 * fmax (run->nominals[i], fabs (expected[i])))
      ls_finding_add (run->check->findings, LS_FINDING_ERROR, "state-round-trip", 0,
                      run->states[i]->name,
                      _ ("after restoring a state the derivative is %.17g instead of %.17g"),
                      run->dx[i], expected[i]);
  if (state != NULL)
    ls_instance_free_state (instance, state);
  return good;
}

static gboolean
live (Run *run)
{
  if (!handle_event (run))
    return FALSE;
  if (run->terminated)
    {
      ls_finding_add (run->check->findings, LS_FINDING_NOTE, "terminates-at-once", 0,
                      run->check->kind_name, _ ("the FMU ends the simulation at its start"));
      return TRUE;
    }
  if (!check_nominals (run) || !check_repetition (run))
    return FALSE;
  /* Computing differences has changed the values of the instance. */
  if (!ls_run_check_derivatives (run->check)
      || !ls_run_check_status (run->check, _ ("setting the states"),
                               ls_instance_set_states (run->check->instance, run->x))
      || !ls_run_check_constraints (run->check)
      || !ls_run_check_status (run->check, _ ("setting the states"),
                               ls_instance_set_states (run->check->instance, run->x))
      || !evaluate (run))
    return FALSE;
  for (int i = 0; i < N_STEPS && !run->terminated; i++)
    if (!step (run))
      return FALSE;
  return check_states (run);
}

gboolean
ls_run_check_model_exchange (LsRunCheck *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  Run run;
  gboolean lives;

  prepare (&run, self);
  lives = live (&run);
  clear (&run);
  return lives;
}
