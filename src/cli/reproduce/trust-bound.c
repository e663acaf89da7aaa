/* The reference's own bound on its error, beside the error that it has. */
#include "cli/reproduce/trust.h"

#include "core/reference/reference.h"
#include "core/ssp/ssp.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#define COMPONENT "fmu"

static LsModel *
open_fmu (const char *path, const LsTrustModel *model, GError **error)
{
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, error);
  g_autoptr (LsModel) whole = ls_model_new ();
  guint id;

  if (fmu == NULL)
    return NULL;
  id = ls_model_add_component (whole, fmu, COMPONENT, 0, 0);
  for (guint i = 0; model->values != NULL && model->values[i] != NULL; i += 2)
    if (!ls_model_set_value (whole, id, model->values[i], model->values[i + 1], error))
      return NULL;
  return g_steal_pointer (&whole);
}

static LsReference *
make_reference (const char *folder, const LsTrustModel *model, GError **error)
{
  const gboolean is_fmu = g_str_has_suffix (model->file, ".fmu");
  const guint n = ls_trust_count_signals (model);
  g_autofree char *path = g_build_filename (folder, model->file, NULL);
  g_autoptr (LsModel) whole = is_fmu ? open_fmu (path, model, error) : ls_ssp_read (path, error);
  g_auto (GStrv) names = g_new0 (char *, n + 1);
  guint n_times;
  g_autofree double *times = ls_trust_list_times (model, &n_times);

  if (whole == NULL)
    return NULL;
  for (guint i = 0; i < n; i++)
    names[i] = is_fmu ? g_strconcat (COMPONENT ".", model->signals[i], NULL)
                      : g_strdup (model->signals[i]);
  return ls_reference_new (whole, 0, times, n_times, (const char *const *)names, NULL, NULL, NULL,
                           error);
}

/* The error figure of @signal, in %, not less than what half a unit in the last place is. */
static double
get_error (const LsTrustModel *model, const LsTrace *trace, const double x[], guint signal)
{
  const guint n = ls_trust_count_signals (model);
  const gsize n_rows = ls_trace_get_n_rows (trace);
  double low = INFINITY, high = -INFINITY, sum = 0, size = 0;

  for (gsize i = 0; i < n_rows; i++)
    {
      const double exact = x[i * n + signal];

      low = fmin (low, exact);
      high = fmax (high, exact);
      sum += pow (ls_trace_get (trace, signal + 1, i) - exact, 2);
      size += exact * exact;
    }
  return 100 * sqrt (fmax (sum, pow (0.5 * DBL_EPSILON, 2) * size) / (double)n_rows) / (high - low);
}

static void
check_model (const char *folder, const LsTrustModel *model, gboolean above, LsTrustFigure *figure)
{
  const guint n = ls_trust_count_signals (model);
  guint n_times;
  g_autofree double *times = ls_trust_list_times (model, &n_times);
  g_autofree double *x = g_new (double, n_times *n);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsReference) reference = make_reference (folder, model, &error);

  if (reference == NULL)
    fprintf (stderr, "%s: %s\n", model->file, error->message);
  model->exact (times, n_times, x);
  for (guint i = 0; i < n; i++)
    {
      const double found
          = reference != NULL ? get_error (model, ls_reference_get_trace (reference), x, i) : NAN;
      const double bound = reference != NULL ? ls_reference_get_error (reference, i) : NAN;

      ls_trust_figure_add (figure, above ? bound / found : found / bound, model->file,
                           model->signals[i]);
    }
}

void
ls_trust_check_bound (const char *folder, gboolean above, LsTrustFigure *figure)
{
  for (guint i = 0; i < ls_trust_n_closed; i++)
    check_model (folder, &ls_trust_closed[i], above, figure);
  for (guint i = 0; i < ls_trust_n_series; i++)
    check_model (folder, &ls_trust_series[i], above, figure);
}
