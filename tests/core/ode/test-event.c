#include "core/ode/event.h"

#include <float.h>
#include <math.h>

typedef struct
{
  guint n;
  void (*z) (double t, double z[]);
} Signal;

static LsStatus
ask (double t, double z[], gpointer user_data)
{
  const Signal *signal = user_data;

  signal->z (t, z);
  return LS_OK;
}

static LsEventLocator *
start (const Signal *signal, double t)
{
  LsEventLocator *self = ls_event_locator_new (signal->n);
  double z[4];

  signal->z (t, z);
  ls_event_locator_start (self, z);
  return self;
}

/* Returns: the time of the event in [low, high], or NaN. */
static double
locate (const Signal *signal, double low, double high, guint64 *evaluations)
{
  g_autoptr (LsEventLocator) self = start (signal, low);
  gboolean found;
  double t;

  g_assert_cmpint (ls_event_locator_locate (self, low, high, ask, (gpointer)signal, &found, &t), ==,
                   LS_OK);
  /* The start of the step is one evaluation more. */
  *evaluations = ls_event_locator_get_evaluations (self) + 1;
  return found ? t : NAN;
}

static void
linear (double t, double z[])
{
  z[0] = 0.3 - t;
}

static void
ball (double t, double z[])
{
  z[0] = 1.0 - 0.5 * 9.81 * t * t;
}

static void
growing (double t, double z[])
{
  z[0] = exp (20.0 * t) - 100.0;
}

static void
cubic (double t, double z[])
{
  z[0] = (t - 0.7) * (t - 0.7) * (t - 0.7);
}

static void
sign_only (double t, double z[])
{
  z[0] = t < 0.617 ? 1.0 : -1.0;
}

static void
stays (double t, double z[])
{
  z[0] = t < 0.375 ? cos (M_PI * t / 0.75) : 0.0;
}

static void
at_once (double t, double z[])
{
  z[0] = 1e-12 - t;
}

/* Roots in closed form, each to the tolerance, on the right side, and in a number of evaluations
 * of the order that is known for the method (with a tolerance of 1e-13): 16, 9, 38, 100, 52, 44
 * and 7, both ends included. */
static void
test_roots (void)
{
  static const struct
  {
    Signal signal;
    double low, high, root;
    guint64 most;
  } cases[] = {
    { { 1, linear }, 0.0, 1.0, 0.3, 17 },
    { { 1, ball }, 0.44, 0.46, 0.45152364098573089, 10 },
    { { 1, growing }, 0.0, 1.0, 0.23025850929940458, 42 },
    { { 1, cubic }, 0.0, 1.0, 0.7, 110 },
    { { 1, sign_only }, 0.0, 1.0, 0.617, 60 },
    { { 1, stays }, 0.3, 0.41, 0.375, 48 },
    { { 1, at_once }, 0.0, 1e-2, 1e-12, 60 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint64 evaluations;
      double t = locate (&cases[i].signal, cases[i].low, cases[i].high, &evaluations);
      double tolerance = fmax (1e-13 * cases[i].high, 4.0 * DBL_EPSILON * cases[i].high);
      double before[1], after[1];

      g_test_message ("root %.17g by %.0f evaluations", t, (double)evaluations);
      /* The locator ends with a bracket of @tolerance; the last per cent is rounding. */
      g_assert_cmpfloat_with_epsilon (t, cases[i].root, i == 3 ? 1e-4 : 1.01 * tolerance);
      g_assert_cmpuint (evaluations, <=, cases[i].most);
      cases[i].signal.z (cases[i].low, before);
      cases[i].signal.z (t, after);
      g_assert_true ((before[0] > 0.0) != (after[0] > 0.0));
    }
}

static void
from_below (double t, double z[])
{
  z[0] = t < 0.375 ? -cos (M_PI * t / 0.75) : 0.0;
}

static void
touches_from_zero (double t, double z[])
{
  z[0] = t;
}

static void
twice (double t, double z[])
{
  z[0] = (t - 0.30) * (t - 0.32);
}

/* z <= 0 is one domain: reaching 0 from below is no event, leaving 0 upwards is one at once. */
static void
test_domains (void)
{
  const Signal below = { 1, from_below }, leaves = { 1, touches_from_zero }, both = { 1, twice };
  guint64 evaluations;

  g_assert_true (isnan (locate (&below, 0.3, 0.41, &evaluations)));
  /* The locator ends with a bracket of 1e-13 of the time, here 1; the same below. */
  g_assert_cmpfloat (locate (&leaves, 0.0, 1.0, &evaluations), <=, 1.01e-13);
  /* Two changes in one step are not seen; in two steps they are. */
  g_assert_true (isnan (locate (&both, 0.25, 0.35, &evaluations)));
  g_assert_cmpfloat_with_epsilon (locate (&both, 0.25, 0.31, &evaluations), 0.30, 1e-13);
}

static void
three (double t, double z[])
{
  z[0] = t - 0.3;
  z[1] = (0.3 - t) * 5.0;
  z[2] = t - 0.31;
}

/* The first event among several, and all that happen there. */
static void
test_first (void)
{
  Signal signal = { 3, three };
  g_autoptr (LsEventLocator) self = start (&signal, 0.2);
  const gint8 *fired;
  gboolean found;
  double t, z[3];

  ls_event_locator_locate (self, 0.2, 0.5, ask, &signal, &found, &t);
  g_assert_true (found);
  /* The bracket of 1e-13, as above. */
  g_assert_cmpfloat_with_epsilon (t, 0.3, 1e-13);
  fired = ls_event_locator_get_fired (self);
  g_assert_cmpint (fired[0], ==, 1);
  g_assert_cmpint (fired[1], ==, -1);
  g_assert_cmpint (fired[2], ==, 0);
  three (t, z);
  ls_event_locator_start (self, z);
  ls_event_locator_locate (self, t, 0.5, ask, &signal, &found, &t);
  g_assert_true (found);
  /* As above. */
  g_assert_cmpfloat_with_epsilon (t, 0.31, 1e-13);
}

static void
late (double t, double z[])
{
  z[0] = 1e9 + 0.5 - t;
}

static void
at_end (double t, double z[])
{
  z[0] = t < 1.0 ? 1.0 : 0.0;
}

static void
test_scales (void)
{
  const Signal far = { 1, late }, end = { 1, at_end };
  guint64 evaluations;

  /* The tolerance is relative to t. */
  /* 1e-13 of 1e9. */
  g_assert_cmpfloat_with_epsilon (locate (&far, 1e9, 1e9 + 1.0, &evaluations), 1e9 + 0.5, 1e-4);
  g_assert_cmpfloat (locate (&end, 0.0, 1.0, &evaluations), ==, 1.0);
}

static void
broken (double t, double z[])
{
  z[0] = 0.5 - t;
  z[1] = t > 0.9 ? NAN : 1.0;
}

static LsStatus
refuse (double t G_GNUC_UNUSED, double z[] G_GNUC_UNUSED, gpointer user_data)
{
  return *(LsStatus *)user_data;
}

static void
test_failure (void)
{
  Signal signal = { 2, broken };
  g_autoptr (LsEventLocator) self = start (&signal, 0.0);
  LsStatus answer = LS_STOP;
  gboolean found;
  double t;

  g_assert_cmpint (ls_event_locator_locate (self, 0.0, 1.0, ask, &signal, &found, &t), ==,
                   LS_RETRY);
  g_assert_cmpint (ls_event_locator_get_broken (self), ==, 1);
  /* A smaller step is fine, and finds what it would have found. */
  g_assert_cmpint (ls_event_locator_locate (self, 0.0, 0.8, ask, &signal, &found, &t), ==, LS_OK);
  g_assert_true (found);
  g_assert_cmpfloat_with_epsilon (t, 0.5, 1e-13);
  g_assert_cmpint (ls_event_locator_locate (self, 0.0, 0.8, refuse, &answer, &found, &t), ==,
                   LS_STOP);
  g_assert_cmpint (ls_event_locator_get_broken (self), ==, -1);
}

static void
test_none (void)
{
  g_autoptr (LsEventLocator) self = ls_event_locator_new (0);
  gboolean found = TRUE;
  double t;

  ls_event_locator_start (self, NULL);
  g_assert_cmpint (ls_event_locator_locate (self, 0.0, 0.8, NULL, NULL, &found, &t), ==, LS_OK);
  g_assert_false (found);
  g_assert_cmpfloat (t, ==, 0.8);
}

static void
test_chattering (void)
{
  g_autoptr (LsChatterDetector) self = ls_chatter_detector_new (2, 10.0);
  const gint8 up[] = { 0, 1 }, down[] = { 0, -1 };

  for (guint i = 1; i <= 5; i++)
    g_assert_cmpint (ls_chatter_detector_event (self, 0.001 * i, i % 2 ? up : down), ==,
                     LS_EVENTS_ORDINARY);
  g_assert_cmpint (ls_chatter_detector_event (self, 0.006, up), ==, LS_EVENTS_CHATTERING);
  g_assert_cmpint (ls_chatter_detector_get_culprit (self), ==, 1);
  g_assert_cmpint (ls_chatter_detector_event (self, 0.007, up), ==, LS_EVENTS_ORDINARY);
  for (guint i = 0; i < 4; i++)
    ls_chatter_detector_step (self);
  for (guint i = 1; i <= 5; i++)
    g_assert_cmpint (ls_chatter_detector_event (self, 1.0 + 0.001 * i, up), ==, LS_EVENTS_ORDINARY);
  g_assert_cmpint (ls_chatter_detector_event (self, 1.006, up), ==, LS_EVENTS_CHATTERING);
  /* Events far from each other are none, however long the steps. */
  for (guint i = 0; i < 20; i++)
    g_assert_cmpint (ls_chatter_detector_event (self, 2.0 + 0.1 * i, i % 2 ? up : down), ==,
                     LS_EVENTS_ORDINARY);
}

/* The bounces of a ball with e = 0.7 come ever faster; each is left again upwards at once. */
static void
test_zeno (void)
{
  g_autoptr (LsChatterDetector) self = ls_chatter_detector_new (1, 10.0);
  const gint8 up[] = { 1 }, down[] = { -1 };
  double t = 0.4515, interval = 0.632;
  LsEventPattern pattern = LS_EVENTS_ORDINARY;
  guint n = 0;

  while (pattern != LS_EVENTS_ZENO && n++ < 200)
    {
      pattern = ls_chatter_detector_event (self, t, down);
      for (guint i = 0; i < 5; i++)
        ls_chatter_detector_step (self);
      if (pattern == LS_EVENTS_ORDINARY)
        pattern = ls_chatter_detector_event (self, t + 1e-3 * interval, up);
      t += interval;
      interval *= 0.7;
    }
  g_assert_cmpint (pattern, ==, LS_EVENTS_ZENO);
  g_assert_cmpint (ls_chatter_detector_get_culprit (self), ==, 0);
  /* Found once intervals are below 1e-12 of the time (ZENO_LEAST), which is 2.6 s. */
  g_assert_cmpfloat (interval, <, 1e-11);
}

static void
test_stuck (void)
{
  g_autoptr (LsChatterDetector) self = ls_chatter_detector_new (0, 10.0);
  LsEventPattern pattern = LS_EVENTS_ORDINARY;
  guint n = 0;

  for (n = 0; pattern == LS_EVENTS_ORDINARY && n < 20000; n++)
    pattern = ls_chatter_detector_event (self, 1.0, NULL);
  g_assert_cmpint (pattern, ==, LS_EVENTS_STUCK);
  g_assert_cmpuint (n, ==, 10001);
  /* As many where time goes on are as good as any. */
  for (n = 0; n < 20000; n++)
    g_assert_cmpint (ls_chatter_detector_event (self, 2.0 + 1e-4 * n, NULL), ==,
                     LS_EVENTS_ORDINARY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/event/roots", test_roots);
  g_test_add_func ("/num/event/domains", test_domains);
  g_test_add_func ("/num/event/first", test_first);
  g_test_add_func ("/num/event/scales", test_scales);
  g_test_add_func ("/num/event/failure", test_failure);
  g_test_add_func ("/num/event/none", test_none);
  g_test_add_func ("/num/event/chattering", test_chattering);
  g_test_add_func ("/num/event/zeno", test_zeno);
  g_test_add_func ("/num/event/stuck", test_stuck);
  return g_test_run ();
}
