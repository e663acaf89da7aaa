/* The reference for error measurements: the monolithic model integrated with a tight tolerance, runs
 * of coupling methods extrapolated to step size zero, the finest of them, or a file. */
#pragma once

#include "core/base/log.h"
#include "core/base/progress.h"
#include "core/foreign/import.h"
#include "core/model/model.h"
#include "core/record/trace.h"

/**
 * LsReference:
 *
 * Monolithic: all components by their Model Exchange interfaces as one system of ordinary
 * differential equations, with outputs passed on in feed-through order. It is integrated by an
 * explicit method of order 8, or by CVODE if it is stiff, with a tight tolerance and, to estimate
 * its own error, with a looser one; and once more by a method of another kind, as an independent
 * check. Events are located; at an event the last row holds the values after it.
 */
typedef struct LsReference LsReference;

/**
 * ls_reference_new:
 * @origin: the start time, s
 * @times: @n_times increasing times relative to @origin, from 0 on
 * @signals: %NULL-terminated
 *
 * Returns: (transfer full): the reference, or %NULL: %LS_ERROR_MODEL when the model has none (a
 * component without Model Exchange, a singular algebraic loop; the message names it),
 * %LS_ERROR_CANCELLED, %LS_ERROR_RUN.
 */
LsReference *ls_reference_new (const LsModel *model, double origin, const double times[],
                               gsize n_times,
                               const char *const *signals, LsLog *log,
                               LsProgressFunc progress, gpointer user_data, GError **error);

/**
 * ls_reference_new_file:
 * @path: see ls_import_read(); must have a column for each of @signals
 * @origin, @times: @n_times increasing times relative to @origin, each of which must have a row
 *
 * Uses the values without interpolation; the own error is unknown (NaN).
 *
 * Returns: (transfer full): the reference, or %NULL: %LS_ERROR_FILE, or %LS_ERROR_ARGUMENT; the
 * message names the missing columns or time.
 */
LsReference *ls_reference_new_file (const char *path, double origin, const double times[], gsize n_times,
                                    const char *const *signals, GError **error);


/**
 * ls_reference_new_import:
 * @import: contents of the file @path, with all of @signals
 * @between: @times are not predictable, as with step size control: they must lie within those of
 *   the file, between which values are interpolated by polynomials of degree 5, but not across
 *   equal times in the file; the own error is that of the interpolation. Otherwise interpolation is
 *   used only if a file of another program, which has its own times, lacks some of @times
 */
LsReference *ls_reference_new_import (const LsImport *import, const char *path, double origin,
                                      const double times[],
                                      gsize n_times, const char *const *signals, gboolean between,
                                      GError **error);

void         ls_reference_free (LsReference *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsReference, ls_reference_free)

/* (transfer none): rows at the times, two at an event, columns as @signals. */
LsTrace     *ls_reference_get_trace (LsReference *self);
/* "monolithic", "extrapolated", "finest", "file" */
const char  *ls_reference_get_kind (const LsReference *self);
/* Display text: "monolithic, Dormand-Prince 8(5,3) at 1e-13". */
const char  *ls_reference_get_description (const LsReference *self);
/* Display text of the second method: "CVODE Adams at 1e-11"; %NULL without one. */
const char  *ls_reference_get_check (const LsReference *self);
/* Difference of signal @index to the second method, in % as the error figure; NaN without one. */
double       ls_reference_get_difference (const LsReference *self, guint index);
/* Estimated own error of signal @index, in % as the error figure; NaN when unknown. It is
 * at least the difference to the second method where the errors of that method do not explain it. */
double       ls_reference_get_error (const LsReference *self, guint index);
/* References made from runs: number of these runs, with the time of their steps, s; else 0. */
guint        ls_reference_get_n_runs (const LsReference *self, double *wall_time);
/* Observed order of convergence of these runs in signal @index; NaN without one. */
double       ls_reference_get_order (const LsReference *self, guint index);
/* The own error where it is stated with every figure, as the reference is made from runs; else NaN. */
double       ls_reference_get_uncertainty (const LsReference *self, guint index);
/* Errors below this multiple of the reference's own error are not meaningful. */
#define LS_REFERENCE_LIMIT_FACTOR 3.0
/* Whether @error of signal @index, %, is such an error; %FALSE if one of both is unknown. */
gboolean     ls_reference_is_limiting (const LsReference *self, guint index, double error);
