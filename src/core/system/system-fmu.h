/* Components that are FMUs, each by one of its interfaces; ls_system_new() chooses. */
#pragma once

#include "core/system/system.h"

/* For Co-Simulation, with the FMU's own solver. */
LsSystem *ls_system_cs_new (const LsComponent *component, double start_time, double stop_time,
                            double tolerance, LsLog *log, GError **error);
/* For Model Exchange, with a solver of ours. */
LsSystem *ls_system_me_new (const LsComponent *component, double start_time, double stop_time,
                            double tolerance, LsLog *log, GError **error);

/**
 * LsSystemMeParts: borrowed from the system
 * @state_refs, @derivative_refs: n_state; @output_refs: n_out
 * @known_refs: states, continuous inputs
 * @n_discrete, @discrete: which inputs may be set in event mode only
 * @refs: room for as many as there are variables; @known: for n_state + n_in numbers
 *
 * A component for Model Exchange, for those who move its states themselves.
 */
typedef struct
{
  LsInstance *instance;
  const guint32 *state_refs, *derivative_refs, *output_refs, *known_refs;
  guint n_discrete;
  const guint *discrete;
  guint32 *refs;
  double *known;
} LsSystemMeParts;

/* Returns: %FALSE where it is not one. */
gboolean ls_system_get_me_parts (LsSystem *self, LsSystemMeParts *parts);
/* Next time event, s; infinite for none. After ls_system_start(). */
double   ls_system_get_next_time (const LsSystem *self);
/* @value, as the source gave it, waits for the next event mode to become discrete input @index
 * (of n_discrete). */
void     ls_system_let_wait (LsSystem *self, guint index, double value);
/* Whether values wait for the next event mode; and to set them, in it. */
gboolean ls_system_is_waiting (const LsSystem *self);
LsStatus ls_system_set_waiting (LsSystem *self);
