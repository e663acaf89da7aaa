/* Which FMU has ended a process that it shared. What one has broken may end a call of another, so
 * the run is made once more up to there, each FMU in a process of its own: the one that ends its
 * process then has done it. */
#include "core/run/run-impl.h"

#include "core/helper/isolation.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Longer runs are made again from the last checkpoint on, if there is one, and not at all else, s.
 */
#define QUICK 2.0
#define LONGEST 60.0
/* What a thread of an FMU breaks need not be broken at the same simulated time again: the replay
 * goes on for as long as the run took, and s more. */
#define MORE 0.5

typedef struct
{
  LsRun *run;
  gint64 start;     /* us */
  gboolean is_past; /* the replay went on where the run has ended */
} Replay;

static void
watch (LsRun *replay, gpointer user_data)
{
  Replay *self = user_data;
  const double elapsed = 1e-6 * (double)(g_get_monotonic_time () - self->start);

  if (ls_run_get_time (replay) > ls_run_get_time (self->run) + 2.0 * self->run->step_size
      && elapsed > self->run->result.wall_time + MORE)
    self->is_past = TRUE;
  if (self->is_past || (g_atomic_int_get (&self->run->requests) & LS_REQUEST_CANCEL) != 0)
    ls_run_cancel (replay);
}

/* From the start a replay is surer to break again, which states kept before do not tell. */
static LsRun *
make_again (LsRun *self)
{
  g_autofree char *why = NULL;
  g_autoptr (LsRun) again = NULL;

  if (self->result.wall_time > QUICK && !isnan (ls_run_get_checkpoint (self, &why)))
    again = ls_run_new_resumed (self, NULL);
  else if (self->result.wall_time <= LONGEST)
    again = ls_run_new (self->model, self->choice, self->start_time, self->stop_time,
                        self->step_size, (const char *const *)self->signals, NULL);
  if (again == NULL
      || (self->tolerance > 0.0 && !ls_run_set_tolerance (again, self->tolerance, NULL)))
    return NULL;
  ls_run_set_pace (again, 0.0);
  return g_steal_pointer (&again);
}

/* Returns: (transfer full) (nullable): the run that has ended, or gone past the place */
static LsRun *
run_again (LsRun *self, LsRunExecute execute, gboolean *is_past)
{
  Replay replay = { .run = self, .start = g_get_monotonic_time () };
  g_autoptr (LsRun) again = make_again (self);
  g_autoptr (LsLog) quiet = ls_log_new (NULL, NULL);

  if (again == NULL)
    return NULL;
  ls_isolation_enter_each ();
  execute (again, quiet, watch, &replay, NULL);
  ls_isolation_leave_each ();
  *is_past = replay.is_past || again->result.state == LS_RUN_DONE;
  return g_steal_pointer (&again);
}

static void
tell (LsRun *self, LsLog *log, const char *message, int culprit, GError **problem)
{
  ls_log_write (log, LS_LOG_ERROR,
                culprit >= 0 ? ls_model_get_component (self->model, (guint)culprit)->name : NULL,
                NULL, NAN, "%s", message);
  g_free ((*problem)->message);
  (*problem)->message = g_strdup (message);
}

static void
adopt (LsRun *self, int fault, int culprit)
{
  g_mutex_lock (&self->lock);
  self->result.fault = fault;
  self->result.culprit = culprit;
  g_mutex_unlock (&self->lock);
}

void
ls_run_find_culprit (LsRun *self, LsRunExecute execute, LsLog *log, GError **problem)
{
  g_autofree char *message = NULL;
  g_autoptr (LsRun) again = NULL;
  gboolean is_past = FALSE;

  if (!ls_run_is_changed (self))
    again = run_again (self, execute, &is_past);
  if (again != NULL && again->result.culprit >= 0)
    {
      if (again->result.culprit == self->result.culprit)
        return;
      adopt (self, again->result.fault, again->result.culprit);
      (*problem)->code = again->result.fault;
      /* Translators: a sentence that says how an FMU ended. */
      message
          = g_strdup_printf (_ ("%s This was found by running each FMU in a process of its own."),
                             again->result.message);
    }
  else if (is_past)
    {
      adopt (self, self->result.fault, -1);
      /* Translators: the same. */
      message = g_strdup_printf (_ ("%s Which FMU in that process did it is not known: each in a "
                                    "process of its own, none ends there."),
                                 (*problem)->message);
    }
  else
    /* Translators: the same. */
    message = g_strdup_printf (_ ("%s Other FMUs in that process may have done it; "
                                  "--isolation=each would tell."),
                               (*problem)->message);
  tell (self, log, message, self->result.culprit, problem);
}
