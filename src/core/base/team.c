#include "core/base/team.h"

#include "core/base/interrupt.h"
#include "core/base/number.h"
#include "core/base/status.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>

/* Time a member spins without work, ns: about the time of a wake-up. */
#define AWAKE 40000
/* Pauses between readings of the clock. */
#define N_PAUSES 32
/* Between looks at what may interrupt the work, ms. */
#define PATIENCE 5

typedef struct
{
  LsTeam *team;
  guint index;
  pthread_t thread;
} Member;

struct LsTeam
{
  guint n;         /* members, 0 included */
  Member *members; /* [0] is not used */
  LsTeamFunc func;
  gpointer data;
  guint task;      /* atomic: number of the present task; it publishes func and data */
  guint n_busy;    /* atomic: members that work, without 0 */
  gint is_stopped; /* atomic: member 0 is interrupted */
  gboolean ends;   /* published by task */
  pthread_mutex_t lock;
  pthread_cond_t begun, done;
  guint n_asleep;        /* under lock */
  gboolean leader_waits; /* under lock */
};

static gint n_threads; /* atomic */
static gint n_sharing; /* atomic */

static inline void
pause_processor (void)
{
#if defined(__x86_64__)
  __builtin_ia32_pause ();
#else
  __asm__ volatile("yield");
#endif
}

static gint64
read_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Looks at @word for a while. Returns: whether it has become other (@equal: equal) than @value. */
static gboolean
look (const guint *word, guint value, gboolean equal)
{
  const gint64 end = read_clock () + AWAKE;

  do
    for (guint i = 0; i < N_PAUSES; i++)
      {
        if ((__atomic_load_n (word, __ATOMIC_ACQUIRE) == value) == equal)
          return TRUE;
        pause_processor ();
      }
  while (read_clock () < end);
  return FALSE;
}

static void
wait_for_task (LsTeam *self, guint last)
{
  if (look (&self->task, last, FALSE))
    return;
  pthread_mutex_lock (&self->lock);
  self->n_asleep++;
  while (__atomic_load_n (&self->task, __ATOMIC_ACQUIRE) == last)
    pthread_cond_wait (&self->begun, &self->lock);
  self->n_asleep--;
  pthread_mutex_unlock (&self->lock);
}

static void
leave_task (LsTeam *self)
{
  if (__atomic_sub_fetch (&self->n_busy, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  pthread_mutex_lock (&self->lock);
  if (self->leader_waits)
    pthread_cond_signal (&self->done);
  pthread_mutex_unlock (&self->lock);
}

static gboolean
is_stopped (gpointer user_data)
{
  return g_atomic_int_get (&((LsTeam *)user_data)->is_stopped);
}

static void *
be_member (void *data)
{
  const Member *member = data;
  LsTeam *self = member->team;

  for (guint last = 0;; last++)
    {
      LsInterrupt interrupt = { .is_wanted = is_stopped, .user_data = self };

      wait_for_task (self, last);
      if (self->ends)
        return NULL;
      ls_interrupt_enter (&interrupt);
      self->func (member->index, self->data);
      ls_interrupt_leave (&interrupt);
      leave_task (self);
    }
}

static void
begin_task (LsTeam *self)
{
  __atomic_store_n (&self->n_busy, self->n - 1, __ATOMIC_RELAXED);
  pthread_mutex_lock (&self->lock);
  __atomic_add_fetch (&self->task, 1, __ATOMIC_RELEASE);
  if (self->n_asleep > 0)
    pthread_cond_broadcast (&self->begun);
  pthread_mutex_unlock (&self->lock);
}

static struct timespec
get_deadline (void)
{
  const gint64 end = read_clock () + PATIENCE * 1000000;

  return (struct timespec){ .tv_sec = (time_t)(end / 1000000000),
                            .tv_nsec = (long)(end % 1000000000) };
}

static void
wait_for_members (LsTeam *self)
{
  if (look (&self->n_busy, 0, TRUE))
    return;
  pthread_mutex_lock (&self->lock);
  while (__atomic_load_n (&self->n_busy, __ATOMIC_ACQUIRE) > 0)
    {
      const struct timespec deadline = get_deadline ();

      self->leader_waits = TRUE;
      pthread_cond_timedwait (&self->done, &self->lock, &deadline);
      self->leader_waits = FALSE;
      pthread_mutex_unlock (&self->lock);
      /* A pause may block here. */
      if (ls_interrupt_is_wanted ())
        g_atomic_int_set (&self->is_stopped, TRUE);
      pthread_mutex_lock (&self->lock);
    }
  pthread_mutex_unlock (&self->lock);
}

LsTeam *
ls_team_new (guint n)
{
  LsTeam *self = g_new0 (LsTeam, 1);
  pthread_condattr_t attributes;

  self->n = 1;
  self->members = g_new0 (Member, MAX (n, 1));
  pthread_mutex_init (&self->lock, NULL);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&self->begun, &attributes);
  pthread_cond_init (&self->done, &attributes);
  pthread_condattr_destroy (&attributes);
  for (; self->n < n; self->n++)
    {
      Member *member = &self->members[self->n];

      member->team = self;
      member->index = self->n;
      if (pthread_create (&member->thread, NULL, be_member, member) != 0)
        break;
    }
  return self;
}

void
ls_team_free (LsTeam *self)
{
  if (self == NULL)
    return;
  self->ends = TRUE;
  begin_task (self);
  for (guint i = 1; i < self->n; i++)
    pthread_join (self->members[i].thread, NULL);
  pthread_cond_destroy (&self->begun);
  pthread_cond_destroy (&self->done);
  pthread_mutex_destroy (&self->lock);
  g_free (self->members);
  g_free (self);
}

guint
ls_team_get_n (const LsTeam *self)
{
  return self->n;
}

void
ls_team_work (LsTeam *self, LsTeamFunc func, gpointer data)
{
  self->func = func;
  self->data = data;
  g_atomic_int_set (&self->is_stopped, FALSE);
  begin_task (self);
  func (0, data);
  if (ls_interrupt_is_wanted ())
    g_atomic_int_set (&self->is_stopped, TRUE);
  wait_for_members (self);
}

double
ls_team_get_cpu_time (const LsTeam *self)
{
  double sum = 0.0;

  for (guint i = 1; self != NULL && i < self->n; i++)
    {
      struct timespec time;
      clockid_t clock;

      if (pthread_getcpuclockid (self->members[i].thread, &clock) == 0
          && clock_gettime (clock, &time) == 0)
        sum += (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
    }
  return sum;
}

/* ---- How many threads ---- */

void
ls_team_set_threads (guint n)
{
  g_atomic_int_set (&n_threads, (gint)n);
}

guint
ls_team_get_threads (void)
{
  return (guint)g_atomic_int_get (&n_threads);
}

void
ls_team_set_share (guint n)
{
  g_atomic_int_set (&n_sharing, (gint)n);
}

guint
ls_team_get_share (void)
{
  return MAX ((guint)g_atomic_int_get (&n_sharing), 1);
}

guint
ls_team_get_most (void)
{
  const guint n = ls_team_get_threads ();

  return n > 0 ? n : MAX (g_get_num_processors () / ls_team_get_share (), 1);
}

gboolean
ls_team_parse_threads (const char *text, guint *n, GError **error)
{
  double number;

  *n = 0;
  if (strcmp (text, "auto") == 0)
    return TRUE;
  if (!ls_number_parse (text, &number) || number < 1 || number > LS_TEAM_MOST
      || number != floor (number))
    {
      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                   _ ("--threads: “%s” is neither auto nor a number of threads from 1 to %u"), text,
                   LS_TEAM_MOST);
      return FALSE;
    }
  *n = (guint)number;
  return TRUE;
}
