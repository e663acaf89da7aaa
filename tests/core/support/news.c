#include "news.h"

#include "core/base/interrupt.h"

static GMutex lock;
static GCond news;
static guint n_evaluations;

static void
tell (guint n)
{
  g_mutex_lock (&lock);
  n_evaluations += n;
  g_cond_broadcast (&news);
  g_mutex_unlock (&lock);
}

typedef struct
{
  GThreadFunc work;
  gpointer data;
} Work;

static gboolean
tell_evaluation (gpointer nothing G_GNUC_UNUSED)
{
  tell (1);
  return FALSE;
}

static gpointer
work_and_tell (gpointer data)
{
  g_autofree Work *work = data;
  LsInterrupt interrupt = { .is_wanted = tell_evaluation };
  gpointer result;

  ls_interrupt_enter (&interrupt);
  result = work->work (work->data);
  ls_interrupt_leave (&interrupt);
  tell (0);
  return result;
}

GThread *
news_thread_new (GThreadFunc work, gpointer data)
{
  Work *both = g_new0 (Work, 1);

  *both = (Work){ work, data };
  return g_thread_new ("work", work_and_tell, both);
}

guint
news_count_evaluations (void)
{
  guint n;

  g_mutex_lock (&lock);
  n = n_evaluations;
  g_mutex_unlock (&lock);
  return n;
}

void
news_progress (LsRun *run G_GNUC_UNUSED, gpointer nothing G_GNUC_UNUSED)
{
  tell (0);
}

gboolean
news_wait_for (NewsReached reached, gpointer data, gint64 time)
{
  const gint64 end = g_get_monotonic_time () + time;
  gboolean come, going = TRUE;

  g_mutex_lock (&lock);
  while (!(come = reached (data)) && going)
    going = g_cond_wait_until (&news, &lock, end);
  g_mutex_unlock (&lock);
  return come;
}

void
news_wait (NewsReached reached, gpointer data)
{
  g_assert_true (news_wait_for (reached, data, 60 * G_USEC_PER_SEC));
}

/* Under the lock. */
static gboolean
are_evaluated (gpointer n)
{
  return n_evaluations >= *(guint *)n;
}

void
news_wait_evaluations (guint n)
{
  n += news_count_evaluations ();
  news_wait (are_evaluated, &n);
}

typedef struct
{
  LsRun *run;
  gsize n_rows;
} Rows;

static gsize
count_rows (LsRun *run)
{
  return ls_trace_get_n_rows (ls_run_get_trace (run));
}

static gboolean
is_paused (gpointer data)
{
  const Rows *self = data;

  return ls_run_is_paused (self->run) && count_rows (self->run) == self->n_rows;
}

static gboolean
has_rows (gpointer data)
{
  const Rows *self = data;

  return count_rows (self->run) >= self->n_rows;
}

void
news_wait_paused (LsRun *run, gsize n_rows)
{
  news_wait (is_paused, &(Rows){ run, n_rows });
}

void
news_wait_rows (LsRun *run, gsize n_rows)
{
  news_wait (has_rows, &(Rows){ run, n_rows });
}
