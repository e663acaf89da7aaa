/* From a model to systems whose values agree: how it grows with the number of components. */
#include "bench.h"

#include "core/master/master.h"
#include "core/ssp/ssp.h"

#include <math.h>

/* Of instances, order and start values together; the file has been read before. */
static double
time_start (const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (
      g_getenv ("LS_BUILD_DIR") ? g_getenv ("LS_BUILD_DIR") : "build", "models", name, NULL);
  g_autoptr (LsModel) model = ls_ssp_read (path, error);
  const LsMasterSettings settings = { &ls_coupling_ni_jacobi, NULL, 0.0, 1.0, 0.1, NAN, 0.0, NULL };
  double begin = ls_bench_cpu_time (), taken;
  g_autoptr (LsMaster) master = NULL;

  if (model == NULL)
    return NAN;
  begin = ls_bench_cpu_time ();
  master = ls_master_new (model, &settings, NULL, error);
  taken = ls_bench_cpu_time () - begin;
  return master != NULL ? taken : NAN;
}

static double
measure_start (gpointer data, GError **error)
{
  return 1e3 * time_start (data, error);
}

/* Exponent of the growth from 100 to 1000 components. */
static double
measure_growth (gpointer data G_GNUC_UNUSED, GError **error)
{
  double small = time_start ("chain-100.ssp", error), large;

  if (isnan (small) || isnan (large = time_start ("chain-1000.ssp", error)))
    return NAN;
  return log10 (large / small);
}

const LsBench ls_bench_start[] = {
  { "start/chain-100", "ms", NAN, 5, measure_start, (gpointer) "chain-100.ssp" },
  { "start/chain-1000", "ms", NAN, 5, measure_start, (gpointer) "chain-1000.ssp" },
  { "start/exponent from 100 to 1000 components", "", 1.2, 5, measure_growth, NULL },
  { "start/loop of 50", "ms", NAN, 5, measure_start, (gpointer) "pressure-network-50.ssp" },
  { NULL, NULL, 0, 0, NULL, NULL },
};
