/* Values of variables, over messages. */
#include "core/remote/system-remote-impl.h"

#include "core/base/status.h"

#include <math.h>

LsStatus
ls_system_remote_evaluate (LsSystem *system, const double u[], double y[])
{
  LsSystemRemote *self = ls_system_remote (system);
  LsStatus status;

  ls_message_put_reals (ls_system_remote_change (self, LS_ASK_EVALUATE), u, system->info->n_in);
  status = ls_system_remote_ask (self);
  if (status == LS_OK)
    ls_message_get_reals (&self->answer, y, system->info->n_out);
  return status;
}

LsStatus
ls_system_remote_get_inputs (LsSystem *system, double u[])
{
  return ls_system_remote_ask_reals (ls_system_remote (system), LS_ASK_GET_INPUTS, u,
                                     system->info->n_in);
}

LsStatus
ls_system_remote_set_some (LsSystem *system, const guint indices[], guint n, const double values[])
{
  LsSystemRemote *self = ls_system_remote (system);
  GByteArray *message = ls_system_remote_change (self, LS_ASK_SET_SOME);

  ls_message_put_count (message, n);
  ls_message_put (message, indices, n * sizeof (guint));
  ls_message_put_reals (message, values, n);
  ls_pool_put_off (self->pool);
  return LS_OK;
}

static LsStatus
ask_values (LsSystemRemote *self, LsAsk ask, const guint indices[], guint n, double values[])
{
  GByteArray *message = ls_system_remote_begin (self, ask);
  LsStatus status;

  ls_message_put_count (message, n);
  ls_message_put (message, indices, n * sizeof (guint));
  status = ls_system_remote_ask (self);
  if (status == LS_OK)
    ls_message_get_reals (&self->answer, values, n);
  return status;
}

LsStatus
ls_system_remote_get_some (LsSystem *system, const guint indices[], guint n, double values[])
{
  return ask_values (ls_system_remote (system), LS_ASK_GET_SOME, indices, n, values);
}

LsStatus
ls_system_remote_read (LsSystem *system, const guint variables[], guint n, double values[])
{
  LsSystemRemote *self = ls_system_remote (system);
  LsStatus status;

  if (n == 0)
    return LS_OK;
  if (n == self->n_read && memcmp (variables, self->read, n * sizeof (guint)) == 0)
    {
      if (self->knows_values)
        {
          memcpy (values, self->values, n * sizeof (double));
          return LS_OK;
        }
    }
  else
    {
      g_free (self->read);
      g_free (self->values);
      self->read = g_memdup2 (variables, n * sizeof (guint));
      self->values = g_new0 (double, n);
      self->n_read = n;
    }
  status = ask_values (self, LS_ASK_READ, variables, n, values);
  if (status != LS_OK)
    self->n_read = 0; /* the worker may have another list */
  return status;
}

void
ls_system_remote_forget_inputs (LsSystem *system)
{
  ls_system_remote_change (ls_system_remote (system), LS_ASK_FORGET_INPUTS);
  ls_pool_put_off (ls_system_remote (system)->pool);
}

LsStatus
ls_system_remote_get_typed (LsSystem *system, const LsVariable *variable, LsSystemValue *value)
{
  LsSystemRemote *self = ls_system_remote (system);
  const char *text;
  LsStatus status;

  ls_message_put_count (ls_system_remote_begin (self, LS_ASK_GET_TYPED), variable->index);
  status = ls_system_remote_ask (self);
  if (status != LS_OK)
    return status;
  value->type = (LsType)ls_message_get_count (&self->answer);
  value->real = ls_message_get_real (&self->answer);
  value->integer = (gint64)ls_message_get_count (&self->answer);
  text = ls_message_take_text (&self->answer);
  if (self->text == NULL)
    self->text = g_string_new (NULL);
  g_string_assign (self->text, text != NULL ? text : "");
  value->text = self->text->str;
  return LS_OK;
}

LsStatus
ls_system_remote_set_typed (LsSystem *system,
                            const LsVariable *variable,
                            const LsSystemValue *value)
{
  LsSystemRemote *self = ls_system_remote (system);
  GByteArray *message = ls_system_remote_change (self, LS_ASK_SET_TYPED);

  ls_message_put_count (message, variable->index);
  ls_message_put_count (message, value->type);
  ls_message_put_real (message, value->real);
  ls_message_put_count (message, (guint64)value->integer);
  ls_message_put_text (message, value->type == LS_TYPE_STRING ? value->text : NULL);
  return ls_system_remote_ask (self);
}

gboolean
ls_system_remote_set_text (LsSystem *system,
                           const LsVariable *variable,
                           const char *text,
                           GError **error)
{
  LsSystemRemote *self = ls_system_remote (system);
  GByteArray *message = ls_system_remote_change (self, LS_ASK_SET_TEXT);

  ls_message_put_count (message, variable->index);
  ls_message_put_text (message, text);
  return ls_system_remote_ask (self) == LS_OK || ls_system_remote_fail (self, error);
}

char *
ls_system_remote_get_text (LsSystem *system, guint variable, GError **error)
{
  LsSystemRemote *self = ls_system_remote (system);

  ls_message_put_count (ls_system_remote_begin (self, LS_ASK_GET_TEXT), variable);
  if (ls_system_remote_ask (self) == LS_OK)
    return g_strdup (ls_message_take_text (&self->answer));
  ls_system_remote_fail (self, error);
  return NULL;
}

guint64
ls_system_remote_get_n_ticks (const LsSystem *system, const LsVariable *clock, double *time)
{
  LsSystemRemote *self = ls_system_remote (system);
  guint64 n;

  ls_message_put_count (ls_system_remote_begin (self, LS_ASK_GET_N_TICKS), clock->index);
  if (ls_system_remote_ask (self) != LS_OK)
    {
      *time = -INFINITY;
      return 0;
    }
  n = ls_message_get_count (&self->answer);
  *time = ls_message_get_real (&self->answer);
  return n;
}
