#include "core/run/single-step.h"

#include "core/cosim/estimator.h"
#include "core/model/ssp.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Second-order Taylor polynomials of the predator from (0.8, 0.8): COSTARICA tables 4 and 5. */
static const double classical[] = { 0.8, -0.16, -0.11008 };
static const double modified[] = { 0.8, -0.448, 0.5173559185 };
#define DEGREE 2

static gboolean
fail (LsLog *log, const char *what, GError **error)
{
  g_autofree char *said = ls_log_take_error (log);

  g_set_error (error, LS_ERROR, LS_ERROR_RUN, "%s: %s", what, said != NULL ? said : _ ("failed"));
  return FALSE;
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
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("there is no component “%s”"), "prey");
      return FALSE;
    }
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
  g_autoptr (LsEstimator) estimator = ls_estimator_new_full (info, DEGREE, &settings);
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

gboolean
ls_single_step_error (const char *folder,
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
