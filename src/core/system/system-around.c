/* What systems around another one pass on to it. */
#include "core/system/system-around-impl.h"

void
ls_system_around_init (LsSystemAround *self,
                       const LsSystemClass *klass,
                       LsSystemInfo *info,
                       LsSystem *inner)
{
  /* Its log already counts from the beginning of the run. */
  ls_system_init (&self->base, klass, info, inner->variables, inner->n_variables, 0.0,
                  inner->stop_time, inner->log);
  self->base.origin = inner->origin;
  self->base.by_name = inner->by_name;
  self->inner = inner;
}

void
ls_system_around_clear (LsSystemAround *self)
{
  ls_system_clear (&self->base);
  ls_system_free (self->inner);
}

double
ls_system_around_get_time (const LsSystem *system)
{
  return ls_system_get_time (ls_system_around_get_inner (system));
}

LsStatus
ls_system_around_terminate (LsSystem *system)
{
  return ls_system_terminate (ls_system_around_get_inner (system));
}

gboolean
ls_system_around_has_ended (const LsSystem *system)
{
  return ls_system_has_ended (ls_system_around_get_inner (system));
}

gboolean
ls_system_around_loses_steps (const LsSystem *system)
{
  return ls_system_loses_steps (ls_system_around_get_inner (system));
}

void
ls_system_around_set_clock (LsSystem *system, LsCallClock *clock)
{
  ls_system_set_clock (ls_system_around_get_inner (system), clock);
}

guint
ls_system_around_list_channels (const LsSystem *system,
                                gconstpointer channels[LS_SYSTEM_MAX_CHANNELS])
{
  return ls_system_list_channels (ls_system_around_get_inner (system), channels);
}

LsStatus
ls_system_around_evaluate (LsSystem *system, const double u[], double y[])
{
  return ls_system_evaluate (ls_system_around_get_inner (system), u, y);
}

LsStatus
ls_system_around_get_inputs (LsSystem *system, double u[])
{
  return ls_system_get_inputs (ls_system_around_get_inner (system), u);
}

void
ls_system_around_forget_inputs (LsSystem *system)
{
  ls_system_forget_inputs (ls_system_around_get_inner (system));
}

LsStatus
ls_system_around_set_some_inputs (LsSystem *system,
                                  const guint indices[],
                                  guint n,
                                  const double values[])
{
  return ls_system_set_some_inputs (ls_system_around_get_inner (system), indices, n, values);
}

LsStatus
ls_system_around_get_some_outputs (LsSystem *system,
                                   const guint indices[],
                                   guint n,
                                   double values[])
{
  return ls_system_get_some_outputs (ls_system_around_get_inner (system), indices, n, values);
}

LsStatus
ls_system_around_read (LsSystem *system, const guint variables[], guint n, double values[])
{
  return ls_system_read (ls_system_around_get_inner (system), variables, n, values);
}

LsStatus
ls_system_around_get_typed (LsSystem *system, const LsVariable *variable, LsSystemValue *value)
{
  LsSystem *inner = ls_system_around_get_inner (system);

  return inner->klass->get_typed != NULL ? inner->klass->get_typed (inner, variable, value)
                                         : LS_STOP;
}

LsStatus
ls_system_around_set_typed (LsSystem *system,
                            const LsVariable *variable,
                            const LsSystemValue *value)
{
  LsSystem *inner = ls_system_around_get_inner (system);

  return inner->klass->set_typed != NULL ? inner->klass->set_typed (inner, variable, value)
                                         : LS_STOP;
}

gboolean
ls_system_around_set_text (LsSystem *system,
                           const LsVariable *variable,
                           const char *text,
                           GError **error)
{
  LsSystem *inner = ls_system_around_get_inner (system);

  return inner->klass->set_text != NULL && inner->klass->set_text (inner, variable, text, error);
}

char *
ls_system_around_get_text (LsSystem *system, guint variable, GError **error)
{
  return ls_system_get_text (ls_system_around_get_inner (system), variable, error);
}

LsStatus
ls_system_around_get_states (LsSystem *system, double x[])
{
  return ls_system_get_states (ls_system_around_get_inner (system), x);
}

LsStatus
ls_system_around_get_state_derivatives (LsSystem *system, double dx[])
{
  return ls_system_get_state_derivatives (ls_system_around_get_inner (system), dx);
}

LsStatus
ls_system_around_read_point (LsSystem *system, const double u[], LsLinearisation *result)
{
  return ls_system_read_point (ls_system_around_get_inner (system), u, result);
}

LsStatus
ls_system_around_linearise (LsSystem *system, const double u[], LsLinearisation *result)
{
  LsSystem *inner = ls_system_around_get_inner (system);

  return inner->klass->linearise (inner, u, result);
}

LsStatus
ls_system_around_find_output_derivatives (
    LsSystem *system, const double u[], const double du[], double h, double dy[])
{
  return ls_system_find_output_derivatives (ls_system_around_get_inner (system), u, du, h, dy);
}

gboolean
ls_system_around_has_feed (const LsSystem *system)
{
  return ls_system_has_feed (ls_system_around_get_inner (system));
}

LsStatus
ls_system_around_get_feed (
    LsSystem *system, guint input, double seed, const guint outputs[], guint n, double column[])
{
  LsSystem *inner = ls_system_around_get_inner (system);

  return inner->klass->get_feed (inner, input, seed, outputs, n, column);
}
