/* FMI 3.0 Co-Simulation with event mode: events, and Reals, of which some are set there. */
#include "core/fmi/fmi3-instance.h"

LsStatus
ls_instance_fmi3_leave_event_mode (LsInstanceFmi3 *self)
{
  LsEventInfo info;
  LsStatus status = ls_instance_fmi3_update_discrete_states (&self->base, &info);

  self->is_open = FALSE;
  self->base.had_event = TRUE;
  if (status == LS_OK)
    status = ls_instance_fmi3_move (self, "fmi3EnterStepMode", self->fmi.EnterStepMode,
                                    LS_STAGE_STEP_COMPLETE);
  return status == LS_OK && info.terminate ? ls_instance_end_simulation (&self->base) : status;
}

LsStatus
ls_instance_fmi3_handle_event (LsInstanceFmi3 *self)
{
  LsStatus status = ls_instance_fmi3_enter_event_mode (&self->base);

  if (status == LS_OK)
    status = ls_instance_fmi3_tick (self, self->base.clock);
  return status == LS_OK ? ls_instance_fmi3_leave_event_mode (self) : status;
}

/* ---- Values ---- */

LsStatus
ls_instance_fmi3_prepare_set (LsInstanceFmi3 *self, const guint32 *references, gsize n)
{
  return ls_instance_fmi3_find_structural (self, references, n) != NULL
             ? ls_instance_fmi3_settle (self)
             : ls_instance_fmi3_open_event_mode (&self->base);
}

LsStatus
ls_instance_fmi3_cs_get_real (LsInstance *instance,
                              const guint32 *references,
                              gsize n,
                              double values[])
{
  const LsStatus status = ls_instance_fmi3_settle ((LsInstanceFmi3 *)instance);

  return G_LIKELY (status == LS_OK) ? ls_instance_fmi3_get_real (instance, references, n, values)
                                    : status;
}

/* The continuous ones, outside event mode. */
static LsStatus
set_continuous (LsInstanceFmi3 *self, const guint32 *references, gsize n, const double values[])
{
  LsStatus status = LS_OK;

  for (gsize i = 0, end; i < n && status == LS_OK; i = end + 1)
    {
      for (end = i; end < n; end++)
        if (ls_instance_fmi3_get_held (self, ls_instance_fmi3_find (self, references[end])) != NULL)
          break;
      if (end > i)
        status = ls_instance_fmi3_set_real (&self->base, references + i, end - i, values + i);
    }
  return status;
}

LsStatus
ls_instance_fmi3_cs_set_real (LsInstance *instance,
                              const guint32 *references,
                              gsize n,
                              const double values[])
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  LsStatus status = LS_OK;

  if (self->polynomials != NULL)
    ls_instance_fmi3_keep_inputs (self, 0, references, n, values);
  if (G_UNLIKELY (self->n_held > 0))
    {
      const gboolean changes = ls_instance_fmi3_note_reals (self, references, n, values);

      if (!changes && ls_instance_fmi3_can_open_event_mode (self))
        return set_continuous (self, references, n, values);
      if (changes)
        status = ls_instance_fmi3_prepare_set (self, references, n);
    }
  return status == LS_OK ? ls_instance_fmi3_set_real (instance, references, n, values) : status;
}
