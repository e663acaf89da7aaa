#include "core/coupling/coupling-hermite.h"

void
ls_hermite_get_shape (gboolean first, double h, LsHermiteShape *shape)
{
  if (first)
    *shape = (LsHermiteShape){ { 0.0, 2.0 / h, -1.0 / (h * h), 0.0 }, { 0.0, -1.0, 1.0 / h, 0.0 } };
  else
    *shape = (LsHermiteShape){ { 0.0, 0.0, 3.0 / (h * h), -2.0 / (h * h * h) },
                               { 0.0, 0.0, -1.0 / h, 1.0 / (h * h) } };
}

void
ls_hermite_get_known (
    gboolean first, double h, double v, double w, double known[LS_HERMITE_N_COEFF])
{
  known[0] = v;
  known[1] = first ? -2.0 * v / h : w;
  known[2] = first ? v / (h * h) : -3.0 * v / (h * h) - 2.0 * w / h;
  known[3] = first ? 0.0 : 2.0 * v / (h * h * h) + w / (h * h);
}
