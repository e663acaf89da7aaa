/* Recorded samples of one run: appended by one thread, read by any. */
#pragma once

#include "core/base/integer.h"
#include "core/base/progress.h"
#include "core/base/status.h"

/**
 * LsTrace:
 *
 * Rows of numbers; column 0 is time in s. Rows are never moved or changed once appended, so readers
 * need no lock: they see the first n_rows rows. Memory is allocated in blocks, with at most 10 %
 * more than 8 bytes per number in long traces, and 32 for an integer beyond 53 bits. When all traces together reach the memory limit,
 * further rows go to unlinked files in $TMPDIR or /var/tmp that are mapped into memory,
 * transparently for readers. Two rows with the same time are the two limits at an event.
 */
typedef struct LsTrace LsTrace;

/* @names, @units: @n_columns each, without the time ("prey.population", "1"); @units may be
 * %NULL */
LsTrace    *ls_trace_new (guint n_columns, const char *const names[], const char *const units[]);
/* Columns with their units, and the origin, of @other; no rows. */
LsTrace    *ls_trace_new_like (const LsTrace *other);
LsTrace    *ls_trace_ref (LsTrace *self);
void        ls_trace_unref (LsTrace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsTrace, ls_trace_unref)
/**
 * LsTraceDisposeFunc:
 *
 * Has to call @free_trace with @trace, once, on any thread.
 */
typedef void (*LsTraceDisposeFunc) (GDestroyNotify free_trace, gpointer trace);
/* Dropping the last reference returns the memory of a trace page by page; programs that must not
 * block pass long traces to @dispose, for instance to free them on another thread. To be set before
 * the first trace is created; %NULL: none. */
void        ls_trace_set_dispose (LsTraceDisposeFunc dispose);

/* Number of columns, including the time: 1 + the given number. */
guint       ls_trace_get_n_columns (const LsTrace *self);
const char *ls_trace_get_name (const LsTrace *self, guint column);
const char *ls_trace_get_unit (const LsTrace *self, guint column);
/* Returns: index of the column @name, or -1. */
int         ls_trace_find (const LsTrace *self, const char *name);

/* Writer: appends a row, one number per column, time first. %FALSE if there is no space, neither in
 * memory nor on disk. */
gboolean    ls_trace_append (LsTrace *self, const double row[]);
/* The same without a copy: the position of the next row, whose columns are *@stride numbers apart;
 * %NULL if there is no space. Readers see the row once it is published. */
double     *ls_trace_begin_row (LsTrace *self, gsize *stride);
void        ls_trace_publish_row (LsTrace *self);
/* Writer: @row, which is still to be appended, has the nearest number of @value in @column; the
 * exact value is kept if it is %LS_INTEGER_LIMIT or more in size. Rows do not decrease. */
void        ls_trace_note_integer (LsTrace *self, guint column, gsize row, LsInteger value);
/* Writer: appends @row of another trace with as many columns. */
gboolean    ls_trace_append_copy (LsTrace *self, const LsTrace *from, gsize row);
/* Reader: whether an exact value was noted there; %FALSE at once if there is none anywhere. */
gboolean    ls_trace_get_integer (const LsTrace *self, guint column, gsize row, LsInteger *value);
/* Writer: sets an %LS_ERROR_RUN with the reason why the row at @time, s, could not be appended. */
void        ls_trace_set_error (const LsTrace *self, double time, GError **error);

/* Writer, before the first row: the times of appended rows are relative to @origin, s, so that
 * their resolution is as good far from time 0 as near to it. Readers and files get absolute times,
 * except from ls_trace_peek(). Default 0. */
void        ls_trace_set_origin (LsTrace *self, double origin);
double      ls_trace_get_origin (const LsTrace *self);
/* Time of @row since the origin, s */
double      ls_trace_get_elapsed (const LsTrace *self, gsize row);
/* Time of @row relative to @origin, s: exact if that is the trace's own. */
double      ls_trace_get_time_from (const LsTrace *self, gsize row, double origin);
/* Possible difference of such times of the two traces due to rounding of absolute times, s; 0 if
 * they have the same origin. */
double      ls_trace_get_slack (const LsTrace *self, const LsTrace *other);

/* Writer, before the first row: communication points are @start + k @step, s since the origin, and
 * the time of the last row; error measures ignore rows in between. @step is infinite for variable
 * steps: then they ignore the two limits at an event. */
void        ls_trace_set_grid (LsTrace *self, double start, double step);

/* Readers */
/* Whether a row is between two communication points; never without ls_trace_set_grid(). */
gboolean    ls_trace_is_between (const LsTrace *self, gsize row);
gsize       ls_trace_get_n_rows (const LsTrace *self);
double      ls_trace_get (const LsTrace *self, guint column, gsize row);
/* The numbers from @row on that are contiguous in memory; @n of them, at most up to n_rows. */
const double *ls_trace_peek (const LsTrace *self, guint column, gsize row, gsize *n);
/* Last row with time <= @time, or -1. Times do not decrease. */
gssize      ls_trace_find_row (const LsTrace *self, double time);
/* The same for times since @origin, s */
gssize      ls_trace_find_row_from (const LsTrace *self, double origin, double time);
gsize       ls_trace_get_memory (const LsTrace *self); /* bytes held, in memory or in a file */
/* Writer: bytes of the file; 0: all is in memory. */
gsize       ls_trace_get_mapped (const LsTrace *self);

/* Maximum bytes of all traces in memory before they use files; 0: from LOCKSTEP_TRACE_MEMORY, in
 * MiB, or by default the lesser of 1 GiB and a quarter of the machine's memory. A trace below 1 MiB
 * always stays in memory. Any thread. */
void        ls_trace_set_memory_limit (gsize limit);
gsize       ls_trace_get_memory_limit (void);
/* Whether @n_rows (may be an estimate) of @n_columns and a time would fit now, in memory and on the
 * disk used beyond the memory limit. %FALSE with %LS_ERROR_LIMIT. */
gboolean    ls_trace_check_room (double n_rows, guint n_columns, GError **error);
/* Whether the same would fit into the file @path, with the format of its ending, while the samples
 * are stored as in ls_trace_check_room(): checks the free disk space and the limits of the format.
 * An estimate for CSV; space used by an existing file does not count as free. %FALSE with
 * %LS_ERROR_LIMIT. */
gboolean    ls_trace_check_file (const char *path, double n_rows, guint n_columns, GError **error);

/* Reads a CSV file whose first column is time, as written by trace-writer.h. */
LsTrace    *ls_trace_read_csv (const char *path, GError **error);
/* MATLAB v4 in the layout of Dymola and OpenModelica: time in the first column of data_2, units in
 * the descriptions. Transposed matrices (binNormal) are supported. %LS_ERROR_FILE, or
 * %LS_ERROR_FORMAT naming the matrix or variable. */
LsTrace    *ls_trace_read_mat (const char *path, GError **error);
