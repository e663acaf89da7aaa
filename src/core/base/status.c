/* The error domain of the core. */
#include "core/base/status.h"

G_DEFINE_QUARK (ls - error - quark, ls_error)

const char *
ls_error_get_fault_id (int code)
{
  static const char *const ids[] = { "crashed", "hung", "denied", "memory", "values" };

  return code >= LS_ERROR_CRASHED && code <= LS_ERROR_VALUES ? ids[code - LS_ERROR_CRASHED] : NULL;
}
