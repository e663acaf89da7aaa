#include "present/stability.h"

#include <glib/gi18n-lib.h>

LsMap *
ls_stability_new_map (const LsStability *stability, const LsStabilityLook *look)
{
  g_return_val_if_fail (stability != NULL && look != NULL, NULL);

  guint n_steps, n_values;
  const double *steps = ls_stability_get_steps (stability, &n_steps);
  const double *values = ls_stability_get_values (stability, &n_values);
  g_autofree double *radii = g_new (double, (gsize)n_steps *n_values);
  LsMap *map = ls_map_new (steps, n_steps, look->steps_logarithmic, values, n_values,
                           look->values_logarithmic);

  ls_map_set_margin (map, LS_STABILITY_MARGIN);
  ls_map_set_titles (map, look->title, _ ("macro step [s]"), look->parameter_title);
  for (guint m = 0; m < ls_stability_get_n_methods (stability); m++)
    {
      g_autofree char *name = ls_stability_make_name (stability, m);

      for (guint i = 0; i < n_values; i++)
        for (guint k = 0; k < n_steps; k++)
          radii[(gsize)i * n_steps + k] = ls_stability_get_radius (stability, m, i, k);
      ls_map_add_pane (map, name, radii);
    }
  return map;
}

LsChart *
ls_stability_new_chart (const LsStability *stability, const LsStabilityLook *look)
{
  g_return_val_if_fail (stability != NULL && look != NULL, NULL);

  LsChart *chart = ls_chart_new ();
  guint n;
  const double *steps = ls_stability_get_steps (stability, &n);
  g_autofree double *radii = g_new (double, n);
  const double ends[2] = { steps[0], steps[n - 1] }, one[2] = { 1.0, 1.0 };

  ls_chart_set_title (chart, look->title);
  ls_chart_set_x_axis (chart, _ ("macro step [s]"), look->steps_logarithmic);
  ls_chart_set_y_axis (chart, _ ("growth in one step"), TRUE);
  for (guint m = 0; m < ls_stability_get_n_methods (stability); m++)
    {
      g_autofree char *name = ls_stability_make_name (stability, m);

      for (guint k = 0; k < n; k++)
        radii[k] = ls_stability_get_radius (stability, m, 0, k);
      ls_chart_add_series (chart, ls_stability_get_method (stability, m)->method, name,
                           LS_CHART_LINE, steps, radii, n);
    }
  ls_chart_add_series (chart, NULL, _ ("neither grows nor decays"), LS_CHART_LINE, ends, one, 2);
  return chart;
}
