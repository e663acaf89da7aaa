/* Waiting for the answer of a helper: by spinning while that pays, then asleep, with an eye on its
 * end, on the user, and on the clock.
 *
 * Who spins on the processor that the other one needs waits for nothing, and the kernel likes to
 * wake a process beside who woke it; yielding gives the processor away for as long as others like.
 * (With four busy loops on two processors a message took 550 µs so, and 1 to 14 ms with yields.) So
 * helpers have their places, and all ask for short slices, which lets who is woken run before the
 * present slice of others is over. */
#include "core/helper/helper-impl.h"

#include "core/base/interrupt.h"
#include "core/base/team.h"
#include "core/helper/isolation.h"
#include "host/slice.h"

#include <poll.h>
#include <sched.h>
#include <time.h>

/* Between looks at the helper while asleep, µs. */
#define SLICE 4000
/* How long a call may go on after the user has asked to stop, s. */
#define GRACE 1.0
/* How long places are tried, and how long the better ones are kept, ns; which trial is over after a
 * tenth of the time: one so much worse. */
#define TRIAL 20000000
#define KEPT 500000000
#define MUCH_WORSE 4.0

static GMutex lock;
static gint n_helpers;     /* atomic */
static GPtrArray *helpers; /* guarded by lock */
static gint spin;          /* atomic: pauses that take as long as two wake-ups; 0: not measured */

static inline void
pause_processor (void)
{
#if defined(__x86_64__)
  __builtin_ia32_pause ();
#else
  __asm__ volatile("yield");
#endif
}

/* Returns: how many there are for this process and its helpers. @set: (out): where they may run */
static guint
count_processors (cpu_set_t *set)
{
  CPU_ZERO (set);
  if (sched_getaffinity (0, sizeof *set, set) != 0)
    return 1;
  return MAX ((guint)CPU_COUNT (set) / ls_team_get_share (), 1);
}

static gint64
read_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* ---- Processors -------------------------------------------------------------------------- */

/* Of the helpers of this thread. Apart, each has a processor of its own, other than that of this
 * thread while there are enough: then waiting is spinning, and what takes long is done at once; but
 * where others compute, to be woken takes ms there. Together, all are on the processor of this
 * thread and are passed from one to the other by the kernel, at 5 to 30 µs, whatever others do.
 * Both are tried in turn by the clock, as soon as spinning has failed. */
static _Thread_local struct
{
  gint64 start, until;          /* ns; 0: nothing is chosen yet */
  guint64 n_messages, n_before; /* of this thread to all helpers; those at start */
  double cost[2];               /* ns per message: together, apart */
  gboolean is_apart, is_trial;
  int processor; /* of this thread when they were placed */
} places;

static void
set_processors (LsHelper *self, const cpu_set_t *set)
{
  if (!CPU_EQUAL (set, &self->processors) && CPU_COUNT (set) > 0
      && sched_setaffinity (self->pid, sizeof *set, set) == 0)
    self->processors = *set;
}

/* Spinning helps while there is a processor for every helper and for this thread, which needs none
 * while all helpers work: one of them may have its processor, and sleeps when it has nothing to do.
 */
static void
set_patience (LsHelper *self, guint n_processors)
{
  const gboolean spins = self->is_apart && !self->is_beside && n_processors > 1
                         && (guint)g_atomic_int_get (&n_helpers) <= n_processors;

  self->request->spin = spins ? (guint32)g_atomic_int_get (&spin) : 0;
}

static int
find_next (int processor, const cpu_set_t *all)
{
  do
    processor = (processor + 1) % CPU_SETSIZE;
  while (!CPU_ISSET (processor, all));
  return processor;
}

/* Places the helpers of this thread, which is on processor @mine. */
static void
place_all (int mine)
{
  cpu_set_t all, rest, one;
  const guint n = count_processors (&all);
  guint n_own = 0;
  int processor = mine;

  rest = all;
  CPU_CLR (mine, &rest);
  places.processor = mine;
  g_mutex_lock (&lock);
  for (guint i = 0; i < helpers->len; i++)
    n_own += ((LsHelper *)helpers->pdata[i])->thread == g_thread_self ();
  for (guint i = 0; i < helpers->len; i++)
    {
      LsHelper *helper = helpers->pdata[i];

      if (helper->thread != g_thread_self ())
        continue;
      if (places.is_apart)
        processor = find_next (processor, n_own < n ? &rest : &all);
      CPU_ZERO (&one);
      CPU_SET (processor, &one);
      helper->is_apart = places.is_apart;
      helper->is_beside = processor == mine;
      set_patience (helper, n);
      set_processors (helper, places.is_apart && n_own == 1 ? &rest : &one);
    }
  g_mutex_unlock (&lock);
}

static void
begin_period (gint64 now, gint64 length)
{
  places.start = now;
  places.until = now + length;
  places.n_before = places.n_messages;
}

static gboolean
is_trial_lost (gint64 now, guint64 n)
{
  return places.is_trial && now - places.start >= TRIAL / 10
         && (double)(now - places.start)
                > MUCH_WORSE * (double)MAX (n, 1) * places.cost[!places.is_apart];
}

/* Before sleep, which is what the measurement does not lengthen. */
static void
choose_places (LsHelper *self)
{
  const int mine = sched_getcpu ();
  const gint64 now = read_clock ();
  const guint64 n = places.n_messages - places.n_before;

  if (mine < 0)
    return;
  if (is_trial_lost (now, n))
    places.until = now;
  if (now < places.until && mine == places.processor)
    return;
  if (places.until == 0)
    {
      places.is_apart = self->request->spin > 0;
      places.is_trial = FALSE;
      begin_period (now, TRIAL);
    }
  else if (now >= places.until && n > 0)
    {
      places.cost[places.is_apart] = (double)(now - places.start) / (double)n;
      if (places.is_trial)
        places.is_apart = places.cost[1] < places.cost[0];
      else
        places.is_apart = !places.is_apart;
      places.is_trial = !places.is_trial;
      begin_period (now, places.is_trial ? TRIAL : KEPT);
    }
  place_all (mine);
}

void
ls_helper_forget_counts (void)
{
  g_mutex_init (&lock);
  helpers = NULL;
  g_atomic_int_set (&n_helpers, 0);
}

void
ls_helper_count (LsHelper *self, int by)
{
  cpu_set_t all;
  const guint n = count_processors (&all);

  g_mutex_lock (&lock);
  if (helpers == NULL)
    helpers = g_ptr_array_new ();
  if (by > 0)
    g_ptr_array_add (helpers, self);
  else
    g_ptr_array_remove (helpers, self);
  g_atomic_int_set (&n_helpers, (gint)helpers->len);
  for (guint i = 0; i < helpers->len; i++)
    set_patience (helpers->pdata[i], n);
  g_mutex_unlock (&lock);
  places.until = 0;
}

/* Pauses that take @time ns. The least of several measurements: others only add to them. */
static gint
count_pauses (gint64 time)
{
  gint64 least = G_MAXINT64;

  for (int k = 0; k < 5; k++)
    {
      const gint64 start = read_clock ();

      for (int i = 0; i < 200; i++)
        pause_processor ();
      least = MIN (least, read_clock () - start);
    }
  return (gint)MAX (time * 200 / MAX (least, 200), 1);
}

void
ls_helper_calibrate (LsHelper *self)
{
  LsRemote stranger = { .helper = self };
  cpu_set_t all;
  gint64 least = G_MAXINT64;

  host_slice_shorten ();
  if (g_atomic_int_get (&spin) == 0)
    {
      self->request->spin = 0;
      for (guint i = 0; i < 9; i++)
        {
          const gint64 start = read_clock ();

          ls_call_begin (&stranger, HOST_NOTHING, 0);
          ls_call_end (&stranger, "calibration");
          self->calls[0].owner = NULL;
          ls_helper_post (self);
          if (!ls_helper_await (self))
            return;
          least = MIN (least, read_clock () - start);
          ls_helper_clear (self);
        }
      g_atomic_int_set (&spin, count_pauses (2 * CLAMP (least, 5000, 40000)));
    }
  g_mutex_lock (&lock);
  set_patience (self, count_processors (&all));
  g_mutex_unlock (&lock);
}

/* ---- The answer -------------------------------------------------------------------------- */

void
ls_helper_post (LsHelper *self)
{
  self->is_posted = TRUE;
  places.n_messages++;
  self->n_done = 0;
  self->number += 2;
  host_write_word (&self->request->word, self->number, self->n_calls);
  if (__atomic_load_n (&self->response->sleeping, __ATOMIC_SEQ_CST))
    ls_futex_wake (&self->request->word);
}

/* Returns: whether the answer is there. */
static inline gboolean
look (LsHelper *self)
{
  const guint32 word = __atomic_load_n (&self->response->word, __ATOMIC_ACQUIRE);

  if (G_UNLIKELY (word == self->number - 1))
    ls_helper_take_messages (self);
  return word == self->number;
}

static gboolean
look_quickly (LsHelper *self)
{
  const guint32 n_spin = self->request->spin;

  for (guint32 i = 0; i < n_spin; i++)
    {
      if (look (self))
        return TRUE;
      pause_processor ();
    }
  if (look (self))
    return TRUE;
  choose_places (self);
  return look (self);
}

/* How long the present message may take, s. */
static double
get_limit (const LsHelper *self)
{
  static const struct
  {
    const char *call;
    double limit;
  } limits[] = {
    { "dlopen", 30.0 },   { "Instantiate", 60.0 }, { "InitializationMode", 300.0 },
    { "Terminate", 5.0 }, { "FreeInstance", 5.0 }, { "dlclose", 5.0 },
    { "exit", 5.0 },
  };
  const char *name = self->n_calls > 0 ? self->calls[self->n_calls - 1].name : "";
  const double chosen = ls_isolation_get_time_limit ();

  /* There is no FMU yet that could be too slow. */
  if (g_str_equal (name, "start") || g_str_equal (name, "calibration"))
    return MAX (10.0, chosen);
  if (chosen > 0.0)
    return chosen;
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    if (strstr (name, limits[i].call) != NULL)
      return limits[i].limit;
  return MAX (30.0, 100.0 * self->longest);
}

static gboolean
has_ended (const LsHelper *self)
{
  struct pollfd end = { .fd = self->pidfd, .events = POLLIN };

  return g_atomic_int_get (&self->ended) || poll (&end, 1, 0) > 0;
}

/* Sleeps until the answer, the end of the helper, or a reason to end it. */
static gboolean
sleep_until_answer (LsHelper *self)
{
  const double limit = get_limit (self);
  double waited = 0.0, since = 0.0;
  gboolean done = FALSE;

  while (!done && self->fate == LS_FATE_ALIVE)
    {
      const guint32 word = __atomic_load_n (&self->response->word, __ATOMIC_ACQUIRE);
      const gint64 start = read_clock ();

      __atomic_store_n (&self->request->sleeping, 1, __ATOMIC_SEQ_CST);
      if (!look (self) && !g_atomic_int_get (&self->ended))
        ls_futex_wait (&self->response->word, word, SLICE);
      __atomic_store_n (&self->request->sleeping, 0, __ATOMIC_RELAXED);
      waited += 1e-9 * (double)(read_clock () - start);
      /* An answer given before the end counts. */
      if ((done = look (self)) == FALSE && has_ended (self) && (done = look (self)) == FALSE)
        ls_helper_bury (self, LS_FATE_ALIVE, waited);
      else if (!done && waited > limit)
        ls_helper_bury (self, LS_FATE_HUNG, waited);
      else if (!done && ls_interrupt_is_wanted ())
        {
          since = since > 0.0 ? since : waited;
          if (waited > since + GRACE)
            ls_helper_bury (self, LS_FATE_CANCELLED, waited);
        }
    }
  self->longest = MAX (self->longest, waited);
  return done;
}

gboolean
ls_helper_await (LsHelper *self)
{
  if (G_UNLIKELY (self->fate != LS_FATE_ALIVE))
    return FALSE;
  if (G_UNLIKELY (!look_quickly (self) && !sleep_until_answer (self)))
    return FALSE;
  self->is_posted = FALSE;
  self->n_done = self->response->n_done;
  if (G_UNLIKELY (self->response->written != self->request->taken))
    ls_helper_take_messages (self);
  if (G_UNLIKELY (self->response->denied != self->denied))
    ls_helper_tell_denials (self);
  return TRUE;
}
