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
 * @logarithmic: "yes", "no" or %NULL: as is usual for the kind
 * @panes: element-type LsPaneChoice; empty: a pane for each unit
 * @labels: "name of run" and "text in the legend" in turns
 * @orbit_x, @orbit_y: (nullable): signals of an orbit
 */
typedef struct
{
  char *kind, *title, *logarithmic;
  GPtrArray *panes;
  GPtrArray *labels;
  char *orbit_x, *orbit_y;
} LsPlotSetup;

LsPlotSetup *ls_plot_setup_new (const char *kind);
LsPlotSetup *ls_plot_setup_copy (const LsPlotSetup *self);
void ls_plot_setup_free (LsPlotSetup *self);
gboolean ls_plot_setup_equal (const LsPlotSetup *a, const LsPlotSetup *b);
/* What a run is called in the legend; @name where it has no other name. */
const char *ls_plot_setup_get_label (const LsPlotSetup *self, const char *name);
/* @text: (nullable): %NULL or @name itself: as it is */
void ls_plot_setup_set_label (LsPlotSetup *self, const char *name, const char *text);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPaneChoice, ls_pane_choice_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPlotSetup, ls_plot_setup_free)
