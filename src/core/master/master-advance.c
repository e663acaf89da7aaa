/* One step of the method and what follows it: events, constraints, other values, ticks; and why it
 * failed. */
#include "core/assembly/end-outputs.h"
#include "core/assembly/initialise.h"
#include "core/master/master-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

LsStatus
ls_master_settle (LsMaster *self, gboolean jumped)
{
  g_autoptr (GError) problem = NULL;

  if ((!self->network.has_loops && !jumped)
      || ls_initialise_settle_running (self->network.initialise, &problem))
    return LS_OK;
  if (problem != NULL)
    ls_log_write (self->log, LS_LOG_ERROR, NULL, NULL, self->network.time, "%s", problem->message);
  return LS_STOP;
}

static void
note_discontinuity (LsCounts *counts, double time)
{
  if (counts->discontinuities < LS_MAX_DISCONTINUITIES)
    counts->discontinuity_times[counts->discontinuities] = time;
  counts->discontinuities++;
}

LsStatus
ls_master_advance (LsMaster *self, double h, double end_time)
{
  LsNetwork *network = &self->network;
  const double begin = network->time;
  gboolean jumped = FALSE;
  LsStatus status;

  network->end_time = end_time;
  network->discontinuity = FALSE;
  network->next_step = 0.0;
  network->rejected = FALSE;
  if (network->balance != NULL)
    ls_balance_begin (network->balance, h);
  status = self->method->step (self->state, network, h);
  if (G_UNLIKELY (status != LS_OK))
    return status;
  network->time = end_time;
  network->restarted = network->discontinuity;
  if (G_UNLIKELY (network->discontinuity || self->quantises) && network->activity != NULL
      && !self->method->asynchronous)
    ls_master_note_activity (self);
  if (G_UNLIKELY (network->discontinuity))
    note_discontinuity (&network->counts, self->origin + end_time);
  if (G_UNLIKELY (self->constraints != LS_CONSTRAINTS_NONE)
      && (status = ls_master_project (self)) != LS_OK)
    return status;
  if (G_UNLIKELY (self->network.assembly->n_others > 0))
    status = ls_master_copy_others (self, &jumped);
  if (G_UNLIKELY (self->clocks != NULL) && status == LS_OK)
    status = ls_master_pass_ticks (self, begin, &jumped);
  if (G_UNLIKELY (self->next_change < self->changes->len) && status == LS_OK)
    status = ls_master_make_changes (self, &jumped);
  if (G_UNLIKELY (jumped) && !network->discontinuity)
    {
      network->restarted = network->discontinuity = TRUE;
      note_discontinuity (&network->counts, self->origin + end_time);
    }
  if (G_UNLIKELY (network->discontinuity || self->resolves) && status == LS_OK)
    status = ls_master_settle (self, jumped);
  if (network->balance != NULL)
    ls_balance_accept (network->balance);
  if (network->end_outputs != NULL)
    ls_end_outputs_accept (network->end_outputs);
  if (status == LS_OK && network->discontinuity && !self->method->asynchronous)
    ls_master_collect_events (self, begin);
  if (G_UNLIKELY (self->is_changed) && status == LS_OK)
    status = ls_master_note_changes (self);
  if (G_UNLIKELY (network->step_observer != NULL) && network->step_observer->accepted != NULL
      && status == LS_OK)
    network->step_observer->accepted (begin, network->step_observer->user_data);
  return status;
}

/* Of a component that takes several steps in a macro step, the one that failed. */
static void
get_failed_step (const LsNetwork *network, double *time, double *h)
{
  double begin, length;

  if (network->n_systems == 0)
    return;
  ls_system_get_last_step (network->systems[network->failed], &begin, &length);
  if (length > 0.0)
    {
      *time = begin;
      *h = length;
    }
}

gboolean
ls_master_fail (LsMaster *self, LsStatus status, double h, GError **error)
{
  const LsNetwork *network = &self->network;
  g_autofree char *said = ls_log_take_error (self->log);
  g_autofree char *reason = status == LS_RETRY && self->method->describe != NULL
                                ? self->method->describe (self->state, network)
                                : NULL;
  const char *name
      = network->n_systems > 0 ? ls_system_get_info (network->systems[network->failed])->name : "";

  self->broken = TRUE;
  if (network->problem != NULL)
    g_propagate_error (error, g_error_copy (network->problem));
  else if (reason != NULL)
    g_set_error_literal (error, LS_ERROR, LS_ERROR_RUN, reason);
  else if (status == LS_RETRY && !ls_master_can_shorten (self))
    {
      double time = network->time;

      get_failed_step (network, &time, &h);
      g_set_error (error, LS_ERROR, LS_ERROR_RUN,
                   _ ("%s: fmi2DoStep at t = %.9g s discarded a step of %.9g s. A retry needs "
                      "rollback and variable steps in all components."),
                   name, self->origin + time, h);
    }
  else if (status == LS_RETRY)
    {
      g_autofree char *rejection = ls_master_explain_rejection (self, name, h);

      g_set_error_literal (error, LS_ERROR, LS_ERROR_RUN, rejection);
    }
  else if (said != NULL)
    g_set_error_literal (error, LS_ERROR, LS_ERROR_RUN, said);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("The step from t = %.9g s failed."),
                 ls_master_get_time (self));
  return FALSE;
}
