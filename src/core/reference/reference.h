/* The reference that errors are measured against: the monolithic model integrated tightly,
 * the finest run of a coupling method, or a file. */
#pragma once

#include "core/base/log.h"
#include "core/foreign/import.h"
#include "core/model/model.h"
#include "core/record/trace.h"

/**
 * LsReference:
 *
 * Monolithic: all components by their Model Exchange interfaces as one system of ordinary
 * differential equations, outputs passed on in feed-through order. Integrated
 * by an explicit method of order 8 where it is not stiff, by CVODE where it
 * is, at a tight tolerance and, for the estimate of its own error, at a looser one; and once more by
 * a method of another kind, which would not make the same mistake. Events
 * are located; at an event a row holds the values after it.
 */
typedef struct LsReference LsReference;

/* %TRUE to go on; @fraction of the work done, 0 to 1 */
typedef gboolean (*LsReferenceProgressFunc) (double fraction, gpointer user_data);

/**
 * ls_reference_new:
 * @origin: the start time, s
 * @times: @n_times increasing times since then, from 0 on
 * @signals: %NULL-terminated
 *
 * Returns: (transfer full): the reference, or %NULL: %LS_ERROR_MODEL when the
 * model has none (a component without Model Exchange, a singular algebraic loop: the message
 * says which), %LS_ERROR_CANCELLED, %LS_ERROR_RUN.
 */
LsReference *ls_reference_new (const LsModel *model, double origin, const double times[],
                               gsize n_times,
                               const char *const *signals, LsLog *log,
                               LsReferenceProgressFunc progress, gpointer user_data, GError **error);

/**
 * ls_reference_new_file:
 * @path: see ls_import_read(); with a column for each of @signals
 * @origin, @times: @n_times increasing times since @origin that it must have rows at
 *
 * The values as they are; the own error is not known (NaN).
 *
 * Returns: (transfer full): the reference, or %NULL: %LS_ERROR_FILE, or
 * %LS_ERROR_ARGUMENT naming the columns or the time that are missing.
 */
LsReference *ls_reference_new_file (const char *path, double origin, const double times[], gsize n_times,
                                    const char *const *signals, GError **error);


/**
 * ls_reference_new_import:
 * @import: of the file @path, with all of @signals
 * @between: @times are those of nobody before, as where steps are chosen by a tolerance: they have to lie within
 *   those of the file, and values between them are interpolated by polynomials of degree 5, not across a time that
 *   the file has twice; the own error is what the interpolation misses. Else so only where a file of another
 *   program, whose times are its own, does not have all of @times
 */
LsReference *ls_reference_new_import (const LsImport *import, const char *path, double origin,
                                      const double times[],
                                      gsize n_times, const char *const *signals, gboolean between,
                                      GError **error);

void         ls_reference_free (LsReference *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsReference, ls_reference_free)

/* (transfer none): one row per time, columns as @signals. */
LsTrace     *ls_reference_get_trace (LsReference *self);
/* "monolithic", "finest", "file" */
const char  *ls_reference_get_kind (const LsReference *self);
/* For people: "monolithic, Dormand-Prince 8(5,3) at 1e-13". */
const char  *ls_reference_get_description (const LsReference *self);
/* The second method, for people: "CVODE Adams at 1e-11"; %NULL when there was none. */
const char  *ls_reference_get_check (const LsReference *self);
/* What signal @index differs from the second method by, in % as the error figure; NaN without one. */
double       ls_reference_get_difference (const LsReference *self, guint index);
/* Estimated own error of signal @index, in % as the error figure; NaN when it is not known. What
 * differs from the second method by more than that can explain has that difference. */
double       ls_reference_get_error (const LsReference *self, guint index);
