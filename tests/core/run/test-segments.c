/* Errors before and after a discontinuity: the right one of two heavy bodies vanishes at 100 s. The
 * reference is the closed form, from a file. */
#include "core/ssp/ssp.h"
#include "core/run/comparison.h"
#include "core/report/report-format.h"
#include "../vanishing.h"
#include "examples.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* Returns: the path of a table every 0.1 s; (transfer full). */
static char *
write_reference (void)
{
  char *path = g_build_filename (g_get_tmp_dir (), "lockstep-segments-XXXXXX.csv", NULL);
  int fd = g_mkstemp (path);
  g_autoptr (GString) text = g_string_new ("time,left.x\n");

  g_assert_cmpint (fd, >=, 0);
  g_assert_true (g_close (fd, NULL));
  for (guint k = 0; k <= 1600; k++)
    {
      char time[G_ASCII_DTOSTR_BUF_SIZE], value[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (text, "%s,%s\n", g_ascii_dtostr (time, sizeof time, k / 10.0),
                              g_ascii_dtostr (value, sizeof value, get_left_position (k / 10.0)));
    }
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  return path;
}

static LsComparison *
compare (const char *model_name,
         const char *method,
         const char *reference,
         const double steps[2],
         double stop,
         const char *const *signals)
{
  g_autofree char *path = example_path (model_name);
  GError *error = NULL;
  g_autoptr (LsModel) model = ls_ssp_read (path, &error);
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  LsComparison *comparison;

  g_assert_no_error (error);
  g_ptr_array_add (methods, ls_method_choice_parse (method, NULL));
  comparison = ls_comparison_new (model, methods, steps, 2, 0, stop, signals, &error);
  g_assert_no_error (error);
  ls_comparison_set_reference (comparison, reference, &error);
  g_assert_no_error (error);
  ls_comparison_execute (comparison, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return comparison;
}

/* Fourth order in each segment; together they are the error of the run. */
static void
test_switch (void)
{
  static const char *const signals[] = { "left.x", NULL };
  const double steps[2] = { 0.2, 0.1 };
  g_autofree char *path = write_reference ();
  g_autoptr (LsComparison) self = compare ("models/behaviour-change.ssp", "ifosmondi-jfm:eps=1e-10",
                                           path, steps, 160.0, signals);
  g_autofree double *ends = NULL;
  g_autofree char *json = NULL, *table = NULL;
  guint n;

  g_remove (path);
  ends = ls_comparison_list_segments (self, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpfloat (ends[0], ==, 0.0);
  /* Events are located within 1e-13 of their time. */
  g_assert_cmpfloat_with_epsilon (ends[1], 100.0, 1e-11);
  g_assert_cmpfloat (ends[2], ==, 160.0);
  for (guint s = 0; s < 2; s++)
    {
      double coarse = ls_comparison_get_segment_error (self, 0, 0, ends[s], ends[s + 1]);
      double fine = ls_comparison_get_segment_error (self, 1, 0, ends[s], ends[s + 1]);

      g_test_message ("%g to %g s: %.4g %%, %.4g %%", ends[s], ends[s + 1], coarse, fine);
      g_assert_cmpfloat (coarse, <=, 1e-5);
      /* The next term of the error is (w h)^2 = 0.01 of the first, w^2 = 0.3 / s^2. */
      g_assert_cmpfloat (fabs (log2 (coarse / fine) - 4.0), <=, 0.02);
    }
  for (guint run = 0; run < 2; run++)
    {
      double rows = 160.0 / steps[run] + 1.0, after_rows = 60.0 / steps[run];
      double before = ls_comparison_get_segment_error (self, run, 0, ends[0], ends[1]);
      double after = ls_comparison_get_segment_error (self, run, 0, ends[1], ends[2]);
      double all
          = sqrt (((rows - after_rows) * before * before + after_rows * after * after) / rows);

      /* The same sum of squares in two parts: rounding. */
      g_assert_cmpfloat_with_epsilon (all / ls_comparison_get_error (self, run, 0), 1.0, 1e-14);
    }
  json = ls_report_make ("json", self);
  g_assert_nonnull (strstr (json, "\"segments\": [\n"));
  g_assert_nonnull (strstr (json, "\"discontinuities\": 1"));
  table = ls_report_make ("table", self);
  g_assert_nonnull (strstr (table, "100 to 160"));
}

/* Where nothing happens there is one segment, and none is told. */
static void
test_none (void)
{
  const double steps[2] = { 0.1, 0.05 };
  g_autoptr (LsComparison) self
      = compare ("models/lotka-volterra.ssp", "missiles", "monolithic", steps, 10.0, NULL);
  g_autofree char *json = ls_report_make ("json", self);
  g_autofree double *ends = NULL;
  guint n;

  ends = ls_comparison_list_segments (self, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (strstr (json, "\"segments\": []"));
  /* The one segment is all: the same sum. */
  g_assert_cmpfloat_with_epsilon (ls_comparison_get_segment_error (self, 0, 0, 0.0, 10.0)
                                      / ls_comparison_get_error (self, 0, 0),
                                  1.0, 1e-14);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/segments/switch", test_switch);
  g_test_add_func ("/run/segments/none", test_none);
  return g_test_run ();
}
