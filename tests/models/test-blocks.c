/* The built-in blocks against closed forms: as slaves, and by Model Exchange at their events. */
#include "core/system/system.h"
#include "core/check/check.h"
#include "core/fmi/instance.h"
#include "core/model/block.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static char *
get_folder (void)
{
  return g_build_filename (g_getenv ("BUILD_ROOT"), "models", "blocks", NULL);
}

/* A model of one block called "b". @values: "name=value name=value" */
static LsModel *
make (const char *id, const char *values)
{
  g_autofree char *folder = get_folder ();
  g_auto (GStrv) parts = g_strsplit (values, " ", -1);
  LsModel *model = ls_model_new ();
  GError *error = NULL;
  g_autoptr (LsFmu) fmu = ls_block_open (folder, id, &error);
  guint component;

  g_assert_no_error (error);
  component = ls_model_add_component (model, fmu, "b", 0, 0);
  for (guint i = 0; parts[i] != NULL && *parts[i] != '\0'; i++)
    {
      char *equals = strchr (parts[i], '=');

      *equals = '\0';
      ls_model_set_value (model, component, parts[i], equals + 1, &error);
      g_assert_no_error (error);
    }
  return model;
}

typedef double (*Exact) (double t, const double u[]);

/* Steps of h, inputs held; the last one is shortened so that no step ends at an event alone. */
static void
check_slave (const char *id, const char *values, double h, const double u[], Exact exact)
{
  g_autoptr (LsModel) model = make (id, values);
  GError *error = NULL;
  g_autoptr (LsSystem) system
      = ls_system_new (ls_model_get_component (model, 0), 0, 10, NAN, NULL, &error);
  gboolean event;
  double y;

  g_assert_no_error (error);
  ls_system_evaluate (system, u, &y);
  /* The block has its value in closed form: rounding; of sums of steps in time, too. */
  g_assert_cmpfloat_with_epsilon (y, exact (0, u), 1e-14);
  g_assert_cmpint (ls_system_start (system), ==, LS_OK);
  for (double t = h; t < 5; t += h)
    {
      g_assert_cmpint (ls_system_step (system, h, 0, u, &y, NULL, &event), ==, LS_OK);
      g_assert_cmpfloat_with_epsilon (y, exact (ls_system_get_time (system), u), 1e-13);
    }
  g_assert_cmpint (ls_system_terminate (system), ==, LS_OK);
}

static guint32
get_reference (LsInstance *instance, const char *name)
{
  return ls_description_find (ls_instance_get_description (instance), name)->value_reference;
}

static double
read_y (LsInstance *instance)
{
  guint32 reference = get_reference (instance, "y");
  double y;

  g_assert_cmpint (ls_instance_get_real (instance, &reference, 1, &y), ==, LS_OK);
  return y;
}

static void
settle (LsInstance *instance, LsEventInfo *info)
{
  g_assert_cmpint (ls_instance_update_discrete_states (instance, info), ==, LS_OK);
  g_assert_cmpint (ls_instance_enter_continuous_time_mode (instance), ==, LS_OK);
}

/* Goes through all time events; before each the value is the limit from the left, after it that
 * from the right. Returns: how many there were. */
static guint
check_exchange (const char *id, const char *values, Exact exact)
{
  g_autoptr (LsModel) model = make (id, values);
  const LsComponent *component = ls_model_get_component (model, 0);
  GError *error = NULL;
  g_autoptr (LsInstance) instance
      = ls_instance_new (component->fmu, LS_KIND_MODEL_EXCHANGE, "b", NULL, FALSE, &error);
  GHashTableIter iter;
  gpointer name, value;
  LsEventInfo info = { 0 };
  double t = 0;
  guint n = 0;

  g_assert_no_error (error);
  g_hash_table_iter_init (&iter, component->values);
  while (g_hash_table_iter_next (&iter, &name, &value))
    g_assert_true (ls_instance_set_text (instance, ls_component_find_variable (component, name),
                                         value, &error));
  ls_instance_setup (instance, NAN, 0, 10);
  ls_instance_enter_initialization (instance);
  /* Rounding: the block has its value in closed form. */
  g_assert_cmpfloat_with_epsilon (read_y (instance), exact (0, NULL), 1e-14);
  ls_instance_exit_initialization (instance);
  settle (instance, &info);
  while (info.has_next_time)
    {
      double next = info.next_time;

      g_assert_cmpfloat (next, >, t);
      g_assert_cmpint (ls_instance_set_time (instance, t + (next - t) / 2), ==, LS_OK);
      /* Rounding, as above; before an event of slopes of up to 100 in 1e-12 s. */
      g_assert_cmpfloat_with_epsilon (read_y (instance), exact (t + (next - t) / 2, NULL), 1e-14);
      g_assert_cmpint (ls_instance_set_time (instance, next), ==, LS_OK);
      g_assert_cmpfloat_with_epsilon (read_y (instance), exact (next - 1e-12, NULL), 1e-10);
      g_assert_cmpint (ls_instance_enter_event_mode (instance), ==, LS_OK);
      settle (instance, &info);
      g_assert_cmpfloat_with_epsilon (read_y (instance), exact (next, NULL), 1e-14);
      t = next;
      n++;
    }
  g_assert_cmpint (ls_instance_set_time (instance, t + 1), ==, LS_OK);
  /* Rounding. */
  g_assert_cmpfloat_with_epsilon (read_y (instance), exact (t + 1, NULL), 1e-14);
  g_assert_cmpint (ls_instance_terminate (instance), ==, LS_OK);
  return n;
}

static double
exact_constant (G_GNUC_UNUSED double t, G_GNUC_UNUSED const double u[])
{
  return -2.5;
}

static double
exact_step (double t, G_GNUC_UNUSED const double u[])
{
  return t >= 1.25 ? 3 : -1;
}

static double
exact_early_step (G_GNUC_UNUSED double t, G_GNUC_UNUSED const double u[])
{
  return 1;
}

static double
exact_ramp (double t, G_GNUC_UNUSED const double u[])
{
  return 1 + 2 * CLAMP ((t - 0.5) / 2.25, 0, 1);
}

static double
exact_sine (double t, G_GNUC_UNUSED const double u[])
{
  return 1 + 2 * sin (2 * G_PI * 0.7 * t + 0.3);
}

/* (0, 0), (1, 1), (2, 1), (3, 0) */
static double
exact_table (double t, G_GNUC_UNUSED const double u[])
{
  if (t < 1)
    return t;
  return t < 2 ? 1 : fmax (3 - t, 0);
}

static double
exact_held (double t, G_GNUC_UNUSED const double u[])
{
  return t >= 1 && t < 3;
}

static double
exact_gain (G_GNUC_UNUSED double t, const double u[])
{
  return -3 * u[0];
}

static double
exact_sum (G_GNUC_UNUSED double t, const double u[])
{
  return 2 * u[0] - u[1];
}

static double
exact_limiter (G_GNUC_UNUSED double t, const double u[])
{
  return CLAMP (u[0], -0.5, 2);
}

static void
test_slaves (void)
{
  /* One step is a number with few binary digits: events are met exactly at ends; the other meets
   * none. */
  static const double steps[] = { 0.25, 0.17 };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      double h = steps[i];

      check_slave ("constant", "value=-2.5", h, NULL, exact_constant);
      check_slave ("step", "time=1.25 before=-1 after=3", h, NULL, exact_step);
      check_slave ("step", "time=-1", h, NULL, exact_early_step);
      check_slave ("ramp", "start_time=0.5 duration=2.25 offset=1 height=2", h, NULL, exact_ramp);
      check_slave ("ramp", "start_time=1.25 duration=0 offset=-1 height=4", h, NULL, exact_step);
      check_slave ("sine", "amplitude=2 frequency=0.7 phase=0.3 offset=1", h, NULL, exact_sine);
      check_slave ("table", "", h, NULL, exact_table);
      check_slave ("table", "linear=false", h, NULL, exact_held);
      for (double u = -3; u <= 3; u += 0.75)
        {
          double both[] = { u, 1 - u };

          check_slave ("gain", "k=-3", h, both, exact_gain);
          check_slave ("sum", "k1=2 k2=-1", h, both, exact_sum);
          check_slave ("limiter", "lower=-0.5 upper=2", h, both, exact_limiter);
        }
    }
}

static void
test_exchange (void)
{
  g_assert_cmpuint (check_exchange ("constant", "value=-2.5", exact_constant), ==, 0);
  g_assert_cmpuint (check_exchange ("step", "time=1.25 before=-1 after=3", exact_step), ==, 1);
  g_assert_cmpuint (check_exchange ("step", "time=-1", exact_early_step), ==, 0);
  g_assert_cmpuint (
      check_exchange ("ramp", "start_time=0.5 duration=2.25 offset=1 height=2", exact_ramp), ==, 2);
  g_assert_cmpuint (
      check_exchange ("sine", "amplitude=2 frequency=0.7 phase=0.3 offset=1", exact_sine), ==, 0);
  g_assert_cmpuint (check_exchange ("table", "", exact_table), ==, 3);
  g_assert_cmpuint (check_exchange ("table", "linear=false", exact_held), ==, 3);
}

/* A limiter under a straight line: the kink is found inside of the step, and the slope is that of
 * its end. */
static void
test_limiter_inside (void)
{
  g_autoptr (LsModel) model = make ("limiter", "lower=-1 upper=0.5");
  GError *error = NULL;
  g_autoptr (LsSystem) system
      = ls_system_new (ls_model_get_component (model, 0), 0, 10, NAN, NULL, &error);
  const double line[] = { 0, 1 }, back[] = { 1, -1 };
  gboolean event;
  double y, dy;

  g_assert_no_error (error);
  ls_system_start (system);
  g_assert_cmpint (ls_system_step (system, 0.25, 1, line, &y, &dy, &event), ==, LS_OK);
  /* Rounding of times of up to 2 s. */
  g_assert_cmpfloat_with_epsilon (y, 0.25, 1e-14);
  g_assert_cmpfloat_with_epsilon (dy, 1, 1e-14);
  g_assert_cmpint (ls_system_step (system, 1, 1, line, &y, &dy, &event), ==, LS_OK);
  g_assert_cmpfloat (y, ==, 0.5);
  g_assert_cmpfloat (dy, ==, 0);
  g_assert_cmpint (ls_system_step (system, 0.75, 1, back, &y, &dy, &event), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (y, 0.25, 1e-14);
  g_assert_cmpfloat_with_epsilon (dy, -1, 1e-14);
}

static double
exact_file (double t, G_GNUC_UNUSED const double u[])
{
  if (t < 0.5)
    return 1;
  return t < 1.5 ? 1 + (t - 0.5) * 2 : -4;
}

static gboolean
write_table (const char *folder, const char *csv, gboolean fmi3, const char *target, GError **error)
{
  g_autoptr (LsCsvTable) table = ls_csv_read (csv, error);

  return table != NULL && ls_block_write_table (folder, table, fmi3, csv, target, error);
}

static void
check_bad_table (
    const char *folder, const char *csv, const char *text, const char *target, const char *says)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (csv, text, -1, NULL));
  g_assert_false (write_table (folder, csv, FALSE, target, &error));
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, says));
}

/* A jump, a column that is not the first, and what is wrong with files; FMI 3.0 as 2.0. */
static void
test_table_file (gconstpointer data)
{
  const gboolean fmi3 = GPOINTER_TO_INT (data);
  g_autofree char *folder = get_folder ();
  g_autoptr (LsTempdir) place = ls_tempdir_new (NULL);
  g_autofree char *csv = g_build_filename (ls_tempdir_get_path (place), "a b.csv", NULL);
  g_autofree char *target = g_build_filename (ls_tempdir_get_path (place), "table.fmu", NULL);
  GError *error = NULL;

  g_assert_true (g_file_set_contents (
      csv, "time,\"other, one\",this [N/s],this\n0.5,7,1,0\n1.5,8,3,0\n1.5,9,-4,0\n", -1, NULL));
  g_assert_true (write_table (folder, csv, fmi3, target, &error));
  g_assert_no_error (error);
  {
    g_autofree char *other = g_build_filename (ls_tempdir_get_path (place), "%20 ä", NULL);

    g_mkdir (other, 0700);
    g_free (folder);
    folder = g_steal_pointer (&other);
    {
      g_autofree char *moved = g_build_filename (folder, "table.fmu", NULL);

      g_assert_cmpint (g_rename (target, moved), ==, 0);
      {
        g_autoptr (LsFmu) fmu = ls_fmu_open (moved, &error);
        g_autoptr (LsModel) model = ls_model_new ();
        g_autoptr (LsSystem) system = NULL;
        const LsVariable *variable;
        gboolean event;
        double y[3];

        g_assert_no_error (error);
        g_assert_cmpstr (ls_block_find (fmu)->id, ==, "table");
        g_assert_cmpstr (ls_fmu_get_description (fmu)->fmi_version, ==, fmi3 ? "3.0" : "2.0");
        variable = ls_description_find (ls_fmu_get_description (fmu), "this");
        g_assert_cmpstr (variable->unit_name, ==, "N/s");
        g_assert_nonnull (ls_description_find (ls_fmu_get_description (fmu), "this_2"));
        g_assert_cmpfloat (ls_fmu_get_description (fmu)->experiment.stop_time, ==, 1.5);
        {
          g_autoptr (LsCsvTable) table = ls_block_read_table (fmu, &error);

          g_assert_no_error (error);
          g_assert_cmpuint (table->n_columns, ==, 4);
          g_assert_cmpuint (table->n_rows, ==, 3);
          g_assert_cmpstr (table->names[1], ==, "other, one");
          g_assert_cmpfloat (table->columns[2][2], ==, -4);
        }
        ls_model_add_component (model, fmu, "b", 0, 0);
        system = ls_system_new (ls_model_get_component (model, 0), 0, 10, NAN, NULL, &error);
        g_assert_no_error (error);
        ls_system_start (system);
        for (guint i = 1; i < 40; i++)
          {
            g_assert_cmpint (ls_system_step (system, 0.0625, 0, NULL, y, NULL, &event), ==, LS_OK);
            /* Rounding of a straight line between rows. */
            g_assert_cmpfloat_with_epsilon (y[1], exact_file (0.0625 * i, NULL), 1e-14);
          }
      }
    }
  }
  g_free (folder);
  folder = get_folder ();
  check_bad_table (folder, csv, "time,y\n1,1\n0,1\n", target, "row 2: the time goes back");
  check_bad_table (folder, csv, "time,y\n1,1\n2,\n", target, "row 2, column y");
  check_bad_table (folder, csv, "time\n1\n", target, "at least one more column");
  check_bad_table (folder, csv, "time,y\n1,what\n", target, "a b.csv");
}

/* Two scopes on one signal mark it once; what feeds other blocks is not marked. */
static void
test_scopes (void)
{
  g_autofree char *folder = get_folder ();
  GError *error = NULL;
  g_autoptr (LsFmu) sine = ls_block_open (folder, "sine", &error);
  g_autoptr (LsFmu) gain = ls_block_open (folder, "gain", &error);
  g_autoptr (LsFmu) scope = ls_block_open (folder, "scope", &error);
  g_autoptr (LsModel) model = ls_model_new ();
  guint source, other, sink;
  g_auto (GStrv) signals = NULL;

  g_assert_no_error (error);
  source = ls_model_add_component (model, sine, "source", 0, 0);
  other = ls_model_add_component (model, gain, "other", 0, 0);
  ls_model_connect (model, source, "y", other, "u", &error);
  signals = ls_block_list_scoped (model);
  g_assert_cmpuint (g_strv_length (signals), ==, 0);
  for (guint i = 0; i < 3; i++)
    {
      sink = ls_model_add_component (model, scope, NULL, 0, 0);
      ls_model_connect (model, i < 2 ? other : source, "y", sink, "u", &error);
      g_assert_no_error (error);
    }
  g_strfreev (signals);
  signals = ls_block_list_scoped (model);
  g_assert_true (g_strv_equal ((const char *const *)signals,
                               (const char *const[]){ "other.y", "source.y", NULL }));
}

static void
test_list (void)
{
  g_autofree char *folder = get_folder ();

  for (guint i = 0; i < ls_block_get_n (); i++)
    {
      GError *error = NULL;
      g_autoptr (LsFmu) fmu = ls_block_open (folder, ls_block_get (i)->id, &error);

      g_assert_no_error (error);
      g_assert_true (ls_block_find (fmu) == ls_block_get (i));
      g_assert_cmpstr (ls_fmu_get_description (fmu)->description, ==, ls_block_get (i)->summary);
      g_assert_null (ls_check_get_violation (fmu));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/models/blocks/list", test_list);
  g_test_add_func ("/models/blocks/slaves", test_slaves);
  g_test_add_func ("/models/blocks/exchange", test_exchange);
  g_test_add_func ("/models/blocks/limiter-inside", test_limiter_inside);
  g_test_add_data_func ("/models/blocks/table-file", GINT_TO_POINTER (FALSE), test_table_file);
  g_test_add_data_func ("/models/blocks/table-file-3", GINT_TO_POINTER (TRUE), test_table_file);
  g_test_add_func ("/models/blocks/scopes", test_scopes);
  return g_test_run ();
}
