/* What is handed over by GLib is no race, what is not is reported: each case in a process of its
 * own, which ends with another status when the sanitizer has something to say. */
#include <gio/gio.h>

/* What two threads write in turns, on purpose not atomic. */
static guint shared;

/* Long enough for the other thread to go first, µs. */
/* µs. The threads have no order between them, which is what is looked for: a condition would be
 * one. */
#define A_WHILE 50000

static gpointer
add_under_mutex (gpointer data)
{
  for (guint i = 0; i < 1000; i++)
    {
      g_mutex_lock (data);
      shared++;
      g_mutex_unlock (data);
    }
  return NULL;
}

static void
try_mutex (void)
{
  GMutex mutex;
  GThread *thread;

  g_mutex_init (&mutex);
  thread = g_thread_new ("other", add_under_mutex, &mutex);
  add_under_mutex (&mutex);
  g_mutex_lock (&mutex);
  shared++;
  g_mutex_unlock (&mutex);
  g_thread_join (thread);
  g_mutex_clear (&mutex);
}

typedef struct
{
  GMutex mutex;
  GCond cond;
  gboolean said;
} Word;

static gpointer
say (gpointer data)
{
  Word *word = data;

  shared++;
  g_mutex_lock (&word->mutex);
  word->said = TRUE;
  g_cond_signal (&word->cond);
  g_mutex_unlock (&word->mutex);
  return NULL;
}

static void
try_cond (void)
{
  Word word = { .said = FALSE };
  GThread *thread;

  g_mutex_init (&word.mutex);
  g_cond_init (&word.cond);
  g_mutex_lock (&word.mutex);
  thread = g_thread_new ("other", say, &word);
  while (!word.said)
    g_cond_wait (&word.cond, &word.mutex);
  g_mutex_unlock (&word.mutex);
  g_assert_cmpuint (shared, ==, 1);
  g_thread_join (thread);
}

static gpointer
set_once (G_GNUC_UNUSED gpointer data)
{
  static gsize done;

  if (g_once_init_enter (&done))
    {
      shared = 1;
      g_once_init_leave (&done, 1);
    }
  g_assert_cmpuint (shared, ==, 1);
  return NULL;
}

static gpointer
set_in_once (G_GNUC_UNUSED gpointer data)
{
  shared = 1;
  return &shared;
}

static gpointer
use_once (gpointer once)
{
  guint *value = g_once ((GOnce *)once, set_in_once, NULL);

  g_assert_cmpuint (*value, ==, 1);
  return NULL;
}

static void
try_once (void)
{
  GOnce once = G_ONCE_INIT;
  GThread *threads[]
      = { g_thread_new ("one", set_once, NULL), g_thread_new ("two", set_once, NULL) };

  g_thread_join (threads[0]);
  g_thread_join (threads[1]);
  threads[0] = g_thread_new ("one", use_once, &once);
  threads[1] = g_thread_new ("two", use_once, &once);
  g_thread_join (threads[0]);
  g_thread_join (threads[1]);
}

static gboolean
quit (gpointer loop)
{
  g_assert_cmpuint (shared, ==, 1);
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static gpointer
add_idle (gpointer loop)
{
  shared = 1;
  g_idle_add (quit, loop);
  return NULL;
}

static void
try_idle (void)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  GThread *thread = g_thread_new ("other", add_idle, loop);

  g_main_loop_run (loop);
  g_thread_join (thread);
}

static void
work (GTask *task,
      G_GNUC_UNUSED gpointer source,
      gpointer data,
      G_GNUC_UNUSED GCancellable *cancellable)
{
  guint *number = data;

  *number += shared;
  shared = *number;
  g_task_return_boolean (task, TRUE);
}

static void
worked (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer loop)
{
  guint *number = g_task_get_task_data (G_TASK (result));

  g_assert_true (g_task_propagate_boolean (G_TASK (result), NULL));
  g_assert_cmpuint (*number, ==, shared);
  g_main_loop_quit (loop);
}

static void
try_task (void)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  /* The same thread of GLib's pool serves several. */
  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (GTask) task = g_task_new (NULL, NULL, worked, loop);

      shared = i;
      g_task_set_task_data (task, g_new0 (guint, 1), g_free);
      g_task_run_in_thread (task, work);
      g_main_loop_run (loop);
    }
}

static void
pool_work (gpointer data, G_GNUC_UNUSED gpointer user_data)
{
  guint *number = data;

  *number = 2;
  g_atomic_int_set (number + 1, 1);
}

static void
try_pool (void)
{
  GThreadPool *pool = g_thread_pool_new (pool_work, NULL, 1, FALSE, NULL);

  for (guint i = 0; i < 5; i++)
    {
      g_autofree guint *numbers = g_new0 (guint, 2);

      numbers[0] = 1;
      g_thread_pool_push (pool, numbers, NULL);
      /* A condition would have a mutex, whose order would hide that of the pool. */
      while (g_atomic_int_get (numbers + 1) == 0)
        g_usleep (1000);
      g_assert_cmpuint (numbers[0], ==, 2);
    }
  g_thread_pool_free (pool, FALSE, TRUE);
}

/* Races that have to be seen -------------------------------------------------------------- */

static gpointer
add (G_GNUC_UNUSED gpointer data)
{
  shared++;
  return NULL;
}

static void
race_plainly (void)
{
  GThread *thread = g_thread_new ("other", add, NULL);

  shared++;
  g_thread_join (thread);
}

/* Each has a mutex of its own. */
static void
race_mutex (void)
{
  GMutex mutexes[2];
  GThread *thread;

  g_mutex_init (&mutexes[0]);
  g_mutex_init (&mutexes[1]);
  thread = g_thread_new ("other", add_under_mutex, &mutexes[0]);
  add_under_mutex (&mutexes[1]);
  g_thread_join (thread);
}

/* What is written after the hand-over. */
static gpointer
add_idle_early (gpointer loop)
{
  shared = 1;
  g_idle_add (quit, loop);
  g_usleep (A_WHILE);
  shared = 1;
  return NULL;
}

static void
race_idle (void)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  GThread *thread = g_thread_new ("other", add_idle_early, loop);

  g_main_loop_run (loop);
  g_thread_join (thread);
}

static void
race_task (void)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, worked, loop);
  guint *number = g_new0 (guint, 1);

  g_task_set_task_data (task, number, g_free);
  g_task_run_in_thread (task, work);
  g_usleep (A_WHILE);
  (*number)++;
  shared++;
  g_main_loop_run (loop);
}

static const struct
{
  const char *name;
  void (*func) (void);
  gboolean race;
} cases[] = {
  { "mutex", try_mutex, FALSE },     { "cond", try_cond, FALSE },
  { "once", try_once, FALSE },       { "idle", try_idle, FALSE },
  { "task", try_task, FALSE },       { "pool", try_pool, FALSE },
  { "race", race_plainly, TRUE },    { "two-mutexes", race_mutex, TRUE },
  { "after-idle", race_idle, TRUE }, { "after-task", race_task, TRUE },
};

static void
test_case (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);

  if (g_test_subprocess ())
    {
      cases[i].func ();
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  if (cases[i].race)
    {
      g_test_trap_assert_failed ();
      g_test_trap_assert_stderr ("*data race*");
    }
  else
    g_test_trap_assert_passed ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/races/%s", cases[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_case);
    }
  return g_test_run ();
}
