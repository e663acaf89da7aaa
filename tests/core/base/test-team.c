/* Teams of threads, and what they write to logs. */
#include "core/base/interrupt.h"
#include "core/base/log.h"
#include "core/base/team.h"

#include <math.h>

#define N 4u
#define N_TASKS 2000u
/* Longer than any thread waits to be given a processor, µs. */
#define ETERNITY (60 * G_USEC_PER_SEC)

typedef struct
{
  guint count[N];
  GMutex mutex;
  GCond came;
  guint n_here; /* under @mutex */
  gboolean met;
} Meeting;

static void
count (guint member, gpointer data)
{
  ((Meeting *)data)->count[member]++;
}

/* Waits for all others: nobody comes along if the members work one after the other. */
static void
meet (guint member, gpointer data)
{
  Meeting *self = data;
  const gint64 end = g_get_monotonic_time () + ETERNITY;

  g_mutex_lock (&self->mutex);
  self->n_here++;
  g_cond_broadcast (&self->came);
  while (self->n_here < N && g_cond_wait_until (&self->came, &self->mutex, end))
    ;
  if (member == 0)
    self->met = self->n_here == N;
  g_mutex_unlock (&self->mutex);
}

static void
test_tasks (void)
{
  g_autoptr (LsTeam) team = ls_team_new (N);
  static Meeting meeting; /* static, as its mutex is not initialised otherwise */

  g_assert_cmpuint (ls_team_get_n (team), ==, N);
  for (guint i = 0; i < N_TASKS; i++)
    {
      ls_team_work (team, count, &meeting);
      /* Longer than members poll for work: they fall asleep, which cannot be observed. */
      if (i % 200 == 0)
        g_usleep (2000);
    }
  for (guint i = 0; i < N; i++)
    g_assert_cmpuint (meeting.count[i], ==, N_TASKS);
  ls_team_work (team, meet, &meeting);
  g_assert_true (meeting.met);
  g_assert_cmpfloat (ls_team_get_cpu_time (team), >, 0.0);
  g_assert_cmpfloat (ls_team_get_cpu_time (NULL), ==, 0.0);
}

static void
test_alone (void)
{
  g_autoptr (LsTeam) team = ls_team_new (1);
  Meeting meeting = { 0 };

  ls_team_work (team, count, &meeting);
  g_assert_cmpuint (ls_team_get_n (team), ==, 1);
  g_assert_cmpuint (meeting.count[0], ==, 1);
}

static gboolean
is_wanted (gpointer user_data)
{
  return g_get_monotonic_time () > *(const gint64 *)user_data;
}

/* Until it is interrupted, which it polls for as a long computation does. */
static void
work_long (guint member, gpointer data)
{
  const gint64 end = g_get_monotonic_time () + ETERNITY;

  while (member > 0 && !ls_interrupt_is_wanted () && g_get_monotonic_time () < end)
    g_usleep (100);
  if (member > 0 && ls_interrupt_is_wanted ())
    ((Meeting *)data)->count[member]++;
}

static void
test_interrupt (void)
{
  g_autoptr (LsTeam) team = ls_team_new (2);
  gint64 when = g_get_monotonic_time () + 20000;
  LsInterrupt interrupt = { .is_wanted = is_wanted, .user_data = &when };
  Meeting meeting = { 0 };

  ls_interrupt_enter (&interrupt);
  ls_team_work (team, work_long, &meeting);
  ls_interrupt_leave (&interrupt);
  g_assert_cmpuint (meeting.count[1], ==, 1);
  /* The next task is not interrupted. */
  when = G_MAXINT64;
  ls_team_work (team, count, &meeting);
  g_assert_cmpuint (meeting.count[1], ==, 2);
}

static void
collect (const LsLogEntry *entry, gpointer user_data)
{
  g_string_append_printf (user_data, "%s@%g ", entry->message, entry->time);
}

typedef struct
{
  LsLog *log;
  LsLogShelf *shelves[N];
} Writing;

/* Entries of places 0 to 11, each on one of the members. */
static void
write_entries (guint member, gpointer data)
{
  Writing *self = data;

  for (guint place = 3 * N; place-- > 0;)
    if (place % N == member)
      {
        ls_log_put_on_shelf (self->shelves[member], place);
        ls_log_write (self->log, LS_LOG_INFO, "a", NULL, place, "x%u", place);
        ls_log_write (self->log, place == 5 ? LS_LOG_ERROR : LS_LOG_INFO, "a", NULL, place, "y%u",
                      place);
        if (place == 2)
          ls_log_set_fault (self->log, 17, NULL);
        if (place == 9)
          ls_log_set_fault (self->log, 18, NULL);
      }
  ls_log_put_on_shelf (NULL, 0);
}

/* As if one thread had written up to place 6. */
static void
test_shelves (void)
{
  g_autoptr (LsTeam) team = ls_team_new (N);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LsLog) whole = ls_log_new (collect, text);
  g_autoptr (LsLog) log = ls_log_new_from (whole, 100.0);
  g_autofree char *error = NULL;
  Writing writing = { .log = log };

  for (guint i = 0; i < N; i++)
    writing.shelves[i] = ls_log_shelf_new ();
  ls_team_work (team, write_entries, &writing);
  g_assert_cmpstr (text->str, ==, "");
  g_assert_cmpint (ls_log_get_fault (whole), ==, -1);
  ls_log_clear_shelves (writing.shelves, N, 6);
  g_assert_cmpstr (text->str, ==,
                   "x0@100 y0@100 x1@101 y1@101 x2@102 y2@102 x3@103 y3@103 x4@104 y4@104 "
                   "x5@105 y5@105 x6@106 y6@106 ");
  g_assert_cmpint (ls_log_get_fault (whole), ==, 17);
  error = ls_log_take_error (log);
  g_assert_cmpstr (error, ==, "a: at t = 105 s: y5");
  /* What was behind place 6 is forgotten. */
  ls_log_clear_shelves (writing.shelves, N, G_MAXUINT);
  g_assert_cmpuint (ls_log_count (whole, LS_LOG_INFO), ==, 13);
  for (guint i = 0; i < N; i++)
    ls_log_shelf_free (writing.shelves[i]);
}

/* An error that is taken where it was written is no error of the run any more, but was said. */
static void
test_taken (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LsLog) log = ls_log_new (collect, text);
  g_autofree char *taken = NULL;
  LsLogShelf *shelf = ls_log_shelf_new ();

  ls_log_put_on_shelf (shelf, 3);
  g_assert_null (ls_log_take_error (log));
  ls_log_write (log, LS_LOG_ERROR, "a", NULL, NAN, "first");
  taken = ls_log_take_error (log);
  g_assert_null (ls_log_take_error (log));
  ls_log_put_on_shelf (shelf, 4);
  g_assert_null (ls_log_take_error (log));
  ls_log_put_on_shelf (NULL, 0);
  ls_log_clear_shelves (&shelf, 1, 4);
  g_assert_cmpstr (taken, ==, "a: first");
  g_assert_cmpuint (ls_log_count (log, LS_LOG_ERROR), ==, 1);
  g_assert_null (ls_log_take_error (log));
  ls_log_shelf_free (shelf);
}

static void
test_number (void)
{
  static const char *const wrong[] = { "0", "-1", "1.5", "", "many", "1025", "nan" };
  guint n = 7;

  g_assert_true (ls_team_parse_threads ("auto", &n, NULL));
  g_assert_cmpuint (n, ==, 0);
  g_assert_true (ls_team_parse_threads ("3", &n, NULL));
  g_assert_cmpuint (n, ==, 3);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (ls_team_parse_threads (wrong[i], &n, &error));
      g_assert_nonnull (strstr (error->message, wrong[i]));
    }
  g_assert_cmpuint (ls_team_get_most (), ==, g_get_num_processors ());
  ls_team_set_share (1000);
  g_assert_cmpuint (ls_team_get_most (), ==, 1);
  ls_team_set_threads (3);
  g_assert_cmpuint (ls_team_get_most (), ==, 3);
  ls_team_set_threads (0);
  ls_team_set_share (1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/team/tasks", test_tasks);
  g_test_add_func ("/team/alone", test_alone);
  g_test_add_func ("/team/interrupt", test_interrupt);
  g_test_add_func ("/team/number", test_number);
  g_test_add_func ("/log/shelves", test_shelves);
  g_test_add_func ("/log/taken", test_taken);
  return g_test_run ();
}
