/* Settings of the runs of a model, as plain data; saved with it. */
#pragma once

#include "core/base/status.h"
#include "core/model/layout.h"
#include "core/model/plot-setup.h"
#include "core/model/timed-change.h"
#include "core/model/variation-plan.h"

/* A coupling method with options as text. */
typedef struct
{
  char      *method;  /* id of the coupling method */
  GPtrArray *options; /* char *, "name=value" */
} LsMethodChoice;

LsMethodChoice *ls_method_choice_new (const char *method);
LsMethodChoice *ls_method_choice_copy (const LsMethodChoice *self);
void            ls_method_choice_free (LsMethodChoice *self);
/* Parses "missiles:affine-term=off:laplace=exact" (as on the command line); only the syntax is
 * checked. */
LsMethodChoice *ls_method_choice_parse (const char *text, GError **error);
/* Returns: (transfer full): the text form. */
char           *ls_method_choice_to_text (const LsMethodChoice *self);

typedef struct
{
  char *x, *y; /* signals */
} LsOrbitChoice;

/* Whether runs estimate their errors without a reference, which takes three quarters of their time
 * more. */
typedef enum
{
  LS_ESTIMATE_SHORT_RUNS, /* those that take little time: the default */
  LS_ESTIMATE_ALWAYS,
  LS_ESTIMATE_NEVER
} LsEstimateChoice;

/* "short-runs", "always", "never" */
const char *ls_estimate_choice_id (LsEstimateChoice choice);
/* %FALSE if there is none called @id (nullable). */
gboolean    ls_estimate_choice_find (const char *id, LsEstimateChoice *choice);

/**
 * LsExperiment:
 * @start_time: s
 * @stop_time: s; NaN: from the FMUs' default experiments (ls_model_get_default_stop_time())
 * @step_sizes: element-type double, s; macro steps; every method is run with each of them; empty:
 *   from the FMUs or stop/1000
 * @tolerance: 0: fixed steps of @step_sizes; else coupling tolerance of the step size control, with
 *   @step_sizes as maximum
 * @reference: (nullable): reference of error measures: "monolithic", "finest" or a path, if
 *   relative from the folder of the model; %NULL: whatever is available
 * @methods: element-type LsMethodChoice
 * @signals: element-type char *, signals to show; empty: all outputs
 * @changes: element-type LsTimedChange: values that change in runs
 * @orbits: element-type LsOrbitChoice
 * @plots: element-type LsPlotSetup, at most one per kind and place
 * @layouts: element-type LsLayout, from the first tab to the last; empty: the first template
 * @variation: never %NULL
 * @layout: index of the layout shown; no difference in ls_experiment_equal()
 */
typedef struct
{
  double     start_time;
  double     stop_time;
  GArray    *step_sizes;
  double     tolerance;
  LsEstimateChoice estimate;
  char      *reference;
  GPtrArray *methods;
  GPtrArray *signals;
  GPtrArray *changes;
  GPtrArray *orbits;
  GPtrArray *plots;
  GPtrArray *layouts;
  LsVariationPlan *variation;
  guint      layout;
} LsExperiment;

LsExperiment *ls_experiment_new (void);
LsExperiment *ls_experiment_copy (const LsExperiment *self);
void          ls_experiment_free (LsExperiment *self);
void          ls_experiment_add_orbit (LsExperiment *self, const char *x, const char *y);
/* Returns: (transfer none) (nullable): the setup of plots of that kind, if any: of that place, else
 * of all places. */
LsPlotSetup  *ls_experiment_find_plot (const LsExperiment *self, const char *kind, guint place);
/* Replaces the setup of the same kind and place. @setup: (transfer full) */
void          ls_experiment_set_plot (LsExperiment *self, LsPlotSetup *setup);
/* Forgets the setups of a place. */
void          ls_experiment_remove_plots (LsExperiment *self, guint place);
/* The layouts; the first template where there is none. (transfer none) */
GPtrArray    *ls_experiment_ensure_layouts (LsExperiment *self);
/* Returns: (transfer full): the layout shown. */
LsLayout     *ls_experiment_copy_layout (const LsExperiment *self);
/* A number that no plot of the layouts has. */
guint         ls_experiment_next_place (const LsExperiment *self);
gboolean      ls_experiment_equal (const LsExperiment *a, const LsExperiment *b);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsMethodChoice, ls_method_choice_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsExperiment, ls_experiment_free)
