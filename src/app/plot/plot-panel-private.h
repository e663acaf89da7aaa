/* Shared by the files of LsPlotPanel. */
#pragma once

#include "app/plot/chart-area.h"
#include "app/plot/plot-panel.h"

struct _LsPlotPanel
{
  GtkBox parent_instance;
  LsPlotView view;
  guint place;              /* in the layouts */
  LsComparison *comparison; /* (nullable) */
  gboolean maximised;       /* alone in the window */
  gboolean detached;        /* in a window of its own */
  gboolean brief;           /* few buttons, as asked for */
  guint n_hidden;           /* buttons for which there is no room */
  int widths[3];            /* of these buttons when they were shown last, px */
  guint hide_id;
  int drop_side;            /* LsSide where a plot would be dropped; -1: none */
  GtkGesture *drag;         /* of the bar */
  gboolean ended;           /* the comparison has ended: charts can be drawn */
  GHashTable *setups;       /* id of a view -> LsPlotSetup */
  GStrv scoped;             /* (nullable): signals connected to scopes */
  GPtrArray *overlays;      /* (nullable): LsPlotOverlay: earlier runs */
  LsTrace *base;            /* (nullable): what differences refer to; %NULL: the reference */
  double tube;              /* half width, % of the range */
  char *project, *placeholder;
  GSimpleActionGroup *actions;
  GtkWidget *bar, *title_button, *title_label, *choice_button, *choice_label, *choice_box, *more_button;
  GtkWidget *back_button, *all_button, *export_button, *stack, *area, *charts;
};

/* plot-state.c */
gboolean ls_plot_panel_is_chart (LsPlotPanel *self);
LsFigure *ls_plot_panel_get_figure (LsPlotPanel *self);
LsPlotSetup *ls_plot_panel_edit_setup (LsPlotPanel *self);
/* Applies the set-up and emits "setup-changed". */
void ls_plot_panel_setup_changed (LsPlotPanel *self);

/* plot-setups.c */
void ls_plot_panel_load_setups (LsPlotPanel *self, const LsExperiment *experiment);
/* Takes what has changed in @experiment. Returns: whether that is the set-up of the present view. */
gboolean ls_plot_panel_take_setups (LsPlotPanel *self, const LsExperiment *experiment);
/* @setup: (transfer full): replaces the set-up of its kind, and that view is shown. Returns:
 * %FALSE for an unknown kind. */
gboolean ls_plot_panel_adopt_setup (LsPlotPanel *self, LsPlotSetup *setup);

/* plot-captions.c */
void ls_plot_panel_edit_captions (LsPlotPanel *self);
void ls_plot_panel_save_template (LsPlotPanel *self);
void ls_plot_panel_load_template (LsPlotPanel *self);

/* plot-choice.c */
/* Fills the popover with the choices of the present view. */
void ls_plot_panel_fill_choice (LsPlotPanel *self);
/* Likewise anew where the choices depend on the runs that are there. */
void ls_plot_panel_refill_choice (LsPlotPanel *self);
void ls_plot_panel_apply_signals (LsPlotPanel *self);
void ls_plot_panel_apply_orbit (LsPlotPanel *self);
void ls_plot_panel_drop_signal (LsPlotPanel *self, const char *name, double x, double y);

/* plot-overlay.c */
/* Whether there are visible earlier runs. */
gboolean ls_plot_panel_has_overlays (LsPlotPanel *self);
/* Adds earlier runs after the runs of the comparison. */
void ls_plot_panel_add_overlays (LsPlotPanel *self);
/* Applies colours, labels and visibility to the runs of the comparison. */
void ls_plot_panel_apply_overlays (LsPlotPanel *self);
/* Makes clicks on the legend known. */
void ls_plot_panel_init_legend (LsPlotPanel *self);
/* Returns: (transfer none) (nullable): base of differences with @index: the reference, if there is one,
 * the runs of the comparison, earlier runs; @label: (out) (transfer full) */
LsTrace *ls_plot_panel_find_base (LsPlotPanel *self, guint index, char **label);

/* plot-drag.c */
void ls_plot_panel_init_drag (LsPlotPanel *self);
/* Draws the half where a dragged plot would go, if there is one. */
void ls_plot_panel_draw_drop_side (LsPlotPanel *self, cairo_t *cr);

/* plot-menu.c */
void ls_plot_panel_init_menu (LsPlotPanel *self);
/* Updates the states of the toggle actions from figure and view. */
void ls_plot_panel_update_menu (LsPlotPanel *self);
