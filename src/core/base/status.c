/* The error domain of the core. */
#include "core/base/status.h"

G_DEFINE_QUARK (ls - error - quark, ls_error)
