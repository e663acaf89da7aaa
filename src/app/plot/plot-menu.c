/* Menus of a panel: choice of the view and its appearance. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/later.h"
#include "app/plot/plot-export.h"
#include "app/plot/plot-panel-private.h"
#include "app/base/widgets.h"

static GSimpleAction *
get_action (LsPlotPanel *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name));
}

static void
view_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  LsPlotPanel *self = user_data;
  const LsPlotView view = ls_plot_view_find (g_variant_get_string (state, NULL));

  if (view == ls_plot_view_get_n ())
    return;
  g_simple_action_set_state (action, state);
  ls_plot_panel_set_view (self, view);
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
logarithmic_x_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  LsPlotPanel *self = user_data;
  LsPlotSetup *setup = ls_plot_panel_edit_setup (self);

  g_simple_action_set_state (action, state);
  g_free (setup->logarithmic_x);
  setup->logarithmic_x = g_variant_get_boolean (state) ? g_strdup ("yes") : NULL;
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

static void
captions_cb (G_GNUC_UNUSED GSimpleAction *action,
             G_GNUC_UNUSED GVariant *parameter,
             gpointer user_data)
{
  ls_plot_panel_edit_captions (user_data);
}

static void
save_template_cb (G_GNUC_UNUSED GSimpleAction *action,
                  G_GNUC_UNUSED GVariant *parameter,
                  gpointer user_data)
{
  ls_plot_panel_save_template (user_data);
}

static void
load_template_cb (G_GNUC_UNUSED GSimpleAction *action,
                  G_GNUC_UNUSED GVariant *parameter,
                  gpointer user_data)
{
  ls_plot_panel_load_template (user_data);
}

static void
forward_cb (G_GNUC_UNUSED GSimpleAction *action,
            G_GNUC_UNUSED GVariant *parameter,
            gpointer user_data)
{
  ls_plot_area_zoom_forward (LS_PLOT_AREA (((LsPlotPanel *)user_data)->area));
}

static void
maximise_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_signal_emit_by_name (user_data, "maximise-wanted", g_variant_get_boolean (state));
}

static void
detach_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *state, gpointer user_data)
{
  g_signal_emit_by_name (user_data, "arrange-wanted", "own-window");
}

static void
arrange_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_signal_emit_by_name (user_data, "arrange-wanted", g_variant_get_string (parameter, NULL));
}

static void
back_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer user_data)
{
  ls_plot_area_zoom_back (LS_PLOT_AREA (((LsPlotPanel *)user_data)->area));
}

static void
all_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer user_data)
{
  ls_plot_area_show_all (LS_PLOT_AREA (((LsPlotPanel *)user_data)->area));
}

static void
export_cb (G_GNUC_UNUSED GSimpleAction *action,
           G_GNUC_UNUSED GVariant *parameter,
           gpointer user_data)
{
  LsPlotPanel *self = user_data;

  ls_plot_export (GTK_WIDGET (self), LS_PLOT_AREA (self->area),
                  ls_plot_panel_is_chart (self) ? LS_CHART_AREA (self->charts) : NULL,
                  self->comparison, ls_plot_view_get_id (self->view), self->project);
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
  { .name = "logarithmic-x", .state = "false", .change_state = logarithmic_x_cb },
  { .name = "follow", .state = "false", .change_state = follow_cb },
  { .name = "inset", .state = "false", .change_state = inset_cb },
  { .name = "mark", .state = "false", .change_state = mark_cb },
  { .name = "maximise", .state = "false", .change_state = maximise_cb },
  { .name = "own-window", .state = "false", .change_state = detach_cb },
  { .name = "arrange", .parameter_type = "s", .activate = arrange_cb },
  { .name = "back", .activate = back_cb },
  { .name = "all", .activate = all_cb },
  { .name = "export", .activate = export_cb },
  { .name = "captions", .activate = captions_cb },
  { .name = "forward", .activate = forward_cb },
  { .name = "save-template", .activate = save_template_cb },
  { .name = "load-template", .activate = load_template_cb },
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
  const LsFigureKind *kind = ls_plot_view_get_figure (self->view);
  gboolean chart = kind == NULL, orbit = ls_plot_view_is_orbit (self->view);
  gboolean shown = self->comparison != NULL && !chart;

  g_simple_action_set_state (get_action (self, "view"),
                             g_variant_new_string (ls_plot_view_get_id (self->view)));
  set_switch (self, "logarithmic", ls_figure_get_logarithmic (figure),
              shown && kind->can_be_logarithmic);
  set_switch (self, "logarithmic-x", ls_figure_get_logarithmic_x (figure), shown);
  set_switch (self, "follow", ls_figure_get_follow (figure), !chart && !orbit);
  set_switch (self, "inset", ls_figure_has_inset (figure),
              shown && (ls_figure_is_zoomed (figure) || ls_figure_has_inset (figure)));
  set_switch (self, "mark", isfinite (ls_figure_get_mark (figure)), shown && !orbit);
  set_switch (self, "maximise", self->maximised, TRUE);
  set_switch (self, "own-window", self->detached, TRUE);
  g_simple_action_set_enabled (get_action (self, "back"), !chart && ls_figure_is_zoomed (figure));
  g_simple_action_set_enabled (get_action (self, "all"), !chart && ls_figure_is_zoomed (figure));
  g_simple_action_set_enabled (get_action (self, "export"),
                               self->comparison != NULL || ls_plot_panel_has_overlays (self));
  g_simple_action_set_enabled (get_action (self, "forward"),
                               !chart && ls_figure_can_go_forward (figure));
  g_simple_action_set_enabled (get_action (self, "load-template"), self->comparison != NULL);
  g_simple_action_set_enabled (get_action (self, "captions"), self->comparison != NULL);
  g_simple_action_set_enabled (get_action (self, "copy"), self->comparison != NULL);
}

static GMenuModel *
make_views (void)
{
  GMenu *menu = g_menu_new ();

  for (LsPlotView view = 0; view < ls_plot_view_get_n (); view++)
    {
      g_autofree char *action = g_strdup_printf ("plot.view::%s", ls_plot_view_get_id (view));

      g_menu_append (menu, ls_plot_view_get_title (view), action);
    }
  return G_MENU_MODEL (menu);
}

static GMenuModel *
make_more (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) how = g_menu_new ();
  g_autoptr (GMenu) what = g_menu_new ();
  g_autoptr (GMenu) where = g_menu_new ();

  g_menu_append (how, _ ("_Logarithmic Vertical Axis"), "plot.logarithmic");
  g_menu_append (how, _ ("Logarithmic _Horizontal Axis"), "plot.logarithmic-x");
  g_menu_append (how, _ ("_Follow While Running"), "plot.follow");
  g_menu_append (how, _ ("_Inset of Visible Range"), "plot.inset");
  g_menu_append (how, _ ("Zoom _Back (Backspace)"), "plot.back");
  g_menu_append (how, _ ("_Redo Zoom (Shift+Backspace)"), "plot.forward");
  g_menu_append (how, _ ("Show _All (Home)"), "plot.all");
  g_menu_append (how, _ ("Set _Measurement Mark (M, Ctrl+Click)"), "plot.mark");
  g_menu_append (what, _ ("Ca_ptions…"), "plot.captions");
  g_menu_append (what, _ ("_Copy as Picture"), "plot.copy");
  g_menu_append (what, _ ("_Export…"), "plot.export");
  g_menu_append (what, _ ("_Save as Template…"), "plot.save-template");
  g_menu_append (what, _ ("Apply _Template…"), "plot.load-template");
  g_menu_append (where, _ ("Split Righ_t"), "plot.arrange::split-right");
  g_menu_append (where, _ ("Split Belo_w"), "plot.arrange::split-below");
  g_menu_append (where, _ ("Ma_ximise (Esc Ends It)"), "plot.maximise");
  g_menu_append (where, _ ("I_n a Window of Its Own"), "plot.own-window");
  g_menu_append (where, _ ("Close Pl_ot"), "plot.arrange::close");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (how));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (what));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (where));
  return G_MENU_MODEL (menu);
}

static void
add_menus (gpointer panel)
{
  LsPlotPanel *self = panel;
  g_autoptr (GMenuModel) views = make_views ();
  g_autoptr (GMenuModel) more = make_more ();

  /* The panel was destroyed before this deferred call. */
  if (self->title_button == NULL)
    return;
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->title_button), views);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->more_button), more);
}

void
ls_plot_panel_init_menu (LsPlotPanel *self)
{
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "plot", G_ACTION_GROUP (self->actions));
  /* GtkMenuButton is insensitive without a menu; the menus are created later. */
  gtk_widget_set_sensitive (self->title_button, TRUE);
  gtk_widget_set_sensitive (self->more_button, TRUE);
  ls_later_call (self, add_menus);
}
