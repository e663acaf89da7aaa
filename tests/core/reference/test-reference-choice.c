/* References other than the monolithic one. */
#include "core/run/comparison.h"

#include "core/base/file.h"
#include "core/report/report-format.h"
#include "examples.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static const char *const signals[] = { "left.x", NULL };

static LsComparison *
make (LsModel *model, const char *method, const double steps[], guint n)
{
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  GError *error = NULL;
  LsComparison *comparison;

  g_ptr_array_add (methods, ls_method_choice_parse (method, NULL));
  comparison = ls_comparison_new (model, methods, steps, n, 0, 2, signals, &error);
  g_assert_no_error (error);
  return comparison;
}

static void
execute (LsComparison *comparison)
{
  GError *error = NULL;

  ls_comparison_execute (comparison, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (ls_comparison_get_reference (comparison));
}

/* The finest run says of itself what the closed form says of it. */
static void
check_finest (const char *method, double step, double factor)
{
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (LsComparison) comparison = make (model, method, &step, 1);
  LsReference *reference;
  LsTrace *trace;
  double sum = 0, own, error;
  gsize n;

  g_assert_true (ls_comparison_set_reference (comparison, "finest", NULL));
  execute (comparison);
  reference = ls_comparison_get_reference (comparison);
  g_assert_cmpstr (ls_reference_get_kind (reference), ==, "finest");
  trace = ls_reference_get_trace (reference);
  n = ls_trace_get_n_rows (trace);
  for (gsize i = 0; i < n; i++)
    {
      double exact[4];
      two_bodies_exact (ls_trace_get (trace, 0, i), exact);
      sum += pow (ls_trace_get (trace, 1, i) - exact[0], 2);
    }
  error = 100 * sqrt (sum / (double)n)
          / (2.5163509 + 2.9845145); /* the range, by exact propagation */
  own = ls_reference_get_error (reference, 0);
  g_test_message ("%s: true error %.3g %%, estimated %.3g %%",
                  ls_reference_get_description (reference), error, own);
  g_assert_cmpfloat (own, <, factor * error);
  g_assert_cmpfloat (own, >, error / factor);
}

static void
test_finest (void)
{
  check_finest ("missiles", 4e-3, 1.5);
  check_finest ("ni-jacobi", 4e-4, 2);
}

/* Times of 3e-3 are not on the grid of 1e-3 / 4: the reference is interpolated, as well as the run
 * is good. Then the errors are those against the closed form. */
static void
test_interpolated (void)
{
  const double steps[] = { 3.3e-3, 1e-3 };
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (LsComparison) finest = make (model, "missiles", steps, 2);
  g_autoptr (LsComparison) monolithic = make (model, "missiles", steps, 2);

  g_assert_true (ls_comparison_set_reference (finest, "finest", NULL));
  execute (finest);
  execute (monolithic);
  g_assert_nonnull (
      strstr (ls_reference_get_description (ls_comparison_get_reference (finest)), "interpolated"));
  for (guint i = 0; i < 2; i++)
    {
      const double a = ls_comparison_get_error (finest, i, 0);
      const double b = ls_comparison_get_error (monolithic, i, 0);
      g_test_message ("%.6g and %.6g %%", a, b);
      /* The finest run, at a quarter of 1e-3, is wrong by 4^-4 = 0.4 % of the run at 1e-3. */
      g_assert_cmpfloat_with_epsilon (a / b, 1, 0.01);
    }
}

static void
test_file (void)
{
  const double step = 1e-2, other = 3e-3;
  g_autofree char *folder = g_dir_make_tmp ("lockstep-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "exact.csv", NULL);
  g_autofree char *wrong = g_build_filename (folder, "wrong.csv", NULL);
  g_autoptr (GString) csv = g_string_new ("time,right.x,left.x\n");
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (LsComparison) comparison = make (model, "missiles:start-slopes=off", &step, 1);
  g_autoptr (LsComparison) second = make (model, "missiles", &other, 1);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i <= 200; i++)
    {
      double exact[4];
      char t[G_ASCII_DTOSTR_BUF_SIZE], a[G_ASCII_DTOSTR_BUF_SIZE], b[G_ASCII_DTOSTR_BUF_SIZE];
      two_bodies_exact (i * 0.01, exact);
      g_string_append_printf (csv, "%s,%s,%s\n", g_ascii_dtostr (t, sizeof t, i * 0.01),
                              g_ascii_dtostr (a, sizeof a, exact[2]),
                              g_ascii_dtostr (b, sizeof b, exact[0]));
    }
  g_assert_true (ls_file_write (path, csv->str, csv->len, NULL));
  g_assert_true (ls_file_write (wrong, "time,left.v\n0,1\n2,1\n", 20, NULL));
  ls_comparison_set_reference (comparison, path, &error);
  g_assert_no_error (error);
  execute (comparison);
  /* By exact propagation: 8.995e-3 %. */
  g_assert_cmpfloat_with_epsilon (ls_comparison_get_error (comparison, 0, 0), 8.995e-3, 9e-6);
  g_assert_true (isnan (ls_reference_get_error (ls_comparison_get_reference (comparison), 0)));
  g_assert_false (ls_comparison_is_limited (comparison, 0, 0));
  /* Times that the file lacks, and columns. */
  g_assert_false (ls_comparison_set_reference (second, path, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "t = 0.003 s"));
  g_clear_error (&error);
  g_assert_false (ls_comparison_set_reference (second, wrong, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "left.x"));
  g_assert_nonnull (strstr (error->message, "left.v"));
  g_clear_error (&error);
  g_assert_false (ls_comparison_set_reference (second, "coarsest", &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_remove (path);
  g_remove (wrong);
  g_rmdir (folder);
}

/* By exact propagation: fourth order over 1e-2 … 1e-3. */
static void
test_order (void)
{
  const double steps[] = { 4e-3, 2e-3, 1e-3 };
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (LsComparison) comparison = make (model, "missiles", steps, 3);
  g_autofree char *text = NULL;
  LsOrderFit fit;

  execute (comparison);
  g_assert_true (ls_comparison_get_order (comparison, 0, 0, &fit));
  g_test_message ("order %.4f", fit.order);
  /* The next term of the error, (w h)^2 of the first. */
  g_assert_cmpfloat_with_epsilon (fit.order, 4, 0.01);
  g_assert_cmpuint (fit.n_points, ==, 3);
  text = ls_report_make ("markdown", comparison);
  g_assert_nonnull (strstr (text, "| Method |"));
  g_assert_nonnull (strstr (text, "| ---: |"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/reference-choice/finest", test_finest);
  g_test_add_func ("/run/reference-choice/interpolated", test_interpolated);
  g_test_add_func ("/run/reference-choice/file", test_file);
  g_test_add_func ("/run/reference-choice/order", test_order);
  return g_test_run ();
}
