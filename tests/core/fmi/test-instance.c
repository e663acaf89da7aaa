/* Instances over the example FMUs and over FMUs made to fail. Usage: test-instance FMU-DIRECTORY…
 */
#include "core/fmi/instance.h"

#include <math.h>
#include <string.h>

/* Directories of FMUs, %NULL-terminated: of the examples and of the faulty ones. */
static char **directories;

static LsFmu *
open_fmu (const char *name)
{
  for (char **d = directories; *d != NULL; d++)
    {
      g_autofree char *path = g_build_filename (*d, name, NULL);
      g_autoptr (GError) error = NULL;
      LsFmu *fmu;

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      fmu = ls_fmu_open (path, &error);
      g_assert_no_error (error);
      return fmu;
    }
  g_error ("%s is in none of the directories", name);
}

static LsInstance *
start (const char *name, LsKind kind, LsLog *log)
{
  g_autoptr (LsFmu) fmu = open_fmu (name);
  g_autoptr (GError) error = NULL;
  LsInstance *self = ls_instance_new (fmu, kind, "x", log, FALSE, &error);

  g_assert_no_error (error);
  g_assert_nonnull (self);
  return self;
}

static void
initialise (LsInstance *self)
{
  g_assert_cmpint (ls_instance_setup (self, NAN, 0, NAN), ==, LS_OK);
  g_assert_cmpint (ls_instance_enter_initialization (self), ==, LS_OK);
  g_assert_cmpint (ls_instance_exit_initialization (self), ==, LS_OK);
}

static const guint32 *
reference (LsInstance *self, const char *name)
{
  const LsVariable *variable = ls_description_find (ls_instance_get_description (self), name);

  g_assert_nonnull (variable);
  return &variable->value_reference;
}

static double
get (LsInstance *self, const char *name)
{
  double value = NAN;

  g_assert_cmpint (ls_instance_get_real (self, reference (self, name), 1, &value), ==, LS_OK);
  return value;
}

/* Without predators the prey grows exponentially, which is known in closed form. */
static void
test_steps (void)
{
  g_autoptr (LsInstance) self = start ("prey.fmu", LS_KIND_CO_SIMULATION, NULL);
  double zero = 0, reached = NAN;

  initialise (self);
  g_assert_cmpint (ls_instance_set_real (self, reference (self, "predators"), 1, &zero), ==, LS_OK);
  for (int i = 1; i <= 10; i++)
    {
      g_assert_cmpint (ls_instance_do_step (self, 0.1, TRUE, &reached), ==, LS_OK);
      g_assert_cmpfloat_with_epsilon (reached, 0.1 * i, 1e-14);
      g_assert_cmpfloat (reached, ==, ls_instance_get_time (self));
      /* The solver inside works to a relative tolerance of 1e-12. */
      g_assert_cmpfloat_with_epsilon (get (self, "population"), exp (2. / 3 * reached), 1e-10);
    }
  g_assert_cmpint (ls_instance_terminate (self), ==, LS_OK);
}

static void
test_save_and_restore (void)
{
  g_autoptr (LsInstance) self = start ("prey.fmu", LS_KIND_CO_SIMULATION, NULL);
  g_autoptr (LsInstance) other = start ("prey.fmu", LS_KIND_CO_SIMULATION, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL, wrong = g_bytes_new ("nonsense", 8);
  LsSavedState *state = NULL, *moved;
  double first, reached;

  initialise (self);
  ls_instance_do_step (self, 0.5, FALSE, &reached);
  g_assert_cmpint (ls_instance_save (self, &state), ==, LS_OK);
  ls_instance_do_step (self, 0.25, FALSE, &reached);
  first = get (self, "population");
  g_assert_cmpint (ls_instance_restore (self, state), ==, LS_OK);
  g_assert_cmpfloat (ls_instance_get_time (self), ==, 0.5);
  ls_instance_do_step (self, 0.25, FALSE, &reached);
  g_assert_cmpfloat (get (self, "population"), ==, first);

  bytes = ls_instance_serialize (self, state, &error);
  g_assert_no_error (error);
  moved = ls_instance_deserialize (other, bytes, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ls_instance_restore (other, moved), ==, LS_OK);
  g_assert_cmpfloat (ls_instance_get_time (other), ==, 0.5);
  ls_instance_do_step (other, 0.25, FALSE, &reached);
  g_assert_cmpfloat (get (other, "population"), ==, first);

  g_assert_null (ls_instance_deserialize (other, wrong, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FORMAT);
  ls_instance_free_state (self, state);
  ls_instance_free_state (other, moved);
}

static void
test_derivatives (void)
{
  g_autoptr (LsInstance) self = start ("prey.fmu", LS_KIND_CO_SIMULATION, NULL);
  const double one = 1;
  const int order = 1;
  double derivative = NAN;

  initialise (self);
  /* f = alpha x - beta x y, at x = y = 1: df/dx = alpha - beta, df/dy = -beta. */
  g_assert_cmpint (
      ls_instance_get_directional_derivative (self, reference (self, "der(population)"), 1,
                                              reference (self, "population"), 1, &one, &derivative),
      ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (derivative, -2. / 3, 1e-12);
  g_assert_cmpint (
      ls_instance_get_directional_derivative (self, reference (self, "der(population)"), 1,
                                              reference (self, "predators"), 1, &one, &derivative),
      ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (derivative, -4. / 3, 1e-12);
  g_assert_cmpint (ls_instance_get_output_derivatives (self, reference (self, "population"), 1,
                                                       &order, &derivative),
                   ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (derivative, -2. / 3, 1e-12);
}

/* The Model Exchange interface, by explicit midpoint steps: second order. */
static double
midpoint_error (int n)
{
  g_autoptr (LsInstance) self = start ("prey.fmu", LS_KIND_MODEL_EXCHANGE, NULL);
  LsEventInfo info;
  gboolean event, terminate;
  double zero = 0, x, x_half, dx, h = 1. / n;

  g_assert_cmpint (ls_instance_setup (self, NAN, 0, 1), ==, LS_OK);
  g_assert_cmpint (ls_instance_enter_initialization (self), ==, LS_OK);
  ls_instance_set_real (self, reference (self, "predators"), 1, &zero);
  g_assert_cmpint (ls_instance_exit_initialization (self), ==, LS_OK);
  g_assert_cmpint (ls_instance_update_discrete_states (self, &info), ==, LS_OK);
  g_assert_cmpint (ls_instance_enter_continuous_time_mode (self), ==, LS_OK);
  g_assert_cmpint (ls_instance_get_states (self, &x), ==, LS_OK);
  for (int i = 0; i < n; i++)
    {
      ls_instance_get_state_derivatives (self, &dx);
      x_half = x + h / 2 * dx;
      ls_instance_set_time (self, (i + 0.5) * h);
      ls_instance_set_states (self, &x_half);
      ls_instance_get_state_derivatives (self, &dx);
      x += h * dx;
      ls_instance_set_time (self, (i + 1) * h);
      ls_instance_set_states (self, &x);
      g_assert_cmpint (ls_instance_completed_step (self, TRUE, &event, &terminate), ==, LS_OK);
    }
  return fabs (get (self, "population") - exp (2. / 3));
}

static void
test_model_exchange (void)
{
  g_assert_cmpfloat_with_epsilon (log2 (midpoint_error (32) / midpoint_error (64)), 2, 0.05);
}

/* What the standard's state machine forbids is refused, logged, and harms nothing. */
static void
test_state_machine (void)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsInstance) self = start ("prey.fmu", LS_KIND_CO_SIMULATION, log);
  g_autofree char *message = NULL;
  double value, reached;

  g_assert_cmpint (ls_instance_do_step (self, 0.1, TRUE, &reached), ==, LS_STOP);
  message = ls_log_take_error (log);
  g_assert_nonnull (strstr (message, "x: do step"));
  g_assert_nonnull (strstr (message, "instantiated"));
  g_assert_cmpint (ls_instance_get_real (self, reference (self, "population"), 1, &value), ==,
                   LS_STOP);
  g_assert_cmpint (ls_instance_set_time (self, 1), ==, LS_STOP);
  g_clear_pointer (&message, g_free);
  message = ls_log_take_error (log);
  g_assert_nonnull (strstr (message, "does not exist for Co-Simulation"));
  initialise (self);
  g_assert_cmpint (ls_instance_setup (self, NAN, 0, NAN), ==, LS_STOP);
  g_assert_cmpint (ls_instance_terminate (self), ==, LS_OK);
  g_assert_cmpint (ls_instance_do_step (self, 0.1, TRUE, &reached), ==, LS_STOP);
  /* After a reset everything can be done again. */
  g_assert_cmpint (ls_instance_reset (self), ==, LS_OK);
  initialise (self);
  g_assert_cmpint (ls_instance_do_step (self, 0.1, TRUE, &reached), ==, LS_OK);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  directories = argv + 1;
  g_test_add_func ("/fmi/instance/steps", test_steps);
  g_test_add_func ("/fmi/instance/save-and-restore", test_save_and_restore);
  g_test_add_func ("/fmi/instance/derivatives", test_derivatives);
  g_test_add_func ("/fmi/instance/model-exchange", test_model_exchange);
  g_test_add_func ("/fmi/instance/state-machine", test_state_machine);
  return g_test_run ();
}
