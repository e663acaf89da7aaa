/* Connected Clocks of FMI 3.0, against counts and times that are known: a tick is passed on in its
 * instant, by FMUs for Co-Simulation and for Model Exchange alike. See tests/fmus/ticker.c. */
#include "unit.h"

#include "core/base/executable.h"
#include "core/helper/isolation.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* A component: its mode, and whether a solver of Lockstep integrates it. */
typedef struct
{
  const char *name, *mode;
  gboolean exchange;
} Part;

static LsModel *
make_model (const Part parts[], guint n)
{
  LsModel *model = ls_model_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    {
      const guint id = unit_add (model, "LS_TEST_FMUS", "ticker.fmu", parts[i].name);

      g_assert_true (ls_model_set_value (model, id, "mode", parts[i].mode, &error));
      if (parts[i].exchange)
        ls_model_set_solver (model, id, "dopri5:tolerance=1e-10");
    }
  return model;
}

static guint
find (const LsModel *model, const char *name)
{
  return ls_model_find_component_by_name (model, name)->id;
}

static void
connect (LsModel *model, const char *from, const char *to)
{
  unit_connect (model, find (model, from), "tick_out", find (model, to), "tick_in");
  unit_connect (model, find (model, from), "value_out", find (model, to), "value_in");
}

/* Runs to @stop and reads @signals. */
static void
run (const LsModel *model,
     const char *method,
     double stop,
     double h,
     const char *const signals[],
     double values[])
{
  g_autoptr (LsMaster) master = unit_start (model, method, stop, h);
  g_autoptr (GError) error = NULL;

  while (!ls_master_is_done (master))
    {
      ls_master_step (master, &error);
      g_assert_no_error (error);
    }
  g_assert_true (ls_master_set_signals (master, signals, &error));
  g_assert_true (ls_master_read (master, values, &error));
  ls_master_finish (master, &error);
  g_assert_no_error (error);
}

static const char *const counts[] = { "b.count", "b.last", "b.sum", "c.count", "c.last", NULL };

/* Ticks of a, announced (0.5, 1, 1.5, 2) or not (0.3, 1, 1.7), lie within the steps of 0.4 s; b
 * hands each on to c in the same instant. With a tick comes the value of its instant. */
static void
test_instants (void)
{
  static const char *const methods[]
      = { "ni-jacobi", "gauss-seidel", "iterated-jacobi", "missiles", "ifosmondi-jfm" };
  static const struct
  {
    const char *mode;
    double n, last;
  } cases[] = { { "1", 4, 2.0 }, { "2", 3, 1.7 } };

  for (guint kinds = 0; kinds < 8; kinds++)
    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        const Part parts[] = { { "c", "0", (kinds & 4) != 0 },
                               { "a", cases[i].mode, (kinds & 1) != 0 },
                               { "b", "3", (kinds & 2) != 0 } };
        g_autoptr (LsModel) model = make_model (parts, G_N_ELEMENTS (parts));
        const double n = cases[i].n;
        double values[5];

        connect (model, "a", "b");
        connect (model, "b", "c");
        for (guint k = 0; k < (kinds == 0 || kinds == 7 ? G_N_ELEMENTS (methods) : 1); k++)
          {
            run (model, methods[k], 2.0, 0.4, counts, values);
            g_assert_cmpfloat (values[0], ==, n);
            g_assert_cmpfloat (values[3], ==, n);
            /* Events are located to the solver's precision. */
            g_assert_cmpfloat_with_epsilon (values[1], cases[i].last, 1e-9);
            g_assert_cmpfloat (values[4], ==, values[1]);
            /* 1 + 2 + ... + n */
            g_assert_cmpfloat (values[2], ==, n * (n + 1) / 2);
          }
      }
}

/* Under a tolerance the longest step is 0.2 s, from 4e-5 s on ten times as long as the last one,
 * from each tick on anew: 0.04444 s in 4 steps and the rest of 0.5 s in 3; where the first step has
 * no estimate of its error, the second is as long. Found ticks cost the step that they end too
 * early. */
static void
test_tolerance (void)
{
  static const struct
  {
    const char *method;
    guint steps;
  } cases[] = { { "ni-jacobi", 28 }, { "gauss-seidel", 28 }, { "missiles", 32 } };
  const char *const signals[] = { "b.count", "b.last", NULL };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      const gboolean found = i >= G_N_ELEMENTS (cases);
      const Part parts[] = { { "a", found ? "2" : "1", FALSE }, { "b", "0", FALSE } };
      g_autoptr (LsModel) model = make_model (parts, G_N_ELEMENTS (parts));
      g_autoptr (LsMaster) master = NULL;
      g_autoptr (GError) error = NULL;
      LsCounts done;
      double values[2];

      connect (model, "a", "b");
      master = unit_start_adaptive (model, cases[i % G_N_ELEMENTS (cases)].method, 2.0, 0.2, 1e-3);
      while (!ls_master_is_done (master))
        g_assert_true (ls_master_step (master, &error));
      ls_master_get_counts (master, &done);
      g_assert_cmpuint (done.macro_steps, ==, cases[i % G_N_ELEMENTS (cases)].steps);
      g_assert_cmpuint (done.rejected_steps, ==, found ? 3 : 0);
      g_assert_true (ls_master_set_signals (master, signals, &error));
      g_assert_true (ls_master_read (master, values, &error));
      g_assert_cmpfloat (values[0], ==, found ? 3.0 : 4.0);
      /* Sums of steps are rounded. */
      g_assert_cmpfloat_with_epsilon (values[1], found ? 1.7 : 2.0, 1e-12);
    }
}

/* A countdown Clock of b that a's tick arms: c counts 0.125 s later. */
static void
test_countdown (void)
{
  for (guint kinds = 0; kinds < 8; kinds++)
    {
      const Part parts[] = { { "a", "1", (kinds & 1) != 0 },
                             { "b", "5", (kinds & 2) != 0 },
                             { "c", "0", (kinds & 4) != 0 } };
      g_autoptr (LsModel) model = make_model (parts, G_N_ELEMENTS (parts));
      double values[5];

      connect (model, "a", "b");
      connect (model, "b", "c");
      run (model, "ni-jacobi", 2.0, 0.4, counts, values);
      g_assert_cmpfloat (values[0], ==, 4.0);
      /* At 0.625, 1.125 and 1.625 s. */
      g_assert_cmpfloat (values[3], ==, 3.0);
      g_assert_cmpfloat_with_epsilon (values[4], 1.625, 1e-12);
    }
}

/* Three ticks of one instant are three, and one of the initialization is none too few. */
static void
test_superdense (void)
{
  for (guint kinds = 0; kinds < 4; kinds++)
    {
      const Part parts[]
          = { { "a", "4", (kinds & 1) != 0 }, { "b", "3", (kinds & 2) != 0 }, { "c", "0", FALSE } };
      const Part first[]
          = { { "a", "6", (kinds & 1) != 0 }, { "b", "3", (kinds & 2) != 0 }, { "c", "0", FALSE } };
      double values[5];

      for (guint i = 0; i < 2; i++)
        {
          g_autoptr (LsModel) model = make_model (i == 0 ? parts : first, G_N_ELEMENTS (parts));

          connect (model, "a", "b");
          connect (model, "b", "c");
          run (model, "ni-jacobi", 1.0, 0.4, counts, values);
          g_assert_cmpfloat (values[0], ==, i == 0 ? 3.0 : 1.0);
          g_assert_cmpfloat (values[3], ==, i == 0 ? 3.0 : 1.0);
          g_assert_cmpfloat (values[4], ==, i == 0 ? 0.5 : 0.0);
        }
    }
}

/* b, once it ticks, and c tick each other for ever: they are named. */
static void
test_cycle (void)
{
  const Part parts[] = { { "b", "7", FALSE }, { "c", "3", FALSE } };
  g_autoptr (LsModel) model = make_model (parts, G_N_ELEMENTS (parts));
  g_autoptr (LsMaster) master = NULL;
  g_autoptr (GError) error = NULL;
  const guint b = find (model, "b"), c = find (model, "c");

  unit_connect (model, b, "tick_out", c, "tick_in");
  unit_connect (model, c, "tick_out", b, "tick_in");
  master = unit_start (model, "ni-jacobi", 1.0, 0.4);
  g_assert_true (ls_master_step (master, &error));
  g_assert_false (ls_master_step (master, &error));
  g_assert_nonnull (strstr (error->message, "Clocks activate each other without end"));
  g_assert_true (strstr (error->message, "still tick: b.tick_out") != NULL
                 || strstr (error->message, "still tick: c.tick_out") != NULL);
}

/* A component that cannot be rolled back: a tick that nobody announced is late, and it is said. */
static void
test_late (void)
{
  static const char *const without[] = { "rollback", NULL };
  const Part parts[] = { { "a", "2", FALSE }, { "b", "0", FALSE } };
  const char *const signals[] = { "b.count", "b.last", NULL };
  g_autoptr (LsModel) model = make_model (parts, G_N_ELEMENTS (parts));
  double values[2];

  connect (model, "a", "b");
  ls_model_set_without (model, find (model, "a"), without);
  run (model, "ni-jacobi", 2.0, 0.4, signals, values);
  g_assert_cmpfloat (values[0], ==, 3.0);
  /* Of 1.7 s, at the end of the step to 2 s. */
  g_assert_cmpfloat (values[1], ==, 2.0);
}

/* Connected Clocks make a document one of SSP 2.0. */
static void
test_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lockstep-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "clocks.ssp", NULL);
  const Part parts[] = { { "a", "1", FALSE }, { "b", "0", FALSE } };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsModel) model = make_model (parts, G_N_ELEMENTS (parts));
      g_autoptr (LsModel) again = NULL;
      g_autoptr (GError) error = NULL;

      ls_model_set_name (model, "clocks");
      ls_model_get_experiment (model)->stop_time = 1.0;
      if (i == 1)
        connect (model, "a", "b");
      g_assert_true (ls_ssp_write (model, path, &error));
      again = ls_ssp_read (path, &error);
      g_assert_no_error (error);
      g_assert_true (ls_model_equal (model, again));
      /* Nothing in it is against its schema. */
      g_assert_cmpuint (ls_model_get_notes (again)->len, ==, 0);
    }
  g_unlink (path);
  g_rmdir (folder);
}

/* Partitions run by time and, at the same time, by priority; Clocks that they set and ticks of
 * other components activate more of them, and the third and sixth fast one tick b. */
static void
test_scheduled (gconstpointer isolation)
{
  const Part parts[] = { { "a", "1", FALSE }, { "b", "0", TRUE } };
  const char *const signals[]
      = { "tasks.order", "tasks.n_called", "tasks.last", "b.count", "b.last", NULL };
  static const double steps[] = { 0.4, 0.1, 1.3 };

  ls_isolation_set ((LsIsolation)GPOINTER_TO_INT (isolation));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (LsModel) model = make_model (parts, G_N_ELEMENTS (parts));
      const guint tasks = unit_add (model, "LS_TEST_FMUS", "tasks.fmu", "tasks");
      double values[5];

      run (model, "ni-jacobi", 1.3, steps[i], signals, values);
      /* 0: slow, fast; 0.25: fast; 0.5: slow, fast; 0.625: late; 0.75: fast; 1: slow, fast; 1.25 */
      g_assert_cmpfloat (values[0], ==, 1221232122.0);
      g_assert_cmpfloat (values[2], ==, 1.25);
      g_assert_cmpfloat (values[3], ==, 0.0);

      unit_connect (model, find (model, "a"), "tick_out", tasks, "called");
      unit_connect (model, tasks, "third", find (model, "b"), "tick_in");
      run (model, "ni-jacobi", 1.3, steps[i], signals, values);
      /* Called at 0.5 and 1, after those of its own at the same time. */
      g_assert_cmpfloat (values[0], ==, 122124321242.0);
      g_assert_cmpfloat (values[1], ==, 2.0);
      g_assert_cmpfloat (values[3], ==, 2.0);
      g_assert_cmpfloat (values[4], ==, 1.25);
    }
  ls_isolation_set (LS_ISOLATION_NONE);
}

static void
test_refused (void)
{
  const Part parts[] = { { "a", "1", FALSE }, { "b", "0", FALSE } };
  g_autoptr (LsModel) model = make_model (parts, G_N_ELEMENTS (parts));
  g_autoptr (GError) error = NULL;
  const guint a = find (model, "a"), b = find (model, "b");

  g_assert_cmpuint (ls_model_connect (model, a, "count", b, "tick_in", &error), ==, 0);
  g_assert_nonnull (strstr (error->message, "the types differ"));
  g_clear_error (&error);
  g_assert_cmpuint (ls_model_connect (model, a, "tick_out", b, "delay", &error), ==, 0);
  g_clear_error (&error);
  g_assert_false (ls_model_set_value (model, a, "tick_in", "true", &error));
}

int
main (int argc, char **argv)
{
  g_autofree char *host = ls_executable_find_helper ("host", "lockstep-host");

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clocks/instants", test_instants);
  g_test_add_func ("/clocks/tolerance", test_tolerance);
  g_test_add_func ("/clocks/countdown", test_countdown);
  g_test_add_func ("/clocks/superdense", test_superdense);
  g_test_add_func ("/clocks/cycle", test_cycle);
  g_test_add_func ("/clocks/late", test_late);
  g_test_add_func ("/clocks/file", test_file);
  g_test_add_data_func ("/clocks/scheduled", GINT_TO_POINTER (LS_ISOLATION_NONE), test_scheduled);
  /* A build with sanitizers has no helper program. */
  if (g_file_test (host, G_FILE_TEST_IS_EXECUTABLE))
    {
      g_test_add_data_func ("/clocks/scheduled/grouped", GINT_TO_POINTER (LS_ISOLATION_GROUPED),
                            test_scheduled);
      g_test_add_data_func ("/clocks/scheduled/each", GINT_TO_POINTER (LS_ISOLATION_EACH),
                            test_scheduled);
    }
  g_test_add_func ("/clocks/refused", test_refused);
  return g_test_run ();
}
