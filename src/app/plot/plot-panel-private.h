/* Shared by the files of the panel. */
#pragma once

#include "app/plot/chart-area.h"
#include "app/plot/plot-panel.h"

struct _LsPlotPanel
{
  GtkBox parent_instance;
  LsPlotView view;
  LsComparison *comparison; /* (nullable) */
  gboolean ended;           /* the comparison: charts can be drawn */
  GHashTable *setups;       /* id of a view: LsPlotSetup */
  GPtrArray *hidden;        /* signals that are not ticked */
  GStrv scoped;             /* (nullable): signals that feed scopes */
  gboolean scopes_changed;  /* since signals were hidden after them */
  GPtrArray *overlays;      /* (nullable): LsPlotOverlay: earlier runs */
  guint base;               /* run that differences are taken to; earlier ones follow */
  double tube;              /* per cent of the range */
  char *project, *placeholder;
  GSimpleActionGroup *actions;
  GtkWidget *title_button, *title_label, *choice_button, *choice_label, *choice_box, *more_button;
  GtkWidget *back_button, *all_button, *export_button, *stack, *area, *charts;
};

/* plot-panel.c */
gboolean ls_plot_panel_is_chart (LsPlotPanel *self);
/* Whether the view is of signals that can be chosen. */
gboolean ls_plot_panel_has_signals (LsPlotPanel *self);
LsFigure *ls_plot_panel_get_figure (LsPlotPanel *self);
LsPlotSetup *ls_plot_panel_edit_setup (LsPlotPanel *self);
/* Puts the set-up to use, and says that it has changed. */
void ls_plot_panel_setup_changed (LsPlotPanel *self);
void ls_plot_panel_apply_setup (LsPlotPanel *self);

/* All that belongs to the present view, anew. */
void ls_plot_panel_fill (LsPlotPanel *self);

/* plot-setups.c */
void ls_plot_panel_load_setups (LsPlotPanel *self, const LsExperiment *experiment);
/* @setup: (transfer full): in place of what there is for its kind, which is shown then. Returns: %FALSE
 * where there is no such kind. */
gboolean ls_plot_panel_adopt_setup (LsPlotPanel *self, LsPlotSetup *setup);

/* plot-captions.c */
void ls_plot_panel_edit_captions (LsPlotPanel *self);
void ls_plot_panel_save_template (LsPlotPanel *self);
void ls_plot_panel_load_template (LsPlotPanel *self);

/* plot-choice.c */
/* Fills the popover with what can be chosen in the present view. */
void ls_plot_panel_fill_choice (LsPlotPanel *self);
void ls_plot_panel_apply_signals (LsPlotPanel *self);
void ls_plot_panel_apply_orbit (LsPlotPanel *self);
void ls_plot_panel_drop_signal (LsPlotPanel *self, const char *name, double x, double y);

/* plot-overlay.c */
/* Whether earlier runs are there to be drawn. */
gboolean ls_plot_panel_has_overlays (LsPlotPanel *self);
/* Behind the runs of the comparison. */
void ls_plot_panel_add_overlays (LsPlotPanel *self);
/* How the runs themselves look. */
void ls_plot_panel_apply_overlays (LsPlotPanel *self);
/* Returns: (transfer none) (nullable): what differences to run @index are taken to, the earlier ones
 * behind those of the comparison; @label: (out) (transfer full) */
LsTrace *ls_plot_panel_find_base (LsPlotPanel *self, guint index, char **label);

/* plot-menu.c */
void ls_plot_panel_init_menu (LsPlotPanel *self);
/* States of the switches after figure and view. */
void ls_plot_panel_update_menu (LsPlotPanel *self);
