/* What COSTARICA does with a system, as it can be known before a run. */
#include "core/cosim/costarica.h"

#include <glib/gi18n-lib.h>

const char *const ls_costarica_uses[] = { "auto", "always", "never", NULL };

LsCostaricaUse
ls_costarica_use_parse (const char *text)
{
  for (guint i = 0; ls_costarica_uses[i] != NULL; i++)
    if (g_strcmp0 (ls_costarica_uses[i], text) == 0)
      return (LsCostaricaUse)i;
  return LS_COSTARICA_AUTO;
}

LsCostaricaKind
ls_costarica_choose (const LsSystemInfo *info, LsCostaricaUse use)
{
  gboolean rollback = info->has[LS_CAPABILITY_ROLLBACK];
  gboolean estimator = info->has[LS_CAPABILITY_LINEARISATION] && use != LS_COSTARICA_NEVER;

  if (rollback && !(estimator && use == LS_COSTARICA_ALWAYS))
    return LS_COSTARICA_INTEGRATE;
  return estimator ? LS_COSTARICA_ESTIMATE : LS_COSTARICA_EXTRAPOLATE;
}

char *
ls_costarica_explain (const LsSystemInfo *info, LsCostaricaUse use)
{
  const char *rollback = info->reasons[LS_CAPABILITY_ROLLBACK];

  switch (ls_costarica_choose (info, use))
    {
    case LS_COSTARICA_ESTIMATE:
      if (info->has[LS_CAPABILITY_ROLLBACK])
        return g_strdup (_ ("It is estimated until the iteration has converged, then integrated "
                            "once."));
      return g_strdup_printf (_ ("It is estimated until the iteration has converged, then "
                                 "integrated once, as it cannot be rolled back: %s."),
                              rollback);
    case LS_COSTARICA_EXTRAPOLATE:
      if (info->has[LS_CAPABILITY_LINEARISATION])
        return g_strdup_printf (_ ("Its outputs are extrapolated until the iteration has "
                                   "converged, as it cannot be rolled back (%s) and no estimator "
                                   "is wanted."),
                                rollback);
      return g_strdup_printf (_ ("Its outputs are extrapolated until the iteration has converged, "
                                 "as it can neither be rolled back (%s) nor linearised (%s)."),
                              rollback, info->reasons[LS_CAPABILITY_LINEARISATION]);
    case LS_COSTARICA_INTEGRATE:
    default:
      return NULL;
    }
}
