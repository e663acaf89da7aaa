/* One integration of the monolithic model over a list of times. For the reference only. */
#pragma once

#include "core/reference/monolith.h"
#include "core/reference/reference.h"

/**
 * LsIntegrationSettings:
 * @origin: s; the model starts there, and all times are counted from it on
 * @times: @n_times increasing from 0 on, s
 * @signals: %NULL-terminated, as are the values that @sample gets
 * @method: (nullable): %NULL: the explicit one, unless the model is stiff
 * @projecting: (nullable): instead of @method where states are kept to constraints
 * @rtol: relative tolerance, also the absolute one as a part of the nominals
 * @max_states: more are refused; 0: any number
 * @max_steps: 0: as many as are reasonable
 * @min_stops: at least this many stops over the whole span, those at the times included
 * @sample: called at every time, in order; %FALSE ends with %LS_ERROR_RUN (memory)
 * @progress: (nullable): as in ls_reference_new(); gets @first + @share * fraction
 */
typedef struct
{
  const LsModel *model;
  double origin;
  const double *times;
  gsize n_times;
  const char *const *signals;
  const LsOdeMethod *method, *projecting;
  double rtol;
  guint max_states;
  guint64 max_steps;
  gsize min_stops;
  LsLog *log;
  gboolean (*sample) (gsize index, double t, const double values[], gpointer user_data);
  gpointer sample_data;
  LsReferenceProgressFunc progress;
  gpointer progress_data;
  double first, share;
} LsIntegrationSettings;

/**
 * ls_integration_run:
 * @method: (out) (optional): what it was done with
 * @counts: (out) (optional): what it took
 *
 * Returns: %FALSE with an error as ls_reference_new(). @retry: (out): whether
 * another method may do better (the step budget was used up, steps failed).
 */
gboolean ls_integration_run (const LsIntegrationSettings *settings,
                             const LsOdeMethod **method,
                             LsOdeCounts *counts,
                             gboolean *retry,
                             GError **error);
