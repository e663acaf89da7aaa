/* What a run has reached, and its counts. */
#include "core/assembly/crew.h"
#include "core/assembly/initialise.h"
#include "core/master/master-impl.h"

double
ls_master_get_time (const LsMaster *self)
{
  return self->origin + self->network.time;
}

double
ls_master_get_elapsed (const LsMaster *self)
{
  return self->network.time;
}

gboolean
ls_master_is_done (const LsMaster *self)
{
  return self->done;
}

guint64
ls_master_get_n_steps (const LsMaster *self)
{
  return self->network.control != NULL ? self->step : self->n_steps;
}

void
ls_master_get_counts (const LsMaster *self, LsCounts *counts)
{
  *counts = self->network.counts;
}

const LsCounts *
ls_master_peek_counts (const LsMaster *self)
{
  return &self->network.counts;
}

double
ls_master_get_residual (const LsMaster *self)
{
  return self->network.residual;
}

double
ls_master_get_last_step (const LsMaster *self)
{
  return self->last_step;
}

GPtrArray *
ls_master_list_loops (const LsMaster *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_initialise_list_loops (self->network.initialise);
}

double
ls_master_get_start_residual (const LsMaster *self)
{
  return self->start_residual;
}

double
ls_master_get_cpu_time (const LsMaster *self)
{
  return ls_crew_get_cpu_time (self->network.crew);
}

const char *
ls_master_get_ended (const LsMaster *self, double *time)
{
  const LsNetwork *network = &self->network;

  for (guint k = 0; k < network->n_systems; k++)
    if (ls_system_has_ended (network->systems[k]))
      {
        /* Other components may have reached less. */
        *time = network->n_systems == 1 ? ls_system_get_time (network->systems[k]) : network->time;
        return ls_system_get_info (network->systems[k])->name;
      }
  return NULL;
}
