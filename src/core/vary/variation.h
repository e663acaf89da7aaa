/* Variations: many runs of a model with different parameters, each reduced to a few measures. */
#pragma once

#include "core/vary/run-measure.h"
#include "core/vary/run-pool.h"
#include "core/vary/sample.h"

typedef enum { LS_ROW_OPEN, LS_ROW_DONE, LS_ROW_FAILED } LsRowState;

/**
 * LsVariation:
 * @settings: of the runs; @settings.parameters and @settings.signals are set by
 *   ls_variation_new()
 * @measures: (element-type LsRunMeasure)
 * @states, @messages, @results: one per row of the sample; @results: row-major, one per measure
 * @checksum: of the model and all settings but the sample: rows of a table belong to it
 */
typedef struct
{
  LsRunSettings settings;
  GPtrArray *parameters, *measures;
  LsSample *sample;
  LsRowState *states;
  char **messages;
  double *results;
  char *checksum;
  char *traces; /* (nullable): folder for the trace of each run, an absolute path */
  int cancelled;
} LsVariation;

/**
 * ls_variation_new:
 * @settings: copied; model and choice have to live as long
 * @parameters: (transfer full) (element-type LsVaried)
 * @measures: (transfer full) (element-type LsRunMeasure); none: final values of the outputs
 * @sample: as for ls_sample_new()
 *
 * Returns: (transfer full): %NULL with an error that names the parameter, measure or file.
 */
LsVariation *ls_variation_new (const LsRunSettings *settings, GPtrArray *parameters, GPtrArray *measures,
                               const char *sample, gulong seed, GError **error);
void ls_variation_free (LsVariation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsVariation, ls_variation_free)

/* Number of rows in a state. */
guint ls_variation_count (const LsVariation *self, LsRowState state);
/* Measure @measure of all rows, NaN where there is none. (transfer full) */
double *ls_variation_list_results (const LsVariation *self, guint measure);

/* Called when a row is done or has failed. */
typedef gboolean (*LsVariationFunc) (LsVariation *self, guint row, gpointer user_data, GError **error);

/**
 * ls_variation_execute:
 * @index, @of: only rows with row % @of == @index
 * @retry: also rows that have failed before
 *
 * Executes open rows, @n_jobs at once, each in a process of its own. A failed run does not stop the
 * others. Returns: %FALSE if cancelled, or if @done failed.
 */
gboolean ls_variation_execute (LsVariation *self, guint index, guint of, gboolean retry, guint n_jobs,
                               LsVariationFunc done, gpointer user_data, GError **error);
/* Any thread, and signal handlers. */
void ls_variation_cancel (LsVariation *self);
