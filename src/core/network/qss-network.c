#include "core/network/qss-network-impl.h"

#include "core/assembly/activity-sources.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static const char *
get_state_name (guint state, gpointer user_data)
{
  const LsQssNetwork *self = user_data;

  return self->names[state];
}

static void
requantised (double t, const guint states[], guint n, gpointer user_data)
{
  LsActivity *activity = ((LsQssNetwork *)user_data)->network->activity;

  for (guint k = 0; k < n && activity != NULL; k++)
    ls_activity_add (activity, states[k], t);
}

/* Names the states, and numbers the sources of the activity: states, then components with event
 * indicators. */
static void
name_states (LsQssNetwork *self)
{
  int source = (int)self->n;

  self->names = g_new0 (char *, (gsize)self->n + 1);
  for (guint i = 0; i < self->n; i++)
    {
      const LsQssPart *part = &self->parts[self->owners[i]];

      self->names[i]
          = ls_activity_name_state (part->name, part->description, i - part->wired->first);
    }
  for (guint k = 0; k < self->n_parts; k++)
    self->parts[k].source = self->parts[k].description->n_event_indicators > 0 ? source++ : -1;
}

static void
allocate (LsQssNetwork *self)
{
  self->x = g_new0 (double, 3 * (gsize)self->n + 1);
  self->nominals = self->x + self->n;
  self->quanta = self->nominals + self->n;
  self->varies = g_new0 (guint8, (gsize)self->n + 1);
  self->needed_stamps = g_new0 (guint, (gsize)self->wired.n_order + 1);
  self->needed = g_new0 (guint, (gsize)self->wired.n_order + 1);
}

static gboolean
fail (LsQssNetwork *self, GError **error)
{
  g_autofree char *said = ls_log_take_error (self->network->log);

  return ls_fail (error, LS_ERROR_RUN, "%s",
                  said != NULL ? said : _ ("the components cannot be read at the start"));
}

/* Reads start values, nominals and next event times of the components after their first event. */
static gboolean
read_start (LsQssNetwork *self, GError **error)
{
  self->directional = TRUE;
  for (guint k = 0; k < self->n_parts; k++)
    {
      LsQssPart *part = &self->parts[k];
      guint can = ls_instance_get_capabilities (part->instance);

      self->directional = self->directional && (can & LS_CAN_DIRECTIONAL_DERIVATIVE) != 0;
      if (ls_wired_read_states (&self->wired, k, self->x, self->nominals) != LS_OK)
        return fail (self, error);
    }
  for (guint i = 0; i < self->n; i++)
    self->quanta[i] = self->settings.absolute * self->nominals[i];
  return TRUE;
}

/* Passes on values changed by the first events. */
static gboolean
settle (LsQssNetwork *self, guint8 watched[], GError **error)
{
  g_autofree guint8 *moved = g_new0 (guint8, (gsize)self->n + 1);
  g_autofree guint8 *marks = g_new0 (guint8, (gsize)self->n_parts + 1);
  LsQssEvent event = { .units = marks, .moved = moved, .varies = self->varies, .watched = watched };

  return ls_qss_network_event (self->network->time, self->x, &event, self) == LS_OK
         || fail (self, error);
}

static LsQssUnit *
make_units (const LsQssNetwork *self, const guint8 watched[])
{
  LsQssUnit *units = g_new0 (LsQssUnit, (gsize)self->n_parts + 1);

  for (guint k = 0; k < self->n_parts; k++)
    {
      guint start = self->unit_states.start[k];

      units[k].n_indicators = self->parts[k].description->n_event_indicators;
      units[k].watched = watched[k];
      if (units[k].n_indicators == 0)
        continue;
      units[k].n_states = self->unit_states.start[k + 1] - start;
      if (units[k].n_states > 0)
        units[k].states = &g_array_index (self->unit_states.items, guint, start);
    }
  return units;
}

static gboolean
start (LsQssNetwork *self, const LsQssMethod *method, GError **error)
{
  g_autofree guint8 *watched = g_new0 (guint8, (gsize)self->n_parts + 1);
  g_autofree LsQssUnit *units = NULL;
  LsQssProblem problem = { .n = self->n,
                           .n_entries = self->rows->len,
                           .rows = (const guint *)(gpointer)self->rows->data,
                           .columns = (const guint *)(gpointer)self->columns->data,
                           .varies = self->varies,
                           .derivatives = ls_qss_network_derivatives,
                           .n_units = self->n_parts,
                           .indicators = ls_qss_network_indicators,
                           .event = ls_qss_network_event,
                           .requantised = requantised,
                           .get_state_name = get_state_name,
                           .user_data = self };
  const LsQssSettings settings = { .relative = self->settings.relative,
                                   .absolute = self->quanta,
                                   .max_step = self->settings.max_step,
                                   .varying_step = ls_qss_get_longest_step (self->span),
                                   .pass_limit = self->settings.pass_limit,
                                   .span = self->span };

  if (!read_start (self, error) || !settle (self, watched, error))
    return FALSE;
  /* With loops the rates would be those of the loop solution: use differences. */
  if (self->directional && self->wired.loops->len == 0)
    problem.rates = ls_qss_network_rates;
  problem.units = units = make_units (self, watched);
  self->engine = ls_qss_new (method, &problem, &settings, self->network->log, NULL, error);
  if (self->engine == NULL)
    return FALSE;
  return ls_qss_start (self->engine, self->start_time, self->x,
                       ls_wired_get_next_time (&self->wired))
             == LS_OK
         || fail (self, error);
}

LsQssNetwork *
ls_qss_network_new (const LsQssMethod *method,
                    LsNetwork *network,
                    const LsQssNetworkSettings *settings,
                    double span,
                    GError **error)
{
  LsQssNetwork *self = g_new0 (LsQssNetwork, 1);

  g_return_val_if_fail (method != NULL && network != NULL && settings != NULL, NULL);
  self->network = network;
  self->settings = *settings;
  self->start_time = network->time;
  self->span = span;
  ls_qss_network_wire (self);
  allocate (self);
  name_states (self);
  if (start (self, method, error))
    return self;
  ls_qss_network_free (self);
  return NULL;
}

void
ls_qss_network_free (LsQssNetwork *self)
{
  if (self == NULL)
    return;
  ls_qss_free (self->engine);
  ls_wired_clear (&self->wired);
  for (guint k = 0; k < self->n_parts; k++)
    g_free (self->parts[k].du);
  ls_qss_sets_clear (&self->state_needs);
  ls_qss_sets_clear (&self->unit_needs);
  ls_qss_sets_clear (&self->unit_states);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->columns, g_array_unref);
  g_free (self->parts);
  g_free (self->owners);
  g_free (self->failure);
  g_free (self->varies);
  g_free (self->x);
  g_free (self->needed_stamps);
  g_free (self->needed);
  g_strfreev (self->names);
  g_free (self);
}

/* Completed-step calls, by which components may request an event. */
static LsStatus
complete_steps (LsQssNetwork *self, gboolean *wanted)
{
  LsStatus status = LS_OK;

  *wanted = FALSE;
  for (guint k = 0; k < self->n_parts && status == LS_OK; k++)
    {
      LsQssPart *part = &self->parts[k];
      gboolean terminate = FALSE;

      if (!part->wired->needs_completed_step)
        continue;
      part->wired->wants_event = FALSE;
      status = ls_wired_complete_step (&self->wired, k, &part->wired->wants_event, &terminate);
      *wanted |= part->wired->wants_event;
      if (status == LS_OK && terminate)
        {
          ls_log_write (self->network->log, LS_LOG_ERROR, part->name, "fmi2CompletedIntegratorStep",
                        ls_qss_get_time (self->engine), "%s",
                        _ ("the FMU has ended the simulation"));
          return LS_STOP;
        }
    }
  return status;
}

static LsStatus
read_network (LsQssNetwork *self)
{
  LsNetwork *network = self->network;
  LsStatus status = LS_OK;

  for (guint k = 0; k < self->n_parts && status == LS_OK; k++)
    {
      const LsQssPart *part = &self->parts[k];
      guint n_out = ls_system_get_info (part->wired->system)->n_out;

      if (n_out > 0)
        status = ls_instance_get_real (part->instance, part->wired->me.output_refs, n_out,
                                       network->y + network->out_offset[k]);
    }
  ls_network_gather (network, network->y, network->u);
  return status;
}

LsStatus
ls_qss_network_advance (LsQssNetwork *self, double t_end, gboolean *event)
{
  gboolean wanted = FALSE;
  LsStatus status;

  self->had_event = FALSE;
  status = ls_qss_advance (self->engine, t_end);
  if (status != LS_OK && self->failure != NULL)
    ls_log_write (self->network->log, LS_LOG_ERROR, NULL, NULL, NAN, "%s", self->failure);
  if (status != LS_OK)
    return LS_STOP;
  ls_qss_get_states (self->engine, t_end, self->x);
  status = ls_qss_network_go_to (self, t_end, self->x);
  if (status == LS_OK)
    status = complete_steps (self, &wanted);
  if (status == LS_OK && wanted)
    {
      status = ls_qss_interrupt (self->engine, TRUE);
      ls_qss_get_states (self->engine, t_end, self->x);
      if (status == LS_OK)
        status = ls_qss_network_go_to (self, t_end, self->x);
    }
  if (status == LS_OK)
    status = read_network (self);
  *event = self->had_event;
  return status == LS_OK ? LS_OK : LS_STOP;
}

LsStatus
ls_qss_network_look (LsQssNetwork *self, double t)
{
  LsStatus status;

  ls_qss_get_states (self->engine, t, self->x);
  status = ls_qss_network_go_to (self, t, self->x);
  return status == LS_OK ? read_network (self) : LS_STOP;
}

double
ls_qss_network_get_next_time (const LsQssNetwork *self)
{
  return ls_qss_get_next_time (self->engine);
}

void
ls_qss_network_get_counts (const LsQssNetwork *self, LsQssCounts *counts)
{
  ls_qss_get_counts (self->engine, counts);
  counts->derivatives = self->evaluations;
}
