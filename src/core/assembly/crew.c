#include "core/assembly/crew.h"

#include "core/assembly/crew-remote.h"
#include "core/base/prefetch.h"
#include "core/base/team.h"
#include "core/fmi/guard.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* Parts of the work for each thread: more even out what others take of the processors. */
#define PARTS 8u
/* Timed passes on one thread, and tried ones on several. */
#define N_MEASURED 2u
#define N_TRIED 4u
/* Passes between looks at the decision for several threads; the first and the last pause after one
 * for a single thread. */
#define KEPT 256u
#define SHORTEST_PAUSE 1024u
#define LONGEST_PAUSE (1u << 20)
/* What threads have to save per pass to be tried, s: they have to be woken. */
#define LEAST_GAIN 20e-6
#define BETTER 0.9

typedef enum
{
  MODE_MEASURED, /* on one thread, each system timed */
  MODE_ALONE,    /* by the caller */
  MODE_TRIED,    /* on all threads, to be judged */
  MODE_TOGETHER
} Mode;

typedef struct
{
  Mode mode;
  guint left;             /* passes in this mode */
  guint pause;            /* of the next MODE_ALONE */
  double alone, together; /* s per pass: the least */
  double *costs;          /* n_units, s */
  guint *order;           /* n_units: units in parts */
  guint *parts;           /* n_parts + 1: positions in @order */
  guint n_parts;
} Plan;

typedef struct
{
  LsCrew *crew;
  LsNetwork view; /* a copy with counts of its own */
  LsLogShelf *shelf;
  LsCallClock clock;
  /* What is left of the part, positions in the order and in the unit; valid after an exit() of an
   * FMU. */
  guint at, end, in_unit;
  guint system;    /* worked on; n_systems: none */
  GError *problem; /* (nullable): that exit() */
} Member;

struct LsCrew
{
  guint n_systems, most;
  gboolean fixed;
  LsTeam *team; /* (nullable): made when needed */
  Member *members;
  LsLogShelf **shelves; /* of the members */
  /* Units: systems that stay together, in their order. */
  guint n_units;
  guint *unit_first, *unit_systems, *unit_of;
  Plan plans[LS_N_WORKS];
  LsCrewTally *tallies; /* n_systems */
  LsCrewRemote *remote; /* (nullable): then nothing else is used */
  /* The present work. */
  LsNetwork *network;
  const Plan *plan;
  LsCrewFunc func;
  gpointer data;
  guint next;   /* atomic: part */
  guint failed; /* atomic: the first system that has failed; n_systems: none */
};

static double
read_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- Units ------------------------------------------------------------------------------- */

static guint
find_root (guint roots[], guint k)
{
  while (roots[k] != k)
    k = roots[k] = roots[roots[k]];
  return k;
}

/* Systems with a helper in common: the root is the first one. */
static void
join_systems (const LsNetwork *network, guint roots[])
{
  g_autoptr (GHashTable) owners = g_hash_table_new (NULL, NULL);

  for (guint k = 0; k < network->n_systems; k++)
    {
      gconstpointer channels[LS_SYSTEM_MAX_CHANNELS];
      const guint n = ls_system_list_channels (network->systems[k], channels);

      roots[k] = k;
      for (guint i = 0; i < n; i++)
        {
          gpointer owner = g_hash_table_lookup (owners, channels[i]);
          guint other, mine = find_root (roots, k);

          if (owner == NULL)
            {
              g_hash_table_insert (owners, (gpointer)channels[i], GUINT_TO_POINTER (k + 1));
              continue;
            }
          other = find_root (roots, GPOINTER_TO_UINT (owner) - 1);
          roots[MAX (other, mine)] = MIN (other, mine);
        }
    }
}

static void
make_units (LsCrew *self, const LsNetwork *network)
{
  const guint n = network->n_systems;
  g_autofree guint *roots = g_new0 (guint, n + 1), *index = g_new0 (guint, n + 1);
  g_autofree guint *filled = NULL;

  join_systems (network, roots);
  self->unit_first = g_new0 (guint, n + 2);
  self->unit_systems = g_new0 (guint, n + 1);
  for (guint k = 0; k < n; k++)
    {
      const guint root = find_root (roots, k);

      index[k] = root == k ? self->n_units++ : index[root];
      self->unit_first[index[k] + 1]++;
    }
  for (guint i = 0; i < self->n_units; i++)
    self->unit_first[i + 1] += self->unit_first[i];
  self->unit_of = g_steal_pointer (&index);
  filled = g_memdup2 (self->unit_first, (self->n_units + 1) * sizeof *filled);
  for (guint k = 0; k < n; k++)
    self->unit_systems[filled[self->unit_of[k]]++] = k;
}

LsCrew *
ls_crew_new (const LsNetwork *network)
{
  const guint most = ls_team_get_most ();
  LsCrewRemote *remote = ls_crew_remote_new (network);
  LsCrew *self;

  if (remote != NULL)
    {
      self = g_new0 (LsCrew, 1);
      self->remote = remote;
      return self;
    }
  if (most < 2 || network->n_systems < 2)
    return NULL;
  self = g_new0 (LsCrew, 1);
  self->n_systems = network->n_systems;
  make_units (self, network);
  self->most = MIN (most, self->n_units);
  self->fixed = ls_team_get_threads () > 0;
  self->tallies = g_new0 (LsCrewTally, self->n_systems);
  for (guint i = 0; i < LS_N_WORKS; i++)
    self->plans[i] = (Plan){ .left = self->fixed ? 1 : N_MEASURED,
                             .pause = SHORTEST_PAUSE,
                             .alone = INFINITY };
  if (self->most > 1)
    return self;
  ls_crew_free (self);
  return NULL;
}

void
ls_crew_free (LsCrew *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; self->team != NULL && i < self->most; i++)
    {
      ls_log_shelf_free (self->members[i].shelf);
      g_clear_error (&self->members[i].problem);
    }
  ls_team_free (self->team);
  ls_crew_remote_free (self->remote);
  g_free (self->members);
  g_free (self->shelves);
  g_free (self->unit_first);
  g_free (self->unit_systems);
  g_free (self->unit_of);
  for (guint i = 0; i < LS_N_WORKS; i++)
    {
      g_free (self->plans[i].costs);
      g_free (self->plans[i].order);
      g_free (self->plans[i].parts);
    }
  g_free (self->tallies);
  g_free (self);
}

double
ls_crew_get_cpu_time (const LsCrew *self)
{
  if (self == NULL)
    return 0.0;
  return self->remote != NULL ? ls_crew_remote_get_cpu_time (self->remote)
                              : ls_team_get_cpu_time (self->team);
}

/* ---- Who does what ----------------------------------------------------------------------- */

static gint
compare_costs (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const double *costs = user_data;
  const guint x = *(const guint *)a, y = *(const guint *)b;

  if (costs[x] != costs[y])
    return costs[x] < costs[y] ? 1 : -1;
  return (x > y) - (x < y);
}

static gint
compare_units (gconstpointer a, gconstpointer b)
{
  const guint x = *(const guint *)a, y = *(const guint *)b;

  return (x > y) - (x < y);
}

/* Units that take a part or more come first, the longest before the others; the rest follows in the
 * order of the model, which is that of the memory. */
static void
share_out (LsCrew *self, Plan *plan)
{
  double sum = 0.0, part = 0.0;
  guint n_long = 0;

  if (plan->order == NULL)
    {
      plan->order = g_new0 (guint, self->n_units + 1);
      plan->parts = g_new0 (guint, self->n_units + 1);
    }
  for (guint i = 0; i < self->n_units; i++)
    {
      plan->order[i] = i;
      sum += plan->costs[i];
    }
  sum /= PARTS * self->most;
  g_qsort_with_data (plan->order, (gint)self->n_units, sizeof (guint), compare_costs, plan->costs);
  plan->n_parts = 0;
  while (n_long < self->n_units && plan->costs[plan->order[n_long]] >= sum)
    plan->parts[plan->n_parts++] = n_long++;
  qsort (plan->order + n_long, self->n_units - n_long, sizeof (guint), compare_units);
  for (guint i = n_long; i < self->n_units; i++)
    {
      if (part <= 0.0)
        plan->parts[plan->n_parts++] = i;
      part += plan->costs[plan->order[i]];
      if (part >= sum)
        part = 0.0;
    }
  plan->parts[plan->n_parts] = self->n_units;
}

static void
make_team (LsCrew *self)
{
  if (self->team != NULL)
    return;
  self->team = ls_team_new (self->most);
  self->most = ls_team_get_n (self->team);
  self->members = g_new0 (Member, self->most);
  self->shelves = g_new (LsLogShelf *, self->most);
  for (guint i = 0; i < self->most; i++)
    {
      self->members[i].crew = self;
      self->members[i].shelf = self->shelves[i] = ls_log_shelf_new ();
    }
}

static void
stay_alone (Plan *plan)
{
  plan->mode = MODE_ALONE;
  plan->left = plan->pause;
  plan->pause = MIN (2 * plan->pause, LONGEST_PAUSE);
}

static void
judge_measured (LsCrew *self, Plan *plan)
{
  const gboolean was_together = plan->together > 0.0;

  if (!self->fixed
      && (plan->alone * (1.0 - 1.0 / self->most) < LEAST_GAIN
          || (was_together && plan->together >= plan->alone)))
    {
      plan->together = 0.0;
      stay_alone (plan);
      return;
    }
  make_team (self);
  share_out (self, plan);
  plan->mode = was_together || self->fixed ? MODE_TOGETHER : MODE_TRIED;
  plan->left = plan->mode == MODE_TRIED ? N_TRIED : KEPT;
  plan->together = INFINITY;
}

/* After the last pass in a mode. */
static void
judge (LsCrew *self, Plan *plan)
{
  switch (plan->mode)
    {
    case MODE_MEASURED:
      judge_measured (self, plan);
      return;
    case MODE_TRIED:
      if (plan->together < BETTER * plan->alone)
        {
          plan->mode = MODE_TOGETHER;
          plan->left = KEPT;
          plan->pause = SHORTEST_PAUSE;
          return;
        }
      plan->together = 0.0;
      stay_alone (plan);
      return;
    case MODE_ALONE:
    case MODE_TOGETHER:
    default:
      plan->left = plan->mode == MODE_TOGETHER ? 1 : N_MEASURED;
      plan->mode = MODE_MEASURED;
      plan->alone = INFINITY;
    }
}

/* ---- Work -------------------------------------------------------------------------------- */

/* For the systems after system @k. */
static inline void
prefetch (const LsNetwork *network, guint k, gboolean steps)
{
  for (guint stage = 0; stage < LS_PREFETCH_STAGES; stage++)
    if (ls_prefetch_find (k, stage) < network->n_systems)
      ls_system_prefetch (network->systems[ls_prefetch_find (k, stage)], stage, steps);
}

static LsStatus
work_alone (LsNetwork *network, LsWork work, LsCrewFunc func, gpointer data)
{
  const gboolean prefetches = network->n_systems >= LS_PREFETCH_LEAST;

  for (guint k = 0; k < network->n_systems; k++)
    {
      LsStatus status;

      if (prefetches)
        prefetch (network, k, work != LS_WORK_PREPARE);
      status = func (network, k, data);

      if (G_UNLIKELY (status != LS_OK))
        {
          network->failed = k;
          return status;
        }
    }
  return LS_OK;
}

/* As work_alone(), with the cost of each unit. */
static LsStatus
work_measured (LsCrew *self, LsNetwork *network, Plan *plan, LsCrewFunc func, gpointer data)
{
  const double start = read_clock ();
  double last = start;

  if (plan->costs == NULL)
    plan->costs = g_new0 (double, self->n_units + 1);
  memset (plan->costs, 0, self->n_units * sizeof (double));
  for (guint k = 0; k < self->n_systems; k++)
    {
      const LsStatus status = func (network, k, data);
      const double now = read_clock ();

      if (G_UNLIKELY (status != LS_OK))
        {
          network->failed = k;
          plan->left++;
          return status;
        }
      plan->costs[self->unit_of[k]] += now - last;
      last = now;
    }
  plan->alone = fmin (plan->alone, last - start);
  return LS_OK;
}

static void
note_failure (LsCrew *self, guint system)
{
  guint first = __atomic_load_n (&self->failed, __ATOMIC_RELAXED);

  while (system < first
         && !__atomic_compare_exchange_n (&self->failed, &first, system, FALSE, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED))
    ;
}

static void
work_on_system (Member *self, guint system)
{
  if (system > __atomic_load_n (&self->crew->failed, __ATOMIC_RELAXED))
    return;
  self->system = system;
  ls_log_put_on_shelf (self->shelf, system);
  self->crew->tallies[system]
      = ls_crew_tally_work (&self->view, system, self->crew->func, self->crew->data);
  if (G_UNLIKELY (self->crew->tallies[system].status != LS_OK))
    note_failure (self->crew, system);
}

static void
take_part (Member *self)
{
  const Plan *plan = self->crew->plan;
  const guint part = __atomic_fetch_add (&self->crew->next, 1, __ATOMIC_RELAXED);

  self->at = part < plan->n_parts ? plan->parts[part] : G_MAXUINT;
  self->end = part < plan->n_parts ? plan->parts[part + 1] : 0;
  self->in_unit = 0;
}

/* All that this member gets. */
static gboolean
work_on_parts (gpointer data, GError **error G_GNUC_UNUSED)
{
  Member *self = data;
  const LsCrew *crew = self->crew;

  for (;;)
    {
      while (self->at < self->end)
        {
          const guint unit = crew->plan->order[self->at];
          const guint system = crew->unit_systems[crew->unit_first[unit] + self->in_unit];

          if (crew->unit_first[unit] + ++self->in_unit == crew->unit_first[unit + 1])
            {
              self->at++;
              self->in_unit = 0;
            }
          work_on_system (self, system);
        }
      if (self->at == G_MAXUINT)
        return TRUE;
      take_part (self);
    }
}

/* An FMU that has called exit() ends the work on its system only. */
static void
work_as_member (guint member, gpointer data)
{
  LsCrew *crew = data;
  Member *self = &crew->members[member];
  LsCallClock *outer = ls_instance_exchange_clock (NULL);

  self->view = *crew->network;
  self->clock = (LsCallClock){ .clock = outer != NULL ? outer->clock : CLOCK_MONOTONIC };
  if (crew->network->clock != NULL)
    {
      self->clock.clock = crew->network->clock->clock;
      ls_instance_exchange_clock (&self->clock);
    }
  self->at = self->end = 0;
  g_clear_error (&self->problem);
  while (!ls_guard_run (work_on_parts, self, self->problem == NULL ? &self->problem : NULL))
    {
      crew->tallies[self->system] = (LsCrewTally){ .status = LS_STOP };
      note_failure (crew, self->system);
    }
  ls_log_put_on_shelf (NULL, 0);
  ls_instance_exchange_clock (outer);
}

/* Processor time adds up; of other time it is what the member took that was in calls for longest.
 */
static void
sum_up_clocks (LsCrew *self, LsCallClock *clock)
{
  const LsCallClock *longest = &self->members[0].clock;

  for (guint i = 0; i < self->most; i++)
    {
      const LsCallClock *one = &self->members[i].clock;

      if (one->time > longest->time)
        longest = one;
      if (clock->clock != CLOCK_MONOTONIC)
        {
          clock->time += one->time;
          clock->n_calls += one->n_calls;
        }
    }
  if (clock->clock == CLOCK_MONOTONIC)
    {
      clock->time += longest->time;
      clock->n_calls += longest->n_calls;
    }
}

static LsStatus
work_together (LsCrew *self, LsNetwork *network, Plan *plan, LsCrewFunc func, gpointer data)
{
  const double start = read_clock ();
  LsStatus status = LS_OK;

  self->network = network;
  self->plan = plan;
  self->func = func;
  self->data = data;
  self->next = 0;
  self->failed = self->n_systems;
  ls_team_work (self->team, work_as_member, self);
  ls_crew_tally_add (network, self->tallies, MIN (self->failed + 1, self->n_systems));
  if (network->clock != NULL)
    sum_up_clocks (self, network->clock);
  ls_log_clear_shelves (self->shelves, self->most, self->failed);
  if (G_UNLIKELY (self->failed < self->n_systems))
    {
      network->failed = self->failed;
      status = self->tallies[self->failed].status;
      for (guint i = 0; i < self->most; i++)
        if (self->members[i].problem != NULL && network->problem == NULL)
          network->problem = g_steal_pointer (&self->members[i].problem);
    }
  else
    plan->together = fmin (plan->together, read_clock () - start);
  return status;
}

/* ---- For users --------------------------------------------------------------------------- */

gboolean
ls_crew_is_wanted (LsCrew *self, LsWork work)
{
  Plan *plan;

  if (G_LIKELY (self == NULL))
    return FALSE;
  if (self->remote != NULL)
    return TRUE;
  plan = &self->plans[work];
  if (G_UNLIKELY (plan->left == 0))
    judge (self, plan);
  plan->left--;
  return plan->mode != MODE_ALONE;
}

LsStatus
ls_crew_work (LsNetwork *network, LsWork work, LsCrewFunc func, gpointer data)
{
  LsCrew *self = network->crew;
  Plan *plan = &self->plans[work];

  if (self->remote != NULL && network->step_observer == NULL)
    return ls_crew_remote_work (self->remote, network, func, data);
  /* What observes the steps of single systems sees them in their order. Nothing is measured then,
   * so nothing is to be judged either. */
  if (network->step_observer != NULL)
    {
      plan->left++;
      return work_alone (network, work, func, data);
    }
  if (plan->mode == MODE_MEASURED)
    return work_measured (self, network, plan, func, data);
  return work_together (self, network, plan, func, data);
}

LsStatus
ls_crew_each (LsNetwork *network, LsWork work, LsCrewFunc func, gpointer data)
{
  return ls_crew_is_wanted (network->crew, work) ? ls_crew_work (network, work, func, data)
                                                 : work_alone (network, work, func, data);
}
