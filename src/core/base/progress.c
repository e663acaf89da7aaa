#include "core/base/progress.h"

gboolean
ls_progress_of_part (double fraction, gpointer part)
{
  const LsProgressPart *self = part;

  return self->whole == NULL || self->whole ((self->index + fraction) / self->n, self->user_data);
}
