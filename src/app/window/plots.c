#include "app/window/plots.h"
#include <glib/gi18n-lib.h>
#include "app/base/window-state.h"
#include "app/plot/plot-panel-private.h"
#include "app/plot/plot-overlay.h"
#include "app/run/results.h"
#include "app/window/layout-edits.h"
#include "core/model/block.h"

struct _LsPlots
{
  GObject parent_instance;
  const LsFrame *frame;
  LsPlotDesk *desk;
  LsLayoutEdits *edits;
  LsPlotTime *time;
  GtkWidget *side;          /* (nullable): beside the plots where there is room */
  LsComparison *comparison; /* (nullable): shown */
  GPtrArray *overlays;      /* (nullable): LsPlotOverlay */
  LsTrace *base;            /* (nullable): of differences; %NULL: the reference */
  char *text, *error_text;  /* (nullable): shown without data; in plots of errors */
  gboolean ended;           /* what is shown is there to the end */
  gboolean idle;            /* there is nothing to run */
  gboolean is_wide;         /* there is room for @side */
  gboolean is_alone;        /* a plot has the window */
  int side_wanted;          /* -1: where there is room */
};

G_DEFINE_TYPE (LsPlots, ls_plots, G_TYPE_OBJECT)

static guint plotted_changed_signal, comparison_changed_signal, panel_added_signal;
static guint run_toggled_signal;

guint
ls_plots_get_n (LsPlots *self)
{
  g_return_val_if_fail (LS_IS_PLOTS (self), 0);

  return ls_plot_desk_get_panels (self->desk)->len;
}

LsPlotPanel *
ls_plots_get (LsPlots *self, guint index)
{
  g_return_val_if_fail (LS_IS_PLOTS (self) && index < ls_plots_get_n (self), NULL);

  return ls_plot_desk_get_panels (self->desk)->pdata[index];
}

LsPlotTime *
ls_plots_get_time (LsPlots *self)
{
  g_return_val_if_fail (LS_IS_PLOTS (self), NULL);

  return self->time;
}

LsPlotDesk *
ls_plots_get_desk (LsPlots *self)
{
  g_return_val_if_fail (LS_IS_PLOTS (self), NULL);

  return self->desk;
}

/* ---- Settings in the document ------------------------------------------------------------- */

static LsExperiment *
get_experiment (LsPlots *self)
{
  return ls_model_get_experiment (ls_document_get_model (self->frame->document));
}

/* Stores changes by the user in the experiment, to be saved and undone with it. */
static void
setup_changed_cb (LsPlots *self, LsPlotPanel *panel)
{
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (get_experiment (self));

  ls_experiment_set_plot (experiment, ls_plot_setup_copy (ls_plot_panel_get_setup (panel)));
  ls_document_set_experiment (self->frame->document, experiment);
}

static void
tell_scopes (LsPlots *self)
{
  g_auto (GStrv) signals = ls_block_list_scoped (ls_document_get_model (self->frame->document));

  for (guint i = 0; i < ls_plots_get_n (self); i++)
    ls_plot_panel_set_scoped (ls_plots_get (self, i), (const char *const *)signals);
}

static void
update_setups (LsPlots *self)
{
  for (guint i = 0; i < ls_plots_get_n (self); i++)
    ls_plot_panel_update_setups (ls_plots_get (self, i), get_experiment (self));
}

static void
document_changed_cb (LsPlots *self, guint parts)
{
  if ((parts & (LS_EDIT_COMPONENTS | LS_EDIT_CONNECTIONS)) != 0)
    tell_scopes (self);
  /* Not together with a rename: the present runs contain the old signal names. */
  if ((parts & LS_EDIT_EXPERIMENT) != 0 && (parts & LS_EDIT_COMPONENTS) == 0)
    update_setups (self);
  ls_plot_desk_follow (self->desk);
  if ((parts & (LS_EDIT_COMPONENTS | LS_EDIT_CONNECTIONS | LS_EDIT_EXPERIMENT)) != 0)
    g_signal_emit (self, plotted_changed_signal, 0);
}

static void
model_replaced_cb (LsPlots *self)
{
  ls_plot_desk_follow (self->desk);
  update_setups (self);
  g_signal_emit (self, plotted_changed_signal, 0);
}

/* ---- Beside the plots ----------------------------------------------------------------------- */

static void
show_side (LsPlots *self)
{
  const gboolean wanted = self->side_wanted > 0 || (self->side_wanted < 0 && self->is_wide);

  if (self->side != NULL)
    gtk_widget_set_visible (self->side, wanted && !self->is_alone);
  g_simple_action_set_state (ls_frame_get_action (self->frame, "show-runs"),
                             g_variant_new_boolean (wanted));
}

static void
show_runs_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *state, gpointer user_data)
{
  static const char *const keys[] = { "runs", NULL };
  LsPlots *self = user_data;

  self->side_wanted = g_variant_get_boolean (state);
  ls_window_state_set_numbers ("plots", keys, &self->side_wanted);
  show_side (self);
}

void
ls_plots_set_side (LsPlots *self, GtkWidget *side)
{
  g_return_if_fail (LS_IS_PLOTS (self) && GTK_IS_WIDGET (side));

  self->side = side;
  gtk_box_pack_start (GTK_BOX (self->frame->plots_box), side, FALSE, TRUE, 0);
  gtk_box_reorder_child (GTK_BOX (self->frame->plots_box), side, 0);
  show_side (self);
}

void
ls_plots_set_wide (LsPlots *self, gboolean wide)
{
  g_return_if_fail (LS_IS_PLOTS (self));

  if (self->is_wide == wide)
    return;
  self->is_wide = wide;
  show_side (self);
}

static void
alone_changed_cb (LsPlots *self, gboolean alone)
{
  self->is_alone = alone;
  show_side (self);
}

static void
run_toggled_cb (LsPlots *self, LsTrace *trace)
{
  g_signal_emit (self, run_toggled_signal, 0, trace);
}

static void
focus_child_cb (LsPlots *self, GtkWidget *child)
{
  if (child != NULL)
    g_signal_emit (self, plotted_changed_signal, 0);
}

/* The file name is part of the default names of exports. */
static void
state_changed_cb (LsPlots *self)
{
  g_autofree char *project = ls_frame_get_project (self->frame);

  for (guint i = 0; i < ls_plots_get_n (self); i++)
    ls_plot_panel_set_project (ls_plots_get (self, i), project);
  ls_results_set_project (LS_RESULTS (self->frame->results), project);
}

/* ---- Content ----------------------------------------------------------------------------- */

void
ls_plots_set_view (LsPlots *self, guint plot, const char *id)
{
  g_return_if_fail (LS_IS_PLOTS (self) && id != NULL);

  const LsPlotView view = ls_plot_view_find (id);

  if (view < ls_plot_view_get_n ())
    ls_plot_desk_set_view (self->desk, plot, view);
}

void
ls_plots_focus (LsPlots *self, guint run, const char *signal)
{
  g_return_if_fail (LS_IS_PLOTS (self) && signal != NULL);

  ls_frame_show_lower (self->frame, self->frame->plots_box);
  for (guint i = 0; i < ls_plots_get_n (self); i++)
    ls_plot_panel_focus (ls_plots_get (self, i), run, signal);
}

/* An activated cell of the results. */
static void
cell_activated_cb (LsPlots *self, guint run, guint signal)
{
  const char *const *names = ls_comparison_get_signals (self->comparison);

  if (signal < g_strv_length ((char **)names))
    ls_plots_focus (self, run, names[signal]);
}

void
ls_plots_set_base (LsPlots *self, LsTrace *trace)
{
  g_return_if_fail (LS_IS_PLOTS (self));

  g_clear_pointer (&self->base, ls_trace_unref);
  self->base = trace != NULL ? ls_trace_ref (trace) : NULL;
  for (guint i = 0; i < ls_plots_get_n (self); i++)
    ls_plot_panel_set_base (ls_plots_get (self, i), trace);
}

/* ---- Runs -------------------------------------------------------------------------------- */

static const char *
get_placeholder (const LsPlots *self, LsPlotView view, gboolean running)
{
  const LsFigureKind *kind = ls_plot_view_get_figure (view);

  if (running)
    return kind != NULL && kind->starting != NULL ? _ (kind->starting) : _ ("Starting…");
  if (self->idle)
    return _ ("Nothing to run yet. Drag an FMU into the diagram, or open an example (Alt+9).");
  return _ (kind != NULL && kind->empty != NULL ? kind->empty : ls_figure_trajectory.empty);
}

static void
set_placeholders (LsPlots *self, gboolean running)
{
  for (guint i = 0; i < ls_plots_get_n (self); i++)
    {
      LsPlotPanel *panel = ls_plots_get (self, i);

      ls_plot_panel_set_placeholder (
          panel, get_placeholder (self, ls_plot_panel_get_view (panel), running));
    }
}

/* Before the first run, the placeholder depends on the view. */
static void
view_kind_changed_cb (LsPlots *self, LsPlotPanel *panel)
{
  ls_plot_time_follow (self->time, panel);
  if (self->comparison == NULL)
    ls_plot_panel_set_placeholder (panel,
                                   get_placeholder (self, ls_plot_panel_get_view (panel), FALSE));
  g_signal_emit (self, plotted_changed_signal, 0);
}

static void
show_tables (LsPlots *self)
{
  ls_results_show (LS_RESULTS (self->frame->results), self->comparison);
}

static void
take_comparison (LsPlots *self, LsComparison *comparison)
{
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  if (comparison != NULL)
    self->comparison = ls_comparison_ref (comparison);
  g_signal_emit (self, comparison_changed_signal, 0);
}

LsComparison *
ls_plots_get_comparison (LsPlots *self)
{
  g_return_val_if_fail (LS_IS_PLOTS (self), NULL);

  return self->comparison;
}

void
ls_plots_show (LsPlots *self, LsComparison *comparison)
{
  g_return_if_fail (LS_IS_PLOTS (self) && comparison != NULL);

  set_placeholders (self, TRUE);
  self->ended = FALSE;
  g_clear_pointer (&self->error_text, g_free);
  take_comparison (self, comparison);
  for (guint i = 0; i < ls_plots_get_n (self); i++)
    {
      ls_plot_panel_show (ls_plots_get (self, i), comparison, get_experiment (self));
      ls_plot_panel_set_base (ls_plots_get (self, i), self->base);
    }
  show_tables (self);
}

void
ls_plots_refresh (LsPlots *self)
{
  g_return_if_fail (LS_IS_PLOTS (self));

  for (guint i = 0; i < ls_plots_get_n (self); i++)
    ls_plot_area_refresh (ls_plot_panel_get_area (ls_plots_get (self, i)));
}

void
ls_plots_refresh_tables (LsPlots *self)
{
  g_return_if_fail (LS_IS_PLOTS (self));

  ls_results_refresh (LS_RESULTS (self->frame->results));
}

void
ls_plots_end (LsPlots *self)
{
  g_return_if_fail (LS_IS_PLOTS (self));

  self->ended = TRUE;
  /* Without a placeholder, a figure explains why it is empty. */
  ls_plots_set_placeholder (self, NULL);
  for (guint i = 0; i < ls_plots_get_n (self); i++)
    ls_plot_panel_show_reference (ls_plots_get (self, i));
  ls_plots_refresh_tables (self);
}

void
ls_plots_clear (LsPlots *self)
{
  g_return_if_fail (LS_IS_PLOTS (self));

  take_comparison (self, NULL);
  for (guint i = 0; i < ls_plots_get_n (self); i++)
    ls_plot_panel_clear (ls_plots_get (self, i));
  set_placeholders (self, FALSE);
  show_tables (self);
}

void
ls_plots_set_idle (LsPlots *self, gboolean idle)
{
  g_return_if_fail (LS_IS_PLOTS (self));

  if (self->idle == idle)
    return;
  self->idle = idle;
  if (self->comparison == NULL)
    set_placeholders (self, FALSE);
}

void
ls_plots_set_placeholder (LsPlots *self, const char *text)
{
  g_return_if_fail (LS_IS_PLOTS (self));

  g_free (self->text);
  self->text = g_strdup (text);
  for (guint i = 0; i < ls_plots_get_n (self); i++)
    ls_plot_panel_set_placeholder (ls_plots_get (self, i), text);
}

void
ls_plots_explain_error (LsPlots *self, const char *text)
{
  g_return_if_fail (LS_IS_PLOTS (self));

  g_free (self->error_text);
  self->error_text = g_strdup (text);
  for (guint i = 0; i < ls_plots_get_n (self); i++)
    if (ls_plot_view_is_error (ls_plot_panel_get_view (ls_plots_get (self, i))))
      ls_plot_panel_set_placeholder (ls_plots_get (self, i), text);
}

void
ls_plots_set_overlays (LsPlots *self, GPtrArray *overlays)
{
  g_return_if_fail (LS_IS_PLOTS (self) && overlays != NULL);

  g_ptr_array_ref (overlays);
  g_clear_pointer (&self->overlays, g_ptr_array_unref);
  self->overlays = overlays;
  for (guint i = 0; i < ls_plots_get_n (self); i++)
    ls_plot_panel_set_overlays (ls_plots_get (self, i), overlays);
}

/* ---- Life cycle -------------------------------------------------------------------------- */

static const GActionEntry entries[] = {
  { .name = "show-runs", .state = "false", .change_state = show_runs_cb },
};

static void
ls_plots_dispose (GObject *object)
{
  LsPlots *self = LS_PLOTS (object);

  g_clear_pointer (&self->comparison, ls_comparison_unref);
  g_clear_pointer (&self->overlays, g_ptr_array_unref);
  g_clear_pointer (&self->base, ls_trace_unref);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->error_text, g_free);
  if (self->desk != NULL)
    g_object_run_dispose (G_OBJECT (self->desk));
  g_clear_object (&self->edits);
  g_clear_object (&self->time);
  g_clear_object (&self->desk);
  G_OBJECT_CLASS (ls_plots_parent_class)->dispose (object);
}

static void
ls_plots_class_init (LsPlotsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_plots_dispose;
  plotted_changed_signal = g_signal_new ("plotted-changed", G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  panel_added_signal = g_signal_new ("panel-added", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 1, LS_TYPE_PLOT_PANEL);
  run_toggled_signal = g_signal_new ("run-toggled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  comparison_changed_signal = g_signal_new ("comparison-changed", G_TYPE_FROM_CLASS (klass),
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_plots_init (G_GNUC_UNUSED LsPlots *self)
{
}

/* What stands in a plot without data, of a comparison that may be under way. */
static const char *
get_text (LsPlots *self, LsPlotView view)
{
  if (self->comparison == NULL || !self->ended)
    return get_placeholder (self, view, self->comparison != NULL);
  return self->error_text != NULL && ls_plot_view_is_error (view) ? self->error_text : self->text;
}

/* A new panel shows what the others do. */
static void
panel_added_cb (LsPlots *self, LsPlotPanel *panel)
{
  g_autofree char *project = ls_frame_get_project (self->frame);
  g_auto (GStrv) scoped = ls_block_list_scoped (ls_document_get_model (self->frame->document));

  ls_plot_time_add (self->time, panel);
  g_signal_connect_object (panel, "setup-changed", G_CALLBACK (setup_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "run-toggled", G_CALLBACK (run_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "set-focus-child", G_CALLBACK (focus_child_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "view-kind-changed", G_CALLBACK (view_kind_changed_cb), self,
                           G_CONNECT_SWAPPED);
  ls_plot_panel_set_project (panel, project);
  ls_plot_panel_set_scoped (panel, (const char *const *)scoped);
  if (self->comparison != NULL)
    ls_plot_panel_show (panel, self->comparison, get_experiment (self));
  else
    ls_plot_panel_update_setups (panel, get_experiment (self));
  if (self->overlays != NULL)
    ls_plot_panel_set_overlays (panel, self->overlays);
  if (self->base != NULL)
    ls_plot_panel_set_base (panel, self->base);
  ls_plot_panel_set_placeholder (panel, get_text (self, ls_plot_panel_get_view (panel)));
  ls_plot_time_follow (self->time, panel);
  g_signal_emit (self, panel_added_signal, 0, panel);
}

LsPlots *
ls_plots_new (const LsFrame *frame)
{
  LsPlots *self = g_object_new (LS_TYPE_PLOTS, NULL);

  g_return_val_if_fail (frame != NULL, NULL);
  self->frame = frame;
  self->side_wanted = ls_window_state_get_number ("plots", "runs", -1);
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (frame->document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->document, "model-replaced", G_CALLBACK (model_replaced_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->document, "state-changed", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  self->desk = ls_plot_desk_new (frame);
  self->edits = ls_layout_edits_new (frame, self->desk);
  self->time = ls_plot_time_new (frame, self->desk);
  g_signal_connect_object (self->desk, "panel-added", G_CALLBACK (panel_added_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->desk, "alone-changed", G_CALLBACK (alone_changed_cb), self,
                           G_CONNECT_SWAPPED);
  ls_plot_desk_follow (self->desk);
  g_signal_connect_object (frame->results, "cell-activated", G_CALLBACK (cell_activated_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
