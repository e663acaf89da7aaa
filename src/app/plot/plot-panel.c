#include "app/plot/plot-panel-private.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/plot/plot-export.h"
#include "app/plot/plot-keys.h"
#include "app/plot/plot-overlay.h"
#include "app/base/style.h"
#include "app/base/widgets.h"
#include "present/figure-run.h"
#include "core/base/language.h"
#include "core/run/comparison-text.h"

G_DEFINE_TYPE (LsPlotPanel, ls_plot_panel, GTK_TYPE_BOX)

/* Initial half width of the tolerance band of a difference, % of the range. */
#define TUBE 1.0

/* px */
#define LEAST_WIDTH 220

LsPlotArea *
ls_plot_panel_get_area (LsPlotPanel *self)
{
  g_return_val_if_fail (LS_IS_PLOT_PANEL (self), NULL);

  return LS_PLOT_AREA (self->area);
}

GtkWidget *
ls_plot_panel_get_chart_area (LsPlotPanel *self)
{
  g_return_val_if_fail (LS_IS_PLOT_PANEL (self), NULL);

  return self->charts;
}

guint
ls_plot_panel_get_place (LsPlotPanel *self)
{
  g_return_val_if_fail (LS_IS_PLOT_PANEL (self), 0);

  return self->place;
}

#define N_BUTTONS 3

/* Those that give way to the title, in this order; the menu has their commands, too. */
static void
get_buttons (LsPlotPanel *self, GtkWidget *buttons[N_BUTTONS])
{
  buttons[0] = self->export_button;
  buttons[1] = self->all_button;
  buttons[2] = self->back_button;
}

static void
show_buttons (LsPlotPanel *self)
{
  GtkWidget *buttons[N_BUTTONS];

  get_buttons (self, buttons);
  for (guint i = 0; i < N_BUTTONS; i++)
    gtk_widget_set_visible (buttons[i], !self->brief && i >= self->n_hidden);
}

static guint
count_hidden (LsPlotPanel *self)
{
  const int room = gtk_widget_get_allocated_width (GTK_WIDGET (self));
  GtkWidget *buttons[N_BUTTONS];
  int needed;
  guint n = 0;

  get_buttons (self, buttons);
  gtk_widget_get_preferred_width (self->bar, NULL, &needed);
  for (guint i = 0; i < N_BUTTONS; i++)
    {
      if (gtk_widget_get_visible (buttons[i]))
        gtk_widget_get_preferred_width (buttons[i], NULL, &self->widths[i]);
      else
        needed += self->widths[i];
    }
  for (; n < N_BUTTONS && needed > room; n++)
    needed -= self->widths[n];
  return n;
}

void
ls_plot_panel_set_brief (LsPlotPanel *self, gboolean brief)
{
  g_return_if_fail (LS_IS_PLOT_PANEL (self));

  self->brief = brief;
  show_buttons (self);
}

static gboolean
hide_cb (gpointer user_data)
{
  LsPlotPanel *self = user_data;

  self->hide_id = 0;
  self->n_hidden = count_hidden (self);
  show_buttons (self);
  return G_SOURCE_REMOVE;
}

static void
ls_plot_panel_size_allocate (GtkWidget *widget, GtkAllocation *allocation)
{
  LsPlotPanel *self = LS_PLOT_PANEL (widget);

  GTK_WIDGET_CLASS (ls_plot_panel_parent_class)->size_allocate (widget, allocation);
  if (self->n_hidden != count_hidden (self) && self->hide_id == 0)
    self->hide_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, hide_cb, self, NULL);
}

/* The buttons give way before the plot asks for more room. */
static void
ls_plot_panel_get_preferred_width (GtkWidget *widget, int *minimum, int *natural)
{
  GTK_WIDGET_CLASS (ls_plot_panel_parent_class)->get_preferred_width (widget, minimum, natural);
  *minimum = LEAST_WIDTH;
  *natural = MAX (*natural, LEAST_WIDTH);
}

void
ls_plot_panel_set_detached (LsPlotPanel *self, gboolean detached)
{
  g_return_if_fail (LS_IS_PLOT_PANEL (self));

  self->detached = detached;
  ls_plot_panel_update_menu (self);
}

static gboolean
ls_plot_panel_draw (GtkWidget *widget, cairo_t *cr)
{
  GTK_WIDGET_CLASS (ls_plot_panel_parent_class)->draw (widget, cr);
  ls_plot_panel_draw_drop_side (LS_PLOT_PANEL (widget), cr);
  return GDK_EVENT_PROPAGATE;
}

void
ls_plot_panel_set_maximised (LsPlotPanel *self, gboolean maximised)
{
  g_return_if_fail (LS_IS_PLOT_PANEL (self));

  self->maximised = maximised;
  ls_plot_panel_update_menu (self);
}

static gboolean
bar_pressed_cb (LsPlotPanel *self, const GdkEventButton *event)
{
  if (event->type != GDK_2BUTTON_PRESS || event->button != GDK_BUTTON_PRIMARY)
    return GDK_EVENT_PROPAGATE;
  g_signal_emit_by_name (self, "maximise-wanted", !self->maximised);
  return GDK_EVENT_STOP;
}

/* The command of a key with Ctrl and Shift; %NULL: none. */
static const char *
find_move (guint key)
{
  static const struct
  {
    guint key;
    const char *what;
  } moves[] = { { GDK_KEY_Left, "move-left" },
                { GDK_KEY_Right, "move-right" },
                { GDK_KEY_Up, "move-above" },
                { GDK_KEY_Down, "move-below" } };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    if (moves[i].key == key)
      return moves[i].what;
  return NULL;
}

static gboolean
ls_plot_panel_key_press_event (GtkWidget *widget, GdkEventKey *event)
{
  const guint modifiers = event->state & gtk_accelerator_get_default_mod_mask ();

  if (modifiers == (GDK_CONTROL_MASK | GDK_SHIFT_MASK) && find_move (event->keyval) != NULL)
    {
      g_signal_emit_by_name (widget, "arrange-wanted", find_move (event->keyval));
      return GDK_EVENT_STOP;
    }
  if (GTK_WIDGET_CLASS (ls_plot_panel_parent_class)->key_press_event (widget, event))
    return GDK_EVENT_STOP;
  if (event->keyval != GDK_KEY_Escape || !LS_PLOT_PANEL (widget)->maximised)
    return GDK_EVENT_PROPAGATE;
  g_signal_emit_by_name (widget, "maximise-wanted", FALSE);
  return GDK_EVENT_STOP;
}

void
ls_plot_panel_set_project (LsPlotPanel *self, const char *project)
{
  g_return_if_fail (LS_IS_PLOT_PANEL (self));

  g_free (self->project);
  self->project = g_strdup (project);
}

static void
update_sensitivity (LsPlotPanel *self)
{
  gboolean zoomed
      = !ls_plot_panel_is_chart (self) && ls_figure_is_zoomed (ls_plot_panel_get_figure (self));

  gtk_widget_set_sensitive (self->back_button, zoomed);
  gtk_widget_set_sensitive (self->all_button,
                            !ls_plot_panel_is_chart (self)
                                && ls_figure_can_show_all (ls_plot_panel_get_figure (self)));
  gtk_widget_set_sensitive (self->export_button,
                            self->comparison != NULL || ls_plot_panel_has_overlays (self));
  gtk_widget_set_sensitive (self->choice_button, self->comparison != NULL);
  gtk_widget_set_visible (self->choice_button, ls_plot_panel_has_signals (self));
  ls_plot_panel_update_menu (self);
}

static void
show_charts (LsPlotPanel *self)
{
  const LsPlotSetup *setup = ls_plot_panel_get_setup (self);
  const LsChartKind *kind = ls_plot_view_get_chart (self->view);
  GPtrArray *charts = NULL;

  if (kind == NULL)
    return;
  if (self->comparison != NULL && self->ended
      && ls_comparison_get_reference (self->comparison) != NULL)
    charts = ls_charts_new_for (self->comparison, kind);
  if (charts != NULL && charts->len > 0)
    {
      ls_chart_set_title (g_ptr_array_index (charts, 0), setup->title);
      ls_chart_apply_setup (g_ptr_array_index (charts, 0), setup);
    }
  ls_chart_area_set_charts (LS_CHART_AREA (self->charts), charts,
                            self->comparison == NULL
                                ? _ ("No run yet. Press Run (F5). With several step sizes, the "
                                     "error is drawn over the step size.")
                                : _ ("Errors appear once all runs and the reference are done."));
}

void
ls_plot_panel_set_placeholder (LsPlotPanel *self, const char *text)
{
  g_return_if_fail (LS_IS_PLOT_PANEL (self));

  g_free (self->placeholder);
  self->placeholder = g_strdup (text);
  ls_figure_set_placeholder (ls_plot_panel_get_figure (self), text);
  ls_plot_area_redraw (LS_PLOT_AREA (self->area));
}

void
ls_plot_panel_clear (LsPlotPanel *self)
{
  ls_container_clear (self->choice_box);
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  self->ended = FALSE;
  g_clear_pointer (&self->base, ls_trace_unref);
  ls_figure_clear (ls_plot_panel_get_figure (self));
  ls_figure_zoom_all (ls_plot_panel_get_figure (self));
  ls_plot_area_redraw (LS_PLOT_AREA (self->area));
  show_charts (self);
  update_sensitivity (self);
}

static void
apply_setup (LsPlotPanel *self)
{
  const LsPlotSetup *setup = ls_plot_panel_get_setup (self);
  LsFigure *figure = ls_plot_panel_get_figure (self);

  show_charts (self);
  ls_figure_apply_setup (figure, setup);
  for (guint i = 0; self->comparison != NULL && i < ls_comparison_get_n_runs (self->comparison);
       i++)
    {
      g_autofree char *label = ls_comparison_get_label (self->comparison, i);

      if (!ls_plot_panel_is_chart (self))
        ls_figure_set_label (figure, i, ls_plot_setup_get_label (setup, label));
    }
  if (self->comparison != NULL && ls_plot_panel_has_signals (self))
    ls_plot_panel_apply_signals (self);
  ls_plot_panel_apply_overlays (self);
  ls_plot_panel_apply_orbit (self);
  ls_plot_area_redraw (LS_PLOT_AREA (self->area));
  ls_plot_panel_update_menu (self);
}

static void
add_runs (LsPlotPanel *self)
{
  LsFigure *figure = ls_plot_panel_get_figure (self);
  const char *const *names = ls_comparison_get_signals (self->comparison);
  g_autoptr (GPtrArray) stairs = g_ptr_array_new ();
  LsRun *run = NULL;

  for (guint i = 0; i < ls_comparison_get_n_runs (self->comparison); i++)
    {
      g_autofree char *label = ls_comparison_get_label (self->comparison, i);

      run = ls_comparison_get_run (self->comparison, i);
      ls_figure_add_run_of_kind (figure, run, label);
    }
  if (run == NULL)
    return;
  ls_figure_set_time_range (figure, ls_run_get_start_time (run), ls_run_get_stop_time (run));
  for (guint i = 0; names[i] != NULL; i++)
    if (ls_run_is_discrete (run, names[i]))
      g_ptr_array_add (stairs, (gpointer)names[i]);
  g_ptr_array_add (stairs, NULL);
  ls_figure_set_stairs (figure, (const char *const *)stairs->pdata);
}

static void
add_reference (LsPlotPanel *self)
{
  LsReference *reference = ls_comparison_get_reference (self->comparison);
  g_autofree char *label
      = ls_comparison_add_uncertainty (self->comparison, _ ("Reference"), ls_number_display);

  if (self->ended && !ls_plot_panel_is_chart (self))
    ls_figure_add_estimates (ls_plot_panel_get_figure (self), self->comparison);
  if (reference != NULL && self->ended && !ls_plot_panel_is_chart (self))
    ls_figure_set_reference (ls_plot_panel_get_figure (self), ls_reference_get_trace (reference),
                             label);
}

static void
fill (LsPlotPanel *self)
{
  const LsFigureKind *kind = ls_plot_view_get_figure (self->view);
  LsFigure *figure;

  if (kind != NULL)
    ls_plot_area_set_kind (LS_PLOT_AREA (self->area), kind);
  figure = ls_plot_panel_get_figure (self);
  gtk_stack_set_visible_child (GTK_STACK (self->stack),
                               ls_plot_panel_is_chart (self) ? self->charts : self->area);
  ls_container_clear (self->choice_box);
  ls_figure_clear (figure);
  ls_figure_set_placeholder (figure, self->placeholder);
  if (self->comparison != NULL && kind != NULL)
    {
      add_runs (self);
      add_reference (self);
      if (kind->against == LS_AGAINST_BASE)
        ls_figure_set_tube (figure, self->tube / 100);
      ls_plot_panel_fill_choice (self);
      gtk_widget_show_all (self->choice_box);
    }
  ls_plot_panel_add_overlays (self);
  apply_setup (self);
  update_sensitivity (self);
  ls_plot_area_complete (LS_PLOT_AREA (self->area));
}

void
ls_plot_panel_set_scoped (LsPlotPanel *self, const char *const *signals)
{
  static const char *const none[] = { NULL };

  g_return_if_fail (LS_IS_PLOT_PANEL (self));
  if (g_strv_equal (self->scoped != NULL ? (const char *const *)self->scoped : none, signals))
    return;
  g_strfreev (self->scoped);
  self->scoped = g_strdupv ((char **)signals);
  if (self->comparison != NULL && ls_plot_panel_has_signals (self))
    fill (self);
}

void
ls_plot_panel_set_overlays (LsPlotPanel *self, GPtrArray *overlays)
{
  g_return_if_fail (LS_IS_PLOT_PANEL (self));

  g_clear_pointer (&self->overlays, g_ptr_array_unref);
  self->overlays = g_ptr_array_ref (overlays);
  fill (self);
}

void
ls_plot_panel_show (LsPlotPanel *self, LsComparison *comparison, const LsExperiment *experiment)
{
  g_return_if_fail (LS_IS_PLOT_PANEL (self));

  ls_plot_panel_clear (self);
  self->comparison = ls_comparison_ref (comparison);
  self->ended = ls_comparison_get_reference (comparison) != NULL
                || ls_comparison_get_reference_problem (comparison) != NULL;
  ls_plot_panel_load_setups (self, experiment);
  fill (self);
}

void
ls_plot_panel_update_setups (LsPlotPanel *self, const LsExperiment *experiment)
{
  g_return_if_fail (LS_IS_PLOT_PANEL (self));

  if (ls_plot_panel_take_setups (self, experiment))
    fill (self);
}

void
ls_plot_panel_show_reference (LsPlotPanel *self)
{
  g_return_if_fail (LS_IS_PLOT_PANEL (self));

  if (self->comparison == NULL)
    return;
  self->ended = TRUE;
  add_reference (self);
  ls_plot_panel_refill_choice (self);
  show_charts (self);
  ls_plot_area_complete (LS_PLOT_AREA (self->area));
  update_sensitivity (self);
}

void
ls_plot_panel_focus (LsPlotPanel *self, guint run, const char *signal)
{
  g_return_if_fail (LS_IS_PLOT_PANEL (self));

  LsFigure *figure = ls_plot_panel_get_figure (self);

  if (self->comparison == NULL || !ls_plot_panel_has_signals (self)
      || ls_plot_view_is_orbit (self->view))
    return;
  for (guint i = 0; i < ls_comparison_get_n_runs (self->comparison); i++)
    ls_figure_set_visible (figure, i, i == run);
  ls_figure_set_panes (figure, NULL);
  ls_figure_set_signals (figure, (const char *const[]){ signal, NULL });
  ls_plot_area_redraw (LS_PLOT_AREA (self->area));
  gtk_widget_grab_focus (self->area);
}

static void
back_clicked_cb (LsPlotPanel *self)
{
  ls_plot_area_zoom_back (LS_PLOT_AREA (self->area));
}

static void
all_clicked_cb (LsPlotPanel *self)
{
  ls_plot_area_show_all (LS_PLOT_AREA (self->area));
}

static void
view_changed_cb (LsPlotPanel *self)
{
  update_sensitivity (self);
}

static void
signal_dropped_cb (LsPlotPanel *self, const char *name, double x, double y)
{
  ls_plot_panel_drop_signal (self, name, x, y);
}

static void
export_clicked_cb (LsPlotPanel *self)
{
  g_action_group_activate_action (G_ACTION_GROUP (self->actions), "export", NULL);
}

static void
set_name (GtkWidget *widget, const char *format, const char *title)
{
  g_autofree char *name = g_strdup_printf (format, title);

  ls_widget_set_accessible_name (widget, name);
}

/* Accessible names contain the panel, because several panels have the same buttons. */
static void
set_names (LsPlotPanel *self)
{
  const char *title = ls_plot_view_get_title (self->view);

  gtk_label_set_text (GTK_LABEL (self->title_label), title);
  ls_widget_set_accessible_name (self->area, title);
  ls_widget_set_accessible_name (self->charts, title);
  set_name (self->title_button, _ ("%s: show something else"), title);
  set_name (self->back_button, _ ("%s: zoom back"), title);
  set_name (self->all_button, _ ("%s: show all"), title);
  set_name (self->export_button, _ ("%s: export"), title);
  set_name (self->more_button, _ ("%s: view"), title);
  set_name (self->choice_button,
            ls_plot_view_is_orbit (self->view) ? _ ("%s: axes") : _ ("%s: signals"), title);
  gtk_label_set_text (GTK_LABEL (self->choice_label),
                      ls_plot_view_is_orbit (self->view) ? _ ("Axes ▾") : _ ("Signals ▾"));
}

static void
show_view (LsPlotPanel *self)
{
  gtk_widget_set_tooltip_text (self->title_label, NULL);
  set_names (self);
  fill (self);
}

static void
ls_plot_panel_finalize (GObject *object)
{
  LsPlotPanel *self = LS_PLOT_PANEL (object);

  g_clear_pointer (&self->comparison, ls_comparison_unref);
  g_clear_handle_id (&self->hide_id, g_source_remove);
  g_clear_pointer (&self->base, ls_trace_unref);
  g_clear_object (&self->drag);
  g_strfreev (self->scoped);
  g_hash_table_unref (self->setups);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->overlays, g_ptr_array_unref);
  g_free (self->project);
  g_free (self->placeholder);
  G_OBJECT_CLASS (ls_plot_panel_parent_class)->finalize (object);
}

static void
ls_plot_panel_class_init (LsPlotPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_plot_panel_finalize;
  g_type_ensure (LS_TYPE_PLOT_AREA);
  g_type_ensure (LS_TYPE_CHART_AREA);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/plot-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, bar);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, title_button);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, title_label);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, choice_button);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, choice_label);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, choice_box);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, more_button);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, back_button);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, all_button);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, export_button);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, stack);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, area);
  gtk_widget_class_bind_template_child (widget_class, LsPlotPanel, charts);
  gtk_widget_class_bind_template_callback (widget_class, back_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, all_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, export_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, signal_dropped_cb);
  /* The panel is updated before the signal is emitted. */
  g_signal_new_class_handler ("view-kind-changed", type, G_SIGNAL_RUN_FIRST, G_CALLBACK (show_view),
                              NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new_class_handler ("setup-changed", type, G_SIGNAL_RUN_FIRST, G_CALLBACK (apply_setup),
                              NULL, NULL, NULL, G_TYPE_NONE, 0);
  widget_class->key_press_event = ls_plot_panel_key_press_event;
  widget_class->size_allocate = ls_plot_panel_size_allocate;
  widget_class->get_preferred_width = ls_plot_panel_get_preferred_width;
  widget_class->draw = ls_plot_panel_draw;
  gtk_widget_class_bind_template_callback (widget_class, bar_pressed_cb);
  g_signal_new ("maximise-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_BOOLEAN);
  g_signal_new ("arrange-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("plot-dragged", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                G_TYPE_DOUBLE, G_TYPE_DOUBLE, G_TYPE_BOOLEAN);
  g_signal_new ("signal-unwanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("run-toggled", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_POINTER);
  g_signal_new ("signal-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new_class_handler ("setup-replaced", type, G_SIGNAL_RUN_FIRST, G_CALLBACK (fill), NULL,
                              NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_plot_panel_init (LsPlotPanel *self)
{
  self->setups
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)ls_plot_setup_free);
  self->tube = TUBE;
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_plot_area_set_kind (LS_PLOT_AREA (self->area), LS_FIGURE_TRAJECTORY);
  ls_plot_panel_init_drag (self);
  ls_plot_panel_init_legend (self);
  ls_plot_keys_attach (LS_PLOT_AREA (self->area));
  g_signal_connect_swapped (self->area, "extent-changed", G_CALLBACK (update_sensitivity), self);
  ls_plot_panel_init_menu (self);
}

GtkWidget *
ls_plot_panel_new (LsPlotView view, guint place)
{
  LsPlotPanel *self = g_object_new (LS_TYPE_PLOT_PANEL, NULL);

  self->view = view;
  self->place = place;
  set_names (self);
  fill (self);
  return GTK_WIDGET (self);
}
