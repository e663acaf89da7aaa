/* Samples and what is concluded from them, against closed forms. */
#include "core/vary/sensitivity.h"

#include <math.h>
#include <string.h>

static GPtrArray *
make_parameters (const char *first, ...)
{
  GPtrArray *parameters = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_varied_free);
  va_list texts;

  va_start (texts, first);
  for (const char *text = first; text != NULL; text = va_arg (texts, const char *))
    {
      LsVaried *varied = ls_varied_parse (text, NULL);

      g_assert_nonnull (varied);
      g_ptr_array_add (parameters, varied);
    }
  va_end (texts);
  return parameters;
}

static void
test_grid (void)
{
  g_autoptr (GPtrArray) parameters = make_parameters ("a.k=1:100:log:3", "a.m=5,7", NULL);
  g_autoptr (LsSample) sample = ls_sample_new ("grid", parameters, 1, NULL);
  const double expected[] = { 1, 5, 1, 7, 10, 5, 10, 7, 100, 5, 100, 7 };

  g_assert_cmpuint (sample->n_rows, ==, 6);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    /* Rounding of a power. */
    g_assert_cmpfloat_with_epsilon (sample->values[i], expected[i], 1e-14 * expected[i]);
}

/* One point in each stratum of each parameter; another seed is another sample. */
static void
test_lhs (void)
{
  g_autoptr (GPtrArray) parameters = make_parameters ("a.x=0:50", "a.y=0:50", NULL);
  g_autoptr (LsSample) sample = ls_sample_new ("lhs:50", parameters, 1, NULL);
  g_autoptr (LsSample) same = ls_sample_new ("lhs:50", parameters, 1, NULL);
  g_autoptr (LsSample) other = ls_sample_new ("lhs:50", parameters, 2, NULL);

  for (guint k = 0; k < 2; k++)
    {
      gboolean seen[50] = { FALSE };

      for (guint i = 0; i < 50; i++)
        seen[(guint)ls_sample_get_row (sample, i)[k]] = TRUE;
      for (guint i = 0; i < 50; i++)
        g_assert_true (seen[i]);
    }
  g_assert_cmpmem (sample->values, 100 * sizeof (double), same->values, 100 * sizeof (double));
  g_assert_cmpint (memcmp (sample->values, other->values, 100 * sizeof (double)), !=, 0);
}

/* The mean of a smooth function: 512 points of Sobol's sequence against its integral. */
static void
test_sequence (void)
{
  g_autoptr (GPtrArray) parameters = make_parameters ("a.x=0:1", "a.y=0:1", "a.z=0:1", NULL);
  g_autoptr (LsSample) sample = ls_sample_new ("sobol:512", parameters, 1, NULL);
  double sum = 0;

  for (guint i = 0; i < 512; i++)
    {
      const double *x = ls_sample_get_row (sample, i);

      sum += exp (x[0] + x[1] + x[2]) / 512;
    }
  /* Random points have a standard deviation of 0.1 here; an even sequence (log n)^3 / n. */
  g_assert_cmpfloat (fabs (sum - pow (G_E - 1, 3)), <, 0.02);
}

/* Ishigami and Homma (1990) with a = 7, b = 0.1: variance a^2/8 + b pi^4/5 + b^2 pi^8/18 + 1/2. */
static double
ishigami (const double x[])
{
  return sin (x[0]) + 7 * sin (x[1]) * sin (x[1]) + 0.1 * pow (x[2], 4) * sin (x[0]);
}

static void
test_indices (void)
{
  static const double first[] = { 0.3139, 0.4424, 0 }, total[] = { 0.5576, 0.4424, 0.2437 };
  g_autoptr (GPtrArray) parameters = make_parameters (
      "a.x1=-3.141592653589793:3.141592653589793", "a.x2=-3.141592653589793:3.141592653589793",
      "a.x3=-3.141592653589793:3.141592653589793", NULL);
  g_autoptr (LsSample) sample = ls_sample_new ("saltelli:1024", parameters, 1, NULL);
  g_autofree double *outputs = g_new (double, sample->n_rows);
  LsSensitivity s[3];

  g_assert_cmpuint (sample->n_rows, ==, 1024 * 5);
  for (guint i = 0; i < sample->n_rows; i++)
    outputs[i] = ishigami (ls_sample_get_row (sample, i));
  /* A base point with a failed run is left out. */
  outputs[7] = NAN;
  g_assert_cmpuint (ls_sensitivity_compute (sample, outputs, s), ==, 1023);
  for (guint k = 0; k < 3; k++)
    {
      g_test_message ("%.4f ± %.4f, total %.4f ± %.4f", s[k].first, s[k].first_margin, s[k].total,
                      s[k].total_margin);
      g_assert_cmpfloat (fabs (s[k].first - first[k]), <, s[k].first_margin);
      g_assert_cmpfloat (fabs (s[k].total - total[k]), <, s[k].total_margin);
      g_assert_cmpfloat (s[k].first_margin, <, 0.1);
    }
}

/* y = 2 a - 3 b + 0 c for whole ranges of 1, 2 and 3: effects are the slopes, without deviation. */
static void
test_effects (void)
{
  g_autoptr (GPtrArray) parameters = make_parameters ("a.a=0:1", "a.b=0:2", "a.c=5:8", NULL);
  g_autoptr (LsSample) sample = ls_sample_new ("morris:10", parameters, 1, NULL);
  g_autofree double *outputs = g_new (double, sample->n_rows);
  const double means[] = { 2, 6, 0 };
  LsSensitivity s[3];

  g_assert_cmpuint (sample->n_rows, ==, 40);
  for (guint i = 0; i < sample->n_rows; i++)
    {
      const double *x = ls_sample_get_row (sample, i);

      outputs[i] = 2 * x[0] - 3 * x[1];
    }
  g_assert_cmpuint (ls_sensitivity_compute (sample, outputs, s), ==, 10);
  for (guint k = 0; k < 3; k++)
    {
      /* Rounding. */
      g_assert_cmpfloat_with_epsilon (s[k].mean, means[k], 1e-13);
      g_assert_cmpfloat (s[k].deviation, <, 1e-13);
    }
}

typedef struct
{
  const char *parameter, *sample, *message;
} Mistake;

static void
test_mistakes (void)
{
  static const Mistake mistakes[] = {
    { "a.k", NULL, "has to be COMPONENT.PARAMETER=" },
    { "a.k=", NULL, "neither values nor a range follow" },
    { "a.k=1:x", NULL, "“x” is not a number" },
    { "a.k=2:1", NULL, "a range goes from the lower to the higher value, and 2:1 does not" },
    { "a.k=0:1:log", NULL, "a logarithmic range begins above 0, not at 0" },
    { "a.k=1:2:lin", NULL, "“lin” is neither “log” nor a number of points" },
    { "a.k=1:2:1", NULL, "“1” is neither “log” nor a number of points" },
    { "a.k=1:2:3:4", NULL, "“4” is too much" },
    { "a.k=1:2:log:log", NULL, "“log” is too much" },
    { "a.k=1,2,", NULL, "“” is not a number" },
    { "a.k=1:2", "sobl:9", "did you mean “sobol”?" },
    { "a.k=1:2", "grid:9", "a grid has its numbers of points in the ranges" },
    { "a.k=1:2", "lhs:0", "the number of points is a whole number from 1 to 10000000" },
    { "a.k=1:2", "lhs:99999999", "the number of points is a whole number from 1 to 10000000" },
    { "a.k=1:2", "saltelli:9999999", "are more than" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LsVaried) varied = ls_varied_parse (mistakes[i].parameter, &error);
      g_autoptr (GPtrArray) parameters = g_ptr_array_new ();

      if (mistakes[i].sample != NULL)
        {
          g_assert_no_error (error);
          g_ptr_array_add (parameters, varied);
          g_assert_null (ls_sample_new (mistakes[i].sample, parameters, 1, &error));
        }
      else
        g_assert_null (varied);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, mistakes[i].message));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vary/sample/grid", test_grid);
  g_test_add_func ("/vary/sample/lhs", test_lhs);
  g_test_add_func ("/vary/sample/sequence", test_sequence);
  g_test_add_func ("/vary/sample/mistakes", test_mistakes);
  g_test_add_func ("/vary/sensitivity/indices", test_indices);
  g_test_add_func ("/vary/sensitivity/effects", test_effects);
  return g_test_run ();
}
