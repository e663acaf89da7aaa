#include "mpi/transport-mpi.h"

#include "core/base/interrupt.h"
#include "core/base/status.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* How long it looks for a message without a pause, lets others run in between, and sleeps, µs. A
 * rank beside as many as there are processors never looks without a pause. */
#define LOOKING 50
#define YIELDING 3000
#define SHORTEST_SLEEP 50
#define LONGEST_SLEEP 1000
/* Interval between checks for other events, µs. */
#define PATIENCE 50000
/* A worker told to end still waits this long, µs: the orchestrator may have further requests and
 * results to write, and mpirun ends all ranks soon after the first one. */
#define LAST_ANSWERS (10 * G_USEC_PER_SEC)
#define TAG 0

typedef struct
{
  LsTransport base;
  int rank, n_ranks;
  LsMpiRank *ranks; /* of rank 0: n_ranks */
  gboolean is_crowded;
} Mpi;

static volatile sig_atomic_t is_given_up;

void
ls_transport_mpi_give_up (void)
{
  is_given_up = 1;
}

/* Of a peer. */
static int
get_rank (const Mpi *self, guint peer)
{
  return self->rank == 0 ? (int)peer + 1 : 0;
}

static char *
describe (LsTransport *base, guint peer)
{
  const Mpi *self = (const Mpi *)base;
  const int rank = get_rank (self, peer);

  /* Translators: number of a process of an MPI program, name of a machine. */
  return self->ranks != NULL ? g_strdup_printf (_ ("rank %d on %s"), rank, self->ranks[rank].host)
                             : g_strdup_printf (_ ("rank %d"), rank);
}

static gboolean
fail_lost (LsTransport *base, guint peer, GError **error)
{
  g_autofree char *who = describe (base, peer);

  return ls_fail (error, LS_ERROR_RUN, _ ("%s has ended"), who);
}

/* ---- Waiting ----------------------------------------------------------------------------- */

/* The process of a rank on this machine; one that has ended but is still listed counts as ended. */
static gboolean
is_dead (const LsMpiRank *rank)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", rank->process);
  g_autofree char *text = NULL;
  const char *state;

  if (kill (rank->process, 0) != 0)
    return errno == ESRCH;
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  state = strrchr (text, ')');
  return state != NULL && (g_str_has_prefix (state, ") Z") || g_str_has_prefix (state, ") X"));
}

/* Whether rank 0 sees that a rank of its machine has ended. */
static gboolean
is_lost (const Mpi *self, int rank)
{
  return self->ranks != NULL && strcmp (self->ranks[rank].host, self->ranks[0].host) == 0
         && is_dead (&self->ranks[rank]);
}

guint
ls_transport_mpi_find_dead (const LsTransport *base)
{
  const Mpi *self = (const Mpi *)base;

  for (int i = 1; i < self->n_ranks; i++)
    if (is_lost (self, i))
      return (guint)i;
  return 0;
}

/* What may end a wait. Returns: whether it does, with an error. */
static gboolean
look_around (LsTransport *base, gint64 waited, GError **error)
{
  const Mpi *self = (const Mpi *)base;
  const guint dead = ls_transport_mpi_find_dead (base);

  if (dead > 0)
    return !fail_lost (base, dead - 1, error);
  if (ls_interrupt_is_wanted () || (self->rank == 0 && is_given_up))
    {
      g_set_error_literal (error, LS_ERROR, LS_ERROR_CANCELLED, _ ("cancelled"));
      return TRUE;
    }
  return self->rank > 0 && is_given_up && waited > LAST_ANSWERS && !fail_lost (base, 0, error);
}

/* Polls: a blocking MPI receive occupies a processor that ranks may share, and neither a signal nor
 * the loss of a rank ends it. */
static void
pause_for (const Mpi *self, gint64 waited)
{
  if (waited < LOOKING && !self->is_crowded)
    return;
  if (waited < YIELDING)
    sched_yield ();
  else
    g_usleep ((gulong)CLAMP (waited / 20, SHORTEST_SLEEP, LONGEST_SLEEP));
}

/* A message is abandoned only when its peer will never receive it: the peer has ended, or the
 * program has been ending for long. On an interruption it waits, as a living peer receives it. */
static gboolean
is_beyond_reach (const Mpi *self, guint peer, gint64 waited)
{
  return is_lost (self, get_rank (self, peer)) || (is_given_up && waited > LAST_ANSWERS);
}

/* Returns: whether there is a message. */
static gboolean
wait_for_message (LsTransport *base, int from, MPI_Status *status, GError **error)
{
  const Mpi *self = (const Mpi *)base;
  gint64 begin = 0, looked = 0;
  int there = 0;

  MPI_Iprobe (from, TAG, MPI_COMM_WORLD, &there, status);
  while (!there)
    {
      const gint64 now = g_get_monotonic_time ();

      if (begin == 0)
        begin = looked = now;
      if (now - looked > PATIENCE)
        {
          if (look_around (base, now - begin, error))
            return FALSE;
          looked = now;
        }
      pause_for (self, now - begin);
      MPI_Iprobe (from, TAG, MPI_COMM_WORLD, &there, status);
    }
  return TRUE;
}

/* Until the peer has it, or will have it: a long message is taken only when the peer asks for it,
 * which one that has ended never does. */
static gboolean
wait_for_delivery (LsTransport *base, guint peer, MPI_Request *request, GError **error)
{
  const Mpi *self = (const Mpi *)base;
  gint64 begin = 0, looked = 0;
  int is_done = 0;

  while (MPI_Test (request, &is_done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !is_done)
    {
      const gint64 now = g_get_monotonic_time ();

      if (begin == 0)
        begin = looked = now;
      if (now - looked > PATIENCE)
        {
          if (is_beyond_reach (self, peer, now - begin))
            break;
          looked = now;
        }
      pause_for (self, now - begin);
    }
  if (is_done)
    return TRUE;
  if (*request != MPI_REQUEST_NULL)
    MPI_Request_free (request);
  return fail_lost (base, peer, error);
}

static gboolean
send_message (LsTransport *base, guint peer, const guint8 *data, gsize size, GError **error)
{
  MPI_Request request;

  if (size > G_MAXINT)
    return ls_fail (error, LS_ERROR_LIMIT, _ ("a message of %.0f bytes is too long"), (double)size);
  if (MPI_Isend (data, (int)size, MPI_BYTE, get_rank ((const Mpi *)base, peer), TAG, MPI_COMM_WORLD,
                 &request)
      != MPI_SUCCESS)
    return fail_lost (base, peer, error);
  return wait_for_delivery (base, peer, &request, error);
}

static int
receive (LsTransport *base, guint peer, GByteArray *message, GError **error)
{
  const Mpi *self = (const Mpi *)base;
  const int from = peer < base->n_peers ? get_rank (self, peer) : MPI_ANY_SOURCE;
  MPI_Status status;
  int size;

  if (!wait_for_message (base, from, &status, error))
    return -1;
  MPI_Get_count (&status, MPI_BYTE, &size);
  g_byte_array_set_size (message, (guint)size);
  if (MPI_Recv (message->data, size, MPI_BYTE, status.MPI_SOURCE, TAG, MPI_COMM_WORLD,
                MPI_STATUS_IGNORE)
      == MPI_SUCCESS)
    return self->rank == 0 ? status.MPI_SOURCE - 1 : 0;
  fail_lost (base, (guint)MAX (status.MPI_SOURCE - 1, 0), error);
  return -1;
}

/* ---- A new one --------------------------------------------------------------------------- */

static void
free_mpi (LsTransport *base)
{
  g_free (((Mpi *)base)->ranks);
  g_free (base);
}

static LsMpiRank
describe_self (void)
{
  LsMpiRank self = { .process = (int)getpid () };
  char name[MPI_MAX_PROCESSOR_NAME];
  const char *node = g_getenv ("LOCKSTEP_NODE");
  int length;

  MPI_Get_processor_name (name, &length);
  g_strlcpy (self.host, name, sizeof self.host);
  g_strlcpy (self.node, node != NULL ? node : name, sizeof self.node);
  return self;
}

/* Whether any machine has more ranks than this one has processors; all learn it. */
static gboolean
find_crowd (const Mpi *self)
{
  int most = 0;

  for (int i = 0; self->ranks != NULL && i < self->n_ranks; i++)
    {
      int n = 0;

      for (int k = 0; k < self->n_ranks; k++)
        n += strcmp (self->ranks[i].host, self->ranks[k].host) == 0;
      most = MAX (most, n);
    }
  MPI_Bcast (&most, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return most > (int)g_get_num_processors ();
}

LsTransport *
ls_transport_mpi_new (void)
{
  Mpi *self = g_new0 (Mpi, 1);
  const LsMpiRank own = describe_self ();

  MPI_Comm_set_errhandler (MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank (MPI_COMM_WORLD, &self->rank);
  MPI_Comm_size (MPI_COMM_WORLD, &self->n_ranks);
  self->base = (LsTransport){ .n_peers = self->rank == 0 ? (guint)self->n_ranks - 1 : 1,
                              .send = send_message,
                              .receive = receive,
                              .describe = describe,
                              .free = free_mpi };
  if (self->rank == 0)
    self->ranks = g_new0 (LsMpiRank, self->n_ranks);
  MPI_Gather (&own, sizeof own, MPI_BYTE, self->ranks, sizeof own, MPI_BYTE, 0, MPI_COMM_WORLD);
  self->is_crowded = find_crowd (self);
  return &self->base;
}

const LsMpiRank *
ls_transport_mpi_get_rank (const LsTransport *base, guint rank)
{
  const Mpi *self = (const Mpi *)base;

  g_return_val_if_fail (self->ranks != NULL && (int)rank < self->n_ranks, NULL);

  return &self->ranks[rank];
}
