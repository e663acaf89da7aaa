/* Recorded samples of one run: appended by one thread, read by any. */
#pragma once

#include "core/base/progress.h"
#include "core/base/status.h"

/**
 * LsTrace:
 *
 * Rows of numbers; column 0 is time in s. Rows are never moved or changed once
 * appended, so readers need no lock: they see the first n_rows rows. Memory is
 * taken in blocks, at most 10 % beyond 8 bytes a number in long traces. When all
 * traces together hold as much as they may, what comes next goes to files without
 * a name in $TMPDIR or /var/tmp that are mapped into memory: readers see no difference.
 * Two rows with the same time are the two limits at an event.
 */
typedef struct LsTrace LsTrace;

/* @names, @units: @n_columns each without time ("prey.population", "1"); units may be %NULL */
LsTrace    *ls_trace_new (guint n_columns, const char *const names[], const char *const units[]);
LsTrace    *ls_trace_ref (LsTrace *self);
void        ls_trace_unref (LsTrace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsTrace, ls_trace_unref)
/**
 * LsTraceDisposeFunc:
 *
 * Calls @free_trace with @trace, once, on any thread.
 */
typedef void (*LsTraceDisposeFunc) (GDestroyNotify free_trace, gpointer trace);
/* Who lets go of a trace last frees it, and gives back its memory page by page: a program that
 * cannot wait for that passes on long ones. To be set before there are traces; %NULL: none. */
void        ls_trace_set_dispose (LsTraceDisposeFunc dispose);

/* Columns, time included: 1 + what was given. */
guint       ls_trace_get_n_columns (const LsTrace *self);
const char *ls_trace_get_name (const LsTrace *self, guint column);
const char *ls_trace_get_unit (const LsTrace *self, guint column);
/* Returns: column called @name, or -1. */
int         ls_trace_find (const LsTrace *self, const char *name);

/* Writer: one row, as many numbers as columns, time first. %FALSE when there is no room: neither in
 * memory nor on the disk. */
gboolean    ls_trace_append (LsTrace *self, const double row[]);
/* The same without a copy: the place of the row to come, whose columns are *@stride numbers apart;
 * %NULL when there is no room. Readers see the row once it is published. */
double     *ls_trace_begin_row (LsTrace *self, gsize *stride);
void        ls_trace_publish_row (LsTrace *self);
/* Writer, after there was no room for @time, s: says so, and why, as an %LS_ERROR_RUN. */
void        ls_trace_set_error (const LsTrace *self, double time, GError **error);

/* Writer, before the first row: the times of rows that are appended are counted from @origin on, s, so
 * that they are as good far from time 0 as near to it. What readers get, and files, has it added; only
 * ls_trace_peek() has not. Default 0. */
void        ls_trace_set_origin (LsTrace *self, double origin);
double      ls_trace_get_origin (const LsTrace *self);
/* Time of @row since the origin, s */
double      ls_trace_get_elapsed (const LsTrace *self, gsize row);
/* Time of @row since @origin, s: exact where that is its own. */
double      ls_trace_get_time_from (const LsTrace *self, gsize row, double origin);
/* What such times of the two may differ by, s, because the clocks of their rows are read in numbers of
 * so many digits; 0 where they have one origin. */
double      ls_trace_get_slack (const LsTrace *self, const LsTrace *other);

/* Writer, before the first row: communication times are @start + k @step, s since the origin, and
 * that of the last row; what is recorded between them figures of error leave out. @step is infinite where steps have
 * any length: then the two limits at an event are what they leave out. */
void        ls_trace_set_grid (LsTrace *self, double start, double step);

/* Readers */
/* Whether a row stands between two communication times; never without ls_trace_set_grid(). */
gboolean    ls_trace_is_between (const LsTrace *self, gsize row);
gsize       ls_trace_get_n_rows (const LsTrace *self);
double      ls_trace_get (const LsTrace *self, guint column, gsize row);
/* The numbers from @row on that lie side by side in memory; @n of them, at most up to n_rows. */
const double *ls_trace_peek (const LsTrace *self, guint column, gsize row, gsize *n);
/* Last row with time <= @time, or -1. Times do not decrease. */
gssize      ls_trace_find_row (const LsTrace *self, double time);
/* The same of times since @origin, s */
gssize      ls_trace_find_row_from (const LsTrace *self, double origin, double time);
gsize       ls_trace_get_memory (const LsTrace *self); /* bytes held, in memory or in a file */
/* Writer: bytes of the file; 0: all is in memory. */
gsize       ls_trace_get_mapped (const LsTrace *self);

/* What all traces of the program may hold in memory before they go to files, bytes; 0: what
 * LOCKSTEP_TRACE_MEMORY says, MiB, or else 1 GiB or a quarter of the machine's memory, what is less.
 * A trace below 1 MiB stays in memory in any case. Any thread. */
void        ls_trace_set_memory_limit (gsize limit);
gsize       ls_trace_get_memory_limit (void);
/* Whether @n_rows (which may be a guess) of @n_columns and a time would find room now, in memory and
 * on the disk that takes what memory is not to hold. %FALSE with %LS_ERROR_LIMIT. */
gboolean    ls_trace_check_room (double n_rows, guint n_columns, GError **error);
/* Whether the same is likely to find room in the file @path, by its ending, while the samples are where
 * ls_trace_check_room() puts them: on its disk, and within what its format holds. Of CSV that is an
 * estimate; what is there already counts in full. %FALSE with %LS_ERROR_LIMIT. */
gboolean    ls_trace_check_file (const char *path, double n_rows, guint n_columns, GError **error);

/* Reads a CSV whose first column is time, as trace-writer.h writes it. */
LsTrace    *ls_trace_read_csv (const char *path, GError **error);
/* MATLAB v4 in the layout of Dymola and OpenModelica: time in the first column of data_2, units in
 * the descriptions. What is read may also be a later version of the format, and binNormal.
 * %LS_ERROR_FILE, or %LS_ERROR_FORMAT naming the matrix or variable. */
LsTrace    *ls_trace_read_mat (const char *path, GError **error);
