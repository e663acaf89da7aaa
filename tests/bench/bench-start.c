/* From a model to systems whose values agree: how it grows with the number of components. */
#include "bench.h"

#include "core/master/master.h"
#include "core/ssp/ssp.h"

#include <glib/gstdio.h>
#include <malloc.h>
#include <math.h>
#include <unistd.h>

#define N_BODIES 10000

/* Of instances, order and start values together; the file has been read before. */
static double
time_start (const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (ls_bench_get_build (), "models", name, NULL);
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

/* A chain in a file of SSP, made once. */
static const char *
get_large (GError **error)
{
  static char *path;
  g_autofree char *made = NULL;
  g_autoptr (LsModel) model = NULL;

  if (path != NULL)
    return path;
  made = g_strdup_printf ("%s/lockstep-bench-%u.ssp", g_get_tmp_dir (), (guint)getpid ());
  model = ls_bench_make_chain (N_BODIES, "models/chain-body.fmu", error);
  if (model == NULL || !ls_ssp_write (model, made, error))
    return NULL;
  path = g_steal_pointer (&made);
  return path;
}

static double
get_memory (void)
{
  const struct mallinfo2 info = mallinfo2 ();

  return (double)info.uordblks + (double)info.hblkhd;
}

/* Of an open model, bytes per connection. */
static double
measure_memory (gpointer data G_GNUC_UNUSED, GError **error)
{
  const char *path = get_large (error);
  const double before = get_memory ();
  g_autoptr (LsModel) model = path != NULL ? ls_ssp_read (path, error) : NULL;

  return model != NULL ? (get_memory () - before) / ls_model_get_n_connections (model) : NAN;
}

static double
measure_load (gpointer data G_GNUC_UNUSED, GError **error)
{
  const char *path = get_large (error);
  const double begin = ls_bench_cpu_time ();
  g_autoptr (LsModel) model = path != NULL ? ls_ssp_read (path, error) : NULL;

  return model != NULL ? ls_bench_cpu_time () - begin : NAN;
}

/* The last one. */
static double
measure_save (gpointer data G_GNUC_UNUSED, GError **error)
{
  const char *path = get_large (error);
  g_autoptr (LsModel) model = path != NULL ? ls_ssp_read (path, error) : NULL;
  double begin = ls_bench_cpu_time ();
  gboolean saved;

  if (model == NULL)
    return NAN;
  saved = ls_ssp_write (model, path, error);
  begin = ls_bench_cpu_time () - begin;
  g_unlink (path);
  return saved ? begin : NAN;
}

const LsBench ls_bench_start[] = {
  { "start/chain-100", "ms", NAN, 5, measure_start, (gpointer) "chain-100.ssp" },
  { "start/chain-1000", "ms", NAN, 5, measure_start, (gpointer) "chain-1000.ssp" },
  { "start/exponent from 100 to 1000 components", "", 1.2, 5, measure_growth, NULL },
  { "start/loop of 50", "ms", NAN, 5, measure_start, (gpointer) "pressure-network-50.ssp" },
  { "start/10000 components read", "s", 1, 3, measure_load, NULL },
  { "start/10000 components, memory per connection", "B", 2048, 1, measure_memory, NULL },
  { "start/10000 components saved", "s", NAN, 1, measure_save, NULL },
  { NULL, NULL, 0, 0, NULL, NULL },
};
