/* One integration of the monolithic model over a list of times. Only for the reference. */
#pragma once

#include "core/base/progress.h"
#include "core/reference/monolith.h"

/**
 * LsIntegrationSettings:
 * @origin: start time of the model, s; all times are relative to it
 * @times: @n_times increasing times from 0 on, s
 * @signals: %NULL-terminated; order of the values passed to @sample
 * @method: (nullable): %NULL: the explicit method, unless the model is stiff
 * @projecting: (nullable): used instead of @method if states are projected onto constraints
 * @rtol: relative tolerance, also the absolute one relative to the nominals
 * @max_states: maximum number of states; 0: no limit
 * @max_steps: maximum number of steps; 0: a default
 * @min_stops: minimum number of stops over the whole span, including those at the times
 * @sample: called at every time, in order, and twice at an event; %FALSE ends with %LS_ERROR_RUN
 *   (out of memory)
 * @progress: (nullable): as in ls_reference_new(); called with @first + @share * fraction
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
  LsProgressFunc progress;
  gpointer progress_data;
  double first, share;
} LsIntegrationSettings;

/**
 * ls_integration_run:
 * @method: (out) (optional): the method used
 * @counts: (out) (optional): counts of the solver
 *
 * Returns: %FALSE with an error as ls_reference_new(). @retry: (out): whether
 * another method may do better (the step budget was used up, steps failed).
 */
gboolean ls_integration_run (const LsIntegrationSettings *settings,
                             const LsOdeMethod **method,
                             LsOdeCounts *counts,
                             gboolean *retry,
                             GError **error);
