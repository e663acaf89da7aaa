/* Waiting for what a thread has come to: it tells, who waits looks again. */
#pragma once

#include "core/run/run.h"

typedef gboolean (*NewsReached) (gpointer data);

/* Calls @work (@data) on a thread that tells at every evaluation of a model. */
GThread *news_thread_new (GThreadFunc work, gpointer data);
/* How many evaluations there have been on all such threads. */
guint news_count_evaluations (void);

/* An LsRunProgressFunc that tells. */
void news_progress (LsRun *run, gpointer nothing);

/* Until @reached (@data); aborts after a minute. */
void news_wait (NewsReached reached, gpointer data);
/* At most for @time, µs. Returns: whether it came to that. */
gboolean news_wait_for (NewsReached reached, gpointer data, gint64 time);

/* Until that many more evaluations. */
void news_wait_evaluations (guint n);
/* Until @run is paused and has @n_rows rows. */
void news_wait_paused (LsRun *run, gsize n_rows);
/* Until @run has at least @n_rows rows. */
void news_wait_rows (LsRun *run, gsize n_rows);
