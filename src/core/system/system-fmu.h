/* FMU components, by either interface; ls_system_new() chooses it. */
#pragma once

#include "core/system/system.h"

/* Co-Simulation, with the solver of the FMU. */
LsSystem *ls_system_cs_new (const LsComponent *component, double start_time, double stop_time,
                            double tolerance, LsLog *log, GError **error);
/* Model Exchange, with a solver of Lockstep. */
LsSystem *ls_system_me_new (const LsComponent *component, double start_time, double stop_time,
                            double tolerance, LsLog *log, GError **error);

/**
 * LsSystemMeParts: parts borrowed from a system
 * @state_refs, @derivative_refs: n_state; @output_refs: n_out
 * @known_refs: states, continuous inputs
 * @n_discrete, @discrete: indices of the inputs that may be set in event mode only
 * @refs: work array with one entry per variable; @known: n_state + n_in numbers
 *
 * A Model Exchange component, for users that integrate its states themselves.
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

/* Returns: %FALSE if @self is no such component. */
gboolean ls_system_get_me_parts (LsSystem *self, LsSystemMeParts *parts);
/* Next time event, s; infinite for none. After ls_system_start(). */
double   ls_system_get_next_time (const LsSystem *self);
/* Stores @value, as given by the source, for discrete input @index (of n_discrete), to be set in
 * the next event mode. */
void     ls_system_let_wait (LsSystem *self, guint index, double value);
/* Whether values are stored for the next event mode; ls_system_set_waiting() sets them, in it. */
gboolean ls_system_is_waiting (const LsSystem *self);
LsStatus ls_system_set_waiting (LsSystem *self);
