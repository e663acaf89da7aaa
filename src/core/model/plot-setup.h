/* Appearance of a plot of a model's runs, as plain data; saved with it. */
#pragma once

#include "core/base/status.h"

/**
 * LsPaneChoice:
 * @left, @right: element-type char *, signals on the left and the right y axis
 */
typedef struct
{
  GPtrArray *left, *right;
} LsPaneChoice;

LsPaneChoice *ls_pane_choice_new (void);
LsPaneChoice *ls_pane_choice_copy (const LsPaneChoice *self);
void ls_pane_choice_free (LsPaneChoice *self);

/**
 * LsPlotSetup:
 * @kind: "trajectory", "orbit", "error", "difference", "steps", "activity",
 *   "convergence", "work-precision"
 * @place: number of the plot in the layouts that it is of; 0: of all others of its kind
 * @title: (nullable): caption
 * @logarithmic: the vertical axes: "yes", "no" or %NULL: default of the kind
 * @logarithmic_x: the same for the horizontal axis
 * @signals: element-type char *, signals shown; empty: all that were recorded
 * @panes: element-type LsPaneChoice; empty: one pane per unit
 * @labels: alternating names of runs and their texts in the legend
 * @names: alternating signals and their displayed names
 * @captions: alternating axes and captions: "x", and "y1", "y2", … from top to bottom, including
 *   right axes
 * @orbit_x, @orbit_y: (nullable): signals of an orbit
 * @time_marks: interval between the time marks on an orbit, s; 0: none
 */
typedef struct
{
  char *kind, *title, *logarithmic, *logarithmic_x;
  GPtrArray *signals, *panes;
  GPtrArray *labels, *names, *captions;
  char *orbit_x, *orbit_y;
  double time_marks;
  guint place;
} LsPlotSetup;

LsPlotSetup *ls_plot_setup_new (const char *kind);
LsPlotSetup *ls_plot_setup_copy (const LsPlotSetup *self);
void ls_plot_setup_free (LsPlotSetup *self);
gboolean ls_plot_setup_equal (const LsPlotSetup *a, const LsPlotSetup *b);
/* Label of a run in the legend; by default @name. */
const char *ls_plot_setup_get_label (const LsPlotSetup *self, const char *name);
/* @text: (nullable): %NULL or @name itself: default */
void ls_plot_setup_set_label (LsPlotSetup *self, const char *name, const char *text);
/* Displayed name of a signal in legend and axes; by default @signal. */
const char *ls_plot_setup_get_name (const LsPlotSetup *self, const char *signal);
/* @text: (nullable): %NULL, empty or @signal itself: default */
void ls_plot_setup_set_name (LsPlotSetup *self, const char *signal, const char *text);
/* Returns: (nullable): the caption set for an axis. */
const char *ls_plot_setup_get_caption (const LsPlotSetup *self, const char *axis);
/* @text: (nullable): %NULL or empty: default */
void ls_plot_setup_set_caption (LsPlotSetup *self, const char *axis, const char *text);
/**
 * ls_plot_setup_save:
 *
 * A template: a key file, to use the appearance of a plot with another model. Its groups are "plot"
 * (kind, title, logarithmic, logarithmic-x, x, y, time-marks, signals), "pane 1", "pane 2", … (left,
 * right: lists of signals), "labels", "names" and "captions" (numbered lists of two: the run, signal or
 * axis, and its text).
 *
 * Returns: %FALSE with %LS_ERROR_FILE
 */
gboolean ls_plot_setup_save (const LsPlotSetup *self, const char *path, GError **error);
/* Returns: (transfer full): %NULL with %LS_ERROR_FILE, or %LS_ERROR_FORMAT naming the file. */
LsPlotSetup *ls_plot_setup_load (const char *path, GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPaneChoice, ls_pane_choice_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPlotSetup, ls_plot_setup_free)
