/* The model behaviour-change: two heavy bodies, of which the right one vanishes at 100 s. */
#pragma once

#include <math.h>

/* Position of the left one, m, in closed form: README of the model. */
static inline double
get_left_position (double t)
{
  double ws = sqrt (0.1 - 0.005 * 0.005), wq = sqrt (0.3 - 0.015 * 0.015);
  double until = fmin (t, 100.0), u = t - until;
  double s = exp (-0.005 * until) * (cos (ws * until) + 0.005 / ws * sin (ws * until));
  double q = exp (-0.015 * until) * (cos (wq * until) + 0.015 / wq * sin (wq * until));
  double vs = -exp (-0.005 * until) * 0.1 / ws * sin (ws * until);
  double vq = -exp (-0.015 * until) * 0.3 / wq * sin (wq * until);
  double z = 0.5 * (s + q) - 1.0, v = 0.5 * (vs + vq);

  if (t <= 100.0)
    return z + 1.0;
  return 1.0 + exp (-0.005 * u) * (z * cos (ws * u) + (v + 0.005 * z) / ws * sin (ws * u));
}
