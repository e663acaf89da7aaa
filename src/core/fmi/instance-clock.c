/* Time spent inside FMUs: while a clock is set, the operations table of an instance is replaced by
 * one that reads the clock around every call. Without a clock, calls have no overhead. */
#include "core/fmi/instance-impl.h"

#include <time.h>

/* @kind is the first member, so that the pointer to an instance's table can be cast. */
typedef struct
{
  LsInstanceKind kind;
  const LsInstanceKind *inner;
} Timed;

static _Thread_local LsCallClock *current;

static double
read_clock (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static const LsInstanceKind *
get_inner (const LsInstance *self)
{
  return ((const Timed *)(const void *)self->kind)->inner;
}

/* Defines an operation that times the same operation of the inner table. */
#define TIMED(name, parameters, arguments)                                                         \
  static LsStatus timed_##name parameters                                                          \
  {                                                                                                \
    LsCallClock *clock = current;                                                                  \
    const double start = read_clock (clock->clock);                                                \
    LsStatus status = get_inner (self)->name arguments;                                            \
                                                                                                   \
    clock->time += read_clock (clock->clock) - start;                                              \
    clock->n_calls++;                                                                              \
    return status;                                                                                 \
  }

typedef const guint32 *References;

TIMED (get_real, (LsInstance * self, References r, gsize n, double v[]), (self, r, n, v))
TIMED (get_integer, (LsInstance * self, References r, gsize n, int v[]), (self, r, n, v))
TIMED (get_boolean, (LsInstance * self, References r, gsize n, int v[]), (self, r, n, v))
TIMED (get_string, (LsInstance * self, References r, gsize n, const char *v[]), (self, r, n, v))
TIMED (set_real, (LsInstance * self, References r, gsize n, const double v[]), (self, r, n, v))
TIMED (set_integer, (LsInstance * self, References r, gsize n, const int v[]), (self, r, n, v))
TIMED (set_boolean, (LsInstance * self, References r, gsize n, const int v[]), (self, r, n, v))
TIMED (set_string,
       (LsInstance * self, References r, gsize n, const char *const v[]),
       (self, r, n, v))
TIMED (get_directional_derivative,
       (LsInstance * self,
        References z,
        gsize n_z,
        References v,
        gsize n_v,
        const double dv[],
        double dz[]),
       (self, z, n_z, v, n_v, dv, dz))
TIMED (save, (LsInstance * self, LsSavedState **state), (self, state))
TIMED (restore, (LsInstance * self, LsSavedState *state), (self, state))
TIMED (set_input_derivatives,
       (LsInstance * self, References r, gsize n, const int orders[], const double v[]),
       (self, r, n, orders, v))
TIMED (get_output_derivatives,
       (LsInstance * self, References r, gsize n, const int orders[], double v[]),
       (self, r, n, orders, v))
TIMED (do_step,
       (LsInstance * self, double h, gboolean no_set_state_prior, double *reached),
       (self, h, no_set_state_prior, reached))
TIMED (set_time, (LsInstance * self, double t), (self, t))
TIMED (set_states, (LsInstance * self, const double x[]), (self, x))
TIMED (get_states, (LsInstance * self, double x[]), (self, x))
TIMED (get_state_derivatives, (LsInstance * self, double dx[]), (self, dx))
TIMED (get_event_indicators, (LsInstance * self, double z[]), (self, z))
TIMED (enter_event_mode, (LsInstance * self), (self))
TIMED (enter_continuous_time_mode, (LsInstance * self), (self))
TIMED (completed_step,
       (LsInstance * self, gboolean no_set_state_prior, gboolean *event, gboolean *terminate),
       (self, no_set_state_prior, event, terminate))
TIMED (update_discrete_states, (LsInstance * self, LsEventInfo *info), (self, info))

/* All items are timed as one call: the overhead between the FMUs is negligible. */
static LsStatus
timed_hold_steps (const LsBatchItem items[],
                  guint n,
                  double h,
                  const double u[],
                  double y[],
                  LsBatchResult *result)
{
  LsCallClock *clock = current;
  const double start = read_clock (clock->clock);
  LsStatus status = get_inner (items[0].instance)->hold_steps (items, n, h, u, y, result);

  clock->time += read_clock (clock->clock) - start;
  clock->n_calls++;
  return status;
}

static LsStatus
timed_evaluate (const LsBatchItem *item, gsize n_outputs, const double u[], double y[])
{
  LsCallClock *clock = current;
  const double start = read_clock (clock->clock);
  LsStatus status = get_inner (item->instance)->evaluate (item, n_outputs, u, y);

  clock->time += read_clock (clock->clock) - start;
  clock->n_calls++;
  return status;
}

/* Operations missing in the inner table stay %NULL. */
#define WRAP(name)                                                                                 \
  if (inner->name != NULL)                                                                         \
  timed->kind.name = timed_##name

static void
wrap (Timed *timed, const LsInstanceKind *inner)
{
  timed->kind = *inner;
  timed->inner = inner;
  WRAP (get_real);
  WRAP (get_integer);
  WRAP (get_boolean);
  WRAP (get_string);
  WRAP (set_real);
  WRAP (set_integer);
  WRAP (set_boolean);
  WRAP (set_string);
  WRAP (get_directional_derivative);
  WRAP (save);
  WRAP (restore);
  WRAP (set_input_derivatives);
  WRAP (get_output_derivatives);
  WRAP (do_step);
  WRAP (hold_steps);
  WRAP (evaluate);
  WRAP (set_time);
  WRAP (set_states);
  WRAP (get_states);
  WRAP (get_state_derivatives);
  WRAP (get_event_indicators);
  WRAP (enter_event_mode);
  WRAP (enter_continuous_time_mode);
  WRAP (completed_step);
  WRAP (update_discrete_states);
}

/* Returns: (nullable): the timed table for @inner; %NULL if @inner is itself a timed table. */
static Timed *
get_timed (const LsInstanceKind *inner)
{
  static Timed *timed;
  guint n;
  const LsInstanceKind *const *kinds = ls_instance_list_kinds (&n);

  if (g_once_init_enter (&timed))
    {
      Timed *made = g_new0 (Timed, n);

      for (guint i = 0; i < n; i++)
        wrap (&made[i], kinds[i]);
      g_once_init_leave (&timed, made);
    }
  for (guint i = 0; i < n; i++)
    if (inner == kinds[i])
      return &timed[i];
  return NULL;
}

void
ls_instance_set_clock (LsInstance *self, LsCallClock *clock)
{
  g_return_if_fail (self != NULL);

  Timed *timed = get_timed (self->kind);

  current = clock;
  if (clock != NULL && timed != NULL)
    self->kind = &timed->kind;
  else if (clock == NULL && timed == NULL)
    self->kind = get_inner (self);
}

LsCallClock *
ls_instance_exchange_clock (LsCallClock *clock)
{
  LsCallClock *last = current;

  current = clock;
  return last;
}
