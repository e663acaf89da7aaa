/* States at a time, and what messages say of them. */
#include "core/qss/qss-impl.h"

#include <glib/gi18n-lib.h>

#define MAX_NAMES 5u

void
ls_qss_get_states (const LsQss *self, double t, double x[])
{
  for (guint i = 0; i < self->n; i++)
    x[i] = ls_qss_poly_get (self->states[i].x, 4, t - self->states[i].tx);
}

LsStatus
ls_qss_log_error (LsQss *self, LsStatus status, double t, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  ls_log_write (self->log, status == LS_STOP ? LS_LOG_ERROR : LS_LOG_WARNING, self->name, NULL, t,
                "%s", message);
  return status;
}

char *
ls_qss_list_names (const LsQss *self, const guint states[], guint n)
{
  GString *names = g_string_new (NULL);

  for (guint k = 0; k < n && k < MAX_NAMES; k++)
    if (self->problem.get_state_name != NULL)
      g_string_append_printf (names, "%s“%s”", k > 0 ? ", " : "",
                              self->problem.get_state_name (states[k], self->problem.user_data));
    else
      g_string_append_printf (names, _ ("%sstate %u"), k > 0 ? ", " : "", states[k] + 1);
  if (n > MAX_NAMES)
    g_string_append (names, ", …");
  return g_string_free (names, FALSE);
}
