/* Step size control by a coupling tolerance. */
#include "core/assembly/end-outputs.h"
#include "core/master/master-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Minimum step relative to the interval; shorter ones are dominated by rounding. */
#define LEAST 1e-13
/* A step that would end within this fraction of its length before the stop time is extended to it.
 */
#define STRETCH 1e-6

static double *
list_nominals (const LsNetwork *network)
{
  double *nominals = g_new0 (double, network->n_out + 1);

  for (guint k = 0; k < network->n_systems; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);

      for (guint i = 0; i < info->n_out; i++)
        nominals[network->out_offset[k] + i] = info->output_nominals[i];
    }
  return nominals;
}

static gboolean
goes_through (const LsSystemInfo *info, guint input)
{
  for (guint i = 0; i < info->n_out; i++)
    if (info->feed_through[(gsize)i * info->n_in + input])
      return TRUE;
  return FALSE;
}

/* The outputs of these components are corrected to the inputs at the end of a step. This requires
 * that outputs can be read after setting inputs at the reached time, as for linearisation; other
 * FMUs need not support this before their next step (FMI 2.0, 4.2.4). */
static void
list_corrected (LsNetwork *network)
{
  network->corrected = g_new0 (gboolean, network->n_systems + 1);
  for (guint k = 0; k < network->n_systems; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);

      network->corrected[k] = info->step_degree < LS_SYSTEM_MAX_DEGREE
                              && info->has[LS_CAPABILITY_LINEARISATION]
                              && ls_system_info_feeds_through (info);
    }
}

static LsHeld *
list_held (const LsNetwork *network)
{
  LsHeld *held = g_new0 (LsHeld, network->n_in + 1);

  for (guint k = 0; k < network->n_systems; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);
      guint first = network->in_offset[k];

      for (guint j = 0; j < info->n_in && info->step_degree == 0; j++)
        held[first + j] = goes_through (info, j) && !network->corrected[k]
                                  && !ls_end_outputs_covers (network->end_outputs, k)
                              ? LS_HELD_THROUGH
                              : LS_HELD_INSIDE;
    }
  return held;
}

static gboolean
can_vary (const LsNetwork *network)
{
  for (guint k = 0; k < network->n_systems; k++)
    if (!ls_system_get_info (network->systems[k])->has[LS_CAPABILITY_VARIABLE_STEP])
      return FALSE;
  return TRUE;
}

static char *
explain (const LsNetwork *network)
{
  g_autofree const LsSystemInfo **infos = g_new0 (const LsSystemInfo *, network->n_systems + 1);

  for (guint k = 0; k < network->n_systems; k++)
    infos[k] = ls_system_get_info (network->systems[k]);
  return ls_coupling_explain_steps (infos, network->n_systems);
}

void
ls_master_add_control (LsMaster *self, double tolerance)
{
  LsNetwork *network = &self->network;
  double interval = self->stop_time;
  g_autofree char *sentence = explain (network);
  g_autofree double *nominals = NULL;
  g_autofree LsHeld *held = NULL;

  if (!can_vary (network))
    {
      ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, NAN, "%s", sentence);
      return;
    }
  ls_log_write (self->log, LS_LOG_INFO, NULL, NULL, NAN,
                /* Translators: what a method estimates its error by, then a sentence. */
                _ ("step size control: %s. %s"), _ (self->method->estimate), sentence);
  if (network->rollback_log != NULL)
    ls_rollback_log_expect (network->rollback_log);
  nominals = list_nominals (network);
  network->control
      = ls_step_control_new (network->n_out, nominals, tolerance, self->step_size, 0.5 * interval);
  ls_step_control_observe (network->control, network->y, 0.0);
  list_corrected (network);
  held = list_held (network);
  network->estimate = ls_step_estimate_new (network->n_in, network->source, held, network->n_out,
                                            ls_step_control_get_tolerance (network->control));
  network->ranges = g_new0 (double, 3 * (gsize)network->n_out + 1);
  network->errors = network->ranges + network->n_out;
  network->surprises = network->errors + network->n_out;
}

/* Locating a jump may require a smaller step than the tolerance. */
static double
choose_step (const LsNetwork *network)
{
  double h = ls_step_control_get_step (network->control);

  return network->next_step > 0.0 ? fmin (h, network->next_step) : h;
}

gboolean
ls_master_step_adaptively (LsMaster *self, GError **error)
{
  LsNetwork *network = &self->network;
  const double least = LEAST * self->stop_time;
  double h, until = INFINITY; /* a tick that a refused step has found, from its beginning, s */
  double due;                 /* the step without ticks, s */
  gboolean ticks;

  while (TRUE)
    {
      double remaining = self->stop_time - network->time;
      gboolean last;
      LsStatus status;

      h = choose_step (network);
      last = h * (1.0 + STRETCH) >= remaining;
      /* Two equal steps instead of a long and a very short one. */
      if (!last && 2.0 * h > remaining)
        h = 0.5 * remaining;
      if (last)
        h = remaining;
      due = h;
      h = fmin (h, fmin (ls_master_get_limit (self) - network->time, until));
      ticks = h < due;
      last = last && !ticks;
      status = ls_master_advance (self, h, last ? self->stop_time : network->time + h);
      if (status == LS_OK)
        break;
      if (status == LS_RETRY)
        network->counts.rejected_steps++;
      if (status != LS_RETRY || h <= least || !ls_master_can_shorten (self))
        return ls_master_fail (self, status, h, error);
      until = ls_system_get_tick (network->systems[network->failed]) - network->time;
      if (until > 0.0 && until < h)
        continue;
      until = INFINITY;
      if (network->next_step == 0.0 && ls_step_control_get_step (network->control) >= h)
        ls_step_control_shorten (network->control, h);
    }
  if (ticks)
    ls_step_control_resume (network->control, due);
  if (network->restarted)
    ls_step_control_restart (network->control);
  self->last_step = fabs (h - self->step_size) <= 1e-9 * self->step_size ? self->step_size : h;
  self->step++;
  self->done = network->time >= self->stop_time;
  network->counts.macro_steps++;
  if (self->done)
    {
      network->counts.swings = ls_step_control_get_swings (network->control);
      network->counts.drift = ls_step_control_get_drift (network->control);
    }
  return ls_master_look_ahead (self, error);
}
