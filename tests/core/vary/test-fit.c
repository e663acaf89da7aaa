/* Least squares against the certified values of NIST's Statistical Reference Datasets. */
#include "core/vary/fit.h"

#include <math.h>

#define MAX_PARAMETERS 4
#define MAX_VALUES 16

/* @starts: the far and the near one of the data set */
typedef struct
{
  const char *name;
  double (*model) (const double b[], double x);
  guint n_parameters, n_values;
  double x[MAX_VALUES], y[MAX_VALUES];
  double starts[2][MAX_PARAMETERS];
  double certified[MAX_PARAMETERS], deviations[MAX_PARAMETERS];
  double sum;
} Set;

static double
saturation (const double b[], double x)
{
  return b[0] * (1 - exp (-b[1] * x));
}

static double
sigmoid (const double b[], double x)
{
  return b[0] / (1 + exp (b[1] - b[2] * x));
}

static double
rational (const double b[], double x)
{
  return b[0] * (x * x + x * b[1]) / (x * x + x * b[2] + b[3]);
}

static const Set sets[] = {
  {
      "Misra1a",
      saturation,
      2,
      14,
      { 77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1,
        760.0 },
      { 10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.40, 75.47,
        81.78 },
      { { 500, 0.0001 }, { 250, 0.0005 } },
      { 2.3894212918e2, 5.5015643181e-4 },
      { 2.7070075241e0, 7.2668688436e-6 },
      1.2455138894e-1,
  },
  {
      "BoxBOD",
      saturation,
      2,
      6,
      { 1, 2, 3, 5, 7, 10 },
      { 109, 149, 149, 191, 213, 224 },
      { { 1, 1 }, { 100, 0.75 } },
      { 2.1380940889e2, 5.4723748542e-1 },
      { 1.2354515176e1, 1.0455993237e-1 },
      1.1680088766e3,
  },
  {
      "Rat42",
      sigmoid,
      3,
      9,
      { 9, 14, 21, 28, 42, 57, 63, 70, 79 },
      { 8.93, 10.8, 18.59, 22.33, 39.35, 56.11, 61.73, 64.62, 67.08 },
      { { 100, 1, 0.1 }, { 75, 2.5, 0.07 } },
      { 7.2462237576e1, 2.6180768402e0, 6.7359200066e-2 },
      { 1.7340283401e0, 8.8295217536e-2, 3.4465663377e-3 },
      8.0565229338e0,
  },
  {
      "MGH09",
      rational,
      4,
      11,
      { 4, 2, 1, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625 },
      { 0.1957, 0.1947, 0.1735, 0.16, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246 },
      { { 25, 39, 41.5, 39 }, { 0.25, 0.39, 0.415, 0.39 } },
      { 1.9280693458e-1, 1.9128232873e-1, 1.2305650693e-1, 1.3606233068e-1 },
      { 1.1435312227e-2, 1.9633220911e-1, 8.0842031232e-2, 9.0025542308e-2 },
      3.0750560385e-4,
  },
};

static gboolean
evaluate (const double points[], guint n_points, double residuals[], gpointer data, GError **error)
{
  const Set *set = data;

  (void)error;
  for (guint k = 0; k < n_points; k++)
    for (guint i = 0; i < set->n_values; i++)
      residuals[k * set->n_values + i]
          = set->model (points + k * set->n_parameters, set->x[i]) - set->y[i];
  return TRUE;
}

static LsFit *
fit_set (const Set *set, const double start[])
{
  const LsFitProblem problem = { .n_parameters = set->n_parameters,
                                 .n_residuals = set->n_values,
                                 .evaluate = evaluate,
                                 .user_data = (gpointer)set };
  g_autoptr (GError) error = NULL;
  LsFit *fit = ls_fit_new (&problem, start, &error);

  g_assert_no_error (error);
  return fit;
}

static void
test_certified (gconstpointer data)
{
  const Set *set = data;

  for (guint s = 0; s < 2; s++)
    {
      g_autoptr (LsFit) fit = fit_set (set, set->starts[s]);

      /* Six digits are certified as enough; differences are good to ten. */
      g_assert_true (fit->converged);
      g_assert_cmpfloat (fabs (fit->sum / set->sum - 1), <, 1e-8);
      for (guint i = 0; i < set->n_parameters; i++)
        {
          const double own = ls_fit_get_error (fit, set->n_parameters, i);

          g_test_message ("b%u %.3g, its error %.3g", i + 1, fit->values[i] / set->certified[i] - 1,
                          own / set->deviations[i] - 1);
          /* As many digits as NIST asks of a good program. */
          g_assert_cmpfloat (fabs (fit->values[i] / set->certified[i] - 1), <, 1e-6);
          /* The same. */
          g_assert_cmpfloat (fabs (own / set->deviations[i] - 1), <, 1e-6);
        }
    }
}

static double
line (const double b[], double x)
{
  return b[0] + b[1] * x;
}

/* A start that is the solution, without any residual, is a fit at once. */
static void
test_solved (void)
{
  static const Set set = { .name = "line",
                           .model = line,
                           .n_parameters = 2,
                           .n_values = 3,
                           .x = { 0, 1, 2 },
                           .y = { 1, 3, 5 } };
  const double start[] = { 1, 2 };
  g_autoptr (LsFit) fit = fit_set (&set, start);

  g_assert_true (fit->converged);
  g_assert_cmpfloat (fit->sum, ==, 0);
  g_assert_cmpfloat (fit->values[0], ==, 1);
  g_assert_cmpfloat (fit->values[1], ==, 2);
}

static gboolean
refuse (const double points[], guint n_points, double residuals[], gpointer data, GError **error)
{
  const guint n = *(const guint *)data;

  (void)points;
  (void)error;
  for (guint i = 0; i < n * n_points; i++)
    residuals[i] = NAN;
  return TRUE;
}

/* A model that cannot be run, and too few data, are said. */
static void
test_bad (void)
{
  guint n = 3;
  LsFitProblem problem
      = { .n_parameters = 2, .n_residuals = n, .evaluate = refuse, .user_data = &n };
  const double start[] = { 1, 1 };
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_fit_new (&problem, start, &error));
  g_assert_cmpstr (error->message, ==, "the model cannot be run about the start values");
  g_clear_error (&error);
  problem.n_residuals = 1;
  g_assert_null (ls_fit_new (&problem, start, &error));
  g_assert_cmpstr (error->message, ==, "1 values of data do not determine 2 parameters");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      g_autofree char *path = g_strdup_printf ("/vary/fit/%s", sets[i].name);

      g_test_add_data_func (path, &sets[i], test_certified);
    }
  g_test_add_func ("/vary/fit/solved", test_solved);
  g_test_add_func ("/vary/fit/bad", test_bad);
  return g_test_run ();
}
