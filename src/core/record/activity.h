/* What happened when in a run: events of states or components, counted and with their times. */
#pragma once

#include "core/record/trace.h"

/**
 * LsActivity:
 *
 * Sources of events, by index, and their events in the order of time. Written by one thread, read
 * by any, without a lock. All events are counted; the times of the first ones only are kept.
 */
typedef struct LsActivity LsActivity;

/* Times that are kept unless ls_activity_set_limit() says otherwise. */
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
/* Writer: an event of @source at @time, s since the origin of the trace, which does not decrease. Without memory for it the time
 * is not kept. */
void ls_activity_add (LsActivity *self, guint source, double time);
/* Writer, of what was counted elsewhere: @counts, one for each source. */
void ls_activity_set_counts (LsActivity *self, const guint64 counts[]);
/* The same for events that ls_activity_add() of another one has kept: @row of its trace. */
void ls_activity_add_row (LsActivity *self, const double row[2]);

/* Readers. (transfer none): a row for every event that is kept, with the column "source". */
LsTrace *ls_activity_get_trace (LsActivity *self);
/* Events so far, those that are not kept included. */
guint64 ls_activity_get_count (const LsActivity *self, guint source);
guint64 ls_activity_get_total (const LsActivity *self);

/* All events that are kept as CSV, atomically: "time,source", the source by its name. */
gboolean ls_activity_write_csv (LsActivity *self, const char *path, GError **error);
