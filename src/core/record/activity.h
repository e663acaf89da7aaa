/* Events of states or components during a run: counts and times. */
#pragma once

#include "core/record/trace.h"

/**
 * LsActivity:
 *
 * Sources, by index, and their events in the order of time. Written by one thread, read by any,
 * without a lock. All events are counted; only the times of the first ones are stored.
 */
typedef struct LsActivity LsActivity;

/* Maximum number of times stored unless ls_activity_set_limit() is called. */
#define LS_ACTIVITY_LIMIT 1000000u

/* @names: of the sources, %NULL-terminated, copied */
LsActivity *ls_activity_new (const char *const names[]);
LsActivity *ls_activity_ref (LsActivity *self);
void ls_activity_unref (LsActivity *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsActivity, ls_activity_unref)

guint ls_activity_get_n (const LsActivity *self);
const char *ls_activity_get_name (const LsActivity *self, guint source);

/* Writer: before the first event. */
void ls_activity_set_limit (LsActivity *self, guint64 limit);
/* Writer: an event of @source at @time, s since the origin of the trace; times do not decrease. If
 * out of memory, the event is counted but its time is not stored. */
void ls_activity_add (LsActivity *self, guint source, double time);
/* Writer: sets counts maintained elsewhere: @counts, one per source. */
void ls_activity_set_counts (LsActivity *self, const guint64 counts[]);
/* Writer: adds an event without counting it: @row of the trace of another LsActivity. */
void ls_activity_add_row (LsActivity *self, const double row[2]);

/* Readers. (transfer none): a row per stored event, with the column "source". */
LsTrace *ls_activity_get_trace (LsActivity *self);
/* Number of events so far, including those not stored. */
guint64 ls_activity_get_count (const LsActivity *self, guint source);
guint64 ls_activity_get_total (const LsActivity *self);

/* Writes all stored events as CSV, atomically: "time,source", with names of sources. */
gboolean ls_activity_write_csv (LsActivity *self, const char *path, GError **error);
