#include "app/window/plot-desk.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/plot/plot-grid.h"
#include "app/window/layout-tabs.h"

/* Plots shown where there is room for few. */
#define FEW 2

/* Size of a window for one plot, px. */
#define OWN_WIDTH 900
#define OWN_HEIGHT 600

struct _LsPlotDesk
{
  GObject parent_instance;
  const LsFrame *frame;
  GtkWidget *tabs, *grid;
  GPtrArray *panels;   /* LsPlotPanel of @layout */
  GHashTable *windows; /* LsPlotPanel -> GtkWindow of its own */
  LsLayout *layout;    /* shown; views as lessons have set them */
  LsLayout *followed;  /* as the model has it */
  LsPlotPanel *alone;  /* (nullable): has the window */
  LsPlotPanel *used;   /* (nullable): focused last */
  LsPlotPanel *target; /* (nullable): lit up while another one is dragged */
  guint few;           /* LsFewReason */
  gboolean brief;
  gboolean is_following; /* views are set by the layout */
};

G_DEFINE_TYPE (LsPlotDesk, ls_plot_desk, G_TYPE_OBJECT)

static guint panel_added_signal, alone_changed_signal, arranged_signal;

GPtrArray *
ls_plot_desk_get_panels (LsPlotDesk *self)
{
  g_return_val_if_fail (LS_IS_PLOT_DESK (self), NULL);

  return self->panels;
}

static LsExperiment *
get_experiment (LsPlotDesk *self)
{
  return ls_model_get_experiment (ls_document_get_model (self->frame->document));
}

static LsPlotPanel *
find_panel (LsPlotDesk *self, guint place)
{
  for (guint i = 0; i < self->panels->len; i++)
    if (ls_plot_panel_get_place (self->panels->pdata[i]) == place)
      return self->panels->pdata[i];
  return NULL;
}

LsPlotPanel *
ls_plot_desk_get_used (LsPlotDesk *self)
{
  g_return_val_if_fail (LS_IS_PLOT_DESK (self), NULL);

  return self->used != NULL ? self->used : self->panels->pdata[0];
}

static void
focus (LsPlotPanel *panel)
{
  gtk_widget_grab_focus (GTK_WIDGET (ls_plot_panel_get_area (panel)));
}

/* ---- What is shown where ------------------------------------------------------------------- */

/* The panel of a place, unless it is elsewhere or there is no room for it. */
static GtkWidget *
find_shown (gpointer user_data, guint place)
{
  LsPlotDesk *self = user_data;
  LsPlotPanel *panel = find_panel (self, place);
  const gboolean is_narrow = self->few != 0 && get_experiment (self)->layouts->len == 0;
  guint index = 0;

  if (panel == NULL || g_hash_table_contains (self->windows, panel)
      || (self->alone != NULL && self->alone != panel))
    return NULL;
  g_ptr_array_find (self->panels, panel, &index);
  return is_narrow && index >= FEW && self->alone != panel ? NULL : GTK_WIDGET (panel);
}

static void
show_grid (LsPlotDesk *self)
{
  ls_plot_grid_show (LS_PLOT_GRID (self->grid), self->layout->root, find_shown, self);
}

static void
set_alone (LsPlotDesk *self, LsPlotPanel *panel)
{
  if (self->alone == panel)
    return;
  if (self->alone != NULL)
    ls_plot_panel_set_maximised (self->alone, FALSE);
  self->alone = panel;
  if (panel != NULL)
    ls_plot_panel_set_maximised (panel, TRUE);
  show_grid (self);
  gtk_widget_set_visible (self->frame->left_paned, panel == NULL);
  g_signal_emit (self, alone_changed_signal, 0, panel != NULL);
}

static void
maximise_wanted_cb (LsPlotDesk *self, gboolean maximise, LsPlotPanel *panel)
{
  GtkWindow *own = g_hash_table_lookup (self->windows, panel);

  if (own == NULL)
    set_alone (self, maximise ? panel : NULL);
  else if (maximise)
    gtk_window_maximize (own);
  else
    gtk_window_unmaximize (own);
  if (own != NULL)
    ls_plot_panel_set_maximised (panel, maximise);
  focus (panel);
}

/* ---- Windows of their own ------------------------------------------------------------------ */

static void
attach (LsPlotDesk *self, LsPlotPanel *panel)
{
  GtkWidget *window = g_hash_table_lookup (self->windows, panel);

  gtk_container_remove (GTK_CONTAINER (window), GTK_WIDGET (panel));
  g_hash_table_remove (self->windows, panel);
  ls_plot_panel_set_detached (panel, FALSE);
  ls_plot_panel_set_maximised (panel, FALSE);
}

static gboolean
window_closed_cb (GtkWidget *window, G_GNUC_UNUSED GdkEvent *event, gpointer user_data)
{
  LsPlotDesk *self = user_data;
  LsPlotPanel *panel = LS_PLOT_PANEL (gtk_bin_get_child (GTK_BIN (window)));

  attach (self, panel);
  show_grid (self);
  focus (panel);
  return GDK_EVENT_STOP;
}

static void
title_window (LsPlotDesk *self, LsPlotPanel *panel)
{
  GtkWindow *window = g_hash_table_lookup (self->windows, panel);
  g_autofree char *title
      = g_strdup_printf ("%s – %s", ls_plot_view_get_title (ls_plot_panel_get_view (panel)),
                         ls_document_get_title (self->frame->document));

  if (window != NULL)
    gtk_window_set_title (window, title);
}

/* The keys and commands of the main window work in it. */
static void
detach (LsPlotDesk *self, LsPlotPanel *panel)
{
  GtkWidget *window = gtk_window_new (GTK_WINDOW_TOPLEVEL);

  set_alone (self, NULL);
  g_hash_table_insert (self->windows, panel, window);
  show_grid (self);
  gtk_container_add (GTK_CONTAINER (window), GTK_WIDGET (panel));
  ls_frame_attach_to (self->frame, GTK_WINDOW (window));
  gtk_widget_insert_action_group (window, "win", G_ACTION_GROUP (self->frame->window));
  gtk_window_set_application (GTK_WINDOW (window),
                              gtk_window_get_application (self->frame->window));
  gtk_window_set_default_size (GTK_WINDOW (window), OWN_WIDTH, OWN_HEIGHT);
  title_window (self, panel);
  ls_plot_panel_set_detached (panel, TRUE);
  g_signal_connect_object (window, "delete-event", G_CALLBACK (window_closed_cb), self, 0);
  gtk_widget_show (window);
  focus (panel);
}

static void
switch_window (LsPlotDesk *self, LsPlotPanel *panel)
{
  if (!g_hash_table_contains (self->windows, panel))
    {
      detach (self, panel);
      return;
    }
  attach (self, panel);
  show_grid (self);
  focus (panel);
}

/* ---- The layout of the model --------------------------------------------------------------- */

static LsPlotView
find_view (const LsLayoutNode *plot)
{
  const LsPlotView view = ls_plot_view_find (plot->view);

  return view < ls_plot_view_get_n () ? view : ls_plot_view_find (ls_figure_trajectory.item.id);
}

static void view_kind_changed_cb (LsPlotDesk *self, LsPlotPanel *panel);
static void arrange_wanted_cb (LsPlotDesk *self, const char *what, LsPlotPanel *panel);
static void
plot_dragged_cb (LsPlotDesk *self, double x, double y, gboolean dropped, LsPlotPanel *panel);

static void
focus_child_cb (LsPlotDesk *self, GtkWidget *child, GtkContainer *panel)
{
  if (child != NULL)
    self->used = LS_PLOT_PANEL (panel);
}

static LsPlotPanel *
add_panel (LsPlotDesk *self, LsPlotView view, guint place)
{
  GtkWidget *panel = g_object_ref_sink (ls_plot_panel_new (view, place));

  ls_plot_panel_set_brief (LS_PLOT_PANEL (panel), self->brief);
  g_signal_connect_object (panel, "maximise-wanted", G_CALLBACK (maximise_wanted_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "arrange-wanted", G_CALLBACK (arrange_wanted_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "plot-dragged", G_CALLBACK (plot_dragged_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "set-focus-child", G_CALLBACK (focus_child_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "view-kind-changed", G_CALLBACK (view_kind_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return LS_PLOT_PANEL (panel);
}

static void
drop_panel (LsPlotDesk *self, LsPlotPanel *panel)
{
  if (g_hash_table_contains (self->windows, panel))
    attach (self, panel);
  if (self->alone == panel)
    set_alone (self, NULL);
  if (self->used == panel)
    self->used = NULL;
  if (self->target == panel)
    self->target = NULL;
}

/* Panels stay as they are where their plot is still there. */
static void
fill (LsPlotDesk *self)
{
  g_autoptr (GPtrArray) plots = ls_layout_list_plots (self->layout);
  GPtrArray *before = self->panels;
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  GPtrArray *panels = g_ptr_array_new_with_free_func (g_object_unref);

  self->is_following = TRUE;
  for (guint i = 0; i < plots->len; i++)
    {
      const LsLayoutNode *plot = plots->pdata[i];
      LsPlotPanel *panel = find_panel (self, plot->place);

      if (panel != NULL)
        g_object_ref (panel);
      else
        g_ptr_array_add (added, panel = add_panel (self, find_view (plot), plot->place));
      ls_plot_panel_set_view (panel, find_view (plot));
      g_ptr_array_add (panels, panel);
    }
  self->is_following = FALSE;
  for (guint i = 0; i < before->len; i++)
    if (!g_ptr_array_find (panels, before->pdata[i], NULL))
      drop_panel (self, before->pdata[i]);
  self->panels = panels;
  show_grid (self);
  for (guint i = 0; i < before->len; i++)
    if (!g_ptr_array_find (panels, before->pdata[i], NULL))
      gtk_widget_destroy (before->pdata[i]);
  g_ptr_array_unref (before);
  for (guint i = 0; i < added->len; i++)
    g_signal_emit (self, panel_added_signal, 0, added->pdata[i]);
  g_signal_emit (self, arranged_signal, 0);
}

static void
show_tabs (LsPlotDesk *self)
{
  const LsExperiment *experiment = get_experiment (self);

  ls_layout_tabs_show (LS_LAYOUT_TABS (self->tabs), experiment->layouts,
                       MIN (experiment->layout, MAX (experiment->layouts->len, 1) - 1));
}

void
ls_plot_desk_follow (LsPlotDesk *self)
{
  g_return_if_fail (LS_IS_PLOT_DESK (self));

  g_autoptr (LsLayout) layout = ls_experiment_copy_layout (get_experiment (self));

  show_tabs (self);
  if (self->followed != NULL && ls_layout_equal (layout, self->followed))
    return;
  g_clear_pointer (&self->layout, ls_layout_free);
  g_clear_pointer (&self->followed, ls_layout_free);
  self->layout = ls_layout_copy (layout);
  self->followed = g_steal_pointer (&layout);
  fill (self);
}

void
ls_plot_desk_set_view (LsPlotDesk *self, guint index, LsPlotView view)
{
  g_return_if_fail (LS_IS_PLOT_DESK (self) && view < ls_plot_view_get_n ());

  LsPlotPanel *panel = index < self->panels->len ? self->panels->pdata[index] : NULL;
  LsLayoutNode *plot
      = panel != NULL ? ls_layout_node_find (self->layout->root, ls_plot_panel_get_place (panel))
                      : NULL;

  if (plot == NULL)
    return;
  g_free (plot->view);
  plot->view = g_strdup (ls_plot_view_get_id (view));
  self->is_following = TRUE;
  ls_plot_panel_set_view (panel, view);
  self->is_following = FALSE;
}

void
ls_plot_desk_set_few (LsPlotDesk *self, LsFewReason reason, gboolean few)
{
  g_return_if_fail (LS_IS_PLOT_DESK (self));

  self->few = few ? self->few | reason : self->few & ~(guint)reason;
  show_grid (self);
}

void
ls_plot_desk_set_brief (LsPlotDesk *self, gboolean brief)
{
  g_return_if_fail (LS_IS_PLOT_DESK (self));

  self->brief = brief;
  for (guint i = 0; i < self->panels->len; i++)
    ls_plot_panel_set_brief (self->panels->pdata[i], brief);
}

/* ---- Edits ----------------------------------------------------------------------------------*/

/* A copy of the experiment whose layout shown is that of the window. (transfer full) */
static LsExperiment *
begin_edit (LsPlotDesk *self, LsLayout **layout)
{
  LsExperiment *experiment;
  GPtrArray *layouts;

  ls_plot_grid_flush (LS_PLOT_GRID (self->grid));
  experiment = ls_experiment_copy (get_experiment (self));
  layouts = ls_experiment_ensure_layouts (experiment);
  ls_layout_free (layouts->pdata[experiment->layout]);
  *layout = layouts->pdata[experiment->layout] = ls_layout_copy (self->layout);
  return experiment;
}

static void
end_edit (LsPlotDesk *self, const LsExperiment *experiment)
{
  ls_document_set_experiment (self->frame->document, experiment);
  ls_plot_desk_follow (self);
}

/* Whether another plot of the layout is of this kind. */
static gboolean
is_shown_twice (const LsLayout *layout, const char *view)
{
  g_autoptr (GPtrArray) plots = ls_layout_list_plots (layout);
  guint n = 0;

  for (guint i = 0; i < plots->len; i++)
    n += strcmp (((const LsLayoutNode *)plots->pdata[i])->view, view) == 0;
  return n > 1;
}

/* Two plots of a kind in a layout look as they are each set up. */
static void
give_setup (LsExperiment *experiment, const char *view, guint place, guint from)
{
  const LsPlotSetup *saved = ls_experiment_find_plot (experiment, view, from);
  LsPlotSetup *setup = saved != NULL ? ls_plot_setup_copy (saved) : ls_plot_setup_new (view);

  setup->place = place;
  ls_experiment_set_plot (experiment, setup);
}

static void
view_kind_changed_cb (LsPlotDesk *self, LsPlotPanel *panel)
{
  const char *view = ls_plot_view_get_id (ls_plot_panel_get_view (panel));
  const guint place = ls_plot_panel_get_place (panel);
  g_autoptr (LsExperiment) experiment = NULL;
  LsLayout *layout;
  LsLayoutNode *plot;

  title_window (self, panel);
  if (self->is_following)
    return;
  experiment = begin_edit (self, &layout);
  plot = ls_layout_node_find (layout->root, place);
  g_free (plot->view);
  plot->view = g_strdup (view);
  if (is_shown_twice (layout, view))
    give_setup (experiment, view, place, place);
  end_edit (self, experiment);
}

static void
split (LsPlotDesk *self, LsPlotPanel *panel, LsSide side)
{
  const char *view = ls_plot_view_get_id (ls_plot_panel_get_view (panel));
  const guint place = ls_plot_panel_get_place (panel);
  LsLayout *layout;
  g_autoptr (LsExperiment) experiment = begin_edit (self, &layout);
  const guint other = ls_experiment_next_place (experiment);

  ls_layout_insert (layout, place, side, ls_layout_node_new_plot (view, other));
  give_setup (experiment, view, other, place);
  set_alone (self, NULL);
  end_edit (self, experiment);
  if (find_panel (self, other) != NULL)
    focus (find_panel (self, other));
}

static void
close_plot (LsPlotDesk *self, LsPlotPanel *panel)
{
  const guint place = ls_plot_panel_get_place (panel);
  LsLayout *layout;
  g_autoptr (LsExperiment) experiment = begin_edit (self, &layout);
  g_autoptr (LsLayoutNode) plot = ls_layout_take (layout, place);

  if (plot == NULL)
    {
      gtk_widget_error_bell (GTK_WIDGET (panel));
      return;
    }
  ls_experiment_remove_plots (experiment, place);
  end_edit (self, experiment);
  focus (self->panels->pdata[0]);
}

static void
move_plot (LsPlotDesk *self, LsPlotPanel *panel, LsPlotPanel *beside, LsSide side)
{
  LsLayout *layout;
  g_autoptr (LsExperiment) experiment = begin_edit (self, &layout);

  ls_layout_move (layout, ls_plot_panel_get_place (panel), ls_plot_panel_get_place (beside), side);
  end_edit (self, experiment);
  focus (panel);
}

static void
shares_changed_cb (LsPlotDesk *self)
{
  LsLayout *layout;
  g_autoptr (LsExperiment) experiment = begin_edit (self, &layout);

  ls_plot_grid_read_shares (LS_PLOT_GRID (self->grid), layout->root);
  ls_layout_free (self->layout);
  ls_layout_free (self->followed);
  self->layout = ls_layout_copy (layout);
  self->followed = ls_layout_copy (layout);
  end_edit (self, experiment);
}

/* ---- Moving -------------------------------------------------------------------------------- */

/* Where a panel is on the screen; FALSE if it is not to be seen. */
static gboolean
get_box (LsPlotPanel *panel, GdkRectangle *box)
{
  GtkWidget *widget = GTK_WIDGET (panel), *window = gtk_widget_get_toplevel (widget);
  int x = 0, y = 0;

  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  gtk_widget_translate_coordinates (widget, window, 0, 0, &box->x, &box->y);
  gdk_window_get_origin (gtk_widget_get_window (window), &x, &y);
  box->x += x;
  box->y += y;
  box->width = gtk_widget_get_allocated_width (widget);
  box->height = gtk_widget_get_allocated_height (widget);
  return TRUE;
}

static LsPlotPanel *
find_at (LsPlotDesk *self, double x, double y, GdkRectangle *box)
{
  for (guint i = 0; i < self->panels->len; i++)
    if (get_box (self->panels->pdata[i], box) && x >= box->x && y >= box->y
        && x < box->x + box->width && y < box->y + box->height)
      return self->panels->pdata[i];
  return NULL;
}

/* The side whose edge is nearest, in terms of the size. */
static LsSide
find_side (const GdkRectangle *box, double x, double y)
{
  const double across = (x - box->x) / box->width, down = (y - box->y) / box->height;

  if (fabs (across - 0.5) >= fabs (down - 0.5))
    return across < 0.5 ? LS_SIDE_LEFT : LS_SIDE_RIGHT;
  return down < 0.5 ? LS_SIDE_ABOVE : LS_SIDE_BELOW;
}

static void
plot_dragged_cb (LsPlotDesk *self, double x, double y, gboolean dropped, LsPlotPanel *panel)
{
  GdkRectangle box;
  LsPlotPanel *target = isfinite (x) ? find_at (self, x, y, &box) : NULL;

  if (target == panel || (target != NULL && g_hash_table_contains (self->windows, target)))
    target = NULL;
  if (self->target != NULL)
    ls_plot_panel_set_drop_side (self->target, -1);
  self->target = dropped ? NULL : target;
  if (target == NULL)
    return;
  if (!dropped)
    {
      ls_plot_panel_set_drop_side (target, (int)find_side (&box, x, y));
      return;
    }
  if (g_hash_table_contains (self->windows, panel))
    attach (self, panel);
  move_plot (self, panel, target, find_side (&box, x, y));
}

/* How far @to is from @from towards a side; negative: it is not there. */
static double
get_distance (const GdkRectangle *from, const GdkRectangle *to, LsSide side)
{
  const double across = to->x + to->width / 2.0 - from->x - from->width / 2.0;
  const double down = to->y + to->height / 2.0 - from->y - from->height / 2.0;
  const double along[] = { -across, across, -down, down };
  const double aside = side == LS_SIDE_LEFT || side == LS_SIDE_RIGHT ? down : across;

  return along[side] > 0 ? along[side] + 2 * fabs (aside) : -1;
}

/* By keys: to that side of the nearest plot there. */
static void
move_towards (LsPlotDesk *self, LsPlotPanel *panel, LsSide side)
{
  GdkRectangle from, to;
  LsPlotPanel *nearest = NULL;
  double least = INFINITY;

  if (!get_box (panel, &from))
    return;
  for (guint i = 0; i < self->panels->len; i++)
    {
      LsPlotPanel *other = self->panels->pdata[i];
      double distance;

      if (other == panel || g_hash_table_contains (self->windows, other) || !get_box (other, &to))
        continue;
      distance = get_distance (&from, &to, side);
      if (distance > 0 && distance < least)
        {
          least = distance;
          nearest = other;
        }
    }
  if (nearest != NULL)
    move_plot (self, panel, nearest, side);
  else
    gtk_widget_error_bell (GTK_WIDGET (panel));
}

static void
focus_next (LsPlotDesk *self, LsPlotPanel *panel)
{
  guint index = 0;

  g_ptr_array_find (self->panels, panel, &index);
  for (guint i = 1; i <= self->panels->len; i++)
    {
      GtkWidget *next = self->panels->pdata[(index + i) % self->panels->len];

      if (!gtk_widget_get_mapped (next))
        continue;
      gtk_window_present (GTK_WINDOW (gtk_widget_get_toplevel (next)));
      focus (LS_PLOT_PANEL (next));
      return;
    }
}

static void
arrange_wanted_cb (LsPlotDesk *self, const char *what, LsPlotPanel *panel)
{
  static const char *const sides[] = { "left", "right", "above", "below" };

  g_object_ref (panel);
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    if (g_str_has_prefix (what, "split-") && strcmp (what + strlen ("split-"), sides[i]) == 0)
      split (self, panel, (LsSide)i);
    else if (g_str_has_prefix (what, "move-") && strcmp (what + strlen ("move-"), sides[i]) == 0)
      move_towards (self, panel, (LsSide)i);
  if (strcmp (what, "close") == 0)
    close_plot (self, panel);
  else if (strcmp (what, "own-window") == 0)
    switch_window (self, panel);
  else if (strcmp (what, "maximise") == 0)
    maximise_wanted_cb (self, self->alone != panel, panel);
  else if (strcmp (what, "next") == 0)
    focus_next (self, panel);
  g_object_unref (panel);
}

static void
arrange_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LsPlotDesk *self = user_data;

  ls_frame_show_lower (self->frame, self->frame->plots_box);
  arrange_wanted_cb (self, g_variant_get_string (parameter, NULL), ls_plot_desk_get_used (self));
}

/* ---- Tabs ---------------------------------------------------------------------------------- */

/* Which one is looked at is no edit of the model, but kept with it. */
static void
tab_chosen_cb (LsPlotDesk *self, guint index)
{
  get_experiment (self)->layout = index;
  set_alone (self, NULL);
  ls_plot_desk_follow (self);
}

static void
tab_moved_cb (LsPlotDesk *self, guint from, guint to)
{
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (get_experiment (self));
  LsLayout *layout = g_ptr_array_steal_index (experiment->layouts, from);

  g_ptr_array_insert (experiment->layouts, (int)to, layout);
  experiment->layout = to;
  end_edit (self, experiment);
}

static void
tab_renamed_cb (LsPlotDesk *self, const char *name)
{
  LsLayout *layout;
  g_autoptr (LsExperiment) experiment = begin_edit (self, &layout);

  g_free (layout->name);
  layout->name = g_strdup (name);
  end_edit (self, experiment);
}

static void
new_layout_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LsPlotDesk *self = user_data;
  const char *id = g_variant_get_string (parameter, NULL);
  const LsLayoutTemplate *form = ls_layout_templates;
  g_autoptr (LsExperiment) experiment = NULL;
  LsLayout *layout;

  while (form->id != NULL && strcmp (form->id, id) != 0)
    form++;
  if (form->id == NULL)
    return;
  experiment = begin_edit (self, &layout);
  layout = ls_layout_new_from (form, ls_experiment_next_place (experiment));
  experiment->layout++;
  g_ptr_array_insert (experiment->layouts, (int)experiment->layout, layout);
  set_alone (self, NULL);
  ls_frame_show_lower (self->frame, self->frame->plots_box);
  end_edit (self, experiment);
}

static void
close_layout_cb (G_GNUC_UNUSED GSimpleAction *action,
                 G_GNUC_UNUSED GVariant *parameter,
                 gpointer user_data)
{
  LsPlotDesk *self = user_data;
  LsLayout *layout;
  g_autoptr (LsExperiment) experiment = begin_edit (self, &layout);
  g_autoptr (GPtrArray) plots = ls_layout_list_plots (layout);

  if (experiment->layouts->len < 2)
    {
      gtk_widget_error_bell (self->grid);
      return;
    }
  for (guint i = 0; i < plots->len; i++)
    ls_experiment_remove_plots (experiment, ((const LsLayoutNode *)plots->pdata[i])->place);
  g_ptr_array_remove_index (experiment->layouts, experiment->layout);
  experiment->layout = MIN (experiment->layout, experiment->layouts->len - 1);
  end_edit (self, experiment);
}

static void
rename_layout_cb (G_GNUC_UNUSED GSimpleAction *action,
                  G_GNUC_UNUSED GVariant *parameter,
                  gpointer user_data)
{
  LsPlotDesk *self = user_data;

  ls_frame_show_lower (self->frame, self->frame->plots_box);
  ls_layout_tabs_rename (LS_LAYOUT_TABS (self->tabs), self->layout->name);
}

static void
step_layout_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LsPlotDesk *self = user_data;
  const guint n = MAX (get_experiment (self)->layouts->len, 1);
  const guint index
      = (get_experiment (self)->layout + n + (guint)g_variant_get_int32 (parameter)) % n;

  if (n > 1)
    tab_chosen_cb (self, index);
}

static void
shift_layout_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LsPlotDesk *self = user_data;
  const int n = (int)get_experiment (self)->layouts->len;
  const int from = (int)get_experiment (self)->layout;
  const int to = from + g_variant_get_int32 (parameter);

  if (to >= 0 && to < n)
    tab_moved_cb (self, (guint)from, (guint)to);
}

/* ---- Life cycle ---------------------------------------------------------------------------- */

static const GActionEntry entries[] = {
  { .name = "plot", .parameter_type = "s", .activate = arrange_cb },
  { .name = "new-layout", .parameter_type = "s", .activate = new_layout_cb },
  { .name = "rename-layout", .activate = rename_layout_cb },
  { .name = "close-layout", .activate = close_layout_cb },
  { .name = "step-layout", .parameter_type = "i", .activate = step_layout_cb },
  { .name = "shift-layout", .parameter_type = "i", .activate = shift_layout_cb },
};

static void
ls_plot_desk_dispose (GObject *object)
{
  LsPlotDesk *self = LS_PLOT_DESK (object);

  g_hash_table_remove_all (self->windows);
  G_OBJECT_CLASS (ls_plot_desk_parent_class)->dispose (object);
}

static void
ls_plot_desk_finalize (GObject *object)
{
  LsPlotDesk *self = LS_PLOT_DESK (object);

  g_hash_table_unref (self->windows);
  g_ptr_array_unref (self->panels);
  ls_layout_free (self->layout);
  ls_layout_free (self->followed);
  G_OBJECT_CLASS (ls_plot_desk_parent_class)->finalize (object);
}

static void
ls_plot_desk_class_init (LsPlotDeskClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_plot_desk_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_plot_desk_finalize;
  panel_added_signal = g_signal_new ("panel-added", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, LS_TYPE_PLOT_PANEL);
  alone_changed_signal = g_signal_new ("alone-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  arranged_signal
      = g_signal_new ("arranged", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_plot_desk_init (LsPlotDesk *self)
{
  self->panels = g_ptr_array_new_with_free_func (g_object_unref);
  self->windows = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)gtk_widget_destroy);
}

LsPlotDesk *
ls_plot_desk_new (const LsFrame *frame)
{
  LsPlotDesk *self = g_object_new (LS_TYPE_PLOT_DESK, NULL);
  GtkWidget *box;

  g_return_val_if_fail (frame != NULL, NULL);
  self->frame = frame;
  self->tabs = ls_layout_tabs_new ();
  self->grid = ls_plot_grid_new ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_show (box);
  gtk_box_pack_start (GTK_BOX (box), self->tabs, FALSE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (box), self->grid, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (frame->plots_box), box, TRUE, TRUE, 0);
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (self->grid, "shares-changed", G_CALLBACK (shares_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tabs, "chosen", G_CALLBACK (tab_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tabs, "moved", G_CALLBACK (tab_moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tabs, "renamed", G_CALLBACK (tab_renamed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
