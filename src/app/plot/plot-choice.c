/* Choices of a panel: signals and their panes, axes of an orbit, base of a difference. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/plot/plot-panel-private.h"
#include "app/plot/signal-tree.h"
#include "app/base/widgets.h"
#include "core/base/language.h"
#include "core/base/number.h"

/* Signals dropped within this distance from the right edge use the right axis; fraction of the
 * width. */
#define RIGHT_SHARE 0.75

static void
add_known (GPtrArray *shown, const char *name, const char *const *all)
{
  if (all == NULL || g_strv_contains (all, name))
    g_ptr_array_add (shown, (gpointer)name);
}

/* The signals that the set-up lists, as far as they were recorded; without a list those of scopes,
 * or all. If none of the list was recorded, the plot waits for the next run. Returns: (transfer
 * container) */
static GPtrArray *
list_shown (LsPlotPanel *self)
{
  const char *const *all = ls_comparison_get_signals (self->comparison);
  const GPtrArray *chosen = ls_plot_panel_get_setup (self)->signals;
  GPtrArray *shown = g_ptr_array_new ();

  for (guint i = 0; i < chosen->len; i++)
    add_known (shown, chosen->pdata[i], all);
  if (chosen->len > 0 && shown->len > 0)
    return shown;
  for (guint i = 0; i < chosen->len; i++)
    add_known (shown, chosen->pdata[i], NULL);
  for (guint i = 0; chosen->len == 0 && self->scoped != NULL && self->scoped[i] != NULL; i++)
    add_known (shown, self->scoped[i], all);
  if (shown->len > 0)
    return shown;
  for (guint i = 0; all[i] != NULL; i++)
    add_known (shown, all[i], NULL);
  return shown;
}

void
ls_plot_panel_apply_signals (LsPlotPanel *self)
{
  g_autoptr (GPtrArray) shown = list_shown (self);

  g_ptr_array_add (shown, NULL);
  ls_figure_set_signals (ls_plot_panel_get_figure (self), (const char *const *)shown->pdata);
  ls_plot_area_redraw (LS_PLOT_AREA (self->area));
}

static GPtrArray *
list_hidden (LsPlotPanel *self)
{
  const char *const *all = ls_comparison_get_signals (self->comparison);
  g_autoptr (GPtrArray) shown = list_shown (self);
  GPtrArray *hidden = g_ptr_array_new ();

  for (guint i = 0; all[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (shown, all[i], g_str_equal, NULL))
      g_ptr_array_add (hidden, (gpointer)all[i]);
  return hidden;
}

static void
tree_changed_cb (LsPlotPanel *self, LsSignalTree *tree)
{
  const char *const *all = ls_comparison_get_signals (self->comparison);
  LsPlotSetup *setup = ls_plot_panel_edit_setup (self);
  g_autoptr (GPtrArray) hidden = ls_signal_tree_list_hidden (tree);
  const gboolean has_scopes = self->scoped != NULL && self->scoped[0] != NULL;

  g_ptr_array_set_size (setup->signals, 0);
  for (guint i = 0; (hidden->len > 0 || has_scopes) && all[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (hidden, all[i], g_str_equal, NULL))
      g_ptr_array_add (setup->signals, g_strdup (all[i]));
  g_ptr_array_unref (setup->panes);
  setup->panes = ls_signal_tree_list_panes (tree);
  ls_plot_panel_apply_signals (self);
  ls_plot_panel_setup_changed (self);
}

static void
fill_signals (LsPlotPanel *self)
{
  GtkWidget *tree = ls_signal_tree_new ();
  const LsPlotSetup *setup = ls_plot_panel_get_setup (self);
  g_autoptr (GPtrArray) hidden = list_hidden (self);

  ls_signal_tree_set (LS_SIGNAL_TREE (tree), ls_comparison_get_signals (self->comparison), hidden,
                      setup->panes);
  g_signal_connect_swapped (tree, "changed", G_CALLBACK (tree_changed_cb), self);
  gtk_widget_set_size_request (tree, 300, -1);
  gtk_container_add (GTK_CONTAINER (self->choice_box), tree);
  g_object_set_data (G_OBJECT (self->choice_box), "tree", tree);
  gtk_container_add (GTK_CONTAINER (self->choice_box),
                     ls_label_new_wrapped (_ ("Drag a signal onto a plot to give it a pane; near "
                                              "the right edge it gets an axis of its own."),
                                           TRUE));
  ls_plot_panel_apply_signals (self);
}

void
ls_plot_panel_drop_signal (LsPlotPanel *self, const char *name, double x, double y)
{
  LsFigure *figure = ls_plot_panel_get_figure (self);
  LsSignalTree *tree = g_object_get_data (G_OBJECT (self->choice_box), "tree");
  const LsPlotSetup *setup = ls_plot_panel_get_setup (self);
  double left, top, width, height;
  guint place = 0;

  if (!ls_plot_panel_has_signals (self) || ls_plot_view_is_orbit (self->view))
    return;
  if (tree == NULL || self->comparison == NULL
      || !g_strv_contains (ls_comparison_get_signals (self->comparison), name))
    {
      g_signal_emit_by_name (self, "signal-wanted", name);
      return;
    }
  /* A right axis is listed as a pane with the same top as the left one and does not count. */
  for (guint i = 0; ls_figure_get_pane (figure, i, &left, &top, &width, &height); i++)
    {
      double other_top = NAN, unused;

      if (i > 0)
        ls_figure_get_pane (figure, i - 1, &unused, &other_top, &unused, &unused);
      place += top != other_top;
      if (setup->panes->len > 0 && y >= top && y <= top + height)
        {
          ls_signal_tree_put (tree, name, place, x > left + RIGHT_SHARE * width);
          return;
        }
    }
  ls_signal_tree_put (tree, name, setup->panes->len + 1, FALSE);
}

void
ls_plot_panel_apply_orbit (LsPlotPanel *self)
{
  const LsPlotSetup *setup = ls_plot_panel_get_setup (self);
  g_autofree char *title = NULL;

  if (self->comparison == NULL || !ls_plot_view_is_orbit (self->view) || setup->orbit_x == NULL
      || setup->orbit_y == NULL)
    return;
  ls_figure_set_orbit (ls_plot_panel_get_figure (self), setup->orbit_x, setup->orbit_y);
  title = g_strdup_printf (_ ("%s over %s"), setup->orbit_y, setup->orbit_x);
  gtk_widget_set_tooltip_text (self->title_label, title);
  ls_plot_area_redraw (LS_PLOT_AREA (self->area));
}

static void
orbit_changed_cb (LsPlotPanel *self, GtkComboBox *combo)
{
  LsPlotSetup *setup = ls_plot_panel_edit_setup (self);
  char **target
      = g_object_get_data (G_OBJECT (combo), "row") == NULL ? &setup->orbit_x : &setup->orbit_y;

  g_free (*target);
  *target = gtk_combo_box_text_get_active_text (GTK_COMBO_BOX_TEXT (combo));
  ls_plot_panel_setup_changed (self);
}

static void
time_marks_changed_cb (LsPlotPanel *self, GtkEntry *entry)
{
  const char *text = gtk_entry_get_text (entry);
  double every = 0;

  if (*text != '\0' && (!ls_number_parse_typed (text, &every) || !isfinite (every) || every < 0))
    {
      ls_entry_set_problem (entry, _ ("Seconds; empty or 0: no marks"));
      return;
    }
  ls_entry_set_problem (entry, NULL);
  ls_plot_panel_edit_setup (self)->time_marks = every;
  ls_plot_panel_setup_changed (self);
}

static GtkWidget *
time_marks_new (LsPlotPanel *self)
{
  const LsPlotSetup *setup = ls_plot_panel_get_setup (self);
  GtkWidget *entry = gtk_entry_new ();
  char number[LS_NUMBER_SIZE];

  if (setup->time_marks > 0)
    gtk_entry_set_text (GTK_ENTRY (entry),
                        ls_number_localise (ls_number_format (setup->time_marks, number)));
  gtk_entry_set_width_chars (GTK_ENTRY (entry), 8);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("no marks"));
  gtk_widget_set_tooltip_text (entry,
                               _ ("Dots labelled with the time on every run, at this interval"));
  ls_widget_set_accessible_name (entry, _ ("Time marks every (s)"));
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (time_marks_changed_cb), self);
  return entry;
}

static GtkWidget *
combo_new (const char *const *texts, const char *active, const char *name)
{
  GtkWidget *combo = gtk_combo_box_text_new ();

  for (guint i = 0; texts[i] != NULL; i++)
    {
      gtk_combo_box_text_append_text (GTK_COMBO_BOX_TEXT (combo), texts[i]);
      if (g_strcmp0 (texts[i], active) == 0)
        gtk_combo_box_set_active (GTK_COMBO_BOX (combo), (int)i);
    }
  ls_widget_set_accessible_name (combo, name);
  return combo;
}

static void
attach (GtkWidget *grid, int row, const char *text, GtkWidget *widget)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (text);

  gtk_label_set_mnemonic_widget (GTK_LABEL (label), widget);
  gtk_widget_set_halign (label, GTK_ALIGN_START);
  gtk_grid_attach (GTK_GRID (grid), label, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), widget, 1, row, 1, 1);
}

static GtkWidget *
grid_new (LsPlotPanel *self)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  gtk_container_add (GTK_CONTAINER (self->choice_box), grid);
  return grid;
}

/* Default if the model defines no orbit: the first two signals. */
static void
fill_orbit (LsPlotPanel *self)
{
  const char *const *all = ls_comparison_get_signals (self->comparison);
  LsPlotSetup *setup = ls_plot_panel_edit_setup (self);
  GtkWidget *grid = grid_new (self), *x, *y;

  if (setup->orbit_x == NULL || setup->orbit_y == NULL || !g_strv_contains (all, setup->orbit_x)
      || !g_strv_contains (all, setup->orbit_y))
    {
      g_free (setup->orbit_x);
      g_free (setup->orbit_y);
      setup->orbit_x = g_strdup (all[0]);
      setup->orbit_y = g_strdup (all[0] != NULL && all[1] != NULL ? all[1] : all[0]);
    }
  x = combo_new (all, setup->orbit_x, _ ("Horizontal axis"));
  y = combo_new (all, setup->orbit_y, _ ("Vertical axis"));
  g_object_set_data (G_OBJECT (y), "row", self);
  attach (grid, 0, _ ("_Horizontal"), x);
  attach (grid, 1, _ ("_Vertical"), y);
  attach (grid, 2, _ ("Time _marks every (s)"), time_marks_new (self));
  g_signal_connect_swapped (x, "changed", G_CALLBACK (orbit_changed_cb), self);
  g_signal_connect_swapped (y, "changed", G_CALLBACK (orbit_changed_cb), self);
  ls_plot_panel_apply_orbit (self);
}

/* Place of the base in the list; 0 where it is no longer there: the reference, else the first run.
 */
static guint
find_base (LsPlotPanel *self)
{
  for (guint i = 0;; i++)
    {
      g_autofree char *label = NULL;
      LsTrace *trace = ls_plot_panel_find_base (self, i, &label);

      if (trace == NULL)
        return 0;
      if (trace == self->base)
        return i;
    }
}

static void
apply_base (LsPlotPanel *self)
{
  g_autofree char *label = NULL;
  LsTrace *trace = ls_plot_panel_find_base (self, find_base (self), &label);

  if (trace == NULL)
    return;
  ls_figure_set_base (ls_plot_panel_get_figure (self), trace, label);
  ls_plot_area_complete (LS_PLOT_AREA (self->area));
}

static void
take_base (LsPlotPanel *self, LsTrace *trace)
{
  g_clear_pointer (&self->base, ls_trace_unref);
  self->base = trace != NULL ? ls_trace_ref (trace) : NULL;
}

static void
base_changed_cb (LsPlotPanel *self, GtkComboBox *combo)
{
  const guint index = (guint)MAX (gtk_combo_box_get_active (combo), 0);
  g_autofree char *label = NULL;

  take_base (self, ls_plot_panel_find_base (self, index, &label));
  apply_base (self);
}

void
ls_plot_panel_set_base (LsPlotPanel *self, LsTrace *trace)
{
  g_return_if_fail (LS_IS_PLOT_PANEL (self));

  take_base (self, trace);
  if (self->comparison != NULL)
    ls_plot_panel_refill_choice (self);
}

void
ls_plot_panel_refill_choice (LsPlotPanel *self)
{
  const LsFigureKind *kind = ls_plot_view_get_figure (self->view);

  if (kind == NULL || kind->against != LS_AGAINST_BASE)
    return;
  ls_container_clear (self->choice_box);
  ls_plot_panel_fill_choice (self);
  gtk_widget_show_all (self->choice_box);
}

static void
tube_changed_cb (LsPlotPanel *self, GtkEntry *entry)
{
  double value;

  if (!ls_number_parse_typed (gtk_entry_get_text (entry), &value) || value < 0)
    {
      ls_entry_set_problem (entry, _ ("Per cent; 0: no tolerance band"));
      return;
    }
  ls_entry_set_problem (entry, NULL);
  self->tube = value;
  ls_figure_set_tube (ls_plot_panel_get_figure (self), value / 100);
  ls_plot_area_complete (LS_PLOT_AREA (self->area));
}

static void
list_bases (LsPlotPanel *self, GtkComboBoxText *combo)
{
  for (guint i = 0;; i++)
    {
      g_autofree char *label = NULL;

      if (ls_plot_panel_find_base (self, i, &label) == NULL)
        return;
      gtk_combo_box_text_append_text (combo, label);
    }
}

static void
fill_difference (LsPlotPanel *self)
{
  GtkWidget *grid = grid_new (self), *combo = gtk_combo_box_text_new ();
  GtkWidget *entry = gtk_entry_new ();
  char number[LS_NUMBER_SIZE];

  list_bases (self, GTK_COMBO_BOX_TEXT (combo));
  gtk_combo_box_set_active (GTK_COMBO_BOX (combo), (int)find_base (self));
  gtk_entry_set_text (GTK_ENTRY (entry),
                      ls_number_localise (ls_number_format (self->tube, number)));
  gtk_entry_set_width_chars (GTK_ENTRY (entry), 8);
  ls_widget_set_accessible_name (combo, _ ("Difference to"));
  /* xgettext:no-c-format */
  ls_widget_set_accessible_name (entry, _ ("Tolerance band (% of range)"));
  attach (grid, 0, _ ("_Difference to"), combo);
  /* xgettext:no-c-format */
  attach (grid, 1, _ ("_Tolerance band (% of range)"), entry);
  g_signal_connect_swapped (combo, "changed", G_CALLBACK (base_changed_cb), self);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (tube_changed_cb), self);
  apply_base (self);
}

void
ls_plot_panel_fill_choice (LsPlotPanel *self)
{
  GtkWidget *popover = gtk_widget_get_ancestor (self->choice_box, GTK_TYPE_POPOVER);

  /* Not modal, because signals are dragged out of the popover. */
  gtk_popover_set_modal (GTK_POPOVER (popover), ls_plot_view_is_orbit (self->view));
  g_object_set_data (G_OBJECT (self->choice_box), "tree", NULL);
  if (ls_plot_view_is_orbit (self->view))
    fill_orbit (self);
  else if (ls_plot_panel_has_signals (self))
    {
      if (ls_plot_view_get_figure (self->view)->against == LS_AGAINST_BASE
          && ls_comparison_get_n_runs (self->comparison) > 0)
        fill_difference (self);
      fill_signals (self);
    }
}
