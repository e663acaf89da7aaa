/* lockstep-mpi: lockstep run on several machines. Rank 0 does what lockstep run does; the
 * components are with the others. */
#include "cli/command.h"
#include "cli/job.h"
#include "mpi/estimate.h"
#include "mpi/transport-mpi.h"

#include "core/base/status.h"
#include "core/base/tempdir.h"
#include "core/coupling/coupling.h"
#include "core/helper/isolation.h"
#include "core/remote/placement.h"
#include "core/remote/serve.h"

#include <glib/gi18n-lib.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gboolean shares_by_number;

static const GOptionEntry entries[] = {
  { "no-measure", 0, 0, G_OPTION_ARG_NONE, &shares_by_number,
    N_ ("Assign equal numbers of components to the ranks instead of measuring their steps"), NULL },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
};

/* ---- Workers ----------------------------------------------------------------------------- */

static void
handle_signal (int number G_GNUC_UNUSED)
{
  ls_transport_mpi_give_up ();
}

/* Rank 0 says when it is over, also after Ctrl-C. */
static int
work (LsTransport *transport, int argc, char **argv)
{
  g_autoptr (GHashTable) fmus = ls_placement_new_fmus ();
  const struct sigaction action = { .sa_handler = handle_signal, .sa_flags = SA_RESTART };

  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  /* What is wrong with the options, rank 0 says, and then ends this one. */
  ls_command_take_fmu_options (argc, argv, NULL);
  return ls_serve (transport, ls_placement_serve, fmus, NULL) ? 0 : LS_MPI_LOST;
}

/* ---- The orchestrator -------------------------------------------------------------------- */

/* Quantised states have steps of their own, which take less than a message. */
static gboolean
place (const LsJob *job, gpointer user_data, GError **error)
{
  const LsMethodChoice *choice = g_ptr_array_index (job->methods, 0);
  const LsCouplingMethod *method = ls_coupling_method_find (choice->method, NULL);

  if (method != NULL && ls_coupling_method_is_asynchronous (method))
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("--method: %s runs in one process, by lockstep run: its components have no "
                       "macro steps"),
                    choice->method);
  return ls_placement_prepare (user_data, job->model, !shares_by_number, job->start_time,
                               job->stop_time, g_array_index (job->step_sizes, double, 0), error);
}

static int
run (int argc, char **argv)
{
  return ls_command_end_output (ls_command_run.run (argc, argv));
}

/* Returns: the exit status; that of a lost worker, whatever else came of it */
static int
judge (const LsTransport *transport, const LsPool *pool, int status)
{
  const GError *loss = ls_pool_get_loss (pool);
  const guint dead = ls_transport_mpi_find_dead (transport);

  if (dead > 0)
    return ls_command_fail (
        LS_MPI_LOST, _ ("rank %u on %s has ended with its components; results so far are written"),
        dead, ls_transport_mpi_get_rank (transport, dead)->host);
  return loss != NULL && !g_error_matches (loss, LS_ERROR, LS_ERROR_CANCELLED) ? LS_MPI_LOST
                                                                               : status;
}

/* @is_over: (out): whether all workers can end as they should */
static int
orchestrate (LsTransport *transport, int argc, char **argv, gboolean *is_over)
{
  const guint n = transport->n_peers;
  g_autofree const char **nodes = g_new0 (const char *, n + 1);
  g_autoptr (LsPool) pool = NULL;
  g_autoptr (LsPlacement) placement = NULL;
  GError *error = NULL;
  int status;

  for (guint i = 0; i < n; i++)
    nodes[i] = ls_transport_mpi_get_rank (transport, i + 1)->node;
  pool = ls_pool_new (transport, &error);
  if (pool == NULL)
    return ls_command_fail_error (LS_MPI_LOST, error);
  placement = ls_placement_new (pool, nodes, ls_transport_mpi_get_rank (transport, 0)->node);
  ls_job_set_opened_func (place, placement);
  ls_job_set_patient ();
  ls_system_set_maker (ls_placement_make, placement);
  status = judge (transport, pool, run (argc, argv));
  *is_over = ls_pool_get_loss (pool) == NULL && status != LS_MPI_LOST;
  return status;
}

static int
run_alone (int argc, char **argv)
{
  fprintf (stderr, "%s%s\n", _ ("note: "),
           _ ("there is no other rank: everything runs in this process (mpirun -np 4 …)"));
  return run (argc, argv);
}

/* ---- Both -------------------------------------------------------------------------------- */

/* Whether this is rank 0 by mpirun's environment: only one prints what all ranks know. */
static gboolean
is_first (void)
{
  const char *rank = g_getenv ("OMPI_COMM_WORLD_RANK");

  return rank == NULL || strcmp (rank, "0") == 0;
}

/* GLib prints the help wherever it is asked for and exits, which no rank may do. */
static gboolean
wants_help (int argc, char **argv)
{
  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    if (strcmp (argv[i], "-h") == 0 || g_str_has_prefix (argv[i], "--help"))
      return TRUE;
  return argc < 2;
}

/* Commands without MPI. Returns: whether it is one */
static gboolean
do_without (int argc, char **argv, int *status)
{
  const char *word = argc > 1 ? argv[1] : "";

  *status = argc > 1 ? 0 : 2;
  if (strcmp (word, "--version") == 0)
    {
      if (is_first ())
        printf ("lockstep-mpi %s\n", LS_VERSION);
      return TRUE;
    }
  if (strcmp (word, "estimate") == 0)
    {
      g_set_prgname ("lockstep-mpi estimate");
      if (is_first ())
        *status = ls_command_end_output (ls_mpi_estimate.run (argc - 1, argv + 1));
      return TRUE;
    }
  if (!wants_help (argc, argv))
    return FALSE;
  if (is_first () && argc < 2)
    ls_command_fail (2, _ ("mpirun -np RANKS lockstep-mpi [OPTION…] -o FILE MODEL, or lockstep-mpi "
                           "estimate; --help tells more"));
  else if (is_first ())
    run (argc, argv);
  return TRUE;
}

int
main (int argc, char **argv)
{
  LsTransport *transport;
  gboolean is_over = TRUE;
  int status, rank, n_ranks, level;

  ls_command_set_up ();
  g_set_prgname ("lockstep-mpi");
  ls_command_set_more_entries (entries);
  if (do_without (argc, argv, &status))
    return status;
  MPI_Init_thread (&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &n_ranks);
  /* A rank that an FMU ends would end all. */
  ls_isolation_suggest (LS_ISOLATION_GROUPED);
  if (n_ranks == 1)
    status = run_alone (argc, argv);
  else
    {
      transport = ls_transport_mpi_new ();
      status = rank == 0 ? orchestrate (transport, argc, argv, &is_over)
                         : work (transport, argc, argv);
      if (rank > 0)
        ls_transport_free (transport);
      is_over = is_over && status != LS_MPI_LOST;
    }
  fflush (stdout);
  if (!is_over)
    {
      ls_tempdir_remove_all ();
      MPI_Abort (MPI_COMM_WORLD, status);
    }
  MPI_Finalize ();
  return status;
}
