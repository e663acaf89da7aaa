/* How a figure of a model's runs looks, as plain data; saved with it. */
#pragma once

#include "core/base/status.h"

/**
 * LsPaneChoice:
 * @left, @right: element-type char *, signals over the left and the right y axis
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
 * @title: (nullable): caption
 * @logarithmic: the vertical axes: "yes", "no" or %NULL: as is usual for the kind
 * @logarithmic_x: the horizontal axis, in the same way
 * @panes: element-type LsPaneChoice; empty: a pane for each unit
 * @labels: "name of run" and "text in the legend" in turns
 * @names: "signal" and "what it is called here" in turns
 * @captions: "axis" and "caption" in turns: "x", and "y1", "y2", … from above, right axes counted
 * @orbit_x, @orbit_y: (nullable): signals of an orbit
 * @time_marks: s between the marks of time on an orbit; 0: none
 */
typedef struct
{
  char *kind, *title, *logarithmic, *logarithmic_x;
  GPtrArray *panes;
  GPtrArray *labels, *names, *captions;
  char *orbit_x, *orbit_y;
  double time_marks;
} LsPlotSetup;

LsPlotSetup *ls_plot_setup_new (const char *kind);
LsPlotSetup *ls_plot_setup_copy (const LsPlotSetup *self);
void ls_plot_setup_free (LsPlotSetup *self);
gboolean ls_plot_setup_equal (const LsPlotSetup *a, const LsPlotSetup *b);
/* What a run is called in the legend; @name where it has no other name. */
const char *ls_plot_setup_get_label (const LsPlotSetup *self, const char *name);
/* @text: (nullable): %NULL or @name itself: as it is */
void ls_plot_setup_set_label (LsPlotSetup *self, const char *name, const char *text);
/* What a signal is called in legend and axes; @signal where it has no other name. */
const char *ls_plot_setup_get_name (const LsPlotSetup *self, const char *signal);
/* @text: (nullable): %NULL, empty or @signal itself: as it is */
void ls_plot_setup_set_name (LsPlotSetup *self, const char *signal, const char *text);
/* Returns: (nullable): what was set for an axis. */
const char *ls_plot_setup_get_caption (const LsPlotSetup *self, const char *axis);
/* @text: (nullable): %NULL or empty: as usual */
void ls_plot_setup_set_caption (LsPlotSetup *self, const char *axis, const char *text);
/**
 * ls_plot_setup_save:
 *
 * A template: a key file, so that the look of a plot can be used with another model. Its groups are
 * "plot" (kind, title, logarithmic, logarithmic-x, x, y, time-marks), "pane 1", "pane 2", … (left,
 * right: lists of signals), "labels", "names" and "captions" (numbered lists of two: the run, signal
 * or axis, and its text).
 *
 * Returns: %FALSE with %LS_ERROR_FILE
 */
gboolean ls_plot_setup_save (const LsPlotSetup *self, const char *path, GError **error);
/* Returns: (transfer full): %NULL with %LS_ERROR_FILE, or %LS_ERROR_FORMAT naming the file. */
LsPlotSetup *ls_plot_setup_load (const char *path, GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPaneChoice, ls_pane_choice_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPlotSetup, ls_plot_setup_free)
