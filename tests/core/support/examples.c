#include "examples.h"

#include <complex.h>
#include <math.h>

/* After fmi2Fatal no function of an FMU may be called, so that what it holds, a
 * saved state too, is lost: that is no leak of ours. Asked by the leak checker. */
const char *__lsan_default_suppressions (void);

const char *
__lsan_default_suppressions (void)
{
  return "leak:faulty.so\n";
}

char *
example_path (const char *below_build)
{
  return g_build_filename (g_getenv ("LS_BUILD_DIR"), below_build, NULL);
}

static guint
add (LsModel *model, const char *below_build, const char *name)
{
  g_autofree char *path = example_path (below_build);
  GError *error = NULL;
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, &error);

  g_assert_no_error (error);
  return ls_model_add_component (model, fmu, name, 0, 0);
}

static void
wire (LsModel *model, guint from, const char *output, guint to, const char *input)
{
  GError *error = NULL;

  ls_model_connect (model, from, output, to, input, &error);
  g_assert_no_error (error);
}

LsModel *
example_pair (const char *prey_path, const char *predator_path)
{
  LsModel *model = ls_model_new ();
  const guint prey = add (model, prey_path, "prey");
  const guint predator = add (model, predator_path, "predator");

  wire (model, prey, "population", predator, "prey");
  wire (model, predator, "population", prey, "predators");
  return model;
}

LsModel *
example_lotka_volterra (void)
{
  return example_pair ("models/prey.fmu", "models/predator.fmu");
}

LsModel *
example_two_bodies (void)
{
  LsModel *model = ls_model_new ();
  const guint left = add (model, "models/left-body.fmu", "left");
  const guint right = add (model, "models/right-body.fmu", "right");

  wire (model, left, "x", right, "x_left");
  wire (model, left, "v", right, "v_left");
  wire (model, right, "F", left, "F");
  return model;
}

LsModel *
example_joint (void)
{
  LsModel *model = ls_model_new ();
  const guint left = add (model, "models/joint-left.fmu", "left");
  const guint right = add (model, "models/joint-right.fmu", "right");

  wire (model, left, "F", right, "F");
  wire (model, right, "v_joint", left, "v_joint");
  ls_model_set_value (model, left, "v_joint", "-40", NULL);
  return model;
}

LsModel *
example_alone (const char *below_build, const char *name)
{
  LsModel *model = ls_model_new ();

  add (model, below_build, name);
  return model;
}

LsModel *
example_loop (void)
{
  LsModel *model = ls_model_new ();
  const guint a = add (model, "tests/fmus/types.fmu", "a");
  const guint b = add (model, "tests/fmus/types.fmu", "b");

  wire (model, a, "real_out", b, "real_in");
  wire (model, b, "real_out", a, "real_in");
  ls_model_set_value (model, a, "gain", "1", NULL);
  ls_model_set_value (model, b, "gain", "1", NULL);
  ls_model_set_value (model, b, "real_in", "2", NULL);
  return model;
}

LsModel *
example_faulty (const char *fault, const char *fault_time)
{
  LsModel *model = ls_model_new ();
  const guint id = add (model, "tests/fmus/faulty.fmu", "faulty");
  GError *error = NULL;

  ls_model_set_value (model, id, "fault", fault, &error);
  g_assert_no_error (error);
  ls_model_set_value (model, id, "fault_time", fault_time, &error);
  g_assert_no_error (error);
  return model;
}

/* MISSILES table 3: m1 = 5, m2 = 80, c = 1e4, 1e4, 1e5, d = 10, 10, 40. */
static const long double matrix[4][4] = {
  { 0, 1, 0, 0 },
  { -20000 / 5.0L, -20 / 5.0L, 10000 / 5.0L, 10 / 5.0L },
  { 0, 0, 0, 1 },
  { 10000 / 80.0L, 10 / 80.0L, -110000 / 80.0L, -50 / 80.0L },
};

static complex long double
characteristic (complex long double s, complex long double *slope)
{
  /* s^4 + a3 s^3 + a2 s^2 + a1 s + a0 of the two equations of motion. */
  const long double a = 20 / 5.0L, b = 20000 / 5.0L, c = 50 / 80.0L, d = 110000 / 80.0L;
  const long double p = 10 / 5.0L, q = 10000 / 5.0L, r = 10 / 80.0L, u = 10000 / 80.0L;
  const complex long double left = s * s + a * s + b, right = s * s + c * s + d;

  *slope = (2 * s + a) * right + left * (2 * s + c) - (p * (r * s + u) + (p * s + q) * r);
  return left * right - (p * s + q) * (r * s + u);
}

static complex long double
polish (complex long double s)
{
  for (int i = 0; i < 50; i++)
    {
      complex long double slope, value = characteristic (s, &slope);
      s -= value / slope;
    }
  return s;
}

/* Solves the 4 x 4 system for the weights of the eigenvectors, by elimination with pivots. */
static void
solve (complex long double a[4][5], complex long double weights[4])
{
  for (int k = 0; k < 4; k++)
    {
      int pivot = k;
      for (int i = k + 1; i < 4; i++)
        if (cabsl (a[i][k]) > cabsl (a[pivot][k]))
          pivot = i;
      for (int j = 0; j < 5; j++)
        {
          const complex long double other = a[k][j];
          a[k][j] = a[pivot][j];
          a[pivot][j] = other;
        }
      for (int i = k + 1; i < 4; i++)
        for (int j = 4; j >= k; j--)
          a[i][j] -= a[i][k] / a[k][k] * a[k][j];
    }
  for (int k = 3; k >= 0; k--)
    {
      weights[k] = a[k][4];
      for (int j = k + 1; j < 4; j++)
        weights[k] -= a[k][j] * weights[j];
      weights[k] /= a[k][k];
    }
}

void
two_bodies_exact (double t, double x[4])
{
  static gboolean ready;
  static complex long double rates[4], vectors[4][4], weights[4];

  if (!ready)
    {
      const complex long double guesses[2]
          = { -2.03372617L + 63.93630304L * I, -0.27877383L + 35.81783911L * I };
      const long double start[4] = { 1, 0, 3, 0 };
      complex long double a[4][5];

      for (int k = 0; k < 4; k++)
        {
          const complex long double s = k < 2 ? polish (guesses[k]) : conjl (rates[k - 2]);
          rates[k] = s;
          /* (1, s, rho, s rho) with rho from the equation of the left body. */
          vectors[0][k] = 1;
          vectors[1][k] = s;
          vectors[2][k]
              = (s * s - matrix[1][1] * s - matrix[1][0]) / (matrix[1][3] * s + matrix[1][2]);
          vectors[3][k] = s * vectors[2][k];
        }
      for (int i = 0; i < 4; i++)
        {
          for (int k = 0; k < 4; k++)
            a[i][k] = vectors[i][k];
          a[i][4] = start[i];
        }
      solve (a, weights);
      ready = TRUE;
    }
  for (int i = 0; i < 4; i++)
    {
      complex long double sum = 0;
      for (int k = 0; k < 4; k++)
        sum += weights[k] * vectors[i][k] * cexpl (rates[k] * t);
      x[i] = (double)creall (sum);
    }
}
