/* States, linearisation, derivatives and projection, over messages. */
#include "core/remote/system-remote-impl.h"

LsStatus
ls_system_remote_get_states (LsSystem *system, double x[])
{
  return ls_system_remote_ask_reals (ls_system_remote (system), LS_ASK_GET_STATES, x,
                                     system->info->n_state);
}

LsStatus
ls_system_remote_get_state_derivatives (LsSystem *system, double dx[])
{
  return ls_system_remote_ask_reals (ls_system_remote (system), LS_ASK_GET_STATE_DERIVATIVES, dx,
                                     system->info->n_state);
}

static void
take_point (LsSystemRemote *self, LsLinearisation *result)
{
  const LsSystemInfo *info = self->base.info;

  ls_message_get_reals (&self->answer, result->x, info->n_state);
  ls_message_get_reals (&self->answer, result->f, info->n_state);
  ls_message_get_reals (&self->answer, result->y, info->n_out);
}

LsStatus
ls_system_remote_read_point (LsSystem *system, const double u[], LsLinearisation *result)
{
  LsSystemRemote *self = ls_system_remote (system);
  LsStatus status;

  ls_message_put_reals (ls_system_remote_change (self, LS_ASK_READ_POINT), u, system->info->n_in);
  status = ls_system_remote_ask (self);
  if (status == LS_OK)
    take_point (self, result);
  return status;
}

/* Both at once. */
LsStatus
ls_system_remote_linearise_at (LsSystem *system, const double u[], LsLinearisation *result)
{
  LsSystemRemote *self = ls_system_remote (system);
  const gsize n_x = system->info->n_state, n_in = system->info->n_in, n_out = system->info->n_out;
  LsStatus status;

  ls_message_put_reals (ls_system_remote_change (self, LS_ASK_LINEARISE), u, n_in);
  status = ls_system_remote_ask (self);
  if (status != LS_OK)
    return status;
  take_point (self, result);
  ls_message_get_reals (&self->answer, result->a, n_x * n_x);
  ls_message_get_reals (&self->answer, result->b, n_x * n_in);
  ls_message_get_reals (&self->answer, result->c, n_out * n_x);
  ls_message_get_reals (&self->answer, result->d, n_out * n_in);
  return self->answer.bad ? LS_STOP : LS_OK;
}

gboolean
ls_system_remote_enable_time_derivative (LsSystem *system)
{
  return ls_system_remote_ask_truth (ls_system_remote (system), LS_ASK_ENABLE_TIME_DERIVATIVE,
                                     FALSE);
}

LsStatus
ls_system_remote_get_time_derivatives (LsSystem *system,
                                       const LsLinearisation *point,
                                       const double u[],
                                       double h,
                                       double ft[],
                                       double gt[],
                                       gboolean *changes)
{
  LsSystemRemote *self = ls_system_remote (system);
  const LsSystemInfo *info = system->info;
  GByteArray *message = ls_system_remote_change (self, LS_ASK_GET_TIME_DERIVATIVES);
  LsStatus status;

  ls_message_put_real (message, h);
  ls_message_put_reals (message, u, info->n_in);
  ls_message_put_reals (message, point->x, info->n_state);
  ls_message_put_reals (message, point->f, info->n_state);
  ls_message_put_reals (message, point->y, info->n_out);
  status = ls_system_remote_ask (self);
  if (status != LS_OK)
    return status;
  *changes = ls_message_get_count (&self->answer) != 0;
  ls_message_get_reals (&self->answer, ft, info->n_state);
  ls_message_get_reals (&self->answer, gt, info->n_out);
  return LS_OK;
}

LsStatus
ls_system_remote_get_output_derivatives (LsSystem *system, double dy[])
{
  return ls_system_remote_ask_reals (ls_system_remote (system), LS_ASK_GET_OUTPUT_DERIVATIVES, dy,
                                     system->info->n_out);
}

LsStatus
ls_system_remote_find_output_derivatives (
    LsSystem *system, const double u[], const double du[], double h, double dy[])
{
  LsSystemRemote *self = ls_system_remote (system);
  GByteArray *message = ls_system_remote_change (self, LS_ASK_FIND_OUTPUT_DERIVATIVES);
  LsStatus status;

  ls_message_put_real (message, h);
  ls_message_put_reals (message, u, system->info->n_in);
  ls_message_put_reals (message, du, system->info->n_in);
  status = ls_system_remote_ask (self);
  if (status == LS_OK)
    ls_message_get_reals (&self->answer, dy, system->info->n_out);
  return status;
}

/* It depends on the capabilities alone. */
gboolean
ls_system_remote_find_feed (const LsSystem *system)
{
  LsSystemRemote *self = ls_system_remote (system);

  if (self->has_feed < 0)
    self->has_feed = ls_system_remote_ask_truth (self, LS_ASK_HAS_FEED, FALSE);
  return self->has_feed > 0;
}

LsStatus
ls_system_remote_get_feed (
    LsSystem *system, guint input, double seed, const guint outputs[], guint n, double column[])
{
  LsSystemRemote *self = ls_system_remote (system);
  GByteArray *message = ls_system_remote_begin (self, LS_ASK_GET_FEED);
  LsStatus status;

  ls_message_put_count (message, input);
  ls_message_put_real (message, seed);
  ls_message_put_count (message, n);
  ls_message_put (message, outputs, n * sizeof (guint));
  status = ls_system_remote_ask (self);
  if (status == LS_OK)
    ls_message_get_reals (&self->answer, column, n);
  return status;
}

gboolean
ls_system_remote_has_constraints (const LsSystem *system)
{
  LsSystemRemote *self = ls_system_remote (system);

  if (self->has_constraints < 0)
    self->has_constraints = ls_system_remote_ask_truth (self, LS_ASK_HAS_CONSTRAINTS, FALSE);
  return self->has_constraints > 0;
}

LsStatus
ls_system_remote_project (LsSystem *system, const double u[], double y[], gboolean *moved)
{
  LsSystemRemote *self = ls_system_remote (system);
  LsStatus status;

  ls_message_put_reals (ls_system_remote_change (self, LS_ASK_PROJECT), u, system->info->n_in);
  status = ls_system_remote_ask (self);
  if (status != LS_OK)
    return status;
  *moved = ls_message_get_count (&self->answer) != 0;
  ls_message_get_reals (&self->answer, y, system->info->n_out);
  return LS_OK;
}
