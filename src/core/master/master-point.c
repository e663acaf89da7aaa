/* A point of a run that the master can restore, to repeat a step. */
#include "core/master/master-point.h"

#include <glib/gi18n-lib.h>

#include "core/assembly/end-outputs.h"
#include "core/master/master-impl.h"

struct LsMasterPoint
{
  GByteArray *memory;
  guint n_systems;
  LsSystem **systems;    /* borrowed from the master */
  LsSavedState **states; /* n_systems */
  double time;           /* s */
};

/* ---- State outside the components ------------------------------------------------------- */

#define LIST(field) func (&(field), sizeof (field), user_data)

static void
list_network (LsNetwork *self, LsVisitMemoryFunc func, gpointer user_data)
{
  func (self->u, self->n_in * sizeof (double), user_data);
  func (self->y, self->n_out * sizeof (double), user_data);
  func (self->dy, self->n_out * sizeof (double), user_data);
  LIST (self->time);
  LIST (self->end_time);
  LIST (self->restarted);
  LIST (self->discontinuity);
  LIST (self->has_reported);
  LIST (self->next_step);
  LIST (self->failed);
  LIST (self->residual);
  LIST (self->rejected);
  LIST (self->order);
  LIST (self->counts);
  for (guint k = 0; k < self->n_systems; k++)
    ls_system_visit_state (self->systems[k], func, user_data);
  if (self->balance != NULL)
    ls_balance_visit_state (self->balance, func, user_data);
  if (self->end_outputs != NULL)
    ls_end_outputs_visit_state (self->end_outputs, func, user_data);
  if (self->jump_detector != NULL)
    ls_jump_detector_visit_state (self->jump_detector, func, user_data);
  if (self->control != NULL)
    ls_step_control_visit_state (self->control, func, user_data);
  if (self->estimate != NULL)
    ls_step_estimate_visit_state (self->estimate, func, user_data);
}

void
ls_master_visit_state (LsMaster *self, LsVisitMemoryFunc func, gpointer user_data)
{
  list_network (&self->network, func, user_data);
  LIST (self->step);
  LIST (self->last_step);
  LIST (self->done);
  LIST (self->broken);
  LIST (self->next_change);
  for (guint i = 0; i < self->n_sizes; i++)
    LIST (self->sizes[i].value);
  ls_master_visit_clocks (self, func, user_data);
  ls_coupling_method_visit_state (self->method, self->state, func, user_data);
}

/* ---- Points ----------------------------------------------------------------------------- */

char *
ls_master_explain_points (const LsMaster *self)
{
  const LsNetwork *network = &self->network;

  for (guint k = 0; k < network->n_systems; k++)
    {
      char *reason = ls_system_explain_state (network->systems[k]);

      if (reason != NULL)
        return reason;
    }
  return ls_master_explain_memory (self);
}

char *
ls_master_explain_memory (const LsMaster *self)
{
  if (!ls_coupling_method_visit_state (self->method, self->state, NULL, NULL))
    return g_strdup_printf (_ ("%s cannot save its internal state"), _ (self->method->name));
  return NULL;
}

LsMasterPoint *
ls_master_take_point (LsMaster *self)
{
  LsNetwork *network = &self->network;
  LsMasterPoint *point = g_new0 (LsMasterPoint, 1);

  point->n_systems = network->n_systems;
  point->systems = network->systems;
  point->states = g_new0 (LsSavedState *, network->n_systems + 1);
  point->time = network->time;
  point->memory = g_byte_array_new ();
  /* Batched stepping does not support rollback; disable it. */
  g_clear_pointer (&network->batch, g_free);
  for (guint k = 0; k < network->n_systems; k++)
    if (ls_system_save_state (network->systems[k], &point->states[k]) != LS_OK)
      {
        ls_master_point_free (point);
        return NULL;
      }
  ls_master_visit_state (self, ls_memory_append, point->memory);
  return point;
}

gboolean
ls_master_go_to_point (LsMaster *self, const LsMasterPoint *point, GError **error)
{
  g_return_val_if_fail (self != NULL && point != NULL, FALSE);

  LsNetwork *network = &self->network;
  const guint8 *next = point->memory->data;

  for (guint k = 0; k < network->n_systems; k++)
    if (ls_system_restore_state (network->systems[k], point->states[k]) != LS_OK)
      {
        network->failed = k;
        self->broken = TRUE;
        ls_master_set_error (self, "fmi2SetFMUstate", error);
        return FALSE;
      }
  ls_master_visit_state (self, ls_memory_put_back, &next);
  if (self->method->restored != NULL)
    self->method->restored (self->state);
  /* The log belongs to another time. */
  if (network->rollback_log != NULL)
    ls_rollback_log_forget (network->rollback_log);
  ls_master_forget_events (self);
  return TRUE;
}

double
ls_master_point_get_time (const LsMasterPoint *self)
{
  return self->time;
}

void
ls_master_point_free (LsMasterPoint *self)
{
  if (self == NULL)
    return;
  for (guint k = 0; k < self->n_systems; k++)
    if (self->states[k] != NULL)
      ls_system_free_state (self->systems[k], self->states[k]);
  g_free (self->states);
  g_byte_array_unref (self->memory);
  g_free (self);
}
