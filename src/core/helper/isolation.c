#include "core/helper/isolation.h"

#include "core/base/status.h"

#include <glib/gi18n-lib.h>

static gint chosen = LS_ISOLATION_NONE;
static double time_limit;

void
ls_isolation_set (LsIsolation isolation)
{
  g_atomic_int_set (&chosen, (gint)isolation);
}

LsIsolation
ls_isolation_get (void)
{
  return (LsIsolation)g_atomic_int_get (&chosen);
}

gboolean
ls_isolation_parse (const char *text, LsIsolation *isolation, GError **error)
{
  static const char *const names[] = { "none", "grouped", "each" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (text, names[i]))
      {
        *isolation = (LsIsolation)i;
        return TRUE;
      }
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
               _ ("“%s” is not none, grouped or each, which say in what process FMUs run"), text);
  return FALSE;
}

void
ls_isolation_set_time_limit (double limit)
{
  time_limit = limit;
}

double
ls_isolation_get_time_limit (void)
{
  return time_limit;
}
