/* The reference: the monolithic model, integrated so tightly that errors can be measured against it. */
#pragma once

#include "core/base/log.h"
#include "core/model/model.h"
#include "core/record/trace.h"

/**
 * LsReference:
 *
 * All components by their Model Exchange interfaces as one system of ordinary
 * differential equations, outputs passed on in feed-through order. Integrated
 * by an explicit method of order 8 where it is not stiff, by CVODE where it
 * is, at a tight tolerance and, for the estimate of its own error, at a looser one.
 */
typedef struct LsReference LsReference;

/* %TRUE to go on; @fraction of the work done, 0 to 1 */
typedef gboolean (*LsReferenceProgressFunc) (double fraction, gpointer user_data);

/**
 * ls_reference_new:
 * @times: @n_times increasing times, the first is the start time
 * @signals: %NULL-terminated
 *
 * Returns: (transfer full): the reference, or %NULL: %LS_ERROR_MODEL when the
 * model has none (a component without Model Exchange, events, an algebraic
 * loop: the message says which), %LS_ERROR_CANCELLED, %LS_ERROR_RUN.
 */
LsReference *ls_reference_new (const LsModel *model, const double times[], gsize n_times,
                               const char *const *signals, LsLog *log,
                               LsReferenceProgressFunc progress, gpointer user_data, GError **error);
void         ls_reference_free (LsReference *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsReference, ls_reference_free)

/* (transfer none): one row per time, columns as @signals. */
LsTrace     *ls_reference_get_trace (LsReference *self);
/* "monolithic" */
const char  *ls_reference_get_kind (const LsReference *self);
/* For people: "monolithic, Fehlberg 7(8) at 1e-13". */
const char  *ls_reference_get_description (const LsReference *self);
/* Estimated own error of signal @index, in % as the error figure. */
double       ls_reference_get_error (const LsReference *self, guint index);
