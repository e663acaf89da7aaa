/* States, linearisation and derivatives of a system that is served. */
#include "core/remote/serve-impl.h"

static LsLinearisation *
get_point (LsServed *self)
{
  if (self->point == NULL)
    self->point = ls_linearisation_new (self->system->info);
  return self->point;
}

static LsStatus
do_point (LsServed *self, gboolean whole, LsMessageReader *arguments, GByteArray *result)
{
  LsSystem *system = self->system;
  const LsSystemInfo *info = system->info;
  const gsize n_x = info->n_state, n_in = info->n_in, n_out = info->n_out;
  const double *u = ls_message_take_reals (arguments, n_in);
  LsLinearisation *point = get_point (self);
  LsStatus status;

  if (u == NULL)
    return LS_STOP;
  status = whole ? ls_system_linearise (system, u, point) : ls_system_read_point (system, u, point);
  if (status != LS_OK)
    return status;
  ls_message_put_reals (result, point->x, n_x);
  ls_message_put_reals (result, point->f, n_x);
  ls_message_put_reals (result, point->y, n_out);
  if (!whole)
    return LS_OK;
  ls_message_put_reals (result, point->a, n_x * n_x);
  ls_message_put_reals (result, point->b, n_x * n_in);
  ls_message_put_reals (result, point->c, n_out * n_x);
  ls_message_put_reals (result, point->d, n_out * n_in);
  return LS_OK;
}

static LsStatus
get_time_derivatives (LsServed *self, LsMessageReader *arguments, GByteArray *result)
{
  LsSystem *system = self->system;
  const LsSystemInfo *info = system->info;
  const double h = ls_message_get_real (arguments);
  const double *u = ls_message_take_reals (arguments, info->n_in);
  LsLinearisation *point = get_point (self);
  double *ft = ls_served_get_work (self, (gsize)info->n_state + info->n_out + 1);
  double *gt = ft + info->n_state;
  gboolean changes = FALSE;
  LsStatus status;

  ls_message_get_reals (arguments, point->x, info->n_state);
  ls_message_get_reals (arguments, point->f, info->n_state);
  ls_message_get_reals (arguments, point->y, info->n_out);
  if (u == NULL || arguments->bad || !info->has[LS_CAPABILITY_TIME_DERIVATIVE])
    return LS_STOP;
  status = system->klass->get_time_derivatives (system, point, u, h, ft, gt, &changes);
  ls_message_put_count (result, (guint64)(changes != FALSE));
  ls_message_put_reals (result, ft, info->n_state);
  ls_message_put_reals (result, gt, info->n_out);
  return status;
}

static LsStatus
find_output_derivatives (LsServed *self, LsMessageReader *arguments, GByteArray *result)
{
  LsSystem *system = self->system;
  const double h = ls_message_get_real (arguments);
  const double *u = ls_message_take_reals (arguments, system->info->n_in);
  const double *du = ls_message_take_reals (arguments, system->info->n_in);
  LsStatus status;

  if (du == NULL || system->klass->find_output_derivatives == NULL)
    return LS_STOP;
  status = system->klass->find_output_derivatives (system, u, du, h, self->dy);
  ls_message_put_reals (result, self->dy, system->info->n_out);
  return status;
}

static LsStatus
get_feed (LsServed *self, LsMessageReader *arguments, GByteArray *result)
{
  LsSystem *system = self->system;
  const guint64 input = ls_message_get_count (arguments);
  const double seed = ls_message_get_real (arguments);
  guint n;
  const guint *outputs = ls_served_take_some (arguments, &n, system->info->n_out);
  double *column;
  LsStatus status;

  if (outputs == NULL || input >= system->info->n_in || system->klass->get_feed == NULL)
    return LS_STOP;
  column = ls_served_get_work (self, (gsize)n + 1);
  status = system->klass->get_feed (system, (guint)input, seed, outputs, n, column);
  ls_message_put_reals (result, column, n);
  return status;
}

static LsStatus
do_project (LsServed *self, LsMessageReader *arguments, GByteArray *result)
{
  const LsSystemInfo *info = self->system->info;
  const double *u = ls_message_take_reals (arguments, info->n_in);
  gboolean moved = FALSE;
  LsStatus status;

  if (u == NULL || !ls_system_has_constraints (self->system))
    return LS_STOP;
  status = self->system->klass->project (self->system, u, self->y, &moved);
  ls_message_put_count (result, (guint64)(moved != FALSE));
  ls_message_put_reals (result, self->y, info->n_out);
  return status;
}

static LsStatus
note_fired (LsServed *self, GByteArray *result)
{
  ls_system_note_fired (self->system);
  self->fired = self->system->fired;
  return ls_served_tell (result, self->fired != NULL);
}

LsStatus
ls_served_do_derivatives (LsServed *self, LsAsk ask, LsMessageReader *arguments, GByteArray *result)
{
  LsSystem *system = self->system;
  const LsSystemInfo *info = system->info;

  switch (ask)
    {
    case LS_ASK_GET_STATES:
      return ls_served_do_vector (self, ls_system_get_states, info->n_state, result);
    case LS_ASK_GET_STATE_DERIVATIVES:
      return ls_served_do_vector (self, ls_system_get_state_derivatives, info->n_state, result);
    case LS_ASK_READ_POINT:
    case LS_ASK_LINEARISE:
      return do_point (self, ask == LS_ASK_LINEARISE, arguments, result);
    case LS_ASK_ENABLE_TIME_DERIVATIVE:
      return ls_served_tell (result, system->klass->enable_time_derivative != NULL
                                         && system->klass->enable_time_derivative (system));
    case LS_ASK_GET_TIME_DERIVATIVES:
      return get_time_derivatives (self, arguments, result);
    case LS_ASK_GET_OUTPUT_DERIVATIVES:
      return ls_served_do_vector (self, system->klass->get_output_derivatives, info->n_out, result);
    case LS_ASK_FIND_OUTPUT_DERIVATIVES:
      return find_output_derivatives (self, arguments, result);
    case LS_ASK_HAS_FEED:
      return ls_served_tell (result, ls_system_has_feed (system));
    case LS_ASK_GET_FEED:
      return get_feed (self, arguments, result);
    case LS_ASK_HAS_CONSTRAINTS:
      return ls_served_tell (result, ls_system_has_constraints (system));
    case LS_ASK_PROJECT:
      return do_project (self, arguments, result);
    case LS_ASK_NOTE_FIRED:
      return note_fired (self, result);
    case LS_ASK_FALLS_SHORT:
      return ls_served_tell (result,
                             system->klass->falls_short != NULL
                                 && system->klass->falls_short (
                                     system, (LsCapability)ls_message_get_count (arguments)));
    case LS_ASK_LOSES_STEPS:
      return ls_served_tell (result, ls_system_loses_steps (system));
    default:
      return LS_STOP;
    }
}
