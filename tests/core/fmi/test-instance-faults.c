/* Instances of an FMU made to fail: statuses, pending steps, messages. */
#include "instances.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *fault;
  LsStatus status; /* of the step that reaches 0.5 s */
  LsStatus after;  /* of reading a value then */
  const char *log;
} FaultCase;

static const FaultCase fault_cases[] = {
  { "none", LS_OK, LS_OK, NULL },
  { "warning", LS_OK, LS_OK,
    "warning: x: fmi2DoStep at t = 0.25 s: returned fmi2Warning: this step" },
  { "discard", LS_RETRY, LS_OK,
    "warning: x: fmi2DoStep at t = 0.25 s: returned fmi2Discard: this" },
  { "error", LS_STOP, LS_STOP,
    "error: x: fmi2DoStep at t = 0.25 s: returned fmi2Error: this step" },
  { "fatal", LS_STOP, LS_STOP,
    "error: x: fmi2DoStep at t = 0.25 s: returned fmi2Fatal: this step" },
  { "get-error", LS_OK, LS_STOP,
    "error: x: fmi2GetReal at t = 0.5 s: returned fmi2Error: this value" },
  { "not-a-number", LS_OK, LS_OK, NULL },
};

static void
test_faults (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (fault_cases); i++)
    {
      const FaultCase *expected = &fault_cases[i];
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (LsLog) log = ls_log_new (collect, text);
      g_autoptr (LsInstance) self = start_faulty (expected->fault, LS_KIND_CO_SIMULATION, log);
      double reached, value;

      g_test_message ("%s", expected->fault);
      g_assert_cmpint (ls_instance_do_step (self, 0.25, FALSE, &reached), ==, LS_OK);
      g_assert_cmpint (ls_instance_do_step (self, 0.25, FALSE, &reached), ==, expected->status);
      g_assert_cmpfloat (reached, ==, expected->status == LS_OK ? 0.5 : 0.25);
      g_assert_cmpint (ls_instance_get_real (self, reference (self, "x"), 1, &value), ==,
                       expected->after);
      if (expected->log != NULL && strstr (text->str, expected->log) == NULL)
        g_error ("“%s” is not in “%s”", expected->log, text->str);
      if (expected->log == NULL)
        g_assert_cmpstr (text->str, ==, "");
    }
}

/* A discarded step is repeated smaller, from the saved state. */
static void
test_discard_and_retry (void)
{
  g_autoptr (LsInstance) self = start_faulty ("discard", LS_KIND_CO_SIMULATION, NULL);
  LsSavedState *state = NULL;
  const double largest = 0.1;
  double reached;

  ls_instance_set_real (self, reference (self, "largest_step"), 1, &largest);
  g_assert_cmpint (ls_instance_do_step (self, 0.45, FALSE, &reached), ==, LS_OK);
  g_assert_cmpint (ls_instance_save (self, &state), ==, LS_OK);
  g_assert_cmpint (ls_instance_do_step (self, 0.2, FALSE, &reached), ==, LS_RETRY);
  /* Going on without restoring is refused. */
  g_assert_cmpint (ls_instance_do_step (self, 0.1, FALSE, &reached), ==, LS_STOP);
  g_assert_cmpint (ls_instance_restore (self, state), ==, LS_OK);
  g_assert_cmpint (ls_instance_do_step (self, 0.1, FALSE, &reached), ==, LS_OK);
  g_assert_cmpfloat (reached, ==, 0.45 + 0.1);
  /* The solver inside works to 1e-12, and better in steps as short. */
  g_assert_cmpfloat_with_epsilon (get (self, "x"), exp (-0.55), 1e-13);
  ls_instance_free_state (self, state);
}

/* After an error nothing is passed on but reset, after which all is well again. */
static void
test_error_and_reset (void)
{
  g_autoptr (LsInstance) self = start_faulty ("error", LS_KIND_CO_SIMULATION, NULL);
  LsSavedState *state = NULL;
  double reached, zero = 0;

  g_assert_cmpint (ls_instance_do_step (self, 1, FALSE, &reached), ==, LS_STOP);
  g_assert_cmpint (ls_instance_set_real (self, reference (self, "u"), 1, &zero), ==, LS_STOP);
  g_assert_cmpint (ls_instance_save (self, &state), ==, LS_STOP);
  g_assert_null (state);
  g_assert_cmpint (ls_instance_terminate (self), ==, LS_STOP);
  g_assert_cmpint (ls_instance_reset (self), ==, LS_OK);
  initialise (self);
  g_assert_cmpint (ls_instance_do_step (self, 1, FALSE, &reached), ==, LS_OK);
}

static void
test_fatal (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LsLog) log = ls_log_new (collect, text);
  LsInstance *self = start_faulty ("fatal", LS_KIND_CO_SIMULATION, log);
  double reached;

  g_assert_cmpint (ls_instance_do_step (self, 1, FALSE, &reached), ==, LS_STOP);
  g_assert_cmpint (ls_instance_reset (self), ==, LS_STOP);
  ls_instance_free (self);
  g_assert_nonnull (strstr (text->str, "not freed after a fatal error"));
}

/* A step that stays pending ends with the time-out. */
static void
test_pending (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LsLog) log = ls_log_new (collect, text);
  g_autoptr (LsInstance) self = start_faulty ("pending", LS_KIND_CO_SIMULATION, log);
  gint64 begin = g_get_monotonic_time ();
  double reached;

  ls_instance_set_pending_timeout (self, 0.2);
  g_assert_cmpint (ls_instance_do_step (self, 1, FALSE, &reached), ==, LS_STOP);
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, G_USEC_PER_SEC / 5);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 5 * G_USEC_PER_SEC);
  g_assert_nonnull (strstr (text->str, "still pending after 0.2 s"));
}

/* A step that ends while it is waited for is a step like any other. */
static void
test_pending_ends (void)
{
  g_autoptr (LsInstance) self = start_faulty ("pending", LS_KIND_CO_SIMULATION, NULL);
  const double largest = 1;
  double reached;

  ls_instance_set_real (self, reference (self, "largest_step"), 1, &largest);
  g_assert_cmpint (ls_instance_do_step (self, 1, FALSE, &reached), ==, LS_OK);
  g_assert_cmpfloat (reached, ==, 1);
  /* The solver inside works to 1e-12. */
  g_assert_cmpfloat_with_epsilon (get (self, "x"), exp (-1), 1e-12);
}

/* Messages with percent signs, references, bad UTF-8, and none at all. */
static void
test_messages (void)
{
  static const char *const faults[] = { "log-flood", "log-percent", "log-wild-format", "log-null" };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (LsLog) log = ls_log_new (collect, text);
      g_autoptr (LsInstance) self = start_faulty (faults[i], LS_KIND_CO_SIMULATION, log);
      double reached;

      g_assert_cmpint (ls_instance_do_step (self, 1, FALSE, &reached), ==, LS_OK);
      g_assert_true (g_utf8_validate (text->str, -1, NULL));
      /* 10000 messages must not all be passed on. */
      g_assert_cmpuint (text->len, <, 200000);
      if (g_str_equal (faults[i], "log-percent"))
        g_assert_nonnull (strstr (text->str, "[logAll] 100 % %s %n %5$d x # "));
      if (g_str_equal (faults[i], "log-wild-format"))
        g_assert_nonnull (strstr (text->str, "%s %n %s %d 100%"));
    }
}

static void
test_model_exchange_faults (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LsLog) log = ls_log_new (collect, text);
  g_autoptr (LsInstance) self = start_faulty ("discard", LS_KIND_MODEL_EXCHANGE, log);
  LsEventInfo info;
  double dx;

  g_assert_cmpint (ls_instance_update_discrete_states (self, &info), ==, LS_OK);
  g_assert_cmpint (ls_instance_enter_continuous_time_mode (self), ==, LS_OK);
  g_assert_cmpint (ls_instance_get_state_derivatives (self, &dx), ==, LS_OK);
  g_assert_cmpint (ls_instance_set_time (self, 0.6), ==, LS_OK);
  g_assert_cmpint (ls_instance_get_state_derivatives (self, &dx), ==, LS_RETRY);
  /* A discarded evaluation is recoverable: earlier there is a value again. */
  g_assert_cmpint (ls_instance_set_time (self, 0.4), ==, LS_OK);
  g_assert_cmpint (ls_instance_get_state_derivatives (self, &dx), ==, LS_OK);
  /* x' = u - x with u = 0, x = 1: rounding. */
  g_assert_cmpfloat_with_epsilon (dx, -1, 1e-15);
}

static LsInstance *
start_continuous (const char *fault, LsLog *log)
{
  LsInstance *self = start_faulty (fault, LS_KIND_MODEL_EXCHANGE, log);
  LsEventInfo info;

  g_assert_cmpint (ls_instance_update_discrete_states (self, &info), ==, LS_OK);
  g_assert_cmpint (ls_instance_enter_continuous_time_mode (self), ==, LS_OK);
  return self;
}

/* In one process the calls of two instances share messages: what one is refused is told to that
 * one, and the other's calls are made all the same. */
static void
test_two_in_a_message (void)
{
  g_autoptr (GString) of_bad = g_string_new (NULL);
  g_autoptr (GString) of_good = g_string_new (NULL);
  g_autoptr (LsLog) log_bad = ls_log_new (collect, of_bad);
  g_autoptr (LsLog) log_good = ls_log_new (collect, of_good);
  g_autoptr (LsInstance) bad = start_continuous ("discard", log_bad);
  g_autoptr (LsInstance) good = start_continuous ("none", log_good);
  const guint32 *output = reference (good, "x"), unknown = 99;
  const double three = 3;
  double value = 0;

  /* What is foreseen is asked for at the place where it is foreseen. */
  g_assert_cmpint (ls_instance_set_time (bad, 0.6), ==, LS_OK);
  g_assert_cmpint (ls_instance_set_time (good, 0.6), ==, LS_OK);
  ls_instance_foresee_derivatives (bad, &value);
  ls_instance_foresee_derivatives (good, &value);
  g_assert_cmpint (ls_instance_get_state_derivatives (good, &value), ==, LS_OK);
  /* x' = u - x with u = 0, x = 1: rounding. */
  g_assert_cmpfloat_with_epsilon (value, -1, 1e-15);
  g_assert_cmpint (ls_instance_get_state_derivatives (bad, &value), ==, LS_RETRY);

  /* What is set afterwards counts; so does what was asked for instead. */
  ls_instance_foresee_derivatives (good, &value);
  g_assert_cmpint (ls_instance_set_states (good, &three), ==, LS_OK);
  g_assert_cmpint (ls_instance_get_state_derivatives (good, &value), ==, LS_OK);
  g_assert_cmpfloat (value, ==, -3);
  ls_instance_foresee_derivatives (good, &value);
  g_assert_cmpint (ls_instance_get_real (good, output, 1, &value), ==, LS_OK);
  g_assert_cmpfloat (value, ==, 3);

  /* In a helper process setting is put off, and told late. */
  ls_instance_set_real (bad, &unknown, 1, &three);
  ls_instance_foresee_real (good, output, 1, &value);
  g_assert_cmpint (ls_instance_get_real (good, output, 1, &value), ==, LS_OK);
  g_assert_cmpfloat (value, ==, 3);
  g_assert_cmpint (ls_instance_get_state_derivatives (bad, &value), ==, LS_STOP);
  g_assert_nonnull (strstr (of_bad->str, "fmi2SetReal"));
  g_assert_cmpint (ls_instance_get_state_derivatives (good, &value), ==, LS_OK);
  g_assert_cmpfloat (value, ==, -3);
  g_assert_cmpstr (of_good->str, ==, "");
}

int
main (int argc, char **argv)
{
  init_instances (&argc, &argv);
  g_test_add_func ("/fmi/instance-faults/faults", test_faults);
  g_test_add_func ("/fmi/instance-faults/discard-and-retry", test_discard_and_retry);
  g_test_add_func ("/fmi/instance-faults/error-and-reset", test_error_and_reset);
  g_test_add_func ("/fmi/instance-faults/fatal", test_fatal);
  g_test_add_func ("/fmi/instance-faults/pending", test_pending);
  g_test_add_func ("/fmi/instance-faults/pending-ends", test_pending_ends);
  g_test_add_func ("/fmi/instance-faults/messages", test_messages);
  g_test_add_func ("/fmi/instance-faults/model-exchange-faults", test_model_exchange_faults);
  g_test_add_func ("/fmi/instance-faults/two-in-a-message", test_two_in_a_message);
  return g_test_run ();
}
