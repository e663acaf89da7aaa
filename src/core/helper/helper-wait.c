/* Waiting for the answer of a helper: as long as it pays by spinning, then by yielding, then
 * asleep, with an eye on its end, on the user, and on the clock. */
#include "core/helper/helper-impl.h"

#include "core/base/interrupt.h"
#include "core/helper/isolation.h"

#include <poll.h>
#include <sched.h>
#include <time.h>

/* Between looks at the helper while asleep, µs. */
#define SLICE 4000
/* How long a call may go on after the user has asked to stop, s. */
#define GRACE 1.0
#define YIELDS 200u

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

static guint
count_processors (cpu_set_t *set)
{
  CPU_ZERO (set);
  if (sched_getaffinity (0, sizeof *set, set) != 0)
    return 1;
  return (guint)CPU_COUNT (set);
}

/* Helpers that wake each other are put on one processor by the kernel, where they run one after the
 * other (two of 1 ms each took 2 ms together); so each gets its own while there are enough. A
 * single one is left alone. Called with the lock. */
static void
pin_all (void)
{
  cpu_set_t all;
  const guint n = count_processors (&all);
  const gboolean pins = helpers->len > 1 && helpers->len <= n;
  int processor = -1;

  for (guint i = 0; i < helpers->len; i++)
    {
      LsHelper *helper = helpers->pdata[i];
      cpu_set_t one = all;

      if (pins)
        {
          while (!CPU_ISSET (++processor, &all))
            ;
          CPU_ZERO (&one);
          CPU_SET (processor, &one);
        }
      if (helper->processor != (pins ? processor : -1)
          && sched_setaffinity (helper->pid, sizeof one, &one) == 0)
        helper->processor = pins ? processor : -1;
    }
}

/* Spinning helps while there is a processor for every helper and for this thread. */
static void
set_patience (LsHelper *self)
{
  cpu_set_t set;
  const gboolean free = (guint)g_atomic_int_get (&n_helpers) < count_processors (&set);

  self->request->spin = free ? (guint32)g_atomic_int_get (&spin) : 0;
  self->request->yields = free ? 0 : YIELDS;
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
  g_mutex_lock (&lock);
  if (helpers == NULL)
    helpers = g_ptr_array_new ();
  if (by > 0)
    g_ptr_array_add (helpers, self);
  else
    g_ptr_array_remove (helpers, self);
  g_atomic_int_set (&n_helpers, (gint)helpers->len);
  pin_all ();
  for (guint i = 0; i < helpers->len; i++)
    set_patience (helpers->pdata[i]);
  g_mutex_unlock (&lock);
}

static gint64
read_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int
compare (const void *a, const void *b)
{
  const gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;

  return x < y ? -1 : x > y;
}

/* Pauses that take @time ns. */
static gint
count_pauses (gint64 time)
{
  const gint64 start = read_clock ();
  gint64 each;

  for (int i = 0; i < 1000; i++)
    pause_processor ();
  each = MAX (read_clock () - start, 1000);
  return (gint)MAX (time * 1000 / each, 1);
}

void
ls_helper_calibrate (LsHelper *self)
{
  LsRemote stranger = { .helper = self };
  gint64 times[9];

  if (g_atomic_int_get (&spin) == 0)
    {
      self->request->spin = self->request->yields = 0;
      for (guint i = 0; i < G_N_ELEMENTS (times); i++)
        {
          const gint64 start = read_clock ();

          ls_call_begin (&stranger, HOST_NOTHING, 0);
          ls_call_end (&stranger, "calibration");
          self->calls[0].owner = NULL;
          ls_helper_post (self);
          if (!ls_helper_await (self))
            return;
          times[i] = read_clock () - start;
          ls_helper_clear (self);
        }
      qsort (times, G_N_ELEMENTS (times), sizeof *times, compare);
      g_atomic_int_set (&spin, count_pauses (2 * CLAMP (times[4], 5000, 100000)));
    }
  g_mutex_lock (&lock);
  set_patience (self);
  g_mutex_unlock (&lock);
}

/* ---- The answer -------------------------------------------------------------------------- */

void
ls_helper_post (LsHelper *self)
{
  self->request->n_calls = self->n_calls;
  self->is_posted = TRUE;
  self->number += 2;
  __atomic_store_n (&self->request->word, self->number, __ATOMIC_SEQ_CST);
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
  const guint32 n_spin = self->request->spin, n_yields = self->request->yields;

  for (guint32 i = 0; i < n_spin; i++)
    {
      if (look (self))
        return TRUE;
      pause_processor ();
    }
  for (guint32 i = 0; i < n_yields; i++)
    {
      if (look (self))
        return TRUE;
      sched_yield ();
    }
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
    { "exit", 5.0 },      { "start", 10.0 },
  };
  const char *name = self->n_calls > 0 ? self->calls[self->n_calls - 1].name : "";
  const double chosen = ls_isolation_get_time_limit ();

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
  if (G_UNLIKELY (self->response->written != self->request->taken))
    ls_helper_take_messages (self);
  if (G_UNLIKELY (self->response->denied != self->denied))
    ls_helper_tell_denials (self);
  return TRUE;
}
