/* The log: order, bounds, threads. */
#include "core/base/log-book.h"
#include "core/base/log.h"

#include <math.h>
#include <string.h>

typedef struct
{
  guint n;
  GString *text;
} Sink;

static void
collect (const LsLogEntry *entry, gpointer user_data)
{
  Sink *sink = user_data;
  g_autofree char *line = ls_log_entry_format (entry);

  sink->n++;
  g_string_append_printf (sink->text, "[%s] %s\n", ls_log_level_name (entry->level), line);
}

static void
test_format (void)
{
  Sink sink = { 0, g_string_new (NULL) };
  g_autoptr (LsLog) log = ls_log_new (collect, &sink);

  ls_log_write (log, LS_LOG_INFO, "left", "fmi2DoStep", 0.1, "went %s\n", "well");
  ls_log_write (log, LS_LOG_INFO, "left", NULL, 2, "a");
  ls_log_write (log, LS_LOG_INFO, NULL, "prepare", NAN, "b");
  ls_log_write (log, LS_LOG_WARNING, NULL, NULL, NAN, "c\r\n\n");
  ls_log_write (log, LS_LOG_ERROR, "left", NULL, NAN, "bytes \xff\xfe");
  ls_log_write (log, LS_LOG_DEBUG, NULL, NULL, NAN, "not shown");
  ls_log_write (NULL, LS_LOG_ERROR, NULL, NULL, NAN, "nowhere");
  g_assert_cmpstr (sink.text->str, ==,
                   "[info] left: fmi2DoStep at t = 0.1 s: went well\n"
                   "[info] left: at t = 2 s: a\n"
                   "[info] prepare: b\n"
                   "[warning] c\n"
                   "[error] left: bytes \357\277\275\357\277\275\n");
  g_assert_cmpuint (ls_log_count (log, LS_LOG_INFO), ==, 3);
  g_assert_cmpuint (ls_log_count (log, LS_LOG_DEBUG), ==, 0);
  g_string_free (sink.text, TRUE);
}

static void
test_last_error (void)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autofree char *text = NULL;

  g_assert_null (ls_log_take_error (log));
  ls_log_write (log, LS_LOG_ERROR, "a", NULL, NAN, "first");
  ls_log_write (log, LS_LOG_ERROR, "b", "call", 3, "second");
  ls_log_write (log, LS_LOG_WARNING, "c", NULL, NAN, "third");
  text = ls_log_take_error (log);
  g_assert_cmpstr (text, ==, "b: call at t = 3 s: second");
  g_assert_null (ls_log_take_error (log));
}

/* A flood of one component neither passes nor hides what another says. */
static void
test_flood (void)
{
  Sink sink = { 0, g_string_new (NULL) };
  g_autoptr (LsLog) log = ls_log_new (collect, &sink);
  g_autofree char *error = NULL;

  for (int i = 0; i < 5000; i++)
    ls_log_write (log, LS_LOG_ERROR, "noisy", NULL, i, "message %d", i);
  g_assert_cmpuint (sink.n, ==, LS_LOG_MAX_ENTRIES + 1);
  g_assert_nonnull (strstr (sink.text->str, "message 999\n"));
  g_assert_null (strstr (sink.text->str, "message 1000\n"));
  ls_log_write (log, LS_LOG_INFO, "quiet", NULL, NAN, "heard");
  g_assert_cmpuint (sink.n, ==, LS_LOG_MAX_ENTRIES + 2);
  g_assert_cmpuint (ls_log_count (log, LS_LOG_ERROR), ==, 5000);
  /* The newest error is kept although it was not passed on. */
  error = ls_log_take_error (log);
  g_assert_cmpstr (error, ==, "noisy: at t = 4999 s: message 4999");
  g_string_free (sink.text, TRUE);
}

static void
count_alone (const LsLogEntry *entry G_GNUC_UNUSED, gpointer user_data)
{
  guint *n = user_data;

  (*n)++; /* not atomic on purpose: calls come one at a time */
}

static gpointer
write_many (gpointer log)
{
  g_autofree char *name = g_strdup_printf ("thread %p", (void *)g_thread_self ());

  for (int i = 0; i < 500; i++)
    ls_log_write (log, LS_LOG_INFO, name, NULL, i, "message %d", i);
  ls_log_unref (log);
  return NULL;
}

static void
test_threads (void)
{
  guint n = 0;
  GThread *threads[4];
  g_autoptr (LsLog) log = ls_log_new (count_alone, &n);

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("writer", write_many, ls_log_ref (log));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (n, ==, 2000);
  g_assert_cmpuint (ls_log_count (log, LS_LOG_INFO), ==, 2000);
}

/* Kept once, with how often, in the order of their first times; beyond the bound they are counted.
 */
static void
test_book (void)
{
  g_autoptr (LsLogBook) book = ls_log_book_new ();
  g_autoptr (LsLog) whole = ls_log_new (NULL, NULL);
  g_autoptr (LsLog) kept = ls_log_new_with_book (whole, book);
  g_autoptr (LsLog) late = ls_log_new_from (kept, 1000);
  g_autofree char *error = NULL;
  const LsKeptEntry *entry;

  ls_log_write (whole, LS_LOG_WARNING, NULL, NULL, NAN, "before and beside");
  ls_log_write (kept, LS_LOG_DEBUG, NULL, NULL, NAN, "below the level");
  for (guint i = 0; i < 5; i++)
    ls_log_write (late, LS_LOG_WARNING, "left", "fmi2DoStep", i, "late");
  ls_log_write (kept, LS_LOG_WARNING, "right", "fmi2DoStep", 3, "late");
  ls_log_write (kept, LS_LOG_ERROR, NULL, NULL, NAN, "wrong");
  g_assert_cmpuint (ls_log_book_get_n (book), ==, 3);
  entry = ls_log_book_get (book, 0);
  g_assert_cmpstr (entry->entry.component, ==, "left");
  g_assert_cmpstr (entry->entry.call, ==, "fmi2DoStep");
  g_assert_cmpfloat (entry->entry.time, ==, 1000);
  g_assert_cmpuint (entry->count, ==, 5);
  g_assert_cmpstr (ls_log_book_get (book, 1)->entry.component, ==, "right");
  /* All else is the whole log's. */
  error = ls_log_take_error (whole);
  g_assert_cmpstr (error, ==, "wrong");
  g_assert_cmpuint (ls_log_count (whole, LS_LOG_WARNING), ==, 7);
  for (guint i = 0; i < 2 * LS_LOG_BOOK_MAX; i++)
    ls_log_write (kept, LS_LOG_INFO, NULL, NULL, NAN, "%u", i);
  g_assert_cmpuint (ls_log_book_get_n (book), ==, LS_LOG_BOOK_MAX);
  g_assert_cmpuint (ls_log_book_get_n_more (book), ==, LS_LOG_BOOK_MAX + 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/log/format", test_format);
  g_test_add_func ("/base/log/last-error", test_last_error);
  g_test_add_func ("/base/log/flood", test_flood);
  g_test_add_func ("/base/log/threads", test_threads);
  g_test_add_func ("/base/log/book", test_book);
  return g_test_run ();
}
