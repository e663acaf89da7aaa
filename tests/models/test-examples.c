/* The example FMUs that are not in test-models.c, each alone, against its closed form. */
#include "check.h"

#include <math.h>
#include <string.h>

#define EXAMPLE(library, folder) "models/" library ".so", "models/" folder "/modelDescription.xml"
#define HEAVY EXAMPLE ("heavy_body", "heavy-body")
#define VANISHING EXAMPLE ("vanishing_body", "vanishing-body")
#define PREY_TIME EXAMPLE ("prey_time", "prey-time")
#define PREDATOR_TIME EXAMPLE ("predator_time", "predator-time")
#define PREY_BASIC EXAMPLE ("prey_basic", "prey-basic")
#define PREDATOR_BASIC EXAMPLE ("predator_basic", "predator-basic")
#define TIME_ONLY EXAMPLE ("time_only", "time-only")
#define JOINT_LEFT EXAMPLE ("joint_left", "joint-left")
#define JOINT_RIGHT EXAMPLE ("joint_right", "joint-right")
#define FOIL EXAMPLE ("foil", "foil")
#define BLOCK EXAMPLE ("block", "block")
#define CHAIN_BODY EXAMPLE ("chain_body", "chain-body")
#define PENDULUM EXAMPLE ("pendulum", "pendulum")
#define PENDULUM_ENERGY EXAMPLE ("pendulum_energy", "pendulum-energy")
#define DOUBLE_PENDULUM EXAMPLE ("double_pendulum", "double-pendulum")
#define BATTERY_PACK EXAMPLE ("battery_pack", "battery-pack")
#define CART EXAMPLE ("cart", "cart")
#define CHASSIS EXAMPLE ("chassis", "chassis")
#define AXLE EXAMPLE ("axle", "axle")
#define SWING EXAMPLE ("swing", "swing")

/* Library, model description, a step in which the FMU moves visibly, s. */
static const struct
{
  const char *library, *xml;
  double h;
} examples[] = {
  { HEAVY, 0.5 },      { VANISHING, 0.5 },   { PREY_TIME, 0.2 },    { PREDATOR_TIME, 0.2 },
  { TIME_ONLY, 0.02 }, { JOINT_LEFT, 0.02 }, { JOINT_RIGHT, 0.02 }, { FOIL, 1e-3 },
  { BLOCK, 1 },        { CHAIN_BODY, 0.05 }, { CART, 0.1 },         { SWING, 0.05 },
  { CHASSIS, 0.05 },   { AXLE, 0.02 },
};

/* Without inputs, or with events. */
static const struct
{
  const char *library, *xml;
} problems[] = {
  { EXAMPLE ("van_der_pol", "van-der-pol") },
  { EXAMPLE ("robertson", "robertson") },
  { EXAMPLE ("hires", "hires") },
  { EXAMPLE ("oregonator", "oregonator") },
  { EXAMPLE ("pleiades", "pleiades") },
  { EXAMPLE ("arenstorf", "arenstorf") },
  { EXAMPLE ("brusselator", "brusselator") },
  { EXAMPLE ("two_balls", "two-balls") },
  { EXAMPLE ("coulomb_stop", "coulomb-stop") },
  { EXAMPLE ("furuta_pendulum", "furuta-pendulum") },
  { EXAMPLE ("coupled_clutches", "coupled-clutches") },
  { EXAMPLE ("clutches_input", "clutches-input") },
  { PENDULUM },
  { PENDULUM_ENERGY },
  { DOUBLE_PENDULUM },
  { EXAMPLE ("resistor_node", "resistor-node") },
  { EXAMPLE ("capacitor", "capacitor") },
  { EXAMPLE ("pipe", "pipe") },
  { EXAMPLE ("junction", "junction") },
  { EXAMPLE ("tank", "tank") },
  { EXAMPLE ("battery", "battery") },
  { EXAMPLE ("power_load", "power-load") },
};

enum
{
  BODY_X = 1,
  BODY_V,
  INPUT = 5
};

static void
test_descriptions (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      check_description (unit_slave (examples[i].library, examples[i].xml));
      check_description (unit_exchange (examples[i].library, examples[i].xml));
    }
  check_description (unit_slave (PREY_BASIC));
  check_description (unit_slave (PREDATOR_BASIC));
  /* Not among the others, whose start values are changed to what a battery cannot have. */
  check_description (unit_slave (BATTERY_PACK));
  check_description (unit_exchange (BATTERY_PACK));
  for (size_t i = 0; i < G_N_ELEMENTS (problems); i++)
    {
      Unit *unit = unit_new_exchange (problems[i].library, problems[i].xml);

      /* Before the first event chooses modes. */
      unit_ok (unit->SetupExperiment (unit->c, fmi2False, 0, 0, fmi2False, 0));
      unit_ok (unit->EnterInitializationMode (unit->c));
      check_description (unit);
    }
}

static void
test_directional_derivatives (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      check_partials (unit_new_slave (examples[i].library, examples[i].xml));
      check_partials (unit_new_exchange (examples[i].library, examples[i].xml));
    }
  for (size_t i = 0; i < G_N_ELEMENTS (problems); i++)
    {
      g_test_message ("%s", problems[i].library);
      check_partials (unit_new_exchange (problems[i].library, problems[i].xml));
    }
}

/* d (der (@of)) / d @known in the middle of the motion against a difference. */
static void
check_moving (Unit *unit, double time, const double x[], size_t n, fmi2ValueReference first)
{
  const double d = 1e-5;
  double up[8], down[8], moved[8];

  unit_ok (unit->SetTime (unit->c, time));
  for (size_t k = 0; k < n; k++)
    {
      memcpy (moved, x, n * sizeof (double));
      moved[k] = x[k] + d;
      unit_ok (unit->SetContinuousStates (unit->c, moved, n));
      unit_ok (unit->GetDerivatives (unit->c, up, n));
      moved[k] = x[k] - d;
      unit_ok (unit->SetContinuousStates (unit->c, moved, n));
      unit_ok (unit->GetDerivatives (unit->c, down, n));
      unit_ok (unit->SetContinuousStates (unit->c, x, n));
      for (size_t i = 0; i < n; i++)
        {
          double exact
              = unit_partial (unit, first + (fmi2ValueReference)i, 1 + (fmi2ValueReference)k);

          /* Second order, with third derivatives of up to 1e3. */
          g_assert_cmpfloat_with_epsilon (exact, (up[i] - down[i]) / (2 * d),
                                          1e-7 * fmax (1, fabs (exact)));
        }
    }
  unit_free (unit);
}

/* With joints and clutches that slide, what check_partials() does not see. */
static void
test_partials_in_motion (void)
{
  const double furuta[] = { 0.3, 2.1, 4.0, -3.0 };
  Unit *unit = unit_exchange (EXAMPLE ("furuta_pendulum", "furuta-pendulum"));

  /* Modes are chosen by an event with these velocities. */
  unit_ok (unit->SetContinuousStates (unit->c, furuta, 4));
  unit_ok (unit->EnterEventMode (unit->c));
  fmi2EventInfo info;
  unit_ok (unit->NewDiscreteStates (unit->c, &info));
  unit_ok (unit->EnterContinuousTimeMode (unit->c));
  check_moving (unit, 0.0, furuta, 4, 5);
}

static void
test_output_derivatives (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (examples); i++)
    check_output_derivatives (unit_slave (examples[i].library, examples[i].xml), examples[i].h);
}

/* m x'' = -(c + c2) x - (d + d2) x' + F: about F / c with s, w and start at x0, v0. */
static double
oscillation (double about, double s, double w_squared, double x0, double v0, double t)
{
  const double w = sqrt (w_squared - s * s);
  const double z = x0 - about;

  return about + exp (-s * t) * (z * cos (w * t) + (v0 + s * z) / w * sin (w * t));
}

/* In steps of @h to the @n-th, with inputs held. */
static void
check_oscillation (
    Unit *body, double about, double s, double w_squared, double x0, double v0, double h, int n)
{
  for (int i = 0; i < n; i++)
    {
      unit_ok (body->DoStep (body->c, i * h, h, fmi2True));
      assert_close (unit_get (body, BODY_X), oscillation (about, s, w_squared, x0, v0, (i + 1) * h),
                    ACCURATE);
    }
  unit_free (body);
}

static void
test_oscillations (void)
{
  Unit *vanishing = unit_slave (VANISHING);
  Unit *chain_body = unit_new_slave (CHAIN_BODY);

  check_oscillation (unit_slave (HEAVY), -1, 0.005, 0.1, 1, 0, 0.2, 500);
  /* Nothing but the force changes at 100 s; the left body at rest at 0.5 m. */
  unit_set (vanishing, INPUT, 0.5);
  check_oscillation (vanishing, 0.25, 0.01, 0.2, 0, 0, 0.2, 700);
  check_oscillation (unit_slave (JOINT_RIGHT), 0.15, 0, 100, 0, 0, 0.01, 300);
  unit_set (chain_body, BODY_X, 1);
  unit_start (chain_body);
  check_oscillation (chain_body, 0, 0.1, 20, 1, 0, 0.05, 200);
}

static void
test_creeping (void)
{
  Unit *left = unit_slave (JOINT_LEFT);
  const double s = 15, w = sqrt (125);

  unit_set (left, INPUT, 0);
  for (int i = 0; i < 200; i++)
    {
      double t = 0.01 * (i + 1);
      unit_ok (left->DoStep (left->c, 0.01 * i, 0.01, fmi2True));
      assert_close (unit_get (left, BODY_X), exp (-s * t) * 2 / w * sinh (w * t), ACCURATE);
    }
  unit_free (left);
}

enum
{
  FORCE = 7,
  T_VANISH = 14,
  VANISHED
};

/* Up to the very time of the change, across it, from it on. */
static void
test_vanishing_in_steps (void)
{
  static const double times[] = { 100, 100.1, 99.95 + 0.2 / 3 };
  static const double h = 0.2;

  for (size_t k = 0; k < G_N_ELEMENTS (times); k++)
    {
      const int n_before = (int)ceil (times[k] / h - 1e-9) - 1;
      const char *const category = "logEvents";
      g_autofree char *expected
          = g_strdup_printf ("logEvents: event iteration 1 at %.17g s", times[k]);
      Unit *body = unit_new_slave (VANISHING);

      unit_set (body, T_VANISH, times[k]);
      unit_start (body);
      for (int i = 0; i < n_before; i++)
        unit_ok (body->DoStep (body->c, i * h, h, fmi2True));
      g_assert_cmpfloat (unit_get (body, VANISHED), ==, 0);
      /* Rounding of three terms. */
      assert_close (unit_get (body, FORCE),
                    1000 * (1 - unit_get (body, BODY_X)) - 100 * unit_get (body, BODY_V), 1e-14);
      g_assert_cmpfloat (unit_partial (body, FORCE, INPUT), ==, 1000);

      /* The solver stops at that time to the last bit. */
      unit_ok (body->SetDebugLogging (body->c, fmi2True, 1, &category));
      unit_ok (body->DoStep (body->c, n_before * h, h, fmi2True));
      g_assert_cmpstr (unit_last_message (body), ==, expected);
      g_assert_cmpfloat (unit_get (body, VANISHED), ==, 1);
      g_assert_cmpfloat (unit_get (body, FORCE), ==, -1000);
      g_assert_cmpfloat (unit_output_derivative (body, FORCE), ==, 0);
      g_assert_cmpfloat (unit_partial (body, FORCE, INPUT), ==, 0);
      unit_free (body);
    }
}

static void
test_vanishing_rolls_back (void)
{
  Unit *body = unit_slave (VANISHING);
  fmi2FMUstate before = NULL;
  double force;

  unit_ok (body->DoStep (body->c, 0, 99, fmi2True));
  force = unit_get (body, FORCE);
  unit_ok (body->GetFMUstate (body->c, &before));
  unit_ok (body->DoStep (body->c, 99, 2, fmi2True));
  g_assert_cmpfloat (unit_get (body, FORCE), ==, -1000);
  unit_ok (body->SetFMUstate (body->c, before));
  g_assert_cmpfloat (unit_get (body, FORCE), ==, force);
  unit_ok (body->DoStep (body->c, 99, 0.5, fmi2True));
  g_assert_cmpfloat (unit_get (body, VANISHED), ==, 0);
  unit_ok (body->DoStep (body->c, 99.5, 0.5, fmi2True));
  g_assert_cmpfloat (unit_get (body, VANISHED), ==, 1);
  unit_ok (body->FreeFMUstate (body->c, &before));
  unit_free (body);
}

static void
test_vanishing_in_exchange (void)
{
  Unit *body = unit_new_exchange (VANISHING);
  fmi2EventInfo info;

  unit_start (body);
  unit_ok (body->NewDiscreteStates (body->c, &info));
  g_assert_true (info.nextEventTimeDefined);
  g_assert_cmpfloat (info.nextEventTime, ==, 100);
  unit_ok (body->EnterContinuousTimeMode (body->c));
  unit_ok (body->SetTime (body->c, 100));
  g_assert_cmpfloat (unit_get (body, FORCE), ==, 1000);
  unit_ok (body->EnterEventMode (body->c));
  unit_ok (body->NewDiscreteStates (body->c, &info));
  g_assert_false (info.newDiscreteStatesNeeded);
  g_assert_false (info.valuesOfContinuousStatesChanged);
  g_assert_false (info.nextEventTimeDefined);
  g_assert_cmpfloat (unit_get (body, FORCE), ==, -1000);
  unit_free (body);
}

/* Under a constant input: README.md of prey-time and predator-time. */
static void
test_populations_with_time (void)
{
  const double others = 0.7;
  Unit *prey = unit_slave (PREY_TIME);
  Unit *predator = unit_slave (PREDATOR_TIME);

  unit_set (prey, 3, others);
  unit_set (predator, 3, others);
  for (int i = 0; i < 40; i++)
    {
      const double t = 0.25 * (i + 1);
      const double encounters = 0.55 * t + 0.45 * 2.4 / (2 * G_PI) * (1 - cos (2 * G_PI * t / 2.4));

      unit_ok (prey->DoStep (prey->c, 0.25 * i, 0.25, fmi2True));
      unit_ok (predator->DoStep (predator->c, 0.25 * i, 0.25, fmi2True));
      assert_close (unit_get (prey, 1), 0.8 * exp (0.67 * t - 1.33 * others * encounters),
                    ACCURATE);
      assert_close (unit_get (predator, 1), 0.8 * exp (others * encounters - t), ACCURATE);
    }
  unit_free (prey);
  unit_free (predator);
}

/* The slope of the predators at the start, COSTARICA table 5: u(t) = 0.8 - 0.448 t + ... */
static void
test_published_slope (void)
{
  Unit *predator = unit_exchange (PREDATOR_TIME);

  /* One rounding of the product. */
  assert_close (unit_get (predator, 2), -0.448, 1e-15);
  unit_free (predator);
}

static void
test_time_only (void)
{
  const double w_a = 2 * G_PI / 0.8, w_b = 2 * G_PI / 0.3;
  Unit *source = unit_slave (TIME_ONLY);

  for (int i = 0; i < 50; i++)
    {
      const double t = 0.04 * (i + 1);

      unit_set (source, 3, i);
      unit_ok (source->DoStep (source->c, 0.04 * i, 0.04, fmi2True));
      /* Relative to the size of the terms, 1000 N. */
      g_assert_cmpfloat_with_epsilon (
          unit_get (source, 4), 1e4 / w_a * sin (w_a * t) + 500 * sin (w_b * t), 1000 * ACCURATE);
      g_assert_cmpfloat_with_epsilon (unit_output_derivative (source, 4),
                                      1e4 * cos (w_a * t) + 500 * w_b * cos (w_b * t),
                                      1e4 * ACCURATE);
    }
  unit_free (source);
}

static void
test_temperatures (void)
{
  Unit *foil = unit_slave (FOIL);
  Unit *block = unit_slave (BLOCK);

  unit_set (block, 3, 50);
  for (int i = 0; i < 20; i++)
    {
      const double t_foil = 5e-4 * (i + 1), t_block = 10.0 * (i + 1);

      unit_ok (foil->DoStep (foil->c, 5e-4 * i, 5e-4, fmi2True));
      unit_ok (block->DoStep (block->c, 10.0 * i, 10, fmi2True));
      assert_close (unit_get (foil, 1), 294.15 - exp (-1000 * t_foil), ACCURATE);
      /* Of the exponential, ACCURATE at 294.15 and here at up to 100. */
      assert_close (unit_get (foil, 4), 100 * (1 - exp (-1000 * t_foil)), 1e-8);
      assert_close (unit_get (block, 1), 343.15 - 50 * exp (-0.01 * t_block), ACCURATE);
    }
  /* A step of a hundred time constants. */
  unit_ok (foil->DoStep (foil->c, 0.01, 0.1, fmi2True));
  assert_close (unit_get (foil, 1), 294.15, ACCURATE);
  unit_free (foil);
  unit_free (block);
}

/* The basic builds refuse the optional functions without harm, and compute the same bits. */
static void
check_basic (Unit *basic, Unit *full)
{
  const fmi2ValueReference reference = 1, input = 3;
  const int order = 1;
  double value = 1;
  fmi2FMUstate state = NULL;

  g_assert_cmpint (basic->GetFMUstate (basic->c, &state), ==, fmi2Error);
  g_assert_null (state);
  g_assert_nonnull (strstr (unit_last_message (basic), "fmi2GetFMUstate: this FMU is not capable"));
  g_assert_cmpint (basic->SetRealInputDerivatives (basic->c, &input, 1, &order, &value), ==,
                   fmi2Error);
  g_assert_cmpint (basic->GetRealOutputDerivatives (basic->c, &reference, 1, &order, &value), ==,
                   fmi2Error);
  g_assert_cmpint (
      basic->GetDirectionalDerivative (basic->c, &reference, 1, &input, 1, &value, &value), ==,
      fmi2Error);
  for (int i = 0; i < 100; i++)
    {
      unit_set (basic, 3, 1 + sin (i));
      unit_set (full, 3, 1 + sin (i));
      unit_ok (basic->DoStep (basic->c, 0.1 * i, 0.1, fmi2True));
      unit_ok (full->DoStep (full->c, 0.1 * i, 0.1, fmi2True));
      g_assert_cmpfloat (unit_get (basic, 1), ==, unit_get (full, 1));
      g_assert_cmpfloat (unit_get (basic, 2), ==, unit_get (full, 2));
    }
  unit_free (basic);
  unit_free (full);
}

static void
test_basic (void)
{
  check_basic (unit_slave (PREY_BASIC), unit_prey (unit_slave));
  check_basic (unit_slave (PREDATOR_BASIC), unit_predator (unit_slave));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/examples/description", test_descriptions);
  g_test_add_func ("/examples/directional-derivatives", test_directional_derivatives);
  g_test_add_func ("/examples/directional-derivatives/moving", test_partials_in_motion);
  g_test_add_func ("/examples/output-derivatives", test_output_derivatives);
  g_test_add_func ("/examples/body/oscillation", test_oscillations);
  g_test_add_func ("/examples/body/creeping", test_creeping);
  g_test_add_func ("/examples/vanishing/steps", test_vanishing_in_steps);
  g_test_add_func ("/examples/vanishing/rollback", test_vanishing_rolls_back);
  g_test_add_func ("/examples/vanishing/exchange", test_vanishing_in_exchange);
  g_test_add_func ("/examples/population/time", test_populations_with_time);
  g_test_add_func ("/examples/population/published-slope", test_published_slope);
  g_test_add_func ("/examples/time-only", test_time_only);
  g_test_add_func ("/examples/temperature", test_temperatures);
  g_test_add_func ("/examples/basic", test_basic);
  return g_test_run ();
}
