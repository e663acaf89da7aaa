#include "app/plot/plot-panel.h"
#include <glib/gi18n-lib.h>
#include "app/plot/plot-export.h"
#include "app/widgets.h"

struct _LsPlotPanel
{
  GtkBox parent_instance;
  LsFigureKind kind;
  LsComparison *comparison; /* (nullable) */
  GPtrArray *hidden;        /* signals that are not ticked */
  char *orbit_x, *orbit_y;
  char *project;
  GtkWidget *title_label, *choice_button, *choice_label, *choice_box;
  GtkWidget *back_button, *all_button, *export_button, *area;
};

G_DEFINE_TYPE (LsPlotPanel, ls_plot_panel, GTK_TYPE_BOX)

static LsFigure *
get_figure (LsPlotPanel *self)
{
  return ls_plot_area_get_figure (LS_PLOT_AREA (self->area));
}

LsPlotArea *
ls_plot_panel_get_area (LsPlotPanel *self)
{
  return LS_PLOT_AREA (self->area);
}

void
ls_plot_panel_set_project (LsPlotPanel *self, const char *project)
{
  g_free (self->project);
  self->project = g_strdup (project);
}

static gboolean
is_hidden (LsPlotPanel *self, const char *signal)
{
  return g_ptr_array_find_with_equal_func (self->hidden, signal, g_str_equal, NULL);
}

static void
apply_signals (LsPlotPanel *self)
{
  const char *const *all = ls_comparison_get_signals (self->comparison);
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();

  for (guint i = 0; all[i] != NULL; i++)
    if (!is_hidden (self, all[i]))
      g_ptr_array_add (shown, (gpointer)all[i]);
  g_ptr_array_add (shown, NULL);
  ls_figure_set_signals (get_figure (self), (const char *const *)shown->pdata);
  ls_plot_area_redraw (LS_PLOT_AREA (self->area));
}

static void
signal_toggled_cb (LsPlotPanel *self, GtkToggleButton *button)
{
  const char *signal = gtk_button_get_label (GTK_BUTTON (button));
  guint index;

  if (!gtk_toggle_button_get_active (button))
    g_ptr_array_add (self->hidden, g_strdup (signal));
  else if (g_ptr_array_find_with_equal_func (self->hidden, signal, g_str_equal, &index))
    g_ptr_array_remove_index (self->hidden, index);
  apply_signals (self);
}

static void
fill_signals (LsPlotPanel *self)
{
  const char *const *all = ls_comparison_get_signals (self->comparison);
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  for (guint i = 0; all[i] != NULL; i++)
    {
      GtkWidget *check = gtk_check_button_new_with_label (all[i]);

      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (check), !is_hidden (self, all[i]));
      g_signal_connect_swapped (check, "toggled", G_CALLBACK (signal_toggled_cb), self);
      gtk_container_add (GTK_CONTAINER (list), check);
    }
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 320);
  gtk_container_add (GTK_CONTAINER (scrolled), list);
  gtk_container_add (GTK_CONTAINER (self->choice_box), scrolled);
  apply_signals (self);
}

static void
apply_orbit (LsPlotPanel *self)
{
  g_autofree char *title = NULL;

  if (self->orbit_x == NULL || self->orbit_y == NULL)
    return;
  ls_figure_set_orbit (get_figure (self), self->orbit_x, self->orbit_y);
  title = g_strdup_printf (_ ("%s over %s"), self->orbit_y, self->orbit_x);
  gtk_widget_set_tooltip_text (self->title_label, title);
  ls_plot_area_redraw (LS_PLOT_AREA (self->area));
}

static void
orbit_changed_cb (LsPlotPanel *self, GtkComboBox *combo)
{
  char **target = g_object_get_data (G_OBJECT (combo), "target");

  g_free (*target);
  *target = gtk_combo_box_text_get_active_text (GTK_COMBO_BOX_TEXT (combo));
  apply_orbit (self);
}

static void
add_orbit_combo (LsPlotPanel *self, GtkWidget *grid, int row, const char *label, char **target)
{
  const char *const *all = ls_comparison_get_signals (self->comparison);
  GtkWidget *name = gtk_label_new_with_mnemonic (label);
  GtkWidget *combo = gtk_combo_box_text_new ();

  for (guint i = 0; all[i] != NULL; i++)
    {
      gtk_combo_box_text_append_text (GTK_COMBO_BOX_TEXT (combo), all[i]);
      if (g_strcmp0 (all[i], *target) == 0)
        gtk_combo_box_set_active (GTK_COMBO_BOX (combo), (int)i);
    }
  g_object_set_data (G_OBJECT (combo), "target", target);
  g_signal_connect_swapped (combo, "changed", G_CALLBACK (orbit_changed_cb), self);
  gtk_label_set_mnemonic_widget (GTK_LABEL (name), combo);
  atk_object_set_name (gtk_widget_get_accessible (combo),
                       row == 0 ? _ ("Horizontal axis") : _ ("Vertical axis"));
  gtk_grid_attach (GTK_GRID (grid), name, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), combo, 1, row, 1, 1);
}

/* Where the model names no orbit: the first two signals. */
static void
fill_orbit (LsPlotPanel *self, const LsOrbitChoice *orbit)
{
  const char *const *all = ls_comparison_get_signals (self->comparison);
  GtkWidget *grid = gtk_grid_new ();
  gboolean keep = self->orbit_x != NULL && self->orbit_y != NULL
                  && g_strv_contains (all, self->orbit_x) && g_strv_contains (all, self->orbit_y);

  if (!keep)
    {
      const char *x = orbit != NULL ? orbit->x : all[0];
      const char *y = orbit != NULL ? orbit->y : all[0] != NULL && all[1] != NULL ? all[1] : all[0];

      g_free (self->orbit_x);
      g_free (self->orbit_y);
      self->orbit_x = g_strdup (x);
      self->orbit_y = g_strdup (y);
    }
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  add_orbit_combo (self, grid, 0, _ ("_Horizontal"), &self->orbit_x);
  add_orbit_combo (self, grid, 1, _ ("_Vertical"), &self->orbit_y);
  gtk_container_add (GTK_CONTAINER (self->choice_box), grid);
  apply_orbit (self);
}

static void
update_sensitivity (LsPlotPanel *self)
{
  gboolean zoomed = ls_figure_is_zoomed (get_figure (self));

  gtk_widget_set_sensitive (self->back_button, zoomed);
  gtk_widget_set_sensitive (self->all_button, zoomed);
  gtk_widget_set_sensitive (self->export_button, self->comparison != NULL);
  gtk_widget_set_sensitive (self->choice_button, self->comparison != NULL);
}

void
ls_plot_panel_set_placeholder (LsPlotPanel *self, const char *text)
{
  ls_figure_set_placeholder (get_figure (self), text);
  ls_plot_area_redraw (LS_PLOT_AREA (self->area));
}

void
ls_plot_panel_clear (LsPlotPanel *self)
{
  ls_container_clear (self->choice_box);
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  ls_figure_clear (get_figure (self));
  ls_figure_zoom_all (get_figure (self));
  ls_plot_area_redraw (LS_PLOT_AREA (self->area));
  update_sensitivity (self);
}

void
ls_plot_panel_show (LsPlotPanel *self, LsComparison *comparison, const LsOrbitChoice *orbit)
{
  LsFigure *figure = get_figure (self);
  LsRun *first;

  ls_plot_panel_clear (self);
  self->comparison = ls_comparison_ref (comparison);
  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      LsRun *run = ls_comparison_get_run (comparison, i);
      g_autofree char *label = ls_comparison_get_label (comparison, i);

      ls_figure_add_run (figure, ls_run_get_trace (run), label, ls_run_get_choice (run)->method);
    }
  if (ls_comparison_get_n_runs (comparison) > 0)
    {
      first = ls_comparison_get_run (comparison, 0);
      ls_figure_set_time_range (figure, ls_run_get_start_time (first),
                                ls_run_get_stop_time (first));
    }
  if (self->kind == LS_FIGURE_ORBIT)
    fill_orbit (self, orbit);
  else
    fill_signals (self);
  gtk_widget_show_all (self->choice_box);
  update_sensitivity (self);
  ls_plot_area_complete (LS_PLOT_AREA (self->area));
}

void
ls_plot_panel_show_reference (LsPlotPanel *self)
{
  LsReference *reference;

  if (self->comparison == NULL)
    return;
  reference = ls_comparison_get_reference (self->comparison);
  if (reference != NULL)
    ls_figure_set_reference (get_figure (self), ls_reference_get_trace (reference),
                             _ ("Reference"));
  ls_plot_area_complete (LS_PLOT_AREA (self->area));
}

static void
back_clicked_cb (LsPlotPanel *self)
{
  ls_plot_area_zoom_back (LS_PLOT_AREA (self->area));
}

static void
all_clicked_cb (LsPlotPanel *self)
{
  ls_plot_area_zoom_all (LS_PLOT_AREA (self->area));
}

static void
view_changed_cb (LsPlotPanel *self)
{
  update_sensitivity (self);
}

static void
export_clicked_cb (LsPlotPanel *self)
{
  ls_plot_export (GTK_WIDGET (self), LS_PLOT_AREA (self->area), self->comparison, self->project);
}

static void
ls_plot_panel_finalize (GObject *object)
{
  LsPlotPanel *self = LS_PLOT_PANEL (object);

  g_clear_pointer (&self->comparison, ls_comparison_unref);
  g_ptr_array_unref (self->hidden);
  g_free (self->orbit_x);
  g_free (self->orbit_y);
  g_free (self->project);
  G_OBJECT_CLASS (ls_plot_panel_parent_class)->finalize (object);
}

static void
ls_plot_panel_class_init (LsPlotPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_plot_panel_finalize;
  g_type_ensure (LS_TYPE_PLOT_AREA);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/plot-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, title_label);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, choice_button);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, choice_label);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, choice_box);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, back_button);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, all_button);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, export_button);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, area);
  gtk_widget_class_bind_template_callback (widget_class, back_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, all_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, export_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_changed_cb);
}

static void
ls_plot_panel_init (LsPlotPanel *self)
{
  self->hidden = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Buttons say what they belong to: there are several of each on screen. */
static void
set_names (LsPlotPanel *self, const char *title)
{
  g_autofree char *back = g_strdup_printf (_ ("%s: zoom back"), title);
  g_autofree char *all = g_strdup_printf (_ ("%s: show all"), title);
  g_autofree char *save = g_strdup_printf (_ ("%s: export"), title);
  g_autofree char *choice
      = g_strdup_printf (self->kind == LS_FIGURE_ORBIT ? _ ("%s: axes") : _ ("%s: signals"), title);

  gtk_label_set_text (GTK_LABEL (self->title_label), title);
  atk_object_set_name (gtk_widget_get_accessible (self->area), title);
  atk_object_set_name (gtk_widget_get_accessible (self->back_button), back);
  atk_object_set_name (gtk_widget_get_accessible (self->all_button), all);
  atk_object_set_name (gtk_widget_get_accessible (self->export_button), save);
  atk_object_set_name (gtk_widget_get_accessible (self->choice_button), choice);
  gtk_label_set_text (GTK_LABEL (self->choice_label),
                      self->kind == LS_FIGURE_ORBIT ? _ ("Axes ▾") : _ ("Signals ▾"));
}

GtkWidget *
ls_plot_panel_new (LsFigureKind kind)
{
  LsPlotPanel *self = g_object_new (LS_TYPE_PLOT_PANEL, NULL);

  self->kind = kind;
  ls_plot_area_set_kind (LS_PLOT_AREA (self->area), kind);
  set_names (self, kind == LS_FIGURE_TRAJECTORY ? _ ("Trajectories")
                   : kind == LS_FIGURE_ORBIT    ? _ ("Orbit")
                                                : _ ("Error"));
  update_sensitivity (self);
  return GTK_WIDGET (self);
}
