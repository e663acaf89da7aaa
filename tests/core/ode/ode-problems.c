#include "ode-problems.h"

#include <math.h>

/* Restricted problem of three bodies, Hairer, Norsett, Wanner I (0.1). */
static LsStatus
arenstorf (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  const double mu = 0.012277471, mu_prime = 1.0 - mu;
  const double r_1 = (x[0] + mu) * (x[0] + mu) + x[1] * x[1];
  const double r_2 = (x[0] - mu_prime) * (x[0] - mu_prime) + x[1] * x[1];
  const double cube_1 = r_1 * sqrt (r_1), cube_2 = r_2 * sqrt (r_2);

  dx[0] = x[2];
  dx[1] = x[3];
  dx[2] = x[0] + 2.0 * x[3] - mu_prime * (x[0] + mu) / cube_1 - mu * (x[0] - mu_prime) / cube_2;
  dx[3] = x[1] - 2.0 * x[2] - mu_prime * x[1] / cube_1 - mu * x[1] / cube_2;
  return LS_OK;
}

/* Periodic: it returns to its start. */
const LsTestProblem ls_test_arenstorf = {
  .name = "Arenstorf",
  .n = 4,
  .derivatives = arenstorf,
  .t_end = 17.0652165601579625588917206249,
  .start = { 0.994, 0.0, 0.0, -2.00158510637908252240537862224 },
  .expected = { 0.994, 0.0, 0.0, -2.00158510637908252240537862224 },
  .atol = 1.0,
  .amplification = 1e5,
};

static LsStatus
brusselator (double t G_GNUC_UNUSED,
             const double x[],
             double dx[],
             gpointer user_data G_GNUC_UNUSED)
{
  dx[0] = 1.0 + x[0] * x[0] * x[1] - 4.0 * x[0];
  dx[1] = 3.0 * x[0] - x[0] * x[0] * x[1];
  return LS_OK;
}

const LsTestProblem ls_test_brusselator = {
  .name = "Brusselator",
  .n = 2,
  .derivatives = brusselator,
  .t_end = 20.0,
  .start = { 1.5, 3.0 },
  .expected = { 0.4986370712683478486499, 4.596780349452011183202 },
  .atol = 1.0,
  .amplification = 10.0,
};

/* Seven stars in the plane: x, y, then their velocities. */
static LsStatus
pleiades (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  const double *y = x + 7;

  for (guint i = 0; i < 14; i++)
    dx[i] = x[14 + i];
  for (guint i = 0; i < 7; i++)
    {
      double sum_x = 0.0, sum_y = 0.0;

      for (guint j = 0; j < 7; j++)
        {
          const double r = (x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]);

          if (i == j)
            continue;
          sum_x += (j + 1) * (x[j] - x[i]) / (r * sqrt (r));
          sum_y += (j + 1) * (y[j] - y[i]) / (r * sqrt (r));
        }
      dx[14 + i] = sum_x;
      dx[21 + i] = sum_y;
    }
  return LS_OK;
}

const LsTestProblem ls_test_pleiades = {
  .name = "Pleiades",
  .n = 28,
  .derivatives = pleiades,
  .t_end = 3.0,
  .start = { 3.0, 3.0, -1.0, -3.0, 2.0, -2.0, 2.0,  3.0, -3.0, 2.0, 0.0,   0.0, -4.0, 4.0,
             0.0, 0.0, 0.0,  0.0,  0.0, 1.75, -1.5, 0.0, 0.0,  0.0, -1.25, 1.0, 0.0,  0.0 },
  .expected
  = { .370613914397051291,   3.237284092057233093,  -3.222559032418323347, .659709145577530836,
      .342558170715657979,   1.562172101400631016,  -.700309292221249539,  -3.943437585517392055,
      -3.271380973972549928, 5.225081843456544192,  -2.590612434977469511, 1.198213693392274638,
      -.242968234493582341,  1.091449240428979748,  3.417003806314314752,  1.354584501625501221,
      -2.590065597810775420, 2.025053734714241106,  -1.155815100160449093, -.807298817022302173,
      .595239635420871877,   -3.741244961234008471, .377345968575062904,   .938685886955107889,
      .366792222720056987,   -.347404635380849437,  2.344915448180936923,  -1.947020434263291900 },
  .atol = 1.0,
  .amplification = 3e3,
};

/* In the fast time: y'' = ((1 - y^2) y' - y) / epsilon. */
static LsStatus
van_der_pol_of (double epsilon, const double x[], double dx[])
{
  dx[0] = x[1];
  dx[1] = ((1.0 - x[0] * x[0]) * x[1] - x[0]) / epsilon;
  return LS_OK;
}

static LsStatus
van_der_pol (double t G_GNUC_UNUSED,
             const double x[],
             double dx[],
             gpointer user_data G_GNUC_UNUSED)
{
  return van_der_pol_of (1e-6, x, dx);
}

static LsStatus
van_der_pol_jacobian (double t G_GNUC_UNUSED,
                      const double x[],
                      const double dx[] G_GNUC_UNUSED,
                      double jacobian[],
                      gpointer user_data G_GNUC_UNUSED)
{
  jacobian[0] = 0.0;
  jacobian[1] = 1.0;
  jacobian[2] = (-2.0 * x[0] * x[1] - 1.0) / 1e-6;
  jacobian[3] = (1.0 - x[0] * x[0]) / 1e-6;
  return LS_OK;
}

const LsTestProblem ls_test_van_der_pol = {
  .name = "Van der Pol",
  .n = 2,
  .derivatives = van_der_pol,
  .jacobian = van_der_pol_jacobian,
  .t_end = 2.0,
  .start = { 2.0, -0.66 },
  .expected = { 1.706167437543195403956, -0.892810016551099326695 },
  .atol = 1.0,
  .amplification = 30.0,
  .is_stiff = TRUE,
};

/* With mu = 1: x'' = (1 - x^2) x' - x. */
static LsStatus
van_der_pol_mild (double t G_GNUC_UNUSED,
                  const double x[],
                  double dx[],
                  gpointer user_data G_GNUC_UNUSED)
{
  return van_der_pol_of (1.0, x, dx);
}

const LsTestProblem ls_test_van_der_pol_mild = {
  .name = "Van der Pol, mild",
  .n = 2,
  .derivatives = van_der_pol_mild,
  .t_end = 20.0,
  .start = { 2.0, 0.0 },
  .expected = { 2.008149762174948592014, -0.042508875273202146986 },
  .atol = 1.0,
  .amplification = 1e3,
};

static LsStatus
robertson (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  dx[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
  dx[2] = 3e7 * x[1] * x[1];
  dx[1] = -dx[0] - dx[2];
  return LS_OK;
}

static LsStatus
robertson_jacobian (double t G_GNUC_UNUSED,
                    const double x[],
                    const double dx[] G_GNUC_UNUSED,
                    double jacobian[],
                    gpointer user_data G_GNUC_UNUSED)
{
  const double first[3] = { -0.04, 1e4 * x[2], 1e4 * x[1] }, last[3] = { 0.0, 6e7 * x[1], 0.0 };

  for (guint j = 0; j < 3; j++)
    {
      jacobian[j] = first[j];
      jacobian[3 + j] = -first[j] - last[j];
      jacobian[6 + j] = last[j];
    }
  return LS_OK;
}

const LsTestProblem ls_test_robertson = {
  .name = "Robertson",
  .n = 3,
  .derivatives = robertson,
  .jacobian = robertson_jacobian,
  .t_end = 400.0,
  .start = { 1.0, 0.0, 0.0 },
  .expected = { .4505186684711024245, 3.222901441674611303e-6, .5494781086274559009 },
  .atol = 1e-6,
  .amplification = 10.0,
  .is_stiff = TRUE,
};

const LsTestProblem ls_test_robertson_long = {
  .name = "Robertson to 1e11 s",
  .n = 3,
  .derivatives = robertson,
  .jacobian = robertson_jacobian,
  .t_end = 1e11,
  .start = { 1.0, 0.0, 0.0 },
  .expected = { 2.083340149701294231e-8, 8.333360770334783401e-14, .9999999791665151694 },
  .atol = 1e-6,
  .amplification = 10.0,
  .is_stiff = TRUE,
};

/* High irradiance response of a plant. */
static LsStatus
hires (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  const double r = 280.0 * x[5] * x[7];

  dx[0] = -1.71 * x[0] + 0.43 * x[1] + 8.32 * x[2] + 0.0007;
  dx[1] = 1.71 * x[0] - 8.75 * x[1];
  dx[2] = -10.03 * x[2] + 0.43 * x[3] + 0.035 * x[4];
  dx[3] = 8.32 * x[1] + 1.71 * x[2] - 1.12 * x[3];
  dx[4] = -1.745 * x[4] + 0.43 * (x[5] + x[6]);
  dx[5] = -r + 0.69 * x[3] + 1.71 * x[4] - 0.43 * x[5] + 0.69 * x[6];
  dx[6] = r - 1.81 * x[6];
  dx[7] = -dx[6];
  return LS_OK;
}

const LsTestProblem ls_test_hires = {
  .name = "HIRES",
  .n = 8,
  .derivatives = hires,
  .t_end = 321.8122,
  .start = { 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0057 },
  .expected = { 7.371312573325667807e-4, 1.442485726316184658e-4, 5.888729740967575007e-5,
                1.175651343283149146e-3, 2.386356198831330469e-3, 6.238968252742795787e-3,
                2.849998395185768658e-3, 2.850001604814231342e-3 },
  .atol = 1e-4,
  .amplification = 10.0,
  .is_stiff = TRUE,
};

static LsStatus
oregonator (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  dx[0] = 77.27 * (x[1] + x[0] * (1.0 - 8.375e-6 * x[0] - x[1]));
  dx[1] = (x[2] - (1.0 + x[0]) * x[1]) / 77.27;
  dx[2] = 0.161 * (x[0] - x[2]);
  return LS_OK;
}

const LsTestProblem ls_test_oregonator = {
  .name = "Oregonator",
  .n = 3,
  .derivatives = oregonator,
  .t_end = 360.0,
  .start = { 1.0, 2.0, 3.0 },
  .expected = { 1.000814870318522716, 1228.178521549887984, 132.0554942846508288 },
  .atol = 1e-2,
  .amplification = 10.0,
  .is_stiff = TRUE,
};

LsOde *
ls_test_make (const LsOdeMethod *method,
              const LsTestProblem *problem,
              const LsOdeDetails *details,
              double rtol)
{
  LsOdeProblem equations = { problem->n, problem->derivatives, problem->jacobian, NULL };
  double atol[LS_TEST_MAX_STATES];
  GError *error = NULL;
  LsOde *ode;

  for (guint i = 0; i < problem->n; i++)
    atol[i] = rtol * problem->atol;
  ode = ls_ode_new_full (method, &equations, details, rtol, atol, &error);
  g_assert_no_error (error);
  return ode;
}

/* A state that is 0 counts with its size on the way, 1. */
double
ls_test_get_error (const LsTestProblem *problem, const double x[])
{
  double greatest = 0.0;

  for (guint i = 0; i < problem->n; i++)
    {
      const double size = problem->expected[i] != 0.0 ? fabs (problem->expected[i]) : 1.0;

      greatest = fmax (greatest, fabs (x[i] - problem->expected[i]) / size);
    }
  return greatest;
}
