/* Models whose results are known without the program: closed forms, and Taylor series of equations
 * that are written here once more. */
#include "cli/reproduce/taylor.h"
#include "cli/reproduce/trust.h"

#include <math.h>

/* ---- Closed forms ---- */

static void
get_decay (const double times[], guint n, double x[])
{
  for (guint i = 0; i < n; i++)
    x[i] = exp (-times[i]);
}

static void
get_waves (const double times[], guint n, double x[])
{
  for (guint i = 0; i < n; i++)
    {
      x[3 * i] = 0.5 * times[i] * times[i];
      x[3 * i + 1] = 0.01 + 0.01 * sin (times[i]);
      x[3 * i + 2] = 0.01 * sin (100 * times[i]);
    }
}

static void
get_achilles (const double times[], guint n, double x[])
{
  const double w = sqrt (1.4375);

  for (guint i = 0; i < n; i++)
    {
      const double t = times[i], e = exp (-0.25 * t), c = cos (w * t), s = sin (w * t);

      x[2 * i + 1] = e * (2 * c + 0.5 / w * s);
      x[2 * i] = 0.25 * x[2 * i + 1] - e * (-2 * w * s + 0.5 * c);
    }
}

static void
get_spiral (const double times[], guint n, double x[])
{
  for (guint i = 0; i < n; i++)
    {
      const double e = exp (-times[i]), c = cos (times[i]), s = sin (times[i]);

      x[2 * i] = -0.5 + e * (-3.5 * c - 3.3 * s);
      x[2 * i + 1] = 0.7 + e * (-3.5 * s + 3.3 * c);
    }
}

static void
get_transitions (const double times[], guint n, double x[])
{
  for (guint i = 0; i < n; i++)
    {
      const double e = exp (-times[i]);

      x[3 * i] = 10 * e;
      x[3 * i + 1] = -10 + 20 * e;
      x[3 * i + 2] = 20 - 80 * e + 70 * e * e;
    }
}

const LsTrustModel ls_trust_closed[] = {
  { "linear.fmu", NULL, { "x" }, 1, 0.01, get_decay, FALSE },
  { "waves.fmu", NULL, { "ramp", "slow", "fast" }, 2, 0.01, get_waves, TRUE },
  { "achilles.ssp", NULL, { "achilles.x", "tortoise.x" }, 10, 0.01, get_achilles, FALSE },
  { "spiral.ssp", NULL, { "x1.x", "x2.x" }, 10, 0.01, get_spiral, FALSE },
  { "transitions.ssp", NULL, { "x1.x", "x2.x", "x3.x" }, 3, 0.01, get_transitions, FALSE },
};
const guint ls_trust_n_closed = G_N_ELEMENTS (ls_trust_closed);

/* ---- Taylor series ---- */

static void
get_oscillator (const double times[], guint n, double x[])
{
  static const double start[] = { 2, 0 };
  g_autoptr (LsTaylor) t = ls_taylor_new (2);
  const guint one = ls_taylor_constant (t, 1);
  const guint damping = ls_taylor_subtract (t, one, ls_taylor_multiply (t, 0, 0));

  ls_taylor_set_derivative (t, 0, 1);
  ls_taylor_set_derivative (t, 1, ls_taylor_subtract (t, ls_taylor_multiply (t, damping, 1), 0));
  ls_taylor_integrate (t, start, times, n, x);
}

static void
get_brusselator (const double times[], guint n, double x[])
{
  static const double start[] = { 1.5, 3 };
  g_autoptr (LsTaylor) t = ls_taylor_new (2);
  const guint one = ls_taylor_constant (t, 1);
  const guint rate = ls_taylor_multiply (t, ls_taylor_multiply (t, 0, 0), 1);
  const guint gain = ls_taylor_subtract (t, rate, ls_taylor_scale (t, 4, 0));

  ls_taylor_set_derivative (t, 0, ls_taylor_add (t, one, gain));
  ls_taylor_set_derivative (t, 1, ls_taylor_subtract (t, ls_taylor_scale (t, 3, 0), rate));
  ls_taylor_integrate (t, start, times, n, x);
}

enum
{
  X,
  Y,
  VX,
  VY,
  N_PENDULUM
};

static void
get_pendulum (const double times[], guint n, double x[])
{
  static const double start[N_PENDULUM] = { 1, 0, 0, 0 };
  g_autoptr (LsTaylor) t = ls_taylor_new (N_PENDULUM);
  const guint g = ls_taylor_constant (t, 9.81);
  const guint speed
      = ls_taylor_add (t, ls_taylor_multiply (t, VX, VX), ls_taylor_multiply (t, VY, VY));
  const guint length
      = ls_taylor_add (t, ls_taylor_multiply (t, X, X), ls_taylor_multiply (t, Y, Y));
  const guint force
      = ls_taylor_divide (t, ls_taylor_subtract (t, ls_taylor_multiply (t, g, Y), speed), length);

  ls_taylor_set_derivative (t, X, VX);
  ls_taylor_set_derivative (t, Y, VY);
  ls_taylor_set_derivative (t, VX, ls_taylor_multiply (t, force, X));
  ls_taylor_set_derivative (t, VY, ls_taylor_subtract (t, ls_taylor_multiply (t, force, Y), g));
  ls_taylor_integrate (t, start, times, n, x);
}

static void
get_prey_and_predator (const double times[], guint n, double x[])
{
  static const double start[] = { 1, 1 };
  g_autoptr (LsTaylor) t = ls_taylor_new (2);
  const guint met = ls_taylor_multiply (t, 0, 1);

  ls_taylor_set_derivative (
      t, 0,
      ls_taylor_subtract (t, ls_taylor_scale (t, (long double)(2.0 / 3.0), 0),
                          ls_taylor_scale (t, (long double)(4.0 / 3.0), met)));
  ls_taylor_set_derivative (t, 1, ls_taylor_subtract (t, met, 1));
  ls_taylor_integrate (t, start, times, n, x);
}

enum
{
  XL,
  VL,
  XR,
  VR,
  N_BODIES
};

/* Masses 5 and 80 kg, 10 000, 10 000 and 100 000 N/m, 10, 10 and 40 N.s/m. */
static void
get_bodies (const double times[], guint n, double x[])
{
  static const double start[N_BODIES] = { 1, 0, 3, 0 };
  g_autoptr (LsTaylor) t = ls_taylor_new (N_BODIES);
  const guint between = ls_taylor_add (t, ls_taylor_scale (t, 1e4L, ls_taylor_subtract (t, XR, XL)),
                                       ls_taylor_scale (t, 10, ls_taylor_subtract (t, VR, VL)));
  const guint left = ls_taylor_add (t, ls_taylor_scale (t, 1e4L, XL), ls_taylor_scale (t, 10, VL));
  const guint right = ls_taylor_add (t, ls_taylor_scale (t, 1e5L, XR), ls_taylor_scale (t, 40, VR));
  const guint sum = ls_taylor_add (t, right, between);
  g_autofree double *states = g_new (double, n *N_BODIES);

  ls_taylor_set_derivative (t, XL, VL);
  ls_taylor_set_derivative (t, XR, VR);
  ls_taylor_set_derivative (t, VL,
                            ls_taylor_scale (t, 1 / 5.0L, ls_taylor_subtract (t, between, left)));
  ls_taylor_set_derivative (t, VR, ls_taylor_scale (t, -1 / 80.0L, sum));
  ls_taylor_integrate (t, start, times, n, states);
  for (guint i = 0; i < n; i++)
    x[i] = states[i * N_BODIES + XL];
}

static const char *const mild[] = { "epsilon", "1", NULL };

/* The rod lets go at 1e9 s else. */
static const char *const held[] = { "release_time", "1e12", NULL };

const LsTrustModel ls_trust_series[] = {
  { "van-der-pol.fmu", mild, { "x", "v" }, 20, 0.05, get_oscillator, FALSE },
  { "brusselator.fmu", NULL, { "x", "y" }, 20, 0.05, get_brusselator, FALSE },
  { "pendulum.fmu", held, { "x", "y", "vx", "vy" }, 10, 0.05, get_pendulum, FALSE },
  { "lotka-volterra.ssp",
    NULL,
    { "prey.population", "predator.population" },
    20,
    0.01,
    get_prey_and_predator,
    FALSE },
  { "two-bodies.ssp", NULL, { "left.x" }, 2, 1e-3, get_bodies, FALSE },
};
const guint ls_trust_n_series = G_N_ELEMENTS (ls_trust_series);
