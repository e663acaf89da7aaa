/* One FMU of Model Exchange with a solver: what FMI 2.0, section 3.2, asks of who integrates. */
#pragma once

#include "core/system/solver.h"
#include "core/fmi/instance.h"
#include "core/ode/project.h"

typedef struct LsExchange LsExchange;

/* A quantised state has begun anew. */
typedef struct
{
  double time; /* s */
  guint state;
} LsFired;

/**
 * LsExchangeUser:
 * @n_inputs, @input_refs: the continuous Real inputs to be set; borrowed
 * @get_inputs: (nullable): their values at @t, s, in the present step, also a little after it
 * @set_discrete: (nullable): in the event mode of an interruption: sets all that may only be set
 *   there, and from then on @get_inputs gives the values after it
 * @at_event: (nullable): the FMU can be read, before (@after is %FALSE) and after an event
 * @observe: (nullable): after each step up to an event; ls_exchange_place() works in [@from, @to]
 *
 * What the owner of an exchange does for it; all are called by ls_exchange_advance() and
 * ls_exchange_interrupt().
 */
typedef struct
{
  guint n_inputs;
  const guint32 *input_refs;
  void (*get_inputs) (double t, double u[], gpointer user_data);
  LsStatus (*set_discrete) (double t, gpointer user_data);
  LsStatus (*at_event) (double t, gboolean after, gpointer user_data);
  LsStatus (*observe) (double from, double to, gpointer user_data);
  gpointer user_data;
} LsExchangeUser;

/**
 * ls_exchange_new:
 * @instance: of Model Exchange, just out of initialisation mode; borrowed
 * @stop_time: s
 *
 * Iterates the first event, enters continuous-time mode and starts the solver.
 *
 * Returns: (transfer full): %NULL with an error naming the component.
 */
LsExchange *ls_exchange_new (LsInstance *instance,
                             const LsSolver *solver,
                             const LsExchangeUser *user,
                             double stop_time,
                             LsLog *log,
                             GError **error);
void ls_exchange_free (LsExchange *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsExchange, ls_exchange_free)

/* To @t_end, s, exactly, or as far as the FMU wants to go: ls_exchange_is_terminated(). The
 * instance is there then. On failure the log says why; to be restored before it goes on. */
LsStatus ls_exchange_advance (LsExchange *self, double t_end);
/* The inputs are others from the time reached on; with @event in an event, else only where they
 * move an event indicator to its other domain. */
LsStatus ls_exchange_interrupt (LsExchange *self, gboolean event);
/* With the inputs of now, states that are kept to constraints: to where these hold, if that is
 * further than a tenth of the tolerance. @moved: (out): whether it was; %LS_STOP when they cannot
 * be met, the log says why. */
LsStatus ls_exchange_keep (LsExchange *self, gboolean *moved);
/* The same, with an event, at @t to come, s, in one with what else happens there. */
void ls_exchange_announce (LsExchange *self, double t);
/* Brings the instance to @t within the step just taken, for observe(). */
LsStatus ls_exchange_place (LsExchange *self, double t);
/* Brings the instance back to the time reached, after whatever it was asked elsewhere. */
LsStatus ls_exchange_return (LsExchange *self);

double ls_exchange_get_time (const LsExchange *self);
/* At the time reached, borrowed. */
const double *ls_exchange_get_states (const LsExchange *self);
gboolean ls_exchange_is_terminated (const LsExchange *self);
/* Next time event, s; infinite for none. */
double ls_exchange_get_next_time (const LsExchange *self);
void ls_exchange_get_counts (const LsExchange *self, LsHybridCounts *counts);
guint64 ls_exchange_get_n_events (const LsExchange *self);
/* From here on events of quantised states are noted, whose list is for the caller to empty.
 * Returns: (nullable): element-type LsFired: borrowed; %NULL where there are no such states */
GArray *ls_exchange_note_fired (LsExchange *self);
/* Returns: whether the states are kept to constraints of the FMU. */
gboolean ls_exchange_get_projections (const LsExchange *self, LsProjectionCounts *counts);

/* One saved point. An FMU that cannot save its state is brought back by its states, which
 * does for it unless there was an event in between: then %LS_STOP, and the log says so.
 * @expected and ls_exchange_forget_saved() are as those of systems. */
LsStatus ls_exchange_save (LsExchange *self, gboolean expected);
void     ls_exchange_forget_saved (LsExchange *self);
LsStatus ls_exchange_restore (LsExchange *self);
