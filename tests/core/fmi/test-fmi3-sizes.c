/* Structural parameters of FMI 3.0 that change the sizes of arrays: in an FMU alone, in a model and
 * in its file. */
#include "core/fmi/instance.h"
#include "core/ssp/ssp.h"
#include "core/system/system.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static char *path;

static LsFmu *
open_third (void)
{
  g_autoptr (GError) error = NULL;
  LsFmu *fmu = ls_fmu_open (path, &error);

  g_assert_no_error (error);
  return fmu;
}

static LsFmu *
resize (LsFmu *fmu, const char *n, GError **error)
{
  g_autoptr (GHashTable) sizes = g_hash_table_new (g_str_hash, g_str_equal);

  g_hash_table_insert (sizes, (gpointer) "n", (gpointer)n);
  return ls_fmu_resize (fmu, sizes, error);
}

static void
set_text (LsInstance *self, const char *name, const char *value)
{
  g_autoptr (GError) error = NULL;
  const LsVariable *variable = ls_description_find (ls_instance_get_description (self), name);

  g_assert_nonnull (variable);
  ls_instance_set_text (self, variable, value, &error);
  g_assert_no_error (error);
}

static double
get (LsInstance *self, const char *name)
{
  double value = NAN;

  g_assert_cmpint (
      ls_instance_get_number (self, ls_description_find (ls_instance_get_description (self), name),
                              &value),
      ==, LS_OK);
  return value;
}

/* The FMU makes 1, 2, 3, 0, 0 of its five inputs; each output is the sum up to it. */
static void
test_instance (void)
{
  static const LsKind kinds[] = { LS_KIND_CO_SIMULATION, LS_KIND_MODEL_EXCHANGE };
  g_autoptr (LsFmu) opened = open_third ();
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LsFmu) fmu = resize (opened, "5", &error);
      g_autoptr (LsInstance) self = NULL;

      g_assert_no_error (error);
      g_assert_true (ls_fmu_get_opened (fmu) == opened);
      g_assert_null (ls_description_find (ls_fmu_get_description (opened), "y[5]"));
      self = ls_instance_new (fmu, kinds[i], "a", log, FALSE, &error);
      g_assert_no_error (error);
      /* The size is set already, and cannot be set otherwise. */
      set_text (self, "n", "5");
      /* The other elements keep what the FMU has. */
      set_text (self, "u[5]", "7");
      g_assert_cmpint (ls_instance_setup (self, 1e-6, 0.0, 1.0), ==, LS_OK);
      g_assert_cmpint (ls_instance_enter_initialization (self), ==, LS_OK);
      g_assert_cmpfloat (get (self, "y[3]"), ==, 6.0);
      g_assert_cmpfloat (get (self, "y[5]"), ==, 13.0);
    }
}

static void
test_bad_sizes (void)
{
  static const struct
  {
    const char *size, *message;
  } bad[] = { { "0", "variable “n”: 0 is not within 1 and 5" },
              { "6", "variable “n”: 6 is not within 1 and 5" },
              { "-1", "the size “n” has no value that can be used: -1" },
              { "x", "the size “n” has no value that can be used: x" },
              { "99999999999", "the size “n” has no value that can be used" } };
  g_autoptr (LsFmu) opened = open_third ();

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (resize (opened, bad[i].size, &error));
      g_assert_nonnull (strstr (error->message, bad[i].message));
    }
}

static LsModel *
make_model (guint *a, guint *b)
{
  g_autoptr (LsFmu) fmu = open_third ();
  g_autoptr (GError) error = NULL;
  LsModel *model = ls_model_new ();

  *a = ls_model_add_component (model, fmu, "a", 0.0, 0.0);
  *b = ls_model_add_component (model, fmu, "b", 300.0, 0.0);
  g_assert_true (ls_model_set_value (model, *a, "n", "5", &error));
  g_assert_true (ls_model_set_value (model, *b, "n", " 4", &error));
  g_assert_true (ls_model_set_value (model, *a, "u[5]", "7", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (ls_model_connect (model, *a, "y[5]", *b, "u[4]", &error), >, 0);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_model_connect (model, *a, "y[1]", *b, "u[5]", &error), ==, 0);
  return model;
}

static gboolean
has_variable (const LsModel *model, guint id, const char *name)
{
  return ls_component_find_variable (ls_model_find_component (model, id), name) != NULL;
}

/* A smaller size is refused while a wire needs the larger one, and takes the values of its elements
 * along afterwards. */
static void
test_model (void)
{
  guint a, b;
  g_autoptr (LsModel) model = make_model (&a, &b);
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_model_set_value (model, a, "n", "4", &error));
  g_assert_nonnull (strstr (error->message, "a.n: the connection a.y[5] → b.u[4] would lose"));
  g_assert_cmpstr (ls_model_get_value (model, a, "n"), ==, "5");
  g_clear_error (&error);
  g_assert_false (ls_model_set_value (model, a, "n", "9", &error));
  g_assert_nonnull (strstr (error->message, "too large"));
  g_clear_error (&error);
  ls_model_disconnect (model, ls_model_get_connection (model, 0)->id);
  ls_model_set_value (model, a, "n", NULL, &error);
  g_assert_no_error (error);
  g_assert_false (has_variable (model, a, "y[4]"));
  g_assert_cmpuint (g_hash_table_size (ls_model_find_component (model, a)->values), ==, 0);
}

/* The number of remarks with this text. */
static guint
count_remarks (const LsModel *model, const char *text)
{
  g_autoptr (GPtrArray) remarks = ls_model_list_remarks (model);
  guint n = 0;

  for (guint i = 0; i < remarks->len; i++)
    n += strstr (remarks->pdata[i], text) != NULL;
  return n;
}

/* Said once for each wire. */
static void
test_rounding (void)
{
  guint a, b;
  g_autoptr (LsModel) model = make_model (&a, &b);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (count_remarks (model, "rounded to Float32"), ==, 0);
  g_assert_cmpuint (ls_model_connect (model, a, "y[1]", b, "single_in", &error), >, 0);
  g_assert_cmpuint (ls_model_connect (model, b, "single_out", a, "single_in", &error), >, 0);
  g_assert_no_error (error);
  g_assert_cmpuint (count_remarks (model, "a.y[1] → b.single_in: values are rounded to Float32"),
                    ==, 1);
  g_assert_cmpuint (count_remarks (model, "rounded to Float32"), ==, 1);
}

/* Sizes are read before the wires that need them, and both components share one FMU in the file. */
static void
test_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lockstep-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "sizes.ssp", NULL);
  guint a, b;
  g_autoptr (LsModel) model = make_model (&a, &b);
  g_autoptr (LsModel) again = NULL;
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (GError) error = NULL;
  LsSystem *system;
  guint index;
  double value;

  ls_model_set_name (model, "sizes");
  ls_model_get_experiment (model)->stop_time = 1.0;
  g_ptr_array_add (ls_model_get_experiment (model)->changes, ls_timed_change_new (0.5, "a.n", 3));
  /* Start values of the file do not count. */
  g_assert_cmpuint (count_remarks (model, "a.u has another size than in the FMU"), ==, 1);
  ls_ssp_write (model, file, &error);
  g_assert_no_error (error);
  again = ls_ssp_read (file, &error);
  g_assert_no_error (error);
  g_assert_true (ls_model_equal (model, again));
  g_assert_true (ls_model_check (again, &error));
  g_assert_cmpstr (ls_model_get_component (again, 0)->source, ==,
                   ls_model_get_component (again, 1)->source);
  system = ls_system_new (ls_model_get_component (again, 0), 0.0, 1.0, 1e-6, log, &error);
  g_assert_no_error (error);
  index = ls_system_find_variable (system, "y[5]")->index;
  g_assert_cmpint (ls_system_start (system), ==, LS_OK);
  g_assert_cmpint (ls_system_read (system, &index, 1, &value), ==, LS_OK);
  g_assert_cmpfloat (value, ==, 13.0);
  ls_system_free (system);
  g_unlink (file);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, >=, 3);
  path = g_build_filename (argv[2], "third.fmu", NULL);
  g_test_add_func ("/fmi3-sizes/instance", test_instance);
  g_test_add_func ("/fmi3-sizes/bad-sizes", test_bad_sizes);
  g_test_add_func ("/fmi3-sizes/model", test_model);
  g_test_add_func ("/fmi3-sizes/file", test_file);
  g_test_add_func ("/fmi3-sizes/rounding", test_rounding);
  result = g_test_run ();
  g_free (path);
  return result;
}
