/* FMI 3.0: the last values of inputs that are not continuous. With event mode they are set there,
 * and each event is a discontinuity for coupling methods and for the control of the step size: it
 * is entered for values that differ from the last ones only. */
#include "core/fmi/fmi3-instance.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Values that differ by less, relative to themselves, are the same: polynomials of coupling methods
 * give a constant with the rounding of their sums. */
#define SAME (4.0 * DBL_EPSILON)

void
ls_instance_fmi3_forget_held (LsInstanceFmi3 *self)
{
  memset (self->held, 0, self->n_held * sizeof *self->held);
}

/* Returns: whether @variable was not set to these bits last. */
static gboolean
note (LsInstanceFmi3 *self, const LsVariable *variable, gint64 bits)
{
  LsFmi3Held *held = ls_instance_fmi3_get_held (self, variable);

  if (held == NULL)
    return variable == NULL || variable->variability != LS_VARIABILITY_CONTINUOUS;
  if (held->is_known && held->bits == bits)
    return FALSE;
  *held = (LsFmi3Held){ bits, TRUE };
  return TRUE;
}

gboolean
ls_instance_fmi3_note_reals (LsInstanceFmi3 *self,
                             const guint32 *references,
                             gsize n,
                             const double values[])
{
  gboolean any = FALSE;

  for (gsize i = 0; i < n; i++)
    {
      const LsVariable *variable = ls_instance_fmi3_find (self, references[i]);
      const LsFmi3Held *held = ls_instance_fmi3_get_held (self, variable);
      gint64 bits;
      double last;

      memcpy (&bits, &values[i], sizeof bits);
      if (held != NULL && held->is_known)
        {
          memcpy (&last, &held->bits, sizeof last);
          if (fabs (values[i] - last) <= SAME * fabs (last))
            continue;
        }
      any |= note (self, variable, bits);
    }
  return any;
}

gboolean
ls_instance_fmi3_note_longs (LsInstanceFmi3 *self,
                             const guint32 *references,
                             gsize n,
                             const gint64 values[])
{
  gboolean any = FALSE;

  for (gsize i = 0; i < n; i++)
    any |= note (self, ls_instance_fmi3_find (self, references[i]), values[i]);
  return any;
}

gboolean
ls_instance_fmi3_note_integers (LsInstanceFmi3 *self,
                                const guint32 *references,
                                gsize n,
                                const int values[])
{
  gboolean any = FALSE;

  for (gsize i = 0; i < n; i++)
    any |= note (self, ls_instance_fmi3_find (self, references[i]), values[i]);
  return any;
}
