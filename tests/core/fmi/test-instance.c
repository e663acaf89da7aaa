/* Instances over the example FMUs. */
#include "instances.h"

#include <dlfcn.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* This program has functions of these names as well, for which the FMU must not be taken. */
static void
test_symbols (void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  g_test_skip ("the sanitizers see to the order of symbols themselves");
#else
  g_autoptr (LsInstance) self = start ("symbols.fmu", LS_KIND_CO_SIMULATION, NULL);

  /* They are there, so that an FMU could be answered by them. */
  g_assert_nonnull (dlsym (RTLD_DEFAULT, "inflate"));
  g_assert_nonnull (dlsym (RTLD_DEFAULT, "deflate"));
  initialise (self);
  g_assert_cmpfloat (get (self, "solver"), ==, 4711);
  g_assert_cmpfloat (get (self, "packer"), ==, 4712);
  g_assert_cmpfloat (get (self, "inner_solver"), ==, 4713);
  g_assert_cmpfloat (get (self, "inner_packer"), ==, 4714);
#endif
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
      /* Ten roundings of times up to 1 s. */
      g_assert_cmpfloat_with_epsilon (reached, 0.1 * i, 1e-14);
      g_assert_cmpfloat (reached, ==, ls_instance_get_time (self));
      /* The solver inside works to a relative tolerance of 1e-12, and to rounding in steps of 0.1
       * s. */
      g_assert_cmpfloat_with_epsilon (get (self, "population"), exp (2. / 3 * reached), 1e-14);
    }
  g_assert_cmpint (ls_instance_terminate (self), ==, LS_OK);
}

/* Two preys stepped together, each with as many predators as held for the step: in helper processes
 * the message of a step is sent again with other numbers, unless something else was sent. */
static void
test_lanes (void)
{
  g_autoptr (LsInstance) one = start ("prey.fmu", LS_KIND_CO_SIMULATION, NULL);
  g_autoptr (LsInstance) two = start ("prey.fmu", LS_KIND_CO_SIMULATION, NULL);
  const guint32 *in = reference (one, "predators"), *out = reference (one, "population");
  LsBatchItem lanes[2] = { { one, in, out, 1, 1, 0, 0, TRUE }, { two, in, out, 1, 1, 1, 1, TRUE } };
  double growth[2] = { 0, 0 }, y[2];
  LsInstance *instances[2] = { one, two };

  initialise (one);
  initialise (two);
  for (int i = 0; i < 40; i++)
    {
      const double u[2] = { 0.05 * i, 1 - 0.01 * i };
      const guint n = i % 7 == 3 ? 1 : 2;
      LsBatchResult result = { 0 };

      if (i == 10)
        ls_instance_set_real (two, in, 1, u);
      else if (i == 20)
        g_assert_cmpfloat (get (one, "population"), ==, y[0]);
      for (guint first = 0; first < 2; first += n)
        g_assert_cmpint (
            ls_instance_hold_steps (lanes + first, n, 0.05, 0.05 * (i + 1), u, y, &result), ==,
            LS_OK);
      g_assert_false (result.event);
      for (int k = 0; k < 2; k++)
        {
          growth[k] += 0.05 * (2. / 3 - 4. / 3 * u[k]);
          /* The solver inside works to a relative tolerance of 1e-12, and to rounding in short
           * steps. */
          g_assert_cmpfloat_with_epsilon (y[k] / exp (growth[k]), 1.0, 1e-13);
          /* 40 roundings of times up to 2 s. */
          g_assert_cmpfloat_with_epsilon (ls_instance_get_time (instances[k]), 0.05 * (i + 1),
                                          1e-14);
        }
    }
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
  /* The FMU has its derivatives in closed form: rounding. */
  g_assert_cmpfloat_with_epsilon (derivative, -2. / 3, 1e-15);
  g_assert_cmpint (
      ls_instance_get_directional_derivative (self, reference (self, "der(population)"), 1,
                                              reference (self, "predators"), 1, &one, &derivative),
      ==, LS_OK);
  /* Rounding, here and below. */
  g_assert_cmpfloat_with_epsilon (derivative, -4. / 3, 1e-15);
  g_assert_cmpint (ls_instance_get_output_derivatives (self, reference (self, "population"), 1,
                                                       &order, &derivative),
                   ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (derivative, -2. / 3, 1e-15);
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
  /* The second term of the error is 3 z / 4 of the first, z = 2/3 h: 0.011 in the order. */
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

/* Every type by text, and what is not of it. */
static void
test_text (void)
{
  static const struct
  {
    const char *variable, *text, *result, *error;
  } cases[] = {
    { "gain", "2.5", "2.5", NULL },
    { "gain", "2,5", NULL, "x.gain: “2,5” is not of type Real" },
    { "offset", "-7", "-7", NULL },
    { "offset", "1.5", NULL, "x.offset: “1.5” is not of type Integer" },
    { "invert", "1", "true", NULL },
    { "invert", "no", NULL, "x.invert: “no” is not of type Boolean" },
    { "prefix", "é < %s", "é < %s", NULL },
    { "colour", "blue", "blue", NULL },
    { "colour", "2", "green", NULL },
    { "colour", "4", NULL, "x.colour: “4” is not of type Enumeration" },
    { "colour", "pink", NULL, "x.colour: “pink” is not of type Enumeration" },
  };
  g_autoptr (LsInstance) self = start ("types.fmu", LS_KIND_CO_SIMULATION, NULL);
  const LsDescription *description = ls_instance_get_description (self);

  g_assert_cmpint (ls_instance_setup (self, NAN, 0, NAN), ==, LS_OK);
  g_assert_cmpint (ls_instance_enter_initialization (self), ==, LS_OK);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const LsVariable *variable = ls_description_find (description, cases[i].variable);
      g_autoptr (GError) error = NULL;
      g_autofree char *result = NULL;

      if (ls_instance_set_text (self, variable, cases[i].text, &error))
        result = ls_instance_get_text (self, variable, &error);
      g_assert_cmpstr (result, ==, cases[i].result);
      g_assert_cmpstr (error != NULL ? error->message : NULL, ==, cases[i].error);
    }
}

static void
test_bounds (void)
{
  g_autoptr (LsInstance) self = start ("faulty.fmu", LS_KIND_CO_SIMULATION, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_instance_set_text (
      self, ls_description_find (ls_instance_get_description (self), "sleep"), "-1", &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_assert_cmpstr (error->message, ==, "x.sleep: -1 is below the minimum, 0");
}

/* State events and time events of the bouncing ball: event mode and back. */
static void
test_events (void)
{
  g_autoptr (LsInstance) self = start ("events.fmu", LS_KIND_MODEL_EXCHANGE, NULL);
  LsEventInfo info;
  double z_before, z, x[2] = { -0.01, -4 };

  initialise (self);
  g_assert_cmpint (ls_instance_update_discrete_states (self, &info), ==, LS_OK);
  g_assert_true (info.has_next_time);
  g_assert_cmpfloat (info.next_time, ==, 1);
  g_assert_cmpint (ls_instance_enter_continuous_time_mode (self), ==, LS_OK);
  g_assert_cmpint (ls_instance_get_event_indicators (self, &z_before), ==, LS_OK);
  g_assert_cmpint (ls_instance_set_time (self, 0.5), ==, LS_OK);
  g_assert_cmpint (ls_instance_set_states (self, x), ==, LS_OK);
  g_assert_cmpint (ls_instance_get_event_indicators (self, &z), ==, LS_OK);
  g_assert_true (z_before > 0 && z < 0);
  g_assert_cmpint (ls_instance_enter_event_mode (self), ==, LS_OK);
  g_assert_cmpint (ls_instance_update_discrete_states (self, &info), ==, LS_OK);
  g_assert_true (info.states_changed);
  g_assert_cmpint (ls_instance_enter_continuous_time_mode (self), ==, LS_OK);
  g_assert_cmpint (ls_instance_get_states (self, x), ==, LS_OK);
  /* One product: rounding. */
  g_assert_cmpfloat_with_epsilon (x[1], 0.8 * 4, 1e-15);
}

/* What cannot be instantiated says why. */
static void
test_refused (void)
{
  static const struct
  {
    const char *name;
    LsKind kind;
    LsError code;
    const char *message;
  } cases[] = {
    { "missing-symbol.fmu", LS_KIND_CO_SIMULATION, LS_ERROR_BINARY,
      "missing-symbol.fmu: the binary prey.so lacks the function fmi2DoStep" },
    { "missing-library.fmu", LS_KIND_CO_SIMULATION, LS_ERROR_BINARY, "liblockstep-absent.so" },
    { "no-binary.fmu", LS_KIND_CO_SIMULATION, LS_ERROR_BINARY, "there are binaries for: darwin64" },
    { "null-instance.fmu", LS_KIND_MODEL_EXCHANGE, LS_ERROR_FMU, "fmi2Instantiate of " },
    { "cs-only.fmu", LS_KIND_MODEL_EXCHANGE, LS_ERROR_BINARY,
      "the FMU has no interface for Model Exchange" },
    { "me-only.fmu", LS_KIND_CO_SIMULATION, LS_ERROR_BINARY,
      "the FMU has no interface for Co-Simulation" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsFmu) fmu = open_fmu (cases[i].name);
      g_autoptr (GError) error = NULL;

      g_assert_null (ls_instance_new (fmu, cases[i].kind, "x", NULL, FALSE, &error));
      g_assert_error (error, LS_ERROR, (int)cases[i].code);
      if (strstr (error->message, cases[i].message) == NULL)
        g_error ("“%s” is not in “%s”", cases[i].message, error->message);
    }
}

/* What an FMU does not offer is no capability, and calling it is refused. */
static void
test_capabilities (void)
{
  g_autoptr (LsInstance) full = start ("prey.fmu", LS_KIND_CO_SIMULATION, NULL);
  g_autoptr (LsInstance) exchange = start ("prey.fmu", LS_KIND_MODEL_EXCHANGE, NULL);
  g_autoptr (LsInstance) basic = start ("capless-prey.fmu", LS_KIND_CO_SIMULATION, NULL);
  LsSavedState *state = NULL;
  const int order = 1;
  double value = 0;

  g_assert_cmpuint (ls_instance_get_capabilities (full), ==,
                    LS_CAN_DIRECTIONAL_DERIVATIVE | LS_CAN_SAVE_STATE | LS_CAN_SERIALIZE_STATE
                        | LS_CAN_INPUT_DERIVATIVES | LS_CAN_OUTPUT_DERIVATIVES
                        | LS_CAN_VARIABLE_STEP);
  g_assert_cmpuint (ls_instance_get_capabilities (exchange), ==,
                    LS_CAN_DIRECTIONAL_DERIVATIVE | LS_CAN_SAVE_STATE | LS_CAN_SERIALIZE_STATE);
  g_assert_cmpuint (ls_instance_get_capabilities (basic) & ~(guint)LS_CAN_VARIABLE_STEP, ==, 0);
  initialise (basic);
  g_assert_cmpint (ls_instance_save (basic, &state), ==, LS_STOP);
  g_assert_cmpint (
      ls_instance_set_input_derivatives (basic, reference (basic, "predators"), 1, &order, &value),
      ==, LS_STOP);
}

/* An input that rises linearly over a step: der(x) = t - x from x = 1 gives
 * x = t - 1 + 2 exp(-t). */
static void
test_input_derivatives (void)
{
  g_autoptr (LsInstance) self = start_faulty ("none", LS_KIND_CO_SIMULATION, NULL);
  const int order = 1;
  double zero = 0, one = 1, reached;

  g_assert_cmpint (ls_instance_set_real (self, reference (self, "u"), 1, &zero), ==, LS_OK);
  g_assert_cmpint (ls_instance_set_input_derivatives (self, reference (self, "u"), 1, &order, &one),
                   ==, LS_OK);
  g_assert_cmpint (ls_instance_do_step (self, 0.4, FALSE, &reached), ==, LS_OK);
  /* The solver inside works to 1e-12, and better in a step as short. */
  g_assert_cmpfloat_with_epsilon (get (self, "x"), 0.4 - 1 + 2 * exp (-0.4), 1e-13);
}

/* Children of this process but for the one that reads files, which stays; @kill_them: SIGKILL.
 * Returns: their number */
static guint
count_children (gboolean kill_them)
{
  g_autoptr (GDir) processes = g_dir_open ("/proc", 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (processes)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "stat", NULL);
      g_autofree char *text = NULL;
      const char *end;
      int parent;

      if (!g_ascii_isdigit (*name) || !g_file_get_contents (path, &text, NULL, NULL)
          || (end = strrchr (text, ')')) == NULL || sscanf (end, ") %*c %d", &parent) != 1
          || parent != getpid () || strstr (text, "(lockstep-reader)") != NULL)
        continue;
      n++;
      if (kill_them)
        kill (atoi (name), SIGKILL);
    }
  return n;
}

static guint
count_entries (const char *path, const char *prefix)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (folder)) != NULL)
    n += g_str_has_prefix (name, prefix);
  return n;
}

/* Helper processes that are started, used, killed and freed leave no process, descriptor, folder or
 * mapping. */
static void
test_leftovers (void)
{
  g_autoptr (LsFmu) fmu = open_fmu ("prey.fmu");
  guint descriptors = 0, mappings = 0;

  for (guint i = 0; i < 100; i++)
    {
      LsInstance *self = ls_instance_new (fmu, LS_KIND_CO_SIMULATION, "x", NULL, FALSE, NULL);
      double reached;

      g_assert_nonnull (self);
      initialise (self);
      g_assert_cmpint (ls_instance_do_step (self, 0.1, FALSE, &reached), ==, LS_OK);
      g_assert_cmpuint (count_children (i % 2 == 1), ==, 1);
      if (i % 4 == 1)
        g_assert_cmpint (ls_instance_do_step (self, 0.1, FALSE, &reached), ==, LS_STOP);
      ls_instance_free (self);
      g_assert_cmpuint (count_children (FALSE), ==, 0);
      if (i == 1)
        {
          descriptors = count_entries ("/proc/self/fd", "");
          mappings = count_entries ("/proc/self/map_files", "");
        }
    }
  g_assert_cmpuint (count_entries ("/proc/self/fd", ""), ==, descriptors);
  /* The heap may have grown by a few. */
  g_assert_cmpuint (count_entries ("/proc/self/map_files", ""), <=, mappings + 5);
}

/* Ends the only child after a while, which is chance: there is nothing to wait for. @data: µs */
static gpointer
kill_later (gpointer data)
{
  g_usleep (GPOINTER_TO_UINT (data));
  count_children (TRUE);
  return NULL;
}

/* Memory that is the process's own, kB. */
static guint64
read_memory (void)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/status", &text, NULL, NULL));
  return g_ascii_strtoull (strstr (text, "RssAnon:") + strlen ("RssAnon:"), NULL, 10);
}

/* What each descriptor is, one a line. */
static char *
name_descriptors (void)
{
  g_autoptr (GDir) folder = g_dir_open ("/proc/self/fd", 0, NULL);
  g_autoptr (GString) names = g_string_new (NULL);
  const char *entry;

  while ((entry = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/fd", entry, NULL);
      g_autofree char *target = g_file_read_link (path, NULL);

      g_string_append_printf (names, "%s: %s\n", entry, target != NULL ? target : "closed");
    }
  return g_string_free (g_steal_pointer (&names), FALSE);
}

/* Helpers that are killed at any time of their lives, from their start on, leave as little; a call
 * then fails, and says so, or is done. LS_KILLS: how many. */
static void
test_random_kills (void)
{
  const char *wanted = g_getenv ("LS_KILLS");
  const guint n = wanted != NULL ? (guint)atoi (wanted) : 40;
  g_autoptr (LsFmu) fmu = open_fmu ("prey.fmu");
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint descriptors = 0, folders = 0, mappings = 0, n_died = 0;
  guint64 memory = 0;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  for (guint i = 0; i < n; i++)
    {
      const guint pause = (guint)g_rand_int_range (random, 0, 12000);
      GThread *killer = g_thread_new ("killer", kill_later, GUINT_TO_POINTER (pause));
      GError *error = NULL;
      LsInstance *self = ls_instance_new (fmu, LS_KIND_CO_SIMULATION, "x", NULL, FALSE, &error);
      gboolean lives = self != NULL;
      double reached;

      g_assert_true (lives == (error == NULL));
      lives = lives && ls_instance_setup (self, 1e-6, 0, 1) == LS_OK
              && ls_instance_enter_initialization (self) == LS_OK
              && ls_instance_exit_initialization (self) == LS_OK;
      for (int k = 0; lives && k < 200; k++)
        lives = ls_instance_do_step (self, 0.001, FALSE, &reached) == LS_OK;
      n_died += !lives;
      g_clear_error (&error);
      g_thread_join (killer);
      ls_instance_free (self);
      g_assert_cmpuint (count_children (FALSE), ==, 0);
      if (i == n / 4)
        {
          descriptors = count_entries ("/proc/self/fd", "");
          folders = count_entries (g_get_tmp_dir (), "lockstep-");
          mappings = count_entries ("/proc/self/map_files", "");
          memory = read_memory ();
          before = name_descriptors ();
        }
    }
  after = name_descriptors ();
  g_test_message ("descriptors before:\n%s\nand after:\n%s", before, after);
  g_test_message ("%u of %u died, %" G_GUINT64_FORMAT " kB more", n_died, n,
                  read_memory () - memory);
  g_assert_cmpuint (n_died, >, 0);
  g_assert_cmpuint (count_entries ("/proc/self/fd", ""), <=, descriptors);
  g_assert_cmpuint (count_entries (g_get_tmp_dir (), "lockstep-"), <=, folders + 20);
  g_assert_cmpuint (count_entries ("/proc/self/map_files", ""), <=, mappings + 5);
  /* An arena of malloc() may be new; a leak of one kB each is seen. */
  g_assert_cmpuint (read_memory (), <, memory + 1024 + n / 2);
}

int
main (int argc, char **argv)
{
  const LsIsolation isolation = init_instances (&argc, &argv);

  g_test_add_func ("/fmi/instance/steps", test_steps);
  g_test_add_func ("/fmi/instance/lanes", test_lanes);
  g_test_add_func ("/fmi/instance/symbols", test_symbols);
  g_test_add_func ("/fmi/instance/save-and-restore", test_save_and_restore);
  g_test_add_func ("/fmi/instance/derivatives", test_derivatives);
  g_test_add_func ("/fmi/instance/model-exchange", test_model_exchange);
  g_test_add_func ("/fmi/instance/state-machine", test_state_machine);
  g_test_add_func ("/fmi/instance/text", test_text);
  g_test_add_func ("/fmi/instance/bounds", test_bounds);
  g_test_add_func ("/fmi/instance/events", test_events);
  g_test_add_func ("/fmi/instance/refused", test_refused);
  g_test_add_func ("/fmi/instance/capabilities", test_capabilities);
  g_test_add_func ("/fmi/instance/input-derivatives", test_input_derivatives);
  if (isolation == LS_ISOLATION_EACH)
    {
      g_test_add_func ("/fmi/instance/leftovers", test_leftovers);
      g_test_add_func ("/fmi/instance/random-kills", test_random_kills);
    }
  return g_test_run ();
}
