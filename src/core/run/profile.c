#include "core/run/profile.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define WALL 0
#define CPU 1
/* Maximum fraction of the time spent on samples. */
#define SHARE 0.002
#define MAX_INTERVAL 1000000.0
/* For short runs: maximum steps to the next sample, as the steps so far divided by this number. */
#define GROWTH 2u
/* Average call duration, s, below which wall time is used as CPU time: such calls do not wait, and
 * reading the CPU clock would cost more than the call. */
#define LIGHT_CALL 2e-6
#define N_READINGS 31

static const clockid_t clocks[] = { CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID };

static double
read_clock (guint which)
{
  struct timespec now;

  clock_gettime (clocks[which], &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int
compare (const void *a, const void *b)
{
  const double *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

/* Median of consecutive readings. */
static double
measure_cost (guint which)
{
  double costs[N_READINGS], last = read_clock (which);

  for (guint i = 0; i < N_READINGS; i++)
    {
      const double now = read_clock (which);

      costs[i] = now - last;
      last = now;
    }
  qsort (costs, N_READINGS, sizeof costs[0], compare);
  return costs[N_READINGS / 2];
}

/* With the processor time of all threads of the run. */
static double
read_all (guint which, const LsMaster *master)
{
  return read_clock (which) + (which == CPU ? ls_master_get_cpu_time (master) : 0.0);
}

void
ls_profile_init (LsProfile *self)
{
  g_return_if_fail (self != NULL);

  *self = (LsProfile){ .left = 1, .random = 1, .cpu = TRUE };
  for (guint i = 0; i < 2; i++)
    {
      self->cost[i] = measure_cost (i);
      self->last[i] = read_clock (i);
    }
}

void
ls_profile_begin (LsProfile *self, LsMaster *master)
{
  g_return_if_fail (master != NULL);

  self->cpu = !self->cpu && !self->light;
  self->calls = (LsCallClock){ .clock = clocks[self->cpu] };
  self->switching = read_all (self->cpu, master);
  ls_master_set_clock (master, &self->calls);
  self->begun = read_all (self->cpu, master);
  self->switching = self->begun - self->switching;
}

/* Randomised, since step cost may be periodic: states are saved at a fixed interval of steps. */
static guint
choose_interval (LsProfile *self, double cost, double step)
{
  const double wanted = cost / (SHARE * fmax (step, 1e-8));
  double interval;

  self->random = self->random * 1664525u + 1013904223u;
  interval = fmin (wanted, MAX_INTERVAL) * (0.5 + (double)self->random / 4294967296.0);
  return 1 + MIN ((guint)interval, self->n_steps / GROWTH);
}

static void
add (LsProfile *self, guint which, double elapsed, double share)
{
  self->inside[which] += elapsed * share;
  self->covered[which] += elapsed;
}

void
ls_profile_end (LsProfile *self, LsMaster *master)
{
  g_return_if_fail (master != NULL);

  const guint which = self->cpu ? CPU : WALL;
  const double now = read_all (which, master), cost = self->cost[which];
  const double n = (double)self->calls.n_calls;
  const double added = (2 * n + 1) * cost;
  const double whole = now - self->begun - added;
  const double inside = self->calls.time - n * cost;
  const double elapsed = fmax (now - self->last[which] - added - self->switching, 0.0);
  const double share = whole > 0.0 ? CLAMP (inside / whole, 0.0, 1.0) : 0.0;

  ls_master_set_clock (master, NULL);
  self->last[which] = read_all (which, master);
  if (!self->cpu)
    self->light = inside < n * LIGHT_CALL;
  if (whole > 0.0)
    add (self, which, elapsed, share);
  if (whole > 0.0 && self->light && !self->cpu)
    add (self, CPU, elapsed, share);
  /* Of thousands of components it takes as long to have them timed as to time them. */
  self->left
      = choose_interval (self, added + cost + self->switching + self->last[which] - now, whole);
  self->n_steps += self->left;
}

void
ls_profile_skip (LsProfile *self, double wall, double cpu)
{
  g_return_if_fail (self != NULL);

  self->last[WALL] += wall;
  self->last[CPU] += cpu;
}

void
ls_profile_divide (const LsProfile *self, double *wall, double *cpu)
{
  g_return_if_fail (self != NULL);

  const double wall_share
      = self->covered[WALL] > 0.0 ? self->inside[WALL] / self->covered[WALL] : 0.0;

  /* A run of one step has no CPU time sample. */
  *cpu *= self->covered[CPU] > 0.0 ? self->inside[CPU] / self->covered[CPU] : wall_share;
  *wall *= wall_share;
}
