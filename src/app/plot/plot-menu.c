/* The menus of a panel: what it shows, and how. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/plot/plot-export.h"
#include "app/plot/plot-panel-private.h"
#include "app/widgets.h"

static GSimpleAction *
get_action (LsPlotPanel *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name));
}

static void
view_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  LsPlotPanel *self = user_data;

  for (int view = 0; view < LS_N_PLOT_VIEWS; view++)
    if (g_strcmp0 (g_variant_get_string (state, NULL), ls_plot_view_get_id ((LsPlotView)view)) == 0)
      {
        g_simple_action_set_state (action, state);
        ls_plot_panel_set_view (self, (LsPlotView)view);
      }
}

static void
logarithmic_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  LsPlotPanel *self = user_data;
  LsPlotSetup *setup = ls_plot_panel_edit_setup (self);

  g_simple_action_set_state (action, state);
  g_free (setup->logarithmic);
  setup->logarithmic = g_strdup (g_variant_get_boolean (state) ? "yes" : "no");
  ls_plot_panel_setup_changed (self);
}

static void
follow_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  LsPlotPanel *self = user_data;

  g_simple_action_set_state (action, state);
  ls_figure_set_follow (ls_plot_panel_get_figure (self), g_variant_get_boolean (state));
  ls_plot_area_refresh (LS_PLOT_AREA (self->area));
}

static void
inset_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *state, gpointer user_data)
{
  LsPlotPanel *self = user_data;
  LsFigure *figure = ls_plot_panel_get_figure (self);

  if (g_variant_get_boolean (state))
    ls_figure_make_inset (figure);
  else
    ls_figure_remove_inset (figure);
  ls_plot_area_redraw (LS_PLOT_AREA (self->area));
  g_signal_emit_by_name (self->area, "view-changed");
}

static void
mark_cb (GSimpleAction *action, G_GNUC_UNUSED GVariant *state, gpointer user_data)
{
  LsPlotPanel *self = user_data;

  g_simple_action_set_state (
      action, g_variant_new_boolean (ls_plot_area_toggle_mark (LS_PLOT_AREA (self->area))));
}

static GtkWidget *
add_entry (GtkWidget *grid, int row, const char *name, const char *text)
{
  GtkWidget *label = gtk_label_new (name), *entry = gtk_entry_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_entry_set_text (GTK_ENTRY (entry), text != NULL ? text : "");
  gtk_entry_set_width_chars (GTK_ENTRY (entry), 40);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  ls_widget_set_accessible_name (entry, name);
  gtk_grid_attach (GTK_GRID (grid), label, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), entry, 1, row, 1, 1);
  return entry;
}

/* Title and names in the legend, in a dialog. */
static void
captions_cb (G_GNUC_UNUSED GSimpleAction *action,
             G_GNUC_UNUSED GVariant *parameter,
             gpointer user_data)
{
  LsPlotPanel *self = user_data;
  LsPlotSetup *setup = ls_plot_panel_edit_setup (self);
  GtkWidget *dialog = gtk_dialog_new_with_buttons (
      _ ("Captions"), GTK_WINDOW (gtk_widget_get_toplevel (GTK_WIDGET (self))),
      GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, _ ("_Cancel"), GTK_RESPONSE_CANCEL,
      _ ("_Apply"), GTK_RESPONSE_ACCEPT, NULL);
  GtkWidget *grid = gtk_grid_new (), *title;
  guint n = self->comparison != NULL ? ls_comparison_get_n_runs (self->comparison) : 0;
  g_autofree GtkWidget **entries = g_new0 (GtkWidget *, n + 1);

  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  gtk_container_set_border_width (GTK_CONTAINER (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_container_add (GTK_CONTAINER (gtk_dialog_get_content_area (GTK_DIALOG (dialog))), grid);
  title = add_entry (grid, 0, _ ("Title"), setup->title);
  for (guint i = 0; i < n && !ls_plot_panel_is_chart (self); i++)
    {
      g_autofree char *label = ls_comparison_get_label (self->comparison, i);

      entries[i] = add_entry (grid, (int)i + 1, label, ls_plot_setup_get_label (setup, label));
    }
  gtk_widget_show_all (grid);
  if (gtk_dialog_run (GTK_DIALOG (dialog)) == GTK_RESPONSE_ACCEPT)
    {
      const char *text = gtk_entry_get_text (GTK_ENTRY (title));

      g_free (setup->title);
      setup->title = *text != '\0' ? g_strdup (text) : NULL;
      for (guint i = 0; i < n && entries[i] != NULL; i++)
        {
          g_autofree char *label = ls_comparison_get_label (self->comparison, i);

          ls_plot_setup_set_label (setup, label, gtk_entry_get_text (GTK_ENTRY (entries[i])));
        }
      ls_plot_panel_setup_changed (self);
    }
  gtk_widget_destroy (dialog);
}

static void
copy_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer user_data)
{
  LsPlotPanel *self = user_data;

  ls_plot_copy (LS_PLOT_AREA (self->area),
                ls_plot_panel_is_chart (self) ? LS_CHART_AREA (self->charts) : NULL);
}

static const GActionEntry entries[] = {
  { .name = "view", .state = "'trajectory'", .parameter_type = "s", .change_state = view_cb },
  { .name = "logarithmic", .state = "false", .change_state = logarithmic_cb },
  { .name = "follow", .state = "false", .change_state = follow_cb },
  { .name = "inset", .state = "false", .change_state = inset_cb },
  { .name = "mark", .state = "false", .change_state = mark_cb },
  { .name = "captions", .activate = captions_cb },
  { .name = "copy", .activate = copy_cb },
};

static void
set_switch (LsPlotPanel *self, const char *name, gboolean state, gboolean enabled)
{
  GSimpleAction *action = get_action (self, name);

  g_simple_action_set_state (action, g_variant_new_boolean (state));
  g_simple_action_set_enabled (action, enabled);
}

void
ls_plot_panel_update_menu (LsPlotPanel *self)
{
  const LsFigure *figure = ls_plot_panel_get_figure (self);
  gboolean chart = ls_plot_panel_is_chart (self), orbit = self->view == LS_PLOT_VIEW_ORBIT;
  gboolean shown = self->comparison != NULL && !chart;

  g_simple_action_set_state (get_action (self, "view"),
                             g_variant_new_string (ls_plot_view_get_id (self->view)));
  set_switch (self, "logarithmic", ls_figure_get_logarithmic (figure),
              shown && (self->view == LS_PLOT_VIEW_TRAJECTORY || self->view == LS_PLOT_VIEW_ERROR));
  set_switch (self, "follow", ls_figure_get_follow (figure), !chart && !orbit);
  set_switch (self, "inset", ls_figure_has_inset (figure),
              shown && (ls_figure_is_zoomed (figure) || ls_figure_has_inset (figure)));
  set_switch (self, "mark", isfinite (ls_figure_get_mark (figure)), shown && !orbit);
  g_simple_action_set_enabled (get_action (self, "captions"), self->comparison != NULL);
  g_simple_action_set_enabled (get_action (self, "copy"), self->comparison != NULL);
}

static GMenuModel *
make_views (void)
{
  GMenu *menu = g_menu_new ();

  for (int view = 0; view < LS_N_PLOT_VIEWS; view++)
    {
      g_autofree char *action
          = g_strdup_printf ("plot.view::%s", ls_plot_view_get_id ((LsPlotView)view));

      g_menu_append (menu, ls_plot_view_get_title ((LsPlotView)view), action);
    }
  return G_MENU_MODEL (menu);
}

static GMenuModel *
make_more (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) how = g_menu_new ();
  g_autoptr (GMenu) what = g_menu_new ();

  g_menu_append (how, _ ("_Logarithmic Axis"), "plot.logarithmic");
  g_menu_append (how, _ ("_Follow While Running"), "plot.follow");
  g_menu_append (how, _ ("_Inset of the Part Shown"), "plot.inset");
  g_menu_append (how, _ ("_Mark to Measure From (M, Ctrl+Click)"), "plot.mark");
  g_menu_append (what, _ ("Ca_ptions…"), "plot.captions");
  g_menu_append (what, _ ("_Copy as Picture"), "plot.copy");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (how));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (what));
  return G_MENU_MODEL (menu);
}

void
ls_plot_panel_init_menu (LsPlotPanel *self)
{
  g_autoptr (GMenuModel) views = make_views ();
  g_autoptr (GMenuModel) more = make_more ();

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "plot", G_ACTION_GROUP (self->actions));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->title_button), views);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->more_button), more);
}
