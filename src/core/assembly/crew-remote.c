/* Systems somewhere else: the work on each goes on until it needs an answer. */
#include "core/assembly/crew-remote.h"

#include "core/remote/system-remote.h"

struct LsCrewRemote
{
  LsPool *pool;
  guint n_systems;
  LsNetwork *views; /* n_systems: copies with counts of their own */
  LsCrewTally *tallies;
  LsLogShelf *shelf;
  double cpu_time; /* of the workers before, s */
  LsCrewFunc func;
  gpointer data;
};

LsCrewRemote *
ls_crew_remote_new (const LsNetwork *network)
{
  LsPool *pool = network->n_systems > 0 ? ls_system_remote_get_pool (network->systems[0]) : NULL;
  LsCrewRemote *self;

  if (pool == NULL)
    return NULL;
  self = g_new0 (LsCrewRemote, 1);
  *self = (LsCrewRemote){ .pool = pool,
                          .n_systems = network->n_systems,
                          .views = g_new0 (LsNetwork, network->n_systems),
                          .tallies = g_new0 (LsCrewTally, network->n_systems),
                          .shelf = ls_log_shelf_new (),
                          .cpu_time = ls_pool_get_cpu_time (pool) };
  return self;
}

void
ls_crew_remote_free (LsCrewRemote *self)
{
  if (self == NULL)
    return;
  g_free (self->views);
  g_free (self->tallies);
  ls_log_shelf_free (self->shelf);
  g_free (self);
}

double
ls_crew_remote_get_cpu_time (const LsCrewRemote *self)
{
  return ls_pool_get_cpu_time (self->pool) - self->cpu_time;
}

static void
work_on_system (guint system, gpointer data)
{
  LsCrewRemote *self = data;

  self->tallies[system] = ls_crew_tally_work (&self->views[system], system, self->func, self->data);
}

/* Messages of systems are logged later, in the order of the systems. */
static void
take_turn (guint system, gpointer data)
{
  ls_log_put_on_shelf (((LsCrewRemote *)data)->shelf, system);
}

LsStatus
ls_crew_remote_work (LsCrewRemote *self, LsNetwork *network, LsCrewFunc func, gpointer data)
{
  guint failed = 0;

  self->func = func;
  self->data = data;
  for (guint k = 0; k < self->n_systems; k++)
    self->views[k] = *network;
  ls_pool_run (self->pool, self->n_systems, work_on_system, take_turn, self);
  ls_log_put_on_shelf (NULL, 0);
  while (failed < self->n_systems && self->tallies[failed].status == LS_OK)
    failed++;
  ls_crew_tally_add (network, self->tallies, MIN (failed + 1, self->n_systems));
  ls_log_clear_shelves (&self->shelf, 1, failed);
  if (G_LIKELY (failed == self->n_systems))
    return LS_OK;
  network->failed = failed;
  return self->tallies[failed].status;
}
