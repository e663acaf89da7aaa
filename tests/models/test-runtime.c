/* The FMI runtime under the example FMUs: states of its machine, saved states,
 * failures, events, messages. */
#include "unit.h"

#include <math.h>
#include <string.h>

enum
{
  POPULATION = 1,
  DER_POPULATION,
  PREDATORS,
  ALPHA,
  BETA,
  TOLERANCE
};
enum
{
  X = 1,
  V,
  X_LEFT = 5,
  V_LEFT,
  F
};

#define FAULTY "tests/fmus/faulty.so", "tests/fmus/faulty.xml"
#define TYPES "tests/fmus/types.so", "tests/fmus/types.xml"
#define EVENTS "tests/fmus/events.so", "tests/fmus/events.xml"

#define unit_fails(call) g_assert_cmpint (call, ==, fmi2Error)

/* Drives with inputs that force the solver to many step sizes; records everything. */
static void
drive (Unit *right, double t, int n, double record[])
{
  for (int i = 0; i < n; i++)
    {
      double h = 1e-3 * (1 + i % 7 * i % 5);

      unit_set (right, X_LEFT, sin (100 * t));
      unit_set_derivative (right, X_LEFT, 1, 3 * cos (t));
      if (i % 3 == 0)
        unit_set_derivative (right, X_LEFT, 3, -1e5);
      unit_set (right, V_LEFT, cos (20 * t));
      unit_ok (right->DoStep (right->c, t, h, fmi2False));
      t += h;
      record[4 * i] = unit_get (right, X);
      record[4 * i + 1] = unit_get (right, V);
      record[4 * i + 2] = unit_get (right, F);
      record[4 * i + 3] = unit_output_derivative (right, F);
    }
}

static double
time_after (int n)
{
  double t = 0;

  for (int i = 0; i < n; i++)
    t += 1e-3 * (1 + i % 7 * i % 5);
  return t;
}

static void
test_rollback (void)
{
  double before[4 * 20], first[4 * 30], again[4 * 30];
  Unit *right = unit_right (unit_slave);
  fmi2FMUstate state = NULL;

  drive (right, 0, 20, before);
  unit_ok (right->GetFMUstate (right->c, &state));
  drive (right, time_after (20), 30, first);
  unit_ok (right->SetFMUstate (right->c, state));
  drive (right, time_after (20), 30, again);
  g_assert_cmpmem (first, sizeof first, again, sizeof again);

  /* Into the same memory. */
  unit_ok (right->SetFMUstate (right->c, state));
  unit_ok (right->GetFMUstate (right->c, &state));
  unit_ok (right->Reset (right->c));
  unit_ok (right->SetFMUstate (right->c, state));
  drive (right, time_after (20), 30, again);
  g_assert_cmpmem (first, sizeof first, again, sizeof again);
  unit_ok (right->FreeFMUstate (right->c, &state));
  unit_ok (right->FreeFMUstate (right->c, &state));
  unit_free (right);
}

static void
test_serialize (void)
{
  double before[4 * 20], first[4 * 30], again[4 * 30];
  Unit *one = unit_right (unit_slave);
  Unit *two = unit_right (unit_slave);
  Unit *left = unit_left (unit_slave);
  fmi2FMUstate state = NULL, copy = NULL;
  size_t size;
  g_autofree char *bytes = NULL;
  g_autofree char *bytes_of_copy = NULL;

  drive (one, 0, 20, before);
  unit_ok (one->GetFMUstate (one->c, &state));
  unit_ok (one->SerializedFMUstateSize (one->c, state, &size));
  bytes = g_malloc (size);
  bytes_of_copy = g_malloc (size);
  unit_ok (one->SerializeFMUstate (one->c, state, bytes, size));
  unit_ok (one->FreeFMUstate (one->c, &state));
  drive (one, time_after (20), 30, first);

  unit_ok (two->DeSerializeFMUstate (two->c, bytes, size, &copy));
  unit_ok (two->SerializeFMUstate (two->c, copy, bytes_of_copy, size));
  g_assert_cmpmem (bytes, size, bytes_of_copy, size);
  unit_ok (two->SetFMUstate (two->c, copy));
  unit_ok (two->FreeFMUstate (two->c, &copy));
  drive (two, time_after (20), 30, again);
  g_assert_cmpmem (first, sizeof first, again, sizeof again);

  unit_fails (left->DeSerializeFMUstate (left->c, bytes, size, &copy));
  unit_fails (two->DeSerializeFMUstate (two->c, bytes, size - 1, &copy));
  g_assert_null (copy);
  unit_free (left);
  unit_free (one);
  unit_free (two);
}

/* A slave in its first step and one in Model Exchange: what each may not do. */
static void
test_wrong_order (void)
{
  Unit *prey = unit_prey (unit_slave);
  const fmi2ValueReference reference = POPULATION;
  const double one = 1;
  double value;
  fmi2FMUstate ready = NULL;
  fmi2EventInfo info;

#define REFUSED(call)                                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    unit_ok (prey->SetFMUstate (prey->c, ready));                                                  \
    unit_fails (call);                                                                             \
    g_assert_true (g_str_has_prefix (unit_last_message (prey), "logStatusError: fmi2"));           \
    unit_fails (prey->GetRealStatus (prey->c, fmi2LastSuccessfulTime, &value));                    \
  }                                                                                                \
  G_STMT_END

  unit_ok (prey->GetFMUstate (prey->c, &ready));
  REFUSED (prey->SetupExperiment (prey->c, fmi2False, 0, 0, fmi2False, 0));
  REFUSED (prey->EnterInitializationMode (prey->c));
  REFUSED (prey->ExitInitializationMode (prey->c));
  REFUSED (prey->EnterEventMode (prey->c));
  REFUSED (prey->EnterContinuousTimeMode (prey->c));
  REFUSED (prey->NewDiscreteStates (prey->c, &info));
  REFUSED (prey->SetTime (prey->c, 0));
  REFUSED (prey->SetContinuousStates (prey->c, &one, 1));
  REFUSED (prey->GetContinuousStates (prey->c, &value, 1));
  REFUSED (prey->GetDerivatives (prey->c, &value, 1));
  REFUSED (prey->CancelStep (prey->c));
  REFUSED (prey->DoStep (prey->c, 1, 0.1, fmi2True));
  REFUSED (prey->DoStep (prey->c, 0, 0, fmi2True));
  REFUSED (prey->DoStep (prey->c, 0, -0.1, fmi2True));
  REFUSED (prey->DoStep (prey->c, 0, NAN, fmi2True));
  /* A state and a fixed parameter have their start values by now. */
  REFUSED (prey->SetReal (prey->c, &reference, 1, &one));
  REFUSED (prey->SetReal (prey->c, &(fmi2ValueReference){ TOLERANCE }, 1, &(double){ 1e-6 }));
  REFUSED (prey->SetReal (prey->c, &(fmi2ValueReference){ 99 }, 1, &one));
  REFUSED (prey->GetReal (prey->c, &(fmi2ValueReference){ 99 }, 1, &value));
  REFUSED (prey->GetReal (prey->c, NULL, 1, &value));
  REFUSED (prey->GetInteger (prey->c, &reference, 1, &(int){ 0 }));
  REFUSED (prey->SetRealInputDerivatives (prey->c, &(fmi2ValueReference){ PREDATORS }, 1,
                                          &(int){ 4 }, &one));
  REFUSED (prey->SetRealInputDerivatives (prey->c, &reference, 1, &(int){ 1 }, &one));
  REFUSED (prey->GetRealOutputDerivatives (prey->c, &reference, 1, &(int){ 2 }, &value));
  REFUSED (prey->GetDirectionalDerivative (prey->c, &(fmi2ValueReference){ DER_POPULATION }, 1,
                                           &(fmi2ValueReference){ ALPHA }, 1, &one, &value));

  unit_ok (prey->SetFMUstate (prey->c, ready));
  unit_ok (prey->DoStep (prey->c, 0, 0.1, fmi2True));
  unit_ok (prey->Terminate (prey->c));
  unit_fails (prey->DoStep (prey->c, 0.1, 0.1, fmi2True));
  unit_ok (prey->Reset (prey->c));
  unit_fails (prey->EnterInitializationMode (prey->c));
  unit_ok (prey->Reset (prey->c));
  unit_start (prey);
  g_assert_cmpfloat (unit_get (prey, POPULATION), ==, 1);
  unit_ok (prey->FreeFMUstate (prey->c, &ready));
  unit_free (prey);
}

static void
test_stop_time (void)
{
  Unit *prey = unit_prey (unit_slave);

  unit_ok (prey->Reset (prey->c));
  unit_ok (prey->SetupExperiment (prey->c, fmi2False, 0, 5, fmi2True, 5.3));
  unit_ok (prey->EnterInitializationMode (prey->c));
  unit_ok (prey->ExitInitializationMode (prey->c));
  for (int i = 0; i < 3; i++)
    unit_ok (prey->DoStep (prey->c, 5 + i * 0.1, 0.1, fmi2True));
  unit_fails (prey->DoStep (prey->c, 5.3, 0.1, fmi2True));
  unit_free (prey);
}

static void
test_instantiate (void)
{
  Unit *prey = unit_prey (unit_slave);

  g_assert_null (prey->Instantiate ("unit 100%", fmi2CoSimulation, "{other}", "", &prey->callbacks,
                                    fmi2False, fmi2False));
  g_assert_cmpstr (unit_last_message (prey), ==,
                   "logStatusError: fmi2Instantiate: the GUID is not that of this binary");
  g_assert_null (prey->Instantiate ("unit 100%", fmi2CoSimulation, prey->guid, "", NULL, fmi2False,
                                    fmi2False));
  g_assert_cmpstr (prey->GetVersion (), ==, "2.0");
  g_assert_cmpstr (prey->GetTypesPlatform (), ==, "default");
  unit_free (prey);
}

static void
test_messages (void)
{
  Unit *prey = unit_prey (unit_slave);
  const char *bad[] = { "100% #r1# %s%n" };
  const char *errors[] = { "logStatusError" };
  guint n;

  unit_fails (prey->SetDebugLogging (prey->c, fmi2True, 1, bad));
  /* Our callback formats like printf; only references, ##, stay doubled then. */
  g_assert_cmpstr (unit_last_message (prey), ==,
                   "logStatusError: fmi2SetDebugLogging: no category \"100% ##r1## %s%n\"");
  unit_ok (prey->Reset (prey->c));
  unit_ok (prey->SetDebugLogging (prey->c, fmi2False, 1, errors));
  n = prey->messages->len;
  unit_fails (prey->Terminate (prey->c));
  g_assert_cmpuint (prey->messages->len, ==, n);
  unit_free (prey);
}

static void
test_no_allocation_in_steps (void)
{
  double record[4 * 50];
  Unit *right = unit_right (unit_slave);
  unsigned n = unit_allocations ();

  drive (right, 0, 50, record);
  g_assert_cmpuint (unit_allocations (), ==, n);
  unit_free (right);
}

/* 1e6 exp (1e6 t) leaves the numbers at t = 6.96e-4: the step ends early and says where. */
static void
test_overflow_is_discarded (void)
{
  Unit *prey = unit_prey (unit_slave);
  double t;
  fmi2Status status;
  fmi2Boolean terminated;

  unit_set (prey, ALPHA, 1e6);
  g_assert_cmpint (prey->DoStep (prey->c, 0, 1, fmi2True), ==, fmi2Discard);
  unit_ok (prey->GetRealStatus (prey->c, fmi2LastSuccessfulTime, &t));
  /* Ten time constants of 1e-6 s: a step of the solver is about as long, and the last one
   * overflows. */
  g_assert_cmpfloat_with_epsilon (t, log (G_MAXDOUBLE / 1e6) / 1e6, 1e-5);
  unit_ok (prey->GetStatus (prey->c, fmi2DoStepStatus, &status));
  g_assert_cmpint (status, ==, fmi2Discard);
  unit_ok (prey->GetBooleanStatus (prey->c, fmi2Terminated, &terminated));
  g_assert_false (terminated);
  unit_fails (prey->DoStep (prey->c, t, 1, fmi2True));
  unit_free (prey);
}

static void
test_nan_input_is_discarded (void)
{
  Unit *prey = unit_prey (unit_slave);
  double t;
  fmi2FMUstate state = NULL;

  unit_ok (prey->DoStep (prey->c, 0, 0.5, fmi2True));
  unit_ok (prey->GetFMUstate (prey->c, &state));
  unit_set (prey, PREDATORS, NAN);
  g_assert_cmpint (prey->DoStep (prey->c, 0.5, 0.5, fmi2True), ==, fmi2Discard);
  unit_ok (prey->GetRealStatus (prey->c, fmi2LastSuccessfulTime, &t));
  g_assert_cmpfloat (t, ==, 0.5);
  unit_ok (prey->SetFMUstate (prey->c, state));
  unit_ok (prey->DoStep (prey->c, 0.5, 0.5, fmi2True));
  /* solver_tolerance is 1e-12 by default; a hundred of it for the errors of the steps that add
   * up. */
  g_assert_cmpfloat_with_epsilon (unit_get (prey, POPULATION), exp (-2.0 / 3), 1e-10);
  unit_ok (prey->FreeFMUstate (prey->c, &state));
  unit_free (prey);
}

/* Without states, too: types.fmu only passes on. */
static void
test_nan_output_is_discarded (void)
{
  Unit *types = unit_slave (TYPES);
  double t;

  unit_ok (types->DoStep (types->c, 0, 0.5, fmi2True));
  unit_set (types, 1, NAN);
  g_assert_cmpint (types->DoStep (types->c, 0.5, 0.5, fmi2True), ==, fmi2Discard);
  unit_ok (types->GetRealStatus (types->c, fmi2LastSuccessfulTime, &t));
  g_assert_cmpfloat (t, ==, 0.5);
  unit_free (types);
}

/* The error of a macro step follows solver_tolerance. */
static void
test_tolerance (void)
{
  double error[2];

  for (int i = 0; i < 2; i++)
    {
      Unit *body = unit_left (unit_slave);

      unit_ok (body->Reset (body->c));
      unit_set (body, 9, i == 0 ? 1e-4 : 1e-10);
      unit_start (body);
      unit_ok (body->DoStep (body->c, 0, 1, fmi2True));
      error[i] = fabs (unit_get (body, X)
                       - exp (-1) * (cos (sqrt (1999)) + sin (sqrt (1999)) / sqrt (1999)));
      unit_free (body);
    }
  /* A hundred tolerances at most, over 45 radians; at 1e-4 a thousandth of one at least, which the
   * default of 1e-12 would not show. */
  g_assert_cmpfloat (error[0], >, 1e-7);
  g_assert_cmpfloat (error[0], <, 1e-2);
  g_assert_cmpfloat (error[1], <, 1e-8);
}

static void
test_types (void)
{
  Unit *types = unit_slave (TYPES);
  const fmi2ValueReference in = 1, out = 2, parameter = 3, colour_in = 4, colour_out = 5;
  int n;
  const char *text;

  unit_set (types, 1, 4);
  g_assert_cmpfloat (unit_get (types, 2), ==, 8);
  unit_ok (types->SetInteger (types->c, &in, 1, &(int){ 40 }));
  unit_ok (types->GetInteger (types->c, &out, 1, &n));
  g_assert_cmpint (n, ==, 44);
  unit_ok (types->SetInteger (types->c, &colour_in, 1, &(int){ 3 }));
  unit_ok (types->DoStep (types->c, 0, 1, fmi2True));
  unit_ok (types->GetInteger (types->c, &colour_out, 1, &n));
  g_assert_cmpint (n, ==, 3);
  unit_ok (types->GetBoolean (types->c, &out, 1, &n));
  g_assert_cmpint (n, ==, fmi2True);
  unit_ok (types->SetBoolean (types->c, &parameter, 1, &(int){ fmi2True }));
  unit_ok (types->GetBoolean (types->c, &out, 1, &n));
  g_assert_cmpint (n, ==, fmi2False);
  unit_ok (types->SetString (types->c, &parameter, 1, &(const char *){ "twenty-" }));
  unit_ok (types->GetString (types->c, &out, 1, &text));
  g_assert_cmpstr (text, ==, "twenty-one");
  unit_free (types);
}

/* The first flight ends at sqrt (2 / g), the second takes 2 e sqrt (2 / g). */
static void
test_events_in_steps (void)
{
  Unit *ball = unit_slave (EVENTS);
  const double g = 9.81, e = 0.8, t1 = sqrt (2 / g), v1 = e * g * t1;
  const double t = 0.9, after = t - t1;
  const double v_kick = v1 - g * (1 - t1) + 0.5;

  for (int i = 0; i < 9; i++)
    unit_ok (ball->DoStep (ball->c, 0.1 * i, 0.1, fmi2True));
  /* As in test_nan_input_is_discarded(): a hundred default tolerances of 1e-12. */
  g_assert_cmpfloat_with_epsilon (unit_get (ball, 1), v1 * after - g / 2 * after * after, 1e-10);
  g_assert_cmpfloat_with_epsilon (unit_get (ball, 2), v1 - g * after, 1e-10);
  g_assert_cmpfloat (unit_get (ball, 8), ==, 1);
  /* Across the kick at 1 s, and up to it. */
  unit_ok (ball->DoStep (ball->c, 0.1 * 9, 0.15, fmi2True));
  /* The same. */
  g_assert_cmpfloat_with_epsilon (unit_get (ball, 2), v_kick - g * 0.05, 1e-10);
  g_assert_cmpfloat (unit_get (ball, 9), ==, 2);
  unit_free (ball);
}

static void
test_events_in_exchange (void)
{
  Unit *ball = unit_exchange (EVENTS);
  fmi2EventInfo info;
  double x[2];
  double z;

  unit_ok (ball->GetEventIndicators (ball->c, &z, 1));
  g_assert_cmpfloat (z, >, 0);
  unit_ok (ball->SetTime (ball->c, 0.5));
  unit_ok (ball->SetContinuousStates (ball->c, (double[]){ -1e-9, -4 }, 2));
  unit_ok (ball->GetEventIndicators (ball->c, &z, 1));
  g_assert_cmpfloat (z, <, 0);
  unit_ok (ball->EnterEventMode (ball->c));
  unit_ok (ball->NewDiscreteStates (ball->c, &info));
  g_assert_false (info.newDiscreteStatesNeeded);
  g_assert_true (info.valuesOfContinuousStatesChanged);
  g_assert_true (info.nextEventTimeDefined);
  g_assert_cmpfloat (info.nextEventTime, ==, 1);
  unit_ok (ball->EnterContinuousTimeMode (ball->c));
  unit_ok (ball->GetContinuousStates (ball->c, x, 2));
  g_assert_cmpfloat (x[0], ==, 0);
  g_assert_cmpfloat (x[1], ==, 3.2);
  unit_ok (ball->GetEventIndicators (ball->c, &z, 1));
  g_assert_cmpfloat (z, >, 0);
  unit_free (ball);
}

static fmi2Status
step_with_fault (int fault)
{
  const fmi2ValueReference reference = 1;
  Unit *faulty = unit_slave (FAULTY);
  fmi2Status status;

  unit_ok (faulty->SetInteger (faulty->c, &reference, 1, &fault));
  unit_ok (faulty->DoStep (faulty->c, 0, 0.4, fmi2True));
  status = faulty->DoStep (faulty->c, 0.4, 0.4, fmi2True);
  unit_free (faulty);
  return status;
}

static void
test_faults (void)
{
  static const fmi2Status statuses[]
      = { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending, fmi2OK, fmi2OK };
  Unit *null;

  for (int i = 0; i < (int)G_N_ELEMENTS (statuses); i++)
    g_assert_cmpint (step_with_fault (i + 1), ==, statuses[i]);
  null = unit_new ("tests/fmus/null-instance.so", "tests/fmus/faulty.xml", fmi2CoSimulation);
  g_assert_null (null->c);
  unit_free (null);
}

static void
test_missing_functions (void)
{
  Unit *capless = unit_slave ("tests/fmus/capless-prey.so", "tests/fmus/capless-prey.xml");
  Unit *none;

  g_assert_null (capless->GetFMUstate);
  g_assert_null (capless->SetRealInputDerivatives);
  g_assert_null (capless->GetDirectionalDerivative);
  g_assert_null (capless->SetContinuousStates);
  unit_ok (capless->DoStep (capless->c, 0, 1, fmi2True));
  /* A hundred default tolerances of 1e-12. */
  g_assert_cmpfloat_with_epsilon (unit_get (capless, POPULATION), exp (-2.0 / 3), 1e-10);
  unit_free (capless);

  none = unit_new ("tests/fmus/cs-only.so", "models/prey/modelDescription.xml", fmi2ModelExchange);
  g_assert_null (none->c);
  g_assert_null (none->GetDerivatives);
  unit_free (none);
  none = unit_new ("tests/fmus/me-only.so", "models/prey/modelDescription.xml", fmi2CoSimulation);
  g_assert_null (none->c);
  g_assert_null (none->DoStep);
  unit_free (none);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/runtime/rollback", test_rollback);
  g_test_add_func ("/runtime/serialize", test_serialize);
  g_test_add_func ("/runtime/wrong-order", test_wrong_order);
  g_test_add_func ("/runtime/stop-time", test_stop_time);
  g_test_add_func ("/runtime/instantiate", test_instantiate);
  g_test_add_func ("/runtime/messages", test_messages);
  g_test_add_func ("/runtime/no-allocation-in-steps", test_no_allocation_in_steps);
  g_test_add_func ("/runtime/discard/overflow", test_overflow_is_discarded);
  g_test_add_func ("/runtime/discard/nan-input", test_nan_input_is_discarded);
  g_test_add_func ("/runtime/discard/nan-output", test_nan_output_is_discarded);
  g_test_add_func ("/runtime/tolerance", test_tolerance);
  g_test_add_func ("/runtime/types", test_types);
  g_test_add_func ("/runtime/events/steps", test_events_in_steps);
  g_test_add_func ("/runtime/events/exchange", test_events_in_exchange);
  g_test_add_func ("/runtime/faults", test_faults);
  g_test_add_func ("/runtime/missing-functions", test_missing_functions);
  return g_test_run ();
}
