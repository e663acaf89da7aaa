/* Rules of the FMI standard that a description breaks. */
#include "core/fmi/check.h"

void
ls_finding_free (LsFinding *self)
{
  if (self == NULL)
    return;
  g_free (self->subject);
  g_free (self->message);
  g_free (self);
}
