#include "core/coupling/costarica-impl.h"

#include "core/assembly/crew.h"
#include "core/num/polynomial.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

LsCostaricaKind
ls_costarica_get_kind (const LsCostarica *self, guint system)
{
  return self->parts[system].kind;
}

void
ls_costarica_restart (LsCostarica *self)
{
  self->has_past = FALSE;
}

static LsStatus
save (LsCostarica *self, guint system)
{
  LsCostaricaPart *part = &self->parts[system];

  part->moved = FALSE;
  part->saved = part->kind == LS_COSTARICA_INTEGRATE || self->saves_all;
  if (!part->saved)
    {
      ls_system_forget_saved (self->network->systems[system]);
      return LS_OK;
    }
  return ls_system_save (self->network->systems[system], TRUE) == LS_OK ? LS_OK : LS_STOP;
}

/* Restores the start of the step unless the system is there. */
static LsStatus
bring_back (LsCostarica *self, guint system)
{
  LsCostaricaPart *part = &self->parts[system];

  if (!part->moved)
    return LS_OK;
  if (!part->saved || ls_system_restore (self->network->systems[system]) != LS_OK)
    return LS_STOP;
  part->moved = FALSE;
  return LS_OK;
}

/* The start of the step: restored, or saved before the system leaves it for the first time. */
static LsStatus
go_to_start (LsCostarica *self, guint system)
{
  const LsCostaricaPart *part = &self->parts[system];

  if (part->moved)
    return bring_back (self, system);
  return part->kind == LS_COSTARICA_INTEGRATE && !part->saved ? save (self, system) : LS_OK;
}

/* Drops the history of the system: first step or discontinuity. */
static void
begin_anew (LsCostarica *self, guint system)
{
  const LsNetwork *network = self->network;
  LsCostaricaPart *part = &self->parts[system];

  if (part->estimator != NULL)
    ls_estimator_restart (part->estimator);
  if (part->trials != NULL)
    ls_trials_restart (part->trials);
  if (part->past == NULL)
    return;
  ls_extrapolate_reset (part->past);
  ls_extrapolate_add (part->past, network->time, network->y + network->out_offset[system]);
}

/* Where the trials of one component are worth nothing, all are integrated in every iteration from
 * here on. */
static LsStatus
end_trials (LsCostarica *self)
{
  LsNetwork *network = self->network;
  const LsTrials *worthless = NULL;
  LsStatus status = LS_OK;

  for (guint k = 0; k < network->n_systems && self->given != NULL; k++)
    if (self->parts[k].trials != NULL && self->parts[k].kind == LS_COSTARICA_ESTIMATE
        && !ls_trials_are_worth (self->parts[k].trials))
      worthless = self->parts[k].trials;
  if (worthless == NULL)
    return LS_OK;
  ls_trials_tell_end (worthless);
  for (guint k = 0; k < network->n_systems && status == LS_OK; k++)
    if (self->parts[k].trials != NULL)
      {
        self->parts[k].kind = LS_COSTARICA_INTEGRATE;
        ls_balance_leave (network->balance, k, FALSE);
        ls_balance_set_leads (network->balance, k, LS_LEAD_METHOD, LS_LEAD_SOLVED);
        status = save (self, k);
      }
  ls_costarica_update_integrates_all (self);
  return status;
}

/* For one of several threads: the same with a network that has counts of its own; all else is
 * shared. */
static LsCostarica
with_network (const LsCostarica *self, LsNetwork *network)
{
  LsCostarica mine = *self;

  mine.network = network;
  return mine;
}

static LsStatus
begin_one (LsNetwork *network, guint system, gpointer data)
{
  LsCostarica mine = with_network (data, network);
  LsCostaricaPart *part = &mine.parts[system];
  LsStatus status;

  part->estimated = FALSE;
  if (mine.du == NULL || !mine.has_past)
    begin_anew (&mine, system);
  status = save (&mine, system);
  if (status == LS_OK && part->kind == LS_COSTARICA_ESTIMATE)
    status = ls_costarica_linearise (&mine, system);
  else if (status == LS_OK && part->kind == LS_COSTARICA_EXTRAPOLATE)
    ls_costarica_extrapolate (&mine, system);
  return status;
}

/* Without a call of the systems: each is saved when its turn comes. */
static void
begin_integrations (LsCostarica *self)
{
  for (guint k = 0; k < self->network->n_systems; k++)
    {
      LsCostaricaPart *part = &self->parts[k];

      part->estimated = part->saved = part->moved = FALSE;
      if (self->du == NULL || !self->has_past)
        begin_anew (self, k);
    }
}

LsStatus
ls_costarica_begin (LsCostarica *self, double h, const double du[])
{
  LsStatus status;

  self->h = h;
  self->du = du;
  if (self->integrates_all)
    {
      begin_integrations (self);
      return LS_OK;
    }
  status = ls_crew_each (self->network, LS_WORK_PREPARE, begin_one, self);
  return status == LS_OK ? end_trials (self) : status;
}

LsStatus
ls_costarica_estimate (LsCostarica *self,
                       LsNetwork *network,
                       guint system,
                       const LsEstimator **estimator)
{
  LsCostarica mine = with_network (self, network);
  LsCostaricaPart *part = &mine.parts[system];
  LsStatus status = LS_OK;

  *estimator = part->estimator;
  if (part->estimator == NULL || part->estimated)
    return LS_OK;
  status = go_to_start (&mine, system);
  return status == LS_OK ? ls_costarica_linearise (&mine, system) : status;
}

/* Inputs and their time derivatives at the end of the step. */
static void
fill_ends (LsCostarica *self, guint system, const double u[])
{
  LsCostaricaPart *part = &self->parts[system];
  guint first = self->network->in_offset[system], n = self->network->in_offset[system + 1] - first;

  for (guint j = 0; j < n; j++)
    part->end_inputs[j] = ls_polynomial_get_value_and_slope (
        u + (gsize)(first + j) * (self->degree + 1), self->degree, self->h, &part->end_slopes[j]);
}

/* C f + D u' at the end of the step. */
static LsStatus
derive_slopes (LsCostarica *self, guint system, const double u[], double dy[])
{
  LsNetwork *network = self->network;
  LsCostaricaPart *part = &self->parts[system];
  const LsSystemInfo *info = ls_system_get_info (network->systems[system]);
  LsStatus status;

  fill_ends (self, system, u);
  status = ls_system_linearise (network->systems[system], part->end_inputs, part->point);
  if (status != LS_OK)
    return status;
  network->counts.linearisations++;
  for (guint i = 0; i < info->n_out; i++)
    {
      double sum = 0.0;

      for (guint k = 0; k < info->n_state; k++)
        sum += part->point->c[(gsize)i * info->n_state + k] * part->point->f[k];
      for (guint j = 0; j < info->n_in; j++)
        sum += part->point->d[(gsize)i * info->n_in + j] * part->end_slopes[j];
      dy[i] = sum;
    }
  return LS_OK;
}

static LsStatus
check_outputs (LsCostarica *self, guint system, const double y[])
{
  const LsNetwork *network = self->network;
  const LsSystemInfo *info = ls_system_get_info (network->systems[system]);

  for (guint i = 0; i < info->n_out; i++)
    if (!isfinite (y[i]))
      {
        ls_log_write (network->log, LS_LOG_ERROR, info->name, "fmi2DoStep", network->end_time,
                      _ ("the output “%s” is not a finite number"),
                      ls_system_get_variable_name (network->systems[system], info->outputs[i]));
        return LS_STOP;
      }
  return LS_OK;
}

/* Integrates the system over the step, after a rollback if needed. */
static LsStatus
integrate (LsCostarica *self, guint system, const double u[], double y[], double dy[])
{
  LsNetwork *network = self->network;
  LsCostaricaPart *part = &self->parts[system];
  guint first = network->out_offset[system];
  gboolean event;
  LsStatus status = go_to_start (self, system);

  if (status != LS_OK)
    return status;
  if (part->trials != NULL && part->kind == LS_COSTARICA_ESTIMATE)
    {
      ls_trials_give (part->trials, self->degree, u, self->given);
      u = self->given;
    }
  ls_system_aim (network->systems[system], network->end_time);
  part->moved = TRUE;
  status = ls_system_step (network->systems[system], self->h, self->degree,
                           ls_network_give (network, system, self->h, self->degree, u)
                               + (gsize)network->in_offset[system] * (self->degree + 1),
                           y + first, dy != NULL && !part->derived ? dy + first : NULL, &event);
  network->counts.do_step += ls_system_get_n_steps (network->systems[system]);
  if (status == LS_OK)
    status = ls_network_take_outputs (network, system, y);
  /* What is integrated once is corrected with all others, when the new inputs are known. */
  if (status == LS_OK && (part->kind == LS_COSTARICA_INTEGRATE || network->end_outputs == NULL))
    status = ls_network_correct_outputs (network, system, self->h, self->degree, u, y);
  if (status == LS_OK)
    status = check_outputs (self, system, y + first);
  if (status == LS_OK && event)
    network->discontinuity = TRUE;
  if (status == LS_OK && dy != NULL && part->derived)
    status = derive_slopes (self, system, u, dy + first);
  if (status != LS_OK)
    network->failed = system;
  return status;
}

LsStatus
ls_costarica_integrate (
    LsCostarica *self, LsNetwork *network, guint system, const double u[], double y[], double dy[])
{
  LsCostarica mine = with_network (self, network);

  return integrate (&mine, system, u, y, dy);
}

/* Backward differences for time derivatives that the system does not provide. */
static void
complete_slopes (const LsCostarica *self, guint system, const double y[], double dy[])
{
  const LsNetwork *network = self->network;

  for (guint i = network->out_offset[system]; i < network->out_offset[system + 1]; i++)
    if (!isfinite (dy[i]))
      dy[i] = ls_costarica_get_difference (self, i, y[i], self->h);
}

LsEstimator *
ls_costarica_get_estimator (const LsCostarica *self, guint system)
{
  return self->parts[system].estimator;
}

LsStatus
ls_costarica_get_constants (LsCostarica *self, guint system, double y[], double dy[])
{
  const LsNetwork *network = self->network;
  guint first = network->out_offset[system];
  gsize size = (network->out_offset[system + 1] - first) * sizeof (double);
  const LsEstimator *estimator;
  LsStatus status = ls_costarica_estimate (self, self->network, system, &estimator);

  if (status != LS_OK)
    return status;
  if (estimator == NULL)
    {
      ls_costarica_extrapolate (self, system);
      ls_costarica_copy_ahead (self, system, y, dy);
      return LS_OK;
    }
  memcpy (y + first, ls_estimator_get_constant (estimator), size);
  memcpy (dy + first, ls_estimator_get_slope_constant (estimator), size);
  return LS_OK;
}

static LsStatus
try_system (LsCostarica *self, guint system, const double u[], double y[], double dy[])
{
  LsStatus status = LS_OK;

  switch (self->parts[system].kind)
    {
    case LS_COSTARICA_INTEGRATE:
      status = integrate (self, system, u, y, dy);
      if (status == LS_OK && dy != NULL)
        complete_slopes (self, system, y, dy);
      break;
    case LS_COSTARICA_ESTIMATE:
      ls_costarica_ask_estimator (self, system, u, y, dy);
      break;
    case LS_COSTARICA_EXTRAPOLATE:
    default:
      ls_costarica_copy_ahead (self, system, y, dy);
    }
  return status;
}

void
ls_costarica_count_rollback (LsCostarica *self)
{
  for (guint k = 0; k < self->network->n_systems; k++)
    if (self->parts[k].moved)
      {
        self->network->counts.rollbacks++;
        return;
      }
}

LsStatus
ls_costarica_try_system (
    LsCostarica *self, LsNetwork *network, guint system, const double u[], double y[], double dy[])
{
  LsCostarica mine = with_network (self, network);

  if (mine.parts[system].moved)
    network->counts.rollbacks++;
  return try_system (&mine, system, u, y, dy);
}

typedef struct
{
  const LsCostarica *self;
  const double *u;
  double *y, *dy;
} Trial;

static LsStatus
try_one (LsNetwork *network, guint system, gpointer data)
{
  const Trial *trial = data;
  LsCostarica mine = with_network (trial->self, network);

  return try_system (&mine, system, trial->u, trial->y, trial->dy);
}

LsStatus
ls_costarica_try (LsCostarica *self, const double u[], double y[], double dy[])
{
  Trial trial = { self, u, y, dy };

  ls_costarica_count_rollback (self);
  /* Events of a trial that is rolled back do not count. */
  self->network->discontinuity = FALSE;
  return ls_crew_each (self->network, LS_WORK_TRY, try_one, &trial);
}

gboolean
ls_costarica_can_abandon (const LsCostarica *self)
{
  for (guint k = 0; !self->integrates_all && k < self->network->n_systems; k++)
    if (self->parts[k].moved && !self->parts[k].saved)
      return FALSE;
  return TRUE;
}

LsStatus
ls_costarica_abandon (LsCostarica *self)
{
  ls_costarica_count_rollback (self);
  for (guint k = 0; k < self->network->n_systems; k++)
    if (bring_back (self, k) != LS_OK)
      return LS_STOP;
  return LS_OK;
}

/* A system has discarded the step with the converged inputs. */
static LsStatus
refuse (LsCostarica *self, guint system)
{
  LsNetwork *network = self->network;

  if (ls_costarica_abandon (self) == LS_OK)
    return LS_RETRY;
  ls_log_write (network->log, LS_LOG_ERROR, ls_system_get_info (network->systems[system])->name,
                "fmi2DoStep", network->time,
                _ ("the step of %.9g s was discarded; a retry needs rollback in all components"),
                self->h);
  return LS_STOP;
}

/* Updates extrapolation and estimator for the next step. */
static void
record (LsCostarica *self, guint system, const double u[], const double y[])
{
  const LsNetwork *network = self->network;
  LsCostaricaPart *part = &self->parts[system];

  if (part->trials != NULL && part->kind == LS_COSTARICA_ESTIMATE)
    ls_trials_accept (part->trials);
  if (part->past != NULL)
    ls_extrapolate_add (part->past, network->end_time, y + network->out_offset[system]);
  if (part->estimator == NULL || !part->was_estimated)
    return;
  if (!part->estimated)
    ls_estimator_restart (part->estimator);
  /* The component may have been linearised just before it switched. */
  else if (self->du == NULL || (!self->has_past && network->counts.discontinuities > 0))
    ls_estimator_pass (part->estimator);
  else
    ls_estimator_record (part->estimator,
                         u + (gsize)network->in_offset[system] * (self->degree + 1));
}

static LsStatus
finish_one (LsNetwork *network, guint system, gpointer data)
{
  const Trial *trial = data;
  LsCostarica mine = with_network (trial->self, network);
  LsStatus status;

  if (mine.parts[system].kind == LS_COSTARICA_INTEGRATE)
    return LS_OK;
  status = integrate (&mine, system, trial->u, trial->y, trial->dy);
  if (status == LS_OK && trial->dy != NULL)
    complete_slopes (&mine, system, trial->y, trial->dy);
  return status;
}

LsStatus
ls_costarica_finish (LsCostarica *self, const double u[], double y[], double dy[])
{
  Trial trial = { self, u, y, dy };
  LsStatus status;

  if (self->integrates_all)
    return LS_OK;
  status = ls_crew_each (self->network, LS_WORK_STEP, finish_one, &trial);
  return status == LS_RETRY ? refuse (self, self->network->failed) : status;
}

guint
ls_costarica_get_order (const LsCostarica *self)
{
  guint order = 4;

  for (guint k = 0; k < self->network->n_systems; k++)
    if (self->parts[k].kind == LS_COSTARICA_EXTRAPOLATE || self->parts[k].trials != NULL)
      order = 2;
    else if (self->parts[k].kind == LS_COSTARICA_ESTIMATE)
      order = MIN (order, !self->settings.affine_term ? 2 : self->settings.defect ? 4 : 3);
  return order;
}

void
ls_costarica_accept (LsCostarica *self, const double u[], const double y[])
{
  const LsNetwork *network = self->network;

  for (guint k = 0; k < network->n_systems; k++)
    record (self, k, u, y);
  memcpy (self->y_past, network->y, network->n_out * sizeof (double));
  self->h_past = self->h;
  self->has_past = TRUE;
}
