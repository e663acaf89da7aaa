/* Tolerances and domains at the time reached; messages. */
#include "core/ode/hybrid-impl.h"

void
ls_hybrid_set_atol (LsHybrid *self, const double nominals[])
{
  double share = self->settings.atol > 0.0 ? self->settings.atol : 0.01 * self->settings.rtol;

  for (guint i = 0; i < self->problem.ode.n; i++)
    self->atol[i] = share * nominals[i];
}

LsStatus
ls_hybrid_log_error (LsHybrid *self, LsStatus status, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  ls_log_write (self->log, status == LS_STOP ? LS_LOG_ERROR : LS_LOG_WARNING, self->name, NULL,
                ls_ode_get_time (self->ode), "%s", message);
  return status;
}

/* Sets the domains at the time reached. */
LsStatus
ls_hybrid_refresh (LsHybrid *self, double t, const double x[])
{
  LsStatus status = LS_OK;

  if (self->problem.n_indicators == 0)
    return LS_OK;
  status = self->problem.indicators (t, x, self->z, self->problem.ode.user_data);
  self->counts.indicators++;
  if (status == LS_OK)
    ls_event_locator_start (self->locator, self->z);
  return status;
}
