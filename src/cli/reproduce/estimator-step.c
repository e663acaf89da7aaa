/* The estimator over one step, COSTARICA section 4 and figures 9 to 11. */
#include "cli/reproduce/show.h"

#include "core/coupling/estimator.h"
#include "core/base/number.h"
#include "core/ssp/ssp.h"
#include "core/run/convergence-order.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Second-order Taylor polynomials of the predator from (0.8, 0.8): COSTARICA tables 4 and 5. */
static const double classical[] = { 0.8, -0.16, -0.11008 };
static const double modified[] = { 0.8, -0.448, 0.5173559185 };
#define DEGREE 2

static gboolean
fail (LsLog *log, const char *what, GError **error)
{
  g_autofree char *said = ls_log_take_error (log);

  return ls_fail (error, LS_ERROR_RUN, "%s: %s", what, said != NULL ? said : _ ("failed"));
}

static gboolean
set_values (LsModel *model, GError **error)
{
  static const char *const values[][2] = { { "alpha", "0.67" },
                                           { "beta", "1.33" },
                                           { "population", "0.8" },
                                           { "solver_tolerance", "1e-14" } };
  const LsComponent *prey = ls_model_find_component_by_name (model, "prey");

  if (prey == NULL)
    return ls_fail (error, LS_ERROR_MODEL, _ ("there is no component “%s”"), "prey");
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (!ls_model_set_value (model, prey->id, values[i][0], values[i][1], error))
      return FALSE;
  return TRUE;
}

/* What the estimator gives at the end. */
static LsStatus
estimate (LsSystem *system, guint stehfest_terms, const double a[], double h, double *value)
{
  const LsEstimatorSettings settings = { .stehfest_terms = stehfest_terms, .affine_term = TRUE };
  const LsSystemInfo *info = ls_system_get_info (system);
  g_autoptr (LsEstimator) estimator = ls_estimator_new (info, DEGREE, &settings);
  LsLinearisation *point = ls_linearisation_new (info);
  LsStatus status = ls_system_linearise (system, a, point);

  if (status == LS_OK)
    status = ls_estimator_prepare (estimator, point, a, h);
  *value = ls_estimator_get_constant (estimator)[0];
  for (guint p = 0; p <= DEGREE; p++)
    *value += ls_estimator_get_gain (estimator)[p] * a[p];
  ls_linearisation_free (point);
  return status;
}

/* @error: (out): prey integrated minus prey estimated after @h. The prey alone, started at 0.8,
 * under a predator that is a polynomial of time; the estimator is linearised at the start, with the
 * affine term and without terms of time, as published. @stehfest_terms: 0: exact exponentials. */
static gboolean
find_error (const char *folder,
            gboolean with_time,
            guint stehfest_terms,
            double h,
            double *error,
            GError **problem)
{
  const double *a = with_time ? modified : classical;
  g_autofree char *path = g_build_filename (
      folder, with_time ? "lotka-volterra-time.ssp" : "lotka-volterra.ssp", NULL);
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsModel) model = ls_ssp_read (path, problem);
  g_autoptr (LsSystem) system = NULL;
  gboolean event;
  double y, estimated;

  if (model == NULL || !set_values (model, problem))
    return FALSE;
  system = ls_system_new (ls_model_find_component_by_name (model, "prey"), 0, h, NAN, log, problem);
  if (system == NULL)
    return FALSE;
  if (ls_system_get_info (system)->n_in != 1 || ls_system_get_info (system)->n_out != 1)
    return fail (log, path, problem);
  if (ls_system_evaluate (system, a, &y) != LS_OK || ls_system_start (system) != LS_OK
      || ls_system_evaluate (system, a, &y) != LS_OK
      || estimate (system, stehfest_terms, a, h, &estimated) != LS_OK
      || ls_system_step (system, h, DEGREE, a, &y, NULL, &event) != LS_OK)
    return fail (log, path, problem);
  *error = y - estimated;
  return TRUE;
}

static void
add_single (LsChart *chart,
            LsTable *table,
            guint n,
            const double steps[],
            const double errors[],
            const char *label,
            const char *method,
            guint column)
{
  g_autofree double *sizes = g_new (double, n);
  g_autofree char *legend = NULL;
  LsOrderFit fit;
  guint series;

  for (guint i = 0; i < n; i++)
    {
      sizes[i] = fabs (errors[i]);
      ls_table_set_number (table, i + 1, column, "", errors[i], 6);
    }
  /* Below 1e-11 the integration of the component is what is seen. */
  ls_order_fit (steps, sizes, n, 1e-11, &fit);
  legend = isfinite (fit.order) ? g_strdup_printf (_ ("%s (order %.2f)"), label, fit.order)
                                : g_strdup (label);
  ls_table_set (table, 0, column, g_strdup (legend));
  series = ls_chart_add_series (chart, method, legend, LS_CHART_POINTS, steps, sizes, n);
  if (fit.order > 0.5 && fabs (fit.order - round (fit.order)) < 0.1)
    ls_chart_add_triangle (chart, series, round (fit.order), fit.h_min, fit.h_max);
}

/* x - xL of COSTARICA section 4, prey alone under a polynomial predator. */
gboolean
ls_reproduce_estimator_step (const LsReproduction *self, GError **error)
{
  static const double steps[] = { 1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4 };
  enum
  {
    N = G_N_ELEMENTS (steps)
  };
  const gboolean ideal = strcmp (self->published->id, "costarica-fig-9") == 0;
  const gboolean time = strcmp (self->published->id, "costarica-fig-11") == 0;
  const guint terms[] = { 0, 8, 10, 12, 14 };
  const guint n_series = ideal ? 2 : G_N_ELEMENTS (terms);
  g_autoptr (LsTable) table = ls_table_new (n_series + 1, N + 1, 0);
  g_autoptr (LsChart) chart = ls_chart_new ();
  char text[LS_NUMBER_SIZE];

  ls_table_set (table, 0, 0, g_strdup (_ ("Step (s)")));
  for (guint i = 0; i < N; i++)
    ls_table_set (table, i + 1, 0, g_strdup (ls_number_format (steps[i], text)));
  ls_chart_set_x_axis (chart, _ ("step size [s]"), TRUE);
  ls_chart_set_y_axis (chart, _ ("|prey − estimate|"), TRUE);
  for (guint k = 0; k < n_series; k++)
    {
      const gboolean with_time = ideal ? k == 1 : time;
      const guint n_terms = ideal ? 0 : terms[k];
      double errors[N];
      g_autofree char *label = ideal ? g_strdup (with_time ? _ ("with time") : _ ("classical"))
                               : n_terms > 0 ? g_strdup_printf (_ ("Gaver-Stehfest %u"), n_terms)
                                             : g_strdup (_ ("exact"));

      for (guint i = 0; i < N; i++)
        if (!find_error (self->folder, with_time, n_terms, steps[i], &errors[i], error))
          return FALSE;
      add_single (chart, table, N, steps, errors, label,
                  ideal && k == 0 ? "missiles"
                  : n_terms > 0   ? "costarica"
                                  : "ni-jacobi",
                  k + 1);
    }
  ls_show_title (self->published);
  ls_show_table (table);
  printf ("\n");
  if (ideal)
    printf (_ ("Computed from the equations: classical −2.23597e-11, −2.23728e-8, −2.24658e-5 and "
               "with time −5.01246e-7, −4.99856e-5, −4.84161e-3 at 1e-3, 1e-2, 1e-1 s.\n"));
  ls_show_remarks (self->published);
  return ls_show_export_chart (self, chart, error);
}
