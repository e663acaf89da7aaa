/* The plots of the window together: one time axis, one cursor, how they look kept with the model.
 */
#include <math.h>
#include "app/base/window-state.h"
#include "app/plot/plot-panel-private.h"
#include "app/window/window-private.h"
#include "core/model/block.h"

static LsPlotArea *
get_area (LsWindow *self, guint index)
{
  return ls_plot_panel_get_area (LS_PLOT_PANEL (self->plots[index]));
}

/* Whether it has a time axis. */
static gboolean
is_over_time (LsWindow *self, guint index)
{
  LsPlotView view = ls_plot_panel_get_view (LS_PLOT_PANEL (self->plots[index]));

  return view != LS_PLOT_VIEW_ORBIT && (int)view < (int)LS_N_FIGURE_KINDS;
}

static gboolean
is_time_linked (LsWindow *self)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self), "link-time");

  return g_variant_get_boolean (state);
}

/* Only the others are told: that they changed as well comes back here. */
static void
link_to (LsWindow *self, guint index)
{
  if (self->linking || !is_time_linked (self) || !is_over_time (self, index))
    return;
  self->linking = TRUE;
  for (guint i = 0; i < LS_N_PLOTS; i++)
    if (i != index && is_over_time (self, i))
      ls_plot_area_follow_time (get_area (self, i), get_area (self, index));
  self->linking = FALSE;
}

static guint
find_area (LsWindow *self, LsPlotArea *area)
{
  guint i = 0;

  while (i + 1 < LS_N_PLOTS && get_area (self, i) != area)
    i++;
  return i;
}

static void
plot_view_changed_cb (LsWindow *self, LsPlotArea *area)
{
  link_to (self, find_area (self, area));
}

static void
cursor_moved_cb (LsWindow *self, double time, LsPlotArea *area)
{
  for (guint i = 0; i < LS_N_PLOTS; i++)
    if (get_area (self, i) != area && (is_over_time (self, i) || isfinite (time)))
      ls_plot_area_show_time (get_area (self, i), time);
    else if (get_area (self, i) != area)
      ls_plot_area_show_time (get_area (self, i), NAN);
}

/* What was changed by hand goes into the model: saved with it, and undone with it. */
static void
setup_changed_cb (LsWindow *self, LsPlotPanel *panel)
{
  g_autoptr (LsExperiment) experiment
      = ls_experiment_copy (ls_model_get_experiment (ls_document_get_model (self->document)));

  ls_experiment_set_plot (experiment, ls_plot_setup_copy (ls_plot_panel_get_setup (panel)));
  ls_document_set_experiment (self->document, experiment);
}

static void
tell_scopes (LsWindow *self)
{
  g_auto (GStrv) signals = ls_block_list_scoped (ls_document_get_model (self->document));

  for (guint i = 0; i < LS_N_PLOTS; i++)
    ls_plot_panel_set_scoped (LS_PLOT_PANEL (self->plots[i]), (const char *const *)signals);
}

/* A rename, its undo or redo: known by what the component was called when last looked at. */
static void
document_changed_cb (LsWindow *self, guint parts)
{
  LsModel *model = ls_document_get_model (self->document);
  GHashTable *names = g_object_get_data (G_OBJECT (self), "component-names");

  if ((parts & (LS_PART_COMPONENTS | LS_PART_CONNECTIONS)) != 0)
    tell_scopes (self);
  /* Signals of a renamed component are called otherwise in the runs there are. */
  if ((parts & LS_PART_EXPERIMENT) != 0 && (parts & LS_PART_COMPONENTS) == 0)
    for (guint plot = 0; plot < LS_N_PLOTS; plot++)
      ls_plot_panel_update_setups (LS_PLOT_PANEL (self->plots[plot]),
                                   ls_model_get_experiment (model));
  if ((parts & LS_PART_COMPONENTS) == 0)
    return;
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);
      gpointer id = GUINT_TO_POINTER (component->id);
      const char *old = g_hash_table_lookup (names, id);

      if (g_strcmp0 (old, component->name) == 0)
        continue;
      for (guint plot = 0; old != NULL && plot < LS_N_PLOTS; plot++)
        ls_plot_panel_rename_component (LS_PLOT_PANEL (self->plots[plot]), old, component->name);
      g_hash_table_insert (names, id, g_strdup (component->name));
    }
}

/* Ids mean other components now. */
static void
model_replaced_cb (LsWindow *self)
{
  g_hash_table_remove_all (g_object_get_data (G_OBJECT (self), "component-names"));
}

static void
link_time_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  ls_memory_set_switch ("plots", "link-time", g_variant_get_boolean (state));
  link_to (user_data, 0);
}

void
ls_window_plots_zoom (LsWindow *self, const double range[2])
{
  for (guint i = 0; i < LS_N_PLOTS; i++)
    if (!is_over_time (self, i))
      continue;
    else if (range == NULL)
      ls_plot_area_zoom_all (get_area (self, i));
    else
      {
        ls_figure_zoom_time (ls_plot_area_get_figure (get_area (self, i)), range);
        ls_plot_area_redraw (get_area (self, i));
      }
}

void
ls_window_plots_set_view (LsWindow *self, guint plot, const char *id)
{
  for (guint view = 0; plot < LS_N_PLOTS && view < LS_N_PLOT_VIEWS; view++)
    if (g_str_equal (ls_plot_view_get_id ((LsPlotView)view), id))
      ls_plot_panel_set_view (LS_PLOT_PANEL (self->plots[plot]), (LsPlotView)view);
}

/* A cell of the results: its curve alone, in every plot over time. */
static void
cell_activated_cb (LsWindow *self, guint run, guint signal)
{
  const char *const *names = ls_comparison_get_signals (ls_run_job_get_comparison (self->job));

  if (signal >= g_strv_length ((char **)names))
    return;
  gtk_stack_set_visible_child (GTK_STACK (self->lower_stack), self->plots_box);
  for (guint i = 0; i < LS_N_PLOTS; i++)
    ls_plot_panel_focus (LS_PLOT_PANEL (self->plots[i]), run, names[signal]);
}

static const GActionEntry entries[] = {
  { .name = "link-time", .state = "true", .change_state = link_time_cb },
};

/* Most windows are never so wide. */
static void
make_results_side (LsWindow *self)
{
  g_autofree char *project = ls_window_get_project (self);
  LsResults *results;

  self->results_side = g_object_new (LS_TYPE_RESULTS, "visible", TRUE, NULL);
  results = LS_RESULTS (self->results_side);
  gtk_box_pack_start (GTK_BOX (self->plots_box), self->results_side, TRUE, TRUE, 0);
  g_signal_connect_object (results, "cell-activated", G_CALLBACK (cell_activated_cb), self,
                           G_CONNECT_SWAPPED);
  ls_results_set_project (results, project);
  ls_results_show (results, self->job != NULL ? ls_run_job_get_comparison (self->job) : NULL);
}

void
ls_window_run_set_wide (LsWindow *self, gboolean wide)
{
  if (self->results_side != NULL)
    gtk_widget_set_visible (self->results_side, wide);
  else if (wide)
    make_results_side (self);
}

void
ls_window_plots_init (LsWindow *self)
{
  gboolean linked = ls_memory_get_switch ("plots", "link-time", TRUE);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_simple_action_set_state (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "link-time")),
      g_variant_new_boolean (linked));
  g_object_set_data_full (G_OBJECT (self), "component-names",
                          g_hash_table_new_full (NULL, NULL, NULL, g_free),
                          (GDestroyNotify)g_hash_table_unref);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "model-replaced", G_CALLBACK (model_replaced_cb), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < LS_N_PLOTS; i++)
    {
      self->plots[i] = ls_plot_panel_new ((LsPlotView)i);
      gtk_box_pack_start (GTK_BOX (self->plots_box), self->plots[i], TRUE, TRUE, 0);
      g_signal_connect_object (get_area (self, i), "view-changed",
                               G_CALLBACK (plot_view_changed_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (get_area (self, i), "cursor-moved", G_CALLBACK (cursor_moved_cb),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->plots[i], "setup-changed", G_CALLBACK (setup_changed_cb), self,
                               G_CONNECT_SWAPPED);
    }
  g_signal_connect_object (self->results, "cell-activated", G_CALLBACK (cell_activated_cb), self,
                           G_CONNECT_SWAPPED);
}
