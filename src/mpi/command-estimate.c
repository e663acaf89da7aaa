/* lockstep-mpi estimate: a table of what is computed, not measured. */
#include "mpi/estimate.h"

#include "core/base/number.h"
#include "core/base/status.h"
#include "core/remote/cost.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

#define MOST_RANKS 1024u

typedef struct
{
  int components, rounds;
  double work, longest, latency, bandwidth;
} Options;

static gboolean
check (const Options *options, GError **error)
{
  if (options->components < 1)
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("--components: %d is not a number from 1"),
                    options->components);
  if (options->rounds < 1)
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("--rounds: %d is not a number from 1"),
                    options->rounds);
  if (!(options->work > 0.0) || !isfinite (options->work) || !(options->longest >= 0.0)
      || !(options->latency > 0.0) || !(options->bandwidth > 0.0))
    return ls_fail (error, LS_ERROR_ARGUMENT, "%s",
                    _ ("--work, --longest, --latency and --bandwidth are numbers above 0"));
  return TRUE;
}

static void
print_row (const LsRemoteCost *cost, guint n, guint ranks)
{
  const double alone = ls_remote_cost_predict (cost, n, 1);
  const double time = ls_remote_cost_predict (cost, n, ranks);
  char number[LS_NUMBER_SIZE];

  printf ("%6u  %14s  %9.2f  %9.0f %%\n", ranks, ls_number_format_short (time, 3, number),
          alone / time, 100.0 * alone / time / ranks);
}

static void
print_table (const Options *options)
{
  const guint n = (guint)options->components;
  LsRemoteCost cost;
  char work[LS_NUMBER_SIZE], latency[LS_NUMBER_SIZE], bandwidth[LS_NUMBER_SIZE];

  ls_remote_cost_init (&cost);
  cost.work = options->work;
  cost.longest = fmax (options->longest, options->work);
  cost.latency = options->latency;
  cost.bandwidth = options->bandwidth;
  cost.rounds = (guint)options->rounds;
  /* Translators: numbers of components and of seconds, seconds, bytes per second. */
  printf (
      _ ("Computed, not measured: %u components of %s s a step, %s s there and back, %s B/s.\n"), n,
      ls_number_format_short (options->work, 3, work),
      ls_number_format_short (options->latency, 3, latency),
      ls_number_format_short (options->bandwidth, 3, bandwidth));
  printf ("%6s  %14s  %9s  %11s\n", _ ("ranks"), _ ("macro step, s"), _ ("speed-up"),
          _ ("efficiency"));
  for (guint ranks = 1; ranks <= MOST_RANKS; ranks *= 2)
    print_row (&cost, n, ranks);
  /* Translators: number of ranks. */
  printf (_ ("The shortest macro step is that of %u ranks.\n"),
          ls_remote_cost_find_best (&cost, n, MOST_RANKS));
}

static int
run (int argc, char **argv)
{
  LsRemoteCost usual;
  Options options = { .components = 1000, .rounds = 1, .work = 60e-6 };
  const GOptionEntry entries[] = {
    { "components", 0, 0, G_OPTION_ARG_INT, &options.components, N_ ("Number of components"), "N" },
    { "work", 0, 0, G_OPTION_ARG_DOUBLE, &options.work,
      N_ ("Time of a step of a component, in seconds"), "T" },
    { "longest", 0, 0, G_OPTION_ARG_DOUBLE, &options.longest,
      N_ ("Time of a step of the slowest component, in seconds"), "T" },
    { "rounds", 0, 0, G_OPTION_ARG_INT, &options.rounds,
      N_ ("Messages to each rank in a macro step: 1 of NI-Jacobi, 2 of MISSILES"), "N" },
    { "latency", 0, 0, G_OPTION_ARG_DOUBLE, &options.latency,
      N_ ("Round-trip latency of the network, in seconds"), "T" },
    { "bandwidth", 0, 0, G_OPTION_ARG_DOUBLE, &options.bandwidth,
      N_ ("Bandwidth of the network, in bytes per second"), "B" },
    { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = NULL;
  GError *error = NULL;

  ls_remote_cost_init (&usual);
  options.latency = usual.latency;
  options.bandwidth = usual.bandwidth;
  context = ls_command_new_context (&ls_mpi_estimate, entries);
  if (!ls_command_parse (context, &argc, &argv, &error) || !check (&options, &error))
    return ls_command_fail_error (2, error);
  if (argc != 1)
    return ls_command_fail (2, _ ("estimate takes no file"));
  print_table (&options);
  return 0;
}

const LsCommand ls_mpi_estimate = {
  .name = "estimate",
  .arguments = "",
  .summary = N_ ("Compute how long a macro step takes with 1 to 1024 ranks"),
  .run = run,
};
